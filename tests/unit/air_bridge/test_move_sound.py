"""Each check of soundness fires on a run that breaks its rule, and on no run of the rules themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pbem.engine.events import Event
from pbem.rulesets.air_bridge import sound_move
from pbem.rulesets.air_bridge.state import State
from tests.unit.air_bridge.moving import lucky, placed, play

Check = Callable[[State, list[Event]], Iterator[str]]


def event(kind: str, rule: str = "", **facts: Any) -> Event:
    return Event(kind, rule, {"*": {"units": [], **facts}})


def walk(units: list[str], path: list[str], prices: list[int], phase: str = "2 II.C", kind: str = "move", over: str = "") -> Event:
    spent = f"{sum(prices) // 2}{'.5' if sum(prices) % 2 else ''}"
    mp = dict.fromkeys(units, spent)
    return event(kind, units=units, path=path, prices=prices, over=over, phase=phase, mp=mp, of=dict.fromkeys(units, "6"))


def blown(side: str, die: int = 1, result: str = "blown", rule: str = "7.2c") -> Event:
    return event("bridge", rule, hexside=side, die=die, result=result)


OVERRUN: dict[str, Any] = {"hex": "A0508", "attack": 20, "defence": 3, "needed": "7:1", "against": ["Penal 6"]}
ALL_GERMANS_ROUND = ("2 Devon at A0107", "2 Irish at A0207", "2 Gren at A0207", "1 Cold at A0208", "55 Fd at A0107", "1 Brg at A1007")

BROKEN: list[tuple[Check, list[Event], str]] = [
    (sound_move.unbroken, [walk(["2 Devon"], ["A0107", "A0307"], [1])], "skipped a hex"),
    (sound_move.unbroken, [walk(["2 Devon"], ["A0107", "A0206", "A0307"], [1])], "did not pay"),
    (sound_move.priced, [walk(["2 Devon"], ["A0403", "A0404"], [2])], "paid 2 half points from A0403 into A0404, not 6"),
    (sound_move.priced, [walk(["2 Irish"], ["A0407", "A0507"], [1], over="A0507")], "not 1"),
    (sound_move.within_allowance, [walk(["2 Devon"], ["A0107", "A0206", "A0307"], [7, 7])], "spent 7 of 6"),
    (sound_move.within_allowance, [walk(["2 Devon"], ["A0107", "A0206"], [7])] * 2, "its steps cost 14"),
    (sound_move.over_bridges, [walk(["2 Devon"], ["A1107", "A1207"], [2])], "crossed A1107/A1207"),
    (sound_move.over_bridges, [blown("A1007/A1108"), walk(["2 Devon"], ["A1007", "A1108"], [1])], "crossed A1007/A1108"),
    (sound_move.stacks_on_the_move, [walk(["2 Irish", "2 Gren", "1 Cold"], ["A0407", "A0507"], [1])], "9 stacking points"),
    (sound_move.only_motorized_twice, [walk(["2 Devon"], ["A0107", "A0206"], [1], phase="2 II.J")], "not C/M and moved"),
    (sound_move.only_motorized_twice, [walk(["2 Devon"], ["A0407", "A0507"], [3], over="A0507")], "not C/M and overran"),
    (sound_move.overruns, [event("overrun", **OVERRUN)], "20 against 3"),
    (sound_move.overruns, [event("overrun", **{**OVERRUN, "attack": 21})], "still there"),
    (sound_move.bridges_once, [blown("A1007/A1108", die=6)], "die 6 and blown"),
    (sound_move.bridges_once, [blown("A1007/A1108"), blown("A1007/A1108")], "a contact it does not have"),
    (sound_move.bridges_once, [blown("A0206/A0307")], "A0206/A0307 was rolled for"),
    (sound_move.bridges_once, [blown("A1206/A1307")], "marked untouched"),
    (sound_move.entered_once, [walk(["2 Devon"], ["A0507"], [1], kind="enter")], "no edge hex"),
    (sound_move.entered_once, [walk(["2 Devon"], ["A0107"], [1], kind="enter")] * 2, "may enter again"),
    (sound_move.guns_marked, [walk(["55 Fd"], ["A0107", "A0206"], [1])], "has no marker"),
    (sound_move.repairs, [event("repair", hexside="A1007/A1108", units=["2 Devon"])], "2 Devon repaired"),
    (sound_move.ferries, [event("ferry", units=["2 Devon"], engineer="1 Brg", path=["A0107", "A0106"], phase="x")], "no water"),
    (sound_move.ferries, [event("ferry", units=["2 Irish"], engineer="1 Brg", path=["A1107", "A1207"], phase="x")], "is motorized"),
    (sound_move.ferries, [event("ferry", units=["2 Devon"], engineer="1 Brg", path=["A1107", "A1207"], phase="x")] * 2, "ferried twice"),
]  # fmt: skip


@pytest.mark.parametrize(("check", "events", "reason"), BROKEN, ids=[f"{c.__name__}-{n}" for n, (c, _, _) in enumerate(BROKEN)])
def test_a_broken_rule_is_found(check: Check, events: list[Event], reason: str) -> None:
    s = placed(*ALL_GERMANS_ROUND, "bridge A1007/A1108 blown")
    assert reason in "; ".join(check(s, events))


def test_a_unit_on_the_map_that_is_still_to_come_is_found() -> None:
    s = placed("2 Devon at A0107")
    s.due["2 Devon"] = 1
    assert "still to come" in "; ".join(sound_move.entered_once(s, []))


def test_a_repair_that_stays_new_is_found() -> None:
    s = placed(step="mechanized")
    s.repaired_now = ["A1007/A1108"]
    assert "still cost a point more" in "; ".join(sound_move.repairs(s, []))


def test_a_counter_that_changed_is_found() -> None:
    s = placed()
    s.units["2 Devon"].ma = 7
    assert list(sound_move.counters_as_printed(s, [])) == ["2 Devon is not the counter it was"]


def test_every_check_has_a_run_that_breaks_it() -> None:
    tried = {check.__name__ for check, _, _ in BROKEN} | {"counters_as_printed"}
    assert tried == {check.__name__ for check in sound_move.SOUND}


def test_a_run_by_the_rules_gives_no_reason() -> None:
    stack = ("2 Irish at A0407", "2 Gren at A0407", "1 Gren at A0407")
    s = placed("no units", *stack, "Penal 6 at A0508", "2 Devon at A1107", "1 Brg at A1107", "55 Fd at A0807")
    orders = ("MOVE 2 Irish, 2 Gren, 1 Gren A0508 OVERRUN A0508", "FERRY 2 Devon A1107/A1207 WITH 1 Brg", "MOVE 55 Fd ROAD TO A1207")
    done = play(s, *orders, luck=lucky())
    assert [v.status for v in done.verdicts.values()] == ["ok", "ok", "ok"]
    assert {"overrun", "move", "ferry", "bridge"} <= {event.kind for event in done.events}
    assert [reason for check in sound_move.SOUND for reason in check(done.state, done.events)] == []

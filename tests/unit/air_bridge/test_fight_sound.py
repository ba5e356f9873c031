"""Each check of sound_combat stays silent on a good fight and speaks when that fight is tampered with."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from pbem.engine.events import Event
from pbem.engine.game import Done
from pbem.rulesets.air_bridge import sound_combat as sound
from pbem.rulesets.air_bridge.state import State
from tests.unit.air_bridge.fights import DOMMEL, attack, dommel, fire, fought, placed

Tamper = Callable[[State, list[Event]], None]


@pytest.fixture(scope="module")
def good() -> Done:
    return dommel()


def facts(events: list[Event], kind: str) -> dict[str, Any]:
    return next(e.seen["*"] for e in events if e.kind == kind)


def set_fact(kind: str, **values: Any) -> Tamper:
    return lambda s, events: facts(events, kind).update(values)


def set_unit(name: str, **values: Any) -> Tamper:
    def change(s: State, events: list[Event]) -> None:
        for key, value in values.items():
            setattr(s.units[name], key, value)

    return change


def twice(kind: str) -> Tamper:
    return lambda s, events: events.append(next(e for e in events if e.kind == kind))


def without(kind: str) -> Tamper:
    def change(s: State, events: list[Event]) -> None:
        events[:] = [e for e in events if e.kind != kind]

    return change


def air(side: str, points: int) -> Tamper:
    return lambda s, events: s.air.update({side: points})


def back(name: str, like: str) -> Tamper:
    def change(s: State, events: list[Event]) -> None:
        s.units[name] = deepcopy(s.units[like])

    return change


def test_nothing_is_said_of_a_good_fight(good: Done) -> None:
    assert [reason for check in sound.SOUND for reason in check(good.state, good.events)] == []


@pytest.mark.parametrize(
    ("check", "tamper", "says"),
    [
        (sound.attackers_fresh, set_unit("2 Irish", fatigued=True), "2 Irish attacked fatigued"),
        (sound.attackers_beside, set_fact("maneuver", places={"2 Irish": "A0908"}), "2 Irish attacked A1108 from A0908"),
        (sound.one_combat_each, twice("maneuver"), "A1108: 2 combats of one kind, maneuver"),
        (sound.gun_actions, twice("support"), "153 Fd fired twice in one phase"),
        (sound.gun_actions, set_unit("55 Fd", actions=0), "55 Fd fired 1 times and has 0 markers"),
        (sound.air_spent, air("allied", 13), "allied spent 8 air points and has 13 of 20"),
        (sound.air_spent, air("german", -1), "german spent 3 air points and has -1"),
        (sound.fire_by_table, set_fact("support", result=4), "support at A1108: 20 points, die 4 is not 4"),
        (sound.fire_by_table, set_fact("support", points=21), "21 points at A1108"),
        (sound.result_by_table, set_fact("maneuver", result="D3F2"), "A1108: die 5, modifier -3, column 4 is not D3F2"),
        (sound.rolled, set_fact("reaction", label=""), "reaction at A1108 without a die"),
        (sound.rolled, set_fact("reaction", label="A4"), "die A4 was used twice"),
        (sound.losses_real, back("2 Hoff", "Roestel"), "2 Hoff is still there after its end"),
        (sound.losses_real, set_fact("losses", steps={"2 Hoff": 3}), "2 Hoff lost 3 steps"),
        (sound.losses_due, set_fact("losses", steps={"2 Hoff": 2, "Roestel": 1}), "A1108: 3 steps lost for D2F2, value 1"),
        (sound.losses_due, set_fact("fatigue", units=["a", "b", "c"]), "A1108: 3 units tired by D2F2"),
        (sound.retreats, set_fact("retreat", to="A1208"), "Roestel went from A1108 to A1208, not 2 away"),
        (sound.ground_given, without("retreat"), "Roestel neither left A1108 nor stayed by rule"),
        (sound.advances, set_fact("advance", sp=9), "9 points advanced to A1108"),
        (sound.advances, set_fact("advance", units=["5 Cold"]), "5 Cold advanced to A1108 without attacking it"),
    ],
)  # fmt: skip
def test_a_tampered_fight_is_found_out(good: Done, check: Callable[..., Any], tamper: Tamper, says: str) -> None:
    s, events = deepcopy(good.state), deepcopy(good.events)
    tamper(s, events)
    found = list(check(s, events))
    assert any(reason.startswith(says) for reason in found), found


def test_a_unit_tired_by_its_own_fight_is_no_tired_attacker() -> None:
    done = fought(
        placed(DOMMEL),
        {"allied": [attack("A1108", "2 HCR")]},
        [("german", "react", "nobody"), ("german", "support", {}), ("allied", "fallback", ["A1006"])],
        [("maneuver", 9)],
    )
    assert done.state.units["2 HCR"].fatigued
    assert list(sound.attackers_fresh(done.state, done.events)) == []


def test_bombardment_is_checked_like_support() -> None:
    done = fought(placed(DOMMEL), {"allied": [fire("BOMBARD", "A1108", "153 Fd")]}, [], [("bombardment", 9)])
    facts(done.events, "bombardment")["result"] = 3
    assert "is not 3" in next(iter(sound.fire_by_table(done.state, done.events)))

"""Orders of movement through the engine: what is refused names an order that is legal, and policies do what they say."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from pbem.engine.desk import ScriptedDesk
from pbem.engine.dice import Assumed
from pbem.engine.game import Done, run
from pbem.engine.sequence import play_rows
from pbem.engine.state import canonical
from pbem.rulesets.air_bridge import RULES, field, moves
from pbem.rulesets.air_bridge.moves_lines import movers
from pbem.rulesets.air_bridge.state import State
from pbem.words import words
from tests.unit.air_bridge.moving import SCENARIO, lucky, placed, play, read

GUARDS = ("no units", "2 Irish at A0407", "2 Gren at A0407", "1 Gren at A0407", "2 Devon at A0307", "1/6 FJR at A0606", "2 Hoff at A1108")


def verdict(s: State, order: str) -> tuple[str, str]:
    found = play(s, order, luck=lucky()).verdicts["1"]
    return found.status, found.refusal.nearest if found.refusal else ""


@pytest.mark.parametrize("seed", range(4))
def test_the_nearest_order_of_a_refusal_is_legal(seed: int) -> None:
    rng = random.Random(seed)
    hexes = [hex for hex in field.board(SCENARIO).ids if int(hex[1:3]) <= 14 and int(hex[3:]) <= 12]
    s = placed(*GUARDS, "bridge A1206/A1307 blown")
    refused = 0
    for _ in range(25):
        units = rng.choice(["2 Irish, 2 Gren, 1 Gren", "2 Devon", "2 Irish, 2 Devon", "1 Gren"])
        way = rng.choice(["", "ROAD TO ", f"{rng.choice(hexes)} - "])
        status, nearest = verdict(s, f"MOVE {units} {way}{rng.choice(hexes)}")
        if status == "refused" and nearest.startswith("MOVE"):
            refused += 1
            assert verdict(s, nearest)[0] == "ok", nearest
    assert refused >= 3


def test_strict_loses_the_line_and_truncate_plays_its_legal_part() -> None:
    s = placed("no units", "2 Devon at A0402")
    order = "MOVE 2 Devon A0403 - A0404 - A0405"
    strict = play(s, order)
    assert strict.verdicts["1"].status == "refused" and strict.state.units["2 Devon"].at == "A0402"
    cut = play(s, order, policy="truncate")
    assert cut.state.units["2 Devon"].at == "A0404"
    assert [event.rule for event in cut.events if event.kind == "cut short"] == ["4.0c"]


def test_truncate_lets_the_fast_go_on_where_the_slow_stay() -> None:
    s = placed("no units", "2 Devon at A0107", "2 Irish at A0107", "bridge A1007/A1108 intact")
    after = play(s, "MOVE 2 Devon, 2 Irish ROAD TO A1508", policy="truncate").state
    assert (after.units["2 Devon"].at, after.units["2 Irish"].at) == ("A1308", "A1508")


def test_truncate_stops_short_of_a_full_hex() -> None:
    s = placed("no units", "2 Irish at A0707", "2 Gren at A0707", "1 Gren at A0707", "5 Cold at A0407")
    assert play(s, "MOVE 5 Cold ROAD TO A0707", policy="truncate").state.units["5 Cold"].at == "A0607"


def test_a_line_with_units_in_two_hexes_moves_both_to_the_goal() -> None:
    s = placed("no units", "1 Brg at A0908", "2 HCR at A0807", "bridge A1007/A1108 intact")
    done = play(s, "MOVE 1 Brg, 2 HCR ROAD TO A1007")
    assert {done.state.units[name].at for name in ("1 Brg", "2 HCR")} == {"A1007"}
    assert done.verdicts["1"].notes["each"] == ["0.5/8", "1/10"]


def test_notes_tell_points_room_and_way() -> None:
    s = placed("no units", "2 Devon at A0407")
    notes = play(s, "MOVE 2 Devon A0607").verdicts["1"].notes
    assert (notes["used"], notes["of"], notes["sp"]) == ("1", "6", 2)
    assert notes["ways"] == [{"units": ["2 Devon"], "from": "A0407", "way": ["A0507", "A0607"]}]


def test_the_dead_of_a_line_do_not_hold_up_the_living() -> None:
    s = placed("no units", "2 Devon at A0407", "1 Hamps at A0407")
    lines = read(s, "MOVE 2 Devon, 1 Hamps A0507")
    assert lines[0].units() == ["2 Devon", "1 Hamps"]
    s.eliminate("1 Hamps")
    assert movers(s, lines[0]) == ["2 Devon"]


def test_the_engineer_repairs_in_the_movement_phase_of_the_next_turn() -> None:
    s = placed("no units", "1 Brg at A0807", "bridge A1007/A1108 blown")
    s = play(s, "MOVE 1 Brg ROAD TO A1007").state
    assert s.units["1 Brg"].beside == ["A1007/A1108"]
    s.turn, s.step = 3, "II.C"
    done = play(s, "REPAIR A1007/A1108 WITH 1 Brg")
    assert done.verdicts["1"].status == "ok" and done.state.bridges["A1007/A1108"] == "repaired"
    assert done.state.repaired_now == []


def test_an_enter_line_of_the_main_orders_is_not_played_again_in_the_mechanized_row() -> None:
    s = start_of_turn_1()
    desk = ScriptedDesk({"allied": read(s, "ENTER 2 Irish, 2 Gren, 1 Gren", "ENTER 5 Cold")}, {}, [])
    done = run(RULES, canonical(s), desk, lucky(), play=lambda g: play_rows(g, "II.J"))
    assert isinstance(done, Done)
    assert [done.verdicts[n].status for n in ("1", "2")] == ["ok", "refused"]
    assert done.verdicts["2"].refusal is not None and done.verdicts["2"].refusal.rule == "5.0a"


def test_every_refusal_of_movement_has_words_in_both_languages() -> None:
    """The keys are read off the sources: a refusal nobody has provoked yet must not reach a player as a key."""
    package = Path(moves.__file__).parent
    names = ("mov*", "overrun", "entering", "engineers", "demolition", "stacking", "airborne", "placing")
    files = [file for name in names for file in package.glob(f"{name}.py")]
    keys = {key for file in files for key in re.findall(r'Refus(?:ed|al)\([^,]+, "([a-z-]+)"', file.read_text(encoding="utf-8"))}
    assert len(keys) > 45
    for language in ("en", "fr"):
        assert [key for key in sorted(keys) if f"refused.{key}" not in words(language, "air-bridge")] == []


def start_of_turn_1() -> State:
    return placed("1 Hoff off map", turn=1)


def wild_line(rng: random.Random, hexes: list[str]) -> str:
    """Any order a player might send, sense or nonsense."""
    own = ["2 Irish", "2 Gren", "1 Gren", "2 Devon", "1 Brg", "55 Fd", "5 Cold", "4/7 DG"]
    units = ", ".join(rng.sample(own, rng.randint(1, 3)))
    way = " - ".join(rng.choice(hexes) for _ in range(rng.randint(1, 3)))
    a, b, c = (rng.choice(hexes) for _ in range(3))
    return rng.choice([
        f"MOVE {units} {way}", f"MOVE {units} ROAD TO {a}", f"MOVE {units} {way} OVERRUN", f"MOVE {units} {way} OVERRUN {b}",
        f"MOVE {units} ROAD TO {a}, LEAVE {rng.choice(own)} AT {b}, TAKE {rng.choice(own)} AT {c}",
        f"MOVE {units} ROAD TO {a} ON BLOWN VIA {b} - {c}", f"ENTER {units} ROAD TO {a}", f"ENTER {units} AT {b}",
        f"FERRY {rng.choice(own)} A1107/A1207 WITH 1 Brg", "REPAIR A1007/A1108 WITH 1 Brg", f"HOLD {units} UNTIL T3",
    ])  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_ordered_the_position_stays_sound(seed: int) -> None:
    """Every run ends with the soundness checks of the ruleset; a refusal is the only thing a bad order brings about."""
    rng = random.Random(seed)
    hexes = [hex for hex in field.board(SCENARIO).ids if 2 <= int(hex[1:3]) <= 11 and 5 <= int(hex[3:]) <= 9]
    s = placed("2 Irish at A0407", "2 Gren at A0407", "1 Gren at A0307", "2 Devon at A1107", "1 Brg at A1007, beside A1007/A1108",
               "55 Fd at A0307", "2 Hoff at A1209", f"bridge A1007/A1108 {rng.choice(['blown', 'untouched'])}")  # fmt: skip
    orders = [wild_line(rng, hexes) for _ in range(40)]
    runs = [play(s, *orders, luck=Assumed(seed), policy=policy) for policy in ("strict", "truncate")]
    verdicts = [verdict for done in runs for verdict in done.verdicts.values()]
    for refusal in (verdict.refusal for verdict in verdicts if verdict.refusal is not None):
        for language in ("en", "fr"):
            assert "{" not in words(language, "air-bridge").get(f"refused.{refusal.why}", **refusal.facts)
    statuses = [verdict.status for verdict in verdicts]
    assert statuses.count("refused") > 40 and statuses.count("ok") > 2

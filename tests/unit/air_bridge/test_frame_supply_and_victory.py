"""Rule 16 on the map of the breakout, the start of the scenario, and its end."""

from __future__ import annotations

import msgspec
import pytest

from pbem.rulesets.air_bridge import names, picture, sound_frame
from pbem.rulesets.air_bridge.phases import outcome
from pbem.rulesets.air_bridge.state import ALLIED, GERMAN, State
from pbem.rulesets.air_bridge.supply import determine, unsupplied
from pbem.rulesets.air_bridge.units import counters, start
from pbem.rulesets.air_bridge.view import view

SCENARIO = "air-bridge/breakout"


@pytest.fixture
def s() -> State:
    return start(SCENARIO)


def bare(s: State) -> State:
    for unit in s.units.values():
        unit.at = ""
    s.turn = 2
    return s


def test_start_has_ten_germans_on_the_map_and_27_allied_units_to_come(s: State) -> None:
    assert len(s.of(GERMAN)) == 10 and not s.of(ALLIED)
    assert len(s.due) == 27 and set(s.entry.values()) == {"A0107"}
    assert s.air == {ALLIED: 20, GERMAN: 0}
    assert not any(u.unsupplied for u in s.units.values())


def test_guards_have_efficiency_7_and_backs_are_halved_upwards() -> None:
    irish = counters()["2 Irish"].unit
    assert (irish.front.er, irish.back.er, irish.back.attack, irish.back.defence) == (7, 6, 4, 3)
    assert counters()["1 Hoff"].unit.front.er == 5 and counters()["1/6 FJR"].unit.front.er == 6


def test_allied_ground_unit_on_the_road_is_cut_off_by_a_zone_behind_it(s: State) -> None:
    bare(s).place("2 Irish", "A0807")
    assert unsupplied(s, ALLIED) == []
    s.place("1/6 FJR", "A0506")
    assert unsupplied(s, ALLIED) == []  # round by A0508
    s.place("Penal 6", "A0608")
    assert unsupplied(s, ALLIED) == ["2 Irish"]
    s.place("5 Cold", "A0507")
    s.place("3 Irish", "A0607")
    assert unsupplied(s, ALLIED) == []  # friends cancel the zone, 16.0j


def test_supply_marks_change_and_are_told_once(s: State) -> None:
    bare(s).place("2 Irish", "A0807")
    s.place("1/6 FJR", "A0607")
    assert determine(s)["cut"] == ["2 Irish"]
    assert determine(s) == {"cut": [], "back": []}
    s.units["1/6 FJR"].at = "A0601"
    assert determine(s)["back"] == ["2 Irish"]


def test_german_ringed_by_zones_has_no_supply(s: State) -> None:
    bare(s).place("Penal 6", "A1308")
    assert unsupplied(s, GERMAN) == []
    for name, hex in (("2 Gren", "A1207"), ("2 Irish", "A1407"), ("1 Cold", "A1409"), ("2 Welsh", "A1309")):
        s.place(name, hex)
    assert unsupplied(s, GERMAN) == ["Penal 6"]


def test_victory_needs_the_place_and_the_open_road(s: State) -> None:
    bare(s)
    assert outcome(s)["level"] == "german-win"
    s.place("2 Gren", "A1308")
    assert outcome(s) == {"winner": "", "level": "draw"}
    s.place("2 Irish", "A2106")
    s.place("1 Cold", "A2107")
    assert outcome(s) == {"winner": ALLIED, "level": "allied-win"}
    s.place("1 Hoff", "A0607")
    assert outcome(s) == {"winner": GERMAN, "level": "german-win"}


def test_soundness_finds_what_cannot_be(s: State) -> None:
    def reasons() -> list[str]:
        return [r for check in sound_frame.SOUND for r in check(s, [])]

    assert reasons() == []
    for name in ("2 Gren", "1 Cold", "2 Irish"):
        s.place(name, "A0507")
    s.units["1 Hoff"].steps = 0
    del s.units["2 Hoff"]
    s.control["A2106"] = ALLIED
    found = " ".join(reasons())
    for word in ("9 stacking points", "both sides in A0507", "1 Hoff has 0 steps", "2 Hoff is lost", "A2106 belongs to allied"):
        assert word in found


def test_lexicon_knows_the_whole_order_of_battle_but_orders_only_own_units_in_play(s: State) -> None:
    lexicon = names.lexicon(s, ALLIED)
    found = {u.id: u for u in lexicon.units}
    assert found["1/501"].status == "not in play" and found["1/501"].verbs == []
    assert "MECH" in found["2 Irish"].verbs and "MECH" not in found["2 Devon"].verbs
    assert found["1 Hoff"].verbs == []
    assert lexicon.formations["5 Guards Bde"] == ["1 Cold", "1 Gren", "2 Gren", "2 Irish"]
    assert lexicon.off["B3117"] and "A0107" not in lexicon.off
    place = next(p for p in lexicon.places if "De Groote" in p.names)
    assert place.hexes == ["A0307"]


def test_view_is_a_copy_and_the_picture_shows_badges(s: State) -> None:
    s.units["1 Hoff"].fatigued = True
    seen = view(s, ALLIED)
    assert msgspec.json.encode(seen) == msgspec.json.encode(s)
    seen.units["1 Hoff"].at = "A0101"
    assert s.units["1 Hoff"].at == "A0507"
    shown = {c.id: c for c in picture.picture(s, ALLIED).counters}
    assert shown["1 Hoff"].badges == ["fatigued"] and shown["1 Hoff"].factors == "4-4-4"

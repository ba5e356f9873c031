"""The staff where Arnhem is fought for alone: the marker that comes back, who stays at home, the Pannerden ferry and the bridge."""

from __future__ import annotations

from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.state import ALLIED, GERMAN, State
from pbem.rulesets.air_bridge.units import start
from tests.unit.air_bridge.test_staff import position, refused, staff

POLES = {"1 Polish", "2 Polish", "3 Polish", "Polish AT"}


def arnhem(side: str, places: dict[str, str], turn: int, due: set[str] | None = None) -> State:
    """Arnhem with these units alone on the map, and these to come."""
    s = start("air-bridge/a-bridge-too-far")
    s.turn, s.step, s.first, s.active = turn, "II.B", side, side
    for unit in s.units.values():
        unit.at = ""
    for name, hex in places.items():
        s.place(name, hex)
    s.due = dict.fromkeys(sorted(due or set()), turn)
    return s


def marker_destroyed(s: State, back: int) -> State:
    zone = s.drop_zones["1 Br"]
    zone.was, zone.hex, zone.alternate, zone.back = "B4408", "", True, back
    return s


def test_with_nobody_left_on_the_map_the_marker_comes_back_far_from_the_enemy_for_those_in_the_air() -> None:
    s = marker_destroyed(arnhem(ALLIED, {"Krafft": "B4408", "1 Spindler": "B4315"}, 8, POLES), back=7)
    lines = staff(s)
    placed = [line.rsplit(" ", 1)[1] for line in lines if line.startswith("PLACE DZ 1 Br ")]
    dropped = {name for line in lines if line.startswith("DROP") for name in POLES if name in line}
    assert placed and dropped == POLES
    assert min(field.distance(s, placed[0], foe) for foe in s.hexes(GERMAN)) > 5
    assert refused(s) == []


def test_without_anybody_to_drop_no_marker_is_placed() -> None:
    s = marker_destroyed(arnhem(ALLIED, {"Krafft": "B4408"}, 7), back=7)
    assert staff(s) == ["PASS"]


def test_the_poles_are_held_in_bad_weather_and_while_the_marker_is_away() -> None:
    bad = arnhem(ALLIED, {"2 Para": "B4409"}, 4, POLES)
    bad.weather = "bad"
    away = marker_destroyed(arnhem(ALLIED, {"2 Para": "B4409"}, 5, POLES), back=6)
    for s in (bad, away):
        held = [line for line in staff(s) if line.startswith("HOLD")]
        assert len(held) == 1 and all(name in held[0] for name in POLES)
        assert refused(s) == []


def test_nobody_is_held_who_is_dropped() -> None:
    s = arnhem(ALLIED, {"2 Para": "B4409"}, 4, POLES)
    assert not [line for line in staff(s) if line.startswith("HOLD")]


def test_while_the_british_bar_the_bridge_the_engineers_of_the_10_ss_take_the_ferry() -> None:
    s = arnhem(GERMAN, {"2 Para": "B4315", "10 SS Eng": "B3723"}, 3)
    assert "FERRY 10 SS Eng B3722/B3723" in staff(s)
    assert refused(s) == []


def test_over_the_ferry_they_go_to_the_south_end_of_the_bridge_and_stay() -> None:
    s = arnhem(GERMAN, {"2 Para": "B4408", "10 SS Eng": "B4015"}, 4)
    assert [line for line in staff(s) if line.startswith("MOVE 10 SS Eng") and line.endswith("B4215")]
    s = arnhem(GERMAN, {"2 Para": "B4408", "10 SS Eng": "B4215", "1 Spindler": "B4315"}, 6)
    assert not [line for line in staff(s) if "10 SS Eng" in line]


def test_with_both_ends_held_the_bridge_is_blown_as_soon_as_it_may_be() -> None:
    places = {"2 Para": "B4408", "10 SS Eng": "B4215", "1 Spindler": "B4315"}
    early, due = arnhem(GERMAN, places, 6), arnhem(GERMAN, places, 7)
    assert not [line for line in staff(early) if line.startswith("BLOW")]
    assert "BLOW B4215/B4315" in staff(due)
    assert refused(early) == refused(due) == []


def last_turn_at_the_river(far: str) -> State:
    """Breakout, turn 3: two bridging trains and a battalion by a blown bridge, and somebody else in `far`."""
    s = position("II.B", {"1 Brg": "A1007", "2 Brg": "A1007", "2 Devon": "A1007", "2 Irish": far}, turn=3)
    s.bridges["A1007/A1108"] = "blown"
    s.units["1 Brg"].beside = s.units["2 Brg"].beside = ["A1007/A1108"]
    return s


def test_on_the_last_turn_an_engineer_that_the_repair_can_spare_puts_infantry_into_an_empty_bridgehead() -> None:
    s = last_turn_at_the_river("A1308")
    lines = staff(s)
    assert "REPAIR A1007/A1108 WITH 1 Brg" in lines and "FERRY 2 Devon A1007/A1108 WITH 2 Brg" in lines
    assert refused(s) == []


def test_a_bridgehead_that_is_held_needs_no_ferry_nor_does_an_earlier_turn() -> None:
    held, early = last_turn_at_the_river("A1108"), last_turn_at_the_river("A1308")
    early.turn = 2
    assert not [line for s in (held, early) for line in staff(s) if line.startswith("FERRY")]

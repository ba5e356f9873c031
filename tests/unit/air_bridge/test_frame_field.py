"""Geography and zones of control on the map of the breakout."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.state import ALLIED, GERMAN, State
from pbem.rulesets.air_bridge.units import start

SCENARIO = "air-bridge/breakout"


@pytest.fixture
def s() -> State:
    return start(SCENARIO)


def clear(s: State) -> State:
    for unit in s.units.values():
        unit.at = ""
    return s


def test_map_ends_at_column_24(s: State) -> None:
    assert "A2421" in field.board(SCENARIO).index
    assert "A2501" not in field.board(SCENARIO).index
    assert "A2410" not in field.edges(SCENARIO)  # an artificial edge is none
    assert "A2401" in field.edges(SCENARIO)


def test_supply_road_runs_hex_by_hex_from_the_entrance() -> None:
    way = field.supply_road(SCENARIO)
    here = field.board(SCENARIO)
    assert way[0] == "A0107" and "A2107" in way and "A2106" in way
    assert all(here.adjacent(a, b) for a, b in pairwise(way))


def test_main_road_costs_half_a_point_whatever_the_terrain(s: State) -> None:
    assert field.terrain(s, "A0507") == "forest"
    assert field.cost(s, "A0407", "A0507") == 1


def test_blown_bridge_stops_movement_and_zone(s: State) -> None:
    clear(s).place("2 Hoff", "A1108")
    assert field.cost(s, "A1007", "A1108") == 1
    assert field.in_zone(s, GERMAN, "A1007")
    s.bridges["A1007/A1108"] = "blown"
    assert field.cost(s, "A1007", "A1108") is None
    assert not field.in_zone(s, GERMAN, "A1007")
    assert not field.over_bridge(s, "A1007", "A1108")


def test_no_zone_into_a_city(s: State) -> None:
    clear(s).place("Eind Sec", "A1907")
    assert field.in_zone(s, GERMAN, "A1807")
    assert not field.in_zone(s, GERMAN, "A2007")
    mask = field.zone(s, GERMAN)
    index = field.board(SCENARIO).index
    assert mask[index["A1807"]] and not mask[index["A2007"]]


def test_a_friend_cancels_the_zone_for_supply_and_retreat_only(s: State) -> None:
    clear(s).place("1/6 FJR", "A0506")
    assert not field.free(s, ALLIED, "A0507")
    s.place("5 Cold", "A0507")
    assert field.free(s, ALLIED, "A0507")
    s.turn = 2
    assert field.in_enemy_zone(s, s.units["5 Cold"])


def test_allied_motorized_units_ignore_zones_on_turn_1_only(s: State) -> None:
    s.place("2 Irish", "A0407")
    s.place("2 Devon", "A0407")
    assert not field.in_enemy_zone(s, s.units["2 Irish"])
    assert field.in_enemy_zone(s, s.units["2 Devon"])
    s.turn = 2
    assert field.in_enemy_zone(s, s.units["2 Irish"])


def test_road_is_open_only_behind_standing_bridges(s: State) -> None:
    clear(s)
    assert field.road_open(s, "A2106")
    s.bridges["A1007/A1108"] = "blown"
    assert field.road_open(s, "A1007") and not field.road_open(s, "A1108")

"""The shipped map of Air Bridge is whole and agrees with what the rulebook says of it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from pbem.board import Board, load_board
from pbem.data import folder

ROAD_TEXT = """
A0107 A0206 A0307 A0407 A0507 A0607 A0707 A0807 A0908 A1007 A1108 A1207 A1308 A1407 A1508 A1607 A1708 A1807 A1907
A2007 A2107 A2106 A2205 A2306 A2405 A2506 A2605 A2706 A2805 A2905 A3004 A3104 A3203 B0104 B0204 B0304 B0404 B0505
B0605 B0706 B0806 B0907 B0908 B1008 B1109 B1209 B1310 B1409 B1510 B1610 B1711 B1811 B1912 B2011 B2112 B2212 B2313
B2412 B2513 B2613 B2713 B2813 B2914 B3014 B3115 B3116 B3117 B3216 B3316 B3415 B3515 B3614 B3714 B3814 B3914 B4014
B4115 B4215 B4315 B4415 B4515 B4615 B4715 B4814 B4915 B5014"""
ROAD = ROAD_TEXT.split()


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(folder("scenarios") / "air-bridge")


def test_all_hexes_of_both_sheets_are_there(board: Board) -> None:
    assert len(board.ids) == 2072 and board.scheme is not None
    assert board.ids == sorted(board.scheme.ids())


def test_the_supply_road_is_one_main_road_from_edge_to_edge(board: Board) -> None:
    assert len(ROAD) == 86
    for step, (a, b) in enumerate(pairwise(ROAD), 1):
        roads = [row for row in board.links_between(a, b) if row["kind"] == "main_road"]
        assert board.adjacent(a, b) and [row["corridor"] for row in roads] == [str(step)], (a, b)
    assert [z["hexes"].split() for z in board.table("zones") if z["kind"] == "supply_road"] == [ROAD]


def test_stated_terrain_and_bridges(board: Board) -> None:
    assert board.spaces["B0605"].terrain == "city"
    assert {board.spaces[id].terrain for id in ("B4408", "B4508", "B4509")} == {"clear"}
    spans = {(row["a"], row["b"]): row["class"] for row in board.table("bridges")}
    assert spans["B0505", "B0605"] == "minor"
    assert {spans["B2212", "B2313"], spans["B3117", "B3216"], spans["B4215", "B4315"]} == {"main"}


def test_a_road_over_impassable_water_has_a_bridge_or_ferry(board: Board) -> None:
    spans = {board.pair(row["a"], row["b"]) for row in board.table("bridges")}
    wet = [p for p in board.links if board.side(*p).get("water") in ("major_river", "river", "canal")]
    assert wet and [p for p in wet if p not in spans] == []


def test_uphill_hexes_lie_at_their_slope(board: Board) -> None:
    slopes = {p: row["slope"] for p, row in board.sides.items() if "slope" in row}
    assert slopes and all(up in p for p, up in slopes.items())


def test_every_row_tells_its_source(board: Board) -> None:
    rows = [s.fields for s in board.spaces.values()] + list(board.sides.values())
    rows += [row for rows in board.links.values() for row in rows] + board.table("bridges") + board.table("zones")
    assert {row["source"] for row in rows} == {"rulebook", "reconstructed"}

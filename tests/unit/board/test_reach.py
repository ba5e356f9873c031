"""Reach finds what Dijkstra finds, takes the lowest of equal ways, and stops where it must."""

from __future__ import annotations

import random
from itertools import pairwise

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.board import Board, cost_rows, reach, reach_rows, space_mask, trace, zone_mask
from tests.unit.board.schemes import SCHEMES, board_of

MIDDLES = {"joined": "A3210", "letters": "P18", "digits": "5426", "overlapping": "5B:5101"}
BOARDS = {name: board_of(scheme, MIDDLES[name], 6) for name, scheme in SCHEMES.items()}
Prices = dict[tuple[int, int], int | None]


def random_prices(board: Board, seed: int, least: int) -> Prices:
    dice = random.Random(seed)
    return {(a, b): dice.choice([None, *range(least, 6)]) for a, near in enumerate(board.near) for b in near}


def graph(prices: Prices) -> nx.DiGraph:
    made = nx.DiGraph()
    made.add_nodes_from(a for a, _ in prices)
    made.add_weighted_edges_from((a, b, price) for (a, b), price in prices.items() if price is not None)
    return made


cases = given(st.sampled_from(sorted(BOARDS)), st.integers(0, 10**6), st.integers(0, 20), st.integers(0, 1))


@settings(max_examples=60)
@cases
def test_reach_equals_dijkstra(name: str, seed: int, budget: int, least: int) -> None:
    board, prices = BOARDS[name], random_prices(BOARDS[name], seed, least)
    start = random.Random(seed).choice(board.ids)
    number = board.index[start]
    truth = nx.single_source_dijkstra_path_length(graph(prices), number, cutoff=budget)
    found = reach(board, start, budget, lambda a, b: prices[a, b])
    assert found.costs == {board.ids[n]: cost for n, cost in sorted(truth.items())}
    assert reach_rows(cost_rows(board, lambda a, b: prices[a, b]), number, budget) == truth


@settings(max_examples=40)
@cases
def test_paths_cost_what_is_said_and_are_repeatable(name: str, seed: int, budget: int, least: int) -> None:
    board, prices = BOARDS[name], random_prices(BOARDS[name], seed, least)
    found = reach(board, board.ids[0], budget, lambda a, b: prices[a, b])
    for end, cost in found.costs.items():
        way = [board.index[id] for id in found.path(end)]
        assert sum(prices[a, b] or 0 for a, b in pairwise(way)) == cost
    assert found == reach(board, board.ids[0], budget, lambda a, b: prices[a, b])


@settings(max_examples=40)
@cases
def test_stops_end_the_move(name: str, seed: int, budget: int, least: int) -> None:
    board, prices = BOARDS[name], random_prices(BOARDS[name], seed, least)
    mask = space_mask(board, random.Random(seed).sample(board.ids, 20))
    found = reach(board, board.ids[5], budget, lambda a, b: prices[a, b], lambda n: bool(mask[n]))
    for end in found.costs:
        assert not any(mask[board.index[id]] for id in found.path(end)[1:-1])
    rows = cost_rows(board, lambda a, b: prices[a, b])
    assert {board.ids[n]: c for n, c in reach_rows(rows, 5, budget, mask).items()} == found.costs


def test_of_equal_ways_the_one_over_the_lower_id() -> None:
    found = reach(BOARDS["digits"], "5426", 2, lambda a, b: 1)
    assert found.path("5228") == [] and found.path("5427") == ["5426", "5427"]
    assert found.path("5328") == ["5426", "5327", "5328"]      # also over 5427
    assert "5424" in found and "5423" not in found


def test_trace_takes_the_shortest_allowed_way() -> None:
    board = BOARDS["digits"]
    wall = space_mask(board, ["5325", "5326", "5327"])
    goal = board.index["5226"]
    way = trace(board, "5426", lambda a, b: not wall[b], lambda n: n == goal)
    assert way is not None and way[0] == "5426" and way[-1] == "5226"
    assert len(way) == 5 and all(board.adjacent(a, b) for a, b in pairwise(way))
    assert trace(board, "5426", lambda a, b: False, lambda n: n == goal) is None
    assert trace(board, "5426", lambda a, b: False, lambda n: n == board.index["5426"]) == ["5426"]


def test_zone_covers_the_ring_except_where_blocked() -> None:
    board = BOARDS["letters"]
    mask = zone_mask(board, ["P18"])
    assert [id for n, id in enumerate(board.ids) if mask[n]] == board.neighbours("P18")
    wall = {(board.index["P18"], board.index["P19"])}
    mask = zone_mask(board, ["P18"], lambda a, b: (a, b) in wall)
    assert not mask[board.index["P19"]] and sum(mask) == 5

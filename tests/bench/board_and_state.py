"""A synthetic large game: 1,000 units and the control of 6,000 spaces; reach of 300 units beside networkx."""

from __future__ import annotations

import random

import msgspec
import networkx as nx

from pbem.board import Board, Numbering, Sheet, Space, cost_rows, reach_rows
from pbem.engine.state import canonical, decode

from .measure import Row, against_goal, beside, seconds


class Unit(msgspec.Struct):
    id: str
    side: str
    at: str
    attack: int = 4
    defence: int = 4
    steps: int = 2
    fatigued: bool = False


class Large(msgspec.Struct):
    units: dict[str, Unit]
    control: dict[str, str]


def large() -> Large:
    rng = random.Random(1)
    spaces = [f"{c:02}{r:02}" for c in range(1, 101) for r in range(1, 61)]
    units = {f"U{i}": Unit(f"U{i}", "ab"[i % 2], rng.choice(spaces)) for i in range(1000)}
    return Large(units, {s: "ab"[rng.randrange(2)] for s in spaces})


def state_rows() -> list[Row]:
    state = large()
    data = canonical(state)
    packed = msgspec.msgpack.Encoder().encode
    unpack = msgspec.msgpack.Decoder(Large).decode
    return [
        against_goal("copy of a state of 1,000 units and 6,000 spaces", seconds(lambda: unpack(packed(state))), 0.010),
        against_goal("canonical JSON of it, out and in", seconds(lambda: decode(canonical(state), Large)), 0.010),
        against_goal("canonical JSON of it, in alone", seconds(lambda: decode(data, Large)), 0.010),
    ]


def reach_row() -> Row:
    rng = random.Random(2)
    numbering = Numbering("digits", [Sheet("", (1, 60), (1, 60))])
    board = Board((Space(id) for id in numbering.ids()), scheme=numbering)
    enter = [rng.choice((2, 2, 4, 6)) for _ in board.ids]
    rows = cost_rows(board, lambda a, b: enter[b])
    graph = nx.DiGraph()
    for a, near in enumerate(board.near):
        graph.add_weighted_edges_from((a, b, enter[b]) for b in near)
    starts = [rng.randrange(len(board.ids)) for _ in range(300)]
    for start in starts[:20]:
        assert reach_rows(rows, start, 16) == nx.single_source_dijkstra_path_length(graph, start, cutoff=16), "not the same work"
    ours = seconds(lambda: [reach_rows(rows, start, 16) for start in starts], 5)
    theirs = seconds(lambda: [nx.single_source_dijkstra_path_length(graph, start, cutoff=16) for start in starts], 5)
    return beside("reach of 300 units", ours, theirs, "networkx", 0.33)

"""Lines and outlines on the plane: chains of edges, smooth curves, and the fit of a piece of map onto paper."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

from pbem.reports.map.pen import Box, Path, Point

Edge = tuple[Point, Point]


def snap(at: Point) -> Point:
    """Corners computed from two hexes fall together."""
    return (round(at[0], 4) + 0.0, round(at[1], 4) + 0.0)


def middle(a: Point, b: Point) -> Point:
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def towards(a: Point, b: Point, part: float) -> Point:
    return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)


def angle(a: Point, b: Point) -> float:
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))


def chains(edges: Iterable[Edge]) -> list[list[Point]]:
    """Edges joined into lines as long as they go; at a fork the two straightest arms go on as one."""
    own = sorted({(min(snap(a), snap(b)), max(snap(a), snap(b))) for a, b in edges})
    partner = _partners(own)
    used: set[Edge] = set()
    lines = []
    loose = [e for e in own if any((e, end) not in partner for end in e)]
    for edge in [*loose, *own]:
        if edge not in used:
            start = edge[0] if (edge, edge[0]) not in partner else edge[1]
            lines.append(_follow(edge, start, partner, used))
    return lines


def _follow(edge: Edge, start: Point, partner: dict[tuple[Edge, Point], Edge], used: set[Edge]) -> list[Point]:
    line, here, at = [start], edge, start
    while here not in used:
        used.add(here)
        at = here[1] if here[0] == at else here[0]
        line.append(at)
        here = partner.get((here, at), here)
    return line


def _partners(edges: list[Edge]) -> dict[tuple[Edge, Point], Edge]:
    """For an edge and one of its ends: the edge it goes on with."""
    arms: dict[Point, list[Edge]] = {}
    for edge in edges:
        for end in edge:
            arms.setdefault(end, []).append(edge)
    partner: dict[tuple[Edge, Point], Edge] = {}
    for at, there in sorted(arms.items()):
        pairs = [(_bend(at, a, b), a, b) for i, a in enumerate(there) for b in there[i + 1 :]]
        for bend, a, b in sorted(pairs):
            if bend < 100 and (a, at) not in partner and (b, at) not in partner:
                partner[a, at], partner[b, at] = b, a
    return partner


def _bend(at: Point, a: Edge, b: Edge) -> float:
    """How far from straight on, in degrees."""
    one = angle(at, a[1] if a[0] == at else a[0])
    two = angle(b[1] if b[0] == at else b[0], at)
    return round(abs((one - two + 180) % 360 - 180), 3)


def through(line: list[Point], pull: float = 0.5) -> Path:
    """A smooth curve through every point."""
    path = Path([]).move(line[0])
    for n in range(len(line) - 1):
        a, b = line[n], line[n + 1]
        before, after = line[max(n - 1, 0)], line[min(n + 2, len(line) - 1)]
        k = pull / 3
        path.curve(
            (a[0] + (b[0] - before[0]) * k, a[1] + (b[1] - before[1]) * k), (b[0] - (after[0] - a[0]) * k, b[1] - (after[1] - a[1]) * k), b
        )
    return path


def rounded(line: list[Point]) -> Path:
    """A curve that touches the middle of every piece and cuts the corners; a ring stays a ring."""
    ring = len(line) > 3 and line[0] == line[-1]
    path = Path([]).move(middle(line[0], line[1]) if ring else line[0])
    if not ring:
        path.line(middle(line[0], line[1]))
    for n in range(1, len(line) - 1):
        _bent(path, middle(line[n - 1], line[n]), line[n], middle(line[n], line[n + 1]))
    if ring:
        _bent(path, middle(line[-2], line[-1]), line[0], middle(line[0], line[1]))
        return path.close()
    return path.line(line[-1])


def _bent(path: Path, start: Point, corner: Point, end: Point) -> None:
    path.curve(towards(start, corner, 0.66), towards(end, corner, 0.66), end)


def outline(shapes: Iterable[list[Point]]) -> list[list[Point]]:
    """The rings round a group of hexes: edges that belong to one of them only."""
    count: dict[Edge, int] = {}
    for shape in shapes:
        ring = [snap(p) for p in shape]
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            edge = (min(a, b), max(a, b))
            count[edge] = count.get(edge, 0) + 1
    return chains(edge for edge, n in count.items() if n == 1)


class Fit(msgspec.Struct, frozen=True):
    """From the plane of the board to paper: `unit` points for the distance of two neighbouring hexes."""

    unit: float
    dx: float = 0.0
    dy: float = 0.0

    def at(self, p: Point) -> Point:
        return (p[0] * self.unit + self.dx, p[1] * self.unit + self.dy)

    def all(self, points: Iterable[Point]) -> list[Point]:
        return [self.at(p) for p in points]


def bounds(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))


def overlap(a: Box, b: Box) -> float:
    """The area two boxes share."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def grown(box: Box, by: float) -> Box:
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


def holds(box: Box, p: Point) -> bool:
    return box[0] <= p[0] <= box[2] and box[1] <= p[1] <= box[3]

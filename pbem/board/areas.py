"""Outlines of areas, held against the rest of the map: readable, round their own middle, side by side where linked, nowhere overlapping."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pbem.board.board import Pair, Plane, pair, ring
from pbem.board.check import Atlas, Faults
from pbem.board.table import Line

Side = tuple[Plane, Plane]


def outlines(atlas: Atlas) -> Faults:
    """`areas.csv`, where the map has one. That its rings can be read has been seen to when it was loaded."""
    lines = {line["id"]: line for line in atlas.lines("areas")} if "areas" in atlas.board.tables else {}
    if not lines:
        return
    for id, line in lines.items():
        if id not in atlas.spaces:
            yield line.fault("id", f"{id!r} is not in spaces.csv", "add the space or take the outline out")
    known = {id: line for id, line in lines.items() if id in atlas.spaces}
    for id, space in atlas.spaces.items():
        if id not in known:
            yield space.fault("id", f"{id} has no outline", "add its ring to areas.csv")
    yield from middles(atlas, known)
    yield from neighbours(atlas, known)
    yield from overlaps(known)


def middles(atlas: Atlas, lines: dict[str, Line]) -> Faults:
    for id, line in lines.items():
        if not inside(atlas.board.centre(id), ring(line["ring"])):
            yield line.fault("ring", f"the centre of {id} lies outside its outline", "mend the ring, or x and y in spaces.csv")


def neighbours(atlas: Atlas, lines: dict[str, Line]) -> Faults:
    """Areas share a side just where they are linked."""
    beside = shared(lines)
    for link in atlas.links:
        a, b = pair(link["a"], link["b"])
        if a in lines and b in lines and (a, b) not in beside:
            yield link.fault("b", f"{a} and {b} are linked, but their outlines share no side", "mend areas.csv, or take the link out")
    for a, b in beside:
        if (a, b) not in atlas.board.links:
            yield lines[b].fault("ring", f"{a} and {b} share a side, but are not linked", "add them to links.csv, or mend the ring")


def shared(lines: dict[str, Line]) -> list[Pair]:
    """Pairs of areas with a side in common."""
    owners: dict[Side, list[str]] = {}
    for id, line in sorted(lines.items()):
        for side in sides(ring(line["ring"])):
            owners.setdefault((min(side), max(side)), []).append(id)
    return sorted({pair(a, b) for there in owners.values() for a, b in combinations(there, 2)})


def overlaps(lines: dict[str, Line]) -> Faults:
    rings = {id: ring(line["ring"]) for id, line in sorted(lines.items())}
    for a, b in combinations(rings, 2):
        if crossing(rings[a], rings[b]):
            yield lines[b].fault("ring", f"the outlines of {a} and {b} overlap", "give both the same corners along their border")


def crossing(one: list[Plane], other: list[Plane]) -> bool:
    """Sides that cross, or a corner of one within the other."""
    for p, others in [*((p, other) for p in one), *((p, one) for p in other)]:
        if not on_border(p, others) and inside(p, others):
            return True
    return any(cross(s, t) for s in sides(one) for t in sides(other))


def sides(corners: list[Plane]) -> Iterator[Side]:
    yield from zip(corners, corners[1:] + corners[:1], strict=True)


def inside(p: Plane, corners: list[Plane]) -> bool:
    """Whether a ray from the point meets the outline an odd number of times."""
    odd = False
    for (ax, ay), (bx, by) in sides(corners):
        if (ay > p[1]) != (by > p[1]) and p[0] < ax + (bx - ax) * (p[1] - ay) / (by - ay):
            odd = not odd
    return odd


def on_border(p: Plane, corners: list[Plane]) -> bool:
    for a, b in sides(corners):
        between = min(a[0], b[0]) - 1e-9 <= p[0] <= max(a[0], b[0]) + 1e-9 and min(a[1], b[1]) - 1e-9 <= p[1] <= max(a[1], b[1]) + 1e-9
        if between and abs(turn(a, b, p)) < 1e-9:
            return True
    return False


def turn(a: Plane, b: Plane, c: Plane) -> float:
    """Positive where c lies left of the way from a to b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def cross(s: Side, t: Side) -> bool:
    """Whether two sides cross, other than by touching."""
    return turn(*s, t[0]) * turn(*s, t[1]) < -1e-12 and turn(*t, s[0]) * turn(*t, s[1]) < -1e-12

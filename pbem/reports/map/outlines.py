"""Areas with outlines: their borders as smooth curves, bands inside them, and where in each its title and its cards find room."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from pbem.board import Board, Pair
from pbem.reports.map.geometry import angle, bounds, grown, holds, snap, through
from pbem.reports.map.pen import Box, Path, Point

Piece = tuple[Point, ...]
OPEN = 0.24  # round the middle of an area that had better stay open
TALL = 5.0  # from this height on cards keep to the title, not to the middle
BUILT = ("village", "town", "city")
DEEP = 1.7  # how far below the top of the area a title may begin, for the sake of its width
BEND = 50  # degrees from which a corner stays a corner
HEAD = 0.44  # height of the title of an area, in units of the plane
CARD = (0.72, 1.07)  # room for one card with what lies under it
SHRINK = (1.22, 1.14, 1.07, 1.0, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62, 0.56, 0.5, 0.44, 0.38, 0.32, 0.26)


class Borders(msgspec.Struct):
    rings: dict[str, list[Piece]]  # of each area, in order round it
    owners: dict[Piece, list[str]]  # of each piece, in the direction of the smaller end: the areas on its two hands


def canonical(piece: Piece) -> Piece:
    return min(piece, piece[::-1])


@lru_cache(maxsize=16)
def borders(board: Board) -> Borders:
    """The outlines cut where a third area meets the border, or where they turn a sharp corner."""
    rings = {id: [snap(p) for p in board.corners(id)] for id in board.ids}
    touching: dict[Point, set[str]] = {}
    for id, ring in rings.items():
        for p in ring:
            touching.setdefault(p, set()).add(id)
    cut = {p for ring in rings.values() for p in _corners(ring, touching)}
    found = Borders({id: _pieces(ring, cut) for id, ring in rings.items() if ring}, {})
    for id, pieces in found.rings.items():
        for piece in pieces:
            found.owners.setdefault(canonical(piece), []).append(id)
    return found


def _corners(ring: list[Point], touching: dict[Point, set[str]]) -> Iterator[Point]:
    for n, p in enumerate(ring):
        before, after = ring[n - 1], ring[(n + 1) % len(ring)]
        bend = abs((angle(before, p) - angle(p, after) + 180) % 360 - 180)
        met = touching[before] & touching[p], touching[p] & touching[after]
        if len(touching[p]) > 2 or bend > BEND or met[0] != met[1]:
            yield p


def _pieces(ring: list[Point], cut: set[Point]) -> list[Piece]:
    first = next((n for n, p in enumerate(ring) if p in cut), 0)
    turned = [*ring[first:], *ring[: first + 1]]
    pieces, piece = [], [turned[0]]
    for p in turned[1:]:
        piece.append(p)
        if p in cut:
            pieces.append(tuple(piece))
            piece = [p]
    return pieces if len(piece) < 2 else [*pieces, tuple(piece)]


def curve(piece: Piece) -> Path:
    return through(list(piece), 0.6)


def outline(pieces: list[Piece]) -> Path:
    """One closed path; both areas of a border follow the same curve."""
    path = Path([])
    for n, piece in enumerate(pieces):
        part = curve(piece).pieces
        path.pieces += part if n == 0 else part[1:]
    return path.close()


def inner(pieces: list[Piece], by: float) -> Path:
    """The same outline moved inwards, with the same curves and corners."""
    ring = [p for piece in pieces for p in piece[:-1]]
    moved = inset(ring, by)
    found, n = [], 0
    for piece in pieces:
        found.append(tuple(moved[(n + k) % len(ring)] for k in range(len(piece))))
        n += len(piece) - 1
    return outline(found)


def inset(ring: list[Point], by: float) -> list[Point]:
    """The outline moved inwards."""
    ways = [_inwards(ring, n) for n in range(len(ring))]
    hand = 1 if area(ring) > 0 else -1
    return [(p[0] + hand * by * way[0], p[1] + hand * by * way[1]) for p, way in zip(ring, ways, strict=True)]


def _inwards(ring: list[Point], n: int) -> Point:
    """To the left of the way round, the steeper the corner the farther."""
    a, b, c = ring[n - 1], ring[n], ring[(n + 1) % len(ring)]
    one, two = _left(a, b), _left(b, c)
    x, y = one[0] + two[0], one[1] + two[1]
    square = max(x * x + y * y, 0.8)
    return (2 * x / square, 2 * y / square)


def _left(a: Point, b: Point) -> Point:
    far = math.dist(a, b) or 1.0
    return (-(b[1] - a[1]) / far, (b[0] - a[0]) / far)


def area(ring: list[Point]) -> float:
    """Positive where the ring runs against the clock."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True)) / 2


def inside(p: Point, ring: list[Point]) -> bool:
    odd = False
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        if (ay > p[1]) != (by > p[1]) and p[0] < ax + (bx - ax) * (p[1] - ay) / (by - ay):
            odd = not odd
    return odd


def border_between(board: Board, a: str, b: str) -> list[Piece]:
    pair: Pair = (a, b)
    return [piece for piece, ids in borders(board).owners.items() if sorted(ids) == sorted(pair)]


# room for title and cards


class Plot(msgspec.Struct):
    """On the plane: the strip of the title, and the cells of the cards under it, row by row."""

    head: Box
    cells: list[Box]


def grid(n: int) -> list[tuple[int, int]]:
    """Across and down: room for as many as are wanted, the fewest cells first."""
    n = max(n, 1)
    found = {(across, -(-n // across)) for across in range(1, min(n, 6) + 1)}
    return sorted(found, key=lambda one: (one[0] * one[1], abs(one[0] - 3)))


@lru_cache(maxsize=1024)
def plot(board: Board, id: str, n: int) -> Plot:
    """The title at the top of the area, always in the same place; below it the largest cards that n need, off the middle if they can be."""
    ring, centre = [snap(p) for p in board.corners(id)], board.centre(id)
    title, tall = head(ring, needed(board.spaces[id].name or "", id)), max(y for _, y in ring) - min(y for _, y in ring) > TALL
    built = board.spaces[id].terrain in BUILT and not tall
    for factor, free in [*((one, True) for one in SHRINK if built and one > 0.9), *((one, False) for one in SHRINK)]:
        for across, down in grid(n):
            wide, high = across * CARD[0] * factor, down * CARD[1] * factor
            middle = ((title[0] + title[2]) / 2, title[1] - high / 2) if tall else centre
            if (box := _fit(ring, title[1], middle, (wide, high), centre if free else None)) is not None:
                return Plot(title, _cut(box, across, down))
    left, _, right, _ = title
    return Plot(title, _cut((left, title[1] - (right - left) * 0.4, right, title[1]), 3, -(-n // 3)))


def needed(name: str, id: str) -> float:
    """How wide a title is, roughly: its id, its name, two signs."""
    return min(2.6, 0.27 * len(id) + 0.135 * len(name) + 0.7)


def head(ring: list[Point], need: float) -> Box:
    """As wide as the title needs, as high up as that goes; narrower where the area nowhere has that width."""
    left, bottom, right, top = bounds(ring)
    deep = min(0.45 * (top - bottom), DEEP)
    for wide in (need * part for part in (1.0, 0.92, 0.84, 0.76, 0.68, 0.6, 0.5, 0.4)):
        for j in range(int(deep / 0.06)):
            y = top - 0.16 - 0.06 * j
            found = [(x, y - HEAD, x + wide, y) for x in (left + 0.09 * i for i in range(int(max(0.0, right - left - wide) / 0.09) + 1))]
            if good := [box for box in found if _within(grown(box, 0.13), ring)]:
                return good[len(good) // 2]
    return (left, top - HEAD, right, top)


def _cut(box: Box, across: int, down: int) -> list[Box]:
    left, bottom, right, top = box
    step, fall = (right - left) / across, (top - bottom) / down
    spots = [(left + k % across * step, top - k // across * fall) for k in range(across * down)]
    return [(x, y - fall, x + step, y) for x, y in spots]


def _fit(ring: list[Point], below: float, middle: Point, size: tuple[float, float], spare: Point | None) -> Box | None:
    """The place for a box nearest to the middle, under the title; `spare`: a point round which the ground stays open."""
    wide, high = size
    left, bottom, right, _ = grown(bounds(ring), -0.12)
    if right - left < wide or below - bottom < high:
        return None
    across, up = int((right - left - wide) / 0.08), int((below - bottom - high) / 0.08)
    corners = [(left + i * 0.08, below - high - j * 0.08) for i in range(across + 1) for j in range(up + 1)]
    boxes = [(x, y, x + wide, y + high) for x, y in corners]
    for box in sorted(boxes, key=lambda box: _far(box, middle)):
        if not (spare and _covers(box, spare)) and _within(grown(box, 0.1), ring):
            return box
    return None


def _far(box: Box, centre: Point) -> float:
    return round(math.dist(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), centre), 3)


def _covers(box: Box, centre: Point) -> bool:
    return math.dist((min(max(centre[0], box[0]), box[2]), min(max(centre[1], box[1]), box[3])), centre) < OPEN


def _within(box: Box, ring: list[Point]) -> bool:
    left, bottom, right, top = box
    x, y = (left + right) / 2, (bottom + top) / 2
    spots = [(left, bottom), (right, bottom), (right, top), (left, top), (x, bottom), (x, top), (left, y), (right, y)]
    return not any(holds(box, p) for p in ring) and all(inside(p, ring) for p in spots)

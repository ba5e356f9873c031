"""What grows and stands in an area: quiet, inside its outline, and different without colour."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache

from pbem.board import Board
from pbem.reports.map.geometry import Fit, bounds, rounded, snap
from pbem.reports.map.outlines import area, inset, inside
from pbem.reports.map.pen import Path, Pen, Point, polygon, rectangle

TREE, TREE_EDGE, ROOF, ROOF_EDGE, STREET = "#9cc486", "#6d9a58", "#c98b74", "#8d4f3c", "#fbf6ea"
CONTOUR, FURROW, RUNWAY = "#a9834c", "#d9cba0", "#b9b6ab"
STAMP = 280.0  # of an area's art, drawn once
Art = Callable[[Pen, Board, str, Fit], None]


def mixed(i: int, j: int, salt: int) -> float:
    """A number from 0 to 1 that looks like chance and is always the same."""
    n = (i * 374761393 + j * 668265263 + salt * 2246822519) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((n ^ (n >> 16)) & 0xFFFF) / 0xFFFF


@lru_cache(maxsize=256)
def scattered(board: Board, id: str, step: float, edge: float) -> tuple[tuple[Point, float], ...]:
    """Points strewn over the area, and a number for each; none nearer to the border than `edge`."""
    return tuple(_scattered(inset([snap(p) for p in board.corners(id)], edge), step))


def _scattered(ring: list[Point], step: float) -> Iterator[tuple[Point, float]]:
    left, bottom, right, top = bounds(ring)
    for j in range(int(bottom / step) - 1, int(top / step) + 2):
        for i in range(int(left / step) - 1, int(right / step) + 2):
            x = (i + 0.5 * (j % 2) + 0.7 * (mixed(i, j, 1) - 0.5)) * step
            y = (j + 0.7 * (mixed(i, j, 2) - 0.5)) * step
            if inside((x, y), ring):
                yield (x, y), mixed(i, j, 3)


def draw_texture(pen: Pen, board: Board, id: str, fit: Fit) -> None:
    """One stamp an area, the same on every page."""
    if (art := ART.get(board.spaces[id].terrain)) is None:
        return
    left, bottom, right, top = bounds(board.corners(id))
    unit = STAMP / max(right - left, top - bottom)
    middle = ((left + right) / 2, (bottom + top) / 2)
    own = Fit(unit, -middle[0] * unit, -middle[1] * unit)
    pen.stamp(f"texture-{id}", fit.at(middle), fit.unit / unit, lambda p: art(p, board, id, own))


def wood(pen: Pen, board: Board, id: str, fit: Fit) -> None:
    """The hindmost trees first."""
    for (x, y), size in sorted(scattered(board, id, 0.21, 0.12), key=lambda one: -one[0][1]):
        r = fit.unit / 1000 * (0.8 + 0.2 * int(size * 3))
        for path, colour in zip(_conifer(fit.at((x, y)), r) if size > 0.62 else _leaves(fit.at((x, y)), r), (TREE_EDGE, TREE), strict=True):
            pen.draw(path, fill=colour)


def _leaves(at: Point, r: float) -> tuple[Path, Path]:
    """Three lobes, and the light on them."""
    (x, y), dark, light = at, Path([]), Path([])
    dark.move((x - 94 * r, y - 62 * r)).curve((x - 130 * r, y + 10 * r), (x - 60 * r, y + 50 * r), (x - 50 * r, y + 30 * r))
    dark.curve((x - 40 * r, y + 90 * r), (x + 50 * r, y + 80 * r), (x + 58 * r, y + 26 * r))
    dark.curve((x + 120 * r, y + 40 * r), (x + 130 * r, y - 50 * r), (x + 90 * r, y - 62 * r)).close()
    light.move((x - 76 * r, y - 34 * r)).curve((x - 96 * r, y + 10 * r), (x - 56 * r, y + 30 * r), (x - 42 * r, y + 12 * r))
    light.curve((x - 34 * r, y + 66 * r), (x + 34 * r, y + 60 * r), (x + 40 * r, y + 8 * r))
    return dark, light.curve((x + 84 * r, y + 18 * r), (x + 90 * r, y - 30 * r), (x + 60 * r, y - 34 * r)).close()


def _conifer(at: Point, r: float) -> tuple[Path, Path]:
    x, y = at
    dark = polygon([(x - 62 * r, y - 60 * r), (x + 62 * r, y - 60 * r), (x, y + 96 * r)])
    return dark, polygon([(x - 42 * r, y - 44 * r), (x + 14 * r, y - 44 * r), (x - 4 * r, y + 62 * r)])


def clear(pen: Pen, board: Board, id: str, fit: Fit) -> None:
    """Ploughed fields, each in its own direction."""
    path = Path([])
    for (x, y), turn in scattered(board, id, 0.52, 0.34):
        angle = math.tau * int(turn * 7) / 14
        cos, sin = math.cos(angle), math.sin(angle)
        for k in range(4):
            a, b = 0.19 - 0.03 * k, 0.075 * (k - 1.5)
            ends = [(x - a * cos - b * sin, y - a * sin + b * cos), (x + a * cos - b * sin, y + a * sin + b * cos)]
            path.move(fit.at(ends[0])).line(fit.at(ends[1]))
    pen.draw(path, stroke=FURROW, width=0.014 * fit.unit)


def hills(pen: Pen, board: Board, id: str, fit: Fit) -> None:
    """Contour lines that follow the outline, with strokes downhill."""
    centre = board.centre(id)
    for part, height in ((0.8, 0.012), (0.56, 0.014), (0.32, 0.016)):
        ring = _contour([snap(p) for p in board.corners(id)], centre, part)
        pen.draw(rounded([*fit.all(ring), fit.at(ring[0])]), stroke=CONTOUR, width=height * fit.unit)
        _hachures(pen, ring, fit)


def _contour(ring: list[Point], centre: Point, part: float) -> list[Point]:
    """The outline drawn in towards the middle, one corner a little more than the next."""
    found = []
    for n, (x, y) in enumerate(ring):
        own = part * (1 + 0.08 * (mixed(n, int(part * 100), 5) - 0.5))
        found.append((centre[0] + (x - centre[0]) * own, centre[1] + (y - centre[1]) * own))
    return found


def _hachures(pen: Pen, ring: list[Point], fit: Fit) -> None:
    hand, path = (1 if area(ring) > 0 else -1), Path([])
    for n, (a, b) in enumerate(zip(ring, ring[1:] + ring[:1], strict=True)):
        far = math.dist(a, b)
        if n % 4 == 3 or far < 0.05:
            continue
        out = (hand * (b[1] - a[1]) / far, -hand * (b[0] - a[0]) / far)
        strokes = max(2, int(far / 0.075))
        for k in range(strokes):
            x, y = (a[i] + (b[i] - a[i]) * (k + 0.5) / strokes for i in (0, 1))
            long = 0.07 + 0.05 * mixed(n, k, 7)
            path.move(fit.at((x, y))).line(fit.at((x + long * out[0], y + long * out[1])))
    pen.draw(path, stroke=CONTOUR, width=0.009 * fit.unit)


def village(pen: Pen, board: Board, id: str, fit: Fit) -> None:
    """Houses along two streets and a church, round the place itself; fields about it."""
    clear(pen, board, id, fit)
    x, y = board.centre(id)
    turn = math.tau * mixed(int(x * 100), int(y * 100), 11) / 2
    _streets(pen, (x, y), turn, fit)
    for k in range(30):
        _house(pen, (x, y), turn, k, fit)
    _church(pen, (x + 0.1 * math.cos(turn + 0.8), y + 0.1 * math.sin(turn + 0.8)), fit)


def _streets(pen: Pen, at: Point, turn: float, fit: Fit) -> None:
    for angle, long in ((turn, 0.72), (turn + 1.35, 0.5)):
        dx, dy = long * math.cos(angle), long * math.sin(angle)
        bent = (at[0] + 0.06 * math.sin(angle), at[1] - 0.06 * math.cos(angle))
        street = Path([]).move(fit.at((at[0] - dx, at[1] - dy))).curve(fit.at(bent), fit.at(bent), fit.at((at[0] + dx, at[1] + dy)))
        pen.draw(street, stroke="#b9a583", width=0.075 * fit.unit)
        pen.draw(street, stroke=STREET, width=0.05 * fit.unit)


def _house(pen: Pen, at: Point, turn: float, k: int, fit: Fit) -> None:
    """On one hand of one of the streets, the farther out the rarer."""
    angle, hand = (turn if k % 3 else turn + 1.35), (-1 if k % 2 else 1)
    along = (0.1 + 0.55 * mixed(k, 1, 13) ** 1.2) * (1 if k % 4 < 2 else -1) * (1.0 if k % 3 else 0.7)
    off = hand * (0.085 + 0.035 * mixed(k, 2, 13))
    cos, sin = math.cos(angle), math.sin(angle)
    x, y = at[0] + along * cos - off * sin, at[1] + along * sin + off * cos
    a, b = 0.035 + 0.03 * mixed(k, 3, 13), 0.028 + 0.012 * mixed(k, 4, 13)
    spots = [(x + u * a * cos - v * b * sin, y + u * a * sin + v * b * cos) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    pen.draw(polygon(fit.all(spots)), fill=ROOF, stroke=ROOF_EDGE, width=0.008 * fit.unit)


def _church(pen: Pen, at: Point, fit: Fit) -> None:
    x, y = fit.at(at)
    u = fit.unit
    pen.draw(rectangle(x - 0.04 * u, y - 0.05 * u, 0.08 * u, 0.1 * u), fill=ROOF_EDGE)
    cross = (
        polygon([(x, y + 0.05 * u), (x, y + 0.14 * u)], closed=False).move((x - 0.03 * u, y + 0.11 * u)).line((x + 0.03 * u, y + 0.11 * u))
    )
    pen.draw(cross, stroke=ROOF_EDGE, width=0.016 * u)


def city(pen: Pen, board: Board, id: str, fit: Fit) -> None:
    """Blocks all over."""
    u = fit.unit
    for (x, y), size in scattered(board, id, 0.26, 0.16):
        at, a, b = fit.at((x, y)), (0.06 + 0.05 * size) * u, (0.1 - 0.03 * size) * u
        pen.draw(rectangle(at[0] - a, at[1] - b, 2 * a, 2 * b), fill=ROOF, stroke=ROOF_EDGE, width=0.008 * u)


def airfield(pen: Pen, board: Board, id: str, fit: Fit) -> None:
    """A runway across the box."""
    left, bottom, right, top = bounds(board.corners(id))
    y = bottom + 0.16 * (top - bottom)
    ends = fit.all([(left + 0.1 * (right - left), y), (right - 0.1 * (right - left), y)])
    pen.draw(polygon(ends, closed=False), stroke=RUNWAY, width=0.13 * fit.unit)
    pen.draw(polygon(ends, closed=False), stroke="#ffffff", width=0.016 * fit.unit, dash=(0.14 * fit.unit, 0.1 * fit.unit))


ART: dict[str, Art] = {
    "wood": wood, "woods": wood, "forest": wood, "clear": clear, "hills": hills, "hill": hills, "village": village, "town": village,
    "city": city, "airfield": airfield,
}  # fmt: skip

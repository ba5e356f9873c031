"""What the turn has left on the map: flags of control, places of fights."""

from __future__ import annotations

import math

from pbem.engine.ruleset import CounterPicture
from pbem.reports.map import fonts, style
from pbem.reports.map.labels import flag_spot, mark_spot
from pbem.reports.map.pen import Path, Pen, Point, polygon
from pbem.reports.map.scene import Scene

FIGHT = "#c22418"
SOIL = "#c2a070"
MOVED = ("#1d5c2e", "#2a2a7c", "#7c2a6a")


def side_colour(counters: list[CounterPicture], sides: list[str], side: str) -> str:
    """The commonest colour of the side's counters, so that flag and counters agree."""
    own = [c.colour for c in counters if c.side == side and c.colour]
    spare = style.SIDE_COLOURS[sides.index(side) % len(style.SIDE_COLOURS)]
    return max(sorted(set(own)), key=own.count) if own else spare


def draw_flags(pen: Pen, scene: Scene) -> None:
    for id, side in sorted(scene.picture.control.items()):
        if scene.has(id) and side in scene.sides:
            colour = side_colour(scene.picture.counters, scene.sides, side)
            draw_flag(pen, flag_spot(scene, id), scene.unit / 100, colour, scene.sides.index(side))


def draw_flag(pen: Pen, at: Point, scale: float, colour: str, rank: int) -> None:
    """A square cloth for the first side, a pennant for the second, so that grey paper tells them apart."""
    x, y = at
    low, high = y - 5 * scale, y + 6 * scale
    cloth = [(x - 4 * scale, high), (x + 7 * scale, high), (x + 7 * scale, y), (x - 4 * scale, y)]
    if rank % 2:
        cloth = [(x - 4 * scale, high), (x + 8 * scale, y + 3 * scale), (x - 4 * scale, y)]
    pen.draw(polygon(cloth), fill=colour, stroke="#111111", width=0.9 * scale)
    pen.draw(polygon([(x - 4 * scale, low), (x - 4 * scale, high)], closed=False), stroke="#111111", width=1.4 * scale)


def draw_soil(pen: Pen, scene: Scene) -> None:
    """Strokes over ground that has changed."""
    for name, spaces in sorted(scene.picture.ground.items()):
        for id in spaces:
            if scene.has(id):
                pen.stamp(f"soil-{name}", scene.centre(id), scene.unit / 100, strokes)


def strokes(pen: Pen) -> None:
    for k in range(-2, 3):
        x, half = 17.0 * k, 34 - 5.0 * abs(k)
        pen.draw(polygon([(x - 0.3 * half, -half), (x + 0.3 * half, half)], closed=False), stroke=SOIL, width=2.6, dash=(9, 6))


def draw_moves(pen: Pen, scene: Scene) -> None:
    """The ways units went, as lines with a head; those of the second side are broken."""
    for side, way in scene.moves:
        points = [scene.centre(id) for id in way if id in scene.board.spaces]
        if len(points) < 2 or not any(scene.has(id) for id in way):
            continue
        rank = scene.sides.index(side) if side in scene.sides else 0
        draw_arrow(pen, points, scene.unit / 100, rank)


def draw_arrow(pen: Pen, points: list[Point], scale: float, rank: int, short: float = 0.0) -> None:
    """`short`: how far behind its tip the line ends, so that a broad one does not stick out of it."""
    colour = MOVED[rank % len(MOVED)]
    (x, y), last = points[-2], points[-1]
    turn = math.atan2(last[1] - y, last[0] - x)
    tip = (last[0] - 31 * scale * math.cos(turn), last[1] - 31 * scale * math.sin(turn))
    wings = [(tip[0] - 9 * scale * math.cos(turn + k), tip[1] - 9 * scale * math.sin(turn + k)) for k in (0.5, -0.5)]
    line = polygon([*points[:-1], (tip[0] - short * scale * math.cos(turn), tip[1] - short * scale * math.sin(turn))], closed=False)
    pen.draw(line, stroke="#ffffff", width=4.4 * scale)
    pen.draw(line, stroke=colour, width=2.2 * scale, dash=(6 * scale, 4 * scale) if rank % 2 else ())
    pen.draw(polygon([tip, *wings]), fill=colour, stroke="#ffffff", width=0.8 * scale)


def draw_fights(pen: Pen, scene: Scene) -> None:
    for id, label in sorted(scene.marks.items()):
        if scene.has(id):
            draw_fight(pen, mark_spot(scene, id), scene.unit / 100, label)


def draw_fight(pen: Pen, at: Point, scale: float, label: str) -> None:
    pen.draw(_star(at, 8.8 * scale, 6.6 * scale), fill=FIGHT, stroke="#ffffff", width=0.5 * scale)
    size = fonts.fitting(label, fonts.NARROW_BOLD, 8.5 * scale, 11 * scale)
    pen.text((at[0], at[1] - 0.36 * size), label, size, face=fonts.NARROW_BOLD, colour="#ffffff")


def _star(at: Point, far: float, near: float) -> Path:
    points = []
    for k in range(18):
        r, turn = (far, near)[k % 2], math.tau * k / 18
        points.append((at[0] + r * math.cos(turn), at[1] + r * math.sin(turn)))
    return polygon(points)

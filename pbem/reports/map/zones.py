"""A map of areas with outlines: ground, borders, who holds what, titles, and the cards that lie there."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from pbem.board import Board
from pbem.engine.ruleset import CounterPicture, Picture
from pbem.reports.map import fonts, style
from pbem.reports.map.cards import draw_in
from pbem.reports.map.geometry import Fit, snap
from pbem.reports.map.marks import draw_arrow, draw_fight, side_colour
from pbem.reports.map.outlines import Plot, borders, curve, inner, inset, outline, plot
from pbem.reports.map.pen import Box, Drawing, Path, Pen, Point, circle, polygon
from pbem.reports.map.scene import Scene, make_scene
from pbem.reports.map.style import mixed
from pbem.reports.map.texture import draw_texture

BORDER, FRONT = "#6f685a", "#1c1a17"
ID, NAME = 0.34, 0.215  # sizes of type, in units of the plane
BAND = 0.085
SOUND, AMISS = "supplied", "#c98a7c"


class Pile(msgspec.Struct):
    """A card that lies by itself, and what lies on or under it."""

    card: CounterPicture
    strips: list[CounterPicture]


def piles(counters: list[CounterPicture], sides: list[str]) -> list[Pile]:
    """In the order of the picture, one side after the other; on each what lies with it, the nearest first."""
    own = {c.id: c for c in counters}
    lying: dict[str, list[CounterPicture]] = {}
    for c in counters:
        if c.on in own:
            lying.setdefault(c.on, []).append(c)
    found = []
    for top in sorted((c for c in counters if c.on not in own), key=lambda c: sides.index(c.side)):
        strips, wave = list[CounterPicture](), [top]
        while wave:
            wave = [c for below in wave for c in lying.pop(below.id, [])]
            strips += wave
        found.append(Pile(top, strips))
    return found


def laid_out(scene: Scene) -> dict[str, list[Pile]]:
    there: dict[str, list[CounterPicture]] = {}
    for c in scene.counters():
        there.setdefault(c.at, []).append(c)
    return {id: piles(there.get(id, []), scene.sides) for id in scene.region}


def plots(scene: Scene) -> dict[str, Plot]:
    return {id: plot(scene.board, id, len(there)) for id, there in laid_out(scene).items()}


def title_and_cards(scene: Scene) -> dict[str, Box]:
    """Of every area the part that has to be seen, on paper."""
    return {id: on_paper(scene.fit, (place.head[0], min(c[1] for c in place.cells), *place.head[2:])) for id, place in plots(scene).items()}


def cells(place: Plot, n: int) -> list[Box]:
    """Those that n cards take: a row that is not full stands in the middle."""
    across = sum(1 for cell in place.cells if abs(cell[3] - place.cells[0][3]) < 1e-9)
    found = []
    for k in range(min(n, len(place.cells))):
        left, bottom, right, top = place.cells[k]
        missing = across - min(across, n - k // across * across)  # in its row
        push = missing * (right - left) / 2
        found.append((left + push, bottom, right + push, top))
    return found


def on_paper(fit: Fit, box: Box) -> Box:
    return (*fit.at((box[0], box[1])), *fit.at((box[2], box[3])))


def draw_areas(pen: Pen, scene: Scene) -> None:
    printed(scene.board, tuple(scene.region), scene.fit).onto(pen)
    draw_held(pen, scene)
    draw_cut_off(pen, scene)
    draw_borders(pen, scene)
    draw_ways_gone(pen, scene)
    there = laid_out(scene)
    for id, place in plots(scene).items():
        draw_title(pen, scene, id, place)
        for pile, cell in zip(there[id], cells(place, len(there[id])), strict=False):
            draw_in(pen, on_paper(scene.fit, cell), pile.card, pile.strips, scene.sides, scene.codes)


@lru_cache(maxsize=64)
def printed(board: Board, region: tuple[str, ...], fit: Fit) -> Drawing:
    """The ground alone: the same whatever happens on it."""
    scene, drawn = make_scene(board, Picture([], []), region).refit(fit), Drawing()
    terrains = sorted({board.spaces[id].terrain for id in region})
    for id in region:
        path = fitted(outline(borders(board).rings[id]), fit)
        drawn.draw(path, fill=style.ground(board.spaces[id].terrain, terrains))
    for id in scene.region:
        draw_texture(drawn, board, id, fit)
    return drawn


def fitted(path: Path, fit: Fit) -> Path:
    found = Path([])
    for letter, *numbers in path.pieces:
        points = fit.all(zip(numbers[::2], numbers[1::2], strict=True))
        found.pieces.append((letter, *(v for p in points for v in p)))
    return found


def held_colour(scene: Scene, side: str) -> str:
    return mixed(side_colour([*scene.picture.counters, *scene.picture.hand], scene.sides, side), "#000000", 0.28)


def draw_held(pen: Pen, scene: Scene) -> None:
    """A band along the inside of the border; that of the second side is broken, so that grey paper tells them apart."""
    for id, side in sorted(scene.picture.control.items()):
        if not scene.has(id) or side not in scene.sides:
            continue
        path, rank, wide = (
            fitted(inner(borders(scene.board).rings[id], 0.6 * BAND + 0.035), scene.fit),
            scene.sides.index(side),
            BAND * scene.unit,
        )
        pen.draw(path, stroke=held_colour(scene, side), width=wide)
        if rank % 2:
            pen.draw(path, stroke="#ffffff", width=0.45 * wide, dash=(2.2 * wide, 2.2 * wide))


def draw_borders(pen: Pen, scene: Scene) -> None:
    """Thin between areas of one side, thick where two sides meet."""
    control, front = scene.picture.control, []
    for piece, ids in sorted(borders(scene.board).owners.items()):
        if not any(id in scene.inside for id in ids):
            continue
        path = fitted(curve(piece), scene.fit)
        if is_front(control, ids):
            front.append(path)
        else:
            pen.draw(path, stroke=BORDER, width=0.02 * scene.unit)
    draw_front(pen, front, scene.unit)


def is_front(control: dict[str, str], areas: list[str]) -> bool:
    owners = {control.get(id, "") for id in areas}
    return len(areas) == 2 and "" not in owners and len(owners) == 2


def draw_front(pen: Pen, lines: list[Path], unit: float) -> None:
    for wide, colour in ((0.13, "#ffffff"), (0.085, FRONT)):
        for path in lines:
            pen.draw(path, stroke=colour, width=wide * unit)
    for path in lines:
        pen.draw(path, stroke="#e8604c", width=0.03 * unit, dash=(0.12 * unit, 0.09 * unit))


def draw_ways_gone(pen: Pen, scene: Scene) -> None:
    for side, way in scene.moves:
        points = [scene.centre(id) for id in way if id in scene.board.spaces]
        if len(points) > 1 and any(scene.has(id) for id in way):
            draw_arrow(pen, points, scene.unit / 42, scene.sides.index(side) if side in scene.sides else 0, 5.0)


# titles


def draw_title(pen: Pen, scene: Scene, id: str, place: Plot) -> None:
    """Id, name, and at the right end the signs of the area."""
    left, bottom, right, _ = on_paper(scene.fit, place.head)
    u = scene.unit
    foot, signs = bottom + 0.1 * u, own_signs(scene, id)
    size = fonts.fitting(id, fonts.BOLD, ID * u, 0.4 * (right - left))
    pen.text((left + 0.04 * u, foot), id, size, face=fonts.BOLD, colour=style.INK, anchor="start", halo="#fffdf5")
    start = left + 0.14 * u + fonts.width(id, fonts.BOLD, size)
    room = right - start - 0.3 * u * len(signs) - 0.04 * u
    name = title_of(scene, id)
    own = fonts.fitting(name, fonts.NARROW_BOLD, NAME * u, room)
    pen.text((start, foot + 0.02 * u), name, own, face=fonts.NARROW_BOLD, colour="#3a352c", anchor="start", halo="#fffdf5")
    for n, sign in enumerate(signs):
        sign(pen, (right - (0.17 + 0.3 * n) * u, foot + 0.12 * u), u)


def title_of(scene: Scene, id: str) -> str:
    key = f"place.{id}"
    return scene.say(key) if scene.say.has(key) else scene.board.spaces[id].name


Sign = Callable[[Pen, Point, float], None]


def own_signs(scene: Scene, id: str) -> list[Sign]:
    found: list[Sign] = []
    if label := scene.marks.get(id):
        found.append(lambda pen, at, u: draw_fight(pen, at, u / 60, label))
    for name, spaces in sorted(scene.picture.ground.items()):
        if id in spaces and name in SIGNS:
            found.append(SIGNS[name])
    return found


def _can(pen: Pen, at: Point, u: float, fill: str, ink: str) -> None:
    """A jerrycan."""
    body, cross = [(-8.5, -12), (8.5, -12), (8.5, 8), (3, 12), (-8.5, 12)], [(-5, -8), (5, 4), (-5, 4), (5, -8)]
    spots = [(at[0] + x * u / 100, at[1] + y * u / 100) for x, y in (*body, *cross)]
    pen.draw(polygon(spots[:5]), fill=fill, stroke=ink, width=0.022 * u)
    pen.draw(Path([]).move(spots[5]).line(spots[6]).move(spots[7]).line(spots[8]), stroke=ink, width=0.014 * u)


def supplied(pen: Pen, at: Point, u: float) -> None:
    _can(pen, at, u, "#dfe8c8", "#2f4a1e")


def unsupplied(pen: Pen, at: Point, u: float) -> None:
    """The same can, crossed out."""
    _can(pen, at, u, "#ffffff", "#6b675d")
    pen.draw(circle(at, 0.15 * u), stroke="#c22418", width=0.03 * u)
    far = 0.106 * u
    pen.draw(Path([]).move((at[0] - far, at[1] + far)).line((at[0] + far, at[1] - far)), stroke="#c22418", width=0.03 * u)


SIGNS: dict[str, Sign] = {"supplied": supplied, "unsupplied": unsupplied}


def draw_cut_off(pen: Pen, scene: Scene) -> None:
    """Fine strokes over ground of which something is amiss; what is as it should be has its sign alone."""
    for name, spaces in sorted(scene.picture.ground.items()):
        for id in spaces:
            if scene.has(id) and name != SOUND:
                path = Path([])
                for a, b in strokes(inset([snap(p) for p in scene.board.corners(id)], 0.17), 0.16):
                    path.move(scene.fit.at(a)).line(scene.fit.at(b))
                pen.draw(path, stroke=AMISS, width=0.016 * scene.unit)


def strokes(ring: list[Point], step: float) -> list[tuple[Point, Point]]:
    """Slanting lines across an outline, from border to border."""
    found, sums = [], [x + y for x, y in ring]
    for k in range(int(min(sums) / step), int(max(sums) / step) + 1):
        at, met = k * step, []
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
            low, high = ax + ay - at, bx + by - at
            if (low > 0) != (high > 0):
                part = low / (low - high)
                met.append((ax + (bx - ax) * part, ay + (by - ay) * part))
        met.sort()
        found += list(zip(met[::2], met[1::2], strict=False))
    return found

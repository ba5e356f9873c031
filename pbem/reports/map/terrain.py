"""The ground: colours with rounded edges, quiet marks that tell terrains apart without colour, grid and numbers."""

from __future__ import annotations

from collections.abc import Callable

from pbem.reports.map import fonts, style
from pbem.reports.map.geometry import outline, rounded, snap
from pbem.reports.map.pen import Path, Pen, Point, circle, polygon, rectangle
from pbem.reports.map.scene import Scene

Art = Callable[[Pen], None]
FOREST, LEAF, ROOF, REED = "#8fb878", "#a9c184", "#c68873", "#86b3a6"
TREES = [(-30, 12), (-12, 26), (8, 14), (28, 24), (34, -4), (18, -20), (-4, -8), (-24, -16), (-6, -32), (14, -38), (-38, -4), (-16, 6)]
HOUSES = [
    (-34, 8, 12, 8),
    (-18, 20, 9, 12),
    (-4, 8, 14, 9),
    (16, 22, 12, 8),
    (22, 2, 9, 12),
    (-28, -14, 10, 11),
    (-10, -24, 14, 8),
    (10, -16, 10, 9),
    (26, -24, 8, 9),
    (-20, -36, 12, 7),
    (6, -38, 10, 8),
    (-6, 30, 10, 7),
]


def draw_ground(pen: Pen, scene: Scene) -> None:
    """Clear first, then one terrain after the other, each over the edge of the one before."""
    terrains = sorted({scene.board.spaces[id].terrain for id in scene.region})
    base = style.GROUND["clear"] if scene.board.scheme else style.PAPER
    for id in scene.region:
        pen.draw(polygon(scene.corners(id)), fill=base, stroke=base, width=0.3)
    for terrain in terrains:
        if style.ground(terrain, terrains) != base:
            _patch(pen, scene, terrain, style.ground(terrain, terrains))
    for id in scene.region:
        draw_art(pen, scene, id)


def _patch(pen: Pen, scene: Scene, terrain: str, colour: str) -> None:
    path = Path([])
    for ring in outline(scene.corners(id) for id in scene.region if scene.board.spaces[id].terrain == terrain):
        curve = rounded(ring) if scene.board.scheme else polygon(ring[:-1])
        path.pieces += curve.pieces
    pen.draw(path, fill=colour, stroke=style.mixed(colour, "#000000", 0.12), width=0.4)


def draw_art(pen: Pen, scene: Scene, id: str) -> None:
    space = scene.board.spaces[id]
    for name in (space.terrain, *space.tags):
        if art := ART.get(name):
            pen.stamp(f"ground-{name}", scene.centre(id), scene.unit / 100, art)


def _forest(pen: Pen) -> None:
    for x, y in TREES:
        pen.draw(_tree(x, y, 5.2), fill=FOREST)


def _mixed(pen: Pen) -> None:
    for x, y in TREES[::3]:
        pen.draw(_tree(x, y, 4.2), fill=LEAF)


def _tree(x: float, y: float, r: float) -> Path:
    return circle((x, y), r).circle((x + r * 0.9, y - r * 0.3), r * 0.75)


def _city(pen: Pen) -> None:
    for x, y, wide, high in HOUSES:
        pen.draw(rectangle(x, y, wide, high), fill=ROOF)


def _reeds(pen: Pen) -> None:
    for x, y in [(-30, 10), (0, 24), (26, 8), (-14, -12), (16, -22), (-24, -32)]:
        pen.draw(polygon([(x, y), (x + 14, y)], closed=False), stroke=REED, width=1.4)
        pen.draw(polygon([(x + 3, y - 4), (x + 11, y - 4)], closed=False), stroke=REED, width=1.4)


def _hill(pen: Pen) -> None:
    for x, y in [(-22, 8), (14, 16), (0, -20), (28, -14)]:
        pen.draw(Path([]).move((x - 10, y - 5)).curve((x - 5, y + 8), (x + 5, y + 8), (x + 10, y - 5)), stroke="#a98a57", width=1.8)


def _waves(pen: Pen) -> None:
    for x, y in [(-28, 14), (6, 4), (-14, -16), (20, -26)]:
        pen.draw(Path([]).move((x, y)).curve((x + 5, y + 5), (x + 9, y - 5), (x + 15, y)), stroke="#6ea4c8", width=1.4)


ART: dict[str, Art] = {
    "forest": _forest,
    "woods": _forest,
    "wood": _forest,
    "mixed": _mixed,
    "orchard": _mixed,
    "city": _city,
    "town_terrain": _city,
    "polder": _reeds,
    "marsh": _reeds,
    "swamp": _reeds,
    "hill": _hill,
    "hills": _hill,
    "mountain": _hill,
    "mountains": _hill,
    "rough": _hill,
    "sea": _waves,
    "lake": _waves,
    "water": _waves,
}


def draw_grid(pen: Pen, scene: Scene) -> None:
    """Every hexside once."""
    path, done = Path([]), set[tuple[Point, Point]]()
    for id in scene.region:
        ring = scene.corners(id)
        for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
            key = (min(snap(a), snap(b)), max(snap(a), snap(b)))
            if key not in done:
                done.add(key)
                path.move(a).line(b)
    pen.draw(path, stroke=style.GRID, width=max(0.25, scene.unit * 0.008))


def number_spot(scene: Scene, id: str) -> Point:
    x, y = scene.centre(id)
    top = max(p[1] for p in scene.corners(id)) - y
    return (x, y + top - scene.unit * (0.115 if scene.board.scheme else 0.13))


def number_size(scene: Scene) -> float:
    return scene.unit * 0.1


def draw_numbers(pen: Pen, scene: Scene) -> None:
    for id in scene.region:
        pen.text(number_spot(scene, id), id, number_size(scene), face=fonts.NARROW, colour=style.NUMBER)

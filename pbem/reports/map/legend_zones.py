"""The legend of a map of areas and cards: terrain with what it does, who holds what, signs, and a card with its parts named."""

from __future__ import annotations

import msgspec

from pbem.engine.ruleset import CounterPicture
from pbem.reports.map import fonts, style
from pbem.reports.map.cards import ICONS, boxed, draw_back, draw_card
from pbem.reports.map.hand import colours
from pbem.reports.map.marks import side_colour
from pbem.reports.map.outlines import borders
from pbem.reports.map.pen import Pen, Point, polygon, rectangle
from pbem.reports.map.scene import Scene
from pbem.reports.map.zones import BORDER, SIGNS, draw_front, held_colour, is_front

SMALL = 0.16  # a sample of the ground, in parts of its size


def terrain_text(scene: Scene, name: str) -> str:
    """With its figures, if the game gives any."""
    figures = scene.picture.terrain.get(name)
    word = scene.word("terrain", name)
    return scene.say("map.terrain", terrain=word, **figures) if figures else word


def ground(scene: Scene, name: str, terrains: list[str], pen: Pen, at: Point) -> None:
    pen.draw(rectangle(at[0] - 13, at[1] - 6, 26, 12), fill=style.ground(name, terrains), stroke=BORDER, width=0.6)


def held(scene: Scene, side: str, pen: Pen, at: Point) -> None:
    line = polygon([(at[0] - 13, at[1]), (at[0] + 13, at[1])], closed=False)
    pen.draw(line, stroke=held_colour(scene, side), width=5)
    if scene.sides.index(side) % 2:
        pen.draw(line, stroke="#ffffff", width=2.2, dash=(6, 6))


def has_front(scene: Scene) -> bool:
    return any(is_front(scene.picture.control, ids) for ids in borders(scene.board).owners.values())


def front(pen: Pen, at: Point) -> None:
    draw_front(pen, [polygon([(at[0] - 13, at[1]), (at[0] + 13, at[1])], closed=False)], 42)


def sign(name: str, pen: Pen, at: Point) -> None:
    SIGNS[name](pen, at, 42)


def back(scene: Scene, pen: Pen, at: Point) -> None:
    side = next((c.side for c in scene.picture.counters if c.unknown), scene.sides[0])
    rank = scene.sides.index(side)
    pen.stamp(f"legend-back-{side}", at, 0.11, lambda p: draw_back(p, side_colour(colours(scene), scene.sides, side), rank))


def example(scene: Scene) -> CounterPicture | None:
    """The card that has most to show."""
    shown = [c for c in colours(scene) if not c.unknown and c.figures]
    if not shown:
        return None
    best = max(shown, key=lambda c: (sum(bool(v) for v in c.figures.values()), c.full, c.id))
    return msgspec.structs.replace(best, badges=[])


SPOTS = {"cost": (42, 44), "arm": (-28, -20), "inf": (0, -22), "defence": (28, -22), "pips": (30, -41)}  # and of the icons, below
FIRST, NEXT = (44, 30), 16  # of the icons beside the symbol


def draw_example(pen: Pen, scene: Scene, at: Point, room: float) -> None:
    """Its parts in their order from the top, with a line to each; pips and strips in words below."""
    card = example(scene)
    if card is None:
        return
    scale = 0.62
    pen.stamp("legend-card", at, scale, lambda p: draw_card(p, card, [], scene.sides, {}))
    beside = [name for name in ICONS if card.figures.get(name)]
    parts = ["cost", *beside, *reversed([name for name, _ in boxed(card)]), "pips"]
    for n, part in enumerate(parts):
        x, y = SPOTS.get(part, (0, -22))
        if part in ICONS:
            x, y = FIRST[0], FIRST[1] - NEXT * beside.index(part)
        end = (at[0] + 40, at[1] + 33 - 11.5 * n)
        pen.draw(polygon([(at[0] + x * scale, at[1] + y * scale), end], closed=False), stroke="#c22418", width=0.5)
        text = scene.word("map.card", part)
        pen.text((end[0] + 2, end[1] - 2.5), text, fonts.fitting(text, fonts.NARROW, 7.4, room - 44), anchor="start")
    for n, key in enumerate(("map.card.strips", "map.card.back")):
        text = scene.say(key)
        pen.text((at[0] - 31, at[1] - 58 - 10 * n), text, fonts.fitting(text, fonts.NARROW, 7.4, room + 28), anchor="start")

"""Under a map of cards: the side's hand as a row of cards, and what is counted beside the field."""

from __future__ import annotations

from functools import partial
from typing import Any

from reportlab.lib.units import mm

from pbem.engine.ruleset import CounterPicture
from pbem.reports.map import fonts, style
from pbem.reports.map.cards import HIGH, draw_card, name_of
from pbem.reports.map.marks import side_colour
from pbem.reports.map.pen import Box, Pen, rectangle
from pbem.reports.map.scene import Scene

TRACKS, TITLE, CARD = 12.5 * mm, 6.5 * mm, 17.0 * mm  # height of the boxes and of the title, width of a card
GAP = 1.2 * mm


def high(scene: Scene) -> float:
    """Room that hand and tracks take."""
    hand = TITLE + CARD * (HIGH + 4) / 100 + 3 * mm if scene.picture.hand else 0.0
    return hand + (TRACKS + 3 * mm if scene.picture.tracks else 0.0)


def draw_hand(pen: Pen, scene: Scene, box: Box) -> None:
    """From the top: the tracks, then the hand."""
    left, _, right, top = box
    if scene.picture.tracks:
        draw_tracks(pen, scene, (left, top - TRACKS, right, top))
        top -= TRACKS + 3 * mm
    if not scene.picture.hand:
        return
    title = scene.say("map.hand", n=len(scene.picture.hand))
    pen.text((left, top - TITLE + 2 * mm), title, 10, face=fonts.BOLD, anchor="start")
    step = min(CARD + GAP, (right - left + GAP) / len(scene.picture.hand))
    scale, y = (step - GAP) / 100, top - TITLE - CARD * HIGH / 200
    for n, card in enumerate(scene.picture.hand):
        at, art = (left + step * n + (step - GAP) / 2, y), partial(draw_card, c=card, strips=[], sides=scene.sides, codes=scene.codes)
        pen.stamp(name_of(card, []), at, scale, art)


def draw_tracks(pen: Pen, scene: Scene, box: Box) -> None:
    """A box each, with a number for every side that has one."""
    left, bottom, right, top = box
    shown = scene.picture.tracks
    wide = (right - left + GAP) / len(shown)
    for n, (name, value) in enumerate(shown.items()):
        x = left + wide * n
        pen.draw(rectangle(x, bottom, wide - GAP, top - bottom), fill="#f7f3e8", stroke="#8f8877", width=0.6)
        title = scene.word("track", name)
        size = fonts.fitting(title, fonts.NARROW_BOLD, 8, wide - GAP - 6)
        pen.text((x + (wide - GAP) / 2, top - 9.5), title, size, face=fonts.NARROW_BOLD, colour=style.INK)
        _values(pen, scene, value, (x, bottom, x + wide - GAP, top - 11))


def _values(pen: Pen, scene: Scene, value: Any, box: Box) -> None:
    left, bottom, right, _ = box
    parts = sorted(value.items()) if isinstance(value, dict) else [("", value)]
    wide = (right - left) / max(len(parts), 1)
    for n, (side, number) in enumerate(parts):
        x = left + wide * (n + 0.5)
        text, size = scene.word("value", str(number)), 14.0
        if side in scene.sides:
            chip = side_colour(colours(scene), scene.sides, side)
            pen.draw(rectangle(x - 23, bottom + 5, 24, 13), fill=chip, stroke="#111111", width=0.8)
            name = scene.word("side", side)
            small = fonts.fitting(name, fonts.NARROW_BOLD, 7.5, 22)
            pen.text((x - 11, bottom + 11.5 - 0.36 * small), name, small, face=fonts.NARROW_BOLD, colour=style.ink_on(chip))
            x += 13
        pen.text((x, bottom + 6.5), text, fonts.fitting(text, fonts.BOLD, size, wide - 28 if side else wide - 6), face=fonts.BOLD)


def colours(scene: Scene) -> list[CounterPicture]:
    return [*scene.picture.counters, *scene.picture.hand]

"""What the signs of the map mean: grounds, waters, ways, bridges, a counter with its parts named, badges, scale and north."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import msgspec
from reportlab.lib.units import mm

from pbem.engine.ruleset import CounterPicture
from pbem.reports.map import fonts, style
from pbem.reports.map import legend_zones as zones
from pbem.reports.map.bridges import STATES, draw_bridge, draw_ferry
from pbem.reports.map.counters import draw_badge, draw_face
from pbem.reports.map.hand import draw_hand
from pbem.reports.map.hand import high as hand_high
from pbem.reports.map.lines import draw_rail, way_kinds
from pbem.reports.map.marks import draw_arrow, draw_fight, draw_flag, side_colour, strokes
from pbem.reports.map.pen import Box, Path, Pen, Point, polygon
from pbem.reports.map.scene import Scene
from pbem.reports.map.terrain import ART
from pbem.reports.map.zones import SIGNS

ROW, SAMPLE, GAP, FONT = 15.0, 30.0, 7.0, 7.6
HIGH: float = 62 * mm


def high(scene: Scene) -> float:
    """Of all that stands under a map: on a map of cards hand and tracks too."""
    return HIGH + hand_high(scene) if scene.outlined else HIGH


Sample = Callable[[Pen, Point], None]


class Item(msgspec.Struct):
    text: str
    sample: Sample


def items(scene: Scene) -> list[Item]:
    """Only what this board and this position know."""
    if scene.outlined:
        return [*_areas(scene), *_marks(scene)]
    return [*_grounds(scene), *_soils(scene), *_waters(scene), *_ways(scene), *_bridges(scene), *_marks(scene)]


def _areas(scene: Scene) -> list[Item]:
    """Of a map of areas and cards: the ground, whose it is, the signs beside its title."""
    terrains = sorted({scene.board.spaces[id].terrain for id in scene.region} - {""})
    found = [Item(zones.terrain_text(scene, name), partial(zones.ground, scene, name, terrains)) for name in terrains]
    held = sorted({side for id, side in scene.picture.control.items() if scene.has(id) and side in scene.sides})
    found += [Item(scene.say("map.held", side=scene.word("side", side)), partial(zones.held, scene, side)) for side in held]
    found += [Item(scene.say("map.front"), zones.front)] if zones.has_front(scene) else []
    there = sorted(name for name, spaces in scene.picture.ground.items() if spaces and name in SIGNS)
    return [*found, *(Item(scene.word("soil", name), partial(zones.sign, name)) for name in there)]


def _grounds(scene: Scene) -> list[Item]:
    terrains = sorted({scene.board.spaces[id].terrain for id in scene.region} - {""})
    return [Item(scene.word("terrain", name), _ground(name, terrains)) for name in terrains]


def _soils(scene: Scene) -> list[Item]:
    """Ground that has changed."""
    return [
        Item(scene.word("soil", name), lambda pen, at: pen.stamp("soil-sample", at, 0.13, strokes))
        for name, spaces in sorted(scene.picture.ground.items())
        if any(scene.has(id) for id in spaces)
    ]


def _ground(name: str, terrains: list[str]) -> Sample:
    def draw(pen: Pen, at: Point) -> None:
        corners = [(at[0] + 13 * math.cos(math.tau * k / 6), at[1] + 7.2 * math.sin(math.tau * k / 6)) for k in range(6)]
        pen.draw(polygon(corners), fill=style.ground(name, terrains), stroke=style.GRID, width=0.5)
        if art := ART.get(name):
            pen.stamp(f"ground-{name}", at, 0.13, art)

    return draw


def _waters(scene: Scene) -> list[Item]:
    there = {row.get("water", "") for row in scene.board.sides.values()}
    found = [Item(scene.word("water", kind), _band(look, 22)) for kind, look in style.WATER.items() if kind in there]
    if any(row.get("slope") for row in scene.board.sides.values()):
        found.append(Item(scene.say("map.slope"), _slope))
    return found


def _band(look: tuple[float, str, str], unit: float) -> Sample:
    def draw(pen: Pen, at: Point) -> None:
        line = polygon([(at[0] - 13, at[1] - 1), (at[0] + 13, at[1] + 1)], closed=False)
        pen.draw(line, stroke=look[1], width=look[0] * unit / 60)
        pen.draw(line, stroke=look[2], width=look[0] * unit / 60 * 0.62)

    return draw


def _slope(pen: Pen, at: Point) -> None:
    path = Path([]).move((at[0] - 13, at[1] + 2)).line((at[0] + 13, at[1] + 2))
    for k in range(9):
        path.move((at[0] - 12 + 3 * k, at[1] + 2)).line((at[0] - 12 + 3 * k, at[1] - 3))
    pen.draw(path, stroke="#8a6a3c", width=0.7)


def _ways(scene: Scene) -> list[Item]:
    return [
        Item(scene.word("way", kind), _rail if kind == "rail" else _band(style.ROAD.get(kind, style.ROAD["road"]), 30))
        for kind in reversed(way_kinds(scene))
    ]


def _rail(pen: Pen, at: Point) -> None:
    draw_rail(pen, polygon([(at[0] - 13, at[1]), (at[0] + 13, at[1])], closed=False), 42)


def _bridges(scene: Scene) -> list[Item]:
    if not scene.picture.bridges:
        return []
    found = [Item(scene.word("bridge", state), _bridge(state)) for state in STATES]
    rows = scene.board.table("bridges")
    if any(row.get("demolishable") == "contact" for row in rows):
        found.append(
            Item(scene.say("map.primed"), lambda pen, at: pen.text((at[0], at[1] - 3), "x", 10, face=fonts.BOLD, colour="#c22418"))
        )
    if any(row.get("kind") == "ferry" for row in rows):
        found.append(Item(scene.say("map.ferry"), lambda pen, at: draw_ferry(pen, at, 0.7)))
    return found


def _bridge(state: str) -> Sample:
    return lambda pen, at: draw_bridge(pen, at, 0, 0.5, state)


def _marks(scene: Scene) -> list[Item]:
    found = [Item(scene.word("badge", name), _badge(code)) for name, code in sorted(scene.codes.items())]
    for side in scene.sides if scene.picture.control and not scene.outlined else ():
        found.append(Item(scene.say("map.held", side=scene.word("side", side)), _flag(scene, side)))
    if scene.marks:
        found.append(Item(scene.say("map.fight"), lambda pen, at: draw_fight(pen, at, 0.8, "F1")))
    for side in scene.sides if scene.moves else ():
        found.append(Item(scene.say("map.moved", side=scene.word("side", side)), _moved(scene.sides.index(side))))
    if scene.picture.arriving:
        found.append(Item(scene.say("map.entry"), lambda pen, at: pen.text((at[0], at[1] - 3), "▶", 9, face=fonts.BOLD, colour="#7d1b10")))
    return found


def _moved(rank: int) -> Sample:
    return lambda pen, at: draw_arrow(pen, [(at[0] - 14, at[1]), (at[0] + 24, at[1])], 0.4, rank)


def _badge(code: str) -> Sample:
    def draw(pen: Pen, at: Point) -> None:
        pen.stamp(f"badge-{'-'.join(str(ord(ch)) for ch in code)}", at, 0.55, lambda p: draw_badge(p, (0, 0), code))

    return draw


def _flag(scene: Scene, side: str) -> Sample:
    colour = side_colour(scene.picture.counters, scene.sides, side)
    return lambda pen, at: draw_flag(pen, (at[0] - 2, at[1]), 0.8, colour, scene.sides.index(side))


# on the page


def draw_legend(pen: Pen, scene: Scene, box: Box) -> None:
    """In columns under the map: the signs, then a counter, then scale and north; the note on sources at the foot."""
    left, bottom, right, top = box
    head = 60.0 * mm
    if scene.outlined and scene.picture.tracks | {"": scene.picture.hand}:
        draw_hand(pen, scene, (left, top - hand_high(scene), right, top))
        top -= hand_high(scene)
    _draw_items(pen, items(scene), (left, bottom + 11, right - head, top), 2 if scene.outlined else 3)
    if scene.outlined:
        zones.draw_example(pen, scene, (right - head + 40, top - 38), head - 40)
    else:
        _draw_counter(pen, scene, (right - head + 34, top - 34))
    _draw_scale(pen, scene, (right - head + 6, bottom + (0 if scene.outlined else 17)))
    if scene.say.has("map.reconstructed"):
        pen.text((left, bottom + 1), scene.say("map.reconstructed"), 7, anchor="start", colour="#55524a")


def _draw_items(pen: Pen, signs: list[Item], box: Box, least: int) -> None:
    left, bottom, right, top = box
    down = max(1, int((top - bottom) // ROW))
    across = max(least, -(-len(signs) // down))
    down = -(-len(signs) // across)
    column = (right - left) / max(across, 1)
    for n, item in enumerate(signs):
        x, y = left + n // down * column, top - ROW / 2 - n % down * ROW
        item.sample(pen, (x + SAMPLE / 2, y))
        size = fonts.fitting(item.text, fonts.NARROW, FONT, column - SAMPLE - GAP - 2)
        pen.text((x + SAMPLE + GAP - 2, y - 0.35 * size), item.text, size, anchor="start", colour=style.INK)


PARTS = (("name", (40, 39)), ("size", (8, 24)), ("sp", (43, 3)), ("steps", (10, -17.6)), ("factors", (42, -35)), ("er", (-36, -7)))


def _draw_counter(pen: Pen, scene: Scene, at: Point) -> None:
    """A counter of this position, its parts named."""
    shown = [c for c in scene.picture.counters if not c.unknown]
    if not shown:
        return
    example = max(
        shown, key=lambda c: (bool(c.er) + bool(c.sp), c.full > 1, not c.badges, style.brightness(c.colour or "#ffffff") > 115, c.id)
    )
    example = msgspec.structs.replace(example, badges=[])
    scale = 0.62
    pen.stamp("legend-counter", at, scale, lambda p: draw_face(p, example, scene.sides, {}))
    for n, (part, (x, y)) in enumerate((part, spot) for part, spot in PARTS if _has(example, part)):
        end = (at[0] + 38, at[1] + 28 - 11.5 * n)
        pen.draw(polygon([(at[0] + x * scale, at[1] + y * scale), end], closed=False), stroke="#c22418", width=0.5)
        text = scene.say(f"map.counter.{part}")
        pen.text((end[0] + 2, end[1] - 2.5), text, fonts.fitting(text, fonts.NARROW, 7.2, 96), anchor="start")
    if scene.say.has("map.counter.guns"):
        text = scene.say("map.counter.guns")
        pen.text((at[0] - 31, at[1] - 46), text, fonts.fitting(text, fonts.NARROW, 7.2, 165), anchor="start")


def _has(c: CounterPicture, part: str) -> bool:
    there = {"name": c.id, "size": c.size, "sp": c.sp, "steps": c.full > 1, "factors": c.factors, "er": c.er}
    return bool(there[part])


def _draw_scale(pen: Pen, scene: Scene, at: Point) -> None:
    """Five kilometres as drawn here, and where north lies."""
    place = scene.board.georeference
    if not place.hex_metres:
        return
    km = 5 if scene.unit < 40 else 2
    long = km * 1000 / place.hex_metres * scene.unit
    x, y = at
    pen.draw(polygon([(x, y + 4), (x, y), (x + long, y), (x + long, y + 4)], closed=False), stroke="#111111", width=1.2)
    pen.text((x + long / 2, y + 3), f"{km} km", 7.5, face=fonts.NARROW_BOLD)
    turn = math.radians(90 - place.north)
    foot, tip = (x + long + 22, y + 4), (x + long + 22 + 24 * math.cos(turn), y + 4 + 24 * math.sin(turn))
    side = [(tip[0] - 7 * math.cos(turn + k), tip[1] - 7 * math.sin(turn + k)) for k in (0.45, -0.45)]
    pen.draw(polygon([foot, tip], closed=False), stroke="#111111", width=1.4)
    pen.draw(polygon([tip, *side]), fill="#111111")
    pen.text((tip[0] + 7 * math.cos(turn), tip[1] + 7 * math.sin(turn) - 3), scene.say("map.north"), 9, face=fonts.BOLD)

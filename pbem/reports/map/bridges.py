"""Bridges over the hexsides, each state with a look of its own that colour only repeats."""

from __future__ import annotations

import math

from pbem.reports.map import fonts
from pbem.reports.map.geometry import angle, middle
from pbem.reports.map.lines import hexside
from pbem.reports.map.pen import Box, Path, Pen, Point, circle, polygon
from pbem.reports.map.scene import Scene

LONG, WIDE = 15.0, 9.5  # of a hundred
STATES = ("untouched", "intact", "repaired", "blown", "down")
GOOD, BAD, NEW, GONE = "#2e7d3a", "#c22418", "#1f5fa8", "#8c887e"


def crossings(scene: Scene) -> dict[str, tuple[Point, float]]:
    """Every bridge of the region: hexside -> its middle and the angle of the way over it."""
    found = {}
    for side in sorted(scene.picture.bridges):
        a, _, b = side.partition("/")
        if scene.has(a) or scene.has(b):
            at = middle(scene.centre(a), scene.centre(b))
            found[side] = (at, angle(scene.centre(a), scene.centre(b)))
    return found


def boxes(scene: Scene) -> list[Box]:
    r = scene.unit * LONG / 100
    return [(x - r, y - r, x + r, y + r) for (x, y), _ in crossings(scene).values()]


def draw_bridges(pen: Pen, scene: Scene) -> None:
    main = {frozenset((row["a"], row["b"])) for row in scene.board.table("bridges") if row.get("class") == "main"}
    primed = {frozenset((row["a"], row["b"])) for row in scene.board.table("bridges") if row.get("demolishable") == "contact"}
    for side, (at, turn) in crossings(scene).items():
        state, ends = scene.picture.bridges[side], frozenset(side.split("/"))
        draw_bridge(pen, at, turn, scene.unit / 100 * (1.35 if ends in main else 1.0), state)
        if state == "untouched" and ends in primed:
            draw_primed(pen, scene, side, at)
    draw_ferries(pen, scene)


def draw_ferries(pen: Pen, scene: Scene) -> None:
    for row in scene.board.table("bridges"):
        if row.get("kind") == "ferry" and scene.has(row["a"]) and scene.has(row["b"]) and hexside(scene, row["a"], row["b"]):
            draw_ferry(pen, middle(scene.centre(row["a"]), scene.centre(row["b"])), scene.unit / 100)


def draw_ferry(pen: Pen, at: Point, scale: float) -> None:
    pen.draw(circle(at, 5.5 * scale), fill="#ffffff", stroke="#1d4f7c", width=1.5 * scale)
    pen.draw(circle(at, 1.8 * scale), fill="#1d4f7c")


def draw_primed(pen: Pen, scene: Scene, side: str, at: Point) -> None:
    """The x of a bridge that may blow on contact, beside it on the bank."""
    a, _, b = side.partition("/")
    x, y = at
    turn = math.radians(angle(scene.centre(a), scene.centre(b)) + 90)
    far = 0.155 * scene.unit
    pen.text(
        (x + math.cos(turn) * far, y + math.sin(turn) * far - 0.03 * scene.unit),
        "x",
        0.115 * scene.unit,
        face=fonts.BOLD,
        colour=BAD,
        halo="#ffffff",
    )


def turned(at: Point, turn: float, scale: float, points: list[Point]) -> list[Point]:
    cos, sin = math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale
    return [(at[0] + x * cos - y * sin, at[1] + x * sin + y * cos) for x, y in points]


def draw_bridge(pen: Pen, at: Point, turn: float, scale: float, state: str) -> None:
    def bent(*points: Point) -> Path:
        return polygon(turned(at, turn, scale, list(points)), closed=False)

    half, out = WIDE / 2, LONG / 2
    deck = polygon(turned(at, turn, scale, [(-out, -half), (out, -half), (out, half), (-out, half)]))
    ink = {"blown": "#111111", "down": GONE}.get(state, "#111111")
    fill = {"intact": GOOD, "untouched": "#ffffff", "repaired": "#ffffff"}.get(state, "")
    if fill:
        pen.draw(deck, fill=fill)
    if state == "repaired":
        for x in (-4.5, -1.5, 1.5, 4.5):
            pen.draw(bent((x, -half), (x, half)), stroke=NEW, width=1.5 * scale)
    for up in (half, -half):
        flare = up * 1.9
        pen.draw(bent((-out - 3.5, flare), (-out, up), (out, up), (out + 3.5, flare)), stroke="#ffffff", width=3.6 * scale)
        pen.draw(bent((-out - 3.5, flare), (-out, up), (out, up), (out + 3.5, flare)), stroke=ink, width=1.9 * scale)
    if state == "intact":
        pen.draw(bent((-3.2, 0.2), (-0.8, -2.2), (3.6, 2.6)), stroke="#ffffff", width=1.7 * scale)
    if state in ("blown", "down"):
        r, colour, wide = (9.5, BAD, 3.2) if state == "blown" else (6.0, GONE, 2.2)
        for halo, width in (("#ffffff", wide + 2.4), (colour, wide)):
            pen.draw(_cross(at, r * scale), stroke=halo, width=width * scale)


def _cross(at: Point, r: float) -> Path:
    x, y = at
    return Path([]).move((x - r, y - r)).line((x + r, y + r)).move((x - r, y + r)).line((x + r, y - r))

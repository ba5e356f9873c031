"""Counters: a face 100 wide round (0, 0), stamped at any size. The counters of a stack lie side by side: none hides another."""

from __future__ import annotations

import hashlib

import msgspec

from pbem.engine.ruleset import CounterPicture
from pbem.reports.map import fonts, style
from pbem.reports.map.pen import Box, Path, Pen, Point, circle, polygon, rectangle
from pbem.reports.map.symbols import draw_symbol

MOST = 9  # counters drawn in one space; with more, the last card says how many are left to the index
GRID = {1: (1, 1), 2: (2, 1), 3: (2, 2), 4: (2, 2), 5: (3, 2), 6: (3, 2), 7: (3, 3), 8: (3, 3), 9: (3, 3)}  # across, down
SIZE = {(1, 1): 0.625, (2, 1): 0.455, (2, 2): 0.372, (3, 2): 0.305, (3, 3): 0.262}  # of the distance of two hexes
GAP = 0.012
MARKED = "#b3261e"


class Stack(msgspec.Struct):
    """The counters of one space and where they are drawn, in rows from the top."""

    at: Point
    counters: list[CounterPicture]
    unit: float  # the distance of two neighbouring hexes

    @property
    def shown(self) -> list[CounterPicture]:
        return self.counters if len(self.counters) <= MOST else self.counters[: MOST - 1]

    @property
    def more(self) -> int:
        return len(self.counters) - len(self.shown)

    @property
    def grid(self) -> tuple[int, int]:
        return GRID[min(len(self.counters), MOST)]

    @property
    def size(self) -> float:
        return SIZE[self.grid] * self.unit

    @property
    def spots(self) -> list[Point]:
        across, down = self.grid
        step, n = self.size + GAP * self.unit, len(self.shown) + bool(self.more)
        found = []
        for k in range(n):
            row, in_row = k // across, min(across, n - k // across * across)
            found.append((self.at[0] + (k % across - (in_row - 1) / 2) * step, self.at[1] + ((down - 1) / 2 - row) * step))
        return found

    @property
    def boxes(self) -> list[Box]:
        half = self.size / 2
        return [(x - half, y - half, x + half, y + half) for x, y in self.spots]


def draw_stack(pen: Pen, stack: Stack, sides: list[str], codes: dict[str, str]) -> None:
    for counter, at in zip(stack.shown, stack.spots, strict=False):
        name = f"counter-{hashlib.sha256(repr_of(counter).encode()).hexdigest()[:24]}"
        pen.stamp(name, at, stack.size / 100, lambda p, c=counter: draw_face(p, c, sides, codes))  # type: ignore[misc]
    if stack.more:
        pen.stamp(f"more-{stack.more}", stack.spots[-1], stack.size / 100, lambda p: _draw_more(p, stack.more))


def _draw_more(pen: Pen, n: int) -> None:
    pen.draw(rectangle(-49, -49, 98, 98), fill="#ffffff", stroke="#111111", width=2)
    pen.text((0, -14), f"+{n}", 42, face=fonts.BOLD, colour="#111111")


def repr_of(c: CounterPicture) -> str:
    """Two counters that look alike have the same stamp."""
    steps = f"{c.steps}/{c.full}"
    return "|".join([c.id, c.side, c.colour, c.symbol, c.size, c.factors, c.er, c.sp, steps, *c.badges, str(c.unknown), c.label])


def draw_face(pen: Pen, c: CounterPicture, sides: list[str], codes: dict[str, str]) -> None:
    ground = c.colour or style.SIDE_COLOURS[sides.index(c.side) % len(style.SIDE_COLOURS)]
    ink, rank = style.ink_on(ground), sides.index(c.side)
    _card(pen, ground, rank)
    _name(pen, c.label or ("?" if c.unknown else c.id), ground, ink, rank)
    pen.text((0, 21.5), c.size, 8.5, face=fonts.BOLD, colour=ink)
    symbol = "" if c.unknown else c.symbol
    pen.stamp(f"symbol-{symbol}".replace(" ", "-"), (0, 3), 0.76, lambda p: draw_symbol(p, symbol, "#111111", "#fdfcf6"))
    _beside(pen, c, ink)
    _factors(pen, c, ground, ink)
    _badges(pen, c, codes)


def _card(pen: Pen, ground: str, rank: int) -> None:
    shape = rectangle(-49, -49, 98, 98)
    if rank >= 2:
        shape = polygon([(-49, -37), (-37, -49), (37, -49), (49, -37), (49, 37), (37, 49), (-37, 49), (-49, 37)])
    pen.draw(shape, fill=ground, stroke="#111111", width=2)


def _name(pen: Pen, label: str, ground: str, ink: str, rank: int) -> None:
    """The second side has its names on a band, so that the sides differ on grey paper too."""
    if rank % 2 == 1:
        edge = 41 if rank >= 2 else 48
        pen.draw(rectangle(-edge, 30, 2 * edge, 18), fill=ink)
    size = fonts.fitting(label, fonts.NARROW_BOLD, 16.5, 88 if rank < 2 else 76)
    pen.text((0, 39 - size * 0.36), label, size, face=fonts.NARROW_BOLD, colour=ground if rank % 2 == 1 else ink)


def _factors(pen: Pen, c: CounterPicture, ground: str, ink: str) -> None:
    """A unit that has lost steps has its factors on a pale band."""
    if c.steps < c.full:
        pen.draw(rectangle(-47, -47, 94, 25), fill="#fdfcf6")
        ink = "#111111"
    pen.text((0, -43.5), c.factors, fonts.fitting(c.factors, fonts.BOLD, 25, 88), face=fonts.BOLD, colour=ink)


def _beside(pen: Pen, c: CounterPicture, ink: str) -> None:
    """Left of the symbol the efficiency, right of it stacking points; below it one pip a step."""
    if c.er:
        pen.draw(circle((-36, 3), 10), fill="#fdfcf6", stroke="#111111", width=1.4)
        pen.text((-36, -2.2), c.er, fonts.fitting(c.er, fonts.BOLD, 14.5, 16), face=fonts.BOLD, colour="#111111")
    if c.sp:
        pen.text((36.5, -2.2), c.sp, fonts.fitting(c.sp, fonts.NARROW_BOLD, 14.5, 17), face=fonts.NARROW_BOLD, colour=ink)
    if c.full > 1:
        left = -4.2 * (c.full - 1)
        for n in range(c.full):
            pen.draw(circle((left + 8.4 * n, -17.6), 2.9), fill=ink if n < c.steps else "#ffffff", stroke=ink, width=1.1)


def _badges(pen: Pen, c: CounterPicture, codes: dict[str, str]) -> None:
    for n, name in enumerate(c.badges[:6]):
        draw_badge(pen, (41.0 - 82 * (n % 2), 21.0 - 36 * (n // 2 % 2) - 17 * (n // 4)), codes.get(name, name[:1].upper()))


def draw_badge(pen: Pen, at: Point, code: str) -> None:
    pen.draw(_pill(*at), fill=MARKED, stroke="#ffffff", width=1.6)
    size = fonts.fitting(code, fonts.BOLD, 14, 18)
    pen.text((at[0], at[1] - size * 0.36), code, size, face=fonts.BOLD, colour="#ffffff")


def _pill(x: float, y: float) -> Path:
    return rectangle(x - 11, y - 8.5, 22, 17)

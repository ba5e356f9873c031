"""Counters: a face 100 wide round (0, 0), stamped at any size; stacks fan out so that every name can be read."""

from __future__ import annotations

import msgspec

from pbem.engine.ruleset import CounterPicture
from pbem.reports.map import fonts, style
from pbem.reports.map.pen import Box, Path, Pen, Point, circle, polygon, rectangle
from pbem.reports.map.symbols import draw_symbol

STEP = 0.21  # how much of a counter shows above the one on top of it
ASIDE = 0.05
MARKED = "#b3261e"


class Stack(msgspec.Struct):
    """The counters of one space, the lowest first, and where they are drawn."""

    at: Point
    counters: list[CounterPicture]
    size: float

    @property
    def spots(self) -> list[Point]:
        n = len(self.counters)
        x, y = self.at[0] - ASIDE * self.size * (n - 1) / 2, self.at[1] + STEP * self.size * (n - 1) / 2
        return [(x + ASIDE * self.size * k, y - STEP * self.size * k) for k in range(n)]

    @property
    def box(self) -> Box:
        (first, last), half = (self.spots[0], self.spots[-1]), self.size / 2
        return (first[0] - half, last[1] - half, last[0] + half, first[1] + half)


def stack_size(n: int, largest: float, room: float) -> float:
    """A stack shrinks as a whole so that it stays in its hex."""
    return min(largest, room / (1 + STEP * (n - 1)))


def draw_stack(pen: Pen, stack: Stack, sides: list[str], codes: dict[str, str]) -> None:
    for counter, at in zip(stack.counters, stack.spots, strict=True):
        name = "counter-" + "".join(ch if ch.isalnum() else f"-{ord(ch)}-" for ch in repr_of(counter))
        pen.stamp(name, at, stack.size / 100, lambda p, c=counter: draw_face(p, c, sides, codes))  # type: ignore[misc]


def repr_of(c: CounterPicture) -> str:
    """Two counters that look alike have the same stamp."""
    return "|".join([c.id, c.side, c.colour, c.symbol, c.size, c.factors, c.er, c.sp, f"{c.steps}/{c.full}", *c.badges, str(c.unknown)])


def draw_face(pen: Pen, c: CounterPicture, sides: list[str], codes: dict[str, str]) -> None:
    ground = c.colour or style.SIDE_COLOURS[sides.index(c.side) % len(style.SIDE_COLOURS)]
    ink = style.ink_on(ground)
    _card(pen, ground, sides.index(c.side))
    if c.steps < c.full:
        pen.draw(rectangle(-47, -16, 94, 11), fill=style.mixed(ground, "#ffffff", 0.6))
    label = "?" if c.unknown else c.id
    pen.text((0, 33), label, fonts.fitting(label, fonts.NARROW_BOLD, 17, 92), face=fonts.NARROW_BOLD, colour=ink)
    pen.text((0, 22), c.size, 9.5, face=fonts.BOLD, colour=ink)
    pen.stamp(f"symbol-{c.symbol}-{ink[1:]}".replace(" ", "-"), (0, 4), 0.76, lambda p: draw_symbol(p, "" if c.unknown else c.symbol, "#111111", "#fdfcf6"))
    _beside(pen, c, ink)
    pen.text((0, -43), c.factors, fonts.fitting(c.factors, fonts.BOLD, 25, 80), face=fonts.BOLD, colour=ink)
    _badges(pen, c, codes)


def _card(pen: Pen, ground: str, rank: int) -> None:
    """Sides differ in their edge too: plain, double, clipped; so they differ on grey paper."""
    shape = rectangle(-49, -49, 98, 98)
    if rank >= 2:
        shape = polygon([(-49, -37), (-37, -49), (37, -49), (49, -37), (49, 37), (37, 49), (-37, 49), (-49, 37)])
    pen.draw(shape, fill=ground, stroke="#111111", width=2)
    if rank == 1:
        pen.draw(rectangle(-45.5, -45.5, 91, 91), stroke=style.ink_on(ground), width=1.2)


def _beside(pen: Pen, c: CounterPicture, ink: str) -> None:
    """Left of the symbol the efficiency, right of it stacking points; below it one pip a step."""
    if c.er:
        pen.draw(circle((-35.5, 4), 9), fill="#fdfcf6", stroke="#111111", width=1.4)
        pen.text((-35.5, -0.2), c.er, fonts.fitting(c.er, fonts.BOLD, 12.5, 15), face=fonts.BOLD, colour="#111111")
    if c.sp:
        pen.text((36, 0), c.sp, fonts.fitting(c.sp, fonts.NARROW_BOLD, 13, 14), face=fonts.NARROW_BOLD, colour=ink)
    if c.full > 1:
        left = -4.2 * (c.full - 1)
        for n in range(c.full):
            pen.draw(circle((left + 8.4 * n, -19.2), 2.9), fill=ink if n < c.steps else "#ffffff", stroke=ink, width=1.1)


def _badges(pen: Pen, c: CounterPicture, codes: dict[str, str]) -> None:
    for n, name in enumerate(c.badges):
        x, y = 40.0, -17.0 - 15.5 * n
        if n >= 2:
            x, y = -40.0, -17.0 - 15.5 * (n - 2)
        pen.draw(_pill(x, y), fill=MARKED, stroke="#ffffff", width=1.2)
        code = codes.get(name, name[:1].upper())
        pen.text((x, y - 4.3), code, fonts.fitting(code, fonts.BOLD, 12, 14), face=fonts.BOLD, colour="#ffffff")


def _pill(x: float, y: float) -> Path:
    return rectangle(x - 8.5, y - 7, 17, 14)


def badge_codes(counters: list[CounterPicture]) -> dict[str, str]:
    """The shortest capitals that tell all badges apart."""
    names = sorted({badge for c in counters for badge in c.badges})
    return {name: next(name[:k].upper() for k in range(1, len(name) + 1) if _alone(name, k, names)) for name in names}


def _alone(name: str, k: int, names: list[str]) -> bool:
    return k == len(name) or sum(other[:k].upper() == name[:k].upper() for other in names) == 1

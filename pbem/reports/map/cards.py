"""Unit cards: a face 100 wide and 120 high round (0, 0), what lies under it as strips below. A card face down is a back like any other."""

from __future__ import annotations

import hashlib
from functools import partial

import msgspec

from pbem.engine.ruleset import CounterPicture
from pbem.reports.map import fonts, style
from pbem.reports.map.counters import MARKED, draw_badge
from pbem.reports.map.pen import Box, Path, Pen, circle, polygon, rectangle
from pbem.reports.map.symbols import draw_symbol

PALE, INK, LOST, COST = "#fdfcf6", "#111111", "#c22418", "#f3d27a"
HIGH, STRIP, STRIPS = 120.0, 14.0, 2  # of the card, of a strip, and how many are shown
CELL = HIGH + STRIP * STRIPS


def name_of(card: CounterPicture, strips: list[CounterPicture]) -> str:
    """Two cards that look alike have the same stamp."""
    looks = [repr((c.id, c.side, c.colour, c.symbol, c.steps, c.full, c.badges, c.unknown, c.label, c.figures)) for c in (card, *strips)]
    return f"card-{hashlib.sha256('|'.join(looks).encode()).hexdigest()[:24]}"


def draw_in(pen: Pen, cell: Box, card: CounterPicture, strips: list[CounterPicture], sides: list[str], codes: dict[str, str]) -> None:
    """As large as the cell allows, at its top when strips lie below, else in its middle."""
    left, bottom, right, top = cell
    scale = min((right - left) / 106, (top - bottom) / (CELL + 4))
    y = top - (HIGH / 2 + 2) * scale if strips else (top + bottom) / 2
    at = ((left + right) / 2, y)
    if card.unknown:
        ground = card.colour or style.SIDE_COLOURS[sides.index(card.side) % len(style.SIDE_COLOURS)]
        rank = sides.index(card.side)
        pen.stamp(f"back-{card.side}-{ground[1:]}".replace(" ", "-"), at, scale, lambda p: draw_back(p, ground, rank))
    else:
        pen.stamp(name_of(card, strips), at, scale, lambda p: draw_card(p, card, strips, sides, codes))


def draw_back(pen: Pen, ground: str, rank: int) -> None:
    """All alike: nothing of what lies under it."""
    dark, pale = style.mixed(ground, "#000000", 0.45), style.mixed(ground, "#ffffff", 0.45)
    pen.draw(rectangle(-48, -59, 96, 118), fill=PALE, stroke=INK, width=2.2)
    pen.draw(rectangle(-42, -53, 84, 106), fill=ground, stroke=dark, width=1.6)
    path = Path([])
    if rank % 2:
        for k in range(-6, 7):  # y = x + c and y = -x - c
            c = 14.0 * k
            left, right = max(-42.0, -53.0 - c), min(42.0, 53.0 - c)
            path.move((left, left + c)).line((right, right + c)).move((-left, left + c)).line((-right, right + c))
    else:
        for k in range(1, 6):
            path.move((-42 + 14.0 * k, -53)).line((-42 + 14.0 * k, 53))
        for k in range(1, 8):
            path.move((-42, -53 + 13.25 * k)).line((42, -53 + 13.25 * k))
    pen.draw(path, stroke=style.mixed(ground, "#000000", 0.2), width=1.3)
    pen.draw(circle((0, 0), 25), fill=pale, stroke=dark, width=2)
    pen.text((0, -12.5), "?", 36, face=fonts.BOLD, colour=dark)


def draw_card(pen: Pen, c: CounterPicture, strips: list[CounterPicture], sides: list[str], codes: dict[str, str]) -> None:
    ground = c.colour or style.SIDE_COLOURS[sides.index(c.side) % len(style.SIDE_COLOURS)]
    ink, rank = style.ink_on(ground), sides.index(c.side)
    for n in range(min(len(strips), STRIPS) - 1, -1, -1):
        _strip(pen, [own_marks(strip, c) for strip in strips], n, sides, codes)
    pen.draw(rectangle(-48, -59, 96, 118), fill=ground, stroke=INK, width=2.2)
    _title(pen, c.label or c.id, c.figures.get("cost", ""), ground, ink, rank)
    figures = c.figures
    beside = [(name, figures[name]) for name in ICONS if figures.get(name)]
    x = -13.0 if beside else 0.0
    pen.stamp(f"symbol-{c.symbol}".replace(" ", "-"), (x, 17), 0.9, lambda p: draw_symbol(p, c.symbol, INK, PALE))
    for n, (name, value) in enumerate(beside[:3]):
        _beside(pen, name, value, 30.0 - 16 * n, ink)
    _figures(pen, boxed(c))
    _pips(pen, c)
    _badges(pen, c, codes)


def _title(pen: Pen, label: str, cost: str, ground: str, ink: str, rank: int) -> None:
    """The second side has its names on a band, so that the sides differ on grey paper too."""
    if rank % 2 == 1:
        pen.draw(rectangle(-47, 40, 94, 18), fill=ink)
    size = fonts.fitting(label, fonts.NARROW_BOLD, 16, 70 if cost else 88)
    pen.text((-8 if cost else 0, 49 - size * 0.36), label, size, face=fonts.NARROW_BOLD, colour=ground if rank % 2 == 1 else ink)
    if cost:
        pen.draw(circle((38, 49), 8), fill=COST, stroke=INK, width=1)
        pen.text((38, 44.2), cost, fonts.fitting(cost, fonts.BOLD, 13, 12), face=fonts.BOLD, colour=INK)


# figures: three in boxes, the others beside the symbol


def _tank(pen: Pen, x: float, y: float) -> None:
    path = Path([]).move((x - 4, y + 3)).line((x + 4, y + 3)).curve((x + 9, y + 3), (x + 9, y - 3), (x + 4, y - 3))
    pen.draw(path.line((x - 4, y - 3)).curve((x - 9, y - 3), (x - 9, y + 3), (x - 4, y + 3)).close(), stroke=INK, width=1.3)


def _man(pen: Pen, x: float, y: float) -> None:
    pen.draw(
        polygon([(x - 7, y - 3.5), (x + 7, y + 3.5)], closed=False).move((x - 7, y + 3.5)).line((x + 7, y - 3.5)), stroke=INK, width=1.3
    )


def _shield(pen: Pen, x: float, y: float) -> None:
    path = Path([]).move((x - 5, y + 4)).line((x + 5, y + 4)).line((x + 5, y)).curve((x + 4, y - 3), (x, y - 5), (x, y - 5))
    pen.draw(path.curve((x, y - 5), (x - 4, y - 3), (x - 5, y)).close(), stroke=INK, width=1.3)


BOXED = {"arm": _tank, "inf": _man, "defence": _shield}


def boxed(c: CounterPicture) -> list[tuple[str, str]]:
    return [(name, value) for name, value in c.figures.items() if value and name not in ICONS and name != "cost"]


def _figures(pen: Pen, figures: list[tuple[str, str]]) -> None:
    if not figures:
        return
    wide = 28.0 if len(figures) > 2 else 34.0
    left = -wide * len(figures) / 2
    pen.draw(rectangle(left - 1, -34, wide * len(figures) + 2, 29), fill=PALE, stroke=INK, width=1)
    for n, (name, value) in enumerate(figures):
        x = left + wide * (n + 0.5)
        if name in BOXED:
            BOXED[name](pen, x, -11)
        size = fonts.fitting(value, fonts.BOLD, 20, wide - 4)
        pen.text((x, -32), value, size, face=fonts.BOLD, colour=INK)
        if n:
            pen.draw(polygon([(x - wide / 2, -34), (x - wide / 2, -5)], closed=False), stroke=INK, width=0.7)


def _chevrons(pen: Pen, x: float, y: float, ink: str) -> None:
    path = Path([])
    for k in (0, 5):
        path.move((x - 5 + k, y - 4)).line((x - 1 + k, y)).line((x - 5 + k, y + 4))
    pen.draw(path, stroke=ink, width=1.7)


def _target(pen: Pen, x: float, y: float, ink: str) -> None:
    pen.draw(circle((x, y), 4.4), stroke=ink, width=1.2)
    pen.draw(polygon([(x - 6.5, y), (x + 6.5, y)], closed=False).move((x, y - 6.5)).line((x, y + 6.5)), stroke=ink, width=1)


def _dice(pen: Pen, x: float, y: float, ink: str) -> None:
    pen.draw(polygon([(x - 6, y - 3), (x, y + 6), (x + 6, y - 3)], closed=False), stroke=ink, width=1.7)


ICONS = {"mp": _chevrons, "range": _target, "aa": _dice}


def _beside(pen: Pen, name: str, value: str, y: float, ink: str) -> None:
    ICONS[name](pen, 26, y, ink)
    pen.text((40, y - 4.8), value, 13.5, face=fonts.BOLD, colour=ink)


def _pips(pen: Pen, c: CounterPicture) -> None:
    """One a point of defence; those lost are struck out."""
    if c.full < 1:
        return
    step = min(9.6, 88 / c.full)
    left = -step * (c.full - 1) / 2
    for n in range(c.full):
        x, gone = left + step * n, n >= c.steps
        pen.draw(circle((x, -41), 3.4), fill=LOST if gone else PALE, stroke=INK, width=1)
        if gone:
            struck = Path([]).move((x - 2.2, -43.2)).line((x + 2.2, -38.8)).move((x - 2.2, -38.8)).line((x + 2.2, -43.2))
            pen.draw(struck, stroke="#ffffff", width=1.2)


def _badges(pen: Pen, c: CounterPicture, codes: dict[str, str]) -> None:
    shown = [codes.get(name, name[:1].upper()) for name in c.badges[:4]]
    for n, code in enumerate(shown):
        at = (23.0 * (n - (len(shown) - 1) / 2), -52.0)
        pen.stamp(f"mark-{'-'.join(str(ord(ch)) for ch in code)}", at, 0.82, partial(_badge, code=code))


def _badge(pen: Pen, code: str) -> None:
    draw_badge(pen, (0, 0), code)


def own_marks(strip: CounterPicture, top: CounterPicture) -> CounterPicture:
    """Only those that the card above it has not."""
    return msgspec.structs.replace(strip, badges=[name for name in strip.badges if name not in top.badges])


def _strip(pen: Pen, strips: list[CounterPicture], n: int, sides: list[str], codes: dict[str, str]) -> None:
    """The edge of a card that lies under this one: its name, its marks, what it has lost, its figures."""
    c, more = strips[n], len(strips) - STRIPS
    ground = style.mixed(c.colour or style.SIDE_COLOURS[sides.index(c.side) % len(style.SIDE_COLOURS)], "#ffffff", 0.5)
    y = -59 - STRIP * (n + 1)
    pen.draw(rectangle(-46, y, 92, STRIP + 6), fill=ground, stroke=INK, width=1.4)
    label = c.label or c.id
    if n == STRIPS - 1 and more > 0:
        label, figures, c = f"+{more + 1}", "", msgspec.structs.replace(c, badges=[], steps=c.full)
    else:
        figures = "/".join(value for _, value in boxed(c))
    lost = " ".join([*(codes.get(name, name[:1].upper()) for name in c.badges), *([f"−{c.full - c.steps}"] if c.steps < c.full else [])])
    right = fonts.width(figures, fonts.BOLD, 9.5) + (fonts.width(lost, fonts.BOLD, 9.5) + 3 if lost else 0)
    size = fonts.fitting(label, fonts.NARROW_BOLD, 10.5, 84 - right)
    pen.text((-43, y + 3.6), label, size, face=fonts.NARROW_BOLD, colour=INK, anchor="start")
    pen.text((43, y + 3.8), figures, 9.5, face=fonts.BOLD, colour=INK, anchor="end")
    if lost:
        pen.text((43 - fonts.width(figures, fonts.BOLD, 9.5) - 2, y + 3.8), lost, 9.5, face=fonts.BOLD, colour=MARKED, anchor="end")

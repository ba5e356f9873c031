"""What a map is drawn with: paths, texts and stamps, in points with y upwards. One drawing serves every kind of paper."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, lru_cache
from typing import Any, Protocol

import msgspec
from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from pbem.reports.map import fonts

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, bottom, right, top


OPERATORS = {"M": "%.2f %.2f m", "L": "%.2f %.2f l", "C": "%.2f %.2f %.2f %.2f %.2f %.2f c", "Z": "h"}  # of PDF


class Path(msgspec.Struct, dict=True):
    """Pieces: ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y), ("Z",). Once drawn it is finished."""

    pieces: list[tuple[Any, ...]] = []

    @cached_property
    def operators(self) -> str:
        return "\n".join([OPERATORS[piece[0]] % piece[1:] for piece in self.pieces])

    def move(self, at: Point) -> Path:
        self.pieces.append(("M", *at))
        return self

    def line(self, to: Point) -> Path:
        self.pieces.append(("L", *to))
        return self

    def curve(self, first: Point, second: Point, to: Point) -> Path:
        self.pieces.append(("C", *first, *second, *to))
        return self

    def close(self) -> Path:
        self.pieces.append(("Z",))
        return self

    def circle(self, at: Point, r: float) -> Path:
        (x, y), k = at, 0.5523 * r
        self.move((x + r, y)).curve((x + r, y + k), (x + k, y + r), (x, y + r)).curve((x - k, y + r), (x - r, y + k), (x - r, y))
        return self.curve((x - r, y - k), (x - k, y - r), (x, y - r)).curve((x + k, y - r), (x + r, y - k), (x + r, y)).close()


def polygon(points: Iterable[Point], closed: bool = True) -> Path:
    path = Path([])
    for n, at in enumerate(points):
        path = path.line(at) if n else path.move(at)
    return path.close() if closed else path


def rectangle(x: float, y: float, wide: float, high: float) -> Path:
    return polygon([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)])


def circle(at: Point, r: float) -> Path:
    return Path([]).circle(at, r)


class Pen(Protocol):
    def draw(self, path: Path, *, fill: str = "", stroke: str = "", width: float = 0.5, dash: Sequence[float] = ()) -> None: ...

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        *,
        face: str = fonts.NARROW,
        colour: str = "#000000",
        anchor: str = "middle",
        angle: float = 0.0,
        halo: str = "",
    ) -> None: ...

    def stamp(self, name: str, at: Point, scale: float, art: Callable[[Pen], None]) -> None:
        """Art drawn once and used many times; the name stands for what it looks like."""


@lru_cache(maxsize=1024)
def look(fill: str, stroke: str, width: float, dash: tuple[float, ...]) -> str:
    """The operators of PDF for it; lines have round corners, and round ends unless they are dashed."""
    line = f"{_rgb(stroke)} RG {width:.3f} w 1 j {0 if dash else 1} J [{' '.join(f'{part:.3f}' for part in dash)}] 0 d" if stroke else ""
    return " ".join(filter(None, (f"{_rgb(fill)} rg" if fill else "", line)))


def moved(at: Point, scale: float, angle: float = 0.0) -> str:
    cos, sin = scale * math.cos(math.radians(angle)), scale * math.sin(math.radians(angle))
    return f"{cos:.5f} {sin:.5f} {-sin:.5f} {cos:.5f} {at[0]:.4f} {at[1]:.4f} cm"


def _rgb(colour: str) -> str:
    return " ".join(f"{part:.3f}" for part in HexColor(colour).rgb())


class Drawing:
    """A pen that remembers: what is the same on every map is worked out once, and drawn `onto` each."""

    def __init__(self) -> None:
        self.parts: list[Callable[[Pen], None]] = []

    def draw(self, path: Path, **how: Any) -> None:
        self.parts.append(lambda pen: pen.draw(path, **how))

    def text(self, at: Point, text: str, size: float, **how: Any) -> None:
        self.parts.append(lambda pen: pen.text(at, text, size, **how))

    def stamp(self, name: str, at: Point, scale: float, art: Callable[[Pen], None]) -> None:
        self.parts.append(lambda pen: pen.stamp(name, at, scale, art))

    def onto(self, pen: Pen) -> None:
        for part in self.parts:
            part(pen)


class PdfPen:
    """Draws on a canvas of reportlab; stamps are form XObjects."""

    def __init__(self, canvas: Canvas) -> None:
        fonts.register()
        self.canvas = canvas

    def draw(self, path: Path, *, fill: str = "", stroke: str = "", width: float = 0.5, dash: Sequence[float] = ()) -> None:
        paint = "B*" if fill and stroke else "f*" if fill else "S" if stroke else "n"  # even-odd: a clearing in a wood stays clear
        self.canvas.addLiteral(f"q {look(fill, stroke, width, tuple(dash))}\n{path.operators}\n{paint} Q")

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        *,
        face: str = fonts.NARROW,
        colour: str = "#000000",
        anchor: str = "middle",
        angle: float = 0.0,
        halo: str = "",
    ) -> None:
        c = self.canvas
        left = {"middle": 0.5, "start": 0.0, "end": 1.0}[anchor] * -fonts.width(text, face, size)
        c.addLiteral(f"q {moved(at, 1.0, angle)}")
        if halo:
            c.addLiteral(look("", halo, size * 0.3, ()))
            self._say(left, text, face, size, 1)
        c.addLiteral(look(colour, "", 0.0, ()))
        self._say(left, text, face, size, 0)
        c.addLiteral("Q")

    def _say(self, left: float, text: str, face: str, size: float, mode: int) -> None:
        line = self.canvas.beginText(left, 0)
        line.setFont(face, size)
        if mode:
            line.setTextRenderMode(mode)
        line.textOut(text)
        if mode:
            line.setTextRenderMode(0)
        self.canvas.drawText(line)

    def stamp(self, name: str, at: Point, scale: float, art: Callable[[Pen], None]) -> None:
        c = self.canvas
        if not c.hasForm(name):
            c.beginForm(name, -150, -150, 150, 150)
            art(self)
            c.endForm()
        c.addLiteral(f"q {moved(at, scale)}")
        c.doForm(name)
        c.addLiteral("Q")

    @contextmanager
    def within(self, box: Box) -> Iterator[None]:
        """Nothing is drawn outside the box."""
        left, bottom, right, top = box
        self.canvas.saveState()
        self.canvas.addLiteral(f"{rectangle(left, bottom, right - left, top - bottom).operators}\nW n")
        yield
        self.canvas.restoreState()

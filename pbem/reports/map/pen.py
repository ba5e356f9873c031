"""What a map is drawn with: paths, texts and stamps, in points with y upwards. One drawing serves every kind of paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import msgspec
from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from pbem.reports.map import fonts

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, bottom, right, top


class Path(msgspec.Struct):
    """Pieces: ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y), ("Z",)."""

    pieces: list[tuple[Any, ...]] = []

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

    @contextmanager
    def within(self, box: Box) -> Iterator[None]:
        """Nothing is drawn outside the box."""
        yield


class PdfPen:
    """Draws on a canvas of reportlab; stamps are form XObjects."""

    def __init__(self, canvas: Canvas) -> None:
        fonts.register()
        self.canvas = canvas

    def draw(self, path: Path, *, fill: str = "", stroke: str = "", width: float = 0.5, dash: Sequence[float] = ()) -> None:
        c = self.canvas
        c.saveState()
        if fill:
            c.setFillColor(HexColor(fill))
        if stroke:
            c.setStrokeColor(HexColor(stroke))
            c.setLineWidth(width)
            c.setLineJoin(1)
            c.setLineCap(0 if dash else 1)
            c.setDash(list(dash))
        c.drawPath(self._path(path), stroke=int(bool(stroke)), fill=int(bool(fill)))
        c.restoreState()

    def _path(self, path: Path) -> Any:
        out = self.canvas.beginPath()
        steps = {"M": out.moveTo, "L": out.lineTo, "C": out.curveTo, "Z": out.close}
        for piece in path.pieces:
            steps[piece[0]](*piece[1:])
        return out

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
        c.saveState()
        c.translate(*at)
        if angle:
            c.rotate(angle)
        if halo:
            c.setStrokeColor(HexColor(halo))
            c.setLineWidth(size * 0.3)
            c.setLineJoin(1)
            self._say(left, text, face, size, 1)
        c.setFillColor(HexColor(colour))
        self._say(left, text, face, size, 0)
        c.restoreState()

    def _say(self, left: float, text: str, face: str, size: float, mode: int) -> None:
        line = self.canvas.beginText(left, 0)
        line.setFont(face, size)
        line.setTextRenderMode(mode)
        line.textOut(text)
        line.setTextRenderMode(0)
        self.canvas.drawText(line)

    def stamp(self, name: str, at: Point, scale: float, art: Callable[[Pen], None]) -> None:
        c = self.canvas
        if not c.hasForm(name):
            c.beginForm(name, -150, -150, 150, 150)
            art(self)
            c.endForm()
        c.saveState()
        c.translate(*at)
        c.scale(scale, scale)
        c.doForm(name)
        c.restoreState()

    @contextmanager
    def within(self, box: Box) -> Iterator[None]:
        left, bottom, right, top = box
        self.canvas.saveState()
        self.canvas.clipPath(self._path(rectangle(left, bottom, right - left, top - bottom)), stroke=0, fill=0)
        yield
        self.canvas.restoreState()

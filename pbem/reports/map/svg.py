"""The same drawing as SVG: one file, no scripts, nothing fetched."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from xml.sax.saxutils import escape, quoteattr

from pbem.reports.map import fonts
from pbem.reports.map.pen import Box, Path, Pen, Point

FAMILY = "'DejaVu Sans Condensed','DejaVu Sans',Verdana,sans-serif"


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) >= 0.005 else "0"


class SvgPen:
    """Draws with y upwards into a sheet whose y runs downwards; stamps are symbols used many times."""

    def __init__(self, size: tuple[float, float]) -> None:
        self.size = size
        self.parts: list[str] = []
        self.stamps: dict[str, str] = {}
        self.clips = 0

    def draw(self, path: Path, *, fill: str = "", stroke: str = "", width: float = 0.5, dash: Sequence[float] = ()) -> None:
        look = f'fill="{fill or "none"}"'
        if stroke:
            look += (
                f' stroke="{stroke}" stroke-width="{number(width)}" stroke-linejoin="round" stroke-linecap="{"butt" if dash else "round"}"'
            )
        if dash:
            look += f' stroke-dasharray="{",".join(map(number, dash))}"'
        self.parts.append(f'<path d="{self._data(path)}" {look}/>')

    def _data(self, path: Path) -> str:
        return " ".join(piece[0] + " ".join(number(v if n % 2 == 0 else -v) for n, v in enumerate(piece[1:])) for piece in path.pieces)

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
        where = f'x="{number(at[0])}" y="{number(-at[1])}"'
        if angle:
            where += f' transform="rotate({number(-angle)} {number(at[0])} {number(-at[1])})"'
        bold = ' font-weight="bold"' if face in (fonts.BOLD, fonts.NARROW_BOLD) else ""
        ring = f' stroke="{halo}" stroke-width="{number(size * 0.3)}" stroke-linejoin="round" paint-order="stroke"' if halo else ""
        wide = f' textLength="{number(fonts.width(text, face, size))}" lengthAdjust="spacingAndGlyphs"' if text else ""
        self.parts.append(
            f'<text {where} font-size="{number(size)}" text-anchor="{anchor}" fill="{colour}"{bold}{ring}{wide}>{escape(text)}</text>'
        )

    def stamp(self, name: str, at: Point, scale: float, art: Callable[[Pen], None]) -> None:
        if name not in self.stamps:
            kept, self.parts = self.parts, []
            self.stamps[name] = ""  # its place among the definitions
            art(self)
            self.stamps[name], self.parts = "".join(self.parts), kept
        use = f"translate({number(at[0])} {number(-at[1])}) scale({scale:.5f})"
        self.parts.append(f'<use href={quoteattr("#" + name)} transform="{use}"/>')

    @contextmanager
    def within(self, box: Box) -> Iterator[None]:
        left, bottom, right, top = box
        self.clips += 1
        shape = f'<rect x="{number(left)}" y="{number(-top)}" width="{number(right - left)}" height="{number(top - bottom)}"/>'
        self.parts.append(f'<clipPath id="clip{self.clips}">{shape}</clipPath><g clip-path="url(#clip{self.clips})">')
        yield
        self.parts.append("</g>")

    def file(self) -> bytes:
        wide, high = map(number, self.size)
        stamps = "".join(f"<g id={quoteattr(name)}>{art}</g>" for name, art in self.stamps.items())
        size = f'width="{wide}pt" height="{high}pt" viewBox="0 -{high} {wide} {high}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FAMILY}">'
        ground = f'<rect x="0" y="-{high}" width="{wide}" height="{high}" fill="#ffffff"/>'
        return (head + f"<defs>{stamps}</defs>" + ground + "\n".join(self.parts) + "</svg>\n").encode()

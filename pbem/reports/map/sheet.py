"""The layers of a map in their order, and whole maps as PDF, SVG or PNG."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from pbem.board import Board
from pbem.engine.ruleset import Picture
from pbem.reports.map import fonts
from pbem.reports.map.bridges import draw_bridges
from pbem.reports.map.counters import draw_stack
from pbem.reports.map.geometry import Fit, bounds
from pbem.reports.map.labels import Names, draw_names, draw_places, place_names
from pbem.reports.map.legend import draw_legend, high
from pbem.reports.map.lines import draw_slopes, draw_waters, draw_ways
from pbem.reports.map.marks import draw_fights, draw_flags, draw_moves, draw_soil
from pbem.reports.map.pen import Box, Drawing, PdfPen, Pen
from pbem.reports.map.scene import Scene, make_scene, shape
from pbem.reports.map.svg import SvgPen
from pbem.reports.map.terrain import draw_grid, draw_ground, draw_numbers
from pbem.reports.map.zones import draw_areas

HEX, EDGE, HEAD = 24 * mm, 8 * mm, 12 * mm
WIDEST = 250 * mm  # of the legend under a sheet of hexes


def draw_map(pen: Pen, scene: Scene, frame: Box | None = None) -> Names:
    """The ground, what lies on it, the counters, and the names where they leave room. A frame keeps the names inside."""
    if scene.outlined:
        draw_areas(pen, scene)
        return Names([], [], [])
    names = place_names(scene, frame)
    ground, numbers = printed(scene.board, tuple(scene.region), scene.fit)
    ground.onto(pen)
    draw_soil(pen, scene)
    draw_bridges(pen, scene)
    draw_moves(pen, scene)
    numbers.onto(pen)
    for stack in scene.stacks():
        draw_stack(pen, stack, scene.sides, scene.codes)
    draw_flags(pen, scene)
    draw_fights(pen, scene)
    draw_names(pen, scene, names)
    return names


@lru_cache(maxsize=256)
def printed(board: Board, region: tuple[str, ...], fit: Fit) -> tuple[Drawing, Drawing]:
    """What is the same whatever happens on it: the ground with its ways, and the numbers of the hexes."""
    scene, ground, numbers = make_scene(board, Picture([], []), region).refit(fit), Drawing(), Drawing()
    for draw in (draw_ground, draw_grid, draw_slopes, draw_waters, draw_ways, draw_places):
        draw(ground, scene)
    draw_numbers(numbers, scene)
    return ground, numbers


class Sheet:
    """One sheet as large as the map needs, counters at their true size, the legend under it."""

    def __init__(self, board: Board, picture: Picture, region: Iterable[str] | None, slug: str, language: str, title: str) -> None:
        scene = make_scene(board, picture, region, slug=slug, language=language)
        left, bottom, right, top = bounds(p for id in scene.region for p in shape(board, id))
        wide = max((right - left) * HEX, 200 * mm) + 2 * EDGE
        self.below = high(scene)
        self.size = (wide, (top - bottom) * HEX + 2 * EDGE + HEAD + self.below)
        self.scene = scene.refit(Fit(HEX, EDGE - left * HEX, EDGE + self.below - bottom * HEX))
        self.title = title

    def paint(self, pen: Pen) -> Names:
        names = draw_map(pen, self.scene, (0, self.below, *self.size))
        pen.text((EDGE, self.size[1] - HEAD), self.title, 18, face=fonts.BOLD, anchor="start")
        right = self.size[0] - EDGE if self.scene.outlined else min(self.size[0] - EDGE, EDGE + WIDEST)
        draw_legend(pen, self.scene, (EDGE, EDGE, right, self.below))
        return names


def sheet_pdf(
    board: Board, picture: Picture, *, region: Iterable[str] | None = None, slug: str = "", title: str = "", language: str = "en"
) -> bytes:
    """The whole map on one page."""
    sheet, out = Sheet(board, picture, region, slug, language, title), io.BytesIO()
    canvas = new_canvas(out, sheet.size, title)
    sheet.paint(PdfPen(canvas))
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def new_canvas(out: io.BytesIO, size: tuple[float, float], title: str) -> Any:
    fonts.register()
    canvas = Canvas(out, pagesize=size, invariant=1, pageCompression=1, initialFontName=fonts.PLAIN)
    canvas.setTitle(title or "map")
    canvas.setAuthor("pbem")
    canvas.setCreator("pbem")
    canvas.setProducer("pbem")
    canvas.setSubject("map")
    return canvas


def map_svg(
    board: Board, picture: Picture, *, region: Iterable[str] | None = None, slug: str = "", title: str = "", language: str = "en"
) -> bytes:
    sheet = Sheet(board, picture, region, slug, language, title)
    pen = SvgPen(sheet.size)
    sheet.paint(pen)
    return pen.file()


def map_png(
    board: Board,
    picture: Picture,
    *,
    region: Iterable[str] | None = None,
    slug: str = "",
    title: str = "",
    language: str = "en",
    dots: int = 110,
) -> bytes:
    return page_png(sheet_pdf(board, picture, region=region, slug=slug, title=title, language=language), dots)


def page_png(pdf: bytes, dots: int = 110, page: int = 0) -> bytes:
    """A page of a PDF as a picture, `dots` to the inch."""
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        image = document[page].render(scale=dots / 72).to_pil()
    out = io.BytesIO()
    image.save(out, format="PNG", optimize=False)
    return out.getvalue()

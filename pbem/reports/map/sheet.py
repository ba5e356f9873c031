"""A whole map: the layers in their order, on a page of its own size, as PDF, SVG or PNG."""

from __future__ import annotations

import io
from collections.abc import Iterable

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from pbem.board import Board
from pbem.engine.ruleset import Picture
from pbem.reports.map import fonts, style
from pbem.reports.map.counters import draw_stack
from pbem.reports.map.geometry import Fit, bounds
from pbem.reports.map.lines import draw_slopes, draw_waters, draw_ways
from pbem.reports.map.pen import PdfPen, Pen
from pbem.reports.map.scene import Scene, make_scene, shape
from pbem.reports.map.terrain import draw_grid, draw_ground, draw_numbers

HEX, COUNTER, EDGE = 24 * mm, 15 * mm, 8 * mm


def draw_map(pen: Pen, scene: Scene) -> None:
    draw_ground(pen, scene)
    draw_grid(pen, scene)
    draw_slopes(pen, scene)
    draw_waters(pen, scene)
    draw_ways(pen, scene)
    draw_numbers(pen, scene)
    for stack in scene.stacks():
        draw_stack(pen, stack, scene.sides, scene.codes)


def map_pdf(
    board: Board, picture: Picture, *, region: Iterable[str] | None = None, title: str = "", language: str = "en", legend: Iterable[str] = ()
) -> bytes:
    """One page as large as the map needs, counters at their true size."""
    scene = make_scene(board, picture, region, language)
    left, bottom, right, top = bounds(p for id in scene.region for p in shape(board, id))
    size = ((right - left) * HEX + 2 * EDGE, (top - bottom) * HEX + 2 * EDGE)
    scene = scene.refit(Fit(HEX, EDGE - left * HEX, EDGE - bottom * HEX), COUNTER)
    out = io.BytesIO()
    fonts.register()
    canvas = Canvas(out, pagesize=size, invariant=1, pageCompression=1, initialFontName=fonts.PLAIN)
    draw_map(PdfPen(canvas), scene)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def map_png(pdf: bytes, dots: int = 100, page: int = 0) -> bytes:
    """A page of a PDF as a picture, `dots` to the inch."""
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        image = document[page].render(scale=dots / 72).to_pil()
    out = io.BytesIO()
    image.save(out, format="PNG", optimize=False)
    return out.getvalue()

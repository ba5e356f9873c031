"""The sheets a report is printed on: faces, head and foot, bookmarks, tables. Same input, same bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph, Table, TableStyle

from pbem.reports.map import fonts

EDGE = 14 * mm
WIDTH = A4[0] - 2 * EDGE
INK, QUIET, BAND, LINE, RED = "#1c1a17", "#6b675d", "#efe9da", "#b9b2a0", "#9a2b1d"


def _style(name: str, size: float, lead: float, face: str = fonts.PLAIN, colour: str = INK, **more: Any) -> ParagraphStyle:
    return ParagraphStyle(name, fontName=face, fontSize=size, leading=lead, textColor=HexColor(colour), bulletFontName=face, **more)


TITLE = _style("title", 20, 24, fonts.BOLD, spaceAfter=2)
SUBTITLE = _style("subtitle", 10, 13, fonts.PLAIN, QUIET, spaceAfter=7)
HEAD = _style("head", 12.5, 15, fonts.BOLD, spaceBefore=11, spaceAfter=4)
SUBHEAD = _style("subhead", 9.6, 12.5, fonts.BOLD, spaceBefore=6, spaceAfter=1.5)
BODY = _style("body", 9.2, 12.2, spaceAfter=1.5)
ITEM = _style("item", 9.2, 12.2, leftIndent=9, firstLineIndent=-9, spaceAfter=1)
FIGURE = _style("figure", 9.2, 12.2, leftIndent=34, firstLineIndent=-18, spaceAfter=0)
FIGHT = _style("fight", 9.2, 12.2, leftIndent=16, spaceAfter=0)
ASKED = _style("asked", 12, 15.5, fonts.BOLD)
CELL = _style("cell", 8, 9.8, fonts.NARROW)
CELL_HEAD = _style("cell-head", 7.4, 9.4, fonts.NARROW_BOLD, QUIET)
SMALL = _style("small", 7.6, 9.8, fonts.NARROW, QUIET)
HEX = _style("hex", 7, 9, fonts.NARROW, wordWrap="CJK")
CODE = _style("code", 9, 12.4, fonts.NARROW)


def para(text: str, style: ParagraphStyle = BODY) -> Paragraph:
    return Paragraph(escape(text), style)


def anchored(name: str, text: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(f'<a name="{escape(name)}"/>{escape(text)}', style)


def link(to: str, text: str) -> str:
    """Mark-up for a link within the document; the text may hold anything."""
    return f'<a href="#{escape(to)}" color="{RED}">{escape(text)}</a>'


def in_columns(text: str) -> Table:
    """Orders, and the remarks behind them, each in a column."""
    rows = [line.partition("  # ")[::2] if not line.startswith("#") else (line, "") for line in text.splitlines()]
    look: list[Any] = [("LEFTPADDING", (0, 0), (-1, -1), 0), ("TOPPADDING", (0, 0), (-1, -1), 1.5), ("BOTTOMPADDING", (0, 0), (-1, -1), 2)]
    cells = [[para(order.strip(), CODE), para(f"# {note.strip()}" if note else "", SMALL)] for order, note in rows]
    return Table(cells, colWidths=[WIDTH * 0.6, WIDTH * 0.4], hAlign="LEFT", style=_faced(look))


class Mark(Flowable):  # type: ignore[misc]
    """A bookmark in the outline; takes no room."""

    def __init__(self, key: str, title: str, level: int = 0) -> None:
        super().__init__()
        self.key, self.title, self.level = key, title, level
        self.width = self.height = 0

    def draw(self) -> None:
        self.canv.bookmarkHorizontal(self.key, 0, 14)
        self.canv.addOutlineEntry(self.title, self.key, self.level, closed=self.level > 0)


def boxed(parts: list[Flowable], colour: str = BAND, edge: str = LINE) -> Table:
    """Something the reader must not miss."""
    look = [
        ("BACKGROUND", (0, 0), (-1, -1), HexColor(colour)),
        ("BOX", (0, 0), (-1, -1), 1.2, HexColor(edge)),
        ("LEFTPADDING", (0, 0), (-1, -1), 9),
        ("RIGHTPADDING", (0, 0), (-1, -1), 9),
        ("TOPPADDING", (0, 0), (-1, -1), 6),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 7),
    ]
    return Table([[parts]], colWidths=[WIDTH], style=_faced(look))


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[float], bands: Sequence[int] = ()) -> Table:
    """A list in columns; `bands` are rows that head a group."""
    cells = [[para(h, CELL_HEAD) for h in heads], *([para(text, CELL) for text in row] for row in rows)]
    look: list[Any] = [
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, HexColor(INK)),
        ("LINEBELOW", (0, 1), (-1, -1), 0.25, HexColor(LINE)),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 3),
        ("RIGHTPADDING", (0, 0), (-1, -1), 3),
        ("TOPPADDING", (0, 0), (-1, -1), 1.4),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.8),
    ]
    for n in bands:
        look += [("BACKGROUND", (0, n + 1), (-1, n + 1), HexColor(BAND)), ("SPAN", (0, n + 1), (-1, n + 1))]
    total = sum(widths)
    return Table(cells, colWidths=[WIDTH * w / total for w in widths], repeatRows=1, hAlign="LEFT", style=_faced(look))


def _faced(look: list[Any]) -> TableStyle:
    """Never a face that is not embedded."""
    return TableStyle([("FONTNAME", (0, 0), (-1, -1), fonts.NARROW), *look])


class Document(BaseDocTemplate):  # type: ignore[misc]
    """Pages of text on A4 and pages that a map fills; `foot` stands at the bottom of each."""

    def __init__(self, out: io.BytesIO, title: str, foot: str) -> None:
        fonts.register()
        super().__init__(
            out,
            pagesize=A4,
            title=title,
            author="pbem",
            creator="pbem",
            subject=title,
            producer="pbem",
            invariant=1,
            pageCompression=1,
            initialFontName=fonts.PLAIN,
            allowSplitting=1,
        )
        self.foot = foot
        text = Frame(EDGE, EDGE + 4 * mm, WIDTH, A4[1] - 2 * EDGE - 4 * mm, 0, 0, 0, 0, id="text")
        self.addPageTemplates([PageTemplate("text", [text], onPage=self._foot)])
        for name, size in (("tall", A4), ("wide", (A4[1], A4[0]))):
            full = Frame(0, 0, size[0], size[1], 0, 0, 0, 0, id=name)
            self.addPageTemplates([PageTemplate(name, [full], onPage=self._foot, pagesize=size)])

    def _foot(self, canvas: Canvas, doc: Any) -> None:
        wide = canvas._pagesize[0]
        canvas.saveState()
        canvas.setFillColor(HexColor(QUIET))
        canvas.setFont(fonts.NARROW, 7.5)
        canvas.drawString(EDGE, 7 * mm, self.foot)
        canvas.drawRightString(wide - EDGE, 7 * mm, str(canvas.getPageNumber()))
        canvas.restoreState()

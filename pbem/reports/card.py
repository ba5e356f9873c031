"""The rules card of a game: two sheets in three columns, from `templates/<game>/card.<language>.txt.j2` and the ruleset's figures.

The template gives plain lines: `= title | right`, `== heading {note}`, `* point`, `--` for a new page, `-|` for a new column; lines that
begin with `|` are a table, its first line the head (`|: 3 1 1` gives widths, `|: 3 1 plain` has no head, a cell that begins with `^` is
shaded); anything else is a paragraph. Within a line `**bold**`, and `[7.2c]` is the number of a rule. The type is as large as two
sheets allow.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, FrameBreak, KeepTogether, PageBreak, PageTemplate, Paragraph, Table
from reportlab.platypus.doctemplate import LayoutError

from pbem.errors import PbemError
from pbem.reports.map import fonts
from pbem.reports.page import BAND, INK, LINE, QUIET
from pbem.reports.text import environment, game_words

SHEETS, COLUMNS = 2, 3
LARGEST, SMALLEST = 80, 54  # tenths of a point
SHORT = 7  # letters: a figure, which stands in the middle of its cell
EDGE, GAP, HEAD = 8 * mm, 3.2 * mm, 8 * mm
HEADS = "#ddd6c4"  # ground of a table's head
WIDTH = (A4[0] - 2 * EDGE - (COLUMNS - 1) * GAP) / COLUMNS
_NUMBER = r"(?:[A-Z]{1,3}-?)?\d[\w.#]*"  # 7.2c, AS-12, P12.4
_RULE = re.compile(rf"\[({_NUMBER}(?:(?:, | |-){_NUMBER})*)\]")


@dataclass
class Block:
    kind: str  # title, heading, point, text, table, page, column
    text: str = ""
    note: str = ""
    rows: list[list[str]] = field(default_factory=list)
    widths: list[float] = field(default_factory=list)
    head: bool = True


def card_pdf(slug: str, language: str, figures: dict[str, Any]) -> bytes:
    """The same bytes for the same figures."""
    say = game_words(language, slug)
    template = environment().select_template([f"{slug}/card.{say.language}.txt.j2", f"{slug}/card.en.txt.j2"])
    return largest_that_fits(template.render(**figures, _=say, language=say.language))


@cache
def largest_that_fits(text: str) -> bytes:
    """Drawn once for many games."""
    blocks = list(read_blocks(text))
    low, high, best = SMALLEST, LARGEST, b""
    while low <= high:
        size = (low + high) // 2
        found = printed(blocks, size / 10)
        if found is None:
            high = size - 1
        else:
            best, low = found, size + 1
    if not best:
        raise PbemError(f"the rules card does not fit on {SHEETS} pages", "shorten its template")
    return best


def read_blocks(text: str) -> Iterator[Block]:
    table: Block | None = None
    for line in (line.strip() for line in text.splitlines()):
        if line.startswith("|"):
            if table is None or line.startswith("|:"):
                table = Block("table")
                yield table
            add_row(table, line)
            continue
        if line:
            table = None
            yield block(line)


def block(line: str) -> Block:
    if line in ("--", "-|"):
        return Block("page" if line == "--" else "column")
    if line.startswith("= "):
        title, _, right = line[2:].partition("|")
        return Block("title", title.strip(), right.strip())
    if found := re.fullmatch(r"== (.*?)(?:\{(.*)\})?", line):
        return Block("heading", found[1].strip(), found[2] or "")
    return Block("point", line[2:]) if line.startswith("* ") else Block("text", line)


def add_row(table: Block, line: str) -> None:
    if line.startswith("|:"):
        words = line[2:].split()
        table.head = "plain" not in words
        table.widths = [float(word) for word in words if word != "plain"]
    else:
        table.rows.append([cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")])


# on paper


@dataclass
class Type:
    """The faces of a card whose text is so many points high."""

    size: float

    @cached_property
    def text(self) -> ParagraphStyle:
        return self._style(self.size, spaceAfter=self.size * 0.16)

    @cached_property
    def point(self) -> ParagraphStyle:
        return self._style(self.size, leftIndent=self.size * 0.62, firstLineIndent=-self.size * 0.62, spaceAfter=self.size * 0.14)

    @cached_property
    def cell(self) -> ParagraphStyle:
        return self._style(self.size * 0.96)

    def figure(self, size: float, middle: bool) -> ParagraphStyle:
        return self._style(size, alignment=int(middle))

    def _style(self, size: float, **more: Any) -> ParagraphStyle:
        faces = {"fontName": fonts.NARROW, "textColor": HexColor(INK)}
        return ParagraphStyle("card", fontSize=size, leading=size * 1.17, **faces, **more)

    def marked(self, text: str) -> str:
        """Mark-up of reportlab from ours."""
        bold = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(text))
        return _RULE.sub(rf'<font color="{QUIET}" size="{self.size * 0.84:.2f}">[\1]</font>', bold)


def printed(blocks: list[Block], size: float) -> bytes | None:
    """None if it takes more sheets than there may be."""
    out = io.BytesIO()
    titles = [b for b in blocks if b.kind == "title"]
    paper = Paper(out, titles[0] if titles else Block("title"))
    try:
        paper.build(story(blocks, Type(size)))
    except LayoutError:
        return None
    return out.getvalue() if paper.page <= SHEETS else None


class Paper(BaseDocTemplate):  # type: ignore[misc]
    def __init__(self, out: io.BytesIO, title: Block) -> None:
        fonts.register()
        said = {"title": title.text, "subject": title.text, "author": "pbem", "creator": "pbem", "producer": "pbem"}
        super().__init__(out, pagesize=A4, invariant=1, pageCompression=1, initialFontName=fonts.PLAIN, **said)
        self.heading = title
        high = A4[1] - 2 * EDGE - HEAD
        frames = [Frame(EDGE + n * (WIDTH + GAP), EDGE, WIDTH, high, 0, 0, 0, 0, id=f"column{n}") for n in range(COLUMNS)]
        self.addPageTemplates([PageTemplate("card", frames, onPage=self._frame)])

    def _frame(self, canvas: Canvas, doc: Any) -> None:
        """Title and page number above, a line between the columns."""
        top = A4[1] - EDGE
        canvas.setFillColor(HexColor(INK))
        canvas.setFont(fonts.BOLD, 12)
        canvas.drawString(EDGE, top - 10, self.heading.text)
        canvas.setFont(fonts.NARROW, 6.8)
        canvas.setFillColor(HexColor(QUIET))
        canvas.drawRightString(A4[0] - EDGE, top - 10, f"{self.heading.note}   {canvas.getPageNumber()}/{SHEETS}")
        canvas.setStrokeColor(HexColor(INK))
        canvas.setLineWidth(1.1)
        canvas.line(EDGE, top - HEAD + 8, A4[0] - EDGE, top - HEAD + 8)
        canvas.setStrokeColor(HexColor(LINE))
        canvas.setLineWidth(0.4)
        for n in range(1, COLUMNS):
            x = EDGE + n * (WIDTH + GAP) - GAP / 2
            canvas.line(x, EDGE, x, top - HEAD)


def story(blocks: list[Block], faces: Type) -> list[Flowable]:
    """A heading stays with what it heads, a table in one piece."""
    found: list[Flowable] = []
    waiting: list[Flowable] = []
    for b in blocks:
        if b.kind == "heading":
            waiting.append(heading(b, faces))
        elif b.kind in ("page", "column"):
            found.append(PageBreak() if b.kind == "page" else FrameBreak())
        elif b.kind != "title":
            found.append(KeepTogether([*waiting, flowable(b, faces)]))
            waiting = []
    return found


def flowable(b: Block, faces: Type) -> Flowable:
    if b.kind == "table":
        return table(b, faces)
    if b.kind == "point":
        return Paragraph(f"•&nbsp;{faces.marked(b.text)}", faces.point)
    return Paragraph(faces.marked(b.text), faces.text)


def heading(b: Block, faces: Type) -> Table:
    """White on a dark bar; what is not from the rulebook says so at its right."""
    size, small = faces.size * 1.02, faces.size * 0.84
    white = ParagraphStyle("bar", fontName=fonts.NARROW_BOLD, fontSize=size, leading=size * 1.12, textColor=HexColor("#ffffff"))
    right = ParagraphStyle("note", parent=white, fontName=fonts.NARROW, fontSize=small, alignment=2)
    numbers = _RULE.sub(rf'<font face="{fonts.NARROW}" size="{small:.2f}">[\1]</font>', escape(b.text))
    note = fonts.width(b.note, fonts.NARROW, small) + 6 if b.note else 0.0
    cells = [Paragraph(numbers, white), Paragraph(escape(b.note), right)] if b.note else [Paragraph(numbers, white)]
    look = [
        ("FONTNAME", (0, 0), (-1, -1), fonts.NARROW),
        ("BACKGROUND", (0, 0), (-1, -1), HexColor(INK)),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        *padding(2.5, 0.4, 1.3),
    ]
    widths = [WIDTH - note, note] if b.note else [WIDTH]
    return Table([cells], colWidths=widths, style=look, spaceBefore=faces.size * 0.5, spaceAfter=faces.size * 0.25)


def table(b: Block, faces: Type) -> Table:
    columns = max(len(row) for row in b.rows)
    rows = [row + [""] * (columns - len(row)) for row in b.rows]
    shares = b.widths or [1.0] * columns
    widths = [WIDTH * share / sum(shares) for share in shares]
    cells = [
        [Cell(text, widths[n], n, bool(b.widths), b.head and row == 0).drawn(faces) for n, text in enumerate(texts)]
        for row, texts in enumerate(rows)
    ]
    look: list[Any] = [
        ("FONTNAME", (0, 0), (-1, -1), fonts.NARROW),
        ("LINEBELOW", (0, 0), (-1, -1), 0.25, HexColor(LINE)),
        ("VALIGN", (0, 0), (-1, -1), "TOP" if b.widths else "MIDDLE"),
        *padding(1.6 if b.widths else 0.4, 0.3, 0.9),
    ]
    if b.head:
        look += [("BACKGROUND", (0, 0), (-1, 0), HexColor(HEADS)), ("LINEBELOW", (0, 0), (-1, 0), 0.6, HexColor(INK))]
    shaded = [(n, row) for row, texts in enumerate(b.rows) for n, text in enumerate(texts) if text.startswith("^")]
    look += [("BACKGROUND", spot, spot, HexColor(BAND)) for spot in shaded]
    return Table(cells, colWidths=widths, style=look, spaceAfter=faces.size * 0.3, hAlign="LEFT")


@dataclass
class Cell:
    """A figure stands in the middle and shrinks to its column; text begins at the left and is wrapped."""

    text: str
    width: float
    column: int
    words: bool  # of a table with columns of text
    head: bool

    def drawn(self, faces: Type) -> Paragraph:
        said = self.text.removeprefix("^")
        said = f"**{said}**" if self.head and said else said
        plain = said.replace("**", "")
        if self.words and len(plain) > SHORT:
            return Paragraph(faces.marked(said), faces.cell)
        size = fonts.fitting(plain, fonts.NARROW_BOLD, faces.size * 0.96, self.width - (3.6 if self.words else 1.2))
        return Paragraph(faces.marked(said), faces.figure(size, middle=not self.words or self.column > 0))


def padding(sides: float, above: float, below: float) -> list[Any]:
    names = (("LEFTPADDING", sides), ("RIGHTPADDING", sides), ("TOPPADDING", above), ("BOTTOMPADDING", below))
    return [(name, (0, 0), (-1, -1), amount) for name, amount in names]

"""HTML turned to text lines: quotes become ">" lines, rows of a table keep their cells apart with a tab."""

import re

from lxml import etree, html  # type: ignore[import-untyped]

QUOTE, END_QUOTE = "\x01", "\x02"      # control characters never survive in mail text, so these are ours
DEEPEST_QUOTE = 20

_BREAKS = frozenset((
    "address", "article", "center", "dd", "div", "dl", "dt", "fieldset", "footer", "form", "h1", "h2", "h3", "h4", "h5",
    "h6", "header", "hr", "li", "main", "ol", "p", "pre", "section", "table", "tbody", "tfoot", "thead", "tr", "ul",
))
_ROWS = frozenset(("table", "tr"))
_SILENT = frozenset(("head", "script", "style", "template", "title", "noscript", "object", "svg"))
_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|font-size\s*:\s*0(?![.\d])",
    re.IGNORECASE,
)
_NO_MARKS = {ord(QUOTE): None, ord(END_QUOTE): None}
_SPACES = re.compile(r"[ \t\r\n\f]+")


def html_to_text(source: str) -> str:
    """Never raises: a tree that cannot be built is no text."""
    parser = html.HTMLParser(encoding="utf-8", no_network=True)
    try:
        tree = html.document_fromstring(source.encode("utf-8", "replace"), parser=parser)
    except (etree.LxmlError, ValueError, AssertionError):
        return ""
    return _lined(_Writer().written(tree))


class _Writer:
    def __init__(self) -> None:
        self.out: list[str] = []
        self.pre = 0                   # depth of <pre>, where line ends count
        self.grid = 0                  # depth inside a table of data, where only rows end lines
        self.fresh = True              # nothing stands on the line yet

    def written(self, tree: html.HtmlElement) -> str:
        walk = etree.iterwalk(tree, events=("start", "end", "comment", "pi"))
        for event, element in walk:
            if event in ("start", "end") and _unseen(element):
                walk.skip_subtree()
            elif event == "start":
                self._open(element)
            elif event == "end":
                self._close(element)
            if event != "start":
                self._text(element.tail)
        return "".join(self.out)

    def _open(self, element: html.HtmlElement) -> None:
        tag = element.tag
        self.grid += tag == "table" and _is_grid(element)
        self.pre += tag == "pre"
        if tag == "blockquote":
            self._end_line()
            self.out.append(QUOTE)
        elif tag in ("td", "th"):
            self.out.append(self._gap(element))
        elif tag in _BREAKS:
            self._break(tag)
        elif tag == "br":
            self.fresh = False
            self._break(tag)
        self._text(element.text)

    def _close(self, element: html.HtmlElement) -> None:
        tag = element.tag
        if tag == "blockquote":
            self.out.append(f"{END_QUOTE}\n")
            self.fresh = True
        elif tag in _BREAKS:
            self._break(tag)
        self.grid -= tag == "table" and _is_grid(element)
        self.pre -= tag == "pre"

    def _break(self, tag: str) -> None:
        if self.grid and tag not in _ROWS:
            self.out.append(" ")
        else:
            self._end_line()

    def _end_line(self) -> None:
        if not self.fresh:
            self.out.append("\n")
        self.fresh = True

    def _gap(self, cell: html.HtmlElement) -> str:
        if cell.getprevious() is None:
            return ""
        return "\t" if self.grid else " "

    def _text(self, text: str | None) -> None:
        if text:
            clean = text.translate(_NO_MARKS)
            self.out.append(clean if self.pre else _SPACES.sub(" ", clean))
            self.fresh = self.fresh and not clean.strip(" \t\r\n\f")


def _unseen(element: html.HtmlElement) -> bool:
    return (element.tag in _SILENT or "hidden" in element.attrib
            or _HIDDEN.search(element.get("style", "")) is not None)


def _is_grid(table: html.HtmlElement) -> bool:
    """Data, not layout: rows of several cells, and no table inside a table."""
    if next(table.iterdescendants("table"), None) is not None:
        return False
    widths = [sum(cell.tag in ("td", "th") for cell in row) for row in table.iterdescendants("tr")]
    return len(widths) > 1 and min(widths) > 1


def _lined(marked: str) -> str:
    lines: list[str] = []
    depth = 0
    for raw in marked.split("\n"):
        depth += raw.count(QUOTE)
        text = "\t".join(cell.strip(" \r\f") for cell in raw.translate(_NO_MARKS).split("\t")).strip(" ")
        prefix = ">" * min(depth, DEEPEST_QUOTE)
        lines.append(f"{prefix} {text}" if prefix and text else text)
        depth = max(0, depth - raw.count(END_QUOTE))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")

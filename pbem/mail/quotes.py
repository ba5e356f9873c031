"""The text of a mail taken apart: his own lines, quoted ones; signatures and the quote's headings dropped."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

import msgspec
from mailparser_reply.parser import EmailMessage

LONGEST_HEADING = 400
MOST_HEADING_LINES = 3
LEAST_FIELDS = 3                       # From and To alone may be an order

_LANGUAGES = ["en", "fr", "de", "it", "es", "nl"]
_HEADING = EmailMessage(text="", languages=_LANGUAGES).HEADER_REGEX
_FIELD = re.compile(
    r"[* ]*(from|sent|to|subject|date|cc|reply-to|de|envoyé|à|objet|répondre à|von|gesendet|an|betreff|datum|"
    r"importance)[* ]*\s?:[* ]*.*", re.IGNORECASE)
_FORWARD = re.compile(
    r"\W*-{4,}\s*(original message|message d['’]origine|forwarded message|message transféré|"
    r"ursprüngliche nachricht)\s*-{4,}"
    r"|(begin forwarded message|début du message réexpédié|début du message transféré)\s*:", re.IGNORECASE)
_RULE = re.compile(r"[_-]{5,}|\*{5,}")
_PHONE = re.compile(
    r"(sent from my|sent from (outlook|mail|yahoo|proton|samsung|gmail)|sent (with|via) (proton|outlook)|"
    r"get outlook for|envoyé de mon|envoyé (depuis|à partir de|via|avec) |envoyé de (outlook|mail|yahoo|gmail)|"
    r"(obtenir|obtenez|télécharger|téléchargez) outlook|gesendet von (meinem|outlook|mail)).{0,100}", re.IGNORECASE)
_QUOTE = re.compile(r"\s{0,3}>")
_MARKS = re.compile(r"(\s{0,3}> ?)+")
_ADDRESS = re.compile(r"\S@\S")


class Piece(msgspec.Struct, frozen=True):
    text: str
    quoted: bool
    attributed: bool = False           # stands under a heading that says who wrote it


def pieces(lines: Sequence[str]) -> Iterator[Piece]:
    """In the order written, so that answers between quoted lines keep theirs."""
    attributed = below = signature = False
    at = 0
    while at < len(lines):
        heading = 0 if below else heading_length(lines, at)
        if heading:
            attributed, signature = True, False
            at += heading
            below = not _next_is_quoted(lines, at)
            continue
        line = lines[at]
        at += 1
        quoted = below or _QUOTE.match(line) is not None
        signature = not quoted and (signature or line.rstrip() == "--")
        if quoted:
            yield Piece(_MARKS.sub("", line, count=1), True, attributed)
        elif not signature and not _PHONE.fullmatch(line.strip()):
            yield Piece(line, False)


def heading_length(lines: Sequence[str], at: int) -> int:
    """How many lines, from here on, say who wrote what follows."""
    if not lines[at].strip() or _QUOTE.match(lines[at]):
        return 0
    if _RULE.fullmatch(lines[at].strip()):
        below = _named_heading(lines, at + 1) if at + 1 < len(lines) else 0
        return below and below + 1
    return _named_heading(lines, at)


def _named_heading(lines: Sequence[str], at: int) -> int:
    if _FORWARD.fullmatch(lines[at].strip()):
        return 1 + _fields(lines, at + 1)
    fields = _fields(lines, at)
    if fields >= LEAST_FIELDS:
        return fields
    return _wrote(lines, at) or int(_introduces(lines, at))


def _fields(lines: Sequence[str], at: int) -> int:
    end = at
    while end < len(lines) and _FIELD.fullmatch(_spaced(lines[end])):
        end += 1
    return end - at


def _wrote(lines: Sequence[str], at: int) -> int:
    """"On ... wrote:", over one to three lines; the fewest that will do, as the line above may be his own."""
    text = ""
    for count, line in enumerate(lines[at:at + MOST_HEADING_LINES], start=1):
        text = f"{text} {_spaced(line)}".strip()
        if not line.strip() or len(text) > LONGEST_HEADING:
            return 0
        if text.endswith(":"):
            own = count > 1 and _wrote(lines, at + 1) == count - 1
            return count if _HEADING.fullmatch(text) and not own else 0
    return 0


def _introduces(lines: Sequence[str], at: int) -> bool:
    """In whatever language: a line with an address and a colon, right before a quote."""
    return (lines[at].rstrip().endswith(":") and _ADDRESS.search(lines[at]) is not None
            and _next_is_quoted(lines, at + 1))


def _next_is_quoted(lines: Sequence[str], at: int) -> bool:
    following = next((line for line in islice(lines, at, None) if line.strip()), "")
    return _QUOTE.match(following) is not None


def _spaced(line: str) -> str:
    return " ".join(line[:LONGEST_HEADING + 1].split())

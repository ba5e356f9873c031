"""What the player himself wrote: without what he quoted and his signature, but with our template filled in."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

import msgspec

from pbem.mail.letter import BROKEN, Letter, Note
from pbem.mail.quotes import Piece, pieces

_BLANK = re.compile(r"_{2,}")
_REPLY = re.compile(r"\s*(re|fwd?|tr|réf?|aw|wg|antw)\s*(\[\d+\])?\s*:\s*|\s*\[[^\]]{1,40}\]\s*", re.IGNORECASE)


class Line(msgspec.Struct, frozen=True):
    text: str
    how: str = ""                      # template, table or subject: what the answer tells beside the line
    cells: tuple[str, ...] = ()        # of a table's row, also the heading row


class Part(msgspec.Struct, frozen=True):
    origin: str                        # body, file or subject
    name: str                          # of the file
    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """Template lines filled in a quote are a paragraph by themselves: a greeting above them is none of their orders."""
        rows: list[str] = []
        for line, before in zip(self.lines, (Line(""), *self.lines), strict=False):
            rows += [""] if before.text and (line.how == "template") != (before.how == "template") else []
            rows.append(line.text)
        return "\n".join(rows)


class Reading(msgspec.Struct, frozen=True):
    parts: tuple[Part, ...]            # one for the body, one for each file: two versions are never mixed
    notes: tuple[Note, ...]


def read(letter: Letter, sent_lines: Sequence[str] = (), template_lines: Collection[str] = (),
         sent_subject: str = "", sent_files: Collection[str] = ()) -> Reading:
    """`sent_...`: of our mail that the letter answers. Of a broken letter, or one over the limits, nothing is read."""
    notes = [*letter.notes, *_unread(letter.files, sent_files)]
    if letter.too_big or BROKEN in letter.notes:
        return Reading((), tuple(notes))
    ours = _Ours(sent_lines, template_lines)
    parts = [_part(ours, "body", "", [line for text in letter.texts if text.origin == "body" for line in text.lines])]
    parts += [_part(ours, "file", text.name, text.lines) for text in letter.texts if text.origin == "file"]
    parts = [part for part in parts if part.lines]
    subject = _own_subject(letter.subject, sent_subject)
    if not parts and subject:
        parts = [Part("subject", "", (Line(subject, "subject"),))]
    if ours.strange:
        notes.append(Note("quoted", tuple(ours.strange)))
    return Reading(tuple(parts), tuple(notes))


def _unread(files: Sequence[str], sent_files: Collection[str]) -> list[Note]:
    names = tuple(name for name in files if name not in sent_files)
    return [Note("unread", names)] if names else []


def own_text(reading: Reading) -> str:
    """Everything read, body first."""
    return "\n".join(part.text for part in reading.parts)


class _Ours:
    """Tells our own lines from strange ones, and template lines with their blanks filled from both."""

    def __init__(self, sent_lines: Sequence[str], template_lines: Collection[str]) -> None:
        self.known = bool(sent_lines)
        self.lines = [_plain(line) for line in sent_lines]
        self.at = 0                    # in our lines: a quote runs through them from top to bottom
        self.sent = f" {' '.join(' '.join(sent_lines).split())} "        # programs wrap quotes anew
        self.untouched = {_plain(line) for line in template_lines if _BLANK.search(line)}
        self.forms = [_form(line) for line in sorted(self.untouched) if _BLANK.sub("", line).strip()]
        self.strange: list[str] = []

    def line(self, piece: Piece) -> Line | None:
        plain = _plain(piece.text)
        if piece.quoted:
            return self._quoted(piece, plain) if plain else None
        return None if plain in self.untouched else Line(piece.text.rstrip(" "))

    def _quoted(self, piece: Piece, plain: str) -> Line | None:
        if plain in self.lines[self.at:]:
            self.at = self.lines.index(plain, self.at) + 1
        elif plain in self.untouched:
            return None
        elif any(form.fullmatch(plain) for form in self.forms):
            return Line(plain, "template")
        elif f" {plain} " not in self.sent and (self.known or not piece.attributed):
            self.strange.append(plain)
        return None


def _part(ours: _Ours, origin: str, name: str, lines: Sequence[str]) -> Part:
    ours.at = 0
    read_lines = [line for line in map(ours.line, pieces(lines)) if line is not None]
    while read_lines and not read_lines[-1].text:
        read_lines.pop()
    start = next((index for index, line in enumerate(read_lines) if line.text), 0)
    return Part(origin, name, tuple(_with_tables(read_lines[start:])))


def _with_tables(lines: Sequence[Line]) -> Iterator[Line]:
    """Rows of as many cells below a full heading row are a table; a tab elsewhere is a mere space."""
    for width, run in groupby(lines, key=lambda line: len(_cells(line.text))):
        rows = list(run)
        table = width > 1 and len(rows) > 1 and all(_cells(rows[0].text))
        yield from (Line(row.text, "table", _cells(row.text)) if table and not row.how else row for row in rows)


def _cells(text: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in text.split("\t"))


def _plain(text: str) -> str:
    return " ".join(text.split())


def _form(template: str) -> re.Pattern[str]:
    """Each blank holds something, the remark behind # may be gone; a line shorter than its template in blanks only is an untouched one."""
    words = r"\s*\S.*?\s*".join(re.escape(piece.strip()) for piece in _BLANK.split(template.partition("#")[0].rstrip()))
    return re.compile(words + (r"(?:\s*#.*)?" if "#" in template else ""))


def _own_subject(subject: str, sent_subject: str) -> str:
    return _without_marks(subject).removeprefix(_without_marks(sent_subject)).strip()


def _without_marks(subject: str) -> str:
    while found := _REPLY.match(subject):
        if not found[0]:
            break
        subject = subject[found.end():]
    return subject.strip()

"""How plain text is laid out: 72 columns, hanging indents, labels in a column, dates as people write them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from babel.dates import format_datetime

from pbem.words import Words

WIDTH = 72
_SET_OFF = re.compile(r"(?<=«) | (?=[;:!?»](?:\s|$))")


def wrap(text: Any, indent: int = 0, hang: int | None = None) -> str:
    """Wrapped at 72 columns; `indent` before the first line, `hang` before the others."""
    first, rest = " " * indent, " " * (indent if hang is None else hang)
    return "\n".join(folded(text, WIDTH, initial_indent=first, subsequent_indent=rest))


def folded(text: Any, width: int, **indents: str) -> list[str]:
    """No line begins with a mark that French sets off by a space: the space before it is none to break at."""
    joined = _SET_OFF.sub("\u00a0", str(text))
    lines = textwrap.wrap(joined, width, break_long_words=False, break_on_hyphens=False, **indents)  # type: ignore[arg-type]
    return [line.replace("\u00a0", " ") for line in lines]


def label(name: Any, text: Any, width: int = 10) -> str:
    """`Supply    all units...`: a word in its own column, the text beside it."""
    head = f"{name}  " if len(str(name)) >= width else str(name).ljust(width)
    body = folded(text, WIDTH - width) or [""]
    if len(head) > width and len(head) + len(body[0]) > WIDTH:
        return "\n".join([str(name), *(" " * width + line for line in body)])
    return "\n".join([head + body[0], *(" " * width + line for line in body[1:])])


def beside(text: str, note: str, column: int = 38, indent: int = 3) -> str:
    """An order with a remark to its right, or under it where it does not fit."""
    if not note:
        return wrap(text, 0, indent)
    if len(text) < column - 1 and column + len(note) <= WIDTH:
        return text.ljust(column) + note
    if len(text) + 2 + len(note) <= WIDTH:
        return f"{text}  {note}"
    return wrap(text, 0, indent) + "\n" + wrap(note, indent, indent)


def signed(amount: int) -> str:
    """` 0`, `+2`, `-3`: a modifier in two columns."""
    return " 0" if amount == 0 else f"{amount:+d}"


def listed(names: Iterable[Any]) -> str:
    return ", ".join(str(name) for name in names)


def readable(value: Any) -> str:
    if isinstance(value, dict):
        return listed(f"{name} {readable(part)}" for name, part in sorted(value.items()))
    if isinstance(value, list):
        return listed(readable(part) for part in value)
    return str(value)


def when(moment: Any, zone: str = "UTC", language: str = "en") -> str:
    """`Thu 3 Dec 20:00` in the reader's own time zone; text passes through."""
    if not isinstance(moment, datetime):
        return str(moment)
    local = moment.astimezone(ZoneInfo(zone))
    return str(format_datetime(local, "EEE d MMM HH:mm", locale=language))


def span(text: str, say: Words) -> str:
    """`3 days` for `3d`, `1 day 12 hours` for `1d12h`."""
    parts = re.findall(r"(\d+)\s*([dhm])", text)
    return " ".join(say(f"span.{unit}1") if number == "1" else say(f"span.{unit}", n=number) for number, unit in parts) or text


def tidy(text: str) -> str:
    """No trailing blanks, never two empty lines in a row, one line end at the end."""
    lines: list[str] = []
    for line in (line.rstrip() for line in text.strip("\n").splitlines()):
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).rstrip() + "\n"

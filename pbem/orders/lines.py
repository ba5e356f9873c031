"""Cuts a text into order lines: comments, bullets, running numbers and broken lines undone; each joining is told."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pbem.orders.keywords import language_words
from pbem.orders.text import clean, fold, without_comment

BULLET = re.compile(r"^\s*(?:[•◦▪‣·*✓✔☑☐–—-]|\[[ xX]?\])\s+(?=\S)")
NUMBERED = re.compile(r"^\s*(\d{1,3})[.)]\s+(?=\S)")
HANGING = re.compile(r"(?:[,:]|[-–—>→])\s*$")
OPEN_WORDS = {phrase for phrase, name in language_words() if name in ("_WITH", "_TO", "_VIA", "_AND", "IF", "_FROM", "_AT")}
LONGEST = 1000
BLANK = re.compile(r"_{2,}")  # an untouched line of a template means nothing
COLUMNS = {"unit", "units", "from", "to", "order", "unite", "unites", "de", "depuis", "vers", "a", "ordre"}


@dataclass
class Raw:
    """One order line as the player wrote it, perhaps over several rows."""

    row: int
    text: str
    rows: list[int] = field(default_factory=list)
    indent: int = 0
    table: bool = False  # below a heading Unit, From, To


@dataclass
class Cut:
    lines: list[Raw]
    numbers_dropped: bool = False


def cut_lines(text: str) -> Cut:
    rows = [(n, line) for n, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1)]
    rows = [(n, without_comment(line)) for n, line in rows]
    rows = [(n, line) for n, line in rows if clean(line)[0].strip(" ,;.\t") and not BLANK.search(line)]
    running = runs([line for _, line in rows])
    found: list[Raw] = []
    table = False
    for n, line in rows:
        if heading(line):
            table = True
            continue
        bare = NUMBERED.sub("", line) if running else BULLET.sub("", line)
        found.append(Raw(n, bare.strip(), [n], len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip()), table))
    return Cut(joined(found), running)


def heading(line: str) -> bool:
    """The first row of a table: Unit, From, To."""
    words = re.findall(r"\w+", fold(clean(line)[0]))
    return len(words) >= 3 and set(words) <= COLUMNS and bool({"from", "de", "depuis"} & set(words))


def runs(lines: list[str]) -> bool:
    """Own numbers are dropped if they run: 1. 2. 3. on at least two lines."""
    numbers = [int(found[1]) for line in lines if (found := NUMBERED.match(line))]
    return len(numbers) >= 2 and numbers == list(range(numbers[0], numbers[0] + len(numbers))) and numbers[0] in (0, 1)


def joined(lines: list[Raw]) -> list[Raw]:
    """A line goes on in the next if it ends with a comma, a dash, a colon or a word that cannot end an order."""
    found: list[Raw] = []
    for line in lines:
        if found and goes_on(found[-1].text):
            found[-1] = merged(found[-1], line)
        else:
            found.append(line)
    return found


def goes_on(text: str) -> bool:
    plain = clean(text)[0].rstrip()
    if HANGING.search(plain) and not plain.endswith("->-"):
        return True
    last = fold(plain).split()[-1:] or [""]
    return last[0] in OPEN_WORDS and last[0] not in ("a", "in", "en", "at", "par", "near")


def merged(one: Raw, two: Raw) -> Raw:
    return Raw(one.row, f"{one.text} {two.text}", [*one.rows, *two.rows], one.indent, one.table)

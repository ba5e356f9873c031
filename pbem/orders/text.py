"""Cleans what phones and mail clients do to a line, and cuts it into atoms. Columns always count in the player's own text."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
ARROWS = {"→": "->", "⇒": "->", "➔": "->", "➜": "->", "➡": "->", "–>": "->"}
QUOTES = "\"“”„«»‘’‚'`"
ALIKE = str.maketrans(
    "АВЕКМНОРСТУХІЈаеорсухіјΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEKMHOPCTYXIJaeopcyxijABEZHIKMNOPTYX"
)  # Cyrillic and Greek letters that look Latin
ATOM = re.compile(r"[^\W\d_]+|\d+|>=|<=|=>|->|\S")
PLAIN = re.compile(r"[A-Za-z0-9 .,:;/|()<>=+*#!?_-]*")  # nothing to clean
COMMENT = re.compile(r"//.*$|#(?!\d).*$")


@dataclass(frozen=True)
class Atom:
    """A run of letters, a number or a sign. `glued`: no space before it."""

    text: str
    key: str  # folded: no case, no accents
    column: int  # from 1, in the player's text
    glued: bool

    @property
    def number(self) -> bool:
        return self.text.isdigit()

    @property
    def word(self) -> bool:
        return self.text.isalpha()


@lru_cache(maxsize=16384)
def fold(text: str) -> str:
    """Lower case without accents."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.replace("œ", "oe").replace("Œ", "OE"))
    return "".join(c for c in plain if not unicodedata.combining(c)).lower()


def clean(text: str) -> tuple[str, list[int], bool]:
    """The text in plain characters, the column of each, and whether a letter was not Latin."""
    if PLAIN.fullmatch(text):
        return text, list(range(1, len(text) + 1)), False
    out: list[str] = []
    columns: list[int] = []
    foreign = False
    for column, char in enumerate(text, start=1):
        plain = _plain(char)
        latin = plain.translate(ALIKE)
        foreign = foreign or latin != plain
        out.append(latin)
        columns += [column] * len(latin)
    return "".join(out), columns, foreign


@lru_cache(maxsize=4096)
def _plain(char: str) -> str:
    if char in DASHES:
        return "-"
    if char in ARROWS:
        return ARROWS[char]
    if char in QUOTES:
        return " "
    kind = unicodedata.category(char)
    if kind in ("Cf", "Cc") and char not in "\t":  # zero-width, soft hyphen, direction marks
        return ""
    if kind in ("So", "Sk", "Cs", "Co") or (kind.startswith("M") and not unicodedata.combining(char)) or char == "\ufe0f":
        return " "  # emoji
    if kind.startswith("Z") or char == "\t":
        return " "
    return unicodedata.normalize("NFKC", char)


def without_comment(text: str) -> str:
    return COMMENT.sub("", text).rstrip()


def atoms(text: str) -> tuple[list[Atom], bool]:
    """The atoms of a line, and whether a letter was not Latin."""
    plain, columns, foreign = clean(text)
    found: list[Atom] = []
    end = -1
    for match in ATOM.finditer(plain):
        sign = "->" if match.group() in ("=>", "->") else match.group()
        found.append(Atom(sign, fold(sign), columns[match.start()], match.start() == end))
        end = match.end()
    return found, foreign


def key(parts: list[Atom]) -> str:
    """How names are compared: glued together; two numbers side by side stay apart."""
    out = ""
    for atom in parts:
        out = _glued(out, atom)
    return out


def _glued(out: str, atom: Atom) -> str:
    if atom.text in "-.,'":
        return out
    return f"{out}_{atom.key}" if out and out[-1].isdigit() and atom.number else out + atom.key


def longest_first(row: list[Atom], i: int, most: int) -> list[tuple[int, str]]:
    """The next atoms as the name they may be: how many of them, and their key."""
    found: list[tuple[int, str]] = []
    out = ""
    for length, atom in enumerate(row[i : i + most], 1):
        out = _glued(out, atom)
        found.append((length, out))
    return found[::-1]


@lru_cache(maxsize=16384)
def name_key(name: str) -> str:
    return key(atoms(name)[0])

"""Numbers in a line: ratios, points of the air, and where a number is one whatever units are called so."""

from __future__ import annotations

import re

from lark import Token

from pbem.orders.keywords import POLICIES
from pbem.orders.phrases import AIR
from pbem.orders.ruled import token
from pbem.orders.text import Atom

COUNTED = ("keep", "best")  # policies with a number behind them


def counts(before: Token) -> bool:
    """A number follows: FOR 2, MIN 2, KEEP 4, BEST 2."""
    if before.type == "CLAUSE":
        return bool(before.value.args) and before.value.args[0].type == "number"
    return before.type == "ARGWORD" or (before.type == "POLICY" and POLICIES.get(before.value) in COUNTED)


def number_follows(row: list[Atom], after: int, word: object) -> bool:
    """`FOR 1` is a number of points, not the beginning of Fort 1."""
    if not isinstance(word, tuple) or word[0] not in ("CLAUSE", "ARGWORD", "POLICY"):
        return False
    return after < len(row) and row[after].number and counts(token(word[0], word[1], 0))


def points(row: list[Atom], i: int) -> list[tuple[int, int]]:
    """`AIR 8`, `8 air`: atoms used, and how many."""
    for phrase in AIR:
        size = len(phrase)
        if tuple(a.key for a in row[i : i + size]) == phrase and i + size < len(row) and row[i + size].number:
            return [(size + 1, int(row[i + size].text))]
        behind = tuple(a.key for a in row[i + 1 : i + 1 + size]) == phrase
        if row[i].number and behind and not (i + size + 1 < len(row) and row[i + size + 1].number):
            return [(size + 1, int(row[i].text))]
    return []


def ratio(row: list[Atom], i: int) -> tuple[int, list[Token]]:
    """`3:1`, `3-1`, `3/1`, `2,5`, `2.5:1`."""
    text = "".join(atom.text for n, atom in enumerate(row[i : i + 5]) if n == 0 or row[i + 1].glued)
    found = re.match(r"(\d+)(?:[.,](\d+))?(?:\s*[:/-]\s*(\d+))?", text)
    assert found is not None
    used = 1 + 2 * bool(found[2]) + 2 * bool(found[3])
    value = found[1] + (f".{found[2]}" if found[2] else "")
    return used, [token("ODDS" if found[3] else "NUMBER", f"{value}:{found[3]}" if found[3] else value, row[i].column)]

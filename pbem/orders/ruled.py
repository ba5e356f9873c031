"""Clauses that say what a doctrine line would: where they begin and end in a line of orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lark import Token

from pbem.engine.verbs import Clause
from pbem.orders.keywords import keys, language_words
from pbem.orders.phrases import Phrase
from pbem.orders.text import Atom

if TYPE_CHECKING:
    from pbem.orders.lexer import Vocabulary

IFS = {keys(phrase)[0] for phrase, name in language_words() if name == "IF"}
LINE_GOES_ON = IFS | {keys(phrase)[0] for phrase, name in language_words() if name in ("_ELSE", "UNTIL")}


@dataclass(frozen=True)
class Ruled:
    """FIRE armor first, WITHDRAW WHEN ratio < 1:1: the clause, and the rest as a doctrine line has it."""

    clause: Clause
    tokens: list[Token]


def said(row: list[Atom], i: int, phrase: tuple[str, ...]) -> bool:
    return tuple(atom.key for atom in row[i : i + len(phrase)]) == phrase


def literal(known: Vocabulary, row: list[Atom], i: int, kind: str) -> Phrase | None:
    return next((phrase for phrase in known.literals.get(kind, ()) if said(row, i, phrase[0])), None)


def clause_at(known: Vocabulary, row: list[Atom], i: int, verb: str) -> tuple[int, Clause] | None:
    """The clause of this verb that begins here, and where it ends."""
    for phrase, _, clause in known.ruled.get(verb, ()):
        if said(row, i, phrase):
            end = i + len(phrase)
            return (end, clause) if sure(known, row, i, end, clause) else None
    return None


def sure(known: Vocabulary, row: list[Atom], i: int, end: int, clause: Clause) -> bool:
    """A word that also names units or a kind of them is a clause only before a choice of its own: ENGINEERS CLEAR."""
    longer = known.units.at(row, i)
    verbs = (p for p in known.orders.get(row[i].key, ()) if p[1] == "VERB" and len(p[0]) > end - i)
    if (longer is not None and longer[0] > end - i and not longer[1]) or any(said(row, i, p[0]) for p in verbs):
        return False
    named = row[i].key in known.units.whole_words or row[i].key in known.sort_words
    return not named or literal(known, row, end, clause.kind) is not None


def ruled(known: Vocabulary, row: list[Atom], i: int, verb: str) -> tuple[int, list[Token], list[str]] | None:
    """The atoms of a clause, its token, and what is to be told of it."""
    found = clause_at(known, row, i, verb)
    if found is None:
        return None
    start, clause = found
    if all(arg.type != "policy" for arg in clause.args):
        return start - i, [token("CLAUSE", clause, row[i].column)], []
    first = literal(known, row, start, clause.kind)
    end = start + (len(first[0]) if first else 0)
    while end < len(row) and row[end].text != ";" and clause_at(known, row, end, verb) is None:
        if row[end].key in LINE_GOES_ON and not (end == start and row[end].key in IFS):
            break
        end += 1
    cut = known.cut(row[start:end], True, clause.kind)
    return end - i, [token("RULED", Ruled(clause, cut.found), row[i].column)], cut.told


def token(name: str, value: object, column: int) -> Token:
    made = Token(name, "", column=column)
    made.value = value
    return made

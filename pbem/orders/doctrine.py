"""Standing orders: one line a rule, read like orders, with the kinds of choice for verbs."""

from __future__ import annotations

import re
from dataclasses import replace

from lark import Token

from pbem.engine.ruleset import Lexicon, Ruleset
from pbem.engine.verbs import Rule
from pbem.orders.grammar import Stuck, parse
from pbem.orders.keywords import keys
from pbem.orders.lines import Raw, cut_lines
from pbem.orders.mentions import Where
from pbem.orders.model import DoctrineReading, ReadLine
from pbem.orders.reading import Reader
from pbem.orders.ruled import token
from pbem.orders.standing import Standing
from pbem.orders.text import atoms
from pbem.orders.trouble import Trouble, unread

LISTED = re.compile(r"(,|&|\b(and|et))\s*$", re.IGNORECASE)  # what stands between the places of a list


def read_doctrine(rules: Ruleset, lexicon: Lexicon, text: str, language: str) -> DoctrineReading:
    reader = Reader(rules, lexicon, language)
    found = DoctrineReading([], [])
    for n, raw in enumerate(cut_lines(text).lines, start=1):
        line = one(reader, raw, n, found.rules)
        found.lines.append(line)
    found.open = [kind for kind in rules.kinds if all(rule.kind != kind for rule in found.rules)]
    return found


def one(reader: Reader, raw: Raw, n: int, good: list[Rule]) -> ReadLine:
    tokens = reader.known.cut(atoms(raw.text)[0], doctrine=True)
    try:
        rule = made(reader, in_one(tokens.found, raw.text), str(len(good) + 1))
    except Trouble as trouble:
        return reader.bad(str(n), raw, trouble, tokens.told)
    rule.text = reader.printer.rule(rule)
    good.append(rule)
    return ReadLine(str(n), raw.text, raw.row, told=list(tokens.told))


def made(reader: Reader, tokens: list[Token], n: str) -> Rule:
    first = next((i for i, t in enumerate(tokens) if t.type == "KIND"), None)
    if first is None:
        raise no_kind(reader, tokens)
    row = kept([tokens[first], *tokens[:first], *tokens[first + 1 :]])  # `never REFUSE` is `REFUSE never`
    try:
        tree = parse(row, "rule")
    except Stuck as stop:
        raise unread("no-sense", stop.column) from None
    return Standing(reader.rules, reader.names, tokens[first].value, n).rule(tree)


def in_one(row: list[Token], text: str) -> list[Token]:
    """`AT C1, C2`: places of one list. Without a comma, AND or OR the second is the choice: `MAIN AT C1 C2`."""
    found: list[Token] = []
    for one in row:
        before = [t.type for t in found[-3:]]
        if one.type == "PLACE" and before[-3:] == ["_AT", "PLACE", "_OR"]:
            found.pop()
        elif one.type != "PLACE" or before[-2:] != ["_AT", "PLACE"] or not LISTED.search(text[: (one.column or 1) - 1]):
            found.append(one)
            continue
        found.append(token("PLACE", together(found.pop().value, one.value), one.column or 0))
    return found


def together(one: Where, other: Where) -> Where:
    """Both, or the one that has to be told apart first."""
    for where in (one, other):
        if where.bad or where.off or len(where.groups) > 1:
            return where
    return replace(one, groups=((*one.groups[0], *other.groups[0]),))


def kept(row: list[Token]) -> list[Token]:
    """`RESERVE 2`, where a game calls its pool so: nothing is compared, so that it is KEEP 2."""
    pairs = zip(row, [*row[1:], None], strict=True)
    return [
        token("POLICY", "keep", one.column or 0) if one.type == "FACT" and after is not None and after.type == "NUMBER" else one
        for one, after in pairs
    ]


def no_kind(reader: Reader, tokens: list[Token]) -> Trouble:
    word = tokens[0].value.text if tokens and hasattr(tokens[0].value, "text") else "?"
    typed = keys(word)[:1]
    if any(typed == keys(name)[:1] for verb in reader.rules.verbs.values() for name in (verb.name, verb.fr, *verb.synonyms) if name):
        return unread("order-in-doctrine", tokens[0].column)
    kinds = [reader.printer.kind(kind) for kind in reader.rules.kinds]
    return unread("no-kind", tokens[0].column if tokens else None, word=word, kinds=kinds)

"""Reads a section of orders, line by line. One bad line never hides another."""

from __future__ import annotations

import re
from typing import Any

from pbem.engine.ruleset import Lexicon, Ruleset
from pbem.engine.verbs import Line
from pbem.orders.clauses import changed
from pbem.orders.grammar import Stuck, parse
from pbem.orders.lexer import Tokens, Vocabulary, vocabulary
from pbem.orders.lines import LONGEST, Raw, cut_lines, merged
from pbem.orders.meaning import Order
from pbem.orders.model import Reading, ReadLine
from pbem.orders.printing import Printer
from pbem.orders.resolve import Distance, Names
from pbem.orders.text import Atom, atoms
from pbem.orders.trouble import Trouble, unread

MOST_LINES = 500
NAMES = ("UNITS", "PLACE", "HEXSIDE")


def read_orders(rules: Ruleset, lexicon: Lexicon, text: str, language: str, now: list[str] | None = None) -> Reading:
    """`now`: the verbs wanted now, where a word means another order at another time."""
    return Reader(rules, lexicon, language, None, now).read(text)


class Reader:
    def __init__(
        self, rules: Ruleset, lexicon: Lexicon, language: str, distance: Distance | None = None, now: list[str] | None = None
    ) -> None:
        self.rules, self.language = rules, language
        self.known: Vocabulary = vocabulary(rules, lexicon)
        self.names = Names(lexicon, self.known.units, distance)
        self.names.now = now or []
        self.printer = Printer(rules, language, lexicon)
        self.english = Printer(rules, "en", lexicon)
        self.say = self.printer.say
        self.before: list[Line] = []

    def read(self, text: str, numbers: list[str] | None = None) -> Reading:
        cut = cut_lines(text)
        notes = [self.say("read.own-numbers")] if cut.numbers_dropped else []
        if len(cut.lines) > MOST_LINES:
            return Reading([], [self.say("read.too-many-lines", lines=len(cut.lines), limit=MOST_LINES)])
        found: list[ReadLine] = []
        n = 0
        rest = list(cut.lines)
        while rest:
            n += 1
            row = rest[0].row
            got, used = self.next(rest, (numbers[row - 1] if numbers and row <= len(numbers) else "") or str(n))
            found += got
            del rest[:used]
        return Reading(found, notes)

    def next(self, rest: list[Raw], n: str) -> tuple[list[ReadLine], int]:
        """The next line; two lines if only together they can be read."""
        lines = self.one(rest[0], n)
        if len(rest) > 1 and self._continues(rest[0], rest[1], lines):
            both = self.one(merged(rest[0], rest[1]), n)
            alone = self.peek(rest[1])
            if all(line.status == "ok" for line in both) and (alone or any(line.status == "unreadable" for line in lines)):
                told = self.say("read.joined", first=rest[0].rows[0], second=rest[1].rows[0])
                both[0].told.append(told)
                return self.keep(both), 2
        return self.keep(lines), 1

    def _continues(self, one: Raw, two: Raw, lines: list[ReadLine]) -> bool:
        return two.indent > one.indent or any(line.status == "unreadable" for line in lines) or self._else(two)

    def _else(self, raw: Raw) -> bool:
        tokens = self.known.cut(atoms(raw.text)[0][:1]).found
        return bool(tokens) and tokens[0].type == "_ELSE"

    def peek(self, raw: Raw) -> bool:
        """Whether the line cannot be read alone."""
        return any(line.status == "unreadable" for line in self.one(raw, "0"))

    def keep(self, lines: list[ReadLine]) -> list[ReadLine]:
        self.before += [line.line for line in lines if line.line is not None]
        return lines

    def one(self, raw: Raw, n: str) -> list[ReadLine]:
        if len(raw.text) > LONGEST:
            return [self.bad(n, raw, unread("too-long", None, limit=LONGEST), [])]
        row, foreign = atoms(raw.text)
        tokens = self.known.cut(row)
        told = list(tokens.told) + ([self.say("read.not-latin")] if foreign else [])
        whole = self.attempt(n, raw, tokens, told)
        if whole.status == "ok" and not any(a.text == ";" for a in row):
            return [whole]
        halves = self.halves(n, raw, row, tokens)
        return halves or [whole]

    def attempt(self, n: str, raw: Raw, tokens: Tokens, told: list[str], before: list[Line] | None = None) -> ReadLine:
        order = Order(self.rules, self.names, [*self.before, *(before or [])], raw.table)
        told = [*told, self.say("check.table")] if raw.table else told
        try:
            line = self.parsed(order, tokens, n)
        except Trouble as trouble:
            trouble = self.no_names(tokens) or trouble if trouble.why == "word" else trouble
            made = self.bad(n, raw, trouble, told)
            made.suggestion = made.suggestion or self.either(raw, trouble) or self.without(raw, trouble)
            return made
        line = changed(line, text=self.printer.line(line))
        return ReadLine(n, raw.text, raw.row, line, told=[*told, *order.told])

    def parsed(self, order: Order, tokens: Tokens, n: str) -> Line:
        try:
            tree = parse(tokens.found, "order")
        except Stuck as stop:
            words = [t for t in tokens.found if t.type == "WORD"]
            if words:
                raise unread("word", words[0].column, word=words[0].value.text) from None
            raise unread("nothing-known" if not tokens.found else "no-sense", stop.column) from None
        return order.line(tree, n)

    def no_names(self, tokens: Tokens) -> Trouble | None:
        """`rest of the guns as discussed`: a kind and no name; which of that kind on the map no line above has ordered."""
        sort = next((t.value for t in tokens.found if t.type == "SORT"), "")
        if not sort or any(t.type in NAMES for t in tokens.found):
            return None
        ordered = {unit for line in self.before for unit in ordered_by(line)}
        own = [u for u in self.names.units.values() if u.side == self.names.lexicon.side and u.status == "on map" and sort in u.kinds]
        left = [f"{unit.id} ({unit.at})" for unit in own if unit.id not in ordered]
        word = self.say(f"sort.{sort}").partition("|")[0]
        return unread("no-names" if left else "no-names-left", None, units=left, word=word)

    def halves(self, n: str, raw: Raw, row: list[Atom], tokens: Tokens) -> list[ReadLine]:
        """Two orders on a line, with `;` or without."""
        for cut in self._cuts(row, tokens):
            left, right = row[:cut], row[cut:]
            first = self._half(f"{n}a", raw, left, [])
            if first.line is None:
                continue
            second = self._half(f"{n}b", raw, right, [first.line])
            if second.line is None and any(t.type == "VERB" for t in self.known.cut(right).found):
                second = self._same_target(f"{n}b", raw, right, first.line)
            if second.line is not None:
                return [first, *self._further(second, n, raw, right)]
        return []

    def _further(self, second: ReadLine, n: str, raw: Raw, right: list[Atom]) -> list[ReadLine]:
        return [second]

    def _half(self, n: str, raw: Raw, row: list[Atom], before: list[Line]) -> ReadLine:
        tokens = self.known.cut(row)
        found = self.attempt(n, raw, tokens, [*tokens.told, self.say("read.two-orders")], before)
        return found

    def _same_target(self, n: str, raw: Raw, row: list[Atom], first: Line) -> ReadLine:
        """`ATTACK B4414 WITH ...; SUPPORT WITH ...` keeps the target."""
        if not first.args.get("place"):
            return ReadLine(n, raw.text, raw.row, status="unreadable")
        target = atoms(first.args["place"][0])[0]
        return self._half(n, raw, [*row, *target], [first])

    @staticmethod
    def _cuts(row: list[Atom], tokens: Tokens) -> list[int]:
        """Where a second order may begin: behind `;`, at a verb, at a unit."""
        semicolons = [i + 1 for i, atom in enumerate(row) if atom.text == ";"]
        if semicolons:
            return semicolons
        columns = [t.column for t in tokens.found[1:] if t.type in ("VERB", "UNITS", "PLACE")]
        verbs = [t.column for t in tokens.found[1:] if t.type == "VERB"]
        wanted = [*verbs, *(c for c in columns if c not in verbs)]
        return [next(i for i, atom in enumerate(row) if atom.column == c) for c in wanted]

    def bad(self, n: str, raw: Raw, trouble: Trouble, told: list[str]) -> ReadLine:
        message, suggestion = self.explain(trouble)
        return ReadLine(n, raw.text, raw.row, None, trouble.status, trouble.column, message, suggestion, told=told)

    def explain(self, trouble: Trouble) -> tuple[str, str]:
        facts: dict[str, Any] = dict(trouble.facts)
        if "verb" in facts and facts["verb"] in self.rules.verbs:
            facts["verb"] = self.printer.name(self.rules.verbs[facts["verb"]])
        if "side" in facts and self.say.has(f"side.{facts['side']}"):
            facts["side"] = self.say(f"side.{facts['side']}")
        for name in ("units", "places"):
            if trouble.status == "ambiguous" and isinstance(facts.get(name), list):
                facts[name] = self.any_of(facts[name])
        self.of_doctrine(facts)
        example = facts.pop("example", "")
        own = f"read.{trouble.why}.{str(facts.get('where', '')).replace(' ', '-')}"
        message = self.say(own if self.say.has(own) else f"read.{trouble.why}", **facts)
        return message, self.example(example) if example else self.nearest(trouble)

    def of_doctrine(self, facts: dict[str, Any]) -> None:
        """Kinds, facts and choices as a player types them."""
        kind = facts.get("kind", "")
        if kind in self.rules.kinds:
            facts["kind"] = self.printer.kind(kind)
            facts["choices"] = [self.printer.choice_word(word, kind).lower() for word in facts.get("choices", [])]
            facts["facts"] = [self.printer.fact(fact).lower() for fact in facts.get("facts", [])]
            facts["fact"] = self.printer.fact(facts.get("fact", "")).lower()

    def any_of(self, names: list[str]) -> str:
        """`1 Gren (motor, A0908) or 2 Gren (armoured, A1007)`."""
        known = [re.sub(r"\((\w+), ", lambda sort: f"({self.sort(sort[1])}, ", name) for name in names]
        return f" {self.say('check.or')} ".join([", ".join(known[:-1]), known[-1]] if len(known) > 1 else known)

    def sort(self, word: str) -> str:
        return self.say(f"called.{word}") if self.say.has(f"called.{word}") else word

    def either(self, raw: Raw, trouble: Trouble) -> str:
        """The whole order for each thing that a word may mean, as far as each can be read."""
        typed = str(trouble.facts.get("name", ""))
        others = trouble.facts.get("places", trouble.facts.get("units", []))
        at = raw.text.lower().find(typed.lower(), max(0, (trouble.column or 1) - 2)) if typed else -1
        if trouble.column is None or at < 0 or raw.text.count(";"):
            return ""
        found = [self._instead(raw, at, len(typed), other.split(" (")[0]) for other in others[:3] if other != "..."]
        return f" {self.say('check.or')} ".join(dict.fromkeys(filter(None, found)))

    def without(self, raw: Raw, trouble: Trouble) -> str:
        """FROM a hex where the unit does not stand: the order without it."""
        if trouble.why != "not-there" or trouble.column is None:
            return ""
        word = re.match(r"[\w.-]+", raw.text[trouble.column - 1 :])
        return self._instead(raw, trouble.column - 1, len(word[0]), "") if word else ""

    def _instead(self, raw: Raw, at: int, length: int, name: str) -> str:
        row = atoms(f"{raw.text[:at]}{name}{raw.text[at + length :]}")[0]
        try:
            return self.printer.line(self.parsed(Order(self.rules, self.names, list(self.before)), self.known.cut(row), "0"))
        except Trouble:
            return ""

    def nearest(self, trouble: Trouble) -> str:
        return " / ".join(self.in_language(text) for text in trouble.nearest)

    def example(self, text: str) -> str:
        """The ruleset's example of a verb, if the units in it are the reader's own."""
        try:
            return self.printer.line(self.parsed(Order(self.rules, self.names, []), self.known.cut(atoms(text)[0]), "0"))
        except Trouble:
            return ""

    def in_language(self, text: str) -> str:
        """An order in English keywords, as the player's language has it."""
        if self.language == "en" or not text:
            return text
        tokens = self.known.cut(atoms(text)[0])
        try:
            return self.printer.line(self.parsed(Order(self.rules, self.names, []), tokens, "0"))
        except Trouble:
            return text


def ordered_by(line: Line) -> list[str]:
    """The units it gives an order to, guns that fire among them."""
    fire = line.args.get("fire")
    return [*line.units(), *(fire.get("guns", []) if isinstance(fire, dict) else [])]

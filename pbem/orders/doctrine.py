"""Standing orders: one line a rule, read like orders, with the kinds of choice for verbs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lark import Token, Tree

from pbem.engine.ruleset import Lexicon, Ruleset
from pbem.engine.verbs import Cond, Policy, Rule
from pbem.orders.grammar import Stuck, parse
from pbem.orders.keywords import POLICIES, keys
from pbem.orders.lines import Raw, cut_lines
from pbem.orders.meaning import Order
from pbem.orders.mentions import Where, Who
from pbem.orders.model import DoctrineReading, ReadLine
from pbem.orders.reading import Reader
from pbem.orders.text import atoms
from pbem.orders.trouble import Trouble, unread


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
        rule = made(reader, tokens.found, str(len(good) + 1))
    except Trouble as trouble:
        return reader.bad(str(n), raw, trouble, tokens.told)
    rule.text = reader.printer.rule(rule)
    good.append(rule)
    return ReadLine(str(n), raw.text, raw.row, told=list(tokens.told))


def made(reader: Reader, tokens: list[Token], n: str) -> Rule:
    first = next((i for i, t in enumerate(tokens) if t.type == "KIND"), None)
    if first is None:
        raise no_kind(reader, tokens)
    row = [tokens[first], *tokens[:first], *tokens[first + 1 :]]  # `never REFUSE` is `REFUSE never`
    try:
        tree = parse(row, "rule")
    except Stuck as stop:
        raise unread("no-sense", stop.column) from None
    return Standing(reader, tokens[first].value, n).rule(tree)


def no_kind(reader: Reader, tokens: list[Token]) -> Trouble:
    word = tokens[0].value.text if tokens and hasattr(tokens[0].value, "text") else "?"
    typed = keys(word)[:1]
    if any(typed == keys(name)[:1] for verb in reader.rules.verbs.values() for name in (verb.name, verb.fr, *verb.synonyms) if name):
        return unread("order-in-doctrine", tokens[0].column)
    kinds = [reader.printer.kind(kind) for kind in reader.rules.kinds]
    return unread("no-kind", tokens[0].column if tokens else None, word=word, kinds=kinds)


@dataclass
class Side:
    """What stands before ELSE, or behind it."""

    policies: list[Policy] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    mode: str = ""  # with, spare, toward, via, as, keep: what the next names belong to


class Standing(Order):
    def __init__(self, reader: Reader, kind: str, n: str) -> None:
        super().__init__(reader.rules, reader.names, [])
        self.reader, self.kind, self.n = reader, kind, n

    def rule(self, tree: Tree[Any]) -> Rule:
        made = Rule(self.n, self.kind)
        side = main = Side()
        nodes: list[Any] = tree.children[1:]
        for node in nodes:
            if node.data == "else_":
                side = Side()
            elif node.data == "when":
                made.when = self.tested(self.condition(node.children[1]))
            elif node.data == "flag":
                self._flag(made, side, node.children[0])
            elif node.data == "at" or (node.data == "place" and side is main and not side.mode and not made.at):
                made.at = list(self.names.hexes(node.children[-1].value))
            else:
                self._item(side, node)
        self._close(made, main, side)
        return made

    def _flag(self, made: Rule, side: Side, token: Token) -> None:
        cond = self.tested(Cond("test", test=token.value))
        made.when = cond if made.when is None else Cond("and", [made.when, cond])

    def tested(self, cond: Cond) -> Cond:
        """Only what the kind promises can be looked at."""
        for arg in cond.args:
            self.tested(arg)
        kind = self.rules.kinds[self.kind]
        facts = dict.fromkeys([*kind.facts, *kind.of_places])
        if cond.test and cond.test not in facts:
            say = self.reader.printer
            raise unread(
                "no-fact", None, kind=say.kind(self.kind), fact=say.fact(cond.test).lower(), facts=[say.fact(f).lower() for f in facts]
            )
        return cond

    def _item(self, side: Side, node: Any) -> None:
        value: Any = node.children[-1].value if node.children else None
        if node.data == "with_":
            side.mode = "pick"
        elif node.data == "policy":
            self._policy(side, node.children[-1])
        elif node.data == "points":
            side.policies.append(Policy("points", number=value))
            side.mode = ""
        elif node.data == "number":
            self._number(side, value, node)
        elif node.data == "word" and value.text.lower() in self.rules.kinds[self.kind].policies:
            side.policies.append(Policy(value.text.lower()))  # a policy of this kind alone: CLASS auto
        elif node.data == "word":
            raise unread("word-doctrine", value.column, word=value.text)
        else:
            self._names(side, self._named(value))

    def _named(self, value: Any) -> list[str]:
        if isinstance(value, Who):
            if not value.formation and not self.names.own(value.ids) and self.names.enemy(value.ids):
                return [value.ids[0]]
            return self.names.who(value, None) if not value.formation else [u.id for u in self.names.own(value.ids)]
        if isinstance(value, Where):
            return list(self.names.hexes(value))
        return [str(value)]

    def _names(self, side: Side, names: list[str]) -> None:
        if not side.mode:
            side.names += names
            return
        if side.policies and side.policies[-1].word == side.mode and side.policies[-1].names:
            side.policies[-1].names += names
        else:
            side.policies.append(Policy(side.mode, list(names)))

    def _policy(self, side: Side, token: Token) -> None:
        word = {"FIRST": "first", "ALL": "all", "NONE": "none"}.get(token.type) or POLICIES[token.value]
        if word == "first" and side.names:
            side.policies.append(Policy("first", side.names))
            side.names, side.mode = [], ""
        elif word in ("spare", "toward", "via", "as", "keep"):
            side.mode = word
        elif word:
            side.policies.append(Policy(word))
            side.mode = ""

    def _number(self, side: Side, value: str, node: Any) -> None:
        if side.mode != "keep":
            raise unread("word-doctrine", node.children[-1].column, word=value)
        side.policies.append(Policy("keep", number=int(value)))
        side.mode = ""

    def _close(self, made: Rule, main: Side, last: Side) -> None:
        for side in (main, last) if last is not main else (main,):
            if (side.names and (side is last and side is not main)) or (side.names and not side.policies and made.when is None):
                side.policies.append(Policy("pick", side.names))
            elif side.names:
                made.units = side.names
        made.choice = main.policies
        made.otherwise = last.policies if last is not main else []
        if not made.choice and made.when is not None:
            made.choice = [Policy("always")]
        if not made.choice:
            kind = self.rules.kinds[self.kind]
            raise unread("no-choice", None, kind=self.reader.printer.kind(self.kind), choices=list(kind.policies) or ["-"])

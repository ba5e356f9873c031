"""One doctrine line, or the clause of an order that says what such a line would: from the tree to the rule it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lark import Token, Tree

from pbem.engine.ruleset import Kind, Ruleset
from pbem.engine.verbs import Cond, Policy, Rule
from pbem.orders.conditions import Conditions
from pbem.orders.keywords import POLICIES
from pbem.orders.mentions import Where, Who, copies
from pbem.orders.resolve import Names
from pbem.orders.trouble import unread


@dataclass
class Side:
    """What stands before ELSE, or behind it."""

    policies: list[Policy] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    mode: str = ""  # with, spare, toward, via, as, keep: what the next names belong to


class Standing(Conditions):
    def __init__(self, rules: Ruleset, names: Names, kind: str, n: str) -> None:
        super().__init__(names)
        self.rules, self.kind, self.n = rules, kind, n
        self.places: list[str] = []  # named without AT: where the line holds, or the choice itself

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
            elif node.data == "at":
                made.at = list(self.names.hexes(node.children[-1].value))
            elif node.data == "place" and side is main and not side.mode and self.kind_of.bare:
                self.places += self.names.hexes(node.children[-1].value)
            elif node.data == "place" and side is main and not side.mode and not made.at:
                made.at = list(self.names.hexes(node.children[-1].value))
            else:
                self._item(side, node)
        self._close(made, main, side)
        return made

    @property
    def kind_of(self) -> Kind:
        return self.rules.kinds[self.kind]

    def _flag(self, made: Rule, side: Side, token: Token) -> None:
        cond = self.tested(Cond("test", test=token.value))
        made.when = cond if made.when is None else Cond("and", [made.when, cond])

    def tested(self, cond: Cond) -> Cond:
        """Only what the kind promises can be looked at."""
        for arg in cond.args:
            self.tested(arg)
        facts = dict.fromkeys([*self.kind_of.facts, *self.kind_of.of_places])
        if cond.test and cond.test not in facts:
            raise unread("no-fact", None, kind=self.kind, fact=cond.test, facts=list(facts))
        return cond

    def _item(self, side: Side, node: Any) -> None:
        value: Any = node.children[-1].value if node.children else None
        if node.data == "with_":
            side.mode = "pick"
        elif node.data == "choice":
            side.policies.append(Policy(value))
            side.mode = ""
        elif node.data == "about":
            side.policies[-1].names.append(value)
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
            return self._units_named(value)
        if isinstance(value, Where):
            return list(self.names.hexes(value))
        return [str(value)]

    def _units_named(self, who: Who) -> list[str]:
        """Copies of one card are all meant; the enemy's units go by their names, wherever they are."""
        own, theirs = self.names.own(who.ids), [u.id for u in self.names.foreign(who.ids) if u.status != "eliminated"]
        if who.formation:
            return [u.id for u in own]
        if who.ids and not who.count and (copies([u.id for u in own]) or (not own and copies(theirs))):
            return list(who.ids)
        return [theirs[0]] if theirs and not own and not who.count else self.names.who(who, None)

    def _names(self, side: Side, names: list[str]) -> None:
        if not side.mode or side.mode == "best":
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
            side.mode = "best" if word == "best" else ""

    def _number(self, side: Side, value: str, node: Any) -> None:
        if side.mode not in ("keep", "best"):
            raise unread("word-doctrine", node.children[-1].column, word=value)
        if side.mode == "best":
            side.policies[-1].number = int(value)
        else:
            side.policies.append(Policy("keep", number=int(value)))
        side.mode = ""

    def _close(self, made: Rule, main: Side, last: Side) -> None:
        if self.places and not main.policies:
            main.policies.append(Policy("pick", self.places))
        elif self.places:
            made.at = made.at or self.places
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
            raise unread("no-choice", None, kind=self.kind, choices=list(self.kind_of.policies) or ["-"])

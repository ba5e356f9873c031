"""IF and WHEN, from the tree to what the engine looks up."""

from __future__ import annotations

from typing import Any

from lark import Token

from pbem.engine.verbs import Cond
from pbem.orders.keywords import STATES
from pbem.orders.mentions import Side, Who
from pbem.orders.resolve import Names
from pbem.orders.trouble import unread

Node = Any  # Tree or Token


class Conditions:
    def __init__(self, names: Names) -> None:
        self.names = names

    def condition(self, node: Node) -> Cond:
        if isinstance(node, Token):
            raise unread("condition", node.column)
        if node.data in ("condition", "both"):
            args = [self.condition(child) for child in node.children if not (isinstance(child, Token) and child.type in ("LPAR", "RPAR"))]
            return args[0] if len(args) == 1 else Cond("or" if node.data == "condition" else "and", args)
        if node.data == "not_":
            return Cond("not", [self.condition(node.children[-1])])
        return {"state": self._state, "result": self._result, "compared": self._compared, "fact": self._fact}[node.data](node.children)

    def _state(self, children: list[Token]) -> Cond:
        subject: list[str] = []
        for token in children[:-1]:
            if isinstance(token.value, Who):
                subject += self.names.who(token.value, None)
            elif isinstance(token.value, Side):
                subject.append(self.names.side(token.value))
            else:
                subject += self.names.hexes(token.value)
        word = children[-1].value
        return Cond("test", test=STATES.get(word, word), subject=subject)  # a state of the language, or of the game

    @staticmethod
    def _result(children: list[Token]) -> Cond:
        return Cond("test", test=STATES[children[-1].value], subject=[children[1].value])

    def _compared(self, children: list[Token]) -> Cond:
        place = next((list(self.names.hexes(t.value)) for t in children[:-1] if t.type == "PLACE"), [])
        op = next(t.value for t in children if t.type == "OP")
        value = self._value(children[-1])
        ratio = children[0].value == "odds" and ":" not in value
        return Cond(op, test=children[0].value, subject=place, value=f"{value}:1" if ratio else value)

    def _value(self, token: Token) -> str:
        """A number, another fact, or the name of a zone, of a kind of ground."""
        if token.type == "PLACE":
            return self.names.hexes(token.value)[0]
        return token.value.text.lower() if token.type == "WORD" else str(token.value)

    @staticmethod
    def _fact(children: list[Token]) -> Cond:
        value = children[1].value if len(children) > 1 else ""
        word = STATES.get(value, "") if isinstance(value, str) else value.text.lower()
        return Cond("test", test=children[0].value, value=word)

"""From the tree of a line to the order it is: verb, arguments, clauses, conditions."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from pbem.engine.verbs import Clause, Cond, Line, Rule, Verb
from pbem.orders.arguments import Arguments, Parts
from pbem.orders.clauses import changed, clause_key, wants
from pbem.orders.conditions import Node
from pbem.orders.grammar import Stuck, parse
from pbem.orders.printing import print_line
from pbem.orders.ruled import Ruled, token
from pbem.orders.standing import Standing
from pbem.orders.trouble import unclear, unread

PLACES = ("place", "to", "road", "via", "start", "at")


class Order(Arguments):
    """Reads one line."""

    # from the tree

    def line(self, tree: Tree[Any], n: str) -> Line:
        nodes = list(tree.children)
        cut = next((i for i, node in enumerate(nodes) if node.data == "else_"), len(nodes))
        parts = self.parts(nodes[:cut])
        line = self.order(parts, n)
        if cut < len(nodes):
            line = self._otherwise(line, parts, nodes[cut + 1 :], n)
        return line

    def _otherwise(self, line: Line, parts: Parts, nodes: list[Node], n: str) -> Line:
        """ELSE with an order of its own, or `ELSE hex` where the verb has that clause."""
        other = self.parts(nodes)
        clause = next((c for c in self.rules.verbs[line.verb].clauses if clause_key(c) == "else"), None)
        if clause and other.verb is None and not other.whos and other.places:
            place = self.names.target(other.places[0][1], line.units())
            return changed(line, until=other.until or line.until, clauses={**line.clauses, "else": {"place": place}})
        if line.when is None:
            raise unread("else-without-if")
        if other.until and not any(a.type == "turn" for a in (other.verb or self.rules.verbs[line.verb]).args):
            line, other.until = changed(line, until=other.until), 0
        if other.verb is None:
            other.verb = parts.verb
        if not other.whos and other.verb and any(a.name == "units" for a in other.verb.args):
            other.whos = parts.whos
        return changed(line, otherwise=self.order(other, n))

    def parts(self, nodes: list[Node]) -> Parts:
        parts = Parts()
        side = ""
        pending = list(nodes)
        while pending:
            node = pending.pop(0)
            kind = node.data
            if kind in ("with_", "on"):
                side = "WITH" if kind == "with_" else "ON"
            elif kind == "named":
                parts.whos.append((side, node.children[-1].value, len(parts.places)))
            elif kind == "ruled":
                parts.ruled.append(node.children[0].value)
            elif kind == "numbered":
                word, number = node.children
                parts.numbered[word.value] = (number.value, number.column)
            elif kind == "units":
                parts.whos.append((side, self.mention(node.children[0]), len(parts.places)))
            elif kind in PLACES:
                parts.places.append((kind, node.children[-1].value))
            elif kind == "clause":
                pending = self._clause(parts, node, side) + pending
            else:
                self._small(parts, kind, node)
        return parts

    def _small(self, parts: Parts, kind: str, node: Node) -> None:
        value = node.children[-1].value if node.children and isinstance(node.children[-1], Token) else None
        if kind == "verb":
            self._enter_verb(parts, node.children[-1])
        elif kind in ("points", "number"):
            getattr(parts, "points" if kind == "points" else "numbers").append(
                value if kind == "points" else (value, node.children[-1].column)
            )
        elif kind in ("turn", "until", "next"):
            setattr(parts, kind, value)
        elif kind in ("first", "every"):
            setattr(parts, kind, True)
        elif kind == "hexside":
            parts.sides.append(node.children[-1].value)
        elif kind == "when":
            parts.when = self.condition(node.children[1])
        else:
            self._odd(parts, kind, node, value)

    @staticmethod
    def _enter_verb(parts: Parts, token: Token) -> None:
        verb: Verb = token.value
        if parts.verb is not None and parts.verb is not verb:
            raise unread("two-verbs", token.column, first=parts.verb.name, second=verb.name)
        parts.verb = verb

    def _odd(self, parts: Parts, kind: str, node: Node, value: Any) -> None:
        column = node.children[-1].column
        if kind == "not_":
            raise unread("not-dropped", column)
        if kind == "same":
            raise unread("nothing-copied", column)
        if kind == "it":
            parts.it = column
        if kind == "word":
            parts.words.append(value)

    def _clause(self, parts: Parts, node: Node, side: str) -> list[Node]:
        """Takes what the clause's arguments want; the rest goes back to the order."""
        clause: Clause = node.children[0].value
        details: list[Node] = list(node.children[1:])
        back: list[Node] = []
        wanted = wants(clause)
        kept: list[Node] = []
        for detail in details:
            fits = not back and any(detail.data in kinds for kinds in wanted)
            if fits:
                kept.append(detail)
                used = next(kinds for kinds in wanted if detail.data in kinds)
                if "more" not in used:
                    wanted.remove(used)
            elif detail.data not in ("if_able",):
                back.append(detail)
        subject = parts.whos[-1][1] if parts.whos else None
        parts.clauses.append((clause, kept, subject))
        return [Tree("place" if b.data == "place" else b.data, b.children) for b in back]

    # the order itself

    def order(self, parts: Parts, n: str) -> Line:
        self._check_known(parts)
        verb = self._verb(parts)
        self.later = bool(parts.turn)
        args = self._args(parts, verb)
        line = Line(n, verb.name, args, first=parts.first, turn=parts.turn, every=parts.every, next=parts.next, when=parts.when)
        if parts.until and "until" not in args:
            line = changed(line, until=parts.until)
        line = self.with_clauses(line, parts.clauses, verb)
        if parts.ruled:
            line = changed(line, rules=[*line.rules, *(self._ruled(said, verb, n) for said in parts.ruled)])
        if parts.it:
            line = changed(line, when=self._it(parts.it, line))
        return line

    def _ruled(self, said: Ruled, verb: Verb, n: str) -> Rule:
        """A clause that says what a doctrine line would."""
        if not said.tokens:
            raise unread("clause-needs", None, clause=said.clause.name)
        try:
            tree = parse([token("KIND", said.clause.kind, said.tokens[0].column or 1), *said.tokens], "rule")
        except Stuck as stop:
            raise unread("no-sense", stop.column) from None
        return Standing(self.rules, self.names, said.clause.kind, n).rule(tree)

    def _verb(self, parts: Parts) -> Verb:
        if parts.verb is None and not parts.whos and not parts.places and not parts.sides:
            raise unread("nothing-known", parts.words[0].column if parts.words else None)
        if parts.words and not self._takes_word(parts):
            raise unread("word", parts.words[0].column, word=parts.words[0].text)
        if parts.verb is not None:
            return self._wanted(parts.verb, bool(parts.turn))
        move = self.rules.verbs.get("MOVE")
        if parts.whos and not parts.places and not parts.sides:
            raise unread("no-place-no-verb", None)
        if not parts.whos:
            raise unread("no-unit-no-verb", parts.places[0][1].column if parts.places else None)
        if move is None:
            raise unread("no-verb")
        return move

    def _wanted(self, verb: Verb, later: bool) -> Verb:
        """PLACE at the start of a game, DEPLOY ever after: what the word means now."""
        other, now = self.rules.verbs.get(verb.instead), self.names.now
        return other if other is not None and verb.name not in now and (later or other.name in now) else verb

    @staticmethod
    def _takes_word(parts: Parts) -> bool:
        return parts.verb is not None and any(arg.type in ("word", "formation") for arg in parts.verb.args)

    def _aims(self, line: Line) -> bool:
        """At the enemy: a place its units do not go to."""
        return any(arg.type == "place" and not arg.own and arg.name in line.args for arg in self.rules.verbs[line.verb].args)

    def _it(self, column: int, line: Line) -> Cond:
        """`if we take it`: the only place attacked so far."""
        hexes = sorted({b.args["place"][0] for b in self.before if "units" in b.args and self._aims(b)})
        if len(hexes) != 1:
            ours = [changed(line, when=Cond("test", test="ours", subject=[hex])) for hex in hexes[:1]]
            raise unclear("if-it", column, places=hexes or ["-"], nearest=[print_line(self.rules, one, "en") for one in ours])
        self.told.append(f"IF {hexes[0]} OURS")
        return Cond("test", test="ours", subject=hexes)

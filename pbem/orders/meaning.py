"""From the tree of a line to the order it is: verb, arguments, clauses, conditions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lark import Token, Tree

from pbem.engine.ruleset import Ruleset
from pbem.engine.verbs import Arg, Clause, Cond, Line, Path, Verb
from pbem.orders.clauses import Clauses, Said, changed, clause_key, wants
from pbem.orders.conditions import Node
from pbem.orders.lexer import Slip
from pbem.orders.mentions import Group, Side, Where, Who, hexside
from pbem.orders.printing import print_line
from pbem.orders.resolve import Names
from pbem.orders.trouble import refused, unclear, unread

PLACES = ("place", "to", "road", "via", "start", "at")


@dataclass
class Parts:
    """What was said, in the order in which it was said."""

    verb: Verb | None = None
    whos: list[tuple[str, Who | Group, int]] = field(default_factory=list)  # "" or WITH, mention, position
    places: list[tuple[str, Where]] = field(default_factory=list)  # connector, mention
    sides: list[Side] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    numbers: list[tuple[str, int]] = field(default_factory=list)
    words: list[Slip] = field(default_factory=list)
    clauses: list[Said] = field(default_factory=list)
    when: Cond | None = None
    first: bool = False
    turn: int = 0
    until: int = 0
    every: bool = False
    next: str = ""
    it: int = 0


class Order(Clauses):
    """Reads one line; `before` holds what earlier lines of the mail have ordered."""

    def __init__(self, rules: Ruleset, names: Names, before: list[Line], table: bool = False) -> None:
        super().__init__(names, before)
        self.rules, self.table = rules, table
        self.later = False  # an order for another turn: units will stand elsewhere

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
            if kind == "with_":
                side = "WITH"
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
        if parts.it:
            line = changed(line, when=self._it(parts.it, line))
        return line

    def _verb(self, parts: Parts) -> Verb:
        if parts.verb is None and not parts.whos and not parts.places and not parts.sides:
            raise unread("nothing-known", parts.words[0].column if parts.words else None)
        if parts.words and not self._takes_word(parts):
            raise unread("word", parts.words[0].column, word=parts.words[0].text)
        if parts.verb is not None:
            return parts.verb
        move = self.rules.verbs.get("MOVE")
        if parts.whos and not parts.places and not parts.sides:
            raise unread("no-place-no-verb", None)
        if not parts.whos:
            raise unread("no-unit-no-verb", parts.places[0][1].column if parts.places else None)
        if move is None:
            raise unread("no-verb")
        return move

    @staticmethod
    def _takes_word(parts: Parts) -> bool:
        return parts.verb is not None and any(arg.type in ("word", "formation") for arg in parts.verb.args)

    def _args(self, parts: Parts, verb: Verb) -> dict[str, Any]:
        args: dict[str, Any] = {}
        self._two_moves(parts, verb)
        for arg in verb.args:
            value = self._arg(arg, parts, verb, args)
            if value is None:
                if not arg.optional:
                    raise self._missing(arg, parts, verb, args)
            else:
                args[arg.name] = value
                self.target = value if arg.type == "place" else self.target
        self._left_over(parts, verb)
        return args

    @staticmethod
    def _two_moves(parts: Parts, verb: Verb) -> None:
        """Units, a place, other units, another place: two orders."""
        between = [at for _, _, at in parts.whos if 0 < at < len(parts.places)]
        first = any(at == 0 for _, _, at in parts.whos)
        if first and between and any(arg.type == "path" for arg in verb.args):
            raise unread("two-orders-here", parts.places[between[0]][1].column)

    def _check_known(self, parts: Parts) -> None:
        """What is on no map is told before anything that is missing."""
        for _, where in parts.places:
            if where.bad or where.off:
                self.names.hexes(where)

    def _arg(self, arg: Arg, parts: Parts, verb: Verb, args: dict[str, Any]) -> Any:
        if arg.type == "units":
            return self._units(arg, parts, verb) or None
        if arg.type == "fire":
            return self._fire(parts, verb)
        if arg.type == "place":
            return self._place(arg, parts, verb)
        if arg.type == "path":
            return self._path(parts, args.get("units", []))
        if arg.type == "hexside":
            return self._hexside(parts)
        return self._plain(arg, parts)

    def _plain(self, arg: Arg, parts: Parts) -> Any:
        if arg.type == "turn" and parts.until:
            found, parts.until = parts.until, 0
            return found
        if arg.type == "number" and parts.numbers:
            return int(parts.numbers.pop(0)[0])
        if arg.type == "word" and parts.words:
            return parts.words.pop(0).text.lower()
        if arg.type == "formation" and (found_ := next((w for w in parts.whos if isinstance(w[1], Who) and w[1].formation), None)):
            parts.whos.remove(found_)
            assert isinstance(found_[1], Who)
            return found_[1].formation
        return None

    def _units(self, arg: Arg, parts: Parts, verb: Verb) -> list[str]:
        both = sum(a.type in ("units", "fire") for a in verb.args) > 1
        mine = [w for w in parts.whos if not both or (w[0] == "WITH") == (arg.keyword == "WITH")]
        wants_target = any(a.type == "place" and not a.keyword for a in verb.args) and not parts.places
        found: list[str] = []
        for who in mine:
            if wants_target and isinstance(who[1], Who) and self._only_enemy(who[1]):
                continue
            parts.whos.remove(who)
            found += self._ids(who[1], verb)
        return list(dict.fromkeys(found))

    def _only_enemy(self, who: Who) -> bool:
        return not self.names.own(who.ids) and bool(self.names.enemy(who.ids))

    def _fire(self, parts: Parts, verb: Verb) -> dict[str, Any] | None:
        guns = self._units(Arg("fire", "fire", "WITH"), parts, verb)
        air = sum(parts.points)
        parts.points = []
        return {"guns": guns, "air": air} if guns or air else None

    def _place(self, arg: Arg, parts: Parts, verb: Verb) -> list[str] | None:
        wanted = [p for p in parts.places if (p[0] == "at") == (arg.keyword == "AT")] or ([] if arg.keyword else parts.places)
        if arg.optional and not arg.keyword and any(a.type == "path" for a in verb.args):
            return None
        if wanted:
            where = wanted[0][1]
            parts.places.remove(wanted[0])
            mine = [id for w in parts.whos for id in self._safe(w[1], verb)]
            return self._told(where, list(self.names.hexes(where)) if arg.own else self.names.target(where, mine))
        if arg.keyword:
            return None
        for who in [w for w in parts.whos if isinstance(w[1], Who) and self._only_enemy(w[1])]:
            parts.whos.remove(who)
            assert isinstance(who[1], Who)
            return self._where_enemy(who[1])
        return None

    def _where_enemy(self, who: Who) -> list[str]:
        hexes = sorted({u.at for u in self.names.enemy(who.ids)})
        if len(hexes) > 1:
            raise unclear("targets", who.column, name=who.text, places=hexes)
        self.told.append(f'"{who.text}" = {hexes[0]}')
        return hexes

    def _safe(self, who: Who | Group, verb: Verb) -> list[str]:
        """Where they stand helps to tell places apart; what is wrong with them is said later."""
        return [] if isinstance(who, Group) else [u.id for u in self.names.own(who.ids)]

    def _told(self, where: Where, hexes: list[str]) -> list[str]:
        if not where.told and len(where.groups) > 1:
            self.told.append(f'"{where.text}" = {hexes[0]}')
        return hexes

    def _path(self, parts: Parts, units: list[str]) -> Path | None:
        """`A - B - C`, `via A to B`, `to C via A`, `ROAD TO C`, FROM A."""
        said, parts.places = parts.places, []
        start = next((w for kind, w in said if kind == "start"), None)
        row = [(kind, w) for kind, w in said if kind != "start"]
        goals = [p for p in row if p[0] in ("to", "road")]
        if goals and row[-1][0] == "via":
            row = [p for p in row if p is not goals[-1]] + [goals[-1]]
        if self.table and start is None and len(row) > 1:
            start = row.pop(0)[1]
        hexes = [(kind, self._told(w, list(self.names.hexes(self.names.near(w, units))))) for kind, w in row]
        named = self._start(start, hexes, units)
        if not hexes:
            if start is not None:
                raise unread("where-to", start.column)
            return None
        road = any(kind == "road" for kind, _ in hexes)
        *way, (_, last) = hexes
        steps = [self._one(w) for _, w in way]
        if way and len(last) == 1 and not road:
            return Path([*steps, last[0]], [], False, named)
        return Path(steps, last, road, named)

    def _start(self, start: Where | None, hexes: list[tuple[str, list[str]]], units: list[str]) -> str:
        """A first hex in which the units stand is the start."""
        stand = {self.names.units[id].at for id in units if id in self.names.units}
        if start is not None:
            return self._really(start, units, stand)
        if len(hexes) > 1 and hexes[0][0] in ("place", "at") and stand and stand <= set(hexes[0][1]):
            return next(hex for hex in hexes.pop(0)[1] if hex in stand)
        return ""

    def _really(self, start: Where, units: list[str], stand: set[str]) -> str:
        """FROM a hex where the unit does not stand (or will not, in a later turn) is refused."""
        hexes = self.names.hexes(start)
        away = [id for id in units if self.names.units[id].at and self.names.units[id].at not in hexes]
        if away and not self.later:
            at = self.names.units[away[0]].at
            raise refused("not-there", start.column, units=away[0], at=at, from_=hexes[0])
        return next((hex for hex in hexes if hex in stand), hexes[0])

    @staticmethod
    def _one(hexes: list[str]) -> str:
        return hexes[0]

    def _hexside(self, parts: Parts) -> str | None:
        if parts.sides:
            return self.names.side(parts.sides.pop(0))
        if len(parts.places) >= 2:
            a, b = (self.names.hexes(where)[0] for _, where in parts.places[:2])
            parts.places = parts.places[2:]
            return hexside(a, b)
        return None

    def _missing(self, arg: Arg, parts: Parts, verb: Verb, args: dict[str, Any]) -> Exception:
        target = arg.type == "place" and not arg.own and args.get("units") is None
        if target and (one := self._only_target(parts, verb)):
            return one
        why = {"units": "which-units", "fire": "which-guns", "place": "which-place", "path": "which-way", "hexside": "which-hexside"}
        return unread(why.get(arg.type, "which-word"), None, verb=verb.name, example=verb.example or verb.name, wanted=arg.name)

    def _only_target(self, parts: Parts, verb: Verb) -> Exception | None:
        """Beside its units there is one enemy hex only: that one, written out."""
        arg = next((a for a in verb.args if a.type == "units"), None)
        units = self._units(arg, parts, verb) if arg else []
        stand = sorted({self.names.units[id].at for id in units if self.names.units[id].at})
        if self.names.distance is None or not stand:
            return None
        enemies = sorted({u.at for u in self.names.units.values() if u.at and u.side != self.names.lexicon.side})
        near = [hex for hex in enemies if all(self.names.distance(at, hex) == 1 for at in stand)]
        if len(near) != 1 or arg is None:
            return None
        order = Line("0", verb.name, {verb.args[0].name: near, arg.name: units})
        return unread("which-place-one", None, verb=verb.name, at=stand, nearest=[print_line(self.rules, order, "en")])

    def _left_over(self, parts: Parts, verb: Verb) -> None:
        if parts.places:
            raise unread("one-place-too-many", parts.places[0][1].column, name=parts.places[0][1].text, example=verb.example or verb.name)
        if parts.whos:
            raise unread("units-not-wanted", parts.whos[0][1].column, verb=verb.name, example=verb.example or verb.name)
        if parts.sides:
            raise unread("hexside-not-wanted", parts.sides[0].column, name=parts.sides[0].text, example=verb.example or verb.name)
        if parts.points or parts.numbers:
            column = parts.numbers[0][1] if parts.numbers else None
            raise unread(
                "number-not-wanted",
                column,
                number=parts.numbers[0][0] if parts.numbers else parts.points[0],
                example=verb.example or verb.name,
            )

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

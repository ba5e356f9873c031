"""The arguments of an order: each takes of what was said what it wants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.engine.ruleset import Ruleset
from pbem.engine.verbs import Arg, Cond, Line, Path, Verb
from pbem.orders.clauses import Clauses, Said
from pbem.orders.lexer import Slip
from pbem.orders.mentions import Group, Side, Where, Who, hexside
from pbem.orders.printing import print_line
from pbem.orders.resolve import Names
from pbem.orders.ruled import Ruled
from pbem.orders.trouble import refused, unclear, unread


@dataclass
class Parts:
    """What was said, in the order in which it was said."""

    verb: Verb | None = None
    whos: list[tuple[str, Who | Group, int]] = field(default_factory=list)  # "", WITH or ON, mention, position
    places: list[tuple[str, Where]] = field(default_factory=list)  # connector, mention
    sides: list[Side] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    numbers: list[tuple[str, int]] = field(default_factory=list)
    numbered: dict[str, tuple[str, int]] = field(default_factory=dict)  # behind a word of the game's own: FOR, LANE
    words: list[Slip] = field(default_factory=list)
    ruled: list[Ruled] = field(default_factory=list)
    clauses: list[Said] = field(default_factory=list)
    when: Cond | None = None
    first: bool = False
    turn: int = 0
    until: int = 0
    every: bool = False
    next: str = ""
    it: int = 0


class Arguments(Clauses):
    """`before` holds what earlier lines of the mail have ordered."""

    def __init__(self, rules: Ruleset, names: Names, before: list[Line], table: bool = False) -> None:
        super().__init__(names, before)
        self.rules, self.table = rules, table
        self.later = False  # an order for another turn: units will stand elsewhere

    def _args(self, parts: Parts, verb: Verb) -> dict[str, Any]:
        args: dict[str, Any] = {}
        self._two_moves(parts, verb)
        starts = self._starts_said(parts, verb)
        for arg in verb.args:
            value = self._arg(arg, parts, verb, args)
            if value is None:
                if not arg.optional:
                    raise self._missing(arg, parts, verb, args)
            else:
                args[arg.name] = value
                self.target = value if arg.type == "place" else self.target
        self._left_over(parts, verb)
        if starts and args.get("units"):
            self._stand(starts, args["units"])
        return args

    @staticmethod
    def _starts_said(parts: Parts, verb: Verb) -> list[Where]:
        """`ASSAULT C2 WITH Sherman 1 FROM C1, Sherman 2 FROM B2`: where they come from is known; it is only compared."""
        if any(arg.type == "path" for arg in verb.args):
            return []
        starts = [place for place in parts.places if place[0] == "start"]
        parts.places = [place for place in parts.places if place[0] != "start"]
        return [where for _, where in starts]

    def _stand(self, starts: list[Where], units: list[str]) -> None:
        """They stand in one of them, or a line above brings them there."""
        if len(starts) > 1:
            places = [set(self.names.hexes(start)) for start in starts]
            at = {id: self.names.units[id].at for id in units}
            known = [id for id in units if not any(at[id] in hexes for hexes in places)]
            return self._stand(starts[:1], known) if known else None
        start = starts[0]
        hexes = self.names.hexes(start)
        moved = [id for line in self.before if self._leads_to(line, hexes) for id in line.units()]
        self._really(start, [id for id in units if id not in moved], set(hexes))
        return None

    @staticmethod
    def _leads_to(line: Line, hexes: Sequence[str]) -> bool:
        """A move, wherever it ends, or a fight for that hex."""
        return isinstance(line.args.get("path"), Path) or any(hex in hexes for hex in line.args.get("place") or ())

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
            return self._foes(parts, verb) if arg.foe else self._units(arg, parts, verb) or None
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
        if arg.type == "number" and (parts.numbers or arg.keyword.lower() in parts.numbered):
            return int((parts.numbered.pop(arg.keyword.lower(), None) or parts.numbers.pop(0))[0])
        if arg.type == "word" and parts.words:
            return parts.words.pop(0).text.lower()
        if arg.type == "formation" and (found_ := next((w for w in parts.whos if isinstance(w[1], Who) and w[1].formation), None)):
            parts.whos.remove(found_)
            assert isinstance(found_[1], Who)
            return found_[1].formation
        return None

    def _units(self, arg: Arg, parts: Parts, verb: Verb) -> list[str]:
        wants_target = any(a.type == "place" and not a.keyword for a in verb.args) and not parts.places
        found: list[str] = []
        for who in self._said_for(arg, parts, verb):
            if wants_target and isinstance(who[1], Who) and self._only_enemy(who[1]):
                continue
            parts.whos.remove(who)
            found += self._ids(who[1], verb)
        return list(dict.fromkeys(found))

    def _said_for(self, arg: Arg, parts: Parts, verb: Verb) -> list[tuple[str, Who | Group, int]]:
        """Those of its keyword where several arguments take units; those of its kind wherever they stand."""
        if arg.sort:
            return [w for w in parts.whos if isinstance(w[1], Who) and self.names.all_of(w[1].ids, arg.sort)]
        keywords = [a.keyword for a in verb.args if a.type in ("units", "fire") and not a.foe and not a.sort]
        if len(keywords) < 2:
            return list(parts.whos)
        return [w for w in parts.whos if (w[0] if w[0] in keywords else keywords[0]) == arg.keyword]

    def _foes(self, parts: Parts, verb: Verb) -> list[str] | None:
        """Units of the enemy as the target, or the one that is known in a place."""
        plain = [w for w in parts.whos if w[0] != "WITH" and isinstance(w[1], Who)]
        for who in plain:
            if isinstance(who[1], Who) and (self.names.foreign(who[1].ids) and (who[0] or not self.names.able(who[1].ids, verb))):
                parts.whos.remove(who)
                return [self.names.target_unit(who[1])]
        if parts.places:
            return [self._known_in(parts.places.pop(0)[1])]
        if plain and isinstance(plain[0][1], Who) and any(w[0] == "WITH" for w in parts.whos):
            raise refused("target-own", plain[0][1].column, unit=self.names.who(plain[0][1], None)[0])
        return None

    def _known_in(self, where: Where) -> str:
        hexes = self.names.hexes(where)
        units = [u for u in self.names.units.values() if u.at in hexes and u.side != self.names.lexicon.side]
        if len(units) == 1:
            self.told.append(f'"{where.text}" = {units[0].id}')
            return units[0].id
        if units:
            raise unclear("units", where.column, name=where.text, units=[u.id for u in units])
        raise refused("target-none", where.column, name=where.text)

    def _only_enemy(self, who: Who) -> bool:
        return not self.names.own(who.ids) and bool(self.names.enemy(who.ids))

    def _fire(self, parts: Parts, verb: Verb) -> dict[str, Any] | None:
        guns = self._units(Arg("fire", "fire", "WITH"), parts, verb)
        air = sum(parts.points)
        parts.points = []
        return {"guns": guns, "air": air} if guns or air else None

    def _place(self, arg: Arg, parts: Parts, verb: Verb) -> list[str] | None:
        alone = sum(a.type in ("place", "path", "hexside") for a in verb.args) == 1
        wanted = [p for p in parts.places if (p[0] == "at") == (arg.keyword == "AT")] or ([] if arg.keyword and not alone else parts.places)
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
        if arg.foe:
            return unread("which-target", None, verb=verb.name, example=verb.example or verb.name)
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
        numbers = [*parts.numbers, *parts.numbered.values()]
        if parts.points or numbers:
            number, column = numbers[0] if numbers else (str(parts.points[0]), None)
            raise unread("number-not-wanted", column, number=number, example=verb.example or verb.name)

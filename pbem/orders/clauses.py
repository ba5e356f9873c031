"""Who is meant, and the clauses behind an order: what the rule looks up, and what answers a choice in advance."""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.engine.verbs import Arg, Clause, Line, Path, Policy, Rule, Verb
from pbem.orders.conditions import Conditions, Node
from pbem.orders.mentions import Group, Who
from pbem.orders.resolve import Names
from pbem.orders.trouble import unread

Said = tuple[Clause, list[Node], "Who | Group | None"]  # the clause, its details, the units named just before


class Clauses(Conditions):
    def __init__(self, names: Names, before: list[Line]) -> None:
        super().__init__(names)
        self.before = before
        self.told: list[str] = []
        self.target: list[str] = []  # what the order aims at, once it is known

    @property
    def ordered(self) -> list[str]:
        return [id for line in self.before for id in [*line.units(), *line.args.get("fire", {}).get("guns", [])]]

    def mention(self, who: Node) -> Who | Group:
        children = who.children
        if who.data == "who":
            found: Who = children[0].value
            if found.told == "slip":
                self.told.append(f'"{found.text}" = {", ".join(found.ids)}')
            return found
        group = Group({"sort": "kind", "all_": "all", "rest": "rest"}[who.data], children[0].column)
        but = False
        for token in children:
            but = but or (token.type == "UNITS" and who.data == "all_" and bool(group.who or group.at or group.kind))
            if token.type == "UNITS":
                (group.but if but else group.who).append(token.value)
            elif token.type == "REACH":
                group.reach = True
            elif token.type == "SORT":
                group.kind = token.value
            elif token.type == "PLACE":
                group.at = token.value
        return group

    def _ids(self, who: Who | Group, verb: Verb | None) -> list[str]:
        if isinstance(who, Group):
            return self.names.group(who, verb, self.ordered, self.target)
        found = self.names.who(who, verb)
        self.told += self.names.told
        self.names.told = []
        return found

    def with_clauses(self, line: Line, said: list[Said], verb: Verb) -> Line:
        found: dict[str, Any] = {}
        rules: list[Rule] = []
        for clause, details, subject in said:
            own = next((c for c in verb.clauses if c.name == clause.name), None)
            if own is None:
                raise unread("clause-not-here", None, clause=clause.name, verb=verb.name, clauses=[c.name for c in verb.clauses] or ["-"])
            if clause.kind:
                rules.append(Rule(line.n, clause.kind, self._choice(clause, details)))
            else:
                self._enter(found, own, details, subject, line)
        return changed(line, clauses=found, rules=rules)

    def _choice(self, clause: Clause, details: list[Node]) -> list[Policy]:
        """A clause that answers a choice: ALL, NONE, units in order, or hexes."""
        units = [id for d in details if d.data == "units" and not self._all(d) for id in self._ids(self.mention(d.children[0]), None)]
        places = [hex for d in details if d.data in ("place", "at") for hex in self.names.hexes(d.children[-1].value)]
        if places:
            return [Policy("via", places)]
        if units:
            return [Policy("first" if any(a.type == "units" for a in clause.args) else "pick", units)]
        if any(d.data == "none" for d in details):
            return [Policy("none")]
        if any(self._all(d) for d in details):
            return [Policy("all")]
        raise unread("clause-needs", None, clause=clause.name)

    @staticmethod
    def _all(detail: Node) -> bool:
        who = detail.children[0] if detail.data == "units" else None
        return who is not None and who.data == "all_" and len(who.children) == 1

    def _enter(self, found: dict[str, Any], clause: Clause, details: list[Node], subject: Who | Group | None, line: Line) -> None:
        key = clause_key(clause)
        if key == "as":
            found.setdefault(key, {}).update(self._as(details, subject))
            return
        value: dict[str, Any] = {}
        for arg in clause.args:
            if (got := self._detail(arg, details, line)) is not None:
                value[arg.name] = got
        if not value and not all(arg.optional for arg in clause.args):
            raise unread("clause-needs", None, clause=clause.name)
        if any(arg.type == "units" for arg in clause.args):
            found.setdefault(key, []).append(value)
        else:
            found[key] = value

    def _as(self, details: list[Node], subject: Who | Group | None) -> dict[str, str]:
        """`2 HCR AS INFANTRY`: the unit named just before."""
        kind = next((self.mention(d.children[0]) for d in details if d.data == "units"), None)
        if not isinstance(kind, Group) or not kind.kind or subject is None:
            raise unread("clause-needs", None, clause="AS")
        return dict.fromkeys(self._ids(subject, None), kind.kind)

    def _detail(self, arg: Arg, details: list[Node], line: Line) -> Any:
        if arg.type == "units":
            return [id for d in details if d.data == "units" for id in self._ids(self.mention(d.children[0]), None)] or None
        if arg.type == "place":
            hexes = next((d.children[-1].value for d in details if d.data in ("place", "at")), None)
            return list(self.names.hexes(hexes)) if hexes is not None else None
        if arg.type == "path":
            row = [hex for d in details if d.data in ("place", "at") for hex in self.names.hexes(d.children[-1].value)[:1]]
            return Path(row) if len(row) > 1 else Path([], row) if row else None
        if arg.type == "word":
            return next((str(d.data) for d in details if d.data in ("stop",)), None)
        return next((int(d.children[0].value) for d in details if d.data == "number"), None)


def clause_key(clause: Clause) -> str:
    return "_".join(word for word in clause.name.lower().split() if word not in ("on", "to"))


def wants(clause: Clause) -> list[set[str]]:
    """The kinds of detail a clause takes, each once but for lists."""
    found: list[set[str]] = []
    for arg in clause.args:
        if arg.type == "units":
            found.append({"units", "more"})
        elif arg.type in ("place",):
            found.append({"place", "at"})
        elif arg.type == "path":
            found.append({"place", "at", "more"})
        elif arg.type == "word":
            found.append({"stop", "none", "units", "word", *(["more"] if clause.kind else [])})
        elif arg.type == "number":
            found.append({"number"})
    return found


def changed(line: Line, **changes: Any) -> Line:
    return msgspec.structs.replace(line, **changes)

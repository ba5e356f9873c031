"""From mentions to units and hexes, once the verb is known. Whether an order would be legal never picks the unit."""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine.ruleset import Lexicon, UnitName
from pbem.engine.verbs import Verb
from pbem.orders.mentions import Group, Side, Where, Who, copies
from pbem.orders.names import Units
from pbem.orders.text import name_key
from pbem.orders.trouble import refused, unclear, unread

Distance = Callable[[str, str], int]
UNSEEN = "unseen"  # the enemy's, wherever it is
IN_PLAY = ("on map", "off map", UNSEEN, "")
MOST_NAMED = 6  # of what a name may mean, in a reply


class Names:
    """The side's own names at this moment."""

    def __init__(self, lexicon: Lexicon, known: Units, distance: Distance | None = None) -> None:
        self.lexicon, self.known, self.distance = lexicon, known, distance
        self.units = {unit.id: unit for unit in lexicon.units}
        self.told: list[str] = []  # of several the one that is on the map
        self.now: list[str] = []  # the verbs wanted now, where that is known

    def own(self, ids: tuple[str, ...] | list[str]) -> list[UnitName]:
        return [u for u in (self.units[id] for id in ids if id in self.units) if u.side == self.lexicon.side and u.status in IN_PLAY]

    def enemy(self, ids: tuple[str, ...]) -> list[UnitName]:
        return [u for u in (self.units[id] for id in ids if id in self.units) if u.side != self.lexicon.side and u.at]

    def who(self, who: Who, verb: Verb | None) -> list[str]:
        if who.formation:
            return self._formation(who, verb)
        own = self.own(who.ids) or self.own(self.known.copies.get(name_key(who.text), []))
        if who.exact and who.ids and own and own[0].id == who.ids[0]:
            return [own[0].id]
        able = [u for u in own if verb is None or verb.name in u.verbs] or own
        if who.count and able:
            raise unclear("count", who.column, name=who.text, n=who.count, units=self._places(able))
        if len(able) == 1:
            return [able[0].id]
        if (one := self._there(who, able, verb)) is not None:
            return [one]
        if able:
            raise unclear("units", who.column, name=who.text, units=self._places(able))
        raise self._absent(who)

    def _there(self, who: Who, able: list[UnitName], verb: Verb | None) -> str | None:
        """Of copies of one card the only one on the map is meant, unless the order brings them there; told."""
        here = [u.id for u in able if u.at]
        if len(here) != 1 or not copies([u.id for u in able]) or (verb is not None and verb.arrives):
            return None
        self.told.append(f'"{who.text}" = {here[0]}')
        return here[0]

    def able(self, ids: tuple[str, ...], verb: Verb) -> list[UnitName]:
        return [u for u in self.own(ids) if verb.name in u.verbs]

    def all_of(self, ids: tuple[str, ...], sort: str) -> bool:
        return all(id in self.units and sort in self.units[id].kinds for id in ids)

    def foreign(self, ids: tuple[str, ...]) -> list[UnitName]:
        return [u for u in (self.units[id] for id in ids if id in self.units) if u.side != self.lexicon.side]

    def target_unit(self, who: Who) -> str:
        """The one of that name that is seen."""
        units = self.foreign(who.ids) or self.foreign(tuple(self.known.copies.get(name_key(who.text), [])))
        seen = [u for u in units if u.at]
        if len(seen) == 1 and not who.count:
            return seen[0].id
        if seen:
            raise unclear("units", who.column, name=who.text, units=self._places(seen))
        raise refused("target-unseen", who.column, unit=who.text)

    def _formation(self, who: Who, verb: Verb | None) -> list[str]:
        able = [u for u in self.own(who.ids) if verb is None or verb.name in u.verbs]
        found = self._arriving(able) if verb is not None and verb.arrives else [u for u in able if u.at]
        if not able:
            raise refused("formation-none", who.column, name=who.formation)
        return [u.id for u in found or able]

    def _arriving(self, units: list[UnitName]) -> list[UnitName]:
        """Of a formation that comes onto the map: those that are not there yet, without those of a later turn."""
        waiting = [u for u in units if not u.at]
        return [u for u in waiting if not u.facts.get("later")] or waiting

    def _places(self, units: list[UnitName]) -> list[str]:
        here = [u for u in units if u.at]
        here = here if len(here) > 1 else units
        apart = len({u.facts.get("sort", "") for u in here}) > 1  # what sort they are tells them apart
        known = [(u.id, ", ".join([u.facts["sort"], u.at] if apart and u.at else filter(None, [u.at]))) for u in here[:MOST_NAMED]]
        shown = [f"{id} ({where})" if where else id for id, where in known]
        return shown + (["..."] if len(here) > MOST_NAMED else [])

    def _absent(self, who: Who) -> Exception:
        """Known, but not to be ordered: the enemy's, lost, of another scenario; or nobody at all."""
        for unit in (self.units[id] for id in who.ids if id in self.units):
            if unit.side != self.lexicon.side and unit.status in IN_PLAY:
                key = "enemy-unit" if unit.at else "enemy-unit-unseen" if unit.status == UNSEEN else "enemy-unit-off"
                return refused(key, who.column, unit=unit.id, side=unit.side, at=unit.at)
        for unit in (self.units[id] for id in who.ids if id in self.units):
            key = "eliminated" if unit.status == "eliminated" else "unit-not-in-play"
            return refused(key, who.column, unit=unit.id, where=unit.status)
        near = [u.id for u in self.own(who.near)] or [u.id for u in self.own(self.known.similar(who.text))]
        return (
            unread("no-unit", who.column, name=who.text, units=near or ["-"])
            if near
            else unread("no-unit-at-all", who.column, name=who.text)
        )

    def group(self, group: Group, verb: Verb | None, ordered: list[str], target: list[str]) -> list[str]:
        """All there, but some; the rest; those of a kind."""
        at = list(self.hexes(group.at)) if group.at else []
        members = [id for who in group.who for id in self.who(who, None)]
        out = [id for who in group.but for id in self.who(who, None)]
        pool = [u for u in self.lexicon.units if u.side == self.lexicon.side and u.status in IN_PLAY]
        found = [u for u in pool if (not group.who or u.id in members) and (not group.kind or group.kind in u.kinds)]
        found = [u for u in found if (u.at in at if at else u.at) and u.id not in out]
        if group.how == "rest":
            found = [u for u in found if u.id not in ordered]
        if group.reach:
            found = [u for u in found if self._reaches(u, target)]
        able = [u.id for u in found if verb is None or verb.name in u.verbs]
        if not able:
            raise refused("group-none", group.column)
        return able

    def _reaches(self, unit: UnitName, target: list[str]) -> bool:
        """As far as its own facts say; a game without ranges has every gun in reach."""
        far = unit.facts.get("range")
        if far is None or self.distance is None or not unit.at:
            return bool(unit.at)
        return any(self.distance(unit.at, hex) <= far for hex in target)

    def hexes(self, where: Where) -> tuple[str, ...]:
        """The hexes of one place; a name that several places bear has to be told apart before."""
        if where.bad:
            raise unread("not-on-map", where.column, name=where.text, first=self.lexicon.ids[0], last=self.lexicon.ids[-1])
        if where.off:
            hex = where.groups[0][0]
            raise refused("place-off" if where.name else "hex-off", where.column, name=where.name, hex=hex)
        if len(where.groups) > 1:
            raise unclear("places", where.column, name=where.text, places=[group[0] for group in where.groups])
        return where.groups[0]

    def near(self, where: Where, units: list[str], reach: int = 0) -> Where:
        """Of several places those next to the units, if that leaves some (`1108` is A1108 or B1108)."""
        stand = [self.units[id].at for id in units if id in self.units and self.units[id].at]
        if len(where.groups) < 2 or not stand or self.distance is None:
            return where
        far = {group: min(self.distance(at, group[0]) for at in stand) for group in where.groups}
        left = [group for group, steps in far.items() if steps <= max(reach, min(far.values()))]
        told = f'"{where.text}" = {left[0][0]}' if len(left) == 1 else where.told
        return Where(tuple(left), where.text, where.column, where.name, told, where.off, where.bad)

    def target(self, where: Where, units: list[str]) -> list[str]:
        """Of a place of several hexes the one that holds the enemy, if one; of several those next to the attackers."""
        hexes = list(self.hexes(self.near(where, units)))
        if len(hexes) < 2:
            return hexes
        held = [hex for hex in hexes if any(u.at == hex and u.side != self.lexicon.side for u in self.lexicon.units)]
        touching = [hex for hex in held if self._touches(hex, units)] or held
        if len(touching) > 1:
            raise unclear("targets", where.column, name=where.text, places=touching)
        return touching or hexes

    def _touches(self, hex: str, units: list[str]) -> bool:
        stand = [self.units[id].at for id in units if id in self.units and self.units[id].at]
        return self.distance is not None and any(self.distance(at, hex) == 1 for at in stand)

    def side(self, side: Side) -> str:
        if side.off:
            raise refused("place-off" if side.names else "hex-off", side.column, name=side.text, hex=side.sides[0])
        if len(side.sides) > 1:
            raise unclear("hexsides", side.column, name=side.text, places=list(side.sides))
        return side.sides[0]

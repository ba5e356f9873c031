"""All names a side may use: units of the whole order of battle, formations, places of both sheets, bridges."""

from __future__ import annotations

import re
from functools import cache

from pbem.board.table import read_table
from pbem.data import folder
from pbem.engine.ruleset import Lexicon, PlaceName, UnitName
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.facts import kinds_of
from pbem.rulesets.air_bridge.sight import limited
from pbem.rulesets.air_bridge.state import ALLIED, State, Unit
from pbem.rulesets.air_bridge.units import counters, formations_of


def lexicon(s: State, side: str) -> Lexicon:
    units = [unit_name(s, side, u) for _, u in sorted(s.units.items()) if not u.unknown]
    absent = [absent_name(s, side, name) for name in sorted(counters()) if name not in s.units]
    here = field.board(s.scenario)
    off = {id: "off.scenario" for id in field.whole_board().ids if id not in here.index}
    return Lexicon(side, [*units, *absent], list(places()), formations(s, side), list(here.ids), off)


def unit_name(s: State, side: str, u: Unit) -> UnitName:
    known = counters().get(u.id)
    return UnitName(
        u.id, u.side, u.at, list(known.names) if known else [], formations_of(u.id), kinds_of(u),
        verbs_of(s, u) if u.side == side else [], "on map" if u.at else "off map",
        {"attack": u.attack, "defence": u.defence, "ma": u.ma, "sp": u.sp, "range": u.range, "sort": sort_of(u),
         **({"later": True} if s.due.get(u.id, 0) > s.turn else {})},
    )  # fmt: skip


def sort_of(u: Unit) -> str:
    """The word that tells two units of one name apart."""
    if u.engineer or u.artillery:
        return "engineers" if u.engineer else "guns"
    if "inf" in u.classes and u.cm:
        return "motor" if len(u.classes) == 1 else "armour"
    return "airborne" if u.airborne else kinds_of(u)[0]


def absent_name(s: State, side: str, name: str) -> UnitName:
    """A counter lost, or of another scenario: known by name, given no order. Of the enemy's it may be that it is not seen."""
    known = counters()[name]
    absent = "unseen" if known.unit.side != side and limited(s, side) else "not in play"
    status = "eliminated" if name in s.gone else absent
    return UnitName(name, known.unit.side, "", list(known.names), list(known.formations), kinds_of(known.unit), [], status)


def verbs_of(s: State, u: Unit) -> list[str]:
    """What the unit may ever be ordered to do; whether it may now is for the rules to say."""
    found = ["MOVE", *arrival(s, u), *(["MECH"] if u.cm else [])]
    fights = ["ATTACK"] if "assault" in field.settings(s.scenario).get("without", []) else ["ATTACK", "ASSAULT"]
    found += ["BOMBARD", "SUPPORT"] if u.artillery else fights
    found += ["REPAIR"] if u.bridging else []
    boats = any(other.engineer for other in s.units.values() if other.side == u.side)
    runs = field.settings(s.scenario).get("ferry", {}).get("side", "") == u.side
    return [*found, "FERRY"] if runs or (boats and (u.engineer or not u.cm)) else found


def arrival(s: State, u: Unit) -> list[str]:
    """How it comes onto the map [21.0b], if that is still open or was."""
    if u.id in s.entry:
        return ["ENTER", "HOLD"]
    return ["DROP", "HOLD"] if u.airborne else []


def formations(s: State, side: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, unit in sorted(s.units.items()):
        for formation in formations_of(name) if unit.side == side else []:
            found.setdefault(formation, []).append(name)
    for division in s.drop_zones if side == ALLIED else ():  # a marker keeps its name when nobody is left to use it
        found.setdefault(division, [name for name, unit in sorted(s.units.items()) if unit.division == division])
    return dict(sorted(found.items()))


@cache
def further_names() -> dict[str, list[str]]:
    rows = read_table(folder("scenarios") / "air-bridge" / "names.csv", ("of", "names"))
    return {row["of"]: row["names"].split("|") for row in rows}


@cache
def places() -> tuple[PlaceName, ...]:
    """Places of both sheets in the order of the map, then cities of several hexes, then bridges by name."""
    board = field.whole_board()
    groups = {row["name"]: row["hexes"].split() for row in board.table("zones") if row["kind"] == "city_group"}
    hexes: dict[str, list[str]] = {}
    for space in board.spaces.values():
        if space.name and space.name not in groups:
            hexes.setdefault(space.name, []).append(space.id)
    found = [_named(name, where, "place", groups) for name, where in hexes.items()]
    found += [_named(name, where, "place", {}) for name, where in sorted(groups.items())]
    bridges = [row for row in board.table("bridges") if row["kind"] != "ferry"]
    return (*found, *(_named(row["name"], [row["a"], row["b"]], "bridge", {}) for row in bridges))


def _named(name: str, hexes: list[str], kind: str, groups: dict[str, list[str]]) -> PlaceName:
    """`De Groote (Lommel-Barrier)` is called by either part; a quarter of a city only by its own name or in full."""
    parts = re.fullmatch(r"(.+?) \((.+?)\)(.*)", name)
    also = [part for part in parts.groups() if part[:1].isupper() and part not in groups] if parts else []
    return PlaceName(name, hexes, list(dict.fromkeys([*also, *further_names().get(name, [])])), kind)

"""What a side is told of an event: with limited intelligence all of its own, and what happens where it sees clearly."""

from __future__ import annotations

from typing import Any

from pbem.rulesets.air_bridge.sight import HIDDEN, Area, area, limited, shadow_name
from pbem.rulesets.air_bridge.state import State
from pbem.rulesets.air_bridge.units import counters
from pbem.rulesets.air_bridge.view import aliases

Facts = dict[str, Any]
Names = dict[str, str]

EVERYBODY = (
    "turn", "game over", "initiative", "initiative tie", "weather", "mud", "air points", "bridge", "repair", "dz destroyed", "dz placed",
    "overstack",
)  # fmt: skip
FIRE = ("guns", "factors")  # in an event: who fires, from wherever he stands
OWN = ("line", "why", "spent")  # what an event says of its own side only: the order's number, why nothing fired
MARCH = ("mp", "of", "prices", "phase", "over", "at")  # of a move: only who makes it knows


def told(s: State, side: str, kind: str, facts: Facts) -> Facts | None:
    """None if nothing."""
    if not limited(s, side):
        return facts
    names, seen = aliases(s, side), area(s, side)
    place, owner = str(facts.get("hex") or facts.get("to") or ""), whose(s, facts)
    if kind in EVERYBODY:
        return masked(facts, names)
    if not owner and not place:
        return of_both(s, side, facts, names)
    if place not in seen.clear and owner == side:
        return masked(facts, names)
    if place not in seen.clear and not touches(s, side, facts):
        return None
    guns = {name: shadow_name("", [s.units[name]]) for name in names} if fired(facts) else {}
    if owner == side:
        return masked(facts, guns, add=True)
    known = {name: value for name, value in facts.items() if name not in OWN}
    if "path" in known and "hex" not in known:
        return masked(came(known, seen), names)
    if kind == "reaction" and not known["moved"]:  # tried, and stayed where it was
        return masked({**known, "need": HIDDEN}, names)
    return masked(known, guns, add=True)


def whose(s: State, facts: Facts) -> str:
    """The side an event is about; "" where it is about both, or about nobody."""
    if facts.get("side"):
        return str(facts["side"])
    sides = list(dict.fromkeys(side_of(s, name) for name in facts.get("units", [])))
    return sides[0] if len(sides) == 1 and (facts.get("hex") or facts.get("to")) else ""


def side_of(s: State, name: str) -> str:
    """Of dead ones too."""
    unit = s.units.get(name) or (counters()[name].unit if name in counters() else None)
    return unit.side if unit else ""


def touches(s: State, side: str, facts: Facts) -> bool:
    """Whether units of the side are in it."""
    there = [*facts.get("units", []), *facts.get("against", []), *facts.get("eliminated", [])]
    return any(side_of(s, name) == side for name in there)


def of_both(s: State, side: str, facts: Facts, names: Names) -> Facts | None:
    """Supply and recovery name units of both sides; what names none is the active side's own."""
    if not facts.get("units"):
        return masked(facts, names) if side == s.active else None
    known = [name for name in facts["units"] if name not in names]
    return {**facts, "units": known} if known else None


def came(facts: Facts, seen: Area) -> Facts:
    """A unit that ends its move in sight: the last stretch of its way, as far as somebody was seen to come."""
    path = list(facts["path"])
    while any(hex not in seen.presence for hex in path[:-1]):
        path.pop(0)
    short = {name: value for name, value in facts.items() if name not in MARCH}
    return {**short, "start": path[0], "path": path, "unseen": len(path) < len(facts["path"])}


def fired(facts: Any) -> bool:
    """Whether somebody fires in it: fights tell the weight of fire, not the guns."""
    if isinstance(facts, dict):
        return any(name in facts for name in FIRE) or any(fired(value) for value in facts.values())
    return isinstance(facts, list) and any(fired(value) for value in facts)


def masked(facts: Facts, names: Names, add: bool = False) -> Facts:
    """Units under their other names, each name once. Their figures are left out, or added up."""
    made = {key: _masked(part, names, add) for key, part in facts.items() if key not in names}
    for key, part in facts.items():
        if key in names and add and isinstance(part, int):
            made[names[key]] = made.get(names[key], 0) + part
    return made


def _masked(value: Any, names: Names, add: bool) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return masked(value, names, add)
    if not isinstance(value, list):
        return value
    found: list[Any] = []
    for item in value:
        known = _masked(item, names, add)
        found += [] if known != item and known in found else [known]
    return found

"""Who may assault what, and what it costs [AS-1 to AS-14, SR-13, P13.1]. Pure: orders, replies, the staff and the calculator look here.

assault_options(s, side)    {target: {origin: [units]}} of all that could be done now
sorted_out(s, at, names)    those of the units that may assault a zone, and why the first of the others may not
cost(s, units, guns)        supply points
"""

from __future__ import annotations

from typing import Any

from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.attack import crew, head
from pbem.rulesets.last_crusade.reach import seems_held
from pbem.rulesets.last_crusade.state import HQ, MAP, OTHER, State

PER_ZONE, PER_HQ = 3, 9  # AS-2, AS-3
ARMOR_COST, COST = 2, 1  # AS-12, P13.1

Why = tuple[str, str, dict[str, Any]]  # rule, key and facts of what forbids it


def price(s: State, unit: str) -> int:
    """A pair pays for the passenger and for the transport [AS-13]."""
    return sum(ARMOR_COST if card.cls == "armor" else COST for card in crew(s, unit))


def cost(s: State, units: list[str], guns: list[str]) -> int:
    return sum(price(s, unit) for unit in units) + COST * len(guns)


def armor_only(s: State, units: list[str]) -> bool:
    """Every unit of the whole force is armor; a transport is none, nor is who rides on it [SR-1, SR-5, P13.8]."""
    return all(card.cls == "armor" for unit in units for card in crew(s, unit))


def may_be_assaulted(s: State, at: str, side: str) -> bool:
    """Enemy-held [AS-1], or walls that may hide somebody; his headquarters even when nobody is there [P13.9]."""
    walls = any(card.kind == "fortification" for card in s.there(at, OTHER[side]))
    return at == HQ[OTHER[side]] or seems_held(s, at, side) or walls


# units


def why_not_assault(s: State, name: str, at: str) -> Why | None:
    """What forbids this unit this assault, whoever comes with it."""
    card = head(s, name)
    facts = {"unit": name, "at": card.at, "to": at}
    if card.place != MAP:
        return "AS-1", "card-not-on-map", facts
    if card.kind != "unit" or card.cls == "air" or not card.mp:
        return ("P9.4" if card.cls == "air" else "AS-1"), "never-assaults", facts
    if card.inside:
        return "P14.4", "inside", {**facts, "fort": card.inside}
    if card.spent and not card.left:
        return "AS-1", "no-mp", {**facts, "mp": card.mp}
    if card.engaged:
        return "P5.1", "engaged-already", facts
    if at not in field.neighbours(s, card.at):
        rule = "SR-13" if at == HQ[OTHER[card.side]] else "AC-17"
        return rule, "not-adjacent-zone", facts
    if not field.supplied(s, card.at, card.side):
        return "AS-1", "unsupplied-zone", facts
    return None


def why_too_many(s: State, names: list[str]) -> Why | None:
    """AS-2, AS-3: the last of the units, with those before it from its own zone."""
    start = s.cards[names[-1]].at
    most = PER_HQ if field.headquarters(start) else PER_ZONE
    if len([name for name in names if s.cards[name].at == start]) <= most:
        return None
    return ("AS-3" if field.headquarters(start) else "AS-2"), "too-many-from-zone", {"unit": names[-1], "at": start, "limit": most}


def sorted_out(s: State, at: str, names: list[str]) -> tuple[list[str], Why | None]:
    good: list[str] = []
    first: Why | None = None
    for name in dict.fromkeys(head(s, name).id for name in names):
        why = why_not_assault(s, name, at) or why_too_many(s, [*good, name])
        if why is None:
            good.append(name)
        first = first or why
    stuck = [name for name in good if field.room(s, s.cards[name].at, s.cards[name].side) < 0]
    if stuck and first is None:
        start = s.cards[stuck[0]].at
        first = "AS-4", "no-room-to-return", {"unit": stuck[0], "at": start, "limit": field.limit(start)}
    return [name for name in good if name not in stuck], first


# guns


def why_not_gun(s: State, name: str, at: str) -> Why | None:
    """AS-8, P6.4."""
    card = s.cards[name]
    facts = {"unit": name, "at": card.at, "to": at}
    if card.place != MAP:
        return "AS-8", "card-not-on-map", facts
    if card.cls != "artillery":
        return "AS-8", "no-artillery", facts
    if card.engaged:
        return "AS-8", "engaged-already", facts
    if not field.in_range(s, card, at):
        return "AS-8", "out-of-range", {**facts, "range": card.range, "distance": field.distance(s, card.at, at)}
    return None if field.supplied(s, card.at, card.side) else ("P6.4", "unsupplied-zone", facts)


def guns_for(s: State, at: str, side: str) -> list[str]:
    """The artillery that may support at a zone, from outside it."""
    return [card.id for card in s.of(side) if card.at != at and why_not_gun(s, card.id, at) is None]


def affordable(s: State, side: str, units: list[str], guns: list[str]) -> tuple[list[str], list[str]]:
    """As many, from the front, as the pool pays for [AS-14]."""
    left = s.pool[side]
    some_units: list[str] = []
    for name in units:
        if price(s, name) <= left:
            some_units.append(name)
            left -= price(s, name)
    return some_units, guns[: max(0, left) // COST]


# the nearest legal order


def assault_options(s: State, side: str) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for card in s.of(side):
        if card.rides or card.cls == "air":
            continue
        for at in field.neighbours(s, card.at):
            if may_be_assaulted(s, at, side) and why_not_assault(s, card.id, at) is None:
                found.setdefault(at, {}).setdefault(card.at, []).append(card.id)
    return found


def order_text(at: str, units: list[str], guns: list[str] | None = None) -> str:
    return f"ASSAULT {at} WITH {', '.join(units)}" + (f" SUPPORT {', '.join(guns)}" if guns else "")


def instead(s: State, at: str, names: list[str]) -> str:
    """The assault nearest to the one meant that at least one of the units may make."""
    able: dict[str, list[str]] = {}
    for card in (head(s, name) for name in names):
        for near in field.neighbours(s, card.at):
            if not may_be_assaulted(s, near, card.side) or card.id in able.get(near, []):
                continue
            if why_not_assault(s, card.id, near) is None:
                able.setdefault(near, []).append(card.id)
    if not able:
        return ""
    near = min(sorted(able), key=lambda near: (field.distance(s, near, at), -len(able[near])))
    units, _ = affordable(s, s.cards[able[near][0]].side, sorted_out(s, near, able[near])[0], [])
    return order_text(near, units) if units else ""

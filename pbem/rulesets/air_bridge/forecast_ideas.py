"""What a player may have overlooked: a unit that stands idle beside the fight, an engineer near by and why it does not fit in."""

from __future__ import annotations

from typing import Any

from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.declaration import why_not_attack
from pbem.rulesets.air_bridge.moves import Errand, why_not_move
from pbem.rulesets.air_bridge.moves_text import order_text
from pbem.rulesets.air_bridge.moves_ways import budget, found
from pbem.rulesets.air_bridge.odds import attackers, engineers, terrain_value
from pbem.rulesets.air_bridge.state import STACK_LIMIT, Declared, State, Unit

NEAR = 4  # hexes: an engineer further off is no idea for this turn


def idle_units(s: State, d: Declared) -> list[str]:
    """The strongest unit beside the hex that may attack it and is in no fight; guns and engineers are other ideas."""
    side = attackers(s, d)[0].side
    beside = [u for hex in field.neighbours(s, d.hex) for u in s.at(hex, side)]
    idle = [u for u in beside if u.attack and not u.engineer and why_not_attack(s, u.id, d.hex) is None]
    return [u.id for u in sorted(idle, key=lambda u: (-u.attack, u.id))[:1]]


def engineer_idea(s: State, d: Declared, view: State) -> list[dict[str, Any]]:
    """One that would cancel a bridge or make the ground count less [17.2]: how it gets there, or why it does not."""
    ours = attackers(s, d)
    over = any(field.over_bridge(s, u.at, d.hex) for u in ours)
    if engineers(s, d) or not (over or terrain_value(s, d) > 1):
        return []
    busy = [name for other in s.declared for name in other.units]
    free = [u for u in s.of(ours[0].side) if u.engineer and u.id not in busy]
    near = sorted((u for u in free if field.distance(s, u.at, d.hex) <= NEAR), key=lambda u: (field.distance(s, u.at, d.hex), u.id))
    told = {"what": "engineer", "bridge": over, "counts": max(1, terrain_value(s, d) - 1), "terrain": field.terrain(s, d.hex)}
    for unit in near:
        places = [hex for hex in dict.fromkeys(u.at for u in ours) if field.open_side(s, hex, d.hex)]
        return [{**told, "unit": unit.id, "at": unit.at, "value": field.value(s, d.hex), **way_there(s, view, unit, places)}]
    return []


def way_there(s: State, view: State, unit: Unit, places: list[str]) -> dict[str, Any]:
    """`order`: the move that brings it beside the target; else `fatigued`, `full` (a hex and its points) or `far`."""
    if unit.fatigued:
        return {"why": "fatigued"}
    if unit.at in places:
        return {"why": "there"}
    known = view.units.get(unit.id)
    if known is None or not known.at or unit.spent or why_not_move(s, unit):
        return {"why": "moved"}
    got = found(s, [unit], unit.at, budget([unit]), Errand())
    reached = [hex for hex in places if hex in got.costs]
    room = [hex for hex in reached if s.points(hex, unit.side) + unit.sp <= STACK_LIMIT]
    if room:
        return {"why": "move", "order": order_text(s, "MOVE", [unit.id], unit.at, got.path(room[0])[1:])}
    return {"why": "full", "full": reached[0], "sp": s.points(reached[0], unit.side)} if reached else {"why": "far"}

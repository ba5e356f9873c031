"""Which guns and air points may fire where [9, 15]. Pure, but for `commit`: fire is paid for when it is planned."""

from __future__ import annotations

from typing import Any

from pbem.engine.verbs import Refused
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.moves import phase_key
from pbem.rulesets.air_bridge.state import ALLIED, Plan, State, Unit

BOMBARD, SUPPORT, DEFENSIVE = "bombard", "support", "defensive"
GROUND_REACH = 5  # hexes from a unit of the ground army [9.5b, 15.0d]

Why = tuple[str, str, dict[str, Any]]  # rule, key and facts of what forbids it


def may_act(s: State, gun: Unit) -> Why | None:
    """Whether it may fire at all, now."""
    if not gun.artillery:
        return "9.0b", "not-a-gun", {"unit": gun.id}
    if not gun.at:
        return "9.0c", "gun-off-map", {"unit": gun.id}
    if gun.fatigued:
        return "9.4c", "gun-fatigued", {"unit": gun.id}
    if gun.acted == phase_key(s):
        return "9.4a", "gun-fired-already", {"unit": gun.id}
    if gun.actions_left:
        return None
    rule, key = ("9.4d", "gun-unsupplied") if gun.unsupplied and gun.actions < 2 else ("9.4a", "gun-final-fire")
    return rule, key, {"unit": gun.id}


def in_range(s: State, gun: Unit, hex: str) -> Why | None:
    """The hex of the gun does not count, that of the target does [9.0d]."""
    distance = field.distance(s, gun.at, hex)
    if distance <= gun.range:
        return None
    return "9.0d", "out-of-range", {"unit": gun.id, "at": gun.at, "hex": hex, "distance": distance, "range": gun.range}


def ground_units(s: State, side: str) -> list[Unit]:
    return [u for u in s.of(side) if not u.airborne]


def near_ground(s: State, side: str, hex: str) -> bool:
    return any(field.distance(s, u.at, hex) <= GROUND_REACH for u in ground_units(s, side))


def far_from_ground(s: State, side: str, hex: str, rule: str, key: str, **facts: Any) -> Why:
    """Names the nearest unit of the ground army, if there is one."""
    nearest = min(ground_units(s, side), key=lambda u: (field.distance(s, u.at, hex), u.id), default=None)
    if nearest is None:
        return rule, f"{key}-none", {"hex": hex, "limit": GROUND_REACH, **facts}
    return rule, key, {"hex": hex, "limit": GROUND_REACH, "near": nearest.at, "distance": field.distance(s, nearest.at, hex), **facts}


def may_bombard(s: State, gun: Unit, hex: str) -> Why | None:
    """9.5a, 9.5b; all German units are non-airborne and free of it [G-45]."""
    if why := may_act(s, gun) or in_range(s, gun, hex):
        return why
    if gun.airborne or gun.side != ALLIED or near_ground(s, gun.side, hex):
        return None
    return far_from_ground(s, gun.side, hex, "9.5b", "too-far-from-ground", unit=gun.id)


def may_support(s: State, gun: Unit, hex: str, friends: list[Unit]) -> Why | None:
    """9.5c, 9.5d: `friends` are the own units in the fight."""
    if why := may_act(s, gun) or in_range(s, gun, hex):
        return why
    if gun.airborne and not any(u.division == gun.division for u in friends):
        return "9.5c", "not-its-division", {"unit": gun.id, "division": gun.division, "hex": hex}
    if not gun.airborne and all(u.airborne for u in friends):
        return "9.5d", "airborne-fight", {"unit": gun.id, "hex": hex}
    return None


def air_reaches(s: State, side: str, hex: str) -> Why | None:
    """Allied air near the ground army only, German air anywhere [15.0c, 15.0d]."""
    if side != ALLIED or near_ground(s, side, hex):
        return None
    return far_from_ground(s, side, hex, "15.0d", "air-too-far")


def may_fly(s: State, side: str, hex: str, points: int) -> Why | None:
    if points and points > s.air[side]:
        return "15.0e", "air-spent", {"points": points, "left": s.air[side]}
    return air_reaches(s, side, hex) if points else None


def bombard_points(s: State, guns: list[str], air: int) -> int:
    return sum(gun.bombard for gun in s.named(guns)) + air


def commit(s: State, plan: Plan, side: str) -> None:
    """Fire markers and air points [3.II.G.2, 3.II.H.4, 15.0e]; the plan stands."""
    pay(s, plan.guns, plan.air, side)
    s.plans.append(plan)


def pay(s: State, guns: list[str], air: int, side: str) -> None:
    for gun in s.named(guns):
        gun.actions = min(2, gun.actions + 1)
        gun.acted = phase_key(s)
    s.air[side] -= air


# the legal part of a line


def order_text(verb: str, hex: str, guns: list[str], air: int) -> str:
    return f"{verb} {hex} WITH {', '.join([*guns, *([f'AIR {air}'] if air else [])])}"


def refused(why: Why, nearest: str) -> Refused:
    rule, key, facts = why
    return Refused(rule, key, nearest, **facts)


def sort_out(s: State, side: str, verb: str, hex: str, fire: dict[str, Any], test: Any) -> tuple[list[str], int, Why | None, str]:
    """Guns and air of an order that may fire, why the first of the rest may not, and the order that would be legal."""
    first: Why | None = None
    guns: list[str] = []
    for name in dict.fromkeys(fire.get("guns", [])):
        gun = s.units.get(name)
        why = test(gun) if gun is not None else ("9.0c", "gun-off-map", {"unit": name})
        if why is None:
            guns.append(name)
        first = first or why
    air = int(fire.get("air", 0))
    if why := may_fly(s, side, hex, air):
        first = first or why
        air = 0 if air_reaches(s, side, hex) else max(0, s.air[side])
    return guns, air, first, order_text(verb, hex, guns, air) if guns or air else ""

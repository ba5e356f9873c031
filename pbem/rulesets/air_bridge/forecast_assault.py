"""An assault of the orders: both columns, what it promises, what the other side may do about it, and what one more unit would change."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from pbem.engine.tally import Tally
from pbem.engine.verbs import Line
from pbem.rulesets.air_bridge import defensive_fire, field, fire
from pbem.rulesets.air_bridge.assault_fire import attackers, defenders, engineers
from pbem.rulesets.air_bridge.assault_outlook import AssaultOutlook, assault_outlook
from pbem.rulesets.air_bridge.declaration import why_not_attack
from pbem.rulesets.air_bridge.forecast_fights import after_bombardment, effect, fire_points
from pbem.rulesets.air_bridge.forecast_ideas import idle_units
from pbem.rulesets.air_bridge.forecast_unknown import shadows
from pbem.rulesets.air_bridge.reaction import candidates
from pbem.rulesets.air_bridge.state import OTHER, STACK_LIMIT, Declared, State, Unit

Note = dict[str, Any]


def assault(s: State, d: Declared, lines: list[Line], view: State) -> Note:
    theirs, before = defenders(s, d), fire_points(s, d, lines, "BOMBARD")
    found = assault_outlook(s, d)
    return {
        "key": "forecast.assault", "hex": d.hex, "terrain": field.terrain(s, d.hex), **figures(found), "shelled": before,
        **promises(s, d, theirs, before), "engineers": engineers(attackers(s, d)), "sp": sum(u.sp for u in attackers(s, d)),
        "limit": STACK_LIMIT, "joins": joined(s, d, theirs, before), "answer": answered(s, d, theirs, before), "ideas": idea(s, d),
        "shadows": shadows(s, d),
    }  # fmt: skip


def figures(found: AssaultOutlook) -> Note:
    return {
        "attack": found.attack, "defence": found.defence, "our_column": found.our_column, "their_column": found.their_column,
        "our_drm": rows_of(found.our_drm), "their_drm": rows_of(found.their_drm),
    }  # fmt: skip


def rows_of(drm: Tally) -> list[Note]:
    return [{name: row[name] for name in ("amount", "reason", "rule")} for row in drm.rows if row["amount"]]


def promises(s: State, d: Declared, theirs: list[Unit], before: int, points: int = 0) -> Note:
    """Whether the hex is taken, and whether a step is lost for it; the own bombardment comes first, `points` are his."""
    taken = loses = Fraction(0)
    for part, left in after_bombardment(s, d, theirs, before):
        found = assault_outlook(s, d, theirs=left, fire=points) if left else None
        taken += part * (found.taken if found else 1)
        loses += part * (found.loses if found else 0)
    return {"taken": str(taken), "loses": str(loses)}


def joined(s: State, d: Declared, theirs: list[Unit], before: int) -> Note:
    """With the strongest unit that may react."""
    able = sorted((u for u in candidates(s, d.hex) if not u.unknown), key=lambda u: (-u.defence, -u.er, u.id))
    if not able:
        return {}
    unit = able[0]
    told: Note = {"unit": unit.id, "at": unit.at, "er": unit.er, "others": [u.id for u in able[1:]]}
    told["chance"] = str(Fraction(min(unit.er, 10), 10))
    return {**told, **figures(assault_outlook(s, d, theirs=[*theirs, unit])), **promises(s, d, [*theirs, unit], before)}


def answered(s: State, d: Declared, theirs: list[Unit], before: int) -> Note:
    """Under all the final defensive bombardment that may reach it [9.3]."""
    side = OTHER[s.active]
    guns = [gun for gun in s.of(side) if gun.artillery and not gun.unknown and defensive_fire.reach(s, gun, [d])]
    air = s.air.get(side, 0) if fire.air_reaches(s, side, d.hex) is None else 0
    points = sum(gun.bombard for gun in guns) + air
    if not points:
        return {}
    return {"guns": {gun.id: gun.bombard for gun in guns}, "air": air, **effect(points), **promises(s, d, theirs, before, points)}


def idea(s: State, d: Declared) -> list[Note]:
    """A unit that stands idle beside it, if there is room for one more [13.0b]."""
    ours = attackers(s, d)
    for name in idle_units(s, d):
        unit = s.units[name]
        if why_not_attack(s, name, d.hex) is None and not unit.unsupplied and sum(u.sp for u in [*ours, unit]) <= STACK_LIMIT:
            more = msgspec.structs.replace(d, units=[*d.units, name])
            found = assault_outlook(s, more)
            told = {"what": "idle", "units": [name], "at": unit.at, "attack": found.attack, "column": found.our_column}
            return [{**told, "taken": str(found.taken)}]
    return []

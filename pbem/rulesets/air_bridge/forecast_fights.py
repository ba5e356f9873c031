"""A maneuver combat of the orders: column, modifiers and chances; then with what the other side may do about it; and ideas."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from pbem.engine.choice import Allot, Choice
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.air_bridge import bombardment, field, fire, support
from pbem.rulesets.air_bridge.facts import about
from pbem.rulesets.air_bridge.forecast_ideas import engineer_idea, idle_units
from pbem.rulesets.air_bridge.forecast_unknown import shadows
from pbem.rulesets.air_bridge.kinds import KINDS
from pbem.rulesets.air_bridge.odds import attackers, columns, defenders, engineers, modifiers, terrain_value
from pbem.rulesets.air_bridge.outlook import column_name
from pbem.rulesets.air_bridge.reaction import candidates
from pbem.rulesets.air_bridge.refusal import may_refuse
from pbem.rulesets.air_bridge.results import parse, result_odds, support_odds
from pbem.rulesets.air_bridge.state import OTHER, Declared, State, Unit

Note = dict[str, Any]


def maneuver(s: State, d: Declared, lines: list[Line], view: State) -> Note:
    theirs = defenders(s, d)
    before, points = fire_points(s, d, lines, "BOMBARD"), fire_points(s, d, lines, "SUPPORT")
    return {
        "key": "forecast.maneuver", "hex": d.hex, **figures(s, d, theirs), "defenders": [u.id for u in theirs],
        "terrain": field.terrain(s, d.hex), "value": field.value(s, d.hex), "counts": terrain_value(s, d), "city": field.city(s, d.hex),
        "engineers": engineers(s, d), "support": effect(points), "shelled": before, "chances": chances(s, d, theirs, before, points),
        "refuse": chance_to_refuse(s, d, theirs), "joins": joined(s, d, theirs, before, points),
        "answer": answered(s, d, theirs, before, points), "shadows": shadows(s, d), "ideas": ideas(s, d, view),
    }  # fmt: skip


def figures(s: State, d: Declared, theirs: list[Unit]) -> Note:
    ours = attackers(s, d)
    column = columns(ours, theirs)
    odds, shift = column.rows
    rows = modifiers(s, d, ours, theirs, d.classes).rows
    return {
        "attack": odds["attack"], "defence": odds["defence"], "odds": odds["odds"], "column": column_name(column.total),
        "ours": shift["ours"], "theirs": shift["theirs"], "shift": shift["amount"],
        "drm": [{name: row[name] for name in ("amount", "reason", "rule")} for row in rows if row["amount"]],
    }  # fmt: skip


def fire_points(s: State, d: Declared, lines: list[Line], verb: str) -> int:
    """The points of the legal SUPPORT or BOMBARD lines for the hex of the fight."""
    points = 0
    for line in lines:
        if line.verb == verb and d.hex in line.args["place"]:
            try:
                plan, _ = (support if verb == "SUPPORT" else bombardment).plan_of(s, line)
            except Refused:
                continue
            points += fire.bombard_points(s, plan.guns, plan.air) if plan else 0
    return points


def effect(points: int) -> Note:
    """Points of support and the modifiers they may roll [9.2b]."""
    results = list(support_odds(points))
    return {"points": points, "low": min(results), "high": max(results)} if points else {}


# what it comes to


def after_bombardment(s: State, d: Declared, theirs: list[Unit], points: int) -> list[tuple[Fraction, list[Unit]]]:
    """Who is left with what chance, if the owner takes the losses as the staff would."""
    kept: dict[int, Fraction] = {}
    for result, chance in support_odds(points).items():
        steps = result // field.value(s, d.hex)
        kept[steps] = kept.get(steps, Fraction(0)) + chance
    return [(chance, without(theirs, steps)) for steps, chance in sorted(kept.items())]


def without(theirs: list[Unit], steps: int) -> list[Unit]:
    if not steps:
        return theirs
    options = Allot(steps, {u.id: u.steps for u in theirs})
    shares = KINDS["losses"].staff(Choice(theirs[0].side, "losses", "", options, about=about(theirs)))
    left = [msgspec.structs.replace(u, steps=u.steps - shares.get(u.id, 0)) for u in theirs]
    return [u for u in left if u.steps]


def chances(s: State, d: Declared, theirs: list[Unit], before: int, ours_fire: int, theirs_fire: int = 0) -> Note:
    """Losses, the bombardment's with them, before any choice of the defender. `steps`: gives ground with so many lost; `two`: 2 or more
    lost; `all`: nobody is left; `ground`: both of these together."""
    ours, there = attackers(s, d), sum(u.steps for u in theirs)
    steps: dict[int, Fraction] = {}
    sums = dict.fromkeys(("all", "stays", "back", "two"), Fraction(0))
    for part, left in after_bombardment(s, d, theirs, before):
        if not left:
            sums["all"] += part
            continue
        found = result_odds(columns(ours, left).total, modifiers(s, d, ours, left, d.classes).total, ours_fire, theirs_fire)
        for code, chance in found.items():
            add_outcome(sums, steps, code, part * chance, terrain_value(s, d), there, sum(u.steps for u in left))
    sums["two"] += sum((chance for lost, chance in steps.items() if lost >= 2), Fraction(0)) + (sums["all"] if there > 1 else 0)
    sums["ground"] = sums["all"] + sum(steps.values(), Fraction(0))
    told = {name: str(chance) for name, chance in sums.items()}
    return {**told, "steps": [[lost, str(chance)] for lost, chance in sorted(steps.items(), reverse=True)]}


def add_outcome(
    sums: dict[str, Fraction], steps: dict[int, Fraction], code: str, chance: Fraction, value: int, there: int, left: int
) -> None:
    result = parse(code)
    if result.who != "D":
        sums["back" if result.who == "A" else "stays"] += chance
        return
    lost = there - left + min(left, result.steps // value)
    if lost == there:
        sums["all"] += chance
    else:
        steps[lost] = steps.get(lost, Fraction(0)) + chance


# what he may do about it


def chance_to_refuse(s: State, d: Declared, theirs: list[Unit]) -> str:
    return str(Fraction(min(10, max(u.er for u in theirs)), 10)) if theirs and may_refuse(s, d.hex) else ""


def joined(s: State, d: Declared, theirs: list[Unit], before: int, points: int) -> Note:
    """The fight with the strongest unit that may react."""
    able = sorted((u for u in candidates(s, d.hex) if not u.unknown), key=lambda u: (-u.defence, -u.er, u.id))
    if not able:
        return {}
    unit = able[0]
    both = [*theirs, unit]
    told: Note = {"unit": unit.id, "at": unit.at, "er": unit.er, "others": [u.id for u in able[1:]]}
    told["chance"] = str(Fraction(min(unit.er, 10), 10))
    return {**told, **figures(s, d, both), "chances": chances(s, d, both, before, points)}


def answered(s: State, d: Declared, theirs: list[Unit], before: int, points: int) -> Note:
    """The fight with all the support that he could give to it."""
    side = OTHER[s.active]
    guns = [gun for gun in s.of(side) if gun.artillery and not gun.unknown and support.reach(s, gun, [d])]
    air = s.air.get(side, 0) if fire.air_reaches(s, side, d.hex) is None else 0
    total = sum(gun.bombard for gun in guns) + air
    if not total:
        return {}
    told: Note = {"guns": {gun.id: gun.bombard for gun in guns}, "air": air, **effect(total)}
    return {**told, "chances": chances(s, d, theirs, before, points, total)}


# ideas


def ideas(s: State, d: Declared, view: State) -> list[Note]:
    found = engineer_idea(s, d, view)
    if idle := idle_units(s, d):
        more = msgspec.structs.replace(d, units=[*d.units, *idle])
        new, old = figures(s, more, defenders(s, d)), figures(s, d, defenders(s, d))
        if new["column"] != old["column"]:
            at = s.units[idle[0]].at
            found.append({"what": "idle", "units": idle, "at": at, "attack": new["attack"], "odds": new["odds"], "column": new["column"]})
    return found

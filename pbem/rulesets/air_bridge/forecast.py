"""What the reply to orders says of the fights and of supply, worked out on the side's own view: notes of keys and facts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from pbem.engine.check import Assuming
from pbem.engine.choice import Allot, Choice
from pbem.engine.dice import Assumed
from pbem.engine.game import Done, run
from pbem.engine.sequence import play_rows
from pbem.engine.state import canonical
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.air_bridge import bombardment, field, fire, support
from pbem.rulesets.air_bridge.facts import about
from pbem.rulesets.air_bridge.forecast_supply import supply_notes
from pbem.rulesets.air_bridge.kinds import KINDS
from pbem.rulesets.air_bridge.odds import attackers, columns, defenders, engineers, modifiers, terrain_value
from pbem.rulesets.air_bridge.outlook import column_name
from pbem.rulesets.air_bridge.reaction import candidates
from pbem.rulesets.air_bridge.refusal import may_refuse
from pbem.rulesets.air_bridge.results import parse, result_odds, support_odds
from pbem.rulesets.air_bridge.sequence import row_of
from pbem.rulesets.air_bridge.state import OTHER, Declared, State, Unit

Note = dict[str, Any]
TOLD = ("bridge", "up-slope", "unsupplied", "fatigue", "armour")


def forecast(view: State, side: str, lines: list[Line]) -> list[Note]:
    """For main orders: the position at the declaration, with dice that blow no bridge."""
    if not view.step.endswith(".B") or view.active != side:
        return []
    s = after_moves(view, side, lines)
    notes = [note for d in s.declared for note in fight(s, d, lines)]
    head: list[Note] = [{"key": "forecast.fights"}] if notes else []
    return [*head, *notes, *supply_notes(s, side), *air_left(s, side, lines)]


def after_moves(view: State, side: str, lines: list[Line]) -> State:
    from pbem.rulesets.air_bridge import RULES  # the ruleset is made of this module

    last = row_of(view, side, "declaration")
    done = run(RULES, canonical(view), Assuming(side, lines, [], "high"), Assumed("high"), play=lambda g: play_rows(g, last), sound=False)
    assert isinstance(done, Done), "an assuming desk answers everything"
    state: State = done.state
    return state


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


def fight(s: State, d: Declared, lines: list[Line]) -> list[Note]:
    theirs = defenders(s, d)
    before, points = fire_points(s, d, lines, "BOMBARD"), fire_points(s, d, lines, "SUPPORT")
    notes = [*figures(s, d, theirs), *modifier_notes(s, d, theirs, points), *shelled(before), chances(s, d, theirs, before, points)]
    if field.city(s, d.hex):
        notes.append({"key": "forecast.city"})
    if may_refuse(s, d.hex):
        notes.append({"key": "forecast.may-refuse", "percent": percent(Fraction(max(u.er for u in theirs), 10))})
    return [*notes, *joined(s, d, theirs, before, points), *idea(s, d)]


def shelled(points: int) -> list[Note]:
    return [{"key": "forecast.bombardment", "points": points}] if points else []


def figures(s: State, d: Declared, theirs: list[Unit]) -> list[Note]:
    column = columns(attackers(s, d), theirs)
    odds, shift = column.rows
    told = {"hex": d.hex, "attack": odds["attack"], "defence": odds["defence"], "odds": odds["odds"], "column": column_name(column.total)}
    told |= {"ours": decimal(shift["ours"]), "theirs": decimal(shift["theirs"]), "shift": f"{shift['amount']:+}"}
    ground = {"key": f"forecast.ground.{field.terrain(s, d.hex)}", "value": terrain_value(s, d)}
    return [{"key": "forecast.fight" if shift["amount"] else "forecast.fight-even", **told}, ground]


def modifier_notes(s: State, d: Declared, theirs: list[Unit], points: int) -> list[Note]:
    drm = modifiers(s, d, attackers(s, d), theirs, d.classes)
    rows = [row for row in drm.rows if row["reason"] in TOLD and row["amount"]]
    notes: list[Note] = [{"key": f"forecast.drm.{row['reason']}", "amount": f"{row['amount']:+}"} for row in rows]
    if engineers(s, d):
        notes.append({"key": "forecast.engineer", "units": engineers(s, d)})
    if points:
        results = list(support_odds(points))
        notes.append({"key": "forecast.support", "points": points, "low": min(results), "high": max(results)})
    return notes


def chances(s: State, d: Declared, theirs: list[Unit], before: int, points: int) -> Note:
    """Losses, the bombardment's with them, before any choice of the defender; `all` is the chance that nobody is left."""
    ours = attackers(s, d)
    there = sum(u.steps for u in theirs)
    sums = dict.fromkeys(("all", "two", "one", "leaves", "stays", "back"), Fraction(0))
    for part, left in after_bombardment(s, d, theirs, before):
        if not left:
            sums["all"] += part
            continue
        found = result_odds(columns(ours, left).total, modifiers(s, d, ours, left, d.classes).total, ours=points)
        for code, chance in found.items():
            add_outcome(sums, code, part * chance, terrain_value(s, d), there, sum(u.steps for u in left))
    return {"key": "forecast.chances", **{name: percent(chance) for name, chance in sums.items()}}


def add_outcome(sums: dict[str, Fraction], code: str, chance: Fraction, value: int, there: int, left: int) -> None:
    result = parse(code)
    if result.who != "D":
        sums["back" if result.who == "A" else "stays"] += chance
        return
    lost = there - left + min(left, result.steps // value)
    if lost == there:
        sums["all"] += chance
        return
    sums["leaves"] += chance
    if lost:
        sums["two" if lost >= 2 else "one"] += chance


def joined(s: State, d: Declared, theirs: list[Unit], before: int, points: int) -> list[Note]:
    """The fight with the strongest unit that may react."""
    able = sorted(candidates(s, d.hex), key=lambda u: (-u.defence, -u.er, u.id))
    if not able:
        return []
    unit = able[0]
    column = columns(attackers(s, d), [*theirs, unit])
    drm = modifiers(s, d, attackers(s, d), [*theirs, unit], d.classes)
    told = {"unit": unit.id, "at": unit.at, "er": unit.er, "percent": percent(Fraction(min(unit.er, 10), 10))}
    told |= {"attack": column.rows[0]["attack"], "defence": column.rows[0]["defence"], "odds": column.rows[0]["odds"]}
    told |= {"column": column_name(column.total), "modifier": f"{drm.total:+}"}
    return [{"key": "forecast.joins", **told}, chances(s, d, [*theirs, unit], before, points)]


def idea(s: State, d: Declared) -> list[Note]:
    """An engineer near by that is in no fight, where one would help [17.2]."""
    over = any(field.over_bridge(s, u.at, d.hex) for u in attackers(s, d))
    if engineers(s, d) or not (over or terrain_value(s, d) > 1):
        return []
    busy = [name for other in s.declared for name in other.units]
    near = [u for u in s.of(attackers(s, d)[0].side) if u.engineer and not u.fatigued and u.id not in busy]
    near = sorted((u for u in near if field.distance(s, u.at, d.hex) <= 3), key=lambda u: (field.distance(s, u.at, d.hex), u.id))
    value = max(1, terrain_value(s, d) - 1)
    return [{"key": "forecast.idea", "unit": near[0].id, "at": near[0].at, "value": value}] if near else []


def air_left(s: State, side: str, lines: list[Line]) -> list[Note]:
    given = s.air.get(side, 0)
    used = sum(int(line.args["fire"].get("air", 0)) for line in lines if line.verb in ("BOMBARD", "SUPPORT"))
    if side != s.first or not given or used >= given:
        return []
    return [{"key": "forecast.air", "left": given - used, "of": given, "foe": OTHER[side]}]


def percent(chance: Fraction) -> str:
    """Whole numbers, but never 0 or 100 for what is neither."""
    tenths = (2000 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    whole, tenth = divmod(tenths, 10)
    if tenths in (0, 1000) or 10 <= tenths <= 990:
        return str(whole + (tenth >= 5))
    return f"{whole}.{tenth}"


def decimal(text: str) -> str:
    """25/4 as 6.25: at most two places, by the rules of school."""
    hundredths = (200 * Fraction(text) + 1) // 2
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02}".rstrip("0").rstrip(".")

"""Fire in support of maneuver combat [9.2]: all is allotted before the first die, by the attacker first."""

from __future__ import annotations

from typing import Any

from pbem.engine.choice import Choice, Share
from pbem.engine.game import Game
from pbem.engine.tally import Tally
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.air_bridge import field, fire
from pbem.rulesets.air_bridge.bombardment import tell_vanished
from pbem.rulesets.air_bridge.facts import about, facts
from pbem.rulesets.air_bridge.odds import attackers, defenders
from pbem.rulesets.air_bridge.outlook import case
from pbem.rulesets.air_bridge.state import OTHER, Declared, Plan, State, Unit
from pbem.rulesets.air_bridge.tables import bombardment_column_name, bombardment_result


def maneuvers(s: State) -> list[Declared]:
    return [d for d in s.declared if d.kind == "maneuver"]


def live(s: State) -> list[Declared]:
    """The fights that have both sides left."""
    return [d for d in maneuvers(s) if attackers(s, d) and defenders(s, d)]


# the attacker's


def attacker_support(g: Game) -> None:
    s: State = g.state
    for plan in [p for p in s.plans if p.mode == fire.SUPPORT]:
        fire.pay(s, plan.guns, plan.air, s.active)
    g.play_lines(s.active, support)


def support(g: Game, line: Line) -> None:
    s: State = g.state
    plan, why = plan_of(s, line)
    if plan is None:
        tell_vanished(g, line, "9.2a")
        return
    g.stop(why, bool(plan.guns or plan.air))
    fire.commit(s, plan, s.active)
    g.note(line, points=fire.bombard_points(s, plan.guns, plan.air), hex=plan.hex)


def plan_of(s: State, line: Line) -> tuple[Plan | None, Refused | None]:
    d = aim(s, line)
    if d is None:
        return None, None
    wanted = line.args["fire"]
    guns, air, first, legal = fire.sort_out(
        s, s.active, "SUPPORT", d.hex, wanted, lambda gun: fire.may_support(s, gun, d.hex, attackers(s, d))
    )
    why = fire.refused(first, legal or elsewhere(s, wanted, d.hex)) if first else None
    return Plan(fire.SUPPORT, d.hex, guns, air, line=line.n), why


def aim(s: State, line: Line) -> Declared | None:
    """The fight meant, or the one after ELSE if the first is off [D-09]; None if both are."""
    places: list[str] = [*line.args["place"], *line.clauses.get("else", {}).get("place", [])]
    found = next((d for hex in places for d in live(s) if d.hex == hex), None)
    known = [*s.vacated, *(d.hex for d in maneuvers(s))]
    if found is None and not any(hex in known for hex in places):
        raise Refused("9.2a", "no-fight-to-support", elsewhere(s, line.args["fire"], places[0]), hex=places[0])
    return found


def elsewhere(s: State, wanted: dict[str, Any], hex: str) -> str:
    """The same fire for the nearest fight that some of it can reach."""
    for d in sorted(live(s), key=lambda d: (field.distance(s, hex, d.hex), d.hex)):
        guns = [u.id for u in s.named(wanted.get("guns", [])) if fire.may_support(s, u, d.hex, attackers(s, d)) is None]
        air = min(int(wanted.get("air", 0)), s.air[s.active])
        air = 0 if fire.air_reaches(s, s.active, d.hex) else air
        if d.hex != hex and (guns or air):
            return fire.order_text("SUPPORT", d.hex, guns, air)
    return ""


# the defender's, one choice over all fights


def defender_support(g: Game) -> None:
    """9.2a: whole guns and parts of the air points over all fights; one pool, one choice."""
    s: State = g.state
    fights = live(s)
    if not fights:
        return
    side = OTHER[s.active]
    plan = g.ask(support_choice(s, side, fights))
    for d in fights:
        guns = sorted(gun for gun, place in plan.get("guns", {}).items() if place == d.hex)
        air = plan.get("points", {}).get(d.hex, 0)
        if guns or air:
            fire.pay(s, guns, air, side)
            s.plans.append(Plan(f"{fire.SUPPORT} {side}", d.hex, guns, air))


def support_choice(s: State, side: str, fights: list[Declared]) -> Choice:
    guns = {gun.id: places for gun in s.of(side) if gun.artillery and (places := reach(s, gun, fights))}
    flown = [d.hex for d in fights if fire.air_reaches(s, side, d.hex) is None]
    told: dict[str, dict[str, Any]] = about(s.named(list(guns)))
    for gun in s.named(list(guns)):
        told[gun.id]["awaited"] = awaited(s, gun)
    told |= {d.hex: facts(s, d.hex, side) for d in fights}
    keeps = side != s.first  # his own turn is still to come, with the same markers
    known = {"turn": s.turn, "air": s.air[side], "fights": len(fights), "keeps": keeps}
    options = Share(guns, s.air[side], flown)

    def cases() -> dict[str, Any]:
        return {"fights": [case(s, d.hex) for d in fights]}

    return Choice(side, "support", " ".join(d.hex for d in fights), options, "9.2a", known, told, cases)


def reach(s: State, gun: Unit, fights: list[Declared]) -> list[str]:
    """Never from a hex that is itself attacked in this phase [9.4e]."""
    if any(d.hex == gun.at for d in maneuvers(s)):
        return []
    return [d.hex for d in fights if fire.may_support(s, gun, d.hex, defenders(s, d)) is None]


def awaited(s: State, gun: Unit) -> bool:
    """An assault within its reach will want its fire as well [9.3a]."""
    assaults = [d for d in s.declared if d.kind == "assault"]
    return any(d.hex != gun.at and fire.may_support(s, gun, d.hex, defenders(s, d)) is None for d in assaults)


# the dice


def plans_for(s: State, side: str, hex: str) -> tuple[list[str], int]:
    mode = fire.SUPPORT if side == s.active else f"{fire.SUPPORT} {side}"
    plans = [p for p in s.plans if p.mode == mode and p.hex == hex]
    return [gun for p in plans for gun in p.guns], sum(p.air for p in plans)


def roll_support(g: Game, d: Declared) -> Tally:
    """9.2b: a die for each side that has points; the attacker's result counts for him, the defender's against him."""
    drm = Tally("drm")
    for side in (g.state.active, OTHER[g.state.active]):
        guns, air = plans_for(g.state, side, d.hex)
        if points := fire.bombard_points(g.state, guns, air):
            one_roll(g, d, side, guns, air, points, drm)
    return drm


def one_roll(g: Game, d: Declared, side: str, guns: list[str], air: int, points: int, drm: Tally) -> None:
    s: State = g.state
    die = g.roll(f"{side} support", at=d.hex)
    result = bombardment_result(points, die)
    by = "attacker" if side == s.active else "defender"
    told: dict[str, Any] = {
        "side": side, "by": by, "points": points, "air": air, "column": bombardment_column_name(points), "die": die, "label": g.last_die,
        "result": result, "factors": {gun.id: gun.bombard for gun in s.named(guns)},
    }  # fmt: skip
    g.log("support", units=guns, hex=d.hex, rule="9.2b", **told)
    drm.add(-result if by == "attacker" else result, "9.2b", "support", guns=guns, **told)

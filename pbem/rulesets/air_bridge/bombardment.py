"""The bombardment phase [9.1]: guns and air points of the active side, one bombardment a hex [G-34]."""

from __future__ import annotations

from typing import Any

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.air_bridge import drop_zones, field, fire
from pbem.rulesets.air_bridge.declaration import clauses
from pbem.rulesets.air_bridge.losses import losses_choice, take_losses
from pbem.rulesets.air_bridge.state import OTHER, Plan, State
from pbem.rulesets.air_bridge.tables import bombardment_column_name, bombardment_result


def bombardment(g: Game) -> None:
    """3.II.G: all fire is allotted before the first die."""
    s: State = g.state
    for plan in [p for p in s.plans if p.mode == fire.BOMBARD]:
        fire.pay(s, plan.guns, plan.air, s.active)
    g.play_lines(s.active, bombard)
    hits = [(hex, steps) for hex in targets(s) if (steps := one_bombardment(g, hex))]
    with g.clauses(s.active, clauses(s)):
        suffer(g, hits)


def targets(s: State) -> list[str]:
    return list(dict.fromkeys(p.hex for p in s.plans if p.mode == fire.BOMBARD))


def bombard(g: Game, line: Line) -> None:
    s: State = g.state
    plan, why = plan_of(s, line)
    if plan is None:
        tell_vanished(g, line, "9.1a")
        return
    g.stop(why, bool(plan.guns or plan.air))
    fire.commit(s, plan, s.active)
    g.note(line, points=fire.bombard_points(s, plan.guns, plan.air), hex=plan.hex)


def plan_of(s: State, line: Line) -> tuple[Plan | None, Refused | None]:
    """The fire as it may be, and what forbids the rest; no plan where the enemy aimed at has gone since."""
    hex = aim(s, line)
    if not hex:
        return None, None
    wanted = line.args["fire"]
    guns, air, first, legal = fire.sort_out(s, s.active, "BOMBARD", hex, wanted, lambda gun: fire.may_bombard(s, gun, hex))
    why = fire.refused(first, legal or elsewhere(s, wanted, hex)) if first else None
    return Plan(fire.BOMBARD, hex, guns, air, line=line.n), why


def aim(s: State, line: Line) -> str:
    """The target, or the one after ELSE if the first holds no enemy any more [D-09]; "" if both have gone."""
    places: list[str] = [*line.args["place"], *line.clauses.get("else", {}).get("place", [])]
    held = next((hex for hex in places if s.at(hex, OTHER[s.active])), "")
    if zone := next((hex for hex in places if not held and drop_zones.alone(s, hex, OTHER[s.active])), ""):
        raise Refused("7.3c", "zone-not-bombarded", elsewhere(s, line.args["fire"], zone), hex=zone)
    if not held and not any(hex in s.vacated for hex in places):
        raise Refused("9.1a", "no-enemy-to-bombard", elsewhere(s, line.args["fire"], places[0]), hex=places[0])
    return held


def elsewhere(s: State, wanted: dict[str, Any], hex: str) -> str:
    """The same fire at the enemy nearest to the hex that some of it can reach."""
    enemies = sorted(s.hexes(OTHER[s.active]), key=lambda other: (field.distance(s, hex, other), other))
    for other in (e for e in enemies if e != hex):
        guns = [u.id for u in s.named(wanted.get("guns", [])) if fire.may_bombard(s, u, other) is None]
        air = min(int(wanted.get("air", 0)), s.air[s.active])
        air = 0 if fire.air_reaches(s, s.active, other) else air
        if guns or air:
            return fire.order_text("BOMBARD", other, guns, air)
    return ""


def tell_vanished(g: Game, line: Line, rule: str) -> None:
    """The order was good, its target has gone: nothing fires, nothing is spent."""
    g.note(line, idle=True)
    g.log("fire held", hex=line.args["place"][0], side=g.state.active, rule=rule)


def one_bombardment(g: Game, hex: str) -> int:
    """The steps the hex loses: the result over the terrain's value, fractions dropped [9.1c]."""
    s: State = g.state
    plans = [p for p in s.plans if p.mode == fire.BOMBARD and p.hex == hex]
    guns, air = [gun for p in plans for gun in p.guns], sum(p.air for p in plans)
    points, value = fire.bombard_points(s, guns, air), field.value(s, hex)
    if not points or not s.at(hex, OTHER[s.active]):
        return 0
    die = g.roll("bombardment", at=hex)
    result = bombardment_result(points, die)
    steps = result // value
    g.log(
        "bombardment", units=guns, hex=hex, side=s.active, air=air, points=points, column=bombardment_column_name(points), die=die,
        label=g.last_die, result=result, terrain=field.terrain(s, hex), value=value, steps=steps,
        factors={gun.id: gun.bombard for gun in s.named(guns)}, against=[u.id for u in s.at(hex, OTHER[s.active])], rule="9.1c",
    )  # fmt: skip
    return steps


def suffer(g: Game, hits: list[tuple[str, int]]) -> None:
    """The owner spreads the losses of all hexes, asked at once [9.1c, G-33]."""
    s: State = g.state
    side = OTHER[s.active]
    asked = [losses_choice(g, hex, hex, s.at(hex, side), steps, "9.1c", []) for hex, steps in hits]
    for (hex, _), shares in zip(hits, g.ask_all(asked), strict=True):
        take_losses(g, hex, side, shares, "9.1c")

"""The assault phase [13]: the declared units walk in and fight in the defender's hex, in one round or two."""

from __future__ import annotations

from functools import partial

import msgspec

from pbem.engine.choice import Choice
from pbem.engine.game import Game
from pbem.rulesets.air_bridge import demolition, drop_zones, field, stacking
from pbem.rulesets.air_bridge.assault_fire import (
    Fire,
    attacker_fire,
    attackers,
    class_matters,
    defender_fire,
    defenders,
    engineers,
    ground_of,
    marker,
)
from pbem.rulesets.air_bridge.assault_outlook import strength_after
from pbem.rulesets.air_bridge.declaration import CLASS_WORDS, clauses
from pbem.rulesets.air_bridge.defensive_fire import final_bombardment
from pbem.rulesets.air_bridge.losses import losses_choice, take_losses
from pbem.rulesets.air_bridge.maneuver import class_choice
from pbem.rulesets.air_bridge.state import OTHER, Declared, State, Unit

ATTACKER, DEFENDER = "attacker", "defender"
RULES = {DEFENDER: "13.1.D", ATTACKER: "13.1.E"}


class Melee(msgspec.Struct):
    """One assault being fought: what its lines and its owners have said of it."""

    declared: Declared
    classes: dict[str, str]
    round: int = 1


def assault(g: Game) -> None:
    """3.II.I: all walk in, all are bombarded, then assault after assault in the order declared [13.1.G2]."""
    s: State = g.state
    with g.clauses(s.active, clauses(s, "assault")):
        fights = [d for d in s.declared if d.kind == "assault" and walk_in(g, d)]
        final_bombardment(g, fights)
        for d in fights:
            fight(g, d)
    s.declared = [d for d in s.declared if d.kind != "assault"]
    stacking.enforce(g)


def walk_in(g: Game, d: Declared) -> bool:
    """13.1.A: free of movement points; into a hex left empty unopposed [G-39]. Whether there is anybody to fight."""
    s: State = g.state
    ours = attackers(s, d)
    if not ours:
        return False
    if not defenders(s, d) and not marker(s, d):
        occupy(g, d, "13.1.A")
        return False
    g.log(
        "assault", units=[u.id for u in ours], hex=d.hex, side=s.active, against=[u.id for u in defenders(s, d)], zone=marker(s, d),
        attack={u.id: u.attack for u in ours}, defence={u.id: u.defence for u in defenders(s, d)}, places={u.id: u.at for u in ours},
        sp=sum(u.sp for u in ours), terrain=field.terrain(s, d.hex), value=field.value(s, d.hex), line=d.line, rule="13.1.A",
    )  # fmt: skip
    return True


def occupy(g: Game, d: Declared, rule: str) -> None:
    """All who are left, and at once the bridges of the hex have been touched [13.2d, G-20]."""
    s: State = g.state
    names = [u.id for u in attackers(s, d)]
    for name in names:
        s.place(name, d.hex)
    g.log("occupied", units=names, hex=d.hex, side=s.active, sp=s.points(d.hex, s.active), rule=rule)
    demolition.contact(g, s.active, d.hex)


# the rounds


def fight(g: Game, d: Declared) -> None:
    s: State = g.state
    if attackers(s, d):  # else the bombardment was enough [G-40]
        m = Melee(d, choose_classes(g, d))
        first_round(g, m)
        if both_left(s, m):
            second_round(g, m, efficiency(g, m))
    conclude(g, d)


def both_left(s: State, m: Melee) -> bool:
    return bool(attackers(s, m.declared)) and holds(s, m.declared)


def holds(s: State, d: Declared) -> bool:
    """A unit or a marker of the defender is left."""
    return bool(defenders(s, d)) or marker(s, d)


def first_round(g: Game, m: Melee) -> None:
    """The defender, then what is left of the attacker [13.1.D, 13.1.E]; with an attacking engineer both at once [17.2e, G-75]."""
    names = engineers(attackers(g.state, m.declared))
    if names:
        g.log("both at once", units=names, hex=m.declared.hex, side=g.state.active, rule="17.2e")
        shoot(g, m, [DEFENDER, ATTACKER])
        return
    shoot(g, m, [DEFENDER])
    if attackers(g.state, m.declared):
        shoot(g, m, [ATTACKER])


def second_round(g: Game, m: Melee, sides: list[str]) -> None:
    """13.1.G1: who passed fires again, the defender first [G-38]."""
    m.round = 2
    for by in (by for by in (DEFENDER, ATTACKER) if by in sides):
        if both_left(g.state, m):
            shoot(g, m, [by])


def efficiency(g: Game, m: Melee) -> list[str]:
    """13.1.F: each side's highest rating in the hex; a marker has none [G-17]."""
    s: State = g.state
    sides_there = ((DEFENDER, defenders(s, m.declared)), (ATTACKER, attackers(s, m.declared)))
    passed = [by for by, units in sides_there if units and passes(g, m, units, by)]
    sides = [units_side(s, by) for by in passed]
    if passed:
        told = {"only": sides[0]} if len(sides) == 1 else {"both": sides}
        g.log("second round", hex=m.declared.hex, side=s.active, rule="13.1.G1", **told)
    else:
        g.log("rounds over", hex=m.declared.hex, side=s.active, rule="13.1.G1")
    return passed


def units_side(s: State, by: str) -> str:
    return s.active if by == ATTACKER else OTHER[s.active]


def passes(g: Game, m: Melee, units: list[Unit], by: str) -> bool:
    side, need = units_side(g.state, by), max(u.er for u in units)
    die = g.roll(f"efficiency, {side}", at=m.declared.hex)
    g.log(
        "efficiency", hex=m.declared.hex, side=side, by=by, die=die, label=g.last_die, need=need, passed=die <= need, rule="13.1.F"
    )
    return die <= need


def shoot(g: Game, m: Melee, by: list[str]) -> None:
    """The totals of all who fire are taken before any die, the losses of all after the last [G-75]."""
    fires = [(one, fire_of(g.state, m, one)) for one in by]
    hits = [(one, roll(g, m, one, fire)) for one, fire in fires if fire.points]
    suffer(g, m, [(one, steps) for one, steps in hits if steps])


def fire_of(s: State, m: Melee, by: str) -> Fire:
    ours, theirs = attackers(s, m.declared), defenders(s, m.declared)
    if by == DEFENDER:
        return defender_fire(ours, theirs, marker(s, m.declared), m.classes)
    return attacker_fire(ground_of(s, m.declared), ours, theirs, m.classes)


def roll(g: Game, m: Melee, by: str, fire: Fire) -> int:
    s: State = g.state
    die = g.roll(f"assault, {by}", at=m.declared.hex)
    steps = fire.steps(die)
    ours, theirs = attackers(s, m.declared), defenders(s, m.declared)
    firing = ours if by == ATTACKER else theirs
    g.log(
        "assault fire", units=[u.id for u in firing], hex=m.declared.hex, side=units_side(s, by), by=by, round=m.round, points=fire.points,
        column=fire.column, drm=fire.drm.rows, modifier=fire.drm.total, die=die, label=g.last_die, result=steps,
        rule=RULES[by],
    )  # fmt: skip
    return steps


# losses


def suffer(g: Game, m: Melee, hits: list[tuple[str, int]]) -> None:
    """At once, by the choice of their owner; a marker is lost when all else is [G-66]."""
    s: State = g.state
    asked, zones = [], False
    for by, steps in hits:
        units = defenders(s, m.declared) if by == ATTACKER else attackers(s, m.declared)
        zones = zones or (by == ATTACKER and steps > sum(u.steps for u in units))
        if units:
            asked.append(loss_choice(g, m, by, units, steps))
    for choice, shares in zip(asked, g.ask_all(asked), strict=True):
        take_losses(g, m.declared.hex, choice.side, shares, choice.rule)
    if zones:
        drop_zones.destroy_in(g, m.declared.hex, "7.3d")


def loss_choice(g: Game, m: Melee, by: str, units: list[Unit], steps: int) -> Choice:
    first = [] if by == ATTACKER else engineers(units)
    choice = losses_choice(g, m.declared.hex, m.declared.hex, units, steps, RULES[by], first)
    choice.case = partial(strength_after, g.state, m.declared, m.classes)
    return choice


# the end


def conclude(g: Game, d: Declared) -> None:
    """13.1.H, 13.2d: back to where they came from, or all into the hex."""
    s: State = g.state
    ours = [u.id for u in attackers(s, d)]
    if not ours:
        g.log("assault broken", hex=d.hex, side=s.active, rule="13.1.H")
    elif holds(s, d):
        g.log("assault held", units=ours, hex=d.hex, side=s.active, rule="13.1.H")
    else:
        occupy(g, d, "13.2d")


# classes


def choose_classes(g: Game, d: Declared) -> dict[str, str]:
    """AS clauses first; the owners of the other dual units say once for both rounds [19.0b, 19.2b, D-11]."""
    s: State = g.state
    ours, theirs = attackers(s, d), defenders(s, d)
    open_ones = [u for u in [*ours, *theirs] if u.id not in d.classes and class_matters(ours, theirs, u)]
    answers = g.ask_all([class_choice(s, d, u) for u in open_ones])
    chosen = {u.id: CLASS_WORDS[name] for u, name in zip(open_ones, answers, strict=True) if name != "auto"}
    return {**d.classes, **chosen}

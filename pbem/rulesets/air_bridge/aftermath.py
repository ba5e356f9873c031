"""What a result does to both sides [12.3]: losses, fatigue, retreat, and the advance into what was left."""

from __future__ import annotations

import msgspec

from pbem.engine.choice import Choice, OneOf
from pbem.engine.game import Game
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.advance import advance
from pbem.rulesets.air_bridge.facts import about, assaulted, facts
from pbem.rulesets.air_bridge.losses import fatigue, fatigue_both, lose_steps
from pbem.rulesets.air_bridge.results import Result
from pbem.rulesets.air_bridge.retreat import fall_back, paths
from pbem.rulesets.air_bridge.state import State, Unit

DEFENDER, ATTACKER = 2, 1  # hexes of a retreat


class Fight(msgspec.Struct):
    """One combat being fought, by the ids of those who were in it when the die fell."""

    hex: str
    units: list[str]
    against: list[str]
    guests: list[str]  # fell back into the hex in this phase: they only share its retreat [G-64]
    side: str
    foe: str
    value: int


def attackers(s: State, f: Fight) -> list[Unit]:
    return s.named(f.units)


def defenders(s: State, f: Fight) -> list[Unit]:
    return s.named(f.against)


def engineers(s: State, f: Fight) -> list[str]:
    """They take the attacker's losses and fatigue before all others [17.2c, G-70]."""
    return [u.id for u in attackers(s, f) if u.engineer]


# the defender


def defender_suffers(g: Game, f: Fight, result: Result, guests: dict[str, list[str]]) -> None:
    """12.3.D, 12.3.D#."""
    s: State = g.state
    lose_steps(g, f.hex, defenders(s, f), result.steps // f.value, "12.3.D#")
    fatigue(g, f.hex, defenders(s, f), result.tired, "12.3.F#")
    if s.named([*f.against, *f.guests]) and not assaulted(s, f.hex):  # 12.3.4: else it may not go, and loses nothing for staying
        give_ground(g, f, guests)
    advance(g, [(f.hex, f.units)], "12.3.adv")


def give_ground(g: Game, f: Fight, guests: dict[str, list[str]]) -> None:
    """All go, or all stay: for a step, or for nothing in a city."""
    s: State = g.state
    names = [u.id for u in s.named([*f.against, *f.guests])]
    if not any(paths(s, s.units[name], DEFENDER) for name in names):
        stay(g, f, "12.3.1")
    elif g.ask(stand_choice(s, f)):
        stay(g, f, "12.3.2")
    else:
        stuck = fall_back(g, f.hex, names, DEFENDER, "12.3.D")
        for name in names:
            if name in s.units and s.units[name].at != f.hex:
                guests.setdefault(s.units[name].at, []).append(name)
        if stuck:
            stay(g, f, "12.3.1")


def stand_choice(s: State, f: Fight) -> Choice:
    rule = "12.3.3" if field.city(s, f.hex) else "12.3.2"
    return Choice(f.foe, "stand", f.hex, OneOf([True, False]), rule, facts(s, f.hex, f.foe), about(s.at(f.hex, f.foe)))


def stay(g: Game, f: Fight, rule: str) -> None:
    """One step for the whole stack, but in a city [12.3.3]."""
    s: State = g.state
    names = [u.id for u in defenders(s, f) if u.at == f.hex] or [u.id for u in s.named(f.guests) if u.at == f.hex]
    steps = 0 if field.city(s, f.hex) else 1
    g.log("stays", units=names, hex=f.hex, side=f.foe, blocked=rule == "12.3.1", steps=steps, rule=rule if steps else "12.3.3")
    lose_steps(g, f.hex, s.named(names), steps, rule)


# the attacker


def attacker_suffers(g: Game, f: Fight, result: Result) -> None:
    """12.3.A, 12.3.A#: terrain does not help; the defender does not follow [G-09]."""
    s: State = g.state
    first = engineers(s, f)
    lose_steps(g, f.hex, attackers(s, f), result.steps, "12.3.A#", first=first)
    fatigue(g, f.hex, attackers(s, f), result.tired, "12.3.F#", first)
    stuck = fall_back(g, f.hex, [u.id for u in attackers(s, f)], ATTACKER, "12.3.A")
    if stuck:  # one step for the whole attack [G-10]
        g.log("stays", units=stuck, hex=f.hex, side=f.side, blocked=True, steps=1, rule="12.3.1")
        lose_steps(g, f.hex, s.named(stuck), 1, "12.3.1", first=[name for name in stuck if name in first])


def both_tire(g: Game, f: Fight, result: Result) -> None:
    """12.3.BF1: one unit of each side, nobody leaves."""
    s: State = g.state
    fatigue_both(g, f.hex, [(attackers(s, f), engineers(s, f)), (defenders(s, f), [])], result.tired, "12.3.BF1")

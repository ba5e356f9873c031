"""Advance into a hex the defender has left [10.0d, 12.3.adv]: any of the attackers, up to 8 stacking points, or none."""

from __future__ import annotations

from pbem.engine.choice import Choice, Some
from pbem.engine.game import Game
from pbem.rulesets.air_bridge import demolition, field
from pbem.rulesets.air_bridge.facts import about, facts
from pbem.rulesets.air_bridge.state import STACK_LIMIT, State, Unit


def able(s: State, hex: str, names: list[str]) -> list[Unit]:
    return [u for u in s.named(names) if field.adjacent(s, u.at, hex) and field.open_side(s, u.at, hex)]


def advance_choice(s: State, hex: str, units: list[Unit], rule: str) -> Choice:
    side = units[0].side
    room = STACK_LIMIT - (coming(s, hex) if rule == "12.3.adv" else 0)
    return Choice(side, "advance", hex, Some({u.id: u.sp for u in units}, room), rule, facts(s, hex, side), about(units))


def coming(s: State, hex: str) -> int:
    """Stacking points of those who are still to assault the hex: they have to occupy it [13.2d, G-39]."""
    return sum(u.sp for d in s.declared if d.hex == hex and d.kind == "assault" for u in s.named(d.units))


def advance(g: Game, fights: list[tuple[str, list[str]]], rule: str) -> None:
    """All vacated hexes are asked about at once."""
    s: State = g.state
    open_to = [(hex, units) for hex, names in fights if left(s, hex) and (units := able(s, hex, names))]
    answers = g.ask_all([advance_choice(s, hex, units, rule) for hex, units in open_to])
    for (hex, _), chosen in zip(open_to, answers, strict=True):
        occupy(g, hex, chosen, rule)


def left(s: State, hex: str) -> bool:
    """Nobody is in the hex, and no drop zone marker: with it the hex does not count as vacated [G-66]."""
    return not s.at(hex) and not s.zone_at(hex)


def occupy(g: Game, hex: str, chosen: list[str], rule: str) -> None:
    s: State = g.state
    for name in chosen:
        s.place(name, hex)
    if chosen:
        g.log("advance", units=chosen, hex=hex, side=s.units[chosen[0]].side, sp=s.points(hex, s.units[chosen[0]].side), rule=rule)
        demolition.contact(g, s.units[chosen[0]].side, hex)

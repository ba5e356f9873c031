"""Refusal of combat [10.0]: a stack of C/M units may slip away before the attack, if it passes on its best efficiency."""

from __future__ import annotations

from pbem.engine.choice import Choice, OneOf, Way
from pbem.engine.game import Game
from pbem.rulesets.air_bridge import demolition
from pbem.rulesets.air_bridge.advance import advance
from pbem.rulesets.air_bridge.declaration import clauses
from pbem.rulesets.air_bridge.facts import about, about_hexes, facts
from pbem.rulesets.air_bridge.outlook import case
from pbem.rulesets.air_bridge.retreat import withdrawals
from pbem.rulesets.air_bridge.state import OTHER, State


def attacked(s: State) -> list[str]:
    """The target hexes, in the order declared."""
    return list(dict.fromkeys(d.hex for d in s.declared))


def may_refuse(s: State, hex: str) -> bool:
    """C/M and supplied units only [10.0a, 16.0e], attacked in one way only [10.0b], with a hex to go to [G-62]."""
    side = OTHER[s.active]
    stack = s.at(hex, side)
    ways = [d for d in s.declared if d.hex == hex]
    able = all(u.cm and not u.unsupplied for u in stack)
    return bool(stack) and able and len(ways) == 1 and bool(withdrawals(s, hex, side))


def refusal(g: Game) -> None:
    """3.II.E."""
    s: State = g.state
    side = OTHER[s.active]
    for unit in s.of(side):
        unit.refused = False
    hexes = [hex for hex in attacked(s) if may_refuse(s, hex)]
    wish = g.ask_all([refuse_choice(s, hex, side) for hex in hexes])
    away = [hex for hex, tries in zip(hexes, wish, strict=True) if tries and passes(g, hex, side)]
    withdraw(g, away, side)
    with g.clauses(s.active, clauses(s)):
        advance(g, [(hex, [name for d in s.declared if d.hex == hex for name in d.units]) for hex in away], "10.0d")
    s.declared = [d for d in s.declared if d.hex not in away]  # their attack is over [G-63]
    s.vacated += away


def refuse_choice(s: State, hex: str, side: str) -> Choice:
    stack = s.at(hex, side)
    known = {**facts(s, hex, side), "need": max(u.er for u in stack)}
    return Choice(side, "refuse", hex, OneOf([True, False]), "10.0a", known, about(stack), lambda: case(s, hex))


def passes(g: Game, hex: str, side: str) -> bool:
    """3.II.E.2: the highest efficiency of the hex or less."""
    stack = g.state.at(hex, side)
    need: int = max(u.er for u in stack)
    die = g.roll("refusal", at=hex)
    passed = die <= need
    names = [u.id for u in stack]
    g.log("refusal", units=names, hex=hex, side=side, die=die, label=g.last_die, need=need, passed=passed, rule="10.0c")
    return passed


def withdraw_choice(s: State, hex: str, side: str) -> Choice:
    stack, ends = s.at(hex, side), withdrawals(s, hex, side)
    told = {**about(stack), **about_hexes(s, side, ends)}
    return Choice(side, "fallback", hex, Way(hex, 1, {hex: ends}), "10.0d", facts(s, hex, side), told)


def withdraw(g: Game, away: list[str], side: str) -> None:
    """Each stack as a whole; who would find his hex filled meanwhile is asked again."""
    s: State = g.state
    while away:
        answers = g.ask_all([withdraw_choice(s, hex, side) for hex in away])
        later = []
        for hex, (to,) in zip(away, answers, strict=True):
            if to in withdrawals(s, hex, side):
                go(g, hex, to, side)
            else:
                later.append(hex)
        away = later


def go(g: Game, hex: str, to: str, side: str) -> None:
    s: State = g.state
    stack = [u.id for u in s.at(hex, side)]
    for name in stack:
        s.place(name, to)
        s.units[name].refused = True
    g.log("withdrawal", units=stack, hex=hex, to=to, side=side, rule="10.0d")
    demolition.contact(g, side, to)

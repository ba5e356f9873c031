"""Stacking [5.0]: the limit holds at the end of movement and of combat; the opponent takes off what is too much."""

from __future__ import annotations

from pbem.engine.choice import Choice, OneOf
from pbem.engine.game import Game
from pbem.engine.verbs import Refused
from pbem.rulesets.air_bridge.facts import about
from pbem.rulesets.air_bridge.state import OTHER, SIDES, STACK_LIMIT, State


def excess(s: State, hex: str, side: str) -> int:
    return max(0, s.points(hex, side) - STACK_LIMIT)


def overstacked(s: State) -> list[tuple[str, str]]:
    """Side and hex of every stack over the limit [5.0b]."""
    points: dict[tuple[str, str], int] = {}
    for unit in s.units.values():
        if unit.at:
            points[unit.side, unit.at] = points.get((unit.side, unit.at), 0) + unit.sp
    over = [(SIDES.index(side), side, hex) for (side, hex), total in points.items() if total > STACK_LIMIT]
    return [(side, hex) for _, side, hex in sorted(over)]


def enforce(g: Game) -> None:
    """At the end of a movement or combat phase: unit after unit, as the opponent chooses, until the limit is met [5.0c]."""
    while stacks := overstacked(g.state):
        picked = g.ask_all([overstack_choice(g.state, side, hex) for side, hex in stacks])
        for (side, hex), name in zip(stacks, picked, strict=True):
            points = g.state.points(hex, side)
            g.state.eliminate(name)
            g.log("overstack", units=[name], hex=hex, side=side, points=points, limit=STACK_LIMIT, by=OTHER[side], rule="5.0c")


def overstack_choice(s: State, side: str, hex: str) -> Choice:
    stack = s.at(hex, side)
    facts = {"place": hex, "excess": excess(s, hex, side)}
    return Choice(OTHER[side], "overstack", hex, OneOf([u.id for u in stack]), "5.0c", facts, about(stack))


def why_no_room(s: State, ends: dict[str, str]) -> Refused | None:
    """Where units of one line end their move there must be room [5.0a]: nobody overstacks on purpose."""
    for hex in sorted(set(ends.values())):
        coming = [name for name, at in sorted(ends.items()) if at == hex]
        side = s.units[coming[0]].side
        there = [u for u in s.at(hex, side) if u.id not in ends]
        total = sum(u.sp for u in there) + sum(s.units[name].sp for name in coming)
        if total > STACK_LIMIT:
            return Refused("5.0a", "no-room", hex=hex, sp=total, limit=STACK_LIMIT, units=[u.id for u in there] or coming)
    return None

"""Who sees what: all, as in the rulebook; with limited intelligence, an option of ours, what the own units see.

Bridges, control of cities, drop zone markers, weather, air points and eliminated units are public in either game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from pbem.engine.events import Event
from pbem.rulesets.air_bridge.sight import area, hidden, limited, shadow_name, stand_in
from pbem.rulesets.air_bridge.state import State, Unit

Sound = Callable[[State, list[Event]], Iterable[str]]


def view(s: State, side: str) -> State:
    """A copy. Fire and combats enter the state only when they are declared; who sees a hex sees them."""
    seen = msgspec.convert(msgspec.to_builtins(s), State)
    if limited(s, side) and s.seen_by != side:
        conceal(seen, side)
    return seen


def conceal(s: State, side: str) -> None:
    """Takes out what the side does not see, and puts stand-ins where it sees a presence."""
    seen = area(s, side)
    shadows: dict[str, list[Unit]] = {}
    for unit in hidden(s, side, seen):
        del s.units[unit.id]
        if unit.at in seen.presence:
            shadows.setdefault(unit.at, []).append(unit)
    for hex, units in sorted(shadows.items()):
        one = stand_in(hex, units)
        s.units[one.id] = one
    own = [name for name, unit in s.units.items() if unit.side == side]
    s.due = {name: turn for name, turn in s.due.items() if name in own}
    s.entry = {name: hex for name, hex in s.entry.items() if name in own}
    s.areas = {name: hexes for name, hexes in s.areas.items() if name in own}
    for fight in s.declared:
        fight.units = [name for name in fight.units if name in s.units]
    for plan in s.plans:
        plan.guns = [name for name in plan.guns if name in s.units]
    s.seen_by = side


def judged(s: State) -> State:
    """What the active side's orders are judged by: all that is, or what it sees. What it does not see is found out in play."""
    if not limited(s, s.active) or s.seen_by == s.active:
        return s
    return view(s, s.active)


def of_the_whole(check: Sound) -> Sound:
    """Soundness is asked of whole positions: a view has holes."""
    return lambda s, events: () if s.seen_by else check(s, events)


def alias(s: State, side: str, name: str) -> str:
    """What the side calls the unit: a stack it does not see clearly by its nation, and its hex if it sees that much."""
    return aliases(s, side).get(name, name) if limited(s, side) else name


def aliases(s: State, side: str) -> dict[str, str]:
    """Another name for each unit the side does not see clearly."""
    seen = area(s, side)
    unseen = [u for u in hidden(s, side, seen) if not u.unknown]
    stacks: dict[str, list[Unit]] = {}
    for unit in unseen:
        stacks.setdefault(unit.at, []).append(unit)
    return {u.id: shadow_name(u.at if u.at in seen.presence else "", stacks[u.at] if u.at in seen.presence else [u]) for u in unseen}

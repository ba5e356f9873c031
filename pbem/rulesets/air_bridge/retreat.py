"""Falling back [10.0d, 12.3]: withdrawal of a whole stack by one hex, retreat of single units by two, or by one of attackers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from pbem.engine.choice import Choice, Way
from pbem.engine.game import Game
from pbem.rulesets.air_bridge import demolition, drop_zones, field
from pbem.rulesets.air_bridge.facts import about, about_hexes, facts
from pbem.rulesets.air_bridge.state import OTHER, STACK_LIMIT, State, Unit

Nexts = dict[str, list[str]]


def may_enter(s: State, unit: Unit, a: str, b: str) -> bool:
    """Not over unbridged water, not where the enemy is, nor into his zone unless friends are there [12.3.1, G-58]."""
    if not field.open_side(s, a, b) or drop_zones.held(s, b, OTHER[unit.side]):
        return False
    return field.ignores_zones(s, unit) or field.free(s, unit.side, b)


def paths(s: State, unit: Unit, length: int) -> list[list[str]]:
    """All ways of that length that end so many hexes from where they begin, the better ends only."""

    @cache
    def steps(here: str) -> list[str]:
        return [b for b in field.neighbours(s, here) if may_enter(s, unit, here, b)]

    ends = [p for p in _paths(steps, unit.at, length) if field.distance(s, unit.at, p[-1]) == length]
    least = min((_badness(s, unit, p[-1]) for p in ends), default=None)
    return [p for p in ends if _badness(s, unit, p[-1]) == least]


def _paths(steps: Callable[[str], list[str]], here: str, length: int) -> list[list[str]]:
    if not length:
        return [[]]
    return [[b, *rest] for b in steps(here) for rest in _paths(steps, b, length - 1)]


def _badness(s: State, unit: Unit, end: str) -> tuple[bool, bool]:
    """A hex without room [5.0c], or attacked later in the phase [G-64], only if there is no other."""
    full = s.points(end, unit.side) + unit.sp > STACK_LIMIT
    return full, any(d.hex == end for d in s.declared)


def way(start: str, ways: list[list[str]]) -> Way:
    nexts: Nexts = {}
    for path in ways:
        for a, b in zip([start, *path], path, strict=False):
            if b not in nexts.setdefault(a, []):
                nexts[a].append(b)
    return Way(start, len(ways[0]), {a: sorted(bs) for a, bs in sorted(nexts.items())})


def choice(s: State, unit: Unit, hex: str, ways: list[list[str]], rule: str) -> Choice:
    told = {**about([unit]), **about_hexes(s, unit.side, [path[-1] for path in ways])}
    return Choice(unit.side, "fallback", f"{unit.id} from {hex}", way(unit.at, ways), rule, facts(s, hex, unit.side), told)


def fall_back(g: Game, hex: str, names: list[str], length: int, rule: str) -> list[str]:
    """Each unit goes its own way; those without any are returned. Who would find his goal filled meanwhile is asked again."""
    s: State = g.state
    stuck: list[str] = []
    waiting = [u.id for u in s.named(names)]
    while waiting:
        found = {name: paths(s, s.units[name], length) for name in waiting}
        stuck += [name for name in waiting if not found[name]]
        able = [name for name in waiting if found[name]]
        answers = g.ask_all([choice(s, s.units[name], hex, found[name], rule) for name in able])
        waiting = []
        for name, path in zip(able, answers, strict=True):
            if path in paths(s, s.units[name], length):
                walk(g, hex, name, path, rule)
            else:
                waiting.append(name)
    return stuck


def walk(g: Game, hex: str, name: str, path: list[str], rule: str) -> None:
    """Hex by hex: a bridge touched on the way may blow before the next step [7.2c, G-20]."""
    s: State = g.state
    start, gone = s.units[name].at, []
    for to in path:
        if not may_enter(s, s.units[name], s.units[name].at, to):
            break
        s.place(name, to)
        gone.append(to)
        demolition.contact(g, s.units[name].side, to)
    g.log("retreat", units=[name], hex=hex, start=start, to=s.units[name].at, path=gone, side=s.units[name].side, rule=rule)


# withdrawal after a successful refusal


def withdrawals(s: State, hex: str, side: str) -> list[str]:
    """Where the stack may go: not into a hex itself attacked [10.0e], preferably where there is room."""
    stack = s.at(hex, side)
    attacked = {d.hex for d in s.declared}
    ends = [b for b in field.neighbours(s, hex) if b not in attacked and all(may_enter(s, u, hex, b) for u in stack)]
    roomy = [b for b in ends if s.points(b, side) + s.points(hex, side) <= STACK_LIMIT]
    return sorted(roomy or ends)

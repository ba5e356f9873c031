"""What an order line asks for: its units, its clauses, the stacks they form."""

from __future__ import annotations

from pbem.engine.verbs import Line, Refused
from pbem.rulesets.air_bridge.moves import Errand
from pbem.rulesets.air_bridge.state import State


def errand_of(line: Line, mech: bool = False, barred: dict[str, Refused] | None = None) -> Errand:
    bold, able = line.clauses.get("overrun"), line.clauses.get("overrun_if_able")
    clause = bold if bold is not None else able
    overrun = None if clause is None else list(clause.get("place", []))
    return Errand(line.verb, mech, overrun, bold is None, on_the_way(line, "leave"), on_the_way(line, "take"), barred or {})


def on_the_way(line: Line, name: str) -> dict[str, list[str]]:
    """LEAVE and TAKE clauses by hex."""
    found: dict[str, list[str]] = {}
    for clause in line.clauses.get(name, []):
        found.setdefault(clause["at"][0], []).extend(clause["units"])
    return found


def movers(s: State, line: Line) -> list[str]:
    """The units of the line that are left; the dead do not hold up the living."""
    alive = list(dict.fromkeys(name for name in line.units() if name in s.units))
    if not alive:
        raise Refused("4.0a", "gone", units=line.units())
    return alive


def stacks(s: State, names: list[str]) -> dict[str, list[str]]:
    """Units of one line by the hex they stand in: each hex is a stack of its own [4.0e]."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(s.units[name].at, []).append(name)
    return found

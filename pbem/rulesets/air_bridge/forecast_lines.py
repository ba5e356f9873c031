"""Of the lines themselves: what units and air points no order names, and what a line kept for the mechanized phase may come to."""

from __future__ import annotations

from typing import Any

from pbem.engine.verbs import Cond, Line
from pbem.rulesets.air_bridge.overrun import EASY_ODDS, ODDS, attack_of
from pbem.rulesets.air_bridge.state import State

Note = dict[str, Any]


def not_ordered(view: State, s: State, side: str, lines: list[Line]) -> list[Note]:
    """Units that may come this turn and are not called, and air points left [15.0e]."""
    named = {name for line in lines for name in line.units()}
    waiting = [u.id for u in view.units.values() if u.side == side and not u.at and view.due.get(u.id, s.turn + 1) <= s.turn]
    idle = sorted(name for name in waiting if name not in named and not s.units[name].at)
    given = s.air.get(side, 0)
    used = sum(int(line.args["fire"].get("air", 0)) for line in lines if line.verb in ("BOMBARD", "SUPPORT"))
    air = {"left": given - used, "of": given} if side == s.first and used < given else {}  # the second player may still need them
    return [{"key": "forecast.not-ordered", "units": idle, "air": air}] if idle or air else []


def kept_lines(view: State, lines: list[Line]) -> list[Note]:
    """Lines with MECH in main orders: what they hang on, and what they could drive over."""
    fights = {line.args["place"][0]: line.n for line in lines if line.verb in ("ATTACK", "ASSAULT")}
    notes: list[Note] = []
    for line in (line for line in lines if line.verb == "MECH"):
        hexes = [hex for cond in tests(line.when) if cond.test in ("ours", "theirs", "empty") for hex in cond.subject]
        notes.append({"key": "line.kept", "line": line.n, "fight": any(hex in fights for hex in hexes), "overrun": overruns(view, line)})
    return notes


def tests(cond: Cond | None) -> list[Cond]:
    return [cond, *(one for arg in cond.args for one in tests(arg))] if cond is not None else []


def overruns(view: State, line: Line) -> Note:
    """The strongest defence that the stack could drive over, at either odds [4.2b]."""
    stack = view.named(line.units())
    if not {"overrun", "overrun_if_able"} & set(line.clauses) or not stack or not all(u.cm for u in stack):
        return {}
    attack = attack_of(stack)
    return {"attack": attack, "odds": ODDS, "defence": attack // ODDS, "easy_odds": EASY_ODDS, "easy": attack // EASY_ODDS}

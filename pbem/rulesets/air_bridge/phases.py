"""The small rows: initial phases, end of turn and end of the game."""

from __future__ import annotations

from typing import Any

from pbem.engine.game import Game
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.state import OTHER, State
from pbem.rulesets.air_bridge.supply import determine
from pbem.rulesets.air_bridge.units import air_points
from pbem.rulesets.air_bridge.victory import automatic, outcome


def first_initial(g: Game) -> None:
    """3.II.A: supply of both sides, fire markers off, air points for both."""
    s: State = g.state
    begin(s, s.first)
    supply(g)
    for unit in s.units.values():
        unit.actions, unit.acted = 0, ""
    s.air = air_points(s)
    g.log("air points", rule="3.II.A.3", points=s.air)


def second_initial(g: Game) -> None:
    """3.III.A.1: only the supply of both sides."""
    begin(g.state, OTHER[g.state.first])
    supply(g)


def begin(s: State, side: str) -> None:
    """A player turn begins: nothing declared or planned in the last one is left."""
    s.active = side
    s.declared, s.plans, s.vacated = [], [], []


def supply(g: Game) -> None:
    changed = determine(g.state)
    for what, names in sorted(changed.items()):
        if names:
            g.log(f"supply {what}", units=names, rule="16.0i")


def administrative(g: Game) -> None:
    """3.IV: the turn marker advances, unused air points are lost; after the last turn, or a victory won at once, the game is over."""
    s: State = g.state
    s.air = dict.fromkeys(sorted(s.air), 0)
    why = "automatic" if automatic(s) else "turns" if s.turn >= field.settings(s.scenario)["turns"] else ""
    if why:
        s.outcome, s.over = outcome(s), why
        g.log("game over", winner=s.outcome["winner"], level=s.outcome["level"], why=why, points=s.outcome.get("points"))
        return
    s.turn += 1
    g.log("turn", rule="3.IV.1", turn=s.turn)


def result(s: State) -> dict[str, Any]:
    return dict(s.outcome or outcome(s))


def turn_name(s: State, language: str = "en") -> str:
    dates = field.settings(s.scenario)["dates"]
    date = dates[min(s.turn, len(dates)) - 1]
    return str(date.get(language) or date["en"])

"""What the reply to orders says beyond the lines: points, assaults, supply, the hand, what was not ordered. From the side's own view.

Notes are put into words by `templates/last-crusade/forecast.txt.j2`; one with a `line` belongs beside that line of the orders.
"""

from __future__ import annotations

from typing import Any

from pbem.engine.verbs import Line
from pbem.rulesets.last_crusade import forecast_lines, forecast_supply
from pbem.rulesets.last_crusade.forecast_assault import assault
from pbem.rulesets.last_crusade.forecast_played import before_line, played
from pbem.rulesets.last_crusade.state import State

Note = dict[str, Any]
MAIN, BATTLE = "2", "4"  # the rows that open a stage


def forecast(view: State, side: str, lines: list[Line]) -> list[Note]:
    if view.step.partition(".")[2] not in (MAIN, BATTLE) or view.active != side:
        return []
    done = played(view, side, lines)
    fights = []
    for line in (line for line in lines if line.verb == "ASSAULT"):
        there = before_line(view, side, lines, line)
        fights += assault(there, line, lines) if there is not None else []
    head: list[Note] = [{"key": "forecast.fights"}] if fights else []
    points = forecast_lines.points(view, done, side, lines)
    rest = [*forecast_supply.supply(view, done.state, side), *forecast_lines.hand(view, done.state, side, lines)]
    return [
        *points,
        *head,
        *fights,
        *rest,
        *forecast_lines.ideas(done, side, lines),
        *forecast_lines.not_ordered(view, done.state, side, lines),
    ]

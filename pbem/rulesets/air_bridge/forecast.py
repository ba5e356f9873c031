"""What the reply to orders says beyond the lines: fights, supply, what was not ordered. Worked out on the side's own view, as plain data.

Notes are put into words by `templates/air-bridge/forecast.txt.j2`; one with a `line` belongs beside that line of the orders.
"""

from __future__ import annotations

from typing import Any

from pbem.engine.check import Assuming
from pbem.engine.dice import Assumed
from pbem.engine.game import Done, run
from pbem.engine.sequence import play_rows
from pbem.engine.state import canonical
from pbem.engine.verbs import Line
from pbem.rulesets.air_bridge.forecast_assault import assault
from pbem.rulesets.air_bridge.forecast_fights import maneuver
from pbem.rulesets.air_bridge.forecast_lines import kept_lines, not_ordered
from pbem.rulesets.air_bridge.forecast_supply import supply_notes
from pbem.rulesets.air_bridge.forecast_unknown import unknown
from pbem.rulesets.air_bridge.sequence import row_of
from pbem.rulesets.air_bridge.state import State

Note = dict[str, Any]


def forecast(view: State, side: str, lines: list[Line]) -> list[Note]:
    """For main orders: the position at the declaration, with dice that blow no bridge."""
    if not view.step.endswith(".B") or view.active != side:
        return []
    s = after_moves(view, side, lines)
    fights = [unknown(s, d) or (assault if d.kind == "assault" else maneuver)(s, d, lines, view) for d in s.declared]
    head: list[Note] = [{"key": "forecast.fights"}] if fights else []
    return [*head, *fights, *supply_notes(view, s, side, lines), *not_ordered(view, s, side, lines), *kept_lines(view, lines)]


def after_moves(view: State, side: str, lines: list[Line]) -> State:
    from pbem.rulesets.air_bridge import RULES  # the ruleset is made of this module

    last = row_of(view, side, "declaration")
    done = run(RULES, canonical(view), Assuming(side, lines, [], "high"), Assumed("high"), play=lambda g: play_rows(g, last), sound=False)
    assert isinstance(done, Done), "an assuming desk answers everything"
    state: State = done.state
    return state

"""The staff officer: orders as text for the stage now wanted, thought out on the side's own view and nothing else."""

from __future__ import annotations

from pbem.rulesets.air_bridge import staff_allied, staff_east, staff_german, staff_west
from pbem.rulesets.air_bridge.state import ALLIED, State

PLANS = {
    (True, False): staff_allied.main,
    (True, True): staff_allied.mech,
    (False, False): staff_german.main,
    (False, True): staff_german.mech,
}


CAMPAIGN = {
    (True, False): staff_west.main,
    (True, True): staff_west.mech,
    (False, False): staff_east.main,
    (False, True): staff_east.mech,
}


def orders(view: State, side: str) -> list[str]:
    plan = (CAMPAIGN if view.drop_zones else PLANS)[side == ALLIED, view.step.endswith(".J")]
    return plan(view) or ["PASS"]

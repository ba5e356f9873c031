"""Positions that several tests start from: POSITION lines on a scenario's set-up."""

from __future__ import annotations

from pathlib import Path

from pbem.rulesets.air_bridge import RULES
from pbem.rulesets.air_bridge.state import State

FOLDER = Path(__file__).parent


def position(name: str, scenario: str, turn: int, side: str, step: str) -> State:
    """The state as the step of that side begins."""
    state: State = RULES.start(scenario)
    state.turn = turn
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.endswith(" eliminated"):
            state.eliminate(line.removesuffix(" eliminated"))
        elif line.strip() and not line.startswith("#"):
            RULES.position.apply(state, line)
    RULES.position.begin(state, side, step)
    return state


def second_turn(side: str = "allied", step: str = "airborne") -> State:
    """The whole game on the morning of turn 2."""
    return position("market-garden-turn-2", "air-bridge/market-garden", 2, side, step)

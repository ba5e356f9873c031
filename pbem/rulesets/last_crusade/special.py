"""What a scenario adds to the rules or takes from them [SC]."""

from __future__ import annotations

from typing import Any

from pbem.engine.verbs import Refused
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.state import State


def fog(s: State) -> bool:
    """SC-1."""
    return bool(s.turn <= field.settings(s.scenario).get("fog", {}).get("until", 0))


def skips(s: State, step: str) -> bool:
    """Steps the first player leaves out on the first turn [SC-2]."""
    return s.turn == 1 and s.active == s.first and step in field.settings(s.scenario).get("skip", {}).get("steps", [])


def must_not_skip(s: State, step: str) -> None:
    if skips(s, step):
        raise Refused("SC-2", "step-left-out")


def rolls_for_supply(s: State) -> bool:
    """Where the starting points stand for it nobody rolls in his first supply step [SC-2]."""
    return not (s.turn == 1 and field.settings(s.scenario).get("skip", {}).get("supply"))


def objectives(s: State) -> dict[str, int]:
    """SC-3: zones and what each is worth after the last turn."""
    found: dict[str, Any] = field.settings(s.scenario).get("objectives", {})
    return {at: int(points) for at, points in sorted(found.items())}

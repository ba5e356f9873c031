"""The forecast of a fight against a stack that is not seen clearly: no odds, but what it would take."""

from __future__ import annotations

from typing import Any

from pbem.rulesets.air_bridge.odds import attackers
from pbem.rulesets.air_bridge.state import OTHER, Declared, State

RATIOS = (5, 3, 2, 1)


def unknown(s: State, d: Declared) -> dict[str, Any] | None:
    """The strongest defence that would still be attacked at so many to one; None if the stack is known."""
    if not any(u.unknown for u in s.at(d.hex, OTHER[s.active])):
        return None
    attack = sum(u.attack for u in attackers(s, d))
    most = {ratio: attack // ratio for ratio in RATIOS if attack >= ratio}
    return {"key": "forecast.unknown", "line": d.line, "hex": d.hex, "attack": attack, "odds": [[n, most[n]] for n in most]}

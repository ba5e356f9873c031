"""The forecast of a fight against a stack that is not seen clearly: no odds, but what it would take."""

from __future__ import annotations

from typing import Any

from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.odds import attackers
from pbem.rulesets.air_bridge.refusal import attacked
from pbem.rulesets.air_bridge.state import OTHER, Declared, State

RATIOS = (5, 3, 2, 1)


def unknown(s: State, d: Declared) -> dict[str, Any] | None:
    """The strongest defence that would still be attacked at so many to one; None if the stack is known."""
    if not any(u.unknown for u in s.at(d.hex, OTHER[s.active])):
        return None
    attack = sum(u.attack for u in attackers(s, d))
    most = {ratio: attack // ratio for ratio in RATIOS if attack >= ratio}
    return {"key": "forecast.unknown", "line": d.line, "hex": d.hex, "attack": attack, "odds": [[n, most[n]] for n in most]}


def shadows(s: State, d: Declared) -> list[str]:
    """Where stacks stand that are not seen clearly, beside the fight: a unit of theirs may react, and is not reckoned with [11.1]."""
    near = [hex for hex in field.neighbours(s, d.hex) if field.open_side(s, hex, d.hex) and hex not in attacked(s)]
    return sorted(hex for hex in near if any(u.unknown for u in s.at(hex, OTHER[s.active])))

"""What a scenario is about: its victory table as it stands in scenario.toml, and the hexes whose holder counts."""

from __future__ import annotations

from typing import Any

from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.state import GERMAN


def goals(scenario: str) -> dict[str, Any]:
    found: dict[str, Any] = field.settings(scenario)["victory"]
    return found


def objectives(scenario: str) -> list[str]:
    """The hexes the scenario is about, sorted."""
    found = goals(scenario)
    rows = [hex for row in found.get("objectives", []) for hex in row["hexes"]]
    return sorted({*found.get("win", []), *found.get("draw", []), *rows, *([found["hex"]] if "hex" in found else [])})


def control_at_start(scenario: str) -> dict[str, str]:
    """Cities and objectives are German until an Allied unit enters them [G-19]."""
    return dict.fromkeys(sorted({*field.cities(scenario), *objectives(scenario)}), GERMAN)

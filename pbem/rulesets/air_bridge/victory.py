"""Who has won: by the scenario's conditions, all of them reconstructed [M-13]."""

from __future__ import annotations

from typing import Any

from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.state import ALLIED, GERMAN, State


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


def outcome(s: State) -> dict[str, str]:
    """The best of the scenario's conditions that the Allies meet."""
    found = goals(s.scenario)
    if held(s, found.get("win", [])):
        return {"winner": ALLIED, "level": "allied-win"}
    if held(s, found.get("draw", [])):
        return {"winner": "", "level": "draw"}
    return {"winner": GERMAN, "level": "german-win"}


def held(s: State, hexes: list[str]) -> bool:
    """In Allied hands, with the road from each of them to the south-western end open."""
    return bool(hexes) and all(s.control.get(hex) == ALLIED and field.road_open(s, hex) for hex in hexes)

"""Who has won: by the scenario's conditions, all of them reconstructed [M-13]."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.goals import goals
from pbem.rulesets.air_bridge.state import ALLIED, GERMAN, State, Unit, ends
from pbem.rulesets.air_bridge.units import counters

Row = dict[str, Any]


def outcome(s: State) -> Row:
    """Winner, level and, where the scenario counts them, points of the game if it ended now."""
    return KINDS[goals(s.scenario)["kind"]](s)


def automatic(s: State) -> bool:
    """A row that ends the game at once, and is won with its road open."""
    return any(row.get("automatic") and achieved(s, row) and is_open(s, row) for row in goals(s.scenario).get("objectives", []))


# hexes held with the road open behind them


def by_road(s: State) -> Row:
    """The best of the scenario's conditions that the Allies meet."""
    found = goals(s.scenario)
    if held_by_road(s, found["win"]):
        return {"winner": ALLIED, "level": "allied-win"}
    if held_by_road(s, found["draw"]):
        return {"winner": "", "level": "draw"}
    return {"winner": GERMAN, "level": "german-win"}


def held_by_road(s: State, hexes: list[str]) -> bool:
    """In Allied hands, with the road from each of them to the south-western end open."""
    return held(s, hexes) and all(field.road_open(s, hex) for hex in hexes)


def held(s: State, hexes: list[str]) -> bool:
    return all(s.control.get(hex) == ALLIED for hex in hexes)


# points


def by_points(s: State) -> Row:
    total = sum(row["points"] for row in points(s))
    levels = goals(s.scenario)["levels"]
    level = "allied-decisive" if automatic(s) else next(name for name, least in levels if total >= least)
    return {"winner": next((side for side in (ALLIED, GERMAN) if level.startswith(side)), ""), "level": level, "points": total}


def points(s: State) -> list[Row]:
    """What the Allies score, row by row: reason, hexes, points."""
    table = goals(s.scenario)
    rows = [scored for row in table.get("objectives", []) for scored in score(s, row)]
    if row := table.get("beyond"):
        rows += beyond(s, row)
    return rows + [lost for row in table.get("losses", []) for lost in losses(s, row)]


def score(s: State, row: Row) -> list[Row]:
    """One objective, its extra points for an open road, or what a part of it is worth."""
    if achieved(s, row):
        extra = [{"reason": f"{row['id']}.open", "hexes": row["hexes"], "points": row["open"]}] if "open" in row and is_open(s, row) else []
        return [{"reason": row["id"], "hexes": row["hexes"], "points": row["points"]}, *extra]
    part = row.get("part", {})
    if part and held(s, part["hexes"]):
        return [{"reason": f"{row['id']}.part", "hexes": part["hexes"], "points": part["points"]}]
    return []


def achieved(s: State, row: Row) -> bool:
    """All its hexes held, its bridge standing."""
    return held(s, row["hexes"]) and ("bridge" not in row or field.standing(s, *ends(row["bridge"])))


def is_open(s: State, row: Row) -> bool:
    return all(field.road_open(s, hex) for hex in row["hexes"])


def beyond(s: State, row: Row) -> list[Row]:
    """C/M units of the ground army on the far bank, whole and supplied."""
    there = [u for u in on_bank(s, row["bank"]) if u.cm and not u.airborne and u.steps == 2 and not u.unsupplied]
    earned = min(row["most"], row["points"] * len(there))
    return [{"reason": "beyond", "hexes": sorted({u.at for u in there}), "points": earned}] if earned else []


def on_bank(s: State, hex: str) -> list[Unit]:
    """Allied units on the bank of the great rivers on which the hex lies."""
    land = field.bank(s.scenario, hex)
    return [u for u in s.of(ALLIED) if u.at in land]


def losses(s: State, row: Row) -> list[Row]:
    dead = [name for name in s.gone if name in counters() and counters()[name].unit.type in row["types"]]
    return [{"reason": row["id"], "hexes": [], "points": row["points"] * len(dead)}] if dead else []


# one hex to hold


def by_holding(s: State) -> Row:
    """The hex held with enough supplied steps; else a draw while the drop zone stands and enough steps are on its bank."""
    found = goals(s.scenario)
    if sum(u.steps for u in s.at(found["hex"], ALLIED) if not u.unsupplied) >= found["steps"]:
        return {"winner": ALLIED, "level": "allied-hold"}
    steps = sum(u.steps for u in on_bank(s, found["hex"]))
    if s.drop_zones[found["draw_zone"]].hex and steps >= found["draw_steps"]:
        return {"winner": "", "level": "draw-perimeter"}
    return {"winner": GERMAN, "level": "german-hold"}


KINDS: dict[str, Callable[[State], Row]] = {"road": by_road, "points": by_points, "hold": by_holding}

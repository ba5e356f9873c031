"""What a scenario can have wrong in its files: `pbem scenario validate` tells all of it, with file, line, column and a cure.

A unit or a hex that is not known keeps the scenario from being loaded: that is told by who loads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.board.table import Line, read_table
from pbem.data import folder
from pbem.errors import DataError
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.airborne import NO_LANDING
from pbem.rulesets.air_bridge.state import SIDES, STACK_LIMIT, ends
from pbem.rulesets.air_bridge.units import BY_AIR, counters, types

Faults = Iterator[DataError]


def check(scenario: str) -> list[DataError]:
    place, rules = folder("scenarios") / scenario, field.settings(scenario)
    lines, board = read_table(place / "setup.csv", ("unit", "at", "steps")), field.board(scenario)
    setup = [line for line in lines if line["unit"] in counters() and line["at"] in board.index]
    coming = read_table(place / "reinforcements.csv", ("unit", "turn", "at"))
    toml = Toml(place / "scenario.toml")
    return [
        *places(scenario, setup),
        *stacks(setup),
        *arrivals(scenario, rules, coming),
        *drop_zones(scenario, rules, toml, setup),
        *hexsides(scenario, rules, toml, coming),
        *victory(scenario, rules, toml),
        *calendar(rules, toml),
    ]


class Toml:
    """scenario.toml, to find the line that a value stands on."""

    def __init__(self, file: Path) -> None:
        self.file, self.lines = file, file.read_text(encoding="utf-8").splitlines()

    def fault(self, value: str, key: str, message: str, remedy: str) -> DataError:
        named = [n for n, text in enumerate(self.lines, 1) if re.search(rf"\b{re.escape(key)}\b", text)]
        found = [n for n, text in enumerate(self.lines, 1) if value and value in text]
        both = [n for n in found if n in named]
        return DataError(self.file, ([*both, *found, *named] or [0])[0], key, message, remedy)


# set-up and arrivals


def places(scenario: str, setup: list[Line]) -> Faults:
    """Every unit stands at 1 or 2 steps where it can be reached and left by land."""
    bridges = field.bridges_at_start(scenario)
    for line in setup:
        if line["steps"] not in ("1", "2"):
            yield line.fault("steps", f"{line['unit']} has {line['steps']} steps", "1 for reduced, 2 for full strength [2.3b]")
        if cut_off(scenario, line["at"], dict(bridges)):
            yield line.fault("at", f"no way leads out of {line['at']}: water all round and no bridge", "choose a hex that joins the land")


def cut_off(scenario: str, hex: str, bridges: dict[str, str]) -> bool:
    wet = field.waters(scenario)
    return all(
        (hex, near) in wet and bridges.get("/".join(sorted((hex, near)))) in (None, "down")
        for near in field.board(scenario).neighbours(hex)
    )


def stacks(setup: list[Line]) -> Faults:
    """At most 8 SP a hex [5.0a], of one side."""
    there: dict[str, list[Line]] = {}
    for line in setup:
        there.setdefault(line["at"], []).append(line)
    for hex, lines in there.items():
        units = [counters()[line["unit"]].unit for line in lines]
        if len({unit.side for unit in units}) > 1:
            yield lines[-1].fault("at", f"both sides are set up in {hex}", "a hex holds units of one side [4.0h]")
        if (points := sum(unit.sp for unit in units)) > STACK_LIMIT:
            yield lines[-1].fault("at", f"{points} stacking points in {hex}", f"at most {STACK_LIMIT} [5.0a]: move one elsewhere")


def arrivals(scenario: str, rules: dict[str, Any], coming: list[Line]) -> Faults:
    """In time, and over the edge of the printed map."""
    for line in coming:
        if not line["turn"].isdigit() or not 1 <= int(line["turn"]) <= rules["turns"]:
            yield line.fault("turn", f"{line['unit']} comes on turn {line['turn']} of {rules['turns']}", "a turn of the game [21.0a]")
        for hex in line["at"].split() if line["at"] != BY_AIR else []:
            if hex not in field.edges(scenario):
                yield line.fault("at", f"{hex} is not on the edge of the map", "units on the ground enter over an edge hex [21.0b]")


# scenario.toml


def drop_zones(scenario: str, rules: dict[str, Any], toml: Toml, setup: list[Line]) -> Faults:
    """Where troops can land, of divisions and formations there are [7.3]."""
    divisions = {counter.unit.division for counter in counters().values()}
    formations = {name for counter in counters().values() for name in counter.formations}
    enemies = {line["at"]: line["unit"] for line in setup}
    for division, zone in rules.get("drop_zones", {}).items():
        if division not in divisions:
            yield toml.fault(division, "drop_zones", f"no unit is of the division {division}", "see the column division of units.csv")
        if (at := field.board(scenario).spaces.get(zone["hex"])) is not None and at.terrain in NO_LANDING:
            yield toml.fault(zone["hex"], "hex", f"nobody lands in {zone['hex']}", f"not in {' or '.join(NO_LANDING)}")
        if zone["hex"] in enemies:
            yield toml.fault(zone["hex"], "hex", f"{enemies[zone['hex']]} stands on the drop zone {zone['hex']}", "move one of them")
        for name in zone.get("formations", {}):
            if name not in formations:
                yield toml.fault(name, "formations", f"no unit is of {name}", "see the column formation of units.csv")


def hexsides(scenario: str, rules: dict[str, Any], toml: Toml, coming: list[Line]) -> Faults:
    """Bridges a scenario speaks of are on its map; those of the flank corps belong to somebody who comes."""
    known = field.bridge_rows(scenario)
    named = [(key, side) for key in ("flak", "demolition") for side in rules.get(key, {}).get("bridges", [])]
    named += [("hexside", row["hexside"]) for row in rules.get("corps_bridges", [])]
    for key, side in named:
        if side not in known:
            yield toml.fault(
                side, key, f"there is no bridge {side} on this map", "write the two hexes of a bridge in bridges.csv, lower first"
            )
    entries = {hex for line in coming for hex in line["at"].split()}
    for row in rules.get("corps_bridges", []):
        if row["entry"] not in entries:
            yield toml.fault(row["entry"], "entry", f"nobody enters at {row['entry']}", "name an entry hex of reinforcements.csv")


def victory(scenario: str, rules: dict[str, Any], toml: Toml) -> Faults:
    """What is fought for lies in play."""
    board = field.board(scenario)
    for key, hex in goals(rules["victory"]):
        missing = [one for one in (ends(hex) if "/" in hex else [hex]) if one not in board.index]
        if missing:
            yield toml.fault(hex, key, f"{missing[0]} is not on the map of {scenario}", "name a hex in play")
    for row in rules["victory"].get("losses", []):
        for name in row["types"]:
            if name not in types():
                yield toml.fault(name, "types", f"there is no type of unit {name}", "see types.csv")


def goals(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every hex and bridge that victory is counted by."""
    for key in ("win", "draw", "hexes"):
        yield from ((key, hex) for hex in found.get(key, []))
    yield from ((key, found[key]) for key in ("hex", "bridge", "bank") if key in found)
    for row in [*found.get("objectives", []), *(found[key] for key in ("part", "beyond") if key in found)]:
        yield from goals(row)


def calendar(rules: dict[str, Any], toml: Toml) -> Faults:
    """A date for every turn; title, notes and dates in both languages; air points for both sides."""
    if len(rules["dates"]) != rules["turns"]:
        yield toml.fault("", "dates", f"{len(rules['dates'])} dates for {rules['turns']} turns", "one [[dates]] for each turn")
    for key in ("title", "notes"):
        for language in ("en", "fr"):
            if not rules.get(key, {}).get(language):
                yield toml.fault(f"[{key}]", key, f"no {key} in {language}", "players read English or French")
    for side in SIDES:
        if not rules["air"].get(side):
            yield toml.fault(
                "[air]", "air", f"no air points for {side}", "a number for each turn; the last holds for all later ones [15.0a]"
            )

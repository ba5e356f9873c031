"""The figures of the rules card: tables from their files, numbers from the rules that use them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from pbem.board.table import Line, read_table
from pbem.data import folder
from pbem.rulesets.air_bridge import airborne, assault_fire, demolition, drop_zones, entering, field, fire, odds, overrun, strategic
from pbem.rulesets.air_bridge.figures import efficiency_shift, mean, odds_column, odds_text
from pbem.rulesets.air_bridge.state import STACK_LIMIT
from pbem.rulesets.air_bridge.tables import COLUMNS, armour_drm, bombardment_result, clamp, maneuver_result
from pbem.rulesets.air_bridge.units import counters, types

WHOLE = "air-bridge/market-garden"  # the scenario in which every rule is used
GUN, FIGHTER = ("bombard", "range", "defence", "ma"), ("attack", "defence", "ma")  # 9.0a, 2.4


def figures() -> dict[str, Any]:
    return {
        "tables": {file.stem: table(file.stem) for file in sorted((folder("scenarios") / "air-bridge" / "tables").glob("*.csv"))},
        "terrain": [(name, points(field.COSTS[name]), value) for name, value in field.VALUES.items()],
        "road": {name: points(cost) for name, cost in field.ROAD_COSTS.items()},
        "uphill": points(field.UPHILL),
        "repair_delay": points(field.REPAIR_DELAY),
        "overrun_extra": points(overrun.EXTRA),
        "stack": STACK_LIMIT,
        "drm": {"bridge": odds.BRIDGE, "slope": odds.UP_SLOPE, "unsupplied": odds.UNSUPPLIED},
        "assault": {
            "bridge": assault_fire.BRIDGE,
            "hexes": assault_fire.FROM_HEXES,
            "tired": [assault_fire.SOME_TIRED, assault_fire.HALF_TIRED],
            "ground": [assault_fire.ROUGH, assault_fire.OPEN],
        },
        "blows": demolition.BLOWS_UP_TO,
        "clear": strategic.CLEAR_UP_TO,
        "safe": airborne.SAFE,
        "scattered": airborne.SCATTERED,
        "zone": {"defence": drop_zones.DEFENCE, "away": drop_zones.AWAY, "reach": drop_zones.RADIUS, "short": drop_zones.SHORT_RADIUS},
        "around": entering.AROUND,
        "ground_reach": fire.GROUND_REACH,
        **of_the_campaign(),
        "types": counter_types(),
        "example": example(),
    }


def of_the_campaign() -> dict[str, Any]:
    found = field.settings(WHOLE)
    return {
        "air": found["air"],
        "landing": [one for name, zone in found["drop_zones"].items() for one in landings(name, zone)],
        "flak": found["flak"]["hexes"],
        "ferry": found["ferry"]["points"],
        "no_demolition_before": found["demolition"]["turn"],
        "initiative_from": found["initiative_from"],
        "weather_from": found["weather_from"],
    }


def landings(division: str, zone: dict[str, Any]) -> list[tuple[str, int]]:
    """A division, and its formations that may land further off."""
    return [(division, zone["distance"]), *zone.get("formations", {}).items()]


def counter_types() -> list[dict[str, Any]]:
    """Front and efficiency of every type of unit."""
    return [
        {
            "name": name,
            "factors": [row[column] for column in (GUN if int(row["range"]) else FIGHTER)],
            "er": row["er"],
            "sp": row["sp"],
            "cm": row["cm"] == "yes",
            "classes": row["class"].split(";"),
        }
        for name, row in types().items()
    ]


def points(halves: int) -> str:
    """Half points as people write them: ½, 1, 1½."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)


def table(name: str) -> dict[str, Any]:
    """Head, then rows of a label and cells `{"text", "known"}`: known from the rulebook, or reconstructed."""
    lines = read_table(folder("scenarios") / "air-bridge" / "tables" / f"{name}.csv", ("source",))
    label, *columns = [column for column in lines[0].cells if column != "source"]
    rows = [{"label": line[label], "cells": [{"text": line[c], "known": known(line, c)} for c in columns]} for line in lines]
    return {"head": columns, "rows": rows}


def known(line: Line, column: str) -> bool:
    """`rulebook`, or `7-12 rulebook else reconstructed`: of that column alone."""
    says = line["source"]
    return says == "rulebook" or says.partition(" rulebook")[0] == column


# a fight worked through, with the figures that the tables give today

GUNS, SUPPORT_DIE, DIE = 12, 4, 7


def example() -> dict[str, Any]:
    """Two armoured battalions against one of parachutists in mixed terrain, with guns."""
    ours, his = [counters()[name].unit for name in ("2 Irish", "2 Gren")], counters()["1 Hoff"].unit
    attack = sum(unit.attack for unit in ours)
    shift = efficiency_shift(mean([unit.er for unit in ours]), Fraction(his.er))
    column = clamp(odds_column(attack, his.defence) + shift, 0, len(COLUMNS) - 1)
    armour, guns = armour_drm("armour", "inf"), bombardment_result(GUNS, SUPPORT_DIE)
    result = maneuver_result(DIE + armour - guns, column)
    steps = int(next(iter(re.findall(r"D(\d)", result)), 0))
    return {
        "units": ["2 Irish", "2 Gren", "1 Hoff"],
        "attack": [unit.attack for unit in ours], "defence": his.defence, "odds": odds_text(attack, his.defence),
        "er": [ours[0].er, his.er], "shift": shift, "column": COLUMNS[column], "armour": armour, "points": GUNS, "support_die": SUPPORT_DIE,
        "support": guns, "die": DIE, "modified": DIE + armour - guns, "result": result, "steps": steps // field.VALUES["mixed"],
    }  # fmt: skip

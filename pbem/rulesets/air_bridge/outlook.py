"""What a fight promises as it stands, before bombardment and support: for decisions and for the reply to orders."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pbem.engine.tally import Tally
from pbem.rulesets.air_bridge import assault_outlook, field
from pbem.rulesets.air_bridge.calc_maneuver import summary
from pbem.rulesets.air_bridge.odds import attackers, columns, defenders, engineers, marker, modifiers, terrain_value
from pbem.rulesets.air_bridge.results import result_odds
from pbem.rulesets.air_bridge.state import Declared, State, Unit, hexside
from pbem.rulesets.air_bridge.tables import COLUMNS, clamp


def column_name(total: int) -> str:
    return COLUMNS[clamp(total, 0, len(COLUMNS) - 1)]


def chances(s: State, d: Declared, theirs: list[Unit]) -> dict[str, Fraction]:
    ours = attackers(s, d)
    return result_odds(columns(ours, theirs, marker(s, d)).total, modifiers(s, d, ours, theirs, d.classes).total)


def outlook(s: State, hex: str, joining: Unit | None = None) -> dict[str, Any]:
    """The maneuver combat against the hex, with one more unit in it or without; steps before any choice of the defender."""
    if (only := assault_on(s, hex)) is not None:
        return assault_outlook.outlook(s, only, joining)
    d = next((d for d in s.declared if d.hex == hex and d.kind == "maneuver"), None)
    if d is None or not attackers(s, d):
        return {}
    theirs = [*defenders(s, d), *([joining] if joining else [])]
    ours = attackers(s, d)
    column, drm = columns(ours, theirs, marker(s, d)), modifiers(s, d, ours, theirs, d.classes)
    told = summary(chances(s, d, theirs), terrain_value(s, d))
    figures = column.rows[0]
    return {
        "odds": f"{figures['attack']}:{figures['defence']}", "ratio": figures["odds"], **efficiency(column),
        "column": column_name(column.total), "drm": drm.total,
        "two_lost": told["steps_lost"]["2+"], "one_lost": told["steps_lost"]["1"], "none_lost": told["steps_lost"]["0"],
        "holds": str(1 - Fraction(told["retreat"])),
    }  # fmt: skip


def assault_on(s: State, hex: str) -> Declared | None:
    """The assault on the hex, if no maneuver combat comes before it."""
    found = {d.kind: d for d in s.declared if d.hex == hex and attackers(s, d)}
    return found.get("assault") if "maneuver" not in found else None


def efficiency(column: Tally) -> dict[str, Any]:
    row = column.rows[1]
    return {"ours": row["ours"], "theirs": row["theirs"], "shift": row["amount"]}


def case(s: State, hex: str) -> dict[str, Any]:
    """The attack on the hex as declared, for the mail that asks about it."""
    if (only := assault_on(s, hex)) is not None:
        return assault_outlook.case(s, only)
    d = next((d for d in s.declared if d.hex == hex and d.kind == "maneuver"), None)
    if d is None or not attackers(s, d):
        return {}
    ours, theirs = attackers(s, d), defenders(s, d)
    rows = modifiers(s, d, ours, theirs, d.classes).rows
    crossed = [field.bridge_name(s, hexside(u.at, hex)) for u in ours if field.over_bridge(s, u.at, hex)]
    return {
        "hex": hex, "by": s.active, "attack": [[u.id, u.attack] for u in ours], "start": list(dict.fromkeys(u.at for u in ours)),
        "against": [[u.id, u.defence] for u in theirs], "bridges": list(dict.fromkeys(crossed)), "engineers": engineers(s, d),
        "terrain": field.terrain(s, hex), "value": field.value(s, hex), "counts": terrain_value(s, d), "alone": outlook(s, hex),
        "drm": [{key: row[key] for key in ("amount", "reason", "rule", "ours", "theirs") if key in row} for row in rows],
    }  # fmt: skip

"""What a doctrine line may test and rank by: facts of a case, and what is said about each unit or hex."""

from __future__ import annotations

from typing import Any

from pbem.rulesets.air_bridge import drop_zones, field
from pbem.rulesets.air_bridge.state import OTHER, State, Unit

HEX_FACTS = (
    "place", "terrain", "odds", "attackers", "assaulted", "steps", "in_cities", "in_forest", "bridge_end", "on_road",
    "at_dz", "with_armour", "fatigued", "turn", "air",
)  # fmt: skip


def facts(s: State, hex: str, side: str) -> dict[str, Any]:
    """The facts of a hex as `side` is asked about it: odds as declared, steps of the defender in it."""
    fight = next((d for d in s.declared if d.hex == hex), None)
    ours = s.named(fight.units) if fight else []
    theirs = s.at(hex, OTHER[s.active])
    own = s.at(hex, side) or [u for u in ours if u.side == side]
    terrain = field.terrain(s, hex)
    zone = drop_zones.marker_defence(s, hex, OTHER[s.active])
    now = f"{sum(u.attack for u in ours)}:{max(1, sum(u.defence for u in theirs) + zone)}"
    return {
        "place": hex, "terrain": terrain, "odds": (fight.odds if fight else "") or now,
        "attackers": len(ours), "assaulted": assaulted(s, hex), "steps": sum(u.steps for u in own),
        "in_cities": terrain == "city", "in_forest": terrain == "forest", "bridge_end": field.bridge_end(s, hex),
        "on_road": field.on_road(s, hex), "at_dz": bool(s.zone_at(hex)), "with_armour": any("armour" in u.classes for u in ours),
        "fatigued": any(u.fatigued for u in own), "turn": s.turn, "air": s.air.get(side, 0),
    }  # fmt: skip


def assaulted(s: State, hex: str) -> bool:
    return any(d.hex == hex and d.kind == "assault" for d in s.declared)


def kinds_of(unit: Unit) -> list[str]:
    """The kinds of unit a player may name."""
    names = ["guns"] if unit.artillery else [{"inf": "infantry"}.get(name, name) for name in unit.classes]
    return names + ["engineers"] * unit.engineer + ["airborne"] * unit.airborne


def about(units: list[Unit]) -> dict[str, dict[str, Any]]:
    return {
        u.id: {
            "attack": u.attack, "defence": u.defence, "er": u.er, "sp": u.sp, "steps": u.steps, "kind": kinds_of(u)[0],
            "kinds": kinds_of(u), "formations": [u.formation] if u.formation else [], "fatigued": u.fatigued,
            "reduced": u.steps < 2, "engineer": u.engineer, "artillery": u.artillery, "at": u.at,
            **({"bombard": u.bombard, "actions": u.actions_left} if u.artillery else {}),
        }
        for u in units
    }  # fmt: skip


def about_hexes(s: State, side: str, hexes: list[str]) -> dict[str, dict[str, Any]]:
    """Of hexes to fall back to: how far from home, and what cover."""
    return {hex: {"home": field.home_distance(s, side, hex), "value": field.value(s, hex)} for hex in sorted(set(hexes))}



"""How things stand, in a few notes: the road, what the scenario is about, drop zones, and what it would come to if it ended now."""

from __future__ import annotations

from typing import Any

from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.goals import goals, objectives
from pbem.rulesets.air_bridge.state import ALLIED, GERMAN, State, ends
from pbem.rulesets.air_bridge.victory import on_bank, outcome, points

Note = dict[str, Any]


def notes(s: State) -> list[Note]:
    table = goals(s.scenario)
    by_points = table["kind"] == "points"
    held = [goal(s, row) for row in table["objectives"]] if by_points else [single(s, hex) for hex in objectives(s.scenario)]
    foothold = hold(s, table) if table["kind"] == "hold" else []
    unseen: list[Note] = [{"key": "note.limited"}] if s.seen_by and not s.over else []
    return [*road(s), *held, *foothold, *zones(s), *([] if s.over else if_it_ended(s)), *unseen]


# the road


def road(s: State) -> list[Note]:
    """How far it is open, and what closes it."""
    way = field.supply_road(s.scenario)
    if field.ENTRANCE not in way:
        return []
    reached = [hex for hex in way if field.road_open(s, hex)]
    head: Note = {"key": "note.road", "hex": reached[-1], "hexes": len(reached)} if reached else {"key": "note.road-cut"}
    return [head, *closed_by(s, way, len(reached))]


def closed_by(s: State, way: list[str], n: int) -> list[Note]:
    """The first obstacle: a bridge that is down, an enemy in the next hex, or his zone over it."""
    if n >= len(way):
        return []
    hex, near = way[n], way[n - 1] if n else ""
    if near and not field.open_side(s, near, hex):
        return [{"key": "note.road-bridge", "hex": near, "next": hex}]
    if units := [u.id for u in s.at(hex, GERMAN)]:
        return [{"key": "note.road-enemy", "hex": hex, "units": units}]
    zone = [u for b in field.neighbours(s, hex) for u in s.at(b, GERMAN) if field.open_side(s, b, hex)]
    return [{"key": "note.road-zone", "hex": hex, "units": [u.id for u in zone], "at": sorted({u.at for u in zone})}] if zone else []


# what it is about


def single(s: State, hex: str) -> Note:
    return {"key": f"note.held-{s.control[hex]}", "hex": hex, "place": field.board(s.scenario).spaces[hex].name}


def goal(s: State, row: Note) -> Note:
    """An objective of one hex or several: whose it is, or who has which part of it; and its bridge."""
    ours = [hex for hex in row["hexes"] if s.control.get(hex) == ALLIED]
    theirs = [hex for hex in row["hexes"] if hex not in ours]
    bridge = [{"key": f"note.bridge.{field.bridge(s, *ends(row['bridge']))}"}] if "bridge" in row else []
    kind = "shared" if ours and theirs else ALLIED if ours else GERMAN
    return {"key": f"note.goal.{kind}{'.bridge' * bool(bridge)}", "ours": places(s, ours), "theirs": places(s, theirs), "bridge": bridge}


def places(s: State, hexes: list[str]) -> str:
    """`Nijmegen B3117, Lent B3216`; a place of several hexes is named once."""
    named: dict[str, list[str]] = {}
    for hex in hexes:
        named.setdefault(field.board(s.scenario).spaces[hex].name.split(" (")[0], []).append(hex)
    return ", ".join(f"{name} {' '.join(at)}".strip() for name, at in named.items())


def hold(s: State, table: Note) -> list[Note]:
    """Supplied steps in the hex to be held, and those that would make it a draw."""
    steps = sum(u.steps for u in s.at(table["hex"], ALLIED) if not u.unsupplied)
    bank = sum(u.steps for u in on_bank(s, table["hex"]))
    return [
        {"key": "note.hold", "hex": table["hex"], "steps": steps, "needed": table["steps"]},
        {"key": "note.bank", "steps": bank, "needed": table["draw_steps"], "division": table["draw_zone"]},
    ]


def zones(s: State) -> list[Note]:
    """Drop zones that are not as they were at the start [7.3d, 7.3e, 7.3g]."""
    found: list[Note] = []
    for division, zone in sorted(s.drop_zones.items()):
        told = {"division": division, "hex": zone.hex, "turn": zone.back}
        if zone.lost:
            found.append({"key": "note.dz-lost", **told})
        elif not zone.hex:
            found.append({"key": "note.dz-away", **told})
        elif zone.alternate:
            found.append({"key": "note.dz-alternate", **told})
    return found


# if it ended now


def if_it_ended(s: State) -> list[Note]:
    now = outcome(s)
    level = {"key": f"note.now.{now['level']}"}
    if goals(s.scenario)["kind"] != "points":
        return [level]
    rows = [{"key": f"vp.{row['reason']}", "points": row["points"]} for row in points(s)]
    return [{"key": "note.points" if rows else "note.no-points", "points": now["points"], "rows": rows}, level]

"""What a report draws and lists of a position as one side sees it."""

from __future__ import annotations

from typing import Any

from pbem.engine.ruleset import CounterPicture, Picture
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.goals import goals, objectives
from pbem.rulesets.air_bridge.state import ALLIED, GERMAN, State, Unit
from pbem.rulesets.air_bridge.units import counters, formations_of
from pbem.rulesets.air_bridge.victory import outcome, points
from pbem.rulesets.air_bridge.view import view

COLOURS = {  # 2.3e
    "british": "#d9c296", "dutch": "#d9c296", "br_airborne": "#c8635a", "polish": "#c8635a", "us": "#8fae7a",
    "german": "#b4b8bc", "ss": "#3a3a3a",
}  # fmt: skip
PLAIN = {ALLIED: "#d9c296", GERMAN: "#b4b8bc"}


def picture(s: State, side: str) -> Picture:
    seen = view(s, side)
    return Picture(
        [counter(u) for _, u in sorted(seen.units.items()) if u.at],
        list(field.board(s.scenario).ids),
        dict(seen.bridges),
        dict(seen.control),
        {"air": dict(seen.air), "weather": seen.weather},
        arriving(seen),
        notes(seen),
    )


def counter(u: Unit) -> CounterPicture:
    known = counters().get(u.id)
    symbol = known.symbol if known else "artillery" if u.artillery else "armour" if "armour" in u.classes else "infantry"
    return CounterPicture(
        u.id, u.side, u.at, COLOURS.get(u.nation, PLAIN[u.side]), symbol, "II", factors(u), str(u.er), str(u.sp), u.steps, 2,
        badges(u), (formations_of(u.id) or [u.formation])[0],
    )  # fmt: skip


def factors(u: Unit) -> str:
    """Attack, defence, movement; of artillery bombardment, range, defence, movement [9.0a]."""
    numbers = (u.bombard, u.range, u.defence, u.ma) if u.artillery else (u.attack, u.defence, u.ma)
    return "-".join(str(n) for n in numbers)


def badges(u: Unit) -> list[str]:
    fire = {1: ["first-fire"], 2: ["final-fire"]}.get(u.actions, [])
    return ["unsupplied"] * u.unsupplied + ["fatigued"] * u.fatigued + fire


def comes_at(s: State, name: str) -> str:
    """Its entry hex, or the drop zone of its division where that is on the map."""
    zone = s.drop_zones.get(s.units[name].division)
    return s.entry.get(name, "") or (zone.hex if zone else "")


def arriving(s: State) -> list[dict[str, Any]]:
    waiting = [(turn, name) for name, turn in s.due.items() if name in s.units and not s.units[name].at]
    return [coming(s.units[name], max(turn, s.turn), comes_at(s, name)) for turn, name in sorted(waiting)]


def coming(u: Unit, turn: int, at: str) -> dict[str, Any]:
    formation = (formations_of(u.id) or [u.formation])[0]
    known = {"side": u.side, "formation": formation, "factors": factors(u), "er": str(u.er), "sp": str(u.sp)}
    return {"unit": u.id, "turn": turn, "at": at, **known}


def notes(s: State) -> list[dict[str, Any]]:
    """How far the road is open, who holds what the scenario is about, and what it would come to if it ended now."""
    way = field.supply_road(s.scenario)
    reached = [hex for hex in way if field.road_open(s, hex)]
    found: list[dict[str, Any]] = [{"key": "note.road", "hex": reached[-1], "hexes": len(reached)} if reached else {"key": "note.road-cut"}]
    for hex in objectives(s.scenario):
        name = field.board(s.scenario).spaces[hex].name
        found.append({"key": f"note.held-{s.control[hex]}", "hex": hex, "place": name})
    return [*(found if field.ENTRANCE in way else found[1:]), *([] if s.over else if_it_ended(s))]


def if_it_ended(s: State) -> list[dict[str, Any]]:
    now = outcome(s)
    level = {"key": f"note.now.{now['level']}"}
    if goals(s.scenario)["kind"] != "points":
        return [level]
    rows = [{"key": f"vp.{row['reason']}", "points": row["points"]} for row in points(s)]
    return [{"key": "note.points" if rows else "note.no-points", "points": now["points"], "rows": rows}, level]

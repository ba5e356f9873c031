"""What a report draws and lists of a position as one side sees it."""

from __future__ import annotations

from typing import Any

from pbem.engine.ruleset import CounterPicture, Picture
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.drop_zones import DEFENCE
from pbem.rulesets.air_bridge.sight import values
from pbem.rulesets.air_bridge.situation import notes
from pbem.rulesets.air_bridge.state import ALLIED, GERMAN, DropZone, State, Unit
from pbem.rulesets.air_bridge.units import counters, formations_of
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
        {"air": dict(seen.air), "weather": seen.weather, **({"mud": "mud"} if seen.mud else {})},
        arriving(seen),
        notes(seen),
        [marker(name, zone) for name, zone in sorted(seen.drop_zones.items()) if zone.hex],
        {"mud": [hex for hex in field.board(s.scenario).ids if field.muddy(seen, hex)]} if seen.mud else {},
    )


def counter(u: Unit) -> CounterPicture:
    if u.unknown:
        return CounterPicture(u.id, u.side, u.at, colour_of(u), "", size="", steps=1, unknown=True, label=u.id.split()[0])
    known = counters().get(u.id)
    symbol = known.symbol if known else "artillery" if u.artillery else "armour" if "armour" in u.classes else "infantry"
    return CounterPicture(
        u.id, u.side, u.at, COLOURS.get(u.nation, PLAIN[u.side]), symbol, "II", factors(u), str(u.er), str(u.sp), u.steps, 2,
        badges(u), (formations_of(u.id) or [u.formation])[0],
    )  # fmt: skip


def colour_of(shadow: Unit) -> str:
    """Of the nation, where only one is there."""
    nations = [nation for nation, letters in values().nations.items() if letters == shadow.nation]
    return COLOURS.get(nations[0], PLAIN[shadow.side]) if nations else PLAIN[shadow.side]


def marker(division: str, zone: DropZone) -> CounterPicture:
    """A drop zone: its defence for a factor, a badge where it shows its alternate side [7.3c, 7.3g]."""
    nations = sorted(c.unit.nation for c in counters().values() if c.unit.division == division and c.unit.airborne)
    colour = COLOURS.get(nations[0], PLAIN[ALLIED]) if nations else PLAIN[ALLIED]
    badges = ["alternate"] * zone.alternate
    return CounterPicture(f"DZ {division}", ALLIED, zone.hex, colour, "drop", "", str(DEFENCE), steps=1, badges=badges)


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

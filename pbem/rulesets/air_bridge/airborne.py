"""The airborne assault phase [7.3f]: units of a division land round its drop zone, in the Allied player turn."""

from __future__ import annotations

from typing import Any

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.air_bridge import demolition, field, placing
from pbem.rulesets.air_bridge.moves_lines import movers
from pbem.rulesets.air_bridge.moves_march import lapse
from pbem.rulesets.air_bridge.sight import limited
from pbem.rulesets.air_bridge.state import ALLIED, GERMAN, STACK_LIMIT, State, Unit, ends
from pbem.rulesets.air_bridge.view import alias, judged

NO_LANDING = ("city", "forest")  # reconstructed
SAFE, SCATTERED = 4, 8  # of the die, 7.3g: up to 4 safe, up to 8 fatigued, above that a step


def airborne(g: Game) -> None:
    """3.II.B.1: a marker that comes back is placed before anybody is dropped round it."""
    g.play_lines(g.state.active, placing.place, ("PLACE DZ",))
    g.play_lines(g.state.active, drop, ("DROP",))


def without(s: State) -> bool:
    """The scenario has no airborne troops: their orders are answered, not played."""
    return "airborne" in field.settings(s.scenario).get("without", [])


# who may be dropped


def why_not_drop(s: State, unit: Unit, hex: str) -> Refused | None:
    """Not the right unit, turn or weather, or no marker to drop it by."""
    if without(s):
        return Refused("7.3f", "not-in-scenario")
    if unit.at:
        return Refused("21.0b", "on-map", unit=unit.id, hex=unit.at)
    if unit.id in s.entry:
        return Refused("21.0b", "comes-by-land", f"ENTER {unit.id}", unit=unit.id, hex=s.entry[unit.id])
    if unit.id not in s.due:
        return Refused("21.0b", "never-comes", unit=unit.id)
    if s.due[unit.id] > s.turn:
        return Refused("21.0b", "not-due", f"T{s.due[unit.id]} DROP {unit.id} {hex}", unit=unit.id, turn=s.due[unit.id])
    if s.weather == "bad":
        return Refused("18.1a", "no-drop-in-bad-weather", f"T{s.turn + 1} DROP {unit.id} {hex}", unit=unit.id)
    return _why_no_zone(s, unit, hex)


def _why_no_zone(s: State, unit: Unit, hex: str) -> Refused | None:
    """7.3b, 7.3e."""
    zone = s.drop_zones.get(unit.division)
    if zone is None:
        return Refused("7.3b", "no-zone", unit=unit.id, division=unit.division)
    if zone.lost:
        return Refused("7.3e", "zone-lost", unit=unit.id, division=unit.division)
    if zone.hex:
        return None
    if zone.back > s.turn:
        return Refused("7.3b", "zone-off-map", f"T{zone.back} DROP {unit.id} {hex}", unit=unit.id, division=unit.division, turn=zone.back)
    return Refused("7.3b", "zone-to-place", placing.nearest(s, unit.division, hex), unit=unit.id, division=unit.division)


def comes_by_air(s: State, names: list[str], place: list[str]) -> Refused:
    """ENTER or MOVE for units in the air: the DROP, and what stands in its way [21.0b]."""
    unit = s.units[names[0]]
    if not place:
        return Refused("21.0b", "comes-by-air", unit=unit.id)
    hex, good, why = landing(s, names, place)
    text = order_text(good, hex) or (why.refusal.nearest if why else "")
    return Refused("21.0b", "comes-by-air", text, unit=unit.id)


# where it may land


def reach(s: State, unit: Unit) -> int:
    """Hexes from the marker in which the unit may land: its formation's, or its division's [7.3f]. Reconstructed."""
    given = field.settings(s.scenario)["drop_zones"][unit.division]
    return int(given.get("formations", {}).get(unit.formation, given["distance"]))


def why_not_land(s: State, unit: Unit, hex: str, coming: list[str]) -> Refused | None:
    """Too far, enemy, ground, flak, or no room beside those who land there with it [5.0a]. The enemy's zones do not matter."""
    zone = s.drop_zones[unit.division].hex
    away, allowed = field.distance(s, zone, hex), reach(s, unit)
    if away > allowed:
        return Refused("7.3f", "dz-too-far", unit=unit.id, hex=hex, distance=away, division=unit.division, zone=zone, allowed=allowed)
    if enemies := s.at(hex, GERMAN):
        return Refused("7.3f", "enemy-at-landing", hex=hex, enemies=[u.id for u in enemies])
    if field.terrain(s, hex) in NO_LANDING:
        return Refused("7.3f", f"no-landing-{field.terrain(s, hex)}", hex=hex)
    if why := why_flak(s, hex):
        return why
    points = s.points(hex, ALLIED) + sum(u.sp for u in s.named(coming)) + unit.sp
    there = [u.id for u in [*s.at(hex, ALLIED), *s.named(coming)]]
    return Refused("5.0a", "no-landing-room", hex=hex, sp=points, limit=STACK_LIMIT, units=there) if points > STACK_LIMIT else None


def why_flak(s: State, hex: str) -> Refused | None:
    """Guns round some bridges keep the aircraft away. Reconstructed."""
    flak = field.settings(s.scenario).get("flak", {})
    for bridge in flak.get("bridges", []):
        away = min(field.distance(s, end, hex) for end in ends(bridge))
        if away <= flak["hexes"]:
            return Refused("7.3f", "flak", hex=hex, hexside=bridge, name=field.bridge_name(s, bridge), distance=away, limit=flak["hexes"])
    return None


def able(s: State, names: list[str], hex: str) -> tuple[list[str], Refused | None]:
    """Those of the line that may land in the hex together, and why the first of the others may not."""
    good: list[str] = []
    first: Refused | None = None
    for name in names:
        unit = s.units[name]
        why = why_not_drop(s, unit, hex) or why_not_land(s, unit, hex, good)
        if why is None:
            good.append(name)
        first = first or why
    return good, first


def landing(s: State, names: list[str], place: list[str]) -> tuple[str, list[str], Refused | None]:
    """Where they are to land, who of the line may, and why not the others. Places of several hexes are cities: none will do."""
    hex = place[0]
    good, why = able(s, names, hex)
    if why is not None and not good and why.refusal.nearest.startswith("T"):
        why.refusal.nearest = all_later(s, names, hex, why)
    if why is not None and not why.refusal.nearest:
        why.refusal.nearest = order_text(good, hex) or nearest(s, names, hex)
    return hex, good, why


def all_later(s: State, names: list[str], hex: str, why: Refused) -> str:
    """The order for a later turn, for all of the line that have to wait till then for the same reason."""
    turn = why.refusal.nearest.partition(" ")[0]
    others = {name: found.refusal for name in names if (found := why_not_drop(s, s.units[name], hex))}
    same = [name for name, other in others.items() if other.why == why.refusal.why and other.nearest.startswith(f"{turn} ")]
    return f"{turn} {order_text(same, hex)}"


def order_text(names: list[str], hex: str) -> str:
    return f"DROP {', '.join(names)} {hex}" if names else ""


def nearest(s: State, names: list[str], hex: str) -> str:
    """The ground nearest to the hex where all may land that may at all, or failing that some of them."""
    may = [name for name in names if why_not_drop(s, s.units[name], hex) is None]
    if not may:
        return ""
    zone, far = s.drop_zones[s.units[may[0]].division].hex, max(reach(s, s.units[name]) for name in may)
    near = [other for other in field.board(s.scenario).ids if field.distance(s, zone, other) <= far]
    open_to = {other: good for other in near if (good := able(s, may, other)[0])}
    if not open_to:
        return ""
    best = min(open_to, key=lambda at: (len(open_to[at]) < len(may), field.distance(s, hex, at), field.distance(s, zone, at), at))
    return order_text(open_to[best], best)


# the drop


def drop(g: Game, line: Line) -> None:
    """7.3f: on the original side units land as ordered; a landing is contact with the bridges of the hex [7.2c, G-20]."""
    s: State = g.state
    hex, good, why = landing(judged(s), movers(s, line), line.args["place"])
    g.stop(why, bool(good))
    if enemies := s.at(hex, GERMAN):  # not seen before
        lapse(g, line, Refused("7.3f", "enemy-at-landing", hex=hex, enemies=[alias(s, ALLIED, u.id) for u in enemies]).refusal)
        return
    for name in good:
        s.place(name, hex)
        s.due.pop(name)
    g.log("drop", units=good, hex=hex, side=ALLIED, sp=s.points(hex, ALLIED), rule="7.3f")
    g.note(line, hex=hex, sp=s.points(hex, ALLIED), limit=STACK_LIMIT, zones=flown(s, good, hex))
    demolition.contact(g, ALLIED, hex)
    for name in good:
        if s.drop_zones[s.units[name].division].alternate:
            come_down(g, name, hex)


def flown(s: State, names: list[str], hex: str) -> list[dict[str, Any]]:
    """For the reply: how far from which marker, of how many hexes [7.3f]."""
    divisions = {u.division: u for u in reversed(s.named(names))}
    return [
        {"division": name, "distance": field.distance(s, s.drop_zones[name].hex, hex), "allowed": reach(s, unit)}
        for name, unit in sorted(divisions.items())
    ]


def come_down(g: Game, name: str, hex: str) -> None:
    """7.3g: where the marker shows its alternate side, a die for each unit."""
    s: State = g.state
    die = g.roll("drop", at=name, hidden=limited(s, GERMAN))
    result = "safe" if die <= SAFE else "scattered" if die <= SCATTERED else "hurt"
    if result == "scattered":
        s.units[name].fatigued = True
    if result == "hurt":
        s.lose(name, 1)
    g.log(
        "landing", units=[name], hex=hex, side=ALLIED, die=die, label=g.last_die, result=result, eliminated=[name] * (name not in s.units),
        rule="7.3g",
    )  # fmt: skip

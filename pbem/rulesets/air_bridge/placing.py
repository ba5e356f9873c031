"""PLACE DZ: a drop zone marker comes back on its alternate side, two turns after it was destroyed or later [7.3d, D-23]."""

from __future__ import annotations

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.moves_march import lapse
from pbem.rulesets.air_bridge.state import GERMAN, DropZone, State
from pbem.rulesets.air_bridge.view import alias, judged

GROUND = ("clear", "mixed")  # G-27
FROM_THE_OLD = 10  # hexes from where it was destroyed, G-27


def why_not_yet(s: State, division: str, hex: str) -> Refused | None:
    """On the map, gone for good, or not yet back [7.3d, 7.3e]."""
    zone = s.drop_zones.get(division)
    if zone is None:
        return Refused("7.3a", "no-marker", division=division)
    if zone.lost:
        return Refused("7.3e", "marker-lost", division=division)
    if zone.hex:
        return Refused("7.3d", "marker-on-map", division=division, hex=zone.hex)
    if zone.back > s.turn:
        return Refused("7.3d", "marker-not-back", f"T{zone.back} {order_text(division, hex)}", division=division, turn=zone.back)
    return None


def why_not_here(s: State, zone: DropZone, hex: str) -> Refused | None:
    """Not far from where it was, open ground, no enemy, none of his zones [G-27]."""
    away = field.distance(s, zone.was, hex) if zone.was else 0
    if away > FROM_THE_OLD:
        return Refused("7.3d", "marker-too-far", hex=hex, distance=away, was=zone.was, allowed=FROM_THE_OLD)
    if field.terrain(s, hex) not in GROUND:
        return Refused("7.3d", f"marker-in-{field.terrain(s, hex)}", hex=hex)
    if enemies := s.at(hex, GERMAN):
        return Refused("7.3d", "marker-on-enemy", hex=hex, enemies=[u.id for u in enemies])
    if field.in_zone(s, GERMAN, hex):
        near = [u.id for b in field.neighbours(s, hex) for u in s.at(b, GERMAN) if field.open_side(s, b, hex)]
        return Refused("7.3d", "marker-in-zone", hex=hex, enemies=near)
    return None


def grounds(s: State, division: str) -> list[str]:
    """The hexes where the marker may be placed now, those nearest to its old place first."""
    if why_not_yet(s, division, "") is not None:
        return []
    zone = s.drop_zones[division]
    able = [hex for hex in field.board(s.scenario).ids if why_not_here(s, zone, hex) is None]
    return sorted(able, key=lambda hex: field.distance(s, zone.was, hex)) if zone.was else able


def nearest(s: State, division: str, hex: str) -> str:
    """The order for the ground nearest to the hex, or nothing."""
    found = min(grounds(s, division), key=lambda other: (field.distance(s, hex, other), other), default="")
    return order_text(division, found) if found else ""


def order_text(division: str, hex: str) -> str:
    return f"PLACE DZ {division} {hex}"


def place(g: Game, line: Line) -> None:
    """7.3d, as far as the side can see."""
    s: State = g.state
    division, hex, seen = str(line.args["division"]), str(line.args["place"][0]), judged(s)
    if why := why_not_yet(s, division, hex):
        raise why
    if why := why_not_here(seen, s.drop_zones[division], hex):
        why.refusal.nearest = nearest(seen, division, hex)
        raise why
    if unseen := why_not_here(s, s.drop_zones[division], hex):
        unseen.refusal.facts["enemies"] = [alias(s, s.active, name) for name in unseen.refusal.facts["enemies"]]
        return lapse(g, line, unseen.refusal)
    s.drop_zones[division].hex = hex
    g.log("dz placed", hex=hex, division=division, rule="7.3d")
    g.note(line, hex=hex, division=division)

"""The drop zone markers of the airborne divisions [7.3]: no units, yet they hold their hex and can be destroyed.

A marker has no stacking points, no efficiency and no zone of control [G-17]. Alone it is overrun or assaulted, never attacked or
bombarded; beside units it adds to their defence and takes no step [7.3c, G-66].
"""

from __future__ import annotations

from pbem.engine.game import Game
from pbem.rulesets.air_bridge.state import ALLIED, State

DEFENCE = 1  # 7.3c
AWAY = 2  # turns off the map, 7.3d
RADIUS, SHORT_RADIUS = 10, 5  # hexes a line of supply may have: original side, alternate side [7.3h]


def marker_defence(s: State, hex: str, side: str = ALLIED) -> int:
    """What a marker of the side adds to the defence of the hex: 1, or 0 where none lies."""
    return DEFENCE if s.zone_at(hex, side) else 0


def alone(s: State, hex: str, side: str = ALLIED) -> bool:
    """Whether a marker of the side lies in the hex without any unit: no maneuver combat and no bombardment there [G-66]."""
    return bool(s.zone_at(hex, side)) and not s.at(hex, side)


def held(s: State, hex: str, side: str) -> bool:
    """A unit or a marker of the side is in the hex: its enemy comes in by overrun or by combat only."""
    return bool(s.at(hex, side)) or bool(s.zone_at(hex, side))


def held_hexes(s: State, side: str) -> list[str]:
    """The hexes with units or markers of the side, sorted."""
    markers = {zone.hex for zone in s.drop_zones.values() if zone.hex and side == ALLIED}
    return sorted({*s.hexes(side), *markers})


def radius(s: State, division: str) -> int:
    """How far from its marker the division is supplied [7.3h]."""
    return SHORT_RADIUS if s.drop_zones[division].alternate else RADIUS


def lost(s: State, division: str) -> bool:
    """Both sides of the marker destroyed: the division lives by the main road, if it can [7.3e]."""
    return division in s.drop_zones and s.drop_zones[division].lost


def destroy(g: Game, division: str, rule: str) -> None:
    """By overrun or assault: back in two turns, on its alternate side; that side destroyed, the marker is gone for good [7.3d, 7.3e]."""
    zone = g.state.drop_zones[division]
    zone.was, zone.hex = zone.hex, ""
    if zone.alternate:
        zone.lost = True
    else:
        zone.alternate, zone.back = True, g.state.turn + AWAY
    g.log("dz destroyed", hex=zone.was, division=division, back=0 if zone.lost else zone.back, lost=zone.lost, rule=rule)


def destroy_in(g: Game, hex: str, rule: str) -> None:
    """The markers in the hex, if any lie there."""
    while division := g.state.zone_at(hex):
        destroy(g, division, rule)

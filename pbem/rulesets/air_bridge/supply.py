"""Supply [16]: lines that pass no enemy unit and no enemy zone, counted in movement points as printed [G-76]."""

from __future__ import annotations

from pbem.board.reach import CostRows, reach_from
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.drop_zones import lost, radius
from pbem.rulesets.air_bridge.moves_ways import FAR, rows, rows_back
from pbem.rulesets.air_bridge.state import ALLIED, GERMAN, OTHER, SIDES, State, Unit


def determine(s: State) -> dict[str, list[str]]:
    """Marks both sides [16.0i, G-32]; the units now cut off that were not, and those supplied again."""
    cut: list[str] = []
    back: list[str] = []
    for side in SIDES:
        without = unsupplied(s, side)
        for unit in s.of(side):
            now = unit.id in without
            if now != unit.unsupplied:
                (cut if now else back).append(unit.id)
            unit.unsupplied = now
    return {"cut": sorted(cut), "back": sorted(back)}


def unsupplied(s: State, side: str) -> list[str]:
    hungry: list[Unit] = []
    for zones in (True, False):  # who ignores zones on turn 1 draws his line through them too [G-49]
        units = [u for u in s.of(side) if field.ignores_zones(s, u) != zones]
        dropped = [u for u in units if from_the_air(s, u)]
        ground = [u for u in units if not from_the_air(s, u)]
        hungry += (_cut_off(s, side, ground, zones) if ground else []) + far_from_zone(s, dropped, zones)
    return sorted(u.id for u in hungry)


def from_the_air(s: State, unit: Unit) -> bool:
    """Lives by its drop zone; where that is lost for good, by the main road as the ground army does [16.0l, 7.3e, G-29]."""
    return unit.airborne and unit.side == ALLIED and not lost(s, unit.division)


def far_from_zone(s: State, units: list[Unit], zones: bool) -> list[Unit]:
    """Airborne units live by the drop zone of their own division alone [16.0l]; while it is off the map they go hungry [G-28]."""
    open_to = passable(s, ALLIED, zones) if units else {}
    fed = {u.division: round_zone(s, u.division, open_to) for u in units}
    return [u for u in units if u.at not in fed[u.division]]


def _cut_off(s: State, side: str, units: list[Unit], zones: bool) -> list[Unit]:
    """Lines are followed backwards, from all goals at once: what a unit would pay to the nearest."""
    open_to = passable(s, side, zones)
    index = field.board(s.scenario).index
    goals = road_goals(s, open_to) if side == ALLIED else german_goals(s, open_to)
    prices = _prices(s, open_to)
    costs = reach_from(prices, [index[hex] for hex in goals], max(2 * u.ma for u in units))
    return [u for u in units if costs.get(index[u.at], FAR) > 2 * u.ma]


def round_zone(s: State, division: str, open_to: dict[str, bool]) -> dict[str, int]:
    """The hexes a line joins to the drop zone, with its length: 10 hexes at most, 5 on its alternate side [7.3h]. Enemy zones do not
    matter where a unit stands."""
    zone = s.drop_zones[division].hex if division in s.drop_zones else ""
    if not zone:
        return {}
    found, wave = {zone: 0}, [zone] if open_to[zone] else []
    for length in range(1, radius(s, division) + 1):
        near = dict.fromkeys(b for a in wave for b in field.neighbours(s, a) if b not in found and field.open_side(s, a, b))
        found |= dict.fromkeys(near, length)
        wave = [hex for hex in near if open_to[hex]]
    return found


def _prices(s: State, open_to: dict[str, bool]) -> CostRows:
    """Into hexes that are closed to the line there is no way; out of one there is."""
    back = rows_back(s)
    return CostRows([row if free else [] for row, free in zip(back.rows, open_to.values(), strict=True)], back.least)


def passable(s: State, side: str, zones: bool) -> dict[str, bool]:
    """For each hex whether a line of the side may pass: friends in a hex cancel the enemy's zone there [16.0j]."""
    enemy, here = OTHER[side], field.board(s.scenario)
    theirs, ours = set(s.hexes(enemy)), set(s.hexes(side))
    mask = field.zone(s, enemy)
    return {hex: hex not in theirs and (hex in ours or not zones or not mask[n]) for n, hex in enumerate(here.ids)}


def road_goals(s: State, open_to: dict[str, bool]) -> list[str]:
    """Hexes of the supply road from which it is open to its south-western end [16.0m]."""
    goals: list[str] = []
    for hex in field.supply_road(s.scenario) if field.ENTRANCE in open_to else []:
        if not open_to[hex] or (goals and not field.open_side(s, goals[-1], hex)):
            break
        goals.append(hex)
    return goals


def german_goals(s: State, open_to: dict[str, bool]) -> list[str]:
    """Cities the Germans hold, the edge of the map, and every road hex joined to one by open road [16.0k, G-31]."""
    held = [hex for hex in field.cities(s.scenario) if s.control.get(hex, GERMAN) == GERMAN]
    goals = dict.fromkeys(hex for hex in [*held, *field.edges(s.scenario)] if open_to[hex])
    wave, by_road, here = list(goals), rows(s, road=True), field.board(s.scenario)
    while wave:
        steps = [here.ids[b] for a in wave for b in by_road[here.index[a]]]
        wave = [hex for hex in steps if hex not in goals and open_to[hex]]
        goals.update(dict.fromkeys(wave))
    return list(goals)

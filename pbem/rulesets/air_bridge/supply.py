"""Supply [16]: lines that pass no enemy unit and no enemy zone, counted in movement points as printed [G-76]."""

from __future__ import annotations

from pbem.board.reach import CostRows, reach_rows
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.moves_ways import rows
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
    units = s.of(side)
    free_of_zones = [u for u in units if field.ignores_zones(s, u)]
    bound = [u for u in units if not field.ignores_zones(s, u)]
    return sorted(u.id for group, zones in ((bound, True), (free_of_zones, False)) if group for u in _cut_off(s, side, group, zones))


def _cut_off(s: State, side: str, units: list[Unit], zones: bool) -> list[Unit]:
    open_to = passable(s, side, zones)
    here = field.board(s.scenario)
    goals = {here.index[hex] for hex in (road_goals(s, open_to) if side == ALLIED else german_goals(s, open_to))}
    prices = _prices(s, open_to)
    return [u for u in units if not goals.intersection(reach_rows(prices, here.index[u.at], 2 * u.ma))]


def _prices(s: State, open_to: dict[str, bool]) -> CostRows:
    free = [open_to[hex] for hex in field.board(s.scenario).ids]
    table = [[(b, price) for b, price in row.items() if free[b]] for row in rows(s)]
    return CostRows(table, min((price for row in table for _, price in row), default=0))


def passable(s: State, side: str, zones: bool = True) -> dict[str, bool]:
    """For each hex whether a line of the side may pass: friends in a hex cancel the enemy's zone there [16.0j]."""
    enemy, here = OTHER[side], field.board(s.scenario)
    theirs, ours = s.hexes(enemy), s.hexes(side)
    mask = field.zone(s, enemy)
    return {hex: hex not in theirs and (hex in ours or not zones or not mask[n]) for n, hex in enumerate(here.ids)}


def road_goals(s: State, open_to: dict[str, bool]) -> list[str]:
    """Hexes of the supply road from which it is open to its south-western end [16.0m]."""
    goals: list[str] = []
    for hex in field.supply_road(s.scenario):
        if not open_to[hex] or (goals and not field.open_side(s, goals[-1], hex)):
            break
        goals.append(hex)
    return goals


def german_goals(s: State, open_to: dict[str, bool]) -> list[str]:
    """Cities the Germans hold, the edge of the map, and every road hex joined to one by open road [16.0k, G-31]."""
    held = [hex for hex in field.cities(s.scenario) if s.control.get(hex, GERMAN) == GERMAN]
    goals = dict.fromkeys(hex for hex in [*held, *field.edges(s.scenario)] if open_to[hex])
    wave = list(goals)
    while wave:
        steps = [(a, b) for a in wave for b in field.neighbours(s, a)]
        wave = [b for a, b in steps if b not in goals and open_to[b] and field.road(s, a, b) and field.open_side(s, a, b)]
        goals.update(dict.fromkeys(wave))
    return list(goals)

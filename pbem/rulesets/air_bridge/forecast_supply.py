"""Supply after the moves now ordered: who would be cut off, where the road is cut, and a move that would cure it."""

from __future__ import annotations

from typing import Any

from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.moves_options import movers_now, reachable
from pbem.rulesets.air_bridge.state import ALLIED, OTHER, State
from pbem.rulesets.air_bridge.supply import passable, unsupplied
from pbem.rulesets.air_bridge.view import view

Note = dict[str, Any]


def supply_notes(s: State, side: str) -> list[Note]:
    cut = unsupplied(s, side)
    if not s.of(side):
        return []
    if not cut:
        return [{"key": "forecast.supply-good"}]
    notes: list[Note] = [{"key": "forecast.supply-cut", "n": len(cut), "units": cut}]
    blocks = road_blocks(s) if side == ALLIED else []
    return [*notes, *blocked(s, blocks[:1]), *cure(s, side, cut, blocks)]


def road_blocks(s: State) -> list[str]:
    """The hexes of the supply road that a line cannot pass, from its south-western end, as far as our northernmost unit on it."""
    way = field.supply_road(s.scenario)
    ours = [n for n, hex in enumerate(way) if s.at(hex, ALLIED)]
    open_to = passable(s, ALLIED)
    return [hex for hex in way[: max(ours, default=-1) + 1] if not open_to[hex]]


def blocked(s: State, hexes: list[str]) -> list[Note]:
    for hex in hexes:
        enemy = s.at(hex, OTHER[ALLIED])
        near = [u for b in field.neighbours(s, hex) for u in s.at(b, OTHER[ALLIED]) if field.open_side(s, b, hex)]
        for unit in [*enemy, *near][:1]:
            return [{"key": "forecast.road-cut", "hex": hex, "unit": unit.id, "at": unit.at}]
    return []


def cure(s: State, side: str, cut: list[str], blocks: list[str]) -> list[Note]:
    """The cheapest move of a unit without an order into a blocked hex of the road that leaves fewer cut off."""
    found: list[tuple[int, int, str, str]] = []
    for name in movers_now(s, side):
        unit = s.units[name]
        if unit.artillery or unit.engineer or unit.spent or any(name in d.units for d in s.declared):
            continue
        for hex, option in sorted(reachable(s, [name]).items()):
            if hex in blocks:
                found.append((option.cost, len(found), name, hex))
    for _, _, name, hex in sorted(found):
        trial = view(s, side)
        trial.place(name, hex)
        if len(unsupplied(trial, side)) < len(cut):
            return [{"key": "forecast.cure", "unit": name, "hex": hex}]
    return []

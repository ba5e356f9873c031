"""Supply after the moves now ordered: who would be cut off, which line opens the road behind it, and an order that would cure it."""

from __future__ import annotations

from typing import Any

from pbem.engine.verbs import Line
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.drop_zones import radius
from pbem.rulesets.air_bridge.moves_options import movers_now, reachable
from pbem.rulesets.air_bridge.moves_text import order_text
from pbem.rulesets.air_bridge.state import ALLIED, OTHER, State, Unit
from pbem.rulesets.air_bridge.supply import from_the_air, passable, round_zone, unsupplied
from pbem.rulesets.air_bridge.view import view

Note = dict[str, Any]


def supply_notes(before: State, s: State, side: str, lines: list[Line]) -> list[Note]:
    if not s.of(side):
        return []
    cut = unsupplied(s, side)
    notes: list[Note] = [{"key": "forecast.supply", "by": OTHER[side], "good": not cut}]
    return [*notes, *cut_off(before, s, side, lines, cut), *keeper(before, s, side, cut), *longest(s, side, cut)]


def cut_off(before: State, s: State, side: str, lines: list[Line], cut: list[str]) -> list[Note]:
    """The units cut off: those by the road first, with the line that did it and its cure; then the others by name."""
    if not cut:
        return []
    blocks = road_blocks(s) if side == ALLIED else []
    by_road = [name for name in cut if blocks and not from_the_air(s, s.units[name])]
    notes: list[Note] = []
    if by_road:
        told = {"hex": blocks[0], **blocker(s, blocks[0]), "units": by_road, "line": culprit(before, s, lines, blocks[0])}
        notes.append({"key": "forecast.road-cut", **told, "cure": cure(s, side, cut, blocks)})
    rest = [name for name in cut if name not in by_road]
    return [*notes, *([{"key": "forecast.cut-off", "units": rest}] if rest else [])]


def road_blocks(s: State) -> list[str]:
    """The hexes of the supply road that a line cannot pass, from its south-western end, as far as our northernmost unit on it."""
    way = field.supply_road(s.scenario)
    ours = [n for n, hex in enumerate(way) if s.at(hex, ALLIED)]
    open_to = passable(s, ALLIED, True)
    return [hex for hex in way[: max(ours, default=-1) + 1] if not open_to[hex]]


def blocker(s: State, hex: str) -> Note:
    """The enemy in the hex, or one whose zone is in it."""
    enemy = s.at(hex, OTHER[ALLIED])
    near = [u for b in field.neighbours(s, hex) for u in s.at(b, OTHER[ALLIED]) if field.open_side(s, b, hex)]
    unit = [*enemy, *near][0]
    return {"unit": unit.id, "at": unit.at, "zone": not enemy}


def culprit(before: State, s: State, lines: list[Line], hex: str) -> str:
    """The line whose units stood in the hex and have left it."""
    left = [u.id for u in before.at(hex, ALLIED) if u.id not in s.units or s.units[u.id].at != hex]
    return next((line.n for line in lines if any(name in left for name in line.units())), "")


def cure(s: State, side: str, cut: list[str], blocks: list[str]) -> str:
    """The cheapest move of the strongest unit without an order into a blocked hex of the road that leaves fewer cut off."""
    found: list[tuple[int, int, int, str, list[str]]] = []
    for name in movers_now(s, side):
        unit = s.units[name]
        if unit.artillery or unit.engineer or unit.spent or unit.airborne or any(name in d.units for d in s.declared):
            continue
        for hex, option in sorted(reachable(s, [name]).items()):
            if hex in blocks:
                found.append((option.cost, -unit.defence, -len(found), name, option.way))
    for _, _, _, name, way in sorted(found):
        trial = view(s, side)
        trial.place(name, way[-1])
        if len(unsupplied(trial, side)) < len(cut):
            return order_text(s, "MOVE", [name], s.units[name].at, way) if len(way) > 1 else f"MOVE {name} {way[0]}"
    return ""


def keeper(before: State, s: State, side: str, cut: list[str]) -> list[Note]:
    """All supplied only because somebody came to stand where a zone would cut the road."""
    if cut or side != ALLIED:
        return []
    zones = field.zone(s, OTHER[side])
    index = field.board(s.scenario).index
    for hex in field.supply_road(s.scenario):
        there = s.at(hex, side)
        if there and zones[index[hex]] and any(before.units[u.id].at != hex for u in there if u.id in before.units):
            trial = view(s, side)
            for unit in there:
                trial.units[unit.id].at = ""
            if unsupplied(trial, side):
                return [{"key": "forecast.keeper", "units": [u.id for u in there], "hex": hex}]
    return []


def longest(s: State, side: str, cut: list[str]) -> list[Note]:
    """Of the airborne units the one furthest from its drop zone: how much of its line is left."""
    dropped = [u for u in s.of(side) if from_the_air(s, u) and u.id not in cut]
    if not dropped:
        return []
    open_to = passable(s, ALLIED, True)
    fed = {division: round_zone(s, division, open_to) for division in sorted({u.division for u in dropped})}

    def length(unit: Unit) -> int:
        return fed[unit.division].get(unit.at, 0)

    far = max(dropped, key=lambda u: (length(u), u.id))
    all_fed = not any(from_the_air(s, s.units[name]) for name in cut)
    return [{"key": "forecast.longest", "all": all_fed, "unit": far.id, "at": far.at, "length": length(far), "of": radius(s, far.division)}]

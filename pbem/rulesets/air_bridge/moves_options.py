"""What may be moved now, and where to: for the staff officer, for lists of legal orders, for tests."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as made

from pbem.board.reach import reach
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.demolition import untouched
from pbem.rulesets.air_bridge.drop_zones import held_hexes
from pbem.rulesets.air_bridge.moves import Errand, least_move, plan, why_not_mech_zone, why_not_move
from pbem.rulesets.air_bridge.moves_ways import budget, found, prices
from pbem.rulesets.air_bridge.overrun import why_not_overrun
from pbem.rulesets.air_bridge.stacking import why_no_room
from pbem.rulesets.air_bridge.state import ALLIED, OTHER, State, Unit


@dataclass(frozen=True)
class Option:
    """A hex where the stack may end its move."""

    hex: str
    way: list[str]
    cost: int  # half points
    zone: bool = False  # an enemy zone: the move ends there
    touches: list[str] = made(default_factory=list)  # bridges that would be rolled for


def movers_now(s: State, side: str, mech: bool = False) -> list[str]:
    """The units on the map that may move [4.0a; 4.1a in the mechanized phase]."""
    return [u.id for u in s.of(side) if why_not_move(s, u, mech) is None and not (mech and why_not_mech_zone(s, u)) and not u.stopped]


def reachable(s: State, names: list[str], mech: bool = False, road: bool = False) -> dict[str, Option]:
    """All hexes where the units, standing together, may end a move, by hex; without overruns, with room for them [5.0a]."""
    units = s.named(names)
    start, errand = units[0].at, Errand(mech=mech)
    if any(u.stopped for u in units):
        return {}
    got = found(s, units, start, budget(units), errand, road)
    costs = dict(got.costs) | _least(s, units, start, errand, got.costs)
    options: dict[str, Option] = {}
    for hex, cost in sorted(costs.items()):
        way = got.path(hex)[1:] or [hex]
        if hex != start and why_no_room(s, dict.fromkeys(names, hex)) is None:
            options[hex] = Option(hex, way, cost, ends_there(s, units, hex), touched(s, units[0].side, way))
    return options


def _least(s: State, units: list[Unit], start: str, errand: Errand, known: dict[str, int]) -> dict[str, int]:
    """One hex whatever it costs [4.0d]."""
    if not all(least_move(u.spent, u, errand.mech) for u in units):
        return {}
    here = field.board(s.scenario)
    cost = prices(s, units[0].side, False, errand)
    near = {here.ids[b]: cost(here.index[start], b) for b in here.near[here.index[start]]}
    return {hex: price for hex, price in sorted(near.items()) if price is not None and hex not in known}


def ends_there(s: State, units: list[Unit], hex: str) -> bool:
    return field.in_zone(s, OTHER[units[0].side], hex) and not all(field.ignores_zones(s, u) for u in units)


def touched(s: State, side: str, way: list[str]) -> list[str]:
    """The bridges rolled for along the way [7.2c]."""
    return sorted({bridge for hex in way for bridge in untouched(s, hex)}) if side == ALLIED else []


def overruns(s: State, names: list[str], mech: bool = False) -> list[Option]:
    """The enemy hexes the stack could drive over now, the way to each included [4.2]."""
    units = s.named(names)
    side, start = units[0].side, units[0].at
    options: list[Option] = []
    for hex in held_hexes(s, OTHER[side]):
        if why_not_overrun(s, units, hex) is not None or any(u.unknown for u in s.at(hex, OTHER[side])):
            continue
        errand = Errand(mech=mech, overrun=[hex])
        got = reach(field.board(s.scenario), start, budget(units), prices(s, side, False, errand))
        way = got.path(hex)[1:]
        if way and plan(s, names, start, way, errand).why is None:
            options.append(Option(hex, way, got.costs[hex], False, touched(s, side, way)))
    return options

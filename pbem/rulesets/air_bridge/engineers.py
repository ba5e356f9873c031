"""Bridging engineers repair bridges [17.1]; engineers of any kind ferry units that are not motorized [17.3]."""

from __future__ import annotations

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.air_bridge import demolition, field, stacking
from pbem.rulesets.air_bridge.moves import phase_key, points, why_not_move
from pbem.rulesets.air_bridge.moves_march import mark
from pbem.rulesets.air_bridge.state import ALLIED, OTHER, State, Unit, ends

DOWN = ("blown", "down")


def blown_beside(s: State, unit: Unit) -> list[str]:
    return [side for side in field.bridges_of(s, unit.at) if s.bridges[side] in DOWN]


def whole_allowance(unit: Unit) -> None:
    unit.spent, unit.whole = unit.allowance, True


# repair


def why_not_repair(s: State, unit: Unit, bridge: str) -> Refused | None:
    """17.1a, 7.2f: Allied bridging engineers, beside the blown bridge since their last movement phase."""
    if not unit.bridging or unit.side != ALLIED:
        return Refused("17.0", "not-bridging", unit=unit.id, hexside=bridge)
    if s.bridges.get(bridge, "") not in DOWN:
        return Refused("17.1a", "not-blown", unit=unit.id, hexside=bridge)
    if field.main_bridge(s, bridge):
        return Refused("7.2f", "main-bridge", hexside=bridge, name=field.bridge_name(s, bridge))
    if unit.at not in ends(bridge) or bridge not in unit.beside:
        return Refused("17.1a", "not-beside", _go_beside(s, unit, bridge), unit=unit.id, hexside=bridge, hex=unit.at)
    if unit.fatigued:
        return Refused("17.1a", "repair-fatigued", unit=unit.id, hexside=bridge)
    return why_not_move(s, unit)


def _go_beside(s: State, unit: Unit, bridge: str) -> str:
    """To repair it next turn the engineer has to stop beside it now."""
    if not unit.at or unit.at in ends(bridge):
        return ""
    near = min(ends(bridge), key=lambda hex: (field.distance(s, unit.at, hex), hex))
    return f"MOVE {unit.id} {near}"


def repairs(s: State) -> list[tuple[str, str]]:
    """Engineer and bridge of every repair that may be made as the phase starts."""
    return [(u.id, side) for u in s.of(s.active) for side in u.beside if why_not_repair(s, u, side) is None]


def repair(g: Game, line: Line) -> None:
    """REPAIR: at once, for the whole allowance; whoever crosses in this phase pays a point more [17.1a, 17.1b]."""
    s: State = g.state
    bridge = line.args["hexside"]
    unit = alive(s, line.units()[0])
    if why := why_not_repair(s, unit, bridge):
        raise why
    whole_allowance(unit)
    s.bridges[bridge] = "repaired"
    s.repaired_now = sorted([*s.repaired_now, bridge])
    g.log("repair", units=[unit.id], hexside=bridge, name=field.bridge_name(s, bridge), rule="17.1a")
    g.note(line, repaired=field.bridge_name(s, bridge))


def alive(s: State, name: str) -> Unit:
    if name not in s.units:
        raise Refused("4.0a", "gone", units=[name])
    return s.units[name]


# ferry


def why_not_ferry(s: State, unit: Unit, engineer: Unit, bank: str) -> Refused | None:
    """17.3a, 17.3b: both at the water as the phase starts, both with all their points."""
    if not engineer.engineer:
        return Refused("17.3a", "not-engineer", unit=engineer.id)
    if unit.cm and unit.id != engineer.id:
        return Refused("17.3a", "motorized", unit=unit.id)
    a, b = ends(bank)
    if not field.adjacent(s, a, b) or not field.water(s, a, b):
        return Refused("17.3a", "no-water", hexside=bank)
    for one in (unit, engineer):
        if one.at not in (a, b):
            return Refused("17.3a", "not-at-water", unit=one.id, hexside=bank, hex=one.at)
        if one.spent:
            return Refused("17.3a", "already-moved", unit=one.id, mp=points(one.spent))
        if why := why_not_move(s, one):
            return why
    return _why_not_land(s, unit, b if unit.at == a else a)


def _why_not_land(s: State, unit: Unit, far: str) -> Refused | None:
    """Far bank free of enemies [G-26], with room [5.0a]."""
    if enemies := s.at(far, OTHER[unit.side]):
        return Refused("4.0h", "enemy-there", hex=far, enemies=[u.id for u in enemies])
    return stacking.why_no_room(s, {unit.id: far})


def ferry(g: Game, line: Line) -> None:
    """FERRY: one unit an engineer and phase; the engineer stays where it is unless it ferries itself [G-26]."""
    s: State = g.state
    bank = line.args["hexside"]
    engineer = alive(s, line.args["engineer"][0])
    names = line.units()
    if len(names) != 1:
        raise Refused("17.3a", "one-a-phase", f"FERRY {names[0]} {bank} WITH {engineer.id}", units=names, unit=engineer.id)
    unit = alive(s, names[0])
    if why := why_not_ferry(s, unit, engineer, bank):
        raise why
    a, b = ends(bank)
    start, far = unit.at, b if unit.at == a else a
    for one in (unit, engineer):
        whole_allowance(one)
    s.place(unit.id, far)
    mark(s, unit)
    g.log("ferry", units=[unit.id], engineer=engineer.id, hexside=bank, path=[start, far], to=far, phase=phase_key(s), rule="17.3a")
    demolition.contact(g, unit.side, far)
    g.note(line, used=points(unit.spent), of=points(unit.allowance), hex=far)

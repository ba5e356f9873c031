"""Bridging engineers repair bridges [17.1]; engineers of any kind ferry units that are not motorized [17.3]."""

from __future__ import annotations

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.air_bridge import demolition, field, stacking
from pbem.rulesets.air_bridge.drop_zones import held
from pbem.rulesets.air_bridge.moves import enemy_there, phase_key, points, why_not_move
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
    return _why_not_land(s, unit, over(unit, bank))


def _why_not_land(s: State, unit: Unit, far: str) -> Refused | None:
    """Far bank free of enemies [G-26], with room [5.0a]."""
    if held(s, far, OTHER[unit.side]):
        return enemy_there(s, unit.side, far)
    return stacking.why_no_room(s, {unit.id: far})


def ferry(g: Game, line: Line) -> None:
    """FERRY: one unit an engineer and phase; the engineer stays where it is unless it ferries itself [G-26]."""
    s: State = g.state
    bank = line.args["hexside"]
    names = line.units()
    if "engineer" not in line.args and not rows_itself(s, names, bank):
        return cross(g, line)
    engineer = alive(s, line.args.get("engineer", names)[0])
    if len(names) != 1:
        raise Refused("17.3a", "one-a-phase", f"FERRY {names[0]} {bank} WITH {engineer.id}", units=names, unit=engineer.id)
    unit = alive(s, names[0])
    if why := why_not_ferry(s, unit, engineer, bank):
        raise why
    start = unit.at
    for one in (unit, engineer):
        whole_allowance(one)
    far = put_across(s, unit, bank)
    g.log("ferry", units=[unit.id], engineer=engineer.id, hexside=bank, path=[start, far], to=far, phase=phase_key(s), rule="17.3a")
    demolition.contact(g, unit.side, far)
    g.note(line, used=points(unit.spent), of=points(unit.allowance), hex=far)


def rows_itself(s: State, names: list[str], bank: str) -> bool:
    """A lone engineer needs nobody to be named with it [17.3b], where no ferry runs for its side."""
    found = field.settings(s.scenario).get("ferry", {})
    runs = bank == found.get("hexside", "") and s.active == found["side"]
    return len(names) == 1 and alive(s, names[0]).engineer and not runs


def put_across(s: State, unit: Unit, bank: str) -> str:
    far = over(unit, bank)
    s.place(unit.id, far)
    mark(s, unit)
    return far


def over(unit: Unit, bank: str) -> str:
    """The hex on the other side of the water."""
    a, b = ends(bank)
    return b if unit.at == a else a


# a ferry that is there already


def why_not_cross(s: State, units: list[Unit], bank: str) -> Refused | None:
    """The ferry the Germans run: any of their units, as by an engineer, but few stacking points a turn [7.1]."""
    found = field.settings(s.scenario).get("ferry", {})
    side = s.active
    if bank != found.get("hexside", "") or side != found["side"]:
        return Refused("17.3a", "ferry-needs-engineer", _with_engineer(s, units, bank), hexside=bank, unit=units[0].id)
    for unit in units:
        if unit.at not in ends(bank):
            return Refused("17.3a", "not-at-water", unit=unit.id, hexside=bank, hex=unit.at)
        if unit.spent:
            return Refused("17.3a", "already-moved", unit=unit.id, mp=points(unit.spent))
        if why := why_not_move(s, unit) or _why_not_land(s, unit, over(unit, bank)):
            return why
    weight = s.ferried + sum(u.sp for u in units)
    if weight > found["points"]:
        fewer = [u.id for u in units if s.ferried + u.sp <= found["points"]][:1]
        nearest = f"FERRY {fewer[0]} {bank}" if fewer else ""
        return Refused("17.3a", "ferry-full", nearest, hexside=bank, sp=weight, limit=found["points"])
    return stacking.why_no_room(s, {u.id: over(u, bank) for u in units})


def _with_engineer(s: State, units: list[Unit], bank: str) -> str:
    near = [u for u in s.of(s.active) if u.engineer and u.at in ends(bank) and why_not_ferry(s, units[0], u, bank) is None]
    return f"FERRY {units[0].id} {bank} WITH {near[0].id}" if near else ""


def cross(g: Game, line: Line) -> None:
    s: State = g.state
    bank = line.args["hexside"]
    units = [alive(s, name) for name in line.units()]
    if why := why_not_cross(s, units, bank):
        raise why
    for unit in units:
        start = unit.at
        whole_allowance(unit)
        s.ferried += unit.sp
        far = put_across(s, unit, bank)
        g.log("ferry", units=[unit.id], engineer="", hexside=bank, path=[start, far], to=far, phase=phase_key(s), rule="17.3a")
        g.note(line, used=points(unit.spent), of=points(unit.allowance), hex=far)

"""Ground reinforcements [21.0]: they enter at their hex, paying its road rate, or are held back by their owner."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Path, Refused
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.airborne import comes_by_air
from pbem.rulesets.air_bridge.drop_zones import held
from pbem.rulesets.air_bridge.moves import Errand, why_not_gun, why_not_mech
from pbem.rulesets.air_bridge.moves_lines import errand_of, movers
from pbem.rulesets.air_bridge.moves_march import Stack, march, note_moved, settle
from pbem.rulesets.air_bridge.moves_ways import route
from pbem.rulesets.air_bridge.state import OTHER, State, Unit
from pbem.rulesets.air_bridge.view import judged

AROUND = 3  # hexes from a blocked entry hex to the edge hex used instead, G-57


def entry_hexes(s: State, unit: Unit) -> list[str]:
    """The hexes the scenario gives it."""
    return [s.entry[unit.id], *s.areas.get(unit.id, [])] if unit.id in s.entry else []


def entries(s: State, unit: Unit) -> list[str]:
    """The hexes where the unit may come in: its own, or while the enemy is in them the nearest free edge hexes [21.0b, G-57]."""
    enemy, own = OTHER[unit.side], entry_hexes(s, unit)
    if open_to := [hex for hex in own if not held(s, hex, enemy)]:
        return open_to
    away = {hex: min(field.distance(s, at, hex) for at in own) for hex in field.edges(s.scenario) if own and not held(s, hex, enemy)}
    return [hex for hex, hexes in away.items() if hexes == min(away.values()) <= AROUND]


def why_not_enter(s: State, unit: Unit, mech: bool) -> Refused | None:
    """21.0b, 21.0c; in the mechanized phase only C/M units that found no room before [7.1]."""
    if unit.side != s.active:
        return Refused("4.0a", "not-yours", unit=unit.id)
    if unit.at:
        return Refused("21.0b", "on-map", unit=unit.id, hex=unit.at)
    if unit.airborne and unit.id in s.due:
        return comes_by_air(s, [unit.id], [])
    if unit.id not in s.due or unit.id not in s.entry:
        return Refused("21.0b", "never-comes", unit=unit.id)
    if s.due[unit.id] > s.turn:
        return Refused("21.0b", "not-due", f"T{s.due[unit.id]} ENTER {unit.id}", unit=unit.id, turn=s.due[unit.id])
    return (why_not_mech(s, unit) if mech else None) or why_not_gun(s, unit)


def due_now(s: State, side: str, mech: bool = False) -> list[str]:
    """The units that may be entered now."""
    units = [s.units[name] for name in sorted(s.due) if name in s.units and s.units[name].side == side]
    return [u.id for u in units if why_not_enter(s, u, mech) is None and entries(s, u)]


def off_map(s: State, unit: Unit, mech: bool) -> Refused:
    """MOVE or MECH for a unit that is not on the map."""
    if why := why_not_enter(s, unit, mech):
        return why
    return Refused("21.0b", "off-map", f"ENTER {unit.id}", unit=unit.id, hex=s.entry[unit.id])


def instead(s: State, names: list[str], path: Path, errand: Errand, why: Refused) -> Refused | None:
    """The same order as ENTER, for all of the line that may come in; without the way where that cannot be gone."""
    if why.refusal.why == "comes-by-air":
        return comes_by_air(s, [name for name in names if s.units[name].airborne], [*path.to, *path.steps[-1:]])
    if why.refusal.why != "off-map":
        return None
    able = [name for name in names if why_not_enter(s, s.units[name], errand.mech) is None]
    goal = " - ".join([*path.steps, *path.to[:1]])
    try:
        way_in(s, able, s.entry[able[0]], path, errand)
    except Refused:
        goal = ""
    text = " ".join(word for word in ("ENTER", ", ".join(able), "ROAD TO" if path.road and goal else "", goal) if word)
    return Refused(why.refusal.rule, why.refusal.why, text, **why.refusal.facts)


def entry_of(s: State, line: Line, unit: Unit) -> str:
    """Where the unit comes in: the hex the order names, if it may."""
    open_to = entries(s, unit)
    wanted = line.args.get("at") or open_to[:1]
    if not open_to:
        raise Refused("21.0b", "entry-blocked", unit=unit.id, hex=s.entry[unit.id])
    chosen = [hex for hex in wanted if hex in open_to]
    if not chosen:
        raise Refused("21.0b", "other-entry", f"ENTER {unit.id} AT {open_to[0]}", unit=unit.id, hex=wanted[0], entry=open_to)
    return chosen[0]


def enter(g: Game, line: Line, mech: bool = False) -> None:
    """ENTER: a stack comes onto the map and goes on with what it has left."""
    s: State = g.state
    names, errand = movers(s, line), errand_of(line, mech)
    groups: dict[str, list[str]] = {}
    for name in names:
        if why := why_not_enter(s, s.units[name], mech):
            path = line.args.get("path") or Path(to=line.args.get("at", []))
            raise instead(s, names, path, errand, why) or why
        groups.setdefault(entry_of(s, line, s.units[name]), []).append(name)
    with built_for(s, list(groups)) as built:
        seen = judged(s)
        stacks = [Stack("", units, way_in(seen, units, hex, line.args.get("path"), errand)) for hex, units in groups.items()]
        stacks = settle(g, stacks, errand)
    for side in built:
        g.log("bridge built", hexside=side, name=field.bridge_name(s, side), rule="21.0b")
    for stack in stacks:
        march(g, line, stack, errand)
    note_moved(g, line, stacks, names)


@contextmanager
def built_for(s: State, entered: list[str]) -> Iterator[list[str]]:
    """The flank corps bring their own bridge over the canal: it stands from the turn in which their first units enter [7.1], unless the
    line turns out to be refused."""
    rows = field.settings(s.scenario).get("corps_bridges", [])
    built = [row["hexside"] for row in rows if row["entry"] in entered and row["hexside"] not in s.bridges]
    s.bridges |= dict.fromkeys(built, "intact")
    try:
        yield built
    except Refused:
        for side in built:
            del s.bridges[side]
        raise


def way_in(s: State, names: list[str], entry: str, path: Path | None, errand: Errand) -> list[str]:
    if path is None or (not path.steps and path.to in ([], [entry])):
        return [entry]
    return [entry, *route(s, names, entry, path, errand, spent=field.entry_cost(s, entry))]


def hold(g: Game, line: Line) -> None:
    """HOLD [UNTIL Tn]: the owner delays reinforcements to a later turn [21.0c]."""
    s: State = g.state
    until = max(int(line.args.get("until") or 0), s.turn + 1)
    for name in line.units():
        unit = s.units.get(name)
        if unit is None or unit.at or name not in s.due:
            raise Refused("21.0c", "nothing-to-hold", unit=name, hex=unit.at if unit else "")
    for name in line.units():
        s.due[name] = max(until, s.due[name])
    g.log("hold", units=line.units(), turn=until, rule="21.0c", see=[s.active])
    g.note(line, held=until)

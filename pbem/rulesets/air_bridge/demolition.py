"""Demolition of bridges [7.2]: at the first Allied contact, or deliberately by German engineers."""

from __future__ import annotations

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.state import ALLIED, GERMAN, State, Unit, ends

BLOWS_UP_TO = 5  # of the die, reconstructed: 1-5 blown, 6-10 intact


def untouched(s: State, hex: str) -> list[str]:
    """The bridges of the hex that are still to be rolled for [7.2b, 7.2c]."""
    return [side for side in field.bridges_of(s, hex) if s.bridges[side] == "untouched" and field.on_contact(s, side)]


def contact(g: Game, side: str, hex: str) -> list[str]:
    """A unit of `side` has come into the hex, by whatever way: a German die for each bridge not yet touched [7.2c, G-20]. Those blown."""
    blown: list[str] = []
    for bridge in untouched(g.state, hex) if side == ALLIED else []:
        die = g.roll("bridge", at=bridge)
        g.state.bridges[bridge] = "blown" if die <= BLOWS_UP_TO else "intact"
        blown += [bridge] if die <= BLOWS_UP_TO else []
        _tell(g, bridge, die, "7.2c", [])
    return blown


def _tell(g: Game, bridge: str, die: int, rule: str, units: list[str]) -> None:
    name, state = field.bridge_name(g.state, bridge), "blown" if die <= BLOWS_UP_TO else "intact"
    g.log("bridge", units=units, hexside=bridge, name=name, die=die, label=g.last_die, result=state, rule=rule)


def crews(s: State, bridge: str) -> list[Unit]:
    """The German units at both ends."""
    return [unit for hex in ends(bridge) for unit in s.at(hex, GERMAN)]


def kept_until(s: State, bridge: str) -> int:
    """The turn from which the scenario lets the bridge be blown deliberately, 0 for most [7.1]."""
    limit = field.settings(s.scenario).get("demolition", {})
    return int(limit["turn"]) if bridge in limit.get("bridges", []) else 0


def why_not_blow(s: State, bridge: str) -> Refused | None:
    """7.2d: any bridge, with Germans at both ends, an engineer among them, none of whom has moved [G-22, G-23]."""
    if s.active != GERMAN:
        return Refused("7.2d", "german-only", hexside=bridge)
    if bridge not in s.bridges:
        return Refused("7.2d", "no-bridge-there", hexside=bridge)
    if s.bridges[bridge] in ("blown", "down"):
        return Refused("7.2d", "already-blown", hexside=bridge, name=field.bridge_name(s, bridge))
    if (turn := kept_until(s, bridge)) > s.turn:
        return Refused("7.2d", "bridge-kept", f"T{turn} BLOW {bridge}", hexside=bridge, name=field.bridge_name(s, bridge), turn=turn)
    if empty := [hex for hex in ends(bridge) if not s.at(hex, GERMAN)]:
        return Refused("7.2d", "both-ends", hexside=bridge, hexes=empty)
    units = crews(s, bridge)
    if not any(u.engineer for u in units):
        return Refused("7.2d", "no-engineer", hexside=bridge, units=[u.id for u in units])
    moved = [u.id for u in units if u.spent or u.whole]
    return Refused("7.2d", "crew-moved", hexside=bridge, units=moved) if moved else None


def blowable(s: State) -> list[str]:
    """The bridges that may be blown deliberately now."""
    return [bridge for bridge in sorted(s.bridges) if why_not_blow(s, bridge) is None]


def blow(g: Game, line: Line) -> None:
    """Method 2: all units at both ends spend their whole allowance; may be tried again in a later turn."""
    bridge = line.args["hexside"]
    if why := why_not_blow(g.state, bridge):
        raise why
    units = crews(g.state, bridge)
    for unit in units:
        unit.spent, unit.whole = unit.allowance, True
    die = g.roll("demolition", at=bridge)
    if die <= BLOWS_UP_TO:
        g.state.bridges[bridge] = "blown"
    _tell(g, bridge, die, "7.2d", [u.id for u in units])
    g.note(line, demolition=field.bridge_name(g.state, bridge))

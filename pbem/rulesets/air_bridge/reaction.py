"""The defender's reaction [11]: into each attacked hex one adjacent unit may try to move."""

from __future__ import annotations

from typing import Any

from pbem.engine.choice import Choice, OneOf
from pbem.engine.game import Game
from pbem.rulesets.air_bridge import demolition, drop_zones, field
from pbem.rulesets.air_bridge.facts import about, facts
from pbem.rulesets.air_bridge.moves import phase_key
from pbem.rulesets.air_bridge.outlook import case, outlook
from pbem.rulesets.air_bridge.refusal import attacked
from pbem.rulesets.air_bridge.state import OTHER, STACK_LIMIT, State, Unit

NOBODY = "nobody"


def why_not_react(s: State, unit: Unit, hex: str) -> str:
    """The rule that keeps the unit out; "" if it may try."""
    if not field.adjacent(s, unit.at, hex):
        return "11.1"
    if unit.fatigued:
        return "11.1"
    if unit.unsupplied:
        return "11.2d"
    if unit.at in attacked(s):
        return "11.2b"
    if unit.refused:
        return "11.2c"
    if not field.open_side(s, unit.at, hex):
        return "7.2a"
    if unit.artillery and not unit.exempt and not unit.actions_left:
        return "9.4a"
    return "11.2a" if s.points(hex, unit.side) + unit.sp > STACK_LIMIT else ""


def candidates(s: State, hex: str) -> list[Unit]:
    """Not where the defenders have left [G-65]; a drop zone marker alone is defended too."""
    side = OTHER[s.active]
    if not drop_zones.held(s, hex, side):
        return []
    near = [u for b in field.neighbours(s, hex) for u in s.at(b, side)]
    return sorted((u for u in near if not why_not_react(s, u, hex)), key=lambda u: u.id)


def reaction(g: Game) -> None:
    """3.II.F: all hexes are asked at once; one unit cannot move twice, so a hex whose unit has just moved is asked again."""
    hexes = [hex for hex in attacked(g.state) if candidates(g.state, hex)]
    while hexes:
        answers = g.ask_all([react_choice(g.state, hex) for hex in hexes])
        again = []
        for hex, name in zip(hexes, answers, strict=True):
            if name == NOBODY:
                continue
            able = [u.id for u in candidates(g.state, hex)]
            if name in able:
                try_to_move(g, hex, name)
            elif able:
                again.append(hex)
        hexes = again


def react_choice(s: State, hex: str) -> Choice:
    side, units = OTHER[s.active], candidates(s, hex)
    told: dict[str, dict[str, Any]] = about(units)
    for unit in units:
        told[unit.id]["chance"] = f"{min(unit.er, 10)}/10"

    def figures() -> dict[str, Any]:
        """The fight with each of them, and alone."""
        rows = {unit.id: outlook(s, hex, unit) for unit in units}
        return {**case(s, hex), "rows": {**rows, NOBODY: outlook(s, hex)}}

    return Choice(side, "react", hex, OneOf([*(u.id for u in units), NOBODY]), "11.1", facts(s, hex, side), told, figures)


def try_to_move(g: Game, hex: str, name: str) -> None:
    """3.II.F.2: the unit's own efficiency or less; a failed try uses the hex's only one up [3.II.F.3]."""
    s: State = g.state
    unit = s.units[name]
    die, start = g.roll("reaction", at=hex), unit.at
    moved = die <= unit.er
    if moved:
        s.place(name, hex)
        if unit.artillery and not unit.exempt:
            unit.actions, unit.acted = unit.actions + 1, phase_key(s)
    g.log(
        "reaction", units=[name], hex=hex, side=unit.side, start=start, die=die, label=g.last_die, need=unit.er, moved=moved, rule="11.1"
    )
    if moved:
        demolition.contact(g, unit.side, hex)

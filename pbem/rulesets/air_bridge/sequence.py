"""The sequence of play [3]: two player turns with the same rows, framed by the two interphases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.engine.game import Game
from pbem.engine.ruleset import Row
from pbem.engine.verbs import Line
from pbem.rulesets.air_bridge import field, phases, strategic
from pbem.rulesets.air_bridge.airborne import airborne
from pbem.rulesets.air_bridge.assault import assault
from pbem.rulesets.air_bridge.bombardment import bombardment
from pbem.rulesets.air_bridge.declaration import declaration
from pbem.rulesets.air_bridge.maneuver import maneuver
from pbem.rulesets.air_bridge.movement import mechanized, movement
from pbem.rulesets.air_bridge.reaction import reaction
from pbem.rulesets.air_bridge.refusal import refusal
from pbem.rulesets.air_bridge.sight import limited
from pbem.rulesets.air_bridge.state import OTHER, State, Unit

MOVES = ("REPAIR", "FERRY", "BLOW", "HOLD", "ENTER", "MOVE")
Orders = Callable[[Any], tuple[str, ...] | None]


def first(s: State) -> str:
    return s.first


def second(s: State) -> str:
    return OTHER[s.first]


def ready(s: State, unit: Unit) -> bool:
    """May move in the mechanized phase [4.1a, 3.II.J.1]; C/M units that found no room to enter may still come [7.1]."""
    if not unit.cm or unit.fatigued or unit.unsupplied or (unit.artillery and not unit.actions_left):
        return False
    if not unit.at:
        return unit.id in s.entry and s.due.get(unit.id, s.turn + 1) <= s.turn
    return not field.in_enemy_zone(s, unit) and not field.muddy(s, unit.at)


def main_orders(side: Callable[[State], str]) -> Orders:
    return lambda s: (side(s),)


def mech_orders(side: Callable[[State], str]) -> Orders:
    """None when no unit may move: the row then opens no stage. Where that would tell what the side has, it always does."""

    def wanted(s: State) -> tuple[str, ...] | None:
        if limited(s, OTHER[side(s)]):
            return (side(s),)
        able = any(ready(s, u) for u in s.units.values() if u.side == side(s))
        return (side(s),) if able else None

    return wanted


def nothing(g: Game, line: Line) -> None:
    """PASS is carried out by doing nothing."""


def open_main(g: Game) -> None:
    g.play_lines(g.state.active, nothing, ("PASS",))
    airborne(g)


def open_mech(g: Game) -> None:
    g.play_lines(g.state.active, nothing, ("PASS",))
    mechanized(g)


def strategic_orders(s: State) -> tuple[str, ...] | None:
    """A stage of its own on the turns whose dice it rolls."""
    return () if strategic.rolled_now(s, "weather") or strategic.rolled_now(s, "initiative") else None


def player_turn(number: str, side: Callable[[State], str], initial: Callable[[Game], None], letters: str) -> tuple[Row, ...]:
    return (
        Row(f"{number}.A", "initial", initial),
        Row(f"{number}.B", "airborne", open_main, "main", letters[0], main_orders(side), ("PASS", "PLACE DZ", "DROP")),
        Row(f"{number}.C", "movement", movement, verbs=MOVES),
        Row(f"{number}.D", "declaration", declaration, verbs=("ATTACK", "ASSAULT")),
        Row(f"{number}.E", "refusal", refusal),
        Row(f"{number}.F", "reaction", reaction),
        Row(f"{number}.G", "bombardment", bombardment, verbs=("BOMBARD",)),
        Row(f"{number}.H", "maneuver", maneuver, verbs=("SUPPORT",)),
        Row(f"{number}.I", "assault", assault),
        Row(f"{number}.J", "mechanized", open_mech, "mech", letters[1], mech_orders(side), ("MECH", "ENTER")),
    )


SEQUENCE = (
    Row("strategic", "strategic", strategic.strategic, "strategic", "E", strategic_orders),
    *player_turn("II", first, phases.first_initial, "AB"),
    *player_turn("III", second, phases.second_initial, "CD"),
    Row("IV", "administrative", phases.administrative),
)


def row_of(s: State, side: str, name: str) -> str:
    """The row of a side's step by its name; a row both sides share needs no side."""
    number = "II." if side == s.first else "III."
    found = [row.id for row in SEQUENCE if row.name == name and (row.id.startswith(number) or "." not in row.id)]
    return found[0] if found else ""

"""The sequence of play [2]: the set-up once, then two player turns with the same rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.engine.game import Game
from pbem.engine.ruleset import Row
from pbem.engine.verbs import Line
from pbem.rulesets.last_crusade import field, phases, supply
from pbem.rulesets.last_crusade.air import air
from pbem.rulesets.last_crusade.bombardment import bombardment
from pbem.rulesets.last_crusade.movement import movement
from pbem.rulesets.last_crusade.reconnaissance import reconnaissance
from pbem.rulesets.last_crusade.reinforcement import reinforcement
from pbem.rulesets.last_crusade.setup import setup
from pbem.rulesets.last_crusade.state import OTHER, SIDES, State

OPEN = ("PASS", "CAPITULATE", "OFFER END", "WITHDRAW OFFER")
BUILD = ("DEPLOY", "REFIT", "DIG IN", "USE", "DISCARD", "OCCUPY", "VACATE")
MARCH = ("MOUNT", "DISMOUNT", "OCCUPY", "VACATE", "MOVE", "ASSAULT")
Orders = Callable[[Any], tuple[str, ...] | None]


def first(s: State) -> str:
    return s.first


def second(s: State) -> str:
    return OTHER[s.first]


def setup_orders(s: State) -> tuple[str, ...] | None:
    """Once: both sides where they choose their starting units, a stage without orders where the scenario places them."""
    if s.ready:
        return None
    return SIDES if field.settings(s.scenario).get("choose") else ()


def orders_of(side: Callable[[State], str]) -> Orders:
    return lambda s: (side(s),)


def second_file(side: Callable[[State], str]) -> Orders:
    """With two files a turn what is ordered after the reconnaissance is a filing of its own."""
    return lambda s: (side(s),) if s.files == "two" else None


def nothing(g: Game, line: Line) -> None:
    """PASS is carried out by doing nothing."""


def begin_main(g: Game) -> None:
    g.play_lines(g.state.active, nothing, ("PASS",))
    phases.offers(g)
    if not g.state.over:
        reinforcement(g)


def player_turn(number: str, side: Callable[[State], str], letters: str) -> tuple[Row, ...]:
    def begin(g: Game) -> None:
        g.state.active = side(g.state)
        supply.supply(g)

    return (
        Row(f"{number}.1", "supply", begin),
        Row(f"{number}.2", "reinforcement", begin_main, "main", letters[0], orders_of(side), (*OPEN, *BUILD)),
        Row(f"{number}.3", "reconnaissance", reconnaissance, verbs=("RECON",)),
        Row(f"{number}.4", "air", air, "battle", letters[1], second_file(side), ("PASS", "STRIKE")),
        Row(f"{number}.5", "bombardment", bombardment, verbs=("BOMBARD",)),
        Row(f"{number}.6", "movement", movement, verbs=MARCH),
        Row(f"{number}.7", "end", phases.end_player_turn),
    )


def unused(s: State) -> tuple[str, ...]:
    """Stages that a game of this scenario and these options never opens."""
    placed = () if field.settings(s.scenario).get("choose") else ("setup",)
    return placed if s.files == "two" else (*placed, "battle")


SEQUENCE = (
    Row("setup", "setup", setup, "setup", "S", setup_orders, ("PLACE",), staffed=True),
    *player_turn("II", first, "AB"),
    *player_turn("III", second, "CD"),
    Row("IV", "turn end", phases.end_turn),
)


def row_of(s: State, side: str, name: str) -> str:
    """The row of a side's step by its name; a row both sides share needs no side."""
    number = "II." if side == s.first else "III."
    found = [row.id for row in SEQUENCE if row.name == name and (row.id.startswith(number) or "." not in row.id)]
    return found[0] if found else ""

"""The sequence of play is a table; a stage is the rows played on one filing of orders."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pbem.engine.ruleset import Row, Ruleset

if TYPE_CHECKING:
    from pbem.engine.game import Game


def rows_from(sequence: tuple[Row, ...], first: str) -> Iterator[Row]:
    """The rows from `first` on, round and round."""
    at = next(i for i, row in enumerate(sequence) if row.id == first)
    while True:
        yield sequence[at]
        at = (at + 1) % len(sequence)


def opens(row: Row, state: Any) -> bool:
    return bool(row.stage) and row.orders(state) is not None


def stage_rows(g: Game) -> Iterator[Row]:
    """The rows from the state's step up to the next that opens a stage; each is to be played before the next is asked for."""
    begun = False
    for row in rows_from(g.rules.sequence, g.state.step):
        g.state.step = row.id
        if begun and opens(row, g.state):
            return
        begun, g.row = True, row
        yield row
        if g.state.over:
            return


def play_stage(g: Game) -> None:
    for row in stage_rows(g):
        row.play(g)


def play_rows(g: Game, last: str) -> None:
    """Plays from the state's step to the row `last` and no further: how a rule case runs."""
    for row in rows_from(g.rules.sequence, g.state.step):
        g.state.step = row.id
        g.row = row
        row.play(g)
        if row.id == last or g.state.over:
            return


def stage_row(rules: Ruleset, state: Any) -> Row:
    return rules.row(state.step)


def wanted(rules: Ruleset, state: Any) -> tuple[str, ...]:
    """The sides whose orders the stage now open wants."""
    return () if state.over else (stage_row(rules, state).orders(state) or ())


def side_name(side: str) -> str:
    """As the console says it: Allied, US; mails have the words of the game."""
    return side.upper() if len(side) < 3 else side.capitalize()


def step_name(rules: Ruleset, state: Any) -> str:
    """`T2 Allied main`: what the moderator types and every mail says."""
    if state.over:
        return f"T{state.turn} ended"
    row = stage_row(rules, state)
    sides = " ".join(side_name(side) for side in row.orders(state) or ())
    return " ".join(word for word in (f"T{state.turn}", sides, row.stage or row.name) if word)

"""The airborne assault phase [7.3f]: units of a division land round its drop zone, in the Allied player turn."""

from __future__ import annotations

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused


def airborne(g: Game) -> None:
    """3.II.B.1."""
    g.play_lines(g.state.active, drop, ("DROP",))


def drop(g: Game, line: Line) -> None:
    raise Refused("7.3f", "not-in-scenario")

"""Assaults [13.0]: fought in the defender's hex, in rounds."""

from __future__ import annotations

from pbem.engine.game import Game


def assault(g: Game) -> None:
    """3.II.I: those declared are fought in the order of their lines."""

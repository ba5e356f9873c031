"""Who sees what: the game is open, nothing on the map is hidden from either side."""

from __future__ import annotations

import msgspec

from pbem.rulesets.air_bridge.state import State


def view(s: State, side: str) -> State:
    """A copy: fire and combats enter the state only when they are declared, and then both sides see them."""
    return msgspec.convert(msgspec.to_builtins(s), State)


def alias(s: State, side: str, name: str) -> str:
    return name

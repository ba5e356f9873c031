"""A position or a run can list every reason why it is unsound."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.engine.events import Event
    from pbem.engine.ruleset import Ruleset


class Unsound(AssertionError):
    """A rule has broken a rule: a bug of ours, never the player's."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


def reasons(rules: Ruleset, state: Any, events: list[Event]) -> list[str]:
    return [reason for check in rules.sound for reason in check(state, events)]


def assert_sound(rules: Ruleset, state: Any, events: list[Event], known: Container[str] = ()) -> None:
    """`known`: what a position set up by hand may hold though it could not come about in play."""
    if found := [reason for reason in reasons(rules, state, events) if reason not in known]:
        raise Unsound(found)

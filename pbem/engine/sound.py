"""A position or a run can list every reason why it is unsound."""

from __future__ import annotations

from collections.abc import Callable
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


def assert_sound(rules: Ruleset, state: Any, events: list[Event], before: Callable[[], Any] | None = None) -> None:
    """What was unsound before is no fault of the rules: a position set up by hand may hold what could not come about in play."""
    found = reasons(rules, state, events)
    if found and before is not None:
        known = reasons(rules, before(), [])
        found = [reason for reason in found if reason not in known]
    if found:
        raise Unsound(found)

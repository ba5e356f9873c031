"""Who answers: the mailed answer, the order line's own clause, doctrine, the staff once the deadline has passed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from pbem.engine.choice import Choice
from pbem.engine.doctrine import decide
from pbem.engine.verbs import Line, Rule

if TYPE_CHECKING:
    from pbem.engine.game import Game

Answer = tuple[Any, str]  # the value, and where it came from


class Desk(Protocol):
    def orders(self, side: str) -> list[Line]: ...

    def answer(self, choice: Choice, clauses: list[Rule], g: Game) -> Answer | None: ...


class OfficeDesk:
    """The desk of a game in play. The journal comes before it; `lapsed` holds the keys whose deadline has passed."""

    def __init__(
        self,
        orders: dict[str, list[Line]] | None = None,
        doctrine: dict[str, list[Rule]] | None = None,
        mailed: dict[str, Any] | None = None,
        staff: tuple[str, ...] = (),
        lapsed: tuple[str, ...] = (),
    ) -> None:
        self._orders, self.doctrine, self.mailed = orders or {}, doctrine or {}, mailed or {}
        self.staff, self.lapsed = staff, lapsed

    def orders(self, side: str) -> list[Line]:
        return self._orders.get(side, [])

    def answer(self, choice: Choice, clauses: list[Rule], g: Game) -> Answer | None:
        if choice.key in self.mailed:
            return self.mailed[choice.key], "mail"
        if (found := by_rules(choice, clauses, self.doctrine.get(choice.side, []), g)) is not None:
            return found
        if choice.side in self.staff or choice.key in self.lapsed or g.rules.kinds[choice.kind].quiet:
            return g.rules.kinds[choice.kind].staff(choice), "staff"
        return None


def by_rules(choice: Choice, clauses: list[Rule], doctrine: list[Rule], g: Game) -> Answer | None:
    """A clause of the line being played, then the standing doctrine."""
    for rules, source in ((clauses, "order"), (doctrine, "doctrine")):
        if (found := decide(rules, choice, g)) is not None:
            rule, value = found
            return value, f"{source} {rule.n}"
    return None


class NobodyDesk(OfficeDesk):
    """For replay: the journal holds every answer, those of clauses, doctrine and staff too."""

    def answer(self, choice: Choice, clauses: list[Rule], g: Game) -> Answer | None:
        return None


class ScriptedDesk:
    """For rule cases: scripted answers in the order asked, then doctrine, then the staff; the listing shows which."""

    def __init__(self, orders: dict[str, list[Line]], doctrine: dict[str, list[Rule]], answers: list[tuple[str, str, Any]]) -> None:
        self._orders, self.doctrine, self.answers = orders, doctrine, list(answers)
        self.said: list[tuple[str, str, str]] = []  # choice key, source, value as text

    def orders(self, side: str) -> list[Line]:
        return self._orders.get(side, [])

    def answer(self, choice: Choice, clauses: list[Rule], g: Game) -> Answer | None:
        found = self._scripted(choice) or by_rules(choice, clauses, self.doctrine.get(choice.side, []), g)
        if found is None:
            found = g.rules.kinds[choice.kind].staff(choice), "staff"
        self.said.append((choice.key, found[1], str(found[0])))
        return found

    def _scripted(self, choice: Choice) -> Answer | None:
        for i, (side, kind, value) in enumerate(self.answers):
            if side == choice.side and kind == choice.kind:
                del self.answers[i]
                return (value(choice) if callable(value) else value), "answer"
        return None

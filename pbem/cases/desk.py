"""Who answers in a case: the answers written in it, in the order asked or by the place or unit they name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pbem import orders
from pbem.cases.model import Row
from pbem.engine.choice import Choice
from pbem.engine.desk import Answer, ScriptedDesk
from pbem.engine.game import Game
from pbem.engine.verbs import Line, Rule
from pbem.errors import PbemError

LANGUAGE = "en"  # keywords of both languages are always read; the answers are English

UnitNamed = Callable[[str], str]  # the id of the unit, or nothing


@dataclass(frozen=True)
class ScriptedAnswer:
    row: Row
    side: str
    kind: str
    text: str
    place: str = ""  # `German refuse at A1108 yes`: the question about this hex or unit, whenever it is asked


class AnswerRefused(PbemError):
    """An answer of the case is none of those that were open."""

    def __init__(self, row: Row, why: str) -> None:
        super().__init__(why)
        self.row = row


class Reader:
    """Reads a scripted answer when it is asked for, with the names its side knows then."""

    def __init__(self, answer: ScriptedAnswer, games: list[Game], unit_named: UnitNamed) -> None:
        self.answer, self.games, self.unit_named = answer, games, unit_named

    def __call__(self, choice: Choice) -> Any:
        g = self.games[-1]
        lexicon = g.rules.lexicon(g.rules.view(g.state, choice.side), choice.side)
        value, why = orders.read_answer(g.rules, lexicon, choice, self.said_to(choice) or self.answer.text, LANGUAGE)
        if why is not None:
            raise AnswerRefused(self.answer.row, why)
        return value

    def fits(self, choice: Choice) -> bool:
        answer = self.answer
        if (answer.side, answer.kind) != (choice.side, choice.kind) or answer.place.casefold() not in choice.subject.casefold():
            return False
        return self.said_to(choice) is not None

    def said_to(self, choice: Choice) -> str | None:
        """Where the units of a hex are asked one by one: `G1 A1311` is for G1 alone."""
        asked, of_one, _ = choice.subject.partition(" from ")
        words = self.answer.text.split()
        for n in range(len(words) - 1, 0, -1) if of_one else ():
            if named := self.unit_named(" ".join(words[:n]).rstrip(":,")):
                rest = re.sub(r"^(?:from \S+ )?(?:(?:to|via|->|-) )?", "", " ".join(words[n:]))
                return rest if named == asked else None
        return self.answer.text


class CaseDesk(ScriptedDesk):
    """An answer that names its place waits for the question about it. One way back said once is that of all units of the hex."""

    def __init__(self, lines: dict[str, list[Line]], rules: dict[str, list[Rule]], answers: list[Reader], alone: bool) -> None:
        super().__init__(lines, rules, [(reader.answer.side, reader.answer.kind, reader) for reader in answers])
        self.alone = alone  # answers are also used up by questions with a single choice, if they say that choice
        self.said_last: dict[tuple[str, str, str], Reader] = {}
        self.looked = 0

    def answer(self, choice: Choice, clauses: list[Rule], g: Game) -> Answer | None:
        self.answered_themselves(g, choice)
        return super().answer(choice, clauses, g)

    def answered_themselves(self, g: Game, until: Choice | None = None) -> None:
        for asked in g.asked[self.looked :] if self.alone else ():
            if asked is until:
                break
            self.looked += 1
            if only := asked.options.only():
                self._spend(asked, only[0])

    def _spend(self, choice: Choice, value: Any) -> None:
        for i, (_, _, reader) in enumerate(self.answers):
            if reader.fits(choice):
                try:
                    said = reader(choice)
                except AnswerRefused:
                    return
                if said == value:
                    del self.answers[i]
                return

    def _scripted(self, choice: Choice) -> tuple[Any, str] | None:
        where = (choice.side, choice.kind, choice.subject.partition(" from ")[2])
        for i, (_, _, reader) in enumerate(self.answers):
            if reader.fits(choice):
                del self.answers[i]
                if not reader.answer.place:
                    self.said_last[where] = reader
                return reader(choice), "answer"
        return self._as_before(choice, where)

    def _as_before(self, choice: Choice, where: tuple[str, str, str]) -> tuple[Any, str] | None:
        """`German fallback B0616`, said of the first unit: the others of that hex go there too, as far as they can."""
        if not where[2] or where not in self.said_last:
            return None
        try:
            return self.said_last[where](choice), "answer"
        except AnswerRefused:
            return None

"""What the lines of step 6 have to know of those before them, and what becomes of a line that they have overtaken [P13.10]."""

from __future__ import annotations

import msgspec

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refusal, Refused
from pbem.rulesets.last_crusade.state import MAP, State

OUTCOMES = ("card-not-on-map", "not-adjacent-zone", "unsupplied-zone")  # why a unit fails that fought before: nobody could know how


class March(msgspec.Struct):
    halted: list[str] = []  # moved while out of supply: no further [P11.3]
    stopped: list[str] = []  # have met an obstacle, or somebody unseen
    fought: list[str] = []  # have taken part in an assault

    def lost(self, s: State, name: str) -> bool:
        return s.cards[name].place != MAP and name in (*self.stopped, *self.fought)

    def unforeseen(self, name: str, why: str) -> bool:
        """No order could know that the unit would not be able to."""
        return name in self.stopped or (name in self.fought and why in OUTCOMES)


def leave_out(g: Game, line: Line, names: list[str], why: Refusal, at: str = "") -> None:
    """The others carry the order out; with a line in the report."""
    s: State = g.state
    g.log("cut short", units=names, see=[s.active], side=s.active, at=at, rule="P13.10", why=why.why, facts=why.facts)
    g.note(line, left_out=names)


def lapse(g: Game, line: Line, why: Refused) -> None:
    """No refusal: dice or the enemy stopped it."""
    verdict = g.verdicts[line.n]
    verdict.status, verdict.refusal = "lapsed", g.in_its_words(g.state.active, why.refusal)

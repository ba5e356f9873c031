"""One code path for checking and for playing: the same stage, on the side's own view, with assumed dice and opponents."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec

from pbem.engine.choice import Choice
from pbem.engine.desk import Answer, by_rules
from pbem.engine.dice import Assumed
from pbem.engine.game import Done, run
from pbem.engine.state import canonical
from pbem.engine.verbs import Line, Refusal, Rule, Verdict

if TYPE_CHECKING:
    from pbem.engine.game import Game
    from pbem.engine.ruleset import Ruleset

RUNS: tuple[str | int, ...] = ("low", "high", 1, 2, 3, 4)


class Assuming:
    """Own clauses, doctrine and staff; the others take their first option, their last, or one of a fixed random run."""

    def __init__(self, side: str, lines: list[Line], doctrine: list[Rule], how: str | int) -> None:
        self.side, self.lines, self.doctrine, self.how = side, lines, doctrine, how
        self.rng = random.Random(f"pbem-assuming-{how}")

    def orders(self, side: str) -> list[Line]:
        return self.lines if side == self.side else []

    def answer(self, choice: Choice, clauses: list[Rule], g: Game) -> Answer:
        if choice.side == self.side:
            return by_rules(choice, clauses, self.doctrine, g) or (g.rules.kinds[choice.kind].staff(choice), "staff")
        options = self._first_options(choice)
        pick = 0 if self.how == "low" else len(options) - 1 if self.how == "high" else self.rng.randrange(len(options))
        return options[pick], "assumed"

    @staticmethod
    def _first_options(choice: Choice) -> list[Any]:
        found: list[Any] = []
        for value in choice.options.some():
            found.append(value)
            if len(found) == 32:  # enough to differ; some shapes have a quarter of a million
                break
        return found


class Checked(msgspec.Struct):
    """ok in every run, conditional in some, illegal in none."""

    status: str
    refusal: Refusal | None = None
    notes: dict[str, Any] = {}


def check(rules: Ruleset, state: Any, side: str, lines: list[Line], doctrine: list[Rule] | None = None) -> dict[str, Checked]:
    """A forecast of every line; `state` is reduced to the side's view first, so that a refusal betrays nothing."""
    snapshot = canonical(rules.view(state, side))
    runs = [_one_run(rules, snapshot, Assuming(side, lines, doctrine or [], how), how) for how in RUNS]
    return {line.n: judge([verdicts.get(line.n) for verdicts in runs]) for line in lines}


def _one_run(rules: Ruleset, snapshot: bytes, desk: Assuming, how: str | int) -> dict[str, Verdict]:
    done = run(rules, snapshot, desk, Assumed(how))
    assert isinstance(done, Done), "an assuming desk answers everything"
    return done.verdicts


def judge(verdicts: list[Verdict | None]) -> Checked:
    good = [v for v in verdicts if v is not None and v.status == "ok"]
    bad = next((v.refusal for v in verdicts if v is not None and v.refusal is not None), None)
    lapsed = any(v is None or v.status == "lapsed" for v in verdicts)
    notes = good[0].notes if good else {}
    if len(good) == len(verdicts):
        return Checked("ok", None, notes)
    if good or lapsed:
        return Checked("conditional", bad, notes)
    return Checked("illegal", bad, notes)

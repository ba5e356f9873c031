"""One code path for checking and for playing: the same stage, on the side's own view, with assumed dice and opponents."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec

from pbem.engine.choice import Choice
from pbem.engine.desk import Answer, by_rules
from pbem.engine.dice import Assumed
from pbem.engine.events import Roll
from pbem.engine.game import Before, Done, Game, Waiting, run
from pbem.engine.sequence import play_stage, stage_rows
from pbem.engine.state import canonical
from pbem.engine.verbs import Line, Refusal, Rule, Verdict

if TYPE_CHECKING:
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


class Parted(BaseException):
    """A die, or a question to another side: from this row on the runs differ. A BaseException, as Pending is."""


class Certain(Assuming):
    def answer(self, choice: Choice, clauses: list[Rule], g: Game) -> Answer:
        if choice.side != self.side:
            raise Parted
        return super().answer(choice, clauses, g)


class NoDice:
    def mix(self, answers: list[bytes]) -> None:
        pass

    def roll(self, sides: int, purpose: str, hidden: bool = False) -> Roll:
        raise Parted


def check(
    rules: Ruleset, state: Any, side: str, lines: list[Line], doctrine: list[Rule] | None = None, how: tuple[str | int, ...] = RUNS
) -> dict[str, Checked]:
    """A forecast of every line; `state` is reduced to the side's view first, so that a refusal betrays nothing."""
    runs = _runs(rules, canonical(rules.view(state, side)), side, lines, doctrine or [], how)
    return {line.n: judge([verdicts.get(line.n) for verdicts in runs]) for line in lines}


def _runs(
    rules: Ruleset, snapshot: bytes, side: str, lines: list[Line], doctrine: list[Rule], hows: tuple[str | int, ...]
) -> list[dict[str, Verdict]]:
    """The verdicts of each run; the rows before the first die are the same in all of them and are played once."""
    last: list[Before] = []

    def row_by_row(g: Game) -> None:
        for row in stage_rows(g):
            last[:] = [g.before()]
            row.play(g)

    try:
        return [_verdicts(run(rules, snapshot, Certain(side, lines, doctrine, "low"), NoDice(), play=row_by_row, sound=False))]
    except Parted:
        return [_from(last[0], rules, Assuming(side, lines, doctrine, how), how) for how in hows]


def _from(before: Before, rules: Ruleset, desk: Assuming, how: str | int) -> dict[str, Verdict]:
    def rest(g: Game) -> None:
        g.go_on(before)
        play_stage(g)

    return _verdicts(run(rules, before.snapshot, desk, Assumed(how), play=rest, sound=False))


def _verdicts(done: Done | Waiting) -> dict[str, Verdict]:
    assert isinstance(done, Done), "an assuming desk answers everything"
    return done.verdicts


def judge(verdicts: list[Verdict | None]) -> Checked:
    good = [v for v in verdicts if v is not None and v.status == "ok"]
    bad = next((v.refusal for v in verdicts if v is not None and v.refusal is not None), None)
    lapsed = any(v is None or v.status == "lapsed" for v in verdicts)
    if bad is not None and not lapsed and all(v.notes.get("idle") for v in good):  # refused wherever there was something to do
        return Checked("illegal", bad, {})
    notes = good[0].notes if good else {}
    if len(good) == len(verdicts):
        return Checked("ok", None, notes)
    if good or lapsed:
        return Checked("conditional", bad, notes)
    return Checked("illegal", bad, notes)

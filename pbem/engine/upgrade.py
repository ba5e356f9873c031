"""What other rules would have made of a closed stage. A stage is never played again for it: it is a report."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import msgspec

from pbem.engine.choice import Choice
from pbem.engine.desk import Answer, OfficeDesk
from pbem.engine.dice import Assumed, Recorded
from pbem.engine.game import Done, Game, run
from pbem.engine.ruleset import Row, Ruleset
from pbem.engine.stages import Stage
from pbem.engine.state import canonical, decode, plain
from pbem.engine.verbs import Rule
from pbem.errors import PbemError

# what a record may trip over on rules that are not its own
TRIPS = (PbemError, msgspec.MsgspecError, AssertionError, LookupError, ValueError, TypeError, AttributeError)


class Divergence(msgspec.Struct):
    """The first thing that goes another way: in which row of the sequence, what it is, what was and what is now; None for nothing."""

    row: str
    what: str  # question, die, event, state, fault
    was: Any = None
    now: Any = None


class Change(msgspec.Struct):
    """One field of the position at the end of the stage; None for what is not there."""

    path: list[str]
    was: Any = None
    now: Any = None


class Upgrade(msgspec.Struct):
    step: str
    old: str
    new: str
    asked_differently: list[str] = []  # same question, other options
    asks_anew: list[str] = []
    asks_no_more: list[str] = []
    new_dice: list[str] = []
    dice_not_rolled: list[str] = []
    same_result: bool = False
    fault: str = ""  # it could not be played to its end
    first: Divergence | None = None
    changes: list[Change] = []

    @property
    def same(self) -> bool:
        return self.first is None


@dataclasses.dataclass
class Trace:
    """Where a run stood: the rows it played, with the number of dice and events before each."""

    g: Game | None = None
    rows: list[tuple[str, dict[str, int]]] = dataclasses.field(default_factory=list)
    question: Divergence | None = None  # the first that is new or put otherwise
    asked_in: int = 0  # its row, counted in rows played

    def watched(self, rules: Ruleset) -> Ruleset:
        return dataclasses.replace(rules, sequence=tuple(dataclasses.replace(row, play=self._play(row)) for row in rules.sequence))

    def _play(self, row: Row) -> Any:
        def play(g: Game) -> None:
            self.g = g
            self.rows.append((f"{row.id} {row.name}".strip(), {"die": len(g.rolls), "event": len(g.events)}))
            row.play(g)

        return play

    def asked(self, was: str | None, choice: Choice) -> None:
        if self.question is None:
            self.question, self.asked_in = Divergence("", "question", was, choice.key), len(self.rows) - 1

    def row_of(self, what: str, number: int) -> int:
        """The row that made the die or the event of this number."""
        return max((n for n, (_, before) in enumerate(self.rows) if before[what] <= number), default=0)

    def name(self, n: int) -> str:
        return self.rows[n][0] if self.rows else ""


class UpgradeDesk(OfficeDesk):
    """The old answers where they are still legal, the staff elsewhere."""

    def __init__(self, stage: Stage, report: Upgrade, trace: Trace) -> None:
        super().__init__({f.side: f.lines for f in stage.filings})
        self.old = {e.key: e for e in stage.journal if e.what == "answer"}
        self.report, self.trace = report, trace

    def answer(self, choice: Choice, clauses: list[Rule], g: Game) -> Answer:
        entry = self.old.pop(choice.key, None)
        if entry is None:
            self.report.asks_anew.append(choice.key)
            self.trace.asked(None, choice)
        elif entry.asked != choice.asked:
            self.report.asked_differently.append(choice.key)
            self.trace.asked(choice.key, choice)
        if entry is not None and choice.options.why_not(entry.value) is None:
            return entry.value, entry.source
        return g.rules.kinds[choice.kind].staff(choice), "staff"


def upgrade(new: Ruleset, stage: Stage) -> Upgrade:
    """A closed stage once more on other rules: recorded dice, recorded answers, and where it goes another way."""
    report, trace = Upgrade(stage.step, stage.rules, new.version), Trace()
    desk = UpgradeDesk(stage, report, trace)
    answers = [canonical([e.key, e.value]) for e in stage.journal if e.what == "answer"]
    dice = Recorded(stage.tape, Assumed("upgrade"), answers)
    try:
        corrections = [e for e in stage.journal if e.what == "correct"]
        done = run(trace.watched(new), stage.before, desk, dice, corrections, stage.policy, sound=False)
        assert isinstance(done, Done), "the staff answers what the record does not"
        report.changes = list(changes(plain(decode(stage.after, new.state)), plain(done.state)))
        report.same_result = not report.changes
    except TRIPS as error:
        report.fault = f"{type(error).__name__}: {error}"
    report.asks_no_more = sorted(desk.old)
    report.new_dice = [roll.purpose for roll in dice.fresh]
    report.dice_not_rolled = [roll.purpose for roll in dice.tape]
    report.first = first_divergence(stage, report, trace)
    return report


def first_divergence(stage: Stage, report: Upgrade, trace: Trace) -> Divergence | None:
    """The one in the earliest row; within a row the question goes before the die, the die before the event."""
    found: list[tuple[int, int, Divergence]] = []
    if trace.question is not None:
        found.append((trace.asked_in, 0, trace.question))
    rolls, events = (trace.g.rolls, trace.g.events) if trace.g is not None else ([], [])
    for order, what, was, now in ((1, "die", stage.tape, rolls), (2, "event", stage.events, events)):
        if (n := first_unlike([seen(one) for one in was], [seen(one) for one in now])) is not None:
            one, other = (plain(side[n]) if n < len(side) else None for side in (was, now))
            found.append((trace.row_of(what, n), order, Divergence("", what, one, other)))
    if report.fault:  # what is missing behind it says nothing
        found = [one for one in found if one[2].now is not None]
    if found:
        at, _, first = min(found, key=lambda one: one[:2])
        return msgspec.structs.replace(first, row=trace.name(at))
    return without_a_place(report, trace)


def without_a_place(report: Upgrade, trace: Trace) -> Divergence | None:
    last = trace.name(len(trace.rows) - 1)
    if report.fault:
        return Divergence(last, "fault", now=report.fault)
    if report.asks_no_more:
        return Divergence(last, "question", report.asks_no_more[0])
    if report.changes:
        change = report.changes[0]
        return Divergence(last, "state", f"{' '.join(change.path)}: {change.was}", change.now)
    return None


def seen(one: Any) -> bytes:
    """A die by what it was for and what it gave: its label follows from its place."""
    return canonical([one.purpose, one.sides, one.value, one.hidden]) if hasattr(one, "purpose") else canonical(one)


def first_unlike(one: list[bytes], other: list[bytes]) -> int | None:
    return next((n for n, (a, b) in enumerate(zip_longest(one, other)) if a != b), None)


def changes(was: Any, now: Any, path: tuple[str, ...] = ()) -> Iterator[Change]:
    """Field by field, in the order of their names; of lists the whole."""
    if isinstance(was, dict) and isinstance(now, dict):
        for name in sorted({*was, *now}):
            yield from changes(was.get(name), now.get(name), (*path, name))
    elif was != now:
        yield Change(list(path), was, now)

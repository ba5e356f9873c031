"""Runs cases and judges them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pbem.cases import happened
from pbem.cases.expect import Expectation, expectations
from pbem.cases.model import Case, CaseFault, Fault, FindRules, Outcome
from pbem.cases.play import Played, Ready, play, set_up
from pbem.cases.read import read_case_files
from pbem.errors import PbemError

NOTHING = "nothing new: it held before the step, so it proves nothing (write `unchanged` if that is meant)"


def run_files(paths: list[Path], find: FindRules, only: str = "") -> list[Outcome]:
    """All cases of the files and folders, or the one of that id. Every file is read before anything is run."""
    cases = [case for case in read_case_files(paths) if not only or case.id.casefold() == only.casefold()]
    if only and not cases:
        raise PbemError(f"no case {only}", "an id stands behind CASE in the file")
    prepared = [(ready, expectations(ready)) for ready in (set_up(case, find) for case in cases)]
    return [judge(ready, wanted) for ready, wanted in prepared]


def position_of(file: Path, find: FindRules, only: str = "") -> tuple[Any, Case]:
    """The position of the first case of a file, or of the one named: for checking orders against it."""
    cases = [case for case in read_case_files([file], to_play=False) if only.casefold() in ("", case.id.casefold())]
    if not cases:
        raise CaseFault(file, 0, only, "there is no such case in the file")
    return set_up(cases[0], find).state(), cases[0]


def summary(outcomes: list[Outcome]) -> str:
    passed = sum(outcome.passed for outcome in outcomes)
    return f"{passed} passed, {len(outcomes) - passed} failed"


def judge(ready: Ready, wanted: list[Expectation]) -> Outcome:
    case, played = ready.case, play(ready)
    outcome = Outcome(case.id, case.title, case.file, case.row, ready.rules.slug, touched=case.touched, log=log(played))
    outcome.faults = [Fault(*broken) for broken in played.broken]
    if played.after is not None:
        for expected in wanted:
            _judge_line(outcome, played, expected)
        if not outcome.faults and not any(new(played, expected) for expected in wanted):
            outcome.faults.append(Fault(case.row, f"CASE {case.id}", "every line of EXPECT held before the step: the case proves nothing"))
    outcome.faults += unmentioned(played, wanted)
    return outcome


def _judge_line(outcome: Outcome, played: Played, expected: Expectation) -> None:
    got = expected.got(played)
    if not got and expected.cites and not new(played, expected):
        got = NOTHING
    (outcome.failing if got else outcome.proved).extend(expected.cites)
    if got:
        outcome.faults.append(Fault(expected.row.n, expected.text, got))


def new(played: Played, expected: Expectation) -> bool:
    """Whether the line can prove anything: it is not about something that was so before."""
    return expected.before is None or not expected.before(played.before)


def unmentioned(played: Played, wanted: list[Expectation]) -> list[Fault]:
    """An order that was not carried out has to be expected: a slip of the pen must not pass for a result."""
    named = [expected.line for expected in wanted]
    faults = []
    for (side, n), line in played.lines.items():
        text = happened.verdict_text(played, side, n)
        if (side, n) not in named and text not in ("ok", "lapsed"):
            block = next(b for b in played.ready.case.orders if b.side.text.casefold() == side.casefold())
            faults.append(Fault(block.side.n + line.row, line.text.strip(), text))
    return faults


def log(played: Played) -> list[str]:
    """Every order, die, question and modifier, for `--verbose`."""
    lines = [f"{side} line {n}  {line.text.strip()}: {happened.verdict_text(played, side, n)}" for (side, n), line in played.lines.items()]
    lines += [f"die {roll.label}  {roll.purpose}: {roll.value}" for roll in played.rolls]
    lines += [f"asked {key}: {value} ({source})" for key, source, value in played.said]
    for event in played.events:
        lines.append(f"event {happened.event_line(event)}")
        lines += [f"   {happened.told_rows([row])}" for row in happened.rows(event)]
    return lines

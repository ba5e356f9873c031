"""Positions in the words of rule cases, and one way to play a side's step with lines, answers and dice."""

from __future__ import annotations

from typing import Any

from pbem.engine.desk import ScriptedDesk
from pbem.engine.dice import Scripted
from pbem.engine.game import Done, run
from pbem.engine.sequence import play_rows
from pbem.engine.state import canonical
from pbem.engine.verbs import Line
from pbem.rulesets.last_crusade import RULES, position
from pbem.rulesets.last_crusade.cards import start
from pbem.rulesets.last_crusade.state import State

FREE, ARRACOURT = "last-crusade/free-game", "last-crusade/arracourt"
Script = list[tuple[str, int]]


def placed(lines: str, scenario: str = FREE, turn: int = 1) -> State:
    s = start(scenario)
    s.turn, s.ready = turn, True
    for line in lines.strip().splitlines():
        position.apply(s, line)
    return s


def dice(**numbers: list[int]) -> Script:
    """`dice(fire=[5, 1])`."""
    return [(purpose, number) for purpose, all_of_it in numbers.items() for number in all_of_it]


def played(
    s: State,
    side: str,
    step: str,
    lines: list[Line] | None = None,
    script: Script | None = None,
    answers: list[tuple[str, str, Any]] | None = None,
    policy: str = "strict",
    last: str = "",
) -> Done:
    first = position.begin(s, side, step)
    until = position.begin(placed("no cards", s.scenario), side, last) if last else first
    desk = ScriptedDesk({side: lines or []}, {}, answers or [])
    done = run(RULES, canonical(s), desk, Scripted(script or []), policy=policy, play=lambda g: play_rows(g, until))
    assert isinstance(done, Done)
    return done


def order(verb: str, units: str = "", n: str = "1", **args: Any) -> Line:
    """`order("DEPLOY", "Bazooka 1", on="Rifle 1")`; every argument is a list, as the orders room makes it."""
    given = {name: value if isinstance(value, int) else [part.strip() for part in value.split(",")] for name, value in args.items()}
    return Line(n, verb, {"units": [part.strip() for part in units.split(",") if part.strip()], **given})

"""Plays movement rows for the tests: positions in the words of rule cases, orders as lines or as text."""

from __future__ import annotations

from typing import Any

from pbem.engine.desk import ScriptedDesk
from pbem.engine.dice import Assumed, Scripted
from pbem.engine.game import Done, run
from pbem.engine.sequence import play_rows
from pbem.engine.state import canonical
from pbem.engine.verbs import Line
from pbem.orders import read_orders
from pbem.rulesets.air_bridge import RULES, position
from pbem.rulesets.air_bridge.names import lexicon
from pbem.rulesets.air_bridge.state import State
from pbem.rulesets.air_bridge.units import start

SCENARIO = "air-bridge/breakout"


def placed(*words: str, turn: int = 2, side: str = "allied", step: str = "movement") -> State:
    s = start(SCENARIO)
    s.turn = turn
    for line in words:
        position.apply(s, line)
    position.begin(s, side, step)
    return s


def read(s: State, *orders: str) -> list[Line]:
    reading = read_orders(RULES, lexicon(s, s.active), "\n".join(orders), "en")
    lines = [read.line for read in reading.lines if read.line is not None]
    assert len(lines) == len(orders), [read.message for read in reading.lines]
    return lines


def play(s: State, *orders: str, dice: list[tuple[str, int]] | None = None, policy: str = "strict", luck: Any = None) -> Done:
    """The row in which the position stands, with these orders of its active side."""
    desk = ScriptedDesk({s.active: read(s, *orders)}, {}, [])
    row = s.step
    rolls = luck if luck is not None else Scripted(dice or [])
    done = run(RULES, canonical(s), desk, rolls, policy=policy, play=lambda g: play_rows(g, row))
    assert isinstance(done, Done)
    return done


def lucky() -> Assumed:
    """Every bridge stands: all dice high."""
    return Assumed("high")

"""Positions for fights, and one way to play the combat rows with scripted answers and dice."""

from __future__ import annotations

from typing import Any

from pbem.engine.desk import ScriptedDesk
from pbem.engine.dice import Scripted
from pbem.engine.game import Done, run
from pbem.engine.sequence import play_rows
from pbem.engine.state import canonical
from pbem.engine.verbs import Line, Policy, Rule
from pbem.rulesets.air_bridge import RULES, position
from pbem.rulesets.air_bridge.sequence import row_of
from pbem.rulesets.air_bridge.state import State
from pbem.rulesets.air_bridge.units import start

DOMMEL = """no units
2 Irish at A1007
2 Gren at A1007
1 Brg at A1007
2 HCR at A1007
2 Hoff at A1108
Roestel at A1208
153 Fd at A0807
55 Fd at A0807
bridge A1007/A1108 intact
air Allied 12
air German 3"""


def placed(lines: str, turn: int = 2) -> State:
    s = start("air-bridge/breakout")
    s.turn = turn
    for line in lines.splitlines():
        position.apply(s, line)
    return s


def attack(hex: str, *units: str, n: str = "1", rules: list[Rule] | None = None, **clauses: Any) -> Line:
    return Line(n, "ATTACK", {"place": [hex], "units": list(units)}, clauses, rules or [])


def fire(verb: str, hex: str, *guns: str, air: int = 0, n: str = "2", **clauses: Any) -> Line:
    return Line(n, verb, {"place": [hex], "fire": {"guns": list(guns), "air": air}}, clauses)


def all_advance(n: str = "1") -> Rule:
    return Rule(n, "advance", [Policy("all")])


def fought(
    s: State,
    orders: dict[str, list[Line]] | None = None,
    answers: list[tuple[str, str, Any]] | None = None,
    dice: list[tuple[str, int]] | None = None,
    side: str = "allied",
    first: str = "declaration",
    last: str = "maneuver",
    policy: str = "strict",
    doctrine: dict[str, list[Rule]] | None = None,
) -> Done:
    position.begin(s, side, first)
    desk = ScriptedDesk(orders or {}, doctrine or {}, answers or [])
    end = row_of(s, side, last)
    done = run(RULES, canonical(s), desk, Scripted(dice or []), policy=policy, play=lambda g: play_rows(g, end))
    assert isinstance(done, Done) and not desk.answers, f"not asked: {desk.answers}"
    return done


def events(done: Done, kind: str) -> list[dict[str, Any]]:
    return [{"rule": e.rule, **e.seen["*"]} for e in done.events if e.kind == kind]


def dommel() -> Done:
    """The Guards force the Dommel; Roestel joins, 2 Hoff dies, Roestel leaves, all advance."""
    return fought(
        placed(DOMMEL),
        {
            "allied": [
                attack("A1108", "2 Irish", "2 Gren", "1 Brg", "2 HCR", rules=[all_advance()]),
                fire("SUPPORT", "A1108", "153 Fd", "55 Fd", air=8),
            ]
        },
        [("german", "react", "Roestel"), ("german", "support", {"points": {"A1108": 3}}), ("german", "losses", {"2 Hoff": 2})],
        [("reaction", 4), ("allied support", 4), ("german support", 7), ("maneuver", 5)],
    )

"""The smallest game that asks, rolls and logs: two sides, one gun each, one shot a turn."""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.board import Board, Space
from pbem.engine.choice import Allot, Choice, yes_no
from pbem.engine.game import Game
from pbem.engine.ruleset import Kind, Lexicon, Picture, Row, Ruleset
from pbem.engine.verbs import Arg, Cond, Line, Refused, Verb

BOARD = Board([Space("field")])


class Mini(msgspec.Struct):
    scenario: str = "mini/duel"
    turn: int = 1
    step: str = "shoot"
    over: str = ""
    men: dict[str, int] = {}
    log: list[str] = []


def shoot(g: Game) -> None:
    g.play_lines("red", fire)


def fire(g: Game, line: Line) -> None:
    target = line.args["target"]
    if target not in g.state.men:
        raise Refused("1.1", "no-such-target", target=target)
    duck, hide = g.ask_all([yes_no("blue", "duck", "a", "1.2"), yes_no("green", "duck", "b", "1.2")])
    die = g.roll("shot", at=target)
    hits = 2 if die > 5 and not duck else 0
    if hits:
        about = {"spare": {"attack": 1}, target: {"attack": 4}}
        shares = g.ask(Choice("blue", "losses", target, Allot(hits, {target: 2, "spare": 2}), "1.3", about=about))
        for name, lost in shares.items():
            g.state.men[name] -= lost
    g.log("shot", units=[target], rule="1.2", die=die, hits=hits, hide=hide)


def close(g: Game) -> None:
    g.state.turn += 1
    g.state.over = "end" if g.state.turn > 2 else ""


def men_positive(state: Any, events: list[Any]) -> Any:
    for name, men in state.men.items():
        if men < 0:
            yield f"{name} has {men} men"


RULES = Ruleset(
    slug="mini",
    version="1",
    state=Mini,
    sides=("red", "blue", "green"),
    sequence=(Row("shoot", "Fire", shoot, "main", "A", lambda s: ("red",), ("SHOOT",)), Row("end", "End", close)),
    kinds={"duck": Kind("1.2", lambda c: False), "losses": Kind("1.3", lambda c: next(c.options.some()))},
    verbs={"SHOOT": Verb("SHOOT", "TIRER", (Arg("target", "units"),), "1.1", "main")},
    board=lambda scenario: BOARD,
    start=lambda scenario: Mini(men={"bob": 4, "spare": 4}),
    view=lambda state, side: state,
    alias=lambda state, side, unit: "somebody" if side == "green" else unit,
    holds=lambda state, side, cond: cond.test == "alive" and all(state.men.get(n, 0) > 0 for n in cond.subject),
    lexicon=lambda state, side: Lexicon(side, [], []),
    picture=lambda state, side: Picture([], []),
    result=lambda state: {"winner": ""},
    staff=lambda view, side: [],
    sound=(men_positive,),
)


def shot(n: str, target: str, when: Cond | None = None) -> Line:
    return Line(n, "SHOOT", {"target": target}, when=when)

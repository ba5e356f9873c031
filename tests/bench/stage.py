"""Orders read, checked and played by the rules of a real stage, beside the `diplomacy` package in the same run."""

from __future__ import annotations

import random
import time
from typing import Any

from pbem.engine.desk import OfficeDesk
from pbem.engine.dice import Assumed
from pbem.engine.game import Done, run
from pbem.engine.ruleset import Ruleset
from pbem.engine.sequence import wanted
from pbem.engine.state import canonical, decode
from pbem.games.library import Library
from pbem.orders import check_orders

from .measure import Row, against_goal, beside, missing, seconds

SCENARIO, CAMPAIGN = "air-bridge/breakout", "air-bridge/market-garden"
CHECK_GOAL = 0.002
PLAY_GOAL = 3.0


class Busy:
    """The stage of a staff game with the most lines."""

    def __init__(self, scenario: str = SCENARIO, turns: int = 99) -> None:
        self.rules = Library().ruleset(scenario.partition("/")[0])
        self.side, self.before, self.text = "", b"", ""
        state = self.rules.start(scenario)
        while not state.over and state.turn <= turns:
            before = canonical(state)
            for side in wanted(self.rules, state):
                self.keep(side, before, "\n".join(self.rules.staff(self.rules.view(state, side), side)))
            state = self.played(before)

    def keep(self, side: str, before: bytes, text: str) -> None:
        if len(text.splitlines()) > len(self.text.splitlines()):
            self.side, self.before, self.text = side, before, text

    def played(self, before: bytes) -> Any:
        state = decode(before, self.rules.state)
        orders = {}
        for side in wanted(self.rules, state):
            text = "\n".join(self.rules.staff(self.rules.view(state, side), side))
            orders[side] = check_orders(self.rules, state, side, text, [], "en").playable("strict")
        return play(self.rules, before, orders).state


def play(rules: Ruleset, before: bytes, orders: dict[str, list[Any]]) -> Done:
    done = run(rules, before, OfficeDesk(orders, staff=rules.sides), Assumed(1))
    assert isinstance(done, Done)
    return done


def read(rules: Ruleset, state: Any, side: str, text: str) -> list[Any]:
    return check_orders(rules, state, side, text, [], "en").playable("strict")


def order_rows() -> list[Row]:
    busy, campaign, theirs = Busy(), Busy(CAMPAIGN, turns=2), diplomacy_order()
    state = decode(busy.before, busy.rules.state)
    found = check_orders(busy.rules, state, busy.side, busy.text, [], "en")
    checked = seconds(lambda: check_orders(busy.rules, state, busy.side, busy.text, [], "en"), 5) / len(found.lines)
    return [
        against_goal(f"an order read and checked ({named(busy)})", checked, CHECK_GOAL),
        played_row(f"an order played ({named(busy)})", busy, theirs),
        played_row(f"an order of the campaign played ({named(campaign)})", campaign, theirs),
    ]


def named(busy: Busy) -> str:
    return f"{busy.side}, {len(busy.text.splitlines())} lines"


def played_row(what: str, busy: Busy, theirs: float | None) -> Row:
    """A whole step with its fights and answers, shared among its orders."""
    lines = read(busy.rules, decode(busy.before, busy.rules.state), busy.side, busy.text)
    ours = seconds(lambda: play(busy.rules, busy.before, {busy.side: lines}), 7) / len(lines)
    return missing(what, ours, "diplomacy", PLAY_GOAL) if theirs is None else beside(what, ours, theirs, "diplomacy", PLAY_GOAL)


def diplomacy_order() -> float | None:
    """Seconds an order takes there: set and processed, over a game of random legal orders."""
    try:
        from diplomacy import Game
    except ImportError:
        return None
    rng, orders, spent = random.Random(1), 0, 0.0
    for _ in range(3):
        game = Game()
        for _ in range(15):
            possible = game.get_all_possible_orders()
            chosen = {p: [rng.choice(possible[at]) for at in game.get_orderable_locations(p) if possible[at]] for p in game.powers}
            begin = time.process_time()
            for power, texts in chosen.items():
                game.set_orders(power, texts)
            game.process()
            spent += time.process_time() - begin
            orders += sum(len(texts) for texts in chosen.values())
    return spent / orders

"""The long evening: sixty lines of orders for the campaign, read, checked, forecast and written back, as the office does it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from pbem.engine.sequence import step_name
from pbem.engine.state import decode
from pbem.games.autoplay_mail import an_office
from pbem.games.commands import Desk
from pbem.games.gamefile import GameFile
from pbem.games.house import House
from pbem.games.library import Library
from pbem.games.ordering import orders
from pbem.games.post import written
from pbem.games.settings import GameSettings
from pbem.orders import Command, print_line
from pbem.store.db import pack
from pbem.store.tables import GameRow, SeatRow, StageRow

from .measure import Row, against_goal, seconds
from .stage import CAMPAIGN, Busy, read

GOAL = 0.300
LINES = 60


def reply_row() -> Row:
    busy = Busy(CAMPAIGN, turns=2)
    text = sixty(busy)
    with tempfile.TemporaryDirectory() as folder:
        house = an_office(Path(folder), Library(), "bench")
        took = seconds(answering(house, busy, text), 5)
        house.store.close()
    return against_goal(f"an orders mail of {LINES} lines checked, with odds and forecast ({busy.side})", took, GOAL)


def sixty(busy: Busy) -> str:
    """The orders of the staff with a line for each unit; whoever has none yet goes to the hex beside him, legal or not."""
    state = decode(busy.before, busy.rules.state)
    lines = [one for line in read(busy.rules, state, busy.side, busy.text) for one in alone(busy.rules, line)]
    said, board = " ".join(lines), busy.rules.board(state.scenario)
    units = busy.rules.lexicon(busy.rules.view(state, busy.side), busy.side).units
    idle = [u for u in units if u.side == busy.side and u.at in board.spaces and u.id not in said]
    lines += [f"MOVE {unit.id} {board.neighbours(unit.at)[0]}" for unit in idle]
    assert len(lines) >= LINES, f"{len(lines)} lines only"
    return "\n".join(lines[:LINES])


def alone(rules: Any, line: Any) -> list[str]:
    """A march of several units, one line each; anything else as it is."""
    if line.verb not in ("MOVE", "ENTER") or len(line.units()) < 2 or line.clauses:
        return [print_line(rules, line, "en")]
    texts = []
    for unit in line.units():
        line.args = {**line.args, "units": [unit]}
        texts.append(print_line(rules, line, "en"))
    return texts


def answering(house: House, busy: Busy, text: str) -> Callable[[], str]:
    def answer() -> str:
        file = at_the_desk(house, busy)
        piece = orders(Desk(file, file.seats[busy.side], "mail 1"), Command("ORDERS", "", text))
        assert piece.template == "reply", piece.model
        return written(file, file.seats[busy.side], piece.template, piece.model).text

    return answer


def at_the_desk(house: House, busy: Busy) -> GameFile:
    state, now, packed = decode(busy.before, busy.rules.state), house.now(), pack(busy.before)
    game = GameRow(
        id="bench", ruleset=busy.rules.slug, rules_version="", scenario=state.scenario, status="running", seq=1, state=packed,
        blind=bytes(32), settings=msgspec.json.encode(GameSettings(policy="ask")).decode(), moderator="", created=now,
    )  # fmt: skip
    stage = StageRow(
        game="bench", seq=1, attempt=1, step=step_name(busy.rules, state), opened=now, due=now, before=packed,
        seed=b"", dark=b"", seal="", dark_seal="",
    )  # fmt: skip
    seats = {side: SeatRow(game="bench", side=side, status="joined") for side in busy.rules.sides}
    return GameFile(house, game, seats, [stage], [], [])

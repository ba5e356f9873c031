"""Orders given once for every turn: EVERY TURN lines stand from the step they were first played in, until STOP EVERY or their own end.

They are kept nowhere of their own: the final orders of the stages played are the record, so that a rollback takes them back too.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from pbem.engine.sequence import stage_row
from pbem.engine.stages import Filing
from pbem.engine.verbs import Line
from pbem.games.gamefile import GameFile
from pbem.orders import stage_of
from pbem.store.tables import FilingRow

MARK = "E"  # E1, E2: their numbers in every reply
STOPPED = -1  # in the place of the turn that orders are kept for


@dataclass
class Standing:
    n: str
    line: Line
    stopped: bool

    @property
    def text(self) -> str:
        return self.line.text


def standing(file: GameFile, side: str) -> list[Standing]:
    """All that were ever given, in their order: numbers never shift."""
    played = sorted((s for s in file.stages if s.status == "done" and s.final), key=lambda s: (s.seq, s.attempt))
    filings = [filing for stage in played for filing in msgspec.json.decode(stage.final, type=list[Filing]) if filing.side == side]
    given = [line for filing in filings for line in filing.lines if line.every and not carried(side, line.n)]
    ended = {f.raw for f in file.filings if (f.side, f.turn) == (side, STOPPED)}
    return [Standing(f"{MARK}{n}", line, f"{MARK}{n} {line.text}" in ended) for n, line in enumerate(given, 1)]


def carried(side: str, n: str) -> bool:
    return n.removeprefix(f"{side} ").startswith(MARK)


def in_force(file: GameFile, side: str) -> list[Standing]:
    """Those that still hold, of whatever step."""
    turn = file.state.turn
    return [s for s in standing(file, side) if not s.stopped and (not s.line.until or turn <= s.line.until)]


def of_this_step(file: GameFile, side: str) -> list[Standing]:
    if side not in file.wanted() or file.by_staff(side):
        return []
    state = file.state
    stage = stage_row(file.rules, state).stage
    return [s for s in in_force(file, side) if stage_of(file.rules, state, s.line.verb) == stage]


def stop(file: GameFile, side: str, one: Standing) -> None:
    number = 1 + max((f.number for f in file.filings if (f.side, f.turn) == (side, STOPPED)), default=0)
    ended, now = f"{one.n} {one.text}", file.house.now()
    row = FilingRow(game=file.game.id, side=side, seq=0, attempt=0, number=number, raw=ended, lines="[]", source="mail", at=now)
    row.turn = STOPPED
    file.add(row)

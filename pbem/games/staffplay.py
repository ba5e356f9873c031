"""The staff officer at a seat: files orders as text through the same check as everybody, and keeps what was filed early."""

from __future__ import annotations

import msgspec

from pbem.engine.sequence import stage_row
from pbem.engine.stages import Filing
from pbem.engine.verbs import Line
from pbem.games.filing import file_orders
from pbem.games.gamefile import GameFile
from pbem.store.tables import StageRow


def staff_text(file: GameFile, side: str) -> str:
    """Thought out on the side's own view."""
    return "\n".join(file.rules.staff(file.rules.view(file.state, side), side))


def file_for_staff(file: GameFile) -> bool:
    """Orders for every seat the staff holds; whether any were filed."""
    missing = [side for side in file.wanted() if file.by_staff(side) and not file.seats[side].ready]
    for side in missing:
        if file.in_force(side) is None:
            file_orders(file, side, staff_text(file, side), [], "staff")
        file.seats[side].ready = "anyway"
    return bool(missing)


def file_kept(file: GameFile, ready: dict[str, str]) -> None:
    """Lines sent early, for this stage or this turn, are filed now; READY given with them holds for them too."""
    for side in file.wanted():
        now, later = kept_lines(file, side)
        if now or later:
            file_orders(file, side, "\n".join(line.text for line in [*now, *later]), [], "kept")
            file.seats[side].ready = ready.get(side, "") if now else ""


def kept_lines(file: GameFile, side: str) -> tuple[list[Line], list[Line]]:
    """Those of this turn's filing before, and those that named this turn or every turn."""
    state = file.state
    stage = stage_row(file.rules, state).stage
    now: list[Line] = []
    later: list[Line] = []
    for row in (s for s in file.stages if s.status == "done" and s.final):
        for line in _filed(row, side):
            if file.rules.verbs[line.verb].stage != stage:
                continue
            if line.turn == state.turn or (line.every and state.turn <= (line.until or state.turn)):
                later.append(line)
            elif not line.turn and not line.every and _same_turn(file, row):
                now.append(line)
    return now, later


def _filed(row: StageRow, side: str) -> list[Line]:
    filings = msgspec.json.decode(row.final, type=list[Filing])
    return [line for filing in filings if filing.side == side for line in filing.lines]


def _same_turn(file: GameFile, row: StageRow) -> bool:
    last = max((s for s in file.stages if s.status == "done"), key=lambda s: (s.seq, s.attempt))
    return row is last and row.step.split()[0] == f"T{file.state.turn}" and file.stage_name not in row.step.split()

"""The staff officer at a seat: files orders as text through the same check as everybody, and keeps what was filed early."""

from __future__ import annotations

import msgspec

from pbem.engine.sequence import stage_row
from pbem.engine.stages import Filing
from pbem.engine.state import decode
from pbem.engine.verbs import Line
from pbem.games.filing import file_orders, lexicon, own_number
from pbem.games.gamefile import GameFile
from pbem.orders import next_turn, print_line, read_orders, stage_of
from pbem.store.db import unpack
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


def file_for_silent(file: GameFile) -> None:
    """Where to hold is no answer, the staff orders for those who have not."""
    if stage_row(file.rules, file.state).staffed:
        for side in file.wanted():
            filed = file.in_force(side)
            if filed is None or not filed.raw.strip():
                file_orders(file, side, staff_text(file, side), [], "staff")


def file_kept(file: GameFile, ready: dict[str, str]) -> None:
    """Orders sent early, for this stage or this turn, are filed now; READY given with them holds for them too."""
    for side in (side for side in file.wanted() if not file.by_staff(side)):
        now = [(own_number(side, line.n), line.text) for line in of_this_turn(file, side)]  # under the numbers he knows
        later = [] if now else sent_for_turn(file, side) or named_turn(file, side)
        if now or later:
            file_orders(file, side, "\n".join([*(text for _, text in now), *later]), now, "kept")
            file.seats[side].ready = ready.get(side, "") if now else ""


def of_this_turn(file: GameFile, side: str) -> list[Line]:
    """Lines of this stage that stood in the filing just played: the player need not send a second mail."""
    state = file.state
    stage = stage_row(file.rules, state).stage
    played = [s for s in file.stages if s.status == "done" and s.final]
    last = max(played, key=lambda s: (s.seq, s.attempt), default=None)
    if last is None or not _same_turn(file, last):
        return []
    filings = msgspec.json.decode(last.final, type=list[Filing])
    lines = [line for filing in filings if filing.side == side for line in filing.lines]
    return [line for line in lines if stage_of(file.rules, state, line.verb) == stage and not line.every]


def sent_for_turn(file: GameFile, side: str) -> list[str]:
    """ORDERS T3, now that it is turn 3; used once."""
    kept = [f for f in file.filings if (f.side, f.turn, f.cancelled) == (side, file.state.turn, False)]
    for row in kept:
        row.cancelled = True
    return kept[-1].raw.splitlines() if kept else []


def named_turn(file: GameFile, side: str) -> list[str]:
    """Single lines of earlier orders that named this turn, or the next step of this name."""
    state = file.state
    stage = stage_row(file.rules, state).stage
    found = []
    for row in (s for s in file.stages if s.status == "done"):
        filed = [f for f in file.of_stage(side, row) if not f.cancelled]
        reading = read_orders(file.rules, lexicon(file, side), filed[-1].raw, file.seats[side].language) if filed else None
        for line in (read.line for read in reading.lines if read.line is not None) if reading is not None else ():
            if meant_for(file, row, line) == state.turn and stage_of(file.rules, state, line.verb) == stage:
                found.append(print_line(file.rules, plain(line), file.seats[side].language))
    return found


def meant_for(file: GameFile, row: StageRow, line: Line) -> int:
    """The turn of T3, or of NEXT MAIN; 0 for a line of the step it was filed in."""
    if not line.next or line.next != file.rules.verbs[line.verb].stage:
        return line.turn
    given = decode(unpack(row.before), file.rules.state)
    return next_turn(file.rules, stage_row(file.rules, given).stage, line.next, given.turn)


def plain(line: Line) -> Line:
    return msgspec.structs.replace(line, turn=0, next="", text="")


def _same_turn(file: GameFile, row: StageRow) -> bool:
    return row.step.split()[0] == f"T{file.state.turn}" and file.stage_name not in row.step.split()

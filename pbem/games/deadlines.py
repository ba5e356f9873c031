"""What time does: a stage falls due, grace runs out, a question lapses, a seat that stays silent goes to the staff."""

from __future__ import annotations

from datetime import datetime

from pbem.engine.sequence import wanted
from pbem.games.gamefile import GameFile
from pbem.games.letters import moment
from pbem.games.post import post, written
from pbem.games.settings import span
from pbem.games.stages import choice_of, settle
from pbem.store.tables import DecisionRow, OutboxRow, SeatRow, StageRow


def due(stage: StageRow) -> datetime | None:
    return moment(stage.due)


def end_of_grace(file: GameFile, stage: StageRow) -> datetime | None:
    at = due(stage)
    return at + span(file.settings.grace) if at else None


def closes_now(file: GameFile, stage: StageRow) -> bool:
    """All are READY; or the stage is due and everybody has filed something; or the grace is over."""
    now, at, last = file.house.clock.now(), due(stage), end_of_grace(file, stage)
    sides = file.wanted()
    if all(file.seats[side].ready for side in sides):
        return True
    late = [side for side in sides if not file.seats[side].ready and file.in_force(side) is None]
    return at is not None and last is not None and (now >= last or (now >= at and not late))


def count_misses(file: GameFile) -> None:
    """A deadline missed altogether; after as many as agreed the staff holds the seat until he writes again."""
    for side in file.wanted():
        seat = file.seats[side]
        if seat.status == "joined" and not seat.ready:
            seat.misses = 0 if file.in_force(side) is not None else seat.misses + 1


def lapse(file: GameFile) -> bool:
    """Open questions past their time are answered by the staff."""
    now = file.house.clock.now()
    late = [d for d in file.open_decisions() if datetime.fromisoformat(d.deadline) <= now]
    let_staff_answer(file, late)
    return bool(late)


def let_staff_answer(file: GameFile, rows: list[DecisionRow]) -> None:
    for row in rows:
        choice = choice_of(row)
        settle(file, row, file.rules.kinds[choice.kind].staff(choice), "staff")


def remind(file: GameFile, stage: StageRow, sent: list[OutboxRow]) -> bool:
    """One reminder a stage, once it is due, to who has sent nothing."""
    at, last = due(stage), end_of_grace(file, stage)
    if at is None or file.house.clock.now() < at:
        return False
    silent = [file.seats[side] for side in wanted(file.rules, file.state) if _silent(file, file.seats[side])]
    reminded = {(row.side, row.subject) for row in sent if row.kind == "reminder" and row.at >= stage.due}
    fresh = [seat for seat in silent if seat.side not in {side for side, _ in reminded}]
    for seat in fresh:
        text = written(file, seat, "reminder", {"due": at, "until": last, "number": 0})
        post(file, seat, "reminder", f"reminder {seat.side} {stage.seq}.{stage.attempt} {stage.due}", text)
    return bool(fresh)


def _silent(file: GameFile, seat: SeatRow) -> bool:
    return seat.status == "joined" and not seat.ready and file.in_force(seat.side) is None

"""One idempotent function does what is due for one game. What is pure is computed first; the commit decides."""

from __future__ import annotations

from sqlmodel import col, select

from pbem.engine.game import Waiting
from pbem.engine.sequence import wanted
from pbem.engine.state import canonical
from pbem.games import tutorial
from pbem.games.archive import archive, is_archived
from pbem.games.deadlines import closes_now, count_misses, lapse, remind
from pbem.games.documents import send_reports
from pbem.games.gamefile import GameFile, game_ids, load
from pbem.games.house import House
from pbem.games.pinned import OFFICE, on_its_rules, pin
from pbem.games.questions import send_decisions
from pbem.games.staffplay import file_for_silent, file_for_staff, file_kept
from pbem.games.stages import ask, close_to_orders, open_stage, play, put_on_record, start_bytes
from pbem.store.db import LostRace, unpack
from pbem.store.tables import OutboxRow, StageRow


def tend(house: House, game: str) -> bool:
    """Everything due now; whether anything was done. A lost race means that someone else did it."""
    done = False
    while True:
        try:
            file = load(house, game)
            if not work_due(file):
                return done
            file.commit()
        except LostRace:
            continue
        done = True


def tend_all(house: House) -> bool:
    done = [tend(house, game) for game in game_ids(house, "inviting", "running", "ended")]
    return any(done)


def work_due(file: GameFile) -> bool:
    """One piece of work, in memory; whether there was any."""
    stage = file.stage
    if file.game.status == "inviting":
        return start(file)
    if file.game.status == "ended":
        return not is_archived(file) and archive(file)
    if file.game.status != "running" or stage is None:
        return False
    if on_its_rules(file):
        return True
    return at_open_stage(file, stage) if stage.status == "open" else at_waiting_stage(file, stage)


def start(file: GameFile) -> bool:
    """The game begins when the last seat is taken."""
    if any(seat.status not in ("joined", "staff") for seat in file.seats.values()):
        return False
    here = file.house.library.versions[file.game.ruleset]
    if file.game.rules_version != here:
        pin(file, here, OFFICE, "the game begins")
    file.game.status = "running"
    open_next(file, start_bytes(file), {})
    return True


def at_open_stage(file: GameFile, stage: StageRow) -> bool:
    filed = file_for_staff(file)
    if not closes_now(file, stage):
        return remind(file, stage, reminders(file)) or filed
    count_misses(file)
    play_on(file, stage)
    return True


def at_waiting_stage(file: GameFile, stage: StageRow) -> bool:
    """Goes on once every question of the batch is answered or has lapsed."""
    lapsed = lapse(file)
    if file.open_decisions():
        return lapsed
    play_on(file, stage)
    return True


def play_on(file: GameFile, stage: StageRow) -> None:
    """Plays the stage as far as it goes: to a question, to the next stage, or to the end of the game."""
    if stage.status == "open":
        file_for_silent(file)
        close_to_orders(file, stage)
    outcome = play(file, stage)
    if isinstance(outcome, Waiting):
        asked = ask(file, stage, outcome)
        send_decisions(file, asked, outcome.events)
        tutorial.after_questions(file, asked)
        return
    ready = {side: seat.ready for side, seat in file.seats.items()}
    put_on_record(file, stage, outcome)
    if outcome.state.over:
        end_game(file)
    else:
        open_next(file, unpack(file.game.state), ready)


def open_next(file: GameFile, before: bytes, ready: dict[str, str], why: str = "") -> None:
    """Opens the stage that follows; who sits at the table is told when somebody's orders are wanted."""
    seq = file.game.seq + 1
    attempt = 1 + max((s.attempt for s in file.stages if s.seq == seq), default=0)
    stage = open_stage(file, before, seq, attempt, why)
    file_kept(file, ready)
    file_for_staff(file)
    waits_for = [side for side in wanted(file.rules, file.state) if not file.seats[side].ready]
    if waits_for or stage.why:
        send_reports(file, reason=stage.why)


def end_game(file: GameFile) -> None:
    file.game.status = "ended"
    file.game.result = canonical(file.rules.result(file.state)).decode()
    send_reports(file, "ended")


def reminders(file: GameFile) -> list[OutboxRow]:
    with file.house.store.read() as session:
        found = select(OutboxRow).where(OutboxRow.game == file.game.id, OutboxRow.kind == "reminder").order_by(col(OutboxRow.id))
        return list(session.exec(found))

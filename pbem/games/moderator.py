"""What the moderator does to a game. Every change names the step it means, is committed whole and leaves a row in the log."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar
from zoneinfo import ZoneInfo

import msgspec
from sqlmodel import col, select

from pbem.engine.choice import Choice
from pbem.engine.desk import Answer, OfficeDesk
from pbem.engine.events import Event
from pbem.engine.game import Done, Game, run
from pbem.engine.sequence import side_name
from pbem.engine.stages import opening, sealed_dice
from pbem.engine.verbs import Line, Rule, Verdict
from pbem.errors import PbemError
from pbem.games.archive import archive, archive_folder
from pbem.games.clock import iso
from pbem.games.deadlines import let_staff_answer
from pbem.games.documents import send_notice, send_reports
from pbem.games.filing import checked, file_orders, numbered, standing_rules
from pbem.games.gamefile import GameFile, load
from pbem.games.house import House
from pbem.games.ledger import message
from pbem.games.letters import moment
from pbem.games.mailroom import carry_out
from pbem.games.pinned import on_its_rules
from pbem.games.settings import span
from pbem.games.stages import events_of, final_filing, open_stage, record
from pbem.games.tend import play_on
from pbem.games.who import Found
from pbem.mail.letter import parse
from pbem.store.db import LostRace, unpack
from pbem.store.tables import FilingRow, OutboxRow, StageRow

T = TypeVar("T")
MODERATOR = "moderator"


class Preview(msgspec.Struct):
    step: str
    left_out: list[str]  # numbers of the lines that would not be played
    asked: list[dict[str, str]]  # side, kind, subject, rule
    verdicts: dict[str, dict[str, Verdict]]
    events: list[Event]
    over: bool


class Processed(msgspec.Struct):
    step: str
    asked: list[dict[str, object]]  # number, side, kind, subject, by
    next: str
    over: bool


class Undo(msgspec.Struct):
    steps: list[str]
    dice: int
    fights: int
    reports: int


def change(house: House, game: str, work: Callable[[GameFile], T]) -> T:
    """Computed on the game as it stands, committed only if it still stands there."""
    while True:
        file = load(house, game)
        result = work(file)
        try:
            file.commit()
            return result
        except LostRace:
            continue


def require_step(file: GameFile, step: str) -> StageRow:
    stage = file.stage
    if stage is None or " ".join(step.split()).casefold() != file.step.casefold():
        stands = f'"{file.step}"' if stage is not None else file.game.status
        remedy = f'name the step it stands at: --step "{file.step}"' if stage is not None else "pbem game show says how it stands"
        raise PbemError(f"{file.game.id} stands at {stands}. Nothing was done.", remedy)
    return stage


# looking


class Rehearsal(OfficeDesk):
    """Answers as doctrine and clauses would; what a person would be asked goes to the staff and is noted."""

    def __init__(self, orders: dict[str, list[Line]], doctrine: dict[str, list[Rule]]) -> None:
        super().__init__(orders, doctrine)
        self.questions: list[Choice] = []

    def answer(self, choice: Choice, clauses: list[Rule], g: Game) -> Answer | None:
        found = super().answer(choice, clauses, g)
        if found is None:
            self.questions.append(choice)
            return g.rules.kinds[choice.kind].staff(choice), "staff"
        return found


def preview(house: House, game: str) -> Preview:
    """On a copy, with dice of its own: the real ones depend on the final orders. Nothing is stored or sent."""
    file = load(house, game)
    stage = file.stage
    if stage is None:
        raise PbemError(f"{game} is {file.game.status}: there is no step to play")
    on_its_rules(file)
    kept = record(file.rules, stage, file.settings.policy)
    kept.filings = kept.filings or [final_filing(file, side) for side in file.rules.sides]
    false = house.secrets.draw(f"{game} {stage.seq}.{stage.attempt} preview")
    kept.seed, kept.dark = false.hex(), false[::-1].hex()
    kept.opening = [c.hex() for c in opening(kept.name, kept.filings, false)]
    desk = Rehearsal({f.side: f.lines for f in kept.filings}, {f.side: standing_rules(file, f.side, f.doctrine) for f in kept.filings})
    desk.staff = tuple(side for side in file.rules.sides if file.by_staff(side))
    done = run(file.rules, kept.before, desk, sealed_dice(kept, false), kept.journal, kept.policy)
    assert isinstance(done, Done), "a rehearsal answers everything"
    asked = [{"side": c.side, "kind": c.kind, "subject": c.subject, "rule": c.rule} for c in desk.questions]
    verdicts = {f.side: {line.n: done.verdicts[line.n] for line in f.lines if line.n in done.verdicts} for f in kept.filings}
    return Preview(stage.step, open_lines(file), asked, verdicts, done.events, bool(done.state.over))


def open_lines(file: GameFile) -> list[str]:
    """`allied 8`: the lines that need the player still."""
    found = []
    for side in file.wanted():
        filed = file.in_force(side)
        if filed is not None:
            found += [f"{side} {line.n}" for line in checked(file, file.seats[side], filed).open]
    return found


def why_not_now(house: House, game: str) -> list[str]:
    """What there is to wait for; nothing if everybody is ready."""
    file = load(house, game)
    stage = file.stage
    if stage is None:
        return []
    reasons = [waiting_for(file, side) for side in file.wanted() if not file.seats[side].ready]
    for d in file.open_decisions():
        reasons.append(f"{side_name(d.side)} has not answered decision {d.number}; the staff would answer it now")
    late = moment(stage.due)
    if reasons and late is not None and late > house.clock.now():
        reasons.append(f"due in {length(late - house.clock.now())}")
    return reasons


def waiting_for(file: GameFile, side: str) -> str:
    filed = file.in_force(side)
    if filed is None:
        return f"{side_name(side)} has sent no orders"
    lines = len(checked(file, file.seats[side], filed).open)
    held = f"has {lines} open line{'s' if lines > 1 else ''} and " if lines else ""
    return f"{side_name(side)} {held}is not READY"


def length(span: timedelta) -> str:
    hours = int(span.total_seconds() // 3600)
    days = f"{hours // 24} d " if hours >= 24 else ""
    return f"{days}{hours % 24} h" if hours else f"{int(span.total_seconds() // 60)} min"


# changing


def process(house: House, game: str, step: str, who: str = MODERATOR) -> Processed:
    """Plays the step now, with the orders there are; a question still open is answered by the staff."""

    def work(file: GameFile) -> Processed:
        stage = require_step(file, step)
        on_its_rules(file)
        if stage.status == "playing":
            let_staff_answer(file, file.open_decisions())
        file.note(who, "process", stage.step)
        play_on(file, stage)
        fresh = [d for d in file.open_decisions() if (d.seq, d.attempt) == (stage.seq, stage.attempt)]
        asked: list[dict[str, object]] = []
        for d in fresh:
            _, kind, subject = d.key.split("/", 2)
            asked.append({"number": d.number, "side": d.side, "kind": kind, "subject": subject.rpartition("#")[0], "by": d.deadline})
        return Processed(stage.step, asked, file.step, bool(file.state.over))

    return change(house, game, work)


def extend(house: House, game: str, step: str, by: str | None = None, to: str | None = None) -> str:
    """Moves the deadline of the orders, or of the questions open; players are told when, not why."""

    def work(file: GameFile) -> str:
        stage = require_step(file, step)
        asked = file.open_decisions()
        before = asked[0].deadline if asked else stage.due
        if not before:
            raise PbemError(f"{game}: {stage.step} has no deadline, it is played at once", "there is nothing to extend")
        new = new_deadline(file, datetime.fromisoformat(before), by, to)
        for row in asked:
            row.deadline = iso(new)
        if not asked:
            stage.due = iso(new)
        file.note(MODERATOR, "extend", f"{stage.step} to {iso(new)}")
        send_notice(file, "notice.extended", f"extend {stage.seq}.{stage.attempt} {iso(new)}", step=stage, until=new)
        return iso(new)

    return change(house, game, work)


def new_deadline(file: GameFile, before: datetime, by: str | None, to: str | None) -> datetime:
    if (by is None) == (to is None):
        raise PbemError("say by how long, or to when", "--by 1d, or --to 2026-12-03T20:00")
    new = before + span(by) if by is not None else read_time(to or "", file.zone)
    if new <= file.house.clock.now():
        raise PbemError(f"{iso(new)} is over already. Nothing was done.", "name a time to come")
    return new


def read_time(text: str, zone: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise PbemError(f'"{text}" is not a time', "write 2026-12-03T20:00, in the time zone of the game") from None
    return found if found.tzinfo is not None else found.replace(tzinfo=ZoneInfo(zone))


def target(file: GameFile, to: str) -> StageRow:
    """The newest attempt at the step, among those that count."""
    standing = [s for s in file.stages if s.status != "void"]
    found = [s for s in standing if s.step.casefold() == " ".join(to.split()).casefold()]
    if not found:
        known = ", ".join(f'"{s.step}"' for s in standing[-6:])
        raise PbemError(f'{file.game.id} has played no step "{to}". Nothing was done.', f"the latest: {known}" if known else "")
    return found[-1]


def undone(file: GameFile, to: StageRow) -> list[StageRow]:
    return [s for s in file.stages if s.status != "void" and s.seq >= to.seq]


def undoes(house: House, game: str, to: str) -> Undo:
    """What a rollback would take back."""
    file = load(house, game)
    rows = undone(file, target(file, to))
    rolls = sum(len(msgspec.json.decode(row.tape)) for row in rows)
    fights = sum(any("die" in facts for facts in event.seen.values()) for row in rows for event in events_of(row))
    with house.store.read() as session:
        sent = session.exec(
            select(OutboxRow).where(OutboxRow.game == game, OutboxRow.kind == "report", OutboxRow.at >= rows[0].played)
        ).all()
    return Undo([row.step for row in rows], rolls, fights, len(sent) if rows[0].played else 0)


def rollback(house: House, game: str, to: str, reason: str) -> str:
    """The next attempt of an old stage, under a new seal. What is undone stays on record; its opened dice are void."""
    if not reason.strip():
        raise PbemError("a rollback needs a reason: it is told to the players", '--reason "..."')

    def work(file: GameFile) -> str:
        if file.game.status not in ("running", "ended"):
            raise PbemError(f"{game} is {file.game.status}. Nothing was done.")
        old = target(file, to)
        kept = {side: newest_filing(file, side, old) for side in file.rules.sides}
        for row in undone(file, old):
            row.status = "void"
        for decision in file.open_decisions():
            decision.status = "void"
        file.game.status, file.game.result = "running", ""
        attempt = 1 + max(s.attempt for s in file.stages if s.seq == old.seq)
        open_stage(file, unpack(old.before), old.seq, attempt, reason.strip())
        for side, filed in kept.items():
            if filed is not None:
                file_orders(file, side, filed.raw, numbered(filed), filed.source)
        file.note(MODERATOR, "rollback", f"{old.step}: {reason.strip()}")
        send_reports(file, reason=reason.strip())
        return file.step

    return change(house, game, work)


def newest_filing(file: GameFile, side: str, stage: StageRow) -> FilingRow | None:
    """A person's orders are kept; the staff thinks again."""
    filed = file.of_stage(side, stage)
    return filed[-1] if filed and not filed[-1].cancelled and filed[-1].source != "staff" else None


def resend(house: House, game: str, side: str) -> list[str]:
    """The mails the side should have by now go out again, byte for byte, under their own Message-IDs."""
    file = load(house, game)
    if side not in file.seats:
        raise PbemError(f'{game} has no side "{side}"', f"its sides: {', '.join(file.seats)}")
    kinds = ("invitation", "report", "decision", "ended")
    with house.store.write() as session:
        query = select(OutboxRow).where(OutboxRow.game == game, OutboxRow.side == side, col(OutboxRow.kind).in_(kinds))
        rows = list(session.exec(query.order_by(col(OutboxRow.id))))
        last = max((n for n, row in enumerate(rows) if row.kind != "decision"), default=0)
        for row in rows[last:]:
            row.state, row.next_try, row.why = "waiting", "", "sent again by the moderator"
            session.add(row)
        subjects = [row.subject for row in rows[last:]]
    change(house, game, lambda file: file.note(MODERATOR, "resend", f"{side}: {len(subjects)} mails"))
    return subjects


def close(house: House, game: str, reason: str) -> None:
    """Ends it for good, wherever it stands; everybody is told."""

    def work(file: GameFile) -> None:
        if file.game.status == "closed":
            raise PbemError(f"{game} is closed already. Nothing was done.")
        file.game.status = "closed"
        file.note(MODERATOR, "close", reason)
        send_notice(file, "notice.closed", "close", reason=reason or "-")

    change(house, game, work)


def archive_now(house: House, game: str) -> Path:
    """The folder as far as it goes; while the game runs its blind and the open seed stay closed."""
    file = load(house, game)
    archive(file)
    return archive_folder(file)


def release(house: House, number: int, game: str, side: str, step: str = "") -> str:
    """A mail in quarantine is handed on as that seat's."""
    row = message(house, number)
    if row is None or row.outcome != "quarantine":
        raise PbemError(f"mail {number} is not in quarantine. Nothing was done.", "pbem mail quarantine lists what is")
    file = load(house, game)
    if side not in file.seats:
        raise PbemError(f'{game} has no side "{side}"', f"its sides: {', '.join(file.seats)}")
    if step:
        require_step(file, step)
    change(house, game, lambda file: file.note(MODERATOR, "release", f"mail {number} as {side}"))
    return carry_out(house, row, parse(row.raw), Found(game, side), "released")

"""A stage from its seal to its last die: opened, closed to orders, played as far as the answers reach, put on record."""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.engine.choice import Choice
from pbem.engine.desk import OfficeDesk
from pbem.engine.dice import seal
from pbem.engine.events import Event, Roll
from pbem.engine.game import Done, Waiting, run
from pbem.engine.journal import Entry, answer, read_entries, with_answer
from pbem.engine.ruleset import Ruleset
from pbem.engine.sequence import stage_row, step_name, wanted
from pbem.engine.stages import Filing, Stage
from pbem.engine.state import canonical, decode
from pbem.engine.verbs import Line, Rule, Verdict
from pbem.games.clock import iso
from pbem.games.filing import final_lines, standing_rules
from pbem.games.gamefile import GameFile
from pbem.games.settings import span, stage_time
from pbem.store.db import pack, unpack
from pbem.store.tables import DecisionRow, StageRow


def open_stage(file: GameFile, before: bytes, seq: int, attempt: int = 1, why: str = "") -> StageRow:
    """Draws and seals the secrets of the coming stage; its orders are due from now on."""
    house, rules = file.house, file.rules
    state = decode(before, rules.state)
    name = f"{file.game.id} {seq}.{attempt}"
    seed, dark = house.secrets.draw(f"{name} seed"), house.secrets.draw(f"{name} dark")
    people = [side for side in wanted(rules, state) if not file.by_staff(side)]
    due = house.clock.now() + stage_time(file.settings, stage_row(rules, state).stage)
    stage = StageRow(
        game=file.game.id,
        seq=seq,
        attempt=attempt,
        step=step_name(rules, state),
        opened=house.now(),
        due=iso(due) if people else "",
        before=pack(before),
        seed=seed,
        dark=dark,
        seal=seal(seed),
        dark_seal=seal(dark),
        why=why,
    )
    file.add(stage)
    file.game.seq, file.game.attempt, file.game.state = seq, attempt, stage.before
    for seat in file.seats.values():
        seat.ready = ""
    return stage


def close_to_orders(file: GameFile, stage: StageRow) -> None:
    """From here on nothing filed changes the stage: one commitment a side, in the ruleset's order."""
    filings = [final_filing(file, side) for side in file.rules.sides]
    stage.final = canonical(filings).decode()
    name = f"{file.game.id}.{stage.seq}.{stage.attempt}"
    stage.opening = canonical([c.hex() for c in file.house.box.opening(name, filings, file.game.blind)]).decode()
    stage.status = "playing"


def final_filing(file: GameFile, side: str) -> Filing:
    """The newest orders as written, the doctrine in force, and the lines of them that are played."""
    seat, filed = file.seats[side], file.in_force(side)
    if side not in file.wanted():
        return Filing(side, "", seat.doctrine)
    return Filing(side, filed.raw if filed is not None else "", seat.doctrine, final_lines(file, seat, filed))


def record(rules: Ruleset, row: StageRow, policy: str) -> Stage:
    """The stage as the engine keeps it: what a replay and a proof need."""
    before = unpack(row.before)
    return Stage(
        game=row.game,
        seq=row.seq,
        attempt=row.attempt,
        step=row.step,
        letter=stage_row(rules, decode(before, rules.state)).letter,
        before=before,
        seal=row.seal,
        dark_seal=row.dark_seal,
        seed=row.seed.hex(),
        dark=row.dark.hex(),
        filings=msgspec.json.decode(row.final, type=list[Filing]) if row.final else [],
        opening=msgspec.json.decode(row.opening, type=list[str]) if row.opening else [],
        journal=entries_of(row),
        tape=msgspec.json.decode(row.tape, type=list[Roll]),
        events=events_of(row),
        after=unpack(row.after) if row.after else b"",
        policy=policy,
        why=row.why,
        rules=row.rules,
    )


def entries_of(row: StageRow) -> list[Entry]:
    return read_entries(row.journal, f"{row.game} {row.step}, journal")


def events_of(row: StageRow) -> list[Event]:
    return msgspec.json.decode(unpack(row.events), type=list[Event]) if row.events else []


def verdicts_of(row: StageRow) -> dict[str, Verdict]:
    return msgspec.json.decode(row.verdicts, type=dict[str, Verdict])


def play(file: GameFile, stage: StageRow) -> Waiting | Done:
    """Runs the stage from its first byte with the answers there are. Pure: the caller puts the outcome on record."""
    kept = record(file.rules, stage, file.settings.policy)
    lines: dict[str, list[Line]] = {filing.side: filing.lines for filing in kept.filings}
    doctrine = {f.side: [*given_with_answers(file, f.side, kept.journal), *standing_rules(file, f.side, f.doctrine)] for f in kept.filings}
    desk = OfficeDesk(lines, doctrine, staff=tuple(side for side in file.rules.sides if file.by_staff(side)))
    return run(file.rules, kept.before, desk, file.house.box.dice(kept, file.game.blind), kept.journal, kept.policy)


def given_with_answers(file: GameFile, side: str, journal: list[Entry]) -> list[Rule]:
    """`ANSWER 3 Panther 2; FIRE KILL`: for the rest of the stage, before the standing doctrine; A3 in what names it."""
    found: list[Rule] = []
    for entry in (e for e in journal if e.what == "doctrine" and e.key.startswith(f"{side}/")):
        rules = standing_rules(file, side, "\n".join(entry.value))
        found = [*(msgspec.structs.replace(rule, n=f"A{entry.key.rpartition('/')[2]}") for rule in rules), *found]
    return found


def put_on_record(file: GameFile, stage: StageRow, done: Done) -> None:
    stage.status, stage.played, stage.rules = "done", file.house.now(), file.house.library.versions[file.game.ruleset]
    stage.journal, stage.tape = canonical(done.journal).decode(), canonical(done.rolls).decode()
    stage.verdicts = canonical(done.verdicts).decode()
    stage.events, stage.after = pack(canonical(done.events)), pack(canonical(done.state))
    file.game.state = stage.after


def ask(file: GameFile, stage: StageRow, waiting: Waiting) -> list[DecisionRow]:
    """Puts the open questions on record; those already asked stay as they are."""
    stage.journal = canonical(waiting.journal).decode()
    known = {d.key for d in file.decisions if (d.seq, d.attempt) == (stage.seq, stage.attempt)}
    deadline = iso(file.house.clock.now() + span(file.settings.decisions))
    asked = []
    for choice in (c for c in waiting.choices if c.key not in known):
        number = 1 + max((d.number for d in file.decisions if d.side == choice.side), default=0)
        row = DecisionRow(
            game=file.game.id,
            side=choice.side,
            number=number,
            seq=stage.seq,
            attempt=stage.attempt,
            key=choice.key,
            choice=canonical(choice).decode(),
            asked=file.house.now(),
            deadline=deadline,
        )
        file.add(row)
        asked.append(row)
    return asked


def choice_of(row: DecisionRow) -> Choice:
    return msgspec.json.decode(row.choice, type=Choice)


def settle(file: GameFile, row: DecisionRow, value: Any, source: str, doctrine: list[str] | None = None) -> None:
    """A mailed answer is final, and journaled on receipt; so is what the staff says once the deadline has passed."""
    now, stage = file.house.now(), file.stage
    assert stage is not None and (stage.seq, stage.attempt) == (row.seq, row.attempt), "a decision of another stage"
    row.status = "lapsed" if source == "staff" else "answered"
    row.answer, row.source, row.at = canonical(value).decode(), source, now
    new = [answer(choice_of(row), value, source, now)]
    new += [with_answer(row.side, row.number, doctrine, now)] if doctrine else []
    stage.journal = canonical([*entries_of(stage), *new]).decode()


def start_bytes(file: GameFile) -> bytes:
    """By the options agreed when the game was made."""
    return canonical(file.rules.begin(file.game.scenario, file.rules.options_of(file.state)))

"""A game replayed from its archive alone: every stage on the engine, then every report written again from what that gave."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from itertools import groupby

import msgspec

from pbem.engine.game import Done
from pbem.engine.stages import replay
from pbem.engine.state import canonical, decode
from pbem.games.archive import Letter, Record
from pbem.games.documents import ordered_already, report_for, report_mail
from pbem.games.gamefile import GameFile
from pbem.games.house import House
from pbem.games.post import COMMANDS, written
from pbem.store.db import pack
from pbem.store.tables import DecisionRow, FilingRow, GameRow, SeatRow, StageRow


def played_again(house: House, found: Record) -> tuple[list[StageRow], list[str]]:
    """The stages as the office keeps them, made from the replay; and where the replay is not the record."""
    assert found.office is not None
    rules, blind = house.library.ruleset(found.ruleset), bytes.fromhex(found.blind)
    times = {(one["seq"], one["attempt"]): one for one in found.office.stages}
    rows, faults = list[StageRow](), list[str]()
    for n, stage in enumerate(found.stages):
        done = replay(rules, stage, blind)
        assert isinstance(done, Done), f"{stage.step} asks what the record does not answer"
        pairs = {
            "state": (canonical(done.state), canonical(decode(stage.after, rules.state))),  # a field new since then has its default
            "events": (canonical(done.events), canonical(stage.events)),
            "dice": (canonical(done.rolls), canonical(stage.tape)),
            "answers": (canonical(done.journal), canonical(stage.journal)),
        }
        faults += [f"{stage.step}: {what} differs" for what, (one, other) in pairs.items() if one != other]
        row = StageRow(
            id=n, game=found.game, step=stage.step, status="done", before=pack(stage.before), seed=bytes.fromhex(stage.seed),
            dark=bytes.fromhex(stage.dark), seal=stage.seal, dark_seal=stage.dark_seal, final=canonical(stage.filings).decode(),
            opening=canonical(stage.opening).decode(), journal=canonical(done.journal).decode(), tape=canonical(done.rolls).decode(),
            verdicts=canonical(done.verdicts).decode(), events=pack(canonical(done.events)), after=pack(canonical(done.state)),
            why=stage.why, rules=stage.rules, **times[stage.seq, stage.attempt],
        )  # fmt: skip
        rows.append(row)
    return rows, faults


def at_the_desk(house: House, found: Record, rows: list[StageRow], letter: Letter, told: int) -> GameFile:
    """The game as it stood when this report was written; `told`: stages told of in the reports before."""
    office = found.office
    assert office is not None
    at = next(n for n, row in enumerate(rows) if (row.seq, row.attempt) == (letter.seq, letter.attempt))
    over = letter.kind == "ended"
    stages = [StageRow(**row.model_dump()) for row in rows[: at + over]]
    for n, row in enumerate(stages):
        row.told = n < told
    if not over:
        stages.append(StageRow(**{**rows[at].model_dump(), "status": "open", "final": "", "journal": "[]", "tape": "[]", "after": None}))
    here = (letter.seq, letter.attempt)
    known = [one for one in office.filings if over or (one["seq"], one["attempt"]) != here or one["source"] == "kept"]
    game = GameRow(
        id=found.game, ruleset=found.ruleset, rules_version=found.rules_version, scenario=found.scenario,
        seq=letter.seq, attempt=letter.attempt, status="ended" if over else "running", blind=bytes.fromhex(found.blind),
        state=rows[at].after if over else rows[at].before, settings=canonical(office.settings).decode(),
        moderator=house.settings.moderator, created="",
    )  # fmt: skip
    filings = [FilingRow(game=found.game, **one) for one in known]
    decisions = [DecisionRow(game=found.game, **one) for one in office.decisions]
    seats = {one["side"]: SeatRow(game=found.game, **one) for one in office.seats}
    return GameFile(house, game, seats, stages, filings, decisions)


def letters_again(house: House, found: Record, rows: list[StageRow]) -> Iterator[tuple[Letter, Letter]]:
    """Every report that was mailed, beside the same as it would be written now."""
    assert found.office is not None
    told = 0
    for _, same in groupby(found.office.letters, key=lambda one: (one.kind, one.seq, one.attempt)):
        for letter in same:
            file = at_the_desk(house, found, rows, letter, told)
            yield letter, msgspec.structs.replace(letter, **texts(file, letter))
        told = sum(row.status == "done" for row in file.stages)


def texts(file: GameFile, letter: Letter) -> dict[str, str]:
    seat, stages = file.seats[letter.side], [row for row in file.stages if row.status == "done" and not row.told]
    ordered, why = ordered_already(file, seat), file.stage.why if file.stage is not None else ""
    mail = report_mail(file, seat, report_for(file, seat, stages, bool(ordered)), letter.kind, why, ordered)
    foot = written(file, seat, "foot", {"commands": list(COMMANDS)})
    return {"subject": mail.subject, "text": f"{mail.text.rstrip()}\n\n{foot.text.strip()}\n"}


def worded_otherwise(house: House, found: Record, rows: list[StageRow]) -> list[str]:
    """The reports whose text is another now, with their lines."""
    faults = []
    for was, now in letters_again(house, found, rows):
        if (was.subject, was.text) != (now.subject, now.text):
            lines = unified_diff([was.subject, *was.text.splitlines()], [now.subject, *now.text.splitlines()], lineterm="", n=0)
            faults.append("\n".join([f"{was.kind} to {was.side}, stage {was.seq}.{was.attempt}:", *list(lines)[2:12]]))
    return faults

"""What remains of a game: every side's PDFs, and one record from which each stage can be replayed and each die proven."""

from __future__ import annotations

import lzma
from email import message_from_bytes
from email.policy import SMTP
from pathlib import Path
from typing import Any

import msgspec
from sqlmodel import col, select

from pbem.engine.dice import seal
from pbem.engine.ruleset import Ruleset
from pbem.engine.stages import Proof, Stage, prove, verify
from pbem.engine.state import canonical
from pbem.errors import PbemError
from pbem.games.gamefile import GameFile
from pbem.games.stages import record
from pbem.mail.compose import message_id_for
from pbem.store.tables import DocumentRow, OutboxRow

RECORD = "record.json"
FORMAT = "pbem-record-1"
ENDINGS = (".json", ".json.xz")


class Letter(msgspec.Struct):
    """The text of a report as it was mailed, with the stage that it opened, or at the end the last one played."""

    kind: str  # report, ended
    side: str
    seq: int
    attempt: int
    subject: str
    text: str


class Office(msgspec.Struct):
    """What the office knew beside the play: enough to write every report again. No address, no token."""

    settings: dict[str, Any]
    seats: list[dict[str, Any]]
    stages: list[dict[str, Any]]  # their times
    filings: list[dict[str, Any]]
    decisions: list[dict[str, Any]]
    letters: list[Letter]


class Record(msgspec.Struct, omit_defaults=True):
    format: str
    game: str
    ruleset: str
    rules_version: str
    scenario: str
    blind_seal: str
    blind: str
    result: dict[str, Any]
    stages: list[Stage]  # every attempt, undone ones too
    office: Office | None = None  # of a game that has ended


def record_of(file: GameFile, ended: bool = True) -> Record:
    """While the game runs its blind, and the seeds of stages not yet played, stay closed."""
    stages = [record(file.rules, row, file.settings.policy) for row in file.stages]
    for stage in stages if not ended else []:
        stage.dark = ""
        stage.seed = stage.seed if stage.after else ""
    game = file.game
    return Record(
        FORMAT,
        game.id,
        game.ruleset,
        game.rules_version,
        game.scenario,
        seal(game.blind),
        game.blind.hex() if ended else "",
        msgspec.json.decode(game.result) if game.result else {},
        stages,
        office_of(file) if ended else None,
    )


SEAT = {"side", "language", "status", "misses"}
TIMES = {"seq", "attempt", "opened", "due", "played"}


def office_of(file: GameFile) -> Office:
    return Office(
        {**msgspec.to_builtins(file.settings), "zone": file.zone},
        [seat.model_dump(include=SEAT) for seat in file.in_order()],
        [row.model_dump(include=TIMES) for row in file.stages],
        [row.model_dump(exclude={"id", "game"}) for row in file.filings],
        [row.model_dump(exclude={"id", "game"}) for row in file.decisions],
        letters(file),
    )


def letters(file: GameFile) -> list[Letter]:
    """A mail is known by its Message-ID, which follows from what it is."""
    with file.house.store.read() as session:
        rows = session.exec(select(OutboxRow).where(OutboxRow.game == file.game.id, col(OutboxRow.kind).in_(("report", "ended"))))
        sent = {row.message_id: row for row in rows}
    found = []
    for stage in sorted(file.stages, key=lambda row: row.id or 0):
        for kind, side in ((kind, side) for kind in ("report", "ended") for side in file.rules.sides):
            name = message_id_for(file.game.id, f"{kind} {side} {stage.seq}.{stage.attempt}", file.house.settings.domain)
            if row := sent.get(name):
                found.append(Letter(kind, side, stage.seq, stage.attempt, row.subject, body_of(row.raw)))
    return found


def body_of(raw: bytes) -> str:
    body = message_from_bytes(raw, policy=SMTP).get_body(("plain",))
    assert body is not None, "every mail of ours has a text"
    return str(body.get_content()).replace("\r\n", "\n")


def archive_folder(file: GameFile) -> Path:
    return file.house.path(file.house.settings.archive) / file.game.id


def is_archived(file: GameFile) -> bool:
    return (archive_folder(file) / RECORD).exists()


def archive(file: GameFile) -> bool:
    """The record is written last: its presence says that all is there. Never a reason to commit."""
    folder = archive_folder(file)
    for document in documents(file):
        if document.name.endswith(".pdf"):
            name = document.name if document.attempt == 1 else f"{Path(document.name).stem}-{document.attempt}.pdf"
            write(folder / (document.side or "moderator") / name, document.content)
    write_record(record_of(file, file.game.status in ("ended", "closed")), folder / RECORD)
    return False


def write_record(found: Record, path: Path) -> None:
    """The whole game in one file; `.xz` packs it to about a hundredth."""
    data = canonical(found) + b"\n"
    write(path, lzma.compress(data) if path.suffix == ".xz" else data)


def documents(file: GameFile, side: str | None = None) -> list[DocumentRow]:
    with file.house.store.read() as session:
        rows = session.exec(select(DocumentRow).where(DocumentRow.game == file.game.id).order_by(col(DocumentRow.id)))
        return [row for row in rows if side in (None, row.side)]


def write(path: Path, content: bytes) -> None:
    """Whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".new")
    draft.write_bytes(content)
    draft.replace(path)


def read_record(path: Path) -> Record:
    file = path / RECORD if path.is_dir() else path
    try:
        data = file.read_bytes()
        found = msgspec.json.decode(lzma.decompress(data) if file.suffix == ".xz" else data, type=Record)
    except FileNotFoundError:
        raise PbemError(f"there is no record at {file}", "name a game, its archive folder or its record.json") from None
    except (msgspec.DecodeError, lzma.LZMAError, UnicodeDecodeError) as error:
        raise PbemError(f"{file} is not a record of a game: {error}", "it was changed, or is another file") from None
    if found.format != FORMAT:
        raise PbemError(f"{file} has the format {found.format}, this pbem reads {FORMAT}")
    return found


def verify_record(found: Record, rules: Ruleset | None = None, version: str = "") -> list[Proof]:
    """Seals, dice and commitments of every stage; with the rules each stage is also replayed, answers and hidden dice included.

    `version` is that of the rules: a stage of other rules is not at fault for going another way on these.
    """
    try:
        blind = bytes.fromhex(found.blind) if found.blind else None
    except ValueError:
        return [Proof("the game", 0, ["its blind cannot be read"])]
    if rules is not None and blind is not None:
        proofs = [proven(rules, stage, blind, version) for stage in found.stages]
    else:
        proofs = [verify(stage, blind) for stage in found.stages]
    if blind is not None and seal(blind) != found.blind_seal:
        proofs.append(Proof("the game", 0, ["the blind does not match its seal"]))
    return proofs


def proven(rules: Ruleset, stage: Stage, blind: bytes, version: str) -> Proof:
    proof = prove(rules, stage, blind)
    if not proof.faults or stage.rules == version or not version:
        return proof
    proof = verify(stage, blind)
    proof.note = f"rules {stage.rules or 'unknown'} are not here: hidden dice and answers not replayed"
    return proof

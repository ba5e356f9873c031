"""What remains of a game: every side's PDFs, and one record from which each stage can be replayed and each die proven."""

from __future__ import annotations

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
from pbem.store.tables import DocumentRow

RECORD = "record.json"
FORMAT = "pbem-record-1"


class Record(msgspec.Struct):
    format: str
    game: str
    ruleset: str
    rules_version: str
    scenario: str
    blind_seal: str
    blind: str
    result: dict[str, Any]
    stages: list[Stage]  # every attempt, undone ones too


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
    )


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
    write(folder / RECORD, canonical(record_of(file, file.game.status in ("ended", "closed"))) + b"\n")
    return False


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
        found = msgspec.json.decode(file.read_bytes(), type=Record)
    except FileNotFoundError:
        raise PbemError(f"there is no record at {file}", "name a game, its archive folder or its record.json") from None
    except msgspec.DecodeError as error:
        raise PbemError(f"{file} is not a record of a game: {error}", "it was changed, or is another file") from None
    if found.format != FORMAT:
        raise PbemError(f"{file} has the format {found.format}, this pbem reads {FORMAT}")
    return found


def verify_record(found: Record, rules: Ruleset | None = None) -> list[Proof]:
    """Seals, dice and commitments of every stage; with the rules each stage is also replayed, answers and hidden dice included."""
    try:
        blind = bytes.fromhex(found.blind) if found.blind else None
    except ValueError:
        return [Proof("the game", 0, ["its blind cannot be read"])]
    if rules is not None and blind is not None:
        proofs = [prove(rules, stage, blind) for stage in found.stages]
    else:
        proofs = [verify(stage, blind) for stage in found.stages]
    if blind is not None and seal(blind) != found.blind_seal:
        proofs.append(Proof("the game", 0, ["the blind does not match its seal"]))
    return proofs

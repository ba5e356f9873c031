"""A game is its start and its journal: replayed anywhere it gives the same bytes; a record that was changed says so."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.errors import PbemError
from pbem.games.archive import RECORD, archive_folder, read_record, verify_record
from pbem.games.gamefile import load
from pbem.games.library import Library
from pbem.games.tend import tend
from pbem.store.tables import StageRow
from tests.games.play import play
from tests.games.table import people, table

ALL = ("red", "blue", "green")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with table(tmp_path_factory.mktemp("game"), "toy/skirmish", people(*ALL)) as t:
        play(t)
        yield archive_folder(t.file) / RECORD


def test_the_replay_of_every_stage_is_the_same_under_three_hash_seeds_and_stopped_at_every_question(record: Path) -> None:
    said = []
    for seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-m", "tests.games.replay_here", str(record)]
        said.append(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert said[0] == said[1] == said[2]
    assert len(said[0].split()) > 20, "stages with questions in them"


def changed(record: Path, folder: Path, change: Callable[[Any], Any]) -> Path:
    data = msgspec.json.decode(record.read_bytes())
    change(data)
    file = folder / RECORD
    file.write_bytes(msgspec.json.encode(data))
    return file


def turned(data: Any) -> None:
    roll = data["stages"][0]["tape"][0]
    roll["value"] = roll["value"] % 6 + 1


def reseeded(data: Any) -> None:
    data["stages"][0]["seed"] = "00" * 32


def other_orders(data: Any) -> None:
    data["stages"][0]["filings"][0]["text"] += " "


def other_answer(data: Any) -> None:
    entry = next(e for e in data["stages"][0]["journal"] if isinstance(e["value"], bool))
    entry["value"] = not entry["value"]


def other_blind(data: Any) -> None:
    data["blind"] = "11" * 32


@pytest.mark.parametrize(
    "change, says",
    [
        (turned, "printed"),
        (reseeded, "does not match its seal"),
        (other_orders, "commitments to the orders"),
        (other_answer, "differs"),
        (other_blind, "blind does not match"),
    ],
)
def test_whatever_is_changed_in_a_record_is_found(record: Path, tmp_path: Path, change: Callable[[Any], Any], says: str) -> None:
    rules = Library(["tests.toy.rules"]).ruleset("toy")
    proofs = verify_record(read_record(changed(record, tmp_path, change)), rules)
    assert any(says in fault for proof in proofs for fault in proof.faults), proofs


def test_without_the_rules_a_changed_die_is_still_found(record: Path, tmp_path: Path) -> None:
    proofs = verify_record(read_record(changed(record, tmp_path, turned)))
    assert [fault.split(":")[0] for proof in proofs for fault in proof.faults] == ["roll A1"]


@pytest.mark.parametrize("content", [b"", b"{", b'{"format": "other"}', b"\xff\xfe", b"[]"])
def test_a_file_that_is_no_record_is_named_with_a_remedy(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / RECORD
    file.write_bytes(content)
    with pytest.raises(PbemError) as error:
        read_record(file)
    assert str(file) in str(error.value) and error.value.remedy


def test_a_corrupt_journal_stops_the_game_with_a_word_that_names_it(tmp_path: Path) -> None:
    with table(tmp_path, "toy/skirmish", people(*ALL)) as t:
        t.join_all()
        for side in ALL:
            t.players[side].say("ORDERS\nshoot mid with R2\nEND\nREADY ANYWAY")
        assert t.file.stages[0].status == "playing"
        with t.house.store.write() as session:
            row = session.get_one(StageRow, t.file.stages[0].id)
            row.journal = '[{"what": "answer"'
            session.add(row)
        t.house.clock.move(__import__("datetime").timedelta(hours=12))  # type: ignore[attr-defined]
        with pytest.raises(PbemError, match="g1 T1 Red Blue Green plans, journal"):
            tend(t.house, "g1")
        assert load(t.house, "g1").stages[0].status == "playing", "nothing was changed"

"""What arrives in real mail, byte for byte, and the reading each must get."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.orders.model import Reading, ReadLine
from pbem.orders.reading import Reader
from pbem.rulesets.air_bridge import RULES
from tests.orders.airborne import distance, lexicon

FOLDER = Path(__file__).parent / "tricky"
INPUTS = sorted(FOLDER.glob("*.txt"))


def read(file: Path) -> Reading:
    return Reader(RULES, lexicon(), "en", distance).read(file.read_bytes().decode("utf-8"))


def shown(line: ReadLine) -> str:
    return f"{line.n} {line.status} {line.line.text if line.line else ''}".strip()


@pytest.mark.parametrize("file", INPUTS, ids=[file.stem for file in INPUTS])
def test_reading(file: Path) -> None:
    reading = read(file)
    expected = file.with_suffix(".expected").read_text(encoding="utf-8").splitlines()
    heads = [line for line in expected if not line.startswith((" ", "note "))]
    assert [shown(line) for line in reading.lines] == heads
    at = -1
    for wanted in expected:
        at += not wanted.startswith((" ", "note "))
        check(wanted, reading, at)


def check(wanted: str, reading: Reading, at: int) -> None:
    word, _, text = wanted.strip().partition(" ")
    if wanted.startswith("note "):
        assert any(text in note for note in reading.notes)
    elif not wanted.startswith(" "):
        return
    elif word == "told":
        assert text in reading.lines[at].told
    elif word == "nothing":
        assert reading.lines[at].told == [] and reading.notes == []
    elif word == "says":
        assert text in reading.lines[at].message
    else:
        assert word == "column" and reading.lines[at].column == int(text)


def test_every_input_has_its_reading() -> None:
    assert len(INPUTS) >= 38
    assert {file.stem for file in INPUTS} == {file.stem for file in FOLDER.glob("*.expected")}

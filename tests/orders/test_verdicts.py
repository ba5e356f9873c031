"""What arrives in real mail, on the position of turn 2: the verdict of every line, what stands beside it, and what is suggested instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.orders import CheckedOrders, check_orders, read_orders
from pbem.rulesets.air_bridge import RULES
from tests.positions import second_turn

FOLDER = Path(__file__).parent / "tricky"
INPUTS = sorted(FOLDER.glob("*.txt"))
OR = {"en": " or ", "fr": " ou "}


def seat(file: Path) -> str:
    """Whose mail it is: the twenty-sixth is a German's."""
    return "german" if file.stem.startswith("26") else "allied"


def checked(file: Path, language: str) -> CheckedOrders:
    return check_orders(RULES, second_turn(seat(file)), seat(file), file.read_bytes().decode("utf-8"), [], language)


def told(found: CheckedOrders) -> list[str]:
    rows: list[str] = []
    for line in found.lines:
        rows.append(" ".join(filter(None, [line.n, line.status, line.rule and f"[{line.rule}]", line.printed])))
        remarks = (("note", line.note), ("says", line.message), ("suggests", line.suggestion))
        rows += [f"  {what} {text}" for what, text in remarks if text]
    return rows


@pytest.mark.parametrize("file", INPUTS, ids=[file.stem for file in INPUTS])
def test_verdict(file: Path) -> None:
    assert told(checked(file, "en")) == file.with_suffix(".verdict").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("file", INPUTS, ids=[file.stem for file in INPUTS])
def test_the_same_in_french_and_every_suggestion_can_be_sent(file: Path) -> None:
    english, french = checked(file, "en"), checked(file, "fr")
    assert [(line.n, line.status, line.rule) for line in english.lines] == [(line.n, line.status, line.rule) for line in french.lines]
    for one, two in zip(english.lines, french.lines, strict=True):
        assert not one.message or one.message != two.message
    names = RULES.lexicon(second_turn(seat(file)), seat(file))
    for language, found in (("en", english), ("fr", french)):
        for text in (text for line in found.lines for text in line.suggestion.split(OR[language]) if text):
            assert [line.status for line in read_orders(RULES, names, text, language).lines] == ["ok"], text


def test_every_input_has_its_verdict() -> None:
    assert {file.stem for file in INPUTS} == {file.stem for file in FOLDER.glob("*.verdict")}

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


def test_a_formation_that_comes_onto_the_map_is_those_of_it_that_may_come_now() -> None:
    """1/327 is due on turn 4; what of the 101st is down already is no part of a landing either."""
    found = check_orders(RULES, second_turn(), "allied", "drop 327 A2904\nT4 drop 1/327 A2904", [], "en").lines
    assert [line.printed for line in found[:2]] == ["DROP 2/327, 3/327 A2904", "T4 DROP 1/327 A2904"]
    assert found[0].status == "ok"
    landed = check_orders(RULES, second_turn(), "allied", "drop 101 A2904", [], "en").lines[0].line
    assert landed is not None and "1/501" not in landed.units() and "2/327" in landed.units()


def test_what_is_called_the_nearest_legal_order_is_legal() -> None:
    """MECH becomes MOVE, that ENTER for a unit off the map, and that the part of the way the movement points last for."""
    start = RULES.start("air-bridge/market-garden")
    RULES.position.begin(start, "allied", "airborne")
    (line,) = check_orders(RULES, start, "allied", "mech 2 Devon to A0707", [], "en").lines
    assert line.suggestion.startswith("ENTER 2 Devon A0107 - ") and line.note == "5.5 of 6 MP"
    (again,) = check_orders(RULES, start, "allied", line.suggestion, [], "en").lines
    assert again.status == "ok"

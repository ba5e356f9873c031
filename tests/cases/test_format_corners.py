"""Forms of the case format that must fail when they do not hold: policies, answers with a place, modifiers that are not there."""

from pathlib import Path

import pytest

from pbem.cases import run_files
from pbem.cases.model import CaseFault
from tests.cases.rulesets import find

FIGHT = """CASE X-1
TITLE t
SCENARIO air-bridge/breakout
TURN 2
{head}START Allied maneuver
POSITION
no units
Allied A1 at A0714: attack 4, defence 4, move 4, er 4, sp 2, infantry, unsupplied
German G1 at A0814: attack 4, defence 4, move 4, er 4, sp 2, infantry
German G2 at A0413: attack 4, defence 4, move 4, er 4, sp 2, infantry
Allied A2 at A0414: attack 12, defence 4, move 4, er 4, sp 2, infantry
air Allied 0
air German 0
declared A0814 with A1
declared A0413 with A2
ANSWERS
{answers}
DICE
{dice}
EXPECT
{expect}
"""
DICE = "maneuver A0814: 1\nmaneuver A0413: 7"


def faults(tmp_path: Path, expect: str, answers: str = "", dice: str = DICE, head: str = "") -> list[str]:
    file = tmp_path / "case.txt"
    file.write_text(FIGHT.format(expect=expect, answers=answers, dice=dice, head=head), encoding="utf-8")
    return [fault.got for fault in run_files([file], find)[0].faults]


@pytest.mark.parametrize(
    ("expect", "got"),
    [
        ("no modifier +2 in maneuver A0814", []),
        ("no modifier [16.0c] in maneuver A0413", []),
        ("no modifier +3 in maneuver A0814", ['+3: "unsupplied" [16.0c]']),
        ("no modifier [16.0c] in maneuver A0814", ['+3: "unsupplied" [16.0c]']),
        ("modifier +5 in maneuver A0413", ['0: "efficiency" [8.0b]']),  # the column of 3:1 is no modifier
        ("A1 supplied", ["unsupplied", "every line of EXPECT held"]),
    ],
)
def test_no_modifier_and_the_opposite_of_a_state(tmp_path: Path, expect: str, got: list[str]) -> None:
    found = faults(tmp_path, f"{expect}\nG2 fatigued")
    assert len(found) == len(got[:1]) and all(word in text for word, text in zip(got, found, strict=False))


def test_an_answer_with_a_place_waits_for_its_question(tmp_path: Path) -> None:
    answers = "German stand at A0413 yes\nGerman stand at A0814 no\nGerman fallback at G1 A0815 - A0816"
    assert faults(tmp_path, "G1 at A0816\nG2 at A0413\nG2 has 1 step", answers, "maneuver A0814: 1\nmaneuver A0413: 7") == []


def test_an_answer_for_another_place_is_left_over(tmp_path: Path) -> None:
    assert any("no such question" in text for text in faults(tmp_path, "G2 fatigued", "German stand at A1108 yes"))


@pytest.mark.parametrize(
    "purpose", ["maneuver A0814", "maneuver combat A0814", "A0814", "Manoeuvre A0814", "A0814 maneuver", "combat roll at A0814"]
)
def test_a_die_finds_its_roll_by_the_words_in_its_purpose(tmp_path: Path, purpose: str) -> None:
    assert faults(tmp_path, "G1 fatigued", dice=f"{purpose}: 1\nmaneuver A0413: 7") == []


@pytest.mark.parametrize("purpose", ["bombardment A0814", "support A0814", "assault A0814", "maneuver A0815", "German maneuver A0814"])
def test_a_die_for_something_else_is_missed(tmp_path: Path, purpose: str) -> None:
    assert faults(tmp_path, "G1 fatigued", dice=f"{purpose}: 1\nmaneuver A0413: 7")


def test_a_policy_that_is_none_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(CaseFault, match=r"case.txt:5 .*policies are strict, truncate, ask"):
        faults(tmp_path, "G1 fatigued", head="POLICY lenient\n")

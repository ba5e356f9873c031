"""The runner catches every kind of wrong expectation, and says where and what came instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.cases import position_of, run_files, summary
from pbem.cases.model import CaseFault, Outcome
from tests.cases.rulesets import find

HEAD = """CASE X-1
RULE T3
TITLE a shot and a walk
SCENARIO toy/skirmish
START movement
STOP fire
"""
POSITION = """
POSITION
no cards
red R1 at north: power 4
red R2 at east: power 1
blue B1 at mid: power 2
blue B2 at mid, 1 step
green G1 at south: power 2
"""
POSITION = POSITION.replace("blue B2 at mid, 1 step", "blue B2 at mid: power 2\nB2 at mid, 1 step")
ORDERS = """
ORDERS red
SHOOT mid WITH R1
MOVE R2 south
MOVE R2 north

ANSWERS
blue cover yes
red target ?B2

DICE
shot R1: 5
"""
SURE = "line 2 refused under T2\n"


def play(tmp_path: Path, expect: str, head: str = HEAD, position: str = POSITION, orders: str = ORDERS) -> Outcome:
    file = tmp_path / "x.txt"
    file.write_text(f"{head}{position}{orders}\nEXPECT\n{expect}\n", encoding="utf-8")
    return run_files([file], find)[0]


PAIRS = [
    ("R2 at north", "R2 at mid", "at north"),
    ("B2 eliminated", "B1 eliminated", "at mid, 2 steps, 2 power, face down"),
    ("B2 off map", "B1 off map", "at mid"),
    ("R1 face up", "B1 face up", "at mid, 2 steps, 2 power, face down"),
    ("R1 not face down", "B1 not face down", "face down"),
    ("B2 has 0 steps", "B1 has 1 step", "2 steps"),
    ("B1 unchanged", "R1 unchanged", "face up, before: at north, 2 steps, 4 power, face down"),
    ("R1 place unchanged", "R2 place unchanged", "north, before: east"),
    ("turn unchanged", "turn 2", "1"),
    ("line 1 ok", "line 2 ok\nline 2 refused under T2", "refused under T2"),
    ("line 2 refused under T2", "line 1 refused under T2", "ok"),
    ("line 2 refused under T2", "line 2 refused under T3", "refused under T2"),
    ("line 2 suggests MOVE R2 mid", "line 2 suggests MOVE R2 west", 'suggested "MOVE R2 mid"'),
    ("line 2 says not-adjacent", "line 2 says out of range", "not-adjacent"),
    ("red line 3 ok", "line 4 ok", "no line 4: red has 3"),
    ("asked blue cover", "asked green cover", "asked were blue cover at mid, red target at mid by R1"),
    ("not asked green cover", "not asked blue cover at mid", "asked blue cover at mid"),
    ("asked red target allowing ?B1", "asked red target allowing B1", "B1"),
    ("asked red target not allowing G1", "asked red target not allowing B1, G1", None),
    ("no roll shot R2", "no roll shot", "shot R1 mid: 5"),
    ("event destroyed B2", "event destroyed B1", "events: move R2; shot R1 B2; destroyed B2"),
    ("no event destroyed B1", "no event destroyed", "destroyed"),
]


@pytest.mark.parametrize(("right", "wrong", "got"), PAIRS, ids=[wrong.splitlines()[0] for _, wrong, _ in PAIRS])
def test_every_form_holds_and_fails(tmp_path: Path, right: str, wrong: str, got: str | None) -> None:
    assert play(tmp_path, SURE + right).passed, play(tmp_path, SURE + right).lines()
    if got is None:
        return
    outcome = play(tmp_path, SURE + wrong)
    assert [fault.text for fault in outcome.faults] == [wrong.splitlines()[0]]
    assert got in outcome.faults[0].got
    row = f"{HEAD}{POSITION}{ORDERS}\nEXPECT\n{SURE}".count("\n") + 1
    assert outcome.faults[0].line == row
    assert outcome.lines()[1].startswith(f"  x.txt:{row}")


def test_a_citation_of_what_held_before_proves_nothing(tmp_path: Path) -> None:
    outcome = play(tmp_path, SURE + "B1 at mid [T5]")
    assert [fault.text for fault in outcome.faults] == ["B1 at mid [T5]"]
    assert "held before" in outcome.faults[0].got
    assert outcome.proved == ["T2"]
    assert play(tmp_path, SURE + "B1 at mid").passed, "without a citation it claims nothing"
    assert play(tmp_path, SURE + "B1 place unchanged [T5]").proved == ["T2", "T5"]


def test_a_case_whose_lines_all_held_before_fails(tmp_path: Path) -> None:
    outcome = play(tmp_path, "B1 at mid", orders="")
    assert "proves nothing" in outcome.faults[0].got


@pytest.mark.parametrize(
    ("change", "text", "got"),
    [
        (("shot R1: 5", "shot R1: 5 3"), "shot R1: 3", "no such roll; rolled were shot R1 mid"),
        (("shot R1: 5", ""), "DICE", 'no die was given for "shot R1 mid"'),
        (("shot R1: 5", "shot R2: 5"), "DICE", 'no die was given for "shot R1 mid"'),
        (("shot R1: 5", "shot R1: 7"), "DICE", "a die of 6 sides, not 7"),
        (("blue cover yes", "blue cover yes\nblue cover no"), "blue cover no", "no such question"),
        (("blue cover yes", "blue cover perhaps"), "blue cover perhaps", "perhaps"),
        (("red target ?B2", "red target G1"), "red target G1", "G1"),
        (("MOVE R2 south", "MOVE R2 south\nMOVE R1 south"), "MOVE R1 south", "refused under T2"),
        (("MOVE R2 south", "MOVE R2 south\nMOVE R9 mid"), "MOVE R9 mid", "unreadable"),
    ],
    ids=["die left over", "die missing", "wrong purpose", "too high", "answer left", "answer unread", "not an option", "refusal", "unread"],
)
def test_what_is_left_over_or_missing_fails(tmp_path: Path, change: tuple[str, str], text: str, got: str) -> None:
    outcome = play(tmp_path, SURE, orders=ORDERS.replace(*change))
    assert [fault.text for fault in outcome.faults] == [text]
    assert got in outcome.faults[0].got


def test_dice_without_purposes_are_used_in_turn(tmp_path: Path) -> None:
    assert play(tmp_path, SURE + "B2 eliminated", orders=ORDERS.replace("shot R1: 5", "5")).passed
    wrong = play(tmp_path, SURE + "B2 eliminated", orders=ORDERS.replace("shot R1: 5", "1"))
    assert "at mid, 1 step" in wrong.faults[0].got, wrong.lines()


def test_without_an_answer_doctrine_and_then_the_staff_decide(tmp_path: Path) -> None:
    bare = ORDERS.replace("blue cover yes\n", "")
    assert "asked blue/cover/mid#1: True (staff)" in play(tmp_path, SURE, orders=bare).log
    ruled = play(tmp_path, SURE, orders=f"{bare}\nDOCTRINE blue\nCOVER NEVER\n")
    assert "asked blue/cover/mid#1: False (doctrine 1)" in ruled.log
    broken = play(tmp_path, SURE, orders=f"{bare}\nDOCTRINE blue\nCOVER PERHAPS\n")
    assert broken.faults[0].text == "COVER PERHAPS"


def test_one_case_of_a_file_by_its_id(tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    one = f"{HEAD}{POSITION}{ORDERS}\nEXPECT\n{SURE}\n"
    file.write_text(one + one.replace("X-1", "X-2").replace("refused under T2", "ok"), encoding="utf-8")
    outcomes = run_files([file], find)
    assert summary(outcomes) == "1 passed, 1 failed"
    assert [o.id for o in run_files([file], find, only="x-2")] == ["X-2"]
    assert outcomes[1].lines()[-1] == f"  play it with every die and modifier:  pbem case run {file} --only X-2 --verbose"


FAULTS = [
    ("TITLE a", "TITEL a", 3, '"TITEL a shot and a walk": a case knows CASE, RULE'),
    ("SCENARIO toy/skirmish\n", "", 1, "SCENARIO is missing"),
    ("toy/skirmish", "toys/skirmish", 4, 'no ruleset "toys"'),
    ("toy/skirmish", "toy/skirmsh", 4, 'no scenario "toy/skirmsh"; pbem scenario list shows all'),
    ("START movement", "START moving", 5, "steps are movement, fire"),
    ("START movement", "START movement\nTURN two", 6, "TURN is followed by a number"),
    ("START movement", "START movement\nSTART fire", 6, "START was given in line 5"),
    ("red R2 at east", "red R2 at yeast", 11, '"red R2 at yeast: power 1": yeast is no field; fields are east'),
    ("ORDERS red", "ORDERS yellow", 17, "sides are Red, Blue, Green"),
    ("MOVE R2 north", "ORDERS red\nMOVE R2 north", 20, "Red has its lines in line 17"),
    ("blue cover yes", "blue rover yes", 23, "questions are cover, target"),
    ("blue cover yes", "blue cover", 23, "an answer is a side"),
    ("shot R1: 5", "shot R1: five", 27, "DICE are numbers"),
    ("shot R1: 5", "shot R1: 5\n4", 27, "either numbers only or all with their purpose"),
    ("line 2 refused", "R7 has 2 steps\nline 2 refused", 30, 'no card "R7"; cards are B1, B2'),
    ("line 2 refused", "R1 has 2 hits\nline 2 refused", 30, "a unit has steps, power"),
    ("line 2 refused", "R1 at yeast\nline 2 refused", 30, "yeast is not on the map"),
    ("line 2 refused", "R1 is happy\nline 2 refused", 30, "EXPECT knows UNIT at PLACE"),
    ("line 2 refused", "line 1 fine\nline 2 refused", 30, "of a line: ok, refused under ITEM"),
    ("line 2 refused", "asked blue rover\nline 2 refused", 30, "questions are cover, target"),
    ("line 2 refused", "asked red target not allowing ?B7\nline 2 refused", 30, 'no unit and no place "?B7"'),
]


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    FAULTS,
    ids=[f"{new.splitlines()[0] if new else old} - {n}" for n, (old, new, _, _) in enumerate(FAULTS)],
)
def test_a_fault_of_the_file_names_its_line_and_nothing_is_run(tmp_path: Path, old: str, new: str, line: int, message: str) -> None:
    file = tmp_path / "bad.txt"
    text = f"{HEAD}{POSITION}{ORDERS}\nEXPECT\n{SURE}"
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(CaseFault) as raised:
        run_files([file], find)
    assert str(raised.value).startswith(f"{file}:{line}  ")
    assert message in str(raised.value)
    assert str(raised.value).endswith("Nothing was run.")


def test_files_that_are_no_case_files(tmp_path: Path) -> None:
    with pytest.raises(CaseFault, match="no such file"):
        run_files([tmp_path / "none.txt"], find)
    (tmp_path / "a.txt").write_text("hello\n", encoding="utf-8")
    with pytest.raises(CaseFault, match="begins with CASE"):
        run_files([tmp_path], find)
    (tmp_path / "a.txt").write_bytes(b"# ok\nCASE \xff\n")
    with pytest.raises(CaseFault, match=r"a.txt:2 .*not UTF-8"):
        run_files([tmp_path], find)


def test_an_id_may_stand_once_only(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(f"{HEAD}{POSITION}{ORDERS}\nEXPECT\n{SURE}", encoding="utf-8")
    with pytest.raises(CaseFault, match=r"b.txt:1 .*there is a case of this id at .*a.txt:1"):
        run_files([tmp_path], find)


FIGHT = """CASE F-1
TITLE bombardment and fight
SCENARIO air-bridge/breakout
START Allied declaration
STOP Allied maneuver

POSITION
no units
Allied A1 at A1004: attack 8, defence 4, move 4, er 6, sp 2, infantry
Allied P1 at A0803: bombard 7, range 6, defence 1, move 6, er 5, sp 1, artillery
German G1 at A1003: attack 4, defence 4, move 4, er 4, sp 2, infantry
bridge A1007/A1108 blown
air Allied 4
air German 0

ORDERS Allied
ATTACK A1003 WITH A1
SUPPORT A1003 WITH P1, AIR 2

DICE
allied support A1003: 4
maneuver A1003: 8

EXPECT
"""
FACTS = [
    ("odds 2:1 in maneuver", "odds 3:1 in maneuver", "2:1"),
    ("odds 2:1", "odds 2:1 in support", "no odds"),
    ("column 3:1 in maneuver A1003", "column 2:1 in maneuver A1003", "3:1"),
    ("column 7-12 in allied support A1003", "column 3-6 in allied support", "7-12"),
    ("result D1F1 in maneuver", "result D2F1 in maneuver", "D1F1"),
    ("points 9 in allied support", "points 8 in allied support", "9"),
    ("modifier -2 [9.2b] in maneuver A1003", "modifier -1 [9.2b] in maneuver A1003", '-2: "support" [9.2b]'),
    ("modifier +1 [8.0b]", "modifier +1 [19.1]", '"efficiency" [8.0b]'),
    ("modifier +1", "modifier x2", '"efficiency" [8.0b]'),
    ("modifier +1 [8.0b] in maneuver", "modifier +1 [8.0b] in maneuver A1004", 'no "maneuver A1004" among the rolls'),
    ("air Allied 2", "air Allied 1", "2"),
    ("air German unchanged", "air Allied unchanged", "2, before: 4"),
    ("P1 first fire", "P1 final fire", "first fire"),
    ("G1 has 1 step", "G1 has 2 steps", "1 step: maneuver A1003: die 8 -2, column 3:1, result D1F1"),
    ("bridge A1007/A1108 unchanged", "bridge A1007/A1108 intact", "blown"),
    ("asked German fallback allowing A1103 - A1203", "asked German fallback allowing A1004 - A1005", ""),
]


@pytest.mark.parametrize(("right", "wrong", "got"), FACTS, ids=[wrong for _, wrong, _ in FACTS])
def test_what_a_roll_is_told_with_holds_and_fails(tmp_path: Path, right: str, wrong: str, got: str) -> None:
    file = tmp_path / "f.txt"
    file.write_text(f"{FIGHT}G1 fatigued\n{right}\n", encoding="utf-8")
    outcome = run_files([file], find)[0]
    assert outcome.passed, outcome.lines()
    file.write_text(f"{FIGHT}G1 fatigued\n{wrong}\n", encoding="utf-8")
    faults = run_files([file], find)[0].faults
    assert [(fault.text, fault.line) for fault in faults] == [(wrong, FIGHT.count("\n") + 2)]
    assert got in faults[0].got


def test_an_unsound_end_fails_the_case(tmp_path: Path) -> None:
    file = tmp_path / "f.txt"
    text = FIGHT[: FIGHT.index("ORDERS")] + "\nEXPECT\nP1 unchanged\n"
    file.write_text(text.replace("German G1 at A1003", "German G1 at A1004"), encoding="utf-8")
    outcome = run_files([file], find)[0]
    assert outcome.faults[0].text == "a sound position at the end"
    assert "both sides in A1004" in outcome.faults[0].got


def test_the_position_of_a_case_is_there_to_check_orders_against(tmp_path: Path) -> None:
    file = tmp_path / "f.txt"
    file.write_text(f"{FIGHT}G1 fatigued\n", encoding="utf-8")
    state, case = position_of(file, find)
    assert (state.step, state.active, case.id) == ("II.D", "allied", "F-1")
    assert state.units["A1"].at == "A1004" and state.bridges["A1007/A1108"] == "blown"
    with pytest.raises(CaseFault, match="no such case"):
        position_of(file, find, only="F-2")


def test_a_position_alone_needs_neither_title_nor_expectation_but_a_case_to_play_does(tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    file.write_text(HEAD.replace("TITLE a shot and a walk\n", "") + POSITION, encoding="utf-8")
    state, _ = position_of(file, find)
    assert state.cards["R2"].at == "east"
    with pytest.raises(CaseFault, match="TITLE is missing"):
        run_files([file], find)
    file.write_text(HEAD + POSITION, encoding="utf-8")
    with pytest.raises(CaseFault, match="EXPECT is missing or empty"):
        run_files([file], find)

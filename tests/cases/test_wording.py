"""Other words for the same thing are understood, and fail like the plain ones when they do not hold."""

from pathlib import Path

import pytest

from pbem.cases import position_of, run_files
from pbem.cases.model import CaseFault
from pbem.cases.wording import plain
from tests.cases.rulesets import find

FIGHT = """CASE X-1
TITLE t
SCENARIO air-bridge/market-garden
TURN 5
START {start}
POSITION
no units
German G1 at B0615: attack 8, defence 4, move 4, er 5, sp 2, infantry
German G2 at B0615: attack 1, defence 4, move 4, er 5, sp 2, infantry
Allied A1 at B0614: attack 4, defence 4, move 4, er 4, sp 2, infantry
Allied A2 at B0514: attack 4, defence 4, move 4, er 4, sp 2, infantry
55 Fd at B0612
{position}
ORDERS German
MOVE A1 B0616
ANSWERS
{answers}
DICE
{dice}
EXPECT
line 1 refused
{expect}
"""
ANSWERS = "Allied support none\nAllied stay no\nAllied withdraw B0613 - B0612\nGerman advance after combat all"


def faults(
    tmp_path: Path, expect: str, dice: str = "combat roll: 7", answers: str = ANSWERS, start: str = "German maneuver combat"
) -> list[str]:
    file = tmp_path / "case.txt"
    text = FIGHT.format(expect=expect, answers=answers, dice=dice, start=start, position="attack B0614 with G1, G2")
    file.write_text(text, encoding="utf-8")
    return [fault.got for fault in run_files([file], find)[0].faults]


@pytest.mark.parametrize(
    ("holds", "fails"),
    [
        ("G1, G2 at B0614", "G1, A2 at B0614"),
        ("A1 and A2 not eliminated", "A1 and A2 eliminated"),
        ("A1 in B0612", "A1 in B0613"),
        ("A1 not at B0614", "A1 not at B0612"),
        ("A2 unmoved", "A1 unmoved"),
        ("A1 is fatigued", "A2 is fatigued"),
        ("A1 at full strength", "A1 flipped"),
        ("shift 1 right [8.0b]", "shift 2 right"),
        ("column shift 1 right", "no shift"),
        ("column 3:1 in combat", "column 2:1 in combat"),
        ("net modifier 0", "net modifier -1"),
        ("rolled combat", "rolled assault"),
        ("no roll support", "no roll combat"),
        ("line 1 refused", "line 1 ok"),
        ("asked Allied retreat", "not asked Allied retreat"),
        ("air German not 3", "air German not 0"),
        ("event A1 retreats", "event A1 advances"),
        ("event A1 is retreating to B0612", "event G1 is retreating to B0612"),
        ("no event bridge blown", "no event retreated"),
        ("no modifier +1", "no modifier +1 [8.0b]"),
    ],
)
def test_both_sides_of_a_wording(tmp_path: Path, holds: str, fails: str) -> None:
    assert faults(tmp_path, holds) == []
    assert faults(tmp_path, f"A1 fatigued\n{fails}")


@pytest.mark.parametrize(
    ("told", "fails"),
    [
        ("Allied withdraw A1 B0613 - B0612", False),
        ("Allied withdraw A1 from B0614 to B0613 - B0612", False),
        ("Allied retreat A1: via B0613 - B0612", False),
        ("Allied withdraw A2 B0613 - B0612", True),  # A2 was not in the fight
    ],
)
def test_a_way_of_one_unit(tmp_path: Path, told: str, fails: bool) -> None:
    answers = f"Allied support none\nAllied stay no\n{told}\nGerman advance all"
    assert bool(faults(tmp_path, "A1 at B0612", answers=answers)) == fails


ALONE = """CASE X-1
TITLE One defender alone takes the step; the choice is written down all the same
SCENARIO air-bridge/market-garden
TURN 5
START Allied bombardment
POSITION
no units
air Allied 4
2 Devon at A1004
German G1 at A1203: attack 4, defence 4, move 4, er 4, sp 2, infantry
ORDERS Allied
BOMBARD A1203 WITH AIR 4
PASS
ANSWERS
German losses {unit}
DICE
bombardment: {die}
EXPECT
{expect}
"""


def alone(tmp_path: Path, unit: str = "G1", die: int = 5, expect: str = "G1 has 1 step") -> list[str]:
    file = tmp_path / "case.txt"
    file.write_text(ALONE.format(unit=unit, die=die, expect=expect), encoding="utf-8")
    return [fault.got for fault in run_files([file], find)[0].faults]


def test_a_question_with_a_single_choice_may_be_answered_with_it(tmp_path: Path) -> None:
    assert alone(tmp_path) == []
    assert alone(tmp_path, "2 Devon")


def test_no_result_as_the_table_prints_it(tmp_path: Path) -> None:
    assert alone(tmp_path, die=8, expect="result -") == ["no such question"]  # nothing is lost, so nobody is asked
    assert "1" in alone(tmp_path, expect="G1 has 1 step\nresult -")


def over(tmp_path: Path, expect: str) -> list[str]:
    file = tmp_path / "case.txt"
    head = "CASE X-1\nTITLE t\nSCENARIO air-bridge/market-garden\nTURN 17\nSTART administrative\nPOSITION\nno units\n"
    file.write_text(f"{head}control A2106 Allied\ncontrol A2107 Allied\nEXPECT\n{expect}\n", encoding="utf-8")
    return [fault.got for fault in run_files([file], find)[0].faults]


@pytest.mark.parametrize("holds", ["winner German", "German victory", "Germans win", "VP 2", "victory points 2", "points Allied 2"])
def test_the_end_of_a_game(tmp_path: Path, holds: str) -> None:
    assert over(tmp_path, holds) == []


@pytest.mark.parametrize(("fails", "got"), [("winner Allied", "german"), ("draw", "german"), ("VP 3", "2")])
def test_another_end_than_that(tmp_path: Path, fails: str, got: str) -> None:
    assert over(tmp_path, fails) == [got]


def test_nobody_has_won_before_the_end(tmp_path: Path) -> None:
    assert faults(tmp_path, "A1 fatigued\nwinner German") == ["nobody yet"]


@pytest.mark.parametrize("purpose", ["maneuver", "German attack at B0614", "maneuver combat die", "B0614", "combat"])
def test_a_die_in_other_words(tmp_path: Path, purpose: str) -> None:
    expected = faults(tmp_path, "A1 fatigued", f"{purpose}: 7")
    assert expected == [] if "German" not in purpose else expected


@pytest.mark.parametrize("purpose", ["bombardment", "defensive bombardment", "support", "B0615", "reaction of G1"])
def test_a_die_for_something_else(tmp_path: Path, purpose: str) -> None:
    assert faults(tmp_path, "A1 fatigued", f"{purpose}: 7")


def test_an_unknown_side_or_question_is_named_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(CaseFault, match="sides are Allied, German"):
        faults(tmp_path, "A1 fatigued", answers="Russian stand no")
    with pytest.raises(CaseFault, match="questions are advance, class, defbombard"):
        faults(tmp_path, "A1 fatigued", answers="Allied dinner no")


@pytest.mark.parametrize(
    ("line", "hex", "status"),
    [
        ("US U1 in B0620: 4-5-6, er 4, sp 2, infantry, airborne", "B0620", (4, 5, 12)),
        ("German U1 at B0620 (attack 4, defence 5, movement 6, ER 4, stacking 2, infantry)", "B0620", (4, 5, 12)),
        ("Allied U1 at B0620, attack 4, defense 5, MA 6, inf", "B0620", (4, 5, 12)),
    ],
)
def test_a_unit_of_ones_own(tmp_path: Path, line: str, hex: str, status: tuple[int, int, int]) -> None:
    unit = position(tmp_path, line).units["U1"]
    assert (unit.at, (unit.attack, unit.defence, unit.allowance)) == (hex, status)


def position(tmp_path: Path, line: str):  # type: ignore[no-untyped-def]
    file = tmp_path / "position.txt"
    text = (
        f"CASE X-1\nTITLE t\nSCENARIO air-bridge/market-garden\nTURN 5\nSTART German movement\nPOSITION\nno units\n{line}\nEXPECT\nturn 5\n"
    )
    file.write_text(text, encoding="utf-8")
    return position_of(file, find)[0]


def test_states_may_stand_before_the_factors(tmp_path: Path) -> None:
    unit = position(tmp_path, "German U1 at B0620, 1 step, fatigued: attack 4, defence 5, move 6, er 4, sp 2, infantry").units["U1"]
    assert (unit.steps, unit.fatigued, unit.defence) == (1, True, 3)


def test_no_drop_zone_marker_under_an_enemy(tmp_path: Path) -> None:
    s = position(tmp_path, "German U1 at B4408: attack 4, defence 5, move 6, er 4, sp 2, infantry\n1 Para at A3004")
    assert s.zone_at("B4408") == "" and s.drop_zones["1 Br"].back == 7
    assert s.zone_at("A3004") == "101"


def test_tracks_and_bridges_in_other_words(tmp_path: Path) -> None:
    s = position(tmp_path, "Allied air points 7\nbad weather\nGermans control B4315\nNijmegen bridge destroyed\nfirst player: German")
    assert s.air == {"allied": 7, "german": 0}
    assert (s.weather, s.mud, s.first) == ("bad", True, "german")
    assert s.control["B4315"] == "german" and s.bridges["B3117/B3216"] == "blown"


def test_a_bridge_without_such_a_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CaseFault, match="no bridge"):
        position(tmp_path, "Timbuktu bridge blown")


@pytest.mark.parametrize("text", ["event G1 is destroyed", "line 2 says it is dead", "asked Allied retreat at B0614"])
def test_words_of_the_case_itself_are_left_alone(text: str) -> None:
    assert plain(text) == text

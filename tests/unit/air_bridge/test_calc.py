"""Chances of a maneuver combat, exact: against the table read by hand, and against every die thrown."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pbem.errors import PbemError
from pbem.rulesets.air_bridge import RULES
from pbem.rulesets.air_bridge.calc_maneuver import lines, maneuver
from pbem.rulesets.air_bridge.tables import bombardment_result, maneuver_result


def test_21_against_4_in_mixed_ground_with_an_engineer() -> None:
    found = maneuver(21, 4, "mixed", ("6.25", "5"), engineer=True, drm=-2)
    assert (found["odds"], found["shift"], found["column"], found["counts"]) == ("5:1", 1, "6:1", 1)
    assert found["results"] == ["D5F3", "D5F3", "D4F3", "D4F2", "D3F2", "D3F1", "D2F2", "D2F1", "D2F1", "D1F1"]
    assert found["steps_lost"] == {"2+": "9/10", "1": "1/10", "0": "0"} and found["retreat"] == "1"


def test_without_the_engineer_the_same_ground_halves_the_losses() -> None:
    assert maneuver(21, 4, "mixed", ("6.25", "5"), drm=-2)["steps_lost"] == {"2+": "2/5", "1": "1/2", "0": "1/10"}


def test_a_bridge_costs_two_and_an_engineer_takes_that_back() -> None:
    assert [maneuver(8, 4, "clear", bridge=True, engineer=engineer)["drm"] for engineer in (False, True)] == [2, 0]


def test_support_of_both_sides_is_thrown_out_die_by_die() -> None:
    found = maneuver(12, 4, "clear", support=(20, 3))
    thrown = [
        maneuver_result(die - bombardment_result(20, a) + bombardment_result(3, b), 4) for die, a, b in product(range(1, 11), repeat=3)
    ]
    assert found["column"] == "3:1"
    assert Fraction(found["falls_back"]) == Fraction(sum(code.startswith("A") for code in thrown), 1000)
    assert Fraction(found["retreat"]) == Fraction(sum(code.startswith("D") for code in thrown), 1000)


def test_chances_add_up_to_one() -> None:
    found = maneuver(7, 8, "city", ("5.5", "7"), support=(9, 4), drm=1)
    assert sum(Fraction(o["chance"]) for o in found["outcomes"]) == 1
    assert sum(Fraction(chance) for chance in found["steps_lost"].values()) == 1


@pytest.mark.parametrize("figures", [(0, 4), (4, 0), (1000, 4)])
def test_figures_that_make_no_fight_are_refused(figures: tuple[int, int]) -> None:
    with pytest.raises(PbemError):
        maneuver(*figures, "clear")


def test_the_answer_as_printed() -> None:
    printed = lines(maneuver(21, 4, "mixed", ("6.25", "5"), engineer=True, drm=-2))
    head = "21:4 = 5:1 [12.1a]; ER 6.25 v 5.0, 1 column [8.0b] = 6:1; mixed 2, engineer: 1 [17.2b]; DRM -2"
    assert printed[0] == head
    assert printed[-2:] == ["steps lost by the defender: 2 or more 90 %, 1 10 %", "the defender retreats 100 %"]


def test_the_options_are_those_the_calculation_takes() -> None:
    declared: Any = RULES.calc["maneuver"]
    needed = {option.name: {"number": 5, "choice": "clear"}[option.type] for option in declared.options if option.required}
    given = {option.name: option.default for option in declared.options if not option.required}
    assert declared.work(**needed, **given)["odds"] == "1:1"

"""Assault, bombardment and overrun at the console: the worked examples, and every die thrown out by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from pbem.errors import PbemError
from pbem.rulesets.air_bridge.calc import CALC
from pbem.rulesets.air_bridge.calc_assault import assault, force, lines
from pbem.rulesets.air_bridge.calc_fire import bombardment, bombardment_lines, overrun, overrun_lines


def test_two_guns_of_four_on_mixed_ground() -> None:
    """EX-05: 8 points, die 2, result 3, one step."""
    found = bombardment("mixed", points=8)
    assert (found["column"], found["results"][1], found["lost"][1]) == ("7-12", 3, 1)
    assert found["steps_lost"] == {"2": "1/10", "1": "1/2", "0": "2/5"}
    assert bombardment_lines(found)[-1] == "steps lost: 2 10 %, 1 50 %, none 40 %"


def test_air_adds_to_the_guns_and_nobody_loses_more_than_he_has() -> None:
    assert bombardment("clear", points=5, air=3)["total"] == 8
    assert max(bombardment("clear", points=8, steps=2)["lost"]) == 2 < max(bombardment("clear", points=8)["lost"])


def test_nineteen_against_eight_is_two_to_one() -> None:
    """EX-10."""
    found = overrun(19, 8)
    assert (found["odds"], found["needed"], found["overrun"], found["missing"]) == ("2:1", "7:1", False, 37)


@pytest.mark.parametrize(("defence", "weak", "done"), [(3, False, True), (4, False, False), (4, True, True), (5, True, False)])
def test_twenty_two_points_drive_over_three_or_four_if_they_are_weak(defence: int, weak: bool, done: bool) -> None:
    found = overrun(22, defence, weak)
    assert found["overrun"] is done
    assert overrun_lines(found)[-1] == "22 attack points overrun defence 3 at 7:1, 4 at 5:1"


def test_the_assault_of_the_rulebook() -> None:
    """EX-16: four units of 4 from four hexes, two defenders of 4 and 5: columns, modifier, and the dice it names."""
    found = assault("4/4/4/4", "4,5", "forest", (4, 6), fire=10)
    assert (found["their_column"], found["their_hits"][5 - 1]) == ("7-10", 1)  # EX-16b
    assert [row["amount"] for row in found["our_drm"]] == [-2]
    after = assault("4/4/2r/2r", "4,5", "forest", (4, 6))  # two have flipped
    assert (after["attack"], after["our_column"], after["our_hits"][3 - 1]) == (12, "11-14", 2)  # EX-16c
    assert after["our_hits"][9 - 1] == 1  # EX-16e: 9 - 2 = 7


def test_veghel_of_the_second_turn() -> None:
    three, four = assault("5,5,3e", "3f", "city", (6, 3)), assault("5,5,5,3e", "3f", "city", (6, 3))
    assert (three["attack"], three["our_column"], three["their_column"]) == (13, "11-14", "3-6")
    assert [round(Fraction(found["taken"]) * 100) for found in (three, four)] == [60, 70]
    assert round(Fraction(three["attacker_loses"]) * 100) == 21
    assert lines(three)[2].startswith("both fire at once, engineer [17.2e]")


def test_one_round_thrown_out_die_by_die() -> None:
    """Nobody passes on 0: the defender's die, then the attacker's with what is left of one unit of two steps."""
    found = assault("12", "4", "clear", (0, 0))
    whole, flipped = found["our_hits"], assault("6r", "4", "clear", (0, 0))["our_hits"]
    taken = 0
    for his, mine in product(range(10), repeat=2):
        left = 2 - found["their_hits"][his]
        taken += left > 0 and (whole if left == 2 else flipped)[mine] >= 2
    assert taken and Fraction(found["taken"]) == Fraction(taken, 100)
    assert sum(Fraction(chance) for chance in found["attacker_lost"].values()) == 1


def test_defensive_fire_a_bridge_and_open_ground_count() -> None:
    plain = Fraction(assault("5,5", "3", "mixed", (6, 3))["taken"])
    rough, open_ground = (Fraction(assault("5,5", "3", terrain, (6, 3), fire=10)["taken"]) for terrain in ("mixed", "clear"))
    assert open_ground < rough < plain
    assert Fraction(assault("5,5", "3", "mixed", (6, 3), bridge=True)["taken"]) < plain


@pytest.mark.parametrize("words", ["", "5,x", "5q", "1,1,1,1,1,1,1,1,1"])
def test_forces_that_cannot_be_read_are_refused(words: str) -> None:
    with pytest.raises(PbemError):
        force(words, "allied", 4)


def test_no_points_are_no_bombardment_and_no_overrun() -> None:
    with pytest.raises(PbemError):
        bombardment("clear")
    with pytest.raises(PbemError):
        overrun(0, 4)


def test_all_four_are_offered() -> None:
    assert sorted(CALC) == ["assault", "bombardment", "maneuver", "overrun"]

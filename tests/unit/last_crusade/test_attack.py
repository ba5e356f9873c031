"""The value of a shot in the order of P12.2, and how hits are spread, on the worked examples of the rules."""

from __future__ import annotations

import pytest

from pbem.rulesets.last_crusade.attack import Shot, can_fire, firepower, kill, spread
from pbem.rulesets.last_crusade.state import State
from tests.unit.last_crusade.table import ARRACOURT, placed


@pytest.fixture
def field() -> State:
    """Woods at A1, village at C2, clear ground at D2."""
    return placed(
        """no cards
        US Tank at A1: armor, arm 5, inf 4, defence 5
        German Two at A1: infantry, soldier, arm 2, inf 5
        German Three at A1: infantry, soldier, arm 3, inf 5
        German Crew at A1: infantry, antitank, arm 7, inf 2
        US Foot at C2: infantry, soldier, arm 1, inf 4
        US Plain at D2: armor, arm 5, inf 5, defence 5
        DE Halftrack 1 at C2
        Panzergrenadier 1 at C2 on DE Halftrack 1
        Panzerfaust 1 on Panzergrenadier 1""",
        ARRACOURT,
    )


def value(s: State, shot: Shot) -> int:
    return firepower(s, shot).total


def test_an_unsupplied_defender_fires_with_half_rounded_up(field: State) -> None:
    """W6."""
    field.cards["Foot"].inf = 5
    on_foot = Shot("Foot", "Two", unsupplied=True, at="D2")
    assert value(field, on_foot) == 3
    assert [row["rule"] for row in firepower(field, on_foot).rows] == ["P1.5", "AS-17"]


def test_soldiers_against_armor_alone_fire_double_before_terrain(field: State) -> None:
    """W10: 4 before terrain in the woods."""
    rows = firepower(field, Shot("Two", "Tank", at="A1", doubled=True)).rows
    assert [(row["amount"], row["rule"]) for row in rows] == [(2, "P1.5"), (2, "SR-1"), (-1, "AC-1")]


def test_doubling_comes_before_halving(field: State) -> None:
    """W11: 3 doubled and halved is 3; the other way round it would be 4."""
    assert value(field, Shot("Three", "Plain", at="D2", doubled=True, unsupplied=True)) == 3


def test_only_soldiers_are_doubled(field: State) -> None:
    assert value(field, Shot("Crew", "Plain", at="D2", doubled=True)) == 7


def test_in_a_mounted_pair_the_soldier_and_what_goes_with_him_is_doubled_not_the_transport(field: State) -> None:
    field.cards["DE Halftrack 1"].arm = 1
    rows = firepower(field, Shot("DE Halftrack 1", "Plain", at="D2", doubled=True)).rows
    assert [(row["amount"], row["rule"]) for row in rows] == [(1, "P1.5"), (2, "SR-10"), (2, "P12.2"), (4, "SR-1")]


def test_the_flank_bonus_is_given_once_to_a_pair_and_after_halving(field: State) -> None:
    assert value(field, Shot("Panzergrenadier 1", "Plain", at="D2", flank=True)) == 6  # 0 + 2 + 2, and 2
    assert value(field, Shot("Three", "Plain", at="D2", unsupplied=True, flank=True)) == 4  # 3 halved is 2, and 2


def test_flank_raises_a_printed_nothing(field: State) -> None:
    """P12.1: L17 makes no exception."""
    mortar = placed("no cards\n81mm 1 at A1\nPanther 1 at D2", ARRACOURT)
    assert not can_fire(mortar, Shot("81mm 1", "Panther 1"))
    assert can_fire(mortar, Shot("81mm 1", "Panther 1", flank=True))


def test_the_assaulted_zone_covers_assaulters_too(field: State) -> None:
    """AC-1: the tank stands in D2 still, the fight is in C2."""
    assert firepower(field, Shot("Crew", "Plain", at="C2")).rows[-1]["amount"] == -1
    assert firepower(field, Shot("Crew", "Foot", at="C2")).rows[-1]["amount"] == -2


def test_the_ditch_and_the_value_that_is_never_below_nothing(field: State) -> None:
    field.cards["Two"].dug_in = True
    shot = Shot("Tank", "Two", at="C2", ditch=2)
    assert [row["amount"] for row in firepower(field, shot).rows] == [4, -2, -1, -2, 1]
    assert not can_fire(field, shot)


def test_hits_go_to_the_transport_and_then_to_the_passenger_with_his_old_damage(field: State) -> None:
    """W12: 4 hits, transport of 2, passenger of 3 with 1 old hit: nothing is left over."""
    field.cards["Panzergrenadier 1"].hits = 1
    assert spread(field, "Panzergrenadier 1", 4) == {"DE Halftrack 1": 2, "Panzergrenadier 1": 2}
    assert spread(field, "DE Halftrack 1", 9) == {"DE Halftrack 1": 2, "Panzergrenadier 1": 2}
    assert spread(field, "DE Halftrack 1", 1) == {"DE Halftrack 1": 1}


def test_the_chance_to_destroy(field: State) -> None:
    """Two dice against one hit left: 5/9; three against two: 7/27; one die against two: none."""
    target = field.cards["Plain"]
    field.cards["Two"].arm, target.hits = 2, 4
    assert kill(field, Shot("Two", "Plain", at="D2")) == 55
    field.cards["Two"].arm, target.hits = 3, 3
    assert kill(field, Shot("Two", "Plain", at="D2")) == 25
    field.cards["Two"].arm = 1
    assert kill(field, Shot("Two", "Plain", at="D2")) == 0

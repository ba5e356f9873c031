"""Nothing a side is sent depends on what it cannot see, and a leak planted on purpose is caught."""

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from pbem.engine.ruleset import Ruleset
from tests.leaks.proof import ATTACKER, BREAKOUT, TOY, Hidden, leaks, other_powers, variants, watch


def test_a_game_watched_twice_gives_the_same_bytes() -> None:
    assert len(plain()) > 10 and plain() == watch(TOY, Hidden())


@cache
def plain() -> list[bytes]:
    return watch(TOY, Hidden())


@pytest.mark.parametrize("n", range(6))
def test_what_red_cannot_see_changes_nothing_he_is_sent(n: int) -> None:
    """0 drafts, 1 refused lines, 2 mails that only ask, 3 doctrine or mail, 4 cards face down, 5 all of it."""
    assert leaks(TOY, [variants(random.Random(7), toy=True)[n]], before=plain()) == []


def test_on_an_open_map_the_others_drafts_and_refused_lines_are_still_his_own() -> None:
    """Through a fight with its questions; his own replies, HELP, STATUS, MAP and refusals are among the bytes."""
    mine = watch(BREAKOUT, Hidden())
    assert any(b"Decision 1" in mail for mail in mine), "the watched side was asked"
    hidden = Hidden(drafts=("PASS", "nonsense"), junk=("complete nonsense", "ATTACK A9999 WITH 1 Cold"), asking=("STATUS", "HELP"))
    assert leaks(BREAKOUT, [hidden], before=mine) == []


def test_the_attacker_does_not_learn_whether_doctrine_answered_him_or_a_mail() -> None:
    assert leaks(ATTACKER, [Hidden(doctrine=True, asking=("STATUS", "MAP"))]) == []


def test_the_attacker_does_not_learn_whether_the_staff_answered_him_or_a_mail() -> None:
    assert leaks(ATTACKER, [Hidden(late="staff")], before=watch(ATTACKER, Hidden(late="mail"))) == []


def true_picture(rules: Ruleset) -> Ruleset:
    """Every map and report drawn from the whole position."""
    return replace(rules, picture=lambda state, side: rules.picture(state, ""), view=lambda state, side: state)


@pytest.mark.parametrize("planted", [true_picture])
def test_a_leak_planted_on_purpose_is_caught(planted: Any) -> None:
    assert leaks(TOY, [Hidden(cards=other_powers)], planted)

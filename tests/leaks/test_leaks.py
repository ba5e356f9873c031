"""Nothing a side is sent depends on what it cannot see, and a leak planted on purpose is caught."""

import random
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from pbem.engine.ruleset import Ruleset
from tests.leaks.proof import BREAKOUT, TOY, Hidden, leaks, other_powers, variants, watch


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
    assert leaks(BREAKOUT, [Hidden(drafts=("PASS", "nonsense"), junk=("complete nonsense",), asking=("STATUS",))]) == []


def true_picture(rules: Ruleset) -> Ruleset:
    """Every map and report drawn from the whole position."""
    return replace(rules, picture=lambda state, side: rules.picture(state, ""), view=lambda state, side: state)


@pytest.mark.parametrize("planted", [true_picture])
def test_a_leak_planted_on_purpose_is_caught(planted: Any) -> None:
    assert leaks(TOY, [Hidden(cards=other_powers)], planted)

"""A few games of bots, of every scenario and of the toy: what `make prove` does at length."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games.autoplay import autoplay
from pbem.games.autoplay_mail import autoplay_by_mail
from pbem.games.library import Library
from tests.proofs import autoplay as proof

LIBRARY = Library([proof.TOY])


@pytest.fixture(scope="module")
def proven() -> dict[str, Any]:
    return proof.prove(quick=True, seed=1)


def test_games_of_bots_are_sound_and_come_to_their_end(proven: dict[str, Any]) -> None:
    assert (proven["violations"], proven["refused"]) == (0, 0), proven["faults"]
    assert proven["finished"] == proven["games"] == len(LIBRARY.scenarios())


def test_every_stage_is_replayed_to_the_byte_with_every_die_proven(proven: dict[str, Any]) -> None:
    assert proven["differences"] == 0, proven["faults"]


def test_what_the_check_calls_illegal_the_true_position_forbids_too(proven: dict[str, Any]) -> None:
    assert proven["tried_illegal"] > 5
    assert proven["wrongly_refused"] == 0, proven["faults"]


def test_the_same_seed_plays_the_same_game() -> None:
    first, again = (autoplay(LIBRARY, "toy/skirmish", 3, 7) for _ in range(2))
    assert {**first, "seconds": 0} == {**again, "seconds": 0}


def test_turns_cut_a_game_short() -> None:
    found = autoplay(LIBRARY, "toy/skirmish", 2, 1, turns=1)
    assert (found["games"], found["finished"], found["turns"]) == (2, 0, 2)


def test_every_verb_and_choice_of_the_toy_occurs() -> None:
    found = autoplay(LIBRARY, "toy/skirmish", 5, 1)
    assert all(found["verbs"].values()) and all(found["choices"].values())
    assert found["games"] == sum(found["wins"].values()) + found["draws"] == sum(found["levels"].values())


def test_a_game_by_mail_is_counted_like_any_other() -> None:
    found, plain = autoplay_by_mail(LIBRARY, "toy/skirmish", 1, 7), autoplay(LIBRARY, "toy/skirmish", 1, 7)
    assert set(found) == {*plain, "mails"}
    assert (found["games"], found["finished"], found["violations"], found["refused"]) == (1, 1, 0, 0), found["faults"]
    assert all(found["verbs"].values()) and all(found["choices"].values())
    assert found["mails"]["received"] > found["mails"]["sent"] > 2 * len(found["wins"]), "every seat joined and sent orders"


def test_by_mail_too_the_same_seed_plays_the_same_game() -> None:
    first, again = (autoplay_by_mail(LIBRARY, "toy/skirmish", 1, 3, turns=1) for _ in range(2))
    assert first["finished"] == 0 and first["orders"] > 0
    assert {**first, "seconds": 0} == {**again, "seconds": 0}

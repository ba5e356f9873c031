"""A few staff games of The Last Crusade, and its first turns by mail: what `make prove` does at length."""

from __future__ import annotations

import pytest

from tests.proofs import crusade
from tests.proofs.crusade import ARRACOURT, FREE, prove, shortcomings


def test_games_come_to_their_end_and_the_mailed_one_replays_to_the_byte() -> None:
    seen = list[tuple[int, int]]()
    found = prove(quick=True, seed=1, say=lambda done, of: seen.append((done, of)))
    assert (found["unfinished"], found["violations"], found["refused"], found["differences"]) == (0, 0, 0, 0), found["faults"]
    assert found["games"] == 4 and found["mails"] > 20 and sum(found["wins"].values()) <= crusade.SAMPLE[ARRACOURT]
    assert seen == [(2, 4), (3, 4), (4, 4)], "told as they go by"


FINE = {"games": 200, "turns": 2000, "passes": 10, "wins": {"german": 90, "us": 100}, "verbs": {"MOVE": 5}, "choices": {"fire": 9}}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, ([], 0, 0)), ({"verbs": {"MOVE": 5, "VACATE": 0}}, (["VACATE"], 0, 0)), ({"choices": {"end": 0}}, (["end"], 0, 0)),
        ({"passes": 900}, ([], 1, 0)), ({"wins": {"german": 121, "us": 79}}, ([], 0, 1)),
    ],
)  # fmt: skip
def test_what_many_games_must_not_show_is_counted(change: dict[str, object], expected: tuple[list[str], int, int]) -> None:
    none = {"verbs": {}, "choices": {}, "passes": 0, "turns": 100, "games": 40, "wins": {}}
    assert tuple(shortcomings({ARRACOURT: {**FINE, **change}, FREE: none}).values()) == expected

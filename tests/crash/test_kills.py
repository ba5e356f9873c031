"""A small sample of the kills; `make prove` does fifty."""

from pbem.games.faults import POINTS
from tests.crash.proof import kills


def test_a_killed_daemon_loses_nothing_repeats_nothing_and_needs_no_repair() -> None:
    hits = kills(10, seed=5, most=6)
    assert hits.kills == 10
    assert set(POINTS) <= set(hits.points), "every named point was hit"
    assert hits.points["random instant"] > 0
    assert (hits.lost, hits.differences) == (0, [])

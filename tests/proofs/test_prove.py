"""`make prove` is honest: what is not proven, breaks off or takes too long ends it with exit code 1."""

from __future__ import annotations

import pytest

from tests import prove

GOOD = {"games": 2, "violations": 0, "refused": 0, "faults": []}


@pytest.mark.parametrize("key", prove.MUST_BE_ZERO)
def test_whatever_must_not_happen_is_a_fault(key: str) -> None:
    assert prove.faults_of(GOOD, quick=True) == []
    assert prove.faults_of({**GOOD, key: 1}, quick=True) == [f"{key} 1"]


@pytest.mark.parametrize(("caught", "quick", "fails"), [(135, False, False), (134, False, True), (134, True, False)])
def test_a_whole_sample_of_mutants_has_to_reach_the_goal(caught: int, quick: bool, fails: bool) -> None:
    assert bool(prove.faults_of({"mutants": 150, "caught": caught}, quick)) == fails


def test_counts_of_the_parts_are_summed_under_the_promised_keys() -> None:
    found = prove.summed([{"games": 2, "violations": 0, "faults": ["x"]}, {"kills": 3, "games": 1, "points": {"a": 1}}])
    assert list(found.items()) == [("kills", 3), ("violations", 0), ("games", 3), ("points", {"a": 1})]


def test_a_part_that_takes_too_long_is_stopped_and_not_proven() -> None:
    assert prove.run("leaks", quick=True, seed=1, minutes=0.01) == ({}, False)


def test_a_part_that_breaks_off_is_not_proven() -> None:
    assert prove.in_a_process("no such part", True, 1, 60) == "broke off (exit code 2)"

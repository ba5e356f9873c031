"""The proof by mutation itself: what it breaks, what it leaves alone, and that a broken rule is caught by a case and nothing else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.cases import mutants, proof


def after(tmp_path: Path, source: str) -> list[str]:
    file = tmp_path / "rule.py"
    file.write_text(source, encoding="utf-8")
    text = source.encode()
    return [(text[: m.start] + m.new.encode() + text[m.end :]).decode() for m in mutants.of_module(file)]


@pytest.mark.parametrize(
    ("source", "broken"),
    [
        ("x = a < 1", ["x = a <= 1", "x = a < 2"]),
        ("x = (a) not in b", ["x = (a) in b"]),
        ("x = a is None or not b", ["x = a is None and not b", "x = a is not None or not b", "x = a is None or b"]),
        ("x = max(a, -b) + c", ["x = max(a, -b) - c", "x = min(a, -b) + c", "x = max(a, b) + c"]),
        ("def f(a: int = 0): return True", ["def f(a: int = 1): return True", "def f(a: int = 0): return False"]),
        ("é = 1", ["é = 2"]),
    ],
)
def test_numbers_truth_values_comparisons_and_logical_words_are_broken(tmp_path: Path, source: str, broken: list[str]) -> None:
    assert sorted(after(tmp_path, source)) == sorted(broken)


LEFT_ALONE = (
    '"""Not 1."""', "assert a == 1", "x = f'{a + 1}'", "x: Literal[1]", "zip(a, b, strict=True)", "[a] + b",
    "if a < 1:\n    raise line.fault('x')",
)  # fmt: skip


@pytest.mark.parametrize("source", LEFT_ALONE)
def test_text_checks_and_annotations_are_left_alone(tmp_path: Path, source: str) -> None:
    assert after(tmp_path, source) == []


def test_every_way_to_break_a_rule_is_still_a_program() -> None:
    found = mutants.mutants()
    for mutant in found[:: len(found) // 60]:
        ast.parse(mutant.source())
    assert len(found) > 1000 and len({mutant.module for mutant in found}) > 25


def test_what_is_left_out_has_its_reason() -> None:
    assert all(mutants.NO_RULES.values())
    assert all(set(one) == {"module", "before", "after", "why"} and one["why"] for one in mutants.excuses())


def test_a_few_broken_rules_are_tried_against_the_cases() -> None:
    told = [one for _, one in proof.lines(seed=2, count=3)]
    assert len(told) == 3 and any(one["caught"] for one in told), told
    assert all("  ->  " in one["mutant"] for one in told)

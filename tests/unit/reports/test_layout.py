"""Where a line of a mail may break."""

from __future__ import annotations

import pytest

from pbem.reports.layout import WIDTH, label, wrap


@pytest.mark.parametrize("mark", [";", ":", "?", "!", "»"])
def test_no_line_begins_with_a_mark_that_french_sets_off(mark: str) -> None:
    """Whatever its length, the word before the mark goes to the next line with it."""
    for length in range(40, 80):
        for text in (
            wrap(f"{'a' * (length - 10)} {'b' * 9} {mark} suite"),
            label("Règle", f"{'a' * 30} {'b' * (length - 40)} {mark} suite"),
        ):
            lines = text.splitlines()
            assert [line for line in lines if line.strip().startswith(mark)] == []
            assert all(len(line) <= WIDTH for line in lines) and "\u00a0" not in text
            assert " ".join(text.split()).endswith(f"b {mark} suite") or length == 40


def test_a_quotation_mark_stays_with_its_word() -> None:
    assert wrap(f"{'a' * (WIDTH - 3)} « mot »").splitlines()[-1] == "« mot »"

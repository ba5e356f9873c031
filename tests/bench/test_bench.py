"""The bench measures what it says: equal work beside the anchor, ratios of one run, a report in the promised shape."""

import json
from pathlib import Path

import pytest

from pbem.games.autoplay_mail import an_office
from pbem.games.library import Library

from . import measure
from .board_and_state import reach_row
from .reply import answering, sixty
from .stage import CAMPAIGN, Busy


def test_a_row_is_the_ratio_of_the_same_work_and_the_report_has_its_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "HERE", tmp_path)
    row = reach_row()  # stops if both do not find the same reach
    assert row.ratio == pytest.approx(row.ours / row.anchor)
    measure.write([row])
    report = json.loads((tmp_path / "report.json").read_text())
    assert set(report) == {"machine", "versions", "rows"}
    assert set(report["rows"][0]) == {"name", "ours", "anchor", "anchor_name", "ratio", "goal", "unit"}
    assert row.name in (tmp_path / "report.md").read_text()


def test_the_orders_measured_are_those_of_a_busy_stage() -> None:
    assert len(Busy().text.splitlines()) >= 10


def test_the_long_mail_is_answered_line_by_line_with_odds_and_supply(tmp_path: Path) -> None:
    busy = Busy(CAMPAIGN, turns=1)
    house = an_office(tmp_path, Library(), "bench")
    answer = answering(house, busy, sixty(busy))()
    house.store.close()
    lines = answer.partition("READ AS")[2].splitlines()
    read = [line for line in lines if line[:2].strip().isdigit() and line[2:3] == " "]
    assert [int(line[:2]) for line in read[:60]] == list(range(1, 61))
    assert "FIGHTS" in answer and "SUPPLY" in answer

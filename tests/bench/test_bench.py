"""The bench measures what it says: equal work beside the anchor, ratios of one run, a report in the promised shape."""

import json
from pathlib import Path

import pytest

from . import measure
from .board_and_state import reach_row
from .stage import Busy


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

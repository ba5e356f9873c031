"""The report as a machine-readable attachment: canonical JSON, the same bytes for the same report."""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.engine.state import canonical
from pbem.reports.model import Report

FORMAT = "pbem-report-1"


def report_json(report: Report) -> bytes:
    data: dict[str, Any] = {"format": FORMAT, **msgspec.to_builtins(report)}
    return canonical(data) + b"\n"


def read_report(data: bytes) -> Report:
    """The report back from its attachment."""
    return msgspec.json.decode(data, type=Report)

"""Speed, measured as ratios in one run: ours beside an anchor, medians of several rounds."""

from __future__ import annotations

import json
import platform
import statistics
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).parent


class Row(msgspec.Struct):
    """ratio = ours / anchor; an absolute goal is its own anchor, with goal 1."""

    name: str
    ours: float
    anchor: float
    anchor_name: str
    ratio: float
    goal: float
    unit: str


def seconds(work: Callable[[], Any], rounds: int = 7) -> float:
    """Of this process alone: what else runs on the machine does not count."""
    work()
    taken = []
    for _ in range(rounds):
        begin = time.process_time()
        work()
        taken.append(time.process_time() - begin)
    return statistics.median(taken)


def beside(name: str, ours: float, anchor: float, anchor_name: str, goal: float) -> Row:
    return Row(name, ours * 1000, anchor * 1000, anchor_name, ours / anchor, goal, "ms")


def against_goal(name: str, ours: float, goal_seconds: float) -> Row:
    return Row(name, ours * 1000, goal_seconds * 1000, "goal", ours / goal_seconds, 1, "ms")


def missing(name: str, ours: float, anchor_name: str, goal: float) -> Row:
    """The anchor is not installed: a figure of ours without a ratio."""
    return Row(name, ours * 1000, 0.0, f"{anchor_name} not installed", 0.0, goal, "ms")


def versions(packages: list[str]) -> dict[str, str]:
    found = {"python": platform.python_version()}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found


def write(rows: list[Row]) -> None:
    machine = f"{platform.system()} {platform.machine()}"
    report = {"machine": machine, "versions": versions(["msgspec", "networkx", "diplomacy"]), "rows": msgspec.to_builtins(rows)}
    (HERE / "report.json").write_text(json.dumps(report, indent=1) + "\n")
    lines = [
        "# Bench",
        "",
        f"{machine}, Python {platform.python_version()}",
        "",
        "| what | ours, ms | anchor, ms | ratio | goal |",
        "|---|---|---|---|---|",
    ]
    lines += [f"| {r.name} | {r.ours:.2f} | {r.anchor:.2f} ({r.anchor_name}) | {r.ratio:.2f} | {r.goal} |" for r in rows]
    (HERE / "report.md").write_text("\n".join(lines) + "\n")
    print("\n".join(lines), file=sys.stderr)

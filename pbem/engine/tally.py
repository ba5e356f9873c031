"""Modifiers that add up and explain themselves."""

from __future__ import annotations

from typing import Any


class Tally:
    """One sum (`column`, `drm`) with a row for every amount, zero rows too where the zero has a reason."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rows: list[dict[str, Any]] = []

    def add(self, amount: int, rule: str, reason: str, **facts: Any) -> None:
        self.rows.append({"amount": amount, "rule": rule, "reason": reason, **facts})

    @property
    def total(self) -> int:
        return sum(int(row["amount"]) for row in self.rows)

"""What happened, as each side may know it."""

from __future__ import annotations

from typing import Any

import msgspec


class Event(msgspec.Struct):
    kind: str
    rule: str
    seen: dict[str, dict[str, Any]]  # by side; "*" is the truth

    def for_side(self, side: str) -> dict[str, Any] | None:
        return self.seen.get(side)


class Roll(msgspec.Struct):
    """One die on the tape. The purpose is part of the record: fixed words, place last."""

    label: str
    n: int
    purpose: str
    sides: int
    value: int
    hidden: bool = False
    commitment: str = ""

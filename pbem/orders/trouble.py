"""Why a line was not taken, as data; the words are in the catalogue."""

from __future__ import annotations

from typing import Any


class Trouble(Exception):
    """status: unreadable, ambiguous or illegal. `nearest` holds whole orders in English, ready to be printed in any language."""

    def __init__(self, status: str, why: str, column: int | None = None, nearest: list[str] | None = None, **facts: Any) -> None:
        super().__init__(status, why, facts)
        self.status, self.why, self.column, self.nearest, self.facts = status, why, column, nearest or [], facts


def unread(why: str, column: int | None = None, **facts: Any) -> Trouble:
    return Trouble("unreadable", why, column, **facts)


def unclear(why: str, column: int | None = None, **facts: Any) -> Trouble:
    return Trouble("ambiguous", why, column, **facts)


def refused(why: str, column: int | None = None, **facts: Any) -> Trouble:
    return Trouble("illegal", why, column, **facts)

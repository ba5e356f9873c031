"""What the orders room hands out: lines as read, lines as checked, commands of a mail."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pbem.engine.verbs import Line, Rule


@dataclass
class ReadLine:
    """One order line and its reading. `message`, `suggestion` and `warnings` are in the player's language."""

    n: str
    text: str  # the player's own words
    row: int  # line of the text, from 1
    line: Line | None = None
    status: str = "ok"  # ok, unreadable, ambiguous, illegal
    column: int | None = None  # of the word that failed, from 1
    message: str = ""
    suggestion: str = ""
    rule: str = ""
    warnings: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)  # names mended, lines joined or split: stands beside the line


@dataclass
class Reading:
    lines: list[ReadLine]
    notes: list[str] = field(default_factory=list)


@dataclass
class DoctrineReading:
    rules: list[Rule]
    lines: list[ReadLine]
    notes: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)  # kinds of choice without any line


@dataclass
class CheckedLine:
    n: str
    text: str
    printed: str
    status: str  # ok, conditional, unreadable, ambiguous, illegal
    rule: str = ""
    message: str = ""
    suggestion: str = ""
    warnings: list[str] = field(default_factory=list)
    column: int | None = None
    note: str = ""  # "0.5 of 6 MP"
    line: Line | None = None
    row: int = 0
    remarks: list[str] = field(default_factory=list)  # of the forecast, under the line

    def json(self) -> dict[str, Any]:
        return {
            "line": self.n,
            "text": self.text,
            "printed": self.printed,
            "status": self.status,
            "rule": self.rule,
            "message": self.message,
            "suggestion": self.suggestion,
            "warnings": self.warnings,
            "column": self.column,
            "note": self.note,
        }


@dataclass
class CheckedOrders:
    lines: list[CheckedLine]
    notes: list[str] = field(default_factory=list)

    @property
    def open(self) -> list[CheckedLine]:
        """The lines that need the player."""
        return [line for line in self.lines if line.status in ("unreadable", "ambiguous", "illegal")]

    def playable(self, policy: str = "strict") -> list[Line]:
        """The lines to file; under `truncate` illegal ones too, as far as they are legal."""
        wanted = ("ok", "conditional", "illegal") if policy == "truncate" else ("ok", "conditional")
        return [line.line for line in self.lines if line.status in wanted and line.line is not None]

    def json(self) -> dict[str, Any]:
        return {"lines": [line.json() for line in self.lines], "notes": self.notes}


@dataclass
class Command:
    """One command of a mail: its name in English capitals, what follows on its line, and the lines below it."""

    name: str
    args: str = ""
    body: str = ""
    row: int = 1

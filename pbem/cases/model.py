"""A rule case as written, and what became of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from pbem.engine.ruleset import Ruleset
from pbem.errors import DataError

FindRules = Callable[[str], Ruleset]  # by slug


class HasId(Protocol):
    @property
    def id(self) -> str: ...


class Position(Protocol):
    """What a ruleset's `position` offers to cases. All of it raises PbemError for words it does not know."""

    KNOWN: str  # what a line of POSITION may say, for people
    STATES: tuple[str, ...]  # words for the state of a unit

    def apply(self, state: Any, line: str) -> None: ...

    def begin(self, state: Any, side: str, step: str) -> str:
        """Makes it the step to be played; returns its row. `side` is empty for a step without one."""

    def unit_of(self, state: Any, words: str) -> HasId: ...

    def describe(self, state: Any, unit: str) -> dict[str, Any]:
        """`at`, `status` (a list of STATES), and numbers by name: `steps`, `mp`, `hits`."""

    def track(self, state: Any, words: str) -> str: ...


def term(position: Any, name: str, without: Any) -> Any:
    """A table of the game's vocabulary, where it has one: further words for what is rolled and asked, items that say the same."""
    return getattr(getattr(position, "terms", None), name, without)


@dataclass(frozen=True)
class Row:
    """A line of the file."""

    n: int
    text: str


@dataclass(frozen=True)
class Block:
    """What one side sends: its rows as written, comments and empty lines included, so that lines keep their place."""

    side: Row
    rows: list[Row]

    @property
    def text(self) -> str:
        return "\n".join(row.text for row in self.rows)


@dataclass
class Case:
    file: Path
    head: dict[str, Row] = field(default_factory=dict)  # id, rule, title, source, scenario, turn, policy, start, stop
    position: list[Row] = field(default_factory=list)
    orders: list[Block] = field(default_factory=list)
    doctrine: list[Block] = field(default_factory=list)
    answers: list[Row] = field(default_factory=list)
    dice: list[Row] = field(default_factory=list)
    expect: list[Row] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.head["case"].text

    @property
    def row(self) -> int:
        return self.head["case"].n

    @property
    def title(self) -> str:
        return self.head["title"].text if "title" in self.head else ""

    @property
    def scenario(self) -> str:
        return self.head["scenario"].text

    @property
    def policy(self) -> str:
        """What becomes of a line that is legal only in part."""
        return self.head["policy"].text.casefold() if "policy" in self.head else "strict"

    @property
    def touched(self) -> list[str]:
        """The items of its RULE line."""
        return [item.strip() for item in self.head["rule"].text.split(",") if item.strip()] if "rule" in self.head else []


class CaseFault(DataError):
    """A case file that cannot be read: its place, the words, and what is known there."""

    def __init__(self, file: Path, line: int, words: str, message: str, remedy: str = "") -> None:
        super().__init__(file, line, "", f'"{words}": {message}' if words else message, remedy)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}  {self.message}"


@dataclass(frozen=True)
class Fault:
    """One thing that came out otherwise."""

    line: int
    text: str
    got: str


@dataclass
class Outcome:
    id: str
    title: str
    file: Path
    line: int
    ruleset: str
    faults: list[Fault] = field(default_factory=list)
    touched: list[str] = field(default_factory=list)  # items of the RULE line
    proved: list[str] = field(default_factory=list)  # items cited by an EXPECT line that holds
    failing: list[str] = field(default_factory=list)  # items cited by an EXPECT line that does not
    log: list[str] = field(default_factory=list)  # every die, question and modifier

    @property
    def passed(self) -> bool:
        return not self.faults

    def lines(self) -> list[str]:
        """As the console prints it."""
        if self.passed:
            return [f"pass {self.id}"]
        lines = [f"FAIL {self.id}  {self.title}".rstrip()]
        places = [f"{self.file.name}:{fault.line}" for fault in self.faults]
        width = max(len(place) for place in places) + 3
        for place, fault in zip(places, self.faults, strict=True):
            lines += [f"  {place:<{width}}{fault.text}", f"  {'':<{width}}got {fault.got}"]
        return [*lines, f"  play it with every die and modifier:  pbem case run {self.file} --only {self.id} --verbose"]

    def json(self) -> dict[str, Any]:
        faults = [{"line": f.line, "text": f.text, "got": f.got} for f in self.faults]
        return {
            "id": self.id, "title": self.title, "file": str(self.file), "line": self.line, "ruleset": self.ruleset,
            "passed": self.passed, "faults": faults, "touched": self.touched, "proved": self.proved, "failing": self.failing,
        }  # fmt: skip

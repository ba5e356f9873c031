"""The play-aid tables of the assault [13, 19.2], read from the data files."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from pbem.board.table import Line, read_table
from pbem.data import folder
from pbem.rulesets.air_bridge.tables import clamp

NO_EFFECT = "NE"
COMPOSITIONS = ("inf", "at", "inf/at", "armour", "inf/armour", "armour/at", "inf/armour/at")


def _rows(name: str, needed: tuple[str, ...]) -> list[Line]:
    return read_table(folder("scenarios") / "air-bridge" / "tables" / f"{name}.csv", needed)


@cache
def columns() -> list[str]:
    """`1-2`, `3-6`, ... in order."""
    first = _rows("assault", ("die", "source"))[0]
    for name in (names := [name for name in first.cells if name not in ("die", "source")]):
        if not re.fullmatch(r"\d+(-\d+|\+)", name):
            raise first.fault(name, f"{name!r} is no column of points", "write 3-6, or 23+ for the last")
    return names


@cache
def _limits() -> list[int]:
    """The least points of each column."""
    return [int(re.split(r"[-+]", name)[0]) for name in columns()]


@cache
def _steps() -> dict[int, list[int]]:
    """Steps lost by modified die, then by column; a dash is none."""
    return {_number(line, "die"): [_number(line, name) for name in columns()] for line in _rows("assault", ("die", "source"))}


def _number(line: Line, column: str) -> int:
    cell = "0" if line[column] == "-" else line[column]
    if not cell.isdigit():
        raise line.fault(column, f"{line[column]!r} is no number of steps", "write digits, or - for none")
    return int(cell)


def column(points: int) -> int:
    assert points >= _limits()[0], "who has no points does not roll"
    return next((n for n, (_, above) in enumerate(pairwise(_limits())) if points < above), len(_limits()) - 1)


def column_name(points: int) -> str:
    return columns()[column(points)]


def steps_lost(points: int, die: int) -> int:
    """Not divided by terrain; the modified die stops at the ends of the table."""
    table = _steps()
    return table[clamp(die, min(table), max(table))][column(points)]


@cache
def _armour() -> dict[str, dict[str, tuple[int, int]]]:
    rows = _rows("armour_assault", ("attacker", *COMPOSITIONS))
    return {line["attacker"]: {name: _pair(line, name) for name in COMPOSITIONS} for line in rows}


def _pair(line: Line, column: str) -> tuple[int, int]:
    """`NE` for both, or the attacker's and the defender's: `NE / -2`."""
    parts = [part.strip() for part in line[column].split("/")] if line[column] != NO_EFFECT else [NO_EFFECT, NO_EFFECT]
    if len(parts) != 2 or not all(re.fullmatch(r"NE|[+-]?\d+", part) for part in parts):
        raise line.fault(column, f"{line[column]!r} is no effect on two rolls", "write NE, or attacker / defender as in NE / -2")
    mine, his = (0 if part == NO_EFFECT else int(part) for part in parts)
    return mine, his


def armour_effects(attacker: str, defender: str) -> tuple[int, int]:
    """Modifiers of the attacker's and of the defender's roll for two compositions [19.2a]."""
    return _armour()[attacker][defender]

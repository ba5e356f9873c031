"""The play-aid tables, read from the data files: maneuver combat, bombardment and support, armour effects."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from pbem.board.table import Line, read_table
from pbem.data import folder

COLUMNS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
CLASSES = ("inf", "armour", "at")  # in the order of the labels of the armour table


def clamp(value: int, low: int, high: int) -> int:
    return max(low, min(high, value))


def _rows(name: str, needed: tuple[str, ...]) -> list[Line]:
    return read_table(folder("scenarios") / "air-bridge" / "tables" / f"{name}.csv", needed)


def _whole(line: Line, column: str) -> int:
    try:
        return int(line[column])
    except ValueError:
        raise line.fault(column, f"{line[column]!r} is not a whole number", "write digits only") from None


@cache
def maneuver_table() -> dict[int, list[str]]:
    """Results by modified die, then by odds column."""
    return {_whole(line, "die"): [line[column] for column in COLUMNS] for line in _rows("maneuver", ("die", *COLUMNS))}


def maneuver_result(die: int, column: int) -> str:
    """Both the modified die and the column stop at the ends of the table [G-36]."""
    table = maneuver_table()
    return table[clamp(die, min(table), max(table))][clamp(column, 0, len(COLUMNS) - 1)]


@cache
def bombardment_limits() -> list[int]:
    """The least points of each column."""
    return [int(name.split("-")[0].rstrip("+")) for name in bombardment_columns()]


@cache
def bombardment_columns() -> list[str]:
    return [name for name in _rows("bombardment", ("die",))[0].cells if name not in ("die", "source")]


@cache
def _bombardment_table() -> dict[int, list[str]]:
    names = bombardment_columns()
    return {_whole(line, "die"): [line[name] for name in names] for line in _rows("bombardment", ("die",))}


def bombardment_column(points: int) -> int:
    """The column of that many points; none for 0 points, which do not roll [9.2b]."""
    limits = bombardment_limits()
    assert points >= limits[0], "0 points do not roll"
    return next((n for n, (_, above) in enumerate(pairwise(limits)) if points < above), len(limits) - 1)


def bombardment_column_name(points: int) -> str:
    return bombardment_columns()[bombardment_column(points)]


def bombardment_result(points: int, die: int) -> int:
    """0 for a dash [9.1b]."""
    cell = _bombardment_table()[die][bombardment_column(points)]
    return 0 if cell == "-" else int(cell)


@cache
def _armour_table() -> dict[str, dict[str, str]]:
    return {line["attacker"]: line.cells for line in _rows("armour", ("attacker",))}


def composition(classes: list[str]) -> str:
    """`inf/armour`: the classes present in a force; presence, not proportion [19.2c]."""
    return "/".join(name for name in CLASSES if name in classes)


def armour_drm(attacker: str, defender: str) -> int:
    """The modifier of the attacker's roll for two compositions [19.1]."""
    return int(_armour_table()[attacker][defender])

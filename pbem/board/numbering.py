"""Numbering of hexes: from printed ids to a common lattice and back.

Every scheme sees hexes in straight *lines* (columns of one map, rows of another). A *spot* is (line, place on it);
every other line stands half a hex towards higher places. Counting lines and places over all sheets, one arithmetic
serves every map.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, Protocol

import msgspec

Spot = tuple[int, int]

LINE_STEP = 0.8660254037844386        # distance between two lines, in hex widths
CORNER = 0.5773502691896258           # centre to corner, in hex widths
TOWARDS = {"right": (1, 0), "left": (-1, 0), "up": (0, 1), "down": (0, -1)}


class Sheet(msgspec.Struct, forbid_unknown_fields=True):
    """One printed sheet: its own first and last lines and places, and what to add to count over the whole map."""

    name: str
    lines: tuple[int, int]
    places: tuple[int, int]
    add_line: int = 0
    add_place: int = 0

    def spots(self) -> Iterator[Spot]:
        for line in range(self.lines[0], self.lines[1] + 1):
            for place in range(self.places[0], self.places[1] + 1):
                yield line, place

    def holds(self, line: int, place: int) -> bool:
        return self.lines[0] <= line <= self.lines[1] and self.places[0] <= place <= self.places[1]


Printed = tuple[Sheet, int, int]       # sheet, line and place as printed


class Form(Protocol):
    """How a scheme writes an id. `read` gives None for a text that has not its form."""

    @staticmethod
    def read(sheets: list[Sheet], id: str) -> Printed | None: ...

    @staticmethod
    def write(sheet: Sheet, line: int, place: int) -> str: ...


def _on_sheet(sheets: list[Sheet], found: re.Match[str] | None) -> Printed | None:
    sheet = next((s for s in sheets if found and s.name == found[1]), None)
    return (sheet, int(found[2]), int(found[3])) if found and sheet else None


class Joined:
    """`B3014`: sheet, column, row; sheets joined side by side. Lines are columns."""

    @staticmethod
    def read(sheets: list[Sheet], id: str) -> Printed | None:
        return _on_sheet(sheets, re.fullmatch(r"([A-Z]+)([0-9]{2})([0-9]{2})", id))

    @staticmethod
    def write(sheet: Sheet, line: int, place: int) -> str:
        return f"{sheet.name}{line:02}{place:02}"


class Letters:
    """`X12`: row letter, column; after Z come AA, BB... Lines are rows."""

    @staticmethod
    def read(sheets: list[Sheet], id: str) -> Printed | None:
        found = re.fullmatch(r"([A-Z])(\1*)([1-9][0-9]*)", id)
        return (sheets[0], ord(found[1]) - 64 + 26 * len(found[2]), int(found[3])) if found else None

    @staticmethod
    def write(sheet: Sheet, line: int, place: int) -> str:
        times, letter = divmod(line - 1, 26)
        return chr(65 + letter) * (times + 1) + str(place)


class Digits:
    """`5426`: column, row. Lines are columns."""

    @staticmethod
    def read(sheets: list[Sheet], id: str) -> Printed | None:
        found = re.fullmatch(r"([0-9]{2})([0-9]{2})", id)
        return (sheets[0], int(found[1]), int(found[2])) if found else None

    @staticmethod
    def write(sheet: Sheet, line: int, place: int) -> str:
        return f"{line:02}{place:02}"


class Overlapping:
    """`2A:3317`: sheet, row, column; sheets share their edge hexes, which have several ids. Lines are rows."""

    @staticmethod
    def read(sheets: list[Sheet], id: str) -> Printed | None:
        return _on_sheet(sheets, re.fullmatch(r"([0-9A-Z]+):([0-9]{2})([0-9]{2})", id))

    @staticmethod
    def write(sheet: Sheet, line: int, place: int) -> str:
        return f"{sheet.name}:{line:02}{place:02}"


FORMS: dict[str, Form] = {"joined": Joined(), "letters": Letters(), "digits": Digits(), "overlapping": Overlapping()}


class Numbering(msgspec.Struct, forbid_unknown_fields=True):
    """A scheme, its sheets and how they lie: as given by map.toml."""

    scheme: Literal["joined", "letters", "digits", "overlapping"]
    sheets: list[Sheet]
    shifted: str = "even"              # which lines stand half a hex towards higher places
    line_towards: str = "right"        # on the drawn map
    place_towards: str = "down"

    def __post_init__(self) -> None:
        if self.shifted not in ("even", "odd"):
            raise ValueError('shifted must be "even" or "odd"')
        across = [TOWARDS.get(way) for way in (self.line_towards, self.place_towards)]
        if across[0] is None or across[1] is None or bool(across[0][0]) == bool(across[1][0]):
            raise ValueError("line_towards and place_towards must be one of left, right and one of up, down")
        if not self.sheets:
            raise ValueError("at least one sheet is needed")

    def spot(self, id: str) -> Spot | None:
        """Line and place counted over all sheets; None if there is no such hex."""
        found = FORMS[self.scheme].read(self.sheets, id)
        if found is None or not found[0].holds(found[1], found[2]):
            return None
        sheet, line, place = found
        return line + sheet.add_line, place + sheet.add_place

    def names(self, spot: Spot) -> list[str]:
        """Every printed id of the hex, the canonical one (of the first sheet) first."""
        write = FORMS[self.scheme].write
        own = ((s, spot[0] - s.add_line, spot[1] - s.add_place) for s in self.sheets)
        return [write(s, line, place) for s, line, place in own if s.holds(line, place)]

    def id_at(self, spot: Spot) -> str | None:
        return next(iter(self.names(spot)), None)

    def canonical(self, id: str) -> str | None:
        spot = self.spot(id)
        return None if spot is None else self.id_at(spot)

    def ids(self) -> list[str]:
        """All canonical ids, sheet by sheet."""
        write = FORMS[self.scheme].write
        every = (write(s, line, place) for s in self.sheets for line, place in s.spots())
        return [id for id in every if self.canonical(id) == id]

    def around(self, spot: Spot) -> list[Spot]:
        """The six neighbouring spots, on the map or off it."""
        line, place = spot
        low = place if self.is_shifted(line) else place - 1
        beside = [(other, low + k) for other in (line - 1, line + 1) for k in (0, 1)]
        return [*beside[:2], (line, place - 1), (line, place + 1), *beside[2:]]

    def neighbours(self, id: str) -> list[str]:
        spot = self.spot(id)
        if spot is None:
            return []
        return sorted(name for near in self.around(spot) if (name := self.id_at(near)) is not None)

    def is_shifted(self, line: int) -> bool:
        return (line % 2 == 0) == (self.shifted == "even")

    def distance(self, a: Spot, b: Spot) -> int:
        return apart(self.lie(a), self.lie(b))

    def lie(self, spot: Spot) -> Spot:
        """The line, and the place in half hexes: what distances are measured between."""
        return spot[0], self._halves(spot)

    def _halves(self, spot: Spot) -> int:
        return 2 * spot[1] + self.is_shifted(spot[0])

    def centre(self, spot: Spot) -> tuple[float, float]:
        """Centre on the plane: x to the right, y upwards, neighbouring centres one apart."""
        along, across = spot[0] * LINE_STEP, self._halves(spot) / 2
        (lx, ly), (px, py) = TOWARDS[self.line_towards], TOWARDS[self.place_towards]
        return along * lx + across * px, along * ly + across * py

    def corners(self, spot: Spot) -> list[tuple[float, float]]:
        x, y = self.centre(spot)
        long, short = CORNER, CORNER / 2
        shape = [(long, 0.0), (short, 0.5), (-short, 0.5), (-long, 0.0), (-short, -0.5), (short, -0.5)]
        if TOWARDS[self.line_towards][0] == 0:                   # rows of hexes: points up
            shape = [(dy, dx) for dx, dy in shape]
        return [(x + dx, y + dy) for dx, dy in shape]


def apart(a: Spot, b: Spot) -> int:
    """Hexes between two lies: a step to the next line is half a hex along it as well."""
    lines = abs(a[0] - b[0])
    return lines + max(0, (abs(a[1] - b[1]) - lines) // 2)

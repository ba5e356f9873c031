"""The board: spaces, what lies between them, and who is next to whom."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import msgspec

from pbem.board.numbering import Numbering, apart

Pair = tuple[str, str]
Row = dict[str, str]
Plane = tuple[float, float]


class Space(msgspec.Struct, frozen=True):
    """One hex or area. `fields` holds the further columns of spaces.csv."""

    id: str
    terrain: str = ""
    name: str = ""
    tags: tuple[str, ...] = ()
    fields: Row = {}


class Georeference(msgspec.Struct, forbid_unknown_fields=True):
    """Where north lies on the drawn map (degrees clockwise from up), and how wide a hex is."""

    north: int = 0
    hex_metres: int = 0


def pair(a: str, b: str) -> Pair:
    return (a, b) if a <= b else (b, a)


class Board:
    """Spaces by id and by number; numbers follow the sorted ids, so that lower number means lower id."""

    def __init__(
        self,
        spaces: Iterable[Space],
        sides: dict[Pair, Row] | None = None,
        links: dict[Pair, list[Row]] | None = None,
        scheme: Numbering | None = None,
        tables: dict[str, list[Row]] | None = None,
        georeference: Georeference | None = None,
    ) -> None:
        self.spaces: dict[str, Space] = {s.id: s for s in sorted(spaces, key=lambda s: s.id)}
        self.ids: list[str] = list(self.spaces)
        self.index: dict[str, int] = {id: n for n, id in enumerate(self.ids)}
        self.sides: dict[Pair, Row] = sides or {}
        self.links: dict[Pair, list[Row]] = links or {}
        self.scheme = scheme
        self.tables: dict[str, list[Row]] = tables or {}
        self.georeference = georeference or Georeference()
        self._lies: dict[str, tuple[int, int] | None] = {}
        self.near: list[list[int]] = self._lattice_near(scheme) if scheme else self._linked_near()

    def _lattice_near(self, scheme: Numbering) -> list[list[int]]:
        index = self.index
        return [[index[n] for n in scheme.neighbours(id) if n in index] for id in self.ids]

    def _linked_near(self) -> list[list[int]]:
        near: list[list[int]] = [[] for _ in self.ids]
        for a, b in sorted(self.links):
            near[self.index[a]].append(self.index[b])
            near[self.index[b]].append(self.index[a])
        return [sorted(n) for n in near]

    def find(self, id: str) -> str | None:
        """The board's own id of a space, also when given by another printed id of the same hex."""
        if id in self.spaces:
            return id
        own = self.scheme.canonical(id) if self.scheme else None
        return own if own in self.spaces else None

    def neighbours(self, id: str) -> list[str]:
        return [self.ids[n] for n in self.near[self.index[id]]]

    def adjacent(self, a: str, b: str) -> bool:
        return self.index[b] in self.near[self.index[a]]

    def distance(self, a: str, b: str) -> int | None:
        """On hexes the distance of the lattice; between areas the fewest steps, None if there is no way."""
        if self.scheme:
            at_a, at_b = self._lie(a), self._lie(b)
            return None if at_a is None or at_b is None else apart(at_a, at_b)
        return self._steps(a, len(self.ids)).get(b)

    def _lie(self, id: str) -> tuple[int, int] | None:
        """Worked out once: a space never changes its place."""
        if id not in self._lies and self.scheme:
            spot = self.scheme.spot(id)
            self._lies[id] = None if spot is None else self.scheme.lie(spot)
        return self._lies[id]

    def within(self, a: str, n: int) -> list[str]:
        """All spaces at most n away, a itself included."""
        if self.scheme:
            return [b for b in self.ids if (far := self.distance(a, b)) is not None and far <= n]
        return sorted(self._steps(a, n))

    def _steps(self, start: str, limit: int) -> dict[str, int]:
        steps, wave = {start: 0}, [start]
        for count in range(1, limit + 1):
            wave = [b for b in dict.fromkeys(n for a in wave for n in self.neighbours(a)) if b not in steps]
            steps.update(dict.fromkeys(wave, count))
            if not wave:
                break
        return steps

    @staticmethod
    def pair(a: str, b: str) -> Pair:
        return pair(a, b)

    def side(self, a: str, b: str) -> Row:
        """What the hexside carries, empty values left out; an empty dict if it is plain."""
        return self.sides.get(pair(a, b), {})

    def links_between(self, a: str, b: str) -> list[Row]:
        return self.links.get(pair(a, b), [])

    def table(self, name: str) -> list[Row]:
        return self.tables.get(name, [])

    def cut(self, keep: Callable[[str], bool]) -> Board:
        """The part of the map that holds the spaces to keep, with all that lies between them."""
        kept = {id: space for id, space in self.spaces.items() if keep(id)}
        return Board(
            kept.values(),
            {p: row for p, row in self.sides.items() if p[0] in kept and p[1] in kept},
            {p: rows for p, rows in self.links.items() if p[0] in kept and p[1] in kept},
            self.scheme,
            {name: _cut_table(rows, kept) for name, rows in self.tables.items()},
            self.georeference,
        )

    def centre(self, id: str) -> Plane:
        """Centre of the space on the plane: x to the right, y upwards, neighbouring hexes one apart."""
        if self.scheme:
            spot = self.scheme.spot(id)
            if spot is not None:
                return self.scheme.centre(spot)
        fields = self.spaces[id].fields
        if fields.get("x") and fields.get("y"):
            return float(fields["x"]), float(fields["y"])
        return self._on_circle(id)

    def _on_circle(self, id: str) -> Plane:
        count = max(len(self.ids), 1)
        turn = math.tau * self.index[id] / count
        radius = max(1.2, 1.7 * count / math.tau)
        return radius * math.sin(turn), radius * math.cos(turn)

    def corners(self, id: str) -> list[Plane]:
        """The six corners of a hex; of an area those of its outline in areas.csv, if it has one."""
        spot = self.scheme.spot(id) if self.scheme else None
        if self.scheme and spot is not None:
            return self.scheme.corners(spot)
        return next((ring(row["ring"]) for row in self.table("areas") if row["id"] == id), [])


def ring(text: str) -> list[Plane]:
    """`3.49 10.36;3.87 9.99;...`: the corners of an area, in order."""
    return [(float(x), float(y)) for x, y in (corner.split() for corner in text.split(";"))]


def _cut_table(rows: list[Row], kept: dict[str, Space]) -> list[Row]:
    out = []
    for row in rows:
        if any(row.get(end) and row[end] not in kept for end in ("a", "b")):
            continue
        if row.get("hexes"):
            hexes = [id for id in row["hexes"].split() if id in kept]
            if not hexes:
                continue
            row = {**row, "hexes": " ".join(hexes)}
        out.append(row)
    return out

"""What a map that loads can still have wrong: holes, waters with gaps, roads over water without a bridge, facts that do not hold.

All that is found is told, each with file, line, column and a cure. `[check]` in map.toml says what the board cannot know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pbem.board.board import Board, Pair, pair
from pbem.board.load import CheckSettings, load_board, map_folder, read_settings
from pbem.board.numbering import Numbering, Spot
from pbem.board.table import Line, read_table
from pbem.errors import DataError

Corner = frozenset[Spot]  # the three hexes that meet there, on the map or off it
Faults = Iterator[DataError]
WHEELS = {"road": "road", "main_road": "road", "rail": "rail"}  # what a bridge must carry, by the kind of way
CARRIES = {"road": ("road",), "rail": ("rail",), "road+rail": ("road", "rail"), "pontoon": ("road",), "ferry": ()}


@dataclass
class Atlas:
    """A map with the lines of its files."""

    folder: Path
    board: Board
    check: CheckSettings

    def lines(self, name: str) -> list[Line]:
        file = self.folder / f"{name}.csv"
        return read_table(file, ()) if file.exists() else []

    @cached_property
    def spaces(self) -> dict[str, Line]:
        return {line["id"]: line for line in self.lines("spaces")}

    @cached_property
    def sides(self) -> list[Line]:
        return self.lines("sides")

    @cached_property
    def links(self) -> list[Line]:
        return self.lines("links")

    @cached_property
    def bridges(self) -> list[Line]:
        return self.lines("bridges") if "bridges" in self.board.tables else []

    @cached_property
    def blocked(self) -> dict[Pair, str]:
        """Hexsides with water that needs a bridge."""
        return {p: row["water"] for p, row in self.board.sides.items() if row.get("water") in self.check.blocking}

    @cached_property
    def ways(self) -> dict[Pair, list[str]]:
        """What runs from hex to hex: road, rail."""
        return {p: sorted({WHEELS.get(row.get("kind", ""), "road") for row in rows}) for p, rows in self.board.links.items()}


def check_map(folder: Path) -> list[DataError]:
    """Every fault of the map in the folder; one that keeps it from loading is told alone."""
    from pbem.board.areas import outlines
    from pbem.board.facts import check_facts

    here = map_folder(folder)
    try:
        atlas = Atlas(here, load_board(here), read_settings(here / "map.toml").check)
        checks: tuple[Callable[[Atlas], Faults], ...] = (holes, terrains, slopes, waters, crossings, bridges, outlines, check_facts)
        return [fault for check in checks for fault in check(atlas)]
    except DataError as fault:
        return [fault]


def ends_of(line: Line) -> Pair:
    return pair(line["a"], line["b"])


# hexes


def holes(atlas: Atlas) -> Faults:
    """Every hex of the sheets is there."""
    if atlas.board.scheme is None or not atlas.check.whole:
        return
    file = atlas.folder / "spaces.csv"
    for id in atlas.board.scheme.ids():
        if id not in atlas.spaces:
            yield DataError(file, 0, "id", f"{id} is missing", "add a line for it, or make the sheet smaller in map.toml")


def terrains(atlas: Atlas) -> Faults:
    """One terrain each, neither none nor two."""
    for line in atlas.spaces.values():
        if not line["terrain"] or ";" in line["terrain"]:
            said = f"{line['id']} has {'two terrains' if line['terrain'] else 'no terrain'}"
            yield line.fault("terrain", said, "write one; roads and water have files of their own")


def slopes(atlas: Atlas) -> Faults:
    for line in atlas.sides:
        slope = line.cells.get("slope", "")
        if slope and slope not in (line["a"], line["b"]):
            yield line.fault("slope", f"{slope} is no hex of the side {line['a']}/{line['b']}", "write the one that lies higher")
        if not slope and not line.cells.get("water", "x"):
            yield line.fault("water", f"nothing lies on the side {line['a']}/{line['b']}", "take the line out, or say what does")


# waters


def waters(atlas: Atlas) -> Faults:
    """Each named water runs without a gap, from the edge of the map or another water to another; a spring is named in map.toml."""
    scheme = atlas.board.scheme
    named: dict[str, list[Line]] = {}
    for line in atlas.sides:
        if not line.cells.get("water"):
            continue
        if not line["name"]:
            yield line.fault("name", f"the water on {line['a']}/{line['b']} has no name", "name it: a water is followed by its name")
        for name in filter(None, line["name"].split("; ")):
            named.setdefault(name, []).append(line)
    if scheme is None:
        return
    touched = {name: {c for line in lines for c in corners(scheme, line)} for name, lines in named.items()}
    for name, lines in named.items():
        others = {corner for other, found in touched.items() if other != name for corner in found}
        yield from gaps(atlas, scheme, name, lines)
        yield from loose_ends(atlas, scheme, name, lines, others)


def corners(scheme: Numbering, line: Line) -> list[Corner]:
    a, b = scheme.spot(line["a"]), scheme.spot(line["b"])
    assert a is not None and b is not None, "the map has been loaded"
    return [frozenset((a, b, c)) for c in scheme.around(a) if c in scheme.around(b)]


def gaps(atlas: Atlas, scheme: Numbering, name: str, lines: list[Line]) -> Faults:
    found = pieces(scheme, lines)
    for piece in found[atlas.check.pieces.get(name, 1) :]:
        first = piece[0]
        rest = [line for other in found if other is not piece for line in other]
        near = min(rest, key=lambda line: (atlas.board.distance(first["a"], line["a"]) or 0, line.number))
        said = f"{name} has a gap: the piece with {first['a']}/{first['b']} does not meet the one with {near['a']}/{near['b']}"
        yield first.fault("name", said, "add the hexsides between, or mend the name")


def pieces(scheme: Numbering, lines: list[Line]) -> list[list[Line]]:
    """Lines that hang together, the longest piece first."""
    groups: list[tuple[set[Corner], list[Line]]] = []
    for line in lines:
        ends = set(corners(scheme, line))
        joined = [group for group in groups if group[0] & ends]
        groups = [group for group in groups if not group[0] & ends]
        groups.append((ends.union(*(g[0] for g in joined)), [*(one for g in joined for one in g[1]), line]))
    return sorted(([*sorted(found, key=lambda line: line.number)] for _, found in groups), key=lambda piece: (-len(piece), piece[0].number))


def loose_ends(atlas: Atlas, scheme: Numbering, name: str, lines: list[Line], others: set[Corner]) -> Faults:
    met: dict[Corner, list[Line]] = {}
    for line in lines:
        for corner in corners(scheme, line):
            met.setdefault(corner, []).append(line)
    inside = [c for c, by in met.items() if len(by) == 1 and c not in others and all(scheme.id_at(spot) for spot in c)]
    allowed = atlas.check.inland.count(name)
    for corner in sorted(inside, key=lambda c: met[c][0].number)[allowed:]:
        where = ", ".join(sorted(scheme.id_at(spot) or "" for spot in corner))
        cure = "lead it to the edge or to another water, or name it under `inland` in map.toml"
        yield met[corner][0].fault("name", f"{name} ends in open country, at the corner of {where}", cure)


# ways and bridges


def crossings(atlas: Atlas) -> Faults:
    """Where a way goes over water that needs a bridge there is one that carries it, or a ferry for a road."""
    spans: dict[Pair, set[str]] = {}
    for line in atlas.bridges:
        carried = CARRIES.get(line["kind"], ("road",)) or ("road",)
        spans.setdefault(ends_of(line), set()).update(carried)
    for line in atlas.links:
        over = atlas.blocked.get(ends_of(line))
        need = WHEELS.get(line.cells.get("kind", ""), "road")
        if over and need not in spans.get(ends_of(line), set()):
            water = atlas.board.sides[ends_of(line)].get("name") or over
            cure = "add it to bridges.csv, or end the way at the bank"
            yield line.fault("b", f"the {need} {line['a']}/{line['b']} crosses the {water} without a bridge", cure)


def bridges(atlas: Atlas) -> Faults:
    """A bridge stands over water and carries a way of its kind, unless its notes say that it carries none."""
    for line in atlas.bridges:
        here, name = ends_of(line), f"{line['name'] or line['id']} ({line['a']}/{line['b']})"
        if not atlas.board.sides.get(here, {}).get("water"):
            yield line.fault("b", f"{name} stands over no water", "correct the hexes, or add the water to sides.csv")
        missing = [way for way in CARRIES.get(line["kind"], ()) if way not in atlas.ways.get(here, [])]
        if missing and not any(words in line["notes"] for words in atlas.check.no_way):
            why = " or ".join(f"`{words}`" for words in atlas.check.no_way) or "why it carries none"
            cure = f"add the {missing[0]} to links.csv, or write {why} in its notes"
            yield line.fault("kind", f"{name} carries no {missing[0]}", cure)

"""Loads a board from map.toml, spaces.csv, sides.csv, links.csv and further tables, and validates everything."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec

from pbem.board.board import Board, Georeference, Pair, Row, Space, pair
from pbem.board.numbering import Numbering
from pbem.board.table import Line, read_table
from pbem.errors import DataError


class CheckSettings(msgspec.Struct, forbid_unknown_fields=True):
    """[check] in map.toml: what `check` cannot see on the map by itself."""

    whole: bool = False  # every hex of the sheets is in spaces.csv
    blocking: list[str] = []  # waters that are crossed by a bridge alone
    inland: list[str] = []  # waters with a spring or a dead end inland, once for each
    pieces: dict[str, int] = {}  # waters that the edge of the map cuts in pieces
    no_way: list[str] = []  # words in the notes of a bridge that say why it carries no way


class MapSettings(msgspec.Struct, forbid_unknown_fields=True):
    """map.toml. `values`: the words a column may hold, by file and column; `tables`: further CSV files."""

    title: str = ""
    numbering: Numbering | None = None
    georeference: Georeference = msgspec.field(default_factory=Georeference)
    tables: list[str] = []
    values: dict[str, dict[str, list[str]]] = {}
    check: CheckSettings = msgspec.field(default_factory=CheckSettings)


def map_folder(folder: Path) -> Path:
    """The `map` folder, given itself or the folder that holds it."""
    return folder / "map" if (folder / "map").is_dir() else folder


def load_board(folder: Path) -> Board:
    here = map_folder(folder)
    settings = read_settings(here / "map.toml")
    spaces = _spaces(here / "spaces.csv", settings)
    links = _pairs(here / "links.csv", settings, spaces)
    sides = _pairs(here / "sides.csv", settings, spaces) if (here / "sides.csv").exists() else []
    return Board(
        spaces.values(),
        _one_a_pair(sides),
        _many_a_pair(links),
        settings.numbering,
        {name: _table(here / f"{name}.csv", settings, spaces) for name in settings.tables},
        settings.georeference,
    )


def read_settings(file: Path) -> MapSettings:
    try:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
        return msgspec.convert(raw, MapSettings)
    except FileNotFoundError:
        raise DataError(file, 0, "", "the file is missing", "every map needs one, if only with a title") from None
    except UnicodeDecodeError:
        raise DataError(file, 0, "", "the file is not UTF-8", "save it as UTF-8") from None
    except tomllib.TOMLDecodeError as e:
        found = re.search(r"at line (\d+)", str(e))
        raise DataError(file, int(found[1]) if found else 0, "", f"not readable as TOML: {e}") from None
    except msgspec.ValidationError as e:
        raise DataError(file, _line_of(file, str(e)), "", str(e), "see the map.toml of another game") from None


def _line_of(file: Path, message: str) -> int:
    """The line of the key a validation message speaks of, as near as its path tells."""
    keys = re.findall(r"[A-Za-z_]+", message.rpartition("`$")[2]) + re.findall(r"field `(\w+)`", message)
    lines = file.read_text(encoding="utf-8").splitlines()
    for key in reversed(keys):
        for number, text in enumerate(lines, 1):
            if re.match(rf"\s*\[*[\w.]*\b{key}\b", text):
                return number
    return 0


def _checked(file: Path, settings: MapSettings, needed: tuple[str, ...]) -> list[Line]:
    """The rows of a file, every cell within the words map.toml allows its column."""
    lines = read_table(file, needed)
    allowed = settings.values.get(file.stem, {})
    for column in allowed:
        if lines and column not in lines[0].cells:
            raise lines[0].fault(column, "map.toml gives values for a column that is not there")
    for line in lines:
        for column, words in allowed.items():
            for word in filter(None, line[column].split(";")):
                if word not in words:
                    raise line.fault(column, f"{word!r} is not known", f"one of {', '.join(words)}")
    return lines


def _spaces(file: Path, settings: MapSettings) -> dict[str, Space]:
    spaces: dict[str, Space] = {}
    for line in _checked(file, settings, ("id", "terrain", "name", "tags")):
        space = _space(line)
        if space.id in spaces:
            raise line.fault("id", f"{space.id} is there twice", "take one of the two lines out")
        if settings.numbering:
            _check_number(line, settings.numbering)
        spaces[space.id] = space
    if not spaces:
        raise DataError(file, 0, "", "there are no spaces", "add at least one line")
    return spaces


def _space(line: Line) -> Space:
    fields = {k: v for k, v in line.cells.items() if k not in ("id", "terrain", "name", "tags")}
    if not line["id"]:
        raise line.fault("id", "the id is empty")
    for axis in ("x", "y"):
        if fields.get(axis) and not re.fullmatch(r"-?\d+(\.\d+)?", fields[axis]):
            raise line.fault(axis, f"{fields[axis]!r} is not a number", "for example 2.5")
    return Space(line["id"], line["terrain"], line["name"], tuple(filter(None, line["tags"].split(";"))), fields)


def _check_number(line: Line, numbering: Numbering) -> None:
    id = line["id"]
    own = numbering.canonical(id)
    if own is None:
        raise line.fault("id", f"{id} is not a hex of this map", "the sheets and their sizes stand in map.toml")
    if own != id:
        raise line.fault("id", f"{id} is another number of {own}", f"write {own}")
    for alias in line.cells.get("alias", "").split():
        if numbering.canonical(alias) != id:
            raise line.fault("alias", f"{alias} is not the same hex as {id}")


def _pairs(file: Path, settings: MapSettings, spaces: dict[str, Space]) -> list[Line]:
    lines = _checked(file, settings, ("a", "b"))
    for line in lines:
        _check_pair(line, settings.numbering, spaces)
    return lines


def _check_pair(line: Line, numbering: Numbering | None, spaces: dict[str, Space]) -> None:
    a, b = line["a"], line["b"]
    for column, id in (("a", a), ("b", b)):
        if id not in spaces:
            raise line.fault(column, f"{id!r} is not in spaces.csv", "add the space or correct the id")
    if a == b:
        raise line.fault("b", f"{a} is joined to itself")
    if numbering and b not in numbering.neighbours(a):
        raise line.fault("b", f"{a} and {b} are not adjacent", f"beside {a}: {', '.join(numbering.neighbours(a))}")


def _one_a_pair(lines: list[Line]) -> dict[Pair, Row]:
    sides: dict[Pair, Row] = {}
    for line in lines:
        key = pair(line["a"], line["b"])
        if key in sides:
            raise line.fault("a", f"the side {key[0]}/{key[1]} is there twice", "put all of it on one line")
        sides[key] = {k: v for k, v in line.cells.items() if v and k not in ("a", "b")}
    return sides


def _many_a_pair(lines: list[Line]) -> dict[Pair, list[Row]]:
    links: dict[Pair, list[Row]] = {}
    for line in lines:
        links.setdefault(pair(line["a"], line["b"]), []).append(line.cells)
    return links


def _table(file: Path, settings: MapSettings, spaces: dict[str, Space]) -> list[Row]:
    lines = _checked(file, settings, ())
    seen: set[str] = set()
    for line in lines:
        if "a" in line.cells and "b" in line.cells:
            _check_pair(line, settings.numbering, spaces)
        for id in line.cells.get("hexes", "").split():
            if id not in spaces:
                raise line.fault("hexes", f"{id!r} is not in spaces.csv", "ids are separated by spaces")
        if "id" in line.cells and line["id"] in seen:
            raise line.fault("id", f"{line['id']} is there twice")
        if "ring" in line.cells:
            _check_ring(line)
        seen.add(line.cells.get("id", ""))
    return [line.cells for line in lines]


def _check_ring(line: Line) -> None:
    """The outline of an area: `3.49 10.36;3.87 9.99;...`"""
    for corner in line["ring"].split(";"):
        if not re.fullmatch(r"-?\d+(\.\d+)? -?\d+(\.\d+)?", corner):
            raise line.fault("ring", f"{corner!r} is no corner", "x, a space, y, and `;` between corners: 3.49 10.36;3.87 9.99;4.12 8.5")
    if len(set(line["ring"].split(";"))) < 3:
        raise line.fault("ring", f"the outline of {line['id']} has fewer than three corners", "an area has three at least")

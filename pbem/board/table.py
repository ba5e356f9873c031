"""Reads CSV files and says where a fault is."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import msgspec

from pbem.errors import DataError


class Line(msgspec.Struct):
    """One row of a CSV file, with its place."""

    file: Path
    number: int
    cells: dict[str, str]

    def fault(self, column: str, message: str, remedy: str = "") -> DataError:
        return DataError(self.file, self.number, column, message, remedy)

    def __getitem__(self, column: str) -> str:
        return self.cells[column]


def read_table(file: Path, needed: tuple[str, ...]) -> list[Line]:
    """All rows. Comment lines begin with #; empty lines are skipped."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise DataError(file, 0, "", "the file is missing", "add it, or take it out of map.toml") from None
    except UnicodeDecodeError as e:
        line = file.read_bytes()[: e.start].count(b"\n") + 1
        raise DataError(file, line, "", "the file is not UTF-8", "save it as CSV UTF-8") from None
    rows = _numbered(file, text)
    head = next(rows, None)
    if head is None:
        raise DataError(file, 1, "", "the file is empty", f"begin with a line of column names: {','.join(needed)}")
    columns = _columns(file, head[0], head[1], needed)
    return [_line(file, number, columns, cells) for number, cells in rows]


def _numbered(file: Path, text: str) -> Iterator[tuple[int, list[str]]]:
    """Rows with the number of the line they begin on."""
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    begin = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as e:
            raise DataError(file, reader.line_num, "", f"not readable as CSV: {e}", "check the quotes") from None
        if any(c.strip() for c in cells) and not cells[0].startswith("#"):
            yield begin, [c.strip() for c in cells]
        begin = reader.line_num + 1


def _columns(file: Path, number: int, columns: list[str], needed: tuple[str, ...]) -> list[str]:
    for name in needed:
        if name not in columns:
            raise DataError(file, number, name, "the column is missing", f"the header needs {', '.join(needed)}")
    for n, name in enumerate(columns):
        if name in columns[:n]:
            raise DataError(file, number, name, "the column is there twice", "take one of them out")
    return columns


def _line(file: Path, number: int, columns: list[str], cells: list[str]) -> Line:
    if len(cells) != len(columns):
        message = f"{len(cells)} cells, but the header has {len(columns)} columns"
        raise DataError(file, number, "", message, "a text with a comma needs quotes round it")
    return Line(file, number, dict(zip(columns, cells, strict=True)))

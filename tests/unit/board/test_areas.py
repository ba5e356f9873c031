"""Outlines of areas: every kind of fault, planted in a copy of a shipped map, is named with its place and a cure."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pbem.board.check import check_map
from pbem.data import folder

SHIPPED = folder("scenarios") / "last-crusade"


def changed(here: Path, name: str, start: str, old: str, new: str) -> int:
    """In the line of the file that begins so, one thing is put for another; the number of the line."""
    shutil.copytree(SHIPPED / "free-map", here, dirs_exist_ok=True)
    file = here / name
    lines = file.read_text(encoding="utf-8").splitlines()
    [number] = [n for n, line in enumerate(lines, 1) if line.startswith(start)]
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return number


@pytest.mark.parametrize("name", ["map", "free-map"])
def test_the_outlines_of_the_shipped_maps_have_no_fault(name: str) -> None:
    assert [str(fault) for fault in check_map(SHIPPED / name)] == []


FAULTS = [  # file, line, what is changed, what is said, and the column it is said of
    ("areas.csv", "AIR-US,", ";-3.75 -9.25;-0.15 -9.25;-0.15 -7.60", ";-0.15 -7.60", "fewer than three corners", "ring"),
    ("areas.csv", "AIR-US,", "-3.75 -7.60;", "-3.75 x;", "'-3.75 x' is no corner", "ring"),
    ("areas.csv", "AIR-US,", "AIR-US,", "AIR-XX,", "'AIR-XX' is not in spaces.csv", "id"),
    ("spaces.csv", "B2,", "2.90,-2.90", "9.90,-2.90", "the centre of B2 lies outside its outline", "ring"),
    ("areas.csv", "AIR-DE,", "5.95 -7.60;", "5.95 -6.60;", "the outlines of AIR-DE and C3 overlap", "ring"),
    ("links.csv", "B1,C1", "B1,C1", "B1,C2", "B1 and C2 are linked, but their outlines share no side", "b"),
    ("links.csv", "B1,C1", "B1,C1", "B1,B2", "B1 and C1 share a side, but are not linked", "ring"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "start", "old", "new", "said", "column"), FAULTS)
def test_a_planted_fault_is_named_with_its_place(tmp_path: Path, name: str, start: str, old: str, new: str, said: str, column: str) -> None:
    number = changed(tmp_path, name, start, old, new)
    faults = check_map(tmp_path)
    hits = [fault for fault in faults if said in fault.message]
    assert len(hits) == 1 and hits[0].remedy, [str(fault) for fault in faults]
    assert hits[0].column == column
    if name == Path(hits[0].file).name:
        assert hits[0].line == number or "share a side" in said or "overlap" in said


def test_an_area_without_an_outline_is_named(tmp_path: Path) -> None:
    """Its line in areas.csv speaks of a space there is not; the space itself has none then."""
    changed(tmp_path, "areas.csv", "AIR-US,", "AIR-US,", "AIR-XX,")
    assert any("AIR-US has no outline" in fault.message for fault in check_map(tmp_path))


def test_areas_that_only_meet_in_a_corner_are_no_neighbours(tmp_path: Path) -> None:
    """A1 and B2 touch in one point: linking them is a fault."""
    changed(tmp_path, "links.csv", "B1,C1", "B1,C1", "B1,C1\nA1,B2")
    assert [fault.message for fault in check_map(tmp_path)] == ["A1 and B2 are linked, but their outlines share no side"]


def test_an_area_within_another_overlaps_it(tmp_path: Path) -> None:
    ring = "2 -2;3.5 -2;3.5 -3.5;2 -3.5"
    changed(tmp_path, "areas.csv", "AIR-US,", "-3.75 -7.60;-3.75 -9.25;-0.15 -9.25;-0.15 -7.60", ring)
    said = [fault.message for fault in check_map(tmp_path)]
    assert "the outlines of AIR-US and B2 overlap" in said and "the centre of AIR-US lies outside its outline" in said

"""The map is checked: every kind of fault, planted in a copy of the shipped one, is named with its place and a cure."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pbem.board.check import check_map
from pbem.data import folder
from pbem.errors import DataError

SHIPPED = folder("scenarios") / "air-bridge" / "map"


def number_of(file: Path, start: str) -> int:
    """The line that begins so."""
    [number] = [n for n, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1) if line.startswith(start)]
    return number


def planted(here: Path, name: str, start: str, new: str | None) -> int:
    """The line that begins so is put otherwise, or taken out; its number."""
    shutil.copytree(SHIPPED, here, dirs_exist_ok=True)
    file = here / name
    number = number_of(file, start)
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[number - 1 : number] = [new] if new is not None else []
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return number


def found(here: Path, words: str) -> DataError:
    faults = check_map(here)
    hits = [fault for fault in faults if words in fault.message]
    assert len(hits) == 1, [str(fault) for fault in faults]
    assert hits[0].remedy, "every fault has its cure"
    return hits[0]


def test_the_shipped_map_has_no_fault() -> None:
    assert [str(fault) for fault in check_map(SHIPPED.parent)] == []


CHANGED = [  # file, the line that begins so, what it becomes, what is said of it, file and column it is said of
    ("spaces.csv", "A1512,", "A1512,,Leende,village,51.3500,5.5530,reconstructed", "A1512 has no terrain", "terrain"),
    ("spaces.csv", "A1512,", "A1512,clear;forest,Leende,village,51.3500,5.5530,reconstructed", "A1512 has two terrains", "terrain"),
    ("spaces.csv", "B0605,", "B0605,clear,Veghel,city;supply_road,51.6115,5.5413,rulebook", "the rulebook says city", "terrain"),
    ("spaces.csv", "B4509,", "B4509,mixed,,,52.0,5.8,rulebook", "B4509 is mixed, the rulebook says clear", "terrain"),
    ("spaces.csv", "A2805,", "A2805,clear,Best,town;supply_road,51.5114,5.4929,rulebook", "not Son", "name"),
    ("spaces.csv", "A0107,", "A0107,clear,,supply_road;waypoint;entry,51.2233,5.3731,rulebook", "A0107 has no tag edge", "tags"),
    ("sides.csv", "B3117,B3216,", "B3117,B3216,canal,Waal,,reconstructed", "the rulebook says major_river", "water"),
    ("sides.csv", "A0101,A0102,", "A0101,A0102,canal,,,reconstructed", "the water on A0101/A0102 has no name", "name"),
    ("sides.csv", "A0101,A0102,", "A0101,A0102,canal,Kempen canal,A0103,reconstructed", "A0103 is no hex of the side", "slope"),
    ("sides.csv", "A0101,A0102,", "A0101,A0102,,,,reconstructed", "nothing lies on the side A0101/A0102", "water"),
    ("bridges.csv", "B04,", "B04,A1007,A1108,Dommel bridge,rail,minor,contact,intact,,reconstructed", "carries no rail", "kind"),
    ("bridges.csv", "B04,", "B04,A1106,A1107,Dommel bridge,road,minor,contact,intact,,reconstructed", "stands over no water", "b"),
    ("links.csv", "A0107,A0206,", "A0107,A0206,road,Hell's road,1,reconstructed", "step 1 of the road is road, not main_road", "kind"),
    ("facts.csv", "terrain,B0605,", "terrain,B0605,city,,reason", "the fact has no rule", "rule"),
    ("facts.csv", "terrain,B0605,", "ground,B0605,city,17.2b,reason", "no kind of fact", "fact"),
    ("facts.csv", "terrain,B0605,", "terrain,C0605,city,17.2b,reason", "C0605 is not on the map", "about"),
    ("facts.csv", "adjacent,A3203 B0104", "adjacent,A3203 B0106,,7.1d,reason", "A3203 and B0106 are not adjacent", "about"),
    ("facts.csv", "sheet,A,", "sheet,A,22 x 17,2.1,reason", "sheet A is 32 x 21, not 22 x 17", "says"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "start", "new", "said", "column"), CHANGED)
def test_a_planted_fault_is_named_at_its_line(tmp_path: Path, name: str, start: str, new: str, said: str, column: str) -> None:
    number = planted(tmp_path, name, start, new)
    fault = found(tmp_path, said)
    assert (Path(fault.file).name, fault.line, fault.column) == (name, number, column)


def test_a_missing_hex_is_named(tmp_path: Path) -> None:
    planted(tmp_path, "spaces.csv", "A1202,", None)
    fault = check_map(tmp_path)[0]
    assert "A1202" in fault.message and fault.remedy


def test_a_river_with_a_gap_is_named_with_both_sides_of_it(tmp_path: Path) -> None:
    """The Waal at Nijmegen is taken out: one piece no longer meets the other, an end is loose, and the bridge stands over nothing."""
    planted(tmp_path, "sides.csv", "B3117,B3216,", None)
    faults = [str(fault) for fault in check_map(tmp_path) if "Waal" in fault.message]
    assert any("Waal has a gap: the piece with" in fault for fault in faults)
    assert any("Waal ends in open country" in fault for fault in faults)
    assert any("Nijmegen" in str(fault) and "stands over no water" in str(fault) for fault in check_map(tmp_path))


def test_a_water_that_ends_in_open_country_is_named_at_both_ends(tmp_path: Path) -> None:
    number = planted(
        tmp_path, "sides.csv", "A0101,A0102,", "A0101,A0102,canal,Kempen canal,,reconstructed\nA1502,A1503,stream,Lost Brook,,reconstructed"
    )
    faults = [fault for fault in check_map(tmp_path) if "Lost Brook ends in open country" in fault.message]
    assert [(Path(fault.file).name, fault.line, fault.column) for fault in faults] == [("sides.csv", number + 1, "name")] * 2
    settings = tmp_path / "map.toml"
    settings.write_text(settings.read_text(encoding="utf-8").replace("inland = [", 'inland = ["Lost Brook", '), encoding="utf-8")
    assert len([fault for fault in check_map(tmp_path) if "Lost Brook" in fault.message]) == 1, "a spring at the one end, not at both"


def test_a_road_and_a_railway_over_water_need_their_bridge(tmp_path: Path) -> None:
    planted(tmp_path, "bridges.csv", "B04,", None)
    fault = found(tmp_path, "the road A1007/A1108 crosses the Dommel without a bridge")
    assert (Path(fault.file).name, fault.line) == ("links.csv", number_of(tmp_path / "links.csv", "A1007,A1108,"))


def test_links_and_sides_lie_between_neighbours(tmp_path: Path) -> None:
    number = planted(tmp_path, "links.csv", "A0104,A0105,", "A0104,A0106,road,a way,,reconstructed")
    [fault] = check_map(tmp_path)
    assert (Path(fault.file).name, fault.line, fault.column) == ("links.csv", number, "b") and "not adjacent" in fault.message


def test_a_broken_supply_road_and_a_way_point_left_out_are_named(tmp_path: Path) -> None:
    row = next(line for line in (SHIPPED / "links.csv").read_text(encoding="utf-8").splitlines() if line.startswith("B3116,B3117,main"))
    planted(tmp_path, "links.csv", "B3116,B3117,main", ",".join([*row.split(",")[:4], "", "reconstructed"]))
    assert "the road breaks after B3116" in found(tmp_path, "the road breaks").message
    planted(tmp_path, "facts.csv", "corridor,", "corridor,A0107 A2107 B2211 B5014,main_road,7.1d,reason")
    file = tmp_path / "links.csv"
    shutil.copy(SHIPPED / "links.csv", file)
    assert found(tmp_path, "the road does not reach B2211").column == "about"


def test_a_zone_is_all_the_land_between_its_rivers(tmp_path: Path) -> None:
    row = next(line for line in (SHIPPED / "zones.csv").read_text(encoding="utf-8").splitlines() if line.startswith("MUD,"))
    number = planted(tmp_path, "zones.csv", "MUD,", row.replace(" B3215 ", " ").replace(" B3216 ", " B3116 "))
    fault = found(tmp_path, "the zone mud_zone is wrong in B3116, B3215, B3216")
    assert (Path(fault.file).name, fault.line, fault.column) == ("zones.csv", number, "hexes")


def test_a_zone_outside_its_rows_is_named(tmp_path: Path) -> None:
    planted(tmp_path, "facts.csv", "rows,mud_zone", "rows,mud_zone,12-17,4.1b,mud keeps to its rows")
    faults = [fault for fault in check_map(tmp_path) if "outside the rows 12-17" in fault.message]
    assert faults and {Path(fault.file).name for fault in faults} == {"zones.csv"}

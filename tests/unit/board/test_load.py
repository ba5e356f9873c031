"""A faulty map is refused with file, line and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.board import load_board
from pbem.errors import DataError

GOOD = {
    "map.toml": '[numbering]\nscheme = "digits"\nsheets = [{name = "", lines = [1, 9], places = [1, 9]}]\n'
    '[values.spaces]\nterrain = ["clear", "wood"]\n',
    "spaces.csv": "id,terrain,name,tags\n0101,clear,,\n0102,wood,Wood End,town;edge\n0105,clear,,\n",
    "sides.csv": "a,b,river\n0101,0102,y\n",
    "links.csv": "a,b,kind\n0102,0101,road\n",
}


def made(folder: Path, **changed: str) -> Path:
    for name, text in GOOD.items():
        (folder / name).write_text(changed.get(name.split(".")[0], text), encoding="utf-8")
    return folder


def test_a_good_map_loads(tmp_path: Path) -> None:
    board = load_board(made(tmp_path))
    assert board.ids == ["0101", "0102", "0105"] and board.spaces["0102"].tags == ("town", "edge")
    assert board.side("0102", "0101") == {"river": "y"} and board.neighbours("0105") == []
    assert board.links_between("0101", "0102") == [{"a": "0102", "b": "0101", "kind": "road"}]


HEAD = "id,terrain,name,tags\n"
FAULTS = [
    ({"spaces": HEAD + "0101,swamp,,\n"}, "spaces.csv", 2, "terrain"),
    ({"spaces": HEAD + "0101,clear,,\n\n0101,clear,,\n"}, "spaces.csv", 4, "id"),
    ({"spaces": HEAD + "1101,clear,,\n"}, "spaces.csv", 2, "id"),
    ({"spaces": HEAD + "0101,clear,\n"}, "spaces.csv", 2, ""),
    ({"spaces": "id,terrain,name\n0101,clear,\n"}, "spaces.csv", 1, "tags"),
    ({"spaces": "id,terrain,name,tags,id\n"}, "spaces.csv", 1, "id"),
    ({"spaces": HEAD}, "spaces.csv", 0, ""),
    ({"spaces": ""}, "spaces.csv", 1, ""),
    ({"spaces": HEAD + '0101,"clear,,\n'}, "spaces.csv", 2, ""),
    ({"spaces": "id,terrain,name,tags,x,y\n0101,clear,,,1,far\n"}, "spaces.csv", 2, "y"),
    ({"sides": "a,b,river\n0101,0103,y\n"}, "sides.csv", 2, "b"),
    ({"sides": "a,b,river\n0101,0105,y\n"}, "sides.csv", 2, "b"),
    ({"sides": "a,b,river\n0101,0102,y\n0102,0101,y\n"}, "sides.csv", 3, "a"),
    ({"links": "a,b\n0101,0101\n"}, "links.csv", 2, "b"),
    ({"links": "from,b\n0101,0101\n"}, "links.csv", 1, "a"),
    ({"map": "title = \n"}, "map.toml", 1, ""),
    ({"map": 'tables = ["bridges"]\n'}, "bridges.csv", 0, ""),
    ({"map": '[numbering]\nscheme = "spiral"\nsheets = []\n'}, "map.toml", 2, ""),
    ({"map": "[georeference]\nnroth = 3\n"}, "map.toml", 2, ""),
    ({"map": '[values.links]\ngauge = ["broad"]\n'}, "links.csv", 2, "gauge"),
]


@pytest.mark.parametrize(("changed", "file", "line", "column"), FAULTS)
def test_a_fault_is_named_with_its_place(
    tmp_path: Path, changed: dict[str, str], file: str, line: int, column: str
) -> None:
    with pytest.raises(DataError) as caught:
        load_board(made(tmp_path, **changed))
    fault = caught.value
    assert (Path(fault.file).name, fault.line, fault.column) == (file, line, column)
    assert file in str(fault) and fault.message in str(fault)


def test_a_missing_file_and_a_wrong_encoding_are_named(tmp_path: Path) -> None:
    made(tmp_path)
    (tmp_path / "spaces.csv").write_bytes(HEAD.encode() + b"0101,clear,Andr\xe9,\n")
    with pytest.raises(DataError, match=r"spaces\.csv:2: the file is not UTF-8"):
        load_board(tmp_path)
    (tmp_path / "spaces.csv").unlink()
    with pytest.raises(DataError, match=r"spaces\.csv: the file is missing"):
        load_board(tmp_path)

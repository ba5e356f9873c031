"""`pbem scenario validate` looks at a scenario's own files too, and tells every fault of them, not the first alone."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from pbem.data import folder
from tests.cli.office import pbem, program

CAMPAIGN = "air-bridge/market-garden"


def copied(tmp_path: Path, *changes: tuple[str, str, str]) -> Path:
    """The shipped scenarios with texts of files of the campaign put otherwise."""
    data = tmp_path / "own"
    shutil.copytree(folder("scenarios"), data / "scenarios")
    for name, old, new in changes:
        file = data / "scenarios" / CAMPAIGN / name
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return data


def faults(tmp_path: Path, *changes: tuple[str, str, str]) -> list[dict[str, Any]]:
    run = program(tmp_path, "--data", str(copied(tmp_path, *changes)), "scenario", "validate", CAMPAIGN, "--json")
    assert run.code == 1, run.all
    [result] = run.data()
    assert result["fault"] == result["faults"][0]["fault"]
    assert all(fault["remedy"] and fault["line"] and fault["column"] for fault in result["faults"])
    found: list[dict[str, Any]] = result["faults"]
    return found


def test_all_shipped_scenarios_are_sound(tmp_path: Path) -> None:
    run = pbem(tmp_path, "scenario", "validate")
    assert run.code == 0 and run.out.count("ok    ") >= 3, run.all


@pytest.mark.parametrize(
    ("language", "heads"), [("en", ("OBJECTIVES", "RECONSTRUCTED", "SOURCES")), ("fr", ("OBJECTIFS", "RECONSTITUÉ", "SOURCES"))]
)
def test_show_tells_what_a_scenario_is_about(tmp_path: Path, language: str, heads: tuple[str, ...]) -> None:
    for name, goal in ((CAMPAIGN, "B4215"), ("air-bridge/a-bridge-too-far", "B4315"), ("air-bridge/breakout", "A2106")):
        run = pbem(tmp_path, "scenario", "show", name, "--lang", language)
        assert run.code == 0 and all(head in run.out for head in heads) and goal in run.out, run.all
    levels = pbem(tmp_path, "scenario", "show", CAMPAIGN, "--lang", language).out
    assert "from 25" in levels or "dès 25" in levels


def test_set_up_and_arrivals(tmp_path: Path) -> None:
    told = faults(
        tmp_path,
        ("setup.csv", "2/6 FJR,A0505,2", "2/6 FJR,A0505,3"),
        ("setup.csv", "Penal 6,A0508", "Penal 6,A0710"),
        ("setup.csv", "Heinke 2,A0709", "Heinke 2,A0710"),
        ("setup.csv", "Roestel,A0808", "Roestel,A0710"),
        ("setup.csv", "3/6 FJR,A0604", "3/6 FJR,A0710"),
        ("reinforcements.csv", "1/501,1,DZ", "1/501,18,DZ"),
        ("reinforcements.csv", "2 Irish,1,A0107", "2 Irish,1,A0307"),
    )
    said = " ".join(fault["fault"] for fault in told)
    assert "2/6 FJR has 3 steps" in said and "9 stacking points in A0710" in said
    assert "1/501 comes on turn 18 of 17" in said and "A0307 is not on the edge" in said
    assert {(Path(fault["file"]).name, fault["column"]) for fault in told} == {
        ("setup.csv", "steps"), ("setup.csv", "at"), ("reinforcements.csv", "turn"), ("reinforcements.csv", "at"),
    }  # fmt: skip


def test_too_many_in_a_hex_and_both_sides_in_one(tmp_path: Path) -> None:
    """2 + 2 + 2 + 2 + 1 stacking points; and a British battalion beside them."""
    german = ("Heinke 2,A0709", "Roestel,A0808", "3/6 FJR,A0604", "Penal 6,A0508")
    changes = [("setup.csv", line, f"{line.split(',')[0]},A0710") for line in german]
    allied = [
        ("reinforcements.csv", "2 Gren,1,A0107,2,reconstructed\n", ""),
        ("setup.csv", "Penal 6,A0710", "2 Gren,A0710,2,reconstructed\nPenal 6,A0710"),
    ]
    said = [fault["fault"] for fault in faults(tmp_path, *changes, *allied)]
    assert any("both sides are set up in A0710" in fault for fault in said)
    assert any("12 stacking points in A0710" in fault for fault in said)


def test_drop_zones_bridges_goals_and_dates(tmp_path: Path) -> None:
    told = faults(
        tmp_path,
        ("scenario.toml", 'hex = "B4408"', 'hex = "B4415"'),
        ("scenario.toml", "Poles = 5", "Swedes = 5"),
        ("scenario.toml", 'hexside = "A0211/A0311"', 'hexside = "A0211/A0212"'),
        ("scenario.toml", 'entry = "A0103"', 'entry = "A0105"'),
        ("scenario.toml", 'hexes = ["A2805"]', 'hexes = ["A2829"]'),
        ("scenario.toml", 'types = ["br_armour"]', 'types = ["br_zeppelin"]'),
        ("scenario.toml", '[[dates]]\nen = "25 Sept PM"', '[[later]]\nen = "25 Sept PM"'),
        ("scenario.toml", "german = [0, 3]", "german = []"),
    )
    said = [fault["fault"] for fault in told]
    wanted = (
        "nobody lands in B4415", "Arnhem Sec stands on the drop zone B4415", "no unit is of Swedes", "there is no bridge A0211/A0212",
        "nobody enters at A0105", "A2829 is not on the map", "no type of unit br_zeppelin", "16 dates for 17 turns",
        "no air points for german",
    )  # fmt: skip
    assert [words for words in wanted if not any(words in fault for fault in said)] == []
    lines = Path(told[0]["file"]).read_text(encoding="utf-8").splitlines()
    assert 'hex = "B4415"' in next(lines[f["line"] - 1] for f in told if "nobody lands" in f["fault"])

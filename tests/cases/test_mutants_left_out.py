"""What the proof by mutation leaves out as the reading of files is held here: a wrong row is named, and what to do about it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pbem.data import folder
from tests.cli.office import program

CAMPAIGN = "air-bridge/market-garden"
SET_UP, ARRIVALS = f"{CAMPAIGN}/setup.csv", f"{CAMPAIGN}/reinforcements.csv"
COUNTERS, TYPES = "air-bridge/units.csv", "air-bridge/types.csv"

WRONG = [
    (COUNTERS, "1/502,allied,us_para,,101", "1/502,allied,us_para,x,101", "'x' is not a whole number"),
    (COUNTERS, "1/502,allied", "1/501,allied", "1/501 is there twice"),
    (COUNTERS, "1/502,allied,us_para", "1/502,allied,us_navy", "'us_navy' is not in types.csv"),
    (TYPES, "no,inf,no,no,yes,no,airborne", "no,inf,no,no,perhaps,no,airborne", "'perhaps' is neither yes nor no"),
    (SET_UP, "Penal 6,A0508", "2/6 FJR,A0508", "2/6 FJR is there twice"),
    (SET_UP, "Penal 6,A0508", "Penal 99,A0508", "'Penal 99' is not in units.csv"),
    (SET_UP, "Penal 6,A0508", "Penal 6,A9908", "'A9908' is not on the map"),
    (ARRIVALS, "2 Irish,1,A0107", "2 Irish,1,DZ", "2 Irish cannot come by air"),
]


@pytest.mark.parametrize(("name", "old", "new", "fault"), WRONG, ids=[fault for *_, fault in WRONG])
def test_a_wrong_row_of_a_scenario_is_named(tmp_path: Path, name: str, old: str, new: str, fault: str) -> None:
    data = tmp_path / "own"
    shutil.copytree(folder("scenarios"), data / "scenarios")
    file = data / "scenarios" / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    run = program(tmp_path, "--data", str(data), "scenario", "validate", CAMPAIGN)
    assert run.code == 1 and fault in run.all, run.all
    assert Path(name).name in run.all

"""The built wheel carries its data: installed in an empty environment elsewhere, it works from any directory."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--disable-pip-version-check", "--no-deps", "-w", str(out), str(ROOT)]
    subprocess.run(build, check=True, timeout=300, capture_output=True)
    [file] = out.glob("pbem-*.whl")
    return file


@pytest.fixture(scope="module")
def pbem(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The program in an environment that has the wheel and, borrowed from ours, what it depends on; never our checkout."""
    home = tmp_path_factory.mktemp("elsewhere")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--disable-pip-version-check", str(wheel)]
    subprocess.run(install, check=True, timeout=500, capture_output=True)
    return [str(home / "bin" / "pbem")]


def run(program: list[str], *args: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PBEM", "VIRTUAL"))}
    return subprocess.run([*program, *args], cwd=cwd, env=environment, capture_output=True, text=True, timeout=120)


def test_templates_scenarios_and_migrations_are_inside_the_wheel(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for folder in ("templates", "scenarios", "db", "tests/cases"):
        ours = {str(p.relative_to(ROOT)) for p in (ROOT / folder).rglob("*") if p.is_file() and "__pycache__" not in p.parts}
        shipped = {name.removeprefix("pbem/_shipped/") for name in names if name.startswith(f"pbem/_shipped/{folder}/")}
        assert ours <= shipped, f"missing in the wheel: {sorted(ours - shipped)[:3]}"


def test_the_installed_program_lists_and_validates_scenarios_from_any_directory(pbem: list[str], tmp_path: Path) -> None:
    listed = run(pbem, "scenario", "list", "--json", cwd=tmp_path)
    assert listed.returncode == 0, listed.stderr
    assert {"id", "ruleset", "title", "sides", "turns"} <= set(json.loads(listed.stdout)[0])
    checked = run(pbem, "scenario", "validate", "--json", cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert [one["ok"] for one in json.loads(checked.stdout)] == [True] * len(json.loads(listed.stdout))


def test_an_office_is_made_by_the_installed_program(pbem: list[str], tmp_path: Path) -> None:
    made = run(pbem, "init", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "data" / "pbem.sqlite").exists()
    scenario = json.loads(run(pbem, "scenario", "list", "--json", cwd=tmp_path).stdout)[0]
    seats = [word for side in scenario["sides"] for word in ("--seat", f"{side}={side}@localhost")]
    new = run(pbem, "game", "new", scenario["id"], "--id", "g1", *seats, cwd=tmp_path)
    assert new.returncode == 0, new.stderr
    [game] = json.loads(run(pbem, "game", "list", "--json", cwd=tmp_path).stdout)
    assert (game["id"], game["state"]) == ("g1", "inviting")

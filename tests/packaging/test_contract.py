"""How the house is built: imports go one way, no ruleset is named outside its own rooms, nothing points outside the repository."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CODE = sorted(p for p in (ROOT / "pbem").rglob("*.py") if "_shipped" not in p.parts)
LONGEST = 50
OTHERS = ["pyproject.toml", "Makefile", "README.md", "CONTRIBUTING.md", ".ci/run", "tests/get_pip.py", "tests/setup-servers.sh"]


def rulesets() -> list[Path]:
    return sorted(p.parent for p in (ROOT / "pbem" / "rulesets").glob("*/__init__.py"))


def test_imports_go_one_way() -> None:
    program = Path(sys.executable).parent / "lint-imports"
    result = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("package", rulesets(), ids=lambda p: p.name)
def test_no_ruleset_is_named_outside_its_own_package_and_data(package: Path) -> None:
    names = re.compile(rf"\b({package.name}|{package.name.replace('_', '-')})\b")
    found = [
        f"{file.relative_to(ROOT)}:{n}"
        for file in CODE
        if package not in file.parents
        for n, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if names.search(line)
    ]
    assert found == []


def test_functions_can_be_seen_whole() -> None:
    long = [
        f"{file.relative_to(ROOT)}:{node.lineno} {node.name} has {length} lines"
        for file in CODE
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (length := (node.end_lineno or 0) - node.lineno + 1) > LONGEST
    ]
    assert long == []


def test_nothing_points_at_a_machine_or_outside_the_repository() -> None:
    """Absolute folders of somebody's machine; what a user's own machine has (/tmp, /usr, /bin/sh) is not meant."""
    text = [
        *CODE,
        *(ROOT / name for name in OTHERS),
        *(p for kind in ("*.py", "*.toml", "*.j2", "*.md") for p in (ROOT / "templates").rglob(kind)),
    ]
    outside = re.compile(r"(?<![\w.:/~-])/(work|root|home|Users|opt|srv|mnt)/")
    found = [
        f"{p.relative_to(ROOT)}:{n}"
        for p in text
        for n, line in enumerate(p.read_text(encoding="utf-8").splitlines(), 1)
        if outside.search(line)
    ]
    assert found == []


def test_time_and_chance_come_from_one_place_only() -> None:
    """Rules, engine and orders read no clock and draw no random number of their own."""
    banned = re.compile(r"^\s*(import|from) (random|time|datetime|secrets|os|uuid)\b")
    allowed = {"pbem/engine/dice.py", "pbem/engine/check.py"}  # seeded draws for assumed dice
    found = [
        f"{file.relative_to(ROOT)}:{n}"
        for file in CODE
        if file.relative_to(ROOT).parts[1] in ("engine", "rulesets", "orders", "board") and str(file.relative_to(ROOT)) not in allowed
        for n, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if banned.search(line)
    ]
    assert found == []

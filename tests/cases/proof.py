"""Do the cases notice a broken rule? The rules are copied, broken in one place at a time, and every case is played on the copy."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("pbem", "scenarios", "templates", "db", "tests/cases", "tests/toy", "tests/__init__.py")
RULES = (
    "advance aftermath bombardment declaration demolition engineers entering field figures fire losses moves moves_march maneuver odds "
    "overrun phases reaction refusal retreat stacking supply support tables"
)
BREAKS = (
    (r"<=", "<"), (r">=", ">"), (r"(?<![<>=!-])< ", "<= "), (r"(?<![<>=!-])> ", ">= "), (r"==", "!="), (r"!=", "=="),
    (r" and ", " or "), (r" or ", " and "), (r"\bnot ", ""), (r"\b0\b", "1"), (r"\b1\b", "2"), (r"\b2\b", "3"), (r" - ", " + "),
    (r" \+ ", " - "), (r"\bany\(", "all("), (r"\ball\(", "any("), (r"\bmax\(", "min("), (r"\bmin\(", "max("),
)  # fmt: skip
TOO_LONG = 300  # seconds: a rule broken into an endless loop is noticed too


class Mutant(NamedTuple):
    file: str
    row: int
    before: str
    after: str


def mutants() -> Iterator[Mutant]:
    for name in RULES.split():
        file = ROOT / "pbem" / "rulesets" / "air_bridge" / f"{name}.py"
        for row, line in enumerate(file.read_text(encoding="utf-8").splitlines() if file.is_file() else []):
            yield from (Mutant(str(file.relative_to(ROOT)), row, line, after) for after in broken(line))


def broken(line: str) -> Iterator[str]:
    """The line with one sign, number or word changed; not in words, comments and headings."""
    if re.match(r'\s*("""|#|from |import |class |def |@)', line) or '"""' in line:
        return
    code, comment, rest = line.partition("  #")
    for sign, other in BREAKS:
        for found in re.finditer(sign, code):
            if code[: found.start()].count('"') % 2 == 0:
                yield code[: found.start()] + other + code[found.end() :] + comment + rest


def copy(to: Path) -> None:
    for name in COPIED:
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, to / name)


def all_pass(where: Path) -> bool:
    words = [sys.executable, "-m", "tests.cases", "tests/cases/air-bridge"]
    env = {**os.environ, "PYTHONPATH": str(where), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        return subprocess.run(words, cwd=where, env=env, capture_output=True, timeout=TOO_LONG, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def caught(where: Path, mutant: Mutant) -> bool:
    file = where / mutant.file
    text = file.read_text(encoding="utf-8")
    lines = text.split("\n")
    lines[mutant.row] = mutant.after
    file.write_text("\n".join(lines), encoding="utf-8")
    try:
        return not all_pass(where)
    finally:
        file.write_text(text, encoding="utf-8")


def prove(quick: bool, seed: int, say: Callable[[int, int], None] = lambda done, of: None) -> dict[str, Any]:
    chosen = list(mutants())
    random.Random(seed).shuffle(chosen)
    chosen = chosen[: 5 if quick else 150]
    survivors: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        copy(where)
        assert all_pass(where), "the cases do not pass on the rules as they are"
        for n, mutant in enumerate(chosen):
            if not caught(where, mutant):
                survivors.append(f"not noticed: {mutant.file}:{mutant.row + 1}  {mutant.before.strip()}  ->  {mutant.after.strip()}")
            say(n + 1, len(chosen))
    return {"mutants": len(chosen), "caught": len(chosen) - len(survivors), "survivors": survivors}

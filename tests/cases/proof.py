"""Do the cases notice a broken rule? A sample of the ways to break one, drawn by seed, one at a time; only rule cases may catch them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SAMPLE, QUICK = 150, 8
GOAL = 90  # percent


def prove(quick: bool, seed: int, say: Callable[[int, int], None] = lambda done, of: None) -> dict[str, Any]:
    count = QUICK if quick else SAMPLE
    survivors, done = list[str](), 0
    for head, one in lines(seed, count):
        assert not head["failing"], f"the cases do not pass on the rules as they are: {', '.join(head['failing'])}"
        done += 1
        if not one["caught"]:
            survivors.append(f"not noticed: {one['mutant']}")
        say(done, head["of"])
    return {"mutants": done, "caught": done - len(survivors), "survivors": survivors}


def lines(seed: int, count: int) -> Any:
    """The head, and what became of each mutant as it is known: `tests.cases.mutation` in a process of its own."""
    words = [sys.executable, "-m", "tests.cases.mutation", "--seed", str(seed), "--count", str(count)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        head = json.loads(process.stdout.readline())
        if head["failing"]:
            yield head, {"caught": "", "mutant": ""}
        for line in process.stdout:
            yield head, json.loads(line)
    assert process.returncode == 0, "the proof by mutation broke off"

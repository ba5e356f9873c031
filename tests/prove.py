"""make prove [QUICK=1] [SEED=n]: the long proofs, each in a process of its own with its progress and a bound on its time.

The last line is JSON. Exit code 1 if anything is not proven: a fault, a part that broke off, or one that took too long.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn


@dataclass(frozen=True)
class Part:
    module: str
    what: str
    bounds: tuple[int, int]  # minutes: of the sample, of the whole


PARTS = {
    "crash": Part("tests.crash.proof", "SIGKILL of the daemon: nothing lost, nothing twice, no difference", (10, 60)),
    "leaks": Part("tests.leaks.proof", "what a side cannot see changes no byte of its mail", (10, 40)),
    "fuzz": Part("tests.fuzz.proof", "garbage mail and orders: no crash, nothing of a stranger executed", (10, 40)),
    "mutants": Part("tests.cases.proof", "a rule broken in one place is noticed by the rule cases", (15, 90)),
    "autoplay": Part("tests.proofs.autoplay", "staff games: sound to their end, replays equal, no line wrongly refused", (10, 60)),
    "crusade": Part("tests.proofs.crusade", "The Last Crusade: 200 staff games counted, one by mail that replays", (10, 60)),
    "campaign": Part("tests.proofs.campaign", "the campaign by mail to its end; its archive replays, reports and all", (10, 45)),
}
MUST_BE_ZERO = (
    "lost", "twice", "differences", "crashes", "executed", "leaks", "violations", "refused", "wrongly_refused", "unfinished",
    "unused", "idle", "one_sided",
)  # fmt: skip
CAUGHT = 90  # percent of the mutants of a whole sample
ORDER = (
    "kills", "lost", "twice", "differences", "hostile", "crashes", "executed", "leak_pairs", "leaks", "fuzzed",
    "violations", "games", "mutants", "caught",
)  # fmt: skip

screen = Console(stderr=True, highlight=False, soft_wrap=True)


def proof(name: str, quick: bool, seed: int) -> dict[str, Any]:
    """One part, here, with its progress."""
    prove: Callable[..., dict[str, Any]] = importlib.import_module(PARTS[name].module).prove
    columns = (TextColumn("{task.description}"), BarColumn(24), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task(name, total=None)
        told = "say" in inspect.signature(prove).parameters
        more = {"say": lambda done, of: bar.update(task, completed=done, total=of)} if told else {}
        return prove(quick=quick, seed=seed, **more)


def in_a_process(name: str, quick: bool, seed: int, bound: float) -> dict[str, Any] | str:
    """What it found, or why it found nothing. All that it started ends with it."""
    words = [sys.executable, "-m", "tests.prove", "--only", name, "--seed", str(seed), "--part", *(["--quick"] if quick else [])]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        try:
            out, _ = process.communicate(timeout=bound)
        except BaseException as stop:
            os.killpg(process.pid, signal.SIGKILL)
            if not isinstance(stop, subprocess.TimeoutExpired):
                raise
            return f"stopped after {bound / 60:.0f} min"
    if process.returncode:
        return f"broke off (exit code {process.returncode})"
    found: dict[str, Any] = json.loads(out.splitlines()[-1])
    return found


def faults_of(found: dict[str, Any], quick: bool) -> list[str]:
    bad = [f"{key} {found[key]}" for key in MUST_BE_ZERO if found.get(key)]
    if not quick and found.get("caught", 0) * 100 < CAUGHT * found.get("mutants", 0):
        bad.append(f"caught {found['caught']} of {found['mutants']}, the goal is {CAUGHT} %")
    return bad


def run(name: str, quick: bool, seed: int, minutes: float | None) -> tuple[dict[str, Any], bool]:
    """Its counts, and whether it is proven."""
    begin = time.monotonic()
    found = in_a_process(name, quick, seed, 60 * (minutes or PARTS[name].bounds[not quick]))
    lasted = f"{time.monotonic() - begin:.0f} s"
    if isinstance(found, str):
        screen.print(f"FAIL {name:<9} {found}: not proven, {PARTS[name].what}   {lasted}")
        return {}, False
    bad = faults_of(found, quick)
    counts = ", ".join(f"{key} {value}" for key, value in found.items() if isinstance(value, int | float | dict))
    screen.print(f"{'FAIL' if bad else 'ok':<5}{name:<9} {counts}   {lasted}")
    for fault in [*bad, *[str(one) for value in found.values() if isinstance(value, list) for one in value][:10]]:
        screen.print(f"     {fault}", markup=False)
    return found, not bad


def summed(parts: list[dict[str, Any]]) -> dict[str, Any]:
    total: dict[str, Any] = {}
    for key, value in ((key, value) for found in parts for key, value in found.items() if not isinstance(value, list)):
        total[key] = total.get(key, 0) + value if isinstance(value, int) and isinstance(total.get(key, 0), int) else value
    return {key: total[key] for key in (*ORDER, *(k for k in total if k not in ORDER)) if key in total}


def main() -> None:
    parser = argparse.ArgumentParser(prog="make prove")
    parser.add_argument("--quick", action="store_true", help="a sample of each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=sorted(PARTS), action="append", help="this part; may be repeated")
    parser.add_argument("--minutes", type=float, help="the bound of each part")
    parser.add_argument("--part", action="store_true", help=argparse.SUPPRESS)  # the process of one part
    asked = parser.parse_args()
    if asked.part:
        print(json.dumps(proof(asked.only[0], asked.quick, asked.seed)))
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the part under way ends too
    ran = [run(name, asked.quick, asked.seed, asked.minutes) for name in asked.only or PARTS]
    proven = all(good for _, good in ran)
    print(json.dumps({**summed([found for found, _ in ran]), "proven": proven}))
    sys.exit(not proven)


if __name__ == "__main__":
    main()

"""make prove [QUICK=1] [SEED=n]: the long proofs with their progress. The last line is JSON; exit code 1 if anything is not proven."""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import sys
import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

PROOFS = {
    "crash": ("tests.crash.proof", "SIGKILL of the daemon: nothing lost, nothing twice, no difference"),
    "leaks": ("tests.leaks.proof", "what a side cannot see changes no byte of its mail"),
    "fuzz": ("tests.fuzz.proof", "garbage mail and orders: no crash, nothing of a stranger executed"),
    "mutants": ("tests.cases.proof", "a rule broken in one place is noticed by the rule cases"),
    "autoplay": ("tests.proofs.autoplay", "staff games: sound to their end, replays equal, no line wrongly refused"),
}
MUST_BE_ZERO = ("lost", "twice", "differences", "crashes", "executed", "leaks", "violations", "wrongly_refused")
ORDER = (
    "kills", "lost", "twice", "differences", "hostile", "crashes", "executed", "leak_pairs", "leaks", "fuzzed",
    "violations", "games", "mutants", "caught",
)  # fmt: skip


def proof(module: str) -> Callable[..., dict[str, Any]] | None:
    try:
        found: Callable[..., dict[str, Any]] = importlib.import_module(module).prove
    except ModuleNotFoundError as error:
        if error.name is not None and module.startswith(error.name):
            return None
        raise
    return found


def run(name: str, quick: bool, seed: int, bar: Progress) -> dict[str, Any]:
    module, what = PROOFS[name]
    prove = proof(module)
    if prove is None:
        bar.console.print(f"{name:<9} not built yet: {what}")
        return {}
    task = bar.add_task(name, total=None)
    begin = time.monotonic()
    more = {"say": lambda done, of: bar.update(task, completed=done, total=of)} if "say" in inspect.signature(prove).parameters else {}
    found = prove(quick=quick, seed=seed, **more)
    bar.remove_task(task)
    bad = {key: found[key] for key in MUST_BE_ZERO if found.get(key)}
    counts = ", ".join(f"{key} {value}" for key, value in found.items() if isinstance(value, int | float | dict))
    bar.console.print(f"{'FAIL' if bad else 'ok':<5}{name:<9} {counts}   {time.monotonic() - begin:.0f} s")
    for fault in [str(one) for key, value in found.items() if isinstance(value, list) for one in value][:10]:
        bar.console.print(f"     {fault}", markup=False)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="make prove")
    parser.add_argument("--quick", action="store_true", help="a sample of each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=sorted(PROOFS), action="append")
    asked = parser.parse_args()
    columns = (TextColumn("{task.description}"), BarColumn(24), MofNCompleteColumn(), TimeElapsedColumn())
    total: dict[str, Any] = {}
    with Progress(*columns, console=Console(stderr=True, highlight=False, soft_wrap=True), transient=True) as bar:
        for name in asked.only or PROOFS:
            for key, value in run(name, asked.quick, asked.seed, bar).items():
                total[key] = total.get(key, 0) + value if isinstance(value, int) and isinstance(total.get(key, 0), int) else value
    plain = {
        key: total[key] for key in (*ORDER, *(k for k in total if k not in ORDER)) if key in total and not isinstance(total[key], list)
    }
    print(json.dumps(plain))
    sys.exit(any(total.get(key) for key in MUST_BE_ZERO))


if __name__ == "__main__":
    main()

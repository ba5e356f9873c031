"""python -m tests.cases.mutation --seed N --count N: breaks the rules in one place at a time and plays the cases; a line of JSON for each.

A process of its own: each broken copy of the rules is loaded into a fork of it, which knows nothing of the whole ones.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import resource
import signal
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

from pbem.board.table import read_table
from pbem.cases.expect import expectations
from pbem.cases.model import Case
from pbem.cases.play import set_up
from pbem.cases.read import read_case_files
from pbem.cases.run import judge
from tests.cases.mutants import PACKAGE, RULES, Mutant, mutants, readers_of

CASES = Path(__file__).parent / "air-bridge"
WORKERS = 2
CASE_SECONDS = 6  # of CPU: a rule broken into an endless loop is noticed too
MUTANT_SECONDS = 120
MEMORY = 3 << 30

assert read_table  # loaded before the forks are made


class Endless(BaseException):
    """Not an Exception: nothing may swallow it."""


class Broken(MetaPathFinder, Loader):
    """Loads the rules from code compiled once, one module of it broken."""

    def __init__(self, code: dict[str, CodeType]) -> None:
        self.code = code

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name not in self.code:
            return None
        spec = spec_from_loader(name, self, origin=self.code[name].co_filename, is_package=name == PACKAGE)
        if spec is not None:
            spec.has_location = True
        if spec is not None and name == PACKAGE:
            spec.submodule_search_locations = [str(RULES)]
        return spec

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code[module.__name__], module.__dict__)


def compiled() -> dict[str, CodeType]:
    return {name_of(file.stem): compile(file.read_bytes(), str(file), "exec") for file in sorted(RULES.glob("*.py"))}


def name_of(module: str) -> str:
    return PACKAGE if module == "__init__" else f"{PACKAGE}.{module}"


def load(code: dict[str, CodeType]) -> Any:
    """The rules anew; whoever loaded them before does not matter."""
    for name in [name for name in sys.modules if name == PACKAGE or name.startswith(f"{PACKAGE}.")]:
        del sys.modules[name]
    sys.meta_path.insert(0, Broken(code))
    from pbem.games.library import Library

    return Library().ruleset


def passes(case: Case, find: Any) -> bool:
    signal.setitimer(signal.ITIMER_VIRTUAL, CASE_SECONDS)
    try:
        ready = set_up(case, find)
        return bool(judge(ready, expectations(ready)).passed)
    except (Exception, Endless):
        return False
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


# which case plays which function


Function = tuple[str, str]  # module, qualified name


@dataclass
class Plays:
    """By function: the cases that need what it does; by case: how many functions it needs."""

    cases: dict[Function, list[int]] = field(default_factory=lambda: defaultdict(list))
    size: list[int] = field(default_factory=list)
    failing: list[str] = field(default_factory=list)

    def order(self, mutant: Mutant) -> list[int]:
        """The cases that could notice it, the most particular first: those that need the broken function, or one that names the broken
        constant; all, if it is something else that runs on import."""
        readers = [(mutant.module, mutant.function)] if mutant.function else readers_of(mutant)
        found = {n for reader in readers for n in self.cases.get(reader, [])} if readers else set(range(len(self.size)))
        return sorted(found, key=lambda n: (self.size[n], n))


def watched(code: dict[str, CodeType], cases: list[Case]) -> Plays:
    """Every case once on the rules as they are, in a fork."""
    found = Plays()
    for n, (passed, called) in enumerate(json.loads(in_fork(lambda: json.dumps(watch(code, cases))))):
        found.size.append(len(called))
        if not passed:
            found.failing.append(cases[n].id)
        for module, function in called:
            found.cases[module, function].append(n)
    return found


class Watch:
    """Which functions are called. What a remembered function called when it was made up is needed by all who ask it later."""

    def __init__(self) -> None:
        self.calls = set[CodeType]()
        self.inside: dict[CodeType, set[CodeType]] = defaultdict(set)
        self.remembering: list[CodeType] = []
        self.remembered = set[CodeType]()

    def note(self, frame: FrameType, event: str, arg: Any) -> None:
        if event == "call":
            self._called(frame.f_code)
            if frame.f_code in self.remembered:
                self.remembering.append(frame.f_code)
        elif event == "return" and self.remembering and frame.f_code is self.remembering[-1]:
            self.remembering.pop()

    def listen(self) -> None:
        """A remembered function that still knows its answer is asked without a call: each gets a listener in its place, wherever it is
        imported."""
        listeners: dict[Any, Any] = {}
        for module in [module for name, module in sys.modules.items() if name == PACKAGE or name.startswith(f"{PACKAGE}.")]:
            for name, one in list(vars(module).items()):
                if hasattr(one, "cache_info") and one.__wrapped__.__code__.co_filename.startswith(str(RULES)):
                    listeners[one] = listeners.get(one) or self._listener(one)
                    setattr(module, name, listeners[one])

    def _listener(self, known: Any) -> Any:
        code = known.__wrapped__.__code__
        self.remembered.add(code)

        def asked(*words: Any, **more: Any) -> Any:
            self._called(code)
            return known(*words, **more)

        return asked

    def _called(self, code: CodeType) -> None:
        (self.inside[self.remembering[-1]] if self.remembering else self.calls).add(code)

    def needed(self) -> set[CodeType]:
        found, waiting = set[CodeType](), list(self.calls)
        while waiting:
            code = waiting.pop()
            if code not in found:
                found.add(code)
                waiting += self.inside.get(code, ())
        return found


def watch(code: dict[str, CodeType], cases: list[Case]) -> list[tuple[bool, list[Function]]]:
    find, seen = load(code), Watch()
    seen.listen()
    found = []
    for case in cases:
        seen.calls = set()
        sys.setprofile(seen.note)
        passed = passes(case, find)
        sys.setprofile(None)
        seen.remembering = []
        found.append((passed, ours(seen.needed())))
    return found


def ours(calls: set[CodeType]) -> list[Function]:
    return sorted({(Path(c.co_filename).stem, plain(c.co_qualname)) for c in calls if c.co_filename.startswith(str(RULES))})


def plain(qualname: str) -> str:
    """`Unit.left`, as the syntax tree has it; of a function inside another both names."""
    return qualname.replace(".<locals>", "").replace(".<lambda>", "").replace(".<genexpr>", "").replace(".<listcomp>", "")


def in_fork(work: Any) -> str:
    """What the work says, from a process of its own."""
    reading, writing = os.pipe()
    if os.fork() == 0:
        say(writing, work())
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        said = pipe.read()
    os.wait()
    return said


def say(pipe: int, text: str) -> None:
    with os.fdopen(pipe, "w", encoding="utf-8") as out:
        out.write(text)
    os._exit(0)


# one mutant


def noticed_by(mutant: Mutant, code: dict[str, CodeType], cases: list[Case], order: list[int]) -> str:
    """The first case that fails on the broken rules; "" if none does."""
    try:
        broken = compile(mutant.source(), str(mutant.file), "exec")
        find = load({**code, name_of(mutant.module): broken})
    except Exception as error:
        return f"loading: {type(error).__name__}"
    return next((cases[n].id for n in order if not passes(cases[n], find)), "")


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (MUTANT_SECONDS, MUTANT_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGVTALRM, too_long)


def too_long(number: int, frame: FrameType | None) -> None:
    raise Endless


def run(chosen: list[Mutant], code: dict[str, CodeType], cases: list[Case], plays: Plays, workers: int) -> None:
    """So many at a time; one line of JSON for each as it is done."""
    waiting, running = list(chosen), dict[int, tuple[Mutant, int, float]]()
    gc.freeze()
    while waiting or running:
        while waiting and len(running) < workers:
            mutant = waiting.pop(0)
            reading, writing = os.pipe()
            child = os.fork()
            if child == 0:
                limited()
                sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115
                say(writing, f"{noticed_by(mutant, code, cases, plays.order(mutant))}\n")
            os.close(writing)
            running[child] = mutant, reading, time.monotonic()
        child, _ = os.wait()
        mutant, reading, begin = running.pop(child)
        with os.fdopen(reading, encoding="utf-8") as pipe:
            told = pipe.read()
        case = told.strip() if told else "killed: it never came to an end"
        print(json.dumps({"mutant": str(mutant), "caught": case, "seconds": round(time.monotonic() - begin, 1)}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--module", action="append", help="only of these modules")
    parser.add_argument("--all", action="store_true", help="every mutant")
    parser.add_argument("--workers", type=int, default=WORKERS)
    asked = parser.parse_args()
    found = [mutant for mutant in mutants() if not asked.module or mutant.module in asked.module]
    random.Random(asked.seed).shuffle(found)
    chosen = found if asked.all else found[: asked.count]
    code, cases = compiled(), read_case_files([CASES])
    signal.signal(signal.SIGVTALRM, too_long)
    plays = watched(code, cases)
    print(json.dumps({"of": len(chosen), "all": len(found), "cases": len(cases), "failing": plays.failing}), flush=True)
    if not plays.failing:
        run(chosen, code, cases, plays, asked.workers)


if __name__ == "__main__":
    main()

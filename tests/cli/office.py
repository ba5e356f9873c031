"""The console as a user has it: a program, started in some folder."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from pbem.cli import run

PROGRAM = str(Path(sys.executable).parent / "pbem")


class Run:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def all(self) -> str:
        return self.out + self.err

    def data(self) -> Any:
        assert self.out, self.err
        return json.loads(self.out)


def pbem(folder: Path, *args: str, typed: str = "") -> Run:
    """What the program does with these words, in this process: the same code that `main` hands to sys.exit."""
    out, err, before, stdin = io.StringIO(), io.StringIO(), Path.cwd(), sys.stdin
    os.chdir(folder)
    sys.stdin = io.StringIO(typed)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = run(list(args))
    finally:
        os.chdir(before)
        sys.stdin = stdin
    return Run(code, out.getvalue(), err.getvalue())


def program(folder: Path, *args: str, typed: str = "", **environment: str) -> Run:
    """The same as a process of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PBEM")}
    settings = {**kept, "PYTHONHASHSEED": "0", "TERM": "dumb", **environment}
    done = subprocess.run([PROGRAM, *args], cwd=folder, input=typed, capture_output=True, text=True, timeout=180, env=settings)
    return Run(done.returncode, done.stdout, done.stderr)


def any_port(folder: Path) -> None:
    """Two tests at once must not want the same port."""
    settings = folder / "pbem.toml"
    text = settings.read_text(encoding="utf-8")
    assert "port = 2525 " in text
    settings.write_text(text.replace("port = 2525 ", "port = 0    "), encoding="utf-8")


def new_office(folder: Path) -> Path:
    made = pbem(folder, "init")
    assert made.code == 0, made.all
    any_port(folder)
    return folder


@contextmanager
def serving(folder: Path) -> Iterator[None]:
    """`pbem serve`, as in another terminal."""
    log = (folder / "serve.log").open("w")
    process = subprocess.Popen([PROGRAM, "serve"], cwd=folder, stdout=log, stderr=log)
    try:
        wait_until(lambda: (folder / "data" / "mail" / "port").exists() or process.poll() is not None)
        assert process.poll() is None, (folder / "serve.log").read_text()
        yield
    finally:
        process.terminate()
        process.wait(30)
        log.close()


def wait_until(true: Any, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.1)


def some_scenario(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = pbem(folder, "scenario", "list", "--json").data()[0]
    return found


def new_game(folder: Path, *more: str, name: str = "g1") -> dict[str, Any]:
    """Of the first scenario there is, everybody on a local address."""
    scenario = some_scenario(folder)
    seats = [word for side in scenario["sides"] for word in ("--seat", f"{side}={side}@localhost")]
    made = pbem(folder, "game", "new", scenario["id"], "--id", name, *seats, *more)
    assert made.code == 0, made.all
    return scenario

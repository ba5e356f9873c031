"""What no rule may do, found in the source: time, chance, the world outside, floats, sets in no order, swallowed stops, kept state."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import pbem.rulesets

BANNED = {"datetime", "random", "os", "time", "secrets", "uuid", "socket", "subprocess", "threading", "asyncio", "requests"}
ROOT = Path(pbem.rulesets.__path__[0])
SOURCES = [*sorted(ROOT.rglob("*.py")), Path(__file__).parents[2] / "toy" / "rules.py"]


def faults(tree: ast.AST) -> list[str]:
    found: list[str] = []
    for node in ast.walk(tree):
        found += [f"line {getattr(node, 'lineno', 0)}: {what}" for what in judge(node)]
    return found


def judge(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [f"imports {a.name}" for a in node.names if a.name.split(".")[0] in BANNED]
    if isinstance(node, ast.ImportFrom):
        return [f"imports from {node.module}"] if (node.module or "").split(".")[0] in BANNED else []
    if isinstance(node, ast.Constant) and isinstance(node.value, float):
        return ["a float"]
    if isinstance(node, (ast.For, ast.comprehension)) and is_set(node.iter):
        return ["iterates a set"]
    if (
        isinstance(node, ast.Call)
        and name_of(node.func) in ("list", "tuple", "enumerate", "next", "iter")
        and node.args
        and is_set(node.args[0])
    ):
        return ["a list made of a set"]
    if isinstance(node, ast.Call) and name_of(node.func) in ("float", "hash", "id"):
        return [f"calls {name_of(node.func)}"]
    if isinstance(node, ast.ExceptHandler):
        caught = name_of(node.type) if node.type else "everything"
        return [f"catches {caught}"] if caught in ("everything", "Exception", "BaseException", "Pending") else []
    if isinstance(node, ast.Try) and node.finalbody:
        return ["a finally: it also runs when the stage waits"]
    if isinstance(node, ast.Global):
        return ["a global"]
    if isinstance(node, ast.FunctionDef):
        return [f"{node.name} is kept in a cache but reads the state" for d in node.decorator_list if is_cache(d) and reads_state(node)]
    return []


def name_of(node: ast.expr | None) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def is_set(node: ast.expr) -> bool:
    return isinstance(node, (ast.Set, ast.SetComp)) or (isinstance(node, ast.Call) and name_of(node.func) in ("set", "frozenset"))


def is_cache(node: ast.expr) -> bool:
    return name_of(node.func if isinstance(node, ast.Call) else node) in ("cache", "lru_cache", "cached_property")


def reads_state(node: ast.FunctionDef) -> bool:
    kinds = [ast.unparse(arg.annotation) for arg in node.args.args if arg.annotation is not None]
    return any(kind in ("State", "Toy", "Game", "Any") for kind in kinds) or len(kinds) < len(node.args.args)


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_a_ruleset_does_nothing_that_a_replay_could_see_differently(file: Path) -> None:
    assert faults(ast.parse(file.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "from datetime import datetime",
        "x = 0.5",
        "for unit in {a, b}: pass",
        "x = [u for u in set(units)]",
        "x = list({1, 2})",
        "try:\n    g.ask(c)\nexcept Exception:\n    pass",
        "try:\n    g.ask(c)\nexcept:\n    pass",
        "try:\n    g.ask(c)\nfinally:\n    g.log('x')",
        "@lru_cache\ndef strength(s: State) -> int: return 1",
        "@cache\ndef strength(s): return 1",
    ],
)
def test_the_lint_bites(source: str) -> None:
    assert faults(ast.parse(source)) != []


def test_board_data_may_be_kept() -> None:
    assert faults(ast.parse("@cache\ndef board(scenario: str) -> Board: return load(scenario)")) == []

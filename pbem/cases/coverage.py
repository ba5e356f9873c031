"""What the cases prove of a ruleset's checklist. Derived, never typed.

An item is covered if an EXPECT line that holds cites it, if the test its definition names exists, or if it is empty. An item that
stands only in the RULE line of a case is touched.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pbem.cases.model import Outcome
from pbem.cases.rulelist import Item, RuleList
from pbem.errors import PbemError


@dataclass
class Coverage:
    ruleset: str
    items: list[Item]
    touched: list[str] = field(default_factory=list)
    covered: list[str] = field(default_factory=list)
    cases: int = 0
    passing: int = 0
    failing: list[dict[str, str]] = field(default_factory=list)  # {"case", "items"}
    uncovered: list[Item] = field(default_factory=list)
    proofs: dict[str, list[str]] = field(default_factory=dict)  # item -> the cases, or the test, that prove it

    def json(self) -> dict[str, Any]:
        return {
            "ruleset": self.ruleset, "items": len(self.items), "touched": len(self.touched), "covered": len(self.covered),
            "cases": self.cases, "passing": self.passing, "uncovered": [item.item for item in self.uncovered],
            "failing": self.failing, "proofs": self.proofs,
        }  # fmt: skip


def coverage(ruleset: str, rules: RuleList, outcomes: list[Outcome], tests: Path | None = None) -> Coverage:
    """`tests` is the folder above the test files that definitions name; without it none of them exists."""
    mine = [outcome for outcome in outcomes if outcome.ruleset == ruleset]
    known_items(rules, mine)
    found = Coverage(ruleset, rules.items, cases=len(mine), passing=sum(outcome.passed for outcome in mine))
    cited = {item.casefold() for outcome in mine for item in [*outcome.touched, *outcome.proved, *outcome.failing]}
    for item in rules.items:
        proofs = proved_by(item, mine, tests)
        if proofs:
            found.covered.append(item.item)
            found.proofs[item.item] = proofs
        else:
            found.uncovered.append(item)
        if proofs or item.item.casefold() in cited:
            found.touched.append(item.item)
    found.failing = [{"case": o.id, "items": ", ".join(dict.fromkeys(o.failing))} for o in mine if not o.passed]
    return found


def proved_by(item: Item, outcomes: list[Outcome], tests: Path | None) -> list[str]:
    name = item.item.casefold()
    cases = [outcome.id for outcome in outcomes if name in (cited.casefold() for cited in outcome.proved)]
    if item.kind == "empty":
        return [*cases, "empty"]
    return [*cases, item.test] if item.test and test_exists(item.test, tests) else cases


def known_items(rules: RuleList, outcomes: list[Outcome]) -> None:
    """Every item a case names is in the list: a citation with a slip in it would be lost in silence."""
    for outcome in outcomes:
        for item in [*outcome.touched, *outcome.proved, *outcome.failing]:
            if rules.get(item) is None:
                raise PbemError(f"{outcome.file}: {outcome.id} cites {item}, which is not in the rules list", "see pbem rules list")


def test_exists(name: str, tests: Path | None) -> bool:
    """`tests/cases/test_definitions.py::test_colours`: a test of a file that pytest collects."""
    file, _, test = name.partition("::")
    if tests is None or not test.startswith("test_") or not Path(file).name.startswith("test_"):
        return False
    return test in _tests_in(tests.parent / file)


@cache
def _tests_in(file: Path) -> tuple[str, ...]:
    if not file.is_file():
        return ()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return tuple(node.name for node in tree.body if isinstance(node, ast.FunctionDef))

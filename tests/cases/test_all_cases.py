"""Every rule case passes, and what the cases claim to prove is on the rulebook's checklist."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from pbem.cases import Coverage, Outcome, coverage, read_case_files, rule_list, run_files
from pbem.cases.model import Case
from pbem.cases.play import play, set_up, side_of
from pbem.cases.rulelist import RuleList
from pbem.orders import check_orders
from tests.cases.rulesets import find

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.txt"))
RULESETS = sorted(folder.name for folder in HERE.iterdir() if folder.is_dir() and any(folder.glob("*.txt")))


@cache
def played(file: Path) -> list[Outcome]:
    return run_files([file], find)


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(HERE)) for file in FILES])
def test_every_case_of_the_file_passes(file: Path) -> None:
    failed = [outcome for outcome in played(file) if not outcome.passed]
    assert not failed, "\n" + "\n".join(line for outcome in failed for line in outcome.lines())


def test_no_id_is_used_twice() -> None:
    ids = Counter(case.id.casefold() for case in read_case_files([HERE]))
    assert ids and max(ids.values()) == 1


def disagreements(case: Case) -> list[str]:
    """Lines that the reply to the orders judges otherwise than the step that is played on them; `truncate` plays a part."""
    if case.policy == "truncate":
        return []
    ready = set_up(case, find)
    verdicts = play(ready).verdicts
    side = side_of(case, ready.rules, case.orders[0].side)
    lines = check_orders(ready.rules, ready.state(), side, case.orders[0].text, [], "en").lines
    both = [(line, verdicts[line.n].status) for line in lines if line.n in verdicts]
    wrong = [
        (line, status) for line, status in both if (line.status, status) in (("illegal", "ok"), ("unreadable", "ok"), ("ok", "refused"))
    ]
    return [f"{case.id} line {line.n} {line.text}: {line.status} in the reply, {status} in play" for line, status in wrong]


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(HERE)) for file in FILES])
def test_the_reply_to_the_orders_and_the_play_agree(file: Path) -> None:
    assert [text for case in read_case_files([file]) if len(case.orders) == 1 for text in disagreements(case)] == []


@pytest.fixture(scope="module", params=RULESETS)
def covered(request: pytest.FixtureRequest) -> Coverage:
    slug = request.param
    outcomes = [outcome for file in FILES if HERE / slug in file.parents for outcome in played(file)]
    return coverage(slug, rule_list(slug), outcomes, HERE.parent)


def test_every_item_named_is_on_the_checklist_and_every_claim_holds(covered: Coverage) -> None:
    """`coverage` refuses an item that is not on the list; here nothing of what a case cites may fail."""
    assert covered.cases == covered.passing > 0
    assert not covered.failing


@pytest.mark.parametrize("slug", RULESETS)
def test_every_item_says_its_sentence_in_both_languages(slug: str) -> None:
    rules: RuleList = rule_list(slug)
    for language in ("en", "fr"):
        texts = [item.text(language) for item in rules.items]
        assert all(text[0].isupper() or not text[0].isalpha() for text in texts)
        assert all(text.endswith(".") for text in texts)
        assert max(len(text) for text in texts) < 240, "one sentence, for a mail"
    assert all(item.texts["en"] != item.texts["fr"] and rules.chapter(item.chapter) for item in rules.items)


@pytest.mark.parametrize("slug", RULESETS)
def test_pytest_collects_every_test_a_definition_names(slug: str) -> None:
    named = {item.test for item in rule_list(slug).items if item.test}
    files = sorted({name.partition("::")[0] for name in named})
    words = [sys.executable, "-m", "pytest", "-o", "addopts=", "--collect-only", "-q", "-p", "no:cacheprovider", *files]
    listed = subprocess.run(words, cwd=HERE.parent.parent, capture_output=True, text=True, check=False).stdout
    collected = {line.partition("[")[0] for line in listed.splitlines()}
    assert named and named <= collected

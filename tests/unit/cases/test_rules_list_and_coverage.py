"""The checklist answers HELP; coverage counts what is proved and nothing else. The README's examples run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.cases import RuleList, coverage, rule_list, run_files
from pbem.cases.coverage import test_exists as exists
from pbem.errors import DataError, PbemError
from tests.cases.rulesets import find

TESTS = Path(__file__).parents[2]
HEAD = "item,kind,title_en,title_fr,en,fr,test,reason\n"
LIST = (
    HEAD
    + "T,chapter,Toy,Jouet,,,,\n"
    + "T1,rule,Cards,Cartes,Own cards only.,Ses cartes seulement.,,\n"
    + "T2,rule,Walking,Marche,One field.,Un champ.,,\n"
    + "T3,rule,Shots,Tirs,In range.,À portée.,,\n"
    + "T4,empty,-,-,Not used.,Inutilisé.,,\n"
    + "T5,definition,Name,Nom,A name.,Un nom.,tests/toy/test_none.py::test_none,a name\n"
    + "T6,definition,Name,Nom,A name.,Un nom.,tests/unit/cases/test_rules_list_and_coverage.py::test_the_readme_examples_pass,a name\n"
)
CASE = """CASE T-1
RULE T1, T3
TITLE a walk
SCENARIO toy/skirmish
START movement
ORDERS red
MOVE R1 mid
MOVE R1 south
EXPECT
R1 at mid [T2]
line 2 refused under T2
"""


def toy_list(tmp_path: Path, text: str = LIST) -> RuleList:
    (tmp_path / "toy").mkdir(exist_ok=True)
    (tmp_path / "toy" / "rules.csv").write_text(text, encoding="utf-8")
    return rule_list("toy", tmp_path)


def play(tmp_path: Path, text: str = CASE) -> list:  # type: ignore[type-arg]
    (tmp_path / "t.txt").write_text(text, encoding="utf-8")
    return run_files([tmp_path / "t.txt"], find)


def test_only_what_an_expectation_proves_is_covered(tmp_path: Path) -> None:
    found = coverage("toy", toy_list(tmp_path), play(tmp_path), TESTS)
    assert found.covered == ["T2", "T4", "T6"]
    assert found.touched == ["T1", "T2", "T3", "T4", "T6"]
    assert found.json() | {"proofs": 0} == {
        "ruleset": "toy", "items": 6, "touched": 5, "covered": 3, "cases": 1, "passing": 1,
        "uncovered": ["T1", "T3", "T5"], "failing": [], "proofs": 0,
    }  # fmt: skip
    assert found.proofs["T2"] == ["T-1"]


def test_a_line_that_fails_covers_nothing(tmp_path: Path) -> None:
    found = coverage("toy", toy_list(tmp_path), play(tmp_path, CASE.replace("R1 at mid [T2]", "R1 at east [T3]")), TESTS)
    assert "T3" in [item.item for item in found.uncovered]
    assert (found.cases, found.passing) == (1, 0)
    assert found.failing == [{"case": "T-1", "items": "T3"}]
    assert "T2" in found.covered, "the line that holds still counts"


def test_cases_of_another_ruleset_do_not_count(tmp_path: Path) -> None:
    assert coverage("another", toy_list(tmp_path), play(tmp_path), TESTS).cases == 0


def test_an_item_that_is_not_on_the_list_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PbemError, match="T-1 cites T9"):
        coverage("toy", toy_list(tmp_path), play(tmp_path, CASE.replace("[T2]", "[T9]")), TESTS)


def test_a_named_test_counts_only_if_it_is_there() -> None:
    here = "tests/unit/cases/test_rules_list_and_coverage.py"
    assert exists(f"{here}::test_the_readme_examples_pass", TESTS)
    assert not exists(f"{here}::test_the_readme_examples_fly", TESTS)
    assert not exists(f"{here}::toy_list", TESTS)
    assert not exists("tests/cases/rulesets.py::find", TESTS)
    assert not exists(f"{here}::test_the_readme_examples_pass", None)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("T2,rule", "T2,law"), "rules.csv:4, column kind: 'law' is no kind of item"),
        (("T2,rule", "T1,rule"), "rules.csv:4, column item: T1 is there twice"),
        (("One field.,", ","), "rules.csv:4, column en: T2 has no en"),
        (("Un champ.,,", "Un champ.,tests/x.py::test_x,"), "rules.csv:4, column test: T2 is rule"),
        (("T5,definition,Name,Nom,A name.,Un nom.,tests/toy/test_none.py::test_none", "T5,definition,Name,Nom,A name.,Un nom.,"), ":7"),
        (("Own cards only.", "Own, cards only."), "rules.csv:3: 9 cells, but the header has 8 columns"),
    ],
)
def test_a_fault_of_the_list_names_line_and_column(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    with pytest.raises(DataError) as raised:
        toy_list(tmp_path, LIST.replace(*change, 1))
    assert message in str(raised.value)


def items(words: str) -> list[str]:
    return [item.item for item in rule_list("air-bridge").find(words)]


def test_help_finds_an_item_a_rule_or_a_chapter() -> None:
    assert items("7.2a") == items("[7.2A]") == ["7.2a"]
    assert items("7.2") == ["7.2a", "7.2b", "7.2c", "7.2d", "7.2e", "7.2f"]
    assert items("3.I") == ["3.I", "3.I.1", "3.I.2", "3.I.3"]
    assert items("3.II.C") == ["3.II.C.1", "3.II.C.2", "3.II.C.3"]
    assert items("2.5") == ["2.5", "2.5b"]
    assert items("12.3.D") == ["12.3.D"]
    assert items("12.3.d#") == ["12.3.D#"]
    assert len(items("7")) == 21 and items("7")[0] == "7.0a" and items("1") == ["1.0a", "1.0b"]
    assert items("99") == items("") == items("bridge") == []


def test_the_whole_rulebook_is_on_the_list_in_its_own_order() -> None:
    rules = rule_list("air-bridge")
    assert len(rules.items) == 240
    assert [chapter.item for chapter in rules.chapters] == [str(n) for n in range(1, 23)]
    assert [item.item for item in rules.items if item.kind == "empty"] == ["3.II.I.4", "12.3.5"]
    bridges = rules.find("7.2a")[0]
    assert bridges.title("fr") == "Ponts" and "pont" in bridges.text("fr") and "bridge" in bridges.text("en")
    assert bridges.title("de") == bridges.title("en")


def test_the_readme_examples_pass(tmp_path: Path) -> None:
    text = (TESTS / "cases" / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"```\n(CASE .*?)```", text, re.DOTALL)
    assert len(examples) == 2
    file = tmp_path / "readme.txt"
    file.write_text("\n".join(examples), encoding="utf-8")
    outcomes = run_files([file], find)
    assert [line for outcome in outcomes for line in outcome.lines() if not outcome.passed] == []

"""Rules whose numbers begin with letters: one, a range, a chapter, a slip, as a player types them behind HELP."""

from __future__ import annotations

import pytest

from pbem.cases import rule_list
from pbem.games.rulehelp import look_up, names_in, told

RULES = rule_list("last-crusade")


def found(asked: str) -> list[str]:
    return [item.item for name in names_in(RULES, asked) for item in look_up(RULES, name).items]


@pytest.mark.parametrize(
    ("asked", "items"),
    [
        ("AS-12", ["AS-12"]),
        ("as12", ["AS-12"]),
        ("rule AS 12", ["AS-12"]),
        ("[AS-1]", ["AS-1"]),
        ("AS-12 to AS-14", ["AS-12", "AS-13", "AS-14"]),
        ("AS-12-14", ["AS-12", "AS-13", "AS-14"]),
        ("AS-14..AS-12", ["AS-12", "AS-13", "AS-14"]),
        ("P12.1-3", ["P12.1", "P12.2", "P12.3"]),
        ("P1.7, SU-7 and VP-4", ["P1.7", "SU-7", "VP-4"]),
        ("vp", ["VP-1", "VP-2", "VP-3", "VP-4", "VP-5", "VP-6"]),
        ("P10", ["P10.1", "P10.2"]),
    ],
)
def test_a_number_with_letters_is_found(asked: str, items: list[str]) -> None:
    assert found(asked) == items


@pytest.mark.parametrize(
    ("asked", "nearest"), [("AS-40", ["AS-24", "AS"]), ("P12.40", ["P12.9", "P12"]), ("P99", ["P15"]), ("SC-0", ["SC-1", "SC"])]
)
def test_a_number_there_is_not_gets_the_nearest_of_its_letters(asked: str, nearest: list[str]) -> None:
    assert [look_up(RULES, name).nearest for name in names_in(RULES, asked)] == [nearest]


@pytest.mark.parametrize("asked", ["tanks", "M7", "Sherman 1", "B2", "orders"])
def test_a_word_or_a_card_is_no_number(asked: str) -> None:
    """A figure alone is taken for a number; letters count only if chapters begin with them."""
    assert [name for name in names_in(RULES, asked) if not name[0].isdigit()] == []


def test_a_chapter_of_letters_is_a_list_of_titles() -> None:
    (name,) = names_in(RULES, "sc")
    lines = told(look_up(RULES, name), "fr", "fr", brief=False)
    assert "SC" in lines[0] and "Arracourt" in lines[0]
    assert lines[1:] == [f"[{item.item}] {item.title('fr')}" for item in RULES.find("SC")] and len(lines) == 6


def test_every_item_stands_in_the_chapter_above_it() -> None:
    chapters = {item.item: item.chapter for item in RULES.items}
    assert (chapters["TR-1"], chapters["AS-24"], chapters["P1.7"], chapters["P12.9"], chapters["SG-11"]) == ("TR", "AS", "P1", "P12", "SG")
    assert len(RULES.find("P1")) == 7  # not those of P10 to P15

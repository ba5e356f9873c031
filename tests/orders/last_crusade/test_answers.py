"""Answers to the questions of an assault: a shot by its two names or by one, words of the question's own, doctrine behind the answer."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.choice import Choice, OneOf
from pbem.orders import print_answer, read_answer, split_answer
from pbem.rulesets.last_crusade import RULES
from tests.orders.last_crusade.position import lexicon

ORDER = {
    "Rifle 1>Panther 1": [-4, 0], "Rifle 1>Panther 2": [-4, -1], "57mm 1>Panther 2": [-4, -9], "Sherman 1>Panther 1": [-5, -2],
    "Sherman 1>Panther 2": [-5, -7],
}  # fmt: skip
ABOUT: dict[str, dict[str, Any]] = {shot: {"order": order} for shot, order in ORDER.items()}
SHOTS = Choice("us", "fire", "C1 phase 1", OneOf([*ORDER, "cease"]), about=ABOUT)
ENGINEERS = Choice("us", "engineers", "Engineers 1", OneOf(["clear", "fire"]))


@pytest.mark.parametrize(
    ("text", "language", "shot"),
    [
        ("Rifle 1 > Panther 2", "en", "Rifle 1>Panther 2"), ("rifle 1>panther 2", "en", "Rifle 1>Panther 2"),
        ("rifle 1 -> panther 2", "en", "Rifle 1>Panther 2"), ("Rifle 1 at Panther 1", "en", "Rifle 1>Panther 1"),
        ("57mm gun 1 > panther 2", "en", "57mm 1>Panther 2"), ("panther 2", "en", "Sherman 1>Panther 2"),
        ("Sherman 1", "en", "Sherman 1>Panther 2"), ("panther", "en", "Sherman 1>Panther 2"), ("fusiliers 1", "fr", "Rifle 1>Panther 2"),
        ("fusiliers 1 sur panther 1", "fr", "Rifle 1>Panther 1"), ("cease", "en", "cease"), ("Cesser le feu !", "fr", "cease"),
        ("hold fire", "en", "cease"), ("nobody", "en", None), ("Panther 3", "en", None), ("Panther 2 > Rifle 1", "en", None),
    ],
)  # fmt: skip
def test_a_shot(text: str, language: str, shot: str | None) -> None:
    value, why = read_answer(RULES, lexicon("us"), SHOTS, text, language)
    assert (value, why is None) == (shot, shot is not None)


@pytest.mark.parametrize(
    ("text", "value"), [("clear", "clear"), ("FIRE", "fire"), ("dégager", "clear"), ("tir", "fire"), ("déblayer", "clear")]
)
def test_words_of_the_question_in_both_languages(text: str, value: str) -> None:
    assert read_answer(RULES, lexicon("us"), ENGINEERS, text, "fr") == (value, None)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("choice", [SHOTS, ENGINEERS], ids=["shots", "engineers"])
def test_every_option_that_is_printed_reads_back(choice: Choice, language: str) -> None:
    for value in choice.options.some():
        assert read_answer(RULES, lexicon("us"), choice, print_answer(RULES, choice, value, language), language) == (value, None)
    assert print_answer(RULES, ENGINEERS, "clear", "fr") == "DÉGAGE", "not the weather"


def test_doctrine_may_follow_an_answer() -> None:
    text, rules, refused = split_answer(RULES, lexicon("us"), "Panther 2; FIRE KILL; withdraw never", "en")
    assert (text, [rule.text for rule in rules], refused) == ("Panther 2", ["FIRE KILL", "WITHDRAW NEVER"], [])
    text, rules, refused = split_answer(RULES, lexicon("us"), "Sherman 1; Rifle 1; fire bravely", "en")
    assert (text, rules, [line.text for line in refused]) == ("Sherman 1; Rifle 1", [], ["fire bravely"])

"""Answers to decisions: every shape of options read, refused with its reason, and printed so that it reads back."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.choice import Allot, Choice, OneOf, Options, Share, Some, Way
from pbem.orders import print_answer, read_answer
from pbem.rulesets.air_bridge import RULES

NAMES = RULES.lexicon(RULES.start("air-bridge/breakout"), "german")
YES, WHO = OneOf([True, False]), OneOf(["Roestel", "nobody"])
SUBSET = Some({"2 Hoff": 2, "Roestel": 1, "Heinke 1": 2}, 4)
LOSSES = Allot(3, {"2 Hoff": 2, "Roestel": 2, "Heinke 1": 2})
WAY = Way("A1108", 2, {"A1108": ["A1207", "A1208"], "A1207": ["A1308"], "A1208": ["A1309", "A1308"]})
CLASS = OneOf(["armour", "inf", "auto"])
FIRE = Share({"Roestel": ["A1108", "A1208"], "Heinke 1": ["A1108"]}, 3, ["A1108", "A1208"])


def choice(options: Options) -> Choice:
    return Choice("german", "react", "A1108", options)


@pytest.mark.parametrize(
    ("options", "text", "value"),
    [
        (YES, "yes", True), (YES, "Non.", False), (YES, "never", False), (WHO, "ROESTEL", "Roestel"), (WHO, "rostel", "Roestel"),
        (WHO, "nobody", "nobody"),
        (WHO, "personne", "nobody"), (SUBSET, "2 hoff, roestel", ["2 Hoff", "Roestel"]), (SUBSET, "none", []), (SUBSET, "aucun", []),
        (LOSSES, "2 hoff 2, roestel 1", {"2 Hoff": 2, "Roestel": 1}), (LOSSES, "2 hoff, 2 hoff, heinke 1", {"2 Hoff": 2, "Heinke 1": 1}),
        (LOSSES, "roestel, 2 hoff", {"Roestel": 2, "2 Hoff": 1}), (WAY, "A1207 - A1308", ["A1207", "A1308"]),
        (WAY, "A1309", ["A1208", "A1309"]),
        (WAY, "A1108 - A1208 - A1309", ["A1208", "A1309"]),
        (FIRE, "roestel A1208, air 3 A1108", {"guns": {"Roestel": "A1208"}, "points": {"A1108": 3}}),
        (FIRE, "heinke 1", {"guns": {"Heinke 1": "A1108"}}), (FIRE, "none", {}),
        (FIRE, "A1108 with air 2, A1208 with air 1 and roestel",
         {"guns": {"Roestel": "A1208"}, "points": {"A1108": 2, "A1208": 1}}),
        (CLASS, "infantry", "inf"), (CLASS, "auto", "auto"), (CLASS, "infanterie", "inf"),
    ],
)  # fmt: skip
def test_read(options: Options, text: str, value: Any) -> None:
    assert read_answer(RULES, NAMES, choice(options), text, "en") == (value, None)


@pytest.mark.parametrize(
    ("options", "text", "says"),
    [
        (WHO, "2 hoff", "not among"), (YES, "perhaps", "not an answer"), (SUBSET, "2 hoff, heinke 1, roestel", "at most 4"),
        (LOSSES, "2 hoff 1", "must be 3"), (LOSSES, "2 hoff 3", "from 1 to 2"), (WAY, "A1207", "2 steps"), (WAY, "A1207 - A1309", "no way"),
        (FIRE, "heinke 1 A1208", "cannot fire"), (FIRE, "air 4 A1108", "at most 3"), (FIRE, "air 2", "not an answer"),
        (WHO, "", "not an answer"),
    ],
)  # fmt: skip
def test_refused_with_its_reason(options: Options, text: str, says: str) -> None:
    value, why = read_answer(RULES, NAMES, choice(options), text, "en")
    assert value is None and why is not None and says in why


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "options", [YES, WHO, SUBSET, LOSSES, WAY, FIRE, CLASS], ids=["yes", "who", "subset", "losses", "way", "fire", "class"]
)
def test_every_option_that_is_printed_reads_back(options: Options, language: str) -> None:
    tried = list(options.some())
    assert tried
    for value in tried:
        text = print_answer(RULES, choice(options), value, language)
        assert read_answer(RULES, NAMES, choice(options), text, language) == (value, None), text

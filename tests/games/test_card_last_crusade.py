"""The rules card of The Last Crusade: two pages in both languages, every card and number from the data, every rule cited a rule."""

from __future__ import annotations

import io
import re

import pypdf
import pytest

from pbem.cases import rule_list
from pbem.games.library import Library
from pbem.games.rulescard import card
from pbem.rulesets.last_crusade.card import figures

SLUG = "last-crusade"


def text_of(language: str) -> str:
    pages = pypdf.PdfReader(io.BytesIO(card(Library(), SLUG, language))).pages
    assert len(pages) == 2
    return "\n".join(page.extract_text() for page in pages)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_card_of_both_decks_stands_on_it(language: str) -> None:
    text, found = text_of(language), figures()
    flat = " ".join(text.split())
    cards = [*found["units"]["us"], *found["units"]["german"], *found["specials"]]
    assert len(cards) == 48 and [one["id"] for one in cards if one["id"] not in flat] == []
    drawn = flat.split()
    factors = [f"{u['arm']}-{u['inf']}-{u['defence']}" for side in ("us", "german") for u in found["units"][side]]
    assert [one for one in factors if drawn.count(one) < factors.count(one)] == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_rule_number_on_the_card_is_a_rule(language: str) -> None:
    numbers = [one.strip() for found in re.findall(r"\[([A-Z]+-?\d[^\]]*)\]", text_of(language)) for one in found.split(",")]
    rules = rule_list(SLUG)
    assert len(numbers) > 100
    assert [number for number in numbers if not rules.find(number)] == []


def test_the_figures_in_the_sentences_are_those_of_the_game() -> None:
    """Numbers that are ours may change in the data: the sentence that names them has to follow."""
    found, rules = figures(), rule_list(SLUG)
    words = {2: ("two", "deux"), 3: ("three", "trois"), 6: ("six", "six"), 9: ("nine", "neuf"), 10: ("ten", "dix")}
    wanted = {
        "P2.2": words[found["hand"]["start"]],
        "P7.1": words[found["hand"]["limit"]],
        "P6.1": words[found["supply"]["dice"]["us"]],
        "P3.8": words[found["zone"]],
        "AS-3": words[found["headquarters"]],
        "P12.3": (f"each {found['hit']} or", f"chaque {found['hit']} ou"),
        "P14.6": (f"or {found['leaves']}", f"ou {found['leaves']}"),
        "VP-3": (f"{found['bonus']} points more", f"{found['bonus']} points de plus"),
        "SC-1": (f"1 to {found['fog']}", f"1 à {found['fog']}"),
        "SC-3": (f"turn {found['turns']}", f"tour {found['turns']}"),
    }
    for item, (english, french) in wanted.items():
        one = rules.get(item)
        assert one is not None
        assert english in one.text("en").lower() and french in one.text("fr").lower(), item

"""Every text a player reads exists in both languages, with the same facts, and in the language it claims to be in."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from pbem.data import folder

LOCALE = folder("templates") / "locale"
DOMAINS = sorted({file.name for file in LOCALE.glob("*/*.po")})
SHARED = {  # words that English and French write alike
    "action", "actions", "air", "canal", "chance", "doctrine", "fatigue", "formation", "minute", "minutes", "notes", "plans", "points",
    "situation", "stop", "terrain", "via", "initiative",
    "arm", "fortification", "fortifications", "inf", "leader", "leaders", "mines", "obstacle", "obstacles", "phase", "point",
    "reconnaissance", "transport", "transports", "village", "zone", "zones",
    "arnhem", "eindhoven", "grave", "son", "veghel",
}  # fmt: skip


def messages(language: str, name: str) -> dict[str, str]:
    with (LOCALE / language / name).open("rb") as stream:
        return {str(m.id): str(m.string) for m in read_po(stream, locale=language) if m.id}


def fields(text: str) -> set[str]:
    return {name.split(".")[0].split("[")[0] for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("name", DOMAINS)
def test_a_catalogue_has_the_same_keys_in_both_languages(name: str) -> None:
    assert (LOCALE / "en" / name).is_file() and (LOCALE / "fr" / name).is_file()
    english, french = messages("en", name), messages("fr", name)
    assert sorted(english) == sorted(french)
    assert [key for key, text in {**english, **french}.items() if not text.strip()] == []


@pytest.mark.parametrize("name", DOMAINS)
def test_a_text_carries_the_same_facts_in_both_languages(name: str) -> None:
    english, french = messages("en", name), messages("fr", name)
    assert [key for key in english if fields(english[key]) != fields(french.get(key, ""))] == []


def words_of(text: str) -> set[str]:
    """Without fields, signs and short abbreviations."""
    return {word.casefold() for word in re.findall(r"[^\W\d_]{3,}", re.sub(r"\{[^}]*\}", " ", text))}


@pytest.mark.parametrize("name", DOMAINS)
def test_no_french_text_is_the_english_one(name: str) -> None:
    """Only where every word of it is a word of both languages."""
    english, french = messages("en", name), messages("fr", name)
    assert [key for key, text in english.items() if french.get(key) == text and words_of(text) - SHARED] == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_key_stands_twice_in_a_catalogue(language: str) -> None:
    for file in sorted((LOCALE / language).glob("*.po")):
        keys = re.findall(r'^msgid "(.+)"$', file.read_text(encoding="utf-8"), re.M)
        assert sorted({key for key in keys if keys.count(key) > 1}) == [], file.name


def test_french_puts_a_space_before_a_colon() -> None:
    """As French typography wants it; times and ratios have none."""
    wrong = []
    for file in sorted(Path(LOCALE / "fr").glob("*.po")):
        wrong += [key for key, text in messages("fr", file.name).items() if re.search(r"[^\W\d]: ", text)]
    assert wrong == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_general_catalogue_says_a_key_of_another_differently(language: str) -> None:
    """They are merged: the last would win everywhere. Only a game's own catalogue may put other words in place of the general ones."""
    said: dict[str, tuple[str, str]] = {}
    for name in (name for name in DOMAINS if name.startswith("pbem")):
        for key, text in messages(language, name).items():
            first, words = said.setdefault(key, (name, text))
            assert words == text, f"{key} is {words!r} in {first} and {text!r} in {name}"

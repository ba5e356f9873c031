"""HELP and the number of a rule, in both languages; the rules card on two pages, with the invitation, on HELP CARD, from the console."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from pathlib import Path

import pypdf
import pytest

from pbem.cases import rule_list
from pbem.data import folder
from pbem.games.library import Library
from pbem.games.rulescard import card
from pbem.rulesets.air_bridge.card import figures
from tests.cli.office import pbem, program
from tests.games.table import Table, people, table

SLUG = "air-bridge"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """Nothing asked here changes the game: one table for all."""
    with table(tmp_path_factory.mktemp("office"), "air-bridge/breakout", people("allied", "german"), languages={"german": "fr"}) as t:
        t.join_all()
        yield t


def rules_of(text: str) -> list[str]:
    return [line.partition("]")[0].strip("[") for line in text.splitlines() if line.startswith("[")]


ASKED = [
    ("HELP 7.2", ["7.2a", "7.2b", "7.2c", "7.2d", "7.2e", "7.2f"]),
    ("help 7.2a", ["7.2a"]),
    ("HELP 12.3.D#", ["12.3.D#"]),
    ("HELP 12.3.adv", ["12.3.adv"]),
    ("HELP 3.III.B-J", ["3.III.B-J"]),
    ("HELP [3.II.C]", ["3.II.C.1", "3.II.C.2", "3.II.C.3"]),
    ("HELP rule 8.0", ["8.0a", "8.0b", "8.0c", "8.0d"]),
    ("HELP 7.1e-7.2b", ["7.1e", "7.2a", "7.2b"]),
    ("HELP 7.2a - 7.2c", ["7.2a", "7.2b", "7.2c"]),
    ("HELP 7.2a-c", ["7.2a", "7.2b", "7.2c"]),
    ("HELP 7.2c to 7.2a", ["7.2a", "7.2b", "7.2c"]),
    ("HELP 2.5, 6.0a and 12.0b", ["2.5b", "6.0a", "12.0b"]),
    ("HELP 5", ["5.0a", "5.0b", "5.0c", "5.0d"]),
]


@pytest.mark.parametrize(("asked", "items"), ASKED)
def test_a_rule_a_range_or_several_are_explained(game: Table, asked: str, items: list[str]) -> None:
    answered = rules_of(game.players["allied"].say(asked).text)
    assert [item for item in answered if item != "2.5"] == items


def test_a_rule_is_told_in_the_readers_language_or_the_one_asked_for(game: Table) -> None:
    item = rule_list(SLUG).get("13.2b")
    assert item is not None
    english, french = (" ".join(item.text(language).split()) for language in ("en", "fr"))
    assert english in game.players["allied"].say("HELP 13.2b").flat and french in game.players["german"].say("AIDE 13.2b").flat
    assert french in game.players["allied"].say("HELP 13.2b FR").flat and english in game.players["german"].say("AIDE 13.2b EN").flat


def test_a_chapter_is_a_list_of_titles(game: Table) -> None:
    """Each item on one line; the sentences are one HELP away."""
    text = game.players["allied"].say("HELP 13").text
    chapter = rule_list(SLUG).find("13")
    assert "Chapter 13, Assault" in text
    assert [line for line in text.splitlines() if line.startswith("[13")] == [f"[{one.item}] {one.title('en')}" for one in chapter]


@pytest.mark.parametrize(
    ("asked", "nearest"), [("7.9", "7.3"), ("7.2z", "7.2a"), ("99.9", "22"), ("0", "1"), ("4.1.5", "4.1a"), ("12.7b", "12.3")]
)
def test_a_number_there_is_not_gets_the_nearest(game: Table, asked: str, nearest: str) -> None:
    answer = game.players["allied"].say(f"HELP {asked}")
    assert f"no rule {asked}. Nearest: {nearest}" in answer.flat and f"HELP {nearest}" in answer.flat
    assert f"pas de règle {asked}. Les plus proches : {nearest}" in game.players["german"].say(f"AIDE {asked}").flat


def test_words_after_help_that_are_no_number_are_answered(game: Table) -> None:
    answer = game.players["allied"].say("HELP tanks")
    assert 'There is no help on "tanks"' in answer.flat and "CARD" in answer.flat
    mixed = game.players["allied"].say("HELP 6.0a, 99")
    assert rules_of(mixed.text)[0] == "6.0a" and "no rule 99" in mixed.flat


def test_the_figures_in_the_sentences_are_those_of_the_game() -> None:
    """Numbers that are ours may change in the data: the sentence that names them has to follow."""
    found, rules = figures(), rule_list(SLUG)
    wanted = {
        "7.0a": [cost for _, cost, _ in found["terrain"]],
        "7.2c": [f"1 to {found['blows']}"],
        "7.3f": [str(distance) for _, distance in found["landing"]],
        "7.3h": [str(found["zone"]["reach"]), str(found["zone"]["short"])],
        "12.2": [f"+{n}" for n in found["drm"].values()],
        "15.0a": [str(n) for n in (*found["air"]["allied"], found["air"]["german"][-1])],
        "17.2d": [f"+{found['assault']['bridge']}"],
        "18.0b": [f"1 to {found['clear']}"],
    }
    for item, numbers in wanted.items():
        one = rules.get(item)
        assert one is not None
        assert [n for n in numbers if n not in one.text("en") or n.replace(" to ", " à ") not in one.text("fr")] == [], item


# the card


def text_of(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_card_is_two_pages_with_its_faces_inside_and_every_table(language: str) -> None:
    pdf = card(Library(), SLUG, language)
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    assert len(reader.pages) == 2
    fonts = [font.get_object() for page in reader.pages for font in page["/Resources"]["/Font"].values()]  # type: ignore[index]
    assert fonts and all("/FontFile2" in font["/FontDescriptor"] for font in fonts if font["/Subtype"] != "/Type0")
    words = text_of(pdf).split()
    for name, found in figures()["tables"].items():
        cells = [cell["text"] for row in found["rows"] for cell in row["cells"] if cell["text"] not in ("NE", "-")]
        drawn = [text.replace("NE", "·").replace(" / ", "/") for text in cells]
        assert all(words.count(text) >= drawn.count(text) for text in drawn), name
    assert sum("reconst" in word for word in words) >= 8
    assert text_of(pdf).count("◆") > 10


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_rule_number_on_the_card_is_a_rule(language: str) -> None:
    import re

    numbers = [one.strip() for found in re.findall(r"\[(\d[^\]]*)\]", text_of(card(Library(), SLUG, language))) for one in found.split(",")]
    rules = rule_list(SLUG)
    assert len(numbers) > 120
    assert [number for number in numbers if not rules.find(number)] == []


def test_the_card_is_drawn_from_the_tables(tmp_path: Path) -> None:
    data = tmp_path / "own"
    shutil.copytree(folder("scenarios"), data / "scenarios")
    file = data / "scenarios" / SLUG / "tables" / "maneuver.csv"
    file.write_text(file.read_text(encoding="utf-8").replace("12,A2F3,", "12,A9F9,"), encoding="utf-8")
    done = program(tmp_path, "--data", str(data), "rules", "card", SLUG, "--out", "own.pdf")
    assert done.code == 0, done.all
    assert "A9F9" in text_of((tmp_path / "own.pdf").read_bytes()) and "A9F9" not in text_of(card(Library(), SLUG, "en"))


def test_the_card_goes_with_the_invitation_and_again_on_request(game: Table) -> None:
    name = "g1-rules-card.pdf"
    for side, language, asked in (("allied", "en", "HELP CARD"), ("german", "fr", "AIDE FICHE"), ("german", "fr", "AIDE CARTE")):
        player = game.players[side]
        first = player.inbox()[0]
        assert sorted(first.files()) == [name, f"g1-start-{side}.pdf"] and name in first.flat
        assert first.files()[name] == card(Library(), SLUG, language)
        assert player.say(asked).files() == {name: first.files()[name]}


def test_a_game_without_a_card_says_so(tmp_path: Path) -> None:
    with table(tmp_path, "toy/skirmish", people("red", "blue", "green")) as t:
        t.join_all()
        assert not any("card" in name for name in t.players["red"].inbox()[0].files())
        answer = t.players["red"].say("HELP CARD")
        assert "no rules card" in answer.flat and not answer.files()


def test_the_console_writes_the_card(tmp_path: Path) -> None:
    done = pbem(tmp_path, "rules", "card", SLUG, "--out", "card.pdf", "--language", "fr")
    assert done.code == 0 and (tmp_path / "card.pdf").read_bytes() == card(Library(), SLUG, "fr")
    assert pbem(tmp_path, "rules", "card", "chess", "--out", "card.pdf").code != 0

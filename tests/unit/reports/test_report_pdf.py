"""The printed report: searchable, of embedded faces, the same bytes for the same report, and nothing in it its reader may not know."""

from __future__ import annotations

import io
import re
from datetime import datetime

import pytest
from pypdf import PdfReader

from tests.toy import rules as toy
from tests.unit.reports.helpers import OATH, SEAL, SEED, breakout_pdf, breakout_report, pages, text_of, toy_pdf


@pytest.fixture(scope="module")
def english() -> bytes:
    return breakout_pdf("en")


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def test_the_first_page_says_what_is_asked_by_when_and_what_happened(english: bytes) -> None:
    first = squeezed(pages(english)[0])
    assert "ORDERS WANTED: turn 1, 17 Sept PM, main orders" in first and "Thu 3 Dec 20:00" in first
    assert "If you send nothing" in first
    assert "F2 A1108 maneuver" in first and "Valkenswaard (A1308) is German" in first


def test_every_line_of_a_fight_in_the_report_is_in_the_print(english: bytes) -> None:
    said, printed = breakout_report("en"), squeezed(text_of(english)).replace("\u2007", "")
    for fight in said.fights:
        for line in fight.lines:
            assert squeezed(line).strip() in squeezed(printed), line


def test_units_rosters_dice_orders_and_template_can_be_searched(english: bytes) -> None:
    text = squeezed(text_of(english))
    assert "2 Hoff A1108 4-4-4" in text  # roster: unit, hex, factors
    assert "ENTER 2 Irish, 2 Gren ROAD TO A0307: carried out" in text
    assert "MOVE ____ ____" in text and "reaction A1108" in text
    assert "c0ffee" * 10 in text.replace(" ", "")


def test_seal_seed_and_commitments_stand_in_full_on_one_page(english: bytes) -> None:
    whole = [page.replace("\n", "").replace(" ", "") for page in pages(english)]
    assert any(all(text in page for text in (SEAL, SEED, OATH)) for page in whole)


def test_a_hidden_die_is_not_in_the_print(english: bytes) -> None:
    assert "reaction A0507" not in squeezed(text_of(english)) and "h1" not in text_of(english).split()


def test_the_french_report_is_french() -> None:
    text = squeezed(text_of(breakout_pdf("fr")))
    assert "ORDRES ATTENDUS" in text and "blindés et infanterie contre antichar et infanterie" in text and "VE 6,25" in text
    for english_word in ("armour", "maneuver,", "Units by", "hexes"):
        assert english_word not in text


def test_the_same_report_gives_the_same_bytes(english: bytes) -> None:
    assert breakout_pdf("en") == english


def test_nothing_in_the_file_tells_when_it_was_made(english: bytes) -> None:
    found = PdfReader(io.BytesIO(english)).metadata
    stated = {str(name): str(value) for name, value in (found or {}).items()}
    assert str(datetime.now().year) not in " ".join(stated.values())
    assert set(stated) <= {"/Author", "/CreationDate", "/Creator", "/Keywords", "/ModDate", "/Producer", "/Subject", "/Title", "/Trapped"}
    assert stated["/Title"] == stated["/Subject"] == "b1 T1 Allied"


def test_every_face_is_embedded(english: bytes) -> None:
    fonts = [obj for page in PdfReader(io.BytesIO(english)).pages for obj in fonts_of(page["/Resources"], 0)]
    assert fonts
    for font in fonts:
        assert "/FontFile2" in font["/FontDescriptor"], font["/BaseFont"]


def fonts_of(resources: object, depth: int) -> list[dict]:  # type: ignore[type-arg]
    """Of a page and of the forms it stamps, and of those they stamp."""
    here = resources.get_object()  # type: ignore[attr-defined]
    found = [font.get_object() for font in here.get("/Font", {}).get_object().values()] if "/Font" in here else []
    if depth < 3 and "/XObject" in here:
        for form in here["/XObject"].get_object().values():
            if "/Resources" in form.get_object():
                found += fonts_of(form.get_object()["/Resources"], depth + 1)
    return found


def test_bookmarks_lead_to_the_chapters_the_fights_and_the_maps(english: bytes) -> None:
    titles = [str(item.title) for item in flat(PdfReader(io.BytesIO(english)).outline)]
    assert "Situation" in titles and "Dice" in titles and any(title.startswith("F2 A1108") for title in titles)
    assert any("map 1 of" in title for title in titles)


def flat(outline: list) -> list:  # type: ignore[type-arg]
    return [item for entry in outline for item in (flat(entry) if isinstance(entry, list) else [entry])]


def test_a_fight_links_to_the_page_of_the_map_that_shows_its_hex(english: bytes) -> None:
    reader = PdfReader(io.BytesIO(english))
    numbers = {page.indirect_reference.idnum: n for n, page in enumerate(reader.pages) if page.indirect_reference}
    annotations = [a.get_object() for page in reader.pages for a in page.get("/Annots", [])]
    aimed = {numbers[a["/Dest"][0].idnum] for a in annotations if "/Dest" in a}
    maps = {n for n, page in enumerate(pages(english)) if "A1108" in page and "map " in page and "2 Hoff" in page}
    assert aimed & maps


def test_the_toy_with_areas_and_three_sides_is_printed_too() -> None:
    text = text_of(toy_pdf(toy.start("toy/skirmish"), "red"))
    assert all(card.id in text for card in toy.mine(toy.start("toy/skirmish"), "red"))


def test_a_face_down_card_leaves_no_trace_in_the_other_sides_file() -> None:
    state, changed = toy.start("toy/skirmish"), toy.start("toy/skirmish")
    card = toy.mine(changed, "blue")[0]
    del changed.cards[card.id]
    changed.cards["Bx"] = toy.Card("Bx", "blue", card.at, card.power + 3, card.mask, card.steps)
    changed.cards = dict(sorted(changed.cards.items()))
    assert toy_pdf(state, "red") == toy_pdf(changed, "red")
    assert toy_pdf(state, "blue") != toy_pdf(changed, "blue")

"""The map of zones: borders shared by both neighbours, titles and cards that cover nothing, and cards face down that are all alike."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree
from itertools import combinations

import pytest
from pypdf import PdfReader

from pbem.board import Board
from pbem.engine.ruleset import CounterPicture, Picture
from pbem.reports.build import build_report
from pbem.reports.map import map_pdf, map_svg
from pbem.reports.map.cards import draw_back, draw_card
from pbem.reports.map.geometry import bounds, overlap
from pbem.reports.map.outlines import borders, inside, plot
from pbem.reports.map.pages import map_pages
from pbem.reports.map.scene import make_scene
from pbem.reports.map.svg import SvgPen
from pbem.reports.map.zones import cells, draw_held, laid_out, title_and_cards
from pbem.reports.pdf import report_pdf
from pbem.rulesets.last_crusade import RULES
from pbem.rulesets.last_crusade.state import State
from tests.unit.last_crusade.table import ARRACOURT, FREE, placed
from tests.unit.reports.helpers import pages, text_of

POSITION = """
no cards
Sherman 1 at C1, 2 hits, engaged, spotted
US Halftrack 1 at C1
Arm Inf 1 at C1 on US Halftrack 1
Bazooka 1 on Arm Inf 1
Hellcat 1 at B2, dug in
US Minefield 1 at B1
Patton at HQ-US
P-47 1 on airfield
Panther 1 at D2, spotted, 3 hits
Panther 2 at C2
Pillbox at E1, spotted
Pioneers 1 at E1 in Pillbox
Volksgrenadier 1 at E2
Rifle 3 in hand
155mm in hand
Nebelwerfer in hand
pool US 12
pool German 9
control C2 german
"""
LANDS = (ARRACOURT, FREE)
SLUG = RULES.slug


def picture(s: State, side: str) -> Picture:
    return RULES.picture(RULES.view(s, side) if side else s, side)


def drawn(s: State, side: str, language: str = "en") -> bytes:
    return map_pdf(RULES.board(s.scenario), picture(s, side), slug=SLUG, title="Arracourt", language=language)


def printed(s: State, side: str, language: str = "en") -> bytes:
    shown = picture(s, side)
    report = build_report(SLUG, "Arracourt", shown, [], [], game="g", side=side, language=language, turn=s.turn, step="T5")
    return report_pdf(report, shown, RULES.board(s.scenario))


@pytest.fixture
def middle() -> State:
    return placed(POSITION, ARRACOURT, 5)


@pytest.fixture(params=LANDS)
def board(request: pytest.FixtureRequest) -> Board:
    return RULES.board(str(request.param))


# outlines


def test_linked_areas_share_one_curve_and_no_border_has_three_owners(board: Board) -> None:
    shared = {tuple(sorted(ids)) for ids in borders(board).owners.values() if len(ids) == 2}
    assert shared == set(board.links)
    assert all(len(ids) <= 2 for ids in borders(board).owners.values())


def test_titles_and_cards_lie_inside_their_area_and_cover_nothing(board: Board) -> None:
    """For as many cards as may ever lie there, and some more."""
    for id in board.ids:
        for n in range(12 if "hq" in board.spaces[id].tags else 6):
            place, ring = plot(board, id, n), board.corners(id)
            taken = [place.head, *cells(place, n)]
            assert len(taken) == n + 1
            for left, bottom, right, top in taken:
                assert all(inside(p, ring) for p in ((left, bottom), (right, bottom), (right, top), (left, top))), (id, n)
            for one, other in combinations(taken, 2):
                assert overlap(one, other) < 1e-9, (id, n)


def test_the_title_of_an_area_never_moves(board: Board) -> None:
    for id in board.ids:
        assert len({plot(board, id, n).head for n in range(7)}) == 1


def test_three_cards_in_a_zone_are_large_enough_to_read(board: Board) -> None:
    """At least a centimetre wide at full size, where a kilometre is 24 mm."""
    for id in board.ids:
        if board.spaces[id].fields.get("rank"):
            left, _, right, _ = plot(board, id, 3).cells[0]
            assert (right - left) * 24 > 10, id


# what is on it


def test_every_zone_with_its_name_and_every_card_of_the_side_is_on_the_overview(middle: State) -> None:
    first = pages(drawn(middle, "us"))[0]
    for space in RULES.board(ARRACOURT).spaces.values():
        assert space.id in first and space.name in first
    own = [card.id for card in middle.of("us")]
    assert own and [id for id in own if id not in first] == []


def test_the_parts_show_every_area_in_which_cards_lie_whole(middle: State) -> None:
    whole, *parts = map_pages(RULES.board(ARRACOURT), picture(middle, ""), slug=SLUG, only_occupied=True)
    assert len(parts) in (2, 3, 4) and all(part.scene.unit > 0.75 * 68 for part in parts)
    there = {id for id, piles in laid_out(whole.scene).items() if piles}
    seen = set()
    for part in parts:
        boxes = title_and_cards(part.scene)
        seen |= {id for id, box in boxes.items() if overlap(box, part.frame) >= 0.99 * overlap(box, box)}
    assert there and there <= seen


def test_a_small_field_is_one_page() -> None:
    s = placed("no cards\nSherman 1 at A2", FREE)
    assert len(PdfReader(io.BytesIO(drawn(s, "us"))).pages) == 1


def test_what_lies_under_a_card_is_drawn_as_its_strips_the_nearest_first(middle: State) -> None:
    scene = make_scene(RULES.board(ARRACOURT), picture(middle, "us"), slug=SLUG)
    piles = {pile.card.id: [strip.id for strip in pile.strips] for pile in laid_out(scene)["C1"]}
    assert piles == {"Sherman 1": [], "US Halftrack 1": ["Arm Inf 1", "Bazooka 1"]}
    text = text_of(drawn(middle, "us"))
    assert "Arm Inf 1" in text and "2/5/3" in text and "+2/+0" in text


def test_hits_are_struck_out_of_the_defence() -> None:
    """Five pips: two lost, three left."""
    faces = []
    for left in (5, 3):
        pen = SvgPen((100, 100))
        draw_card(pen, CounterPicture("x", "us", "C1", "#b3bf86", "armour", steps=left, full=5), [], ["german", "us"], {})
        faces.append("".join(pen.parts).count("#c22418"))
    assert faces == [0, 2]


def test_cards_face_down_are_alike_and_tell_nothing(middle: State) -> None:
    """Other cards, other hits, mounted or not, works or none: the same bytes; nothing of their names in the text."""
    other = placed(
        POSITION.replace("Panther 2 at C2", "Truck 1 at C2\nPanzergrenadier 1 at C2 on Truck 1")
        .replace("Volksgrenadier 1 at E2", "Flak at E2, 1 hits, engaged, dug in\nDE Minefield at E2")
        .replace("Nebelwerfer in hand", "Manteuffel in hand")
        .replace("pool German 9", "pool German 31"),
        ARRACOURT, 5,
    )  # fmt: skip
    same_size = [len(s.of("german", "deck")) for s in (middle, other)]
    for s in (middle, other):  # the size of a deck is public; let it be the same
        for card in s.of("german", "deck")[min(same_size) :]:
            s.leave(card, "out")
    assert drawn(middle, "us") == drawn(other, "us")
    assert printed(middle, "us") == printed(other, "us")
    text = text_of(printed(middle, "us"))
    assert "?" in text and all(name not in text for name in ("Panther 2", "Volksgrenadier", "Nebelwerfer", "Pioneers 1 "))


def test_the_backs_of_the_two_sides_differ_without_colour() -> None:
    backs = []
    for rank in (0, 1):
        pen = SvgPen((100, 100))
        draw_back(pen, "#aaaaaa", rank)
        backs.append("".join(pen.parts))
    assert backs[0] != backs[1]


def test_the_own_hand_is_under_the_map_and_the_other_side_sees_none_of_it(middle: State) -> None:
    own, foe = pages(drawn(middle, "us"))[0], text_of(printed(middle, "german"))
    assert "Your hand (2)" in own and "155mm" in own and "Rifle 3" in own
    assert "155mm" not in foe and "Rifle 3" not in foe and "Nebelwerfer" in foe


def test_the_supply_points_on_the_map_are_the_own_ones_alone(middle: State) -> None:
    assert picture(middle, "us").tracks["pool"] == {"us": 12}
    assert picture(middle, "german").tracks["pool"] == {"german": 9}


# the legend, languages, grey paper


def test_the_legend_speaks_of_zones_and_cards_and_says_what_is_reconstructed(middle: State) -> None:
    text = pages(drawn(middle, "us"))[0]
    for words in ("zone of: US", "front: zones of both sides meet", "village: armor -1, others -2, recon -1", "Engaged", "Dug in"):
        assert words in text, words
    for words in ("supply cost", "arm FP (against armor)", "face down", "Reconstructed"):
        assert words in text, words
    assert "hex" not in text.casefold() and "road" not in text
    french = pages(drawn(middle, "us", "fr"))[0]
    assert "zone tenue par" in french and "Votre main (2)" in french and "supply" not in french.casefold()


def test_a_zone_cut_off_from_its_headquarters_is_marked(middle: State) -> None:
    middle.control["D2"] = ""
    shown = picture(middle, "us")
    assert shown.ground["unsupplied"] == ["C2"] and "D1" in shown.ground["supplied"]
    assert "cut off: not supplied" in pages(drawn(middle, "us"))[0]
    assert "cut off: not supplied" not in pages(drawn(placed(POSITION, ARRACOURT, 5), "us"))[0]


def test_who_holds_a_zone_shows_on_grey_paper(middle: State) -> None:
    """The band of one side is whole, that of the other broken with white."""
    broken = {}
    for side in ("us", "german"):
        shown = picture(middle, "")
        shown.control = {"C3": side}
        pen = SvgPen((100, 100))
        draw_held(pen, make_scene(RULES.board(ARRACOURT), shown, slug=SLUG))
        broken[side] = "".join(pen.parts).count("#ffffff")
    assert sorted(broken.values()) == [0, 1]


def test_the_same_map_gives_the_same_bytes_and_sound_svg(middle: State) -> None:
    assert drawn(middle, "us") == drawn(middle, "us")
    svg = map_svg(RULES.board(ARRACOURT), picture(middle, "us"), slug=SLUG, title="Arracourt")
    root = ElementTree.fromstring(svg)
    own = {node.get("id") for node in root.iter() if node.get("id")}
    used = {str(node.get("href")).removeprefix("#") for node in root.iter() if node.get("href")}
    assert used and used <= own


def test_nothing_is_drawn_outside_the_sheet(middle: State) -> None:
    """Title and cards of every area lie within the overview's frame."""
    [whole, *_] = map_pages(RULES.board(ARRACOURT), picture(middle, "us"), slug=SLUG)
    frame = bounds(p for id in whole.scene.region for p in whole.scene.corners(id))
    for box in title_and_cards(whole.scene).values():
        assert overlap(box, frame) > 0.999 * overlap(box, box)


def test_the_numbers_of_the_parts_cover_no_card_and_no_title(middle: State) -> None:
    [whole, *parts] = map_pages(RULES.board(ARRACOURT), picture(middle, ""), slug=SLUG)
    for part in parts:
        left, bottom, right, top = part.plane()
        x, y = whole.number_spot(whole.scene.fit.all([(left, bottom), (right, bottom), (right, top), (left, top)]))
        assert not any(overlap((x, y, x + 5, y + 6), box) > 0 for box in title_and_cards(whole.scene).values())


# the roster of the report


def test_the_roster_has_a_column_for_each_figure_on_the_cards(middle: State) -> None:
    text = " ".join(text_of(printed(middle, "us")).split())
    assert "Card Zone arm inf def. MP range cost Def. left Marks" in text
    assert "Sherman 1 C1 5 5 5 2 3 3/5 Engaged, Spotted" in text
    assert "Arm Inf 1 C1 2 5 3 1 2 on or in US Halftrack 1" in text
    assert "US: in hand (2)" in text


def test_cards_face_down_at_one_place_are_one_line_of_the_roster() -> None:
    s = placed("no cards\nPanther 1 at E2\nPz IV 1 at E2\nStuG 1 at D3", ARRACOURT)
    text = " ".join(text_of(printed(s, "us")).split())
    assert "2 × face down E2" in text and "face down D3" in text and "German: other cards (3)" in text

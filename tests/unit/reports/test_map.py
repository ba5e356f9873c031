"""The map: every hex numbered, no name over a counter, nothing of a stack hidden, and pages that together show it all."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ElementTree
from itertools import combinations

import msgspec
import pytest
from PIL import Image
from pypdf import PdfReader

from pbem.board import Board
from pbem.engine.ruleset import CounterPicture, Picture
from pbem.errors import PbemError
from pbem.reports.map import map_pdf, map_png, map_svg
from pbem.reports.map.counters import MOST, Stack, draw_face
from pbem.reports.map.geometry import grown, overlap
from pbem.reports.map.labels import MARK, flag_spot, mark_spot, place_names, taken, wanted
from pbem.reports.map.pages import Tile, map_pages
from pbem.reports.map.svg import SvgPen
from pbem.rulesets.air_bridge import RULES
from tests.toy import rules as toy
from tests.unit.reports.helpers import BREAKOUT, text_of


def crowded() -> Picture:
    """Half way: three stacks on the road, one of them fuller than can be drawn, badges, bridges of every state."""
    picture = RULES.picture(RULES.start(BREAKOUT), "allied")
    coming = [str(row["unit"]) for row in picture.arriving]
    for n, name in enumerate(coming):
        at = ["A0407", "A0307", "A0307", "A0206"][n % 4] if n < 24 else "A0407"
        badges = [["fatigued"], ["unsupplied", "first-fire"], []][n % 3]
        picture.counters.append(CounterPicture(name, "allied", at, "#d9c296", "armour", "II", "8-6-8", "7", "3", 1 + n % 2, 2, badges))
    sides = sorted(picture.bridges)
    for side, state in zip(sides, ("intact", "blown", "repaired", "down", "untouched"), strict=False):
        picture.bridges[side] = state
    return picture


@pytest.fixture(scope="module")
def board() -> Board:
    return RULES.board(BREAKOUT)


@pytest.fixture(scope="module")
def tiles(board: Board) -> list[Tile]:
    return map_pages(board, crowded(), slug="air-bridge", title="Breakout", marks={"A0507": "F1"})


def test_no_name_covers_a_counter_a_number_a_bridge_or_another_name(tiles: list[Tile]) -> None:
    for tile in tiles:
        names = place_names(tile.scene, tile.frame)
        assert names.placed
        for label in names.placed:
            assert not [box for box in taken(tile.scene) if overlap(label.box, box) > 0], (tile.key, label.text)
        for one, other in combinations(names.placed, 2):
            assert overlap(one.box, other.box) == 0, (tile.key, one.text, other.text)


def test_the_sign_of_a_fight_and_a_flag_cover_no_counter(tiles: list[Tile]) -> None:
    """With as many counters in the hex as the stacking limit allows of the smallest units."""
    scene = msgspec.structs.replace(tiles[1].scene, marks=dict.fromkeys(tiles[1].scene.region, "F9"))
    for stack in scene.stacks():
        if len(stack.counters) > 6:
            continue
        for id in scene.region:
            for spot, far in ((mark_spot(scene, id), MARK), (flag_spot(scene, id), 0.06)):
                sign = grown((*spot, *spot), far * scene.unit)
                assert not any(overlap(sign, box) > 0 for box in stack.boxes), id


def test_every_name_of_a_page_finds_its_place(tiles: list[Tile]) -> None:
    for tile in tiles:
        names = place_names(tile.scene, tile.frame)
        assert names.left_out == [], tile.key
        left, bottom, right, top = tile.frame
        there = {text for text, _, (x, y) in wanted(tile.scene) if left <= x <= right and bottom <= y <= top}
        assert there <= {label.text for label in names.placed}


def test_names_stay_on_the_page(tiles: list[Tile]) -> None:
    for tile in tiles:
        left, bottom, right, top = tile.frame
        for label in place_names(tile.scene, tile.frame).placed:
            assert left <= label.box[0] and bottom <= label.box[1] and label.box[2] <= right and label.box[3] <= top


def test_every_hex_number_is_on_the_overview_and_on_a_page_of_counter_size(board: Board) -> None:
    read = [page.extract_text() for page in PdfReader(io.BytesIO(map_pdf(board, crowded(), slug="air-bridge", title="Breakout"))).pages]
    details = "\n".join(read[1:])
    assert [id for id in board.ids if id not in read[0]] == []
    assert [id for id in board.ids if id not in details] == []


def test_every_counter_and_every_factor_is_on_the_map(board: Board) -> None:
    picture = crowded()
    text = text_of(map_pdf(board, picture, slug="air-bridge", title="Breakout"))
    drawn = [c.id for c in picture.counters if c.id in text]
    hidden = [c.id for c in picture.counters if c.id not in text]
    assert len(drawn) > 20
    assert {c.at for c in picture.counters if c.id in hidden} <= {"A0307"} and "+" in text  # the one stack too large to draw


@pytest.mark.parametrize("n", range(1, MOST + 4))
def test_no_counter_of_a_stack_covers_another(n: int) -> None:
    counters = [CounterPicture(f"u{k}", "a", "x", "#ffffff", "infantry") for k in range(n)]
    stack = Stack((0.0, 0.0), counters, 68.0)
    assert len(stack.boxes) == min(n, MOST)
    assert all(overlap(one, other) == 0 for one, other in combinations(stack.boxes, 2))
    assert len(stack.shown) + stack.more == n


def test_pages_overlap_and_leave_no_hex_uncut(tiles: list[Tile]) -> None:
    """Each hex is whole on at least one page at counter size."""
    board = tiles[0].scene.board
    whole = set()
    for tile in tiles[1:]:
        left, bottom, right, top = tile.frame
        for id in tile.scene.region:
            if all(left - 1 <= x <= right + 1 and bottom - 1 <= y <= top + 1 for x, y in tile.scene.corners(id)):
                whole.add(id)
    assert set(board.ids) == whole


def test_a_single_counter_is_printed_about_fifteen_millimetres_wide(tiles: list[Tile]) -> None:
    single = next(stack for stack in tiles[1].scene.stacks() if len(stack.counters) == 1)
    assert 14.5 < single.size / 72 * 25.4 < 15.5


def test_the_legend_names_every_sign_that_is_on_the_map(board: Board) -> None:
    text = text_of(map_pdf(board, crowded(), slug="air-bridge", title="Breakout"))
    for word in ("supply road", "bridge blown", "bridge repaired", "Fatigued", "Unsupplied", "efficiency", "5 km", "Reconstructed map"):
        assert word in text, word
    french = text_of(map_pdf(board, crowded(), slug="air-bridge", title="La percée", language="fr"))
    assert "pont sauté" in french and "ravitaillement" in french and "bridge" not in french.replace("Victoria bridge", "")


def test_the_sides_differ_without_colour(board: Board) -> None:
    """Their colours come close on grey paper, so the second side has its names on a dark or a pale band."""
    faces = []
    for side in ("allied", "german"):
        pen = SvgPen((100, 100))
        draw_face(pen, CounterPicture("x", side, "A0101", "#aaaaaa", "infantry"), ["allied", "german"], {})
        faces.append("".join(pen.parts))
    assert faces[0] != faces[1]


def test_the_same_map_gives_the_same_bytes(board: Board) -> None:
    for draw in (map_pdf, map_svg):
        assert draw(board, crowded(), slug="air-bridge") == draw(board, crowded(), slug="air-bridge")


def test_a_picture_file_can_be_opened_and_is_not_empty(board: Board) -> None:
    image = Image.open(io.BytesIO(map_png(board, crowded(), slug="air-bridge", dots=30)))
    assert image.width > 400 and len(image.convert("RGB").getcolors(1 << 20) or []) > 50


def test_the_svg_is_sound_and_holds_its_signs_once(board: Board) -> None:
    root = ElementTree.fromstring(map_svg(board, crowded(), slug="air-bridge", title="Breakout"))
    own = {node.get("id") for node in root.iter() if node.get("id")}
    used = {str(node.get("href")).removeprefix("#") for node in root.iter() if node.get("href")}
    assert used and used <= own
    texts = {"".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"A0101", "A2421", "Valkenswaard"} <= texts


def test_areas_without_hexes_are_drawn_too() -> None:
    state = toy.start("toy/skirmish")
    text = text_of(map_pdf(toy.board(state.scenario), toy.picture(state, "red"), slug="toy", title="Toy"))
    assert all(id in text for id in toy.board(state.scenario).ids)


def test_a_region_of_nowhere_is_named(board: Board) -> None:
    with pytest.raises(PbemError, match="Z9999"):
        map_pdf(board, msgspec.structs.replace(crowded(), region=["A0101", "Z9999"]))

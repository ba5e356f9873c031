"""The board answers for hexes and for areas, and a part of it is a board again."""

from __future__ import annotations

from pbem.board import Board, Space, pair
from tests.unit.board.schemes import DIGITS, OVERLAPPING, board_of

TOY = Board(
    [Space("camp"), Space("ford"), Space("hill"), Space("mill"), Space("isle")],
    links={pair(a, b): [{"a": a, "b": b}] for a, b in [("ford", "camp"), ("ford", "hill"), ("hill", "mill")]},
)


def test_areas_are_joined_by_links() -> None:
    assert TOY.neighbours("ford") == ["camp", "hill"]
    assert TOY.adjacent("hill", "mill") and not TOY.adjacent("camp", "hill")
    assert TOY.distance("camp", "mill") == 3 and TOY.distance("camp", "isle") is None
    assert TOY.within("camp", 2) == ["camp", "ford", "hill"]
    assert len({TOY.centre(id) for id in TOY.ids}) == 5 and TOY.corners("camp") == []


def test_areas_may_have_places_on_the_sheet() -> None:
    board = Board([Space("camp", fields={"x": "2.5", "y": "-1"})])
    assert board.centre("camp") == (2.5, -1.0)


def test_a_hex_is_found_by_any_of_its_numbers() -> None:
    board = board_of(OVERLAPPING, "5B:5101", 2)
    assert board.find("2A:0133") == "5B:5101" == board.find("5B:5101")
    assert board.find("3B:3106") is None and board.find("nowhere") is None
    assert len(board.within("5B:5101", 1)) == 7


def test_a_cut_keeps_what_lies_between_kept_hexes() -> None:
    whole = Board(
        [Space(id) for id in ("5425", "5426", "5427", "5326")],
        {pair("5425", "5426"): {"river": "major"}, pair("5426", "5427"): {"river": "river"}},
        {pair("5426", "5326"): [{"a": "5426", "b": "5326", "kind": "rail"}]},
        DIGITS,
        {"bridges": [{"a": "5425", "b": "5426"}, {"a": "5426", "b": "5427"}], "zones": [{"hexes": "5425 5427"}]},
    )
    part = whole.cut(lambda id: id != "5427")
    assert part.ids == ["5326", "5425", "5426"] and part.neighbours("5426") == ["5326", "5425"]
    assert part.side("5426", "5425") == {"river": "major"} and part.side("5426", "5326") == {}
    assert [row["kind"] for row in part.links_between("5326", "5426")] == ["rail"]
    assert part.table("bridges") == [{"a": "5425", "b": "5426"}] and part.table("zones") == [{"hexes": "5425"}]
    assert len(part.sides) == 1 and whole.adjacent("5426", "5427")

"""The four numbering schemes with the sheets of their games, for the tests."""

from __future__ import annotations

from pbem.board import Board, Numbering, Sheet, Space

JOINED = Numbering("joined", [Sheet("A", (1, 32), (1, 21)), Sheet("B", (1, 50), (1, 28), add_line=32)])
LETTERS = Numbering("letters", [Sheet("", (1, 32), (1, 38))], line_towards="up", place_towards="right")
DIGITS = Numbering("digits", [Sheet("", (1, 69), (1, 70))])
OFFSETS = {"5B": (0, 50), "6A": (32, 50), "1B": (0, 0), "2A": (32, 0), "7A": (64, 0), "3B": (0, -50), "4A": (32, -50),
           "8A": (64, -50), "9A": (54, -100)}
OVERLAPPING = Numbering(
    "overlapping",
    [Sheet(name, (1, 51), (1, 33), add_line=-north, add_place=-east) for name, (east, north) in OFFSETS.items()],
    line_towards="down",
    place_towards="left",
)
SCHEMES = {"joined": JOINED, "letters": LETTERS, "digits": DIGITS, "overlapping": OVERLAPPING}
IDS = {name: scheme.ids() for name, scheme in SCHEMES.items()}


def board_of(scheme: Numbering, centre: str, radius: int) -> Board:
    """A plain board of all hexes within the radius."""
    spots = {id: scheme.spot(id) for id in IDS[scheme.scheme]}
    middle = spots[centre]
    assert middle is not None
    return Board(
        (Space(id) for id, spot in spots.items() if spot and scheme.distance(middle, spot) <= radius), scheme=scheme
    )

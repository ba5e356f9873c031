"""Every numbering scheme is a hexagonal lattice, and the adjacencies the rulebooks state hold in it."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.board import Numbering
from tests.unit.board.schemes import DIGITS, IDS, JOINED, LETTERS, OVERLAPPING, SCHEMES


@st.composite
def hexes(draw: st.DrawFn, count: int) -> tuple[Numbering, list[str]]:
    name = draw(st.sampled_from(sorted(SCHEMES)))
    return SCHEMES[name], [draw(st.sampled_from(IDS[name])) for _ in range(count)]


def far(scheme: Numbering, a: str, b: str) -> int:
    at_a, at_b = scheme.spot(a), scheme.spot(b)
    assert at_a and at_b
    return scheme.distance(at_a, at_b)


def adjacent(scheme: Numbering, a: str, b: str) -> bool:
    return b in scheme.neighbours(a) and a in scheme.neighbours(b)


@given(hexes(1))
def test_an_id_comes_back_from_the_lattice(drawn: tuple[Numbering, list[str]]) -> None:
    scheme, (id,) = drawn
    spot = scheme.spot(id)
    assert spot is not None and scheme.id_at(spot) == id == scheme.canonical(id)


@given(hexes(1))
def test_neighbours_are_symmetric_sorted_and_at_most_six(drawn: tuple[Numbering, list[str]]) -> None:
    scheme, (id,) = drawn
    near = scheme.neighbours(id)
    assert near == sorted(set(near)) and id not in near and 2 <= len(near) <= 6
    assert all(id in scheme.neighbours(n) for n in near)


@given(hexes(3))
def test_distance_is_a_metric(drawn: tuple[Numbering, list[str]]) -> None:
    scheme, (a, b, c) = drawn
    assert far(scheme, a, b) == far(scheme, b, a)
    assert (far(scheme, a, b) == 0) == (a == b)
    assert far(scheme, a, c) <= far(scheme, a, b) + far(scheme, b, c)


@given(hexes(2))
def test_distance_one_means_adjacent(drawn: tuple[Numbering, list[str]]) -> None:
    scheme, (a, b) = drawn
    for other in [b, *scheme.neighbours(a)]:
        assert (far(scheme, a, other) == 1) == adjacent(scheme, a, other)


@given(hexes(1))
def test_neighbouring_centres_are_one_apart_and_share_two_corners(drawn: tuple[Numbering, list[str]]) -> None:
    scheme, (id,) = drawn
    spot = scheme.spot(id)
    assert spot
    for near in scheme.around(spot):
        assert math.dist(scheme.centre(spot), scheme.centre(near)) == pytest.approx(1)
        shared = [c for c in scheme.corners(spot) if any(math.dist(c, d) < 1e-6 for d in scheme.corners(near))]
        assert len(shared) == 2


@given(st.sampled_from(sorted(SCHEMES)), st.text("ABCDF0123456789:", max_size=8))
def test_any_text_is_read_or_declined(name: str, text: str) -> None:
    found = SCHEMES[name].canonical(text)
    assert found is None or found in SCHEMES[name].names(SCHEMES[name].spot(found) or (0, 0))


CHAINS = [
    # Air Bridge 6.1: the assault of 9.3, road way-points, road ends, the bridge of 17.2, the joint of the sheets
    (JOINED, "B4408 B4509 B4508"), (JOINED, "B3115 B3014"), (JOINED, "B4315 B4415"), (JOINED, "B3216 B3117"),
    (JOINED, "B4215 B4315"), (JOINED, "B0505 B0605"), (JOINED, "A3203 B0104"), (JOINED, "A2107 A2106"),
    (JOINED, "B3115 B3116 B3117"),
    # Iron Dream: 18.23, 11.6, 15.25, common corners and blocked hexsides of the errata
    (LETTERS, "T24 T23"), (LETTERS, "T24 S25"), (LETTERS, "T24 U25"), (LETTERS, "T24 T25"), (LETTERS, "V4 U4 U5 V4"),
    (LETTERS, "V5 U6 T6"), (LETTERS, "G31 G32 F31 G31"), (LETTERS, "F32 F33 G33 F32"), (LETTERS, "I18 J18"),
    (LETTERS, "K18 J17"), (LETTERS, "K17 J17"), (LETTERS, "K16 K17"), (LETTERS, "L16 K16"), (LETTERS, "L15 K16"),
    (LETTERS, "L15 K15"), (LETTERS, "X11 X12"), (LETTERS, "Z14 Z15"), (LETTERS, "W5 V4"), (LETTERS, "W5 V5"),
    (LETTERS, "P2 P1"), (LETTERS, "P2 Q2"), (LETTERS, "Z19 AA19 AA20"), (LETTERS, "W12 X11 X12 W12"),
    # Victory Roads: supply example, example 1, the chain west of Minsk, the attack over the river
    (DIGITS, "5719 5818"), (DIGITS, "5719 5619"), (DIGITS, "5127 5026"), (DIGITS, "5225 5326 5426"),
    (DIGITS, "6221 6222"), (DIGITS, "5027 5026"), (DIGITS, "6161 6160 6260 6161 6261 6260"),
    # Sudden Storm: rows, the Dnieper path of 27.E, the naval example of 27.B.1, rail of 7.A.3, joints of sheets
    (OVERLAPPING, "3B:1004 3B:1005"), (OVERLAPPING, "4A:3525 4A:3526"), (OVERLAPPING, "2A:0929 2A:0928"),
    (OVERLAPPING, "3B:0807 3B:0806 3B:0906 3B:1005 3B:1004 3B:1104 3B:1203"), (OVERLAPPING, "3B:3106 3B:3205 3B:3305"),
    (OVERLAPPING, "8A:3326 8A:3325 8A:3425 8A:3426 8A:3526 8A:3527"), (OVERLAPPING, "8A:3526 8A:3626"),  # 27.A.3
    (OVERLAPPING, "1B:2804 1B:2805"), (OVERLAPPING, "5B:0501 6A:0532"), (OVERLAPPING, "5B:0301 6A:0232"),
]


@pytest.mark.parametrize(("scheme", "chain"), CHAINS, ids=[chain for _, chain in CHAINS])
def test_stated_neighbours_are_adjacent(scheme: Numbering, chain: str) -> None:
    ids = chain.split()
    assert all(adjacent(scheme, a, b) for a, b in pairwise(ids))


RINGS = [
    (LETTERS, "R17", "R16 R18 S17 S18 Q17 Q18"),               # 15.22
    (DIGITS, "5426", "5425 5526 5527 5427 5327 5326"),         # table of directions, even column
    (DIGITS, "6161", "6160 6260 6261 6162 6061 6060"),         # the same, odd column
    (JOINED, "B0122", "A3221 B0121 B0123 B0221 B0222"),        # beside the last row of sheet A: map edge
]


@pytest.mark.parametrize(("scheme", "id", "ring"), RINGS, ids=[id for _, id, _ in RINGS])
def test_stated_rings_are_complete(scheme: Numbering, id: str, ring: str) -> None:
    assert scheme.neighbours(id) == sorted(ring.split())


NOT_ADJACENT = [(DIGITS, "5525", "5426"), (OVERLAPPING, "3B:3106", "3B:3305"), (LETTERS, "V4", "U6")]


@pytest.mark.parametrize(("scheme", "a", "b"), NOT_ADJACENT, ids=[f"{a}-{b}" for _, a, b in NOT_ADJACENT])
def test_stated_strangers_are_not_adjacent(scheme: Numbering, a: str, b: str) -> None:
    assert not adjacent(scheme, a, b)


def test_sizes_of_the_maps() -> None:
    assert {name: len(ids) for name, ids in IDS.items()} == {
        "joined": 2072, "letters": 32 * 38, "digits": 69 * 70, "overlapping": 14697,
    }


def test_an_edge_hex_of_two_sheets_has_two_ids_and_one_canonical() -> None:
    assert OVERLAPPING.canonical("2A:0133") == OVERLAPPING.canonical("1B:0101")
    assert OVERLAPPING.canonical("6A:0133") == "5B:0101"
    spot = OVERLAPPING.spot("5B:5101")
    assert spot and OVERLAPPING.names(spot) == ["5B:5101", "6A:5133", "1B:0101", "2A:0133"]
    assert OVERLAPPING.neighbours("6A:0133") == OVERLAPPING.neighbours("5B:0101")
    doubles = 9 * 51 * 33 - len(IDS["overlapping"])
    assert doubles == 450


@pytest.mark.parametrize("id", ["B5114", "C0101", "A0122", "A0007", "B314", "b3014", ""])
def test_what_is_not_on_the_map_is_declined(id: str) -> None:
    assert JOINED.spot(id) is None and JOINED.neighbours(id) == []


@pytest.mark.parametrize("faulty", [{"shifted": "both"}, {"line_towards": "down"}, {"sheets": []}])
def test_a_faulty_scheme_is_refused(faulty: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"must be|needed"):
        Numbering(**{"scheme": "digits", "sheets": DIGITS.sheets, **faulty})  # type: ignore[arg-type]

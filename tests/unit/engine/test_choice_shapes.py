"""Every shape of options, whatever its figures: what it lists it allows, and it answers itself exactly when only one answer is legal."""

from __future__ import annotations

from itertools import combinations, islice, product
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.choice import Allot, OneOf, Share, Some, Way
from pbem.engine.state import canonical, plain

NAMES = st.sampled_from("abcd")
WEIGHTS = st.dictionaries(NAMES, st.integers(0, 4), max_size=4)
somes = st.builds(Some, of=WEIGHTS, limit=st.integers(0, 8), least=st.integers(0, 3))
allots = st.builds(
    Allot, amount=st.integers(0, 6), caps=st.dictionaries(NAMES, st.integers(0, 2), max_size=4), first=st.lists(NAMES, max_size=2)
)
ways = st.builds(
    Way, start=st.just("a"), length=st.integers(1, 3), nexts=st.dictionaries(NAMES, st.lists(NAMES, max_size=3, unique=True), max_size=4)
)
shares = st.builds(
    Share,
    guns=st.dictionaries(NAMES, st.lists(NAMES, max_size=2)),
    points=st.integers(0, 4),
    places=st.lists(NAMES, max_size=2, unique=True),
)
one_ofs = st.builds(OneOf, of=st.lists(st.one_of(st.booleans(), NAMES, st.integers(0, 2)), min_size=1, max_size=4))


def legal(shape: Any) -> list[Any]:
    """Every legal answer, found by trying all there could be."""
    if isinstance(shape, OneOf):
        candidates: list[Any] = list(shape.of)
    elif isinstance(shape, Some):
        candidates = [list(c) for n in range(len(shape.of) + 1) for c in combinations(sorted(shape.of), n)]
    elif isinstance(shape, Allot):
        names = sorted(shape.caps)
        splits = product(*(range(shape.caps[name] + 1) for name in names))
        candidates = [{name: n for name, n in zip(names, split, strict=True) if n} for split in splits]
    else:
        candidates = [list(way) for way in product("abcd", repeat=shape.length)]
    return [value for value in candidates if shape.why_not(value) is None]


@given(st.one_of(somes, allots, ways, shares, one_ofs))
def test_what_is_listed_is_allowed_and_survives_being_stored(shape: Any) -> None:
    for value in islice(shape.some(), 200):
        assert shape.why_not(value) is None
        assert shape.why_not(plain(value)) is None
        assert canonical(plain(value)) == canonical(value)


@given(st.one_of(somes, allots, ways))
def test_a_choice_answers_itself_exactly_when_one_answer_is_legal(shape: Any) -> None:
    found = legal(shape)
    only = shape.only()
    if len(found) == 1:
        assert [sorted(v) if isinstance(v, list) and isinstance(shape, Some) else v for v in only] == found
    else:
        assert only == []


@given(somes)
def test_a_subset_is_listed_whenever_there_is_one(shape: Some) -> None:
    assert bool(legal(shape)) == bool(list(islice(shape.some(), 1)))


@given(allots)
def test_an_allotment_is_never_without_a_legal_answer(shape: Allot) -> None:
    assert legal(shape) and next(shape.some()) in legal(shape)


JUNK: list[Any] = [
    None,
    7,
    "x",
    [["a"]],
    [1],
    {"a": "b"},
    {"a": True},
    {"guns": []},
    {"points": {"a": True}},
    {"guns": {"a": ["b"]}},
    [None],
    1.5,
]


@given(st.one_of(somes, allots, ways, shares), st.sampled_from(JUNK))
def test_any_rubbish_is_told_why_and_nothing_breaks(shape: Any, value: Any) -> None:
    why = shape.why_not(value)
    assert why is None or why.key


def test_one_is_not_yes() -> None:
    assert OneOf([True, False]).why_not(1) is not None

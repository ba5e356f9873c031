"""Dice that anyone can check, and options that are described rather than listed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.choice import Allot, Choice, OneOf, Share, Some, Way
from pbem.engine.dice import Assumed, Recorded, Scripted, Sealed, draw, redraw

SHAPES: list[Any] = [
    OneOf([True, False]),
    Some({"a": 3, "b": 2, "c": 5}, 8),
    Some({"a": 1, "b": 1}, 2, least=1),
    Allot(3, {"a": 2, "b": 2, "c": 1}),
    Allot(3, {"a": 2, "b": 2}, first=["b"]),
    Way("x", 2, {"x": ["p", "q"], "p": ["r"], "q": ["r", "s"]}),
    Share({"gun": ["h1", "h2"], "far": []}, 3, ["h1"]),
]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda s: type(s).__name__)
def test_what_a_shape_lists_it_also_allows(shape: Any) -> None:
    listed = list(shape.some())
    assert listed and all(shape.why_not(value) is None for value in listed)


@pytest.mark.parametrize(
    ("shape", "value", "key"),
    [
        (OneOf(["Roestel", "nobody"]), "2 Hoff", "not-among"),
        (Some({"a": 5, "b": 4}, 8), ["a", "b"], "too-much"),
        (Some({"a": 5}, 8, least=1), [], "too-few"),
        (Some({"a": 5}, 8), ["a", "a"], "not-a-list"),
        (Allot(2, {"a": 2, "b": 2}), {"a": 1}, "sum"),
        (Allot(2, {"a": 2, "b": 2}), {"a": 3}, "share"),
        (Allot(2, {"eng": 1, "b": 2}, ["eng"]), {"b": 2}, "first"),
        (Way("x", 2, {"x": ["p"], "p": ["r"]}), ["p", "z"], "no-way"),
        (Way("x", 2, {"x": ["p"], "p": ["r"]}), ["p"], "length"),
        (Share({"gun": ["h1"]}, 3, ["h1"]), {"guns": {"gun": "h2"}}, "out-of-reach"),
        (Share({}, 3, ["h1", "h2"]), {"points": {"h1": 2, "h2": 2}}, "too-much"),
    ],
)
def test_a_wrong_answer_is_told_why(shape: Any, value: Any, key: str) -> None:
    why = shape.why_not(value)
    assert why is not None and why.key == key


@given(st.integers(1, 12), st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 3), min_size=1))
def test_shares_in_any_order_add_up(amount: int, caps: dict[str, int]) -> None:
    shape = Allot(amount, caps)
    shares = shape.in_order(sorted(caps, reverse=True))
    assert sum(shares.values()) == min(amount, sum(caps.values()))
    assert shape.why_not(shares) is None


def test_a_single_option_answers_itself_and_two_do_not() -> None:
    assert Allot(5, {"a": 2, "b": 1}).only() == [{"a": 2, "b": 1}]
    assert Allot(1, {"a": 2, "b": 1}).only() == []
    assert Way("x", 1, {"x": ["p"]}).only() == [["p"]]


def test_the_digest_of_a_question_follows_its_options_not_its_facts() -> None:
    one = Choice("german", "react", "A1108", OneOf(["a", "nobody"]), facts={"odds": "2:1"})
    assert one.asked == Choice("german", "react", "A1108", OneOf(["a", "nobody"]), facts={"odds": "3:1"}).asked
    assert one.asked != Choice("german", "react", "A1108", OneOf(["b", "nobody"])).asked


def sealed() -> Sealed:
    return Sealed(b"s" * 32, b"d" * 32, "g.1.1", "C", [b"o"], b"b" * 32)


def test_open_dice_are_redrawn_from_seed_and_printed_commitments() -> None:
    dice = sealed()
    tape = [dice.roll(10, "first"), dice.roll(10, "dark", hidden=True), dice.roll(6, "second")]
    dice.mix([b"an answer"])
    tape.append(dice.roll(10, "third"))
    assert redraw(b"s" * 32, "g.1.1", [b"o"], tape) == [roll.value for roll in tape if not roll.hidden]
    assert [roll.label for roll in tape] == ["C1", "h1", "C2", "C3"]


def test_a_hidden_die_moves_nothing_in_the_open() -> None:
    plain, dark = sealed(), sealed()
    dark.roll(10, "ambush", hidden=True)
    assert [plain.roll(10, "x").value for _ in range(8)] == [dark.roll(10, "x").value for _ in range(8)]


def test_faces_are_even() -> None:
    faces = Counter(draw(b"seed", str(i).encode(), 10) for i in range(5000))
    assert sorted(faces) == list(range(1, 11))
    assert all(400 < n < 600 for n in faces.values())


def test_recorded_dice_come_from_the_tape_by_purpose() -> None:
    dice = sealed()
    tape = [dice.roll(10, "support A1108"), dice.roll(10, "maneuver A1108")]
    again = Recorded(tape, Scripted([("", 3)]))
    assert again.roll(10, "maneuver A1108") == tape[1]
    assert again.roll(10, "something new").value == 3
    assert again.roll(10, "support A1108") == tape[0]


def test_dice_assumed_low_or_high_end_a_rule_that_rolls_again_on_a_tie() -> None:
    for how, value in (("low", 1), ("high", 10)):
        dice = Assumed(how)
        assert dice.roll(10, "initiative german").value == dice.roll(10, "initiative allied").value == value
        while dice.roll(10, "initiative german").value == dice.roll(10, "initiative allied").value:
            assert dice.n < 1_000

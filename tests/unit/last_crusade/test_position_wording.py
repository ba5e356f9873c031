"""Lines of a position in other words: each puts the same cards at the same place."""

from __future__ import annotations

import pytest

from pbem.errors import PbemError
from pbem.rulesets.last_crusade import cards, position
from pbem.rulesets.last_crusade.state import HAND, OUT, PILE, State

RIDERS = "German Halftrack 1 at D2"


def after(*lines: str) -> State:
    s = cards.start("last-crusade/arracourt")
    for line in ("no units", *lines):
        position.apply(s, line)
    return s


@pytest.mark.parametrize(
    "lines",
    [
        (RIDERS, "Panzergrenadiers 1 at D2 on Halftrack 1"),
        (RIDERS, "Panzergrenadiers 1 at D2, mounted on Halftrack 1"),
        (RIDERS, "Panzergrenadiers 1 riding German Halftrack 1"),
        ("German Halftrack 1 at D2 with Panzergrenadiers 1",),
    ],
)
def test_a_mounted_pair_in_other_words(lines: tuple[str, ...]) -> None:
    """A name that both sides use means the card of the rider's side."""
    card = after(*lines).cards["Panzergrenadier 1"]
    assert (card.at, card.rides) == ("D2", "DE Halftrack 1")


@pytest.mark.parametrize("line", ["Pioneers 1 inside Pillbox", "Pioneers 1 at D3 in Pillbox 1", "Pioneers 1 in Pillbox"])
def test_an_occupant_in_other_words(line: str) -> None:
    assert after("Pillbox at D3", line).cards["Pioneers 1"].inside == "Pillbox"


@pytest.mark.parametrize(
    "line",
    [
        "Panther 1 at D1, 2 hits, spotted",
        "Panther 1 at D1 (2 hits, spotted)",
        "Panther 1 at D1 with 2 hits and spotted",
        "Panther 1 at D1, 2 damage, spotted",
    ],
)
def test_states_in_other_words(line: str) -> None:
    card = after(line).cards["Panther 1"]
    assert (card.at, card.hits, card.spotted) == ("D1", 2, True)


@pytest.mark.parametrize("line", ["control C2, C3 German", "C2 and C3 controlled by German"])
def test_control_of_two_zones(line: str) -> None:
    s = after(line)
    assert (s.control["C2"], s.control["C3"]) == ("german", "german")


def test_hand_pile_and_points() -> None:
    s = after("hand US: Minefield 1, Stuart 1", "pile German: Sherman 1", "supply US 4, German 5")
    assert {card.id for card in s.of("us", HAND)} == {"US Minefield 1", "Stuart 1"}
    assert s.piles["german"] == ["Sherman 1"] and s.cards["Sherman 1"].place == PILE
    assert s.pool == {"us": 4, "german": 5}


def test_a_hand_holds_cards_of_its_own_side() -> None:
    with pytest.raises(PbemError, match="other side"):
        after("hand US: Panther 1")


def test_no_units_leaves_the_decks() -> None:
    s = after()
    assert not s.of("us") and s.of("us", "deck") and s.of("us", OUT)


def test_a_card_of_its_own_with_its_state_before_the_values() -> None:
    card = after("German G1 at D1, spotted: infantry_soldier, 2/5, defence 4").cards["G1"]
    assert (card.arm, card.inf, card.defence, card.spotted, card.soldier) == (2, 5, 4, True, True)

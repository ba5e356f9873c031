"""The tests of an IF, on the side's view."""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine.doctrine import compare, worth
from pbem.engine.verbs import Cond
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.state import AIRFIELD, MAP, OTHER, Card, State

CARD_TESTS: dict[str, Callable[[State, Card], bool]] = {
    "alive": lambda s, card: card.place == MAP,
    "spotted": lambda s, card: card.spotted,
    "engaged": lambda s, card: card.engaged,
    "fresh": lambda s, card: not card.engaged,
    "damaged": lambda s, card: card.hits > 0,
    "mounted": lambda s, card: bool(card.rides),
    "supplied": lambda s, card: card.at in AIRFIELD.values() or field.supplied(s, card.at, card.side),
}
PLACE_TESTS = ("ours", "theirs", "empty", "captured")


def holds(s: State, side: str, cond: Cond) -> bool:
    """`captured` and `supplied` of a zone too; of several cards or zones all must be so."""
    if cond.op != "test":
        return number(s, side, cond)
    if cond.test in PLACE_TESTS or (cond.test == "supplied" and all(at in field.board(s.scenario).index for at in cond.subject)):
        return bool(cond.subject) and all(of_place(s, side, cond.test, at) for at in cond.subject)
    if cond.test in CARD_TESTS:
        cards = [s.cards[name] for name in cond.subject if name in s.cards]
        there = [card for card in cards if card.place == MAP]
        return bool(cond.subject) and len(there) == len(cond.subject) and all(CARD_TESTS[cond.test](s, card) for card in there)
    return False


def of_place(s: State, side: str, test: str, at: str) -> bool:
    """`theirs`: cards of the enemy lie there, open or face down."""
    ours, theirs = bool(s.there(at, side)), bool(s.there(at, OTHER[side]))
    found = {
        "ours": ours, "theirs": theirs, "empty": not ours and not theirs, "captured": field.friendly(s, at, side) and not theirs,
        "supplied": field.supplied(s, at, side),
    }  # fmt: skip
    return found[test]


def number(s: State, side: str, cond: Cond) -> bool:
    """Facts with a number: the turn, the own supply points, cards in hand, points in the two victory piles."""
    facts = {
        "turn": s.turn, "pool": s.pool[side], "points": s.pool[side], "supply": s.pool[side], "hand": len(s.hand(side)),
        "pile": worth_of(s, side), "ours": worth_of(s, side), "theirs": worth_of(s, OTHER[side]),
    }  # fmt: skip
    return cond.test in facts and compare(worth(str(facts[cond.test])), cond.op, worth(cond.value))


def worth_of(s: State, side: str) -> int:
    """What the cards of a victory pile cost; piles are public [P4.4, VP-2]."""
    return sum(s.cards[name].cost for name in s.piles[side] if name in s.cards)

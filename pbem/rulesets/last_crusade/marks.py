"""What can be said of a card where it is: in supply, next to the enemy; and turning cards up."""

from __future__ import annotations

from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.state import AIRFIELD, Card, State


def ground(card: Card) -> bool:
    """A unit on the ground: of any class but aircraft [P1.3]; one that lies face down may be one."""
    return (card.kind == "unit" and card.cls != "air") or card.kind == "hq"


def in_supply(s: State, card: Card) -> bool:
    """Its zone is, or its headquarters [P6.3]; an airfield is never cut off."""
    return card.at in AIRFIELD.values() or field.supplied(s, card.at, card.side)


def near_enemy(s: State, at: str, side: str) -> bool:
    """Next to a zone or headquarters that holds an enemy ground unit [P4.2]."""
    return any(card.side != side and ground(card) for near in field.neighbours(s, at) for card in s.there(near))


def spot(cards: list[Card]) -> list[str]:
    """Turns them up; returns those that lay face down."""
    found = [card for card in cards if not card.spotted]
    for card in found:
        card.spotted = True
    return [card.id for card in found]

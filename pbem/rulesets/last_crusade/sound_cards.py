"""Reasons why the cards cannot be as they are: each in exactly one place, whole, and where its kind may be."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.events import Event
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.cards import every_card
from pbem.rulesets.last_crusade.state import AIRFIELD, DECK, HAND, HQ, MAP, OTHER, OUT, PILE, SIDES, Card, State


def all_there(s: State, events: list[Event]) -> Iterator[str]:
    """No card of the decks is lost."""
    yield from (f"{id} is lost without a trace" for id in sorted(every_card()) if id not in s.cards)
    yield from (f"{id} is called {card.id}" for id, card in sorted(s.cards.items()) if card.id != id)


def in_one_place(s: State, events: list[Event]) -> Iterator[str]:
    for id, card in sorted(s.cards.items()):
        piles = sum(pile.count(id) for pile in s.piles.values())
        if card.place not in (DECK, HAND, MAP, PILE, OUT):
            yield f"{id} is in {card.place}, which is nowhere"
        if (card.place == MAP) != bool(card.at):
            yield f"{id} is {'on the map but nowhere' if card.place == MAP else f'in {card.place} and at {card.at}'}"
        if piles != (card.place == PILE):
            yield f"{id} is in {card.place} and {piles} times in a victory pile"


def piles_of_enemies(s: State, events: list[Event]) -> Iterator[str]:
    """A destroyed card goes to the opponent [P1.7, SE-9]; a general goes to nobody [P14.6]."""
    for side in SIDES:
        for id in s.piles[side]:
            if id not in s.cards:
                yield f"{id} is in a victory pile and is no card"
            elif s.cards[id].side != OTHER[side]:
                yield f"{id} is in the victory pile of its own side [P1.7]"
            elif s.cards[id].kind == "general":
                yield f"{id} is in a victory pile [P14.6]"


def forgotten(s: State, events: list[Event]) -> Iterator[str]:
    """A card that is not on the map bears no mark of it."""
    for id, card in sorted(s.cards.items()):
        marks = card.hits, card.spent, card.engaged, card.dug_in, card.carried, card.looked, card.spotted, card.rides, card.inside, card.on
        if card.place != MAP and any(marks):
            yield f"{id} is in {card.place} with marks on it"


def within_values(s: State, events: list[Event]) -> Iterator[str]:
    for card in (card for side in SIDES for card in s.of(side)):
        if card.hits < 0 or (card.hits and card.hits >= card.defence):
            yield f"{card.id} has {card.hits} hits, its defence is {card.defence} [P1.6]"
        if not 0 <= card.spent <= card.mp:
            yield f"{card.id} has spent {card.spent} of {card.mp} movement points [P11.2]"
        if card.dug_in and (card.cls not in ("infantry", "artillery") or card.rides):
            yield f"{card.id} is dug in [P7.6]"


def in_its_place(s: State, events: list[Event]) -> Iterator[str]:
    """Troops of a headquarters and generals in their own, aircraft on their field, the others on the ground [SE-12, P3.8, P11.4]."""
    for card in (card for side in SIDES for card in s.of(side)):
        if card.kind in ("hq", "general") and card.at != HQ[card.side]:
            yield f"{card.id} is at {card.at}, not in its headquarters [SE-12]"
        if (card.cls == "air") != (card.at in AIRFIELD.values()):
            yield f"{card.id} is at {card.at} [P7.2]"
        if card.at not in AIRFIELD.values() and card.at not in field.board(s.scenario).index:
            yield f"{card.id} is at {card.at}, off the map"
        if card.at in (HQ[OTHER[card.side]], AIRFIELD[OTHER[card.side]]):
            yield f"{card.id} is at {card.at}, which is the enemy's [P11.4]"
        if card.kind == "obstacle" and field.headquarters(card.at):
            yield f"{card.id} lies in a headquarters [P7.4]"


# who is on whom


def riders(s: State, events: list[Event]) -> Iterator[str]:
    """One foot soldier on a transport of its side, in its zone [TR-1, P11.6]."""
    for card in (card for side in SIDES for card in s.of(side) if card.rides):
        below = s.cards[card.rides]
        if below.cls != "transport" or not card.soldier or card.motorized:
            yield f"{card.id} rides on {below.id} [TR-1]"
        yield from beside(card, below, "TR-5")
        if next(other.id for other in s.of(card.side) if other.rides == below.id) != card.id:
            yield f"{below.id} carries two [P11.6]"
        if card.engaged != below.engaged:
            yield f"{card.id} and {below.id} are not engaged alike [P11.6]"


def occupants(s: State, events: list[Event]) -> Iterator[str]:
    """One unit of the right kind [SE-3]."""
    for card in (card for side in SIDES for card in s.of(side) if card.inside):
        walls = s.cards[card.inside]
        if walls.kind != "fortification" or not any(word == card.cls or word in card.flags for word in walls.takes):
            yield f"{card.id} is inside {walls.id} [SE-3]"
        yield from beside(card, walls, "SE-3")
        if next(other.id for other in s.of(card.side) if other.inside == walls.id) != card.id:
            yield f"{walls.id} holds two [SE-3]"


def attached(s: State, events: list[Event]) -> Iterator[str]:
    """Leaders and attachments go with a unit of their kind, at most one and two of them, no two alike [P7.3, P14.7, P14.8]."""
    for card in (card for side in SIDES for card in s.of(side)):
        if (card.kind in ("leader", "attachment")) != bool(card.on):
            yield f"{card.id} goes with {card.on or 'nobody'} [P7.3]"
        if card.on:
            yield from beside(card, s.cards[card.on], "P7.3")
        own = s.carried_by(card.id)
        if sum(one.kind == "leader" for one in own) > 1:
            yield f"{card.id} has two leaders [P14.7]"
        types = [one.type for one in own if one.kind == "attachment"]
        if len(types) > 2 or len(types) != len(dict.fromkeys(types)):
            yield f"{card.id} carries {', '.join(types)} [P14.8]"


def beside(card: Card, other: Card, rule: str) -> Iterator[str]:
    if (other.place, other.at, other.side) != (card.place, card.at, card.side):
        yield f"{card.id} is at {card.at}, {other.id} at {other.at or other.place} [{rule}]"


SOUND = (all_there, in_one_place, piles_of_enemies, forgotten, within_values, in_its_place, riders, occupants, attached)

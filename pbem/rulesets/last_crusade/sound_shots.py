"""Reasons why an attack cannot have gone as it is told: value, dice, hits and losses have to agree [P12]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.engine.events import Event
from pbem.rulesets.last_crusade.attack import FACES, LEAST_HIT
from pbem.rulesets.last_crusade.state import HAND, MAP, PILE, State

SHOTS = ("shot", "strike", "bombardment")
DICED = (*SHOTS, "aa", "mines")


def told(events: list[Event], *kinds: str) -> list[tuple[str, dict[str, Any]]]:
    return [(event.kind, event.seen["*"]) for event in events if event.kind in kinds]


def values(s: State, events: list[Event]) -> Iterator[str]:
    """P12.2: the rows make up the value, which is never below nothing and has a die for every point."""
    for kind, fact in told(events, *SHOTS):
        who = f"{kind} of {fact['firer']} at {fact['target']}"
        if sum(row["amount"] for row in fact["value"]) != fact["fp"] or fact["fp"] < 0:
            yield f"{who}: its rows do not make {fact['fp']} [P12.2]"
        if len(fact["dice"]) != fact["fp"]:
            yield f"{who}: {len(fact['dice'])} dice for {fact['fp']} [P12.3]"


def hits(s: State, events: list[Event]) -> Iterator[str]:
    """P12.3: each 5 or 6 is a hit, nothing else is."""
    for kind, fact in told(events, *DICED):
        if any(not 1 <= die <= FACES for die in fact["dice"]) or fact["hits"] != sum(die >= LEAST_HIT for die in fact["dice"]):
            yield f"{kind}: {fact['hits']} hits on {fact['dice']} [P12.3]"


def damage(s: State, events: list[Event]) -> Iterator[str]:
    """P12.4: no more is taken than was hit, by the target and at most one behind it."""
    for kind, fact in told(events, *SHOTS, "mines"):
        if sum(row["hits"] for row in fact["damage"]) > fact["hits"] or len(fact["damage"]) > 2:
            yield f"{kind} at {fact['target']}: {fact['damage']} of {fact['hits']} hits [P12.4]"


def destroyed(s: State, events: list[Event]) -> Iterator[str]:
    """Who is told to be destroyed is in the pile that is told, once; who fired was on the map at the time."""
    lost = [id for _, fact in told(events, "destroyed") for id in fact["units"]]
    yield from (f"{id} was destroyed {lost.count(id)} times" for id in sorted(dict.fromkeys(lost)) if lost.count(id) > 1)
    for _, fact in told(events, "destroyed"):
        for id in fact["units"]:
            if s.cards[id].place != PILE or id not in s.piles[fact["pile"]]:
                yield f"{id} was destroyed and is in {s.cards[id].place} [P1.7]"


def shown(s: State, events: list[Event]) -> Iterator[str]:
    """Who has fired is seen by the enemy [P4.2], if it is still on the map."""
    later_hidden = [id for _, fact in told(events, "hidden again") for id in fact["units"]]
    for kind, fact in told(events, *DICED):
        for id in fact["units"]:
            card = s.cards[id]
            if card.place == MAP and card.kind != "obstacle" and not card.spotted and id not in later_hidden:
                yield f"{id} has fired ({kind}) and is not spotted [P4.2]"


def drawn(s: State, events: list[Event]) -> Iterator[str]:
    """A card that was drawn is in a hand, or has been played or discarded since [P7.1]."""
    played = [id for _, fact in told(events, "deployed", "attached", "obstacle laid") for id in fact["units"]]
    played += [id for _, fact in told(events, "discarded") for id in fact["cards"]]
    for _, fact in told(events, "drawn", "hands drawn"):
        missing = [s.cards[id] for id in fact["cards"] if s.cards[id].place != HAND and id not in played]
        yield from (f"{card.id} was drawn and is in {card.place}" for card in missing)


SOUND = (values, hits, damage, destroyed, shown, drawn)

"""Cards as they are typed for a calculation, and a position made of nothing but them."""

from __future__ import annotations

import re

import msgspec

from pbem.errors import PbemError
from pbem.rulesets.last_crusade import cards, field
from pbem.rulesets.last_crusade.state import HQ, MAP, OTHER, SIDES, Card, State

SCENARIO = "last-crusade/arracourt"
MOST = 12  # units on a side
FORM = "cards with commas between them: 2 Sherman, Panther 3 hits, Arm Inf on US Halftrack, Rifle with Bazooka, Pioneers in Pillbox 2 hits"
HITS = r"(?: (\d+) hits?)?"
CARD = re.compile(rf"(?:(\d+) )?(.+?){HITS}(?: (on|in) (.+?){HITS})?(?: with (.+?))?")


def grounds() -> dict[str, str]:
    """A zone of the map for every kind of terrain there is on it; for a headquarters that of the side that defends it."""
    found: dict[str, str] = {}
    for at in field.zones(SCENARIO):
        found.setdefault(field.board(SCENARIO).spaces[at].terrain, at)
    return {**dict(sorted(found.items())), "hq": ""}


def nobody() -> State:
    """The scenario's map without a card."""
    s = cards.start(SCENARIO)
    s.cards, s.ready = {}, True
    return s


def zone(terrain: str, side: str) -> str:
    """Where the side is fired at."""
    return grounds()[terrain] or HQ[side]


def add(s: State, text: str, at: str) -> list[Card]:
    """The cards of the text, lying at a place; a pair or walls with who is inside is named by its first card."""
    found: list[Card] = []
    for word in (" ".join(word.split()) for word in text.split(",")):
        if not word:
            continue
        known = CARD.fullmatch(word)
        assert known is not None, "anything is a name"
        number, name, hits, how, other, others, more = known.groups()
        if name and s_type(f"{number} {name}"):
            number, name = "1", f"{number} {name}"
        for _ in range(int(number or 1)):
            card = new(s, name, at)
            card.hits = int(hits or 0)
            join(s, card, how or "", other or "", more or "")
            if under := [s.cards[id] for id in (card.rides, card.inside) if id]:
                under[0].hits = int(others or 0)
            found.append(card)
    check([*found, *(card for card in s.cards.values() if not card.on)], text)
    return found


def s_type(name: str) -> str:
    """The id of the card's row, whatever its case; nothing if there is none."""
    return next((one for one in cards.types() if one.lower() == name.lower()), "")


def new(s: State, name: str, at: str) -> Card:
    type = s_type(name)
    if not type:
        raise PbemError(f'"{name}" is no card', f"there are: {', '.join(sorted(cards.types()))}")
    model = next(card for card in cards.every_card().values() if card.type == type)
    id = next(id for n in range(1, 99) if (id := f"{type} {n}") not in s.cards)
    card = msgspec.structs.replace(model, id=id, place=MAP, at=at, spotted=True, flags=list(model.flags), effects=dict(model.effects))
    s.cards[id] = card
    return card


def join(s: State, card: Card, how: str, other: str, more: str) -> None:
    """On a transport, in walls, with leaders and attachments."""
    if other:
        below = new(s, other, card.at)
        if how == "on" and below.cls == "transport" and card.soldier:
            card.rides = below.id
        elif how == "in" and below.kind == "fortification":
            card.inside = below.id
        else:
            raise PbemError(f"{card.type} {how} {other}", "soldiers ride on a transport, a unit is in a fortification")
    for name in filter(None, re.split(r"\s*(?:\+| and )\s*", more)):
        extra = new(s, name, card.at)
        if extra.kind not in ("leader", "attachment"):
            raise PbemError(f"{card.type} with {name}", "leaders and attachments go with a unit")
        extra.on = card.id


def check(found: list[Card], text: str) -> None:
    if len(found) > 2 * MOST:
        raise PbemError(f"{len(found)} units", f"give at most {MOST} on a side")
    for card in found:
        if card.kind in ("obstacle", "leader", "attachment", "general"):
            raise PbemError(f'"{card.type}" in "{text}" is no unit', FORM)
        if card.hits >= card.defence:
            raise PbemError(f"{card.type} with {card.hits} hits is destroyed", f"it stands {card.defence - 1} at most")


def side_of(units: list[Card], what: str) -> str:
    sides = [side for side in SIDES if any(card.side == side for card in units)]
    if len(sides) != 1:
        raise PbemError(f"{what}: {'cards of both sides' if sides else 'nobody'}", "give cards of one side")
    return sides[0]


def opposed(ours: list[Card], theirs: list[Card]) -> tuple[str, str]:
    side, other = side_of(ours, "attack"), side_of(theirs, "defence")
    if other != OTHER[side]:
        raise PbemError("both are cards of one side", "give one side against the other")
    return side, other

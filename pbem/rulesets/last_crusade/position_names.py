"""Who and where is meant in a rule case: cards, zones and sides by the names people use."""

from __future__ import annotations

from pbem.errors import PbemError
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.cards import every_card, names_of
from pbem.rulesets.last_crusade.names import places
from pbem.rulesets.last_crusade.position_terms import SIDES_BY_NAME
from pbem.rulesets.last_crusade.state import SIDES, Card, State

NAMES = {"us": "US", "german": "German"}


def card_of(s: State, words: str) -> Card:
    """By its id or a further name; one of the case's own by its name."""
    wanted = " ".join(words.split()).casefold()
    if found := next((card for _, card in sorted(s.cards.items()) if card.id.casefold() == wanted), None):
        return found
    named = [card for _, card in sorted(s.cards.items()) if wanted in (name.casefold() for name in names_of(card))]
    if len(named) == 1:
        return named[0]
    if named:
        raise PbemError(f'"{words.strip()}" may be {" or ".join(card.id for card in named)}', "write the card's own name")
    copies = [card.id for _, card in sorted(every_card().items()) if wanted == card.type.casefold()]
    own = "a card of your own needs its side and its values: US T1 at B2: armor, arm 5, ..."
    raise PbemError(f'no card "{words.strip()}"', f"there are {', '.join(copies)}" if copies else own)


def zone_of(s: State, words: str) -> str:
    """A zone or a headquarters, by its id or its name."""
    here, wanted = field.board(s.scenario), " ".join(words.split()).casefold()
    named = [place.hexes[0] for place in places(s.scenario) if wanted in (name.casefold() for name in (place.name, *place.names))]
    found = here.find(words.strip().upper()) or next(iter(named), None)
    if found is None:
        raise PbemError(f"{words.strip()} is no zone of {s.scenario}", f"zones are {', '.join(here.ids)}")
    return found


def side_of(words: str) -> str:
    side = SIDES_BY_NAME.get(words.strip().casefold(), words).casefold()
    if side not in SIDES:
        raise PbemError(f'no side "{words.strip()}"', f"sides are {', '.join(NAMES[side] for side in SIDES)}")
    return side

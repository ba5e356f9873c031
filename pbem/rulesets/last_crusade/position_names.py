"""Who and where is meant in a rule case: cards, zones and sides by the names people use."""

from __future__ import annotations

import re

from pbem.errors import PbemError
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.cards import every_card, names_of
from pbem.rulesets.last_crusade.names import places
from pbem.rulesets.last_crusade.position_terms import SIDES_BY_NAME
from pbem.rulesets.last_crusade.state import MAP, SIDES, Card, State

NAMES = {"us": "US", "german": "German"}


def card_of(s: State, words: str, side: str = "") -> Card:
    """By its id or a further name; one of the case's own by its name. `side` decides between names that both sides use."""
    wanted = " ".join(words.split()).casefold()
    if found := next((card for _, card in sorted(s.cards.items()) if card.id.casefold() == wanted), None):
        return found
    named = [card for _, card in sorted(s.cards.items()) if wanted in (name.casefold() for name in names_of(card))]
    if len(own := [card for card in named if card.side == side] or named) == 1:
        return own[0]
    owner, _, rest = wanted.partition(" ")
    if not named and rest and (owner in SIDES or owner in SIDES_BY_NAME):
        return card_of(s, rest, side_of(owner))
    if named:
        raise PbemError(f'"{words.strip()}" may be {" or ".join(card.id for card in named)}', "write the card's own name")
    copies = [card.id for _, card in sorted(every_card().items()) if wanted == card.type.casefold()]
    remedy = "a card of your own needs its side and its values: US T1 at B2: armor, arm 5, ..."
    raise PbemError(f'no card "{words.strip()}"', f"there are {', '.join(copies)}" if copies else remedy)


def with_ids(s: State, words: str) -> str:
    """Cards by the names people use, brought to those that events have; of both sides' cards that on the map."""
    found = sorted(s.cards.values(), key=lambda card: (card.place != MAP, card.id))
    names = sorted(((name, card.id) for card in found for name in (card.id, *names_of(card))), key=lambda pair: -len(pair[0]))
    known = {name.casefold(): id for name, id in reversed(names)}
    pattern = "|".join(re.escape(name) for name, _ in names)
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda match: known[match[0].casefold()], words, flags=re.IGNORECASE)


FIRING = r"(?:(?:fire|shot|strike|bombardment|bombard) (?:of |by |from )?)?"
AT = r"(?: fires| shoots)? (?:at|on|against|vs\.?|>|->) "
FLAK = r"(?:aa|aa fire|anti-?aircraft(?: fire)?|flak fire)(?: of| by| from)? "
MINES = r"(?:mines?|minefield|[\w ]*minefield(?: \d)?)(?: at| on| against| >)? "


def purposes(s: State, text: str) -> list[str]:
    """As the dice are rolled for: `Panther 1 at Rifle 1`, `shot of Panther 1`, `anti-aircraft Flak`, `minefield at G1`."""
    words = re.sub(r",? (?:in )?phase \d$", "", " ".join(text.split()), flags=re.IGNORECASE)
    if found := re.fullmatch(FLAK + "(.+)", words, re.IGNORECASE):
        return [f"aa {id}" for id in heads(s, found[1])]
    if found := re.fullmatch(MINES + "(.+)", words, re.IGNORECASE):
        return [f"mines {zone} > {id}" for id in heads(s, found[1]) for zone in field.zones(s.scenario)]
    if found := re.fullmatch(FIRING + "(.+?)" + AT + "(.+)", words, re.IGNORECASE):
        return [f"fire {firer} > {target}" for firer in heads(s, found[1]) for target in heads(s, found[2])]
    found = re.fullmatch(FIRING + "(.+?)(?: at| fires)?", words, re.IGNORECASE)
    return [f"fire {firer} >" for firer in heads(s, found[1])] if found else []


SHOT_AT = ("unit", "fortification", "hq")


def heads(s: State, words: str) -> list[str]:
    """The card, and what it rides on or is inside: a shot is known by those [TR-2, P12.5]."""
    try:
        card = card_of(s, words)
    except PbemError:
        return []
    return list(filter(None, (card.id, card.rides, card.inside))) if card.kind in SHOT_AT else []


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

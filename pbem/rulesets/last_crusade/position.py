"""The words of a rule case's POSITION."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pbem.errors import PbemError
from pbem.rulesets.last_crusade import position_terms
from pbem.rulesets.last_crusade.position_looks import look as look
from pbem.rulesets.last_crusade.position_looks import statuses
from pbem.rulesets.last_crusade.position_looks import track as track
from pbem.rulesets.last_crusade.position_names import NAMES, card_of, side_of, zone_of
from pbem.rulesets.last_crusade.position_own import own_card, own_words
from pbem.rulesets.last_crusade.position_own import state_of as state_of
from pbem.rulesets.last_crusade.position_terms import OPPOSITES as OPPOSITES
from pbem.rulesets.last_crusade.position_terms import STATES as STATES
from pbem.rulesets.last_crusade.sequence import SEQUENCE, row_of
from pbem.rulesets.last_crusade.state import AIRFIELD, DECK, HAND, MAP, OUT, PILE, SIDES, Card, State

KNOWN = (
    "no cards; CARD at ZONE, 2 hits, engaged, spotted, dug in, 1 mp; CARD at ZONE on CARD; CARD at ZONE in CARD; CARD on CARD; "
    "CARD on airfield; CARD in hand, in deck, in pile SIDE, out; SIDE NAME at ZONE: armor, arm 5, inf 4, defence 5, mp 2, cost 3; "
    "pool SIDE 10; control ZONE SIDE; offer SIDE; used CARD; SIDE first; files two; captor SIDE"
)
terms = position_terms  # for the room of cases
unit_of = card_of


def apply(s: State, line: str) -> None:
    text = " ".join(line.split())
    for pattern, change in PATTERNS:
        if found := re.fullmatch(pattern, text, re.IGNORECASE):
            return change(s, *(part or "" for part in found.groups()))
    raise PbemError("not a line of a position", f"POSITION knows {KNOWN}")


def no_cards(s: State) -> None:
    """Nothing anywhere: no hands, no decks either, so that nothing is drawn that the case does not name."""
    for card in s.cards.values():
        s.leave(card, OUT)
    s.pool = dict.fromkeys(SIDES, 0)
    s.piles = {side: [] for side in SIDES}


def parts(s: State, names: str) -> list[Card]:
    """`Sherman 1, Rifle 2 and Rifle 3`."""
    return [card_of(s, name) for name in re.split(r"\s*,\s*(?:and\s+)?|\s+(?:and|et|&)\s+", names) if name]


def put(s: State, card: Card, at: str) -> None:
    """On the map by itself, unspotted, fresh."""
    forget_pile(s, card)
    s.leave(card, MAP)
    card.at = at
    for other in s.carried_by(card.id):
        other.at = at


def forget_pile(s: State, card: Card) -> None:
    for pile in s.piles.values():
        while card.id in pile:
            pile.remove(card.id)


def place(s: State, names: str, at: str, states: str) -> None:
    for card in parts(s, names):
        put(s, card, zone_of(s, at))
        for word in own_words(states):
            state_of(card, word)


def place_with(s: State, names: str, at: str, how: str, holder: str, states: str) -> None:
    """`Arm Inf 1 at C2 on US Halftrack 1`, `Pioneers 1 at C2 in Pillbox`, `Bazooka 1 at C2 on Rifle 1`."""
    below = card_of(s, holder)
    if below.place != MAP or below.at != zone_of(s, at):
        raise PbemError(f"{below.id} is not at {at}", "put it there in a line above")
    place(s, names, at, states)
    for card in parts(s, names):
        join(s, card, how.casefold(), below)


def join(s: State, card: Card, how: str, below: Card) -> None:
    if card.kind in ("leader", "attachment"):
        card.on = below.id
    elif how == "in" and below.kind == "fortification":
        card.inside = below.id
    elif how == "on" and below.cls == "transport":
        card.rides = below.id
    else:
        raise PbemError(f"{card.id} cannot be {how} {below.id}", "a unit is on a transport or in a fortification, a leader on a unit")


def attach(s: State, name: str, holder: str) -> None:
    """`Bazooka 1 on Rifle 1`, and of a unit that is placed already `Arm Inf 1 on US Halftrack 1`."""
    for card in parts(s, name):
        below = card_of(s, holder)
        if below.place != MAP:
            raise PbemError(f"{below.id} is not on the map", "put it there in a line above")
        if card.kind in ("leader", "attachment") or card.at != below.at:
            put(s, card, below.at)
        join(s, card, "on", below)


def airfield(s: State, names: str, states: str) -> None:
    for card in parts(s, names):
        put(s, card, AIRFIELD[card.side])
        for word in own_words(states):
            state_of(card, word)


def away(s: State, names: str, where: str) -> None:
    """Into the owner's hand or deck, or out of the game."""
    places = {"hand": HAND, "deck": DECK}
    for card in parts(s, names):
        forget_pile(s, card)
        s.leave(card, places.get(where.casefold().removeprefix("in ").removeprefix("the ").strip(), OUT))


def in_pile(s: State, names: str, side: str) -> None:
    for card in parts(s, names):
        forget_pile(s, card)
        s.leave(card, PILE)
        s.piles[side_of(side)].append(card.id)


def in_state(s: State, names: str, states: str) -> None:
    """`Panther 1 spotted`: of cards that lie where they lie."""
    for card in parts(s, names):
        for word in own_words(states):
            state_of(card, word)


def own(s: State, side: str, name: str, at: str, values: str) -> None:
    """A card of the case's own; of a card of the game (`US Halftrack 1`) the words behind the colon are its state."""
    known = f"{side} {name}".casefold()
    if any(id.casefold() == known for id in s.cards):
        return place(s, known, at, values)
    card = own_card(name, side_of(side), values)
    s.cards[name] = card
    if at.casefold() in ("airfield", "the airfield"):
        put(s, card, AIRFIELD[card.side])
    else:
        put(s, card, zone_of(s, at))
    for word in own_words(values):
        state_of(card, word, strict=False)
    return None


def own_elsewhere(s: State, side: str, name: str, how: str, where: str, values: str) -> None:
    """`US X1 in hand: armor, ...`, `US L1 on T1: leader, arm 1`."""
    s.cards[name] = own_card(name, side_of(side), values)
    if how.casefold() == "on" and where.casefold() not in ("airfield", "the airfield"):
        attach(s, name, where)
    elif how.casefold() == "on":
        airfield(s, name, "")
    else:
        away(s, name, where)


def control(s: State, at: str, side: str) -> None:
    s.control[zone_of(s, at)] = "" if side.casefold() in ("none", "nobody", "personne") else side_of(side)


def pool(s: State, side: str, points: str) -> None:
    s.pool[side_of(side)] = int(points)


def offer(s: State, side: str) -> None:
    s.offers = [*s.offers, side_of(side)]


def used(s: State, name: str) -> None:
    """A type of headquarters troops used in this player turn [SE-16]."""
    s.used = [*s.used, card_of(s, name).type]


def goes_first(s: State, side: str) -> None:
    s.first = side_of(side)


def files(s: State, number: str) -> None:
    s.files = number.casefold()


def captor(s: State, side: str) -> None:
    s.captor = side_of(side)


SIDE = r"(US|German|American|Germans|Americans)"
WORD = r"(?:\d+ hits?|\d+ mp|\d+ spent|(?:not |un)?engaged|(?:not |un)?spotted|hidden|face down|dug in|carried|looked|came turn \d+)"
PATTERNS: tuple[tuple[str, Callable[..., None]], ...] = (
    (r"no cards", no_cards),
    (rf"pool {SIDE}:? (\d+)", pool),
    (rf"{SIDE} pool:? (\d+)", pool),
    (r"control (.+?):? (\w+)", control),
    (rf"offer {SIDE}", offer),
    (r"used (.+)", used),
    (rf"(?:first )?{SIDE} first|first {SIDE}", lambda s, a, b: goes_first(s, a or b)),
    (r"files (one|two)", files),
    (rf"captor {SIDE}", captor),
    (rf"{SIDE} ([^:]+?) (?:at|on(?= (?:the )?airfield:)) ([^:]+): ?(.+)", own),
    (rf"{SIDE} ([^:]+?) (in|on) ([^:]+): ?(.+)", own_elsewhere),
    (r"(.+?) (?:on|at) (?:the )?airfield(?:[,:] *(.+))?", airfield),
    (rf"(.+?) in (?:the )?(?:victory )?pile (?:of )?{SIDE}", in_pile),
    (rf"(.+?) in (?:the )?{SIDE} (?:victory )?pile", in_pile),
    (r"(.+?) (in (?:the )?hand|in (?:the )?deck|out|out of play|off map)", away),
    (r"(.+?) at ([^,:]+?) (on|in) ([^,:]+)(?:[,:] *(.+))?", place_with),
    (r"(.+?) (?:at|in) ([^,:]+)(?:[,:] *(.+))?", place),
    (rf"(.+?),? (?:is |are )?({WORD}(?:(?:,| and) *{WORD})*)", in_state),
    (r"(.+?) on (.+)", attach),
)


def step_named(words: str) -> str:
    """`movement`, `mouvement et assaut`, or the row's number: the name of the step in the sequence of play."""
    if found := next((row.name for row in SEQUENCE if row.id == words.strip()), ""):
        return found
    found_by_stem = (name for stems, name in position_terms.STEMS if re.search(rf"\b({stems})", words, re.IGNORECASE))
    return next(found_by_stem, words.strip().casefold())


def begin(s: State, side: str, name: str) -> str:
    """Makes `German movement` the step to be played; returns its row. Set-up and the end of the turn belong to no side."""
    row = row_of(s, side_of(side) if side else "", step_named(name))
    if not row or (not side and "." in row):
        steps = ", ".join(dict.fromkeys(row.name for row in SEQUENCE))
        raise PbemError(f'no step "{name}"', f"steps are: {steps}; all but the first and the last belong to {' or '.join(NAMES.values())}")
    s.step, s.active = row, side_of(side) if side else s.active
    s.ready = row != "setup"
    return row


def describe(s: State, name: str) -> dict[str, Any]:
    """What EXPECT may ask of a card. On the airfield it is at no zone, but on the map."""
    card = s.cards.get(name)
    if card is None:
        return {"at": "", "hits": 0, "mp": 0, "status": []}
    at = "airfield" if card.at in AIRFIELD.values() else card.at
    return {"at": at if card.place == MAP else "", "hits": card.hits, "mp": card.left, "status": statuses(card)}

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
from pbem.rulesets.last_crusade.position_names import purposes as purposes
from pbem.rulesets.last_crusade.position_names import with_ids as with_ids
from pbem.rulesets.last_crusade.position_own import own_card, own_words
from pbem.rulesets.last_crusade.position_own import state_of as state_of
from pbem.rulesets.last_crusade.position_terms import OPPOSITES as OPPOSITES
from pbem.rulesets.last_crusade.position_terms import STATES as STATES
from pbem.rulesets.last_crusade.position_wording import SIDE, numbered, plain
from pbem.rulesets.last_crusade.sequence import SEQUENCE, row_of
from pbem.rulesets.last_crusade.state import AIRFIELD, DECK, HAND, MAP, OUT, PILE, SIDES, Card, State

KNOWN = (
    "no cards; no units; CARD at ZONE, 2 hits, engaged, spotted, dug in, 1 mp; CARD at ZONE on CARD; CARD at ZONE in CARD; CARD on CARD; "
    "CARD on airfield; CARD in hand, in deck, in pile SIDE, out; SIDE NAME at ZONE: armor, arm 5, inf 4, defence 5, mp 2, cost 3; "
    "supply SIDE 10; hand SIDE: CARD, CARD; control ZONE SIDE; offer SIDE; used CARD; SIDE first; files two; captor SIDE"
)
terms = position_terms  # for the room of cases
unit_of = card_of


def apply(s: State, line: str) -> None:
    for text in plain(line):
        _apply(s, text)


def _apply(s: State, text: str) -> None:
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


def no_units(s: State) -> None:
    """Nothing on the map, its works included, and nothing on the airfields; hands, decks, piles and pools stay as they are."""
    for card in [card for card in s.cards.values() if card.place == MAP]:
        s.leave(card, OUT)


def hand(s: State, side: str, names: str) -> None:
    """What the side holds, and nothing else."""
    for card in s.of(side_of(side), HAND):
        s.leave(card, DECK)
    for card in [] if names.strip().casefold() in ("none", "nothing", "empty") else parts(s, names, side_of(side)):
        if card.side != side_of(side):
            raise PbemError(f"{card.id} is a card of the other side", "a hand holds cards of its own side")
        forget_pile(s, card)
        s.leave(card, HAND)


def parts(s: State, names: str, side: str = "") -> list[Card]:
    """`Sherman 1, Rifle 2 and Rifle 3`; with a side, names that both sides use mean its cards."""
    return [card_of(s, name, side) for name in re.split(r"\s*,\s*(?:and\s+)?|\s+(?:and|et|&)\s+", numbered(names)) if name]


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
    below = holder_of(s, names, holder)
    if below.place != MAP or below.at != zone_of(s, at):
        raise PbemError(f"{below.id} is not at {at}", "put it there in a line above")
    place(s, names, at, states)
    for card in parts(s, names):
        join(s, card, how.casefold(), below)


def holder_of(s: State, names: str, holder: str) -> Card:
    """Of a name that both sides use, the card of the side whose card it holds."""
    first = parts(s, names)[:1]
    return card_of(s, holder, first[0].side if first else "")


def place_under(s: State, names: str, at: str, above: str, states: str) -> None:
    """`US Halftrack 1 at C2 with Arm Inf 1`, `Pillbox at D3 with Pioneers 1`, `Rifle 1 at C2 with Bazooka 1`."""
    place(s, names, at, states)
    (below,) = parts(s, names)[:1]
    for card in parts(s, above, below.side):
        put(s, card, below.at)
        join(s, card, "in" if below.kind == "fortification" else "on", below)


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
        below = card_of(s, holder, card.side)
        if below.place != MAP:
            raise PbemError(f"{below.id} is not on the map", "put it there in a line above")
        if card.kind in ("leader", "attachment") or card.at != below.at:
            put(s, card, below.at)
        join(s, card, "on", below)


def join_there(s: State, name: str, how: str, holder: str) -> None:
    for card in parts(s, name):
        below = card_of(s, holder, card.side)
        put(s, card, below.at)
        join(s, card, how, below)


def inside(s: State, names: str, where: str) -> None:
    """`Rifle 1 in Lezey`, `Pioneers 1 in Pillbox`."""
    try:
        zone_of(s, where)
    except PbemError as not_a_zone:
        try:
            return join_there(s, names, "in", where)
        except PbemError:
            raise not_a_zone from None
    return place(s, names, where, "")


def no_deck(s: State) -> None:
    """Nothing is drawn, and nobody holds a card that the case does not give him."""
    for card in [card for card in s.cards.values() if card.place in (DECK, HAND)]:
        s.leave(card, OUT)


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
    at, _, states = at.partition(",")
    card = own_card(name, side_of(side), f"{values}, {states}" if states else values)
    values = f"{values}, {states}"
    s.cards[name] = card
    if held := re.fullmatch(r"(.+?) (on|in) (.+)", at):
        return place_with(s, name, held[1], held[2], held[3], "")
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


WORD = r"(?:\d+ hits?|\d+ mp|\d+ spent|(?:not |un)?engaged|(?:not |un)?spotted|hidden|face down|dug in|carried|looked|came turn \d+)"
PATTERNS: tuple[tuple[str, Callable[..., None]], ...] = (
    (r"no cards", no_cards),
    (r"no units", no_units),
    (rf"(?:pool|supply|supply points) (?:of )?{SIDE}:? (\d+)", pool),
    (rf"{SIDE} (?:pool|supply|supply points):? (\d+)", pool),
    (rf"hand {SIDE}:? (.+)", hand),
    (rf"{SIDE} hand:? (.+)", hand),
    (r"control (.+?):? (\w+)", control),
    (rf"(?:victory )?pile (?:of )?{SIDE}: (.+)|{SIDE} (?:victory )?pile: (.+)", lambda s, a, b, c, d: in_pile(s, b or d, a or c)),
    (rf"deck (?:of )?{SIDE}: (.+)|{SIDE} deck: (.+)", lambda s, a, b, c, d: away(s, b or d, "deck")),
    (rf"airfield (?:of )?{SIDE}: (.+)|{SIDE} airfield: (.+)", lambda s, a, b, c, d: airfield(s, b or d, "")),
    (r"(?:no (?:decks?|hands?)|(?:decks?|hands?) empty)", no_deck),
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
    (r"(.+?) at ([^,:]+?) with ([^:]+)(?:: *(.+))?", place_under),
    (r"(.+?) at ([^,:]+?) (on|in) ([^,:]+)(?:[,:] *(.+))?", place_with),
    (r"(.+?) in ([^,:]+)", inside),
    (r"(.+?) (?:at|in) ([^,:]+)(?:[,:] *(.+))?", place),
    (rf"(.+?),? (?:is |are )?({WORD}(?:(?:,| and) *{WORD})*)", in_state),
    (r"(.+?) on (.+)", attach),
    (r"(.+?) with (.+)", lambda s, name, holder: join_there(s, name, "on", holder)),
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

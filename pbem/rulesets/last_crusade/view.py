"""What a side sees [P4]: its own cards; of the enemy the spotted ones and the victory piles, and where others lie face down.

A card face down is a stand-in, `?B2.1`, `?B2.2`: as many as there are to be counted at a place, all alike. What is under or on
another card lies under it: a passenger, an occupant, leaders and attachments. Obstacles, hand, deck and supply points are secret.
"""

from __future__ import annotations

import tomllib
from functools import cache

import msgspec

from pbem.data import folder
from pbem.errors import DataError
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.state import AIRFIELD, DECK, HAND, MAP, OTHER, PILE, SIDES, Card, State

FILE = "unseen.toml"
HIDDEN = "?"  # how the name of a stand-in begins


class StandIn(msgspec.Struct, forbid_unknown_fields=True):
    cost: int
    arm: int
    inf: int
    defence: int
    mp: int


class Values(msgspec.Struct, forbid_unknown_fields=True):
    pool: int
    stand_in: StandIn


@cache
def values() -> Values:
    file = folder("scenarios") / field.HERE / FILE
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Values)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise DataError(file, 0, "", str(error), "see the comments in the file as it was shipped") from None


def view(s: State, side: str) -> State:
    """A copy. The end of the game uncovers all, and nobody's side sees all."""
    seen = msgspec.convert(msgspec.to_builtins(s), State)
    if side in SIDES and not s.over and s.seen_by != side:
        conceal(seen, side)
    return seen


def conceal(s: State, side: str) -> None:
    """Takes out what the side does not see, and puts stand-ins where cards lie face down."""
    enemy = OTHER[side]
    s.counts = {whose: {place: len(s.of(whose, place)) for place in (HAND, DECK)} for whose in SIDES}
    down = {at: face_down(s, at, enemy) for at in (*field.board(s.scenario).ids, AIRFIELD[enemy])}
    kept = {id: card for id, card in sorted(s.cards.items()) if card.side == side or sees(s, card)}
    for at, number in down.items():
        for one in (stand_in(at, enemy, n) for n in range(1, number + 1)):
            kept[one.id] = one
    s.cards = dict(sorted(kept.items()))
    s.pool[enemy] = values().pool
    if s.active != side:
        s.rolled = {}
    s.seen_by = side


def sees(s: State, card: Card) -> bool:
    """A card of the enemy: spotted, in a victory pile, or on or under one that is spotted."""
    if card.place != MAP:
        return card.place == PILE
    if card.on:
        return card.on in s.cards and sees(s, s.cards[card.on])
    if card.unknown or not card.spotted:
        return card.unknown
    below = card.rides or card.inside
    return not below or below not in s.cards or s.cards[below].spotted


def face_down(s: State, at: str, side: str) -> int:
    """How many cards of the side lie there face down by themselves; aircraft on their airfield [P3.8]."""
    lying = [card for card in s.there(at, side) if not card.rides and not card.inside]
    return sum(not card.spotted and not card.unknown for card in lying)


def stand_in(at: str, side: str, number: int) -> Card:
    """Nothing in it is of the card it stands for."""
    known = values().stand_in
    factors = known.cost, known.arm, known.inf, known.defence, known.mp
    cls = "air" if at in AIRFIELD.values() else ""
    return Card(f"{shadow(at)}.{number}", side, "unit", "", cls, *factors, place=MAP, at=at, unknown=True)


def shadow(at: str) -> str:
    """What a card face down is called: by its place; one that is nowhere to be seen by nothing."""
    return f"{HIDDEN}{at}"


def alias(s: State, side: str, name: str) -> str:
    """What the side calls the card."""
    card = s.cards.get(name)
    if card is None or side not in SIDES or s.over or card.side == side or card.unknown or sees(s, card):
        return name
    return shadow(card.at if card.place == MAP and card.kind != "obstacle" else "")

"""The position of a game: every card, who holds what, and the pools. Plain data."""

from __future__ import annotations

from typing import Any

import msgspec

US, GERMAN = "us", "german"
SIDES = (GERMAN, US)
OTHER = {US: GERMAN, GERMAN: US}
HQ = {US: "HQ-US", GERMAN: "HQ-DE"}
AIRFIELD = {US: "AIR-US", GERMAN: "AIR-DE"}  # where aircraft stand; no zone (P3.8, P7.2)
ZONE_LIMIT, HQ_LIMIT = 3, 9  # P3.8
DECK, HAND, MAP, PILE, OUT = "deck", "hand", "map", "pile", "out"  # where a card is; out = left the game, in nobody's pile


class Card(msgspec.Struct):
    """One card. Factors stand on it, so that a case may make up cards of its own."""

    id: str
    side: str
    kind: str  # unit, fortification, obstacle, general, hq, leader, attachment
    type: str = ""  # its row of cards.csv; two copies have one type
    cls: str = ""  # armor, infantry, artillery, transport, air; of hq troops with firepower what they fight as
    cost: int = 0
    arm: int = 0  # firepower against armor; of a leader or attachment what it adds
    inf: int = 0
    defence: int = 0
    mp: int = 0
    range: int = 0
    flags: list[str] = []  # soldier, motorized, engineer, recon, antitank, fighter_bomber, armored
    takes: list[str] = []  # of a fortification: who may be inside; of a leader or attachment: who may carry it
    effects: dict[str, int] = {}  # supply_dice, supply, repair, mines, ditch, aa
    only: str = ""  # the terrain a fortification needs
    place: str = DECK
    at: str = ""  # zone, headquarters or airfield of a card on the map
    rides: str = ""  # the transport a passenger sits on (TR-5)
    inside: str = ""  # the fortification a unit is in (SE-3)
    on: str = ""  # the unit a leader or attachment goes with (P7.3)
    hits: int = 0
    spotted: bool = False
    engaged: bool = False
    dug_in: bool = False
    spent: int = 0  # movement points spent in the owner's turn
    carried: bool = False  # its transport has moved with it this turn (TR-9)
    looked: bool = False  # has reconnoitred this turn (P8.1)
    came: int = 0  # turn in which it came into play (P14.6)
    unknown: bool = False  # a stand-in for a card that lies face down

    @property
    def left(self) -> int:
        return max(0, self.mp - self.spent)

    @property
    def soldier(self) -> bool:
        """Infantry soldier [SR-2]."""
        return "soldier" in self.flags

    @property
    def motorized(self) -> bool:
        return "motorized" in self.flags

    @property
    def armor_target(self) -> bool:
        """Is hit with arm FP [P1.5]."""
        return self.cls == "armor" or "armored" in self.flags

    @property
    def fights(self) -> bool:
        """A combat unit: ground units, and headquarters troops with firepower [SR-17, SE-13]."""
        return (self.kind == "unit" and self.cls != "air") or (self.kind == "hq" and bool(self.arm or self.inf))


class State(msgspec.Struct):
    scenario: str
    turn: int
    step: str
    active: str
    first: str
    cards: dict[str, Card]
    pool: dict[str, int]  # supply points; a view holds no true one of the enemy
    control: dict[str, str]  # zone -> side, "" = nobody's (P3.5)
    piles: dict[str, list[str]]  # victory piles, in the order of their taking (VP-2)
    over: str = ""
    ready: bool = False  # set up: hands drawn, starting units placed
    used: list[str] = []  # types of headquarters troops used in the player turn (SE-16)
    rolled: dict[str, list[str]] = {}  # zone -> who has reconnoitred it in the player turn (P8.1)
    offers: list[str] = []  # sides that offer to end the game (VP-6)
    captor: str = ""  # who took the enemy's headquarters (VP-3)
    counts: dict[str, dict[str, int]] = {}  # of a view: how many cards a side has in hand and deck
    files: str = "one"  # orders files a player turn: one, or two (option)
    seen_by: str = ""  # the side whose view this is
    outcome: dict[str, Any] = {}

    @property
    def passive(self) -> str:
        return OTHER[self.active]

    def there(self, at: str, side: str = "") -> list[Card]:
        """Cards that lie at a place by themselves or under others, sorted by id: no leaders, attachments, obstacles."""
        found = [c for c in self.cards.values() if c.place == MAP and c.at == at and side in ("", c.side)]
        return sorted((c for c in found if c.kind not in ("leader", "attachment", "obstacle")), key=by_id)

    def units(self, at: str, side: str = "") -> list[Card]:
        """Combat units at a place [SR-17]."""
        return [c for c in self.there(at, side) if c.fights]

    def obstacles(self, at: str, side: str) -> list[Card]:
        found = [c for c in self.cards.values() if c.place == MAP and c.at == at and c.kind == "obstacle" and c.side == side]
        return sorted(found, key=by_id)

    def of(self, side: str, place: str = MAP) -> list[Card]:
        return sorted((c for c in self.cards.values() if c.side == side and c.place == place), key=by_id)

    def hand(self, side: str) -> list[Card]:
        return self.of(side, HAND)

    def passenger(self, transport: str) -> Card | None:
        return next((c for _, c in sorted(self.cards.items()) if c.rides == transport and c.place == MAP), None)

    def occupant(self, fortification: str) -> Card | None:
        return next((c for _, c in sorted(self.cards.items()) if c.inside == fortification and c.place == MAP), None)

    def carried_by(self, unit: str) -> list[Card]:
        """Leaders and attachments that go with a unit."""
        return sorted((c for c in self.cards.values() if c.on == unit and c.place == MAP), key=by_id)

    def named(self, ids: list[str]) -> list[Card]:
        """Those of the named cards still on the map, in the order given."""
        return [self.cards[name] for name in ids if name in self.cards and self.cards[name].place == MAP]

    def leave(self, card: Card, place: str) -> None:
        """Takes a card off the map, into a pile, out of the game or back to a hand, and forgets all that it was on the map."""
        card.place, card.at, card.rides, card.inside, card.on = place, "", "", "", ""
        card.hits, card.spent = 0, 0
        card.engaged = card.dug_in = card.carried = card.looked = card.spotted = False

    def destroy(self, card: Card) -> list[str]:
        """Into the opponent's victory pile with all that goes with it [P1.7, SE-9]; who rode on it or was inside stands by itself."""
        gone = [card, *self.carried_by(card.id)]
        for other in self.cards.values():
            other.rides = "" if other.rides == card.id else other.rides
            other.inside = "" if other.inside == card.id else other.inside
        for one in gone:
            self.leave(one, PILE)
            self.piles[OTHER[one.side]].append(one.id)
        return [one.id for one in gone]

    def pay(self, side: str, points: int) -> None:
        assert 0 <= points <= self.pool[side], "no credit (AS-14)"
        self.pool[side] -= points


def by_id(card: Card) -> str:
    return card.id

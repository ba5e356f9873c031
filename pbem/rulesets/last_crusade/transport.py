"""Transports and who rides on them [VII*.0, P11.6]: mounting, dismounting, and moving a card with all that is on it.

put(s, card, zone)    the card, its passenger or occupant, and everybody's leaders and attachments
spend(s, card)        one movement point of a unit, and of its passenger
engage(s, card)       of a pair both
"""

from __future__ import annotations

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.attack import crew, head
from pbem.rulesets.last_crusade.state import MAP, Card, State


def put(s: State, card: Card, zone: str) -> None:
    """Onto a place of the map, with all that is on it."""
    below = [card, s.passenger(card.id), s.occupant(card.id)]
    for one in (c for c in below if c is not None):
        one.place, one.at = MAP, zone
        for more in s.carried_by(one.id):
            more.at = zone


def engage(s: State, card: Card) -> None:
    """What engages either of a mounted pair engages both [TR-3]."""
    for one in crew(s, card.id):
        one.engaged = True


def spend(s: State, card: Card) -> None:
    """A movement point; the passenger spends one of his own as far as he has any [TR-7, P11.6, P11.7]."""
    card.spent += 1
    passenger = s.passenger(card.id)
    if passenger:
        passenger.spent = min(passenger.mp, passenger.spent + 1)
    tire(s, card)


def tire(s: State, card: Card) -> None:
    """Who has spent all he had is engaged [TR-10]; a passenger is no sooner than his transport [P11.6]."""
    if not card.rides and card.mp and not card.left:
        engage(s, card)


def thrown_off(s: State, ids: list[str]) -> None:
    """Those whose transport was destroyed under them go by their own movement points again, of which it took all [TR-9, TR-10]."""
    for card in s.named(ids):
        if card.carried and not card.rides:
            card.spent = card.mp
        tire(s, card)


# orders


def mount(g: Game, line: Line) -> None:
    """TR-1, TR-6: free, in one zone, before either is engaged."""
    s: State = g.state
    pairs = list(zip(line.units(), line.args["on"], strict=False))
    if len(line.units()) > len(pairs) or len({on for _, on in pairs}) < len(pairs):
        raise Refused("P11.6", "one-passenger", mount_text(*pairs[0]), unit=line.units()[-1], on=pairs[-1][1])
    for unit, transport in pairs:
        if why := why_not_mount(s, unit, transport):
            raise why
    for unit, transport in pairs:
        climb(g, s.cards[unit], s.cards[transport])


def mount_text(unit: str, transport: str) -> str:
    return f"MOUNT {unit} ON {transport}"


def why_not_mount(s: State, name: str, on: str) -> Refused | None:
    card, below = s.cards[name], s.cards[on]
    for one in (card, below):
        if one.place != MAP:
            return Refused("P11.6", "card-not-on-map", unit=one.id)
    why = why_not_pair(card, below)
    if why is None and s.passenger(on) is not None:
        why = "P11.6", "transport-full"
    if why is None:
        return None
    return Refused(*why, instead_mount(s, card, on), unit=name, on=on, at=card.at, where=below.at)


def why_not_pair(card: Card, below: Card) -> tuple[str, str] | None:
    if below.cls != "transport":
        return "TR-1", "no-transport"
    if not card.soldier or card.motorized:
        return "TR-1", "cannot-ride"
    if card.rides:
        return "P11.6", "rides-already"
    if card.inside:
        return "P14.4", "inside"
    if card.at != below.at:
        return "P11.6", "not-together"
    return ("P11.6", "engaged-pair") if card.engaged or below.engaged else None


def instead_mount(s: State, card: Card, on: str) -> str:
    """Another transport it may mount, or what else may mount this one."""
    here = s.there(card.at, card.side)
    for below in here:
        if below.id != on and s.passenger(below.id) is None and why_not_pair(card, below) is None:
            return mount_text(card.id, below.id)
    below = s.cards[on]
    others = s.there(below.at, card.side) if s.passenger(on) is None else []
    return next((mount_text(one.id, on) for one in others if why_not_pair(one, below) is None), "")


def climb(g: Game, card: Card, below: Card) -> None:
    """From now on one unit [TR-2]: its cards are known, or not, together; damage stays where it was [SR-12]."""
    card.rides, card.dug_in = below.id, False
    card.spotted = below.spotted = card.spotted or below.spotted
    g.log("mounted", units=[card.id, below.id], side=card.side, at=card.at, rule="TR-6")


def dismount(g: Game, line: Line) -> None:
    """TR-6, TR-9."""
    s: State = g.state
    riders = [rider(s, name) for name in line.units()]
    for n, card in enumerate(riders, 1):
        if field.room(s, card.at, card.side) < len([other for other in riders[:n] if other.at == card.at]):
            raise Refused("P3.9", "no-room-to-dismount", unit=card.id, at=card.at, limit=field.limit(card.at))
    for card in riders:
        climb_down(g, card)


def rider(s: State, name: str) -> Card:
    """The passenger, also where the transport is named."""
    card = s.cards[name]
    found = card if card.rides else s.passenger(name)
    if card.place != MAP or found is None:
        raise Refused("TR-6", "not-mounted" if card.place == MAP else "card-not-on-map", unit=name)
    return found


def climb_down(g: Game, card: Card) -> None:
    s: State = g.state
    below = head(s, card.id)
    card.rides = ""
    card.engaged = card.engaged or below.engaged
    g.log("dismounted", units=[card.id, below.id], side=card.side, at=card.at, rule="TR-6")
    if card.carried:
        card.spent = card.mp
    if card.spent and not card.left and not card.engaged:
        card.engaged = True
        g.log("engaged", units=[card.id], side=card.side, at=card.at, rule="TR-9")

"""DEPLOY: cards out of the hand [P7.2 to P7.4, SE-2, SE-8, SE-11, SE-12, P14.7, P14.8]."""

from __future__ import annotations

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.lines import carried_out, only_one, own_card, place_of
from pbem.rulesets.last_crusade.marks import in_supply
from pbem.rulesets.last_crusade.state import AIRFIELD, HAND, HQ, MAP, Card, State

ATTACHMENTS = 2  # P14.8
GROUND_FOR = {"fortification": "SE-2", "obstacle": "P7.4"}  # cards that go to a place of the player's choice


def deploy(g: Game, line: Line) -> None:
    s: State = g.state
    at, on = place_of(line), line.args.get("on") or []
    rest = f"ON {on[0]}" if on else f"AT {at}" if at else ""
    before = s.pool[s.active]
    done = carried_out(g, line, lambda s, id: deploy_card(s, id, at, on), rest)
    g.note(line, cost=before - s.pool[s.active], pool=s.pool[s.active])
    for card in s.named(done):
        tell(g, card)


def tell(g: Game, card: Card) -> None:
    """What is no card of its own on the map the enemy does not see come; of the others he must not learn what they are."""
    kind = {"obstacle": "obstacle laid", "leader": "attached", "attachment": "attached"}.get(card.kind, "deployed")
    see, rule = (None, "P7.2") if kind == "deployed" else ([card.side], rule_of(card))
    g.log(kind, see=see, units=[card.id], side=card.side, at=card.at, **({"on": card.on} if card.on else {}), rule=rule)


def rule_of(card: Card) -> str:
    found = {"general": "SE-11", "hq": "SE-12", "leader": "P14.7", "attachment": "P7.3", **GROUND_FOR}
    return found.get(card.kind, "P7.2")


def deploy_card(s: State, id: str, at: str, on: list[str]) -> None:
    card = s.cards.get(id)
    if card is None or card.side != s.active or card.place != HAND:
        raise Refused("P7.2", "not-in-hand", unit=id)
    unit = bearer(s, card, on) if card.kind in ("leader", "attachment") else None
    there = unit.at if unit else arrival(s, card, at)
    if card.cost > s.pool[s.active]:
        raise Refused("P7.2", "card-not-paid", unit=id, cost=card.cost, pool=s.pool[s.active])
    s.pay(s.active, card.cost)
    card.place, card.at, card.on, card.came = MAP, there, unit.id if unit else "", s.turn


# where it arrives


def arrival(s: State, card: Card, at: str) -> str:
    """Zone, headquarters or airfield of a card that stands by itself."""
    if card.cls == "air":
        return airfield(card, at)
    if card.kind in GROUND_FOR:
        there = ground(s, card, at)
    elif at and at != HQ[card.side]:
        raise Refused(rule_of(card), "arrives-in-headquarters", f"DEPLOY {card.id}", unit=card.id, zone=HQ[card.side])
    else:
        there = HQ[card.side]
        only_general(s, card)
    if field.room(s, there, card.side) < field.counts(card):
        raise Refused("P3.8", "no-room-here", zone=there, limit=field.limit(there))
    return there


def airfield(card: Card, at: str) -> str:
    if at not in ("", AIRFIELD[card.side]):
        raise Refused("P7.2", "arrives-on-airfield", f"DEPLOY {card.id}", unit=card.id)
    return AIRFIELD[card.side]


def only_general(s: State, card: Card) -> None:
    """SE-11."""
    other = next((one for one in s.of(card.side) if one.kind == "general"), None)
    if card.kind == "general" and other is not None:
        raise Refused("SE-11", "general-in-play", unit=card.id, general=other.id)


def ground(s: State, card: Card, at: str) -> str:
    """A friendly zone; for a fortification the headquarters too, for an obstacle only a zone in supply."""
    rule = GROUND_FOR[card.kind]
    if not at:
        raise Refused(rule, "name-a-zone", unit=card.id)
    if not field.friendly(s, at, card.side):
        raise Refused(rule, "not-friendly", zone=at)
    if card.only and field.terrain(s, at) != card.only:
        raise Refused(rule, f"only-in-{card.only}", unit=card.id, zone=at)
    if card.kind == "obstacle":
        obstacle_fits(s, card, at)
    return at


def obstacle_fits(s: State, card: Card, at: str) -> None:
    """P7.4."""
    if field.headquarters(at):
        raise Refused("P7.4", "no-obstacle-in-headquarters", unit=card.id)
    if not field.supplied(s, at, card.side):
        raise Refused("P7.4", "zone-unsupplied", zone=at)
    if any(other.type == card.type for other in s.obstacles(at, card.side)):
        raise Refused("P7.4", "obstacle-there", unit=card.id, zone=at)


# leaders and attachments


def bearer(s: State, card: Card, on: list[str]) -> Card:
    """The unit the card goes with."""
    rule = "P14.7" if card.kind == "leader" else "P7.3"
    unit = own_card(s, only_one(on, "P7.3"), "P7.3")
    if unit.kind != "unit" or not any(word == unit.cls or word in unit.flags for word in card.takes):
        raise Refused(rule, "not-its-kind", unit=unit.id, card=card.id)
    if not in_supply(s, unit):
        raise Refused("P7.3", "unit-unsupplied", unit=unit.id, zone=unit.at)
    others = [other for other in s.carried_by(unit.id) if other.kind == card.kind]
    if card.kind == "leader" and others:
        raise Refused("P14.7", "one-leader", unit=unit.id, leader=others[0].id)
    if card.kind == "attachment" and any(other.type == card.type for other in others):
        raise Refused("P14.8", "attached-alike", unit=unit.id, card=card.id)
    if card.kind == "attachment" and len(others) >= ATTACHMENTS:
        raise Refused("P14.8", "attachments-full", unit=unit.id, limit=ATTACHMENTS)
    return unit

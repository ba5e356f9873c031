"""What the staff does with units that are in no assault: who is mounted and driven, who holds which zone, who digs in, who looks where."""

from __future__ import annotations

from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.forts import why_not_occupy
from pbem.rulesets.last_crusade.reach import reach
from pbem.rulesets.last_crusade.reconnaissance import look
from pbem.rulesets.last_crusade.reinforcement_care import dig_in_card
from pbem.rulesets.last_crusade.staff_sketch import Sketch
from pbem.rulesets.last_crusade.state import HQ, Card
from pbem.rulesets.last_crusade.transport import mount_text, why_not_mount

BETTER = 25  # by how much a place has to be better to be worth a move
CARED = 2  # zones round the headquarters from which it is threatened
GARRISON = 2


def recon(k: Sketch) -> None:
    """Every zone of the enemy with cards face down in reach, by the best scout free."""
    for at in [*field.zones(k.s.scenario), HQ[k.enemy]]:
        if all(card.spotted for card in k.foes(at)) or at in field.edge(k.s, k.side):
            continue  # whoever comes to the headquarters sees what is before it
        scouts = [card for card in k.mine() if card.cls in ("armor", "infantry") and not card.looked and not card.engaged]
        scouts = [card for card in scouts if field.distance(k.s, card.at, at) <= 2]
        for card in sorted(scouts, key=lambda card: ("recon" not in card.flags, card.id))[:1]:
            k.attempt(f"RECON {at} WITH {card.id}", lambda card=card, at=at: look(k.s, card.id, at))  # type: ignore[misc]


# transports


def dismount(k: Sketch) -> None:
    """At the front soldiers fight better beside their transport."""
    for card in [card for card in k.s.of(k.side) if card.rides and not card.engaged and not card.carried]:
        if card.at in k.front() and field.room(k.s, card.at, k.side) > 0:
            k.lines.append(f"DISMOUNT {card.id}")
            card.rides = ""
            k.rode.add(card.id)


def mount(k: Sketch) -> None:
    """Behind the front they are driven."""
    behind = [at for at in [HQ[k.side], *field.zones(k.s.scenario)] if k.s.there(at, k.side) and not k.beside(at)]
    for at in behind:
        here = [card for card in k.s.there(at, k.side) if card.id not in k.fixed]
        carts = [card for card in here if card.cls == "transport" and k.s.passenger(card.id) is None and not card.engaged]
        soldiers = [card for card in here if card.soldier and not card.motorized and not card.engaged and not card.inside]
        for cart, man in zip(carts, sorted(soldiers, key=lambda card: (-card.inf, card.id)), strict=False):
            if why_not_mount(k.s, man.id, cart.id) is None:
                k.lines.append(mount_text(man.id, cart.id))
                man.rides, man.dug_in = cart.id, False


# walls


def forts(k: Sketch) -> None:
    """In where the enemy is near, out where he is not."""
    for fort in [card for card in k.s.of(k.side) if card.kind == "fortification"]:
        tenant = k.s.occupant(fort.id)
        if tenant is None and k.beside(fort.at):
            able = [card for card in k.s.there(fort.at, k.side) if why_not_occupy(k.s, fort, card) is None and card.id not in k.fixed]
            for card in sorted(able, key=lambda card: (-card.arm - card.inf, card.id))[:1]:
                k.lines.append(f"OCCUPY {fort.id} WITH {card.id}")
                card.inside = fort.id
                k.fixed.add(card.id)
        elif tenant is not None and not k.beside(fort.at) and field.room(k.s, fort.at, k.side) > 0:
            k.lines.append(f"VACATE {tenant.id}")
            tenant.inside = ""
        elif tenant is not None:
            k.fixed.add(tenant.id)


# the rest


def move_up(k: Sketch) -> None:
    """Every unit to the place where it is wanted most; the foremost first, so that there is room behind them."""
    for name in [card.id for card in sorted(k.movers(), key=lambda card: (k.to_enemy(card.at), card.id))]:
        card = k.s.cards[name]
        if card.cls == "transport" and k.s.passenger(name) is None and k.to_own(card.at) > 1:
            continue
        here = {at: wanted(k, card, at) for at in reach(k.s, name) if at not in k.aims}
        best = max(sorted(here), key=lambda at: here[at], default="")
        if best and here[best] >= wanted(k, card, card.at) + BETTER:
            k.go(card, best)
            k.fixed.add(name)


def take(k: Sketch) -> None:
    """Objectives that stand empty."""
    for at in [at for at in k.objectives() if k.s.control.get(at) != k.side]:
        able = [card for card in k.movers() if at in reach(k.s, card.id)]
        if able:
            k.go(able[0], at)
            k.fixed.add(able[0].id)


def wanted(k: Sketch, card: Card, at: str) -> int:
    """How much the unit is wanted in the zone."""
    others = [one for one in k.s.there(at, k.side) if one.id != card.id and one.fights and not one.rides]
    if at == HQ[k.side]:
        return garrison(k, others)
    points = 12 * (9 - k.to_enemy(at)) + ground(k, at, others)
    near = sum(strength(one) for zone in k.beside(at) for one in k.foes(zone))
    if card.cls == "artillery":
        return points - 15 * len(others) + gun_place(k, card, at, near)
    ours = strength(card) + sum(strength(one) for one in others)
    if near:
        points += 25 if 2 * ours >= near else -35
        points += -5 * field.modifier(k.s, at, card.armor_target)
    if len(others) >= 2 and not near:
        points -= 15
    if not any(field.supplied(k.s, zone, k.side) for zone in [at, *field.neighbours(k.s, at)]):
        points -= 120
    return points


def ground(k: Sketch, at: str, others: list[Card]) -> int:
    """Objectives, and zones where nobody else is."""
    late = 3 if k.turns_left() <= 3 else 1
    worth = 12 * late * k.objectives().get(at, 0)
    if not others:
        worth += 25 if k.s.control.get(at) != k.side else 20 if k.beside(at) else 8
        return worth + (30 if at in field.edge(k.s, k.side) and any(k.beside(at)) else 0)
    return worth // (1 + len(others))


def gun_place(k: Sketch, card: Card, at: str, near: int) -> int:
    """Within range of the enemy, but not under his eyes."""
    targets = [zone for zone in k.held() if 1 <= field.distance(k.s, at, zone) <= card.range]
    front = [zone for zone in targets if field.distance(k.s, at, zone) == card.range or card.range == 1]
    return 20 * min(2, len(targets)) + 10 * min(1, len(front)) - (60 if near and card.range > 1 else 0)


def garrison(k: Sketch, others: list[Card]) -> int:
    """The headquarters: nobody, unless the enemy comes near."""
    threat = sum(strength(one) for at in k.held() if k.to_own(at) <= CARED for one in k.foes(at))
    if not threat:
        return 0
    return 120 if sum(strength(one) for one in others) < threat // 2 else 20


def strength(card: Card) -> int:
    return max(card.arm, card.inf) + card.defence if card.kind != "fortification" else card.defence


def dig_in(k: Sketch) -> None:
    """Those that stay next to the enemy in any case; a gun has something better to do."""
    for card in k.mine():
        stays = card.id not in k.fixed and card.id not in k.rode and not card.spent and not card.looked
        if stays and card.cls == "infantry" and not card.inside and k.beside(card.at):
            k.attempt(f"DIG IN {card.id}", lambda card=card: dig_in_card(k.s, card.id))  # type: ignore[misc]

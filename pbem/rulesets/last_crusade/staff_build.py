"""What the staff does with its hand and its points: cards brought into play, damage made good, companies used, cards thrown away."""

from __future__ import annotations

from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.marks import in_supply
from pbem.rulesets.last_crusade.reinforcement import discard_card, excess
from pbem.rulesets.last_crusade.reinforcement_cards import deploy_card
from pbem.rulesets.last_crusade.reinforcement_care import refit_card, use_card
from pbem.rulesets.last_crusade.staff_sketch import Sketch
from pbem.rulesets.last_crusade.state import HQ, MAP, Card

NEVER = 0
AT_HOME = 2  # distance from the own headquarters at which the enemy is a danger to it
RICH = 15  # points with which every hit is worth its point
PACK = 6  # cards in the headquarters from which no more are brought there


def use(k: Sketch) -> None:
    """Headquarters troops: points at once, hits off the dearest tank."""
    for card in [card for card in k.s.of(k.side) if card.kind == "hq" and not card.fights]:
        if "supply" in card.effects:
            k.attempt(f"USE {card.id}", lambda card=card: use_card(k.s, card.id, []))  # type: ignore[misc]
            continue
        hurt = [one for one in k.mine() if one.cls == "armor" and one.hits]
        for unit in sorted(hurt, key=lambda one: (-min(2, one.hits), -one.cost, one.id))[:1]:
            k.attempt(f"USE {card.id} ON {unit.id}", lambda card=card, unit=unit: use_card(k.s, card.id, [unit.id]))  # type: ignore[misc]


# the hand


def deploy(k: Sketch, keep: int) -> None:
    """The most useful cards first, as long as more than `keep` points are left; some are worth less of a reserve."""
    while True:
        wanted = [(value(k, card), card) for card in k.s.hand(k.side) if card.cost <= k.pool - keep]
        wanted = [one for one in wanted if one[0] > NEVER]
        if not wanted:
            return
        _, card = max(wanted, key=lambda one: (one[0], one[1].cost, one[1].id))
        if not bring(k, card):
            k.fixed.add(card.id)


def bring(k: Sketch, card: Card) -> bool:
    at, on = ground(k, card), bearer(k, card)
    come = [one for one in k.s.of(k.side) if k.base.cards[one.id].place != MAP and field.counts(one)]
    if field.room(k.base, HQ[k.side], k.side) <= len(come) and not on and not at and card.cls != "air":
        return False  # those who leave the headquarters do so in step 6
    rest = f" ON {on}" if on else f" AT {at}" if at else ""
    return k.attempt(f"DEPLOY {card.id}{rest}", lambda: deploy_card(k.s, card.id, at, [on] if on else []))


def value(k: Sketch, card: Card) -> int:
    """How much the card is wanted now, per point."""
    if card.id in k.fixed:
        return NEVER
    if card.kind in SPECIAL:
        return SPECIAL[card.kind](k, card)
    crowded = field.stacked(k.s, HQ[k.side], k.side) >= PACK and k.side not in near_home(k)
    if crowded and card.cls != "air":
        return NEVER
    if card.cls == "air":
        return 9 if k.turns_left() > 2 else NEVER
    if card.cls == "artillery":
        return (8 + card.range) if k.turns_left() > 1 else NEVER
    if card.cls == "transport":
        return 7 if foot(k) > wheels(k) else NEVER
    fire = card.arm + card.inf + card.defence + 2 * card.mp
    return 3 + fire // (card.cost + 1)


def near_home(k: Sketch) -> list[str]:
    """The own side, if the enemy stands before its headquarters."""
    close = [at for at in k.held() if k.to_own(at) <= AT_HOME]
    return [k.side] if close else []


def foot(k: Sketch) -> int:
    """Soldiers at the headquarters who could be driven."""
    return sum(card.soldier and not card.rides for card in k.s.there(HQ[k.side], k.side)) + sum(
        card.soldier for card in k.s.hand(k.side)[:2]
    )


def wheels(k: Sketch) -> int:
    return sum(card.cls == "transport" and k.s.passenger(card.id) is None for card in k.s.of(k.side) if card.at == HQ[k.side])


def general(k: Sketch, card: Card) -> int:
    there = any(one.kind == "general" for one in k.s.of(k.side))
    return NEVER if there or k.turns_left() < 2 else 12


def troops(k: Sketch, card: Card) -> int:
    if card.fights:
        return 10 if k.turns_left() > 1 else NEVER
    if any(one.type == card.type for one in k.s.of(k.side)):
        return NEVER
    if "supply" in card.effects:
        return 11 if k.turns_left() > 1 else NEVER
    return 6 if sum(one.hits for one in k.mine() if one.cls == "armor") > 2 and k.turns_left() > 1 else NEVER


def with_unit(k: Sketch, card: Card) -> int:
    return 6 if bearer(k, card) else NEVER


def works(k: Sketch, card: Card) -> int:
    return 9 if ground(k, card) else NEVER


SPECIAL = {
    "general": general, "hq": troops, "leader": with_unit, "attachment": with_unit, "obstacle": works, "fortification": works,
}  # fmt: skip


def bearer(k: Sketch, card: Card) -> str:
    """The unit for a leader or an attachment: one next to the enemy that has none like it."""
    if card.kind not in ("leader", "attachment"):
        return ""
    units = [one for one in k.s.of(k.side) if one.kind == "unit" and any(word in (one.cls, *one.flags) for word in card.takes)]
    units = [one for one in units if one.at in k.front() and field.supplied(k.base, k.base.cards[one.id].at, k.side)]
    free = [one for one in units if not any(more.kind == card.kind for more in k.s.carried_by(one.id))]
    best = max(free, key=lambda one: (one.defence - one.hits, one.arm + one.inf, one.id), default=None)
    return best.id if best else ""


def ground(k: Sketch, card: Card) -> str:
    """Where an obstacle or a fortification goes: to a zone of the front that the enemy will want."""
    if card.kind not in ("obstacle", "fortification"):
        return ""
    fed = [at for at in k.front() if field.supplied(k.base, at, k.side) and not field.headquarters(at)]
    if card.kind == "obstacle":
        fed = [at for at in fed if all(one.type != card.type for one in k.s.obstacles(at, k.side))]
    else:
        fed = [at for at in fed if (not card.only or field.terrain(k.s, at) == card.only) and roomy(k, at) and tenants(k, card, at)]
    return max(fed, key=lambda at: (k.objectives().get(at, 0), len(k.beside(at)), -k.to_own(at), at), default="")


def roomy(k: Sketch, at: str) -> bool:
    """For walls: now, and in step 6 with those who come or climb down there before others have left."""
    coming = sum(k.s.cards[name].at == at for name in sorted(k.rode))
    coming += sum(k.base.cards[card.id].at != at for card in k.s.there(at, k.side))
    return field.room(k.s, at, k.side) > 0 and field.room(k.base, at, k.side) > coming


def tenants(k: Sketch, fort: Card, at: str) -> list[str]:
    """Who could go inside."""
    return [
        card.id
        for card in k.s.there(at, k.side)
        if any(word in (card.cls, *card.flags) for word in fort.takes) and not card.inside and not card.rides
    ]


# damage, and cards too many


def refit(k: Sketch, keep: int) -> None:
    """Those that have come through a fight and are in none now; it takes them out of the turn."""
    hurt = [card for card in k.s.of(k.side) if card.hits and card.id not in k.fixed and to_refit(k, card)]
    for card in sorted(hurt, key=lambda card: (-card.cost, card.id)):
        points = min(card.hits, k.pool - keep)
        worn = 2 * card.hits >= card.defence or k.pool > RICH or card.kind == "fortification" or (card.cls == "air" and card.hits > 1)
        if not worn or points <= 0:
            continue
        if k.attempt(refit_text(card, points), lambda card=card, points=points: refit_card(k.s, card.id, points)):  # type: ignore[misc]
            k.fixed.add(card.id)


def to_refit(k: Sketch, card: Card) -> bool:
    """In step 2 it was in supply; it engages both of a pair, and who is to look about stays free."""
    before = k.base.cards[card.id]
    paired = before.rides or k.base.passenger(card.id) is not None
    return not paired and not card.looked and in_supply(k.base, before) and card.kind in ("unit", "hq", "fortification")


def refit_text(card: Card, points: int) -> str:
    return f"REFIT {card.id}" if points == card.hits else f"REFIT {card.id} FOR {points}"


def discard(k: Sketch) -> None:
    """Of a hand too large the cards that can do nothing any more; the rest is left to the rule."""
    for card in k.s.hand(k.side):
        if excess(k.s) and useless(k, card):
            k.attempt(f"DISCARD {card.id}", lambda card=card: discard_card(k.s, card.id))  # type: ignore[misc]


def useless(k: Sketch, card: Card) -> bool:
    if card.kind == "hq" and not card.fights:
        return any(one.type == card.type for one in k.s.of(k.side))
    return card.kind in ("obstacle", "attachment", "general") or card.cls == "transport"

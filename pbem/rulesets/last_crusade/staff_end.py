"""When the staff would rather have the game end, and when it gives it up."""

from __future__ import annotations

from pbem.rulesets.last_crusade import victory
from pbem.rulesets.last_crusade.staff_moves import strength
from pbem.rulesets.last_crusade.staff_sketch import Sketch

LONG = 16  # turns after which a game without a last turn has gone on long enough
BEHIND = 12  # points that nobody makes up who has lost his headquarters as well


def words(k: Sketch) -> list[str]:
    """OFFER END where the piles say more than the ground, WITHDRAW OFFER where they no longer do [VP-6]."""
    if hopeless(k):
        return ["CAPITULATE"]
    stands = k.side in k.s.offers
    if wants_end(k) == stands:
        return []
    return ["WITHDRAW OFFER" if stands else "OFFER END"]


def lead(k: Sketch) -> int:
    return victory.pile(k.s, k.side) - victory.pile(k.s, k.enemy)


def on_the_ground(k: Sketch) -> int:
    """Points that the objectives are worth to this side more than to the other."""
    sign = {k.side: 1, k.enemy: -1}
    return sum(points * sign.get(k.s.control.get(at, ""), 0) for at, points in k.objectives().items())


def wants_end(k: Sketch) -> bool:
    if not field_has_end(k):
        return k.s.turn >= LONG
    return k.s.turn > 3 and lead(k) > 0 and lead(k) + on_the_ground(k) <= 0


def field_has_end(k: Sketch) -> bool:
    return bool(k.objectives())


def hopeless(k: Sketch) -> bool:
    """Far behind, and the enemy before the headquarters is stronger than all that is near it or could still come."""
    threat = sum(strength(card) for at in k.held() if k.to_own(at) == 1 for card in k.foes(at))
    near = sum(strength(card) for card in k.mine() if k.to_own(card.at) <= 1)
    coming = max((strength(card) for card in k.s.hand(k.side) if card.fights and card.cost <= k.pool), default=0)
    return lead(k) <= -BEHIND and threat > near + coming

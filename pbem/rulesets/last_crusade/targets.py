"""Who may be fired at from the air and by guns [P9.1, P10.1]: what the firing side sees lying face up."""

from __future__ import annotations

from pbem.engine.verbs import Refused
from pbem.rulesets.last_crusade.attack import Shot, can_fire, struck
from pbem.rulesets.last_crusade.state import MAP, PILE, Card, State


def target(s: State, id: str, rule: str) -> Card:
    """What a shot at the card hits. A card that is not seen is answered alike wherever it is, and by no name."""
    card = s.cards.get(id)
    if card is not None and card.place == PILE:
        raise Refused(rule, "target-gone", unit=id)
    if card is None or card.place != MAP or card.unknown or not (card.spotted and struck(s, id).spotted):
        raise Refused(rule, "target-not-spotted")
    if card.side == s.active:
        raise Refused(rule, "own-target", unit=id)
    if card.kind == "general":
        raise Refused("SE-10", "general-not-attacked", unit=id)
    if card.cls == "air":
        raise Refused("P9.4", "aircraft-not-attacked", unit=id)
    if card.kind == "obstacle":
        raise Refused("P14.3", "obstacle-not-attacked")
    if card.kind in ("leader", "attachment"):
        raise Refused(rule, "not-a-target", unit=id)
    return struck(s, id)


def must_bite(s: State, firer: Card, foe: Card) -> None:
    """P12.1: with a value of nothing it cannot attack that target."""
    if not can_fire(s, Shot(firer.id, foe.id)):
        raise Refused("P12.1", "no-firepower", unit=firer.id, target=foe.id)


def must_pay(s: State, rule: str) -> None:
    """Each of these attacks costs a point [P6.5]."""
    if s.pool[s.active] < 1:
        raise Refused(rule, "no-point", pool=s.pool[s.active])

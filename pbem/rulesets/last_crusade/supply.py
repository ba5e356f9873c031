"""Step 1: engagement ends, the general may go, points come in, two cards are drawn [P5.1, P14.6, P6, P7.1]."""

from __future__ import annotations

from pbem.engine.game import Game
from pbem.rulesets.last_crusade import field, special
from pbem.rulesets.last_crusade.marks import in_supply, near_enemy
from pbem.rulesets.last_crusade.state import AIRFIELD, DECK, HAND, OUT, Card, State

LEAVES_ON = 2  # P14.6: the highest die on which a general goes


def supply(g: Game) -> None:
    s: State = g.state
    refresh(s)
    hide(g)
    duration(g)
    if special.rolls_for_supply(s):
        income(g)
    draw(g, s.active, field.settings(s.scenario)["hand"]["draw"])


def refresh(s: State) -> None:
    """1a: nobody is engaged, everybody has his movement points again."""
    s.used, s.rolled = [], {}
    for card in s.of(s.active):
        card.engaged = card.carried = card.looked = False
        card.spent = 0


def hide(g: Game) -> None:
    """Spotted cards in supply with no enemy next to them are lost sight of [P4.3]."""
    s: State = g.state
    found = [card for card in s.of(s.active) if card.spotted and unwatched(s, card)]
    for at in sorted({card.at for card in found}):
        here = [card for card in found if card.at == at]
        g.log("hidden again", units=[card.id for card in here], side=s.active, at=at, rule="P4.3")
        for card in here:
            card.spotted = False


def unwatched(s: State, card: Card) -> bool:
    return card.at in AIRFIELD.values() or (in_supply(s, card) and not near_enemy(s, card.at, card.side))


def duration(g: Game) -> None:
    """1b: from the turn after he came a general may leave; he is in nobody's pile [P14.6, SE-10]."""
    s: State = g.state
    for card in [card for card in s.of(s.active) if card.kind == "general" and card.came < s.turn]:
        if g.roll("duration", at=s.active, sides=6, hidden=True) <= LEAVES_ON:
            g.log("general left", see=None if card.spotted else [s.active], units=[card.id], side=s.active, at=card.at, rule="P14.6")
            s.leave(card, OUT)


def income(g: Game) -> None:
    """1c: the side's dice, one more for a general in play [P6.1]."""
    s: State = g.state
    more = sum(card.effects.get("supply_dice", 0) for card in s.of(s.active))
    number = field.settings(s.scenario)["supply"]["dice"][s.active] + more
    dice = [g.roll("supply", at=s.active, sides=6, hidden=True) for _ in range(number)]
    s.pool[s.active] += sum(dice)
    g.log("supply", see=[s.active], side=s.active, dice=dice, amount=sum(dice), pool=s.pool[s.active], rule="P6.1")


def draw(g: Game, side: str, number: int, kind: str = "drawn", rule: str = "P7.1") -> None:
    """1e: a deck has no order; which card it is a hidden die says [P2.2]."""
    s: State = g.state
    drawn: list[str] = []
    while len(drawn) < number and (left := s.of(side, DECK)):
        card = left[g.roll("draw", at=side, sides=len(left), hidden=True) - 1]
        s.leave(card, HAND)
        drawn.append(card.id)
    if drawn:
        g.log(kind, side=side, cards=drawn, count=len(drawn), rule=rule)

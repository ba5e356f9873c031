"""Obstacles [P14.2, SU-7, SG-8]: what they do to those who cross them, in a move or in an assault."""

from __future__ import annotations

from pbem.engine.game import Game
from pbem.rulesets.last_crusade.attack import FACES, LEAST_HIT, bury, crew, doomed, spread
from pbem.rulesets.last_crusade.state import OTHER, PILE, Card, State
from pbem.rulesets.last_crusade.transport import engage, thrown_off


def found(g: Game, at: str, side: str) -> list[Card]:
    """The enemy's obstacles of a zone; once crossed they are known [P4.4]."""
    s: State = g.state
    works = s.obstacles(at, OTHER[side])
    for one in works:
        one.spotted = True
    if works:
        g.log("obstacle found", units=[one.id for one in works], side=side, at=at, rule="P14.2")
    return works


def hinders(obstacle: Card, unit: Card) -> bool:
    """Mines spare nobody; a ditch stops armor and transports."""
    return bool(obstacle.effects.get("mines")) or (bool(obstacle.effects.get("ditch")) and unit.cls in ("armor", "transport"))


def mines(g: Game, obstacle: Card, at: str, unit: str) -> None:
    """Dice without any modifier; a mounted pair once, the transport first [SU-7, TR-4]."""
    s: State = g.state
    dice, labels = [], []
    for _ in range(obstacle.effects["mines"]):
        dice.append(g.roll("mines", at=f"{at} > {unit}", sides=FACES))
        labels.append(g.last_die)
    hits, riders = sum(die >= LEAST_HIT for die in dice), [card.id for card in crew(s, unit)]
    taken = spread(s, unit, hits)
    for id, part in taken.items():
        s.cards[id].hits += part
    damage = [{"card": id, "hits": part, "destroyed": doomed(s.cards[id])} for id, part in taken.items()]
    rule = "TR-4" if len(riders) > 1 else "AC-3"
    g.log(
        "mines", units=[obstacle.id], side=obstacle.side, at=at, target=unit, dice=dice, labels=labels, hits=hits, damage=damage, rule=rule
    )
    bury(g, list(taken))
    thrown_off(s, riders)


def stop_at_ditch(g: Game, obstacle: Card, at: str, unit: Card) -> None:
    """Moving into its zone ends the move of armor and transports [SG-8]; a card that engages one of a pair engages both [TR-3]."""
    s: State = g.state
    unit.spent = unit.mp
    engage(s, unit)
    g.log("ditch", units=[obstacle.id], side=obstacle.side, at=at, target=unit.id, rule="TR-3" if s.passenger(unit.id) else "SG-8")


def cross_moving(g: Game, at: str, units: list[str]) -> list[str]:
    """P14.2, P3.7: everybody who enters crosses everything there. Returns whom it stopped or destroyed."""
    s: State = g.state
    side = s.cards[units[0]].side
    hindered: list[str] = []
    for obstacle in found(g, at, side):
        for card in [card for card in s.named(units) if hinders(obstacle, card)]:
            hindered += [one.id for one in crew(s, card.id)]
            if obstacle.effects.get("mines"):
                mines(g, obstacle, at, card.id)
            else:
                stop_at_ditch(g, obstacle, at, card)
    return hindered


def take_works(g: Game, at: str, side: str, rule: str) -> None:
    """Obstacles and fortifications of the enemy go to the victory pile of who took the zone [AC-18, P3.7]."""
    s: State = g.state
    works = [card for card in s.there(at, OTHER[side]) if card.kind == "fortification"] + s.obstacles(at, OTHER[side])
    for card in works:
        s.leave(card, PILE)
        s.piles[side].append(card.id)
    if works:
        g.log("works taken", units=[card.id for card in works], side=side, at=at, rule=rule)

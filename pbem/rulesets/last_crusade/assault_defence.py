"""What the passive side decides as it is assaulted [6e to 6g]: who is supplied, which guns support, which attack is the main one."""

from __future__ import annotations

from pbem.engine.choice import Choice, OneOf, Some
from pbem.engine.game import Game
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.assault_fight import Fight, about, assaulters, defenders, facts
from pbem.rulesets.last_crusade.assault_options import COST, guns_for
from pbem.rulesets.last_crusade.attack import Shot, crew, firepower
from pbem.rulesets.last_crusade.state import MAP, Card, State


def defence(g: Game, f: Fight) -> None:
    """R1 and R3 at once, R2 after them: the points of R1 are gone by then."""
    s: State = g.state
    supply, main = supply_choice(s, f), main_choice(s, f)
    asked = [choice for choice in (supply, main) if choice is not None]
    answers = g.ask_all(asked)
    if main is not None:
        f.main = answers.pop()
        g.log("main attack", side=f.passive, at=f.at, origin=f.main, origins=sorted(f.origins), rule="AS-22")
    supplied(g, f, answers.pop() if supply is not None else [])
    support(g, f)


# R1


def supply_choice(s: State, f: Fight) -> Choice | None:
    """AS-16; not in a zone that is out of supply [AS-18]. How many points there are is secret, so it never answers itself."""
    ours = [card.id for card in defenders(s, f)]
    if not ours or not field.supplied(s, f.at, f.passive):
        return None
    pool = s.pool[f.passive]
    told = {name: about(s, name, fp=best_value(s, f, name)) for name in ours}
    options = Some(dict.fromkeys(ours, COST), pool)
    return Choice(f.passive, "supply", f.at, options, "AS-16", facts(s, f, points=pool), told, secret=True)


def best_value(s: State, f: Fight, name: str) -> int:
    """The highest firepower it could use, supplied, against somebody of the force that comes."""
    shots = (Shot(name, enemy.id, f.at, doubled=f.armor_only) for enemy in assaulters(s, f))
    return max((firepower(s, shot).total for shot in shots), default=0)


def supplied(g: Game, f: Fight, names: list[str]) -> None:
    """One point each whatever the type, a mounted pair one in all [AS-16, SR-8]."""
    s: State = g.state
    if not defenders(s, f):
        return
    f.supplied = [card.id for name in names for card in crew(s, name)]
    s.pay(f.passive, COST * len(names))
    rule = "AS-16" if field.supplied(s, f.at, f.passive) else "AS-18"
    g.log("defence supplied", units=f.supplied, side=f.passive, at=f.at, cost=COST * len(names), rule=rule)


# R3


def main_choice(s: State, f: Fight) -> Choice | None:
    """AS-22."""
    if len(f.origins) < 2:
        return None
    force = {at: [card.id for card in assaulters(s, f) if card.at == at] for at in f.origins}
    told = {at: {"units": len(names), "fp": sum(sum_of(s, name) for name in names)} for at, names in force.items()}
    return Choice(f.passive, "main", f.at, OneOf(sorted(f.origins)), "AS-22", facts(s, f), told)


def sum_of(s: State, name: str) -> int:
    return sum(card.arm + card.inf for card in crew(s, name))


# R2


def support(g: Game, f: Fight) -> None:
    """AS-19. Asked on what the enemy can see, so that the question itself betrays no gun."""
    s: State = g.state
    if not could_support(s, f):
        return
    mine, pool = guns_for(s, f.at, f.passive), s.pool[f.passive]
    told = {name: about(s, name, fp=best_value(s, f, name)) for name in mine}
    options = Some(dict.fromkeys(mine, COST), pool)
    names = g.ask(Choice(f.passive, "support", f.at, options, "AS-19", facts(s, f, points=pool), told, secret=True))
    f.defence_guns = [name for name in mine if name in names]
    for card in s.named(f.defence_guns):
        card.spotted = card.engaged = True
    s.pay(f.passive, COST * len(f.defence_guns))
    if f.defence_guns:
        g.log("defence guns", units=f.defence_guns, side=f.passive, at=f.at, cost=COST * len(f.defence_guns), rule="AS-19")


def could_support(s: State, f: Fight) -> bool:
    """A known gun, or a card that lies face down and so may be one of the longest range of that side's cards."""
    longest = max((card.range for card in s.cards.values() if card.side == f.passive), default=0)
    return any(may_be_gun(s, f, card, longest) for card in s.of(f.passive))


def may_be_gun(s: State, f: Fight, card: Card, longest: int) -> bool:
    if card.place != MAP or card.at == f.at or card.rides or card.inside or card.kind in ("leader", "attachment", "obstacle"):
        return False
    if not field.supplied(s, card.at, f.passive):
        return False  # P6.4, and anybody can see it
    if card.spotted:
        return card.cls == "artillery" and not card.engaged and field.in_range(s, card, f.at)
    return field.distance(s, card.at, f.at) <= longest

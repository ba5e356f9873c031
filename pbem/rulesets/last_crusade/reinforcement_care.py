"""REFIT, DIG IN and USE [P7.5, SE-7, P7.6, P14.5, SE-15 to SE-17]."""

from __future__ import annotations

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.last_crusade.lines import carried_out, only_one, own_card
from pbem.rulesets.last_crusade.marks import in_supply
from pbem.rulesets.last_crusade.state import Card, State
from pbem.rulesets.last_crusade.transport import engage

REFITTED = ("unit", "hq", "fortification")


# refit


def refit(g: Game, line: Line) -> None:
    """P7.5: a point takes a hit off."""
    s: State = g.state
    number = int(line.args.get("number") or 0)
    hits = {id: s.cards[id].hits for id in line.units() if id in s.cards}
    before = s.pool[s.active]
    done = carried_out(g, line, lambda s, id: refit_card(s, id, number), f"FOR {number}" if number else "")
    g.note(line, cost=before - s.pool[s.active], pool=s.pool[s.active])
    for card in s.named(done):
        rule = "SE-7" if card.kind == "fortification" else "P7.5"
        g.log("refit", units=[card.id], side=card.side, at=card.at, points=hits[card.id] - card.hits, rule=rule)


def refit_card(s: State, id: str, number: int) -> None:
    """All its hits, or as many as are named; a unit is engaged by it, a fortification is not."""
    card = own_card(s, id, "P7.5")
    if card.kind not in REFITTED:
        raise Refused("P7.5", "not-refitted", unit=id)
    if not card.hits:
        raise Refused("P7.5", "undamaged", unit=id)
    if card.engaged:
        raise Refused("P5.1", "engaged-already", unit=id)
    if not in_supply(s, card):
        raise Refused("P7.5", "unit-unsupplied", unit=id, zone=card.at)
    points, pool = min(number or card.hits, card.hits), s.pool[s.active]
    if points > pool:
        raise Refused("P7.5", "refit-not-paid", f"REFIT {id} FOR {pool}" if pool else "", unit=id, cost=points, pool=pool)
    s.pay(s.active, points)
    card.hits -= points
    if card.kind != "fortification":
        engage(s, card)


# dig in


def dig_in(g: Game, line: Line) -> None:
    s: State = g.state
    for card in s.named(carried_out(g, line, dig_in_card)):
        g.log("dug in", units=[card.id], side=card.side, at=card.at, rule="P7.6")


def dig_in_card(s: State, id: str) -> None:
    """P7.6: infantry and guns on foot or on wheels of their own; who sits on a transport is not in the ground."""
    card = own_card(s, id, "P7.6")
    if card.cls not in ("infantry", "artillery"):
        raise Refused("P7.6", "cannot-dig-in", unit=id)
    if card.rides:
        raise Refused("P7.6", "mounted", unit=id, transport=card.rides)
    if card.dug_in:
        raise Refused("P7.6", "dug-in-already", unit=id)
    if card.engaged:
        raise Refused("P5.1", "engaged-already", unit=id)
    card.dug_in = True
    engage(s, card)


# headquarters troops


def use(g: Game, line: Line) -> None:
    """The card is shown, and lies face down again afterwards [SE-15]."""
    s: State = g.state
    on = line.args.get("on") or []
    hits = {id: s.cards[id].hits for id in on if id in s.cards}
    for card in s.named(carried_out(g, line, lambda s, id: use_card(s, id, on), f"ON {on[0]}" if on else "")):
        effect = "supply" if "supply" in card.effects else "repair"
        amount = card.effects["supply"] if effect == "supply" else hits[on[0]] - s.cards[on[0]].hits
        whom = {} if effect == "supply" else {"on": on[0]}
        before, card.spotted = card.spotted, True
        g.log("ability", units=[card.id], side=card.side, at=card.at, card=card.type, effect=effect, amount=amount, **whom, rule="SE-15")
        card.spotted = before


def use_card(s: State, id: str, on: list[str]) -> None:
    """One of a type in a player turn; combat units are free of that [SE-16, SE-17]."""
    card = own_card(s, id, "P14.5")
    if not ("supply" in card.effects or "repair" in card.effects):
        raise Refused("P14.5", "no-ability", unit=id)
    if card.type in s.used and not card.fights:
        raise Refused("SE-16", "type-used-already", unit=id, card=card.type)
    if "supply" in card.effects:
        s.pool[s.active] += card.effects["supply"]
    else:
        repair(s, card, on)
    s.used = [*s.used, card.type]


def repair(s: State, workshop: Card, on: list[str]) -> None:
    """Takes hits off one armor unit in supply, free, and does not engage it."""
    unit = own_card(s, only_one(on, "P14.5"), "P14.5")
    if unit.cls != "armor":
        raise Refused("P14.5", "armor-only", unit=unit.id)
    if not unit.hits:
        raise Refused("P14.5", "undamaged", unit=unit.id)
    if not in_supply(s, unit):
        raise Refused("P14.5", "unit-unsupplied", unit=unit.id, zone=unit.at)
    unit.hits -= min(unit.hits, workshop.effects["repair"])

"""Assaults [VII*.1]: the ASSAULT line, who takes part and what it costs; then the fight, wholly inside its line."""

from __future__ import annotations

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.assault_defence import defence
from pbem.rulesets.last_crusade.assault_end import finish, withdraw
from pbem.rulesets.last_crusade.assault_fight import Fight, assaulters, defenders, guns
from pbem.rulesets.last_crusade.assault_fire import phase_one, phase_two
from pbem.rulesets.last_crusade.assault_options import (
    Why,
    affordable,
    armor_only,
    cost,
    instead,
    may_be_assaulted,
    order_text,
    price,
    sorted_out,
    why_not_assault,
    why_not_gun,
)
from pbem.rulesets.last_crusade.attack import crew, head
from pbem.rulesets.last_crusade.march import March, lapse, leave_out
from pbem.rulesets.last_crusade.reach import move_text
from pbem.rulesets.last_crusade.state import MAP, State
from pbem.rulesets.last_crusade.transport import engage, spend

Force = tuple[list[str], list[str]]  # units and guns


def assault(g: Game, line: Line, march: March) -> None:
    s: State = g.state
    at = line.args["place"][0]
    force = taking_part(g, line, at, march)
    if force is None:
        return
    units, supporting = force
    f = Fight(at, s.active, by_origin(s, units), supporting)
    f.armor_only = armor_only(s, units) and not field.clear(s, at)
    f.walkover = f.headquarters and not defenders(s, f)
    points = cost(s, units, supporting)
    g.note(line, cost=points, pool=s.pool[s.active] - points)
    march.fought += [name for names in f.origins.values() for name in names]
    declare(g, f, units)
    fight(g, f)


def fight(g: Game, f: Fight) -> None:
    """AC-2: two phases, the second if somebody is left to assault [AC-10, AC-11] and to fight with [P13.3]."""
    s: State = g.state
    defence(g, f)
    phase_one(g, f)
    if assaulters(s, f) and goes_on(s, f):
        withdraw(g, f)
        if assaulters(s, f):
            phase_two(g, f)
    elif assaulters(s, f):
        g.log("phase 2 skipped", side=f.side, at=f.at, rule="P13.3")
    finish(g, f)


def goes_on(s: State, f: Fight) -> bool:
    return bool(defenders(s, f) or guns(s, f, f.passive))


def by_origin(s: State, units: list[str]) -> dict[str, list[str]]:
    """AS-7: own headquarters are one origin."""
    found: dict[str, list[str]] = {}
    for name in units:
        found.setdefault(s.cards[name].at, []).extend(card.id for card in crew(s, name))
    return dict(sorted(found.items()))


# who takes part


def taking_part(g: Game, line: Line, at: str, march: March) -> Force | None:
    """AS-1 to AS-14. Whoever may not is refused, unless no order could know, or MIN says that fewer will do."""
    s: State = g.state
    if not may_be_assaulted(s, at, s.active):
        raise not_held(s, at, line.units())
    named = [name for clause in line.clauses.get("support", []) for name in clause["units"]]
    good, why = sorted_out(s, at, line.units())
    shells, why_gun = able_guns(s, at, [name for name in named if head(s, name).id not in good])
    units, supporting = affordable(s, s.active, good, shells)
    least = int(line.clauses.get("min", {}).get("number", 0))
    failed = [head(s, name).id for name in (*line.units(), *named) if head(s, name).id not in (*units, *supporting)]
    by_fate = bool(failed) and all(unforeseen(s, at, name, march) for name in failed)
    if len(units) < max(1, least):
        wrong = too_few(s, at, line, units, why, least)
        if not by_fate:
            raise wrong
        lapse(g, line, wrong)
        return None
    refused = refusal_of(s, at, (good, shells), (units, supporting), why or why_gun)
    if refused is not None:
        if least or by_fate:
            leave_out(g, line, failed, refused.refusal, at)
        else:
            g.stop(refused, True)
    return units, supporting


def unforeseen(s: State, at: str, name: str, march: March) -> bool:
    why = why_not_assault(s, name, at)
    return march.unforeseen(name, why[1] if why else "")


def able_guns(s: State, at: str, names: list[str]) -> tuple[list[str], Why | None]:
    good: list[str] = []
    first: Why | None = None
    for name in dict.fromkeys(names):
        why = why_not_gun(s, name, at)
        if why is None:
            good.append(name)
        first = first or why
    return good, first


def not_held(s: State, at: str, names: list[str]) -> Refused:
    """An empty zone is entered by a move [P3.7]."""
    nearest = instead(s, at, names)
    beside = [head(s, name).id for name in names if s.cards[name].place == MAP and at in field.neighbours(s, head(s, name).at)]
    if not nearest and beside and s.cards[beside[0]].left:
        nearest = move_text(beside[:1], [s.cards[beside[0]].at, at])
    return Refused("AS-1", "not-held", nearest, to=at)


def too_few(s: State, at: str, line: Line, units: list[str], why: Why | None, least: int) -> Refused:
    if least > 1 and units:
        return Refused("P13.10", "fewer-than-min", least=least, able=len(units), to=at)
    if why is not None:
        rule, key, facts = why
        return Refused(rule, key, instead(s, at, line.units()), **facts)
    return short(s, at, sorted_out(s, at, line.units())[0], [], units)


def short(s: State, at: str, units: list[str], shells: list[str], able: list[str], paid: list[str] | None = None) -> Refused:
    """AS-14: no credit."""
    nearest = order_text(at, able, paid) if able else ""
    return Refused("AS-14", "cannot-pay", nearest, cost=cost(s, units, shells), pool=s.pool[s.active], to=at)


def refusal_of(s: State, at: str, able: Force, paid: Force, why: Why | None) -> Refused | None:
    """What keeps the line from being played as written, with the nearest that can be."""
    if why is not None:
        rule, key, facts = why
        return Refused(rule, key, order_text(at, *paid), **facts)
    return None if able == paid else short(s, at, *able, *paid)


# declaration


def declare(g: Game, f: Fight, units: list[str]) -> None:
    """6c, 6d: spotted, engaged, paid; then the defenders come to light."""
    s: State = g.state
    points = cost(s, units, f.guns)
    for name in [*units, *f.guns]:
        for card in crew(s, name):
            card.spotted = True  # AS-9
    for name in f.guns:
        engage(s, s.cards[name])  # AS-10
    s.pay(f.side, points)  # AS-11
    for name in units:
        for card in crew(s, name):
            card.dug_in = False  # P7.6
        spend(s, s.cards[name])  # AS-6
    costs = {name: price(s, name) for name in units}
    everybody = [card for names in f.origins.values() for card in names]
    g.log(
        "assault", units=everybody, side=f.side, at=f.at, origins=f.origins, guns=f.guns, cost=points, costs=costs,
        terrain=field.terrain(s, f.at), armor_only=f.armor_only, rule="AS-7",
    )  # fmt: skip
    spot_defenders(g, f)


def spot_defenders(g: Game, f: Fight) -> None:
    """AS-15: everything that lies in the zone."""
    s: State = g.state
    hidden = [card for card in s.there(f.at, f.passive) if not card.spotted]
    for card in hidden:
        card.spotted = True
    if hidden:
        g.log("spotted", units=[card.id for card in hidden], side=f.side, at=f.at, rule="AS-15")

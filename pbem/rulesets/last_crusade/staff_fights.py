"""Which zones the staff assaults, with whom, and what fires at them before."""

from __future__ import annotations

from itertools import chain

from pbem.engine.verbs import Refused
from pbem.rulesets.last_crusade import air, bombardment, field, special, victory
from pbem.rulesets.last_crusade.assault_options import (
    PER_HQ,
    PER_ZONE,
    cost,
    may_be_assaulted,
    order_text,
    sorted_out,
    why_not_assault,
    why_not_gun,
)
from pbem.rulesets.last_crusade.attack import Shot, firepower, struck
from pbem.rulesets.last_crusade.reach import reach
from pbem.rulesets.last_crusade.staff_odds import TENTH, Fight, Outlook, fighter, surviving
from pbem.rulesets.last_crusade.staff_sketch import Sketch
from pbem.rulesets.last_crusade.state import HQ, Card
from pbem.rulesets.last_crusade.transport import spend

GROUND = 100  # what a zone is worth
ENOUGH = 60  # hundredths that an assault has to promise
MOST_FIGHTS = 3
WIN = 2500  # what it is worth to end the game as the winner
Force = tuple[list[str], list[str]]  # units and guns
Plan = tuple[int, str, dict[str, str], list[str], list[str]]  # score, zone, unit -> origin, units, guns


def assaults(k: Sketch, budget: int) -> int:
    """Orders the assaults that promise most, one after the other; returns the points spent."""
    spent = 0
    for _ in range(MOST_FIGHTS):
        plans = [plan for at in targets(k) if (plan := best_plan(k, at, budget - spent)) is not None]
        if not plans:
            break
        score, at, origins, units, guns = max(plans, key=lambda plan: (plan[0], plan[1]))
        if score < ENOUGH:
            break
        spent += order(k, at, origins, units, guns)
    return spent


def targets(k: Sketch) -> list[str]:
    zones = [*field.zones(k.s.scenario), HQ[k.enemy]]
    return [at for at in zones if at not in k.aims and may_be_assaulted(k.s, at, k.side)]


def best_plan(k: Sketch, at: str, budget: int) -> Plan | None:
    origins = candidates(k, at)
    if not origins or budget < 1:
        return None
    units, guns = cut_to(k, at, list(origins), supporters(k, at, list(origins)), budget)
    if not units:
        return None
    best = rated(k, at, origins, units, guns)
    while True:
        fewer = [([u for u in units if u != name], guns) for name in units if len(units) > 1]
        fewer += [(units, [gun for gun in guns if gun != name]) for name in guns]
        found = [(rated(k, at, origins, *force), force) for force in fewer]
        top = max(found, key=lambda one: one[0], default=None)
        if top is None or top[0] <= best:
            return best, at, {name: origins[name] for name in units}, units, guns
        best, (units, guns) = top


def candidates(k: Sketch, at: str) -> dict[str, str]:
    """Units that may assault the zone, and from where: the strongest first, as many from each origin as the rules allow."""
    found: dict[str, str] = {}
    room = {near: PER_HQ if field.headquarters(near) else PER_ZONE for near in field.neighbours(k.s, at)}
    ground = {near: field.room(k.s, near, k.side) for near in room}
    for card in sorted(k.mine(), key=lambda card: (-(card.arm + card.inf), card.id)):
        empty = card.cls == "transport" and k.s.passenger(card.id) is None
        if card.id in k.fixed or card.cls == "artillery" or card.inside or empty:
            continue
        if card.at in room and why_not_assault(k.s, card.id, at) is None and room[card.at]:
            found[card.id] = card.at
            room[card.at] -= 1
        elif card.at not in room and card.left > 1 and card.kind == "unit" and not card.engaged:
            able = [near for near, way in reach(k.s, card.id).items() if near in room and len(way) < card.left]
            able = [near for near in able if room[near] and ground[near] > 0 and joins(k, near, card)]
            if able:
                near = min(able, key=lambda near: (list(found.values()).count(near), near))
                found[card.id] = near
                room[near] -= 1
                ground[near] -= 1
    return found


def joins(k: Sketch, near: str, card: Card) -> bool:
    """The zone will be in supply once the unit has come there [AS-1]."""
    fed = field.supplied_zones(k.s, k.side)
    return near in fed or (card.at in fed and any(at in fed for at in field.neighbours(k.s, near)) and not k.foes(near))


def supporters(k: Sketch, at: str, units: list[str]) -> list[str]:
    able = [
        gun for gun in k.guns() if gun.id not in units and gun.id not in k.fixed and why_not_gun(k.s, gun.id, at) is None and gun.at != at
    ]
    return [gun.id for gun in sorted(able, key=lambda gun: (-gun.inf, gun.id))]


def cut_to(k: Sketch, at: str, units: list[str], guns: list[str], budget: int) -> Force:
    """As many as the points pay for, the strongest first."""
    while units and cost(k.s, units, guns) > budget:
        if guns and len(guns) * 2 > len(units):
            guns = guns[:-1]
        else:
            units = units[:-1]
    return units, guns


def rated(k: Sketch, at: str, origins: dict[str, str], units: list[str], guns: list[str]) -> int:
    """Hundredths of a point of victory that the assault promises, less what it costs."""
    before = {name: k.s.cards[name].at for name in units}
    for name in units:
        k.s.cards[name].at = origins[name]
    found = Fight(k.s, k.side, at, units, guns, k.shelled, k.values).outlook()
    for name, start in before.items():
        k.s.cards[name].at = start
    return found.gain - found.loss - k.point * cost(k.s, units, guns) + prize(k, at, found)


def prize(k: Sketch, at: str, found: Outlook) -> int:
    """What the ground is worth, a headquarters the whole game: as its captor one may lose all the same [VP-4]."""
    if at == HQ[k.enemy]:
        ahead = victory.pile(k.s, k.side) - victory.pile(k.s, k.enemy) + victory.BONUS + (found.gain - found.loss) // 100
        return found.captured * (WIN if ahead >= 0 else -WIN) // 1000
    late = 100 if k.turns_left() <= 3 else 60
    worth = GROUND + late * k.objectives().get(at, 0) + (GROUND if at in field.edge(k.s, k.enemy) else 0)
    return found.captured * worth // 1000


def order(k: Sketch, at: str, origins: dict[str, str], units: list[str], guns: list[str]) -> int:
    """The moves to the origins, then the assault."""
    for name in units:
        if k.s.cards[name].at != origins[name]:
            k.go(k.s.cards[name], origins[name])
    able, _ = sorted_out(k.s, at, units)
    points = cost(k.s, able, guns)
    k.aims.append(at)
    if not able or points > k.pool:
        return 0
    engineers = [name for name in able if "engineer" in k.s.cards[name].flags]
    first = "" if not engineers or len(able) < 3 else " ENGINEERS CLEAR"
    k.lines.append(order_text(at, able, guns) + first)
    k.s.pay(k.side, points)
    for name in able:
        spend(k.s, k.s.cards[name])
    for name in guns:
        k.s.cards[name].engaged = True
    k.fixed.update(able, guns)
    return points


# before the assault


def strikes(k: Sketch) -> None:
    """Aircraft against what they hurt most."""
    for plane in [card for card in k.s.of(k.side) if card.cls == "air" and card.at and not card.engaged]:
        lanes = sorted({field.lane(k.s, at) for at in field.zones(k.s.scenario)})
        found = best_target(k, plane, visible(k))
        if found is None or k.pool < 2 or special.fog(k.s) or plane.hits >= plane.defence - 1:
            continue
        foe = k.s.cards[found]
        lane = min(lanes, key=lambda lane: (flak(k, foe.at, lane), lane)) if field.headquarters(foe.at) else ""

        def act(plane: str = plane.id, aim: str = found, lane: str = lane) -> None:
            air.take_off(k.s, plane, aim, int(lane or 0))

        if k.attempt(air.text(found, [plane.id], int(lane or 0)), act):
            shell(k, plane, found)


def flak(k: Sketch, at: str, lane: str) -> int:
    flown = air.corridor(k.s, k.side, at, int(lane))
    return sum(card.effects.get("aa", 0) for zone in flown for card in k.s.there(zone, k.enemy))


def bombardments(k: Sketch, keep: int) -> None:
    """Guns that no assault needs, as long as more than `keep` points are left."""
    for gun in sorted(k.guns(), key=lambda gun: (-gun.inf, gun.id)):
        if gun.id in k.fixed or k.pool <= keep:
            continue
        near = [name for name in visible(k) if may_bombard(k, gun, name)]
        found = best_target(k, gun, near)
        if found is not None:

            def act(gun: str = gun.id, aim: str = found) -> None:
                bombardment.fire(k.s, gun, aim)

            if k.attempt(f"BOMBARD {found} WITH {gun.id}", act):
                shell(k, gun, found)
                k.fixed.add(gun.id)


def may_bombard(k: Sketch, gun: Card, name: str) -> bool:
    at = k.s.cards[name].at
    try:
        bombardment.in_reach(k.s, gun, k.s.cards[name])
    except Refused:
        return False
    return not special.fog(k.s) or bombardment.observed(k.base, at)


def visible(k: Sketch) -> list[str]:
    """Enemy cards that may be fired at, and seen before the turn began."""
    lying = chain.from_iterable(k.foes(at) for at in k.held())
    return [
        card.id
        for card in lying
        if card.spotted and not card.unknown and card.kind in ("unit", "hq", "fortification") and card.cls != "air"
    ]


def best_target(k: Sketch, firer: Card, names: list[str]) -> str | None:
    """The shot that destroys most, if it is worth its point."""
    rated: list[tuple[int, str]] = []
    for name in names:
        foe = fighter(k.s, struck(k.s, name).id)
        had = TENTH * k.shelled.get(foe.id, 0)
        dice = TENTH * firepower(k.s, Shot(firer.id, foe.id)).total
        sure = surviving(foe.left, had) - surviving(foe.left, had + dice)
        hurt = min(foe.left, (had + dice) // (3 * TENTH)) - min(foe.left, had // (3 * TENTH))
        bonus = 4 if k.s.cards[name].cls == "artillery" or name in [card.id for at in k.aims for card in k.foes(at)] else 3
        rated.append(((foe.cost * sure // TENTH + 30 * hurt * surviving(foe.left, had) // 1000) * bonus // 3, name))
    best = max(rated, default=(0, ""))
    return best[1] if best[0] > k.point else None


def shell(k: Sketch, firer: Card, name: str) -> None:
    target = struck(k.s, name).id
    k.shelled[target] = k.shelled.get(target, 0) + firepower(k.s, Shot(firer.id, target)).total

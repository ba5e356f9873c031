"""The two phases of fire of an assault [VII*.2]: obstacles, then shot by shot, every target chosen after what the last shot did."""

from __future__ import annotations

from pbem.engine.choice import Choice, OneOf
from pbem.engine.game import Game
from pbem.rulesets.last_crusade import obstacles
from pbem.rulesets.last_crusade.assault_fight import Fight, about, assaulters, defenders, facts, guns, targets
from pbem.rulesets.last_crusade.attack import Shot, bury, can_fire, crew, doomed, firepower, head, kill, shoot
from pbem.rulesets.last_crusade.state import Card, State
from pbem.rulesets.last_crusade.transport import thrown_off

CEASE = "cease"


def phase_one(g: Game, f: Fight) -> None:
    """Obstacles, the defender, then what is left of the attacker [AC-3 to AC-8]."""
    f.phase = 1
    cross(g, f)
    for side in (f.passive, f.side):
        volley(g, f, side)
    f.slowed, f.clearing = {}, []


def phase_two(g: Game, f: Fight) -> None:
    """AC-12: everybody fires, then all the dead are removed; neither obstacles nor points [AC-13, AC-14]."""
    s: State = g.state
    f.phase = 2
    there = [card.id for card in [*s.there(f.at, f.passive), *ours(s, f)]]
    for side in (f.passive, f.side):
        volley(g, f, side, remove=False)
    bury(g, there)
    thrown_off(s, [card.id for card in ours(s, f)])


def ours(s: State, f: Fight) -> list[Card]:
    return s.named([name for names in f.origins.values() for name in names])


# obstacles


def cross(g: Game, f: Fight) -> None:
    """AC-3; engineers clear the way of all who come from their zone, and do not fire in this phase [AC-4, P13.6]."""
    s: State = g.state
    works = obstacles.found(g, f.at, f.side)
    cleared = clear(g, f, works)
    for obstacle in works:
        for name in [card.id for card in assaulters(s, f) if f.origin(card.id) not in cleared]:
            if not obstacles.hinders(obstacle, s.cards[name]) or s.cards[name] not in assaulters(s, f):
                continue
            if obstacle.effects.get("mines"):
                obstacles.mines(g, obstacle, f.at, name)
            else:
                f.slowed[name] = obstacle.effects["ditch"]
                g.log("ditch", units=[obstacle.id], side=f.passive, at=f.at, target=name, rule="AC-3")


def clear(g: Game, f: Fight, works: list[Card]) -> list[str]:
    """D1: asked where an obstacle would hinder somebody of the same origin; of several engineers there the next, if the first fires.

    Returns the origins with a clear way."""
    s: State = g.state
    hindered = [f.origin(card.id) for card in assaulters(s, f) if any(obstacles.hinders(one, card) for one in works)]
    waiting = [card.id for card in assaulters(s, f) if is_engineer(s, card) and f.origin(card.id) in hindered]
    cleared: list[str] = []
    while waiting:
        first: dict[str, str] = {}
        for name in waiting:
            first.setdefault(f.origin(name), name)
        answers = g.ask_all([engineers_choice(s, f, name) for name in first.values()])
        f.clearing += [name for name, answer in zip(first.values(), answers, strict=True) if answer == "clear"]
        cleared = [f.origin(name) for name in f.clearing]
        waiting = [name for name in waiting if name not in first.values() and f.origin(name) not in cleared]
    if f.clearing:
        g.log("engineers", units=f.clearing, side=f.side, at=f.at, clear=[one.id for one in works], rule="AC-4")
    return cleared


def is_engineer(s: State, card: Card) -> bool:
    return any("engineer" in part.flags for part in crew(s, card.id))


def engineers_choice(s: State, f: Fight, name: str) -> Choice:
    told = facts(s, f, origin=f.origin(name))
    return Choice(f.side, "engineers", name, OneOf(["clear", "fire"]), "AC-4", told, {name: about(s, name)})


# fire


def volley(g: Game, f: Fight, side: str, remove: bool = True) -> None:
    """All of one side, one after the other [AC-6]; each at most once, or not at all [P12.7]."""
    s: State = g.state
    fired: list[str] = []
    while shots := open_shots(s, f, side, fired):
        answer = g.ask(fire_choice(s, f, side, shots))
        if answer == CEASE:
            return
        shot = shots[answer]
        fired += [card.id for card in crew(s, shot.firer)]
        parts = [card.id for card in crew(s, head(s, shot.target).id)]
        shoot(g, "shot", shot, "AC-5" if side == f.passive else "AC-8", remove)
        if remove and side == f.passive:
            thrown_off(s, parts)


def firers(s: State, f: Fight, side: str) -> list[Card]:
    if side == f.passive:
        return [*defenders(s, f), *guns(s, f, side)]
    if f.walkover:
        return []
    return [card for card in [*assaulters(s, f), *guns(s, f, side)] if card.id not in f.clearing]


def open_shots(s: State, f: Fight, side: str, fired: list[str]) -> dict[str, Shot]:
    """Every shot that can still be fired, under its name."""
    enemies = targets(s, f) if side == f.side else assaulters(s, f)
    able = [card for card in firers(s, f, side) if card.id not in fired]
    shots = [shot_of(s, f, firer, enemy) for firer in able for enemy in enemies]
    return {f"{shot.firer}>{shot.target}": shot for shot in shots if can_fire(s, shot)}


def shot_of(s: State, f: Fight, firer: Card, enemy: Card) -> Shot:
    if firer.side == f.side:
        return Shot(firer.id, enemy.id, f.at, flank=f.flank(firer.id), ditch=f.slowed.get(firer.id, 0))
    unpaid = firer.id not in (*f.supplied, *f.defence_guns)
    return Shot(firer.id, enemy.id, f.at, doubled=f.armor_only, unsupplied=unpaid)


def fire_choice(s: State, f: Fight, side: str, shots: dict[str, Shot]) -> Choice:
    """R4, R5, D2, D4."""
    rule = "AC-12" if f.phase == 2 else "AC-5" if side == f.passive else "AC-8"
    best: dict[str, int] = {}
    for shot in shots.values():
        best[shot.firer] = max(best.get(shot.firer, 0), firepower(s, shot).total)
    told = {name: about_shot(s, shot, best[shot.firer]) for name, shot in shots.items()}
    return Choice(side, "fire", f"{f.at} phase {f.phase}", OneOf([*shots, CEASE]), rule, facts(s, f, phase=f.phase), told)


def about_shot(s: State, shot: Shot, best: int) -> dict[str, object]:
    """`order`: the strongest fires first, where it most probably destroys; then the dearest, the most damaged [P12.9]."""
    target, chance = s.cards[shot.target], kill(s, shot)
    dead = int(doomed(target) or (target.kind == "fortification" and s.occupant(target.id) is None))  # they come last of all
    known = about(s, target.id)
    return {
        "firer": shot.firer, "target": target.id, "kill": chance, "fp": firepower(s, shot).total, "kinds": [target.id, *known["kinds"]],
        "cost": known["cost"], "hits": target.hits, "order": [dead, -best, -chance, -int(known["cost"]), -target.hits],
    }  # fmt: skip

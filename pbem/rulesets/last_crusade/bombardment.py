"""Step 5: guns fire at what has been spotted [P10]. Nobody fires back."""

from __future__ import annotations

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.last_crusade import field, special
from pbem.rulesets.last_crusade.attack import Shot, shoot
from pbem.rulesets.last_crusade.lines import allowed, only_one, own_card, still
from pbem.rulesets.last_crusade.marks import ground, in_supply, spot
from pbem.rulesets.last_crusade.state import Card, State
from pbem.rulesets.last_crusade.targets import must_bite, must_pay, target
from pbem.rulesets.last_crusade.transport import engage


def bombardment(g: Game) -> None:
    g.play_lines(g.state.active, bombard)


def bombard(g: Game, line: Line) -> None:
    """One gun after the other, as long as the target is there to be hit."""
    s: State = g.state
    aim = only_one(list(line.args["target"]), "P10.1")
    before = s.pool[s.active]

    def act(s: State, gun: str) -> None:
        fire(s, gun, aim)

    for gun in allowed(g, line, act, lambda good: f"BOMBARD {aim} WITH {', '.join(good)}"):
        if still(s, gun, act):
            spot([s.cards[gun]])
            shoot(g, "bombardment", Shot(gun, aim), "P10.1")
    g.note(line, cost=before - s.pool[s.active], pool=s.pool[s.active])


def fire(s: State, id: str, aim: str) -> None:
    """Pays for the shot and engages the gun, or says why it may not fire."""
    special.must_not_skip(s, "bombardment")
    foe, gun = target(s, aim, "P10.1"), own_card(s, id, "P10.1")
    if gun.cls != "artillery":
        raise Refused("P10.1", "not-a-gun", unit=id)
    if gun.engaged:
        raise Refused("P5.1", "engaged-already", unit=id)
    if not in_supply(s, gun):
        raise Refused("P10.1", "unit-unsupplied", unit=id, zone=gun.at)
    in_reach(s, gun, foe)
    if special.fog(s) and not observed(s, foe.at):
        raise Refused("SC-1", "fog-nobody-near", zone=foe.at)
    must_bite(s, gun, foe)
    must_pay(s, "P10.1")
    s.pay(s.active, 1)
    engage(s, gun)


def in_reach(s: State, gun: Card, foe: Card) -> None:
    away = field.distance(s, gun.at, foe.at)
    if not 1 <= away <= gun.range:
        raise Refused("P10.1", "gun-out-of-range", unit=gun.id, zone=foe.at, distance=away, range=gun.range)


def observed(s: State, at: str) -> bool:
    """Next to a zone with a ground unit of the own side that is no artillery [SC-1]."""
    near = [card for zone in field.neighbours(s, at) for card in s.there(zone, s.active)]
    return any(ground(card) and card.cls != "artillery" for card in near)

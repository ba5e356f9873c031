"""Step 4: fighter-bombers fly up the lane of their target, through what anti-aircraft fire there is [P9]."""

from __future__ import annotations

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.last_crusade import field, special
from pbem.rulesets.last_crusade.attack import FACES, LEAST_HIT, Shot, bury, doomed, shoot
from pbem.rulesets.last_crusade.lines import allowed, only_one, own_card, still
from pbem.rulesets.last_crusade.marks import spot
from pbem.rulesets.last_crusade.state import HQ, OTHER, Card, State
from pbem.rulesets.last_crusade.targets import must_bite, must_pay, target


def air(g: Game) -> None:
    g.play_lines(g.state.active, lambda g, line: strike(g, line) if line.verb == "STRIKE" else None)


def strike(g: Game, line: Line) -> None:
    """One aircraft after the other, as long as the target is there to be hit."""
    s: State = g.state
    aim, lane = only_one(list(line.args["target"]), "P9.1"), int(line.args.get("lane") or 0)
    before = s.pool[s.active]

    def act(s: State, plane: str) -> None:
        take_off(s, plane, aim, lane)

    for plane in allowed(g, line, act, lambda good: text(aim, good, lane)):
        if still(s, plane, act):
            spot([s.cards[plane]])
            if run_the_corridor(g, s.cards[plane], corridor(s, s.active, s.cards[aim].at, lane)):
                shoot(g, "strike", Shot(plane, aim), "P9.3")
    g.note(line, cost=before - s.pool[s.active], pool=s.pool[s.active])


def text(aim: str, planes: list[str], lane: int) -> str:
    return f"STRIKE {aim} WITH {', '.join(planes)}" + (f" LANE {lane}" if lane else "")


def take_off(s: State, id: str, aim: str, lane: int) -> None:
    """Pays for the strike and engages the aircraft, or says why it may not fly [P9.1]."""
    special.must_not_skip(s, "air")
    if special.fog(s):
        raise Refused("SC-1", "fog-no-air")
    foe, plane = target(s, aim, "P9.1"), own_card(s, id, "P9.1")
    if plane.cls != "air":
        raise Refused("P9.1", "not-an-aircraft", unit=id)
    if plane.engaged:
        raise Refused("P5.1", "engaged-already", unit=id)
    known_lane(s, foe.at, lane, text(aim, [id], 1))
    must_bite(s, plane, foe)
    must_pay(s, "P9.1")
    s.pay(s.active, 1)
    plane.engaged = True


# the corridor


def known_lane(s: State, at: str, lane: int, nearest: str) -> None:
    """Of a zone its own; for a headquarters the order names one [P9.2]."""
    lanes = sorted({field.lane(s, zone) for zone in field.zones(s.scenario)})
    if field.headquarters(at) and str(lane) not in lanes:
        raise Refused("P9.2", "name-a-lane", nearest, zone=at, lanes=", ".join(lanes))
    if not field.headquarters(at) and lane and str(lane) != field.lane(s, at):
        raise Refused("P9.2", "lane-of-the-target", zone=at, lane=field.lane(s, at))


def corridor(s: State, side: str, at: str, lane: int) -> list[str]:
    """The zones flown over, from the own edge to the target, and the headquarters if that is the target."""
    name = str(lane) if field.headquarters(at) else field.lane(s, at)
    flown = [zone for zone in field.zones(s.scenario) if field.lane(s, zone) == name]
    flown.sort(key=lambda zone: field.distance(s, HQ[side], zone))
    return [*flown, at] if field.headquarters(at) else flown[: flown.index(at) + 1]


def run_the_corridor(g: Game, plane: Card, zones: list[str]) -> bool:
    """Every enemy anti-aircraft unit on the way fires once, engaged or not; True if the aircraft comes through [P9.2]."""
    s: State = g.state
    for gun in [card for zone in zones for card in s.there(zone, OTHER[plane.side]) if card.effects.get("aa")]:
        anti_aircraft(g, gun, plane)
        if doomed(plane):
            bury(g, [plane.id])
            return False
    return True


def anti_aircraft(g: Game, gun: Card, plane: Card) -> None:
    """Free of charge; who fires is seen."""
    spot([gun])
    dice, labels = [], []
    for _ in range(gun.effects["aa"]):
        dice.append(g.roll("aa", at=gun.id, sides=FACES))
        labels.append(g.last_die)
    hits = sum(die >= LEAST_HIT for die in dice)
    plane.hits += hits
    g.log("aa", units=[gun.id], side=gun.side, at=gun.at, against=plane.id, dice=dice, labels=labels, hits=hits, rule="P9.2")

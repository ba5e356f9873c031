"""The standard attack procedure [P12]: what a shot is worth, its dice, and what its hits do. For air, bombardment and assault alike.

    shot = Shot("Panther 1", "Sherman 1", at="C2", flank=True)    who fires at whom, and what the occasion does to it
    firepower(s, shot)       its value as a Tally with the rule of every row; pure
    can_fire(s, shot)        whether it may be fired at all [P12.1]
    kill(s, shot)            how probably it destroys its target, in whole per cent; pure
    shoot(g, "shot", shot)   dice, hits, the event; with remove=False the destroyed stay until bury(g, ids) [P12.8]

A mounted pair fires and is hit under the name of its transport, an occupant is hit under that of its fortification: `Shot` takes either.
"""

from __future__ import annotations

from math import comb

import msgspec

from pbem.engine.game import Game
from pbem.engine.tally import Tally
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.state import MAP, OTHER, Card, State

LEAST_HIT, FACES = 5, 6  # P12.3: each 5 or 6 of a die is a hit
ARM, INF = "arm", "inf"


class Shot(msgspec.Struct, frozen=True):
    """One attack; a new occasion is a new field with its row in `firepower`."""

    firer: str
    target: str
    at: str = ""  # the assaulted zone, whose terrain counts for both sides (AC-1); without it the target's own
    doubled: bool = False  # an assault of armor alone, not in clear terrain (SR-1, SR-3)
    unsupplied: bool = False  # a defender nobody pays for (AS-17)
    flank: bool = False  # of a flank attack (AS-23)
    ditch: int = 0  # what an antitank ditch takes off in phase 1 (AC-3)


# who fires, who is hit


def head(s: State, id: str) -> Card:
    """The card a mounted unit acts under: its transport; any other unit itself [TR-2]."""
    card = s.cards[id]
    return s.cards[card.rides] if card.rides else card


def crew(s: State, id: str) -> list[Card]:
    """The unit, and who rides on it: their firepower is one [SR-10]."""
    unit = head(s, id)
    passenger = s.passenger(unit.id)
    return [unit, passenger] if passenger else [unit]


def struck(s: State, id: str) -> Card:
    """What a shot at the card hits first: the transport under it, the fortification round it [SR-11, SE-4, P12.5]."""
    card = head(s, id)
    return s.cards[card.inside] if card.inside else card


def behind(s: State, card: Card) -> Card | None:
    """Who takes what is left once the card is destroyed [SE-5, SR-11]."""
    return s.occupant(card.id) if card.kind == "fortification" else s.passenger(card.id)


def may_be_hit(card: Card) -> bool:
    """Of what lies in a zone. Generals cannot be attacked [SE-10], obstacles are no target [P14.3]; an occupant is behind walls."""
    return card.kind in ("unit", "fortification", "hq") and not card.inside and not card.rides


def column(firer: Card, target: Card) -> tuple[str, str]:
    """Which of the two firepowers is used, and the rule that says so [P1.5, SE-6, SE-14]."""
    if target.kind == "fortification":
        return (ARM if firer.cls == "infantry" or "fighter_bomber" in firer.flags else INF), "SE-6"
    if target.kind == "hq":
        return INF, "SE-14"
    return (ARM if target.armor_target else INF), "P1.5"


# the value of a shot


def firepower(s: State, shot: Shot) -> Tally:
    """The value in the order of P12.2; every change is a row."""
    tally, target, parts = Tally("fp"), struck(s, shot.target), crew(s, shot.firer)
    for part in parts:
        add_own(s, tally, part, target, "SR-10" if part.rides else "")
    if shot.doubled:
        double(s, tally, parts, target)
    if shot.unsupplied:
        tally.add(-(tally.total // 2), "AS-17", "unsupplied")
    if shot.flank:
        tally.add(2, "AS-23", "flank")
    add_ground(s, tally, shot, target)
    if target.dug_in:
        tally.add(-1, "P7.6", "dug-in")
    if shot.ditch:
        tally.add(-shot.ditch, "AC-3", "ditch")
    if tally.total < 0:
        tally.add(-tally.total, "P12.2", "floor")
    return tally


def add_own(s: State, tally: Tally, part: Card, target: Card, paired: str = "") -> None:
    """Printed value, and what leaders and attachments add to it."""
    used, rule = column(part, target)
    tally.add(value(part, used), paired or rule, "passenger" if paired else "printed", unit=part.id, column=used)
    for more in s.carried_by(part.id):
        if value(more, used):
            tally.add(value(more, used), "P14.7" if more.kind == "leader" else "P12.2", more.kind, unit=more.id, column=used)


def value(card: Card, used: str) -> int:
    return card.arm if used == ARM else card.inf


def double(s: State, tally: Tally, parts: list[Card], target: Card) -> None:
    """The soldiers' own arm FP once more, with what goes with them; not that of the transport under them [SR-1, P12.2]."""
    for part in parts:
        if part.soldier and column(part, target)[0] == ARM:
            tally.add(part.arm + sum(more.arm for more in s.carried_by(part.id)), "SR-1", "doubled", unit=part.id)


def add_ground(s: State, tally: Tally, shot: Shot, target: Card) -> None:
    """Terrain of the target's zone; in an assault that of the assaulted zone. Walls stand in no wood."""
    at = shot.at or target.at
    amount = field.modifier(s, at, target.armor_target)
    if amount and target.kind == "fortification":
        tally.add(0, "P12.5", "walls", terrain=field.terrain(s, at))
    elif amount:
        tally.add(amount, "AC-1" if shot.at else "P12.2", "terrain", terrain=field.terrain(s, at))


def can_fire(s: State, shot: Shot) -> bool:
    return firepower(s, shot).total > 0


def kill(s: State, shot: Shot) -> int:
    """Chance that this shot alone destroys what it hits, in per cent, rounded down."""
    dice, target = firepower(s, shot).total, struck(s, shot.target)
    need = max(0, target.defence - target.hits)
    good, faces = FACES - LEAST_HIT + 1, FACES
    ways = sum(comb(dice, hits) * good**hits * (faces - good) ** (dice - hits) for hits in range(need, dice + 1))
    return int(100 * ways // faces**dice)


# hits


def spread(s: State, target: str, hits: int) -> dict[str, int]:
    """Hits each card takes: the first until it is destroyed, then who is behind it; the rest is lost [P12.4]."""
    first = struck(s, target)
    taken: dict[str, int] = {}
    for card in (first, behind(s, first)):
        if card is not None and (part := min(hits, max(0, card.defence - card.hits))):
            taken[card.id] = part
            hits -= part
    return taken


def doomed(card: Card) -> bool:
    """Has as many hits as it can take [P1.6]; a general takes none and has no defence [SE-10]."""
    return 0 < card.hits >= card.defence


def shoot(g: Game, kind: str, shot: Shot, rule: str = "P12.3", remove: bool = True) -> int:
    """Fires the shot, and returns its hits. `kind` of the event: shot, strike, bombardment."""
    s: State = g.state
    tally, target, firing = firepower(s, shot), struck(s, shot.target), crew(s, shot.firer)
    at, dice, labels = shot.at or target.at, [], []
    for _ in range(tally.total):
        dice.append(g.roll("fire", at=f"{firing[0].id} > {target.id}", sides=FACES))
        labels.append(g.last_die)
    hits = sum(die >= LEAST_HIT for die in dice)
    taken = spread(s, target.id, hits)
    for id, part in taken.items():
        s.cards[id].hits += part
    damage = [{"card": id, "hits": part, "destroyed": doomed(s.cards[id])} for id, part in taken.items()]
    g.log(
        kind, units=[card.id for card in firing], side=firing[0].side, at=at, firer=firing[0].id, target=target.id,
        value=tally.rows, fp=tally.total, dice=dice, labels=labels, hits=hits, damage=damage, rule=rule,
    )  # fmt: skip
    if remove:
        bury(g, list(taken))
    return hits


def bury(g: Game, ids: list[str]) -> list[str]:
    """Takes those of the cards that are destroyed off the map into the opponent's pile, with all that goes with them [P1.7, SE-9]."""
    s: State = g.state
    gone: list[str] = []
    for id in ids:
        card = s.cards[id]
        if card.place == MAP and doomed(card):
            at, fort = card.at, card.kind == "fortification"
            leave_alone(s, card)
            lost = s.destroy(card)
            g.log("destroyed", units=lost, side=card.side, at=at, pile=OTHER[card.side], rule="SE-9" if fort else "P1.7")
            gone += lost
    return gone


def leave_alone(s: State, transport: Card) -> None:
    """Who rode on a destroyed transport stands there in the state the pair was in [TR-2]."""
    passenger = s.passenger(transport.id)
    if passenger:
        passenger.engaged |= transport.engaged
        passenger.spotted |= transport.spotted

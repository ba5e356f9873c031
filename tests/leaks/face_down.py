"""The Last Crusade: positions that differ only in the enemy's hand, deck, points, obstacles and the faces of cards that lie face down."""

from __future__ import annotations

import random

from pbem.rulesets.last_crusade import RULES, field
from pbem.rulesets.last_crusade.marks import near_enemy, spot
from pbem.rulesets.last_crusade.state import AIRFIELD, DECK, HAND, HQ, MAP, OTHER, OUT, PILE, SIDES, Card, State
from tests.leaks.pairs import World

ARRACOURT = "last-crusade/arracourt"
BY_ITSELF = ("unit", "fortification", "hq", "general")


# positions, by dice: more things are hidden in them than in most games


def position(seed: int, step: str = "") -> State:
    """Both sides with hands, piles and a map full of cards, some spotted; the step of either."""
    rng = random.Random(f"position {seed}")
    s: State = RULES.start(ARRACOURT)
    s.ready, s.turn = True, rng.randint(2, 11)
    s.step = step or rng.choice(("II.2", "III.2"))
    s.active = s.first if s.step.startswith("II.") else OTHER[s.first]
    for card in s.cards.values():
        s.leave(card, DECK)
    line = rng.randint(1, 3)  # ranks that are the American's
    for at in field.zones(s.scenario):
        east = "ABCDE".index(at[0]) - line
        s.control[at] = "us" if east < 0 else "german" if east > 0 else rng.choice(["", "us", "german"])
    for side in SIDES:
        deal_out(s, side, rng)
        s.pool[side] = rng.randint(12, 40)
    for at in field.board(s.scenario).ids:
        for side in SIDES:
            if near_enemy(s, at, side):
                spot(s.there(at, side))
    return s


def deal_out(s: State, side: str, rng: random.Random) -> None:
    left = s.of(side, DECK)
    rng.shuffle(left)
    for card in [left.pop() for _ in range(rng.randint(2, 9))]:
        s.leave(card, HAND)
    for card in [card for card in left[-4:] if card.kind != "general" and rng.random() < 0.6]:
        left.remove(card)
        s.leave(card, PILE)
        s.piles[OTHER[side]].append(card.id)
    for card in [left.pop() for _ in range(rng.randint(2, 6))]:
        s.leave(card, OUT)
    for gun in [card for card in left if card.range > 1 and rng.random() < 0.6][:3]:
        left.remove(gun)
        behind(s, gun, rng)
    for card in sorted(left[: rng.randint(12, 24)], key=lambda c: BY_ITSELF.index(c.kind) if c.kind in BY_ITSELF else 9):
        lay(s, card, rng)


def behind(s: State, gun: Card, rng: random.Random) -> None:
    """A gun face down where nobody looks: what the defender may have in reserve."""
    safe = [at for at in friendly(s, gun.side) if all(s.control.get(near, gun.side) == gun.side for near in field.neighbours(s, at))]
    gun.place, gun.at = MAP, rng.choice([HQ[gun.side], *(safe if gun.kind == "unit" and rng.random() < 0.8 else [])])


def lay(s: State, card: Card, rng: random.Random) -> None:
    """On the map where the rules let it be, or not at all."""
    zones = [at for at in field.zones(s.scenario) if s.control[at] == card.side and field.room(s, at, card.side)]
    if card.kind in ("leader", "attachment"):
        bearers = [unit for unit in s.of(card.side) if unit.kind == "unit" and takes(card, unit) and not s.carried_by(unit.id)]
        if bearers:
            card.place, card.on = MAP, (bearer := rng.choice(bearers)).id
            card.at = bearer.at
        return
    if card.cls == "air":
        card.place, card.at = MAP, AIRFIELD[card.side]
    elif card.kind == "obstacle":
        free = [at for at in friendly(s, card.side) if not laid_already(s, card, at)]
        card.place, card.at = (MAP, rng.choice(free)) if free else (OUT, "")
    else:
        if card.kind in ("hq", "general") or not zones:
            zones = []
        if card.only:
            zones = [at for at in zones if field.terrain(s, at) == card.only]
        at = rng.choice([*zones, *([] if card.only else [HQ[card.side]])] or [""])
        card.place, card.at = (MAP, at) if at and field.room(s, at, card.side) else (OUT, "")
    mark(s, card, rng)


def laid_already(s: State, card: Card, at: str) -> bool:
    """At most one obstacle of a kind in a zone [P7.4]."""
    return any(other.type == card.type for other in s.obstacles(at, card.side))


def friendly(s: State, side: str) -> list[str]:
    return [at for at in field.zones(s.scenario) if s.control[at] == side]


def takes(holder: Card, unit: Card) -> bool:
    return any(word == unit.cls or word in unit.flags for word in holder.takes)


def mark(s: State, card: Card, rng: random.Random) -> None:
    """Spotted or not, worn, and sometimes on a transport or in a fortification."""
    if card.place != MAP or card.kind == "obstacle":
        return
    card.spotted, card.engaged = rng.random() < 0.4, rng.random() < 0.2
    card.hits = rng.randint(0, max(0, card.defence - 1)) if rng.random() < 0.3 else 0
    here = s.there(card.at, card.side)
    forts = [fort for fort in here if fort.kind == "fortification" and takes(fort, card) and not s.occupant(fort.id)]
    trucks = [truck for truck in here if truck.cls == "transport" and not s.passenger(truck.id) and card.soldier]
    if forts and rng.random() < 0.8:
        card.inside = forts[0].id
    elif trucks and rng.random() < 0.8:
        card.rides, card.spotted, card.engaged = trucks[0].id, trucks[0].spotted, trucks[0].engaged


# what may be changed: nothing that the watched side sees, or that is public


def face_down(s: State, side: str) -> list[Card]:
    """The enemy's cards that lie face down by themselves; sorted."""
    cards = [card for at in (*field.board(s.scenario).ids, AIRFIELD[OTHER[side]]) for card in s.there(at, OTHER[side])]
    return sorted((card for card in cards if not card.spotted and not card.rides and not card.inside), key=lambda card: card.id)


def covered(s: State, side: str) -> list[Card]:
    """All of the enemy's cards on the map of which the side sees nothing, those under others too."""
    down = {card.id for card in face_down(s, side)}
    under = [card for card in s.of(OTHER[side]) if {card.rides, card.inside} & down or (card.inside and not card.spotted)]
    return sorted([*(s.cards[id] for id in sorted(down)), *under], key=lambda card: card.id)


def held(s: State, side: str, rng: random.Random) -> bool:
    """Other cards in the enemy's hand, as many."""
    hand, deck = s.hand(OTHER[side]), s.of(OTHER[side], DECK)
    number = min(len(hand), len(deck), 6)
    for mine, other in zip(rng.sample(hand, number), rng.sample(deck, number), strict=True):
        mine.place, other.place = DECK, HAND
    return number > 0


def points(s: State, side: str, rng: random.Random) -> bool:
    s.pool[OTHER[side]] = (s.pool[OTHER[side]] + rng.randint(1, 40)) % 45
    return True


def faces(s: State, side: str, rng: random.Random) -> bool:
    """Cards that lie face down are others: from other zones, from the hand or the deck."""
    down = [card for card in face_down(s, side) if bare(s, card) and card.kind != "general"]  # a general may leave, which is seen
    done = False
    for card in rng.sample(down, min(6, len(down))):
        fits = [other for other in (*down, *s.hand(OTHER[side]), *s.of(OTHER[side], DECK)) if may_be(other, card) and may_be(card, other)]
        fits = [other for other in fits if other.kind != "general"]
        if fits:
            exchange(card, rng.choice(fits))
            done = True
    return done


def bare(s: State, card: Card) -> bool:
    return not s.passenger(card.id) and not s.occupant(card.id) and not s.carried_by(card.id)


def may_be(card: Card, other: Card) -> bool:
    """Whether the one may lie where the other is."""
    if other.place in (HAND, DECK):
        return True
    if other.at == AIRFIELD[other.side] or card.cls == "air":
        return other.at == AIRFIELD[other.side] and card.cls == "air"
    if card.kind in ("hq", "general"):
        return other.at == HQ[other.side]
    return card.kind in ("unit", "fortification") and not card.only


def exchange(card: Card, other: Card) -> None:
    """Damage goes with the place, as far as the card can take it."""
    for name in ("place", "at", "hits", "engaged", "dug_in", "spent"):
        one, two = getattr(card, name), getattr(other, name)
        setattr(card, name, two)
        setattr(other, name, one)
    for either in (card, other):
        either.hits = min(either.hits, max(0, either.defence - 1)) if either.place == MAP else 0
        either.spent = min(either.spent, either.mp)
        either.dug_in = either.dug_in and either.place == MAP and either.cls in ("infantry", "artillery")


def worn(s: State, side: str, rng: random.Random) -> bool:
    """Damage, engagement, digging in, points spent."""
    there = covered(s, side)
    for card in there:
        card.hits = (card.hits + rng.randint(0, 1)) % max(1, card.defence)
        card.engaged = s.cards[card.rides].engaged if card.rides else rng.random() < 0.5
        card.dug_in = rng.random() < 0.5 and card.cls in ("infantry", "artillery") and not card.rides
        for rider in filter(None, [s.passenger(card.id)]):
            rider.engaged = card.engaged
        card.spent, card.looked, card.came = rng.randint(0, card.mp), rng.random() < 0.5, rng.randint(1, s.turn)
    return bool(there)


def under(s: State, side: str, rng: random.Random) -> bool:
    """Who rides under, or sits in, a card that lies face down, and what it carries: gone, or somebody else."""
    down = {card.id for card in covered(s, side)}
    own = s.of(OTHER[side])
    gone = [card for card in own if {card.rides, card.inside, card.on} & down and not s.carried_by(card.id)]
    for card in gone:
        s.leave(card, OUT)
    left = [card for card in s.of(OTHER[side], OUT) if card not in gone]
    for card in left:
        bearers = [s.cards[id] for id in sorted(down) if holds(s, s.cards[id], card)]
        if bearers:
            get_on(card, rng.choice(bearers))
            return True
    return bool(gone)


def holds(s: State, below: Card, card: Card) -> bool:
    if card.kind in ("leader", "attachment"):
        return below.kind == "unit" and takes(card, below) and not s.carried_by(below.id)
    if below.kind == "fortification":
        return card.kind == "unit" and takes(below, card) and not s.occupant(below.id)
    return below.cls == "transport" and card.soldier and not s.passenger(below.id)


def get_on(card: Card, below: Card) -> None:
    card.place, card.at = MAP, below.at
    if card.kind in ("leader", "attachment"):
        card.on = below.id
    elif below.kind == "fortification":
        card.inside = below.id
    else:
        card.rides, card.engaged = below.id, below.engaged


def works(s: State, side: str, rng: random.Random) -> bool:
    """Obstacles lie elsewhere, or are not laid at all."""
    mine = [card for card in s.cards.values() if card.side == OTHER[side] and card.kind == "obstacle" and card.place in (MAP, OUT)]
    for card in sorted(mine, key=lambda card: card.id):
        free = [at for at in friendly(s, card.side) if not laid_already(s, card, at)]
        if card.place == MAP and rng.random() < 0.4:
            s.leave(card, OUT)
        elif free:
            card.place, card.at = MAP, rng.choice(free)
    return bool(mine)


def away(s: State, side: str, rng: random.Random) -> bool:
    """Whom the enemy has discarded, and whom he has in the deck."""
    out, deck = s.of(OTHER[side], OUT), s.of(OTHER[side], DECK)
    number = min(len(out), len(deck), 4)
    for one, other in zip(rng.sample(out, number), rng.sample(deck, number), strict=True):
        one.place, other.place = DECK, OUT
    return number > 0


CHANGES = {"held": held, "points": points, "faces": faces, "worn": worn, "under": under, "works": works, "away": away}


# what is asked meanwhile


def tricky(s: State, side: str) -> str:
    """Orders that fish for what is hidden: they name unseen cards wherever these are, and look at zones with IF."""
    down, own = face_down(s, side), [card for card in s.of(side) if card.kind == "unit" and card.cls in ("armor", "infantry")]
    guns = [card for card in s.of(side) if card.cls == "artillery"]
    names = [card.id for card in [*down[:2], *s.hand(OTHER[side])[:2], *s.of(OTHER[side], DECK)[:1]]]
    lines = [f"DEPLOY {card.id}" for card in s.hand(side)[:3]]
    us = own[0].id if own else next(iter(s.of(side))).id
    for name in names:
        lines += [f"STRIKE {name} WITH {us}", f"MOVE {name} C2", f"IF {name} ALIVE: MOVE {us} C2", f"IF {name} SUPPLIED: PASS"]
        lines += [f"BOMBARD {name} WITH {gun.id}" for gun in guns[:1]]
    for at in dict.fromkeys(card.at for card in down):
        near = [card for card in own if field.distance(s, card.at, at) == 1]
        lines += [f"IF {at} EMPTY: MOVE {us} {at}", f"RECON {at} WITH {us}"]
        lines += [f"MOVE {card.id} {at}" for card in near[:1]]
        lines += [f"ASSAULT {at} WITH {', '.join(card.id for card in near[:3])}"] if near else []
    return "\n".join(lines)


TURNS = range(1, 13)
PASSING = {f"T{turn} {name} {stage}": "PASS" for turn in TURNS for name in ("US", "Us", "German") for stage in ("main", "battle")}
TABLE = World(RULES, CHANGES, tricky, passing=PASSING)  # type: ignore[arg-type]

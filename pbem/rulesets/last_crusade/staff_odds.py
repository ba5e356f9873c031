"""What an assault promises, reckoned quickly: the dice that each unit must expect, and how likely it stands after them.

No probability is multiplied out shot by shot (the calculator does that); whole numbers only: chances in thousandths, dice in tenths.
"""

from __future__ import annotations

from functools import cache
from math import comb

import msgspec

from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.assault_options import armor_only
from pbem.rulesets.last_crusade.attack import FACES, LEAST_HIT, Shot, behind, crew, firepower, may_be_hit, struck
from pbem.rulesets.last_crusade.state import OTHER, Card, State

SURE = 1000
TENTH = 10
SCRATCH = 4  # a hit that does not destroy is worth this part of what one in so many would


@cache
def stands(left: int, dice: int) -> int:
    """Chance in thousandths that fewer than `left` of the dice hit."""
    good = FACES - LEAST_HIT + 1
    ways = sum(comb(dice, hits) * good**hits * (FACES - good) ** (dice - hits) for hits in range(min(left, dice + 1)))
    return int(SURE * ways // FACES**dice)


def surviving(left: int, tenths: int) -> int:
    """The same for a number of dice that need not be whole."""
    whole, rest = divmod(tenths, TENTH)
    lower = stands(left, whole)
    return lower - (lower - stands(left, whole + 1)) * rest // TENTH if rest else lower


class Fighter(msgspec.Struct):
    """One unit of a fight, a pair or walls with who is inside as one."""

    id: str
    left: int  # hits until it is destroyed
    cost: int
    tenths: int = 0  # dice it has had to take
    fires: bool = True

    @property
    def alive(self) -> int:
        return surviving(self.left, self.tenths)


class Outlook(msgspec.Struct):
    captured: int  # in thousandths
    gain: int  # hundredths of a point of victory
    loss: int


class Fight:
    """One assault as the staff sees it; `shelled`: dice that bombardments and strikes have thrown before."""

    def __init__(
        self, s: State, side: str, at: str, units: list[str], guns: list[str], shelled: dict[str, int], values: dict[Shot, int]
    ) -> None:
        self.s, self.at, self.side, self.values = s, at, side, values
        starts = [s.cards[name].at for name in units]
        self.main = max(sorted(set(starts)), key=starts.count) if starts else ""
        self.doubled = armor_only(s, units) and not field.clear(s, at)
        self.ours = [fighter(s, name) for name in units]
        self.guns = [Fighter(name, 1, 0) for name in guns]
        there = s.there(at, OTHER[side])
        self.theirs = [fighter(s, card.id) for card in there if may_be_hit(card)]
        self.inside = {card.inside: card.id for card in there if card.inside and card.spotted}
        self.support = [Fighter(card.id, 1, 0) for card in enemy_guns(s, side, at)]
        for one in self.theirs:
            one.tenths = TENTH * shelled.get(one.id, 0)

    def outlook(self) -> Outlook:
        before = {one.id: one.alive for one in self.theirs}
        self.volley([*self.theirs, *self.support], self.ours, {})
        self.volley([*self.ours, *self.guns], self.theirs, {})
        if self.goes_on():
            now = {one.id: one.alive for one in [*self.ours, *self.theirs]}
            self.volley([*self.theirs, *self.support], self.ours, now)
            self.volley([*self.ours, *self.guns], self.theirs, now)
        gone = SURE
        for one in self.theirs:
            if combatant(self.s, one.id):
                gone = gone * (SURE - one.alive) // SURE
        lost = SURE
        for one in self.ours:
            lost = lost * (SURE - one.alive) // SURE
        gain = sum(one.cost * (before[one.id] - one.alive) + scratch(one) for one in self.theirs)
        loss = sum(one.cost * (SURE - one.alive) + scratch(one) for one in self.ours)
        return Outlook(gone * (SURE - lost) // SURE, gain // TENTH, loss // TENTH)

    def goes_on(self) -> bool:
        """Whether it will not be broken off after the first phase: as many left as defend, and somebody at all."""
        foes = sum(one.alive for one in self.theirs if combatant(self.s, one.id))
        return sum(one.alive for one in self.ours) >= max(foes, SURE // 2)

    def volley(self, firers: list[Fighter], targets: list[Fighter], alive: dict[str, int]) -> None:
        for one in firers:
            weight = alive.get(one.id, one.alive)
            name = self.inside.get(one.id, one.id)
            if not weight or not targets or not self.s.cards[name].fights:
                continue
            shots = [(self.value(name, target.id) * weight // (SURE // TENTH), target) for target in targets]
            tenths, target = max(shots, key=lambda shot: (worth(*shot), shot[1].id))
            target.tenths += tenths

    def value(self, firer: str, target: str) -> int:
        card = self.s.cards[firer]
        unit = card.side == self.side and card.at != self.at and firer in [one.id for one in self.ours]
        shot = Shot(firer, target, self.at, doubled=self.doubled and card.side != self.side, flank=unit and card.at != self.main)
        if shot not in self.values:
            self.values[shot] = firepower(self.s, shot).total
        return self.values[shot]


def worth(tenths: int, target: Fighter) -> int:
    """What a shot takes from the enemy: the dear ones first, and those that it brings down."""
    return (target.cost + 1) * (target.alive - surviving(target.left, target.tenths + tenths)) + tenths


def scratch(one: Fighter) -> int:
    """Hits that do not destroy still have to be refitted."""
    hits = min(one.left, one.tenths // (3 * TENTH))
    return hits * one.alive // SCRATCH if one.left else 0


def fighter(s: State, name: str) -> Fighter:
    first = struck(s, name)
    second = behind(s, first)
    parts = [first, *([second] if second is not None else [])]
    left = sum(max(0, card.defence - card.hits) for card in parts)
    worth = sum(card.cost + sum(more.cost for more in s.carried_by(card.id)) for card in parts)
    return Fighter(first.id, max(1, left), worth)


def combatant(s: State, name: str) -> bool:
    """Has to be destroyed before the zone is taken: a fortification only with somebody inside."""
    card = s.cards[name]
    return card.fights or s.occupant(card.id) is not None or any(part.fights for part in crew(s, name))


def enemy_guns(s: State, side: str, at: str) -> list[Card]:
    """Known guns that may support the defence."""
    return [
        card for card in s.of(OTHER[side])
        if card.cls == "artillery" and card.spotted and not card.engaged and card.at != at and field.in_range(s, card, at)
        and field.supplied(s, card.at, card.side)
    ]  # fmt: skip

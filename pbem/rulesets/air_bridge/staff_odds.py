"""What the staff expects of a fight, in hundredths: quick, from the tables, before any choice of the other side."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from pbem.rulesets.air_bridge.assault_tables import steps_lost
from pbem.rulesets.air_bridge.results import DIE, parse
from pbem.rulesets.air_bridge.tables import bombardment_result, maneuver_result

HUNDRED = 100


class Hope(msgspec.Struct, frozen=True):
    """Steps and tired units of both sides, and the chance that the hex is empty afterwards; all times a hundred."""

    killed: int = 0
    lost: int = 0
    tired: int = 0  # of the attacker
    tires: int = 0  # of the defender
    taken: int = 0
    thrown_back: int = 0


@lru_cache(maxsize=4096)
def maneuver(column: int, drm: int, value: int, steps: int, stays: bool) -> Hope:
    """`steps` defend ground of this value; `stays`: they will not give it up, and need not in a city."""
    killed = lost = tired = tires = taken = back = 0
    for die in DIE:
        result = parse(maneuver_result(die + drm, column))
        if result.who == "D":
            hit = min(steps, result.steps // value)
            killed, tires = killed + hit, tires + result.tired
            taken += hit >= steps or not stays
        elif result.who == "A":
            lost, tired, back = lost + result.steps, tired + result.tired, back + 1
        else:
            tired, tires = tired + 1, tires + 1
    return Hope(*(n * HUNDRED // len(DIE) for n in (killed, lost, tired, tires, taken, back)))


Left = tuple[int, int]  # steps of attacker and defender
Weights = dict[Left, int]


class Assault(msgspec.Struct, frozen=True):
    """Points and steps of both sides as they begin, the modifiers of their dice, and their best efficiency."""

    attack: int
    steps: int
    drm: int
    er: int
    defence: int
    their_steps: int
    their_drm: int
    their_er: int

    def fire(self, left: Left) -> list[Left]:
        """Ten equally likely ends of the attacker's roll."""
        ours, theirs = left
        points = self.attack * ours // self.steps
        return [(ours, max(0, theirs - steps_lost(points, die + self.drm))) for die in DIE] if points and theirs else [left] * 10

    def return_fire(self, left: Left) -> list[Left]:
        ours, theirs = left
        points = self.defence * theirs // self.their_steps
        return [(max(0, ours - steps_lost(points, die + self.their_drm)), theirs) for die in DIE] if points and ours else [left] * 10


@lru_cache(maxsize=8192)
def assault(a: Assault) -> Hope:
    """Two rounds as they may come, losses spread evenly over the points [13]."""
    first = _spread(_spread({(a.steps, a.their_steps): 1}, a.return_fire), a.fire)
    again, no_more = min(10, max(0, a.er)), 10 - min(10, max(0, a.er))
    hit_back, silent = min(10, max(0, a.their_er)), 10 - min(10, max(0, a.their_er))
    second: Weights = {}
    for left, weight in _spread(first, a.return_fire).items():
        _add(second, left, weight * hit_back)
    for left, weight in first.items():
        _add(second, left, weight * 10 * silent)
    third: Weights = {}
    for left, weight in _spread(second, a.fire).items():
        _add(third, left, weight * again)
    for left, weight in second.items():
        _add(third, left, weight * 10 * no_more)
    return _hope(a, third)


def _spread(before: Weights, fire: object) -> Weights:
    after: Weights = {}
    for left, weight in before.items():
        for end in fire(left):  # type: ignore[operator]
            _add(after, end, weight)
    return after


def _add(weights: Weights, left: Left, weight: int) -> None:
    if weight:
        weights[left] = weights.get(left, 0) + weight


def _hope(a: Assault, ends: Weights) -> Hope:
    total = sum(ends.values())

    def mean(amount: dict[Left, int]) -> int:
        return sum(amount[left] * weight for left, weight in ends.items()) * HUNDRED // total

    killed = mean({left: a.their_steps - left[1] for left in ends})
    lost = mean({left: a.steps - left[0] for left in ends})
    taken = mean({left: int(left[0] > 0 and left[1] == 0) for left in ends})
    return Hope(killed, lost, 0, 0, taken, HUNDRED - taken)


@lru_cache(maxsize=1024)
def bombardment(points: int, value: int) -> int:
    """Steps lost [9.1c]."""
    return sum(bombardment_result(points, die) // value for die in DIE) * HUNDRED // len(DIE) if points else 0


def support(points: int) -> int:
    """Off the attacker's die, to the nearest whole."""
    return (bombardment(points, 1) + HUNDRED // 2) // HUNDRED

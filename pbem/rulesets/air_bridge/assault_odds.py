"""The exact chances of an assault: every die of both rounds, losses as the staff would take them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import msgspec

from pbem.engine.choice import Allot, Choice
from pbem.rulesets.air_bridge.assault_fire import Fire, Ground, attacker_fire, defender_fire, engineers
from pbem.rulesets.air_bridge.facts import about
from pbem.rulesets.air_bridge.kinds import KINDS
from pbem.rulesets.air_bridge.results import DIE, support_odds
from pbem.rulesets.air_bridge.state import Unit

Left = tuple[tuple[str, int], ...]  # who is left, with his steps


class Stand(msgspec.Struct, frozen=True):
    """How an assault stands between two rolls."""

    ours: Left
    theirs: Left
    zone: bool  # a drop zone marker still defends


Spread = dict[Stand, Fraction]


class Chances(msgspec.Struct, frozen=True):
    """The hex taken, and steps lost by either side; each of the two adds up to 1."""

    taken: Fraction
    ours: dict[int, Fraction]
    theirs: dict[int, Fraction]

    def we_lose(self, least: int = 1) -> Fraction:
        return sum((chance for steps, chance in self.ours.items() if steps >= least), Fraction(0))

    def they_lose(self, least: int = 1) -> Fraction:
        return sum((chance for steps, chance in self.theirs.items() if steps >= least), Fraction(0))


class Scene:
    """What does not change from roll to roll; every stand's rolls and losses are worked out once."""

    def __init__(self, units: list[Unit], ground: Ground, classes: dict[str, str]) -> None:
        self.units, self.ground, self.classes = {u.id: u for u in units}, ground, classes
        self._fires: dict[tuple[bool, Stand], dict[int, Fraction]] = {}
        self._left: dict[tuple[Left, int, str], Left] = {}

    def named(self, left: Left) -> list[Unit]:
        return [msgspec.structs.replace(self.units[name], steps=steps) for name, steps in left]

    def defender(self, at: Stand) -> dict[int, Fraction]:
        """Chances of the steps the attacker loses to this roll."""
        if (False, at) not in self._fires:
            fire = defender_fire(self.named(at.ours), self.named(at.theirs), at.zone, self.classes)
            self._fires[False, at] = steps_odds(fire)
        return self._fires[False, at]

    def attacker(self, at: Stand) -> dict[int, Fraction]:
        if (True, at) not in self._fires:
            fire = attacker_fire(self.ground, self.named(at.ours), self.named(at.theirs), self.classes)
            self._fires[True, at] = steps_odds(fire)
        return self._fires[True, at]

    def hurt_ours(self, at: Stand, steps: int, rule: str = "13.1.D") -> Stand:
        return msgspec.structs.replace(at, ours=self._without(at.ours, steps, rule, engineers(self.named(at.ours))))

    def hurt_theirs(self, at: Stand, steps: int) -> Stand:
        """A marker is lost when all else is [G-66]."""
        zone = at.zone and steps <= sum(n for _, n in at.theirs)
        return Stand(at.ours, self._without(at.theirs, steps, "13.1.E", []), zone)

    def _without(self, left: Left, steps: int, rule: str, first: list[str]) -> Left:
        if not steps or not left:
            return left
        if (left, steps, rule) not in self._left:
            self._left[left, steps, rule] = self._after(left, steps, rule, first)
        return self._left[left, steps, rule]

    def _after(self, left: Left, steps: int, rule: str, first: list[str]) -> Left:
        units = self.named(left)
        choice = Choice(units[0].side, "losses", "", Allot(steps, dict(left), first), rule, about=about(units))
        shares: dict[str, int] = KINDS["losses"].staff(choice)
        return tuple((name, n - shares.get(name, 0)) for name, n in left if n > shares.get(name, 0))


def assault_odds(
    ours: list[Unit], theirs: list[Unit], ground: Ground, zone: bool = False, classes: dict[str, str] | None = None, points: int = 0
) -> Chances:
    """13.1.B to 13.1.H; `points` are those of the defensive bombardment."""
    scene = Scene([*ours, *theirs], ground, classes or {})
    start = Stand(tuple((u.id, u.steps) for u in ours), tuple((u.id, u.steps) for u in theirs), zone)
    spread = then({start: Fraction(1)}, lambda at: bombarded(scene, at, points))
    spread = then(spread, lambda at: first_round(scene, at))
    return summed(start, then(spread, lambda at: second_round(scene, at)))


def then(spread: Spread, play: Callable[[Stand], Spread]) -> Spread:
    """The next roll, from every stand there is."""
    found: Spread = {}
    for at, chance in spread.items():
        for to, part in play(at).items():
            found[to] = found.get(to, Fraction(0)) + chance * part
    return found


def bombarded(scene: Scene, at: Stand, points: int) -> Spread:
    return merged([(scene.hurt_ours(at, result // scene.ground.value, "9.3c"), chance) for result, chance in support_odds(points).items()])


def first_round(scene: Scene, at: Stand) -> Spread:
    if not both(at):
        return {at: Fraction(1)}
    if not engineers(scene.named(at.ours)):
        return then(defended(scene, at), lambda to: attacked(scene, to))
    chances = product(scene.defender(at).items(), scene.attacker(at).items())  # 17.2e: both at once
    return merged([(scene.hurt_theirs(scene.hurt_ours(at, lost), hit), p * q) for (lost, p), (hit, q) in chances])


def second_round(scene: Scene, at: Stand) -> Spread:
    """13.1.F, 13.1.G1: whoever passes on his best efficiency fires again, the defender first."""
    if not both(at):
        return {at: Fraction(1)}
    p, q = passes(scene.named(at.theirs)), passes(scene.named(at.ours))
    after = then(defended(scene, at), lambda to: attacked(scene, to))
    parts = ((p * q, after), (p * (1 - q), defended(scene, at)), ((1 - p) * q, attacked(scene, at)), ((1 - p) * (1 - q), {at: Fraction(1)}))
    return merged([(to, chance * share) for chance, spread in parts for to, share in spread.items()])


def passes(units: list[Unit]) -> Fraction:
    return Fraction(min(max((u.er for u in units), default=0), len(DIE)), len(DIE))


def defended(scene: Scene, at: Stand) -> Spread:
    if not both(at):
        return {at: Fraction(1)}
    return merged([(scene.hurt_ours(at, steps), chance) for steps, chance in scene.defender(at).items()])


def attacked(scene: Scene, at: Stand) -> Spread:
    if not both(at):
        return {at: Fraction(1)}
    return merged([(scene.hurt_theirs(at, steps), chance) for steps, chance in scene.attacker(at).items()])


def steps_odds(fire: Fire) -> dict[int, Fraction]:
    if not fire.points:  # nobody rolls
        return {0: Fraction(1)}
    counts = Counter(fire.steps(die) for die in DIE)
    return {steps: Fraction(n, len(DIE)) for steps, n in sorted(counts.items())}


def both(at: Stand) -> bool:
    return bool(at.ours) and (bool(at.theirs) or at.zone)


def merged(pairs: list[tuple[Stand, Fraction]]) -> Spread:
    found: Spread = {}
    for at, chance in pairs:
        found[at] = found.get(at, Fraction(0)) + chance
    return found


def summed(start: Stand, spread: Spread) -> Chances:
    taken = sum((chance for at, chance in spread.items() if at.ours and not at.theirs and not at.zone), Fraction(0))
    return Chances(taken, lost([at.ours for at in spread], start.ours, spread), lost([at.theirs for at in spread], start.theirs, spread))


def lost(ends: list[Left], start: Left, spread: Spread) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for left, chance in zip(ends, spread.values(), strict=True):
        steps = sum(n for _, n in start) - sum(n for _, n in left)
        found[steps] = found.get(steps, Fraction(0)) + chance
    return dict(sorted(found.items()))

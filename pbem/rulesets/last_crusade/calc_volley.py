"""The fire of one side of an assault, exact: what every shot may do, chosen as the defaults choose, over the hits of its targets.

A slot is a unit with what is behind it: a transport and its passenger, walls and who is inside, a card by itself. Its hits run through
its parts one after the other [SR-11, SE-4, SE-5]; the part that takes them now is its stage.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import msgspec

from pbem.rulesets.last_crusade.assault_fight import Fight, about
from pbem.rulesets.last_crusade.assault_fire import shot_of
from pbem.rulesets.last_crusade.attack import FACES, LEAST_HIT, behind, firepower
from pbem.rulesets.last_crusade.state import Card, State

Hits = tuple[int, ...]
Spread = dict[Hits, Fraction]
Stages = tuple[int, ...]
MOST = 30_000  # shots and positions that are still reckoned out: some seconds


class TooLarge(Exception):
    """More positions than are reckoned out."""


class Slot(msgspec.Struct, frozen=True):
    parts: tuple[str, ...]  # one behind the other
    left: tuple[int, ...]  # hits each can still take
    taken: tuple[int, ...]  # hits each has had before
    walls: bool = False
    gun: bool = False  # from a distance: fires, and is no target

    def stage(self, hits: int) -> int:
        """Which part takes the next hit; as many as there are parts: destroyed."""
        for stage, left in enumerate(self.left):
            if hits < left:
                return stage
            hits -= left
        return len(self.parts)

    @property
    def room(self) -> int:
        return sum(self.left)

    def lost(self, hits: int) -> list[str]:
        return list(self.parts[: self.stage(hits)])

    def firer(self, stage: int) -> str:
        """Who fires: of walls whoever is inside, of a pair the transport with its passenger."""
        if self.walls:
            return self.parts[1] if len(self.parts) > 1 and stage < 2 else ""
        return self.parts[stage] if stage < len(self.parts) else ""


def slot(s: State, card: Card, gun: bool = False) -> Slot:
    second = None if gun and not s.passenger(card.id) else behind(s, card)
    parts = [card, *([second] if second is not None else [])]
    left = tuple(max(0, part.defence - part.hits) for part in parts)
    return Slot(tuple(part.id for part in parts), left, tuple(part.hits for part in parts), card.kind == "fortification", gun)


@cache
def chances(dice: int) -> tuple[Fraction, ...]:
    """Of 0, 1, 2 ... hits [P12.3]."""
    good = FACES - LEAST_HIT + 1
    return tuple(Fraction(comb(dice, n) * good**n * (FACES - good) ** (dice - n), FACES**dice) for n in range(dice + 1))


@cache
def per_cent(dice: int, need: int) -> int:
    """Of at least so many hits."""
    return int(100 * sum(chances(dice)[max(0, need) :], Fraction(0)))


class Volleys:
    """All volleys of one assault; what was reckoned out once is kept."""

    def __init__(self, s: State, f: Fight, ours: list[Slot], theirs: list[Slot], most: int = MOST) -> None:
        self.s, self.f, self.most, self.slots = s, f, most, {f.side: ours, f.passive: theirs}
        self.counted = 0
        self._values: dict[tuple[str, str, int, str, int], int] = {}
        self._costs: dict[tuple[str, str], int] = {}
        self._known: dict[tuple[str, int, Stages, Hits], Spread] = {}

    def volley(self, side: str, stages: Stages, hits: Hits, phase: int) -> Spread:
        """Hits of the other side's slots after all of this side have fired; `stages` are those of the firers."""
        key = side, phase, stages, hits
        if key not in self._known:
            self._known[key] = self._volley(*key)
        return self._known[key]

    def _volley(self, side: str, phase: int, stages: Stages, hits: Hits) -> Spread:
        firers = tuple(n for n, slot in enumerate(self.slots[side]) if slot.firer(stages[n]) and self.fights(side, n, stages[n]))
        targets = self.slots[self.f.passive if side == self.f.side else self.f.side]
        fixed = tuple(one.stage(n) for one, n in zip(targets, hits, strict=True)) if phase == 2 else ()
        waiting = {(hits, firers): Fraction(1)}
        done: Spread = {}
        while waiting:
            following: dict[tuple[Hits, tuple[int, ...]], Fraction] = {}
            for (now, left), chance in waiting.items():
                shot = self.next_shot(side, stages, left, now, fixed)
                if shot is None:
                    done[now] = done.get(now, Fraction(0)) + chance
                    continue
                n, target, dice = shot
                rest = tuple(one for one in left if one != n)
                for after, part in struck(now, target, targets[target].room, dice):
                    following[after, rest] = following.get((after, rest), Fraction(0)) + chance * part
            self.count(len(waiting))
            waiting = following
        return done

    def count(self, more: int) -> None:
        self.counted += more
        if self.counted > self.most:
            raise TooLarge

    def fights(self, side: str, n: int, stage: int) -> bool:
        """In a walkover the assaulting side does not fire [P13.9]."""
        return self.s.cards[self.slots[side][n].firer(stage)].fights and not (self.f.walkover and side == self.f.side)

    # the default choice [R4, R5, D2, D4]

    def next_shot(self, side: str, stages: Stages, left: tuple[int, ...], hits: Hits, fixed: Stages) -> tuple[int, int, int] | None:
        """Firer, target and dice of the shot that the staff would choose now."""
        targets = self.slots[self.f.passive if side == self.f.side else self.f.side]
        open_to = [(n, fixed[n] if fixed else one.stage(hits[n])) for n, one in enumerate(targets) if not one.gun]
        open_to = [(n, stage) for n, stage in open_to if stage < len(targets[n].parts)]
        best: tuple[list[object], tuple[int, int, int]] | None = None
        for n in left:
            shots = [(m, stage, self.value(side, n, stages[n], m, stage)) for m, stage in open_to]
            most = max((dice for _, _, dice in shots), default=0)
            for m, stage, dice in ((m, stage, dice) for m, stage, dice in shots if dice > 0):
                order = self.order(targets[m], stage, hits[m], most, dice)
                key: list[object] = [*order, f"{self.slots[side][n].firer(stages[n])}>{targets[m].parts[stage]}"]
                if best is None or key < best[0]:
                    best = key, (n, m, dice)
        return best[1] if best else None

    def order(self, target: Slot, stage: int, hits: int, most: int, dice: int) -> list[object]:
        """As the rules put the shots in order with every question."""
        here = hits - sum(target.left[:stage])
        need = max(0, target.left[stage] - here)
        dead = int(need == 0 or (target.walls and stage == 0 and len(target.parts) == 1))
        taken = target.taken[stage] + min(here, target.left[stage])
        return [dead, -most, -per_cent(dice, need), -self.cost(target, stage), -taken]

    # figures of the cards, with those apart who no longer stand together

    def value(self, side: str, n: int, stage: int, m: int, at: int) -> int:
        firer = self.slots[side][n]
        target = self.slots[self.f.passive if side == self.f.side else self.f.side][m]
        key = side, firer.parts[0], stage, target.parts[0], at
        if key not in self._values:
            apart(self.s, firer, stage)
            apart(self.s, target, at)
            shot = shot_of(self.s, self.f, self.s.cards[firer.firer(stage)], self.s.cards[target.parts[at]])
            self._values[key] = firepower(self.s, shot).total
        return self._values[key]

    def cost(self, target: Slot, stage: int) -> int:
        key = target.parts[0], target.parts[stage]
        if key not in self._costs:
            apart(self.s, target, stage)
            self._costs[key] = int(about(self.s, target.parts[stage])["cost"])
        return self._costs[key]


def struck(hits: Hits, target: int, room: int, dice: int) -> list[tuple[Hits, Fraction]]:
    """Hits beyond what it can take are lost [P12.4]."""
    found: dict[int, Fraction] = {}
    for n, chance in enumerate(chances(dice)):
        now = min(room, hits[target] + n)
        found[now] = found.get(now, Fraction(0)) + chance
    return [((*hits[:target], now, *hits[target + 1 :]), chance) for now, chance in found.items()]


def apart(s: State, one: Slot, stage: int) -> None:
    """Whether the second part still sits on the first or inside it."""
    if len(one.parts) > 1:
        second = s.cards[one.parts[1]]
        if one.walls:
            second.inside = one.parts[0] if stage == 0 else ""
        else:
            second.rides = one.parts[0] if stage == 0 else ""

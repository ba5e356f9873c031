"""What an assault comes to, exact: both phases shot by shot, every decision by its default. Obstacles are not known beforehand."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from pbem.engine.state import canonical, decode
from pbem.rulesets.last_crusade.assault_fight import Fight, assaulters, guns, targets
from pbem.rulesets.last_crusade.calc_volley import MOST, Hits, Slot, Stages, Volleys, slot
from pbem.rulesets.last_crusade.state import State

NONE = Fraction(0)


class Outlook(msgspec.Struct):
    captured: Fraction = NONE
    withdrawn: Fraction = NONE
    repulsed: Fraction = NONE  # of these, in `destroyed`, nobody comes back
    destroyed: Fraction = NONE
    lost: dict[str, Fraction] = {}  # card -> how probably it is destroyed
    loses: Fraction = NONE  # expected cost of the cards of the attacker that are destroyed
    held: Fraction = NONE  # of the defender


def outlook(state: State, f: Fight, most: int = MOST) -> Outlook:
    """`f` holds the decisions of the defender: main attack, supplied units, guns. TooLarge for more than can be reckoned out."""
    s: State = decode(canonical(state), State)
    ours = [slot(s, card) for card in assaulters(s, f)] + [slot(s, gun, gun=True) for gun in guns(s, f, f.side)]
    theirs = [slot(s, card) for card in targets(s, f)] + [slot(s, gun, gun=True) for gun in guns(s, f, f.passive)]
    return Reckoning(Volleys(s, f, ours, theirs, most), f, ours, theirs).work()


class Reckoning:
    def __init__(self, volleys: Volleys, f: Fight, ours: list[Slot], theirs: list[Slot]) -> None:
        self.v, self.f, self.ours, self.theirs = volleys, f, ours, theirs
        self.found = Outlook(lost={})

    def work(self) -> Outlook:
        start_ours, start_theirs = (0,) * len(self.ours), (0,) * len(self.theirs)
        fire = self.v.volley(self.f.passive, stages(self.theirs, start_theirs), start_ours, 1)
        for ours, chance in sorted(fire.items()):
            back = self.v.volley(self.f.side, stages(self.ours, ours), start_theirs, 1)
            self.v.count(len(back))
            for theirs, part in sorted(back.items()):
                self.after_phase_one(ours, theirs, chance * part)
        self.found.loses = self.cost(self.ours)
        self.found.held = self.cost(self.theirs)
        return self.found

    def after_phase_one(self, ours: Hits, theirs: Hits, chance: Fraction) -> None:
        """AC-9 to AC-11: withdrawal by its default, the second phase if there is anybody for it."""
        left, foes = self.left(ours), self.foes(theirs)
        guns = any(one.gun for one in self.theirs)
        if not left or not (foes or guns):
            self.over(ours, theirs, chance, not foes and (left > 0 or self.f.headquarters), left)
        elif left < max(1, foes):
            self.found.withdrawn += chance
            self.book(self.ours, ours, chance)
            self.book(self.theirs, theirs, chance)
        else:
            self.phase_two(ours, theirs, chance)

    def phase_two(self, ours: Hits, theirs: Hits, chance: Fraction) -> None:
        """Simultaneous, so the two volleys do not hang on each other [AC-12]."""
        shot = self.v.volley(self.f.passive, stages(self.theirs, theirs), ours, 2)
        back = self.v.volley(self.f.side, stages(self.ours, ours), theirs, 2)
        empty = sum((part for hits, part in back.items() if not self.foes(hits)), NONE)
        gone = sum((part for hits, part in shot.items() if not self.left(hits)), NONE)
        captured = empty if self.f.headquarters else empty * (1 - gone)
        self.found.captured += chance * captured
        self.found.repulsed += chance * (1 - captured)
        self.found.destroyed += chance * (gone * (1 - empty) if self.f.headquarters else gone)
        for hits, part in shot.items():
            self.book(self.ours, hits, chance * part)
        for hits, part in back.items():
            self.book(self.theirs, hits, chance * part)

    def over(self, ours: Hits, theirs: Hits, chance: Fraction, captured: bool, left: int) -> None:
        if captured:
            self.found.captured += chance
        else:
            self.found.repulsed += chance
            self.found.destroyed += chance if not left else NONE
        self.book(self.ours, ours, chance)
        self.book(self.theirs, theirs, chance)

    # who is left

    def left(self, hits: Hits) -> int:
        return sum(one.stage(n) < len(one.parts) for one, n in zip(self.ours, hits, strict=True) if not one.gun)

    def foes(self, hits: Hits) -> int:
        """Combat units, a pair as one; empty walls and troops without firepower do not hold a zone [SR-17]."""
        found = zip(self.theirs, hits, strict=True)
        return sum(any(self.v.s.cards[part].fights for part in one.parts[one.stage(n) :]) for one, n in found if not one.gun)

    def book(self, slots: list[Slot], hits: Hits, chance: Fraction) -> None:
        for one, n in zip(slots, hits, strict=True):
            for name in one.lost(n) if n else []:
                self.found.lost[name] = self.found.lost.get(name, NONE) + chance

    def cost(self, slots: list[Slot]) -> Fraction:
        """With leaders and attachments, which are lost with their unit [P1.7]."""
        total = NONE
        for name in (name for one in slots for name in one.parts):
            worth = self.v.s.cards[name].cost + sum(more.cost for more in self.v.s.carried_by(name))
            total += worth * self.found.lost.get(name, NONE)
        return total


def stages(slots: list[Slot], hits: Hits) -> Stages:
    return tuple(one.stage(n) for one, n in zip(slots, hits, strict=True))

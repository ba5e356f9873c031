"""Guns and air points of the staff: at the fights first, then at whoever stands in the open."""

from __future__ import annotations

from pbem.rulesets.air_bridge import field, fire, staff_odds
from pbem.rulesets.air_bridge.staff_combat import Fight
from pbem.rulesets.air_bridge.staff_sketch import Sketch
from pbem.rulesets.air_bridge.state import Unit

A_FIGHT = 20  # points: the column 13-20 is worth filling, more is not
AIR_A_FIGHT = 8
WORTH_A_SHOT = 50  # hundredths of a step


class Battery:
    """What can still fire."""

    def __init__(self, k: Sketch) -> None:
        self.k, self.air = k, k.s.air.get(k.side, 0)
        self.guns = sorted((u for u in k.s.of(k.side) if u.artillery and u.bombard and fire.may_act(k.s, u) is None), key=lambda u: u.id)

    def promise(self, hex: str) -> int:
        """Points a fight for the hex may count on."""
        guns = [gun.bombard for gun in self.guns if fire.may_bombard(self.k.s, gun, hex) is None]
        return min(A_FIGHT, sum(sorted(guns, reverse=True)[:3]) + self.air_for(hex, AIR_A_FIGHT))

    def air_for(self, hex: str, most: int) -> int:
        return min(self.air, most) if self.air and fire.air_reaches(self.k.s, self.k.side, hex) is None else 0

    def at_fight(self, fight: Fight) -> list[str]:
        """Bombards in the open and before an assault, supports against cover."""
        s, value = self.k.s, field.value(self.k.s, fight.hex)
        if not s.at(fight.hex, self.k.enemy):
            return []
        if fight.verb == "ASSAULT" or value == 1:
            return self.shoot("BOMBARD", fight.hex, [gun for gun in self.guns if fire.may_bombard(s, gun, fight.hex) is None], AIR_A_FIGHT)
        ours = s.named(list(fight.places))
        return self.shoot(
            "SUPPORT", fight.hex, [gun for gun in self.guns if fire.may_support(s, gun, fight.hex, ours) is None], AIR_A_FIGHT
        )

    def harass(self, hexes: list[str]) -> list[str]:
        """The rest at whom it hurts most: step by step, the best target first."""
        lines: list[str] = []
        left = list(hexes)
        while (self.guns or self.air) and left:
            hurt = {hex: self.hurt(hex) for hex in left}
            hex = max(left, key=lambda hex: (hurt[hex] * self.price(hex), hex))
            if hurt[hex] < WORTH_A_SHOT:
                break
            left.remove(hex)
            lines += self.shoot("BOMBARD", hex, self.bombarding(hex), self.air)
        return lines

    def hurt(self, hex: str) -> int:
        """Steps it may cost them, times a hundred."""
        steps = sum(u.steps for u in self.k.s.at(hex, self.k.enemy))
        return min(steps * staff_odds.HUNDRED, staff_odds.bombardment(self.points(hex), field.value(self.k.s, hex)))

    def price(self, hex: str) -> int:
        """What a step of theirs is worth: guns and strong units before others."""
        units = self.k.s.at(hex, self.k.enemy)
        return sum(max(u.attack, u.defence, 2 * u.bombard) for u in units) // len(units)

    def bombarding(self, hex: str) -> list[Unit]:
        return [gun for gun in self.guns if fire.may_bombard(self.k.s, gun, hex) is None]

    def points(self, hex: str) -> int:
        return min(A_FIGHT, sum(gun.bombard for gun in self.bombarding(hex)) + self.air_for(hex, self.air))

    def shoot(self, verb: str, hex: str, guns: list[Unit], most_air: int) -> list[str]:
        chosen: list[Unit] = []
        for gun in sorted(guns, key=lambda gun: (-gun.bombard, gun.id)):
            if sum(one.bombard for one in chosen) < A_FIGHT:
                chosen.append(gun)
        air = self.air_for(hex, min(most_air, max(0, A_FIGHT - sum(one.bombard for one in chosen))))
        if not chosen and not air:
            return []
        self.guns = [gun for gun in self.guns if gun not in chosen]
        self.air -= air
        return [fire.order_text(verb, hex, [gun.id for gun in chosen], air)]


def fire_lines(k: Sketch, fights: list[Fight]) -> list[str]:
    battery = Battery(k)
    lines = [line for fight in fights for line in battery.at_fight(fight)]
    under_fire = [fight.hex for fight in fights]
    return lines + battery.harass([hex for hex in k.s.hexes(k.enemy) if hex not in under_fire])

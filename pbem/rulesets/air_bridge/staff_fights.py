"""Attacks the staff thinks out: who goes where against which hex, and what fires at it."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as made

from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.fire import air_reaches
from pbem.rulesets.air_bridge.staff_sketch import Sketch
from pbem.rulesets.air_bridge.state import Unit

PLENTY = 6  # to one: the last column of the table


@dataclass
class Attack:
    hex: str
    defence: int
    places: dict[str, str] = made(default_factory=dict)  # unit -> hex it attacks from
    strength: int = 0

    @property
    def ratio(self) -> int:
        return self.strength // max(1, self.defence)


def attack(k: Sketch, hex: str, least: int, most: int = PLENTY) -> Attack | None:
    """The strongest attack on the hex that is worth its while, carried out in the sketch; nothing below `least` to one."""
    s = k.s
    plan = Attack(hex, sum(u.defence for u in s.at(hex, k.enemy)))
    places = [near for near in field.neighbours(s, hex) if field.open_side(s, near, hex) and not s.at(near, k.enemy)]
    fighters = [u for u in s.of(k.side) if u.id in k.moved and u.at in places and able(u) and u.id not in k.fighting]
    free = [u for u in k.movers() if able(u)] + standing(k)
    for u in sorted({u.id: u for u in [*fighters, *free]}.values(), key=lambda u: (u.at not in places, -u.attack, u.id)):
        if plan.ratio >= most and not (u.engineer and helps(k, hex)):
            continue
        if place := best_place(k, u, places, plan):
            plan.places[u.id] = place
            plan.strength += u.attack
    if plan.ratio < least or not plan.places:
        return None
    for name, place in plan.places.items():
        if name not in k.moved and s.units[name].at != place:
            k.go(s.units[name], place)
        k.moved.add(name)
        k.fighting.add(name)
    return plan


def able(u: Unit) -> bool:
    return not u.artillery and not u.fatigued and u.attack > 0


def standing(k: Sketch) -> list[Unit]:
    """Those that may not move in this phase but may fight where they stand."""
    movable = {u.id for u in k.movers()}
    return [u for u in k.s.of(k.side) if able(u) and u.id not in movable and u.id not in k.moved]


def helps(k: Sketch, hex: str) -> bool:
    """An engineer takes one off the terrain [17.2b]."""
    return field.value(k.s, hex) > 1


def best_place(k: Sketch, u: Unit, places: list[str], plan: Attack) -> str:
    """On the road, on the level, not over a bridge; "" if there is none."""
    coming = {place: sum(k.s.units[n].sp for n, at in plan.places.items() if at == place and k.s.units[n].at != place) for place in places}

    def fits(place: str) -> bool:
        if u.at == place:
            return True
        if u.id in k.moved or not k.free(u):
            return False
        return place in k.reach(u) and k.room(place, u.sp + coming[place])

    def worth(place: str) -> tuple[bool, bool, bool, bool, str]:
        s = k.s
        return u.at != place, field.over_bridge(s, place, plan.hex), field.uphill(s, place, plan.hex), place not in k.road, place

    return min((place for place in places if fits(place)), key=worth, default="")


def attack_line(plan: Attack) -> str:
    return f"ATTACK {plan.hex} WITH {', '.join(plan.places)} ADVANCE ALL"


def fire_lines(k: Sketch, fights: list[Attack]) -> list[str]:
    """Bombards in the open, supports against cover; guns to the first fight in reach, air points over all."""
    guns: dict[str, list[str]] = {plan.hex: [] for plan in fights}
    for gun in sorted((u for u in k.s.of(k.side) if ready(u)), key=lambda u: u.id):
        reach = [plan.hex for plan in fights if field.distance(k.s, gun.at, plan.hex) <= gun.range and gun.at not in guns]
        if reach:
            guns[min(reach, key=lambda hex: (len(guns[hex]), list(guns).index(hex)))].append(gun.id)
    lines: list[str] = []
    left = k.s.air.get(k.side, 0)
    flown = [plan for plan in fights if air_reaches(k.s, k.side, plan.hex) is None]
    share = -(-left // len(flown)) if flown else 0
    for plan in fights:
        air = min(share, left) if plan in flown else 0
        left -= air
        fire = [*guns[plan.hex], *([f"AIR {air}"] if air else [])]
        if fire:
            verb = "BOMBARD" if field.value(k.s, plan.hex) <= 2 else "SUPPORT"
            lines.append(f"{verb} {plan.hex} WITH {', '.join(fire)}")
    return lines


def ready(u: Unit) -> bool:
    """Still has a shot after its move [9.4]."""
    return u.artillery and not u.fatigued and u.actions_left > 0 and u.bombard > 0

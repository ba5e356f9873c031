"""Fights the staff thinks out: who goes where against which hex, by which kind of combat, and what it may hope for."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.rulesets.air_bridge import assault_fire, drop_zones, field, staff_odds
from pbem.rulesets.air_bridge.odds import columns, modifiers
from pbem.rulesets.air_bridge.staff_odds import Hope
from pbem.rulesets.air_bridge.staff_sketch import Sketch
from pbem.rulesets.air_bridge.state import STACK_LIMIT, Declared, State, Unit
from pbem.rulesets.air_bridge.tables import COLUMNS

PLENTY = 8  # to one, terrain and modifiers included: more are not sent
STEP, TIRED, THROWN_BACK = 3, 1, 1  # what is lost, in the same points as the worth of a hex
STORM = 3  # value of the ground that engineers are sent against
MORE = 1  # a step of motorized or airborne troops is worth that much more


@dataclass(frozen=True)
class Target:
    """An enemy hex, what it is worth to have it, and how much fire may be counted on."""

    hex: str
    worth: int
    fire: int = 0


@dataclass
class Fight:
    hex: str
    verb: str
    places: dict[str, str]  # unit -> hex it fights from
    score: int  # in hundredths
    hope: Hope


# the best fights there are


def fights(k: Sketch, targets: list[Target], least: int, most: int) -> list[Fight]:
    """The most promising first, each carried out in the sketch before the next is thought of; none that promises less than `least`."""
    found = [(fight.score, target) for target in targets if (fight := best(k, target)) is not None and fight.score >= least]
    chosen: list[Fight] = []
    for _, target in sorted(found, key=lambda one: (-one[0], one[1].hex)):
        if len(chosen) < most and (fight := best(k, target)) is not None and fight.score >= least:
            carry_out(k, fight)
            chosen.append(fight)
    return chosen


def best(k: Sketch, target: Target) -> Fight | None:
    places = gather(k, target.hex)
    options = [maneuver(k, target, places), assault(k, target, places)] if places else []
    return max((fight for fight in options if fight is not None), key=lambda fight: fight.score, default=None)


def carry_out(k: Sketch, fight: Fight) -> None:
    for name, place in fight.places.items():
        if k.s.units[name].at != place:
            k.go(k.s.units[name], place)
        k.moved.add(name)
        k.fighting.add(name)


# who can come


def able(k: Sketch, u: Unit, hex: str) -> bool:
    """Engineers are kept for the river, but for a storm on cover; the bridging train is never risked."""
    if u.artillery or u.fatigued or u.bridging or not u.attack:
        return False
    return not u.engineer or field.value(k.s, hex) >= STORM


def gather(k: Sketch, hex: str) -> dict[str, str]:
    """Those who can fight for the hex, and from where: first who stands beside it, then the strongest that can come."""
    s = k.s
    places = [near for near in field.neighbours(s, hex) if field.open_side(s, near, hex) and near not in k.foes]
    beside = [u for u in s.of(k.side) if u.at in places and able(k, u, hex) and u.id not in k.fighting]
    known = {u.id for u in beside}
    coming = [
        u
        for u in k.movers()
        if u.id not in known and u.id not in k.pinned and able(k, u, hex) and near_enough(k, u, hex) and k.meant(u, hex)
    ]
    found: dict[str, str] = {}
    defence = sum(u.defence for u in s.at(hex, k.enemy)) * max(1, field.value(s, hex) - 1)
    strength = 0
    for u in [*sorted(beside, key=lambda u: (-u.attack, u.id)), *sorted(coming, key=lambda u: (-u.attack, u.id))]:
        if strength >= PLENTY * max(1, defence):
            break
        if place := place_for(k, u, places, hex, found):
            found[u.id] = place
            strength += u.attack
    return found


def near_enough(k: Sketch, u: Unit, hex: str) -> bool:
    return field.distance(k.s, k.start(u), hex) <= u.left + 1


def place_for(k: Sketch, u: Unit, places: list[str], target: str, found: dict[str, str]) -> str:
    """Where it stands; else on the level, not over a bridge, in cover; "" if there is no room."""
    if u.at in places:
        return u.at
    s, reach = k.s, k.reach(u)
    coming = {place: sum(s.units[n].sp for n, at in found.items() if at == place and s.units[n].at != place) for place in places}
    able_to = [place for place in places if place in reach and k.room(place, u.sp + coming[place])]
    return min(able_to, key=lambda p: (field.over_bridge(s, p, target), field.uphill(s, p, target), -field.value(s, p), p), default="")


def stand(s: State, places: dict[str, str]) -> dict[str, str]:
    """Puts them there in the sketch; returns where they stood."""
    before = {name: s.units[name].at for name in places}
    for name, place in places.items():
        s.units[name].at = place
    return before


# what may be hoped for


def maneuver(k: Sketch, target: Target, places: dict[str, str]) -> Fight | None:
    s, theirs = k.s, k.s.at(target.hex, k.enemy)
    if not theirs:
        return None
    ours, d = s.named(list(places)), Declared(target.hex, list(places))
    engineer = any(u.engineer for u in ours)
    value = max(1, field.value(s, target.hex) - engineer)
    before = stand(s, places)
    column, drm = columns(ours, theirs), modifiers(s, d, ours, theirs, {})
    stand(s, before)
    steps = sum(u.steps for u in theirs)
    column_total = max(0, min(column.total, len(COLUMNS) - 1))
    hope = staff_odds.maneuver(column_total, drm.total - staff_odds.support(target.fire), value, steps, field.city(s, target.hex))
    if drop_zones.marker_defence(s, target.hex, k.enemy):
        hope = Hope(hope.killed, hope.lost, hope.tired, hope.tires, 0, hope.thrown_back)  # the marker stays [7.3c]
    if all(name in k.pinned for name in places):
        target = Target(target.hex, 0)  # nobody would go in
    return Fight(target.hex, "ATTACK", places, worth(target, hope, ours, theirs), hope)


def assault(k: Sketch, target: Target, places: dict[str, str]) -> Fight | None:
    """At most 8 stacking points, the strongest for their size [13.0b]."""
    s, theirs = k.s, k.s.at(target.hex, k.enemy)
    chosen: dict[str, str] = {}
    room = STACK_LIMIT
    for u in sorted(s.named(list(places)), key=lambda u: (-u.attack * 6 // u.sp, u.id)):
        if u.sp <= room and not u.unsupplied and u.id not in k.pinned:  # 16.0b; who wins has to go in [13.2d]
            chosen[u.id], room = places[u.id], room - u.sp
    ours, marker = s.named(list(chosen)), drop_zones.marker_defence(s, target.hex, k.enemy)
    d = Declared(target.hex, list(chosen), kind="assault")
    before = stand(s, chosen)
    fire = assault_fire.attacker_fire(assault_fire.ground_of(s, d), ours, theirs, {})
    back = assault_fire.defender_fire(ours, theirs, marker > 0, {})
    stand(s, before)
    if not fire.points:
        return None
    steps = sum(u.steps for u in theirs) + (1 if marker else 0)
    hurt = staff_odds.bombardment(target.fire, field.value(s, target.hex)) // staff_odds.HUNDRED
    left = max(1, steps - hurt)
    hope = staff_odds.assault(
        staff_odds.Assault(
            fire.points, sum(u.steps for u in ours), fire.drm.total, max(u.er for u in ours),
            back.points * left // steps, left, back.drm.total, max((u.er for u in theirs), default=0),
        )
    )  # fmt: skip
    return Fight(target.hex, "ASSAULT", chosen, worth(target, hope, ours, theirs), hope)


def worth(target: Target, hope: Hope, ours: list[Unit], theirs: list[Unit]) -> int:
    """The hex by the chance to have it, and what dies of theirs, less what dies and tires of ours."""
    gain = target.worth * hope.taken + price(theirs) * hope.killed + TIRED * hope.tires
    return gain - price(ours) * hope.lost - TIRED * hope.tired - THROWN_BACK * hope.thrown_back


def price(units: list[Unit]) -> int:
    return STEP + (MORE if units and all(u.cm or u.airborne for u in units) else 0)


# as text


def fight_line(k: Sketch, fight: Fight) -> str:
    """Who holds something of his own does not follow."""
    text = f"{fight.verb} {fight.hex} WITH {', '.join(fight.places)}"
    if fight.verb == "ASSAULT":
        return text
    free = [name for name in fight.places if name not in k.pinned]
    after = "ALL" if len(free) == len(fight.places) else ", ".join(free) or "NONE"
    return f"{text} ADVANCE {after}"

"""The German staff: holds the road, cuts it behind the spearhead, strikes where the odds are good."""

from __future__ import annotations

from pbem.rulesets.air_bridge import demolition, field
from pbem.rulesets.air_bridge.staff_fights import attack, attack_line, fire_lines
from pbem.rulesets.air_bridge.staff_sketch import Sketch
from pbem.rulesets.air_bridge.state import GERMAN, State, Unit

LEAST, ENOUGH = 2, 4  # to one
FIGHTS = 2


def main(view: State) -> list[str]:
    k = Sketch(view, GERMAN)
    blown = demolition.blowable(k.s)
    for bridge in blown:
        k.moved.update(u.id for u in demolition.crews(k.s, bridge))
    fights = [plan for hex in prizes(k)[:FIGHTS] if (plan := attack(k, hex, LEAST, ENOUGH)) is not None]
    settle(k)
    return [*(f"BLOW {bridge}" for bridge in blown), *k.text(), *(attack_line(plan) for plan in fights), *fire_lines(k, fights)]


def mech(view: State) -> list[str]:
    k = Sketch(view, GERMAN, mech=True)
    k.overrun()
    settle(k)
    return k.text()


def prizes(k: Sketch) -> list[str]:
    """Allied hexes on the road or beside it, the weakest first."""
    near = [hex for hex in k.s.hexes(k.enemy) if hex in k.road or any(field.adjacent(k.s, hex, at) for at in k.road)]
    return sorted(near, key=lambda hex: (hex not in k.road, sum(u.defence for u in k.s.at(hex, k.enemy)), hex))


def head(k: Sketch) -> int:
    """How far up the road the spearhead has come; -1 before it is on the map."""
    return max((k.along(u.at) for u in k.s.of(k.enemy)), default=-1)


def settle(k: Sketch) -> None:
    """Every unit to the place where it is in the way most; it stays unless another is clearly better."""
    at = head(k)
    for u in sorted(k.movers(), key=lambda u: (k.along(u.at), u.id)):
        if u.at and field.city(k.s, u.at):
            continue  # the garrison of a city stays
        places = {hex: worth(k, u, hex, at) for hex in [u.at, *k.reach(u).costs] if hex and k.can_end(u, hex)}
        best = max(sorted(places), key=lambda hex: places[hex], default="")
        if best and places[best] > places.get(u.at, -99):
            k.go(u, best)


def worth(k: Sketch, u: Unit, hex: str, at: int) -> int:
    s = k.s
    value = field.value(s, hex)
    points = 2 * value
    others = [friend for friend in s.at(hex, GERMAN) if friend.id != u.id]
    for i, road in enumerate(k.road):
        covered = hex == road or (field.adjacent(s, hex, road) and field.open_side(s, hex, road) and not field.city(s, road))
        if covered and not s.at(road, k.enemy):
            taken = any(o.id != u.id and (o.at == road or field.adjacent(s, o.at, road)) for o in s.of(GERMAN))
            points += (1 if taken else 6) if i <= at else (3 if hex == road and i <= at + 6 else 1)
    if hex in k.road and k.road.index(hex) > at:
        points += 8 - min(6, k.road.index(hex) - at) if not others else 2
    if field.bridge_end(s, hex):
        points += 2
    danger = sum(e.attack for e in s.of(k.enemy) if field.distance(s, e.at, hex) <= 1)
    strength = u.defence + sum(o.defence for o in others)
    return points - min(8, danger // max(1, strength * value))

"""The drops: each division round its marker, as near as may be to what it has to take; later lifts where they are needed."""

from __future__ import annotations

from pbem.rulesets.air_bridge import airborne, field, placing
from pbem.rulesets.air_bridge.staff_posts import Post
from pbem.rulesets.air_bridge.staff_sketch import Sketch
from pbem.rulesets.air_bridge.state import Unit

# First lift: what is to be taken, and how many battalions land for it; the others land on the zone itself.
PLANS: dict[str, tuple[tuple[str, int], ...]] = {
    "101": (("B0605", 4), ("A2805", 3), ("A3203", 1)),  # Veghel, Son, St Oedenrode
    "82": (("B2212", 3), ("B2517", 2), ("B2914", 1)),  # Grave, Heumen, the road bridge of the Maas-Waal canal
    "1 Br": (("B4315", 4),),  # Arnhem bridge
}
BRIDGE, DIVISION = "B4315", "1 Br"
SIEGE = 3  # the turn from which a bridge that is lost counts as lost
CORE, SIDES = 20, 9  # defence wanted at the drop zone, and in each hex of cover beside it
BERLIN = 7  # the turn from which nobody north of the Neder Rijn waits any longer once the bridge is lost
NEAR_ARNHEM = 66  # hexes of the road: Nijmegen bridge
OVER_A_BRIDGE = 6  # half points that it is worth not to attack over one
POLES, DRIEL = "Poles", "B4215"  # the Poles land south of the river, for the other end of the bridge


def drops(k: Sketch) -> None:
    if airborne.without(k.s):
        return
    for division, zone in sorted(k.s.drop_zones.items()):
        due = [
            u for u in k.s.units.values() if u.division == division and u.id in k.s.due and airborne.why_not_drop(k.s, u, zone.hex) is None
        ]
        for u in sorted(due, key=first_fighters):
            if u.formation == POLES and not welcome(k):
                continue
            if hex := landing(k, u, goal(k, u)):
                k.drop(u, hex)


def welcome(k: Sketch) -> bool:
    """The Poles wait until somebody holds the other end of the bridge, or the ground army is near, if there is one."""
    if alone(k):
        return True
    held = BRIDGE in k.s.hexes(k.side)
    return held or any(k.along(u.at) >= NEAR_ARNHEM for u in k.s.of(k.side) if not u.airborne)


def waiting(k: Sketch) -> list[str]:
    """Held back this turn: the Poles while they are of no use yet."""
    if alone(k):
        return kept_home(k)
    due = [u.id for u in k.s.units.values() if u.formation == POLES and k.s.due.get(u.id, k.s.turn + 1) <= k.s.turn]
    return [] if not due or k.s.weather == "bad" or welcome(k) else sorted(due)


def in_the_air(k: Sketch, division: str) -> list[Unit]:
    """Those of the division that are due and have not been dropped."""
    return [u for u in k.s.units.values() if u.division == division and k.s.due.get(u.id, k.s.turn + 1) <= k.s.turn]


def kept_home(k: Sketch) -> list[str]:
    """Where everybody comes by air: whom the weather, the want of a marker or of ground keeps from landing this turn."""
    return sorted(u.id for division, zone in k.s.drop_zones.items() if not zone.lost for u in in_the_air(k, division))


def first_fighters(u: Unit) -> tuple[bool, int, str]:
    return u.artillery, -u.attack, u.id


def goal(k: Sketch, u: Unit) -> str:
    """What this unit is to land for: the first aim of its division that has not got its share yet."""
    zone = k.s.drop_zones[u.division].hex
    if u.formation == POLES:
        return zone if alone(k) and besieged(k) else DRIEL
    if k.s.drop_zones[u.division].alternate and alone(k):
        return zone  # the perimeter is begun anew
    if u.artillery or not u.attack > 1:
        return zone
    for hex, wanted in PLANS.get(u.division, ()):
        near = [f for f in k.s.of(k.side) if f.division == u.division and not f.artillery and field.distance(k.s, f.at, hex) <= 3]
        if len(near) < wanted:
            return hex
    return zone


def landing(k: Sketch, u: Unit, aim: str) -> str:
    """The landing hex from which the way to the aim is shortest; guns and the like keep out of enemy zones."""
    s = k.s
    zone = s.drop_zones[u.division].hex
    ways, allowed = k.toward((aim,)), airborne.reach(s, u)
    near = [hex for hex in field.board(s.scenario).ids if field.distance(s, zone, hex) <= allowed]
    quiet = [hex for hex in near if airborne.why_not_land(s, u, hex, []) is None and k.room(hex, u.sp)]
    if aim == DRIEL:
        quiet = [hex for hex in quiet if hex not in field.bank(s.scenario, BRIDGE)]
    if u.artillery or u.attack <= 1:
        quiet = [hex for hex in quiet if not field.in_zone(s, k.enemy, hex)] or quiet
    return min(quiet, key=lambda hex: (k.far(hex, ways) + OVER_A_BRIDGE * field.over_bridge(s, hex, aim), hex), default="")


def zones(k: Sketch) -> list[str]:
    """Markers that may come back: among friends, far from the enemy [7.3d]."""
    lines = []
    for division in sorted(k.s.drop_zones):
        grounds = placing.grounds(k.s, division)
        ours = [u for u in k.s.of(k.side) if u.division == division]
        if not grounds or not (ours or (alone(k) and in_the_air(k, division))):
            continue

        def worth(hex: str, ours: list[Unit] = ours) -> tuple[int, int, str]:
            return -sum(u.sp for u in ours if field.distance(k.s, u.at, hex) <= 1), field.distance(k.s, hex, min(k.foes, default=hex)), hex

        hex = min(grounds, key=worth) if ours else far_from_all(k, grounds)
        lines.append(placing.order_text(division, hex))
        k.s.drop_zones[division].hex = hex
    return lines


def far_from_all(k: Sketch, grounds: list[str]) -> str:
    """Nobody is left on the map: those in the air begin anew, on the bank where they count and out of the enemy's way."""
    land = field.bank(k.s.scenario, BRIDGE)
    return max(grounds, key=lambda hex: (hex in land, min((field.distance(k.s, hex, foe) for foe in k.foes), default=0), hex))


# the perimeter, when the bridge is lost


def alone(k: Sketch) -> bool:
    """Nobody comes up the road in this scenario."""
    return field.ENTRANCE not in field.board(k.s.scenario).index


def besieged(k: Sketch) -> bool:
    return k.s.turn >= SIEGE and BRIDGE in field.board(k.s.scenario).index and not k.s.at(BRIDGE, k.side)


def perimeter(k: Sketch) -> list[Post]:
    """The drop zone and the cover beside it; without a marker on the map wherever most of the division stand."""
    zone = k.s.drop_zones[DIVISION].hex
    ours = [u for u in k.s.of(k.side) if u.division == DIVISION and u.at in field.bank(k.s.scenario, BRIDGE)]
    middle = zone or max(sorted({u.at for u in ours}), key=lambda hex: sum(u.sp for u in ours if u.at == hex), default="")
    if not middle:
        return []
    beside = [hex for hex in field.neighbours(k.s, middle) if field.value(k.s, hex) > 1]
    cover = sorted(beside, key=lambda hex: (-field.value(k.s, hex), hex))
    return [Post(middle, CORE), *(Post(hex, SIDES) for hex in cover)]


# Operation Berlin: when the bridge is lost the engineers ferry what is left over the Neder Rijn [17.3]


def withdrawing(k: Sketch) -> list[Unit]:
    """Those still north of the river, once the bridge is lost for good."""
    if k.s.turn < BERLIN or alone(k) or k.s.at(BRIDGE, k.side):
        return []
    land = field.bank(k.s.scenario, BRIDGE)
    return [u for u in k.s.of(k.side) if u.division == DIVISION and u.at in land]


def crossings(k: Sketch) -> list[tuple[str, str]]:
    """Places to cross: the near bank, and a far bank free of the enemy and his zones."""
    land = field.bank(k.s.scenario, BRIDGE)
    pairs = [
        (a, b) for a, b in sorted(field.waters(k.s.scenario)) if a in land and b not in land and field.water(k.s, a, b) == field.GREAT_RIVER
    ]
    return [(a, b) for a, b in pairs if a not in k.foes and b not in k.foes and not field.in_zone(k.s, k.enemy, b)]


def over_the_river(k: Sketch) -> list[str]:
    lines: list[str] = []
    waiting = withdrawing(k)
    for a, b in crossings(k) if waiting else []:
        here = [u for u in waiting if u.at == a and u.id not in k.moved and not u.cm]
        crews = [u for u in here if u.engineer]
        men = sorted((u for u in here if not u.engineer), key=first_fighters) or crews[:1]
        if crews and men and k.room(b, men[0].sp):
            lines.append(k.ferry(men[0], crews[0], a, b))
    return lines


def to_the_river(k: Sketch) -> None:
    """All to the crossing that the engineers are nearest to."""
    left = [u for u in withdrawing(k) if k.free(u)]
    crews = [u for u in left if u.engineer]
    banks = sorted({a for a, _ in crossings(k)}) if crews else []
    if not banks:
        return
    meet = min(banks, key=lambda a: (sum(field.distance(k.s, u.at, a) for u in crews), a))
    for u in left:
        k.march(u, (meet,))
        k.moved.add(u.id)

"""The German staff: delay on the road and cut it behind the spearhead, keep the bridges of Arnhem and Nijmegen, crush the 1st Airborne."""

from __future__ import annotations

from pbem.rulesets.air_bridge import demolition, field, staff_arnhem
from pbem.rulesets.air_bridge.goals import objectives
from pbem.rulesets.air_bridge.staff_combat import Target, fight_line, fights
from pbem.rulesets.air_bridge.staff_fire import Battery, fire_lines
from pbem.rulesets.air_bridge.staff_posts import Post, man, pin
from pbem.rulesets.air_bridge.staff_sketch import Sketch
from pbem.rulesets.air_bridge.state import ALLIED, GERMAN, State, Unit, ends
from pbem.rulesets.air_bridge.units import formations_of

LEAST = 150  # hundredths of a point that a fight has to promise
FIGHTS = 12
ARNHEM = ("9 SS", "von Tettau", "KG Knaust")  # and all that stand or arrive near Arnhem
NIJMEGEN = ("10 SS", "KG Henke")
GROESBEEK = ("406 Div", "II FJ Korps")
SHOT = 25  # hundredths of a step by gunfire that outweigh a point
NORTH = 70  # hexes of the road from here on are Arnhem's

NIJMEGEN_POSTS = (Post("B4315", 5), Post("B3117", 10), Post("B3116", 5), Post("B3216", 5), Post("B4415", 3))
ARNHEM_POSTS = (Post("B4315", 18), Post("B4415", 10), Post("B4215", 5), Post("B3117", 5), Post("B3216", 5))
IN_SIGHT = 60  # hexes of the road: the ground army is at the Maas-Waal canal
NEARBY = 2
LOST_AT = 4  # to one: a bridge head cannot be held
ARNHEM_BRIDGE = ("B4315", "B4215")
ISLAND = ("B3117", "B3216", "B3116", "B3515", "B3714")  # Nijmegen, and the road from there to Arnhem


def main(view: State) -> list[str]:
    k = Sketch(view, GERMAN)
    blown = [bridge for bridge in demolition.blowable(k.s) if pays(k, bridge)]
    for bridge in blown:
        k.moved.update(u.id for u in demolition.crews(k.s, bridge))
    ferried = staff_arnhem.ferries(k)
    staff_arnhem.to_the_far_end(k)
    hold_on(k)
    k.meant = lambda u, hex: business(k, group(k, u), hex)
    k.overrun()
    chosen = fights(k, targets(k), LEAST, FIGHTS)
    man(k, posts(k), [u for u in k.s.of(GERMAN) if not u.artillery and group(k, u) in (ARNHEM, NIJMEGEN)])
    move(k)
    lines = [*ferried, *(f"BLOW {bridge}" for bridge in blown)]
    return [*lines, *k.text(), *(fight_line(k, fight) for fight in chosen), *fire_lines(k, chosen)]


def mech(view: State) -> list[str]:
    k = Sketch(view, GERMAN, mech=True)
    staff_arnhem.to_the_far_end(k)
    hold_on(k)
    k.overrun()
    move(k)
    return k.text()


def pays(k: Sketch, bridge: str) -> bool:
    """An enemy is near; the great bridges are kept for the counter-attack until they are about to fall."""
    if staff_arnhem.is_no_more_use(k, bridge):
        return True
    if field.main_bridge(k.s, bridge):
        return any(k.pressure.get(end, 0) >= LOST_AT * sum(u.defence for u in k.s.at(end, GERMAN)) for end in ends(bridge))
    return any(field.distance(k.s, end, u.at) <= 4 for end in ends(bridge) for u in k.s.of(ALLIED))


def posts(k: Sketch) -> list[Post]:
    """Nijmegen bridge first; when the ground army is near, Arnhem."""
    wanted = ARNHEM_POSTS if head(k) >= IN_SIGHT else NIJMEGEN_POSTS
    return [post for post in wanted if post.hex in field.board(k.s.scenario).index]


def hold_on(k: Sketch) -> None:
    pin(k, posts(k))
    pin(k, [Post(hex, 1) for hex in objectives(k.s.scenario)])


def targets(k: Sketch) -> list[Target]:
    """Whoever holds a place that counts, the road behind the spearhead, a drop zone; the others for the steps they may lose."""
    battery, at = Battery(k), head(k)
    found = []
    for hex in k.foes:
        on_road = hex in k.road and k.along(hex) <= at
        worth = 10 if hex in objectives(k.s.scenario) else 6 if on_road or k.s.zone_at(hex) else 0
        found.append(Target(hex, worth, battery.promise(hex)))
    return found


def head(k: Sketch) -> int:
    """How far up the road the spearhead has come; -1 before it is on the map."""
    return max((k.along(u.at) for u in k.s.of(k.enemy) if not u.airborne), default=-1)


def group(k: Sketch, u: Unit) -> tuple[str, ...]:
    names = formations_of(u.id)
    for group in (NIJMEGEN, GROESBEEK, ARNHEM):
        if any(name in group for name in names):
            return group
    return ARNHEM if k.along(u.at or k.start(u)) >= NORTH else ()


def move(k: Sketch) -> None:
    cover = road_covered(k)
    for u in sorted(k.movers(), key=lambda u: (k.along(u.at), u.id)):
        if u.id in k.pinned:
            continue
        mine = group(k, u)
        if mine == ():
            settle(k, u, cover)
        else:
            k.march(u, goals(k, mine), (lambda hex: k.pressure.get(hex, 0) == 0) if u.artillery else bool)


def goals(k: Sketch, mine: tuple[str, ...]) -> tuple[str, ...]:
    """Where the group is bound for: Allied troops on its ground, else the next bridge."""
    board = field.board(k.s.scenario).index
    if mine == ARNHEM:
        land = field.bank(k.s.scenario, "B4315")
        british = [hex for hex in k.foes if hex in land]
        return tuple(british) or tuple(hex for hex in ISLAND if hex in board) or ("B4215",)
    if mine == GROESBEEK:
        return tuple(hex for hex in k.foes if k.along(hex) >= 54 and hex not in field.bank(k.s.scenario, "B4315")) or ("B3117",)
    return (
        tuple(hex for hex in ISLAND if hex in board and not k.s.at(hex, GERMAN))
        or tuple(hex for hex in ISLAND if hex in board)
        or ("B4315",)
    )


def business(k: Sketch, mine: tuple[str, ...], hex: str) -> bool:
    """At Arnhem the British north of the river first; then, as for the 10 SS, the bridges and the road between Nijmegen and Arnhem."""
    if mine not in (ARNHEM, NIJMEGEN):
        return True
    land = field.bank(k.s.scenario, ARNHEM_BRIDGE[0])
    if mine == ARNHEM and any(foe in land for foe in k.foes):
        return hex in land or hex in ARNHEM_BRIDGE
    places = [*ISLAND, *ARNHEM_BRIDGE]
    return any(field.distance(k.s, hex, at) <= NEARBY for at in places if at in field.board(k.s.scenario).index)


def road_covered(k: Sketch) -> dict[str, list[int]]:
    """For each hex the stretches of the road that a unit in it would close."""
    found: dict[str, list[int]] = {}
    for i, road in enumerate(k.road):
        if road in k.foes:
            continue
        near = [] if field.city(k.s, road) else [hex for hex in field.neighbours(k.s, road) if field.open_side(k.s, hex, road)]
        for hex in [road, *near]:
            found.setdefault(hex, []).append(i)
    return found


def settle(k: Sketch, u: Unit, cover: dict[str, list[int]]) -> None:
    """To the place where it is in the way most; it stays unless another is clearly better. Far from the road: towards it."""
    at = head(k)
    places = {hex: worth(k, u, hex, at, cover) for hex in [u.at, *k.reach(u).costs] if hex and k.can_end(u, hex)}
    best = max(sorted(places), key=lambda hex: places[hex], default="")
    if best and places[best] > max(0, places.get(u.at, -99)):
        k.go(u, best)
    elif not cover.keys() & places.keys():
        k.march(u, tuple(k.road[max(0, at - 30) : at + 6]))


def worth(k: Sketch, u: Unit, hex: str, at: int, cover: dict[str, list[int]]) -> int:
    s = k.s
    value = field.value(s, hex)
    points = 2 * value
    others = [friend for friend in s.at(hex, GERMAN) if friend.id != u.id]
    for i in cover.get(hex, []):
        taken = any(o.id != u.id and (o.at == k.road[i] or field.adjacent(s, o.at, k.road[i])) for o in near(k, i))
        points += (1 if taken else 6) if i <= at else (3 if hex == k.road[i] and i <= at + 6 else 1)
    if hex in k.road and k.road.index(hex) > at:
        points += 8 - min(6, k.road.index(hex) - at) if not others else 2
    if field.bridge_end(s, hex):
        points += 2
    strength = u.defence + sum(o.defence for o in others)
    return points - min(8, k.pressure.get(hex, 0) // max(1, strength * value)) - k.exposure(hex) // SHOT


def near(k: Sketch, i: int) -> list[Unit]:
    return [o for hex in [k.road[i], *field.neighbours(k.s, k.road[i])] for o in k.s.at(hex, GERMAN)]

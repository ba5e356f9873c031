"""The Allied staff: the airborne divisions take the bridges and keep them, XXX Corps drives up the one road to Arnhem, the flank corps and
whoever comes behind keep it open."""

from __future__ import annotations

from itertools import pairwise

from pbem.rulesets.air_bridge import entering, field, staff_airborne
from pbem.rulesets.air_bridge.engineers import DOWN
from pbem.rulesets.air_bridge.goals import objectives
from pbem.rulesets.air_bridge.staff_combat import Fight, Target, fight_line, fights
from pbem.rulesets.air_bridge.staff_fire import Battery, fire_lines
from pbem.rulesets.air_bridge.staff_posts import Post, man, pin, threat
from pbem.rulesets.air_bridge.staff_sketch import Sketch
from pbem.rulesets.air_bridge.state import ALLIED, State, Unit, ends, hexside
from pbem.rulesets.air_bridge.units import formations_of

SPEARHEAD = ("Guards", "8 Armd Bde", "43 Div")  # for Arnhem; everybody else keeps the road open behind them
LEAST = 150  # hundredths of a point that a fight has to promise
FIGHTS = 12
GUN_GAP = 3  # hexes a gun stays behind the front
AHEAD = 6  # hexes of the road that an engineer goes ahead of the others
NIJMEGEN_IN_SIGHT = 55  # hexes of the road: the ground army is at Grave
RELIEF = 72  # hexes of the road: the ground army is half way from Nijmegen to Arnhem
ROUND_A_POST = 2  # hexes within which airborne troops fight for a post
NEAR = 4  # hexes: an enemy nearer than that to the road threatens it

# What each division holds, the most important first: hex, defence wanted.
POSTS = {
    "101": (
        Post("A3004", 10),
        Post("A2805", 10),
        Post("B0605", 10),
        Post("A3203", 5),
        Post("B0505", 5),
        Post("B0404", 5),
        Post("A2706", 5),
    ),
    "82": (Post("B2518", 15), Post("B2313", 5), Post("B2212", 5), Post("B2914", 10)),
    "1 Br": (Post("B4315", 20), Post("B4408", 13), Post("B4415", 10)),
}


def main(view: State) -> list[str]:
    k = ready(Sketch(view, ALLIED))
    lines = [*staff_airborne.zones(k), *k.repair(), *ferries(k), *staff_airborne.over_the_river(k)]
    staff_airborne.drops(k)
    sappers(k)
    hold_on(k)
    staff_airborne.to_the_river(k)
    for division in sorted(k.s.drop_zones):
        man(k, posts(k, division), infantry(k, division))
    k.overrun(prizes(k))
    chosen = fights(k, targets(k), LEAST, FIGHTS)
    move(k)
    return [*lines, *k.text(), *hold(k), *(fight_line(k, fight) for fight in chosen), *fire_lines(k, chosen)]


def mech(view: State) -> list[str]:
    k = ready(Sketch(view, ALLIED, mech=True))
    hold_on(k)
    sappers(k)
    k.overrun(prizes(k))
    move(k)
    return k.text()


def ready(k: Sketch) -> Sketch:
    """Nobody drives round a bridge that the engineers can repair; airborne troops fight for what they hold and not beyond."""
    if any(u.bridging for u in k.s.of(ALLIED)):
        k.hoped = tuple(sorted(side for _, side in gaps(k)))
    near = head(k) >= NIJMEGEN_IN_SIGHT
    bounds = {
        division: [post.hex for post in posts(k, division)] + ["B3117"] * (division == "82" and near) for division in k.s.drop_zones
    }
    k.meant = lambda u, hex: not u.airborne or any(field.distance(k.s, at, hex) <= ROUND_A_POST for at in bounds.get(u.division, []))
    return k


def hold_on(k: Sketch) -> None:
    """Whoever keeps a post or a piece of threatened road stays there."""
    pin(k, [post for division in sorted(k.s.drop_zones) for post in posts(k, division)])
    pin(k, [Post(hex, 1) for hex in objectives(k.s.scenario)])
    pin(k, [Post(hex, 1) for hex in road_behind(k) if watched(k, hex)])


def posts(k: Sketch, division: str) -> list[Post]:
    """What the division holds; the 1st Airborne its perimeter once the bridge is lost and nobody is near to win it back."""
    if division == staff_airborne.DIVISION and head(k) < RELIEF and staff_airborne.besieged(k):
        return staff_airborne.perimeter(k)
    return list(POSTS.get(division, ()))


def infantry(k: Sketch, division: str) -> list[Unit]:
    return [u for u in k.s.of(ALLIED) if u.division == division and not u.artillery]


# bridges


def gaps(k: Sketch) -> list[tuple[str, str]]:
    """Blown bridges of the road, from the south: the near end and the bridge; the three great ones are not repaired."""
    pairs = [(a, hexside(a, b)) for a, b in pairwise(k.road)]
    return [(near, side) for near, side in pairs if k.s.bridges.get(side) in DOWN and not field.main_bridge(k.s, side)]


def sappers(k: Sketch) -> None:
    """A bridging engineer to each blown bridge of the road: who stands there may repair it next turn [17.1a]. Others go with the Guards."""
    free = [u for u in k.movers() if u.bridging and not u.fatigued]
    for near, side in gaps(k):
        if k.along(near) > head(k) + AHEAD:
            continue
        there = [u for end in ends(side) for u in k.s.at(end, ALLIED) if u.bridging]
        if there:
            k.moved.add(there[0].id)
            free = [u for u in free if u.id != there[0].id]
        elif free:
            ways = k.toward((near,))
            u = min(free, key=lambda u: (k.far(u.at or k.start(u), ways), u.id))
            free.remove(u)
            k.march(u, (near,))
            k.moved.add(u.id)
    for u in free:
        k.march(u, (k.road[max(0, head(k) - 1)],))
        k.moved.add(u.id)


def ferries(k: Sketch) -> list[str]:
    """Infantry over the water where the bridge is blown and cannot be repaired yet [17.3]."""
    lines: list[str] = []
    for near, side in gaps(k):
        far = next(end for end in ends(side) if end != near)
        if not field.water(k.s, near, far):  # a stream is forded
            continue
        crews = [u for u in k.s.at(near, ALLIED) if u.engineer and u.id not in k.moved and not u.fatigued]
        foot = [u for u in k.s.at(near, ALLIED) if not u.cm and not u.artillery and not u.engineer and u.id not in k.moved]
        if crews and foot and far not in k.foes and k.room(far, foot[0].sp):
            lines.append(k.ferry(foot[0], crews[0], near, far))
    return lines


# the road


def ground(k: Sketch) -> list[Unit]:
    return [u for u in k.s.of(ALLIED) if not u.airborne]


def head(k: Sketch) -> int:
    """How far up the road the ground army has come; -1 before it is on the map."""
    return max((k.along(u.at) for u in ground(k) if u.at in k.road), default=-1)


def road_behind(k: Sketch) -> list[str]:
    return k.road[: head(k) + 1]


def watched(k: Sketch, hex: str) -> bool:
    return threat(k, hex, NEAR) > 0


def prizes(k: Sketch) -> tuple[str, ...]:
    return tuple(objectives(k.s.scenario))


def targets(k: Sketch) -> list[Target]:
    """Enemies on the road or with their zone over it, in a place that counts, or beside a friend."""
    battery, places = Battery(k), prizes(k)
    ours = k.s.hexes(ALLIED)
    found: list[Target] = []
    for hex in k.foes:
        road = [at for at in k.road if at == hex or (field.adjacent(k.s, at, hex) and field.open_side(k.s, hex, at))]
        close = any(field.adjacent(k.s, hex, at) for at in ours)
        ahead = not road or min(k.road.index(at) for at in road) > head(k) + AHEAD
        worth = 12 if hex in places else (2 if close else 0) if ahead else 8 if hex in k.road else 5
        if worth:
            found.append(Target(hex, worth, battery.promise(hex)))
    return found


def goal(k: Sketch) -> tuple[str, ...]:
    """Where the spearhead is bound for: the last place of the road that counts."""
    on_road = [hex for hex in prizes(k) if hex in k.road]
    return (max(on_road, key=k.road.index),) if on_road else prizes(k)[-1:]


# who goes where


def move(k: Sketch) -> None:
    """Guards first; those behind to the stretches of road that are threatened, and then on; guns a little behind the front."""
    for u in k.movers():
        if u.id not in k.pinned and is_spearhead(u) and not u.artillery:
            k.march(u, goal(k))
    guard_road(k)
    for u in k.movers():
        if u.id in k.pinned:
            continue
        if u.artillery:
            follow(k, u)
        else:
            k.march(u, reserve_goal(k, u))


def is_spearhead(u: Unit) -> bool:
    return any(name in SPEARHEAD for name in formations_of(u.id))


def guard_road(k: Sketch) -> None:
    """Somebody into every hex of the road that an enemy zone lies on, then wherever one could come: friends cancel it [16.0j]."""
    bare = [hex for hex in k.road if not k.s.at(hex, ALLIED) and hex not in k.foes and k.along(hex) <= head(k)]
    cut = [hex for hex in bare if field.in_zone(k.s, k.enemy, hex)]
    soon = sorted((hex for hex in bare if hex not in cut and watched(k, hex)), key=lambda hex: (-threat(k, hex, NEAR), hex))
    for hex in [*cut, *soon]:
        near = [u for u in k.movers() if u.id not in k.pinned and not u.bridging and k.can_end(u, hex)]
        if near:
            u = min(near, key=lambda u: (is_spearhead(u), u.artillery, u.cm, field.distance(k.s, k.start(u), hex), u.id))
            k.go(u, hex)
            k.pinned.add(u.id)


def reserve_goal(k: Sketch, u: Unit) -> tuple[str, ...]:
    """Flank corps and the 50th after enemies nearest to the road; airborne troops to what their division holds; others after the Guards."""
    if u.airborne:
        held = [post.hex for post in posts(k, u.division) if post.hex not in k.foes]
        return (max(held, key=lambda hex: (threat(k, hex, NEAR), hex)),) if held else goal(k)
    near = [hex for hex in k.foes if any(field.distance(k.s, hex, at) <= NEAR for at in k.road[: head(k) + NEAR : 2])]
    return tuple(near) or goal(k)


def follow(k: Sketch, gun: Unit) -> None:
    """A gun with somebody in range stays and fires twice; else it comes up behind the others."""
    if gun.airborne and k.s.zone_at(gun.at):
        return
    if gun.at and any(field.distance(k.s, gun.at, hex) <= gun.range - 1 for hex in k.foes):
        return
    zone = k.s.drop_zones[gun.division].hex if gun.airborne and gun.division in k.s.drop_zones else ""
    k.march(gun, (zone,) if zone else tuple(k.foes) or goal(k), lambda hex: all(field.distance(k.s, hex, foe) > 2 for foe in k.foes))


def hold(k: Sketch) -> list[str]:
    """What finds no room on foot, and idle guns, wait for the next turn; others may still come in the mechanized phase."""
    late = [k.s.units[name] for name in entering.due_now(k.s, ALLIED) if not k.s.units[name].at]
    names = [*[u.id for u in late if not u.cm or u.artillery], *staff_airborne.waiting(k)]
    return [f"HOLD {', '.join(names)}"] if names and k.s.turn < int(field.settings(k.s.scenario)["turns"]) else []


__all__ = ["Fight", "main", "mech"]

"""The Allied staff: XXX Corps up one road, its bridges, its sides held open by the infantry."""

from __future__ import annotations

from itertools import pairwise

from pbem.rulesets.air_bridge import entering, field
from pbem.rulesets.air_bridge.engineers import DOWN
from pbem.rulesets.air_bridge.staff_fights import attack, attack_line, fire_lines
from pbem.rulesets.air_bridge.staff_sketch import Sketch
from pbem.rulesets.air_bridge.state import ALLIED, State, Unit, ends, hexside

LEAST = 2  # to one
GUN_GAP = 3  # hexes a gun stays behind the front
FIGHTS = 5
GUNS_A_FIGHT = 3


def main(view: State) -> list[str]:
    k = Sketch(view, ALLIED)
    lines = [*k.repair(), *ferries(k), *bridgeheads(k)]
    sappers(k)
    k.overrun(prizes(k))
    last_line(k)
    fights = [plan for hex in blockers(k)[:FIGHTS] if (plan := attack(k, hex, LEAST)) is not None]
    garrison(k)
    forward(k, waiting(k, [plan.hex for plan in fights]))
    return [*lines, *k.text(), *hold(k), *(attack_line(plan) for plan in fights), *fire_lines(k, fights)]


def mech(view: State) -> list[str]:
    k = Sketch(view, ALLIED, mech=True)
    sappers(k)
    k.overrun(prizes(k))
    garrison(k)
    last_line(k)
    forward(k)
    return k.text()


# bridges


def gaps(k: Sketch) -> list[tuple[str, str]]:
    """Blown bridges of the road, from the south: the near end and the bridge."""
    pairs = [(a, hexside(a, b)) for a, b in pairwise(k.road[: goal(k) + 1])]
    return [(near, side) for near, side in pairs if k.s.bridges.get(side) in DOWN]


def sappers(k: Sketch) -> None:
    """A bridging engineer to the near end of a blown bridge: whoever stands there may repair it next turn [17.1a]."""
    for near, _ in gaps(k):
        if any(u.bridging for u in k.s.at(near, ALLIED)):
            k.moved.update(u.id for u in k.s.at(near, ALLIED) if u.bridging)
            continue
        able = [u for u in k.movers() if u.bridging and not u.fatigued and k.can_end(u, near)]
        if able:
            k.go(min(able, key=lambda u: u.id), near)


def ferries(k: Sketch) -> list[str]:
    """Infantry over the water where the bridge is blown and cannot be repaired yet [17.3]."""
    lines: list[str] = []
    for near, side in gaps(k):
        far = next(end for end in ends(side) if end != near)
        if not field.water(k.s, near, far):  # a stream is forded
            continue
        crews = [u for u in k.s.at(near, ALLIED) if u.engineer and u.id not in k.moved and not u.fatigued]
        foot = [u for u in k.s.at(near, ALLIED) if not u.cm and u.id not in k.moved]
        if crews and foot and not k.s.at(far, k.enemy) and k.room(far, foot[0].sp):
            lines.append(k.ferry(foot[0], crews[0], near, far))
    return lines


def bridgeheads(k: Sketch) -> list[str]:
    """On the last turn engineers that a repair can spare put infantry across at once: the far end of the bridge is held for certain."""
    lines: list[str] = []
    for side in k.s.repaired_now if last_turn(k) else []:
        for near, far in (ends(side), ends(side)[::-1]):
            crews = [u for u in k.s.at(near, ALLIED) if u.engineer and u.id not in k.moved]
            foot = [u for u in k.s.at(near, ALLIED) if not u.cm and not u.engineer and u.id not in k.moved]
            if crews and foot and field.water(k.s, near, far) and not k.s.at(far):
                lines.append(k.ferry(foot[0], crews[0], near, far))
    return lines


# the road


def blockers(k: Sketch) -> list[str]:
    """Enemy hexes on the road, or with their zone over it, from the south."""
    found: list[tuple[int, int, str]] = []
    for hex in k.s.hexes(k.enemy):
        touched = [i for i, at in enumerate(k.road) if at == hex or (field.adjacent(k.s, at, hex) and field.open_side(k.s, hex, at))]
        if touched:
            found.append((hex not in k.road, min(touched), hex))
    return [hex for _, _, hex in sorted(found, key=lambda one: (one[1], one[0], one[2]))]


def front(k: Sketch) -> int:
    """Index of the last road hex before the first German on it; the goal if there is none."""
    for i, hex in enumerate(k.road):
        if k.s.at(hex, k.enemy):
            return i - 1
    return goal(k)


def prizes(k: Sketch) -> tuple[str, ...]:
    """The hexes that win the scenario."""
    return tuple(field.settings(k.s.scenario).get("victory", {}).get("win", []))


def goal(k: Sketch) -> int:
    return max((k.road.index(hex) for hex in prizes(k) if hex in k.road), default=len(k.road) - 1)


def garrison(k: Sketch) -> None:
    """Somebody in every road hex behind the front that lies in an enemy zone: friends cancel it [16.0j]."""
    head = max((k.along(u.at) for u in k.s.of(ALLIED)), default=0)
    for hex in k.road[: head + 1]:
        if k.s.at(hex) or not field.in_zone(k.s, k.enemy, hex):
            continue
        able = [u for u in k.movers() if not u.artillery and k.can_end(u, hex)]
        if able:
            k.go(min(able, key=lambda u: (u.cm, u.attack, u.id)), hex)


def last_line(k: Sketch) -> None:
    """On the last turn somebody in every road hex that a German could still put his zone on."""
    if not last_turn(k):
        return
    head = max((k.along(u.at) for u in k.s.of(ALLIED) if u.at in k.road), default=0)
    threats = k.s.of(k.enemy)
    for hex in k.road[: head + 1]:
        if k.s.at(hex) or not any(field.distance(k.s, u.at, hex) <= u.ma + 1 for u in threats):
            continue
        able = [u for u in k.movers() if k.can_end(u, hex) and not alone_on_road(k, u)]
        if able:
            k.go(min(able, key=lambda u: (-u.artillery, u.cm, u.attack, u.id)), hex)


def last_turn(k: Sketch) -> bool:
    return k.s.turn >= int(field.settings(k.s.scenario)["turns"])


def alone_on_road(k: Sketch, u: Unit) -> bool:
    return u.at in k.road and len(k.s.at(u.at, ALLIED)) == 1


def waiting(k: Sketch, targets: list[str]) -> list[str]:
    """Guns still to enter beyond what the fights can use: they leave the road to others until the next turn [21.0c]."""
    if k.s.turn == 1 or last_turn(k):
        return []
    due = [name for name in entering.due_now(k.s, ALLIED) if k.s.units[name].artillery]
    there = sum(u.artillery for u in k.s.of(ALLIED))
    return due[max(0, GUNS_A_FIGHT * len(targets) - there) :]


def forward(k: Sketch, left_out: list[str] | None = None) -> None:
    """Everybody else as far up the road as there is room, guns a little behind."""
    last = goal(k)
    for u in k.movers():
        if last_turn(k) and alone_on_road(k, u) and not field.city(k.s, u.at):
            continue
        if u.id in (left_out or []):
            continue
        limit = min(last, front(k) - GUN_GAP) if u.artillery else last
        if u.artillery and u.at and near_enough(k, u):
            continue
        places = [hex for hex in k.road[: max(0, limit) + 1] if k.can_end(u, hex)]
        best = max(places, key=k.road.index, default="")
        if best and (not u.at or k.road.index(best) > k.along(u.at)):
            k.go(u, best)


def near_enough(k: Sketch, gun: Unit) -> bool:
    """A gun with a target in range stays and fires twice."""
    return any(field.distance(k.s, gun.at, hex) <= gun.range for hex in blockers(k)[:1])


def hold(k: Sketch) -> list[str]:
    """What finds no room on foot, and idle guns, wait for the next turn; others may still come in the mechanized phase."""
    late = [k.s.units[name] for name in entering.due_now(k.s, ALLIED) if not k.s.units[name].at]
    names = [u.id for u in late if not u.cm or u.artillery] if not last_turn(k) else []
    return [f"HOLD {', '.join(names)}"] if names else []

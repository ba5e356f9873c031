"""A sketch of the coming moves: a copy of what the side sees, changed order by order as the staff thinks them out."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from pbem.board.reach import Reach
from pbem.engine.state import canonical, decode
from pbem.rulesets.air_bridge import airborne, engineers, entering, field, movement, staff_odds
from pbem.rulesets.air_bridge.drop_zones import held_hexes
from pbem.rulesets.air_bridge.moves import Errand, why_not_mech_zone, why_not_move
from pbem.rulesets.air_bridge.moves_options import overruns
from pbem.rulesets.air_bridge.moves_text import order_text
from pbem.rulesets.air_bridge.moves_ways import FAR, found
from pbem.rulesets.air_bridge.staff_ways import Costs, ways_to
from pbem.rulesets.air_bridge.state import ALLIED, OTHER, STACK_LIMIT, State, Unit, ends, hexside

MOST_FIRE = 20  # points that one stack draws
A_HALF_POINT = 30  # hundredths of a step
MOST_RISK = 8  # half points


@cache
def road_in_play(scenario: str) -> list[str]:
    return [hex for hex in field.supply_road(scenario) if hex in field.board(scenario).index]


@cache
def places_along(scenario: str) -> dict[str, int]:
    here, road = field.board(scenario), road_in_play(scenario)
    return {hex: min(range(len(road)), key=lambda i: (here.distance(hex, road[i]) or 0, i)) for hex in here.ids}


class Sketch:
    def __init__(self, view: State, side: str, mech: bool = False) -> None:
        self.s: State = decode(canonical(view), State)
        self.s.active, self.side, self.enemy, self.mech = side, side, OTHER[side], mech
        movement.begin(self.s)
        self.road = road_in_play(self.s.scenario)
        self.orders: list[tuple[str, list[str], str, list[str], str]] = []  # verb, units, start, way, what follows
        self.moved: set[str] = set()
        self.fighting: set[str] = set()
        self.pinned: set[str] = set()  # hold a hex that may not be left: they fight from where they stand, and do not follow
        self.barred = [u.id for u in self.s.of(side) if mech and why_not_mech_zone(self.s, u) is not None]
        self.hoped: tuple[str, ...] = ()  # blown bridges that are to be repaired
        self.meant: Callable[[Unit, str], bool] = lambda u, hex: True  # whose business a fight for the hex is
        self._known: dict[tuple[str, int, bool], Reach] = {}
        self._exposed: dict[str, int] = {}
        self.batteries = [(u.at, u.range, u.bombard) for u in self.s.of(self.enemy) if u.artillery and not u.fatigued]
        self.foes_changed()

    # who may go where

    def movers(self) -> list[Unit]:
        """Those that may still be given a move, on the map or due to enter: the foremost first."""
        s = self.s
        here = [
            u
            for u in s.of(self.side)
            if u.id not in self.moved and not u.stopped and u.id not in self.barred and why_not_move(s, u, self.mech) is None
        ]
        due = [s.units[name] for name in entering.due_now(s, self.side, self.mech)]
        return sorted(here, key=lambda u: (-self.along(u.at), u.id)) + sorted(due, key=arrival)

    def free(self, u: Unit) -> bool:
        """Whether this one may still be given a move."""
        if u.at:
            return u.id not in self.moved and u.id not in self.barred and why_not_move(self.s, u, self.mech) is None
        return u.id in entering.due_now(self.s, self.side, self.mech)

    def along(self, hex: str) -> int:
        """How far up the supply road a hex lies: the index of the nearest hex of it."""
        return places_along(self.s.scenario).get(hex, -1)

    def start(self, u: Unit) -> str:
        """Where the move begins; the entry hex for a unit that is to enter."""
        return u.at or entering.entries(self.s, u)[0]

    def reach(self, u: Unit) -> Reach:
        start = self.start(u)
        budget = u.left - (0 if u.at else field.entry_cost(self.s, start))
        if not u.at and not field.ignores_zones(self.s, u) and field.in_zone(self.s, self.enemy, start):
            budget = 0  # its way ends where it comes in [6.0c]
        key = (start, budget, field.ignores_zones(self.s, u))
        if key not in self._known:
            self._known[key] = found(self.s, [u], start, max(0, budget), Errand(mech=self.mech))
        return self._known[key]

    def room(self, hex: str, points: int) -> bool:
        return self.s.points(hex, self.side) + points <= STACK_LIMIT

    def can_end(self, u: Unit, hex: str) -> bool:
        return hex == u.at or (hex in self.reach(u) and self.room(hex, u.sp))

    # the map

    def pressure_of(self) -> dict[str, int]:
        """What the enemy could attack each hex with from where he stands."""
        found: dict[str, int] = {}
        for enemy in self.s.of(self.enemy):
            for hex in field.neighbours(self.s, enemy.at):
                if field.open_side(self.s, enemy.at, hex):
                    found[hex] = found.get(hex, 0) + enemy.attack
        return found

    def exposure(self, hex: str) -> int:
        """Steps, times a hundred, that the enemy's guns could cost whoever is seen there."""
        if hex not in self._exposed:
            points = sum(bombard for at, far, bombard in self.batteries if field.distance(self.s, at, hex) <= far)
            self._exposed[hex] = staff_odds.bombardment(min(points, MOST_FIRE), field.value(self.s, hex))
        return self._exposed[hex]

    def foes_changed(self) -> None:
        """At the start, and when an enemy hex was driven over in the sketch."""
        self._known.clear()
        self.foes = held_hexes(self.s, self.enemy)  # with units or a marker
        self.pressure = self.pressure_of()

    def toward(self, goals: tuple[str, ...]) -> Costs:
        return ways_to(self.s, goals, self.foes, self.hoped)

    def far(self, hex: str, ways: Costs) -> int:
        return ways.get(field.board(self.s.scenario).index[hex], FAR) if hex else FAR

    # what is ordered

    def drop(self, u: Unit, hex: str) -> None:
        if self.orders and (self.orders[-1][0], self.orders[-1][3]) == ("DROP", [hex]):
            self.orders[-1][1].append(u.id)
        else:
            self.orders.append(("DROP", [u.id], "", [hex], ""))
        self.s.place(u.id, hex)
        self.s.due.pop(u.id)

    def march(self, u: Unit, goals: tuple[str, ...], within: Callable[[str], bool] = bool) -> None:
        """As far towards the goals as there is a way and room, out of the fire of guns; it stays where it is if that is no nearer."""
        ways, index = self.toward(goals), field.board(self.s.scenario).index
        now = (self.far(u.at, ways) + self.price(u, u.at), u.at) if u.at else (FAR, "")
        places = sorted((ways[index[hex]] + self.price(u, hex), hex) for hex in self.reach(u).costs if index[hex] in ways)
        best = next((place for place in places if place < now and within(place[1]) and self.room(place[1], u.sp)), now)
        if best[1]:
            self.go(u, best[1])

    def price(self, u: Unit, hex: str) -> int:
        """Half points that it is worth not to be shot at, and not to stand alone before a strong enemy."""
        danger = self.exposure(hex) // A_HALF_POINT
        if against := self.pressure.get(hex, 0):
            there = sum(o.defence for o in self.s.at(hex, self.side) if o.id != u.id) + u.defence
            danger += min(MOST_RISK, against // (there * field.value(self.s, hex)))
        return danger

    def go(self, u: Unit, hex: str) -> None:
        """Moves the unit in the sketch and writes the order down."""
        self.moved.add(u.id)
        if hex == u.at:
            return
        got, entry = self.reach(u), not u.at
        way = got.path(hex)[0 if entry else 1 :]
        self._write("ENTER" if entry else "MECH" if self.mech else "MOVE", u, way)
        u.spent += got.costs[hex] + (field.entry_cost(self.s, got.start) if entry else 0)
        if u.artillery and not u.exempt:
            u.actions += 1
        self.s.place(u.id, hex)

    def ferry(self, u: Unit, crew: Unit, near: str, far: str) -> str:
        """Puts the unit across the water in the sketch [17.3]; to a gun that is its move [9.4a]."""
        self.moved.update({u.id, crew.id})
        if u.artillery and not u.exempt:
            u.actions += 1
        self.s.place(u.id, far)
        return f"FERRY {u.id} {hexside(near, far)} WITH {crew.id}"

    def _write(self, verb: str, u: Unit, way: list[str]) -> None:
        if self.orders:
            last = self.orders[-1]
            if (last[0], last[2], last[3], last[4]) == (verb, u.at, way, "") and self._points([*last[1], u.id]) <= STACK_LIMIT:
                last[1].append(u.id)
                return
        self.orders.append((verb, [u.id], u.at, way, ""))

    def _points(self, names: list[str]) -> int:
        return sum(unit.sp for unit in self.s.named(names))

    def overrun(self, prizes: tuple[str, ...] = ()) -> None:
        """Drives over what can be driven over, stack by stack [4.2]; `prizes` before all others."""
        for hex in sorted({u.at for u in self.movers() if u.at and u.cm and not u.fatigued}, key=lambda h: (-self.along(h), h)):
            names = [u.id for u in self.movers() if u.at == hex and u.cm and not u.artillery and not u.fatigued and not u.unsupplied]
            options = overruns(self.s, names, self.mech) if names else []
            if not options:
                continue
            best = min(options, key=lambda o: (o.hex not in prizes, self.along(o.hex), o.cost, o.hex))
            self.orders.append(("MECH" if self.mech else "MOVE", names, hex, best.way, f" OVERRUN {best.hex}"))
            self._clear(best.hex)
            for name in names:
                self.moved.add(name)
                self.s.units[name].spent += best.cost
                self.s.place(name, best.hex)
            self.foes_changed()

    def _clear(self, hex: str) -> None:
        for enemy in self.s.at(hex, self.enemy):
            self.s.eliminate(enemy.id)
        for zone in self.s.drop_zones.values():
            zone.hex = "" if zone.hex == hex and self.enemy == ALLIED else zone.hex

    def text(self) -> list[str]:
        return [
            airborne.order_text(names, way[0]) if verb == "DROP" else order_text(self.s, verb, names, start, way, full=bool(more)) + more
            for verb, names, start, way, more in self.orders
        ]

    # engineers

    def repair(self) -> list[str]:
        """Every bridge of the road that can be repaired as the phase starts [17.1a]."""
        lines: list[str] = []
        for name, bridge in engineers.repairs(self.s):
            if self.s.bridges[bridge] == "repaired" or name in self.moved or not any(end in self.road for end in ends(bridge)):
                continue
            lines.append(f"REPAIR {bridge} WITH {name}")
            self.s.bridges[bridge] = "repaired"
            self.s.repaired_now = sorted([*self.s.repaired_now, bridge])
            self.moved.add(name)
        return lines


def arrival(u: Unit) -> tuple[int, int, str]:
    """Fighting troops before guns, the strongest first."""
    return int(u.artillery), -u.attack, u.id

"""A sketch of the coming moves: a copy of what the side sees, changed order by order as the staff thinks them out."""

from __future__ import annotations

from functools import cache

from pbem.board.reach import Reach
from pbem.engine.state import canonical, decode
from pbem.rulesets.air_bridge import engineers, entering, field, movement
from pbem.rulesets.air_bridge.moves import Errand, why_not_mech_zone, why_not_move
from pbem.rulesets.air_bridge.moves_options import overruns
from pbem.rulesets.air_bridge.moves_text import order_text
from pbem.rulesets.air_bridge.moves_ways import found
from pbem.rulesets.air_bridge.state import OTHER, STACK_LIMIT, State, Unit, ends


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
        self.barred = [u.id for u in self.s.of(side) if mech and why_not_mech_zone(self.s, u) is not None]
        self._known: dict[tuple[str, int, bool], Reach] = {}

    # who may go where

    def movers(self) -> list[Unit]:
        """Those that may still be given a move, on the map or due to enter: the foremost first."""
        s = self.s
        here = [u for u in s.of(self.side) if u.id not in self.moved and u.id not in self.barred and why_not_move(s, u, self.mech) is None]
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
        key = (start, budget, field.ignores_zones(self.s, u))
        if key not in self._known:
            self._known[key] = found(self.s, [u], start, max(0, budget), Errand(mech=self.mech))
        return self._known[key]

    def room(self, hex: str, points: int) -> bool:
        return self.s.points(hex, self.side) + points <= STACK_LIMIT

    def can_end(self, u: Unit, hex: str) -> bool:
        return hex == u.at or (hex in self.reach(u) and self.room(hex, u.sp))

    # what is ordered

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
        for hex in sorted({u.at for u in self.movers() if u.at and u.cm and not u.fatigued}, key=lambda h: -self.along(h)):
            names = [u.id for u in self.movers() if u.at == hex and u.cm and not u.artillery and not u.fatigued and not u.unsupplied]
            options = overruns(self.s, names, self.mech) if names else []
            if not options:
                continue
            best = min(options, key=lambda o: (o.hex not in prizes, self.along(o.hex), o.cost, o.hex))
            self.orders.append(("MECH" if self.mech else "MOVE", names, hex, best.way, f" OVERRUN {best.hex}"))
            for enemy in self.s.at(best.hex, self.enemy):
                self.s.eliminate(enemy.id)
            for name in names:
                self.moved.add(name)
                self.s.units[name].spent += best.cost
                self.s.place(name, best.hex)
            self._known.clear()

    def text(self) -> list[str]:
        return [order_text(self.s, verb, names, start, way) + more for verb, names, start, way, more in self.orders]

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

"""Finding the way [orders: TO, ROAD TO]: the cheapest legal one; where the cheapest differ in something that matters they are listed."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from pbem.board.reach import CostRows, Reach, reach
from pbem.engine.verbs import Path, Refused
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.demolition import untouched
from pbem.rulesets.air_bridge.drop_zones import held, held_hexes
from pbem.rulesets.air_bridge.moves import Errand
from pbem.rulesets.air_bridge.moves_text import order_text
from pbem.rulesets.air_bridge.overrun import EXTRA
from pbem.rulesets.air_bridge.state import ALLIED, OTHER, State, Unit, ends

ABOUT = 40  # half points: what a unit could go in a few turns
FAR = 400  # half points: beyond any allowance, further than the map is wide
Cost = Callable[[int, int], int | None]
Rows = list[dict[int, int]]


@lru_cache(maxsize=128)
def _rows(scenario: str, standing: tuple[str, ...], late: tuple[str, ...], road: bool, dry: bool, mud: bool) -> Rows:
    """Prices between neighbours, by number. `dry`: as if every water had a bridge, to find out what is missing."""
    if dry or standing or late:  # the land is always the same: only what crosses water is looked at again
        bare = State(scenario, 1, "", "", "", {}, bridges=dict.fromkeys(standing, "intact"), repaired_now=list(late), mud=mud)
        pairs = [pair for pair in field.waters(scenario) if dry or field.standing(bare, *pair)]
        pairs += [pair for side in late for pair in (ends(side), ends(side)[::-1])]
        return _priced(bare, [dict(row) for row in _rows(scenario, (), (), road, False, mud)], pairs, road)
    here = field.board(scenario)
    land = [(here.ids[a], here.ids[b]) for a, near in enumerate(here.near) for b in near]
    bare = State(scenario, 1, "", "", "", {}, mud=mud)
    return _priced(bare, [{} for _ in here.ids], [pair for pair in land if field.open_side(bare, *pair)], road)


def _priced(bare: State, rows: Rows, pairs: list[tuple[str, str]], road: bool) -> Rows:
    index = field.board(bare.scenario).index
    for a, b in pairs:
        if not road or field.road(bare, a, b):
            rows[index[a]][index[b]] = field.cost(bare, a, b) or field.COSTS[field.terrain(bare, b)]
    return rows


def rows(s: State, road: bool, dry: bool = False) -> Rows:
    return _rows(s.scenario, field.standing_sides(s), tuple(sorted(s.repaired_now)), road, dry, s.mud)


def rows_back(s: State) -> CostRows:
    """The same prices by the hex one comes into: who can get to it from the next hex, and for how much."""
    return _rows_back(s.scenario, field.standing_sides(s), tuple(sorted(s.repaired_now)), s.mud)


@lru_cache(maxsize=128)
def _rows_back(scenario: str, standing: tuple[str, ...], late: tuple[str, ...], mud: bool) -> CostRows:
    back: list[list[tuple[int, int]]] = [[] for _ in field.board(scenario).ids]
    for a, row in enumerate(_rows(scenario, standing, late, False, False, mud)):
        for b, price in row.items():
            back[b].append((a, price))
    return CostRows(back, min((price for row in back for _, price in row), default=0))


def prices(s: State, side: str, road: bool, errand: Errand, dry: bool = False, foes: bool = False) -> Cost:
    """What a step costs, None where one may not go: mud by mechanized movement [4.1b], and enemy hexes but for those who mean to
    overrun (`foes`: as if neither were there)."""
    table, here = rows(s, road, dry), field.board(s.scenario)
    enemies = {here.index[hex] for hex in held_hexes(s, OTHER[side])}
    mud = {here.index[hex] for hex in field.mud_zone(s.scenario)} if errand.mech and s.mud else set()

    def cost(a: int, b: int) -> int | None:
        price = table[a].get(b)
        if price is None or foes or (b not in enemies and b not in mud):
            return price
        if b in mud:
            return None
        return price + EXTRA if errand.may_overrun(here.ids[b]) else None

    return cost


def stops(s: State, units: list[Unit]) -> Callable[[int], bool] | None:
    """Where the stack has to end its move: in enemy zones, if any of its units minds them [6.0c, 6.0e]."""
    if all(field.ignores_zones(s, u) for u in units):
        return None
    mask = field.zone(s, OTHER[units[0].side])
    return lambda n: bool(mask[n])


def found(s: State, units: list[Unit], start: str, budget: int, errand: Errand, road: bool = False) -> Reach:
    """All hexes within the budget [4.0b, 4.0c, 6.0c, 7.1a]."""
    cost = prices(s, units[0].side, road, errand)
    return reach(field.board(s.scenario), start, budget, cost, stops(s, units))


def cheapest(s: State, units: list[Unit], start: str, goals: list[str], budget: int, errand: Errand, road: bool) -> list[list[str]]:
    """The cheapest ways to the goal that is cheapest to reach: one, or several that differ in something that matters."""
    got = found(s, units, start, budget, errand, road)
    near = sorted((got.costs[goal], goals.index(goal), goal) for goal in goals if goal in got)
    if not near:
        return []
    goal = near[0][2]
    ways = _labelled(s, units[0].side, got, goal, prices(s, units[0].side, road, errand), stops(s, units))
    return [way[1:] for _, way in ways]


Label = tuple[tuple[str, ...], list[str]]  # what matters on a way, and the way


def _labelled(s: State, side: str, got: Reach, goal: str, cost: Cost, stop: Callable[[int], bool] | None) -> list[Label]:
    """The best of the equally cheap ways: those that do without a bridge die or an overrun go before those that do not."""
    here = field.board(s.scenario)
    known: dict[str, list[Label]] = {got.start: [((), [got.start])]}

    def before(hex: str) -> list[str]:
        b = here.index[hex]
        near = [here.ids[a] for a in here.near[b] if here.ids[a] in got.costs]
        legs = [(a, cost(here.index[a], b)) for a in near if a == got.start or not (stop and stop(here.index[a]))]
        return [a for a, price in legs if price is not None and got.costs[a] + price == got.costs[hex]]

    def labels(hex: str) -> list[Label]:
        if hex not in known:
            mark = _matters(s, side, hex)
            all_ways = [(tuple(sorted({*old, *mark})), [*way, hex]) for a in before(hex) for old, way in labels(a)]
            known[hex] = _best(all_ways)
        return known[hex]

    return labels(goal)


def _best(ways: list[Label]) -> list[Label]:
    kept: list[Label] = []
    for marks, way in sorted(ways, key=lambda label: (len(label[0]), label[1])):
        if not any(all(mark in marks for mark in other) for other, _ in kept):
            kept.append((marks, way))
    return kept


def _matters(s: State, side: str, hex: str) -> list[str]:
    """Bridges that would be rolled for, and an enemy driven over: what a player must have chosen himself."""
    bridges = untouched(s, hex) if side == ALLIED else []
    return [*bridges, *([f"overrun {hex}"] if held(s, hex, OTHER[side]) else [])]


def toward(s: State, units: list[Unit], start: str, goals: list[str], errand: Errand, road: bool) -> list[str]:
    """A way to a goal without regard to points: legal but for them, else through enemies, else over water; to say what is wrong."""
    side, here = units[0].side, field.board(s.scenario)
    for dry, foes, stop in ((False, False, stops(s, units)), (False, False, None), (False, True, None), (True, True, None)):
        for limit in (ABOUT, FAR):  # most goals are near
            got = reach(here, start, limit, prices(s, side, road, errand, dry, foes), stop)
            near = sorted((got.costs[goal], goal) for goal in goals if goal in got)
            if near:
                return got.path(near[0][1])[1:]
    return []


def budget(units: list[Unit]) -> int:
    return min(max(0, u.allowance - u.spent) for u in units)


def route(s: State, names: list[str], start: str, path: Path, errand: Errand, spent: int = 0) -> list[str]:
    """The way hex by hex, without the start: hexes named one after the other, gaps filled with the cheapest way [orders 3.3]."""
    units = [s.units[name] for name in names]
    if path.start and path.start != start:
        raise Refused("4.0b", "not-there", units=names, hex=path.start, at=start)
    way: list[str] = []
    marks = [[hex] for hex in path.steps] + ([path.to] if path.to else [])
    for goals in marks:
        here = way[-1] if way else start
        if here in goals:
            continue
        if not path.road and (path.steps or path.start) and len(goals) == 1 and field.adjacent(s, here, goals[0]):
            way.append(goals[0])
            continue
        way += leg(s, units, here, goals, path.road, errand, way, spent)
    if not way:
        raise Refused("4.0b", "already-there", units=names, hex=start)
    return way


def leg(s: State, units: list[Unit], here: str, goals: list[str], road: bool, errand: Errand, before: list[str], spent: int) -> list[str]:
    """From one named hex to the next; judged by the plan afterwards, so that an impossible one says why."""
    left = budget(units) - spent
    ways = cheapest(s, units, here, goals, max(0, left), errand, road)
    if len(ways) > 1:
        raise differ(s, units, here, ways, errand)
    if ways:
        return ways[0]
    if not before and (near := [goal for goal in goals if field.adjacent(s, here, goal)]) and not road:
        return near[:1]
    way = toward(s, units, here, goals, errand, road)
    if not way and road:
        raise Refused("7.1a", "no-road", _off_road(s, units, here, goals, errand), hex=goals[0], at=here)
    if not way:
        raise Refused("4.0b", "no-way", hex=goals[0], at=here)
    return way


def _off_road(s: State, units: list[Unit], here: str, goals: list[str], errand: Errand) -> str:
    ways = cheapest(s, units, here, goals, budget(units), errand, False)
    return order_text(s, errand.verb, [u.id for u in units], here, ways[0]) if ways else ""


def differ(s: State, units: list[Unit], here: str, ways: list[list[str]], errand: Errand) -> Refused:
    names = [u.id for u in units]
    texts = [order_text(s, errand.verb, names, here, way, full=True) for way in ways]
    side = units[0].side
    marks = list(dict.fromkeys(mark for way in ways for hex in way for mark in _matters(s, side, hex)))
    return Refused("7.2c", "ways-differ", texts[0], hex=ways[0][-1], ways=texts, marks=marks)

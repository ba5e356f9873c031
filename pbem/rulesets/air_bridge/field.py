"""Geography on the board: terrain, waters and bridges, roads, zones of control, and the lie of the supply road."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from pbem.board import Board, load_board
from pbem.board.zones import zone_mask
from pbem.data import folder
from pbem.rulesets.air_bridge.drop_zones import held
from pbem.rulesets.air_bridge.state import ALLIED, GERMAN, OTHER, STANDING, State, Unit, hexside

VALUES = {"clear": 1, "mixed": 2, "forest": 3, "city": 4}  # defence values, 4.1.4
COSTS = {"clear": 2, "mixed": 4, "forest": 6, "city": 4}  # half points, reconstructed
MAIN_ROAD, SECONDARY_ROAD = "main_road", "road"
ROAD_COSTS = {MAIN_ROAD: 1, SECONDARY_ROAD: 2}  # half points, reconstructed
UPHILL = 2  # half points, reconstructed
REPAIR_DELAY = 2  # half points over a bridge in the phase of its repair, 17.1b
GREAT_RIVER = "major_river"  # Maas, Waal, Neder Rijn, IJssel
BLOCKING = ("major_river", "river", "canal")  # streams can be forded
ENTRANCE = "A0107"  # the south-western end of the supply road


@cache
def settings(scenario: str) -> dict[str, Any]:
    """scenario.toml as it stands."""
    file = folder("scenarios") / scenario / "scenario.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def whole_board() -> Board:
    return load_board(folder("scenarios") / "air-bridge")


@cache
def board(scenario: str) -> Board:
    """The part of the two sheets a scenario is played on."""
    cut = settings(scenario).get("map", {})
    sheet, (low, high) = cut.get("sheet", ""), cut.get("columns", [0, 99])
    return whole_board().cut(lambda id: id[0] in (sheet or id[0]) and low <= int(id[1:3]) <= high)


def terrain(s: State, hex: str) -> str:
    return board(s.scenario).spaces[hex].terrain


def value(s: State, hex: str) -> int:
    """The terrain's defence value [7.0b]."""
    return VALUES[terrain(s, hex)]


def city(s: State, hex: str) -> bool:
    return terrain(s, hex) == "city"


@cache
def cities(scenario: str) -> list[str]:
    return [space.id for space in board(scenario).spaces.values() if space.terrain == "city"]


@cache
def edges(scenario: str) -> list[str]:
    """Hexes on the edge of the printed map; where a scenario cuts it there is none [7.3]."""
    return [space.id for space in board(scenario).spaces.values() if "edge" in space.tags]


@cache
def _near(scenario: str) -> dict[str, tuple[str, ...]]:
    return {hex: tuple(board(scenario).neighbours(hex)) for hex in board(scenario).ids}


def adjacent(s: State, a: str, b: str) -> bool:
    return b in _near(s.scenario).get(a, ())


def neighbours(s: State, hex: str) -> tuple[str, ...]:
    return _near(s.scenario)[hex]


def distance(s: State, a: str, b: str) -> int:
    return board(s.scenario).distance(a, b) or 0


# waters and bridges


@cache
def waters(scenario: str) -> dict[tuple[str, str], str]:
    """The hexsides with water that needs a bridge, from either bank."""
    found = {pair: row["water"] for pair, row in board(scenario).sides.items() if row.get("water", "") in BLOCKING}
    return found | {(b, a): kind for (a, b), kind in found.items()}


def water(s: State, a: str, b: str) -> str:
    """The water on the hexside that needs a bridge, or nothing."""
    return waters(s.scenario).get((a, b), "")


def bridge(s: State, a: str, b: str) -> str:
    """State of the bridge on the hexside; "" where there is none."""
    return s.bridges.get(hexside(a, b), "")


def standing(s: State, a: str, b: str) -> bool:
    return bridge(s, a, b) in STANDING


def open_side(s: State, a: str, b: str) -> bool:
    """Two adjacent hexes with no water between them, or with a bridge over it."""
    return not water(s, a, b) or standing(s, a, b)


def standing_sides(s: State) -> tuple[str, ...]:
    return tuple(sorted(side for side, state in s.bridges.items() if state in STANDING))


def over_bridge(s: State, a: str, b: str) -> bool:
    return bool(water(s, a, b)) and standing(s, a, b)


def bridge_end(s: State, hex: str) -> bool:
    """One of the two hexes of a standing bridge."""
    return any(s.bridges[side] in STANDING for side in bridges_of(s, hex))


def bridges_of(s: State, hex: str) -> list[str]:
    """The bridge hexsides of a hex, whatever their state."""
    near = neighbours(s, hex) if hex in board(s.scenario).index else []
    return sorted(side for other in near if (side := hexside(hex, other)) in s.bridges)


@cache
def bridge_rows(scenario: str) -> dict[str, dict[str, str]]:
    """bridges.csv by hexside; of a road and a rail bridge on one hexside the road bridge. Ferries are none."""
    found: dict[str, dict[str, str]] = {}
    for row in board(scenario).table("bridges"):
        key = hexside(row["a"], row["b"])
        if row["kind"] != "ferry" and (key not in found or found[key]["kind"] == "rail"):
            found[key] = row
    return found


def bridge_name(s: State, side: str) -> str:
    return bridge_rows(s.scenario)[side]["name"]


def on_contact(s: State, side: str) -> bool:
    """Marked x: may blow at the first contact [7.2b]."""
    return bridge_rows(s.scenario)[side]["demolishable"] == "contact"


def main_bridge(s: State, side: str) -> bool:
    """Grave, Nijmegen, Arnhem: never repaired, blown by the deliberate method only [7.2e, 7.2f]."""
    return bridge_rows(s.scenario)[side]["class"] == "main"


@cache
def bridges_at_start(scenario: str) -> dict[str, str]:
    return {
        side: "untouched" if row["state_at_start"] == "intact" else "down"
        for side, row in sorted(bridge_rows(scenario).items())
        if row["state_at_start"] in ("intact", "down")
    }


@cache
def bank(scenario: str, hex: str) -> frozenset[str]:
    """The land on this side of the great rivers: all that a walk from the hex reaches without crossing one, whatever bridges stand."""
    here, found, wave = board(scenario), {hex}, [hex]
    while wave:
        near = [(a, b) for a in wave for b in here.neighbours(a) if here.side(a, b).get("water", "") != GREAT_RIVER]
        wave = sorted({b for _, b in near} - found)
        found.update(wave)
    return frozenset(found)


# ways


@cache
def _roads(scenario: str) -> dict[tuple[str, str], str]:
    """The better road between two hexes, from either of them."""
    kinds = {pair: [row["kind"] for row in rows] for pair, rows in board(scenario).links.items()}
    found = {pair: kind for pair, there in kinds.items() for kind in reversed(ROAD_COSTS) if kind in there}
    return found | {(b, a): kind for (a, b), kind in found.items()}


def road(s: State, a: str, b: str) -> str:
    """main_road, road or nothing."""
    return _roads(s.scenario).get((a, b), "")


def uphill(s: State, a: str, b: str) -> bool:
    """From a up into b: the file names the higher hex of a slope."""
    return board(s.scenario).side(a, b).get("slope", "") == b


@cache
def mud_zone(scenario: str) -> frozenset[str]:
    """Land between Waal and Neder Rijn, rows 11 to 17 [4.1b, G-44]."""
    return _zone_hexes("mud_zone") & frozenset(board(scenario).ids)


@cache
def mud_road(scenario: str) -> frozenset[str]:
    """The stretch of the main road that suffers from bad weather, both ends in it [7.1e]."""
    return _zone_hexes("mud_road") & frozenset(board(scenario).ids)


def _zone_hexes(kind: str) -> frozenset[str]:
    return frozenset(hex for row in whole_board().table("zones") if row["kind"] == kind for hex in row["hexes"].split())


def muddy(s: State, hex: str) -> bool:
    """No mechanized movement here from the first bad weather to the end of the game [4.1b]."""
    return s.mud and hex in mud_zone(s.scenario)


def road_cost(s: State, a: str, b: str) -> int:
    """Half points along the road into b, 0 without one; in mud the main road is no better than the others [7.1e]."""
    kind = road(s, a, b)
    if s.mud and kind == MAIN_ROAD and b in mud_road(s.scenario):
        return ROAD_COSTS[SECONDARY_ROAD]
    return ROAD_COSTS[kind] if kind else 0


def cost(s: State, a: str, b: str) -> int | None:
    """Half points from a into the next hex b, None where one cannot go; a road takes the place of the terrain [7.1a]."""
    if not open_side(s, a, b):
        return None
    late = REPAIR_DELAY if hexside(a, b) in s.repaired_now else 0
    if by_road := road_cost(s, a, b):
        return by_road + late
    return COSTS[terrain(s, b)] + (UPHILL if uphill(s, a, b) else 0) + late


def entry_cost(s: State, hex: str) -> int:
    """Half points to come onto the map: the rate of the best road of the hex, else its terrain [7.1]."""
    kinds = [road(s, hex, near) for near in neighbours(s, hex)]
    return min((ROAD_COSTS[kind] for kind in kinds if kind), default=COSTS[terrain(s, hex)])


def on_road(s: State, hex: str) -> bool:
    """A hex of the supply road."""
    return hex in supply_road(s.scenario)


@cache
def supply_road(scenario: str) -> list[str]:
    """The main road hex by hex from its south-western end [7.1d]."""
    here = board(scenario)
    steps = sorted(
        (int(row["corridor"]), row["a"], row["b"]) for rows in here.links.values() for row in rows if row.get("corridor", "")
    )
    if ENTRANCE not in here.index:  # the map is cut: the road begins at the cut, and leads to no source of supply
        way = [next((hex for hex in steps[0][1:] if not steps[1:] or hex not in steps[1][1:]), steps[0][1])] if steps else []
    else:
        way = [ENTRANCE]
    for _, a, b in steps:
        way.append(b if a == way[-1] else a)
    return way


def road_open(s: State, hex: str) -> bool:
    """The supply road from this hex of it to the south-western end: no German unit, no German zone, no bridge down [16.0m]."""
    way = supply_road(s.scenario)
    if hex not in way or ENTRANCE not in way:
        return False
    stretch = way[: way.index(hex) + 1]
    return all(free(s, ALLIED, at) for at in stretch) and all(
        open_side(s, a, b) for a, b in pairwise(stretch)
    )


# zones of control


def zone(s: State, side: str) -> bytes:
    """1 where the side's units have their zone: not over unbridged water, not into cities [6.0a, 6.0b]."""
    return _zone(s.scenario, tuple(s.hexes(side)), standing_sides(s))


@lru_cache(maxsize=128)
def _zone(scenario: str, occupied: tuple[str, ...], standing: tuple[str, ...]) -> bytes:
    bare, here = State(scenario, 1, "", "", "", {}, bridges=dict.fromkeys(standing, "intact")), board(scenario)
    return bytes(zone_mask(here, occupied, lambda a, b: not _reaches(bare, here.ids[a], here.ids[b])))


def _reaches(s: State, a: str, b: str) -> bool:
    return open_side(s, a, b) and not city(s, b)


def in_zone(s: State, side: str, hex: str, without: str = "") -> bool:
    """Whether a unit of `side` has its zone in the hex; units in the hex `without` are left out."""
    if city(s, hex):
        return False
    near = neighbours(s, hex)
    theirs = {u.at for u in s.units.values() if u.side == side and u.at != without}
    return any(at in theirs and open_side(s, at, hex) for at in near)


def ignores_zones(s: State, unit: Unit) -> bool:
    """Allied C/M units on turn 1 [6.0e, G-49]."""
    return s.turn == 1 and unit.side == ALLIED and unit.cm


def in_enemy_zone(s: State, unit: Unit) -> bool:
    return bool(unit.at) and not ignores_zones(s, unit) and in_zone(s, OTHER[unit.side], unit.at)


def free(s: State, side: str, hex: str) -> bool:
    """No enemy unit, and no enemy zone unless a friendly unit is there: for supply and retreat [6.0d, 16.0j]."""
    enemy = OTHER[side]
    if held(s, hex, enemy):
        return False
    return bool(s.at(hex, side)) or not in_zone(s, enemy, hex)


def home_distance(s: State, side: str, hex: str) -> int:
    """Hexes to the nearest source of supply: the entrance, or the cities the Germans hold, or failing that the edge."""
    if side == ALLIED and ENTRANCE in board(s.scenario).index:
        return distance(s, hex, ENTRANCE)
    if side == ALLIED:
        return min((distance(s, hex, zone.hex) for zone in s.drop_zones.values() if zone.hex), default=0)
    held = [city for city in cities(s.scenario) if s.control.get(city, GERMAN) == GERMAN]
    return min(distance(s, hex, goal) for goal in held or edges(s.scenario))

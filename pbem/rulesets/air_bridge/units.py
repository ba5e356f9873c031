"""The counters of the game, and the position a scenario starts from."""

from __future__ import annotations

from functools import cache

import msgspec

from pbem.board.table import Line, read_table
from pbem.data import folder
from pbem.errors import DataError
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.goals import control_at_start
from pbem.rulesets.air_bridge.state import DropZone, Face, State, Unit
from pbem.rulesets.air_bridge.supply import determine

BY_AIR = "DZ"  # in reinforcements.csv: by parachute or glider, not over the edge of the map [21.0b]

TYPE_COLUMNS = (
    "type", "attack", "defence", "ma", "er", "sp", "bombard", "range", "cm", "class", "engineer", "bridging", "airborne", "exempt",
)  # fmt: skip
UNIT_COLUMNS = ("id", "side", "type", "er", "division", "formation", "nation", "names")


class Counter(msgspec.Struct):
    """A row of units.csv: the unit as it starts, and what only people call it by."""

    unit: Unit
    formations: list[str]
    names: list[str]
    symbol: str


def whole(line: Line, column: str) -> int:
    try:
        return int(line[column])
    except ValueError:
        raise line.fault(column, f"{line[column]!r} is not a whole number", "write digits only") from None


def yes(line: Line, column: str) -> bool:
    if line[column] not in ("yes", "no"):
        raise line.fault(column, f"{line[column]!r} is neither yes nor no")
    return line[column] == "yes"


@cache
def types() -> dict[str, Line]:
    return {line["type"]: line for line in read_table(folder("scenarios") / "air-bridge" / "types.csv", TYPE_COLUMNS)}


@cache
def counters() -> dict[str, Counter]:
    """Every counter of the order of battle, whatever the scenario."""
    found: dict[str, Counter] = {}
    for line in read_table(folder("scenarios") / "air-bridge" / "units.csv", UNIT_COLUMNS):
        if line["id"] in found:
            raise line.fault("id", f"{line['id']} is there twice", "take one of the two lines out")
        found[line["id"]] = _counter(line)
    return found


def _counter(line: Line) -> Counter:
    if line["type"] not in types():
        raise line.fault("type", f"{line['type']!r} is not in types.csv", f"one of {', '.join(types())}")
    kind = types()[line["type"]]
    formations = [name for name in line["formation"].split(";") if name]
    front = Face(*(whole(kind, c) for c in ("attack", "defence", "er", "bombard")))
    if line["er"]:
        front.er = whole(line, "er")
    unit = Unit(
        line["id"], line["side"], line["type"], front, front.reduced(), whole(kind, "ma"), whole(kind, "sp"),
        range=whole(kind, "range"), cm=yes(kind, "cm"), classes=kind["class"].split(";"), artillery=whole(kind, "range") > 0,
        engineer=yes(kind, "engineer"), bridging=yes(kind, "bridging"), airborne=yes(kind, "airborne"), exempt=yes(kind, "exempt"),
        division=line["division"], formation=formations[0] if formations else "", nation=line["nation"],
    )  # fmt: skip
    return Counter(unit, formations, [name for name in line["names"].split("|") if name], kind["symbol"])


def formations_of(name: str) -> list[str]:
    return counters()[name].formations if name in counters() else []


def fresh(name: str) -> Unit:
    """A new copy of the counter, as printed, off the map."""
    return msgspec.convert(msgspec.to_builtins(counters()[name].unit), Unit)


def _known(line: Line) -> str:
    if line["unit"] not in counters():
        raise line.fault("unit", f"{line['unit']!r} is not in units.csv", "write the id of a unit as it stands there")
    return line["unit"]


def _known_hex(line: Line, hex: str, scenario: str) -> str:
    if hex not in field.board(scenario).index:
        raise line.fault("at", f"{hex!r} is not on the map of {scenario}")
    return hex


def _dz_hex(zone: dict[str, object], scenario: str) -> str:
    hex = str(zone["hex"])
    if hex not in field.board(scenario).index:
        raise DataError(folder("scenarios") / scenario / "scenario.toml", 0, "", f"the drop zone {hex} is not on the map")
    return hex


def start(scenario: str) -> State:
    """The position when the first orders are wanted, its initial phase done; units still to come are off the map, in `due` and `entry`."""
    rules = field.settings(scenario)
    s = State(scenario, 1, "II.B", rules["first"], rules["first"], {}, weather=rules["weather"])
    s.bridges = dict(field.bridges_at_start(scenario))
    s.control = control_at_start(scenario)
    s.drop_zones = {division: DropZone(_dz_hex(zone, scenario)) for division, zone in sorted(rules.get("drop_zones", {}).items())}
    place = folder("scenarios") / scenario
    for line in read_table(place / "setup.csv", ("unit", "at", "steps")):
        unit = _take(s, line)
        unit.steps = whole(line, "steps")
        s.place(unit.id, _known_hex(line, line["at"], scenario))
    for line in read_table(place / "reinforcements.csv", ("unit", "turn", "at")):
        unit = _take(s, line)
        s.due[unit.id] = whole(line, "turn")
        if "steps" in line.cells:
            unit.steps = whole(line, "steps")
        if line["at"] != BY_AIR:
            s.entry[unit.id], *also = [_known_hex(line, hex, scenario) for hex in line["at"].split()]
            s.areas |= {unit.id: also} if also else {}
        elif not unit.airborne or unit.division not in s.drop_zones:
            raise line.fault("at", f"{unit.id} cannot come by air: it has no drop zone here", "write its entry hex")
    if not s.units:
        raise DataError(place / "setup.csv", 0, "", "there are no units", "a scenario needs at least one")
    s.air = air_points(s)
    determine(s)
    return s


def air_points(s: State) -> dict[str, int]:
    """Air points of the turn by side; the last number of the scenario holds for all later turns [15.0a, 18.1b]."""
    given = field.settings(s.scenario)["air"]
    return {side: 0 if s.weather == "bad" else points[min(s.turn, len(points)) - 1] for side, points in sorted(given.items())}


def _take(s: State, line: Line) -> Unit:
    name = _known(line)
    if name in s.units:
        raise line.fault("unit", f"{name} is there twice", "set-up and reinforcements name a unit once")
    s.units[name] = fresh(name)
    return s.units[name]

"""The position of a game: everything a later row needs, as plain data. Half movement points are whole numbers, doubled."""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.engine.verbs import Rule

ALLIED, GERMAN = "allied", "german"
SIDES = (ALLIED, GERMAN)
OTHER = {ALLIED: GERMAN, GERMAN: ALLIED}
STACK_LIMIT = 8  # 5.0a
STANDING = ("untouched", "intact", "repaired")  # states of a bridge that carries traffic
UNKNOWN = "unknown"  # type of what stands for a stack that is not seen clearly


class Face(msgspec.Struct):
    """One side of a counter."""

    attack: int
    defence: int
    er: int
    bombard: int = 0

    def reduced(self) -> Face:
        """The back by the rule of the reconstructed factors: halves rounded up, efficiency one less."""
        return Face(-(-self.attack // 2), -(-self.defence // 2), self.er - 1, -(-self.bombard // 2))


class Unit(msgspec.Struct):
    id: str
    side: str
    type: str
    front: Face
    back: Face
    ma: int  # as printed, whole points
    sp: int
    at: str = ""  # "" = off the map
    steps: int = 2
    range: int = 0
    cm: bool = False
    classes: list[str] = []  # armour, at, inf: one, or the two its owner may choose from (19.0b)
    artillery: bool = False
    engineer: bool = False
    bridging: bool = False
    airborne: bool = False
    exempt: bool = False  # moving gives no fire marker (9.4b)
    division: str = ""
    formation: str = ""
    nation: str = ""
    fatigued: bool = False
    unsupplied: bool = False
    actions: int = 0  # fire markers: 0, 1 first fire, 2 final fire
    acted: str = ""  # turn and row of the last action: one a phase (9.4a)
    spent: int = 0  # half points, in the movement phase now played
    whole: bool = False  # its whole allowance went into one act (7.2d, 17.1a, 17.3a)
    stopped: bool = False  # entered an enemy zone in this phase (6.0c)
    refused: bool = False  # withdrew in the last refusal phase (11.2c)
    beside: list[str] = []  # blown bridges it ended its last movement phase beside (17.1a)

    @property
    def face(self) -> Face:
        return self.front if self.steps >= 2 else self.back

    @property
    def unknown(self) -> bool:
        """Stands for a stack of which only the presence is seen."""
        return self.type == UNKNOWN

    @property
    def attack(self) -> int:
        return self.face.attack

    @property
    def defence(self) -> int:
        return self.face.defence

    @property
    def er(self) -> int:
        return self.face.er

    @property
    def bombard(self) -> int:
        return self.face.bombard

    @property
    def allowance(self) -> int:
        """Half points it may spend in a phase; an unsupplied unit has half its points, rounded down (16.0a)."""
        return 2 * (self.ma // 2 if self.unsupplied else self.ma)

    @property
    def left(self) -> int:
        return max(0, self.allowance - self.spent)

    @property
    def actions_left(self) -> int:
        """Moves or shots an artillery unit still has this game turn (9.4a, 9.4d)."""
        return max(0, (1 if self.unsupplied else 2) - self.actions)


class Declared(msgspec.Struct):
    """A combat fixed in the declaration row; `rules` are the clauses of its line, in force while it is fought."""

    hex: str
    units: list[str]
    line: str = ""
    kind: str = "maneuver"
    rules: list[Rule] = []
    classes: dict[str, str] = {}  # AS clauses: unit -> armour, at, inf
    odds: str = ""  # attack and defence as declared: "12:4"


class Plan(msgspec.Struct):
    """Planned fire of the active side: `mode` bombard or support."""

    mode: str
    hex: str
    guns: list[str] = []
    air: int = 0
    otherwise: str = ""  # ELSE hex
    line: str = ""
    rules: list[Rule] = []


class DropZone(msgspec.Struct):
    """The marker of an airborne division [7.3a]; it is no unit: 0 stacking points, no efficiency, no zone of control [G-17]."""

    hex: str = ""  # "" = off the map
    alternate: bool = False  # on its back: drops are rolled for, supply reaches half as far (7.3g, 7.3h)
    back: int = 0  # turn from which it may be placed again (7.3d)
    was: str = ""  # hex where it was destroyed (G-27)
    lost: bool = False  # destroyed on its back: gone for good (7.3e)


class State(msgspec.Struct):
    scenario: str
    turn: int
    step: str
    active: str
    first: str
    units: dict[str, Unit]
    over: str = ""
    gone: list[str] = []  # eliminated, in the order of their end
    bridges: dict[str, str] = {}  # hexside "A1007/A1108" -> untouched, intact, blown, repaired, down
    control: dict[str, str] = {}  # city and objective hexes -> side
    air: dict[str, int] = {}
    weather: str = "clear"
    mud: bool = False  # from the first bad weather to the end of the game (4.1b, 7.1e, 18.1c)
    intelligence: str = "open"  # or limited: an option of ours, chosen when the game is made
    seen_by: str = ""  # a side's view of a game with limited intelligence
    drop_zones: dict[str, DropZone] = {}  # airborne division -> its marker (7.3a)
    due: dict[str, int] = {}  # reinforcement -> turn from which it may enter
    entry: dict[str, str] = {}  # reinforcement -> its entry hex
    areas: dict[str, list[str]] = {}  # reinforcement -> the other hexes where it may come in as well
    declared: list[Declared] = []
    plans: list[Plan] = []
    vacated: list[str] = []  # target hexes whose defenders withdrew: no reaction into them (G-65)
    repaired_now: list[str] = []  # hexsides repaired in the phase now played (17.1b)
    ferried: int = 0  # stacking points over a ferry that needs no engineer, in the movement phase now played
    outcome: dict[str, Any] = {}  # of a game that is over

    def at(self, hex: str, side: str = "") -> list[Unit]:
        """The units in a hex, sorted by id."""
        found = [u for u in self.units.values() if u.at == hex and (not side or u.side == side)]
        return sorted(found, key=by_id) if len(found) > 1 else found

    def zone_at(self, hex: str, side: str = ALLIED) -> str:
        """The division whose drop zone marker lies in the hex, or nothing; only the Allies have any."""
        found = [name for name, zone in sorted(self.drop_zones.items()) if zone.hex == hex and hex and side == ALLIED]
        return found[0] if found else ""

    def of(self, side: str) -> list[Unit]:
        """The side's units on the map, sorted by id."""
        return sorted((u for u in self.units.values() if u.side == side and u.at), key=lambda u: u.id)

    def named(self, ids: list[str]) -> list[Unit]:
        """Those of the named units that still exist, in the order given."""
        return [self.units[name] for name in ids if name in self.units]

    def hexes(self, side: str) -> list[str]:
        """The hexes the side occupies, sorted."""
        return sorted({u.at for u in self.units.values() if u.side == side and u.at})

    def points(self, hex: str, side: str) -> int:
        """Stacking points of a side in a hex."""
        return sum([u.sp for u in self.units.values() if u.at == hex and u.side == side])

    def place(self, name: str, hex: str) -> None:
        """Puts a unit into a hex; a hex whose control counts goes to the side that entered it last (G-19)."""
        unit = self.units[name]
        unit.at = hex
        if hex in self.control:
            self.control[hex] = unit.side

    def eliminate(self, name: str) -> None:
        if name in self.units:
            del self.units[name]
            self.gone.append(name)

    def lose(self, name: str, steps: int) -> None:
        """Step losses (2.3d): a unit without a step left is eliminated."""
        unit = self.units[name]
        unit.steps -= steps
        if unit.steps <= 0:
            self.eliminate(name)


def by_id(unit: Unit) -> str:
    return unit.id


def hexside(a: str, b: str) -> str:
    return f"{a}/{b}" if a <= b else f"{b}/{a}"


def ends(side: str) -> tuple[str, str]:
    a, _, b = side.partition("/")
    return a, b

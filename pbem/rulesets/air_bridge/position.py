"""The words of a rule case's POSITION, and what its EXPECT lines look up."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pbem.errors import PbemError
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.declaration import figures
from pbem.rulesets.air_bridge.engineers import blown_beside
from pbem.rulesets.air_bridge.names import places
from pbem.rulesets.air_bridge.picture import badges
from pbem.rulesets.air_bridge.sequence import SEQUENCE, row_of
from pbem.rulesets.air_bridge.state import SIDES, Declared, DropZone, Face, Plan, State, Unit, ends, hexside
from pbem.rulesets.air_bridge.units import counters, fresh
from pbem.rulesets.air_bridge.victory import outcome

KNOWN = (
    "no units; UNIT at HEX, 1 step, fatigued, unsupplied, first fire, final fire, just arrived; UNIT off map; "
    "SIDE NAME at HEX: attack 4, defence 4, move 4, er 4, sp 2, infantry, fatigued; NAME reduced: attack 2, defence 2, er 3; "
    "bridge HEX/HEX blown; declared HEX with UNITS; support HEX with GUNS, air 8; bombard HEX with GUNS, air 8; "
    "air SIDE 10; control HEX SIDE; weather bad; mud; initiative SIDE; SIDE first; DZ 82 at HEX"
)
STATES = ("fatigued", "unsupplied", "first fire", "final fire")
ARRIVED = "just arrived"  # in `beside`: no hexside, so nothing can be repaired
OPPOSITES = {"fresh": "fatigued", "supplied": "unsupplied"}
SAME = (  # items in which the rulebook forbids the same thing twice: a refusal under one is a refusal under the others
    ("4.1a", "16.0h", "3.II.J.1"),
    ("4.2a", "16.0d"),
    ("9.4d", "16.0g"),
    ("9.0d", "2.4g"),
    ("12.0b", "12.0c"),
)
PURPOSES = {  # other words for what a die is rolled for
    "refuse": "refusal", "refus": "refusal", "react": "reaction", "réaction": "reaction", "bombard": "bombardment",
    "bombardement": "bombardment", "manoeuvre": "maneuver", "manœuvre": "maneuver", "soutien": "support", "demolition": "bridge",
    "pont": "bridge", "allié": "allied", "allies": "allied", "germans": "german", "allemand": "german",
    "combat": "",
}  # fmt: skip
BRIDGES = ("untouched", "intact", "blown", "repaired", "down")
NUMBERS = {"move": "ma", "sp": "sp", "range": "range"}
FACES = {"attack": "attack", "defence": "defence", "er": "er", "bombard": "bombard"}
CLASSES = {"infantry": "inf", "armour": "armour", "at": "at"}
WORDS = {  # other ways to write what is said of a unit of one's own
    "armor": "armour", "armoured": "armour", "armored": "armour", "tank": "armour", "tanks": "armour", "panzer": "armour",
    "blindé": "armour", "inf": "infantry", "infanterie": "infantry", "anti-tank": "at", "antitank": "at", "antichar": "at",
    "c/m": "cm", "motorized": "cm", "motorised": "cm", "mechanized": "cm", "mechanised": "cm", "motorisé": "cm",
    "gun": "artillery", "guns": "artillery", "artillerie": "artillery", "self-propelled": "exempt",
    "engineers": "engineer", "combat engineer": "engineer", "génie": "engineer", "bridging engineer": "bridging",
    "pontonnier": "bridging", "parachute": "airborne", "aéroporté": "airborne", "airlanding": "airborne",
    "full": "2 steps", "full strength": "2 steps", "reduced": "1 step", "defense": "defence", "défense": "defence",
    "attaque": "attack", "movement": "move", "mouvement": "move", "ma": "move", "mp": "move", "bombardment": "bombard",
    "stacking": "sp", "efficiency": "er", "portée": "range",
}  # fmt: skip
FLAGS = ("cm", "engineer", "bridging", "airborne", "exempt", "artillery")


def apply(s: State, line: str) -> None:
    text = " ".join(line.split())
    for pattern, change in PATTERNS:
        if found := re.fullmatch(pattern, text, re.IGNORECASE):
            change(s, *(part or "" for part in found.groups()))
            return stand_beside(s)
    raise PbemError("not a line of a position", f"POSITION knows {KNOWN}")


def stand_beside(s: State) -> None:
    """Engineers put beside a blown bridge have stood there since their last movement phase, unless they are `just arrived` [17.1a]."""
    for unit in s.units.values():
        if unit.bridging and unit.at and ARRIVED not in unit.beside:
            unit.beside = blown_beside(s, unit)


def unit_of(s: State, words: str) -> Unit:
    """By id or further name, in play or a counter of another scenario."""
    wanted = words.strip().casefold()
    for name in [*s.units, *counters()]:
        known = counters().get(name)
        if wanted in (name.casefold(), *(other.casefold() for other in (known.names if known else []))):
            if name not in s.units:
                s.units[name] = fresh(name)
            return s.units[name]
    raise PbemError(f'no unit "{words.strip()}"', "a unit of your own needs its side and its factors: German G1 at A0507: attack 4, ...")


def hex_of(s: State, words: str) -> str:
    """By number, or by the name of a place of one hex."""
    here, wanted = field.board(s.scenario), words.strip().casefold()
    named = [p.hexes[0] for p in places() if len(p.hexes) == 1 and wanted in (n.casefold() for n in (p.name, *p.names))]
    found = here.find(words.strip().upper()) or next((hex for hex in named if hex in here.index), None)
    if found is None:
        raise PbemError(f"{words.strip()} is not on the map of {s.scenario}", "hexes are written A0507")
    return found


def side_of(words: str) -> str:
    if words.casefold() not in SIDES:
        raise PbemError(f'no side "{words}"', f"sides are {', '.join(side.capitalize() for side in SIDES)}")
    return words.casefold()


def no_units(s: State) -> None:
    for unit in s.units.values():
        unit.at = ""
    s.due, s.entry = {}, {}


def place(s: State, name: str, hex: str, states: str) -> None:
    unit = unit_of(s, name)
    put(s, unit, hex_of(s, hex))
    unit.steps, unit.fatigued, unit.unsupplied, unit.actions, unit.beside = 2, False, False, 0, []
    for word in own_words(states):
        mark(unit, word)


def put(s: State, unit: Unit, hex: str) -> None:
    s.place(unit.id, hex)
    s.due.pop(unit.id, None)
    if unit.id in s.gone:
        s.gone.remove(unit.id)


def mark(unit: Unit, word: str) -> None:
    if steps := re.fullmatch(r"(\d) steps?", word):
        unit.steps = int(steps[1])
    elif word in ("fatigued", "unsupplied"):
        setattr(unit, word, True)
    elif word in OPPOSITES:
        setattr(unit, OPPOSITES[word], False)
    elif re.fullmatch(r"beside \w+/\w+", word):
        pass  # as it is anyway, see stand_beside
    elif word == "just arrived":
        unit.beside = [ARRIVED]
    elif word in ("first fire", "final fire"):
        unit.actions = 1 if word == "first fire" else 2
    else:
        raise PbemError(f'no state "{word}" of a unit', "1 step, fatigued, unsupplied, first fire, final fire, just arrived")


def off_map(s: State, name: str) -> None:
    unit_of(s, name).at = ""


def own_unit(s: State, side: str, name: str, hex: str, factors: str) -> None:
    unit = Unit(name, side_of(side), "own", Face(0, 0, 0), Face(0, 0, 0), 0, 1)
    words = own_words(factors)
    unit.front = face(unit.front, words)
    for word in words:
        describe_own(unit, word)
    unit.classes = unit.classes or ["inf"]
    unit.artillery = unit.artillery or unit.front.bombard > 0
    unit.back = unit.front.reduced()
    s.units[name] = unit
    put(s, unit, hex_of(s, hex))


def own_words(factors: str) -> list[str]:
    """`attack 4`, `armour`, `1 step`: each in the form that is known here."""
    parts = [" ".join(part.replace(":", " ").casefold().split()) for part in factors.split(",") if part.strip()]
    return [WORDS.get(part) or " ".join(WORDS.get(word, word) for word in part.split()) for part in parts]


def face(old: Face, words: list[str]) -> Face:
    numbers = {FACES[key]: int(n) for key, _, n in (word.partition(" ") for word in words) if key in FACES and n.isdigit()}
    return Face(**{key: numbers.get(key, getattr(old, key)) for key in FACES.values()})


def describe_own(unit: Unit, word: str) -> None:
    key, _, number = word.partition(" ")
    if key in NUMBERS and number.isdigit():
        setattr(unit, NUMBERS[key], int(number))
    elif key == "division" and number:
        unit.division = number
    elif word in CLASSES:
        unit.classes = [*unit.classes, CLASSES[word]]
        unit.cm = unit.cm or word == "armour"  # 4.1.1
    elif word in FLAGS:
        setattr(unit, word, True)
        unit.engineer = unit.engineer or unit.bridging
    elif word in (*STATES, *OPPOSITES) or re.fullmatch(r"\d steps?", word):
        mark(unit, word)
    elif key not in FACES or not number.isdigit():
        raise PbemError(f'"{word}" says nothing of a unit', f"known are: {', '.join([*FACES, *NUMBERS, *CLASSES, *FLAGS, 'division'])}")


def reduced(s: State, name: str, factors: str) -> None:
    unit = unit_of(s, name)
    unit.back = face(unit.back, own_words(factors))


def bridge(s: State, side: str, state: str) -> None:
    key = hexside(*(hex_of(s, hex) for hex in ends(side)))
    if key not in s.bridges or state.casefold() not in BRIDGES:
        raise PbemError(f"no bridge {side} {state}", f"a bridge of the map, and one of {', '.join(BRIDGES)}")
    s.bridges[key] = state.casefold()


def declared(s: State, hex: str, names: str) -> None:
    fight = Declared(hex_of(s, hex), [unit_of(s, name).id for name in parts(names)])
    attack, defence = figures(s, fight)
    s.declared.append(Declared(fight.hex, fight.units, odds=f"{attack}:{defence}" if attack and defence else ""))


def parts(names: str) -> list[str]:
    """`2 Irish, 2 Gren and air 8`; the names of some units hold an `and`, so only the last is looked at."""
    *first, last = [part.strip() for part in names.split(",")]
    known = {name.casefold() for name in counters()}
    return [*first, *([last] if last.casefold() in known else re.split(r"\s+(?:and|et|&)\s+", last))]


def plan(s: State, mode: str, hex: str, names: str) -> None:
    guns, air = [], 0
    for name in parts(names):
        points = re.fullmatch(r"air (\d+)", name.strip(), re.IGNORECASE)
        if points:
            air = int(points[1])
        else:
            guns.append(unit_of(s, name).id)
    s.plans.append(Plan(mode.casefold(), hex_of(s, hex), guns, air))


def air(s: State, side: str, points: str) -> None:
    s.air[side_of(side)] = int(points)


def control(s: State, hex: str, side: str) -> None:
    s.control[hex_of(s, hex)] = side_of(side)


def drop_zone(s: State, division: str, hex: str) -> None:
    s.drop_zones[division.strip()] = DropZone(hex_of(s, hex))


def weather(s: State, words: str) -> None:
    s.weather = words.casefold()


def goes_first(s: State, side: str) -> None:
    """Who is first player of the day [20.0b]."""
    s.first = side_of(side)


def mud(s: State, words: str) -> None:
    s.mud = not words


PATTERNS: tuple[tuple[str, Callable[..., None]], ...] = (
    (r"no units", no_units),
    (r"bridge (\w+/\w+) (\w+)", bridge),
    (r"declared (\w+) with (.+)", declared),
    (r"(support|bombard) (\w+) with (.+)", plan),
    (r"air (\w+) (\d+)", air),
    (r"control (\w+) (\w+)", control),
    (r"weather (clear|bad)", weather),
    (r"(no )?mud", mud),
    (r"(?:initiative|first) (Allied|German)", goes_first),
    (r"(Allied|German) first", goes_first),
    (r"DZ (.+?) at (\w+)", drop_zone),
    (r"(Allied|German) (.+?) at (\w+): (.+)", own_unit),
    (r"(.+?) reduced: (.+)", reduced),
    (r"(.+?) off map", off_map),
    (r"(.+?) at (\w+)(?:, (.+))?", place),
)


STEMS = (  # a step by the words players use for it, in either language; the first stem found decides
    ("strateg|stratég|initiative|weather|météo", "strategic"),
    ("admin", "administrative"),
    ("airborne|drop|aéropor", "airborne"),
    ("mech|méc|meca", "mechanized"),
    ("mov|mouv", "movement"),
    ("decl|décl", "declaration"),
    ("refus", "refusal"),
    ("react|réact", "reaction"),
    ("bomb", "bombardment"),
    ("man[eo]|manœ|support", "maneuver"),
    ("assa", "assault"),
    ("init|supply|ravit", "initial"),
)


def step_named(words: str) -> str:
    """`combat declaration`, `mouvement`, or the letter of the outline: the name of the step in the sequence of play."""
    if letter := re.fullmatch(r"(?:III?\.)?([A-J])", words.strip()):
        return next(row.name for row in SEQUENCE if row.id == f"II.{letter[1]}")
    found = (name for stems, name in STEMS if re.search(rf"\b({stems})", words, re.IGNORECASE))
    return next(found, words.strip().casefold())


def begin(s: State, side: str, name: str) -> str:
    """Makes `Allied movement` the step to be played; returns its row. The two interphases belong to no side."""
    row = row_of(s, side_of(side) if side else "", step_named(name))
    if not row or (not side and "." in row):
        raise PbemError(f'no step "{name}"', f"steps are: {', '.join(dict.fromkeys(row.name for row in SEQUENCE))}")
    s.step, s.active = row, side_of(side) if side else s.active
    return row


def describe(s: State, unit: str) -> dict[str, Any]:
    """What EXPECT may ask of a unit; an eliminated one has no step."""
    if unit not in s.units:
        return {"at": "", "steps": 0, "status": ["eliminated"] if unit in s.gone else [], "mp": 0}
    u = s.units[unit]
    half = "" if u.left % 2 == 0 else ".5"
    return {"at": u.at, "steps": u.steps, "status": [b.replace("-", " ") for b in badges(u)], "mp": f"{u.left // 2}{half}"}


def track(s: State, words: str) -> str:
    """`air Allied`, `control A1007`, `bridge A1007/A1108`, `weather`, `mud`, `initiative`, `vp`, `level`, `turn`, `active`, `over`."""
    kind, _, rest = " ".join(words.split()).partition(" ")
    found: dict[str, Callable[[], str]] = {
        "air": lambda: str(s.air[side_of(rest)]),
        "control": lambda: s.control.get(hex_of(s, rest), ""),
        "bridge": lambda: s.bridges.get(hexside(*(hex_of(s, hex) for hex in ends(rest))), ""),
        "weather": lambda: s.weather,
        "mud": lambda: "yes" if s.mud else "no",
        "initiative": lambda: s.first,
        "first": lambda: s.first,
        "vp": lambda: str(outcome(s).get("points", "")),
        "level": lambda: str(outcome(s)["level"]),
        "over": lambda: s.over or "no",
        "turn": lambda: str(s.turn),
        "active": lambda: s.active,
    }
    if kind.casefold() not in found:
        raise PbemError(f'no track "{words}"', f"tracks are: {', '.join(found)}")
    return found[kind.casefold()]()

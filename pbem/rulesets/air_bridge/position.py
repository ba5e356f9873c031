"""The words of a rule case's POSITION."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pbem.errors import PbemError
from pbem.rulesets.air_bridge import field, position_terms
from pbem.rulesets.air_bridge.declaration import figures
from pbem.rulesets.air_bridge.engineers import blown_beside
from pbem.rulesets.air_bridge.picture import badges
from pbem.rulesets.air_bridge.position_looks import look as look
from pbem.rulesets.air_bridge.position_looks import track as track
from pbem.rulesets.air_bridge.position_names import division_called, division_of, hex_of, hexes_of, side_of
from pbem.rulesets.air_bridge.position_names import unit_of as unit_of
from pbem.rulesets.air_bridge.position_terms import IDLE, STEMS, TYPES, WORDS
from pbem.rulesets.air_bridge.position_words import plain, spelt_out
from pbem.rulesets.air_bridge.sequence import SEQUENCE, row_of
from pbem.rulesets.air_bridge.state import OTHER, SIDES, Declared, DropZone, Face, Plan, State, Unit, ends, hexside
from pbem.rulesets.air_bridge.units import counters, start

KNOWN = (
    "no units; UNIT at HEX, 1 step, fatigued, unsupplied, first fire, final fire, just arrived; UNIT off map, due turn 4; UNIT eliminated; "
    "SIDE NAME at HEX: attack 4, defence 4, move 4, er 4, sp 2, infantry, fatigued; NAME reduced: attack 2, defence 2, er 3; "
    "bridge HEX/HEX blown; declared HEX with UNITS; declared assault HEX with UNITS; "
    "support HEX with GUNS, air 8; bombard HEX with GUNS, air 8; "
    "air SIDE 10; control HEX SIDE; weather bad; mud; intelligence limited; initiative SIDE; SIDE first; "
    "DZ 82 at HEX, alternate; DZ 82 off map, back turn 5, was HEX; DZ 82 lost"
)
terms = position_terms  # for the room of cases
STATES = ("fatigued", "unsupplied", "first fire", "final fire")
ARRIVED = "just arrived"  # in `beside`: no hexside, so nothing can be repaired
OPPOSITES = {"fresh": "fatigued", "supplied": "unsupplied"}
BRIDGES = ("untouched", "intact", "blown", "repaired", "down")
NUMBERS = {"move": "ma", "sp": "sp", "range": "range"}
FACES = {"attack": "attack", "defence": "defence", "er": "er", "bombard": "bombard"}
CLASSES = {"infantry": "inf", "armour": "armour", "at": "at"}
FLAGS = ("cm", "engineer", "bridging", "airborne", "exempt", "artillery")


UNIT_STATES = r"\d steps?|reduced|full strength|fatigued|fresh|unsupplied|supplied|first fire|final fire|just arrived|refused(?: combat)?"
TRACKS = r"(weather|mud|air|control|initiative|first player|first|bridge|dz)\b"


def apply(s: State, line: str) -> None:
    text = plain(" ".join(line.split()))
    if re.match(TRACKS, text, re.IGNORECASE):  # `weather: bad`, `air Allied = 8`
        text = " ".join(re.sub(r"[:=]", " ", text).split())
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


def no_units(s: State) -> None:
    for unit in s.units.values():
        unit.at = ""
    s.air = dict.fromkeys(SIDES, 0)


def place(s: State, name: str, hex: str, states: str) -> None:
    if len(names := parts(name)) > 1:
        for one in names:
            place(s, one, hex, states)
        return
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
    if division := s.zone_at(hex, OTHER[unit.side]):  # no marker lies under an enemy: it has been destroyed
        drop_zone_away(s, division, str(s.turn + 2), hex)


def mark(unit: Unit, word: str) -> None:
    if steps := re.fullmatch(r"(\d) steps?", word):
        unit.steps = int(steps[1])
    elif word in ("fatigued", "unsupplied"):
        setattr(unit, word, True)
    elif word in OPPOSITES:
        setattr(unit, OPPOSITES[word], False)
    elif re.fullmatch(r"beside \w+/\w+", word):
        pass  # as it is anyway, see stand_beside
    elif word in ("refused", "refused combat"):  # 11.2c
        unit.refused = True
    elif word == "just arrived":
        unit.beside = [ARRIVED]
    elif word in ("first fire", "final fire"):
        unit.actions = 1 if word == "first fire" else 2
    else:
        raise PbemError(f'no state "{word}" of a unit', "1 step, fatigued, unsupplied, first fire, final fire, just arrived")


def eliminated(s: State, names: str) -> None:
    for name in parts(names):
        s.eliminate(unit_of(s, name).id)


def in_state(s: State, names: str, states: str) -> None:
    """`G1 fatigued`, `2 Devon, 2 Irish unsupplied`: of units that stand where they stand."""
    for name in parts(names):
        for word in own_words(states):
            mark(unit_of(s, name), word)


def off_map(s: State, names: str, states: str) -> None:
    """Still to come, if the scenario has it as a reinforcement; `due turn 4` says from when."""
    for name in parts(names):
        _still_to_come(s, unit_of(s, name), states)


def _still_to_come(s: State, unit: Unit, states: str) -> None:
    begun = start(s.scenario)
    unit.at, unit.steps, unit.fatigued, unit.unsupplied, unit.actions = "", unit.steps, False, False, 0
    if unit.id in begun.due:
        s.due[unit.id] = begun.due[unit.id]
    for word in own_words(states):
        if due := re.fullmatch(r"due (?:on |in )?(?:turn |t)?(\d+)", word):
            s.due[unit.id] = int(due[1])
        else:
            mark(unit, word)


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
    parts = [" ".join(part.replace(":", " ").casefold().split()) for part in spelt_out(factors).split(",") if part.strip()]
    return [word for part in parts for word in _plain_words(part)]


def _plain_words(part: str) -> list[str]:
    """`attack value 4` is `attack 4`; `motorized infantry` and `armour or at` say two things each."""
    part = " ".join(re.sub(IDLE, " ", part).split()) or part
    if part in TYPES:
        return TYPES[part].split(", ")
    if part in WORDS:
        return [WORDS[part]]
    words = [WORDS.get(word, word) for word in part.split()]
    single = [WORDS.get(word, word) for word in re.split(r" or | and |/| ", part)]
    if len(single) > 1 and all(word in CLASSES or word in FLAGS for word in single):
        return single
    return [re.sub(r"^steps? (\d)$", r"\1 steps", " ".join(words))]


def face(old: Face, words: list[str]) -> Face:
    numbers = {FACES[key]: int(n) for key, _, n in (word.partition(" ") for word in words) if key in FACES and n.isdigit()}
    return Face(**{key: numbers.get(key, getattr(old, key)) for key in FACES.values()})


def describe_own(unit: Unit, word: str) -> None:
    key, _, number = word.partition(" ")
    if key in NUMBERS and number.isdigit():
        setattr(unit, NUMBERS[key], int(number))
    elif key == "division" and number:
        unit.division = division_called(number) or number
    elif division_called(word):
        unit.division = division_called(word)
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
    if key not in field.bridge_rows(s.scenario) or state.casefold() not in BRIDGES:
        raise PbemError(f"no bridge {side} {state}", f"a bridge of the map, and one of {', '.join(BRIDGES)}")
    s.bridges[key] = state.casefold()


def declared(s: State, assault: str, hex: str, names: str) -> None:
    fight = Declared(hex_of(s, hex), [unit_of(s, name).id for name in parts(names)], kind="assault" if assault else "maneuver")
    attack, defence = figures(s, fight)
    fight.odds = f"{attack}:{defence}" if attack and defence else ""
    s.declared.append(fight)


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
    s.air[side_of(side)] = int(points) if points.isdigit() else 0


def both_air(s: State, one: str, points: str, other: str, others: str) -> None:
    air(s, one, points)
    air(s, other, others)


def control(s: State, words: str, side: str) -> None:
    """Of a hex, of several, or of all hexes of a place."""
    for hex in hexes_of(s, words):
        s.control[hex] = side_of(side)


def drop_zone(s: State, division: str, hex: str, side: str) -> None:
    """On the map, on its original side or its alternate."""
    s.drop_zones[division_of(s, division)] = DropZone(hex_of(s, hex), alternate=side.casefold().startswith("alt"))


def drop_zone_side(s: State, division: str, side: str) -> None:
    """Turned over where it lies."""
    name = division_of(s, division)
    if name not in s.drop_zones:
        raise PbemError(f"there is no DZ {name} to turn over", "DZ 82 at HEX, alternate")
    s.drop_zones[name].alternate = side.casefold() == "alternate"


def drop_zone_away(s: State, division: str, turn: str, was: str) -> None:
    """Destroyed once: on the turn track; without a turn it may come back now."""
    s.drop_zones[division_of(s, division)] = DropZone("", True, int(turn or s.turn), hex_of(s, was) if was else "")


def drop_zone_lost(s: State, division: str) -> None:
    s.drop_zones[division_of(s, division)] = DropZone("", True, lost=True)


def weather(s: State, words: str) -> None:
    """Of today; once bad it leaves mud [18.1c], unless `no mud` is said after it."""
    s.weather = words.casefold()
    s.mud = s.mud or s.weather == "bad"


def goes_first(s: State, side: str) -> None:
    """Who is first player of the day [20.0b]."""
    s.first = side_of(side)


def intelligence(s: State, words: str) -> None:
    """The option of ours."""
    s.intelligence = words.casefold()


def mud(s: State, words: str) -> None:
    s.mud = not words


PATTERNS: tuple[tuple[str, Callable[..., None]], ...] = (
    (r"no units", no_units),
    (r"bridge (\w+/\w+) (\w+)", bridge),
    (r"declared (assault )?(?:on )?(\w+) with (.+)", declared),
    (r"(support|bombard) (\w+) with (.+)", plan),
    (r"no air(?: points)?", lambda s: s.air.update(dict.fromkeys(SIDES, 0))),
    (r"air (\w+) (\d+)(?: ?[,/;] ?| and )(\w+) (\d+)", both_air),
    (r"air (\w+) (\d+|none|no)", air),
    (r"control (.+) (\w+)", control),
    (r"weather (clear|bad)", weather),
    (r"(no )?mud", mud),
    (r"mud (?:yes|on|in effect)", lambda s: mud(s, "")),
    (r"mud (no|off)", mud),
    (r"intelligence (open|limited)", intelligence),
    (r"(?:initiative|first player|first) (Allied|German)", goes_first),
    (r"(Allied|German) (?:first|first player|initiative|has the initiative)", goes_first),
    (r"DZ (.+?) (alternate|original)(?: side)? at (\w+)", lambda s, division, side, hex: drop_zone(s, division, hex, side)),
    (r"DZ (.+?) at (\w+)(?:, *(alternate|alt|original|alternative)(?: side)?)?", drop_zone),
    (r"DZ (.+?) (alternate|original)(?: side)?", drop_zone_side),
    (r"DZ (.+?) lost", drop_zone_lost),
    (
        r"DZ (.+?) (?:off map|away|destroyed|removed)(?:,? *(?:back |returns |until |comes back )?(?:on )?(?:turn |T)?(\d+))?"
        r"(?:,? *(?:was at|was|from|at) (\w+))?",
        drop_zone_away,
    ),
    (r"(Allied|German) (.+?) at (\w+): (.+)", own_unit),
    (r"(.+?) reduced: (.+)", reduced),
    (r"(.+?) (?:eliminated|destroyed|dead)", eliminated),
    (r"(.+?)(?: off map| delayed| held back)(?:, (.+))?", off_map),
    (r"(.+?) at (\w+)(?:, (.+))?", place),
    (rf"(.+?)(?:,| is| are|:)? ((?:{UNIT_STATES})(?:(?:,| and) *(?:{UNIT_STATES}))*)", in_state),
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

"""The words of a rule case's POSITION, and what its EXPECT lines look up."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pbem.errors import PbemError
from pbem.rulesets.air_bridge import field, position_terms
from pbem.rulesets.air_bridge.declaration import figures
from pbem.rulesets.air_bridge.engineers import blown_beside
from pbem.rulesets.air_bridge.names import places
from pbem.rulesets.air_bridge.picture import badges
from pbem.rulesets.air_bridge.position_terms import SIDES_BY_NAME, STEMS, WORDS
from pbem.rulesets.air_bridge.position_words import plain, spelt_out
from pbem.rulesets.air_bridge.sequence import SEQUENCE, row_of
from pbem.rulesets.air_bridge.state import SIDES, Declared, DropZone, Face, Plan, State, Unit, ends, hexside
from pbem.rulesets.air_bridge.units import counters, fresh, start
from pbem.rulesets.air_bridge.victory import outcome

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
ZONE_WORDS = ("off map", "lost", "alternate", "original")
OTHER_WORDS = {"eliminated": "off map", "destroyed": "off map", "on its alternate side": "alternate", "on its original side": "original"}
BRIDGES = ("untouched", "intact", "blown", "repaired", "down")
NUMBERS = {"move": "ma", "sp": "sp", "range": "range"}
FACES = {"attack": "attack", "defence": "defence", "er": "er", "bombard": "bombard"}
CLASSES = {"infantry": "inf", "armour": "armour", "at": "at"}
FLAGS = ("cm", "engineer", "bridging", "airborne", "exempt", "artillery")


UNIT_STATES = r"\d steps?|reduced|full strength|fatigued|fresh|unsupplied|supplied|first fire|final fire|just arrived"
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
    words = SIDES_BY_NAME.get(words.casefold(), words)
    if words.casefold() not in SIDES:
        raise PbemError(f'no side "{words}"', f"sides are {', '.join(side.capitalize() for side in SIDES)}")
    return words.casefold()


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
    return [WORDS.get(part) or " ".join(WORDS.get(word, word) for word in part.split()) for part in parts]


def face(old: Face, words: list[str]) -> Face:
    numbers = {FACES[key]: int(n) for key, _, n in (word.partition(" ") for word in words) if key in FACES and n.isdigit()}
    return Face(**{key: numbers.get(key, getattr(old, key)) for key in FACES.values()})


def describe_own(unit: Unit, word: str) -> None:
    key, _, number = word.partition(" ")
    if key in NUMBERS and number.isdigit():
        setattr(unit, NUMBERS[key], int(number))
    elif key == "division" and number:
        unit.division = next((u.unit.division for u in counters().values() if u.unit.division.casefold() == number), number)
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
    s.air[side_of(side)] = int(points)


def control(s: State, hex: str, side: str) -> None:
    s.control[hex_of(s, hex)] = side_of(side)


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


def division_of(s: State, words: str) -> str:
    """By the name the scenario has for it, whatever the capitals; a case may bring in a division of its own."""
    wanted = words.strip().casefold()
    return next((name for name in s.drop_zones if name.casefold() == wanted), words.strip())


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
    (r"air (\w+) (\d+)", air),
    (r"control (\w+) (\w+)", control),
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
        r"DZ (.+?) (?:off map|away|destroyed)(?:,? *(?:back )?(?:on )?(?:turn |T)?(\d+))?(?:,? *(?:was at|was|from|at) (\w+))?",
        drop_zone_away,
    ),
    (r"(Allied|German) (.+?) at (\w+): (.+)", own_unit),
    (r"(.+?) reduced: (.+)", reduced),
    (r"(.+?) (?:eliminated|destroyed|dead)", eliminated),
    (r"(.+?) off map(?:, (.+))?", off_map),
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


def zone_words(s: State, division: str) -> str:
    """`A3004, original`, `A3004, alternate`, `off map, back turn 5`, `off map, lost`."""
    zone = s.drop_zones.get(division)
    if zone is None:
        return ""
    if zone.hex:
        return f"{zone.hex}, {'alternate' if zone.alternate else 'original'}"
    return "off map, lost" if zone.lost else f"off map, back turn {zone.back}"


def look(s: State, text: str) -> tuple[Callable[[State], str], str, bool] | None:
    """EXPECT `mud`, `no mud`, and of a marker: `DZ 101 at A3004, alternate`, `DZ 101 off map, back turn 5`, `DZ 101 not lost`."""
    if muddy := re.fullmatch(r"(no |not )?mud(?:dy)?", text, re.IGNORECASE):
        return lambda state: "yes" if state.mud else "no", "no" if muddy[1] else "yes", False
    known = "|".join(re.escape(name) for name in sorted(s.drop_zones, key=len, reverse=True))
    found = re.fullmatch(rf"DZ ({known or '-'})(?: is)?( not)? (.+)", " ".join(text.split()), re.IGNORECASE)
    wanted = re.sub(r"\b(back )?(?:on )?(?:turn |T)(\d+)", r"back turn \2", found[3].casefold()) if found else ""
    if not found or wanted == "unchanged":
        return None
    division, parts = division_of(s, found[1]), [part.strip() for part in wanted.split(",")]
    wanted_parts = [hex_of(s, part[3:]) if part.startswith("at ") else OTHER_WORDS.get(part, part) for part in parts]
    if unknown := [part for part in wanted_parts if part not in ZONE_WORDS and not re.fullmatch(r"[AB]\d{4}|back turn \d+", part)]:
        raise PbemError(f'nothing is "{unknown[0]}" of a drop zone', f"at HEX, back turn N, {', '.join(ZONE_WORDS)}")

    def read(state: State) -> str:
        said = zone_words(state, division)
        return ", ".join(wanted_parts) if all(part in said.split(", ") for part in wanted_parts) else said

    return read, ", ".join(wanted_parts), bool(found[2])


def track(s: State, words: str) -> str:
    """`air Allied`, `control A1007`, `bridge A1007/A1108`, `weather`, `mud`, `initiative`, `vp`, `level`, `turn`, `active`, `over`."""
    kind, _, rest = " ".join(words.split()).partition(" ")
    found: dict[str, Callable[[], str]] = {
        "air": lambda: str(s.air[side_of(rest)]),
        "control": lambda: s.control.get(hex_of(s, rest), ""),
        "bridge": lambda: s.bridges.get(hexside(*(hex_of(s, hex) for hex in ends(rest))), ""),
        "weather": lambda: s.weather,
        "mud": lambda: "yes" if s.mud else "no",
        "dz": lambda: zone_words(s, division_of(s, rest)),
        "due": lambda: f"T{s.due[unit_of(s, rest).id]}" if unit_of(s, rest).id in s.due else "",
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

"""Who and where is meant in a rule case: units, hexes, sides and divisions by the names people use."""

from __future__ import annotations

import re

from pbem.errors import PbemError
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.names import places
from pbem.rulesets.air_bridge.position_terms import SIDES_BY_NAME
from pbem.rulesets.air_bridge.state import SIDES, State, Unit
from pbem.rulesets.air_bridge.units import counters, fresh


def unit_of(s: State, words: str) -> Unit:
    """By id or further name, in play or a counter of another scenario."""
    wanted = re.sub(r"^(\d+)(?:st|nd|rd|th) ", r"\1 ", words.strip().casefold())
    wanted = re.sub(r"^(\d+/\d+)/\d+$", r"\1", wanted)  # `1/508/82` [2.4k]
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


def hexes_of(s: State, words: str) -> list[str]:
    """`A2106`, `A2106, A2107`, or a place of several hexes."""
    here, found = field.board(s.scenario), []
    for part in re.split(r",| and ", words):
        wanted = part.strip().casefold()
        named = [p.hexes for p in places() if p.kind != "bridge" and wanted in (n.casefold() for n in (p.name, *p.names))]
        found += [hex for hex in named[0] if hex in here.index] if named else [hex_of(s, part)]
    return found


def division_called(words: str) -> str:
    """`82`, `82nd`, `1 Br`, `101st airborne`: the division of a counter, or nothing."""
    wanted = re.sub(r"^(\d+)(?:st|nd|rd|th)\b", r"\1", re.sub(r"( airborne)?( division)?$", "", words.strip().casefold()))
    wanted = re.sub(r"^1 british$|^1br$", "1 br", wanted)
    return next((u.unit.division for u in counters().values() if u.unit.division and u.unit.division.casefold() == wanted), "")


def side_of(words: str) -> str:
    words = SIDES_BY_NAME.get(words.casefold(), words)
    if words.casefold() not in SIDES:
        raise PbemError(f'no side "{words}"', f"sides are {', '.join(side.capitalize() for side in SIDES)}")
    return words.casefold()


def division_of(s: State, words: str) -> str:
    """By the name the scenario has for it, whatever the capitals; a case may bring in a division of its own."""
    wanted = (division_called(words) or words.strip()).casefold()
    return next((name for name in s.drop_zones if name.casefold() == wanted), words.strip())

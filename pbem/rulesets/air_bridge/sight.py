"""Limited intelligence, an option of ours: how far a side sees, and what stands for a stack it does not see clearly."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache

import msgspec

from pbem.data import folder
from pbem.errors import DataError
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.state import ALLIED, OTHER, SIDES, UNKNOWN, Face, State, Unit

FILE = "intelligence.toml"
LIMITED = "limited"
LEAST_PRESENCE = 3  # a retreat goes two hexes, and a zone of control reaches a third
HIDDEN = "?"  # how the name of a stand-in begins


class StandIn(msgspec.Struct, forbid_unknown_fields=True):
    attack: int
    defence: int
    er: int
    ma: int
    sp: int


class Values(msgspec.Struct, forbid_unknown_fields=True):
    clear: int
    reconnaissance: int
    presence: int
    types: list[str]
    stand_in: StandIn
    nations: dict[str, str]


@cache
def values() -> Values:
    file = folder("scenarios") / "air-bridge" / FILE
    try:
        found = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Values)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise DataError(file, 0, "", str(error), "see the comments in the file as it was shipped") from None
    if not found.clear <= found.reconnaissance <= found.presence or found.presence < LEAST_PRESENCE:
        raise DataError(file, 0, "presence", "clear, reconnaissance and presence must not fall, and presence be 3 or more")
    return found


def limited(s: State, side: str) -> bool:
    """Whether anything is hidden from the side; the end of the game uncovers all, and nobody's side sees all."""
    return s.intelligence == LIMITED and not s.over and side in SIDES


# how far one sees


class Area(msgspec.Struct, frozen=True):
    """Hexes seen clearly, and those in which a presence is seen; the second hold the first."""

    clear: frozenset[str]
    presence: frozenset[str]


def area(s: State, side: str) -> Area:
    return _area(s.scenario, posts(s, side))


def posts(s: State, side: str) -> tuple[tuple[str, bool], ...]:
    """Where the side looks from, and whether with reconnaissance: its units, its drop zones, the hexes where units of its are due."""
    scouts = values().types
    found = [(u.at, u.type in scouts) for u in s.units.values() if u.side == side and u.at]
    found += [(zone.hex, False) for zone in s.drop_zones.values() if zone.hex and side == ALLIED]
    due = [name for name, turn in s.due.items() if turn <= s.turn and name in s.units and s.units[name].side == side]
    found += [(hex, False) for name in due if name in s.entry for hex in (s.entry[name], *s.areas.get(name, []))]
    return tuple(sorted(dict.fromkeys(found)))


@lru_cache(maxsize=256)
def _area(scenario: str, looking: tuple[tuple[str, bool], ...]) -> Area:
    far = values()
    clear = [round_about(scenario, hex, far.reconnaissance if scout else far.clear) for hex, scout in looking]
    presence = [round_about(scenario, hex, far.presence) for hex, _ in looking]
    return Area(frozenset().union(*clear), frozenset().union(*presence))


@lru_cache(maxsize=8192)
def round_about(scenario: str, hex: str, far: int) -> frozenset[str]:
    """The hexes within so many of one."""
    here = field.board(scenario)
    found, wave = {hex: 0}, [hex]
    for n in range(1, far + 1):
        wave = list(dict.fromkeys(near for at in wave for near in here.neighbours(at) if near not in found))
        found.update(dict.fromkeys(wave, n))
    return frozenset(found)


# what is not seen clearly


def hidden(s: State, side: str, within: Area | None = None) -> list[Unit]:
    """Units of the enemy that the side does not see clearly, on the map and off it."""
    seen = within or area(s, side)
    return [u for u in s.units.values() if u.side == OTHER.get(side) and u.at not in seen.clear]


def nation(units: list[Unit]) -> str:
    """`D`, or `GB/US` of a mixed stack."""
    known = values().nations
    return "/".join(sorted({part for u in units for part in known.get(u.nation, u.nation).split("/") if part}))


def shadow_name(hex: str, units: list[Unit]) -> str:
    """The same whatever the units are, but for their nation."""
    return f"{HIDDEN}{nation(units)} {hex}".rstrip()


def stand_in(hex: str, units: list[Unit]) -> Unit:
    """One for a whole stack; its factors are the same for all."""
    known, side = values().stand_in, units[0].side
    face = Face(known.attack, known.defence, known.er)
    return Unit(
        shadow_name(hex, units), side, UNKNOWN, face, face.reduced(), known.ma, known.sp, at=hex, classes=["inf"], nation=nation(units)
    )

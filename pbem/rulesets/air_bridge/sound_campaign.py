"""Reasons why a position or a run of the campaign cannot be right: drop zones, arrivals, weather, air points, initiative."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.engine.events import Event
from pbem.rulesets.air_bridge import airborne, field, placing, strategic
from pbem.rulesets.air_bridge.sound_move import told
from pbem.rulesets.air_bridge.state import ALLIED, GERMAN, SIDES, State


def drop_zones(s: State, events: list[Event]) -> Iterator[str]:
    """A marker lies on the map, is on its way back, or is gone for good [7.3d, 7.3e]; never with the enemy in its hex [4.0h]."""
    for name, zone in sorted(s.drop_zones.items()):
        if zone.hex and zone.hex not in field.board(s.scenario).index:
            yield f"DZ {name} is in {zone.hex}, off the map"
        if zone.hex and s.at(zone.hex, GERMAN):
            yield f"DZ {name} shares {zone.hex} with {s.at(zone.hex, GERMAN)[0].id} [4.0h]"
        if zone.lost and (zone.hex or not zone.alternate):
            yield f"DZ {name} is lost and not lost [7.3e]"
        if not zone.hex and not zone.alternate:
            yield f"DZ {name} is off the map on its original side [7.3d]"


def placed(s: State, events: list[Event]) -> Iterator[str]:
    """On clear or mixed ground, and on the alternate side for good [7.3d, G-27]."""
    for place in told(events, "dz placed"):
        if field.terrain(s, place["hex"]) not in placing.GROUND:
            yield f"DZ {place['division']} was placed in {place['hex']}, {field.terrain(s, place['hex'])} [7.3d]"
        if not s.drop_zones[place["division"]].alternate:
            yield f"DZ {place['division']} was placed and shows its original side [7.3d]"


def dropped(s: State, events: list[Event]) -> Iterator[str]:
    """By the Allies, neither into city or wood nor into the flak [7.3f]; who has landed is due no more."""
    for drop in told(events, "drop"):
        if drop["side"] != ALLIED or field.terrain(s, drop["hex"]) in airborne.NO_LANDING or airborne.why_flak(s, drop["hex"]):
            yield f"{drop['units']} were dropped at {drop['hex']} [7.3f]"
        for name in drop["units"]:
            if name in s.due:
                yield f"{name} was dropped and is still to come [21.0b]"


def landings(s: State, events: list[Event]) -> Iterator[str]:
    """The die says how a unit came down [7.3g]."""
    for landing in told(events, "landing"):
        wanted = "safe" if landing["die"] <= 4 else "scattered" if landing["die"] <= 8 else "hurt"
        if landing["result"] != wanted:
            yield f"{landing['units']} rolled {landing['die']} and came down {landing['result']} [7.3g]"


def arrivals(s: State, events: list[Event]) -> Iterator[str]:
    """Who is still to come exists, is off the map, and has a way in [21.0b]."""
    for name in sorted(s.due):
        unit = s.units.get(name)
        if unit is None:
            continue
        if name not in s.entry and unit.division not in s.drop_zones:
            yield f"{name} is to come, nobody knows how [21.0b]"
    for name, hexes in sorted({**{name: [hex] for name, hex in s.entry.items()}, **s.areas}.items()):
        if any(hex not in field.board(s.scenario).index for hex in hexes):
            yield f"{name} is to enter at {hexes}, off the map [21.0b]"


def weathered(s: State, events: list[Event]) -> Iterator[str]:
    """The weather is what the die says [18.0b], and bad weather leaves mud [18.1c]."""
    for roll in told(events, "weather"):
        if (roll["weather"] == "clear") != (roll["die"] <= strategic.CLEAR_UP_TO):
            yield f"a {roll['die']} and {roll['weather']} weather [18.0b]"
        if roll["weather"] == "bad" and not s.mud:
            yield "bad weather and no mud [18.1c]"


def in_the_mud(s: State, events: list[Event]) -> Iterator[str]:
    """No mechanized movement touches the mud zone [4.1b, G-44]."""
    for walk in told(events, "move", "enter"):
        if walk["phase"].endswith(".J") and (muddy := [hex for hex in walk["path"] if field.muddy(s, hex)]):
            yield f"{walk['units']} drove through the mud at {muddy[0]} [4.1b]"


def in_the_air(s: State, events: list[Event]) -> Iterator[str]:
    """None in bad weather [18.1b], and never more than the turn brought [15.0a, 15.0e]."""
    for brought in told(events, "air points"):
        if s.weather == "bad" and any(brought["points"].values()):
            yield f"air points {brought['points']} in bad weather [18.1b]"
        for side in SIDES:
            if s.air.get(side, 0) > brought["points"].get(side, 0):
                yield f"{side} has {s.air[side]} air points of {brought['points'].get(side, 0)} [15.0a]"


def initiatives(s: State, events: list[Event]) -> Iterator[str]:
    """The lower roll chose [20.0b]."""
    for roll in told(events, "initiative"):
        dice: dict[str, Any] = roll["dice"]
        if dice[roll["winner"]] != min(dice.values()) or len(set(dice.values())) < len(dice):
            yield f"{roll['winner']} has the initiative with {dice} [20.0b]"


def own_ferry(s: State, events: list[Event]) -> Iterator[str]:
    """The Germans' ferry carries no more than the scenario lets it in one turn [7.1]."""
    loads: dict[str, int] = {}
    for trip in told(events, "ferry"):
        if not trip["engineer"]:
            weight = sum(s.units[name].sp for name in trip["units"] if name in s.units)
            loads[trip["phase"]] = loads.get(trip["phase"], 0) + weight
    limit = field.settings(s.scenario).get("ferry", {}).get("points", 0)
    for phase, weight in sorted(loads.items()):
        if weight > limit:
            yield f"{weight} stacking points by the ferry in {phase} [17.3a]"


def spared(s: State, events: list[Event]) -> Iterator[str]:
    """The great bridges blow deliberately only, and those the scenario names not too early [7.2e, 7.1]."""
    limit = field.settings(s.scenario).get("demolition", {})
    for blast in told(events, "bridge"):
        crew = bool(blast["units"])
        if field.main_bridge(s, blast["hexside"]) and not crew:
            yield f"{blast['hexside']} was rolled for at a contact [7.2e]"
        if crew and blast["hexside"] in limit.get("bridges", []) and s.turn < limit["turn"]:
            yield f"{blast['hexside']} was to be blown on turn {s.turn} [7.2d]"


SOUND = (drop_zones, placed, dropped, landings, arrivals, weathered, in_the_mud, in_the_air, initiatives, own_ferry, spared)

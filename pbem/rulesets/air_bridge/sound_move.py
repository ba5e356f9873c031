"""Reasons why a run's movement cannot be right: from the position after it and the events that led there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from pbem.engine.events import Event
from pbem.rulesets.air_bridge import demolition, field, overrun
from pbem.rulesets.air_bridge.state import GERMAN, STACK_LIMIT, STANDING, State, hexside
from pbem.rulesets.air_bridge.units import fresh, start

WALKS = ("move", "enter")
DEAREST = 2 * 3 + 2 + 2 + 2  # forest, uphill, bridge repaired in this phase, overrun: what 4.0d may cost


def told(events: list[Event], *kinds: str) -> Iterator[dict[str, Any]]:
    for event in events:
        if event.kind in kinds:
            yield event.seen["*"]


def half(text: str) -> int:
    """ "2.5" points as half points."""
    whole, _, part = text.partition(".")
    return 2 * int(whole) + (1 if part else 0)


def unbroken(s: State, events: list[Event]) -> Iterator[str]:
    """Every step goes into an adjacent hex of the map, and has its price [4.0b]."""
    here = field.board(s.scenario)
    for walk in told(events, *WALKS):
        path, prices = walk["path"], walk["prices"]
        if any(a not in here.index or b not in here.index or not here.adjacent(a, b) for a, b in pairwise(path)):
            yield f"{walk['units']} skipped a hex on {path} [4.0b]"
        if len(prices) not in (len(path), len(path) - 1) or any(price < 1 for price in prices):
            yield f"{walk['units']} did not pay for {path} [4.0b]"


def priced(s: State, events: list[Event]) -> Iterator[str]:
    """Never less than the cheapest there is for the hexside: road, else terrain [7.0a, 7.1a]; an overrun costs a point more [4.2c]."""
    for walk in told(events, *WALKS):
        steps = list(zip(pairwise(walk["path"]), walk["prices"][-(len(walk["path"]) - 1) :], strict=False))
        for (a, b), price in steps:
            road = field.road(s, a, b)
            least = field.ROAD_COSTS[road] if road else field.COSTS[field.terrain(s, b)]
            if price < least + (overrun.EXTRA if b == walk["over"] else 0):
                yield f"{walk['units']} paid {price} half points from {a} into {b}, not {least} [7.0a]"


def within_allowance(s: State, events: list[Event]) -> Iterator[str]:
    """Per phase no unit pays more than it has, but for one dear hex as its whole move [4.0c, 4.0d]."""
    paid: dict[tuple[str, str], list[int]] = {}
    for walk in told(events, *WALKS):
        for name in walk["units"]:
            spent = paid.setdefault((walk["phase"], name), [])
            spent += walk["prices"]
            if sum(spent) != half(walk["mp"][name]):
                yield f"{name} is said to have spent {walk['mp'][name]}, its steps cost {sum(spent)} half points"
            if sum(spent) > half(walk["of"][name]) and (len(spent) > 1 or sum(spent) > DEAREST):
                yield f"{name} spent {walk['mp'][name]} of {walk['of'][name]} points [4.0c]"


def over_bridges(s: State, events: list[Event]) -> Iterator[str]:
    """Waters are crossed over standing bridges only: the events are read backwards, from the bridges as they are now [7.2a]."""
    bridges = dict(s.bridges)
    for event in reversed(events):
        facts = event.seen["*"]
        if event.kind == "bridge" and facts["result"] == "blown":
            bridges[facts["hexside"]] = "intact"
        elif event.kind == "repair":
            bridges[facts["hexside"]] = "blown"
        elif event.kind in WALKS:
            for a, b in pairwise(facts["path"]):
                if field.water(s, a, b) and bridges.get(hexside(a, b), "") not in STANDING:
                    yield f"{facts['units']} crossed {a}/{b} without a bridge [7.2a]"


def stacks_on_the_move(s: State, events: list[Event]) -> Iterator[str]:
    """At most 8 points move together [4.0e]."""
    for walk in told(events, *WALKS):
        weight = sum(s.units[name].sp for name in walk["units"] if name in s.units)
        if weight > STACK_LIMIT:
            yield f"{walk['units']}, {weight} stacking points, moved together [4.0e]"


def only_motorized_twice(s: State, events: list[Event]) -> Iterator[str]:
    """Only C/M units move in the mechanized phase, and only they overrun [4.0g, 4.1a, 4.2a]."""
    for walk in told(events, *WALKS):
        for name in walk["units"]:
            if name in s.units and not s.units[name].cm and walk["phase"].endswith(".J"):
                yield f"{name} is not C/M and moved in the mechanized phase [4.1a]"
            if name in s.units and not s.units[name].cm and walk["over"]:
                yield f"{name} is not C/M and overran {walk['over']} [4.2a]"


def overruns(s: State, events: list[Event]) -> Iterator[str]:
    """7:1, or 5:1 where all were fatigued or unsupplied; who was overrun is gone [4.2b, 4.2d]."""
    for run in told(events, "overrun"):
        needed = int(run["needed"].split(":")[0])
        if needed not in (overrun.ODDS, overrun.EASY_ODDS) or run["attack"] < needed * run["defence"]:
            yield f"{run['hex']} was overrun with {run['attack']} against {run['defence']} [4.2b]"
        for name in run["against"]:
            if name in s.units:
                yield f"{name} was overrun in {run['hex']} and is still there [4.2d]"


def bridges_once(s: State, events: list[Event]) -> Iterator[str]:
    """One die a bridge at first contact, for bridges marked x only, and the die says what became of it [7.2b, 7.2c]."""
    rolled: list[str] = []
    for event in events:
        if event.kind != "bridge":
            continue
        facts = event.seen["*"]
        side, blown = facts["hexside"], facts["die"] <= demolition.BLOWS_UP_TO
        if (facts["result"] == "blown") != blown:
            yield f"{side}: die {facts['die']} and {facts['result']} [7.2c]"
        if event.rule == "7.2c":
            if side in rolled or not field.on_contact(s, side):
                yield f"{side} was rolled for at a contact it does not have [7.2c]"
            rolled.append(side)
            if s.bridges[side] == "untouched":
                yield f"{side} was touched and is marked untouched [7.2c]"


def entered_once(s: State, events: list[Event]) -> Iterator[str]:
    """Reinforcements come in once, from the edge of the map or where the scenario says, and are due no more [21.0b]."""
    seen: list[str] = []
    for walk in told(events, "enter"):
        if walk["path"][0] not in (*field.edges(s.scenario), *entries_given(s.scenario)):
            yield f"{walk['units']} entered at {walk['path'][0]}, which is no edge hex [21.0b]"
        for name in walk["units"]:
            if name in seen or name in s.due:
                yield f"{name} entered and may enter again [21.0b]"
            seen.append(name)
    for name in sorted(s.due):
        if name in s.units and s.units[name].at:
            yield f"{name} is on the map and still to come [21.0b]"


@cache
def entries_given(scenario: str) -> frozenset[str]:
    begun = start(scenario)
    return frozenset([*begun.entry.values(), *(hex for also in begun.areas.values() for hex in also)])


def guns_marked(s: State, events: list[Event]) -> Iterator[str]:
    """A gun that moved carries a marker for it, unless it is the self-propelled kind [9.4a, 9.4b]."""
    last: dict[str, str] = {walk_name: walk["phase"] for walk in told(events, *WALKS) for walk_name in walk["units"]}
    turn = f"{s.turn} "
    for name, phase in sorted(last.items()):
        unit = s.units.get(name)
        if unit and unit.artillery and not unit.exempt and phase.startswith(turn) and not unit.actions:
            yield f"{name} moved and has no marker [9.4a]"


def repairs(s: State, events: list[Event]) -> Iterator[str]:
    """By bridging engineers of the Allies, never a main bridge [7.2f, 17.0]; nothing is marked as new after the phase [17.1b]."""
    for work in told(events, "repair"):
        if field.main_bridge(s, work["hexside"]):
            yield f"{work['hexside']} is a main bridge and was repaired [7.2f]"
        for name in work["units"]:
            unit = s.units.get(name)
            if unit and (not unit.bridging or unit.side == GERMAN):
                yield f"{name} repaired {work['hexside']} [17.0]"
    if s.repaired_now and not s.step.endswith(".C"):
        yield f"{s.repaired_now} still cost a point more after the movement phase [17.1b]"


def ferries(s: State, events: list[Event]) -> Iterator[str]:
    """Over water, one unit an engineer and phase, no motorized unit but the engineer itself [17.3a, 17.3b]. The German ferry takes any."""
    used: list[tuple[str, str]] = []
    for trip in told(events, "ferry"):
        a, b = trip["path"]
        if not field.water(s, a, b):
            yield f"{trip['units']} was ferried from {a} to {b}, where there is no water [17.3a]"
        if not trip["engineer"]:
            if hexside(a, b) != field.settings(s.scenario)["ferry"]["hexside"]:
                yield f"{trip['units']} crossed {a}/{b} without an engineer [17.3a]"
            continue
        if (trip["phase"], trip["engineer"]) in used:
            yield f"{trip['engineer']} ferried twice in a phase [17.3a]"
        used.append((trip["phase"], trip["engineer"]))
        for name in trip["units"]:
            if name in s.units and s.units[name].cm and name != trip["engineer"]:
                yield f"{name} is motorized and was ferried [17.3a]"


def counters_as_printed(s: State, events: list[Event]) -> Iterator[str]:
    """Moving changes no factor of a counter [2.4]."""
    for name, unit in sorted(s.units.items()):
        if unit.type == "own":
            continue
        printed = fresh(name)
        if (unit.front, unit.ma, unit.sp, unit.cm, unit.side) != (printed.front, printed.ma, printed.sp, printed.cm, printed.side):
            yield f"{name} is not the counter it was"


SOUND = (
    unbroken, priced, within_allowance, over_bridges, stacks_on_the_move, only_motorized_twice, overruns, bridges_once, entered_once,
    guns_marked, repairs, ferries, counters_as_printed,
)  # fmt: skip

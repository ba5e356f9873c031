"""Reasons why an assault cannot have gone so: its events against the rules and the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.engine.events import Event
from pbem.rulesets.air_bridge import assault_tables as tables
from pbem.rulesets.air_bridge.state import STACK_LIMIT, State

Facts = dict[str, Any]
ENDS = ("assault held", "assault broken", "occupied")
LOSSES = {"13.1.D": "defender", "13.1.E": "attacker"}  # who fired for them


def told(events: list[Event], *kinds: str) -> list[Facts]:
    return [{"kind": e.kind, "rule": e.rule, **e.seen["*"]} for e in events if e.kind in kinds]


def of_hex(events: list[Event], hex: str, *kinds: str) -> list[Facts]:
    return [e for e in told(events, *kinds) if e["hex"] == hex]


def strength(s: State, events: list[Event]) -> Iterator[str]:
    for e in told(events, "assault"):
        if e["sp"] > STACK_LIMIT:
            yield f"{e['sp']} stacking points assaulted {e['hex']} [13.0b]"


def by_table(s: State, events: list[Event]) -> Iterator[str]:
    for e in told(events, "assault fire"):
        drm = sum(row["amount"] for row in e["drm"])
        if drm != e["modifier"] or e["result"] != tables.steps_lost(e["points"], e["die"] + drm):
            yield f"{e['hex']}: {e['points']} points, die {e['die']}, modifier {drm} is not {e['result']} [13.1.{e['by'][0].upper()}]"
        if e["column"] != tables.column_name(e["points"]):
            yield f"{e['hex']}: {e['points']} points are not column {e['column']} [13.1]"


def defensive_losses(s: State, events: list[Event]) -> Iterator[str]:
    """The result over 1 or 2 [9.3b]."""
    for e in told(events, "defensive bombardment"):
        if e["value"] not in (1, 2) or e["steps"] != e["result"] // e["value"]:
            yield f"{e['hex']}: result {e['result']} over {e['value']} is not {e['steps']} steps [9.3b]"


def rounds(s: State, events: list[Event]) -> Iterator[str]:
    """Two at most, one roll a side in each; the second only for who has passed [13.1.G1, 13.1.G2]."""
    for hex in sorted({e["hex"] for e in told(events, "assault fire")}):
        fires = [(e["round"], e["by"]) for e in of_hex(events, hex, "assault fire")]
        for one in sorted({f for f in fires if fires.count(f) > 1 or f[0] not in (1, 2)}):
            yield f"{hex}: {one[1]} fired {fires.count(one)} times in round {one[0]} [13.1.G2]"
        passed = [e["by"] for e in of_hex(events, hex, "efficiency") if e["passed"]]
        for by in (by for number, by in fires if number == 2 and by not in passed):
            yield f"{hex}: {by} fired again without passing [13.1.F]"


def losses_due(s: State, events: list[Event]) -> Iterator[str]:
    for hex in sorted({e["hex"] for e in told(events, "assault")}):
        for rule, by in LOSSES.items():
            due = sum(e["result"] for e in of_hex(events, hex, "assault fire") if e["by"] == by)
            lost = sum(sum(e["steps"].values()) for e in of_hex(events, hex, "losses") if e["rule"] == rule)
            if lost > due:
                yield f"{hex}: {lost} steps lost, {due} hit [{rule}]"


def over(s: State, events: list[Event]) -> Iterator[str]:
    """What has been fought is declared no more."""
    done = [e["hex"] for e in told(events, *ENDS)]
    for hex in sorted({d.hex for d in s.declared if d.kind == "assault" and d.hex in done}):
        yield f"the assault on {hex} is over and still declared [13.1.H]"


def ended(s: State, events: list[Event]) -> Iterator[str]:
    """Every assault has one end; whoever is left has all gone in [13.1.H, 13.2d]."""
    for n, event in enumerate(events):
        if event.kind != "assault":
            continue
        e, after = event.seen["*"], events[n:]
        ends = of_hex(after, e["hex"], *ENDS)
        if len(ends) != 1:
            yield f"the assault on {e['hex']} has {len(ends)} ends [13.1.H]"
            continue
        dead = [name for x in of_hex(after, e["hex"], "losses") for name in x["eliminated"]]
        left = [name for name in e["units"] if name not in dead]
        if sorted(ends[0].get("units", [])) != sorted(left):
            yield f"{', '.join(left)} survived at {e['hex']}, {', '.join(ends[0].get('units', []))} were counted [13.2d]"


SOUND = (strength, by_table, defensive_losses, rounds, losses_due, over, ended)

"""Reasons why a fight cannot have gone so: the events of a run against the rules, the tables and the position after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.engine.events import Event
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.results import parse
from pbem.rulesets.air_bridge.state import STACK_LIMIT, State
from pbem.rulesets.air_bridge.tables import bombardment_result, maneuver_result

Facts = dict[str, Any]
FIRE = ("bombardment", "support", "defensive bombardment")
FIGHTS = ("maneuver", "assault")
LENGTHS = {"12.3.D": 2, "12.3.A": 1, "10.0d": 1}


def told(events: list[Event], *kinds: str) -> list[Facts]:
    return [{"kind": e.kind, "rule": e.rule, **e.seen["*"]} for e in events if e.kind in kinds]


def attackers_fresh(s: State, events: list[Event]) -> Iterator[str]:
    """A marker that no event of the run explains was there when the unit attacked."""
    for n, event in enumerate(events):
        if event.kind in FIGHTS:
            later = [name for e in told(events[n:], "fatigue") for name in e["units"]]
            for name in event.seen["*"]["units"]:
                if name in s.units and s.units[name].fatigued and name not in later:
                    yield f"{name} attacked fatigued [14.0b]"


def attackers_beside(s: State, events: list[Event]) -> Iterator[str]:
    for e in told(events, *FIGHTS):
        for name, at in sorted(e["places"].items()):
            if field.distance(s, at, e["hex"]) != 1:
                yield f"{name} attacked {e['hex']} from {at} [12.0a]"


def one_combat_each(s: State, events: list[Event]) -> Iterator[str]:
    fights = told(events, *FIGHTS)
    units = [name for e in fights for name in e["units"]]
    for name in sorted({n for n in units if units.count(n) > 1}):
        yield f"{name} fought {units.count(name)} combats [12.0b]"
    for kind in FIGHTS:
        hexes = [e["hex"] for e in told(events, kind)]
        for hex in sorted({h for h in hexes if hexes.count(h) > 1}):
            yield f"{hex}: {hexes.count(hex)} combats of one kind, {kind} [12.0b, 13.0b]"


def gun_actions(s: State, events: list[Event]) -> Iterator[str]:
    """Once a phase, and each shot leaves a marker [9.4a]."""
    for kind in FIRE:
        guns = [name for e in told(events, kind) for name in e["units"]]
        for name in sorted({g for g in guns if guns.count(g) > 1}):
            yield f"{name} fired twice in one phase [9.4a]"
    if told(events, "air points"):
        return  # the markers of the turn before went in this run
    shots = [name for e in told(events, *FIRE) for name in e["units"]]
    for name in sorted(set(shots)):
        if name in s.units and s.units[name].actions < shots.count(name):
            yield f"{name} fired {shots.count(name)} times and has {s.units[name].actions} markers [9.4a]"


def air_spent(s: State, events: list[Event]) -> Iterator[str]:
    """What was spent and what is left make no more than a turn ever gives [15.0e]."""
    if told(events, "turn", "game over"):
        return  # a turn has ended in this run
    for side, left in sorted(s.air.items()):
        spent = sum(e["air"] for e in told(events, *FIRE) if e["side"] == side)
        most = max(field.settings(s.scenario)["air"].get(side, [0]))
        if left < 0 or (spent and left + spent > most):
            yield f"{side} spent {spent} air points and has {left} of {most} [15.0e]"


def fire_by_table(s: State, events: list[Event]) -> Iterator[str]:
    for e in told(events, *FIRE):
        if e["points"] != e["air"] + sum(e["factors"].values()):
            yield f"{e['points']} points at {e['hex']} are not those of the guns and the air [9.1b]"
        elif e["result"] != bombardment_result(e["points"], e["die"]):
            yield f"{e['kind']} at {e['hex']}: {e['points']} points, die {e['die']} is not {e['result']} [9.1b]"


def result_by_table(s: State, events: list[Event]) -> Iterator[str]:
    for e in told(events, "maneuver"):
        column, drm = (sum(row["amount"] for row in e[name]) for name in ("column", "drm"))
        if e["result"] != maneuver_result(e["die"] + drm, column):
            yield f"{e['hex']}: die {e['die']}, modifier {drm}, column {column} is not {e['result']} [12.1b]"


def rolled(s: State, events: list[Event]) -> Iterator[str]:
    """No result without a die of its own."""
    dice = told(events, "refusal", "reaction", "maneuver", "assault fire", "efficiency", *FIRE)
    for e in dice:
        if not e.get("label") or not 1 <= e["die"] <= 10:
            yield f"{e['kind']} at {e['hex']} without a die [2.5]"
    labels = [e["label"] for e in dice]
    for label in sorted({name for name in labels if labels.count(name) > 1}):
        yield f"die {label} was used twice [2.5]"


def losses_real(s: State, events: list[Event]) -> Iterator[str]:
    """Nobody loses more than he has; who lost all is gone, who did not is not [2.3d]."""
    ended = [name for e in told(events, "losses") for name in e["eliminated"]]
    ended += [name for e in told(events, "overrun") for name in e["against"]]
    ended += [name for e in told(events, "overstack") for name in e["units"]]
    for e in told(events, "losses"):
        for name, steps in sorted(e["steps"].items()):
            if not 1 <= steps <= 2:
                yield f"{name} lost {steps} steps [2.3d]"
            elif name in e["eliminated"] and name in s.units:
                yield f"{name} is still there after its end [2.3d]"
            elif name not in s.units and name not in ended:
                yield f"{name} is gone with steps left [2.3d]"
            elif name in s.units and s.units[name].steps > 2 - steps:
                yield f"{name} lost {steps} steps and has {s.units[name].steps} [2.3d]"


def losses_due(s: State, events: list[Event]) -> Iterator[str]:
    """The table's losses, the defender's over the terrain's value [12.3.D#, 12.3.A#], and no marker more than it says."""
    for n, event in enumerate(events):
        if event.kind != "maneuver":
            continue
        e, result = event.seen["*"], parse(event.seen["*"]["result"])
        due = result.steps // e["value"] if result.who == "D" else result.steps
        after = [x for x in told(events[n:], "losses", "fatigue") if x["hex"] == e["hex"]]
        lost = sum(sum(x["steps"].values()) for x in after if x["rule"] in ("12.3.D#", "12.3.A#"))
        if lost > due:
            yield f"{e['hex']}: {lost} steps lost for {e['result']}, value {e['value']} [12.3]"
        for tired in (x for x in after if x["kind"] == "fatigue" and len(x["units"]) > result.tired):
            yield f"{e['hex']}: {len(tired['units'])} units tired by {e['result']} [12.3.F#]"


def retreats(s: State, events: list[Event]) -> Iterator[str]:
    """Two hexes for a defender, one for an attacker or a withdrawal, unless a bridge went up on the way."""
    for e in told(events, "retreat", "withdrawal"):
        start, length = str(e.get("start", e["hex"])), LENGTHS[e["rule"]]
        cut = len(e.get("path", [])) < length and e["kind"] == "retreat"
        if not cut and field.distance(s, start, e["to"]) != length:
            yield f"{', '.join(e['units'])} went from {start} to {e['to']}, not {length} away [{e['rule']}]"


def ground_given(s: State, events: list[Event]) -> Iterator[str]:
    """After D nobody is left in the hex who did not stay by rule [12.3.D]."""
    for n, event in enumerate(events):
        e = event.seen["*"]
        if event.kind != "maneuver" or parse(e["result"]).who != "D" or assaulted_too(s, events[n:], e["hex"]):
            continue
        after = [x for x in told(events[n:], "retreat", "stays", "losses") if x["hex"] == e["hex"]]
        gone = [name for x in after if x["kind"] != "losses" for name in x["units"]]
        gone += [name for x in after if x["kind"] == "losses" for name in x["eliminated"]]
        for name in (name for name in e["against"] if name not in gone):
            yield f"{name} neither left {e['hex']} nor stayed by rule after {e['result']} [12.3.D]"


def assaulted_too(s: State, after: list[Event], hex: str) -> bool:
    """Then nobody leaves [12.3.4]: the assault is still declared, or has come."""
    return any(d.hex == hex and d.kind == "assault" for d in s.declared) or any(e["hex"] == hex for e in told(after, "assault"))


def advances(s: State, events: list[Event]) -> Iterator[str]:
    """Up to 8 points of those who attacked [12.3.adv, 10.0d]."""
    for n, event in enumerate(events):
        if event.kind != "advance":
            continue
        e = event.seen["*"]
        fought = [name for x in told(events[:n], "maneuver", "declared", "called off") if x["hex"] == e["hex"] for name in x["units"]]
        if e["sp"] > STACK_LIMIT:
            yield f"{e['sp']} points advanced to {e['hex']} [12.3.adv]"
        for name in (name for name in e["units"] if fought and name not in fought):
            yield f"{name} advanced to {e['hex']} without attacking it [12.3.adv]"


SOUND = (
    attackers_fresh, attackers_beside, one_combat_each, gun_actions, air_spent, fire_by_table, result_by_table, rolled, losses_real,
    losses_due, retreats, ground_given, advances,
)  # fmt: skip

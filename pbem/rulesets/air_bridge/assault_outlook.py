"""What an assault promises as it stands: for decisions, and for the reply to orders."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from pbem.engine.tally import Tally
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.assault_fire import Ground, attacker_fire, attackers, defender_fire, defenders, engineers, ground_of, marker
from pbem.rulesets.air_bridge.assault_odds import assault_odds
from pbem.rulesets.air_bridge.state import Declared, State, Unit, hexside


class AssaultOutlook(msgspec.Struct):
    """Both first rolls, and what may come of them."""

    attack: int
    defence: int
    our_column: str
    their_column: str
    our_drm: Tally
    their_drm: Tally
    engineer: bool  # both fire at once [17.2e]
    taken: Fraction
    loses: Fraction  # the attacker, a step or more
    lost: dict[int, Fraction]  # steps of the attacker
    held: dict[int, Fraction]  # steps the defender loses


def assault_outlook(
    s: State, d: Declared, ours: list[Unit] | None = None, theirs: list[Unit] | None = None, fire: int = 0
) -> AssaultOutlook:
    """As declared, or with other forces; `fire` is the defensive bombardment's points."""
    ours = attackers(s, d) if ours is None else ours
    theirs = defenders(s, d) if theirs is None else theirs
    return on_ground(ours, theirs, ground_of(s, d), marker(s, d), d.classes, fire)


def on_ground(
    ours: list[Unit], theirs: list[Unit], ground: Ground, zone: bool = False, classes: dict[str, str] | None = None, fire: int = 0
) -> AssaultOutlook:
    """From bare figures: nothing is looked up on a map."""
    mine, his = attacker_fire(ground, ours, theirs, classes or {}), defender_fire(ours, theirs, zone, classes or {})
    found = assault_odds(ours, theirs, ground, zone, classes, fire)
    return AssaultOutlook(
        mine.points, his.points, mine.column, his.column, mine.drm, his.drm,
        bool(engineers(ours)), found.taken, found.we_lose(), found.ours, found.theirs,
    )  # fmt: skip


def figures(found: AssaultOutlook) -> dict[str, Any]:
    """As plain data, for a decision mail."""
    return {
        "points": found.attack, "their_points": found.defence, "column": found.our_column, "their_column": found.their_column,
        "drm": found.our_drm.total, "their_drm": found.their_drm.total, "taken": str(found.taken), "loses": str(found.loses),
        "they_lose": str(1 - found.held.get(0, Fraction(0))),
    }  # fmt: skip


def outlook(s: State, d: Declared, joining: Unit | None = None) -> dict[str, Any]:
    """The assault, with one more unit in the hex or without."""
    return figures(assault_outlook(s, d, theirs=[*defenders(s, d), *([joining] if joining else [])]))


def case(s: State, d: Declared) -> dict[str, Any]:
    """The assault as declared, for the mail that asks about it; shaped like the case of a maneuver combat."""
    ours, theirs = attackers(s, d), defenders(s, d)
    mine = attacker_fire(ground_of(s, d), ours, theirs, d.classes)
    his = defender_fire(ours, theirs, marker(s, d), d.classes)
    crossed = [field.bridge_name(s, hexside(u.at, d.hex)) for u in ours if field.over_bridge(s, u.at, d.hex)]
    return {
        "kind": "assault", "hex": d.hex, "by": s.active, "attack": [[u.id, u.attack] for u in ours], "zone": marker(s, d),
        "start": list(dict.fromkeys(u.at for u in ours)), "against": [[u.id, u.defence] for u in theirs],
        "bridges": list(dict.fromkeys(crossed)), "engineers": engineers(ours), "terrain": field.terrain(s, d.hex),
        "value": field.value(s, d.hex), "counts": field.value(s, d.hex), "ground": ground_of(s, d).value, "alone": outlook(s, d),
        "drm": mine.drm.rows, "their_drm": his.drm.rows,
    }  # fmt: skip


def chart(s: State, d: Declared, guns: int, air: int) -> list[dict[str, Any]]:
    """Nothing fired, all the guns, all the air points, all of both: what each makes of the assault."""
    totals = sorted({0, guns, air, guns + air})
    found = [(points, assault_outlook(s, d, fire=points)) for points in totals]
    return [{"points": points, "taken": str(one.taken), "loses": str(one.loses)} for points, one in found] if guns + air else []


def strength_after(s: State, d: Declared, classes: dict[str, str] | None = None) -> dict[str, Any]:
    """Of each unit that may lose a step: what its side has left to fire with, for the mail that asks who loses it."""
    ours, theirs = attackers(s, d), defenders(s, d)
    rows = {u.id: _rows(s, d, without_step(ours, u), theirs, classes) for u in ours}
    rows |= {u.id: _rows(s, d, ours, without_step(theirs, u), classes) for u in theirs}
    return {"kind": "assault", "hex": d.hex, "by": s.active, "after": rows}


def _rows(s: State, d: Declared, ours: list[Unit], theirs: list[Unit], classes: dict[str, str] | None) -> dict[str, dict[str, Any]]:
    """Points, column and modifier of both sides."""
    mine = attacker_fire(ground_of(s, d), ours, theirs, classes or d.classes)
    his = defender_fire(ours, theirs, marker(s, d), classes or d.classes)
    return {
        "attacker": {"points": mine.points, "column": mine.column, "drm": mine.drm.total, "hexes": len({u.at for u in ours})},
        "defender": {"points": his.points, "column": his.column, "drm": his.drm.total},
    }


def without_step(units: list[Unit], hurt: Unit) -> list[Unit]:
    left = [msgspec.structs.replace(u, steps=u.steps - (u.id == hurt.id)) for u in units]
    return [u for u in left if u.steps]

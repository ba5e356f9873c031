"""pbem calc air-bridge assault: both rounds of an assault from bare figures [13], exact. Losses are taken as the staff would."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from pbem.engine.calc import Calculation, Option
from pbem.engine.tally import Tally
from pbem.errors import PbemError
from pbem.rulesets.air_bridge import assault_tables as tables
from pbem.rulesets.air_bridge.assault_fire import OPEN, ROUGH, Ground
from pbem.rulesets.air_bridge.assault_outlook import on_ground
from pbem.rulesets.air_bridge.calc_words import by_die, check, percent, steps
from pbem.rulesets.air_bridge.field import VALUES
from pbem.rulesets.air_bridge.results import DIE
from pbem.rulesets.air_bridge.state import ALLIED, GERMAN, Face, Unit

MARKS = {"a": "armour", "t": "anti-tank", "e": "engineer", "r": "reduced, one step left", "f": "fatigued"}
KNOWN = ", ".join(f"{mark} {word}" for mark, word in MARKS.items())
FORM = f"attack points of each unit, a stroke between hexes of departure, as 5,5/5,3e; marks: {KNOWN}"
LEVEL = "best efficiency of both sides, as 6:3"
MOST_UNITS = 8

OPTIONS = (
    Option("attack", "text", FORM, required=True),
    Option("defence", "text", "defence points of each unit in the hex, with the same marks", required=True),
    Option("er", "numbers", LEVEL, default=(4, 4)),
    Option("bridge", "flag", "all come over a bridge"),
    Option("terrain", "choice", "of the target and of the hexes of departure: clear only if all are", tuple(VALUES), required=True),
    Option("fire", "number", "points of the final defensive bombardment, air included", default=0),
)


def assault(
    attack: str, defence: str, terrain: str, er: tuple[int, int] = (4, 4), bridge: bool = False, fire: int = 0
) -> dict[str, Any]:
    check(*er, fire)
    ours = force(attack, ALLIED, er[0])
    theirs = force(defence.replace("/", ","), GERMAN, er[1])
    starts = tuple(dict.fromkeys(u.at for u in ours))
    ground = Ground("target", starts if bridge else (), OPEN if VALUES[terrain] == 1 else ROUGH)
    found = on_ground(ours, theirs, ground, fire=fire)
    return {
        "attack": found.attack, "defence": found.defence, "hexes": len(starts), "er": list(er), "engineer": found.engineer,
        "our_column": found.our_column, "their_column": found.their_column, "fire": fire, "terrain": terrain,
        "our_drm": rows_of(found.our_drm), "their_drm": rows_of(found.their_drm),
        "our_hits": hits(found.attack, found.our_drm), "their_hits": hits(found.defence, found.their_drm),
        "taken": str(found.taken), "attacker_loses": str(found.loses),
        "attacker_lost": texts(found.lost), "defender_lost": texts(found.held),
    }  # fmt: skip


def force(text: str, side: str, er: int) -> list[Unit]:
    """`5,5/5,3e`: units with their marks, by hex."""
    found: list[Unit] = []
    for hex, group in enumerate(text.split("/"), start=1):
        for word in (word for word in re.split(r"[,\s]+", group) if word):
            known = re.fullmatch(rf"(\d{{1,2}})([{''.join(MARKS)}]*)", word.lower())
            if known is None:
                raise PbemError(f'"{word}" is no unit', "a number and its marks, as in 5,5/5,3e")
            found.append(unit(f"{side} {len(found) + 1}", side, f"hex {hex}", int(known[1]), known[2], er))
    if not found or len(found) > MOST_UNITS:
        raise PbemError(f"{len(found)} units on a side", f"give 1 to {MOST_UNITS}")
    return found


def unit(name: str, side: str, at: str, points: int, marks: str, er: int) -> Unit:
    face, flipped = Face(points, points, er), Face(-(-points // 2), -(-points // 2), max(0, er - 1))
    kind = "armour" if "a" in marks else "at" if "t" in marks else "inf"
    return Unit(
        name, side, "figures", face, face if "r" in marks else flipped, 4, 2, at=at, steps=1 if "r" in marks else 2, classes=[kind],
        engineer="e" in marks, fatigued="f" in marks,
    )  # fmt: skip


def rows_of(drm: Tally) -> list[dict[str, Any]]:
    return [{"amount": row["amount"], "rule": row["rule"], "reason": row["reason"]} for row in drm.rows]


def hits(points: int, drm: Tally) -> list[int]:
    """Steps by die, in the first round."""
    return [tables.steps_lost(points, die + drm.total) if points else 0 for die in DIE]


def texts(chances: dict[int, Fraction]) -> dict[str, str]:
    return {str(n): str(chance) for n, chance in sorted(chances.items(), reverse=True)}


# as printed at the console


def lines(found: dict[str, Any]) -> list[str]:
    hexes = f" from {found['hexes']} hexes" if found["hexes"] > 1 else ""
    ours = f"attacker {found['attack']}{hexes}: column {found['our_column']} [13.1.E]{modifiers(found['our_drm'])}"
    theirs = f"defender {found['defence']}: column {found['their_column']} [13.1.D]{modifiers(found['their_drm'])}"
    order = "both fire at once, engineer [17.2e]" if found["engineer"] else "the defender fires first"
    bombed = f"; final defensive bombardment {found['fire']} points [9.3]" if found["fire"] else ""
    rows = {"attacker hits": found["our_hits"], "defender hits": found["their_hits"]}
    table = by_die({name: [str(n or "-") for n in hits] for name, hits in rows.items()})
    return [
        ours, theirs, f"{order}; second round on {found['er'][0]} or less, {found['er'][1]} or less [13.1.F]{bombed}", *table,
        f"hex taken {percent(found['taken'])}; the attacker loses a step or more {percent(found['attacker_loses'])}",
        f"steps lost by the attacker: {steps(found['attacker_lost'])}", f"steps lost by the defender: {steps(found['defender_lost'])}",
    ]  # fmt: skip


def modifiers(rows: list[dict[str, Any]]) -> str:
    told = ", ".join(f"{row['amount']:+d} {row['reason']} [{row['rule']}]" for row in rows)
    return f"; {told}" if told else ""


ASSAULT = Calculation("One assault [13]: both rolls, both rounds, and the chance that the hex is taken.", OPTIONS, assault, lines)

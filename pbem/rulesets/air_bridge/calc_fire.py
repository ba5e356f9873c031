"""pbem calc air-bridge bombardment and overrun: what so many points do [9.1], and what a stack drives over [4.2]."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pbem.engine.calc import Calculation, Option
from pbem.errors import PbemError
from pbem.rulesets.air_bridge.calc_words import by_die, check, steps
from pbem.rulesets.air_bridge.field import VALUES
from pbem.rulesets.air_bridge.overrun import EASY_ODDS, ODDS
from pbem.rulesets.air_bridge.results import DIE
from pbem.rulesets.air_bridge.tables import bombardment_column_name, bombardment_result

BOMBARD_OPTIONS = (
    Option("points", "number", "bombardment points of the guns, added up", default=0),
    Option("air", "number", "air points", default=0),
    Option("terrain", "choice", "terrain of the target", tuple(VALUES), required=True),
    Option("steps", "number", "steps in the hex, if no more can be lost", default=0),
)
OVERRUN_OPTIONS = (
    Option("attack", "number", "attack points of the stack", required=True),
    Option("defence", "number", "defence points in the hex", required=True),
    Option("weak", "flag", "all defenders are fatigued or unsupplied"),
)


def bombardment(terrain: str, points: int = 0, air: int = 0, steps: int = 0) -> dict[str, Any]:
    """Exact chances of a bombardment: the result by die, and the steps it costs [9.1]."""
    check(points, air, steps)
    total, value = points + air, VALUES[terrain]
    if total < 1:
        raise PbemError("no points, no bombardment", "give --points, --air or both")
    results = [bombardment_result(total, die) for die in DIE]
    lost = [min(result // value, steps) if steps else result // value for result in results]
    chances = {n: Fraction(lost.count(n), len(DIE)) for n in sorted(set(lost), reverse=True)}
    return {
        "points": points, "air": air, "total": total, "column": bombardment_column_name(total), "terrain": terrain, "value": value,
        "results": results, "lost": lost, "steps_lost": {str(n): str(chance) for n, chance in chances.items()},
    }  # fmt: skip


def bombardment_lines(found: dict[str, Any]) -> list[str]:
    sum_of = f"{found['points']} + air {found['air']} = {found['total']} points" if found["air"] else f"{found['total']} points"
    head = f"{sum_of}, column {found['column']} [9.1b]; {found['terrain']}: result divided by {found['value']} [9.1c]"
    rows = by_die({"result": [str(n or "-") for n in found["results"]], "steps": [str(n or "-") for n in found["lost"]]})
    return [head, *rows, f"steps lost: {steps(found['steps_lost'])}"]


def overrun(attack: int, defence: int, weak: bool = False) -> dict[str, Any]:
    """Whether the stack drives over the hex; no die is rolled, terrain does not matter [4.2, G-15]."""
    check(attack, defence)
    if attack < 1 or defence < 1:
        raise PbemError(f"an attack of {attack} on a defence of {defence} is no overrun", "give at least 1 to both")
    needed = EASY_ODDS if weak else ODDS
    return {
        "attack": attack, "defence": defence, "odds": f"{attack // defence}:1", "needed": f"{needed}:1", "weak": weak,
        "overrun": attack // defence >= needed, "missing": max(0, needed * defence - attack), "most": attack // ODDS,
        "most_weak": attack // EASY_ODDS,
    }  # fmt: skip


def overrun_lines(found: dict[str, Any]) -> list[str]:
    done = "overrun" if found["overrun"] else f"no overrun: {found['missing']} attack points short"
    head = f"{found['attack']}:{found['defence']} = {found['odds']} [12.1a], needs {found['needed']} [4.2b]: {done}"
    return [head, f"{found['attack']} attack points overrun defence {found['most']} at {ODDS}:1, {found['most_weak']} at {EASY_ODDS}:1"]


BOMBARDED = "One bombardment [9.1]: the result of every die and the steps it costs."
BOMBARDMENT = Calculation(BOMBARDED, BOMBARD_OPTIONS, bombardment, bombardment_lines)
DRIVEN_OVER = "One overrun [4.2]: the odds, what they must be, and the greatest defence in reach."
OVERRUN = Calculation(DRIVEN_OVER, OVERRUN_OPTIONS, overrun, overrun_lines)

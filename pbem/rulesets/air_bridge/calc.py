"""One maneuver combat worked out by hand: plain data, printed by the console."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pbem.rulesets.air_bridge.results import DIE, outcomes, parse, result_odds
from pbem.rulesets.air_bridge.figures import efficiency_shift, odds_column, odds_text
from pbem.rulesets.air_bridge.tables import COLUMNS, clamp, maneuver_result


def maneuver(
    attack: int,
    defence: int,
    er: tuple[str, str],
    terrain: str,
    value: int,
    engineer: bool = False,
    drm: int = 0,
    support: tuple[int, int] = (0, 0),
) -> dict[str, Any]:
    """`er` are the two means ("6.25", "5"), `value` the terrain's defence value, `support` the points of both sides."""
    ours, theirs = Fraction(er[0]), Fraction(er[1])
    shift = efficiency_shift(ours, theirs)
    column = clamp(odds_column(attack, defence) + shift, 0, len(COLUMNS) - 1)
    counts = max(1, value - 1) if engineer else value
    chances = result_odds(column, drm, *support)
    return {
        "attack": attack, "defence": defence, "odds": odds_text(attack, defence),
        "er": [str(ours), str(theirs)], "shift": shift, "column": COLUMNS[column],
        "terrain": terrain, "value": value, "engineer": engineer, "counts": counts,
        "drm": drm, "support": list(support),
        "results": [maneuver_result(die + drm, column) for die in DIE],
        "outcomes": [{"who": o.who, "steps": o.steps, "tired": o.tired, "chance": o.chance} for o in outcomes(chances, counts)],
        **summary(chances, counts),
    }  # fmt: skip


def summary(chances: dict[str, Fraction], value: int) -> dict[str, Any]:
    """Chances of the defender's losses (2 or more, 1, 0) and of either side leaving its ground."""
    steps = {"2+": Fraction(0), "1": Fraction(0), "0": Fraction(0)}
    leaves = {"D": Fraction(0), "A": Fraction(0), "B": Fraction(0)}
    for code, chance in chances.items():
        result = parse(code)
        lost = result.steps // value if result.who == "D" else 0
        steps["2+" if lost >= 2 else str(lost)] += chance
        leaves[result.who] += chance
    return {
        "steps_lost": {name: str(chance) for name, chance in steps.items()},
        "retreat": str(leaves["D"]), "falls_back": str(leaves["A"]), "holds": str(leaves["B"]),
    }  # fmt: skip

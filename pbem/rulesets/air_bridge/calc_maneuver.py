"""pbem calc air-bridge maneuver: one maneuver combat from bare figures [12], exact."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pbem.engine.calc import Calculation, Option
from pbem.errors import PbemError
from pbem.rulesets.air_bridge.calc_words import by_die, check, decimal, percent
from pbem.rulesets.air_bridge.field import VALUES
from pbem.rulesets.air_bridge.figures import efficiency_shift, odds_column, odds_text
from pbem.rulesets.air_bridge.odds import BRIDGE
from pbem.rulesets.air_bridge.results import DIE, outcomes, parse, result_odds
from pbem.rulesets.air_bridge.tables import COLUMNS, clamp, maneuver_result

LEVEL = "mean efficiency of both sides, as 6.25:5"
SUPPORT = "points of support of attacker and defender, as 20:0"

OPTIONS = (
    Option("attack", "number", "attack points", required=True),
    Option("defence", "number", "defence points", required=True),
    Option("er", "pair", LEVEL, default=("1", "1")),
    Option("terrain", "choice", "terrain of the hex attacked", tuple(VALUES), required=True),
    Option("engineer", "flag", "an engineer attacks"),
    Option("bridge", "flag", "half of the attack comes over a bridge"),
    Option("drm", "number", "all other modifiers of the die, added up", default=0),
    Option("support", "numbers", SUPPORT, default=(0, 0)),
)


def maneuver(
    attack: int,
    defence: int,
    terrain: str,
    er: tuple[str, str] = ("1", "1"),
    engineer: bool = False,
    bridge: bool = False,
    drm: int = 0,
    support: tuple[int, int] = (0, 0),
) -> dict[str, Any]:
    """Exact chances of one maneuver combat [12]. `er` are the two means, `support` the points of both sides."""
    check_fight(attack, defence, drm, support)
    ours, theirs = Fraction(er[0]), Fraction(er[1])
    shift = efficiency_shift(ours, theirs)
    column = clamp(odds_column(attack, defence) + shift, 0, len(COLUMNS) - 1)
    value = VALUES[terrain]
    counts = max(1, value - 1) if engineer else value  # 17.2b
    total = drm + (BRIDGE if bridge and not engineer else 0)  # 12.2, 17.2a
    chances = result_odds(column, total, *support)
    return {
        "attack": attack, "defence": defence, "odds": odds_text(attack, defence),
        "er": [str(ours), str(theirs)], "shift": shift, "column": COLUMNS[column],
        "terrain": terrain, "value": value, "engineer": engineer, "bridge": bridge, "counts": counts,
        "drm": total, "support": list(support),
        "results": [] if any(support) else [maneuver_result(die + total, column) for die in DIE],
        "outcomes": [{"who": o.who, "steps": o.steps, "tired": o.tired, "chance": o.chance} for o in outcomes(chances, counts)],
        **summary(chances, counts),
    }  # fmt: skip


def check_fight(attack: int, defence: int, drm: int, support: tuple[int, int]) -> None:
    if attack < 1 or defence < 1:
        raise PbemError(f"an attack of {attack} on a defence of {defence} is no fight", "give at least 1 to both")
    check(attack, defence, abs(drm), *support)


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


# as printed at the console


def lines(found: dict[str, Any]) -> list[str]:
    ours, theirs = found["er"]
    shift = abs(found["shift"])
    columns = f"{shift} column{'s' * (shift > 1)} [8.0b] = {found['column']}" if shift else "no shift [8.0b]"
    terrain = f"{found['terrain']} {found['value']}" + (f", engineer: {found['counts']} [17.2b]" if found["engineer"] else "")
    support = f"; support {found['support'][0]} v {found['support'][1]} [9.2b]" if any(found["support"]) else ""
    head = f"{found['attack']}:{found['defence']} = {found['odds']} [12.1a]; ER {decimal(ours)} v {decimal(theirs)}, {columns}"
    rows = by_die({"result": found["results"]}) if found["results"] else []  # several dice: one row would be one of many
    return [f"{head}; {terrain}; DRM {found['drm']:+d}{support}", *rows, *ends(found)]


def ends(found: dict[str, Any]) -> list[str]:
    names = {"2+": "2 or more", "1": "1", "0": "none"}
    steps = ", ".join(f"{names[n]} {percent(chance)}" for n, chance in found["steps_lost"].items() if Fraction(chance))
    who = {"retreat": "the defender retreats", "holds": "nobody leaves", "falls_back": "the attacker falls back"}
    leaves = ", ".join(f"{words} {percent(found[key])}" for key, words in who.items() if Fraction(found[key]))
    return [f"steps lost by the defender: {steps}", leaves]


MANEUVER = Calculation("One maneuver combat [12]: column, modifiers and the chance of every outcome.", OPTIONS, maneuver, lines)

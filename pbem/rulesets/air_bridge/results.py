"""What a maneuver result says, and how likely each is: exact fractions over every die."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import product

import msgspec

from pbem.rulesets.air_bridge.tables import bombardment_result, maneuver_result

DIE = range(1, 11)


class Result(msgspec.Struct, frozen=True):
    """who: A, D or B (both tire, nobody leaves). A and D always mean a retreat [G-12]."""

    code: str
    who: str
    steps: int
    tired: int

    @property
    def retreat(self) -> bool:
        return self.who in "AD"


def parse(code: str) -> Result:
    found = re.fullmatch(r"([ABD])(\d?)F(\d)", code)
    assert found is not None, f"{code} is no result of the table"
    return Result(code, found[1], int(found[2] or 0), int(found[3]))


def support_odds(points: int) -> dict[int, Fraction]:
    """Chance of each support result; 0 points do not roll [9.2b]."""
    if points <= 0:
        return {0: Fraction(1)}
    counts = Counter(bombardment_result(points, die) for die in DIE)
    return {result: Fraction(n, len(DIE)) for result, n in sorted(counts.items())}


def result_odds(column: int, drm: int, ours: int = 0, theirs: int = 0) -> dict[str, Fraction]:
    """Chance of each result; `ours` and `theirs` are the points of support of attacker and defender."""
    chances: dict[str, Fraction] = {}
    for (minus, p), (plus, q), die in product(support_odds(ours).items(), support_odds(theirs).items(), DIE):
        code = maneuver_result(die + drm - minus + plus, column)
        chances[code] = chances.get(code, Fraction(0)) + p * q * Fraction(1, len(DIE))
    return dict(sorted(chances.items()))


class Outcome(msgspec.Struct, frozen=True):
    """Results that come to the same on the ground. who: D gives ground, A falls back, B neither."""

    who: str
    steps: int
    tired: int
    chance: str  # "9/10"


def outcomes(chances: dict[str, Fraction], value: int) -> list[Outcome]:
    """Defender's losses are divided by the terrain value [12.3.D#], the attacker's are not [12.3.A#]."""
    merged: dict[tuple[str, int, int], Fraction] = {}
    for code, chance in chances.items():
        result = parse(code)
        steps = result.steps // value if result.who == "D" else result.steps
        key = (result.who, steps, result.tired)
        merged[key] = merged.get(key, Fraction(0)) + chance
    return [Outcome(*key, str(chance)) for key, chance in sorted(merged.items(), key=lambda item: (-item[1], item[0]))]

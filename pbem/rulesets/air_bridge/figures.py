"""Odds and efficiency from bare figures [12.1, 8.0]."""

from __future__ import annotations

from fractions import Fraction

from pbem.rulesets.air_bridge.tables import COLUMNS, clamp


def odds(attack: int, defence: int) -> tuple[int, int]:
    """(5, 1) for 21:4, (1, 2) for 7:8: fractions in the defender's favour [12.1a, G-74]."""
    if attack >= defence:
        return (attack // defence if defence else attack, 1)
    return (1, -(-defence // attack) if attack else defence)


def odds_text(attack: int, defence: int) -> str:
    for_attacker, for_defender = odds(attack, defence)
    return f"{for_attacker}:{for_defender}"


def odds_column(attack: int, defence: int) -> int:
    """Index of the odds column; odds beyond the ends use the end column."""
    for_attacker, for_defender = odds(attack, defence)
    return clamp(COLUMNS.index("1:1") + for_attacker - for_defender, 0, len(COLUMNS) - 1)


def mean(ratings: list[int]) -> Fraction:
    return Fraction(sum(ratings), len(ratings)) if ratings else Fraction(0)


def efficiency_shift(ours: Fraction, theirs: Fraction) -> int:
    """Columns to the right (attacker) or left (defender) for the difference of the mean ratings [8.0b]."""
    diff = ours - theirs
    columns = 0 if not diff else 1 if abs(diff) < 3 else 2
    return columns if diff > 0 else -columns


def at_least_half(matching: int, total: int) -> bool:
    """12.2, 14.0d: exact, half counts [G-68]."""
    return 2 * matching >= total

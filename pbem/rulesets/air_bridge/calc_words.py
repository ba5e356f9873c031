"""Figures as the calculations print them at the console."""

from __future__ import annotations

from fractions import Fraction

from pbem.errors import PbemError
from pbem.rulesets.air_bridge.results import DIE

MOST = 999


def check(*figures: int) -> None:
    if not all(0 <= figure <= MOST for figure in figures):
        raise PbemError(f"figures run from 0 to {MOST}", "no stack and no sum of support reaches more")


def decimal(text: str) -> str:
    """25/4 as 6.25, 5 as 5.0, 17/3 as 5.67."""
    hundredths = round(Fraction(text) * 100)
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02}" if rest % 10 else f"{whole}.{rest // 10}"


def percent(text: str) -> str:
    tenths = round(Fraction(text) * 1000)
    return f"{tenths // 10}.{tenths % 10} %" if tenths % 10 else f"{tenths // 10} %"


def by_die(rows: dict[str, list[str]]) -> list[str]:
    """A row of ten cells for each name."""
    width = max(len(name) for name in ("die", *rows)) + 1
    table = {"die": [str(die) for die in DIE], **rows}
    return [f"{name:<{width}}" + "".join(f"{cell:>4}  " for cell in cells).rstrip() for name, cells in table.items()]


def steps(chances: dict[str, str]) -> str:
    """`none 79 %, 1 21 %`."""
    return ", ".join(f"{'none' if n == '0' else n} {percent(chance)}" for n, chance in chances.items() if Fraction(chance))

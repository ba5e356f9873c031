"""Figures as the calculations print them at the console."""

from __future__ import annotations

from fractions import Fraction
from typing import Any


def percent(text: str) -> str:
    """To a tenth, but never 0 or 100 for what is neither."""
    share = Fraction(text)
    tenths = round(share * 1000)
    if share and not tenths:
        return "<0.1 %"
    if share != 1 and tenths == 1000:
        return ">99.9 %"
    return f"{tenths // 10}.{tenths % 10} %" if tenths % 10 else f"{tenths // 10} %"


def decimal(text: str) -> str:
    hundredths = round(Fraction(text) * 100)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def spread(chances: dict[str, str]) -> str:
    """`0 30 %, 1 44 %`."""
    return ", ".join(f"{n} {percent(chance)}" for n, chance in chances.items() if Fraction(chance))


def rows(tally: list[dict[str, Any]]) -> str:
    return ", ".join(f"{row['amount']:+d} {row['reason']} [{row['rule']}]" for row in tally)


def plain(tally: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: row[name] for name in ("amount", "rule", "reason")} for row in tally]

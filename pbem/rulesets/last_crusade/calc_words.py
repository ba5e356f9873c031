"""Figures as the calculations print them at the console."""

from __future__ import annotations

from fractions import Fraction
from typing import Any


def percent(text: str) -> str:
    tenths = round(Fraction(text) * 1000)
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

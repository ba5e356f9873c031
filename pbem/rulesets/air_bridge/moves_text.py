"""Orders as text: the nearest legal order of a refusal, in English keywords, as it would parse."""

from __future__ import annotations

from itertools import pairwise

from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.state import State


def order_text(s: State, verb: str, names: list[str], start: str, way: list[str], full: bool = False) -> str:
    """`MOVE 2 Devon A0507`, `MOVE 5 Cold ROAD TO A0707`, `MOVE 1/506 A2805 - A2906 - A2806`."""
    return " ".join(word for word in (verb, ", ".join(names), _way(s, start, way, full)) if word)


def _way(s: State, start: str, way: list[str], full: bool) -> str:
    steps = [start, *way] if start else way
    if not way or (len(steps) == 1 and not full):
        return ""
    if not full and all(field.road(s, a, b) for a, b in pairwise(steps)) and _is_the_road(s, steps):
        return f"ROAD TO {way[-1]}"
    if len(way) == 1 and start:
        return way[0]
    return " - ".join(steps)


def _is_the_road(s: State, steps: list[str]) -> bool:
    """Whether ROAD TO would go just this way: no hex of it has a shorter road past it."""
    return not any(field.adjacent(s, a, c) and field.road(s, a, c) for a, _, c in zip(steps, steps[1:], steps[2:], strict=False))

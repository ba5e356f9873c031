"""One test of an IF, looked up in what the side sees now."""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine.doctrine import compare, worth
from pbem.engine.verbs import Cond
from pbem.rulesets.air_bridge.state import OTHER, STANDING, State, Unit, ends, hexside

UNIT_TESTS: dict[str, Callable[[Unit], bool]] = {
    "alive": lambda u: True,
    "fresh": lambda u: not u.fatigued,
    "fatigued": lambda u: u.fatigued,
    "supplied": lambda u: not u.unsupplied,
}


def holds(s: State, side: str, cond: Cond) -> bool:
    if cond.test in UNIT_TESTS:
        units = s.named(cond.subject)
        return len(units) == len(cond.subject) and all(UNIT_TESTS[cond.test](u) for u in units)
    if cond.test in ("ours", "theirs", "empty"):
        return _place(s, side, cond)
    if cond.test in ("blown", "standing"):
        state = s.bridges.get(hexside(*ends(cond.subject[0])), "")
        return (state in STANDING) if cond.test == "standing" else state in ("blown", "down")
    if cond.test == "weather":
        return s.weather == cond.value.lower()
    return _number(s, side, cond)


def _place(s: State, side: str, cond: Cond) -> bool:
    """Of a place of several hexes one is enough, but for `empty`."""
    ours = any(s.at(hex, side) for hex in cond.subject)
    theirs = any(s.at(hex, OTHER[side]) for hex in cond.subject)
    return {"ours": ours, "theirs": theirs, "empty": not ours and not theirs}[cond.test]


def _number(s: State, side: str, cond: Cond) -> bool:
    """Facts with a number: turn, air points, and the odds of a declared combat."""
    facts = {"turn": str(s.turn), "air": str(s.air[side])}
    odds = [declared_odds(s, d.hex) for d in s.declared if not cond.subject or d.hex in cond.subject]
    if cond.test == "odds" and odds:
        facts["odds"] = odds[0]
    return cond.test in facts and compare(worth(facts[cond.test]), cond.op, worth(cond.value))


def declared_odds(s: State, hex: str) -> str:
    fight = next(d for d in s.declared if d.hex == hex)
    attack = sum(u.attack for u in s.named(fight.units))
    return f"{attack}:{max(1, sum(u.defence for u in s.at(hex, OTHER[s.active])))}"

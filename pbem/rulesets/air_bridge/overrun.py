"""Overruns [4.2]: no die. A stack of C/M units far too strong for what is in the hex drives over it."""

from __future__ import annotations

from typing import Any

from pbem.engine.game import Game
from pbem.engine.verbs import Refused
from pbem.rulesets.air_bridge.state import Unit

EXTRA = 2  # half points on top of the hex [4.2c]
ODDS, EASY_ODDS = 7, 5  # 4.2b


def attack_of(stack: list[Unit]) -> int:
    return sum(u.attack for u in stack)


def needed(enemies: list[Unit]) -> int:
    """5:1 where every defender is fatigued or unsupplied [4.2b]."""
    return EASY_ODDS if all(u.fatigued or u.unsupplied for u in enemies) else ODDS


def ratio(stack: list[Unit], enemies: list[Unit]) -> int:
    """Attack to defence without terrain, rounded down [G-15]."""
    return attack_of(stack) // max(1, sum(u.defence for u in enemies))


def why_not_overrun(stack: list[Unit], enemies: list[Unit], hex: str) -> Refused | None:
    """4.2a, 4.2b: who may, and whether the stack is strong enough."""
    for unit in stack:
        if not unit.cm:
            return Refused("4.2a", "overrun-on-foot", unit=unit.id, hex=hex)
        if unit.fatigued or unit.unsupplied:
            return Refused("4.2a", "overrun-tired" if unit.fatigued else "overrun-unsupplied", unit=unit.id, hex=hex)
    if ratio(stack, enemies) >= needed(enemies):
        return None
    defence = sum(u.defence for u in enemies)
    return Refused(
        "4.2b", "overrun-odds", hex=hex, attack=attack_of(stack), defence=defence, odds=f"{ratio(stack, enemies)}:1",
        needed=f"{needed(enemies)}:1", missing=needed(enemies) * defence - attack_of(stack), enemies=[u.id for u in enemies],
    )  # fmt: skip


def drive_over(g: Game, stack: list[Unit], enemies: list[Unit], hex: str) -> None:
    """4.2d: the enemies are eliminated; entering the hex is the mover's affair."""
    facts: dict[str, Any] = {
        "attack": attack_of(stack), "defence": sum(u.defence for u in enemies), "odds": f"{ratio(stack, enemies)}:1",
        "needed": f"{needed(enemies)}:1", "against": [u.id for u in enemies], "side": stack[0].side,
    }  # fmt: skip
    names = [u.id for u in stack]
    for unit in enemies:
        g.state.eliminate(unit.id)
    g.log("overrun", units=names, hex=hex, rule="4.2d", **facts)

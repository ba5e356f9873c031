"""Overruns [4.2]: no die. A stack of C/M units far too strong for what is in the hex drives over it."""

from __future__ import annotations

from typing import Any

from pbem.engine.game import Game
from pbem.engine.verbs import Refused
from pbem.rulesets.air_bridge.drop_zones import destroy_in, marker_defence
from pbem.rulesets.air_bridge.state import OTHER, State, Unit

EXTRA = 2  # half points on top of the hex [4.2c]
ODDS, EASY_ODDS = 7, 5  # 4.2b


def attack_of(stack: list[Unit]) -> int:
    return sum(u.attack for u in stack)


def needed(enemies: list[Unit]) -> int:
    """5:1 where every defender is fatigued or unsupplied [4.2b]; a marker alone is neither."""
    return EASY_ODDS if enemies and all(u.fatigued or u.unsupplied for u in enemies) else ODDS


def defence_of(enemies: list[Unit], marker: int) -> int:
    """Of the units and of the drop zone marker in the hex [7.3c]."""
    return sum(u.defence for u in enemies) + marker


def ratio(stack: list[Unit], enemies: list[Unit], marker: int) -> int:
    """Attack to defence without terrain, rounded down [G-15]."""
    return attack_of(stack) // max(1, defence_of(enemies, marker))


def why_not_overrun(s: State, stack: list[Unit], hex: str) -> Refused | None:
    """4.2a, 4.2b: who may, and whether the stack is strong enough for all that is in the hex."""
    enemies, marker = foes(s, stack[0].side, hex)
    for unit in stack:
        if not unit.cm:
            return Refused("4.2a", "overrun-on-foot", unit=unit.id, hex=hex)
        if unit.fatigued or unit.unsupplied:
            return Refused("4.2a", "overrun-tired" if unit.fatigued else "overrun-unsupplied", unit=unit.id, hex=hex)
    if ratio(stack, enemies, marker) >= needed(enemies) or any(u.unknown for u in enemies):  # of those the odds are found out in play
        return None
    defence = defence_of(enemies, marker)
    return Refused(
        "4.2b", "overrun-odds", hex=hex, attack=attack_of(stack), defence=defence, odds=f"{ratio(stack, enemies, marker)}:1",
        needed=f"{needed(enemies)}:1", missing=needed(enemies) * defence - attack_of(stack), enemies=told(s, enemies, hex),
    )  # fmt: skip


def foes(s: State, side: str, hex: str) -> tuple[list[Unit], int]:
    """The enemy units in the hex, and what his marker there adds."""
    return s.at(hex, OTHER[side]), marker_defence(s, hex, OTHER[side])


def told(s: State, enemies: list[Unit], hex: str) -> list[str]:
    """The units, or the marker where it lies alone."""
    return [u.id for u in enemies] or [f"DZ {s.zone_at(hex)}"]


def drive_over(g: Game, stack: list[Unit], hex: str) -> None:
    """4.2d: the enemies are eliminated, a drop zone is destroyed [7.3c]; entering the hex is the mover's affair."""
    s: State = g.state
    enemies, marker = foes(s, stack[0].side, hex)
    facts: dict[str, Any] = {
        "attack": attack_of(stack), "defence": defence_of(enemies, marker), "odds": f"{ratio(stack, enemies, marker)}:1",
        "needed": f"{needed(enemies)}:1", "against": told(s, enemies, hex), "side": stack[0].side,
    }  # fmt: skip
    names = [u.id for u in stack]
    for unit in enemies:
        s.eliminate(unit.id)
    g.log("overrun", units=names, hex=hex, rule="4.2d", **facts)
    if marker:
        destroy_in(g, hex, "7.3c")

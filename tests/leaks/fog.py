"""Limited intelligence: positions of real games that differ in nothing but what a side does not see must give it the same bytes."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from pbem.engine.sequence import wanted
from pbem.engine.state import decode
from pbem.games.autoplay import Score, play_game
from pbem.rulesets.air_bridge import RULES
from pbem.rulesets.air_bridge.sight import Area, area, hidden, nation, round_about
from pbem.rulesets.air_bridge.state import OTHER, SIDES, STACK_LIMIT, State, Unit
from tests.leaks.pairs import Change, World
from tests.leaks.proof import ATTACKER, Hidden, leaks

LIMITED = {"intelligence": "limited"}


@cache
def stages(scenario: str, seed: str, turns: int) -> tuple[bytes, ...]:
    """The positions before each step of a game of bots."""
    return tuple(played.stage.before for played in play_game(RULES, scenario, seed, turns, Score(), LIMITED))


def positions(scenario: str, seed: str, turns: int) -> list[State]:
    return [decode(before, State) for before in stages(scenario, seed, turns)]


# what may be changed: nothing that the watched side sees, or that is public


def unseen(s: State, side: str, within: str = "") -> list[Unit]:
    """Units of the enemy on the map: in a presence, beyond it, or both; sorted."""
    seen = area(s, side)
    found = [u for u in hidden(s, side, seen) if u.at]
    if within == "presence":
        found = [u for u in found if u.at in seen.presence]
    if within == "beyond":
        found = [u for u in found if u.at not in seen.presence]
    return sorted(found, key=lambda u: u.id)


def worn(s: State, side: str, rng: random.Random) -> bool:
    """Steps, fatigue, supply, fire markers, points spent."""
    there = unseen(s, side)
    for unit in rng.sample(there, min(8, len(there))):
        unit.steps, unit.fatigued, unit.unsupplied = 3 - unit.steps, not unit.fatigued, not unit.unsupplied
        unit.actions, unit.acted = (1, "1 II.C") if unit.artillery else (0, "")
    return bool(there)


def others(s: State, side: str, rng: random.Random) -> bool:
    """Units of a nation in each other's places."""
    there, swapped = unseen(s, side), 0
    for unit in rng.sample(there, min(8, len(there))):
        fits = [other for other in there if other.at != unit.at and nation([other]) == nation([unit]) and other.sp == unit.sp]
        if fits:
            other, swapped = rng.choice(fits), swapped + 1
            unit.at, other.at = other.at, unit.at
    return swapped > 0


def more(s: State, side: str, rng: random.Random) -> bool:
    """Another number of units in a stack of which the presence is seen."""
    there, added = unseen(s, side, "presence"), 0
    elsewhere = sorted((u for u in hidden(s, side) if u not in there), key=lambda u: u.id)
    for unit in rng.sample(elsewhere, min(20, len(elsewhere))):
        fits = [u.at for u in there if nation(s.at(u.at, u.side)) == nation([unit]) and s.points(u.at, u.side) + unit.sp <= STACK_LIMIT]
        if fits:
            unit.at, added = rng.choice(sorted(fits)), added + 1
            s.due.pop(unit.id, None)
    return added > 0


def elsewhere(s: State, side: str, rng: random.Random) -> bool:
    """Stacks that nobody sees stand in other hexes that nobody sees."""
    seen, there = area(s, side), unseen(s, side, "beyond")
    for at in sorted({u.at for u in there}):
        free = [hex for hex in sorted(round_about(s.scenario, at, 3)) if may_stand(s, seen, hex)]
        if free:
            to = rng.choice(free)
            for unit in s.at(at, OTHER[side]):
                unit.at = to
    return bool(there)


def may_stand(s: State, seen: Area, hex: str) -> bool:
    return hex not in seen.presence and hex not in s.control and not s.at(hex)


def later(s: State, side: str, rng: random.Random) -> bool:
    """What is due to the enemy, when, and where."""
    due = sorted(name for name in s.due if s.units[name].side == OTHER[side] and not s.units[name].at)
    ways = sorted({s.entry[name] for name in due if name in s.entry})
    for name in due:
        s.due[name] += rng.randint(1, 3)
        s.entry |= {name: rng.choice(ways)} if name in s.entry else {}
    return bool(due)


CHANGES: dict[str, Change] = {"worn": worn, "others": others, "more": more, "elsewhere": elsewhere, "later": later}


# what is asked meanwhile


def tricky(s: State, side: str) -> str:
    """Orders that fish for what is hidden: they name unseen units and places, and look at them with IF."""
    seen = area(s, side)
    near, far = unseen(s, side, "presence"), unseen(s, side, "beyond")
    due = [name for name in sorted(s.due) if s.units[name].side != side]
    own = [u for u in s.of(side) if not u.artillery and u.attack]
    guns = [u for u in s.of(side) if u.artillery]
    lines = RULES.staff(RULES.view(s, side), side)[:12]
    for enemy in [*near[:2], *far[:2]]:
        us = min(own, key=lambda u: (distance(s, u.at, enemy.at), u.id))
        lines += [
            f"ATTACK {enemy.at} WITH {us.id}", f"ATTACK {enemy.id} WITH {us.id}", f"ASSAULT {enemy.at} WITH {us.id}",
            f"MOVE {us.id} TO {enemy.at}", f"MOVE {us.id} TO {enemy.at} OVERRUN {enemy.at}", f"MOVE {enemy.id} {us.at}",
            f"IF {enemy.at} EMPTY: MOVE {us.id} TO {enemy.at}", f"IF {enemy.id} ALIVE: MOVE {us.id} TO {enemy.at}",
            *(f"BOMBARD {enemy.at} WITH {gun.id}, AIR 1" for gun in guns[:1]),
        ]  # fmt: skip
    lines += [f"MOVE {name} TO {sorted(seen.clear)[0]}" for name in due[:2]]
    return "\n".join(lines)


def distance(s: State, a: str, b: str) -> int:
    return RULES.distance(s, a, b) if RULES.distance else 0


PASSING = {f"T{turn} {side.capitalize()} {stage}": "PASS" for turn in range(1, 18) for side in SIDES for stage in ("main", "mech")}
FOG = World(RULES, CHANGES, tricky, ("STATUS", "MAP", "HELP INTELLIGENCE", "HELP ORDERS"), PASSING, LIMITED)


def prove(quick: bool, seed: int) -> tuple[int, list[str]]:
    """Positions all over the campaign and Arnhem, every change in its turn; and who answers for the enemy, in a game that hides units."""
    rng = random.Random(seed)
    pairs, found = 0, list[str]()
    for scenario, turns in [("air-bridge/a-bridge-too-far", 3)] if quick else GAMES:
        played = [s for s in positions(scenario, str(seed), turns) if wanted(RULES, s)]
        for s in rng.sample(played[2:], 1 if quick else 2):
            for side in SIDES:
                n, bad = FOG.leaks_at(s, side, [tuple(CHANGES)] if quick else GROUPS, seed)
                m, worse = FOG.leaks_at(s, side, [STILL], seed, rounds=2)
                pairs, found = pairs + n + m, found + bad + worse
    if not quick:
        pairs, found = pairs + 1, found + leaks(replace(ATTACKER, options=LIMITED), [Hidden(doctrine=True, asking=("STATUS", "MAP"))])
    return pairs, found


GAMES = [("air-bridge/market-garden", 8), ("air-bridge/a-bridge-too-far", 6)]
GROUPS = [("worn", "others"), ("more", "elsewhere"), ("later",), tuple(CHANGES)]
STILL = ("worn", "others", "later")  # changes that alter no zone of control: the steps that follow must be told alike too

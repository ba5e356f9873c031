"""Of the lines themselves: what they cost and what is left, the hand, guns and aircraft that do nothing, units that no order names."""

from __future__ import annotations

from typing import Any

from pbem.engine.game import Done
from pbem.engine.verbs import Line
from pbem.rulesets.last_crusade import field, special
from pbem.rulesets.last_crusade.reinforcement import excess
from pbem.rulesets.last_crusade.state import State

Note = dict[str, Any]
DEFENCE = 1  # a point for every defender and every gun that supports him (AS-16, AS-19)


def points(view: State, done: Done, side: str, lines: list[Line]) -> list[Note]:
    """What the orders cost if everything is played, what is left, and what the defence might ask for."""
    spent = sum(int(done.verdicts[line.n].notes.get("cost", 0)) for line in lines if line.n in done.verdicts)
    s: State = done.state
    near = [card for card in s.of(side) if card.fights and not card.rides and threatened(s, card.at, side)]
    had, left = view.pool[side], s.pool[side]
    told = {"had": had, "spent": spent, "left": left, "gained": left - had + spent, "defence": DEFENCE * len(near)}
    return [{"key": "forecast.points", **told}]


def threatened(s: State, at: str, side: str) -> bool:
    return any(card.side != side and (card.fights or card.unknown) for near in field.neighbours(s, at) for card in s.there(near))


def hand(view: State, s: State, side: str, lines: list[Line]) -> list[Note]:
    """Cards over the limit now; and after the next draw."""
    limit = int(field.settings(s.scenario)["hand"]["limit"])
    named = [name for line in lines for name in line.units() if line.verb in ("DEPLOY", "DISCARD")]
    now = len([card for card in view.hand(side) if card.id not in named])
    over = now - limit if view.step.endswith(".2") else 0
    return [{"key": "forecast.hand", "hand": now, "limit": limit, "over": over}] if over > 0 and excess(view) else []


def ideas(done: Done, side: str, lines: list[Line]) -> list[Note]:
    """Guns with somebody in sight, and aircraft, that have not fired."""
    s: State = done.state
    supporting = {name for line in lines for clause in line.clauses.get("support", []) for name in clause["units"]}
    named = supporting | {name for line in lines for name in line.units()}
    guns = [
        card.id for card in s.of(side)
        if card.cls == "artillery" and not card.engaged and card.id not in named and in_sight(s, card) and field.supplied(s, card.at, side)
    ]  # fmt: skip
    planes = [card.id for card in s.of(side) if card.cls == "air" and not card.engaged and card.id not in named and not special.fog(s)]
    return [{"key": "forecast.idle", "guns": guns, "planes": planes}] if guns or planes else []


def in_sight(s: State, gun: Any) -> bool:
    foes = [card for card in s.cards.values() if card.side != gun.side and card.spotted and card.fights and not card.unknown]
    return any(1 <= field.distance(s, gun.at, card.at) <= gun.range for card in foes)


def not_ordered(view: State, s: State, side: str, lines: list[Line]) -> list[Note]:
    """Ground units next to the enemy or behind, that could still move and have no order."""
    named = {name for line in lines for name in line.units()} | {name for line in lines for name in line.args.get("on") or []}
    named |= {name for line in lines for clause in line.clauses.get("support", []) for name in clause["units"]}
    idle = [
        card.id for card in s.of(side)
        if card.kind == "unit" and card.cls not in ("air", "artillery") and not card.rides and not card.inside and not card.engaged
        and card.left and card.id not in named and not any(one.id in named for one in [s.passenger(card.id)] if one is not None)
    ]  # fmt: skip
    return [{"key": "forecast.not-ordered", "units": idle}] if idle else []

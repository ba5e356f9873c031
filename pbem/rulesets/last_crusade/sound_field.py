"""Reasons why the field cannot be as it is: stacks, mixed zones, pools, hands, one general a side."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.events import Event
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.marks import ground
from pbem.rulesets.last_crusade.state import SIDES, State


def stacking(s: State, events: list[Event]) -> Iterator[str]:
    for at in field.board(s.scenario).ids:
        for side in SIDES:
            if (number := field.stacked(s, at, side)) > field.limit(at):
                yield f"{number} cards of {side} in {at} [P3.8]"


def one_side(s: State, events: list[Event]) -> Iterator[str]:
    for at in field.board(s.scenario).ids:
        if all(any(ground(card) for card in s.there(at, side)) for side in SIDES):
            yield f"both sides in {at} [P3.6]"


def control(s: State, events: list[Event]) -> Iterator[str]:
    """Every zone of the battlefield is somebody's or nobody's, a headquarters is none of them [P3.5, P3.3]."""
    if sorted(s.control) != sorted(field.zones(s.scenario)):
        yield f"control of {', '.join(sorted(s.control))} [P3.3]"
    yield from (f"{at} belongs to {owner} [P3.5]" for at, owner in sorted(s.control.items()) if owner not in ("", *SIDES))


def pools(s: State, events: list[Event]) -> Iterator[str]:
    yield from (f"{side} has {points} supply points [P6.1]" for side, points in sorted(s.pool.items()) if points < 0)


def generals(s: State, events: list[Event]) -> Iterator[str]:
    for side in SIDES:
        found = [card.id for card in s.of(side) if card.kind == "general"]
        if len(found) > 1:
            yield f"{' and '.join(found)} are both in play [SE-11]"


def obstacles(s: State, events: list[Event]) -> Iterator[str]:
    for at in field.zones(s.scenario):
        for side in SIDES:
            types = [card.type for card in s.obstacles(at, side)]
            if len(types) != len(dict.fromkeys(types)):
                yield f"two obstacles of a kind in {at} [P7.4]"


def hands(s: State, events: list[Event]) -> Iterator[str]:
    """Over the limit only between the drawing of cards and the end of the reinforcement."""
    limit = int(field.settings(s.scenario)["hand"]["limit"])
    drawing = s.step.endswith((".1", ".2"))
    for side in SIDES:
        if len(s.hand(side)) > limit and not (drawing and side == s.active):
            yield f"{len(s.hand(side))} cards in the hand of {side} [P7.1]"


def used(s: State, events: list[Event]) -> Iterator[str]:
    """One of a type of headquarters troops in a player turn, but for combat units [SE-16, SE-17]."""
    exempt = [card.type for _, card in sorted(s.cards.items()) if card.kind == "hq" and card.fights]
    for type in sorted(dict.fromkeys(s.used)):
        if s.used.count(type) > 1 and type not in exempt:
            yield f"{type} was used {s.used.count(type)} times [SE-16]"


def ends(s: State, events: list[Event]) -> Iterator[str]:
    """A game that is over has a result, and only such a game [VP-1]."""
    if bool(s.over) != bool(s.outcome):
        yield f"over: {s.over or 'no'}, result: {s.outcome or 'none'} [VP-1]"


SOUND = (stacking, one_side, control, pools, generals, obstacles, hands, used, ends)

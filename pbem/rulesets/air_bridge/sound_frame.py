"""Reasons why a position cannot be: what no rule may ever leave behind."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pbem.engine.events import Event
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.state import ALLIED, GERMAN, SIDES, STACK_LIMIT, State
from pbem.rulesets.air_bridge.units import start

BRIDGE_STATES = ("untouched", "intact", "blown", "repaired", "down")


@cache
def _at_start(scenario: str) -> tuple[str, ...]:
    return tuple(sorted(start(scenario).units))


def conserved(s: State, events: list[Event]) -> Iterator[str]:
    """Every counter of the scenario is in play or gone, never both, never twice."""
    for name in _at_start(s.scenario):
        if (name in s.units) == (name in s.gone):
            yield f"{name} is {'both in play and gone' if name in s.units else 'lost without a trace'}"
    for name in sorted(set(s.gone)):
        if s.gone.count(name) > 1:
            yield f"{name} was eliminated twice"


def stacking(s: State, events: list[Event]) -> Iterator[str]:
    for side in SIDES:
        for hex in s.hexes(side):
            if (points := s.points(hex, side)) > STACK_LIMIT:
                yield f"{points} stacking points of {side} in {hex} [5.0a]"


def shared_hexes(s: State, events: list[Event]) -> Iterator[str]:
    for hex in s.hexes(ALLIED):
        if s.at(hex, GERMAN):
            yield f"both sides in {hex} [4.0h]"


def units(s: State, events: list[Event]) -> Iterator[str]:
    here = field.board(s.scenario)
    for name, unit in sorted(s.units.items()):
        if unit.steps not in (1, 2):
            yield f"{name} has {unit.steps} steps [2.3b]"
        if unit.at and unit.at not in here.index:
            yield f"{name} is in {unit.at}, off the map"
        if unit.actions not in (0, 1, 2) or (unit.actions and not unit.artillery):
            yield f"{name} has {unit.actions} fire markers [9.4a]"
        if not unit.at and (unit.fatigued or unit.unsupplied):
            yield f"{name} is marked off the map"


def markers(s: State, events: list[Event]) -> Iterator[str]:
    for side, points in sorted(s.air.items()):
        if points < 0:
            yield f"{side} has {points} air points"
    for side, state in sorted(s.bridges.items()):
        if state not in BRIDGE_STATES:
            yield f"bridge {side} is {state}"
    for hex, owner in sorted(s.control.items()):
        there = s.at(hex)
        if there and owner != there[0].side:
            yield f"{hex} belongs to {owner} but {there[0].id} is in it [G-19]"


SOUND = (conserved, stacking, shared_hexes, units, markers)

"""The zones: who is next to whom, how far a gun reaches, what room there is, and what is in supply."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from pbem.board import Board, load_board
from pbem.board.table import Line, read_table
from pbem.data import folder
from pbem.rulesets.last_crusade.state import HQ, HQ_LIMIT, SIDES, ZONE_LIMIT, Card, State

HERE = "last-crusade"
FAR = 99  # where no way leads


@cache
def settings(scenario: str) -> dict[str, Any]:
    """scenario.toml as it stands."""
    file = folder("scenarios") / scenario / "scenario.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@cache
def board(scenario: str) -> Board:
    return load_board(folder("scenarios") / HERE / settings(scenario)["map"])


@cache
def terrain_table() -> dict[str, Line]:
    columns = ("terrain", "code", "clear", "armor", "other", "recon")
    return {line["terrain"]: line for line in read_table(folder("scenarios") / HERE / "tables" / "terrain.csv", columns)}


def terrain(s: State, at: str) -> str:
    return board(s.scenario).spaces[at].terrain


def clear(s: State, at: str) -> bool:
    """For SR-3; a headquarters counts as clear (P3.3)."""
    return terrain_table()[terrain(s, at)]["clear"] == "yes"


def modifier(s: State, at: str, armor: bool) -> int:
    return int(terrain_table()[terrain(s, at)]["armor" if armor else "other"])


def recon_modifier(s: State, at: str) -> int:
    return int(terrain_table()[terrain(s, at)]["recon"])


def headquarters(at: str) -> str:
    """The side whose headquarters it is, or nothing."""
    return next((side for side in SIDES if HQ[side] == at), "")


@cache
def zones(scenario: str) -> tuple[str, ...]:
    """The zones of the battlefield: a headquarters is none [P3.3], nor is an airfield."""
    return tuple(at for at in board(scenario).ids if board(scenario).spaces[at].fields.get("rank"))


def neighbours(s: State, at: str) -> list[str]:
    return board(s.scenario).neighbours(at) if at in board(s.scenario).index else []


def edge(s: State, side: str) -> list[str]:
    """The side's edge of the battlefield [P3.3, SR-13]."""
    return neighbours(s, HQ[side])


def lane(s: State, at: str) -> str:
    return board(s.scenario).spaces[at].fields.get("lane", "")


@cache
def _distance(scenario: str, a: str, b: str) -> int | None:
    """Fewest steps; a headquarters is only the start or the end of a way [P3.4]."""
    steps, wave, here = {a: 0}, [a], board(scenario)
    while wave:
        following: list[str] = []
        for at in wave:
            if headquarters(at) and at != a:
                continue
            for near in here.neighbours(at):
                if near not in steps:
                    steps[near] = steps[at] + 1
                    following.append(near)
        wave = following
    return steps.get(b)


def distance(s: State, a: str, b: str) -> int:
    if a not in board(s.scenario).index or b not in board(s.scenario).index:
        return FAR
    found = _distance(s.scenario, a, b)
    return FAR if found is None else found


def in_range(s: State, gun: Card, at: str) -> bool:
    return distance(s, gun.at, at) <= gun.range


# stacking


def limit(at: str) -> int:
    return HQ_LIMIT if headquarters(at) else ZONE_LIMIT


def counts(card: Card) -> int:
    """What a card adds to a stack [P3.8]: a passenger and an occupant nothing."""
    if card.rides or card.inside or card.cls == "air" or card.kind in ("leader", "attachment", "obstacle"):
        return 0
    return 1


def stacked(s: State, at: str, side: str) -> int:
    return sum(counts(card) for card in s.there(at, side))


def room(s: State, at: str, side: str) -> int:
    return limit(at) - stacked(s, at, side)


# control and supply


def friendly(s: State, at: str, side: str) -> bool:
    return s.control.get(at) == side or headquarters(at) == side


def enemy_held(s: State, at: str, side: str) -> bool:
    """Holds at least one enemy unit [P3.7]; a fortification or an obstacle alone holds nothing."""
    return any(card.side != side and card.kind in ("unit", "hq") for card in s.there(at))


def supplied_zones(s: State, side: str) -> list[str]:
    """Friendly zones joined to the headquarters by friendly zones [P6.2]; the headquarters always."""
    found = [HQ[side]]
    for at in found:
        found += [near for near in neighbours(s, at) if s.control.get(near) == side and near not in found]
    return sorted(found)


def supplied(s: State, at: str, side: str) -> bool:
    return at in supplied_zones(s, side)

"""The words of a case's POSITION for the toy: a game of areas, three sides and cards face down."""

from __future__ import annotations

import re
from typing import Any

from pbem.errors import PbemError
from tests.toy.rules import SIDES, Card, Toy, board

KNOWN = "no cards; SIDE NAME at FIELD: power 3; CARD at FIELD, 1 step, face up"
STATES = ("face up", "face down")


def apply(s: Toy, line: str) -> None:
    if line.casefold() == "no cards":
        s.cards = {}
    elif found := re.fullmatch(r"(\w+) (\w+) at (\w+): power (\d)", line):
        side, name, at, power = found.groups()
        s.cards[name] = Card(name, side.casefold(), _field(s, at), int(power), f"?{name}")
    elif found := re.fullmatch(r"(\w+) at (\w+)(, 1 step)?(, face up)?", line):
        card = unit_of(s, found[1])
        card.at, card.steps, card.down = _field(s, found[2]), 1 if found[3] else 2, not found[4]
    else:
        raise PbemError("not a line of a position", f"POSITION knows {KNOWN}")


def _field(s: Toy, name: str) -> str:
    if board(s.scenario).find(name) is None:
        raise PbemError(f"{name} is no field", f"fields are {', '.join(board(s.scenario).ids)}")
    return name


def begin(s: Toy, side: str, step: str) -> str:
    rows = {"movement": "P", "fire": "F", "end of turn": "E"}
    if step.casefold() not in rows or side:
        raise PbemError("no such step", f"steps are {', '.join(rows)}, without a side: all {len(SIDES)} play them together")
    s.step = rows[step.casefold()]
    return s.step


def unit_of(s: Toy, words: str) -> Card:
    for card in s.cards.values():
        if card.id.casefold() == words.casefold():
            return card
    raise PbemError(f'no card "{words}"', f"cards are {', '.join(sorted(s.cards))}")


def describe(s: Toy, unit: str) -> dict[str, Any]:
    if unit not in s.cards:
        return {"at": "", "steps": 0, "power": 0, "status": ["eliminated"]}
    card = s.cards[unit]
    return {"at": card.at, "steps": card.steps, "power": card.power, "status": ["face down" if card.down else "face up"]}


def track(s: Toy, words: str) -> str:
    if words.casefold() != "turn":
        raise PbemError(f'no track "{words}"', "tracks are turn")
    return str(s.turn)

"""The report of one step to one side, as data: built once, rendered as mail text, PDF and JSON."""

from __future__ import annotations

from typing import Any

import msgspec


class Wanted(msgspec.Struct):
    """Orders the side is asked for: which, by when (already in its own words and time zone), and for how long."""

    what: str
    by: str = ""
    zone: str = ""
    span: str = ""
    may: str = ""  # what this step allows, one sentence


class Fight(msgspec.Struct):
    label: str  # F1, F2...
    place: str
    lines: list[str]
    rules: list[str] = []
    outcome: str = ""  # what came of it, in one line


class Die(msgspec.Struct):
    label: str
    purpose: str
    sides: int
    value: int
    commitment: str = ""


class Opened(msgspec.Struct):
    """A stage whose seed has been opened: everything needed to draw its dice again."""

    stage: str
    seal: str
    seed: str
    opening: list[str] = []  # commitments to the final orders, as hex
    dice: list[Die] = []
    dark_seal: str = ""  # of the hidden dice
    dark: str = ""  # their seed, once the game is over


class RosterUnit(msgspec.Struct):
    name: str
    side: str
    at: str
    factors: str = ""
    er: str = ""
    sp: str = ""
    steps: str = ""
    badges: list[str] = []
    figures: dict[str, str] = {}  # of a card, by name: a column each


class RosterGroup(msgspec.Struct):
    side: str
    name: str
    units: list[RosterUnit]


class HexIndex(msgspec.Struct):
    at: str
    units: list[str]


class Arrival(msgspec.Struct):
    unit: str
    turn: int
    at: str = ""
    side: str = ""
    formation: str = ""
    factors: str = ""
    er: str = ""
    sp: str = ""


class Track(msgspec.Struct):
    name: str
    value: str


class Report(msgspec.Struct):
    game: str
    ruleset: str
    title: str
    side: str
    side_name: str
    language: str
    turn: int
    date: str  # the turn in the game's own calendar
    step: str
    wanted: Wanted | None = None
    next: str = ""  # who is to play, when nothing is wanted from this side
    situation: list[str] = []
    fights: list[Fight] = []
    others: list[str] = []
    own_orders: list[str] = []
    dice: list[Die] = []
    opened: list[Opened] = []
    seal: str = ""  # of the stage now open
    dark_seal: str = ""  # of its hidden dice
    asked: list[str] = []
    roster: list[RosterGroup] = []
    by_hex: list[HexIndex] = []
    arriving: list[Arrival] = []
    supply: list[str] = []
    tracks: list[Track] = []
    template: str = ""  # orders to fill in
    if_nothing: str = ""
    legend: list[str] = []
    result: list[str] = []  # of a game that is over
    events: list[dict[str, Any]] = []  # as the side sees them, for programs
    rules_version: str = ""

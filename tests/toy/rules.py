"""A toy: five areas, three sides, cards face down, simultaneous orders and questions, a choice for every shot."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pbem.board import Board, load_board
from pbem.board.table import read_table
from pbem.engine.choice import Choice, OneOf, yes_no
from pbem.engine.events import Event
from pbem.engine.game import Game
from pbem.engine.ruleset import CounterPicture, Kind, Lexicon, Picture, PlaceName, Row, Ruleset, UnitName
from pbem.engine.verbs import Arg, Cond, Line, Refused, Verb

SCENARIOS = Path(__file__).parent / "scenarios"
SIDES = ("red", "blue", "green")
COLOURS = {"red": "#c05040", "blue": "#4060c0", "green": "#408050"}


class Card(msgspec.Struct):
    id: str
    side: str
    at: str
    power: int
    mask: str
    steps: int = 2
    down: bool = True


class Toy(msgspec.Struct):
    scenario: str
    turn: int
    turns: int
    step: str
    cards: dict[str, Card]
    over: str = ""


@cache
def board(scenario: str) -> Board:
    return load_board(SCENARIOS / "toy")


def start(scenario: str) -> Toy:
    folder = SCENARIOS / scenario
    turns = tomllib.loads((folder / "scenario.toml").read_text(encoding="utf-8"))["turns"]
    rows = read_table(folder / "setup.csv", ("id", "side", "at", "power", "mask"))
    cards = {r["id"]: Card(r["id"], r["side"], r["at"], int(r["power"]), r["mask"]) for r in rows}
    return Toy(scenario, 1, turns, "P", cards)


def mine(s: Toy, side: str, at: str = "") -> list[Card]:
    return [c for _, c in sorted(s.cards.items()) if c.side == side and at in ("", c.at)]


def view(s: Toy, side: str) -> Toy:
    seen = [Card(c.mask, c.side, c.at, 2, c.mask, c.steps) if c.down and c.side != side else c for c in s.cards.values()]
    return Toy(s.scenario, s.turn, s.turns, s.step, {c.id: c for c in seen}, s.over)


def alias(s: Toy, side: str, name: str) -> str:
    card = s.cards.get(name)
    return card.mask if card and card.down and card.side != side else name


def living(s: Toy, side: str, line: Line) -> list[Card]:
    cards = [s.cards[name] for name in line.units() if name in s.cards]
    if not cards or any(c.side != side for c in cards):
        raise Refused("T1", "no-card", units=line.units())
    return cards


def place(line: Line) -> str:
    return str(line.args["place"][0])


def move(g: Game) -> None:  # T2: all sides plan on one board, then all cards walk
    planned: list[tuple[Card, str]] = []
    for side in SIDES:
        for line in g.lines(side):
            with g.line(side, line):
                planned += plan_move(g.state, side, line)
    for card, to in planned:
        g.log("move", units=[card.id], rule="T2", side=card.side, start=card.at, to=to)
        card.at = to


def plan_move(s: Toy, side: str, line: Line) -> list[tuple[Card, str]]:
    to, near = place(line), board(s.scenario)
    for card in living(s, side, line):
        if not near.adjacent(card.at, to):
            nearest = f"MOVE {card.id} {near.neighbours(card.at)[0]}"
            raise Refused("T2", "not-adjacent", nearest, unit=card.id, here=card.at, there=to)
    return [(card, to) for card in living(s, side, line)]


def fire(g: Game) -> None:  # T3: everybody in a field shot at may take cover, all asked at once
    shots = []
    for side in SIDES:
        for line in g.lines(side):
            with g.line(side, line):
                shots += [(side, c.id, place(line)) for c in living(g.state, side, line) if in_range(g.state, c, place(line))]
    fields = sorted({at for _, _, at in shots})
    asked = [(side, at) for at in fields for side in SIDES if mine(g.state, side, at)]
    wishes = g.ask_all([yes_no(side, "cover", at, "T4", place=at, shots=len(shots)) for side, at in asked])
    for side, name, at in shots:
        shoot(g, side, name, at, dict(zip(asked, wishes, strict=True)))


def in_range(s: Toy, card: Card, at: str) -> bool:
    if card.at != at and not board(s.scenario).adjacent(card.at, at):
        raise Refused("T3", "out-of-range", f"SHOOT {card.at} WITH {card.id}", unit=card.id, there=at)
    return True


def shoot(g: Game, side: str, name: str, at: str, covered: dict[tuple[str, str], bool]) -> None:
    names = sorted(alias(g.state, side, c.id) for c in g.state.cards.values() if c.at == at and c.side != side)
    if not names or name not in g.state.cards:
        return g.log("no target", units=[name], rule="T3", side=side, at=at)
    aim = g.ask(Choice(side, "target", f"{at} by {name}", OneOf(names), "T5", {"place": at}))
    target, shooter = next(c for c in g.state.cards.values() if aim in (c.id, c.mask)), g.state.cards[name]
    need = 5 if covered.get((target.side, at)) else 3
    shooter.down = False
    die = g.roll("shot", at=f"{name} {at}", sides=6)
    hit = die + shooter.power // 2 > need
    g.log("shot", units=[name, target.id], rule="T5", side=side, at=at, die=die, label=g.last_die, need=need, hit=hit)
    if hit:
        target.steps, target.down = target.steps - 1, False
        if not target.steps:
            del g.state.cards[target.id]
            g.log("destroyed", units=[target.id], rule="T6", at=at)


def end(g: Game) -> None:
    g.state.turn += 1
    if g.state.turn > g.state.turns or sum(bool(mine(g.state, side)) for side in SIDES) < 2:
        g.state.over = "turns"


def result(s: Toy) -> dict[str, Any]:
    left = {side: sum(c.steps for c in mine(s, side)) for side in SIDES}
    best = [side for side in SIDES if left[side] == max(left.values())]
    return {"winner": best[0] if len(best) == 1 else "", "level": "steps", "left": left}


def holds(s: Toy, side: str, cond: Cond) -> bool:
    there = {c.side for c in s.cards.values() if c.at in cond.subject}
    return {"ours": side in there, "theirs": bool(there - {side}), "empty": not there}.get(cond.test, False)


def lexicon(s: Toy, side: str) -> Lexicon:
    units = [UnitName(c.id, c.side, c.at, verbs=["MOVE", "SHOOT"], status="on map") for c in view(s, side).cards.values()]
    spaces = board(s.scenario).spaces.values()
    return Lexicon(side, units, [PlaceName(p.name, [p.id]) for p in spaces], ids=[p.id for p in spaces])


def picture(s: Toy, side: str) -> Picture:
    shown = [c for _, c in sorted(view(s, side).cards.items())] if side in SIDES else list(s.cards.values())
    counters = [CounterPicture(c.id, c.side, c.at, COLOURS[c.side], "infantry", factors=str(c.power), steps=c.steps, full=2) for c in shown]
    return Picture(counters, board(s.scenario).ids)


def staff(s: Toy, side: str) -> list[str]:  # shoots where an enemy is, else goes to one next door
    orders, foes, near = [], sorted({c.at for c in s.cards.values() if c.side != side}), board(s.scenario)
    for c in mine(s, side):
        beside = [at for at in foes if near.adjacent(c.at, at)]
        orders += [f"SHOOT {c.at} WITH {c.id}"] if c.at in foes else [f"MOVE {c.id} {at}" for at in beside[:1]]
    return orders


def steps_sound(s: Toy, events: list[Event]) -> list[str]:
    return [f"{c.id} has {c.steps} steps" for c in s.cards.values() if c.steps not in (1, 2)]


def everybody(s: Toy) -> tuple[str, ...]:
    return tuple(side for side in SIDES if mine(s, side))


CARDS, FIELD = Arg("units", "units"), Arg("place", "place")
VERBS = {
    "MOVE": Verb("MOVE", "BOUGER", (CARDS, FIELD), "T2", "plans", "MOVE R1 mid"),
    "SHOOT": Verb("SHOOT", "TIRER", (FIELD, Arg("units", "units", "WITH")), "T3", "plans", "SHOOT mid WITH R1"),
}
KINDS = {
    "cover": Kind("T4", lambda c: True, ("place", "shots"), "ABRI", ("never", "always")),
    "target": Kind("T5", lambda c: c.options.of[0], ("place",), "CIBLE", ("pick",)),  # type: ignore[union-attr,index]
}
SEQUENCE = (
    Row("P", "Movement", move, "plans", "A", everybody, ("MOVE",)),
    Row("F", "Fire", fire, verbs=("SHOOT",)),
    Row("E", "End of turn", end),
)
RULES = Ruleset(
    "toy", "1.0", Toy, SIDES, SEQUENCE, KINDS, VERBS, board, start, view, alias, holds, lexicon, picture, result, staff, (steps_sound,)
)

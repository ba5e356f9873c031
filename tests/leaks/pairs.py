"""Positions that differ in nothing but what a side does not see must give it the same bytes. What it sees is the game's to say."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any

from pbem.engine.check import check
from pbem.engine.choice import Choice
from pbem.engine.desk import Answer
from pbem.engine.events import Roll
from pbem.engine.game import Done, Game, run
from pbem.engine.ruleset import Ruleset
from pbem.engine.state import canonical, decode
from pbem.engine.verbs import Line, Rule
from pbem.orders import read_orders
from tests.leaks.proof import Deal, Hidden, leaks, watch

Change = Callable[[Any, str, random.Random], bool]  # changes the position in place; whether there was anything to change
Rules = Callable[[Ruleset], Ruleset]


def as_they_are(rules: Ruleset) -> Ruleset:
    return rules


@dataclass(frozen=True)
class World:
    """A game in which something is hidden: what may be changed of it, and what the watched side asks meanwhile."""

    rules: Ruleset
    changes: dict[str, Change]
    tricky: Callable[[Any, str], str]  # orders that fish for what is hidden
    probes: tuple[str, ...] = ("STATUS", "MAP", "HELP ORDERS")
    passing: dict[str, str] = field(default_factory=dict)  # by step: the steps that follow are told alike if nobody does anything
    options: dict[str, str] = field(default_factory=dict)

    def changed(self, s: Any, side: str, names: tuple[str, ...], rng: random.Random) -> Any | None:
        """The position with all of it; None where nothing of it could be done."""
        other = decode(canonical(s), self.rules.state)
        done = [self.changes[name](other, side, rng) for name in names]
        return other if any(done) else None

    def deal(self, s: Any, side: str, rounds: int = 0) -> Deal:
        """What the side is sent at the position, and what it is answered; with `rounds` the steps that follow, all passing."""
        probes = (*self.probes, f"ORDERS\n{self.tricky(s, side)}\nEND")
        return Deal(s.scenario, self.rules.sides, side, self.passing, probes=probes, rounds=rounds, turns=99, options=self.options)

    def leaks_at(
        self, s: Any, side: str, groups: list[tuple[str, ...]], seed: int = 1, rounds: int = 0, rules: Rules = as_they_are
    ) -> tuple[int, list[str]]:
        """Whole mails, PDFs, previews and errors: number of pairs compared, and what differed."""
        others = [(names, self.changed(s, side, names, random.Random(f"{seed} {side} {names}"))) for names in groups]
        pairs = [(names, other) for names, other in others if other is not None]
        plain = watch(self.deal(s, side, rounds), Hidden(), starting_at(s, rules)) if pairs else []
        found = []
        for names, other in pairs:
            bad = leaks(self.deal(s, side, rounds), [Hidden()], starting_at(other, rules), plain)
            found += [f"T{s.turn} {s.step}, {side}, {' '.join(names)}: {one.partition(':')[0]}" for one in bad]
        return len(pairs), found


@dataclass(frozen=True)
class InTheMiddle(Ruleset):
    """Games begin at a position. The scenario's own start stays what it is: HELP and the rules card take their examples from there."""

    at: bytes = b""

    def begin(self, scenario: str, options: dict[str, str] | None = None) -> Any:
        return decode(self.at, self.state)


def starting_at(s: Any, rules: Rules = as_they_are) -> Rules:
    def begun(known: Ruleset) -> Ruleset:
        ours = rules(known)
        return InTheMiddle(**{one.name: getattr(ours, one.name) for one in fields(Ruleset)}, at=canonical(s))

    return begun


# fast: the engine alone, thousands of pairs


class SaltedDice:
    """The same number for the same die of a purpose, whatever is rolled besides: hidden dice move nothing in the open."""

    def __init__(self, salt: str) -> None:
        self.salt, self.n = salt, 0
        self.rolled: dict[str, int] = {}

    def mix(self, answers: list[bytes]) -> None:
        pass

    def roll(self, sides: int, purpose: str, hidden: bool = False) -> Roll:
        nth = self.rolled[purpose] = self.rolled.get(purpose, 0) + 1
        self.n += not hidden
        digest = hashlib.sha256(f"{self.salt} {purpose} {nth}".encode()).digest()
        return Roll("" if hidden else f"A{self.n}", self.n, purpose, sides, digest[0] % sides + 1, hidden)


class Declining:
    """The staff answers; for the side that is not watched nothing is chosen where its means are secret."""

    def __init__(self, orders: dict[str, list[Line]], watched: str) -> None:
        self.lines, self.watched = orders, watched

    def orders(self, side: str) -> list[Line]:
        return self.lines.get(side, [])

    def answer(self, choice: Choice, clauses: list[Rule], g: Game) -> Answer:
        if choice.secret and choice.side != self.watched:
            return next(choice.options.some()) if choice.options.why_not([]) else [], "declined"
        return g.rules.kinds[choice.kind].staff(choice), "staff"


def witnessed(rules: Ruleset, s: Any, side: str, orders: dict[str, list[Line]], salt: str = "") -> bytes:
    """All the side can learn of a stage: its events, the open dice, what it is asked, that others are asked, its lines, its view after."""
    done = run(rules, canonical(s), Declining(orders, side), SaltedDice(salt))
    assert isinstance(done, Done)
    put = [choice for choice in done.asked if choice.secret or not choice.options.only()]
    asked = [[c.side, c.kind, c.subject, *([c.options, c.facts, c.about] if c.side == side else [])] for c in put]
    events = [[e.kind, e.rule, e.seen[side]] for e in done.events if side in e.seen]
    dice = [[roll.label, roll.purpose, roll.value] for roll in done.rolls if not roll.hidden]
    mine = {line.n: done.verdicts[line.n] for line in orders.get(side, []) if line.n in done.verdicts}
    return canonical([events, dice, asked, mine, rules.view(done.state, side)])


def read_lines(rules: Ruleset, s: Any, side: str, text: str) -> list[Line]:
    """Of those lines that can be read, under numbers no other side has."""
    reading = read_orders(rules, rules.lexicon(rules.view(s, side), side), text, "en")
    lines = [line.line for line in reading.lines if line.line is not None and line.status == "ok"]
    for line in lines:
        line.n = f"{side} {line.n}"
    return lines


def pictured(rules: Ruleset, s: Any, side: str) -> bytes:
    """All that is made of the side's view alone."""
    seen = rules.view(s, side)
    return canonical([seen, rules.lexicon(seen, side), rules.picture(seen, side), rules.staff(seen, side)])


def previewed(rules: Ruleset, s: Any, side: str, text: str) -> bytes:
    """What a reply to orders says: how each line is read, and whether it will be played."""
    reading = read_orders(rules, rules.lexicon(rules.view(s, side), side), text, "en")
    lines = [line.line for line in reading.lines if line.line is not None and line.status == "ok"]
    return canonical([[line.n, line.status, line.message] for line in reading.lines] + [check(rules, s, side, lines)])

"""Dice: sealed for play, recorded for corrections, scripted for cases, assumed for checks."""

from __future__ import annotations

import hashlib
import hmac
import random
from typing import Protocol

from pbem.engine.events import Roll
from pbem.errors import PbemError


def chain(*parts: bytes | str | int) -> bytes:
    """H(...): a digest of parts, each with its length, so that no two lists look alike."""
    h = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        h.update(len(data).to_bytes(4, "big") + data)
    return h.digest()


def seal(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def draw(seed: bytes, message: bytes, sides: int) -> int:
    """1..sides from HMAC-SHA256 by rejection sampling."""
    limit = 2**32 - 2**32 % sides
    for count in range(10_000):
        block = hmac.digest(seed, message + count.to_bytes(4, "big"), "sha256")
        for i in range(0, 32, 4):
            if (value := int.from_bytes(block[i : i + 4], "big")) < limit:
                return value % sides + 1
    raise AssertionError("ten thousand blocks without a usable word")


class Dice(Protocol):
    def mix(self, answers: list[bytes]) -> None: ...

    def roll(self, sides: int, purpose: str, hidden: bool = False) -> Roll: ...


class Sealed:
    """Drawn from a sealed seed and a chain that takes in one blinded commitment a die."""

    def __init__(self, seed: bytes, dark: bytes, stage: str, letter: str, opening: list[bytes], blind: bytes) -> None:
        self.seed, self.dark, self.blind = seed, dark, blind
        self.stage, self.letter = stage, letter
        self.chain = chain("pbem-dice-1", stage, *opening)
        self.pending: list[bytes] = []
        self.n = self.m = 0

    def mix(self, answers: list[bytes]) -> None:
        self.pending += answers

    def roll(self, sides: int, purpose: str, hidden: bool = False) -> Roll:
        if hidden:  # own seed, own numbers: it moves nothing in the open
            self.m += 1
            value = draw(self.dark, chain(self.chain, *self.pending, self.m), sides)
            return Roll(f"h{self.m}", self.m, purpose, sides, value, True)
        self.n += 1
        commitment = chain(salt(self.blind, self.stage, str(self.n)), *self.pending)
        self.pending, self.chain = [], chain(self.chain, commitment)
        value = draw(self.seed, self.chain, sides)
        return Roll(f"{self.letter}{self.n}", self.n, purpose, sides, value, False, commitment.hex())


def salt(blind: bytes, stage: str, what: str) -> bytes:
    return hmac.digest(blind, f"{stage}|{what}".encode(), "sha256")


def order_commitment(blind: bytes, stage: str, side: str, orders: str, doctrine: str) -> bytes:
    """What a side's final orders are pinned by; the owner gets the salt and can check it at once."""
    return chain(salt(blind, stage, side), orders, doctrine)


def redraw(seed: bytes, stage: str, opening: list[bytes], tape: list[Roll]) -> list[int]:
    """What anyone can recompute from an opened seed: every open die, from the printed commitments."""
    link, values = chain("pbem-dice-1", stage, *opening), []
    for roll in tape:
        if not roll.hidden:
            link = chain(link, bytes.fromhex(roll.commitment))
            values.append(draw(seed, link, roll.sides))
    return values


class Recorded:
    """From a tape, by purpose, until the first answer the record does not hold: from there on it is void (1.11).

    A player who has seen dice may not choose again under them. What the tape lacks comes from other dice.
    """

    def __init__(self, tape: list[Roll], then: Dice, answers: list[bytes] | None = None) -> None:
        self.tape, self.then, self.void = list(tape), then, False
        self.answers = None if answers is None else set(answers)
        self.fresh: list[Roll] = []  # rolled anew

    def mix(self, answers: list[bytes]) -> None:
        if self.answers is not None and any(one not in self.answers for one in answers):
            self.void = True
        self.then.mix(answers)

    def roll(self, sides: int, purpose: str, hidden: bool = False) -> Roll:
        for i, roll in enumerate(self.tape):
            if not self.void and roll.purpose == purpose and roll.sides == sides:
                return self.tape.pop(i)
        self.fresh.append(self.then.roll(sides, purpose, hidden))
        return self.fresh[-1]


class DieMissing(PbemError):
    """A case did not script this die."""


class Scripted:
    """By purpose (`support A1108`, or any beginning of it up to the place), or in turn where no purpose was written."""

    def __init__(self, script: list[tuple[str, int]], letter: str = "A") -> None:
        self.script, self.letter, self.n = list(script), letter, 0
        self.used: list[Roll] = []

    def mix(self, answers: list[bytes]) -> None:
        pass

    def roll(self, sides: int, purpose: str, hidden: bool = False) -> Roll:
        self.n += 1
        for i, (wanted, value) in enumerate(self.script):
            if not wanted or same_purpose(wanted, purpose):
                del self.script[i]
                self.used.append(Roll(f"{self.letter}{self.n}", self.n, purpose, sides, value, hidden))
                return self.used[-1]
        raise DieMissing(f'no die was given for "{purpose}"', remedy=f"add a line to DICE:  {purpose}: n")


def same_purpose(wanted: str, purpose: str) -> bool:
    a, b = wanted.casefold().split(), purpose.casefold().split()
    return a == b[: len(a)]


class Assumed:
    """For checks: all low, all high, or a fixed run of numbers that has nothing to do with the sealed ones.

    Low or high, a rule that rolls again on a tie would never end: after `TIES` dice for one purpose they vary.
    """

    TIES = 40

    def __init__(self, how: str | int) -> None:
        self.how, self.n = how, 0
        self.times: dict[str, int] = {}
        self.rng = random.Random(f"pbem-assumed-{how}")

    def mix(self, answers: list[bytes]) -> None:
        pass

    def roll(self, sides: int, purpose: str, hidden: bool = False) -> Roll:
        self.n += 1
        self.times[purpose] = times = self.times.get(purpose, 0) + 1
        fixed = {"low": 1, "high": sides}.get(str(self.how)) if times <= self.TIES else None
        value = self.rng.randint(1, sides) if fixed is None else fixed
        return Roll(f"x{self.n}", self.n, purpose, sides, value, hidden)

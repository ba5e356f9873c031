"""Stages on record: never deleted. A rollback is a new attempt under a new seal; a proof needs nothing but the record."""

from __future__ import annotations

import msgspec

from pbem.engine.desk import NobodyDesk
from pbem.engine.dice import Sealed, order_commitment, redraw, seal
from pbem.engine.events import Event, Roll
from pbem.engine.game import Done, Waiting, run
from pbem.engine.journal import Diverged, Entry
from pbem.engine.ruleset import Ruleset
from pbem.engine.state import canonical, decode
from pbem.engine.verbs import Line


class Filing(msgspec.Struct, omit_defaults=True):
    """A side's final orders: raw text and doctrine (what the commitment is to), and the lines that are played."""

    side: str
    text: str = ""
    doctrine: str = ""
    lines: list[Line] = []


class Stage(msgspec.Struct, omit_defaults=True):
    game: str
    seq: int
    attempt: int
    step: str  # as people read it: T2 Allied main
    letter: str
    before: bytes  # canonical JSON
    seal: str  # sha256 of the seed, in the mail that wants the orders
    dark_seal: str
    seed: str = ""  # opened when the stage closes
    dark: str = ""  # opened at the end of the game
    filings: list[Filing] = []
    opening: list[str] = []  # one commitment a side, in fixed order
    journal: list[Entry] = []
    tape: list[Roll] = []
    events: list[Event] = []
    after: bytes = b""
    policy: str = "strict"
    why: str = ""  # the public reason of a further attempt
    rules: str = ""  # version of the rules it was played on

    @property
    def name(self) -> str:
        return f"{self.game}.{self.seq}.{self.attempt}"


def opening(stage: str, filings: list[Filing], blind: bytes) -> list[bytes]:
    return [order_commitment(blind, stage, f.side, f.text, f.doctrine) for f in filings]


def sealed_dice(stage: Stage, blind: bytes) -> Sealed:
    return Sealed(
        bytes.fromhex(stage.seed), bytes.fromhex(stage.dark), stage.name, stage.letter, [bytes.fromhex(c) for c in stage.opening], blind
    )


def replay(rules: Ruleset, stage: Stage, blind: bytes) -> Waiting | Done:
    """The stage once more from its first byte, answered by its journal alone."""
    desk = NobodyDesk({f.side: f.lines for f in stage.filings})
    return run(rules, stage.before, desk, sealed_dice(stage, blind), stage.journal, stage.policy)


def differences(rules: Ruleset, stage: Stage, blind: bytes) -> list[str]:
    """Why a replay is not the record; empty if it is, byte for byte."""
    again = replay(rules, stage, blind)
    if isinstance(again, Waiting):
        return [f"{stage.step}: the journal does not answer {again.choices[0].key}"]
    pairs = {
        "state": (canonical(again.state), canonical(decode(stage.after, rules.state))),
        "events": (canonical(again.events), canonical(stage.events)),
        "dice": (canonical(again.rolls), canonical(stage.tape)),
    }
    return [f"{stage.step}: {what} differs" for what, (a, b) in pairs.items() if a != b]


class Proof(msgspec.Struct):
    step: str
    rolls: int
    faults: list[str]
    opened: bool = True
    note: str = ""


def verify(stage: Stage, blind: bytes | None = None) -> Proof:
    """What anyone can check offline: seed against seal, every open die, and with the blind the commitments to the orders."""
    if not stage.seed or not stage.after:
        return Proof(stage.step, 0, [], opened=False)
    open_rolls = [roll for roll in stage.tape if not roll.hidden]
    try:
        faults = [*_against_seal(stage.seed, stage.seal, "seed"), *_against_seal(stage.dark, stage.dark_seal, "seed of the hidden dice")]
        values = redraw(bytes.fromhex(stage.seed), stage.name, [bytes.fromhex(c) for c in stage.opening], stage.tape)
        if blind is not None and [c.hex() for c in opening(stage.name, stage.filings, blind)] != stage.opening:
            faults.append("the commitments to the orders do not match them")
    except ValueError as error:
        return Proof(stage.step, len(open_rolls), [f"the record of the dice cannot be read: {error}"])
    for n, (roll, value) in enumerate(zip(open_rolls, values, strict=True), 1):
        if roll.value != value:
            faults.append(f"roll {roll.label}: printed {roll.value}, the stream gives {value}")
        if roll.label != f"{stage.letter}{n}":
            faults.append(f"roll {roll.label} stands where {stage.letter}{n} belongs")
    return Proof(stage.step, len(open_rolls), faults)


def _against_seal(seed: str, sealed: str, what: str) -> list[str]:
    if not seed or not sealed:  # the seed of the hidden dice is opened with the end of the game
        return []
    return [] if seal(bytes.fromhex(seed)) == sealed else [f"the {what} does not match its seal"]


def prove(rules: Ruleset, stage: Stage, blind: bytes) -> Proof:
    """At the end of a game, with the rules at hand: the whole stage again. Proves hidden dice, and every commitment to an answer."""
    proof = verify(stage, blind)
    if proof.opened and not proof.faults:
        try:
            proof.faults += differences(rules, stage, blind)
        except Diverged as error:
            proof.faults.append(error.message)
    proof.rolls = len(stage.tape)
    return proof

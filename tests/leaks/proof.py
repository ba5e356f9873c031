"""What a side is sent may not depend on what it cannot see: two games that differ in nothing else must give it the same bytes."""

from __future__ import annotations

import hashlib
import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec

from pbem.engine.dice import Dice
from pbem.engine.events import Roll
from pbem.engine.ruleset import Ruleset
from pbem.engine.stages import Filing, Stage
from pbem.games.archive import documents
from pbem.games.house import SealedDice
from pbem.games.new import new_game
from pbem.games.staffplay import staff_text
from pbem.games.stages import choice_of
from pbem.orders import print_answer
from pbem.store.tables import DecisionRow
from tests.games.table import Player, Table, people, table


class PurposeDice:
    """The same purpose always gets the same number: a hidden answer must be able to change nothing in the open."""

    def __init__(self, letter: str) -> None:
        self.letter, self.n = letter, 0

    def mix(self, answers: list[bytes]) -> None:
        pass

    def roll(self, sides: int, purpose: str, hidden: bool = False) -> Roll:
        self.n += 1
        value = hashlib.sha256(purpose.encode()).digest()[0] % sides + 1
        return Roll(f"{self.letter}{self.n}", self.n, purpose, sides, value, hidden, "c0")


class FixedBox(SealedDice):
    def opening(self, stage: str, filings: list[Filing], blind: bytes) -> list[bytes]:
        return [b"a fixed commitment to the orders" for _ in filings]

    def dice(self, stage: Stage, blind: bytes) -> Dice:
        return PurposeDice(stage.letter)


@dataclass(frozen=True)
class Hidden:
    """What the watched side cannot see: all of it is changed from game to game, nothing else."""

    drafts: tuple[str, ...] = ()  # orders the others replace before they are final
    junk: tuple[str, ...] = ()  # refused and unreadable lines in their final orders
    doctrine: bool = False  # who answers for them: doctrine, or they themselves by mail
    asking: tuple[str, ...] = ()  # mails that only ask
    cards: Callable[[Any], Any] | None = None  # changes the start in what lies face down
    late: str = ""  # answers come with the deadline only: "mail" from themselves, "staff" because they are silent


@dataclass(frozen=True)
class Deal:
    """A game to be watched: who watches, what the others really order, and how they always answer."""

    scenario: str
    sides: tuple[str, ...]
    watched: str
    orders: dict[str, str] = field(default_factory=dict)  # by side, or by step; "" leaves it to the staff officer
    doctrine: str = ""
    probes: tuple[str, ...] = ()  # what the watched side sends meanwhile
    turns: int = 1
    rounds: int = 9  # filings, at most
    never: dict[str, Any] = field(default_factory=dict)  # what the doctrine answers, by kind of choice
    options: dict[str, str] = field(default_factory=dict)  # of the game


TOY = Deal(
    "toy/skirmish",
    ("red", "blue", "green"),
    "red",
    {"red": "shoot mid with R2", "blue": "shoot mid with B1", "green": "shoot mid with G2"},
    "COVER never\nTARGET R2",
    ("STATUS", "MAP", "ORDERS\nshoot mid with B1\nmove ?2 north\nmove R1 south\nmove B2 mid\nEND", "HISTORY", "DOCTRINE SHOW", "HELP"),
)
ATTACK = """ENTER 1 Cold, 2 Gren ROAD TO A0407
ENTER 2 Irish A0107 - A0206 - A0307 - A0406
ENTER 153 Fd, 55 Fd
ATTACK A0507 WITH 1 Cold, 2 Gren, 2 Irish ADVANCE ALL
SUPPORT A0507 WITH 153 Fd, AIR 7"""
REFUSED = "ORDERS\nATTACK A0507 WITH 2 Hoff\nMOVE 1 Hoff A9999\nEND"
PROBES = ("STATUS", "MAP", "HELP", "HELP ORDERS", "HELP 11.1", "HISTORY", "DOCTRINE SHOW", REFUSED)
DEFENCE = "REACT never\nREFUSE never\nSTAND never\nSUPPORT never"
NEVER = {"react": "nobody", "refuse": False, "stand": False, "support": {}}
FIRST_FIGHT = {"T1 Allied main": ATTACK}
BREAKOUT = Deal("air-bridge/breakout", ("allied", "german"), "german", FIRST_FIGHT, probes=PROBES, rounds=3)
ATTACKER = replace(BREAKOUT, watched="allied", doctrine=DEFENCE, never=NEVER)  # he must not learn how the defender comes to his answers


def watch(deal: Deal, hidden: Hidden, rules: Callable[[Ruleset], Ruleset] = lambda r: r) -> list[bytes]:
    """Everything the watched side was sent or is kept for it, byte for byte."""
    with (
        tempfile.TemporaryDirectory(prefix="pbem-leak-") as folder,
        table(Path(folder), "toy/skirmish", people("red", "blue", "green"), game="t0") as t,
    ):
        slug = deal.scenario.split("/")[0]
        known = rules(t.house.library.ruleset(slug))
        if hidden.cards is not None:
            known = replace(known, start=hidden_start(known, hidden.cards))
        t.house.library.rulesets[slug] = known
        t.house.box = FixedBox()
        return watched_game(t, deal, hidden)


def hidden_start(rules: Ruleset, change: Callable[[Any], Any]) -> Callable[[str], Any]:
    return lambda scenario: change(rules.start(scenario))


def watched_game(t: Table, deal: Deal, hidden: Hidden) -> list[bytes]:
    new_game(t.house, deal.scenario, "g1", people(*deal.sides), options=deal.options)
    t.game = "g1"
    t.players = {side: Player(t, side, f"{side}@localhost") for side in deal.sides}
    t.work()
    for player in t.players.values():
        player.say("JOIN")
    for probe in deal.probes if not deal.rounds else ():
        t.players[deal.watched].say(probe)
    for _ in range(deal.rounds):
        if t.file.game.status == "running" and t.file.state.turn <= deal.turns:
            one_round(t, deal, hidden)
    mine = t.players[deal.watched]
    sent = [mail.raw for mail in mine.inbox() if "[g1]" in mail.subject]
    return sent + [document.content for document in documents(t.file, deal.watched)]


def one_round(t: Table, deal: Deal, hidden: Hidden) -> None:
    """The others first, the watched side last, so that nothing of theirs comes after its own mails."""
    others = [side for side in deal.sides if side != deal.watched]
    for side in others:
        quietly(t, side, deal, hidden)
    for side in [*others, deal.watched]:
        if side in t.file.wanted() and not t.file.seats[side].ready:
            final_orders(t, side, deal, hidden if side != deal.watched else Hidden())
    while True:
        answered = [answer(t, side, deal, hidden) for side in [*others, deal.watched]]
        if not any(answered):
            return


def quietly(t: Table, side: str, deal: Deal, hidden: Hidden) -> None:
    if hidden.doctrine and deal.doctrine and not t.file.seats[side].doctrine:
        t.players[side].say(f"DOCTRINE\n{deal.doctrine}\nEND")
    for text in hidden.asking:
        t.players[side].say(text)
    for draft in hidden.drafts if side in t.file.wanted() else ():
        t.players[side].say(f"ORDERS T{t.file.state.turn}\n{draft}\nEND")


def final_orders(t: Table, side: str, deal: Deal, hidden: Hidden) -> None:
    if side == deal.watched:
        for probe in deal.probes:
            t.players[side].say(probe)
    text = deal.orders.get(t.file.step) or deal.orders.get(side) or staff_text(t.file, side)
    lines = "\n".join([text, *hidden.junk])
    t.players[side].say(f"ORDERS T{t.file.state.turn}\n{lines}\nEND\nREADY ANYWAY")


def answer(t: Table, side: str, deal: Deal, hidden: Hidden) -> bool:
    """As the doctrine would: it is the source that differs, not the answer."""
    asked = t.file.open_decisions(side)
    if not asked:
        return False
    if side != deal.watched and hidden.late == "staff":
        t.later(hours=12)
        return True
    words = "\n".join(answer_line(t, row, value_of(t, side, deal, row, hidden)) for row in asked)
    if side != deal.watched and hidden.late == "mail":
        t.players[side].write(words)
        t.later(hours=12)  # it comes in with the very deadline
    else:
        t.players[side].say(words)
    return True


def answer_line(t: Table, row: DecisionRow, value: Any) -> str:
    return f"ANSWER {row.number} {print_answer(t.file.rules, choice_of(row), value, 'en')}"


def value_of(t: Table, side: str, deal: Deal, row: DecisionRow, hidden: Hidden) -> Any:
    choice, rules = choice_of(row), t.file.rules
    if choice.kind == "cover":
        return False
    if choice.kind in deal.never and side != deal.watched and not hidden.late:
        return deal.never[choice.kind]
    wanted = deal.doctrine.split("TARGET ")[-1].strip() if "TARGET" in deal.doctrine else ""
    options = list(choice.options.some())
    return wanted if wanted in options and side != deal.watched else rules.kinds[choice.kind].staff(choice)


def other_powers(state: Any) -> Any:
    """Cards that stay face down all the game: their power is theirs alone."""
    for name in ("B2", "G1"):
        state.cards[name] = msgspec.structs.replace(state.cards[name], power=state.cards[name].power + 2)
    return state


def variants(rng: random.Random, toy: bool) -> list[Hidden]:
    drafts = ("PASS", "shoot mid with B1\nmove B2 west", "move G1 mid") if toy else ("PASS", "hold all", "nonsense")
    junk = ("move B2 mars", "shoot east with B2", "complete nonsense") if toy else ("attack A9999 with 2 Hoff", "complete nonsense")
    asking = ("STATUS", "MAP", "HELP", "HISTORY")
    found = [
        Hidden(drafts=tuple(rng.sample(drafts, rng.randint(1, len(drafts))))),
        Hidden(junk=tuple(rng.sample(junk, rng.randint(1, len(junk))))),
        Hidden(asking=tuple(rng.sample(asking, 2))),
    ]
    if toy:
        found += [Hidden(doctrine=True), Hidden(cards=other_powers), Hidden(drafts, junk, True, asking, other_powers)]
    return found


def leaks(
    deal: Deal, changed: list[Hidden], rules: Callable[[Ruleset], Ruleset] = lambda r: r, before: list[bytes] | None = None
) -> list[str]:
    """Where the watched side was told something: nothing, if all is well."""
    plain = before or watch(deal, Hidden(), rules)
    found = []
    for hidden in changed:
        other = watch(deal, hidden, rules)
        if len(other) != len(plain):
            found.append(f"{len(other)} mails and documents instead of {len(plain)}: {hidden}")
        elif differing := [n for n, (a, b) in enumerate(zip(plain, other, strict=True)) if a != b]:
            found.append(f"mail or document {differing[0]} differs: {hidden}")
    return found


def prove(quick: bool = False, seed: int = 1) -> dict[str, Any]:
    rng = random.Random(seed)
    pairs = 0
    found: list[str] = []
    rounds = 1 if quick else 3
    for _ in range(rounds):
        changed = variants(rng, toy=True)
        found += leaks(TOY, changed)
        pairs += len(changed)
    changed = variants(rng, toy=False)[: 1 if quick else 3]
    found += leaks(BREAKOUT, changed)
    pairs += len(changed)
    changed = [Hidden(doctrine=True)] if quick else [*variants(rng, toy=False), Hidden(doctrine=True)]
    found += leaks(ATTACKER, changed)
    pairs += len(changed)
    found += leaks(ATTACKER, [Hidden(late="staff")], before=watch(ATTACKER, Hidden(late="mail")))
    pairs += 1
    more, bad = hidden_on_the_map(quick, seed)
    return {"leak_pairs": pairs + more, "leaks": len(found) + len(bad), "where": found + bad}


def hidden_on_the_map(quick: bool, seed: int) -> tuple[int, list[str]]:
    from tests.leaks import face_down_stages, fog  # they are made of this module

    both = [fog.prove(quick, seed), face_down_stages.prove(quick, seed)]
    return sum(pairs for pairs, _ in both), [one for _, found in both for one in found]


if __name__ == "__main__":
    print(prove())

"""Garbage mail and garbage orders through the office itself: nothing crashes, and nothing of a stranger's mail is executed."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pbem.errors import PbemError
from pbem.games.filing import checked_text, lexicon
from pbem.games.ledger import receive, unhandled
from pbem.games.mailroom import handle
from pbem.games.staffplay import staff_text
from pbem.mail.tokens import seat_address
from pbem.orders import change_orders, read_doctrine, split_mail

from ..games.table import Table, people, table

LETTERS = Path(__file__).parents[1] / "mail" / "letters"
SCENARIO = "air-bridge/breakout"
SIZES = {True: (40, 10, 60), False: (2500, 400, 6000)}  # quick or not: strangers' mails, mails of a player, texts
LONGEST = 40_000  # bytes of a mail: the fuzz is about form, the limits of size have tests of their own
JUNK = [
    "\0",
    "\ufeff",
    "\u202e",
    "é",
    "ß",
    "🂡",
    "END",
    "ORDERS",
    "READY",
    "//",
    "#",
    ";",
    ",",
    "->",
    "A9999",
    "IF",
    "ELSE",
    "WITH",
    "(",
    '"',
    "1/0",
]
HEADS = [
    b"Content-Type: multipart/mixed; boundary=\n", b"Content-Type: text/plain; charset=utf-77\n", b"Content-Transfer-Encoding: base64\n",
    b"Subject: =?utf-8?b?////?=\n", b"From: \xff\xfe <a@b\n", b"Date: never\n", b"Message-ID: <>\n", b"In-Reply-To: <<<>>>\n",
    b"Content-Type: message/rfc822\n", b"Content-Disposition: attachment; filename=\"../../x.txt\"\n",
    b"Content-Type: application/ms-tnef\n",
]  # fmt: skip


@dataclass
class Found:
    hostile: int = 0
    crashes: int = 0
    executed: int = 0
    fuzzed: int = 0
    faults: list[str] = field(default_factory=list)

    def crash(self, error: Exception, what: object) -> None:
        self.crashes += 1
        self.faults.append(f"{type(error).__name__}: {error} on {what!r:.300}")


def prove(quick: bool = True, seed: int = 1, say: Callable[[int, int], None] | None = None) -> dict[str, Any]:
    """Counts for `make prove`; `faults` says what broke and on what."""
    found, rng = Found(), random.Random(seed)
    strangers, mails, texts = SIZES[quick]
    with tempfile.TemporaryDirectory() as folder, table(Path(folder), SCENARIO, people("allied", "german")) as place:
        place.join_all()
        steps = [
            *(lambda: stranger(place, found, rng) for _ in range(strangers)),
            *(lambda: from_player(place, found, rng) for _ in range(mails)),
            *(lambda: text(place, found, rng) for _ in range(texts)),
        ]
        for n, step in enumerate(steps):
            step()
            if say is not None:
                say(n + 1, len(steps))
    return {
        "hostile": found.hostile,
        "crashes": found.crashes,
        "executed": found.executed,
        "fuzzed": found.fuzzed,
        "faults": found.faults[:20],
    }


# mail of strangers


def stranger(place: Table, found: Found, rng: random.Random) -> None:
    """A broken mail, or a sound one with a forged address; the game must stand as it stood."""
    before = standing(place)
    raw = broken(rng, forged(rng, place)) if rng.random() < 0.8 else forged(rng, place)
    found.hostile += 1
    work(place, found, raw, rng.choice(addresses(place, rng)))
    if standing(place) != before:
        found.executed += 1
        found.faults.append(f"executed: {raw!r:.300}")


def standing(place: Table) -> tuple[Any, ...]:
    file = place.file
    seats = [(seat.status, seat.ready, seat.doctrine, seat.language) for seat in file.in_order()]
    return file.game.version, len(file.filings), len(file.decisions), seats


def work(place: Table, found: Found, raw: bytes, to: str) -> None:
    """Delivered, received and handled as the daemon does, but a fault is not caught for it."""
    place.house.maildirs.deliver(to, raw)
    receive(place.house, place.source)
    for number in unhandled(place.house):
        try:
            handle(place.house, number)
        except Exception as error:
            found.crash(error, raw)
            put_away(place, number)


def put_away(place: Table, number: int) -> None:
    from pbem.games.ledger import message
    from pbem.games.mailroom import set_aside

    row = message(place.house, number)
    assert row is not None
    set_aside(place.house, row, "failed", "fuzz")


def addresses(place: Table, rng: random.Random) -> list[str]:
    house, host = place.house, place.house.settings.domain
    good = seat_address(house.key, place.game, "allied", 1, host)
    guess = "".join(rng.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(10))
    return [
        f"orders@{host}", f"orders+{place.game}.allied.{guess}@{host}", f"orders+{place.game}.allied@{host}",
        good.replace(".allied.", ".german."), seat_address(b"another key", place.game, "allied", 1, host),
        seat_address(house.key, place.game, "allied", 2, host), f"orders+nogame.allied.{guess}@{host}",
    ]  # fmt: skip


def forged(rng: random.Random, place: Table) -> bytes:
    """One of the letters, or orders under a player's own name but without his token."""
    if rng.random() < 0.5:
        return rng.choice(sorted(LETTERS.glob("*.eml"))).read_bytes()[:LONGEST]
    body = rng.choice(
        [staff_text(place.file, "allied"), "READY", "RESIGN", "NO THANKS", "CANCEL ORDERS", "DOCTRINE\nEND", "SET LANGUAGE FR"]
    )
    return f"From: allied@localhost\nTo: orders@localhost\nMessage-ID: <{rng.random()}@x>\nSubject: orders\n\n{body}\n".encode()


def broken(rng: random.Random, raw: bytes) -> bytes:
    kind = rng.randrange(5)
    at = rng.randrange(len(raw) + 1)
    if kind == 0:
        return raw[:at]
    if kind == 1:
        return raw[:at] + rng.randbytes(rng.randrange(1, 60)) + raw[at:]
    if kind == 2:
        return b"".join(rng.sample(HEADS, rng.randrange(1, 4))) + raw
    if kind == 3:
        lines = raw.split(b"\n")
        rng.shuffle(lines)
        return b"\n".join(lines)
    return bytes(byte ^ (1 << rng.randrange(8)) if rng.random() < 0.02 else byte for byte in raw)


# orders of a player


def from_player(place: Table, found: Found, rng: random.Random) -> None:
    """Garbage with a good token: answered, never a crash."""
    found.fuzzed += 1
    seat = place.file.seats["allied"]
    to = seat_address(place.house.key, place.game, "allied", seat.generation, place.house.settings.domain)
    words = rng.choice(
        ["ORDERS\n{}\nEND", "{}", "CHANGE\n{}\nEND", "DOCTRINE\n{}\nEND", "DOCTRINE ADD {}", "ANSWER {}", "USE {}", "HELP {}", "REPORT {}"]
    )
    body = words.replace("{}", garbled(place, rng))
    head = f"From: allied@localhost\nTo: {to}\nMessage-ID: <{found.fuzzed}@player>\nContent-Type: text/plain; charset=utf-8\n\n"
    work(place, found, head.encode() + body.encode("utf-8", "replace"), to)


def text(place: Table, found: Found, rng: random.Random) -> None:
    """The same without the mail around it: read and checked."""
    found.fuzzed += 1
    written, file = garbled(place, rng), place.file
    names = lexicon(file, "allied")
    language = rng.choice(["en", "fr"])
    for what in (
        lambda: checked_text(file, file.seats["allied"], written),
        lambda: split_mail(written),
        lambda: change_orders([("1", "PASS"), ("2", "PASS")], written),
        lambda: read_doctrine(file.rules, names, written, language),
    ):
        try:
            what()
        except PbemError as error:
            if not str(error):
                found.crash(error, written)
        except Exception as error:
            found.crash(error, written)


def garbled(place: Table, rng: random.Random) -> str:
    lines = list(seeds(place))
    chosen = [damaged(rng, rng.choice(lines)) for _ in range(rng.randrange(1, 5))]
    return "\n".join(chosen)


def seeds(place: Table) -> Iterator[str]:
    rules = place.file.rules
    yield from (verb.example for verb in rules.verbs.values() if verb.example)
    yield from staff_text(place.file, "allied").splitlines()
    for name, kind in rules.kinds.items():
        yield f"{name.upper()} {' '.join(kind.policies[:2])} WHEN {(kind.facts or ('x',))[0]} >= 3:1"
    yield from ("REMOVE 1, 2", "1 PASS", "- 2", "IF A1108 OURS: PASS ELSE: PASS", "T2: PASS", "; ; ;", "")


def damaged(rng: random.Random, line: str) -> str:
    words = line.split(" ")
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(words) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            words.insert(at, rng.choice(JUNK))
        elif kind == 1 and words:
            words.pop(at % len(words))
        elif kind == 2 and words:
            words[at % len(words)] = words[at % len(words)][::-1]
        elif kind == 3:
            words.insert(
                at, "".join(chr(rng.choice([rng.randrange(32, 127), rng.randrange(160, 0x2FFF)])) for _ in range(rng.randrange(1, 9)))
            )
        elif words:
            words[at % len(words)] *= rng.randrange(1, 30)
    return " ".join(words)

"""Finished games, kept as they were played: `test_archives` replays them to the byte.

    python -m tests.games.archives            what is up to date, and what is not
    python -m tests.games.archives --renew    plays anew what the rules have changed, and writes beside it how they changed it

A game is two staff officers with a mailbox each. Its archive is `<name>.json.xz` (`pbem game archive --out`); when other rules made
it be played anew, `<name>.upgrade.md` is the report of `pbem game upgrade` on the game before. `index.json` holds the digests of both.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.games.archive import Record, read_record, record_of, write_record
from pbem.games.autoplay_mail import an_office, play_out
from pbem.games.daemon import post_office
from pbem.games.gamefile import load
from pbem.games.library import Library
from pbem.games.new import new_game
from pbem.games.officer import Officer
from pbem.games.settings import GameSettings

FOLDER = Path(__file__).parent
INDEX = FOLDER / "index.json"
HELLO, BYE = "Good evening,\nthis is what I want to do.\n", "\nBest regards\n\n-- \nA player of wargames\n"


@dataclass
class Kept:
    """How a game is played: what a person would write is written round the orders of the staff."""

    scenario: str
    policy: str = "ask"
    languages: dict[str, str] = field(default_factory=dict)
    doctrine: dict[str, str] = field(default_factory=dict)  # sent with the first mail
    errs: tuple[str, ...] = ()  # sides that send wrong lines once and take them back
    trusts: tuple[str, ...] = ()  # sides that turn what they were asked into doctrine


GAMES = {
    "breakout": Kept(
        "air-bridge/breakout",
        languages={"german": "fr"},
        doctrine={"german": "REACT never\nSTAND never\nFALLBACK TOWARD A1308\nLOSSES weakest first\nFATIGUE weakest first"},
        errs=("allied",),
        trusts=("allied",),
    ),
    "a-bridge-too-far": Kept("air-bridge/a-bridge-too-far", policy="truncate", trusts=("german",)),
    "market-garden": Kept("air-bridge/market-garden", trusts=("allied", "german")),
}


class Person(Officer):
    """Writes as people do: a greeting, his doctrine once, a signature."""

    doctrine = ""

    def send(self, text: str, told: str) -> bool:
        if self.sent:
            before, self.doctrine = (f"DOCTRINE\n{self.doctrine}\nEND\n" if self.doctrine else ""), ""
            text = f"{HELLO}\n{before}{text}\n{BYE}"
        return super().send(text, told)


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.json.xz"


def report_of(name: str) -> Path:
    return FOLDER / f"{name}.upgrade.md"


def play(name: str, library: Library) -> Record:
    """Always the same game on the same rules."""
    kept = GAMES[name]
    sides = library.scenario(kept.scenario).sides
    with TemporaryDirectory(prefix="pbem-archive-") as folder:
        house = an_office(Path(folder), library, name)
        with post_office(house):
            seats = {side: f"{side}@localhost" for side in sides}
            new_game(house, kept.scenario, name, seats, GameSettings(policy=kept.policy), kept.languages)
            officers = [person(house, name, side) for side in sides]
            play_out(house, name, officers)
        found = record_of(load(house, name))
        house.store.close()
    return found


def person(house: object, name: str, side: str) -> Officer:
    kept = GAMES[name]
    found = Person(house, name, side, errs=side in kept.errs, trusts=side in kept.trusts)  # type: ignore[arg-type]
    found.doctrine = kept.doctrine.get(side, "")
    return found


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else ""


def read_index() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(INDEX.read_text()) if INDEX.exists() else {}
    return found


def keep(name: str, found: Record, report: str = "") -> None:
    """Archive, report and index; without a report that of an earlier change stays."""
    write_record(found, path_of(name))
    if report:
        report_of(name).write_text(report, encoding="utf-8")
    entry = {"rules": found.rules_version, "archive": digest(path_of(name)), "report": digest(report_of(name))}
    INDEX.write_text(json.dumps({**read_index(), name: entry}, indent=1, sort_keys=True) + "\n")


def kept(name: str) -> Record:
    return read_record(path_of(name))

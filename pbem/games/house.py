"""The office as it stands: settings, store, clock, secrets, key and library, handed to whatever works in it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from pbem.engine.dice import Dice
from pbem.engine.stages import Filing, Stage, opening, sealed_dice
from pbem.errors import PbemError
from pbem.games.clock import Clock, Secrets, SeededSecrets, SetClock, SystemClock, SystemSecrets, iso
from pbem.games.faults import At, environment_at
from pbem.games.library import Library
from pbem.games.settings import FILE, START, Settings, absolute_url, load_settings
from pbem.mail.office import Maildirs
from pbem.store.db import Store, open_store, require_current, upgrade

KEY_FILE = "token.key"


class SealedDice:
    """What play is sealed with: a commitment to each side's final orders, and dice that follow from seed and answers."""

    def opening(self, stage: str, filings: list[Filing], blind: bytes) -> list[bytes]:
        return opening(stage, filings, blind)

    def dice(self, stage: Stage, blind: bytes) -> Dice:
        return sealed_dice(stage, blind)


@dataclass
class House:
    folder: Path
    settings: Settings
    store: Store
    clock: Clock
    secrets: Secrets
    key: bytes
    library: Library
    at: At = field(default_factory=environment_at)
    box: SealedDice = field(default_factory=SealedDice)
    troubles: dict[str, str] = field(default_factory=dict)  # games that cannot go on, and what was said of it
    held: dict[tuple[str, int], PbemError] = field(default_factory=dict)  # at that version they wait for their rules: replayed once

    def now(self) -> str:
        return iso(self.clock.now())

    def path(self, name: str) -> Path:
        return self.folder / name

    @property
    def maildirs(self) -> Maildirs:
        return Maildirs(self.path(self.settings.office.folder), self.settings.domain)

    @property
    def port_file(self) -> Path:
        """Where a daemon on any free port says which one it got."""
        return self.path(self.settings.office.folder) / "port"


def init_house(folder: Path, secrets: Secrets | None = None) -> list[Path]:
    """Makes what is missing; refuses where an office is already."""
    if (folder / FILE).exists():
        raise PbemError(f"{FILE} is here already. Nothing was touched.", "another folder: pbem --dir FOLDER init")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_text(START, encoding="utf-8")
    settings = load_settings(folder)
    mail, keys = folder / settings.office.folder, folder / settings.keys
    for made in (mail, keys, folder / settings.archive):
        made.mkdir(parents=True, exist_ok=True)
    write_key(keys / KEY_FILE, (secrets or environment_secrets()).draw("token key"))
    upgrade(absolute_url(settings.database, folder))
    return [folder / FILE, folder / "data" / "pbem.sqlite", mail, keys]


def init_on_any_port(folder: Path, secrets: Secrets | None = None) -> None:
    """For an office of a while, beside any other on the machine."""
    init_house(folder, secrets)
    file = folder / FILE
    file.write_text(START.replace("port = 2525", "port = 0   "), encoding="utf-8")


def write_key(file: Path, key: bytes) -> None:
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as out:
        out.write(key.hex() + "\n")


def open_house(folder: Path, clock: Clock | None = None, secrets: Secrets | None = None) -> House:
    settings = load_settings(folder)
    file = folder / settings.keys / KEY_FILE
    try:
        key = bytes.fromhex(file.read_text().strip())
    except (OSError, ValueError):
        raise PbemError(f"{file} is missing or unreadable", "restore it from your backup: without it no reply is recognised") from None
    store = open_store(absolute_url(settings.database, folder))
    require_current(store)
    return House(folder, settings, store, clock or environment_clock(), secrets or environment_secrets(), key, Library(settings.rulesets))


def environment_clock() -> Clock:
    """PBEM_TIME stops the clock: two runs of a proof must say the same deadlines."""
    text = os.environ.get("PBEM_TIME")
    return SetClock(datetime.fromisoformat(text)) if text else SystemClock()


def environment_secrets() -> Secrets:
    """PBEM_SEED makes every secret follow from it: for proofs only."""
    seed = os.environ.get("PBEM_SEED")
    return SeededSecrets(seed) if seed else SystemSecrets()

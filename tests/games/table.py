"""A table to play at: an office in a folder with a clock that is moved by hand, its post office on loopback, players who write mail."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

from sqlmodel import select

from pbem.games.clock import SeededSecrets, SetClock
from pbem.games.daemon import post_office, work_once
from pbem.games.gamefile import GameFile, load
from pbem.games.house import House, init_house, open_house
from pbem.games.ledger import open_source
from pbem.games.new import new_game
from pbem.games.settings import FILE, GameSettings
from pbem.mail.letter import Letter, parse
from pbem.mail.sources import Source
from pbem.store.tables import MessageRow, OutboxRow

START = datetime(2026, 12, 1, 8, 0, tzinfo=UTC)


def make_house(folder: Path, seed: str = "a seed of the tests", start: datetime = START) -> House:
    """With the toy among its rulesets, and any free port."""
    secrets = SeededSecrets(seed)
    init_house(folder, secrets)
    settings = folder / FILE
    text = settings.read_text().replace("rulesets = []", 'rulesets = ["tests.toy.rules"]').replace("port = 2525", "port = 0")
    settings.write_text(text)
    return open_house(folder, SetClock(start), secrets)


@dataclass
class Mail:
    """A mail of ours as the player sees it."""

    raw: bytes
    letter: Letter
    text: str
    reply_to: str

    @property
    def subject(self) -> str:
        return self.letter.subject

    @property
    def flat(self) -> str:
        """The text on one line: where it was wrapped does not matter."""
        return " ".join(self.text.split())

    def files(self) -> dict[str, bytes]:
        from email import message_from_bytes
        from email.policy import SMTP

        parts = message_from_bytes(self.raw, policy=SMTP).iter_attachments()
        return {part.get_filename() or "": part.get_payload(decode=True) or b"" for part in parts}  # type: ignore[misc]


def opened(raw: bytes) -> Mail:
    from email import message_from_bytes
    from email.policy import SMTP

    letter = parse(raw)
    lines = [line for text in letter.texts if text.origin == "body" for line in text.lines]
    return Mail(raw, letter, "\n".join(lines), str(message_from_bytes(raw, policy=SMTP)["Reply-To"]))


@dataclass
class Player:
    table: Table
    side: str
    address: str
    sent: int = 0
    read: int = 0

    def inbox(self) -> list[Mail]:
        return [opened(found.raw) for found in self.table.house.maildirs.read(self.address)]

    def new(self) -> list[Mail]:
        """What came since he last looked."""
        mails = self.inbox()[self.read :]
        self.read += len(mails)
        return mails

    def last(self) -> Mail:
        return self.inbox()[-1]

    def write(self, text: str, subject: str = "", files: dict[str, str] | None = None, headers: dict[str, str] | None = None) -> None:
        """Answers the last mail he got, as a mail program does."""
        answered = self.last()
        self.sent += 1
        mail = EmailMessage()
        mail["From"], mail["To"] = self.address, answered.reply_to
        mail["Subject"] = subject or f"Re: {answered.subject}"
        mail["Message-ID"] = f"<{self.side}-{self.sent}@player.test>"
        mail["In-Reply-To"] = answered.letter.message_id
        for name, value in (headers or {}).items():
            del mail[name]
            mail[name] = value
        mail.set_content(text)
        for name, content in (files or {}).items():
            mail.add_attachment(content, filename=name)
        self.table.deliver(self.address, mail)

    def say(self, text: str, subject: str = "", files: dict[str, str] | None = None, headers: dict[str, str] | None = None) -> Mail:
        """Writes, lets the office work, and reads the answer to this very mail."""
        self.new()
        self.write(text, subject, files, headers)
        name = f"<{self.side}-{self.sent}@player.test>"
        self.table.work()
        answers = [mail for mail in self.inbox() if mail.letter.in_reply_to == name]
        assert len(answers) == 1, f"{len(answers)} answers to {text!r}"
        return answers[0]


@dataclass
class Table:
    house: House
    game: str
    source: Source
    port: int
    players: dict[str, Player] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)

    def work(self) -> None:
        for _ in range(200):
            if not work_once(self.house, self.source, self.said.append):
                break
        trouble = [line for line in self.said if "Traceback" in line]
        assert not trouble, trouble[0]

    def deliver(self, sender: str, mail: EmailMessage) -> None:
        with smtplib.SMTP("127.0.0.1", self.port) as smtp:
            smtp.send_message(mail, sender, [str(mail["To"])])

    def later(self, **span: float) -> None:
        assert isinstance(self.house.clock, SetClock)
        self.house.clock.move(timedelta(**span))
        self.work()

    @property
    def file(self) -> GameFile:
        return load(self.house, self.game)

    def outcomes(self) -> list[str]:
        with self.house.store.read() as session:
            return [row.outcome for row in session.exec(select(MessageRow))]

    def outbox(self) -> list[OutboxRow]:
        with self.house.store.read() as session:
            return list(session.exec(select(OutboxRow)))

    def join_all(self) -> None:
        self.work()
        for player in self.players.values():
            player.say("JOIN")
            player.new()


@contextmanager
def table(
    folder: Path,
    scenario: str,
    seats: dict[str, str],
    settings: GameSettings | None = None,
    languages: dict[str, str] | None = None,
    game: str = "g1",
    seed: str = "a seed of the tests",
) -> Iterator[Table]:
    house = make_house(folder, seed)
    with post_office(house) as office:
        assert office is not None
        new_game(house, scenario, game, seats, settings, languages)
        source = open_source(house)
        found = Table(house, game, source, office.port)
        found.players = {side: Player(found, side, who) for side, who in seats.items() if who != "staff"}
        try:
            yield found
        finally:
            source.close()
            house.store.close()


def people(*sides: str) -> dict[str, str]:
    return {side: f"{side}@localhost" for side in sides}

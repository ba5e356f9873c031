"""A player's post office at the terminal: his Maildir of the embedded office, one game at a time."""

from __future__ import annotations

import asyncio
import mailbox
import time
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from email.utils import make_msgid, parseaddr
from pathlib import Path

from pbem.errors import PbemError
from pbem.games.gamefile import load
from pbem.games.house import House
from pbem.games.sending import smtp_of
from pbem.mail.maildir import open_maildir
from pbem.mail.office import NotOurs, by_arrival
from pbem.mail.smtp import Failure, Letterbox, send_all
from pbem.mail.tokens import seat_address

LOOK_EVERY = 0.2
TOGETHER = 0.6  # an answer and a report that leave in one round arrive within this


@dataclass
class Item:
    key: str
    number: int
    sender: str
    subject: str
    date: str
    message_id: str
    reply_to: str
    text: str
    files: list[tuple[str, bytes]]
    unread: bool


class Postbox:
    def __init__(self, house: House, game: str, side: str) -> None:
        file = load(house, game)
        if side not in file.seats:
            raise PbemError(f'{game} has no seat "{side}"', f"its seats: {', '.join(file.seats)}")
        seat = file.seats[side]
        if not seat.address:
            raise PbemError(f"{game}.{side} is played by the staff: nobody has a mailbox there", "pbem game show tells who plays")
        self.house, self.game, self.side, self.address = house, game, side, seat.address
        self.orders_to = seat_address(house.key, game, side, seat.generation, house.settings.domain)
        self.folder = self._folder()
        self._known: dict[str, Item] = {}  # a mail never changes, only its flags do

    def _folder(self) -> Path:
        if self.house.settings.smtp is not None:
            raise PbemError(
                f"mail for {self.address} leaves by {self.house.settings.smtp.host}", "read it in the player's own mail program"
            )
        try:
            return self.house.maildirs.folder(self.address)
        except NotOurs as error:
            raise PbemError(f"{self.game}.{self.side}: {error.message}", error.remedy) from None

    def items(self) -> list[Item]:
        """The mails of this seat, oldest first; `number` counts them."""
        if not self.folder.is_dir():
            return []
        box = open_maildir(self.folder)
        seen = self._seen()
        found = [self._item(key, box) for key in sorted(box.keys(), key=by_arrival)]
        mine = [item for item in found if item.reply_to.lower() == self.orders_to]
        for number, item in enumerate(mine, 1):
            item.number, item.unread = number, item.key not in seen
        return mine

    def _seen(self) -> set[str]:
        names = (path.name.partition(":") for path in (self.folder / "cur").iterdir())
        return {key for key, _, flags in names if "S" in flags.rpartition(",")[2]}

    def _item(self, key: str, box: mailbox.Maildir) -> Item:
        if key not in self._known:
            self._known[key] = opened(key, box.get_bytes(key))
        return self._known[key]

    def unread(self) -> list[Item]:
        return [item for item in self.items() if item.unread]

    def wait(self, seconds: float) -> list[Item]:
        """The unread mails, as soon as there is one and no more come with it."""
        end = time.monotonic() + seconds
        while not self.unread() and time.monotonic() < end:
            time.sleep(LOOK_EVERY)
        found = self.unread()
        while found and seconds:
            time.sleep(TOGETHER)
            if len(self.unread()) == len(found):
                break
            found = self.unread()
        return found

    def mark_read(self, item: Item) -> None:
        box = open_maildir(self.folder)
        message = box.get_message(item.key)
        message.set_subdir("cur")
        message.add_flag("S")
        box[item.key] = message

    def save_files(self, item: Item, folder: Path | None = None) -> list[Path]:
        """The attachments, under their own names in the player's folder."""
        place = folder or self.house.path(self.house.settings.office.folder) / "saved" / f"{self.game}.{self.side}"
        paths = []
        for name, content in item.files:
            place.mkdir(parents=True, exist_ok=True)
            path = place / (Path(name).name or "file")
            path.write_bytes(content)
            paths.append(path)
        return paths

    def send(self, text: str) -> str:
        """As a mail program would: an answer to the newest mail. Its subject."""
        items = self.items()
        newest = items[-1] if items else None
        subject = answered(newest.subject) if newest else f"[{self.game}] orders"
        letter = Letterbox("1", self.address, self.orders_to, self._compose(text, subject, newest))
        problems: list[Failure] = []
        asyncio.run(send_all(smtp_of(self.house), [letter], lambda done: None, lambda tried, why: problems.append(why)))
        if problems:
            remedy = "start it: pbem serve" if not problems[0].permanent else ""
            raise PbemError(f"the post office does not take the mail: {problems[0].text}", remedy)
        return subject

    def _compose(self, text: str, subject: str, newest: Item | None) -> bytes:
        message = EmailMessage(policy=SMTP)
        message["From"], message["To"], message["Subject"] = self.address, self.orders_to, subject
        message["Date"] = self.house.clock.now()
        message["Message-ID"] = make_msgid(domain=self.address.rpartition("@")[2])
        if newest is not None:
            message["In-Reply-To"] = message["References"] = newest.message_id
        message.set_content(text if text.endswith("\n") else text + "\n")
        return message.as_bytes()


def opened(key: str, raw: bytes) -> Item:
    message = message_from_bytes(raw, policy=default)
    body = message.get_body(("plain", "html"))
    files = [(part.get_filename() or "file", part.get_payload(decode=True)) for part in message.iter_attachments()]

    def field(name: str) -> str:
        return " ".join(str(message.get(name, "")).split())  # a long field is folded over two lines

    return Item(
        key=key,
        number=0,
        sender=field("From"),
        subject=field("Subject"),
        date=field("Date"),
        message_id=field("Message-ID"),
        reply_to=parseaddr(field("Reply-To"))[1],
        text=body.get_content() if body is not None else "",
        files=[(name, content) for name, content in files if isinstance(content, bytes)],
        unread=True,
    )


def answered(subject: str) -> str:
    return subject if subject.lower().startswith("re:") else f"Re: {subject}"

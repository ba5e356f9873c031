"""The embedded post office: SMTP on loopback, delivered into Maildirs that any mail program can open."""

import asyncio
import os
import re
import socket
import threading
from pathlib import Path
from typing import cast

import msgspec
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.errors import PbemError
from pbem.mail.maildir import open_maildir
from pbem.mail.settings import OfficeSettings
from pbem.mail.tokens import ORDERS

LARGEST_MAIL = 32 * 1024 * 1024

_ADDRESS = re.compile(r"(?P<local>[a-z0-9_][a-z0-9._+=-]*)@(?P<domain>[a-z0-9][a-z0-9.-]*)")
_MAILDIR_NAME = re.compile(r"(\d+)\.(?:M(\d+))?(?:P\d+)?(?:Q(\d+))?")


class NotOurs(PbemError):
    """Mail for an address that this office does not deliver to."""


class Delivered(msgspec.Struct, frozen=True):
    name: str
    raw: bytes


def by_arrival(name: str) -> tuple[int, int, int, str]:
    """Sort key of a Maildir file name: seconds, microseconds, the deliverer's own count."""
    found = _MAILDIR_NAME.match(name)
    if found is None:
        return (0, 0, 0, name)
    return (int(found[1]), int(found[2] or 0), int(found[3] or 0), name)


class Maildirs:
    """The folders under `root`: `orders` for all mail to the games, `people/<address>` for everybody else."""

    def __init__(self, root: Path, domain: str = "localhost") -> None:
        self.root = root
        self.domains = (domain.lower(), "localhost")
        self.orders = root / ORDERS

    def folder(self, address: str) -> Path:
        found = _ADDRESS.fullmatch(address.strip().lower())
        if found is None:
            raise NotOurs(f"{address} is not an address this post office can deliver to")
        if found["domain"] not in self.domains:
            names = " and ".join(dict.fromkeys(self.domains))
            raise NotOurs(f"{address} is not local: this post office carries mail for {names} only",
                          remedy="give pbem an SMTP server of the outside world in its configuration")
        if found["local"].partition("+")[0] == ORDERS:
            return self.orders
        return self.root / "people" / found[0]

    def deliver(self, address: str, raw: bytes) -> str:
        """On disk, and the folder's entry too, before it returns: the sender forgets the mail then."""
        folder = self.folder(address)
        name = open_maildir(folder).add(f"Delivered-To: {address}\n".encode() + raw.replace(b"\r\n", b"\n"))
        _sync_folder(folder / "new")
        return name

    def read(self, address: str) -> list[Delivered]:
        folder = self.folder(address)
        if not folder.is_dir():
            return []
        box = open_maildir(folder)
        return [Delivered(name, box.get_bytes(name)) for name in sorted(box.keys(), key=by_arrival)]

    def people(self) -> list[str]:
        folder = self.root / "people"
        return sorted(entry.name for entry in folder.iterdir()) if folder.is_dir() else []


class _Listener(Controller):
    def _trigger_server(self) -> None:
        """Its first connection goes to `port`, which must be the real one when any free one was asked for."""
        self.port = cast(asyncio.Server, self.server).sockets[0].getsockname()[1]
        super()._trigger_server()      # type: ignore[no-untyped-call]


class Office:
    """Listens until stopped; `arrived` is set whenever a mail was put into a Maildir."""

    def __init__(self, settings: OfficeSettings) -> None:
        self.settings = settings
        self.maildirs = Maildirs(Path(settings.folder), settings.domain)
        self.arrived = threading.Event()
        self._controller = _Listener(self, hostname=settings.host, port=settings.port,
                                     data_size_limit=LARGEST_MAIL, enable_SMTPUTF8=True)

    @property
    def port(self) -> int:
        port: int = self._controller.port
        return port

    def start(self) -> None:
        wanted = self.settings
        try:  # first whether the port is free: the controller would tell only after five seconds
            socket.create_server((wanted.host, wanted.port), family=socket.AF_INET6 if ":" in wanted.host else socket.AF_INET).close()
            self._controller.start()
        except OSError as error:
            place = f"{self.settings.host} port {self.settings.port}"
            raise PbemError(f"cannot listen for mail on {place}: {error.strerror}",
                            remedy="another program has the port: stop it or configure another one") from error

    def stop(self) -> None:
        if not self._controller.loop.is_closed():
            self._controller.stop(no_assert=True)

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope,
                          address: str, options: list[str]) -> str:
        try:
            self.maildirs.folder(address)
        except NotOurs as refusal:
            return f"550 5.7.1 {refusal}".encode("ascii", "replace").decode()
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content
        raw = content.encode() if isinstance(content, str) else content or b""
        try:
            for address in envelope.rcpt_tos:
                self.maildirs.deliver(address, raw)
        except OSError as error:
            return f"452 4.3.1 cannot store the mail: {error.strerror}"
        self.arrived.set()
        return "250 OK"


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

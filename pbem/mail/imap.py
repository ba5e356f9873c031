"""Mail in by IMAP: IDLE where the server can, polling where not; processed mail is moved, flags decide nothing."""

import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError, LoginError

from pbem.errors import PbemError
from pbem.mail.incoming import Incoming, incoming
from pbem.mail.settings import ImapSettings
from pbem.mail.sources import Clock

FIRST_DELAY = 1.0
LONGEST_DELAY = 300.0
LARGEST_MAIL = 32 * 1024 * 1024        # beyond it only the beginning is fetched, enough to answer that it is too big
FIRST_PIECE = 256 * 1024
BATCH = 20

T = TypeVar("T")
_TROUBLE = (IMAPClientError, OSError)  # ssl.SSLError and timeouts are OSErrors


class MailboxUnreachable(PbemError):
    """Not now; the source tries again by itself, later and later."""


class ImapSource:
    def __init__(self, settings: ImapSettings, clock: Clock, sleep: Callable[[float], None] = time.sleep) -> None:
        self.settings = settings
        self.mailbox = f"{settings.user}@{settings.host}/{settings.folder}"
        self._clock = clock
        self._sleep = sleep
        self._client: IMAPClient | None = None
        self._delay = 0.0

    def fetch(self) -> list[Incoming]:
        def waiting(client: IMAPClient) -> list[Incoming]:
            validity = self._validity(client)
            uids = sorted(client.search("ALL"))
            return [mail for start in range(0, len(uids), BATCH)
                    for mail in self._fetched(client, validity, uids[start:start + BATCH])]
        return self._talk(waiting)

    def done(self, mail: Incoming) -> None:
        def put_away(client: IMAPClient) -> None:
            if self._validity(client) != mail.uidvalidity:
                return                 # that number may be another mail now; this one will be handed out anew
            if client.search(["UID", str(mail.uid)]):
                self._move(client, mail.uid)
        self._talk(put_away)

    def wait(self, seconds: float) -> bool:
        if self._client is None:
            self._sleep(min(seconds, self._delay))
            return seconds > self._delay
        try:
            if self._client.has_capability("IDLE"):
                return self._idle(self._client, seconds)
        except _TROUBLE:
            self._drop()
            return True
        self._sleep(seconds)
        return True

    def close(self) -> None:
        self._drop()

    def _idle(self, client: IMAPClient, seconds: float) -> bool:
        client.idle()
        try:
            told = client.idle_check(timeout=seconds)
        finally:
            _, late = client.idle_done()
        return any(_is_new_mail(line) for line in [*told, *late])

    def _fetched(self, client: IMAPClient, validity: int, uids: list[int]) -> list[Incoming]:
        sizes = client.fetch(uids, ["RFC822.SIZE"])
        small = [uid for uid in uids if uid in sizes and sizes[uid][b"RFC822.SIZE"] <= LARGEST_MAIL]
        raws = {uid: found[b"BODY[]"] for uid, found in (client.fetch(small, ["BODY.PEEK[]"]) if small else {}).items()}
        for uid in (uid for uid in uids if uid in sizes and uid not in small):
            raws[uid] = client.fetch([uid], [f"BODY.PEEK[]<0.{FIRST_PIECE}>"])[uid][b"BODY[]<0>"]
        now = self._clock()
        return [incoming(self.mailbox, validity, uid, raws[uid], now) for uid in uids if uid in raws]

    def _validity(self, client: IMAPClient) -> int:
        """Selecting anew is how a server tells that it renumbered the folder."""
        validity: int = client.select_folder(self.settings.folder)[b"UIDVALIDITY"]
        return validity

    def _move(self, client: IMAPClient, uid: int) -> None:
        folder = self.settings.processed
        if not client.folder_exists(folder):
            client.create_folder(folder)
            client.subscribe_folder(folder)
        if client.has_capability("MOVE"):
            client.move([uid], folder)
            return
        client.copy([uid], folder)
        client.delete_messages([uid])
        client.expunge([uid] if client.has_capability("UIDPLUS") else None)

    def _talk(self, do: Callable[[IMAPClient], T]) -> T:
        """Once more on a fresh connection if the old one had died meanwhile."""
        if self._client is not None:
            try:
                return do(self._client)
            except _TROUBLE:
                self._drop()
        try:
            self._client = self._connected()
            answer = do(self._client)
        except _TROUBLE as error:
            self._drop()
            self._delay = min(max(self._delay * 2, FIRST_DELAY), LONGEST_DELAY)
            raise self._unreachable(error) from error
        self._delay = 0.0
        return answer

    def _connected(self) -> IMAPClient:
        wanted = self.settings
        context = ssl.create_default_context(cafile=wanted.ca_file or None)
        client = IMAPClient(wanted.host, wanted.port, ssl=wanted.tls == "tls", ssl_context=context,
                            timeout=wanted.timeout)
        try:
            if wanted.tls == "starttls":
                client.starttls(context)
            client.login(wanted.user, wanted.password)
        except _TROUBLE:
            client.shutdown()
            raise
        return client

    def _unreachable(self, error: Exception) -> MailboxUnreachable:
        if isinstance(error, LoginError):
            return MailboxUnreachable(f"{self.settings.host} refuses the user {self.settings.user}: {error}",
                                      remedy="check user and password of the mailbox in the configuration")
        return MailboxUnreachable(f"the mailbox {self.mailbox} cannot be reached: {error}",
                                  remedy="check host, port and TLS of the mailbox; no mail is lost meanwhile")

    def _drop(self) -> None:
        if self._client is not None:
            with suppress(*_TROUBLE):  # it may be gone already, which is what is wanted
                self._client.shutdown()
        self._client = None


def _is_new_mail(line: Any) -> bool:
    return isinstance(line, tuple) and len(line) > 1 and line[1] in (b"EXISTS", b"RECENT")

"""Where mail comes in. A source hands out every mail not yet done, as often as asked; the store sees to once."""

import os
import threading
import time
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Protocol

import msgspec

from pbem.mail.incoming import Incoming, incoming
from pbem.mail.maildir import open_maildir
from pbem.mail.office import by_arrival

Clock = Callable[[], str]              # the time now, ISO

PROCESSED = "Processed"
_UID_LIST = "pbem-uids.json"
_LOOK_EVERY = 0.5


class Source(Protocol):
    def fetch(self) -> list[Incoming]:
        """Everything waiting, in order of arrival. Raises PbemError when the mailbox cannot be reached."""

    def done(self, mail: Incoming) -> None:
        """Put away a mail that is safely stored; nothing happens if it is put away already."""

    def wait(self, seconds: float) -> bool:
        """Return early, with True, when there is something to fetch."""

    def close(self) -> None: ...


class MaildirSource:
    """A Maildir that our own post office or a local mail server delivers to."""

    def __init__(self, folder: Path, clock: Clock, wake: threading.Event | None = None) -> None:
        self.folder = folder
        self._clock = clock
        self._wake = wake or threading.Event()
        self._box = open_maildir(folder)
        self._uids = _UidList(folder / _UID_LIST, clock)
        self._handed: frozenset[str] = frozenset()

    def fetch(self) -> list[Incoming]:
        self._wake.clear()
        now = self._clock()
        uids = self._uids.numbered(sorted(self._box.keys(), key=by_arrival))
        self._handed = frozenset(uids)
        return [incoming(str(self.folder), self._uids.validity, uid, self._box.get_bytes(name), now)
                for name, uid in uids.items()]

    def done(self, mail: Incoming) -> None:
        name = self._uids.name_of(mail.uidvalidity, mail.uid)
        source = None if name is None else self._file(name)
        if source is not None:
            self._box.add_folder(PROCESSED)
            os.replace(source, self.folder / f".{PROCESSED}" / "cur" / source.name)

    def wait(self, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while self._handed.issuperset(self._box.keys()):
            left = end - time.monotonic()
            if left <= 0:
                return False
            self._wake.wait(min(left, _LOOK_EVERY))
            self._wake.clear()
        return True

    def close(self) -> None:
        self._box.close()

    def _file(self, name: str) -> Path | None:
        entries = (entry for part in ("new", "cur") for entry in (self.folder / part).iterdir())
        return next((entry for entry in entries if entry.name.partition(":")[0] == name), None)


class _Uids(msgspec.Struct):
    validity: int
    next: int
    names: dict[str, int]


class _UidList:
    """Numbers for a Maildir's files as IMAP gives them: never used twice, and a new validity if the list was lost."""

    def __init__(self, path: Path, clock: Clock) -> None:
        self._path = path
        self._stored = self._load(clock)

    @property
    def validity(self) -> int:
        return self._stored.validity

    def numbered(self, names: Iterable[str]) -> dict[str, int]:
        """The number of each file there is, by number; the numbers of files that went are forgotten."""
        known, following = self._stored.names, self._stored.next
        uids: dict[str, int] = {}
        for name in names:
            uids[name] = known.get(name, following)
            following += name not in known
        uids = dict(sorted(uids.items(), key=lambda item: item[1]))
        if following != self._stored.next:
            self._save(_Uids(self.validity, following, uids))
        return uids

    def name_of(self, validity: int, uid: int) -> str | None:
        if validity != self.validity:
            return None
        return next((name for name, number in self._stored.names.items() if number == uid), None)

    def _load(self, clock: Clock) -> _Uids:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=_Uids)
        except (FileNotFoundError, msgspec.DecodeError):
            return _Uids(int(datetime.fromisoformat(clock()).timestamp()), 1, {})

    def _save(self, uids: _Uids) -> None:
        """In force only once it is on disk: a number handed out and forgotten would be given to another mail."""
        draft = self._path.with_suffix(".new")
        with draft.open("wb") as file:
            file.write(msgspec.json.encode(uids))
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, self._path)
        self._stored = uids

"""`pbem serve`: one process, guarded by a lock file, that loops over what is due. Killed at any instant it loses nothing."""

from __future__ import annotations

import fcntl
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pbem.errors import PbemError
from pbem.games.gamefile import game_ids
from pbem.games.house import House
from pbem.games.ledger import message, open_source, receive, unhandled
from pbem.games.mailroom import handle, set_aside
from pbem.games.sending import send_due
from pbem.games.tend import tend
from pbem.mail.office import Office
from pbem.mail.settings import OfficeSettings
from pbem.mail.sources import Source

LOCK = "pbem.lock"
LOOK_EVERY = 5.0

Say = Callable[[str], None]


def quiet(line: str) -> None:
    """Nobody watches."""


@contextmanager
def only_one(house: House) -> Iterator[None]:
    path = house.path(house.settings.office.folder).parent / LOCK
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise PbemError("another pbem serve works in this folder", f"stop it first (lock: {path})") from None
        yield


@contextmanager
def post_office(house: House) -> Iterator[Office | None]:
    """The embedded office, where no server of the outside world does both its works."""
    if house.settings.imap is not None and house.settings.smtp is not None:
        yield None
        return
    wanted = house.settings.office
    folder = house.path(wanted.folder)
    folder.mkdir(parents=True, exist_ok=True)
    office = Office(OfficeSettings(folder=str(folder), domain=house.settings.domain, host=wanted.host, port=wanted.port))
    office.start()
    house.port_file.write_text(str(office.port))
    try:
        yield office
    finally:
        office.stop()


def serve(house: House, stop: threading.Event | None = None, say: Say = quiet) -> None:
    """Until `stop` is set: receive, handle, tend, send."""
    ending = stop or threading.Event()
    with only_one(house), post_office(house) as office:
        say(f"listening on port {office.port}" if office else "mail by IMAP and SMTP")
        source = open_source(house, office.arrived if office is not None else None)
        try:
            while not ending.is_set():
                worked = work_once(house, source, say)
                if not worked and not ending.is_set():
                    source.wait(min(LOOK_EVERY, 1.0) if stop else LOOK_EVERY)
        finally:
            source.close()


def work_once(house: House, source: Source, say: Say = quiet) -> bool:
    """One round; whether anything was done."""
    try:
        got = receive(house, source)
    except PbemError as error:
        say(f"mail in: {error}")
        got = 0
    handled = [handle_safely(house, number, say) for number in unhandled(house)]
    tended = [tend_safely(house, game, say) for game in game_ids(house, "inviting", "running", "ended")]
    return bool(got or handled or any(tended) or send_due(house))


def told(error: Exception) -> str:
    """A fault of a record or a setting in its own words; a fault of ours with its place."""
    if isinstance(error, PbemError):
        return f"{error}. {error.remedy}".rstrip(". ") + "."
    return f"a fault of pbem, please report it:\n{traceback.format_exc()}"


def handle_safely(house: House, number: int, say: Say) -> bool:
    """A mail that breaks us is set aside for the moderator: it must not stop the post of the others."""
    try:
        say(f"mail {number}: {handle(house, number)}")
    except Exception as error:
        row = message(house, number)
        assert row is not None
        set_aside(house, row, "failed", f"{type(error).__name__}: {error}")
        say(f"mail {number} was set aside: {told(error)}")
    return True


def tend_safely(house: House, game: str, say: Say) -> bool:
    try:
        done = tend(house, game)
    except Exception as error:
        trouble = f"{game} needs the moderator: {told(error)}"
        if house.troubles.get(game) != trouble:  # once, not every few seconds
            say(trouble)
        house.troubles[game] = trouble
        return False
    house.troubles.pop(game, None)
    if done:
        say(f"{game} went on")
    return done

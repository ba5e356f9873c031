"""Every mail is stored as it came before anything looks at it; a mail fetched again is known by its number in the mailbox."""

from __future__ import annotations

import threading

from sqlmodel import Session, col, select

from pbem.games.house import House
from pbem.mail.imap import ImapSource
from pbem.mail.incoming import Incoming
from pbem.mail.sources import MaildirSource, Source
from pbem.store.tables import MessageRow


def open_source(house: House, wake: threading.Event | None = None) -> Source:
    if house.settings.imap is not None:
        return ImapSource(house.settings.imap, house.now)
    return MaildirSource(house.maildirs.orders, house.now, wake)


def receive(house: House, source: Source) -> int:
    """Stores what is waiting; how many mails were new."""
    new = 0
    for mail in source.fetch():
        with house.store.write() as session:
            new += _store(session, mail)
        house.at("raw mail stored")
        source.done(mail)
    return new


def _store(session: Session, mail: Incoming) -> int:
    place = select(MessageRow.id).where(
        MessageRow.mailbox == mail.mailbox, MessageRow.uidvalidity == mail.uidvalidity, MessageRow.uid == mail.uid
    )
    if session.exec(place).first() is not None:
        return 0
    again = session.exec(select(MessageRow.id).where(MessageRow.fingerprint == mail.fingerprint)).first() is not None
    session.add(
        MessageRow(
            mailbox=mail.mailbox,
            uidvalidity=mail.uidvalidity,
            uid=mail.uid,
            message_id=mail.message_id,
            digest=mail.digest,
            fingerprint=mail.fingerprint,
            raw=mail.raw,
            arrived=mail.arrived,
            handled=again,
            outcome="duplicate" if again else "",
        )
    )
    return 1


def unhandled(house: House) -> list[int]:
    """In order of arrival, which counts, not the date a mail claims."""
    with house.store.read() as session:
        found = session.exec(select(MessageRow.id).where(col(MessageRow.handled).is_(False)).order_by(col(MessageRow.id)))
        return [number for number in found if number is not None]


def message(house: House, number: int) -> MessageRow | None:
    with house.store.read() as session:
        return session.get(MessageRow, number)

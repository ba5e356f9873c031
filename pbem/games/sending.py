"""The outbox: what the commits laid in it leaves by SMTP; what fails for now is tried again later and later."""

from __future__ import annotations

import asyncio
from datetime import timedelta

from sqlmodel import col, select

from pbem.games.clock import iso
from pbem.games.house import House
from pbem.mail.settings import SmtpSettings
from pbem.mail.smtp import Failure, Letterbox, send_all
from pbem.store.tables import OutboxRow

FIRST_DELAY = timedelta(minutes=1)
LONGEST_DELAY = timedelta(hours=4)


def smtp_of(house: House) -> SmtpSettings:
    """The server of the settings, or our own post office at the port it got."""
    if house.settings.smtp is not None:
        return house.settings.smtp
    port = int(house.port_file.read_text()) if house.port_file.exists() else house.settings.office.port
    return SmtpSettings(host=house.settings.office.host, port=port)


def send_due(house: House) -> int:
    """How many mails left."""
    rows = waiting(house)
    if not rows:
        return 0
    sent: list[str] = []

    def done(letter: Letterbox) -> None:
        _mark(house, int(letter.key), None)
        sent.append(letter.key)

    def failed(letter: Letterbox, failure: Failure) -> None:
        _mark(house, int(letter.key), failure)

    letters = [Letterbox(str(row.id), row.sender, row.to, row.raw) for row in rows]
    asyncio.run(send_all(smtp_of(house), letters, done, failed, lambda point: house.at("during DATA" if point == "smtp-data" else point)))
    return len(sent)


def waiting(house: House) -> list[OutboxRow]:
    with house.store.read() as session:
        found = select(OutboxRow).where(OutboxRow.state == "waiting", OutboxRow.next_try <= house.now()).order_by(col(OutboxRow.id))
        return list(session.exec(found))


def _mark(house: House, number: int, failure: Failure | None) -> None:
    with house.store.write() as session:
        row = session.get_one(OutboxRow, number)
        row.tries += 1
        if failure is None:
            row.state, row.why = "sent", ""
        else:
            row.why = failure.text
            row.state = "failed" if failure.permanent else "waiting"
            row.next_try = iso(house.clock.now() + min(FIRST_DELAY * 2 ** (row.tries - 1), LONGEST_DELAY))
        session.add(row)

"""The same game through a real IMAP server and a real SMTP server, with the daemon itself at work."""

from __future__ import annotations

import smtplib
import ssl
import threading
import time
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from imapclient import IMAPClient

from pbem.games.archive import archive_folder, read_record, verify_record
from pbem.games.daemon import serve
from pbem.games.gamefile import load
from pbem.games.house import House, open_house
from pbem.games.ledger import open_source
from pbem.games.new import new_game
from pbem.games.settings import FILE
from tests.games.play import what_next
from tests.games.table import Mail, make_house, opened, people
from tests.mail.real_servers import DOVECOT, PASSWORD, WHY_NOT, Dovecot, dovecot, smtp_server

pytestmark = pytest.mark.skipif(DOVECOT is None, reason=WHY_NOT)

PATIENCE = 120.0

SETTINGS = """
[imap]
host = "127.0.0.1"
port = {imaps}
user = "orders"
password = "{password}"
ca_file = "{certificate}"
[smtp]
host = "127.0.0.1"
port = {smtp}

[game]"""


def real_house(folder: Path, server: Dovecot, smtp: int) -> House:
    house = make_house(folder)
    house.store.close()
    facts = {"imaps": server.imaps, "password": PASSWORD, "certificate": server.certificate, "smtp": smtp}
    file = folder / FILE
    file.write_text(file.read_text().replace("\n[game]", SETTINGS.format(**facts), 1))
    return open_house(folder, house.clock, house.secrets)


def inbox(server: Dovecot, user: str) -> list[Mail]:
    with IMAPClient("127.0.0.1", server.imaps, ssl=True, ssl_context=trusted(server)) as client:
        client.login(user, PASSWORD)
        client.select_folder("INBOX")
        found = client.fetch(client.search(), ["BODY.PEEK[]"])
        return [opened(found[uid][b"BODY[]"]) for uid in sorted(found)]


def trusted(server: Dovecot) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(server.certificate))


def wait_for(there: Callable[[], Any]) -> Any:
    end = time.monotonic() + PATIENCE
    while not (found := there()):
        assert time.monotonic() < end, "nothing came"
        time.sleep(0.1)
    return found


@pytest.mark.parametrize("scenario, sides", [("toy/skirmish", ("red", "blue", "green")), ("air-bridge/breakout", ("allied", "german"))])
def test_a_whole_game_through_dovecot(tmp_path: Path, scenario: str, sides: tuple[str, ...]) -> None:
    (tmp_path / "house").mkdir()
    with dovecot("orders", *sides) as server, smtp_server(server.lmtp) as smtp:
        house = real_house(tmp_path / "house", server, smtp)
        stop = threading.Event()
        said: list[str] = []
        new_game(house, scenario, "g1", people(*sides))
        daemon = threading.Thread(target=serve, args=(house, stop, said.append))
        daemon.start()
        try:
            count = 0
            while load(house, "g1").game.status in ("inviting", "running"):
                side, text = next(((s, t) for s in sides if (t := what_next(load(house, "g1"), s))), ("", ""))
                if not side:
                    time.sleep(0.1)
                    continue
                count += 1
                answer(server, smtp, side, text, f"<{count}@player.test>")
            assert not [line for line in said if "Traceback" in line], said
            record = wait_for(
                lambda: (archive_folder(load(house, "g1")) / "record.json").exists() and read_record(archive_folder(load(house, "g1")))
            )
            assert all(proof.opened and not proof.faults for proof in verify_record(record, load(house, "g1").rules))
            assert any("over" in mail.subject for mail in inbox(server, sides[0]))
        finally:
            stop.set()
            daemon.join(30)
            house.store.close()


def answer(server: Dovecot, smtp: int, side: str, text: str, name: str) -> None:
    """Replies to his last mail and waits for the one answer."""
    last = wait_for(lambda: inbox(server, side))[-1]
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = f"{side}@localhost", last.reply_to, f"Re: {last.subject}", name
    mail["In-Reply-To"] = last.letter.message_id
    mail.set_content(text)
    with smtplib.SMTP("127.0.0.1", smtp) as client:
        client.send_message(mail)
    answers = wait_for(lambda: [m for m in inbox(server, side) if m.letter.in_reply_to == name])
    assert len(answers) == 1


def test_a_mail_is_fetched_once_and_put_away_and_idle_wakes_the_source(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    with dovecot("orders", "red") as server, smtp_server(server.lmtp) as smtp:
        house = real_house(tmp_path / "house", server, smtp)
        source = open_source(house)
        assert source.fetch() == []
        woken: list[bool] = []
        waiting = threading.Thread(target=lambda: woken.append(source.wait(60)))
        waiting.start()
        with smtplib.SMTP("127.0.0.1", smtp) as client:
            client.sendmail("red@localhost", ["orders+g1.red.aaaaaaaaaa@localhost"], b"Subject: x\r\n\r\nSTATUS\r\n")
        waiting.join(PATIENCE)
        assert woken == [True]
        fetched = source.fetch()
        assert len(fetched) == 1 and b"STATUS" in fetched[0].raw
        assert [mail.uid for mail in source.fetch()] == [fetched[0].uid], "not done yet: handed out again under the same number"
        source.done(fetched[0])
        assert source.fetch() == []
        source.close()
        house.store.close()

"""The embedded post office: a mail sent by SMTP lies in a Maildir, comes in once, and can be answered."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pbem.errors import PbemError
from pbem.mail.compose import Outgoing, compose, message_id_for
from pbem.mail.letter import parse
from pbem.mail.office import Maildirs, NotOurs, Office
from pbem.mail.reading import own_text, read
from pbem.mail.settings import OfficeSettings, SmtpSettings
from pbem.mail.smtp import Failure, Letterbox, send_all
from pbem.mail.sources import MaildirSource
from pbem.mail.tokens import SeatAddress, seat_address, seat_addresses

KEY = b"a key of the tests"
HOST = "pbem.test"
ORDERS = seat_address(KEY, "ab7", "allied", 1, HOST)


def clock() -> str:
    return "2026-12-01T07:52:10+01:00"


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    office = Office(OfficeSettings(folder=str(tmp_path / "post"), domain=HOST))
    office.start()
    yield office
    office.stop()


class Log:
    def __init__(self) -> None:
        self.done: list[str] = []
        self.failed: list[tuple[str, Failure]] = []
        self.points: list[str] = []

    def send(self, settings: SmtpSettings, *letters: Letterbox) -> None:
        asyncio.run(send_all(settings, letters, lambda letter: self.done.append(letter.key),
                             lambda letter, failure: self.failed.append((letter.key, failure)), self.points.append))


def mail(key: str, to: str, text: str) -> Letterbox:
    raw = compose(Outgoing(sender="jan@localhost", to=to, subject="orders", text=text, date=clock(),
                           message_id=message_id_for("ab7", key, HOST)))
    return Letterbox(key, "jan@localhost", to, raw)


def smtp(office: Office) -> SmtpSettings:
    return SmtpSettings(port=office.port)


def test_orders_sent_by_smtp_come_in_with_their_seat_and_their_text(office: Office) -> None:
    log = Log()
    log.send(smtp(office), mail("a", ORDERS, "move 2 Devon à A0507\n"))
    source = MaildirSource(office.maildirs.orders, clock, office.arrived)
    [arrived] = source.fetch()
    letter = parse(arrived.raw)
    assert (log.done, log.failed, log.points) == (["a"], [], ["smtp-data", "smtp-sent"])
    assert arrived.arrived == clock()
    assert arrived.message_id == message_id_for("ab7", "a", HOST)
    assert seat_addresses(letter.recipients, HOST) == [SeatAddress("ab7", "allied", ORDERS.split(".")[2].split("@")[0])]
    assert own_text(read(letter)) == "move 2 Devon à A0507"


def test_the_envelope_names_the_seat_even_when_the_head_does_not(office: Office) -> None:
    hidden = mail("a", "somebody@else.test", "hello\n").raw
    Log().send(smtp(office), Letterbox("a", "jan@localhost", ORDERS, hidden))
    [arrived] = MaildirSource(office.maildirs.orders, clock).fetch()
    assert ORDERS in parse(arrived.raw).recipients


def test_many_mails_over_one_connection_arrive_in_order(office: Office) -> None:
    log = Log()
    log.send(smtp(office), *(mail(str(n), ORDERS, f"order {n}\n") for n in range(30)))
    arrived = MaildirSource(office.maildirs.orders, clock).fetch()
    assert log.done == [str(n) for n in range(30)]
    assert [own_text(read(parse(one.raw))) for one in arrived] == [f"order {n}" for n in range(30)]


def test_mail_for_foreign_addresses_is_refused_for_good_and_the_others_go_on(office: Office) -> None:
    log = Log()
    log.send(smtp(office), mail("a", "eve@example.org", "x\n"), mail("b", "jan@localhost", "y\n"))
    [(key, failure)] = log.failed
    assert (key, failure.permanent, failure.code) == ("a", True, 550)
    assert "eve@example.org is not local" in failure.text
    assert log.done == ["b"]
    assert [b"\ny\n" in found.raw for found in office.maildirs.read("jan@localhost")] == [True]
    assert office.maildirs.people() == ["jan@localhost"]


def test_no_server_is_a_temporary_failure_of_every_mail(office: Office) -> None:
    port = office.port
    office.stop()
    log = Log()
    log.send(SmtpSettings(port=port), mail("a", ORDERS, "x\n"), mail("b", ORDERS, "y\n"))
    assert [(key, failure.permanent) for key, failure in log.failed] == [("a", False), ("b", False)]


def test_a_taken_port_is_told(office: Office, tmp_path: Path) -> None:
    second = Office(OfficeSettings(folder=str(tmp_path / "other"), port=office.port))
    with pytest.raises(PbemError, match=f"port {office.port}"):
        second.start()


BAD = ["../up@localhost", "a/b@localhost", ".hidden@localhost", "nobody", "a@b@localhost", ""]


@pytest.mark.parametrize("address", BAD)
def test_no_address_reaches_outside_the_folder(tmp_path: Path, address: str) -> None:
    with pytest.raises(NotOurs):
        Maildirs(tmp_path).deliver(address, b"\n")


def test_a_mail_keeps_its_key_until_it_is_done(tmp_path: Path) -> None:
    maildirs = Maildirs(tmp_path, HOST)
    maildirs.deliver(ORDERS, b"Message-ID: <1@x>\n\none\n")
    maildirs.deliver(ORDERS, b"Message-ID: <2@x>\n\ntwo\n")
    first = MaildirSource(maildirs.orders, clock).fetch()
    source = MaildirSource(maildirs.orders, clock)
    assert source.fetch() == first
    source.done(first[0])
    source.done(first[0])
    maildirs.deliver(ORDERS, b"Message-ID: <3@x>\n\nthree\n")
    left = source.fetch()
    assert [(mail.uid, mail.message_id) for mail in left] == [(2, "<2@x>"), (3, "<3@x>")]
    assert {mail.uidvalidity for mail in left} == {first[0].uidvalidity}
    assert len(list((maildirs.orders / ".Processed" / "cur").iterdir())) == 1


def test_a_lost_list_of_numbers_gives_new_keys_but_the_same_fingerprints(tmp_path: Path) -> None:
    maildirs = Maildirs(tmp_path, HOST)
    maildirs.deliver(ORDERS, b"Message-ID: <1@x>\n\none\n")
    [before] = MaildirSource(maildirs.orders, clock).fetch()
    (maildirs.orders / "pbem-uids.json").unlink()
    source = MaildirSource(maildirs.orders, lambda: "2026-12-02T07:52:10+01:00")
    [after] = source.fetch()
    source.done(before)
    assert before.uidvalidity != after.uidvalidity
    assert before.fingerprint == after.fingerprint
    assert source.fetch() == [after]


def test_waiting_ends_when_mail_comes_and_not_for_mail_already_handed_out(office: Office) -> None:
    source = MaildirSource(office.maildirs.orders, clock, office.arrived)
    assert not source.wait(0)
    Log().send(smtp(office), mail("a", ORDERS, "x\n"))
    assert source.wait(10)
    source.fetch()
    assert not source.wait(0)


def test_two_deliveries_of_one_mail_have_one_fingerprint(office: Office) -> None:
    letter = mail("a", ORDERS, "x\n")
    Log().send(smtp(office), letter, letter, mail("b", ORDERS, "x\n"))
    first, second, other = MaildirSource(office.maildirs.orders, clock).fetch()
    assert first.fingerprint == second.fingerprint != other.fingerprint
    assert first.uid != second.uid


def test_a_reader_and_many_senders_may_open_a_new_mailbox_at_the_same_moment(tmp_path: Path) -> None:
    def deliver(n: int) -> str:
        return Maildirs(tmp_path / f"post{n // 8}", HOST).deliver(ORDERS, b"Subject: orders\n\nmove\n")

    with ThreadPoolExecutor(8) as many:
        names = list(many.map(deliver, range(64)))
    assert len(set(names)) == 64
    assert [len(MaildirSource(tmp_path / f"post{n}" / "orders", clock).fetch()) for n in range(8)] == [8] * 8

"""What comes by mail besides plain orders: late, twice, from strangers, from robots, too long, in two versions."""

import smtplib
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlmodel import select

from pbem.errors import PbemError
from pbem.games.moderator import release
from pbem.games.settings import GameSettings
from pbem.store.tables import AuditRow, MessageRow
from tests.games.table import Table, people, table

ALL = ("red", "blue", "green")
LETTERS = Path(__file__).parent.parent / "mail" / "letters"


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[Table]:
    with table(tmp_path, "toy/skirmish", people(*ALL)) as t:
        t.join_all()
        yield t


def messages(t: Table) -> list[MessageRow]:
    with t.house.store.read() as session:
        return list(session.exec(select(MessageRow).order_by(MessageRow.id)))  # type: ignore[arg-type]


def test_the_same_mail_delivered_twice_is_done_and_answered_once(toy: Table) -> None:
    red = toy.players["red"]
    mail = letter(toy, "ORDERS\nmove R1 mid\nEND", "<once@player.test>")
    for _ in range(3):
        toy.deliver(red.address, mail)
    toy.work()
    answers = [m for m in red.inbox() if m.letter.in_reply_to == "<once@player.test>"]
    assert len(answers) == 1 and len(toy.file.filings) == 1
    assert toy.outcomes().count("duplicate") == 2


def letter(t: Table, text: str, name: str, sender: str = "red@localhost", to: str = "") -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = sender, to or t.players["red"].last().reply_to, "orders", name
    mail.set_content(text)
    return mail


def test_the_order_of_arrival_counts_not_the_date_a_mail_claims(toy: Table) -> None:
    red = toy.players["red"]
    first = letter(toy, "ORDERS\nmove R1 mid\nEND", "<a@player.test>")
    first["Date"] = "Tue, 01 Dec 2026 23:00:00 +0000"
    second = letter(toy, "ORDERS\nmove R2 west\nEND", "<b@player.test>")
    second["Date"] = "Tue, 01 Dec 2026 01:00:00 +0000"
    toy.deliver(red.address, first)
    toy.deliver(red.address, second)
    toy.work()
    assert [filed.raw for filed in toy.file.filings] == ["move R1 mid", "move R2 west"]


def test_without_the_token_nothing_is_done_until_the_moderator_hands_it_on(toy: Table) -> None:
    seat = toy.players["red"].last().reply_to
    forged = seat.replace(seat.partition("@")[0][-3:], "aaa")
    toy.deliver("red@localhost", letter(toy, "ORDERS\nmove R1 mid\nEND", "<f@x.test>", to=forged))
    toy.deliver("x@localhost", letter(toy, "READY", "<g@x.test>", "x@localhost", "orders@localhost"))
    before = len(toy.outbox())
    toy.work()
    waiting = [row for row in messages(toy) if row.outcome == "quarantine"]
    assert [row.side for row in waiting] == ["red", ""] and len(toy.outbox()) == before
    assert not toy.file.filings
    number = waiting[0].id or 0
    with pytest.raises(PbemError, match="stands at"):
        release(toy.house, number, "g1", "red", "T7 plans")
    assert release(toy.house, number, "g1", "red", toy.file.step) == "released"
    assert [filed.raw for filed in toy.file.filings] == ["move R1 mid"]
    with pytest.raises(PbemError, match="not in quarantine"):
        release(toy.house, number, "g1", "red")


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto-Submitted": "auto-replied"},
        {"Subject": "Out of office: back on Monday"},
        {"Subject": "Réponse automatique : absent"},
        {"X-Pbem": "1"},
        {"Precedence": "bulk"},
    ],
)
def test_a_robot_is_never_answered(toy: Table, headers: dict[str, str]) -> None:
    red = toy.players["red"]
    before = len(toy.outbox())
    red.write("STATUS", headers=headers)
    toy.work()
    assert len(toy.outbox()) == before
    assert messages(toy)[-1].outcome == "automatic" and messages(toy)[-1].side == "red"


def test_our_own_mail_coming_back_is_not_answered(toy: Table) -> None:
    red = toy.players["red"]
    own = red.last().raw.replace(b"\n", b"\r\n")
    before = len(toy.outbox())
    with smtplib.SMTP("127.0.0.1", toy.port) as smtp:
        smtp.sendmail("red@localhost", [red.last().reply_to], own)
    toy.work()
    assert len(toy.outbox()) == before


def test_a_bounce_is_noted_on_the_seat_and_on_the_mail_that_came_back(toy: Table) -> None:
    raw = (LETTERS / "bounce.eml").read_bytes()
    ours = next(row for row in toy.outbox() if row.side == "red")
    start, end = raw.index(b"rfc822;"), raw.index(b"\n", raw.index(b"rfc822;"))
    raw = raw.replace(raw[start:end].split(b";")[1].strip(), ours.to.encode())
    with smtplib.SMTP("127.0.0.1", toy.port) as smtp:
        smtp.sendmail("", ["orders@localhost"], raw)
    before = len(toy.outbox())
    toy.work()
    row = messages(toy)[-1]
    assert (row.outcome, row.game, row.side) == ("bounce", "g1", "red")
    assert len(toy.outbox()) == before and "bounced" in {mail.state for mail in toy.outbox() if mail.side == "red"}
    with toy.house.store.read() as session:
        assert "bounce" in {audit.what for audit in session.exec(select(AuditRow).where(AuditRow.who == "red"))}


def test_ten_thousand_lines_are_not_read_at_all_and_the_earlier_orders_stand(toy: Table) -> None:
    red = toy.players["red"]
    red.say("ORDERS\nmove R1 mid\nEND")
    assert "2,000 lines" in red.say("move R1 mid\n" * 10_000).text
    assert "500 lines" in red.say("ORDERS\n" + "move R1 mid\n" * 501 + "END").text
    assert [filed.raw for filed in toy.file.filings] == ["move R1 mid"]


def test_two_versions_in_body_and_file_are_told_and_settled_by_use(toy: Table) -> None:
    red = toy.players["red"]
    file = {"orders.txt": "ORDERS\nmove R1 mid\nmove R2 west\nEND\n"}
    answer = red.say("ORDERS\nmove R1 mid\nmove R2 north\nEND", files=file)
    assert "TWO VERSIONS" in answer.text and "move R2 north" in answer.text and "move R2 west" in answer.text
    assert "2 MOVE R2 north" in answer.text, "the body stands for now"
    settled = red.say("USE FILE")
    assert "2 MOVE R2 west" in settled.text
    assert "R2 west" in (toy.file.in_force("red").raw if toy.file.in_force("red") else "")  # type: ignore[union-attr]


def test_the_same_orders_in_body_and_file_are_read_once_and_a_file_alone_is_read(toy: Table) -> None:
    red = toy.players["red"]
    text = "ORDERS\nmove R1 mid\nEND\n"
    assert "TWO VERSIONS" not in red.say(text, files={"orders.txt": text}).text
    assert "1 MOVE R2 west" in red.say("see attached", files={"orders.txt": "move R2 west\n"}).text


def test_another_file_is_named_and_not_read(toy: Table) -> None:
    assert "orders.docx" in toy.players["red"].say("ORDERS\nmove R1 mid\nEND", files={"orders.docx": "move R2 west"}).text


def test_an_empty_mail_or_mere_talk_changes_nothing_and_says_what_is_wanted(toy: Table) -> None:
    red = toy.players["red"]
    for text in ("", "thanks, great turn!", "I am ready when you are"):
        answer = red.say(text)
        assert "nothing was changed" in answer.flat and "Fri 4 Dec 08:00" in answer.flat
    assert "ready when you are" in red.last().text, "what sounds like a command is quoted"
    assert not toy.file.seats["red"].ready and not toy.file.filings


def test_a_subject_alone_is_read_as_the_body(toy: Table) -> None:
    red = toy.players["red"]
    answer = red.say("", subject=f"Re: {red.last().subject} move R1 mid")
    assert "1 MOVE R1 mid" in answer.text and "subject line" in answer.text


def test_orders_in_the_grace_count_and_after_it_are_told_too_late(toy: Table) -> None:
    red = toy.players["red"]
    toy.later(days=3, hours=1)
    assert "Nothing\nhas come from you yet" in red.new()[-1].text, "reminded once it is due"
    assert "1 line: 1 accepted" in red.say("ORDERS\nmove R1 mid\nEND").text
    toy.later(hours=12)
    assert toy.file.state.turn == 2, "played without the two who were silent"
    assert "turn 1 is played" in red.say("ORDERS T1\nmove R2 west\nEND").text


def test_after_as_many_missed_deadlines_as_agreed_the_staff_plays_until_he_writes_again(tmp_path: Path) -> None:
    with table(tmp_path, "toy/skirmish", {"red": "red@localhost", "blue": "staff", "green": "staff"}, GameSettings(misses=1)) as t:
        t.join_all()
        red = t.players["red"]
        t.later(days=3, hours=12)
        assert t.file.seats["red"].misses == 1 and t.file.by_staff("red")
        assert t.file.game.status == "ended", "the staff needs nobody to go on"
        assert [filed.source for filed in t.file.filings if filed.side == "red"] == ["staff"]
        assert "misses" not in red.last().text


def test_his_own_orders_take_the_seat_back_from_the_staff(tmp_path: Path) -> None:
    with table(tmp_path, "toy/skirmish", people("red", "blue") | {"green": "staff"}, GameSettings(misses=1)) as t:
        t.join_all()
        red, blue = t.players["red"], t.players["blue"]
        t.later(days=3)
        blue.say("READY ANYWAY")
        t.later(hours=12)
        while t.file.state.turn == 1:
            t.later(hours=12)
        assert t.file.by_staff("red") and t.file.in_force("red") is not None
        assert "1 line: 1 accepted" in red.say("ORDERS\nmove R1 mid\nEND").text
        assert not t.file.by_staff("red") and not t.file.seats["red"].ready


def test_orders_in_the_middle_of_a_step_are_told_to_be_too_late(toy: Table) -> None:
    red, blue, green = (toy.players[side] for side in ALL)
    red.say("ORDERS\nshoot mid with R2\nEND\nREADY")
    blue.say("READY ANYWAY")
    green.say("READY ANYWAY")
    assert toy.file.stages[0].status == "playing"
    assert "too late" in red.say("ORDERS\nmove R1 mid\nEND").flat
    assert len(toy.file.filings) == 3

"""What a mail holds besides orders, on the position of turn 2: quotes, templates, signatures, robots, files, other turns, games."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.games.new import new_game
from tests.games.campaign import SCENARIO, campaign
from tests.games.table import Mail, Table, opened

TURN_1 = "drop 1/506 A2904\ndrop 2/506 A2904\ndrop 3/506 A3004"


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with campaign(tmp_path_factory.mktemp("mails"), earlier=TURN_1) as at:
        new_game(at.house, SCENARIO, "ab9", {"allied": "allied@localhost", "german": "staff"})
        yield at


def say(at: Table, text: str, **more: object) -> Mail:
    return at.players["allied"].say(text, **more)  # type: ignore[arg-type]


def raw(at: Table, mail: EmailMessage) -> list[Mail]:
    """A mail just as it is; the answers to it."""
    player = at.players["allied"]
    player.sent += 1
    del mail["Message-ID"]
    mail["From"], mail["To"], mail["Message-ID"] = player.address, player.last().reply_to, f"<raw-{player.sent}@player.test>"
    at.deliver(player.address, mail)
    at.work()
    found = [opened(found.raw) for found in at.house.maildirs.read(player.address)]
    return [one for one in found if one.letter.in_reply_to == mail["Message-ID"]]


def read(mail: Mail) -> list[str]:
    """The lines under READ AS, without their remarks."""
    rows = mail.text.splitlines()
    start = rows.index("READ AS") if "READ AS" in rows else len(rows)
    end = next((i for i in range(start, len(rows)) if not rows[i]), len(rows))
    return [row[3:].split("  ")[0].strip() for row in rows[start + 1 : end] if row[2:3] == " " and row[:2].strip().isdigit()]


def test_12_our_own_words_quoted_are_not_read(at: Table) -> None:
    ours = say(at, "move 2 devon A0507")
    line = next(row for row in ours.text.splitlines() if "MOVE 2 Devon A0507" in row)
    reply = say(at, f"1 para B4313\n\n> {line}\n")
    assert read(reply) == ["MOVE 1 Para B4313"] and "NOTED" not in reply.text


def test_13_other_words_quoted_are_told(at: Table) -> None:
    reply = say(at, "1 para B4313\n\n> move 2 devon A0607\n")
    assert read(reply) == ["MOVE 1 Para B4313"]
    assert "not of our mail (1): move 2 devon A0607" in reply.flat and 'Send it without ">" if you mean it' in reply.flat


def test_14_what_stands_below_the_quotes_heading_is_not_read(at: Table) -> None:
    text = "2 devon A0507\n\nOn Mon, 30 Nov 2026 at 19:04, pbem wrote:\nmove 5 cold A0607\n"
    assert read(say(at, text)) == ["MOVE 2 Devon A0507"]


def test_15_own_words_below_the_quote_are_read(at: Table) -> None:
    ours = at.players["allied"].last()
    quote = "\n".join(f"> {row}" for row in ours.text.splitlines()[:4])
    assert read(say(at, f"On Mon, 30 Nov 2026, pbem wrote:\n{quote}\n\n2 devon A0507\n")) == ["MOVE 2 Devon A0507"]


def test_16_a_template_line_filled_in_the_quote_is_read_and_told(at: Table) -> None:
    """The mail that wanted orders for turn 1 had a template."""
    asked = next(mail for mail in at.players["allied"].inbox() if "main orders by" in mail.subject)
    blanks = [row for row in asked.text.splitlines() if "__" in row]
    attack = next(row for row in blanks if row.startswith("ATTACK"))
    filled = attack.replace("____", "A1108", 1).replace("____", "2 Irish", 1)
    quote = "\n".join(f"> {row}" for row in [*blanks[:3], filled])
    reply = say(at, f"1 para B4313\n{quote}\n", headers={"In-Reply-To": asked.letter.message_id})
    assert read(reply) == ["MOVE 1 Para B4313", "ATTACK A1108 WITH 2 Irish"] and "template" in reply.flat


def test_17_a_table_pasted_from_a_spreadsheet(at: Table) -> None:
    mail = EmailMessage()
    mail["Subject"] = "orders"
    mail.set_content(
        "<table><tr><td>Unit</td><td>From</td><td>To</td></tr><tr><td>5 Cold</td><td>A0507</td><td>A0707</td></tr></table>", subtype="html"
    )
    (reply,) = raw(at, mail)
    assert read(reply) == ["MOVE 5 Cold A0507 ROAD TO A0707"] and "table" in reply.flat


def test_19_a_line_that_the_mail_program_has_folded_is_one_line(at: Table) -> None:
    mail = EmailMessage()
    mail["Subject"] = "orders"
    mail["Content-Type"] = 'text/plain; charset="us-ascii"; format=flowed'
    mail.set_payload("drop 10 para, 11 para, \n156 para B4506\n")
    (reply,) = raw(at, mail)
    assert read(reply) == ["DROP 10 Para, 11 Para, 156 Para B4506"] and "joined" not in reply.flat


def test_44_a_number_sign_before_a_digit_is_a_line_number(at: Table) -> None:
    say(at, "2 devon A0507 // hope!\n1 para B4313 # hope")
    reply = say(at, "change\n#2 3 para B4313\n")
    assert "2 MOVE 3 Para B4313" in reply.flat and "hope" not in reply.text


@pytest.mark.parametrize("talk", ["Jan, tel. 026 4314 1108", "thanks, great turn!"])
def test_45_and_49_talk_costs_nothing(at: Table, talk: str) -> None:
    say(at, "2 devon A0507")
    before = len(at.file.filings)
    reply = say(at, talk)
    assert len(at.file.filings) == before and "UNREADABLE" not in reply.text and "Wanted from you: T2 Allied main orders" in reply.flat


@pytest.mark.parametrize(
    ("headers", "subject"), [({"Auto-Submitted": "auto-replied"}, "Re: orders"), ({"X-Autoreply": "yes"}, "Out of office")]
)
def test_46_a_robot_is_not_answered(at: Table, headers: dict[str, str], subject: str) -> None:
    mail = EmailMessage()
    mail["Subject"] = subject
    for name, value in headers.items():
        mail[name] = value
    mail.set_content("I am away until Monday.\nmove 2 devon A0507\n")
    before = len(at.file.filings)
    assert raw(at, mail) == [] and len(at.file.filings) == before


def test_47_a_subject_alone_is_the_body(at: Table) -> None:
    reply = say(at, "", subject="Re: [ab7] drop 2/327 A2904")
    assert read(reply) == ["DROP 2/327 A2904"] and "subject" in reply.flat


def test_48_an_empty_mail_leaves_the_orders_as_they_are(at: Table) -> None:
    say(at, "2 devon A0507")
    before = len(at.file.filings)
    reply = say(at, "\n")
    assert len(at.file.filings) == before and "Wanted from you" in reply.flat


def test_50_ready_in_a_sentence_is_talk(at: Table) -> None:
    say(at, "2 devon A0507")
    reply = say(at, "I am ready when you are")
    assert not at.file.seats["allied"].ready and "I am ready when you are" in reply.flat and "stands alone on its line" in reply.flat


def test_51_too_long_is_not_read_at_all(at: Table) -> None:
    say(at, "2 devon A0507")
    before = len(at.file.filings)
    reply = say(at, "move 2 devon A0507\n" * 10_000)
    assert len(at.file.filings) == before and "READ AS" not in reply.text


def test_52_the_orders_of_the_last_turn_once_more_are_a_slip(at: Table) -> None:
    before = len(at.file.filings)
    reply = say(at, TURN_1)
    assert len(at.file.filings) == before and "ORDERS T2" in reply.flat
    assert "READ AS" in say(at, f"ORDERS T2\n{TURN_1}").text or len(at.file.filings) == before + 1


def test_53_orders_for_another_game_are_not_read_here(at: Table) -> None:
    before = len(at.file.filings)
    reply = say(at, "ORDERS ab9\nmove 2 devon A0507\nEND")
    assert len(at.file.filings) == before and "ab9" in reply.flat


def test_54_a_turn_that_is_played_and_one_to_come(at: Table) -> None:
    before = len(at.file.filings)
    assert "turn 1 is played" in say(at, "ORDERS T1\nmove 2 devon A0507\nEND").flat and len(at.file.filings) == before
    kept = say(at, "ORDERS T3\nmove 2 devon A0507\nEND")
    assert "T3" in kept.flat and at.file.filings[-1].turn == 3


def test_57_a_text_file_is_read_and_another_named(at: Table) -> None:
    assert read(say(at, "see attached", files={"orders.txt": "2 devon A0507"})) == ["MOVE 2 Devon A0507"]
    reply = say(at, "see attached", files={"orders.docx": "2 devon A0507"})
    assert "orders.docx" in reply.flat and "READ AS" not in reply.text


def test_58_two_versions_are_told_and_the_body_stands(at: Table) -> None:
    reply = say(at, "2 devon A0507\n1 para B4313\n", files={"orders.txt": "2 devon A0507\n1 para B4314\n"})
    assert "TWO VERSIONS" in reply.text and "USE FILE" in reply.flat
    assert read(reply) == ["MOVE 2 Devon A0507", "MOVE 1 Para B4313"]


def test_55_orders_in_the_grace_are_taken(tmp_path: Path) -> None:
    with campaign(tmp_path, earlier=TURN_1) as late:
        late.later(days=3, minutes=2)
        assert late.file.stage_name == "main", "nobody has filed anything: the grace runs"
        assert read(say(late, "1 para B4313")) == ["MOVE 1 Para B4313"]


def test_55_after_the_deadline_orders_for_what_was_played_are_refused(at: Table) -> None:
    say(at, "2 devon A0507")
    at.later(days=3, minutes=2)
    assert at.file.stage_name == "mech", "orders were there: nothing to wait for"
    reply = say(at, "1 para B4313")
    assert read(reply) == [] and "has been played" in reply.flat and "T3 MOVE 1 Para B4313" in reply.flat

"""What the moderator does from the console, and what the players are told of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import select

from pbem.errors import PbemError
from pbem.games import moderator
from pbem.games.archive import read_record, verify_record
from pbem.store.tables import AuditRow
from tests.games.play import play
from tests.games.table import Table, people, table

ALL = ("red", "blue", "green")


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[Table]:
    with table(tmp_path, "toy/skirmish", people(*ALL)) as t:
        t.join_all()
        yield t


def audit(t: Table) -> list[str]:
    with t.house.store.read() as session:
        return [row.what for row in session.exec(select(AuditRow))]


def mails(t: Table, side: str) -> list[str]:
    t.work()
    return [mail.subject for mail in t.players[side].new()]


def test_a_change_that_names_another_step_is_refused_and_does_nothing(toy: Table) -> None:
    version = toy.file.game.version
    with pytest.raises(PbemError, match='stands at "T1 Red Blue Green plans"'):
        moderator.process(toy.house, "g1", "T2 plans")
    with pytest.raises(PbemError, match="stands at"):
        moderator.extend(toy.house, "g1", "T1 Red mech", by="1d")
    assert toy.file.game.version == version


def test_process_plays_what_there_is_and_says_who_is_asked(toy: Table) -> None:
    toy.players["red"].say("ORDERS\nshoot mid with R2\nfoo\nEND")
    why = moderator.why_not_now(toy.house, "g1")
    assert any("Red has 1 open line" in reason for reason in why) and any("Blue has sent no orders" in reason for reason in why)
    assert any("due in 3 d" in reason for reason in why)
    done = moderator.process(toy.house, "g1", "t1 red blue green plans")
    assert done.step == "T1 Red Blue Green plans" and len(done.asked) == 3
    assert {entry["side"] for entry in done.asked} == set(ALL)
    assert "Decision 1" in mails(toy, "red")[-1]
    moderator.process(toy.house, "g1", done.step)
    toy.work()
    while toy.file.stages[0].status != "done":
        moderator.process(toy.house, "g1", done.step)
    assert '"source":"staff"' in toy.file.stages[0].journal, "whoever is not waited for is played by the staff"
    assert audit(toy).count("process") >= 2


def test_preview_plays_the_step_to_its_end_and_stores_and_sends_nothing(toy: Table) -> None:
    for side in ALL:
        toy.players[side].say(f"ORDERS\nshoot mid with {side[0].upper()}2\nEND")
    version = toy.file.game.version
    seen = moderator.preview(toy.house, "g1")
    assert toy.file.game.version == version and toy.file.stages[0].status == "open"
    assert seen.step == "T1 Red Blue Green plans" and {a["kind"] for a in seen.asked} >= {"cover"}
    assert [event.kind for event in seen.events].count("shot") == 3
    before = len(toy.outbox())
    toy.work()
    assert len(toy.outbox()) == before


def test_extend_moves_the_deadline_and_everybody_is_told_when_but_not_why(toy: Table) -> None:
    mails(toy, "red")
    assert moderator.extend(toy.house, "g1", toy.file.step, by="1d") == "2026-12-05T08:00:00+00:00"
    assert mails(toy, "red") == ["[g1] deadline moved"]
    assert "Sat 5 Dec 08:00" in toy.players["red"].say("STATUS").flat
    moderator.extend(toy.house, "g1", toy.file.step, to="2026-12-06T12:00")
    assert toy.file.stages[-1].due == "2026-12-06T12:00:00+00:00"
    for wrong in ({"by": None, "to": None}, {"by": "soon", "to": None}, {"by": None, "to": "2020-01-01"}):
        with pytest.raises(PbemError):
            moderator.extend(toy.house, "g1", toy.file.step, **wrong)


def test_rollback_is_a_new_attempt_under_a_new_seal_with_its_reason_told_to_all(toy: Table) -> None:
    red = toy.players["red"]
    red.say("ORDERS\nshoot mid with R2\nEND\nREADY")
    toy.players["blue"].say("READY ANYWAY")
    toy.players["green"].say("READY ANYWAY")
    while toy.file.stages[0].status != "done":
        toy.later(hours=12)
    mails(toy, "red")
    old = toy.file.stages[0]
    undo = moderator.undoes(toy.house, "g1", old.step)
    assert undo.steps[0] == old.step and undo.dice == 1 and undo.fights == 1
    with pytest.raises(PbemError, match="reason"):
        moderator.rollback(toy.house, "g1", old.step, " ")
    with pytest.raises(PbemError, match="no step"):
        moderator.rollback(toy.house, "g1", "T9 plans", "because")
    assert moderator.rollback(toy.house, "g1", old.step, "R2 was not there") == old.step
    assert [(s.seq, s.attempt, s.status) for s in toy.file.stages] == [(1, 1, "void"), (2, 1, "void"), (1, 2, "open")]
    again = toy.file.stage
    assert again is not None and again.seal != old.seal and again.before == old.before
    toy.work()
    assert "R2 was not there" in red.last().flat and again.seal[:20] in red.last().text
    assert toy.file.in_force("red").raw == "shoot mid with R2"  # type: ignore[union-attr]
    assert not toy.file.seats["red"].ready, "orders are kept, READY is not"
    play(toy)
    assert toy.file.game.status == "ended"
    proofs = verify_record(read_record(moderator.archive_now(toy.house, "g1")), toy.file.rules)
    assert not [fault for proof in proofs for fault in proof.faults]
    assert "rollback" in audit(toy)


def test_resend_sends_the_very_same_mail_again(toy: Table) -> None:
    red = toy.players["red"]
    before = {mail.letter.message_id: mail.raw for mail in red.inbox()}
    subjects = moderator.resend(toy.house, "g1", "red")
    assert subjects == ["[g1] T1: Red, plans by Fri 4 Dec 08:00"]
    red.new()
    toy.work()
    again = red.new()
    assert [before[mail.letter.message_id] == mail.raw for mail in again] == [True]
    with pytest.raises(PbemError, match="no side"):
        moderator.resend(toy.house, "g1", "yellow")


def test_close_ends_it_and_the_archive_of_a_running_game_keeps_its_secrets(toy: Table) -> None:
    folder = moderator.archive_now(toy.house, "g1")
    record = read_record(folder)
    assert record.blind == "" and record.stages[-1].seed == "" and record.stages[-1].dark == ""
    moderator.close(toy.house, "g1", "holidays")
    assert "holidays" in toy.players["red"].last().text or "closed" in mails(toy, "red")[-1]
    assert toy.file.game.status == "closed"
    assert "over" in toy.players["red"].say("ORDERS\nmove R1 mid\nEND").flat
    with pytest.raises(PbemError, match="closed already"):
        moderator.close(toy.house, "g1", "again")

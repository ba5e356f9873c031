"""Every command of a player's mail, on the toy, through the embedded post office."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.games.settings import GameSettings
from tests.games.table import Table, people, table

ALL = ("red", "blue", "green")


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[Table]:
    with table(tmp_path, "toy/skirmish", people(*ALL)) as t:
        t.join_all()
        yield t


@pytest.fixture
def solo(tmp_path: Path) -> Iterator[Table]:
    """Red against two seats of the staff."""
    with table(tmp_path, "toy/skirmish", {"red": "red@localhost", "blue": "staff", "green": "staff"}) as t:
        t.join_all()
        yield t


def test_the_invitation_says_what_is_needed_and_join_starts_the_game(tmp_path: Path) -> None:
    with table(tmp_path, "toy/skirmish", people("red", "blue") | {"green": "staff"}) as t:
        t.work()
        red, blue = t.players["red"], t.players["blue"]
        first = red.last()
        assert "JOIN" in first.text and "NO THANKS" in first.text and "moderator@localhost" in first.text
        assert list(first.files()) == ["g1-start-red.pdf"]
        assert "Blue" in red.say("JOIN").text
        assert t.file.game.status == "inviting"
        assert "already" in red.say("join").text
        blue.say("rejoindre")
        assert t.file.game.status == "running"
        assert [mail.subject for mail in red.new() if "plans by" in mail.subject] == ["[g1] T1: Red, plans by Fri 4 Dec 08:00"]


def test_no_thanks_declines_and_join_takes_the_seat_after_all(tmp_path: Path) -> None:
    with table(tmp_path, "toy/skirmish", people(*ALL)) as t:
        t.work()
        red = t.players["red"]
        assert "declined" in red.say("NO THANKS").text
        assert t.file.seats["red"].status == "declined"
        t.players["blue"].say("JOIN")
        t.players["green"].say("JOIN")
        assert t.file.game.status == "inviting", "nobody plays against an empty chair"
        red.say("JOIN")
        assert t.file.game.status == "running"
        assert "RESIGN" in red.say("NO THANKS").text


def test_orders_are_played_back_and_the_newest_mail_replaces_them(toy: Table) -> None:
    red = toy.players["red"]
    first = red.say("Good morning!\n\nmove R1 mid\nshoot mid with R2\n\ncheers\n-- \nRed")
    assert "2 lines: 2 accepted" in first.text
    assert " 1 MOVE R1 mid" in first.text and " 2 SHOOT mid WITH R2" in first.text
    second = red.say("ORDERS\nmove R2 west\nEND")
    assert "1 line: 1 accepted" in second.text and "SHOOT" not in second.text.split("--")[0]
    assert [filed.number for filed in toy.file.filings] == [1, 2]
    assert toy.file.in_force("red") is toy.file.filings[-1] or toy.file.in_force("red").raw.strip() == "move R2 west"  # type: ignore[union-attr]


def test_a_refused_line_names_the_rule_and_the_nearest_legal_order_and_hides_no_other(toy: Table) -> None:
    answer = toy.players["red"].say("ORDERS\nmove R1 south\nfoo bar\nshoot mid with R2\nEND")
    assert "3 lines: 1 accepted, 2 NEED YOU (1, 2)" in answer.text
    assert "REFUSED" in answer.text and "[T2]" in answer.text and "MOVE R1" in answer.text
    assert "UNREADABLE" in answer.text
    assert " 3 SHOOT mid WITH R2" in answer.text


def test_change_mends_single_lines_and_numbers_never_shift(toy: Table) -> None:
    red = toy.players["red"]
    red.say("ORDERS\nmove R1 south\nfoo\nshoot mid with R2\nEND")
    answer = red.say("CHANGE\n1 move R1 mid\n+ shoot mid with R1\nREMOVE 2")
    assert "CHANGED\n 1 MOVE R1 mid\n 4 SHOOT mid WITH R1" in answer.text
    assert "REMOVED   2" in answer.text and "UNCHANGED" in answer.text
    final = red.say("CHANGE\n3 shoot north with R2\nREADY")
    assert "CHANGED\n 3 SHOOT north WITH R2" in final.text and "final orders" in final.text


def test_ready_is_held_while_a_line_needs_the_player_and_ready_anyway_leaves_it_out(toy: Table) -> None:
    red = toy.players["red"]
    held = red.say("ORDERS\nfoo bar\nmove R1 mid\nEND\nREADY")
    assert "READY is held" in held.text and toy.file.seats["red"].ready != "ready"
    final = red.say("READY ANYWAY")
    assert "final orders" in final.text and "UNREADABLE" in final.text
    assert toy.file.seats["red"].ready == "anyway"
    assert "taken back" in red.say("WAIT").text
    assert not toy.file.seats["red"].ready


def test_orders_after_ready_count_while_nothing_was_played_and_need_ready_again(toy: Table) -> None:
    red = toy.players["red"]
    red.say("ORDERS\nmove R1 mid\nEND\nREADY")
    red.say("ORDERS\nmove R2 west\nEND")
    assert not toy.file.seats["red"].ready


def test_cancel_orders_goes_back_to_none_at_all(toy: Table) -> None:
    red = toy.players["red"]
    red.say("ORDERS\nmove R1 mid\nEND")
    assert "taken back" in red.say("ANNULER ORDRES").text
    assert toy.file.in_force("red") is None
    assert "no orders of yours" in red.say("CANCEL ORDERS").text


def test_doctrine_is_set_added_to_shown_and_removed_and_a_bad_line_stays_out(toy: Table) -> None:
    red = toy.players["red"]
    first = red.say("DOCTRINE\nCOVER never\nBLARG always\nEND")
    assert "1 COVER NEVER" in first.text and "BLARG" in first.text.split("REFUSED")[1]
    assert "TARGET" in first.text.split("OPEN")[1], "the case left open is told"
    red.say("DOCTRINE ADD TARGET ?2")
    shown = red.say("DOCTRINE SHOW")
    assert "1 COVER NEVER" in shown.text and "2 TARGET" in shown.text
    assert toy.file.seats["red"].doctrine_version == 2
    red.say("DOCTRINE REMOVE 1")
    assert "COVER" not in toy.file.seats["red"].doctrine
    assert "not the number" in red.say("DOCTRINE REMOVE 7").text


def to_the_question(t: Table, *texts: str) -> None:
    for player, text in zip(t.players.values(), texts, strict=True):
        player.say(text)


def test_a_decision_is_answered_by_mail_by_doctrine_by_the_staff_and_by_lapsing(toy: Table) -> None:
    """Red answers by mail, blue by doctrine, green lets it lapse; each learns his own source only."""
    red, blue, green = (toy.players[side] for side in ALL)
    blue.say("DOCTRINE\nCOVER never\nTARGET R2\nEND")
    to_the_question(toy, "ORDERS\nshoot mid with R2\nEND\nREADY", "ORDERS\nPASS\nEND\nREADY ANYWAY", "ORDERS\nPASS\nEND\nREADY ANYWAY")
    asked = red.new()[-1]
    assert asked.subject.startswith("[g1] Decision 1, by Tue 1 Dec 20:00")
    assert "ANSWER 1 YES" in asked.text and "No answer by then: YES" in asked.text
    assert not [mail for mail in blue.new() if "Decision" in mail.subject], "doctrine answers, so he is not asked"
    assert "Write for example" in red.say("ANSWER 1 perhaps").text
    assert "no decision 5" in red.say("ANSWER 5 yes").text
    receipt = red.say("answer 1 no")
    assert "Decision 1" in receipt.subject and "Final" in receipt.text
    assert "settled already" in red.say("ANSWER 1 YES").text
    assert "Decision 1" in green.last().subject
    toy.later(hours=12)
    stage = toy.file.stages[0]
    sources = {line.split('"')[0] for line in stage.journal.split('"source":"')[1:]}
    assert {"mail", "doctrine 1", "staff"} <= sources
    assert "answered by the staff" in green.say("ANSWER 1 NO").text


def test_status_shows_only_what_is_his_and_public(toy: Table) -> None:
    red, blue = toy.players["red"], toy.players["blue"]
    before = red.say("STATUS").text
    blue.say("ORDERS\nshoot mid with B1\nEND\nREADY")
    after = red.say("ETAT").text
    assert before == after, "that somebody else has written is nobody's business"
    assert "no orders sent yet" in before and "Fri 4 Dec 08:00" in before
    red.say("ORDERS\nfoo\nEND")
    assert "need you: 1" in red.say("STATUS").text


def test_map_report_resend_and_history_send_what_they_say(solo: Table) -> None:
    red = solo.players["red"]
    assert red.say("MAP").files()["g1-map.pdf"].startswith(b"%PDF")
    red.say("ORDERS T1\nshoot mid with R2\nEND")
    history = red.say("HISTORIQUE")
    assert "shoot mid with R2" in history.text and "plans" in history.text
    last = red.last()
    again = red.say("RESEND")
    assert again.text.split("--")[0].split()[:20] == last.text.split("--")[0].split()[:20]
    first = red.say("REPORT 1")
    assert [name.rpartition(".")[2] for name in sorted(first.files())] == ["json", "pdf"]
    assert all(name.startswith("g1-t1-") and name.split(".")[0].endswith("red") for name in first.files())
    assert "no report of turn 9" in red.say("RAPPORT 9").text


def test_resign_is_asked_back_once_and_join_takes_the_seat_again(toy: Table) -> None:
    red = toy.players["red"]
    assert "once more" in red.say("RESIGN").text
    red.say("STATUS")
    assert "once more" in red.say("RESIGN").text, "another mail in between takes the first one back"
    red.say("RESIGN")
    assert toy.file.seats["red"].status == "resigned" and toy.file.by_staff("red")
    red.say("JOIN")
    assert not toy.file.by_staff("red")


def test_set_language_changes_our_answers_and_an_unknown_one_is_told(toy: Table) -> None:
    red = toy.players["red"]
    assert "français" in red.say("SET LANGUAGE FR").text
    assert "Attendu" in red.say("STATUS").text or "attendu" in red.say("STATUS").text
    assert "DE" in red.say("SET LANGUAGE DE").text
    assert toy.file.seats["red"].language == "fr"


@pytest.mark.parametrize("language", ["EN", "FR"])
@pytest.mark.parametrize("topic", ["", "ORDERS", "DOCTRINE", "CHANGE", "NAMES", "IF", "DICE", "nonsense"])
def test_help_has_every_topic_in_both_languages(toy: Table, language: str, topic: str) -> None:
    red = toy.players["red"]
    red.say(f"SET LANGUAGE {language}")
    answer = red.say(f"HELP {topic}".strip())
    assert len(answer.text.split("--")[0]) > 100
    assert max(len(line) for line in answer.text.splitlines()) <= 76


def test_help_names_only_commands_that_work(toy: Table) -> None:
    text = toy.players["red"].say("HELP").text
    for absent in ("PRESS", "ABSENCE", "OBSERVE", "TRY", "OFFER", "EXTEND", "LIST"):
        assert absent not in text, absent


@pytest.mark.parametrize(
    "text", ["PRESS TO BLUE\nhello\nEND", "ABSENCE 24 Dec TO 2 Jan", "OBSERVE", "TRY\nmove R1 mid\nEND", "OFFER END", "LIST"]
)
def test_what_does_not_work_yet_is_said_plainly_and_does_nothing(toy: Table, text: str) -> None:
    before = toy.file.filings
    answer = toy.players["red"].say(text)
    assert "does not work here yet" in answer.text, answer.text
    assert len(toy.file.filings) == len(before)


def test_the_moderators_commands_are_told_and_not_done(toy: Table) -> None:
    due = toy.file.stages[-1].due
    assert "moderator" in toy.players["red"].say("EXTEND 3d").text
    assert toy.file.stages[-1].due == due


def test_orders_for_a_later_turn_are_kept_shown_and_played_then(solo: Table) -> None:
    red = solo.players["red"]
    kept = red.say("ORDERS T2\nmove R1 mid\nfoo\nEND")
    assert "Kept for turn 2" in kept.text and "MOVE R1 mid" in kept.text and "UNREADABLE" in kept.text
    assert solo.file.in_force("red") is None
    red.say("READY ANYWAY")
    while solo.file.state.turn == 1:
        solo.later(hours=12)
    report = red.last()
    assert "ORDERED ALREADY" in report.text and "MOVE R1 mid" in report.text
    red.say("READY ANYWAY")
    while solo.file.game.status == "running":
        solo.later(hours=12)
    moved = [e for stage in solo.file.stages if stage.step.startswith("T2") for e in stage_events(solo, stage)]
    assert "move" in moved
    assert "there is no turn 9" in red.say("ORDERS T9\nmove R1 mid\nEND").text or solo.file.game.status == "ended"


def stage_events(t: Table, stage: object) -> list[str]:
    from pbem.games.stages import events_of

    return [event.kind for event in events_of(stage)]  # type: ignore[arg-type]


def test_orders_of_a_turn_already_played_are_refused_whole(solo: Table) -> None:
    red = solo.players["red"]
    long = "shoot mid with R2\nmove R1 mid\nmove R1 north"
    red.say(f"ORDERS\n{long}\nEND\nREADY ANYWAY")
    while solo.file.state.turn == 1:
        solo.later(hours=12)
    assert "turn 1 is played" in red.say(f"ORDERS T1\n{long}\nEND").text
    assert "ORDERS T2" in red.say(f"ORDERS\n{long}\nEND").text, "word for word once more"
    assert solo.file.in_force("red") is None
    assert "3 lines" in red.say(f"ORDERS T2\n{long}\nEND").text, "with the turn it is meant"


def test_policy_truncate_and_strict_do_not_hold_ready(tmp_path: Path) -> None:
    with table(tmp_path, "toy/skirmish", people(*ALL), GameSettings(policy="strict")) as t:
        t.join_all()
        assert "final orders" in t.players["red"].say("ORDERS\nfoo\nmove R1 mid\nEND\nREADY").text

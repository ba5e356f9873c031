"""The learning scenario by mail: a fight with its decision, mechanized orders sent early, two languages."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.state import canonical
from pbem.games.archive import RECORD, record_of, verify_record
from pbem.games.gamefile import GameFile
from pbem.games.stages import entries_of, events_of
from tests.games.play import play, what_next
from tests.games.table import Table, people, table

ATTACK = """ORDERS T1
ENTER 1 Cold, 2 Gren ROAD TO A0407
ENTER 2 Irish A0107 - A0206 - A0307 - A0406
ENTER 153 Fd, 55 Fd
ATTACK A0507 WITH 1 Cold, 2 Gren, 2 Irish ADVANCE ALL
SUPPORT A0507 WITH 153 Fd, AIR 7
END"""


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Table]:
    with table(tmp_path, "air-bridge/breakout", people("allied", "german"), languages={"german": "fr"}) as t:
        t.join_all()
        yield t


def stages_done(file: GameFile) -> list[str]:
    return [stage.step for stage in file.stages if stage.status == "done"]


def test_orders_are_forecast_fought_asked_about_and_reported(game: Table) -> None:
    allied, german = game.players["allied"], game.players["german"]
    reply = allied.say(ATTACK)
    assert "5 lines: 5 accepted" in reply.text and "FIGHTS" in reply.text and "A0507" in reply.text.split("FIGHTS")[1]
    final = allied.say("READY")
    assert "final orders" in final.flat
    answers = 0
    while game.file.stages[0].status == "playing":
        asked = german.last()
        assert "REPONSE" in asked.text or "RÉPONSE" in asked.text, "the German is asked in French"
        text = what_next(game.file, "german") or what_next(game.file, "allied")
        german.say(text) if game.file.open_decisions("german") else allied.say(text)
        answers += 1
    print([mail.subject for mail in allied.inbox()], game.file.step, game.file.stages[0].status)
    report = next(mail for mail in reversed(allied.inbox()) if "mechanized movement by" in mail.subject)
    assert "FIGHTS" in report.text and "A0507" in report.text and "DICE" in report.text
    assert {"maneuver"} <= {event.kind for event in events_of(game.file.stages[0])}
    assert [name.endswith((".pdf", ".json")) for name in report.files()] == [True, True]


def test_mechanized_lines_sent_with_the_main_orders_and_ready_need_no_second_mail(game: Table) -> None:
    allied = game.players["allied"]
    allied.say("ORDERS T1\nENTER 2 HCR ROAD TO A0107\nMECH 2 HCR ROAD TO A0206\nEND\nREADY ANYWAY")
    play_out(game, "T1 Allied mech")
    assert stages_done(game.file)[:2] == ["T1 Allied main", "T1 Allied mech"]
    mech = [filed for filed in game.file.filings if filed.source == "kept"]
    assert len(mech) == 1 and "MECH" in mech[0].raw
    assert not [mail for mail in allied.inbox() if "mechanized movement by" in mail.subject], "nobody asked for them again"


def play_out(game: Table, step: str) -> None:
    """Questions answered until the step is played."""
    for _ in range(30):
        if step in stages_done(game.file):
            return
        side = next((d.side for d in game.file.open_decisions()), "")
        if not side:
            return
        game.players[side].say(what_next(game.file, side))


def test_help_on_a_rule_by_its_number_in_both_languages(game: Table) -> None:
    english = game.players["allied"].say("HELP 7.2")
    french = game.players["german"].say("AIDE 7.2")
    assert "[7.2a]" in english.text and "[7.2a]" in french.text and english.text != french.text
    assert "no rule 99.9" in game.players["allied"].say("HELP 99.9").flat


def test_a_game_against_the_staff_needs_one_player_only(tmp_path: Path) -> None:
    with table(tmp_path, "air-bridge/breakout", {"allied": "allied@localhost", "german": "staff"}) as t:
        t.join_all()
        play(t, 6)
        assert t.file.state.turn >= 1 and "T1 Allied main" in stages_done(t.file)
        assert not [row for row in t.outbox() if row.side == "german"]


DEFENCE = "DOCTRINE\nREACT never\nSTAND never\nFALLBACK TOWARD A1308\nLOSSES weakest first\nFATIGUE weakest first\nEND"


def sources(file: GameFile) -> dict[str, str]:
    """Who gave each answer of the first stage."""
    return {entry.key: entry.source for entry in entries_of(file.stages[0]) if entry.what == "answer"}


def replayed(game: Table, folder: Path) -> list[str]:
    """The stages played so far, each run again from its record under two hash seeds and stopped at every question."""
    record = record_of(game.file)
    record.stages = [stage for stage in record.stages if stage.after]
    assert {stage.rules for stage in record.stages} == {game.file.game.rules_version}
    (folder / RECORD).write_bytes(canonical(record))
    said = []
    for seed in ("0", "4711"):
        command = [sys.executable, "-m", "tests.games.replay_here", str(folder / RECORD)]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        said.append(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert said[0] == said[1]
    assert [fault for proof in verify_record(record, game.file.rules) for fault in proof.faults] == []
    return said[0].splitlines()


def test_a_question_nobody_answers_lapses_to_the_staff_and_the_game_replays_to_the_byte(game: Table, tmp_path: Path) -> None:
    game.players["allied"].say(f"{ATTACK}\nREADY")
    german = game.players["german"]
    first = game.file.decisions[0]
    assert first.status == "open" and "Décision 1" in german.last().subject
    game.later(hours=11, minutes=59)
    assert game.file.decisions[0].status == "open", "a minute before its time"
    for _ in range(8):
        game.later(hours=12)
        if game.file.stages[0].status == "done":
            break
    assert {row.status for row in game.file.decisions if row.side == "german"} == {"lapsed"}
    assert set(sources(game.file).values()) <= {"staff", "order 4"} and "staff" in sources(game.file).values()
    late = german.say(f"REPONSE {first.number} PERSONNE")
    assert "état-major" in late.flat, "an answer after its time changes nothing, and is told so"
    assert len(replayed(game, tmp_path)) >= 1
    assert any("(aucune réponse : état-major)" in mail.flat for mail in german.inbox()), "his report says who answered for him"


def test_doctrine_answers_without_a_mail_and_the_game_replays_to_the_byte(game: Table, tmp_path: Path) -> None:
    german = game.players["german"]
    assert "Votre doctrine" in german.say(DEFENCE).flat
    german.new()
    game.players["allied"].say(f"{ATTACK}\nREADY")
    assert game.file.stages[0].status == "done" and not game.file.decisions, "nobody had to be asked"
    given = sources(game.file)
    assert given["german/react/A0507#1"] == "doctrine 1" and given["german/stand/A0507#1"] == "doctrine 2"
    assert [key for key, source in given.items() if key.startswith("german/fallback") and source == "doctrine 3"]
    assert len(replayed(game, tmp_path)) >= 1


def test_a_verb_of_one_side_is_offered_to_that_side_only(game: Table) -> None:
    allied, german = game.players["allied"], game.players["german"]
    assert "BLOW A" not in allied.say("HELP ORDERS").text and "SAUTER A" in german.say("AIDE ORDRES").text
    assert not [mail for mail in allied.inbox() if "BLOW ____" in mail.text or "BLOW (" in mail.text], (
        "neither in the template nor in YOU MAY"
    )
    allied.say("ORDERS T1\nPASS\nEND\nREADY")
    allied.say("ORDERS T1\nPASS\nEND\nREADY")
    wanted = next(mail for mail in reversed(german.inbox()) if mail.files())
    assert "SAUTER ____" in wanted.text and "SAUTER" in wanted.text.split("ORDRES g1")[0]

"""A first assault by mail: orders with clauses, questions shot by shot, doctrine behind an answer, offers to end, two files a turn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.engine.stages import differences
from pbem.games.new import new_game
from pbem.games.stages import entries_of, record
from tests.games import table as tables
from tests.games.table import Player, Table, people, table

ASSAULT = "MOVE Panther 1, Panther 2 C2\nASSAULT C1 WITH Panzergrenadier 2, Panther 1, Panther 2 MIN 2"


@contextmanager
def game(folder: Path, monkeypatch: pytest.MonkeyPatch, **options: str) -> Iterator[tuple[Table, Player, Player]]:
    monkeypatch.setattr(tables, "new_game", lambda *args: new_game(*args, options))
    with table(folder, "last-crusade/arracourt", people("german", "us"), languages={"us": "fr"}) as t:
        t.join_all()
        yield t, t.players["german"], t.players["us"]


@pytest.fixture
def one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Table, Player, Player]]:
    with game(tmp_path, monkeypatch) as found:
        yield found


Game = tuple[Table, Player, Player]


def test_an_assault_is_asked_shot_by_shot_and_doctrine_behind_an_answer_spares_the_rest(one: Game) -> None:
    t, german, us = one
    german.say(f"ORDERS\n{ASSAULT}\nEND\nREADY")
    asked = us.new()[-1]
    assert "REPONSE 1" in asked.text and "REPONSE 2 C2   ou   REPONSE 2 D1" in asked.text
    receipt = us.say("REPONSE 1 tous; PRINCIPALE C2; APPUI tous")
    assert "PRINCIPALE C2" in receipt.flat and "Du même coup la décision 2 : C2" in receipt.flat
    shot = us.new()[-1]
    assert "REPONSE 3 Sherman 1 > Panzergrenadier 2; TIR TUER" in shot.text, "the pattern for many shots in one mail"
    answered = us.say("REPONSE 3 Arm Inf 1 > Panther 1; TIR blindés d'abord")
    assert "Arm Inf 1 > Panther 1" in answered.subject and "TIR BLINDÉS D'ABORD" in answered.flat
    assert [mail.subject for mail in us.new()] == [answered.subject], "the second shot needs no mail"
    assert len(t.file.decisions) == 4 and t.file.decisions[-1].side == "german"
    stage = t.file.stage
    assert stage is not None
    given = {entry.key: entry.source for entry in entries_of(stage)}
    assert given["us/fire/C1 phase 1#2"] == "doctrine A3" and given["us/main/C1#1"] == "mail"
    german.say("ANSWER 1 panther 2; FIRE KILL; WITHDRAW NEVER; ADVANCE ALL")
    played = next(row for row in t.file.stages if row.seq == stage.seq)
    assert played.status == "done", [(d.side, d.key) for d in t.file.open_decisions()]
    kept = record(t.file.rules, played, t.file.settings.policy)
    assert differences(t.file.rules, kept, t.file.game.blind) == [], "the record proves itself without the doctrine"


def test_what_is_said_behind_an_answer_and_cannot_be_read_is_told(one: Game) -> None:
    t, german, us = one
    german.say(f"ORDERS\n{ASSAULT}\nEND\nREADY")
    receipt = us.say("REPONSE 1 aucun; TIR partout")
    assert "Non retenu : TIR partout" in receipt.flat
    assert [d.status for d in t.file.decisions] == ["answered", "open"]


def test_offers_are_orders_in_ones_own_turn_and_consent_in_the_others(one: Game) -> None:
    t, german, us = one
    assert "FIN TOUJOURS" in us.say("PROPOSER FIN").flat
    assert t.file.seats["us"].doctrine == "FIN TOUJOURS"
    assert "1 OFFER END" in german.say("OFFER END").flat
    assert "2 lines: 2 accepted" in german.say("CHANGE\nMOVE Pz IV 1 C3\nEND").flat
    german.say("READY")
    assert t.file.game.status == "ended"


def test_an_offer_taken_back_is_none(one: Game) -> None:
    t, german, us = one
    us.say("PROPOSER FIN")
    assert "plus" in us.say("RETIRER OFFRE").flat and t.file.seats["us"].doctrine == ""
    assert "1 OFFER END" in german.say("ORDERS\nOFFER END\nMOVE Pz IV 1 C3\nEND").flat, "a line of the orders, not their end"
    assert "OFFER END" not in german.say("WITHDRAW OFFER").text
    german.say("READY")
    assert t.file.game.status == "running" and t.file.wanted() == ("us",)


def test_the_second_file_may_be_sent_with_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with game(tmp_path, monkeypatch, files="two") as (t, german, _):
        reply = german.say(f"ORDERS\n{ASSAULT}\nDIG IN Panzergrenadier 2\nEND")
        assert reply.flat.count("kept for that step") == 2 and "DIG IN Panzergrenadier 2" in reply.text
        german.say("CHANGE\nREMOVE 3\nEND\nREADY")
        assert t.file.stage_name == "battle" and [d.side for d in t.file.decisions] == ["us", "us"], "played without another mail"


def test_without_lines_for_it_the_second_file_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with game(tmp_path, monkeypatch, files="two") as (t, german, _):
        german.say("ORDERS\nDIG IN Panzergrenadier 2\nEND\nREADY")
        assert t.file.stage_name == "battle" and t.file.wanted() == ("german",)
        late = german.say("ORDERS\nDIG IN Panzergrenadier 2\nMOVE Pz IV 1 C3\nEND")
        assert "T2 DIG IN Panzergrenadier 2" in late.text and "has been played" in late.flat


@pytest.mark.parametrize(
    ("side", "topic", "lines"),
    [
        ("german", "HELP ORDERS", ["STRIKE Sherman 1 WITH Fw 190", "DEPLOY Panther 3", "OCCUPY Pillbox WITH Pioneers 1", "FIRE KILL"]),
        ("us", "AIDE ORDRES", ["FRAPPER Panther 1 AVEC P-47 1", "ASSAUT C2 AVEC Sherman 1, Arm Inf 1, APPUI M7 1", "PROPOSER FIN seul"]),
        ("german", "HELP DOCTRINE", ["FIRE      Fire [AC-6]: kill", "WHEN ratio < 1:1", "ANSWER 3 choice; KIND choice"]),
    ],
)  # fmt: skip
def test_help_speaks_of_this_game(one: Game, side: str, topic: str, lines: list[str]) -> None:
    text = one[0].players[side].say(topic).text
    assert [line for line in lines if line not in text] == []
    assert "PLACE Sherman" not in text and "PLACER" not in text, "the scenario places its units itself"

"""Orders for later and for every turn, by mail on the learning scenario: kept, shown, played when legal, told when not, ended at a word."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.engine.verbs import Line
from pbem.games.archive import record_of, verify_record
from pbem.games.house import SealedDice
from pbem.games.new import new_game
from pbem.games.stages import verdicts_of
from tests.games.play import what_next
from tests.games.table import Mail, Table, people, table
from tests.leaks.proof import FixedBox


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Table]:
    with table(tmp_path, "air-bridge/breakout", people("allied", "german")) as t:
        t.join_all()
        yield t


def report(game: Table, side: str, words: str) -> Mail:
    return next(mail for mail in reversed(game.players[side].inbox()) if words in mail.subject and mail.letter.in_reply_to == "")


def pass_to(game: Table, step: str) -> None:
    """Everybody stays where he is until that step's orders are wanted."""
    for _ in range(12):
        if game.file.step == step:
            return
        side = next((d.side for d in game.file.open_decisions()), "") or game.file.wanted()[0]
        asked = game.file.open_decisions(side)
        game.players[side].say(what_next(game.file, side) if asked else f"ORDERS T{game.file.state.turn}\nPASS\nEND\nREADY ANYWAY")
    raise AssertionError(f"{step} never came, now {game.file.step}")


def fate(game: Table, step: str, n: str) -> str:
    stage = next(s for s in reversed(game.file.stages) if s.step == step and s.status == "done")
    found = verdicts_of(stage).get(n)
    return found.status if found is not None else "not played"


def final(game: Table, step: str, side: str) -> list[Line]:
    stage = next(s for s in record_of(game.file).stages if s.step == step)
    return next(filing.lines for filing in stage.filings if filing.side == side)


def test_a_line_for_turn_2_waits_is_shown_as_ordered_and_is_played(game: Table) -> None:
    reply = game.players["allied"].say("ORDERS T1\nENTER 2 HCR ROAD TO A0206\nT2 MOVE 2 HCR ROAD TO A0307\nEND")
    assert "kept for turn 2" in reply.flat
    game.players["allied"].say("READY")
    pass_to(game, "T2 Allied main")
    mail = report(game, "allied", "T2")
    assert "1 MOVE 2 HCR ROAD TO A0307: OK" in mail.flat
    assert "If you send nothing: what is ordered already is played" in mail.flat
    assert [line.verb for line in final(game, "T1 Allied main", "allied")] == ["ENTER"], "nothing of turn 2 was played in turn 1"
    game.players["allied"].say("READY")
    assert fate(game, "T2 Allied main", "1") == "ok"


def test_a_game_may_be_called_like_a_turn(tmp_path: Path) -> None:
    """ORDERS t3 T1 are orders of turn 1 for the game t3, though a game t1 is played beside it; ORDERS t1 T1 are for that one."""
    with table(tmp_path, "air-bridge/breakout", {"allied": "allied@localhost", "german": "staff"}, game="t3") as t:
        new_game(t.house, "air-bridge/breakout", "t1", {"allied": "other@localhost", "german": "staff"})
        t.join_all()
        order = "ENTER 2 HCR ROAD TO A0107"
        for head in ("ORDERS t3 T1", "ORDERS T1", "ORDERS T3 T1 MAIN"):
            before = len(t.file.filings)
            assert "READ AS" in t.players["allied"].say(f"{head}\n{order}\nEND").text, head
            assert len(t.file.filings) == before + 1 and t.file.filings[-1].turn == 0, head
        assert "ORDERS t1 is for another game" in t.players["allied"].say(f"ORDERS t1 T1\n{order}\nEND").flat
        t.players["allied"].say(f"ORDERS t3 T2\n{order}\nEND")
        assert t.file.filings[-1].turn == 2


def test_what_has_become_illegal_meanwhile_is_told_in_the_mail_that_wants_orders(game: Table) -> None:
    game.players["allied"].say("ORDERS T1\nT2 MOVE 2 HCR ROAD TO A0307\nEND\nREADY ANYWAY")
    pass_to(game, "T2 Allied main")
    told = report(game, "allied", "T2").flat
    assert "MOVE 2 HCR ROAD TO A0307: REFUSED, " in told


def test_orders_for_turn_2_replace_single_lines_for_it(game: Table) -> None:
    game.players["allied"].say("ORDERS T1\nENTER 2 HCR ROAD TO A0206\nT2 MOVE 2 HCR ROAD TO A0307\nEND")
    game.players["allied"].say("ORDERS T2\nMOVE 2 HCR ROAD TO A0107\nEND")
    game.players["allied"].say("READY")
    pass_to(game, "T2 Allied main")
    assert "A0107" in report(game, "allied", "T2").flat.split("ORDERED")[1].split("SITUATION")[0]
    assert "ROAD TO A0307" not in report(game, "allied", "T2").flat.split("ORDERED")[1].split("SITUATION")[0]


def test_next_mech_is_for_this_turn_and_next_main_for_the_coming_one(game: Table) -> None:
    text = "ORDERS T1\nENTER 2 HCR ROAD TO A0107\nNEXT MECH: MECH 2 HCR ROAD TO A0206\nNEXT MAIN: MOVE 2 HCR ROAD TO A0307\nEND"
    reply = game.players["allied"].say(text)
    assert "MECH 2 HCR" in reply.flat and "T2 MOVE 2 HCR ROAD TO A0307" in reply.flat
    game.players["allied"].say("READY")
    pass_to(game, "T2 Allied main")
    assert "MOVE" not in [line.verb for line in final(game, "T1 Allied main", "allied")]
    assert [line.verb for line in final(game, "T1 Allied mech", "allied")] == ["MECH"]
    assert "MOVE 2 HCR ROAD TO A0307" in report(game, "allied", "T2").flat.split("ORDERED")[1].split("SITUATION")[0]
    wrong = game.players["allied"].say("ORDERS T2\nNEXT MECH: MOVE 2 HCR ROAD TO A0307\nEND")
    assert "MOVE is no order of the step MECH" in wrong.flat


def test_an_order_for_every_turn_comes_back_until_it_is_stopped(game: Table) -> None:
    allied = game.players["allied"]
    reply = allied.say("ORDERS T1\nEVERY TURN: ENTER 1 Cold ROAD TO A0107\nEND\nREADY")
    assert "EVERY TURN: ENTER 1 Cold" in reply.flat and "in each turn in which it is legal" in reply.flat
    pass_to(game, "T2 Allied main")
    assert fate(game, "T1 Allied main", "1") == "ok"
    told = report(game, "allied", "T2").flat
    assert "E1 EVERY TURN: ENTER 1 Cold" in told and "left out now:" in told, "he stands on the map already"
    assert "E1 EVERY TURN: ENTER 1 Cold" in allied.say("STATUS").flat
    assert "There is no standing order E7; in force: E1" in allied.say("STOP EVERY 7").flat
    assert "Standing order E1 is ended" in allied.say("STOP EVERY 1").flat
    assert "E1" not in allied.say("ORDERS T2\nPASS\nEND").flat and "EVERY TURN" not in allied.say("STATUS").flat


def test_it_is_played_with_what_he_orders_and_if_he_orders_nothing(game: Table) -> None:
    allied = game.players["allied"]
    allied.say("ORDERS T1\nEVERY TURN: MOVE 2 HCR ROAD TO A0307 UNTIL T2\nEND\nREADY ANYWAY")
    pass_to(game, "T2 Allied main")
    assert fate(game, "T1 Allied main", "1") == "refused", "not yet on the map"
    reply = allied.say("ORDERS T2\nENTER 2 HCR ROAD TO A0206\nEND")
    assert "1 ENTER 2 HCR" in reply.flat and "E1 EVERY TURN: MOVE 2 HCR ROAD TO A0307 UNTIL T2" in reply.flat
    changed = allied.say("CHANGE\n+ ENTER 2 Gren ROAD TO A0107\nREADY ANYWAY")
    assert "E1" in changed.flat
    assert fate(game, "T2 Allied main", "E1") == "ok"
    pass_to(game, "T3 Allied main")
    assert "E1" not in report(game, "allied", "T3").flat, "until turn 2"


def test_with_nothing_sent_at_all_the_standing_order_is_played(game: Table) -> None:
    allied = game.players["allied"]
    allied.say("ORDERS T1\nEVERY TURN: HOLD 21 AT\nEND\nREADY ANYWAY")
    pass_to(game, "T2 Allied main")
    game.later(days=4)
    assert fate(game, "T2 Allied main", "E1") == "ok"
    assert game.file.seats["allied"].misses == 1, "a standing order is no sign of life"
    assert any("E1 EVERY TURN: HOLD 21 AT: " in mail.flat.split("YOUR ORDERS")[-1] for mail in game.players["allied"].inbox()[-3:])


def test_a_rollback_takes_the_standing_order_back(game: Table) -> None:
    from pbem.games.moderator import rollback

    allied = game.players["allied"]
    allied.say("ORDERS T1\nENTER 2 HCR ROAD TO A0206\nEVERY TURN: MOVE 2 HCR ROAD TO A0307\nEND\nREADY ANYWAY")
    pass_to(game, "T1 German main")
    assert "E1 EVERY TURN" in allied.say("STATUS").flat
    rollback(game.house, "g1", "T1 Allied main", "a test")
    game.work()
    assert "EVERY TURN" not in allied.say("STATUS").flat


def test_the_dice_of_a_game_with_standing_orders_verify(game: Table) -> None:
    game.players["allied"].say("ORDERS T1\nEVERY TURN: ENTER 1 Cold ROAD TO A0107\nEND\nREADY")
    pass_to(game, "T2 Allied main")
    record = record_of(game.file)
    record.stages = [stage for stage in record.stages if stage.after]
    record.blind = game.file.game.blind.hex()
    for stage, row in zip(record.stages, [s for s in game.file.stages if s.status == "done"], strict=True):
        stage.seed, stage.dark = row.seed.hex(), row.dark.hex()
    assert isinstance(game.house.box, SealedDice) and not isinstance(game.house.box, FixedBox)
    assert [fault for proof in verify_record(record, game.file.rules) for fault in proof.faults] == []

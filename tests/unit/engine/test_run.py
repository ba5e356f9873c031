"""Asking, waiting, resuming, replaying: one way to run anything."""

from __future__ import annotations

import pytest

from pbem.engine.check import check
from pbem.engine.desk import OfficeDesk
from pbem.engine.dice import Scripted, Sealed, seal
from pbem.engine.game import Done, Waiting, run
from pbem.engine.journal import Diverged, answer
from pbem.engine.sound import Unsound
from pbem.engine.stages import Filing, Stage, differences, opening, sealed_dice, verify
from pbem.engine.state import canonical, decode
from pbem.engine.verbs import Cond, Policy, Rule

from .mini import RULES, Mini, shot

BLIND, SEED, DARK = b"b" * 32, b"s" * 32, b"d" * 32
START = canonical(RULES.start("mini/duel"))


def dice() -> Sealed:
    return Sealed(SEED, DARK, "g.1.1", "A", [b"orders"], BLIND)


def desk(**more: object) -> OfficeDesk:
    return OfficeDesk({"red": [shot("1", "bob")]}, **more)  # type: ignore[arg-type]


def test_an_open_question_stops_the_run_and_names_every_side_asked() -> None:
    waiting = run(RULES, START, desk(), dice())
    assert isinstance(waiting, Waiting)
    assert [c.key for c in waiting.choices] == ["blue/duck/a#1", "green/duck/b#1"]
    assert waiting.rolls == []  # no die is drawn past an open question


def test_answers_in_any_order_of_arrival_give_the_same_dice() -> None:
    waiting = run(RULES, START, desk(), dice())
    assert isinstance(waiting, Waiting)
    blue, green = (answer(c, False, "mail") for c in waiting.choices)
    one = run(RULES, START, desk(staff=("blue",)), dice(), [blue, green])
    two = run(RULES, START, desk(staff=("blue",)), dice(), [green, blue])
    assert isinstance(one, Done) and isinstance(two, Done)
    assert canonical(one.rolls) == canonical(two.rolls)
    assert canonical(one.state) == canonical(two.state)


def test_another_answer_changes_later_dice() -> None:
    waiting = run(RULES, START, desk(), dice())
    assert isinstance(waiting, Waiting)
    values = []
    for wish in (True, False):
        journal = [answer(c, wish, "mail") for c in waiting.choices]
        done = run(RULES, START, desk(staff=("blue",)), dice(), journal)
        assert isinstance(done, Done)
        values.append(done.rolls[0].commitment)
    assert values[0] != values[1]


def played() -> Stage:
    filings = [Filing("red", "shoot bob", "", [shot("1", "bob")])]
    stage = Stage("g", 1, 1, "T1 Red main", "A", START, "", "", SEED.hex(), DARK.hex(), filings)
    stage.opening = [c.hex() for c in opening(stage.name, filings, BLIND)]
    stage.seal = seal(SEED)
    done = run(RULES, START, desk(staff=("blue", "green")), sealed_dice(stage, BLIND))
    assert isinstance(done, Done)
    stage.journal, stage.tape, stage.events, stage.after = done.journal, done.rolls, done.events, canonical(done.state)
    return stage


def test_replay_from_the_journal_is_byte_identical() -> None:
    assert differences(RULES, played(), BLIND) == []


def test_replay_finds_a_changed_event() -> None:
    stage = played()
    stage.events[0].seen["*"]["die"] = 11
    assert differences(RULES, stage, BLIND) == ["T1 Red main: events differs"]


def test_dice_are_proven_and_a_changed_one_is_found() -> None:
    stage = played()
    assert verify(stage, BLIND).faults == []
    stage.tape[0].value = stage.tape[0].value % 10 + 1
    assert "roll A1: printed" in verify(stage, BLIND).faults[0]


def test_a_changed_order_text_breaks_its_commitment() -> None:
    stage = played()
    stage.filings[0].text = "shoot the other one"
    assert verify(stage, BLIND).faults == ["the commitments to the orders do not match them"]


def test_a_seed_that_does_not_match_its_seal_is_found() -> None:
    stage = played()
    stage.seed = (b"t" * 32).hex()
    assert verify(stage).faults[0] == "the seed does not match its seal"


def test_a_journal_of_another_question_diverges() -> None:
    stage = played()
    stage.journal[0].asked = "000000000000"
    with pytest.raises(Diverged, match="blue/duck/a#1"):
        differences(RULES, stage, BLIND)


def test_doctrine_answers_before_the_staff_and_a_place_goes_before_a_general_line() -> None:
    rules = [Rule("1", "duck", [Policy("never")]), Rule("2", "duck", [Policy("always")], at=["a"])]
    done = run(RULES, START, desk(doctrine={"blue": rules}, staff=("blue", "green")), dice())
    assert isinstance(done, Done)
    first = done.journal[0]
    assert (first.value, first.source) == (True, "doctrine 2")


def test_losses_go_where_the_doctrine_ranks_them() -> None:
    rules = [Rule("1", "losses", [Policy("weakest")])]
    done = run(RULES, START, desk(doctrine={"blue": rules}, staff=("blue", "green")), Scripted([("shot", 9)]))
    assert isinstance(done, Done)
    assert done.state.men == {"bob": 4, "spare": 2}


def test_a_refused_line_changes_nothing_and_hides_no_other() -> None:
    both = OfficeDesk({"red": [shot("1", "nobody"), shot("2", "bob")]}, staff=("blue", "green"))
    done = run(RULES, START, both, Scripted([("shot bob", 2)]))
    assert isinstance(done, Done)
    assert (done.verdicts["1"].status, done.verdicts["2"].status) == ("refused", "ok")


def test_a_condition_is_looked_up_when_the_turn_of_its_line_comes() -> None:
    after = Cond("test", test="failed", subject=["1"])
    lines = [shot("1", "nobody"), shot("2", "bob", after), shot("3", "bob", Cond("not", [after]))]
    both = OfficeDesk({"red": lines}, staff=("blue", "green"))
    done = run(RULES, START, both, Scripted([("shot", 2)]))
    assert isinstance(done, Done)
    assert [done.verdicts[n].status for n in "123"] == ["refused", "ok", "lapsed"]


def test_each_side_reads_its_own_names_in_an_event() -> None:
    done = run(RULES, START, desk(staff=("blue", "green")), Scripted([("shot", 2)]))
    assert isinstance(done, Done)
    seen = done.events[0].seen
    assert (seen["red"]["units"], seen["green"]["units"]) == (["bob"], ["somebody"])


def test_an_unsound_end_stops_the_run() -> None:
    poor = canonical(Mini(men={"bob": 1, "spare": 0}))
    with pytest.raises(Unsound, match=r"bob has -1 men|spare has -"):
        run(RULES, poor, desk(staff=("blue", "green")), Scripted([("shot", 9)]))


def test_check_calls_a_line_illegal_only_if_no_run_allows_it() -> None:
    after = Cond("test", test="done", subject=["2"])
    verdicts = check(RULES, decode(START, Mini), "red", [shot("1", "bob"), shot("2", "nobody"), shot("3", "bob", after)])
    assert {n: v.status for n, v in verdicts.items()} == {"1": "ok", "2": "illegal", "3": "conditional"}
    refusal = verdicts["2"].refusal
    assert refusal is not None and (refusal.rule, refusal.why) == ("1.1", "no-such-target")

"""The record of a stage: read, replayed in other processes, corrected, proven to the last hidden die, and held against other rules."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.choice import Choice, OneOf, Some
from pbem.engine.correct import check_correction, correction
from pbem.engine.desk import OfficeDesk
from pbem.engine.dice import Recorded, Scripted
from pbem.engine.game import Done, Game, Waiting, run
from pbem.engine.journal import CorruptJournal, answer, read_entries
from pbem.engine.ruleset import Kind, Row
from pbem.engine.sound import Unsound
from pbem.engine.stages import Filing, Stage, differences, prove, replay, sealed_dice, verify
from pbem.engine.state import canonical, decode
from pbem.engine.upgrade import upgrade
from pbem.engine.verbs import Line
from pbem.engine.verbs import Path as Path_
from pbem.errors import PbemError

from .mini import RULES, shoot
from .test_run import BLIND, DARK, START, desk, played

# stored journals


def test_a_journal_comes_back_as_it_was_stored() -> None:
    journal = played().journal
    assert read_entries(canonical(journal)) == journal


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'[{"what":"answer","key":"a/b/c#1","value"', "cannot be read"),
        (b"\xff\xfe", "cannot be read"),
        (b'{"what":"answer"}', "cannot be read"),
        (b'[{"what":"guess","key":"a/b/c#1","value":1}]', 'entry 1: "guess" is neither'),
        (b'[{"what":"answer","key":"a/b/c#1","value":1},{"what":"answer","key":"a/b/c#1","value":2}]', "entry 2: .* answered twice"),
        (b'[{"what":"answer","key":"nonsense","value":1}]', "not the key of a question"),
    ],
)
def test_a_corrupt_journal_is_named_with_its_remedy(data: bytes, said: str) -> None:
    with pytest.raises(CorruptJournal, match=f"ab7, T2 Allied main.*{said}") as found:
        read_entries(data, "ab7, T2 Allied main")
    assert "backup" in found.value.remedy


def test_a_replay_does_not_make_up_what_the_journal_lacks() -> None:
    stage = played()
    stage.journal = stage.journal[:1]
    waiting = replay(RULES, stage, BLIND)
    assert isinstance(waiting, Waiting) and waiting.choices[0].key == "green/duck/b#1"
    assert differences(RULES, stage, BLIND) == ["T1 Red main: the journal does not answer green/duck/b#1"]


def test_an_order_line_comes_back_from_the_store_as_it_was_filed() -> None:
    """Its ways too: in the line itself, in a clause, and in its ELSE."""
    way, round_about = Path_(to=["A1007"], road=True), Path_(steps=["A0908", "A1008"])
    other = Line("1", "MOVE", {"units": ["5 Cold"], "path": way})
    line = Line(
        "1", "MOVE", {"units": ["5 Cold"], "path": way}, {"blown": {"path": round_about}, "leave": [{"units": ["1 Gren"]}]}, otherwise=other
    )
    assert decode(canonical(line), Line) == line
    again = decode(canonical(Filing("allied", "text", "", [line])), Filing)
    assert again.lines[0].args["path"].road and again.lines[0].clauses["blown"]["path"].steps == ["A0908", "A1008"]
    assert again.lines[0].otherwise is not None and again.lines[0].otherwise.args["path"].to == ["A1007"]


# what a rule gets


def test_a_rule_gets_every_answer_as_it_will_come_back_from_storage() -> None:
    """A dict in another order, a tuple for a list: what the rule sees fresh and in the replay must be the same."""
    seen: list[Any] = []

    def ask(g: Game) -> None:
        seen.append(g.ask(Choice("blue", "duck", "a", OneOf([{"b": 1, "a": 2}, []]))))

    rules = dataclasses.replace(
        RULES, kinds={"duck": Kind("1.2", lambda c: {"b": 1, "a": 2})}, sequence=(Row("shoot", "Fire", ask), RULES.sequence[1])
    )
    done = run(rules, START, OfficeDesk(staff=("blue",)), Scripted([]), play=ask)
    assert isinstance(done, Done)
    run(rules, START, OfficeDesk(), Scripted([]), done.journal, play=ask)
    assert [list(value) for value in seen] == [["a", "b"], ["a", "b"]]


def test_a_rule_that_changes_its_answer_changes_no_record() -> None:
    """A staff officer's tuple is a list by then, and the journal keeps its own copy."""

    def ask(g: Game) -> None:
        chosen = g.ask(Choice("blue", "duck", "a", Some({"a": 1, "b": 1}, 2)))
        assert chosen == ["b", "a"]
        chosen.clear()

    rules = dataclasses.replace(RULES, kinds={"duck": Kind("1.2", lambda c: ("b", "a"))})
    done = run(rules, START, OfficeDesk(staff=("blue",)), Scripted([]), play=ask)
    assert isinstance(done, Done) and done.journal[0].value == ["b", "a"]


def test_two_sides_may_not_share_a_line_number() -> None:
    lines = {"red": [Line("1", "SHOOT")], "blue": [Line("1", "SHOOT")]}
    with pytest.raises(AssertionError, match="one number"):
        run(RULES, START, OfficeDesk(lines), Scripted([]))


CHILD = """
import sys
from tests.unit.engine.test_run import played, BLIND
from tests.unit.engine.mini import RULES
from pbem.engine.stages import replay
from pbem.engine.state import canonical, decode
from pbem.engine.upgrade import upgrade
done = replay(RULES, played(), BLIND)
sys.stdout.buffer.write(canonical([done.state, done.events, done.rolls, done.journal]))
"""


def test_a_replay_is_the_same_bytes_under_three_hash_seeds() -> None:
    root = Path(__file__).parents[3]
    outputs = [
        subprocess.run(
            [sys.executable, "-c", CHILD], cwd=root, env={**os.environ, "PYTHONHASHSEED": n}, capture_output=True, check=True
        ).stdout
        for n in ("0", "1", "4242")
    ]
    assert outputs[0] and outputs[0] == outputs[1] == outputs[2]


# corrections


def test_a_correction_is_applied_before_the_first_row_and_stays_on_record() -> None:
    entry = correction(["men", "bob"], 4, 2, "miscounted")
    done = run(RULES, START, desk(staff=("blue", "green")), Scripted([("shot", 2)]), [entry])
    assert isinstance(done, Done)
    assert done.state.men == {"bob": 2, "spare": 4} and done.journal[0] == entry


@pytest.mark.parametrize(
    ("where", "old", "new", "said"),
    [
        (["men", "bob"], 3, 2, "there stands 4, not 3"),
        (["men", "tom"], 4, 2, "nothing at men / tom"),
        (["men", "bob"], 4, "many", "Expected `int`"),
        ([], 4, 2, "nothing at nowhere"),
    ],
)
def test_a_correction_that_does_not_fit_is_refused_with_the_fact(where: list[str], old: Any, new: Any, said: str) -> None:
    with pytest.raises(PbemError, match=said):
        run(RULES, START, desk(staff=("blue", "green")), Scripted([("shot", 2)]), [correction(where, old, new, "x")])


def test_a_correction_that_breaks_a_rule_is_found_at_once() -> None:
    with pytest.raises(Unsound, match="bob has -1 men"):
        check_correction(RULES, RULES.start("mini/duel"), correction(["men", "bob"], 4, -1, "typing slip"))


# recorded dice


def tape() -> list[Any]:
    dice = Scripted([("", 7), ("", 8), ("", 9)])
    return [dice.roll(10, "first a"), dice.roll(10, "second a"), dice.roll(10, "third a")]


def test_recorded_dice_hold_until_the_first_new_choice_and_are_void_after_it() -> None:
    dice = Recorded(tape(), Scripted([("", 1), ("", 2)]), answers=[b"old"])
    dice.mix([b"old"])
    assert dice.roll(10, "second a").value == 8
    dice.mix([b"new"])
    assert [dice.roll(10, "first a").value, dice.roll(10, "third a").value] == [1, 2]
    assert [roll.purpose for roll in dice.fresh] == ["first a", "third a"]


def test_who_asks_for_a_re_run_after_seeing_his_dice_does_not_keep_them() -> None:
    """The attack of him who lets an answer lapse, sees the result and wants the stage again: with another answer come other dice."""
    stage = played()
    old = [canonical([e.key, e.value]) for e in stage.journal]
    values = {}
    for wish in (False, True):
        journal = [answer(c, wish, "mail") for c in run_to_question().choices]
        dice = Recorded(stage.tape, Scripted([("", 1)] * 5), old)
        done = run(RULES, START, desk(staff=("blue",)), dice, journal)
        assert isinstance(done, Done)
        values[wish] = (done.rolls[0].commitment, dice.void)
    assert values[False] == (stage.tape[0].commitment, False)  # the answers of the record: its dice
    assert values[True] == ("", True)


def run_to_question() -> Waiting:
    waiting = run(RULES, START, desk(), Scripted([]))
    assert isinstance(waiting, Waiting)
    return waiting


# proofs


def dark_shoot(g: Game) -> None:
    g.roll("ambush", at="bob", hidden=True)
    shoot(g)


DARK_RULES = dataclasses.replace(RULES, sequence=(dataclasses.replace(RULES.sequence[0], play=dark_shoot), RULES.sequence[1]))


def dark_stage() -> Stage:
    stage = played()
    done = run(DARK_RULES, START, desk(staff=("blue", "green")), sealed_dice(stage, BLIND))
    assert isinstance(done, Done)
    stage.journal, stage.tape, stage.events, stage.after = done.journal, done.rolls, done.events, canonical(done.state)
    return stage


def test_hidden_dice_are_proven_once_the_game_is_over() -> None:
    stage = dark_stage()
    assert [roll.label for roll in stage.tape] == ["h1", "A1"]
    proof = prove(DARK_RULES, stage, BLIND)
    assert (proof.faults, proof.rolls) == ([], 2)


def test_a_changed_hidden_die_passes_the_open_check_and_not_the_whole_proof() -> None:
    stage = dark_stage()
    stage.tape[0].value = stage.tape[0].value % 10 + 1
    assert verify(stage, BLIND).faults == []
    assert prove(DARK_RULES, stage, BLIND).faults == ["T1 Red main: dice differs"]


def test_a_commitment_to_another_answer_is_found_at_the_end() -> None:
    """False commitments by the server: nothing to see during play, found when the blind is opened."""
    stage = played()
    stage.journal[0].value = not stage.journal[0].value
    assert verify(stage, BLIND).faults == []
    assert "T1 Red main: dice differs" in prove(RULES, stage, BLIND).faults


def test_a_dark_seed_that_does_not_match_its_seal_is_found() -> None:
    stage = played()
    stage.dark_seal = "00" * 32
    assert stage.dark == DARK.hex()
    assert verify(stage).faults == ["the seed of the hidden dice does not match its seal"]


def test_a_die_left_out_of_the_tape_is_found() -> None:
    stage = played()
    stage.tape.append(stage.tape[0])
    stage.tape = stage.tape[1:] + stage.tape
    assert verify(stage).faults != []


@pytest.mark.parametrize("field", ["seed", "opening"])
def test_a_record_that_is_no_hex_is_a_fault_and_no_crash(field: str) -> None:
    stage = played()
    setattr(stage, field, "zz" if field == "seed" else ["zz"])
    assert "cannot be read" in verify(stage).faults[0]


# upgrade


def test_the_same_rules_report_no_difference() -> None:
    assert upgrade(RULES, played()).same


def later(g: Game) -> None:
    shoot(g)
    g.roll("morale", at="bob")


def test_other_rules_report_what_they_roll_and_ask() -> None:
    newer = dataclasses.replace(RULES, version="2", sequence=(dataclasses.replace(RULES.sequence[0], play=later), RULES.sequence[1]))
    report = upgrade(newer, played())
    assert (report.new, report.new_dice, report.dice_not_rolled, report.same_result, report.same) == ("2", ["morale bob"], [], True, False)


def silent(g: Game) -> None:
    g.state.men["bob"] -= 1


def test_other_rules_report_what_they_no_longer_ask_or_roll() -> None:
    newer = dataclasses.replace(RULES, version="3", sequence=(dataclasses.replace(RULES.sequence[0], play=silent), RULES.sequence[1]))
    report = upgrade(newer, played())
    assert report.asks_no_more == ["blue/duck/a#1", "blue/losses/bob#1", "green/duck/b#1"]
    assert report.dice_not_rolled == ["shot bob"] and not report.same_result


def broken(g: Game) -> None:
    raise KeyError("nobody")


def test_rules_that_cannot_play_the_stage_say_so() -> None:
    newer = dataclasses.replace(RULES, sequence=(dataclasses.replace(RULES.sequence[0], play=broken), RULES.sequence[1]))
    assert upgrade(newer, played()).fault == "KeyError: 'nobody'"

"""What the reply says of lines that cannot all be played, before the rules are asked."""

from __future__ import annotations

from pbem.orders import CheckedLine, check_orders
from pbem.rulesets.air_bridge import RULES
from pbem.rulesets.air_bridge.state import State

POSITION = ("no units", "5 Cold at A0507", "2 Devon at A0407", "1 Gren at A0807", "2 Hoff at A1108", "2 Irish at A1007", "air Allied 12")


def lines(text: str, language: str = "en", step: str = "airborne") -> list[CheckedLine]:
    state: State = RULES.start("air-bridge/breakout")
    state.turn = 2
    for row in POSITION:
        RULES.position.apply(state, row)
    RULES.position.begin(state, "allied", step)
    return check_orders(RULES, state, "allied", text, [], language).lines


def test_a_unit_that_moves_twice_keeps_to_the_upper_line() -> None:
    first, second = lines("5 cold A0607\n5 cold A0506")
    assert first.status == "ok" and second.status == "ambiguous"
    assert "MOVE 5 Cold A0607 in line 1" in second.message and "REMOVE 1" in second.message


def test_a_second_move_from_where_the_first_ends_is_one_longer_move() -> None:
    first, second = lines("5 cold A0607\n5 cold A0607 - A0707")
    assert (first.printed, first.status) == ("MOVE 5 Cold A0607 - A0707", "ok")
    assert second.status == "ok" and second.line is None and "line 1" in second.note


def test_the_same_unit_may_move_in_another_turn_or_step() -> None:
    assert [line.status for line in lines("5 cold A0607\nT3 5 cold A0507\nmech 5 cold A0707")] == ["ok", "conditional", "conditional"]


def test_a_line_of_a_turn_already_played_is_refused() -> None:
    (line,) = lines("T1 5 cold A0607")
    assert line.status == "illegal" and "Turn 1" in line.message


def test_mechanized_orders_in_advance_are_kept_unless_the_unit_can_never_obey() -> None:
    kept, never = lines("mech 1 gren A0707\nmech 2 devon A0507")
    assert kept.status == "conditional"
    assert (never.status, never.rule, never.suggestion) == ("illegal", "4.1a", "MOVE 2 Devon A0507")


def test_a_condition_on_a_line_that_is_not_there() -> None:
    (line,) = lines("if line 9 done: 5 cold A0607")
    assert line.status == "unreadable" and "9" in line.message


def test_one_bad_line_never_hides_another() -> None:
    found = lines("5 cold A0607\nfrobnicate\nmove 1 gren to nowhere at all\n2 devon A0507")
    assert [line.status for line in found] == ["ok", "unreadable", "unreadable", "ok"]


def test_numbers_of_the_last_reply_are_kept() -> None:
    state: State = RULES.start("air-bridge/breakout")
    found = check_orders(
        RULES, state, "allied", "enter 2 irish road to A0206\nif line 3 done: enter 5 cold road to A0206", [], "en", ["3", "8"]
    )
    assert [line.n for line in found.lines] == ["3", "8"]
    assert [line.status for line in found.lines] == ["ok", "ok"]


def test_an_order_can_always_be_told_in_french() -> None:
    (line,) = lines("mech 2 devon A0507", "fr")
    assert line.printed == "MÉCA 2 Devon A0507" and line.suggestion == "BOUGER 2 Devon A0507"


def test_two_readings_are_both_offered() -> None:
    line = lines("irish A0908\nmech gren A0707")[1]
    assert line.status == "ok" or line.suggestion == "MECH 1 Gren A0707 or MECH 2 Gren A0707"


def test_untouched_template_lines_are_nothing() -> None:
    assert [line.text for line in lines("MOVE 5 Cold ____   # A0507\n5 cold A0607\nATTACK ____ WITH ____")] == ["5 cold A0607"]


def test_a_verb_with_a_slip_is_mended_and_the_true_fault_is_named() -> None:
    mended, bad = lines("mov 5 cold to A0607\natak A1108 w 2 irish to B9914")
    assert mended.printed == "MOVE 5 Cold A0607"
    assert bad.status == "unreadable" and "B9914" in bad.message


def test_pass_is_an_order_of_every_step() -> None:
    assert [lines("pass", step=step)[0].status for step in ("airborne", "mechanized")] == ["ok", "ok"]

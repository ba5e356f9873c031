"""A game is played on its own rules: others play it only if they play it the same, or from a stage on by the moderator's word."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import select

from pbem.engine.game import Game
from pbem.errors import PbemError
from pbem.games.archive import record_of, verify_record, write_record
from pbem.games.moderator import preview, process, rollback
from pbem.games.pinned import OtherRules
from pbem.games.tend import tend
from pbem.games.upgrading import report_on_game, report_on_record, told, upgrade_game
from pbem.store.tables import AuditRow
from tests.cli.office import pbem
from tests.games.play import play
from tests.games.table import Table, people, table
from tests.toy import rules as toy

NEW = "1.0+ffffffffffff"
SEATS = {**people("red"), "blue": "staff", "green": "staff"}
WHY = "shots at cover were too hard"


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Table]:
    """With one stage of shots behind it, and orders wanted for the next."""
    with table(tmp_path, "toy/skirmish", SEATS) as t:
        t.join_all()
        while t.file.stages[0].status != "done":
            play(t, 1)
        yield t


def easy(g: Game) -> None:
    """Fire, and whoever was hit loses his card at once."""
    toy.fire(g)
    for name, card in sorted(g.state.cards.items()):
        if card.steps < 2:
            g.roll("morale", at=name, sides=6)
            card.power = 0


def bold(g: Game) -> None:
    """Nobody is asked whether he takes cover."""
    for side in toy.SIDES:
        for line in g.lines(side):
            with g.line(side, line):
                for card in toy.living(g.state, side, line):
                    toy.shoot(g, side, card.id, toy.place(line), {})


def other_rules(t: Table, fire: Any, version: str = "1.0") -> None:
    rows = tuple(dataclasses.replace(row, play=fire) if row.name == "Fire" else row for row in toy.SEQUENCE)
    t.house.library.rulesets["toy"] = dataclasses.replace(toy.RULES, version=version, sequence=rows)
    t.house.library.versions["toy"] = f"{version}+ffffffffffff"


def log(t: Table) -> list[tuple[str, str]]:
    with t.house.store.read() as session:
        return [(row.who, row.detail) for row in session.exec(select(AuditRow).where(AuditRow.what == "rules"))]


def test_the_version_of_the_rules_is_what_was_declared_and_a_fingerprint_of_sources_and_data(game: Table) -> None:
    declared, print_ = game.file.game.rules_version.split("+")
    assert declared == toy.RULES.version and len(print_) == 12
    assert {row.rules for row in game.file.stages if row.status == "done"} == {game.file.game.rules_version}
    assert all(print_ not in mail.text for mail in game.players["red"].inbox()), "people read the declared one"


def test_sources_that_changed_without_changing_the_play_take_over_by_themselves(game: Table) -> None:
    old, mails = game.file.game.rules_version, len(game.outbox())
    game.house.library.versions["toy"] = NEW
    assert tend(game.house, "g1")
    assert game.file.game.rules_version == game.file.stages[0].rules == NEW
    assert log(game) == [("office", f"{old} -> {NEW}: every stage played comes out the same")]
    assert len(game.outbox()) == mails, "nobody is told of nothing"


def test_rules_that_play_it_otherwise_do_not_touch_it(game: Table) -> None:
    before = game.file.game
    other_rules(game, easy)
    for _ in range(2):
        with pytest.raises(OtherRules, match=r"g1 waits: rules toy 1.0 have changed.*T1 Red Blue Green plans") as error:
            tend(game.house, "g1")
    assert "pbem game upgrade g1" in error.value.remedy
    for work in (lambda: process(game.house, "g1", game.file.step), lambda: preview(game.house, "g1")):
        with pytest.raises(OtherRules):
            work()
    assert (game.file.game.version, game.file.game.rules_version) == (before.version, before.rules_version)
    game.work()
    assert [line for line in game.said if line.startswith("g1 needs the moderator")], "pbem serve says so, once"


def test_a_new_declared_version_waits_for_the_moderator_even_if_nothing_played_differs(game: Table) -> None:
    other_rules(game, toy.fire, "1.1")
    with pytest.raises(OtherRules, match=r"played on 1.0, and here are rules toy 1.1"):
        tend(game.house, "g1")
    assert report_on_game(game.house, "g1").same


def test_the_report_names_the_first_row_and_die_that_differ_and_the_fields_of_the_position(game: Table) -> None:
    other_rules(game, easy)
    report = report_on_game(game.house, "g1")
    assert report.first is not None and report.different == ["T1 Red Blue Green plans"]
    assert (report.first.row, report.first.what, report.first.was) == ("F Fire", "die", "nothing")
    assert report.first.now.startswith("morale ")
    assert any(line.startswith("cards ") and line.endswith("now 0") for line in report.position), report.position
    assert report.goes_on and "It can go on" in told(report)[-1]
    assert not log(game), "a report changes nothing"


def test_the_report_names_a_question_no_longer_asked_by_what_follows_from_it(game: Table) -> None:
    other_rules(game, bold)
    report = report_on_game(game.house, "g1")
    assert report.first is not None and report.first.row == "F Fire"
    assert any("/cover/" in key for key in report.asks_no_more)


def test_rules_that_break_down_on_the_game_are_reported_with_the_fault(game: Table) -> None:
    def broken(g: Game) -> None:
        raise KeyError("mid")

    other_rules(game, broken)
    report = report_on_game(game.house, "g1")
    assert report.first is not None and (report.first.what, report.first.now) == ("fault", "KeyError: 'mid'")


def test_from_a_stage_on_the_game_is_played_on_the_rules_here_and_everybody_is_told_why(game: Table) -> None:
    old = game.file.game.rules_version
    other_rules(game, easy)
    with pytest.raises(PbemError, match="needs a reason"):
        upgrade_game(game.house, "g1", game.file.step, " ")
    with pytest.raises(PbemError, match="stands at"):
        upgrade_game(game.house, "g1", "T1 Red Blue Green plans", WHY)
    upgrade_game(game.house, "g1", game.file.step, WHY)
    game.work()
    assert all(WHY in player.last().flat for player in game.players.values())
    assert log(game) == [("moderator", f"{old} -> {NEW}: {WHY}")]
    with pytest.raises(PbemError, match="already"):
        upgrade_game(game.house, "g1", game.file.step, WHY)
    play(game)
    assert game.file.game.status == "ended"
    assert {row.rules for row in game.file.stages} == {old, NEW}
    proofs = verify_record(record_of(game.file), game.file.rules, NEW)
    assert not [fault for proof in proofs for fault in proof.faults]
    assert [bool(proof.note) for proof in proofs] == [row.rules == old for row in game.file.stages], "the old stage was not replayed"


def test_after_an_upgrade_later_sources_are_held_against_the_stages_since_then(game: Table) -> None:
    other_rules(game, easy)
    upgrade_game(game.house, "g1", game.file.step, WHY)
    game.house.library.versions["toy"] = "1.0+eeeeeeeeeeee"
    assert tend(game.house, "g1"), "the first stage went another way, and that is known"
    assert game.file.game.rules_version == "1.0+eeeeeeeeeeee"


def test_a_stage_begun_goes_on_only_if_it_still_asks_what_it_asked(tmp_path: Path) -> None:
    with table(tmp_path, "toy/skirmish", SEATS) as t:
        t.join_all()
        while not t.file.open_decisions():
            play(t, 1)
        step = t.file.step
        other_rules(t, bold)
        report = report_on_game(t.house, "g1")
        assert not report.goes_on and "decision 1" in report.why and "rollback" in report.why
        with pytest.raises(PbemError, match="cannot go on"):
            upgrade_game(t.house, "g1", step, WHY)
        rollback(t.house, "g1", step, WHY)
        upgrade_game(t.house, "g1", step, WHY)
        t.work()
        play(t, 8)
        assert t.file.stages[0].status == "void" and t.file.stages[1].rules == NEW


def test_the_console_reports_on_an_archive_and_leaves_it_alone(game: Table, tmp_path: Path) -> None:
    play(game)
    record, folder = record_of(game.file), tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "pbem.toml").write_text('rulesets = ["tests.toy.rules"]\n')
    write_record(record, folder / "g1.json.xz")
    same = pbem(folder, "game", "upgrade", "g1.json.xz", "--json").data()
    assert same["same"] and same["stages"] == len(record.stages) and same["first"] is None
    record.stages[0].tape[0].value = record.stages[0].tape[0].value % 6 + 1
    write_record(record, folder / "g2.json.xz")
    said = pbem(folder, "game", "upgrade", "g2.json.xz", "--report", "report.md")
    assert said.code == 0 and "First difference: T1 Red Blue Green plans, F Fire, " in said.out
    assert (folder / "report.md").read_text() == said.out
    assert pbem(folder, "game", "upgrade", "g2.json.xz", "--to", "1.0").code == 2
    assert report_on_record(game.house.library, record).different == ["T1 Red Blue Green plans"]


def test_the_console_pins_a_running_game_only_to_the_rules_that_are_here(game: Table) -> None:
    folder, step = game.house.folder, game.file.step
    with game.house.store.write() as session:
        row = game.file.game
        row.rules_version = "0.9+000000000000"
        session.merge(row)
    assert "toy 0.9; here are 1.0: it waits" in pbem(folder, "game", "show", "g1").out
    assert "running, other rules" in pbem(folder, "game", "list").out
    said = pbem(folder, "game", "upgrade", "g1")
    assert said.code == 0 and "come out the same" in said.out and "--to 1.0" in said.out
    assert pbem(folder, "game", "upgrade", "g1", "--to", "1.0").code == 2, "no step, no reason"
    wrong = pbem(folder, "game", "upgrade", "g1", "--to", "2.0", "--step", step, "--reason", WHY, "-y")
    assert wrong.code == 1 and "toy 2.0 are not here" in wrong.err
    assert pbem(folder, "game", "upgrade", "g1", "--to", "1.0", "--step", step, "--reason", WHY, typed="n\n").code == 1
    assert game.file.game.rules_version.startswith("0.9")
    done = pbem(folder, "game", "upgrade", "g1", "--to", "1.0", "--step", step, "--reason", WHY, "-y")
    assert done.code == 0 and "is pinned to rules toy 1.0" in done.out, done.all
    assert game.file.game.rules_version.startswith("1.0")

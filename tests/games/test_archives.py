"""The committed games replay to the byte: positions, events, dice, answers and the text of every report."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.archive import verify_record
from pbem.games.autoplay_mail import an_office
from pbem.games.library import Library, declared
from pbem.games.upgrading import report_on_record, told
from tests.games import archives
from tests.games.archives import GAMES, digest, kept, path_of, read_index, report_of
from tests.games.archives.__main__ import renew
from tests.games.archives.again import played_again, worded_otherwise

RENEW = "python -m tests.games.archives --renew"
BOTH = f"if that is meant: `{RENEW}`, and commit the archive with its report"


def test_every_game_is_there_as_the_command_wrote_it_with_the_report_of_its_last_change() -> None:
    index = read_index()
    assert sorted(index) == sorted(GAMES)
    for name, entry in index.items():
        assert digest(path_of(name)) == entry["archive"], f"{path_of(name).name} was not written by `{RENEW}`"
        assert digest(report_of(name)) == entry["report"], f"{report_of(name).name} does not belong to the archive beside it"


@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_replays_to_the_byte(name: str, tmp_path: Path) -> None:
    library, found = Library(), kept(name)
    house = an_office(tmp_path, library, name)
    try:
        rows, faults = played_again(house, found)
    except Exception as error:
        faults = [f"{type(error).__name__}: {error}"]
    assert not faults, "\n".join(["other rules made this game:", *told(report_on_record(library, found)), BOTH])
    worded = worded_otherwise(house, found, rows)
    assert not worded, "\n".join([f"{len(worded)} reports are worded otherwise now; if that is meant: `{RENEW}`", *worded[:3]])
    proofs = verify_record(found, library.ruleset(found.ruleset))
    assert [fault for proof in proofs for fault in proof.faults] == [] and sum(proof.rolls for proof in proofs) > 10
    house.store.close()


@pytest.mark.parametrize("name", GAMES)
def test_a_kept_game_was_played_to_its_end_by_the_rules_it_names(name: str) -> None:
    library, found = Library(), kept(name)
    assert found.scenario == GAMES[name].scenario and found.result["level"]
    assert declared(found.rules_version) == library.ruleset(found.ruleset).version
    assert found.office is not None and {letter.kind for letter in found.office.letters} == {"report", "ended"}
    assert "@" not in str(found.office.seats), "an archive tells no addresses"


def test_a_game_that_the_rules_have_changed_is_played_anew_with_the_report_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    library, found = Library(), kept("breakout")
    monkeypatch.setattr(archives, "FOLDER", tmp_path)
    monkeypatch.setattr(archives, "INDEX", tmp_path / "index.json")
    roll = next(roll for stage in found.stages for roll in stage.tape)
    roll.value = roll.value % 10 + 1  # as if other rules had been played
    archives.keep("breakout", found)
    assert not renew("breakout", library, renewing=False, always=False) and not report_of("breakout").exists()
    assert renew("breakout", library, renewing=True, always=False)
    report = report_of("breakout").read_text()
    was = next(line for line in report.splitlines() if line.startswith("  was  "))
    assert "First difference: " in report and roll.purpose.split()[0] in was and f" {roll.label}: {roll.value}" in was
    assert read_index()["breakout"] == {
        "rules": library.versions["air-bridge"], "archive": digest(path_of("breakout")), "report": digest(report_of("breakout")),
    }  # fmt: skip
    assert renew("breakout", library, renewing=False, always=False) and "is up to date" in capsys.readouterr().out

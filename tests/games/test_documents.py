"""What a report is called, what it seals and opens, and in whose language it names the steps."""

import hashlib
from pathlib import Path

from pbem.games.archive import documents
from pbem.reports.json import read_report
from tests.games.play import play
from tests.games.table import people, table


def test_steps_are_named_in_the_readers_language_and_files_after_the_step_and_the_side(tmp_path: Path) -> None:
    with table(tmp_path, "air-bridge/breakout", people("allied", "german"), languages={"german": "fr"}) as t:
        t.join_all()
        t.players["allied"].say("ORDERS T1\nPASS\nEND\nREADY")
        english, french = t.players["allied"].last(), t.players["german"].last()
        assert sorted(french.files()) == ["g1-t1-allied-mech-german.json", "g1-t1-allied-mech-german.pdf"]
        assert sorted(english.files()) == ["g1-t1-allied-mech-allied.json", "g1-t1-allied-mech-allied.pdf"]
        assert "T1 Allied main orders" in english.flat and "T1 Alliés, ordres principaux" in french.flat
        assert "Allied" not in french.text
        found = read_report(french.files()["g1-t1-allied-mech-german.json"])
        assert [stage.stage for stage in found.opened] == ["T1 Alliés, ordres principaux"]
        assert found.step == "T1 Allied mech", "the identity of the step stays"
        names = [document.name for document in documents(t.file)]
        assert len(names) == len(set(names))


def test_both_seals_are_published_before_and_the_dark_seeds_opened_at_the_end_only(tmp_path: Path) -> None:
    with table(tmp_path, "toy/skirmish", people("red", "blue", "green")) as t:
        play(t)
        reports = [(mail, read_report(data)) for mail in t.players["red"].inbox() for name, data in mail.files().items() if "json" in name]
        first, last = reports[0], reports[-1]
        stage = t.file.stages[0]
        assert (first[1].seal, first[1].dark_seal) == (stage.seal, stage.dark_seal)
        assert stage.seal in first[0].flat and stage.dark_seal in first[0].flat
        assert all(not opened.dark for _, report in reports[:-1] for opened in report.opened)
        assert len(last[1].opened) == len([s for s in t.file.stages if s.status == "done"])
        for opened in last[1].opened:
            assert hashlib.sha256(bytes.fromhex(opened.dark)).hexdigest() == opened.dark_seal
            assert hashlib.sha256(bytes.fromhex(opened.seed)).hexdigest() == opened.seal
        assert "The seeds of all steps" in last[0].flat

"""From the invitation to the archive by mail alone, through the embedded post office."""

from pathlib import Path

import pytest

from pbem.engine.dice import order_commitment
from pbem.engine.state import canonical
from pbem.games.archive import RECORD, archive_folder, read_record, verify_record
from tests.games.play import play
from tests.games.table import people, table

GAMES = {"toy/skirmish": ("red", "blue", "green"), "air-bridge/breakout": ("allied", "german")}


@pytest.mark.parametrize("scenario", list(GAMES))
def test_a_whole_game_by_mail_ends_in_an_archive_that_proves_every_die(tmp_path: Path, scenario: str) -> None:
    sides = GAMES[scenario]
    with table(tmp_path, scenario, people(*sides), languages={sides[-1]: "fr"}) as t:
        play(t)
        assert t.file.game.status == "ended"
        folder = archive_folder(t.file)
        assert {row.side for row in t.outbox() if row.kind == "ended"} == set(sides)
        for side, player in t.players.items():
            mailed = [(name, content) for mail in player.inbox() for name, content in mail.files().items() if name.endswith(".pdf")]
            reports = [(name, content) for name, content in mailed if not name.endswith("-rules-card.pdf")]  # no part of the record
            assert all(content.startswith(b"%PDF") for _, content in mailed) and reports
            for name, content in reports:
                assert (folder / side / name).read_bytes() == content, f"{name} in the archive is what was mailed"
        record = read_record(folder / RECORD)
        proofs = verify_record(record, t.file.rules)
        assert all(proof.opened and not proof.faults for proof in proofs), [p.faults for p in proofs]
        assert len(proofs) == len({stage.seq for stage in t.file.stages})
        assert canonical(t.file.state) == record.stages[-1].after


def test_the_staff_plays_a_whole_game_alone_against_one_player_who_only_says_ready(tmp_path: Path) -> None:
    with table(tmp_path, "toy/skirmish", {"red": "red@localhost", "blue": "staff", "green": "staff"}) as t:
        t.join_all()
        red = t.players["red"]
        while t.file.game.status == "running":
            if t.file.open_decisions("red"):
                t.later(hours=12)
            else:
                red.say("READY ANYWAY")
        assert t.file.game.status == "ended"
        assert {row.side for row in t.outbox()} == {"red"}, "nobody else is written to"


def test_every_commitment_told_with_ready_is_what_the_record_holds(tmp_path: Path) -> None:
    with table(tmp_path, "toy/skirmish", people("red", "blue", "green")) as t:
        t.join_all()
        answer = t.players["red"].say("DOCTRINE\nCOVER never\nEND\nORDERS\nSHOOT mid WITH R2 // my own chance: 77\nEND\nREADY")
        digests = [line.strip() for line in answer.text.splitlines() if len(line.strip()) == 64]
        for side in ("blue", "green"):
            t.players[side].say("READY ANYWAY")
        stage = next(s for s in t.file.stages if s.seq == 1)
        final = t.file.filings[0]
        assert "my own chance: 77" in final.raw, "the commitment is to the text as written"
        assert digests[0] in stage.opening
        assert digests[0] == order_commitment(t.file.game.blind, "g1.1.1", "red", final.raw, t.file.seats["red"].doctrine).hex()

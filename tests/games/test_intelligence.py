"""A game with limited intelligence: the players are told what was agreed, whose rule it is, and what it means."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pypdfium2
import pytest

from pbem.errors import PbemError
from pbem.games.documents import report_for
from pbem.games.new import new_game
from pbem.store.db import unpack
from tests.games.table import Player, Table, people, table

OURS = {"allied": "ours, not the rulebook's", "german": "règle de nous, non du livret"}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """The Allied player reads English, the German French."""
    with table(tmp_path_factory.mktemp("office"), "toy/skirmish", people("red", "blue", "green"), game="t0") as t:
        sides = people("allied", "german")
        new_game(t.house, "air-bridge/breakout", "g1", sides, languages={"german": "fr"}, options={"intelligence": "limited"})
        t.game, t.players = "g1", {side: Player(t, side, who) for side, who in sides.items()}
        t.join_all()
        yield t


@pytest.mark.parametrize("side", ["allied", "german"])
def test_the_invitation_says_that_the_option_is_ours(game: Table, side: str) -> None:
    invitation = next(mail for mail in game.players[side].inbox() if "[g1]" in mail.subject)
    assert OURS[side] in invitation.flat


@pytest.mark.parametrize("side", ["allied", "german"])
def test_status_and_the_legend_of_the_report_say_it_too(game: Table, side: str) -> None:
    assert OURS[side] in game.players[side].say("STATUS").flat
    report = report_for(game.file, game.file.seats[side], [], False)
    assert "?" in report.legend[0] and ("not of the rulebook" in report.legend[0] or "non du livret" in report.legend[0])


@pytest.mark.parametrize(("side", "asked"), [("allied", "HELP INTELLIGENCE"), ("german", "AIDE RENSEIGNEMENT")])
def test_help_tells_all_of_it_in_72_columns(game: Table, side: str, asked: str) -> None:
    answer = game.players[side].say(asked).text
    assert "IF" in answer or "SI" in answer
    assert ("LIMITED intelligence" if side == "allied" else "renseignement LIMITÉ") in answer.replace("\n", " ")
    assert max(len(line) for line in answer.splitlines()) <= 72


def test_the_game_is_played_by_the_option_from_its_first_stage(game: Table) -> None:
    stage = game.file.stage
    assert stage is not None and b'"intelligence":"limited"' in unpack(stage.before)
    assert game.file.rules.options_of(game.file.state) == {"intelligence": "limited"}


def test_the_german_sees_nobody_who_is_not_there_yet(game: Table) -> None:
    """What is due to the Allies is not in his report, map or orders template."""
    report = report_for(game.file, game.file.seats["german"], [], False)
    assert {a.side for a in report.arriving} <= {"Allemands"}
    files = {name: content for mail in game.players["german"].inbox() for name, content in mail.files().items() if name.startswith("g1-t1")}
    pdfs = [content for name, content in files.items() if name.endswith(".pdf")]
    assert pdfs and all("13/18 H" not in pages(content) for content in pdfs)
    assert not [name for name, content in files.items() if name.endswith(".json") and b"13/18 H" in content]


def pages(pdf: bytes) -> str:
    with pypdfium2.PdfDocument(BytesIO(pdf)) as document:
        return "".join(page.get_textpage().get_text_range() for page in document)


def test_an_option_that_is_not_there_makes_no_game(game: Table) -> None:
    with pytest.raises(PbemError, match="intelligence=dim"):
        new_game(game.house, "air-bridge/breakout", "g2", people("allied", "german"), options={"intelligence": "dim"})

"""What a player reads: in his own language, in words he can type, with the reason for everything that did not happen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.table import Table, people, table

ORDERS = """ORDERS T1
ENTER 2 HCR, 2 Welsh ROAD TO A0307
MECH 2 HCR ROAD TO A1308
MOVE 2 Devon A9914
END
READY ANYWAY"""


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Table]:
    with table(tmp_path, "air-bridge/breakout", people("allied", "german"), languages={"german": "fr"}) as t:
        t.join_all()
        yield t


def test_the_report_says_why_a_line_was_left_out_even_one_kept_for_a_later_step(game: Table) -> None:
    allied = game.players["allied"]
    allied.say(ORDERS)
    report = next(mail for mail in reversed(allied.inbox()) if "YOUR ORDERS" in mail.text).flat
    assert "1 ENTER 2 HCR, 2 Welsh ROAD TO A0307: carried out" in report
    assert "2 MECH 2 HCR ROAD TO A1308: left out. [4.0h] 1 Hoff in A0507: an enemy hex" in report, "with the number it has in the reply"
    assert "3 MOVE 2 Devon A9914: left out." in report and "not on the map" in report
    assert "not played in this step" not in report


def test_a_greeting_above_a_template_line_filled_in_the_quote_is_no_order(game: Table) -> None:
    allied = game.players["allied"]
    template = next(line for line in allied.last().text.splitlines() if line.startswith("ENTER 1 Welsh"))
    filled = template.replace("____", "ROAD TO A0206")
    reply = allied.say(f"cheers\n\nOn Tue, 1 Dec 2026 pbem wrote:\n> {filled}\n").flat
    assert "1 line: 1 accepted" in reply and "UNREADABLE" not in reply


def test_resend_is_the_last_mail_once_without_a_second_foot(game: Table) -> None:
    allied = game.players["allied"]
    first = allied.say("STATUS")
    again = allied.say("RESEND")
    assert again.subject == first.subject
    assert again.text.count("\n--") == 1 and "Wanted" in again.text


@pytest.mark.parametrize("side", ["allied", "german"])
def test_help_on_doctrine_names_only_what_a_player_can_type(game: Table, side: str) -> None:
    text = game.players[side].say("HELP DOCTRINE").text
    assert not re.search(r"\b\w+_\w+\b", text), "no names of the program"
    english = {"never", "weakest", "strongest", "attackers", "toward", "spread", "pick", "steps"}
    assert side == "allied" or not english & set(re.findall(r"\w+", text))


def test_help_on_orders_gives_examples_in_the_readers_language_and_only_his_own_verbs(game: Table) -> None:
    english, french = game.players["allied"].say("HELP ORDERS").text, game.players["german"].say("AIDE ORDRES").text
    assert "MOVE 5 Cold ROAD TO A0707" in english and "BLOW" not in english.replace("BLOWN", "") and "LEAVE 1 Gren AT A0206" in english
    assert "BOUGER Roestel PAR ROUTE À A1308" in french and "SAUTER A1907/A2007" in french
    assert not {"MOVE", "ENTER", "WITH", "ROAD", "ATTACK"} & set(re.findall(r"\w+", french))
    assert max(map(len, english.splitlines() + french.splitlines())) <= 72


def test_doctrine_and_kept_orders_call_a_city_by_its_name(game: Table) -> None:
    german = game.players["german"]
    doctrine = german.say("DOCTRINE\nREPLI vers Eindhoven\nFIN").text
    kept = german.say("ORDRES T2\nbouger 2 Hoff vers Eindhoven\nFIN").text
    assert "REPLI VERS Eindhoven" in doctrine and "Eindhoven" in kept and "|" not in kept.replace(" | ", "")


def test_the_first_mail_says_how_the_game_is_won_and_how_it_stands(game: Table) -> None:
    mails = game.players["allied"].inbox()
    assert "hold Eindhoven" in mails[0].flat and "If it ended now: a German win" in mails[-1].flat

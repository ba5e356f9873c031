"""Lessons by mail: a newcomer who sends word for word what they suggest gets to the end, and no line of his is ever refused."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from pbem.errors import PbemError
from pbem.games.settings import GameSettings
from pbem.games.tutorial import home, lessons, require_tutorial
from tests.games.play import what_next
from tests.games.table import Mail, Table, table

BREAKOUT = "air-bridge/breakout"
HEADS = ("SEND THIS", "ENVOYEZ CECI")
ENDS = ("WHAT IT MEANS", "WHAT COMES BACK", "GOOD TO KNOW", "CE QUE CELA VEUT DIRE", "CE QUI REVIENT", "BON À SAVOIR")
MOST = 60
LESSON = ("Lesson ", "Leçon ")


def suggested(mail: Mail) -> str:
    """What stands under SEND THIS, up to the next heading."""
    taken: list[str] = []
    on = False
    for line in mail.text.splitlines():
        on = True if line.startswith(HEADS) else False if line.startswith(ENDS) else on
        taken += [line] if on and not line.startswith(HEADS) else []
    return "\n".join(taken).strip()


def is_lesson(mail: Mail) -> bool:
    return any(word in mail.subject for word in LESSON)


def newcomer(t: Table, side: str) -> list[Mail]:
    """Joins, sends what the newest lesson suggests, and where there is no lesson answers what he is asked."""
    player = t.players[side]
    t.work()
    player.say("JOIN")
    read = 0
    for _ in range(MOST):
        mails = player.inbox()
        new, read = mails[read:], len(mails)
        text = next((suggested(mail) for mail in reversed(new) if is_lesson(mail)), "")
        if t.file.game.status != "running":
            break
        player.say(text or what_next(t.file, side))
    return player.inbox()


@pytest.mark.parametrize(("side", "language", "seed"), [("allied", "en", "one"), ("allied", "fr", "two"), ("german", "en", "three")])
def test_a_newcomer_who_does_what_the_lessons_say_reaches_the_end(tmp_path: Path, side: str, language: str, seed: str) -> None:
    seats = {"allied": "staff", "german": "staff", side: f"{side}@localhost"}
    with table(tmp_path, BREAKOUT, seats, GameSettings(tutorial=True), {side: language}, seed=seed) as t:
        mails = newcomer(t, side)
        assert t.file.game.status == "ended"
        kept = [mail.subject for mail in mails if is_lesson(mail)]
        numbers = [int("".join(c for c in subject.partition(":")[0].split("]")[1] if c.isdigit())) for subject in kept]
        assert numbers == list(range(1, len(kept) + 1)) and len(kept) >= 7, kept
        assert len({mail.letter.message_id for mail in mails}) == len(mails), "each mail once"
        replies = [mail for mail in mails if "orders read" in mail.subject or "ordres lus" in mail.subject or "complet" in mail.subject]
        assert replies and all("none open" in mail.subject or "aucune ouverte" in mail.subject for mail in replies)
        by_player = [filed for filed in t.file.filings if filed.side == side and filed.source.startswith("mail")]
        assert len(by_player) >= 6 and t.file.seats[side].doctrine


def test_the_lessons_tell_of_the_position_they_are_sent_in(tmp_path: Path) -> None:
    """The first fight suggested is fought; the lesson after it names its hex and what came of it."""
    with table(tmp_path, BREAKOUT, {"allied": "a@localhost", "german": "staff"}, GameSettings(tutorial=True)) as t:
        mails = [mail for mail in newcomer(t, "allied") if is_lesson(mail)]
        [attack] = [line for line in suggested(mails[1]).splitlines() if line.startswith("+ ATTACK")]
        assert any(line.startswith(("+ SUPPORT", "+ BOMBARD")) for line in suggested(mails[1]).splitlines())
        place = attack.split()[2]
        report = next(mail for mail in mails if "mechanized movement" in mail.subject)
        assert place in report.text.partition("THIS STEP")[0]
        assert "READY" in suggested(mails[2]) and "MECH " in suggested(report)
        assert all(
            len(line) <= 72
            for mail in mails
            for line in mail.text.splitlines()
            if "#" not in line and " - " not in line and "WITH" not in line
        )


def test_without_the_option_there_are_no_lessons(tmp_path: Path) -> None:
    with table(tmp_path, BREAKOUT, {"allied": "a@localhost", "german": "staff"}) as t:
        t.join_all()
        t.players["allied"].say("ORDERS T1\nPASS\nEND\nREADY")
        assert not [row for row in t.outbox() if row.kind == "lesson"]


def test_a_lesson_is_sent_once_however_often_orders_come(tmp_path: Path) -> None:
    with table(tmp_path, BREAKOUT, {"allied": "a@localhost", "german": "staff"}, GameSettings(tutorial=True)) as t:
        t.join_all()
        for _ in range(4):
            t.players["allied"].say("ORDERS T1\nENTER 2 HCR ROAD TO A0107\nEND")
        subjects = [row.subject for row in t.outbox() if row.kind == "lesson"]
        assert len(subjects) == len(set(subjects)) == 3


def test_a_scenario_without_lessons_says_which_has_some(tmp_path: Path) -> None:
    with pytest.raises(PbemError, match="has no tutorial") as caught:
        require_tutorial("air-bridge/market-garden")
    assert BREAKOUT in caught.value.remedy


def test_every_lesson_has_its_words_in_both_languages() -> None:
    names = [one.name for one in lessons(BREAKOUT)]
    assert len(names) == len(set(names)) >= 10
    files = {file.name for file in (home() / BREAKOUT).glob("*.txt.j2")}
    assert files == {f"{name}.{language}.txt.j2" for name in names for language in ("en", "fr")}
    assert {one.when for one in lessons(BREAKOUT)} == {"orders", "filed", "asked", "ended"}


def test_games_set_up_before_there_were_lessons_have_none() -> None:
    assert msgspec.json.decode(b'{"policy": "ask"}', type=GameSettings).tutorial is False

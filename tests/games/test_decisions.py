"""The mail that asks reads like a letter: what to type, who fights whom with what, what each answer promises, and what silence means."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.choice import Choice, OneOf
from pbem.engine.desk import OfficeDesk
from pbem.engine.dice import Assumed
from pbem.engine.events import Event
from pbem.engine.game import Game, run
from pbem.engine.sequence import play_rows
from pbem.engine.state import canonical
from pbem.engine.verbs import Line, Rule
from pbem.games.letters import moment
from pbem.games.post import written
from pbem.games.questions import question, seen
from pbem.mail.letter import parse
from pbem.reports.text import MailText
from pbem.rulesets.air_bridge import RULES, position
from pbem.rulesets.air_bridge.kinds import KINDS
from pbem.store.tables import DecisionRow
from tests.games.table import Table, people, table
from tests.unit.air_bridge.fights import DOMMEL, attack, fire, placed

LINES = [attack("A1108", "2 Irish", "2 Gren", "1 Brg", "2 HCR"), fire("SUPPORT", "A1108", "153 Fd", air=8)]
CROWDED = "no units\n5 Cold at A0914\n1 Cold at A0914\n2 Devon at A0914\n1 Gren at A0914\n2 Gren at A0914\nRoestel at A0915"
RAW = ("in_cities", "bridge_end", "two_lost", "formations", "at_dz", "with_armour", "{", "}", "True", "False", "None", "[]")
VEGHEL = "no units\n1/501 at B0505\n2/501 at B0505\n326 Eng at B0505\nVeghel Sec at B0605\nbridge B0505/B0605 intact\nair German 6"
SLIPPING = "no units\n2 Devon at A0714\nRoestel at A0814\nair Allied 12\nair German 0"
Asked = dict[str, tuple[Choice, list[Event]]]


class Noting(OfficeDesk):
    """A staff officer who keeps what he was asked, and what had happened by then."""

    def __init__(self, lines: list[Line]) -> None:
        super().__init__({"allied": lines}, staff=("allied", "german"))
        self.asked: Asked = {}

    def answer(self, choice: Choice, clauses: list[Rule], g: Game) -> tuple[Any, str] | None:
        if choice.kind not in self.asked:
            choice.case = choice.case() if callable(choice.case) else choice.case  # as when the question is sent
            self.asked[choice.kind] = choice, list(g.events)
        if choice.kind == "stand":
            return False, "staff"
        return super().answer(choice, clauses, g)


@pytest.fixture(scope="module")
def asked() -> Asked:
    """A question of every kind, from fights at the Dommel, a crowded hex and a morning of the campaign."""
    found: Asked = {}
    for setup, lines in ((DOMMEL, LINES), (CROWDED, []), (SLIPPING, [attack("A0814", "2 Devon")])):
        for seed in range(12):
            position.begin(s := placed(setup), "allied", "declaration")
            desk = Noting(lines)
            run(RULES, canonical(s), desk, Assumed(seed), play=lambda g: play_rows(g, "II.H"), sound=False)
            for kind, case in desk.asked.items():
                found.setdefault(kind, case)
    assault = f"{VEGHEL}\ndeclared assault B0605 with 1/501, 2/501, 326 Eng"
    return found | campaign_asks("strategic", "", 4) | campaign_asks("II.I", assault, 2)


def campaign_asks(row: str, setup: str, turn: int) -> Asked:
    s = RULES.start("air-bridge/market-garden")
    s.turn, s.step, s.active = turn, row, "allied"
    for line in setup.splitlines():
        position.apply(s, line)
    desk = Noting([])
    run(RULES, canonical(s), desk, Assumed(1), play=lambda g: play_rows(g, row), sound=False)
    return desk.asked


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with table(tmp_path_factory.mktemp("game"), "air-bridge/breakout", people("allied", "german")) as t:
        t.join_all()
        yield t


def letter(game: Table, asked: list[tuple[Choice, list[Event]]], language: str, doctrine: str = "") -> MailText:
    """The mail as it would go out."""
    file = game.file
    seat = file.seats[asked[0][0].side]
    seat.language, seat.doctrine = language, doctrine
    due = "2026-12-01T20:10:00+00:00"
    rows = [
        DecisionRow(
            game="g1", side=choice.side, number=n, seq=1, attempt=1, key=choice.key, choice=canonical(choice).decode(),
            asked=due, deadline=due,
        )
        for n, (choice, _) in enumerate(asked, 1)
    ]  # fmt: skip
    questions = [question(file, seat, row, seen(events, seat.side)) for row, (_, events) in zip(rows, asked, strict=True)]
    return written(file, seat, "decision", {"decisions": questions, "by": moment(due)})


def test_the_defender_at_the_dommel_reads_what_his_reserve_would_change(game: Table, asked: Asked) -> None:
    """Figures worked out by hand from the rules: 21:4 = 5:1 and a column for efficiency; with the reserve 21:8 = 2:1 and a column."""
    mail = letter(game, [asked["react"]], "en")
    lines = [" ".join(line.split()) for line in mail.text.splitlines()]
    assert mail.subject == "[g1] Decision 1, by Tue 1 Dec 20:10: Roestel into A1108?"
    assert lines[0] == "ANSWER 1 Roestel or ANSWER 1 NOBODY"
    assert "staff: Roestel, a bridge end" in lines[1]
    assert any(line.startswith("Attack on A1108 from A1007, over") for line in lines)
    force = next(line for line in lines if line.endswith("v 2 Hoff 4"))
    attackers, total = force.removesuffix(" v 2 Hoff 4").split(" = ")
    assert sorted(attackers.split(", ")) == ["1 Brg 2", "2 Gren 8", "2 HCR 3", "2 Irish 8"] and total == "21"
    assert "mixed (2), counts 1: engineer [17.2b]" in lines
    assert "2 Hoff alone 6:1 -2 90 % 10 % - -" in lines
    assert "with Roestel 3:1 0 40 % 20 % 40 % 20 %" in lines
    assert "21:4 = 5:1; ER 6.25 v 5, +1 column" in lines and "21:8 = 2:1; ER 6.25 v 5.5, +1 column (with Roestel)" in lines
    assert "die 6 or less, 60 %" in mail.text.replace("\n", " ")
    assert "Your doctrine has no REACT line for it." in " ".join(lines)
    assert "No answer by then: Roestel." in lines


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"class"}))
def test_every_kind_of_question_is_a_letter_in_both_languages(game: Table, asked: Asked, kind: str, language: str) -> None:
    mail = letter(game, [asked[kind]], language)
    word = {"en": "ANSWER 1 ", "fr": "REPONSE 1 "}[language]
    assert mail.text.startswith(word), "the answer to type comes first"
    assert not [raw for raw in RAW if raw in mail.text + mail.subject], "no key of the program, no plain data"
    assert all(len(line) <= 72 for line in mail.text.splitlines())
    assert asked[kind][0].rule in mail.text and str(asked[kind][0].facts.get("place", asked[kind][0].subject)) in mail.subject
    assert mail.text != letter(game, [asked[kind]], {"en": "fr", "fr": "en"}[language]).text


@pytest.mark.parametrize("kind", ["losses", "fatigue", "stand", "fallback", "advance"])
def test_a_question_after_the_die_shows_the_fight_so_far(game: Table, asked: Asked, kind: str) -> None:
    choice, events = asked[kind]
    die = next(e.seen["*"]["label"] for e in events if e.kind == "maneuver")
    assert f"die {die}:" in letter(game, [(choice, events)], "en").text
    assert f"die {die}:" not in letter(game, [(choice, [])], "en").text


def test_who_takes_the_loss_sees_each_unit_with_its_factors(game: Table, asked: Asked) -> None:
    choice, events = asked["losses"]
    text = letter(game, [(choice, events)], "en").text
    for name, about in choice.about.items():
        row = next(line for line in text.splitlines() if line.startswith(f" {name} ") and "ER" in line)
        assert f"{about['attack']}-{about['defence']}" in row and f"ER {about['er']}" in row


def test_the_mail_says_why_doctrine_did_not_answer(game: Table, asked: Asked) -> None:
    one = letter(game, [asked["react"]], "en", "LOSSES infantry first\nREACT Roestel AT A0507").text
    two = letter(game, [asked["react"]], "en", "REACT Roestel AT A0507\nREACT Roestel AT A0606").text
    assert "REACT line (2) does not fit" in one.replace("\n", " ")
    assert "REACT lines (1 and 2) do not fit" in two.replace("\n", " ")


def test_several_questions_come_in_one_mail_with_all_answers_on_top(game: Table, asked: Asked) -> None:
    mail = letter(game, [asked["react"], asked["stand"]], "en")
    top = mail.text.split("\n\n")[0]
    assert "ANSWER 1 " in top and "ANSWER 2 YES   or   ANSWER 2 NO" in top
    assert "DECISION 1  Roestel into A1108?" in mail.text and "DECISION 2  stand in A1108?" in mail.text
    assert mail.subject.startswith("[g1] Decisions 1, 2,")


def test_a_game_without_words_of_its_own_asks_too(tmp_path: Path) -> None:
    with table(tmp_path, "toy/skirmish", people("red", "blue", "green")) as t:
        t.join_all()
        file = t.file
        seat = file.seats["red"]
        kind = "target" if "target" in file.rules.kinds else sorted(file.rules.kinds)[0]
        facts = dict.fromkeys(file.rules.kinds[kind].facts, "mid")
        choice = Choice("red", kind, "mid", OneOf(["R1", "R2"]), "T3", facts, {"R1": {"power": 2}})
        due = "2026-12-01T20:10:00+00:00"
        row = DecisionRow(
            game="g1", side="red", number=1, seq=1, attempt=1, key=choice.key, choice=canonical(choice).decode(), asked=due, deadline=due
        )
        text = written(file, seat, "decision", {"decisions": [question(file, seat, row, [])], "by": moment(due)}).text
        assert text.startswith("ANSWER 1 R1   or   ANSWER 1 R2") and "R1: power: 2" in text
        assert parse(t.players["red"].last().raw)

"""The Last Crusade by mail, from the invitation to the archive: two staff officers, questions answered, left to doctrine and left to time."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pypdf
import pytest
from click.testing import CliRunner

from pbem.cli import main
from pbem.engine.stages import Stage
from pbem.engine.state import decode
from pbem.games.archive import archive_folder, read_record, verify_record
from pbem.games.autoplay_mail import an_office, finished
from pbem.games.clock import SetClock
from pbem.games.daemon import post_office
from pbem.games.gamefile import GameFile, load
from pbem.games.house import House
from pbem.games.ledger import open_source
from pbem.games.library import Library
from pbem.games.new import new_game
from pbem.games.officer import Officer
from pbem.rulesets.last_crusade.state import HAND, MAP, OTHER, SIDES, State
from pbem.store.tables import DecisionRow
from tests.games.table import Mail, opened

GAME, ARRACOURT = "lc", "last-crusade/arracourt"
LEFT = "withdraw"  # the German lets the first question of this kind go by
DOCTRINE = {"german": "FIRE KILL", "us": "TIR TUER\nAPPUI TOUS"}


class Person(Officer):
    """Sends his doctrine once; what he is asked besides he answers, and leaves it to doctrine from then on."""

    doctrine, leaves = "", ""

    def send(self, text: str, told: str) -> bool:
        if self.sent and self.doctrine:
            text, self.doctrine = f"DOCTRINE\n{self.doctrine}\nEND\n{text}", ""
        return super().send(text, told)

    def decide(self, file: GameFile, asked: list[DecisionRow]) -> bool:
        if any(f"/{self.leaves}/" in row.key for row in asked):
            self.answered |= {row.number for row in asked}
            self.leaves = " "
            return True
        return super().decide(file, asked)


@dataclass
class Played:
    house: House
    file: GameFile
    mails: dict[str, list[Mail]]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    house = an_office(tmp_path_factory.mktemp("crusade"), Library(), "a game of the tests")
    with post_office(house):
        new_game(house, ARRACOURT, GAME, {side: f"{side}@localhost" for side in SIDES}, languages={"us": "fr"})
        play_out(house, [person(house, side) for side in SIDES])
        mails = {side: [opened(found.raw) for found in house.maildirs.read(f"{side}@localhost")] for side in SIDES}
        yield Played(house, load(house, GAME), mails)
    house.store.close()


def person(house: House, side: str) -> Person:
    found = Person(house, GAME, side, trusts=True)
    found.doctrine, found.leaves = DOCTRINE[side], LEFT if side == "german" else ""
    return found


def play_out(house: House, officers: list[Person]) -> None:
    """To its end; when nobody writes, time goes by."""
    source, said = open_source(house), list[str]()
    assert isinstance(house.clock, SetClock)
    while not finished(house, source, GAME, None, said):
        if not sum(officer.act() for officer in officers):
            assert load(house, GAME).open_decisions(), said[-1:]
            house.clock.move(timedelta(hours=12))
    for officer in officers:
        officer.last_mails()
    source.close()


def test_the_game_comes_to_its_end_and_both_are_told(played: Played) -> None:
    assert played.file.game.status == "ended" and played.file.state.over
    for side in SIDES:
        last = played.mails[side][-1]
        assert ("Game over" if side == "german" else "Fin de la partie") in last.subject, last.subject


def test_answers_came_by_mail_by_doctrine_and_by_the_staff_when_time_was_up(played: Played) -> None:
    assert {row.status for row in played.file.decisions} == {"answered", "lapsed"}
    late = [row for row in played.file.decisions if row.status == "lapsed"]
    assert [(row.side, row.key.split("/")[1], row.source) for row in late] == [("german", LEFT, "staff")]
    sources = Counter(entry.source.split()[0] for stage in kept(played) for entry in stage.journal if entry.what == "answer")
    assert sources["mail"] > 3 and sources["doctrine"] > 20 and sources["staff"], sources
    told = "\n".join(mail.text for mail in played.mails["german"])
    assert "your answer" in told and "doctrine 1" in told and "staff" in told


def kept(played: Played) -> list[Stage]:
    return read_record(archive_folder(played.file)).stages


def test_the_archive_proves_every_die_open_and_hidden(played: Played) -> None:
    record = read_record(archive_folder(played.file))
    proofs = verify_record(record, played.file.rules)
    assert all(proof.opened and not proof.faults for proof in proofs), [proof.faults for proof in proofs]
    hidden = Counter(roll.purpose.split()[0] for stage in record.stages for roll in stage.tape if roll.hidden)
    assert set(hidden) >= {"draw", "supply"}, hidden
    answer = CliRunner().invoke(main, ["dice", "verify", str(archive_folder(played.file))])
    assert answer.exit_code == 0 and "all proven" in answer.output, answer.output


def test_a_hidden_die_that_was_changed_is_found(played: Played, tmp_path: Path) -> None:
    record = read_record(archive_folder(played.file))
    die = next(roll for stage in record.stages for roll in stage.tape if roll.hidden and roll.purpose.startswith("supply"))
    die.value = die.value % 6 + 1
    assert any(proof.faults for proof in verify_record(record, played.file.rules))


# nobody is told of a card that he has not seen


SHOWN = (
    "spotted", "recon", "destroyed", "captured", "works taken", "mines", "ditch", "obstacle found", "general left", "aa", "strike", "shot",
    "bombardment", "assault", "defence guns", "defence supplied", "ability",
)  # fmt: skip


def unseen(stages: list[Stage], side: str) -> list[set[str]]:
    """After every stage: the enemy's cards that nothing has ever shown to the side."""
    shown, found = set[str](), list[set[str]]()
    for stage in stages:
        for state in (decode(stage.before, State), decode(stage.after, State)):
            shown |= {id for id, card in state.cards.items() if card.spotted or card.place not in (MAP, HAND, "deck")}
        shown |= {word for event in stage.events if event.kind in SHOWN for word in named(event.seen["*"])}
        found.append({id for id, card in state.cards.items() if card.side == OTHER[side]} - shown)
    return found


def named(facts: object) -> Iterator[str]:
    if isinstance(facts, str):
        yield facts
    elif isinstance(facts, dict):
        for value in facts.values():
            yield from named(value)
    elif isinstance(facts, list):
        for value in facts:
            yield from named(value)


@pytest.mark.parametrize("side", SIDES)
def test_no_mail_nor_anything_attached_names_a_card_that_was_never_seen(played: Played, side: str) -> None:
    stages = {f"{GAME}-{n}": secret for n, secret in enumerate(unseen(kept(played), side))}
    looked = 0
    for n, secret in enumerate(stages.values()):
        for mail in written_after(played, side, n):
            looked += 1
            text = all_text(mail)
            assert not (told := [id for id in secret if re.search(rf"\b{re.escape(id)}\b(?! *\d)", text)]), (mail.subject, told)
    assert looked > len(stages)


def written_after(played: Played, side: str, n: int) -> list[Mail]:
    return []


def all_text(mail: Mail) -> str:
    parts = [mail.subject, mail.text]
    for name, content in mail.files().items():
        if name.endswith(".pdf"):
            reader = pypdf.PdfReader(io.BytesIO(content))
            parts += [*(page.extract_text() for page in reader.pages), str(reader.metadata), str(reader.xmp_metadata)]
        else:
            parts.append(content.decode())
    return "\n".join(parts)

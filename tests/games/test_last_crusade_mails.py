"""The Last Crusade by mail, to the archive: two staff officers, questions answered, left to doctrine, left to time; the set-up by both."""

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
from pbem.mail.compose import message_id_for
from pbem.rulesets.last_crusade.state import DECK, HAND, MAP, OTHER, SIDES, Card, State
from pbem.store.tables import DecisionRow
from tests.cli.office import pbem
from tests.games.table import Mail, Table, opened, people, table

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
        assert ("is over" if side == "german" else "est finie") in last.subject, last.subject


def test_answers_came_by_mail_by_doctrine_and_by_the_staff_when_time_was_up(played: Played) -> None:
    assert {row.status for row in played.file.decisions} == {"answered", "lapsed"}
    late = [row for row in played.file.decisions if row.status == "lapsed"]
    assert [(row.side, row.key.split("/")[1], row.source) for row in late] == [("german", LEFT, "staff")]
    sources = Counter(entry.source.split()[0] for stage in kept(played) for entry in stage.journal if entry.what == "answer")
    assert sources["mail"] > 3 and sources["doctrine"] > 20 and sources["staff"], sources
    told = "\n".join(mail.text for mail in played.mails["german"])
    assert "your answer" in told and "doctrine line" in told and "no answer came: staff" in told


def kept(played: Played) -> list[Stage]:
    return read_record(archive_folder(played.file)).stages


def test_the_archive_proves_every_die_open_and_hidden(played: Played) -> None:
    record = read_record(archive_folder(played.file))
    proofs = verify_record(record, played.file.rules)
    assert all(proof.opened and not proof.faults for proof in proofs), [proof.faults for proof in proofs]
    hidden = Counter(roll.purpose.split()[0] for stage in record.stages for roll in stage.tape if roll.hidden)
    assert set(hidden) >= {"draw", "supply"}, hidden
    answer = pbem(played.house.folder, "dice", "verify", str(archive_folder(played.file)))
    assert answer.code == 0 and "all proven" in answer.out, answer.all


def test_a_hidden_die_that_was_changed_is_found(played: Played, tmp_path: Path) -> None:
    record = read_record(archive_folder(played.file))
    die = next(roll for stage in record.stages for roll in stage.tape if roll.hidden and roll.purpose.startswith("supply"))
    die.value = die.value % 6 + 1
    assert any(proof.faults for proof in verify_record(record, played.file.rules))


# nobody is told of a card that he has not seen


EVERY = 8  # the PDFs of one stage in so many are read: it takes long
SHOWN = (
    "spotted", "recon", "destroyed", "captured", "works taken", "mines", "ditch", "obstacle found", "general left", "aa", "strike", "shot",
    "bombardment", "assault", "defence guns", "defence supplied", "ability",
)  # fmt: skip


def unseen(stages: list[Stage], side: str) -> list[set[str]]:
    """After every stage: the enemy's cards that nothing has ever shown to the side."""
    shown, found = set[str](), list[set[str]]()
    for stage in stages:
        for state in (decode(stage.before, State), decode(stage.after, State)):
            shown |= {id for id, card in state.cards.items() if in_the_open(state, card)}
        shown |= {word for event in stage.events if event.kind in SHOWN for word in named(event.seen["*"])}
        found.append({id for id, card in state.cards.items() if card.side == OTHER[side]} - shown)
    return found


def in_the_open(s: State, card: Card) -> bool:
    """Whatever lies on, or rides on, a card that is spotted is seen with it [P4.1]."""
    return card.place not in (MAP, HAND, DECK) or any(s.cards[id].spotted for id in (card.id, card.on, card.rides) if id)


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
    secret = unseen(kept(played), side)
    assert all(len(ids) > 15 for ids in secret[:-1]), "there is much to tell"
    for n, mail in by_stage(played.mails[side], side, len(secret)):
        told = betrayed(all_text(mail, pdf=n % EVERY == 2), secret[n])
        assert not told, f"{mail.subject}: {told}"


@pytest.mark.parametrize("side", SIDES)
def test_the_same_look_finds_every_card_that_was_drawn(played: Played, side: str) -> None:
    """Else the test before this one proves little: the owner's mails name his own hand."""
    before = [decode(stage.before, State) for stage in kept(played)]
    hand = {card.id for s in before for card in s.hand(side)}
    told = {id for mail in played.mails[side] for id in betrayed(all_text(mail, pdf=False), hand)}
    assert len(hand) > 8 and told == hand


def by_stage(mails: list[Mail], side: str, stages: int) -> Iterator[tuple[int, Mail]]:
    """With each mail the last stage of which it may tell; what comes with the end of the game may tell all."""
    report = {message_id_for(GAME, f"report {side} {seq}.1", "localhost"): seq for seq in range(stages)}
    under_way = 0
    for mail in mails[:-1]:
        under_way = report.get(mail.letter.message_id, under_way)
        yield under_way - (mail.letter.message_id in report), mail


def betrayed(text: str, ids: set[str]) -> list[str]:
    return sorted(id for id in ids if re.search(rf"(?<!\w){re.escape(id)}(?!\w| \d)", text))


def all_text(mail: Mail, pdf: bool) -> str:
    """Subject, text and files; the lists of cards on the rules card are public."""
    parts = [mail.subject, mail.text]
    for name, content in mail.files().items():
        if name.endswith(".json"):
            parts.append(content.decode())
        elif pdf and not name.endswith("rules-card.pdf"):
            reader = pypdf.PdfReader(io.BytesIO(content))
            parts += [*(page.extract_text() for page in reader.pages), str(reader.metadata), str(reader.xmp_metadata)]
    return "\n".join(parts)


# the free game: both sides choose what they begin with


@pytest.fixture
def free(tmp_path: Path) -> Iterator[Table]:
    with table(tmp_path, "last-crusade/free-game", people(*SIDES), languages={"us": "fr"}) as t:
        t.join_all()
        yield t


def placed(t: Table, side: str) -> dict[str, str]:
    return {card.id: card.at for card in t.file.state.of(side, MAP)}


def test_both_sides_choose_their_units_and_neither_learns_the_others(free: Table) -> None:
    german, us = free.players["german"], free.players["us"]
    asked = next(mail for mail in us.inbox() if "mise en place" in mail.subject)
    assert "Sherman 1-6, Sherman 76" in asked.flat and "A1, A2, A3" in asked.flat and "P-47" not in asked.flat
    reply = us.say(
        "PLACER Sherman 1, Sherman 2 A1\nPLACER M7 1, Rifle 1 A2\nPLACER P-47 1 A3\nPLACER Rifle 2 C1\nPLACER Hellcat 1, Rifle 3 A3"
    )
    assert "2 À REVOIR (3, 4)" in reply.flat
    us.say("MODIFIER\nSUPPRIMER 3, 4\nFIN\nPRET")
    german.say("ORDERS\nPLACE Panther 1, Panther 2, Pz IV 1 AT C1\nPLACE 105mm 1, Panzergrenadier 1, Panzergrenadier 2 AT C2\nEND\nREADY")
    assert free.file.stage_name == "main"
    zones = {"A1": "Sherman 1, Sherman 2", "A2": "M7 1, Rifle 1", "A3": "Hellcat 1, Rifle 3"}
    assert placed(free, "us") == {name: at for at, names in zones.items() for name in names.split(", ")}
    assert "Enemy: deployed: 2 cards face down (A1)" in german.last().flat
    assert betrayed(all_text(german.last(), pdf=True), set(placed(free, "us"))) == []
    assert betrayed(all_text(us.last(), pdf=True), set(placed(free, "german"))) == []


def test_who_chooses_nothing_begins_with_what_the_staff_places(free: Table) -> None:
    german, us = free.players["german"], free.players["us"]
    assert "l'état-major le fait pour vous" in next(mail for mail in us.inbox() if "mise en place" in mail.subject).flat
    german.say("PLACE Panther 1 C1\nREADY")
    free.later(days=4)
    assert free.file.stage_name == "main" and len(placed(free, "us")) == 6
    assert placed(free, "german") == {"Panther 1": "C1"}, "what is ordered is his own choice"


def test_help_names_no_roads_where_there_are_none(free: Table) -> None:
    assert "ROAD" not in free.players["german"].say("HELP ORDERS").text and "ROUTE" not in free.players["us"].say("AIDE ORDRES").text
    assert "no report yet" not in free.players["german"].say("REPORT").flat


# the mail that asks


def test_what_led_to_two_questions_about_one_place_is_told_once(played: Played) -> None:
    both = next(mail for mail in played.mails["us"] if "Décisions 1, 2" in mail.subject)
    assert "DÉCISION 2" in both.text and both.text.count("assaut ennemi depuis") == 1


def test_an_offer_to_end_in_the_mail_with_the_orders_is_read_back_with_them_once(free: Table) -> None:
    for side in SIDES:
        free.players[side].say("READY ANYWAY")
    german = free.players["german"]
    units = [card.id for card in free.file.state.of("german", MAP)]
    reply = german.say(f"RECON A1 WITH {units[0]}\nRECON A2 WITH {units[1]}\nOFFER END")
    assert reply.text.count("READ AS") == 1 and "3 OFFER END" in reply.flat
    final = german.say("CHANGE\nREMOVE 2\nEND\nWITHDRAW OFFER\nREADY")
    assert final.text.count("If you send nothing more") == 1 and "OFFER END" not in final.text
    assert "READY" in final.flat and "RECON A1" in free.file.filings[-1].raw

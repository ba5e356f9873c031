"""The player's mailbox at the terminal."""

from pathlib import Path

from pbem.games.house import init_house, open_house
from pbem.games.new import new_game
from pbem.games.postbox import Postbox, opened


def test_a_mailbox_looked_into_while_it_is_being_made_is_an_empty_one(tmp_path: Path) -> None:
    init_house(tmp_path)
    house = open_house(tmp_path)
    new_game(house, "air-bridge/breakout", "g1", {"allied": "jan@localhost", "german": "staff"})
    box = Postbox(house, "g1", "allied")
    box.folder.mkdir(parents=True)
    assert box.items() == []


def test_a_subject_folded_over_two_lines_is_shown_as_one() -> None:
    raw = b"From: a@localhost\r\nSubject:\r\n [t1] Decision 3, by Fri 20 Nov 10:53: support fire for A0307 and\r\n A0507?\r\n\r\nhi"
    assert opened("1", raw).subject == "[t1] Decision 3, by Fri 20 Nov 10:53: support fire for A0307 and A0507?"

"""The player's mailbox at the terminal."""

from pathlib import Path

from pbem.games.house import init_house, open_house
from pbem.games.new import new_game
from pbem.games.postbox import Postbox


def test_a_mailbox_looked_into_while_it_is_being_made_is_an_empty_one(tmp_path: Path) -> None:
    init_house(tmp_path)
    house = open_house(tmp_path)
    new_game(house, "air-bridge/breakout", "g1", {"allied": "jan@localhost", "german": "staff"})
    box = Postbox(house, "g1", "allied")
    box.folder.mkdir(parents=True)
    assert box.items() == []

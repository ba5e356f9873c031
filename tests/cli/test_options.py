"""--option: what a ruleset lets the players agree on when a game is made."""

from pathlib import Path

from .office import pbem


def test_a_game_and_games_of_bots_take_an_option_and_name_those_there_are(tmp_path: Path) -> None:
    assert pbem(tmp_path, "init").code == 0
    seats = ("--seat", "allied=staff", "--seat", "german=staff")
    made = pbem(tmp_path, "game", "new", "air-bridge/breakout", "--id", "g1", *seats, "--option", "intelligence=limited", "--json")
    assert made.data()["options"] == {"intelligence": "limited"}
    wrong = pbem(tmp_path, "game", "new", "air-bridge/breakout", "--id", "g2", *seats, "--option", "intelligence=dim")
    assert wrong.code == 1 and "intelligence=open, intelligence=limited" in wrong.all
    bots = pbem(tmp_path, "autoplay", "air-bridge/breakout", "--turns", "1", "--option", "intelligence=limited", "--json")
    assert bots.code == 0 and bots.data()["violations"] == 0

"""Bots play whole games by mail: an office of its own, its post office on loopback, every order and answer a real mail."""

from __future__ import annotations

import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbem.engine.ruleset import Ruleset
from pbem.engine.state import decode
from pbem.errors import PbemError
from pbem.games.archive import record_of, verify_record
from pbem.games.autoplay import LANGUAGE, POLICY, Played, Say, Score, count, settle
from pbem.games.clock import SeededSecrets, SetClock
from pbem.games.daemon import post_office, work_once
from pbem.games.gamefile import GameFile, load
from pbem.games.house import House, init_on_any_port, open_house
from pbem.games.ledger import open_source
from pbem.games.library import Library
from pbem.games.new import new_game
from pbem.games.officer import Officer
from pbem.games.settings import GameSettings
from pbem.games.stages import record, verdicts_of
from pbem.mail.sources import Source
from pbem.orders import CheckedOrders, check_orders
from pbem.store.tables import StageRow

START = datetime(2026, 1, 1, 12, tzinfo=UTC)  # the office's clock stands still: nobody is ever late


def autoplay_by_mail(
    library: Library,
    scenario: str,
    games: int,
    seed: int,
    turns: int | None = None,
    say: Say | None = None,
    options: dict[str, str] | None = None,
) -> dict[str, Any]:
    """As `autoplay`, and `mails`: sent by the players, received by them."""
    rules = library.ruleset(library.scenario(scenario).ruleset)
    score, mails, start = Score(), Counter[str](), time.monotonic()
    for number in range(games):
        with TemporaryDirectory(prefix="pbem-autoplay-") as folder:
            house = an_office(Path(folder), library, f"{seed + number}")
            mails.update(play_game(house, scenario, f"auto{seed + number}", turns, score, options))
        if say is not None:
            say(number + 1, games)
    return {**score.json(rules, time.monotonic() - start), "mails": dict(mails)}


def an_office(folder: Path, library: Library, seed: str) -> House:
    secrets = SeededSecrets(f"pbem-autoplay {seed}")
    init_on_any_port(folder, secrets)
    house = open_house(folder, SetClock(START), secrets)
    house.library = library
    return house


def play_game(
    house: House, scenario: str, game: str, turns: int | None, score: Score, options: dict[str, str] | None = None
) -> dict[str, int]:
    sides = house.library.scenario(scenario).sides
    score.games += 1
    with post_office(house):
        new_game(house, scenario, game, {side: f"{side}@localhost" for side in sides}, GameSettings(policy=POLICY), options=options)
        officers = [Officer(house, game, side) for side in sides]
        play_out(house, game, officers, turns)
    file = load(house, game)
    count_all(score, file)
    house.store.close()
    return {"sent": sum(officer.sent for officer in officers), "received": sum(officer.read for officer in officers)}


def play_out(house: House, game: str, officers: list[Officer], turns: int | None = None) -> None:
    """To its end: everybody reads his mail and writes, the office works."""
    source, said = open_source(house), list[str]()
    try:
        while not finished(house, source, game, turns, said):
            if not sum(officer.act() for officer in officers):
                raise PbemError(f"{game} stands still at {load(house, game).step}: {said[-1] if said else 'no mail came'}")
    finally:
        source.close()


def finished(house: House, source: Source, game: str, turns: int | None, said: list[str]) -> bool:
    """Once the office has done all it can."""
    while work_once(house, source, said.append):
        pass
    file = load(house, game)
    return file.game.status == "ended" or (turns is not None and file.state.turn > turns)


def count_all(score: Score, file: GameFile) -> None:
    """Read off the record that the office kept; what it does not prove is a violation too."""
    played = [played_stage(file, row) for row in file.stages if row.status == "done"]
    for one in played:
        count(score, file.rules, one)
    score.turns += len({one.state.turn for one in played})
    if file.game.status == "ended":
        settle(score, file.rules, file.state)
        faults = [f"{file.game.id}: {fault}" for proof in verify_record(record_of(file), file.rules) for fault in proof.faults]
        score.violations += len(faults)
        score.faults += faults


def played_stage(file: GameFile, row: StageRow) -> Played:
    stage = record(file.rules, row, file.settings.policy)
    state = decode(stage.before, file.rules.state)
    orders = {filing.side: checked_again(file.rules, state, filing.side, filing.text) for filing in stage.filings if filing.text}
    return Played(stage, state, orders, verdicts_of(row))


def checked_again(rules: Ruleset, state: Any, side: str, text: str) -> CheckedOrders:
    """The text that came by mail, on the position it was written for."""
    return check_orders(rules, state, side, text, [], LANGUAGE)

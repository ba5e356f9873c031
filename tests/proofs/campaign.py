"""Two staff officers play the longest scenario by mail, to its end; what the office kept then replays to the byte, reports and all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbem.games.archive import Record, read_record, record_of, write_record
from pbem.games.autoplay import POLICY, Score
from pbem.games.autoplay_mail import an_office, count_all, play_out
from pbem.games.daemon import post_office
from pbem.games.gamefile import load
from pbem.games.house import House
from pbem.games.library import Library
from pbem.games.new import new_game
from pbem.games.officer import Officer
from pbem.games.settings import GameSettings
from tests.games.archives.again import played_again, worded_otherwise

QUICK_TURNS = 2
GAME = "campaign"

Say = Callable[[int, int], None]


def prove(quick: bool, seed: int, say: Say | None = None) -> dict[str, Any]:
    return by_mail(max(Library().scenarios(), key=lambda scenario: scenario.turns).id, quick, seed, say)


def by_mail(scenario_id: str, quick: bool, seed: int, say: Say | None = None) -> dict[str, Any]:
    library, score = Library(), Score(games=1)
    scenario = library.scenario(scenario_id)
    turns = QUICK_TURNS if quick else scenario.turns
    with TemporaryDirectory(prefix="pbem-campaign-") as folder:
        house = an_office(Path(folder), library, f"{GAME} {seed}")
        officers = played(house, scenario.id, scenario.sides, turns, say)
        file = load(house, GAME)
        count_all(score, file)
        asked = Counter(row.key.split("/")[1] for row in file.decisions)
        faults = replayed(house, packed(record_of(file), Path(folder)))
        house.store.close()
    return {
        "games": 1, "unfinished": int(not quick and not score.finished), "violations": score.violations, "refused": score.refused,
        "differences": len(faults), "mails": sum(officer.sent + officer.read for officer in officers),
        "asked": dict(sorted(asked.items())), "faults": [*score.faults, *faults],
    }  # fmt: skip


def played(house: House, scenario: str, sides: list[str], turns: int, say: Say | None) -> list[Officer]:
    def tell(who: str, what: str) -> None:
        if say is not None:
            say(min(load(house, GAME).state.turn, turns) - 1, turns)

    with post_office(house):
        new_game(house, scenario, GAME, {side: f"{side}@localhost" for side in sides}, GameSettings(policy=POLICY))
        officers = [Officer(house, GAME, side, tell) for side in sides]
        play_out(house, GAME, officers, turns)
    return officers


def packed(found: Record, folder: Path) -> Record:
    """As it comes back from its file; stages not played yet have nothing to replay."""
    write_record(found, folder / "archive.json.xz")
    found = read_record(folder / "archive.json.xz")
    found.stages = [stage for stage in found.stages if stage.after]
    return found


def replayed(house: House, found: Record) -> list[str]:
    assert found.office is not None
    closed = {(stage.seq, stage.attempt) for stage in found.stages}
    found.office.letters = [letter for letter in found.office.letters if (letter.seq, letter.attempt) in closed]
    rows, faults = played_again(house, found)
    return faults or worded_otherwise(house, found, rows)

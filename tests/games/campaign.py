"""The whole game at a table, at turn 2: the mails of both players on the position they describe."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.engine.state import canonical
from pbem.games.gamefile import load
from pbem.games.settings import GameSettings
from pbem.games.stages import open_stage
from tests.games.table import Table, people, table
from tests.positions import second_turn

SCENARIO = "air-bridge/market-garden"


@contextmanager
def campaign(
    folder: Path, side: str = "allied", languages: dict[str, str] | None = None, policy: str = "ask", earlier: str = ""
) -> Iterator[Table]:
    """Main orders of turn 2 are wanted from the side; `earlier` are Allied orders of turn 1."""
    with table(folder, SCENARIO, people("allied", "german"), GameSettings(policy=policy), languages, "ab7") as at:
        at.join_all()
        if earlier:
            at.players["allied"].say(earlier)
        file = load(at.house, at.game)
        file.stages[-1].status = "done"
        open_stage(file, canonical(second_turn(side)), file.game.seq + 1)
        file.commit()
        yield at

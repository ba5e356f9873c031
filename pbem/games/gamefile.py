"""One game as a piece of work: read at one version, changed in memory, committed whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec
from sqlalchemy import inspect
from sqlmodel import Session, SQLModel, col, select

from pbem.engine.ruleset import Ruleset, Scenario
from pbem.engine.sequence import stage_row, step_name, wanted
from pbem.engine.state import decode
from pbem.errors import PbemError
from pbem.games.house import House
from pbem.games.settings import GameSettings
from pbem.store.db import claim, unpack
from pbem.store.tables import AuditRow, DecisionRow, FilingRow, GameRow, SeatRow, StageRow

STAFF_SEATS = ("staff", "resigned", "declined")


@dataclass
class GameFile:
    house: House
    game: GameRow
    seats: dict[str, SeatRow]
    stages: list[StageRow]  # all attempts, oldest first
    filings: list[FilingRow]  # of every stage, oldest first
    decisions: list[DecisionRow]
    new: list[SQLModel] = field(default_factory=list)

    @cached_property
    def rules(self) -> Ruleset:
        return self.house.library.ruleset(self.game.ruleset)

    @cached_property
    def scenario(self) -> Scenario:
        return self.house.library.scenario(self.game.scenario)

    @cached_property
    def settings(self) -> GameSettings:
        return msgspec.json.decode(self.game.settings, type=GameSettings)

    @property
    def zone(self) -> str:
        return self.settings.zone or self.house.settings.zone

    @property
    def state(self) -> Any:
        """At the start of the stage now open; a copy of its own each time."""
        return decode(unpack(self.game.state), self.rules.state)

    @property
    def stage(self) -> StageRow | None:
        """The attempt now open or being played; none before the start and after the end."""
        current = [s for s in self.stages if (s.seq, s.attempt) == (self.game.seq, self.game.attempt)]
        return current[0] if current and current[0].status in ("open", "playing") else None

    @property
    def step(self) -> str:
        return step_name(self.rules, self.state)

    @property
    def stage_name(self) -> str:
        return stage_row(self.rules, self.state).stage

    def never(self) -> tuple[str, ...]:
        """Stages that this game does not have, by its scenario and its options."""
        return self.rules.unused(self.state) if self.rules.unused else ()

    def wanted(self) -> tuple[str, ...]:
        """The sides whose orders are wanted now; nobody's once the stage is being played."""
        stage = self.stage
        return wanted(self.rules, self.state) if stage is not None and stage.status == "open" else ()

    def by_staff(self, side: str) -> bool:
        seat = self.seats[side]
        return seat.status in STAFF_SEATS or seat.misses >= self.settings.misses

    def people(self) -> list[SeatRow]:
        """The seats that get mail, in the ruleset's order."""
        return [seat for seat in self.in_order() if seat.status == "joined"]

    def in_order(self) -> list[SeatRow]:
        return [self.seats[side] for side in self.rules.sides if side in self.seats]

    def of_stage(self, side: str, stage: StageRow) -> list[FilingRow]:
        return [f for f in self.filings if (f.side, f.seq, f.attempt) == (side, stage.seq, stage.attempt)]

    def in_force(self, side: str) -> FilingRow | None:
        """The newest filing of the stage now open, unless it was taken back."""
        stage = self.stage
        filed = self.of_stage(side, stage) if stage is not None else []
        return filed[-1] if filed and not filed[-1].cancelled else None

    def open_decisions(self, side: str | None = None) -> list[DecisionRow]:
        return [d for d in self.decisions if d.status == "open" and side in (None, d.side)]

    def add(self, row: SQLModel) -> None:
        self.new.append(row)
        kept: dict[type[SQLModel], list[Any]] = {StageRow: self.stages, FilingRow: self.filings, DecisionRow: self.decisions}
        kept.get(type(row), []).append(row)

    def note(self, who: str, what: str, detail: str = "") -> None:
        self.add(AuditRow(game=self.game.id, at=self.house.now(), who=who, what=what, detail=detail))

    def commit(self, further: Iterable[SQLModel] = ()) -> None:
        """All or nothing; raises LostRace if the game has moved on since it was read."""
        self.house.at("before commit")
        with self.house.store.write() as session:
            self.game.version = claim(session, self.game.id, self.game.version)
            for row in (self.game, *self.seats.values(), *self.stages, *self.filings, *self.decisions, *further):
                if inspect(row).modified and not inspect(row).transient:
                    session.merge(row)
            session.add_all(self.new)
        self.new = []
        self.house.at("after commit")


def load(house: House, game: str) -> GameFile:
    with house.store.read() as session:
        row = session.get(GameRow, game)
        if row is None:
            raise PbemError(f'no game "{game}"', "pbem game list shows all")
        seats = {seat.side: seat for seat in session.exec(select(SeatRow).where(SeatRow.game == game))}
        return GameFile(house, row, seats, _all(session, StageRow, game), _all(session, FilingRow, game), _all(session, DecisionRow, game))


def _all(session: Session, table: Any, game: str) -> list[Any]:
    return list(session.exec(select(table).where(table.game == game).order_by(col(table.id))))


def game_ids(house: House, *statuses: str) -> list[str]:
    with house.store.read() as session:
        rows = session.exec(select(GameRow.id, GameRow.status).order_by(col(GameRow.id)))
        return [name for name, status in rows if not statuses or status in statuses]

"""Opens the store. Correctness lives in its transactions; a commit that lost the race on a game's version changes nothing."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine, event, inspect, update
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlmodel import Session, create_engine

from pbem.data import folder
from pbem.errors import PbemError
from pbem.store.tables import GameRow

if TYPE_CHECKING:
    from alembic.config import Config


class LostRace(Exception):
    """Someone else has changed the game meanwhile: compute again."""


class Store:
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @contextmanager
    def read(self) -> Iterator[Session]:
        with Session(self.engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """All or nothing."""
        engine = self.engine.execution_options(write=True)
        with Session(engine, expire_on_commit=False) as session, session.begin():
            yield session

    def close(self) -> None:
        self.engine.dispose()


def open_store(url: str) -> Store:
    engine = create_engine(url, connect_args={"timeout": 30} if url.startswith("sqlite") else {})
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _sqlite_settings)
        event.listen(engine, "begin", _begin_at_once)
    return Store(engine)


def _sqlite_settings(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # the driver's own BEGIN comes too late for a read followed by a write
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "foreign_keys=ON", "busy_timeout=30000", "synchronous=FULL"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin_at_once(connection: Any) -> None:
    """A writer takes its lock when it begins: a read that turns into a write could find itself overtaken."""
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("write") else "BEGIN")


def claim(session: Session, game: str, version: int) -> int:
    """Compare and swap on the game's version, first in every transaction that changes a game."""
    statement = update(GameRow).where(GameRow.id == game, GameRow.version == version).values(version=version + 1)  # type: ignore[arg-type]
    if session.connection().execute(statement).rowcount != 1:
        raise LostRace(f"{game} is no longer at version {version}")
    return version + 1


def migrations(url: str) -> Config:
    from alembic.config import Config  # slow to load, and only who makes or upgrades a database needs it

    config = Config()
    config.set_main_option("script_location", str(folder("db")))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    return config


def upgrade(url: str) -> None:
    """Brings the schema to the newest version."""
    from alembic import command

    try:
        command.upgrade(migrations(url), "head")
    except OperationalError as error:
        raise PbemError(f"cannot open the database {url}: {error.orig}", "check the path and its permissions") from None


def newest() -> str:
    """The schema this program needs: its migrations are numbered in their file names."""
    return max(file.name.partition("_")[0] for file in (folder("db") / "versions").glob("[0-9]*.py"))


def schema(store: Store) -> str:
    """What the database says of itself; nothing if nobody has made it."""
    with store.engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return ""
        return str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or "")


def require_current(store: Store) -> None:
    head = newest()
    try:
        here = schema(store)
    except DBAPIError as error:
        raise PbemError(f"cannot open the database {store.engine.url}: {error.orig}", "pbem init makes it") from None
    if here != head:
        raise PbemError(f"the database is at schema {here or 'none'}, this pbem needs {head}", "run: pbem init --upgrade")


def sqlite_url(path: Path) -> str:
    return f"sqlite:///{path}"


def pack(data: bytes) -> bytes:
    return zlib.compress(data, 6)


def unpack(data: bytes) -> bytes:
    return zlib.decompress(data)

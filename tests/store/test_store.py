"""One transaction or none, a lost race changes nothing, and the schema goes up and down."""

from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect
from sqlmodel import SQLModel, select

from pbem.errors import PbemError
from pbem.store.db import LostRace, claim, migrations, newest, open_store, require_current, sqlite_url, upgrade
from pbem.store.tables import AuditRow, FilingRow, GameRow, StageRow


def url(folder: Path) -> str:
    return sqlite_url(folder / "pbem.sqlite")


def a_game(id: str = "g1") -> GameRow:
    return GameRow(
        id=id,
        ruleset="toy",
        rules_version="1",
        scenario="toy/x",
        state=b"",
        blind=b"b",
        settings="{}",
        moderator="m@x",
        created="2026-12-01",
    )


def test_the_migrations_make_exactly_the_tables_of_the_program(tmp_path: Path) -> None:
    upgrade(url(tmp_path))
    store = open_store(url(tmp_path))
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, SQLModel.metadata) == []
    require_current(store)
    store.close()


def test_the_migrations_go_down_to_nothing_and_up_again(tmp_path: Path) -> None:
    upgrade(url(tmp_path))
    command.downgrade(migrations(url(tmp_path)), "base")
    store = open_store(url(tmp_path))
    assert set(inspect(store.engine).get_table_names()) <= {"alembic_version"}
    with pytest.raises(PbemError, match="this pbem needs"):
        require_current(store)
    upgrade(url(tmp_path))
    require_current(store)
    store.close()


def test_who_computed_on_an_older_version_has_lost_and_changes_nothing(tmp_path: Path) -> None:
    upgrade(url(tmp_path))
    store = open_store(url(tmp_path))
    with store.write() as session:
        session.add(a_game())
    with store.write() as session:
        assert claim(session, "g1", 1) == 2
    with pytest.raises(LostRace), store.write() as session:
        session.add(AuditRow(game="g1", at="", who="x", what="y"))
        session.flush()
        claim(session, "g1", 1)
    with store.read() as session:
        assert session.get_one(GameRow, "g1").version == 2
        assert not list(session.exec(select(AuditRow)))
    store.close()


def test_a_write_that_fails_in_the_middle_leaves_nothing(tmp_path: Path) -> None:
    upgrade(url(tmp_path))
    store = open_store(url(tmp_path))
    with pytest.raises(ZeroDivisionError), store.write() as session:
        session.add(a_game())
        session.flush()
        raise ZeroDivisionError
    with store.read() as session:
        assert not list(session.exec(select(GameRow)))
    store.close()


def test_foreign_keys_and_the_journal_mode_are_on(tmp_path: Path) -> None:
    upgrade(url(tmp_path))
    store = open_store(url(tmp_path))
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 30000
    orphan = FilingRow(game="none", side="red", seq=1, attempt=1, number=1, raw="", lines="[]", source="", at="")
    with pytest.raises(Exception, match="FOREIGN KEY"), store.write() as session:
        session.add(orphan)
    store.close()


def test_the_schema_wanted_is_the_head_of_the_migrations(tmp_path: Path) -> None:
    assert newest() == ScriptDirectory.from_config(migrations(url(tmp_path))).get_current_head()


def test_an_office_of_the_first_schema_is_upgraded_with_its_stages(tmp_path: Path) -> None:
    command.upgrade(migrations(url(tmp_path)), "0001")
    store = open_store(url(tmp_path))
    with pytest.raises(PbemError, match="is at schema 0001"):
        require_current(store)
    with store.write() as session:
        session.add(a_game())
        session.flush()
        values = "'g1', 1, 1, 'T1', 'done', '', '', x'', x'', x'', '', '', '', '', '[]', '[]', '{}', '', 0, ''"
        names = "game, seq, attempt, step, status, opened, due, before, seed, dark, seal, dark_seal, final, opening, journal, tape"
        session.connection().exec_driver_sql(f"INSERT INTO stages ({names}, verdicts, played, told, why) VALUES ({values})")
    upgrade(url(tmp_path))
    with store.read() as session:
        assert [(row.step, row.rules) for row in session.exec(select(StageRow))] == [("T1", "")]
    require_current(store)
    store.close()

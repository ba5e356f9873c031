"""Alembic's way in: offline prints SQL, online runs on the store's own settings."""

from __future__ import annotations

from alembic import context
from sqlmodel import SQLModel

from pbem.store import tables
from pbem.store.db import open_store

assert tables.GameRow.metadata is SQLModel.metadata
url = context.config.get_main_option("sqlalchemy.url") or ""

if context.is_offline_mode():
    context.configure(url=url, target_metadata=SQLModel.metadata, literal_binds=True)
    with context.begin_transaction():
        context.run_migrations()
else:
    store = open_store(url)
    with store.engine.connect() as connection:
        context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
        with context.begin_transaction():
            context.run_migrations()
        connection.commit()
    store.close()

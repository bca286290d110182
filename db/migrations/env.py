"""Alembic's way to the database: the connection of db.connection.migrate, or ``sqlalchemy.url`` of alembic.ini.

For developers: ``alembic -c db/migrations/alembic.ini revision --autogenerate -m "Add …"``.
"""

from __future__ import annotations

import asyncio

from alembic import context
from sqlalchemy import Connection

from db.connection.engines import parse, writing
from db.schema import metadata


def _run(connection: Connection) -> None:
    sqlite = connection.dialect.name == "sqlite"
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=sqlite, transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()


async def _run_by_url(text: str) -> None:
    engine = writing(parse(text))
    async with engine.begin() as connection:
        await connection.run_sync(_run)
    await engine.dispose()


_given: Connection | None = context.config.attributes.get("connection")
if _given is not None:
    _run(_given)
else:
    asyncio.run(_run_by_url(context.config.get_main_option("sqlalchemy.url") or ""))

"""Choices of servers and people: a row each, a column per field, NULL for the default."""

from collections.abc import Sequence
from dataclasses import fields
from typing import TypeVar

import msgspec
from sqlalchemy import Table, select
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.tables.model.choices import GuildChoices, Preferences
from bot.tables.model.memory import RememberedChoices
from bot.tables.model.processes import Notice
from bot.tables.model.store import Row, SaveUnknown, StoreError
from db import schema
from db.connection.listening import notify
from db.connection.reading import reader
from db.queries.base import DatabaseStore
from db.writing import statements
from db.writing.writer import Writer

C = TypeVar("C", GuildChoices, Preferences)

_REMEMBERED = 10_000

_ROW = "row_key"
_JSON = ("channels", "starter_roles", "helper_roles", "switched_off", "presets", "guided")
"""Fields that are stored as JSON."""


class _Choices(DatabaseStore, RememberedChoices[C]):
    """Rows of ``table`` as values of ``kind``, kept in memory after the first look until a notice tells of a change."""

    def __init__(
        self, readers: AsyncEngine, writer: Writer, table: Table, key: str, kind: type[C], notice: Notice
    ) -> None:
        DatabaseStore.__init__(self, readers, writer)
        RememberedChoices.__init__(self, _REMEMBERED)
        self._notice = notice
        self._table = table
        self._key = key
        self._kind: type[C] = kind
        self._names = [field.name for field in fields(kind)]

    async def _read(self, ids: Sequence[int]) -> dict[int, C]:
        key = self._table.c[self._key]
        query = select(key.label(_ROW), *(self._table.c[name] for name in self._names)).where(key.in_(ids))
        async with reader(self._readers) as connection:
            rows = {row[_ROW]: dict(row) for row in (await connection.execute(query)).mappings()}
        return {id: self._chosen(rows.get(id, {})) for id in ids}

    async def choose(self, id: int, /, **changes: object) -> C:
        """Store these fields and keep the others. Memory reads the row again, whichever save came last."""
        stored = {name: _column(name, value) for name, value in changes.items()}
        put = statements.upsert(self._readers.dialect.name, self._table, self._key, {self._key: id, **stored})
        self.forget(id)
        try:
            await self._writer.execute(put, *notify(self._readers.dialect.name, self._notice, id))
        except SaveUnknown as error:
            error.settled.add_done_callback(lambda _: self.forget(id))
            raise
        finally:
            self.forget(id)
        return await self.of(id)

    def _chosen(self, row: Row) -> C:
        chosen = {
            str(name): msgspec.json.decode(value) if name in _JSON else value
            for name, value in row.items()
            if value is not None and name != _ROW
        }
        try:
            choices: C = msgspec.convert(chosen, self._kind)
        except msgspec.ValidationError as error:  # Another version stored it.
            raise StoreError(f"not understood: {error}") from error
        return choices


def _column(name: str, value: object) -> object:
    return msgspec.json.encode(value).decode() if name in _JSON else value


class DatabaseSettings(_Choices[GuildChoices]):
    """Settings of guilds: every lobby and command asks for them."""

    def __init__(self, readers: AsyncEngine, writer: Writer) -> None:
        super().__init__(readers, writer, schema.settings, "guild", GuildChoices, Notice.SETTINGS)


class DatabasePreferences(_Choices[Preferences]):
    """Preferences of people: every press asks for them."""

    def __init__(self, readers: AsyncEngine, writer: Writer) -> None:
        super().__init__(readers, writer, schema.preferences, "user_id", Preferences, Notice.PREFERENCES)

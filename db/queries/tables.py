"""Tables and journals in the database (``bot.tables.model.store.TableStore``)."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from itertools import zip_longest
from typing import Any

import msgspec
from sqlalchemy import RowMapping, bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables.model.processes import EVERY_SHARD, Notice, Shards
from bot.tables.model.store import POSTING, JournalRow, LobbyRow, NotShown, ResultRow, Row
from bot.tables.model.table import Status, TableId
from bot.tables.records.trophies import Earned
from bot.tables.storage.rows import Columns, as_json, options_json
from db import schema
from db.connection.listening import notify
from db.connection.reading import reader
from db.queries.archive import Line, packed_lines
from db.queries.base import DatabaseStore, of_shards
from db.queries.trophies import kept
from db.schema import Found
from db.writing import statements
from db.writing.writer import Save, Writer

_ID_BITS = 40
"""Eight digits in base 36: short enough to say, and nobody guesses another table's."""

_LINES = 256
"""Lines of a journal in one read: 3 ms."""

_tables = schema.tables.c

_NUMBER = _tables.number + 0
"""Written so, the order does not lead the database to read all tables by number instead of the few live ones."""

# Every game asks these at its end. They are made once: to make one takes SQLAlchemy longer than SQLite takes to answer.

_TABLE = select(schema.tables).where(_tables.id == bindparam("of"))
_SOME_LINES = (
    select(schema.journal)
    .where(schema.journal.c.table_id == bindparam("of"), schema.journal.c.number > bindparam("after"))
    .order_by(schema.journal.c.number)
    .limit(_LINES)
)
_LOBBY_LINES = select(schema.lobby).where(schema.lobby.c.table_id == bindparam("of")).order_by(schema.lobby.c.step)
_HOLDER = select(_tables.id).where(
    _tables.guild == bindparam("guild"), _tables.channel == bindparam("channel"), schema.HOLDS
)


class DatabaseTables(DatabaseStore):
    """A TableStore on the database: reads go straight to it, saves through the one writer."""

    def __init__(self, readers: AsyncEngine, writer: Writer, *, exclusive: bool = False) -> None:
        """Read by ``readers``, save by ``writer``; ``exclusive`` if no other process can use the database."""
        super().__init__(readers, writer)
        self.exclusive = exclusive

    async def load(self, id: TableId) -> Row | None:
        """Return the row of ``id``, if there is one."""
        async with reader(self._readers) as connection:
            row = (await connection.execute(_TABLE, {"of": id})).mappings().one_or_none()
        return None if row is None else _table_row(row)

    async def journal(self, id: TableId) -> list[JournalRow]:
        """Return the journal of ``id`` in order. It reads a long one in parts, so that others have their turn."""
        rows = list[JournalRow]()
        async with reader(self._readers) as connection:
            while True:
                after = rows[-1].number if rows else -1
                part = (await connection.execute(_SOME_LINES, {"of": id, "after": after})).all()
                rows.extend(map(_journal_row, part))
                if len(part) < _LINES:
                    # Most tables without a line have not begun.
                    return rows or [_journal_row(line) for line in await packed_lines(connection, [id])]

    async def lobby(self, id: TableId) -> list[LobbyRow]:
        """Return what happened in the lobby of ``id``, in order."""
        rows = await self._rows(_LOBBY_LINES, {"of": id})
        return [LobbyRow(TableId(row.table_id), row.step, row.user_id, row.do, row.words, row.at) for row in rows]

    async def live_at(self, guild: int, channel: int) -> TableId | None:
        """Return the live table that holds the channel, if there is one."""
        return await self._value(_HOLDER, {"guild": guild, "channel": channel})

    async def live(
        self, guild: int | None = None, shards: Shards = EVERY_SHARD, channel: int | None = None
    ) -> list[TableId]:
        """Return all live tables of ``shards``, of one guild or its ``channel`` if given, oldest first."""
        query = of_shards(select(_tables.id).where(schema.LIVE).order_by(_NUMBER), _tables.guild, shards)
        if guild is not None:
            query = query.where(_tables.guild == guild)
        if channel is not None:
            query = query.where(_tables.channel == channel)
        return await self._values(query)

    async def count_live(self, shards: Shards = EVERY_SHARD) -> int:
        """Return how many tables of ``shards`` are live."""
        query = select(func.count()).select_from(schema.tables).where(schema.LIVE)
        return await self._value(of_shards(query, _tables.guild, shards)) or 0

    async def not_shown(self, shards: Shards = EVERY_SHARD) -> dict[TableId, NotShown]:
        """Return tables whose message misses their last step, or with a pending call."""
        query = select(_tables.id, _tables.parent, _tables.status, _tables.drawn).where(schema.BEHIND)
        behind = dict[TableId, NotShown]()
        for row in await self._rows(of_shards(query, _tables.guild, shards)):
            board = TableId(row.parent or row.id)
            known = behind.get(board, NotShown(live=False, posting=False))
            posting = row.parent is None and row.drawn == POSTING
            behind[board] = NotShown(known.live or Status(row.status).live, known.posting or posting)
        return behind

    async def note_shown(self, steps: Mapping[TableId, int]) -> None:
        """Store which step the message of each table shows."""
        rows = [{"table": id, "shown": step} for id, step in steps.items()]

        async def noted(connection: AsyncConnection) -> None:
            await connection.execute(statements.NOTE_SHOWN, rows)

        await self._writer.run_in_transaction(noted)

    async def tell_owner(self, id: TableId) -> None:
        """Tell all processes that the message of the table may show anything."""
        for notice in notify(self._readers.dialect.name, Notice.BOARD, id):
            await self._writer.execute(notice)

    async def due(self, now: int, limit: int, shards: Shards = EVERY_SHARD) -> list[Row]:
        """Return tables whose clock has something to do by ``now``: in turn the latest and the earliest.

        It reads the index on ``due`` from both ends, so it does not matter how many wait between them. Only those of
        other shards cost time: 2 ms a thousand.
        """
        query = of_shards(select(schema.tables).where(schema.DUE, _tables.due <= now), _tables.guild, shards)
        newest = query.order_by(_tables.due.desc(), _tables.id.desc()).limit((limit + 1) // 2)
        oldest = query.order_by(_tables.due, _tables.id).limit(limit // 2)
        async with reader(self._readers) as connection:
            ends = [(await connection.execute(end)).mappings().all() for end in (newest, oldest)]
        in_turn = (row for pair in zip_longest(*ends) for row in pair if row is not None)
        return [_table_row(row) for row in {row["id"]: row for row in in_turn}.values()]

    async def due_calls(self, now: int, limit: int, shards: Shards = EVERY_SHARD) -> list[TableId]:
        """Return tables whose player to act was to get a call by ``now``, the earliest first."""
        query = select(_tables.id).where(schema.CALL_DUE, _tables.call_due <= now)
        query = of_shards(query, _tables.guild, shards)
        return await self._values(query.order_by(_tables.call_due, _tables.id).limit(limit))

    async def seated(self, guild: int, user: int) -> list[TableId]:
        """Return the live tables of a guild where ``user`` has a seat or had one, oldest first."""
        # The text narrows the search inside the database; another id may contain the same digits.
        query = select(_tables.id, _tables.players).where(
            _tables.guild == guild, schema.LIVE, _tables.players.contains(str(int(user)))
        )
        query = query.order_by(_NUMBER)
        rows = await self._rows(query)
        return [TableId(row.id) for row in rows if user in msgspec.json.decode(row.players, type=list[int])]

    async def children(self, parent: TableId) -> list[TableId]:
        """Return the players' own tables below ``parent``, in the order of their seats."""
        query = select(_tables.id).where(_tables.parent == parent).order_by(_NUMBER)
        return await self._values(query)

    async def child_rows(self, parent: TableId) -> list[Row]:
        """Return the rows of the players' own tables below ``parent``, in the order of their seats."""
        query = select(schema.tables).where(_tables.parent == parent).order_by(_NUMBER)
        async with reader(self._readers) as connection:
            return [_table_row(row) for row in (await connection.execute(query)).mappings()]

    async def save(
        self,
        table: Row,
        rows: Sequence[JournalRow] = (),
        result: Sequence[ResultRow] = (),
        *,
        also: Sequence[Row] = (),
        lobby: Sequence[LobbyRow] = (),
    ) -> None:
        """Store everything in one transaction and return after its commit."""
        earned = [
            Earned(row.guild, row.user, key, row.finished_at, row.table) for row in result for key in row.trophies
        ]
        await self._writer.save(
            Save(
                snapshots=(table, *also),
                journal=[_JOURNAL.row(row) for row in rows],
                results=[_RESULTS.row(row) for row in result],
                lobby=[_LOBBY.row(row) for row in lobby],
                others=kept(self._readers.dialect.name, earned) if earned else (),
            )
        )

    async def new_id(self) -> TableId:
        """Return a random id; the save decides whether it is free."""
        return TableId(secrets.randbits(_ID_BITS) or 1)


_NAMES = {"table": "table_id", "user": "user_id", "left": "has_left"}
"""Columns that are not called as the fields they hold."""


def _columns(kind: type[Any], **encoders: Callable[[Any], object]) -> Columns[Any]:
    names = (field.name for field in fields(kind) if field.name != "trophies")  # They have rows of their own.
    return Columns({_NAMES.get(name, name): name for name in names}, encoders)


_JOURNAL = _columns(JournalRow, dice=as_json)
_LOBBY = _columns(LobbyRow)
_RESULTS = _columns(ResultRow, options=options_json)


_throws = msgspec.json.Decoder(tuple[tuple[int, ...], ...]).decode


def _journal_row(row: Found | Line) -> JournalRow:
    return JournalRow(TableId(row.table_id), row.number, row.seat, row.do, _throws(row.dice), row.at)


def _table_row(row: RowMapping) -> Row:
    return {name: row[name] for name in statements.SNAPSHOT}

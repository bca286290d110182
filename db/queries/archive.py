"""Journals of old games, packed: a row for each game instead of one for each move (``python -m bot shrink``).

A packed journal has every line with its dice and its time. So replays, records and the check of the dice read it as
they read any other; it takes about a sixth of the room.
"""

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import delete, exists, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables.model.table import Status
from db import schema
from db.connection.reading import Reader, reader
from db.writing.writer import Writer

_GAMES = 100
"""Games that are packed in one transaction: it must not hold up the moves of others for long."""

_LINE = ("number", "seat", "do", "dice", "at")
_OVER = (Status.FINISHED.value, Status.ENDED.value)

_journal, _archive, _tables = schema.journal.c, schema.archive.c, schema.tables.c


class Line(NamedTuple):
    """A line as the table of journals has it."""

    table_id: int
    number: int
    seat: int
    do: str
    dice: str
    at: int


class Packed(NamedTuple):
    """What was packed, and how many bytes the lines had and have."""

    games: int = 0
    moves: int = 0
    before: int = 0
    after: int = 0


def pack(lines: Iterable[Any]) -> bytes:
    """Return the lines of one journal, which are in order, as bytes."""
    return zlib.compress(msgspec.json.encode([[getattr(line, name) for name in _LINE] for line in lines]), 9)


def unpack(table: int, packed: bytes) -> list[Line]:
    """Return the lines of a packed journal."""
    return [Line(table, *values) for values in msgspec.json.decode(zlib.decompress(packed))]


async def packed_lines(connection: Reader, tables: Sequence[int]) -> list[Line]:
    """Return the lines of those of ``tables`` whose journals are packed, in order."""
    query = select(schema.archive).where(_archive.table_id.in_(tables)).order_by(_archive.table_id)
    return [line for id, packed in (await connection.execute(query)).all() for line in unpack(id, packed)]


async def shrink(
    readers: AsyncEngine, writer: Writer, before: int, progress: Callable[[int], None] = lambda _: None
) -> Packed:
    """Pack the journals of all games that were over ``before`` that moment. The bot may run meanwhile.

    ``progress`` hears of each part how many games it had. Raises SaveFailed; what was packed by then stays so.
    """
    done, last = Packed(), 0
    old = (
        select(_tables.id)
        .where(_tables.status.in_(_OVER), _tables.changed < before)
        .where(exists().where(_journal.table_id == _tables.id))
        .order_by(_tables.id)
        .limit(_GAMES)
    )
    while True:
        async with reader(readers) as connection:
            ids = list((await connection.execute(old.where(_tables.id > last))).scalars())
        if not ids:
            return done
        part = await writer.run_in_transaction(partial(_pack, ids=ids))
        done = Packed(*map(sum, zip(done, part, strict=True)))
        last = ids[-1]
        progress(len(ids))


async def _pack(connection: AsyncConnection, ids: Sequence[int]) -> Packed:
    query = select(schema.journal).where(_journal.table_id.in_(ids)).order_by(_journal.table_id, _journal.number)
    by_table: dict[int, list[Any]] = {}
    moves = before = 0
    for line in (await connection.execute(query)).all():
        by_table.setdefault(line.table_id, []).append(line)
        moves += 1
        before += len(line.do) + len(line.dice) + _NUMBERS
    rows: list[Mapping[str, Any]] = [{"table_id": id, "lines": pack(lines)} for id, lines in by_table.items()]
    if rows:
        await connection.execute(insert(schema.archive), rows)
        await connection.execute(delete(schema.journal).where(_journal.table_id.in_(ids)))
    return Packed(len(rows), moves, before, sum(len(row["lines"]) for row in rows))


_NUMBERS = 24
"""Bytes of the numbers of a line, as SQLite stores them; PostgreSQL takes twice that."""


async def games_to_pack(readers: AsyncEngine, before: int) -> int:
    """Return how many games there are for :func:`shrink`."""
    query = select(func.count()).select_from(schema.tables).where(_tables.status.in_(_OVER), _tables.changed < before)
    async with reader(readers) as connection:
        return await connection.scalar(query.where(exists().where(_journal.table_id == _tables.id))) or 0

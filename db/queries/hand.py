"""Blocks, voided results and the log of managers (``bot.tables.hand.HandStore``); what the host of the bot knows."""

import secrets
from collections.abc import Sequence

from sqlalchemy import Executable, and_, case, delete, func, insert, null, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.hand import EVERYBODY, Block, Deed, Did, Judgement, KnownServer, veiled
from bot.tables.model.place import is_server
from bot.tables.model.store import RIVALRIES, Kind
from bot.tables.model.table import TableId
from db import schema
from db.queries.base import DatabaseStore
from db.queries.reviews import rate_again
from db.queries.trophies import brought_nothing
from db.schema import Found
from db.writing import statements

_blocks, _deeds, _results = schema.blocks.c, schema.deeds.c, schema.results.c

_VOID: Kind = "void"
_PRACTICE: Kind = "practice"

_STATUS = tuple(did.value for did in (Did.PAUSE, Did.RESUME, Did.CLOSE))

_MARK, _NOTICE, _JUDGED = "blocks", "notice", "judged "
"""Keys in ``meta``; the last one goes on with the number of a table."""


class DatabaseHand(DatabaseStore):
    """Each change and its line of the log are one transaction."""

    # Blocks

    async def changed(self) -> tuple[str, str]:
        """Return a mark that is another one after each change of a block, and the notice on new boards."""
        query = select(schema.meta).where(schema.meta.c.key.in_((_MARK, _NOTICE)))
        found = {row.key: row.value for row in await self._rows(query)}
        return found.get(_MARK, "none"), found.get(_NOTICE, "")

    async def blocks(self) -> list[Block]:
        """Return all of them."""
        return [
            Block(row.guild, row.user_id, row.at, row.until, row.why or "")
            for row in await self._rows(select(schema.blocks))
        ]

    async def block(self, block: Block, deed: Deed | None) -> None:
        """Store a block in place of one of the same person."""
        values = {
            "guild": block.guild,
            "user_id": block.user,
            "at": block.at,
            "until": block.until,
            "why": block.why or None,
        }
        await self._writer.execute(
            self._without(block.guild, block.user), insert(schema.blocks).values(values), *self._rest(deed)
        )

    async def lift(self, guild: int, user: int, deed: Deed | None) -> bool:
        """Delete a block; return whether there was one."""
        return await self._change_if_there(self._without(guild, user), *self._rest(deed))

    def _without(self, guild: int, user: int) -> Executable:
        """Return what deletes the block of a person, erased or not."""
        same = [user] if user <= EVERYBODY else [user, veiled(guild, user)]
        return delete(schema.blocks).where(_blocks.guild == guild, _blocks.user_id.in_(same))

    def _rest(self, deed: Deed | None) -> Sequence[Executable]:
        """Return what goes with a change of a block: the log, and the mark that tells all processes."""
        told = blocks_changed(self._readers.dialect.name)
        return (told,) if deed is None else (told, _noted(deed))

    # The log

    async def note(self, deed: Deed) -> None:
        """Write a line."""
        await self._writer.execute(_noted(deed))

    async def deeds(self, guild: int, offset: int, limit: int) -> tuple[list[Deed], int]:
        """Return lines, the latest first, and how many there are."""
        query = select(schema.deeds).where(_deeds.guild == guild).order_by(_deeds.number.desc())
        total = await self._value(select(func.count()).select_from(schema.deeds).where(_deeds.guild == guild))
        known = [row for row in await self._rows(query.offset(offset).limit(limit)) if row.do in set(Did)]
        return [_deed(row) for row in known], total or 0

    async def latest(self, guild: int, league: TableId) -> Deed | None:
        """Return who has paused, resumed or ended a league last."""
        of_it = select(schema.deeds).where(_deeds.guild == guild, _deeds.game_table == league, _deeds.do.in_(_STATUS))
        row = await self._row(of_it.order_by(_deeds.number.desc()).limit(1))
        return None if row is None or row.do not in set(Did) else _deed(row)

    async def tidy(self, before: int, now: int) -> None:
        """Delete the lines from before that time, and blocks that are over."""
        over = and_(_blocks.until.is_not(None), _blocks.until <= now)
        await self._writer.execute(delete(schema.deeds).where(_deeds.at < before), delete(schema.blocks).where(over))

    # Results

    async def is_voided(self, table: TableId) -> bool | None:
        """Return whether the result of a table is voided; None where it has none that could count."""
        kinds = await self._values(select(_results.kind).where(_results.table_id == table).distinct())
        return None if not kinds or _PRACTICE in kinds else _VOID in kinds

    async def void(self, table: TableId, deed: Deed) -> bool:
        """Keep as what it counted, and count it as nothing."""
        voided = {"voided": _results.kind, "kind": _VOID, "to_rate": False}
        counted = (_results.table_id == table, _results.kind.not_in((_VOID, _PRACTICE)))
        return await self._judge(table, update(schema.results).where(*counted).values(voided), deed)

    async def count(self, table: TableId, deed: Deed) -> bool:
        """Count it as what it counted before."""
        again = {"kind": _results.voided, "voided": null()}
        voided = (_results.table_id == table, _results.kind == _VOID, _results.voided.is_not(None))
        return await self._judge(table, update(schema.results).where(*voided).values(again), deed)

    async def _judge(self, table: TableId, change: Executable, deed: Deed) -> bool:
        """Change a result; compute the standings of its players again, and let ratings wait where it may count.

        What a voided game has brought goes with it.
        """

        async def work(connection: AsyncConnection) -> bool:
            if not (await connection.execute(change)).rowcount:
                return False
            rows = (await connection.execute(select(schema.results).where(_results.table_id == table))).all()
            guild, game = rows[0].guild, rows[0].game
            if rows[0].kind == _VOID:
                await connection.execute(brought_nothing(guild, table))
            await self._writer.standings.rebuild(connection, guild, [row.user_id for row in rows])
            if {rows[0].kind, rows[0].voided} & set(RIVALRIES) and rows[0].seats > 1:
                for statement in rate_again(guild, game):
                    await connection.execute(statement)
            await connection.execute(_noted(deed))
            mark = {"key": f"{_JUDGED}{table}", "value": f"{guild} {secrets.token_hex(8)}"}
            await connection.execute(statements.upsert(self._readers.dialect.name, schema.meta, "key", mark))
            return True

        return await self._writer.run_in_transaction(work)

    async def unfollowed(self) -> list[Judgement]:
        """Return the judgements that stay."""
        rows = await self._rows(select(schema.meta).where(schema.meta.c.key.startswith(_JUDGED)))
        return [
            Judgement(int(row.value.split()[0]), TableId(int(row.key.removeprefix(_JUDGED))), row.value) for row in rows
        ]

    async def followed(self, judgement: Judgement) -> None:
        """Forget a judgement, unless managers have judged that result again."""
        same = (schema.meta.c.key == f"{_JUDGED}{judgement.table}", schema.meta.c.value == judgement.mark)
        await self._writer.execute(delete(schema.meta).where(*same))

    # The host of the bot

    async def give_notice(self, text: str) -> None:
        """Store what new boards say; nothing if it is empty."""
        if text:
            put = statements.upsert(self._readers.dialect.name, schema.meta, "key", {"key": _NOTICE, "value": text})
            await self._writer.execute(put)
        else:
            await self._writer.execute(delete(schema.meta).where(schema.meta.c.key == _NOTICE))

    async def servers(self) -> list[KnownServer]:
        """Return the servers of which there is anything, the last game first."""
        known = case((_results.user_id > 0, _results.user_id))  # Erased people have another id in every game.
        played = select(
            _results.guild, func.count(known.distinct()).label("players"), func.max(_results.finished_at)
        ).group_by(_results.guild)
        found = {row[0]: KnownServer(*row) for row in await self._rows(played)}
        for table in (schema.settings, schema.tables):
            for guild in await self._values(select(table.c.guild).distinct()):
                found.setdefault(guild, KnownServer(guild, 0, None))
        for block in await self.blocks():
            if block.user == EVERYBODY:
                found.setdefault(block.guild, KnownServer(block.guild, 0, None))
        servers = (server for place, server in found.items() if is_server(place))
        return sorted(servers, key=lambda server: (-(server.last or 0), server.guild))


def blocks_changed(dialect: str) -> Executable:
    """Return what tells all processes that blocks have changed: they look for another mark every few seconds."""
    return statements.upsert(dialect, schema.meta, "key", {"key": _MARK, "value": secrets.token_hex(8)})


def _deed(row: Found) -> Deed:
    table = None if row.game_table is None else TableId(row.game_table)
    return Deed(row.guild, row.at, row.manager_id, Did(row.do), row.user_id, table, row.why or "")


def _noted(deed: Deed) -> Executable:
    return insert(schema.deeds).values(
        guild=deed.guild,
        at=deed.at,
        manager_id=deed.manager,
        do=deed.do.value,
        user_id=deed.user,
        game_table=deed.table,
        why=deed.why or None,
    )

"""Work that a migration leaves for later: counting the games from before there were standings."""

import logging

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db import schema
from db.connection.reading import reader
from db.writing.writer import Writer

log = logging.getLogger(__name__)

_STANDINGS = "owed standings"


async def run_pending_rebuilds(readers: AsyncEngine, writer: Writer) -> None:
    """Do pending work, if any; if it is cut off, the next start does it again."""
    owed = schema.meta.c.key == _STANDINGS
    async with reader(readers) as connection:
        if (await connection.execute(select(schema.meta.c.value).where(owed))).first() is None:
            return
    log.info("counting the games of all servers for the leaderboards")
    await rebuild_standings(readers, writer)
    await writer.execute(delete(schema.meta).where(owed))


async def rebuild_standings(readers: AsyncEngine, writer: Writer, guild: int | None = None) -> None:
    """Compute the standings of ``guild``, or of every server, from the results again, each in a transaction."""
    async with reader(readers) as connection:
        found = select(schema.results.c.guild).distinct()
        guilds = [guild] if guild is not None else sorted((await connection.execute(found)).scalars())
    for one in guilds:

        async def work(connection: AsyncConnection, one: int = one) -> None:
            await writer.standings.rebuild(connection, one)

        await writer.run_in_transaction(work)

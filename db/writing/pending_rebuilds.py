"""Work that a migration leaves for later: counting the games from before there were standings."""

import logging

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db import schema
from db.connection.reading import reader
from db.writing.writer import Writer

log = logging.getLogger(__name__)

_IS_OWED = schema.meta.c.key == "owed standings"
_OWED = select(schema.meta.c.value).where(_IS_OWED)


async def run_pending_rebuilds(readers: AsyncEngine, writer: Writer) -> None:
    """Do pending work, if any; if it is cut off, the next start does it again.

    Of several processes that start at once, each may do a part: once one of them is through, the others leave off.
    """
    async with reader(readers) as connection:
        if (await connection.execute(_OWED)).first() is None:
            return
    log.info("counting the games of all servers for the leaderboards")
    await rebuild_standings(readers, writer, while_owed=True)
    await writer.execute(delete(schema.meta).where(_IS_OWED))


async def rebuild_standings(
    readers: AsyncEngine, writer: Writer, guild: int | None = None, *, while_owed: bool = False
) -> None:
    """Compute the standings of ``guild``, or of every server, from the results again, each in a transaction.

    With ``while_owed`` it ends as soon as another process has done all of it.
    """
    async with reader(readers) as connection:
        found = select(schema.results.c.guild).distinct()
        guilds = [guild] if guild is not None else sorted((await connection.execute(found)).scalars())
    for one in guilds:

        async def work(connection: AsyncConnection, one: int = one) -> None:
            # The lock keeps two processes from counting a server at once, which would count its games twice.
            if while_owed and await connection.scalar(_OWED.with_for_update()) is None:
                return
            await writer.standings.rebuild(connection, one)

        await writer.run_in_transaction(work)

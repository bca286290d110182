"""One process that uses a PostgreSQL database alone: a second one would move boards behind its back.

While the session is lost, nothing is saved. If another process was quicker to take the database, this one stops.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.engine import URL

from db.claims import session as sessions
from db.claims.session import Session, SessionLost
from db.connection import faults
from db.connection.errors import DatabaseInUse
from db.writing.transactions import TROUBLE

log = logging.getLogger(__name__)

WATCH_SECONDS = 5.0
"""How often to ask whether the session still exists."""


@asynccontextmanager
async def alone(url: URL) -> AsyncIterator[Session]:
    """Be the only process that uses the database. Raises DatabaseInUse, also when another one takes it later."""
    task, session = asyncio.current_task(), Session(url)
    taken = False

    async def watch() -> None:
        nonlocal taken
        try:
            await _keep(session)
        except DatabaseInUse as error:
            log.error("another process has taken the database: stopping")
            taken = True
            if task is not None:
                task.cancel(str(error))

    try:
        await session.open(alone=True)
        watching = asyncio.create_task(watch(), name="watch over the claim to the database")
        try:
            yield session
        except asyncio.CancelledError as cancelled:
            if taken and task is not None and not task.uncancel():
                raise DatabaseInUse(*cancelled.args) from None
            raise
        finally:
            watching.cancel()
            await asyncio.wait((watching,))
    finally:
        await session.close()


async def _keep(session: Session) -> None:
    """Keep the session, and begin another one when it is lost. Raises DatabaseInUse."""
    while True:
        await asyncio.sleep(WATCH_SECONDS)
        try:
            await session.look()
        except SessionLost as lost:
            log.warning("the session that keeps the database for this process was lost: %s", lost)
            while not await _again(session):  # noqa: ASYNC110 - the server tells nobody.
                await asyncio.sleep(sessions.PAUSE)


async def _again(session: Session) -> bool:
    try:
        await session.reopen(alone=True)
    except TROUBLE as error:
        log.debug("not answered: %s", faults.reason(error))
        return False
    return True

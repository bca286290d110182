"""Processes that use a PostgreSQL database: one alone, or several that share its shards.

One process alone keeps others out: a second one would move boards behind its back. While a session is lost, its process
saves nothing. If another process was quicker to take the database, this one stops.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

from sqlalchemy.engine import URL

from db.claims import session as sessions
from db.claims.holder import Claims, Share
from db.claims.session import Session, SessionLost
from db.connection import faults
from db.connection.errors import DatabaseError, DatabaseInUse
from db.writing.transactions import TROUBLE

log = logging.getLogger(__name__)

WATCH_SECONDS = 5.0
"""How often to ask whether the session still exists."""


@asynccontextmanager
async def alone(url: URL) -> AsyncIterator[Session]:
    """Be the only process that uses the database. Raises DatabaseInUse, also when another one takes it later."""
    session = Session(url)
    try:
        await session.open(alone=True)
        async with _beside(_keep(session)):
            yield session
    finally:
        await session.close()


@asynccontextmanager
async def sharing(url: URL, share: Share) -> AsyncIterator[Claims]:
    """Share the database with other processes. Raises DatabaseInUse, also when one takes it for itself later."""
    session = Session(url)
    try:
        await session.open(alone=False)
        claims = Claims(session, share)
        async with _beside(claims.keep()):
            yield claims
    finally:
        await session.close()


@asynccontextmanager
async def _beside(keeping: Awaitable[None]) -> AsyncIterator[None]:
    """Do ``keeping`` beside what is inside, and end that when it fails: raises DatabaseInUse or DatabaseError."""
    task, failed = asyncio.current_task(), list[DatabaseError]()

    async def keep() -> None:
        try:
            await keeping
        except DatabaseInUse as error:
            log.error("%s", error)
            failed.append(error)
        except Exception as error:
            log.exception("the claims cannot be kept")
            failed.append(DatabaseError(f"The claims to the database cannot be kept ({type(error).__name__})."))
        if task is not None:
            task.cancel()

    kept = asyncio.create_task(keep(), name="keep the claims")
    try:
        yield
    except asyncio.CancelledError:
        if failed and task is not None and not task.uncancel():
            raise failed[0] from None
        raise
    finally:
        kept.cancel()
        await asyncio.wait((kept,))


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

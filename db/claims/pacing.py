"""When a session at Discord may begin, across all processes: a lock per bucket."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from bot.gateway.pacing import APART
from db.claims.locks import Kind
from db.claims.session import Session, SessionLost

TRY_SECONDS = 0.5
"""How often to try for the lock of a bucket."""


class ClaimedPacing:
    """The gateway's :class:`~bot.gateway.pacing.IdentifyPacing` for processes that share a database."""

    def __init__(self, session: Session) -> None:
        """Take the locks in ``session``; while it is lost, nobody begins."""
        self._session = session
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._resting: dict[int, asyncio.Task[None]] = {}

    @asynccontextmanager
    async def turn(self, shard: int, max_concurrency: int) -> AsyncIterator[None]:
        """See :class:`~bot.gateway.pacing.IdentifyPacing`. Cancelling ends the wait."""
        bucket = shard % max_concurrency
        async with self._turns[bucket]:
            if bucket in self._resting:
                await asyncio.wait((self._resting[bucket],))
            while not await self._took(bucket):  # noqa: ASYNC110 - the server tells nobody.
                await asyncio.sleep(TRY_SECONDS)
            apart = 0.0
            try:
                yield
                apart = APART
            finally:
                self._resting[bucket] = asyncio.create_task(self._rest(bucket, apart), name=f"after shard {shard}")

    async def _took(self, bucket: int) -> bool:
        try:
            return await self._session.take(Kind.IDENTIFY, bucket)
        except SessionLost:
            return False

    async def _rest(self, bucket: int, seconds: float) -> None:
        """Let nobody of the bucket begin for so long."""
        session = self._session.number
        await asyncio.sleep(seconds)
        with suppress(SessionLost):
            if session == self._session.number:  # Another session never had the lock.
                await self._session.give(Kind.IDENTIFY, bucket)

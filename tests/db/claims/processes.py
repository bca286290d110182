"""Processes that share one PostgreSQL, all in one event loop, and a gateway that connects when a test says so."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import AsyncExitStack
from typing import Any

from sqlalchemy import text

from db import open_database
from db.claims.holder import Claims, Share


class FakeGateway:
    """Connects shards at once, or when the test says so."""

    def __init__(self, recommended: int = 4) -> None:
        self.shards: set[int] = set()
        self.served: set[int] = set()
        self.slow = False
        self.released: list[int] = []
        self._recommended = recommended
        self.claims: Claims | None = None

    def hold(self, count: int, shards: Iterable[int]) -> None:
        self.shards |= set(shards)

    async def release(self, shards: Iterable[int]) -> None:
        self.released += self.shards.intersection(shards)
        self.shards -= set(shards)

    def connected(self) -> frozenset[int]:
        return frozenset(self.shards)

    def is_ready(self, shard: int) -> bool:
        return shard in self.shards and not self.slow

    def serve(self, shard: int) -> None:
        assert self.claims is not None
        self.claims.held.change(self.claims.held.now.with_shard(shard))

    async def recommended(self) -> int:
        return self._recommended


class Processes:
    """Starts and stops 'processes': each has its own session, all are in this loop."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._stacks: dict[int, AsyncExitStack] = {}

    async def start(self, gateway: FakeGateway | None = None, **share: Any) -> Claims:
        gateway = gateway or FakeGateway()
        stack = AsyncExitStack()
        storage = await stack.enter_async_context(open_database(self.url, share=Share(**share)))
        claims = storage.database.claims
        assert claims is not None
        gateway.claims = claims
        self._stacks[id(claims)] = stack
        await claims.start(gateway)
        return claims

    async def end(self, claims: Claims) -> None:
        await claims.stop()
        await self._stacks.pop(id(claims)).aclose()

    async def close(self) -> None:
        for stack in self._stacks.values():
            await stack.aclose()


def held(claims: Claims) -> set[int]:
    return {shard for shard in range(99) if claims.owns(shard)}


async def joined(claims: Claims) -> None:
    """Wait until others see that it takes part."""
    while claims.session.number not in (await claims.session.look()).members:  # noqa: ASYNC110 - the server tells nobody.
        await asyncio.sleep(0.01)


async def end_session(url: str, claims: Claims) -> None:
    """End its session as the server does with one that asks nothing, or when its process is killed."""
    async with open_database(url) as storage, storage.database.reading.connect() as connection:
        await connection.execute(text(f"SELECT pg_terminate_backend({claims.session.number})"))

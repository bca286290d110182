"""Whatever runs by the clock: each process finds what belongs to its shards, so none is found twice and none never."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Awaitable, Collection
from typing import Any

import pytest
from sqlalchemy import select

from bot.tables.model.processes import Shards
from db import Storage, schema
from db.queries.base import of_shards

NOW = 2_000_000_000
OCTOBER, NOVEMBER = 1_792_500_000, 1_794_000_000


async def _due(storage: Storage, shards: Shards) -> list[int]:
    return [row["guild"] for row in await storage.tables.due(NOW, 1000, shards)]


async def _due_calls(storage: Storage, shards: Shards) -> list[int]:
    return await _guilds(storage, await storage.tables.due_calls(NOW, 1000, shards))


async def _live(storage: Storage, shards: Shards) -> list[int]:
    found = await _guilds(storage, await storage.tables.live(None, shards))
    assert len(found) == await storage.tables.count_live(shards)
    return found


async def _not_shown(storage: Storage, shards: Shards) -> list[int]:
    return await _guilds(storage, await storage.tables.not_shown(shards))


async def _seasons_due(storage: Storage, shards: Shards) -> list[int]:
    return [due.season.guild for due in await storage.seasons.due(NOW, shards)]


async def _guilds(storage: Storage, tables: Collection[Any]) -> list[int]:
    rows = [await storage.tables.load(table) for table in tables]
    return [row["guild"] for row in rows if row is not None]


@pytest.fixture
async def guilds(storage: Storage, row: Any, result: Any, seed: str) -> list[int]:
    """Servers with a table where everything is due, and a season that should have ended."""
    drawn = random.Random(seed)
    guilds = [drawn.randrange(2**63) for _ in range(24)] + [1, 2**22 - 1, 2**22, 2**63 - 1]

    def save(number: int, guild: int) -> Awaitable[None]:
        played = [result(number, seat, seat + 5, 7, guild=guild, finished_at=OCTOBER) for seat in (0, 1)]
        return storage.tables.save(row(number, guild=guild), (), played)

    await asyncio.gather(*(save(number, guild) for number, guild in enumerate(guilds, 1)))
    return guilds


async def test_processes_divide_what_is_to_do(storage: Storage, guilds: list[int]) -> None:
    ways: list[tuple[int, list[set[int]]]] = [(1, [{0}]), (2, [{0}, {1}]), (7, [{0, 3, 6}, {1, 2}, {4}, {5}, set()])]
    for find, (count, parts) in itertools.product((_due, _due_calls, _live, _not_shown, _seasons_due), ways):
        found = [await find(storage, Shards(count, frozenset(held))) for held in parts]
        assert sorted(guild for part in found for guild in part) == sorted(guilds)
        for held, part in zip(parts, found, strict=True):
            assert {(guild >> 22) % count for guild in part} <= held


async def test_a_season_is_announced_by_the_owner_of_its_server(storage: Storage, guilds: list[int]) -> None:
    for due in await storage.seasons.due(NOW):
        await storage.seasons.end(due.season, due.at)
    parts = [Shards(3, frozenset({shard})) for shard in range(3)]
    found = [{season.guild for season in await storage.seasons.unannounced(NOVEMBER, part)} for part in parts]
    assert sorted(guild for part in found for guild in part) == sorted(set(guilds))
    assert all(part.owns(guild) for part, some in zip(parts, found, strict=True) for guild in some)


async def test_a_process_rates_the_games_of_its_servers(storage: Storage, row: Any, result: Any) -> None:
    ours, theirs = 5 << 22, 6 << 22
    for number, guild in enumerate((ours, theirs), 1):
        seats = [result(number, seat, seat + 5, 7 - seat, guild=guild, to_rate=True) for seat in (0, 1)]
        await storage.tables.save(row(number, guild=guild), (), seats)
    await storage.ratings.catch_up_everywhere(Shards(2, frozenset({1})))
    assert await storage.ratings.of(ours, 5) != {}
    assert await storage.ratings.of(theirs, 5) == {}


@pytest.mark.parametrize("count", [1, 2, 16])
def test_a_process_with_every_shard_asks_as_one_that_knows_of_none(count: int) -> None:
    query = select(schema.tables.c.id)
    assert of_shards(query, schema.tables.c.guild, Shards(count, frozenset(range(count)))) is query

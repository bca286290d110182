"""Which servers want a post at an hour, and that of several processes one sends it."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.tables.model.processes import SHARD_BITS, Shards

TORONTO = "America/Toronto"
SINCE, AT = 1_000_000, 1_030_000


async def wants(storage: Any, guild: int, **choices: object) -> None:
    await storage.settings.choose(guild, **{"post_channel": 7, **choices})


async def due(storage: Any, hour: int = 9, zone: str = TORONTO, limit: int = 99) -> set[int]:
    return set(await storage.posts.due("morning", zone, hour, SINCE, limit))


async def test_servers_are_due_by_their_zone_and_hour_unless_they_want_none(storage: Any) -> None:
    await wants(storage, 1, zone=TORONTO)
    await wants(storage, 2, zone=TORONTO, post_hour=10)
    await wants(storage, 3, zone=TORONTO, post_morning=False)
    await wants(storage, 4, zone=TORONTO, left_at=5)
    await wants(storage, 5)
    await storage.settings.choose(6, zone=TORONTO)
    assert sorted(await storage.posts.zones()) == [TORONTO, "Etc/UTC"]
    assert [await due(storage, hour) for hour in (8, 9, 10)] == [set(), {1}, {1, 2}]
    assert await due(storage, zone="Etc/UTC") == {5}
    assert len(await due(storage, 10, limit=1)) == 1


async def test_of_several_processes_one_sends_a_post_and_the_next_day_brings_another(storage: Any) -> None:
    await wants(storage, 1, zone=TORONTO)
    claims = [storage.posts.claim(1, "morning", AT + number, SINCE) for number in range(5)]
    assert sum(await asyncio.gather(*claims)) == 1
    assert await due(storage) == set()
    assert not await storage.posts.claim(1, "morning", AT + 9, SINCE)
    assert await storage.posts.claim(1, "morning", AT + 86_400, SINCE + 86_400)


async def test_a_post_that_could_not_be_sent_is_due_again(storage: Any) -> None:
    await wants(storage, 1, zone=TORONTO)
    assert await storage.posts.claim(1, "morning", AT, SINCE)
    await storage.posts.release(1, "morning", AT - 1)
    assert await due(storage) == set()
    await storage.posts.release(1, "morning", AT)
    assert await due(storage) == {1}
    assert await storage.posts.claim(1, "morning", AT + 5, SINCE)


async def test_a_process_sees_only_the_servers_of_its_shards(storage: Any) -> None:
    guilds = [number << SHARD_BITS for number in range(1, 5)]
    for guild in guilds:
        await wants(storage, guild, zone=TORONTO)
    held = Shards(2, frozenset({1}))
    found = await storage.posts.due("morning", TORONTO, 9, SINCE, 99, held)
    assert set(found) == {guilds[0], guilds[2]}
    assert await storage.posts.zones(held) == [TORONTO]

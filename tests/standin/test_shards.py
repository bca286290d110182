"""Shards: each gets its own guilds and events, begins in its bucket, and goes on by itself."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from bot.standin.server import Standin
from bot.standin.world.clock import Clock
from bot.standin.world.model import Guild
from tests.standin.sockets import RESUME, connected, identify, told

COUNT = 2
Socket = aiohttp.ClientWebSocketResponse


@pytest.fixture
def guilds(standin: Standin) -> list[Guild]:
    """A guild of each shard. The first guild of every world belongs to one of them too."""
    standin.gateway.starts.max_concurrency = COUNT
    return [standin.world.add_guild(f"of shard {number}", shard=(number, COUNT)) for number in range(COUNT)]


async def begin(socket: Socket, shard: int, count: int = COUNT) -> Any:
    await socket.send_json(identify(shard=[shard, count]))
    return await told(socket, "READY")


async def test_each_shard_hears_of_its_own_guilds(standin: Standin, guilds: list[Guild]) -> None:
    async with connected(standin) as first, connected(standin) as second:
        for number, socket in enumerate((first, second)):
            ready = await begin(socket, number)
            assert ready["shard"] == [number, COUNT]
            mine = {one["id"] for one in ready["guilds"]}
            assert guilds[number].id in mine
            assert guilds[1 - number].id not in mine
            for _ in mine:
                assert (await told(socket, "GUILD_CREATE"))["id"] in mine
        for number in (0, 1, 0):
            standin.world.add_channel(f"news {number}", guild=guilds[number])
        assert (await told(second, "CHANNEL_CREATE"))["name"] == "news 1"
        assert [(await told(first, "CHANNEL_CREATE"))["name"] for _ in range(2)] == ["news 0", "news 0"]


async def test_a_private_conversation_belongs_to_shard_0(standin: Standin, guilds: list[Guild]) -> None:
    async with connected(standin) as first, connected(standin) as second:
        await begin(first, 0)
        await begin(second, 1)
        assert standin.world.dispatch("INTERACTION_CREATE", {"id": "1"})
        assert await told(first, "INTERACTION_CREATE") == {"id": "1"}
        standin.world.add_channel("news", guild=guilds[1])
        while (frame := await second.receive_json())["t"] != "CHANNEL_CREATE":
            assert frame["t"] != "INTERACTION_CREATE"


async def test_a_press_fails_while_its_shard_is_away(standin: Standin, guilds: list[Guild]) -> None:
    async with connected(standin) as socket:
        await begin(socket, 0)
        events = [standin.world.dispatch("INTERACTION_CREATE", {"guild_id": one.id}) for one in guilds]
        assert events == [True, False]


async def test_a_shard_resumes_its_own_session(standin: Standin, guilds: list[Guild]) -> None:
    async with connected(standin) as first, connected(standin) as second:
        await begin(first, 0)
        session = (await begin(second, 1))["session_id"]
        seen = standin.gateway.sessions[session].sequence
        standin.drop_gateway(shard=1)
        async for _ in second:  # Until it is closed.
            pass
        for number in range(COUNT):
            standin.world.add_channel(f"news {number}", guild=guilds[number])
        assert (await told(first, "CHANNEL_CREATE"))["name"] == "news 0"  # It was not cut off.
        async with connected(standin) as again:
            await again.send_json({"op": RESUME, "d": {"token": "any", "session_id": session, "seq": seen}})
            assert (await told(again, "CHANNEL_CREATE"))["name"] == "news 1"
            await told(again, "RESUMED")


async def test_a_shard_whose_session_is_forgotten_leaves_the_others_alone(standin: Standin) -> None:
    standin.gateway.starts.max_concurrency = COUNT
    async with connected(standin) as first, connected(standin) as second:
        await begin(first, 0)
        await begin(second, 1)
        standin.drop_gateway(resumable=False, shard=1)
        assert [one.shard for one in standin.gateway.sessions.values()] == [(0, COUNT)]


async def test_one_session_of_a_bucket_begins_in_five_seconds() -> None:
    now = 1_700_000_000.0
    async with Standin(clock=Clock(lambda: now)) as standin:
        standin.gateway.starts.max_concurrency = 2
        for shard, event in ((0, "READY"), (1, "READY"), (2, None), (3, None)):
            async with connected(standin) as socket:
                await socket.send_json(identify(shard=[shard, 4]))
                frame = await socket.receive_json()
                assert frame["t"] == event
                assert event or (frame["op"], frame["d"]) == (9, False)
        standin.world.advance(5)
        for shard in (2, 3):
            async with connected(standin) as socket:
                await begin(socket, shard, 4)


async def test_discord_says_how_many_shards_it_recommends(standin: Standin) -> None:
    standin.gateway.recommended, standin.gateway.starts.max_concurrency = 4, 16
    async with (
        aiohttp.ClientSession(headers={"Authorization": "Bot any"}) as web,
        web.get(f"{standin.api_base}/gateway/bot") as answer,
    ):
        said = await answer.json()
    assert (said["shards"], said["session_start_limit"]["max_concurrency"]) == (4, 16)

"""What the gateway refuses, by the codes of Discord's documentation, and how many sessions it lets begin."""

from typing import Any

import aiohttp
import pytest

from bot.standin.server import Standin
from bot.standin.world.clock import Clock
from tests.standin.sockets import GUILDS, HEARTBEAT, RESUME, closed_by, connected, identify, told


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        (4004, {"token": ""}),
        (4010, {"shard": [2, 2]}),
        (4013, {"intents": 1 << 40}),
        (4014, {"intents": GUILDS | 1 << 1}),
        (4014, {"intents": GUILDS | 1 << 15}),
    ],
)
async def test_an_identify_that_discord_does_not_take(standin: Standin, code: int, changes: dict[str, Any]) -> None:
    async with connected(standin) as socket:
        await socket.send_json(identify(**changes))
        assert await closed_by(socket) == code


async def test_too_many_guilds_for_one_session(standin: Standin) -> None:
    standin.gateway.most_guilds = 1
    standin.world.add_guild("another")
    async with connected(standin) as socket:
        await socket.send_json(identify())
        assert await closed_by(socket) == 4011


async def test_more_shards_take_more_guilds(standin: Standin) -> None:
    standin.gateway.most_guilds = 1
    standin.gateway.starts.max_concurrency = 2
    standin.world.add_guild("another", shard=(1 - (int(standin.world.guild.id) >> 22) % 2, 2))
    for shard in range(2):
        async with connected(standin) as socket:
            await socket.send_json(identify(shard=[shard, 2]))
            assert len((await told(socket, "READY"))["guilds"]) == 1


async def test_another_version_of_the_gateway(standin: Standin) -> None:
    async with connected(standin, version="6") as socket:
        assert await closed_by(socket) == 4012


@pytest.mark.parametrize(
    ("code", "frames"),
    [
        (4001, [identify(), {"op": 99, "d": None}]),
        (4002, [[]]),
        (4003, [{"op": 8, "d": {}}]),
        (4005, [identify(), identify()]),
        (4008, [{"op": HEARTBEAT, "d": None}] * 121),
    ],
)
async def test_payloads_that_end_a_connection(standin: Standin, code: int, frames: list[Any]) -> None:
    async with connected(standin) as socket:
        for frame in frames:
            await socket.send_json(frame)
        assert await closed_by(socket) == code


async def test_a_sequence_that_was_never_sent_cannot_be_resumed(standin: Standin) -> None:
    async with connected(standin) as first, connected(standin) as second:
        await first.send_json(identify())
        session = (await told(first, "READY"))["session_id"]
        await second.send_json({"op": RESUME, "d": {"token": "any", "session_id": session, "seq": 1_000_000}})
        assert await closed_by(second) == 4007


async def test_codes_on_request(standin: Standin) -> None:
    async with connected(standin) as socket:
        await socket.send_json(identify())
        await told(socket, "READY")
        standin.drop_gateway(code=4004)
        assert await closed_by(socket) == 4004
    standin.gateway.refusing = 4011
    async with connected(standin) as socket:
        await socket.send_json(identify())
        assert await closed_by(socket) == 4011


# -- how many may begin ------------------------------------------------------------------------------------------


async def limit(standin: Standin) -> tuple[int, Any]:
    async with (
        aiohttp.ClientSession(headers={"Authorization": "Bot any"}) as web,
        web.get(f"{standin.api_base}/gateway/bot") as answer,
    ):
        return answer.status, (await answer.json()).get("session_start_limit")


async def test_sessions_that_may_begin_are_counted_down(standin: Standin) -> None:
    assert await limit(standin) == (200, {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1})
    async with connected(standin) as socket:
        await socket.send_json(identify())
        await told(socket, "READY")
    _, shown = await limit(standin)
    assert shown["remaining"] == 999
    assert 86_000_000 < shown["reset_after"] <= 86_400_000
    standin.world.advance(86_400)
    assert (await limit(standin))[1]["remaining"] == 1000


async def test_one_too_many_resets_the_token(standin: Standin) -> None:
    async with connected(standin) as first, connected(standin) as second:
        await first.send_json(identify())
        await told(first, "READY")
        standin.gateway.starts.use_up()
        assert (await limit(standin))[1]["remaining"] == 0
        await second.send_json(identify())
        assert await closed_by(second) == 4004
        assert await closed_by(first) == 4004
    assert (await limit(standin))[0] == 401


async def test_two_sessions_within_five_seconds_are_one_too_many() -> None:
    now = 1_700_000_000.0
    async with Standin(clock=Clock(lambda: now)) as standin:
        for seconds, event in ((0, "READY"), (4, None), (5, "READY")):
            standin.world.advance(seconds)
            async with connected(standin) as socket:
                await socket.send_json(identify())
                frame = await socket.receive_json()
                assert frame["t"] == event
                assert event or (frame["op"], frame["d"]) == (9, False)

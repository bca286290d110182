"""Rate limits: what the headers say, and the answer to one request too many."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import discord
import pytest

from bot.standin.server import Standin
from bot.standin.world.clock import Clock


@pytest.fixture
async def strict(point: Callable[[Standin], None]) -> AsyncIterator[Standin]:
    """A stand-in in which no time passes unless a test lets it, with the real sizes of Discord's windows."""
    async with Standin(clock=Clock(lambda: 1_700_000_000.0)) as standin:
        point(standin)
        yield standin


async def send(strict: Standin, web: aiohttp.ClientSession, channel: str = "dice") -> Any:
    address = f"{strict.api_base}/channels/{strict.world.find_channel(channel).id}/messages"
    async with web.post(address, json={"content": "hello"}) as answer:
        return answer.status, answer.headers, await answer.json()


async def test_five_messages_in_five_seconds(strict: Standin, web: aiohttp.ClientSession) -> None:
    left = []
    for _ in range(5):
        status, headers, _ = await send(strict, web)
        assert status == 200
        left.append(headers["X-RateLimit-Remaining"])
    assert left == ["4", "3", "2", "1", "0"]
    assert (headers["X-RateLimit-Limit"], headers["X-RateLimit-Reset-After"]) == ("5", "5.000")
    assert headers["X-RateLimit-Reset"] == "1700000005.000"
    strict.world.advance(2)
    status, headers, told = await send(strict, web)
    assert status == 429
    assert told == {"message": "You are being rate limited.", "code": 0, "retry_after": 3.0, "global": False}
    assert (headers["Retry-After"], headers["X-RateLimit-Scope"]) == ("3.000", "user")
    assert headers["Via"]
    assert len(strict.person("ana").messages()) == 5
    assert (await send(strict, web, "general"))[0] == 200
    strict.world.advance(3)
    assert (await send(strict, web))[0] == 200


async def test_fifty_requests_a_second(strict: Standin, web: aiohttp.ClientSession) -> None:
    me = f"{strict.api_base}/users/@me"
    for _ in range(50):
        async with web.get(me) as answer:
            assert answer.status == 200
    async with web.get(me) as answer:
        assert answer.status == 429
        assert (await answer.json())["global"] is True
        assert answer.headers["X-RateLimit-Global"] == "true"
        assert answer.headers["X-RateLimit-Scope"] == "global"
    async with web.get(f"{strict.api_base}/gateway") as answer:
        assert answer.status == 200, "what carries no token is not counted"
    assert (strict.rest.rates.busiest, strict.rest.rates.refused) == (51, {"global": 1})
    strict.world.advance(1)
    async with web.get(me) as answer:
        assert answer.status == 200


async def test_a_second_may_begin_at_any_moment(strict: Standin, web: aiohttp.ClientSession) -> None:
    """The stand-in's own windows miss that the bot is too quick; its measure does not."""
    rates, me = strict.rest.rates, f"{strict.api_base}/users/@me"

    async def ask(times: int) -> None:
        for _ in range(times):
            async with web.get(me) as answer:
                assert answer.status == 200

    await ask(1)
    strict.world.advance(0.9)
    await ask(49)
    strict.world.advance(0.2)
    await ask(10)
    assert (rates.busiest, rates.refused) == (59, {})


async def test_reading_is_limited_for_itself(strict: Standin, web: aiohttp.ClientSession) -> None:
    sent = (await send(strict, web))[2]["id"]
    channel = strict.world.find_channel("dice").id
    statuses = []
    for _ in range(6):
        async with web.get(f"{strict.api_base}/channels/{channel}/messages/{sent}") as answer:
            statuses.append(answer.status)
            assert answer.headers["X-RateLimit-Bucket"] == "read"
    assert statuses == [200] * 5 + [429]
    assert strict.rest.rates.refused == {"read": 1}
    assert (await send(strict, web))[0] == 200


async def test_one_interaction_takes_five_messages_in_two_seconds(
    standin: Standin, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    standin.rest.rates.haste = 0.01

    async def talk(interaction: discord.Interaction[Any]) -> None:
        """Talk"""
        await interaction.response.send_message("0")
        statuses.extend([await follow(interaction) for _ in range(6)])

    async def follow(interaction: discord.Interaction[Any]) -> int:
        address = f"{standin.api_base}/webhooks/{interaction.application_id}/{interaction.token}"
        async with aiohttp.ClientSession() as web, web.post(address, json={"content": "more"}) as answer:
            return answer.status

    statuses: list[int] = []
    async with start(talk):
        await standin.person("ana").command("talk")
        async with asyncio.timeout(30):
            while len(statuses) < 6:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    assert statuses == [200] * 5 + [429]


async def test_discord_py_obeys(standin: Standin, start: Any) -> None:
    """The library reads the headers: it waits before Discord has to refuse.

    It sends one message after the other here. Of several under way when a window ends, Discord may really refuse one.
    """
    standin.rest.rates.haste = 10  # Windows of half a second.
    sent = []
    async with start() as bot:
        channel = bot.get_channel(int(standin.world.find_channel("dice").id))
        for number in range(7):
            await channel.send(str(number))
            sent.append(standin.world.clock.now())
    assert len(standin.person("ana").messages()) == 7
    assert not [one for one in standin.world.log if one.what == "rest" and one.details[2] == 429]
    assert sent[-1] - sent[0] > 0.4

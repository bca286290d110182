"""Kinds of channels: which threads they have, and who may write in them."""

import aiohttp
import pytest

from bot.standin.server import Standin
from bot.standin.world import permissions as may
from bot.standin.world.model import ANNOUNCEMENT, FORUM, MEDIA, STAGE, TEXT, VOICE


@pytest.mark.parametrize(
    ("kind", "asked", "code"),
    [
        (TEXT, 10, 50035),
        (TEXT, 11, None),
        (TEXT, 12, None),
        (ANNOUNCEMENT, 10, None),
        (ANNOUNCEMENT, 11, 50035),
        (ANNOUNCEMENT, 12, 50035),
        (VOICE, 11, 50024),
        (FORUM, 11, 50024),
        (MEDIA, 11, 50024),
    ],
)
async def test_which_threads_a_channel_can_have(
    standin: Standin, web: aiohttp.ClientSession, kind: int, asked: int, code: int | None
) -> None:
    standin.world.set_role(standin.world.roles[standin.world.guild_id], may.ALL)
    channel = standin.world.add_channel("somewhere", kind=kind)
    form = {"name": "side", "type": asked}
    async with web.post(f"{standin.api_base}/channels/{channel.id}/threads", json=form) as answer:
        assert (await answer.json()).get("code") == code
        assert (answer.status == 200) == (code is None)


@pytest.mark.parametrize("kind", [FORUM, MEDIA])
async def test_nobody_writes_in_a_forum_itself(standin: Standin, web: aiohttp.ClientSession, kind: int) -> None:
    channel = standin.world.add_channel("posts", kind=kind)
    async with web.post(f"{standin.api_base}/channels/{channel.id}/messages", json={"content": "hello"}) as answer:
        assert (answer.status, (await answer.json())["code"]) == (400, 40058)


@pytest.mark.parametrize("kind", [VOICE, STAGE])
async def test_a_voice_channel_is_for_those_who_may_enter_it(
    standin: Standin, web: aiohttp.ClientSession, kind: int
) -> None:
    channel = standin.world.add_channel("voice", kind=kind)
    address = f"{standin.api_base}/channels/{channel.id}/messages"
    async with web.post(address, json={"content": "hello"}) as answer:
        assert answer.status == 200
    standin.world.override(channel, standin.world.bot, deny=may.CONNECT)
    async with web.post(address, json={"content": "hello"}) as answer:
        assert (answer.status, (await answer.json())["code"]) == (403, 50013)

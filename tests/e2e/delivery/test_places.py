"""Kinds of channels: where people can play, and which threads games get."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.standin.world import permissions as may
from bot.standin.world.model import ANNOUNCEMENT, ANNOUNCEMENT_THREAD, FORUM, MEDIA, PUBLIC_THREAD, STAGE, TEXT, VOICE
from bot.ui.delivery.access import may_play

THREADS = ("POST", "/channels/{channel_id}/threads")


@pytest.fixture
def place(evening: Any, hands: Any) -> Any:
    """``await place(kind)``: a channel of that kind that the bot knows; ``deny`` is what it may not do there."""

    async def place(kind: int, deny: int = 0) -> Any:
        world = evening.standin.world
        channel = world.add_channel("somewhere", kind=kind)
        await hands["until"](lambda: evening.client.get_channel(int(channel.id)) is not None)
        if deny:
            world.override(channel, world.bot, deny=deny)
            await hands["until"](lambda: not may_play(evening.client.get_channel(int(channel.id))))
        return channel

    return place


@pytest.mark.parametrize(("kind", "thread"), [(TEXT, PUBLIC_THREAD), (ANNOUNCEMENT, ANNOUNCEMENT_THREAD)])
async def test_a_table_gets_the_thread_its_channel_can_have(evening: Any, place: Any, kind: int, thread: int) -> None:
    channel = await place(kind)
    opened = await evening.person("ben").command("yum start", channel.id, thread=True)
    assert opened.text.startswith("The table is in <#")
    (made,) = evening.standin.world.threads_of(channel)
    assert made.type == thread
    assert len(evening.person("ben").messages(made.id)) == 1


@pytest.mark.parametrize("kind", [VOICE, STAGE])
async def test_a_voice_channel_has_no_threads(evening: Any, place: Any, kind: int) -> None:
    channel = await place(kind)
    opened = await evening.person("ben").command("yum start", channel.id, thread=True)
    assert (opened.ephemeral, opened.text) == (
        True,
        "I cannot open a thread in this kind of channel. Start without one.",
    )


@pytest.mark.parametrize("how", [{"status": 400, "code": 160006}, {"status": 403, "code": 50013}, {"status": 503}])
async def test_a_thread_that_discord_does_not_give(evening: Any, how: dict[str, int]) -> None:
    evening.standin.world.faults.fail(*THREADS, **how)
    opened = await evening.person("chloe").command("yum start", thread=True)
    assert opened.text == (
        "Je n\N{RIGHT SINGLE QUOTATION MARK}ai pas pu ouvrir de fil ici. Ouvre la table dans le salon même, "
        "ou réessaie plus tard."
    )
    assert not (await evening.person("chloe").command("yum start")).ephemeral


async def test_a_thread_that_discord_does_not_give_for_hours(evening: Any) -> None:
    evening.standin.world.faults.fail(*THREADS, status=429, retry_after=7200)
    opened = await evening.person("ben").command("yum start", thread=True)
    assert opened.text == "I could not open a thread here. Start without one, or try again later."


async def test_a_channel_takes_as_many_threads_as_discord_says(evening: Any) -> None:
    """For minutes Discord takes four in a channel: the first two at once, then two, and the bot asks for no fifth."""
    evening.standin.rest.rates.limit_threads(4, 300)

    async def start(name: str) -> str:
        return str((await evening.person(name).command("yum start", thread=True)).text)

    opened = [*await asyncio.gather(start("ana"), start("ben")), await start("ana"), await start("ben")]
    assert [text.partition("<")[0] for text in opened] == ["The table is in "] * 4
    assert await start("ana") == "I could not open a thread here. Start without one, or try again later."
    assert evening.standin.world.calls[THREADS] == 4


@pytest.mark.parametrize("kind", [VOICE, STAGE])
async def test_the_text_of_a_voice_channel_is_for_those_who_may_enter_it(
    evening: Any, place: Any, hands: Any, kind: int
) -> None:
    channel = await place(kind, deny=may.CONNECT)
    refused = await evening.person("ben").command("yum start", channel.id)
    assert refused.ephemeral
    assert refused.text == (
        "I may not play in this channel yet. Please ask someone who manages it to allow me: **Connect**."
    )
    evening.standin.world.override(channel, evening.standin.world.bot)
    await hands["until"](lambda: may_play(evening.client.get_channel(int(channel.id))))
    play = await evening.game("ben", "ana", channel=channel.id)
    evening.everybody_was_away()
    await play.whole_turn()
    await evening.settle()
    calls = [one for one in evening.person("ana").messages(channel.id) if "your turn" in one["content"]]
    assert len(calls) == 1


@pytest.mark.parametrize("kind", [FORUM, MEDIA])
async def test_a_game_in_the_post_of_a_forum(evening: Any, place: Any, hands: Any, kind: int) -> None:
    forum = await place(kind)
    post = evening.standin.world.add_thread(forum, "dice night", PUBLIC_THREAD, evening.person("ben").member)
    await hands["until"](lambda: evening.client.get_channel(int(post.id)) is not None)
    play = await evening.game("ben", "ana", channel=post.id, thread=True)
    await play.whole_turn()
    assert list(evening.standin.world.threads_of(forum)) == [post], "a post is a thread already"

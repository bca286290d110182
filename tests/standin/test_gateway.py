"""The gateway: resuming after a break, compression, intents."""

import asyncio
from typing import Any

import discord
import pytest

from bot.standin.server import Standin

Interaction = discord.Interaction[Any]


async def ping(interaction: Interaction) -> None:
    """Ping"""
    await interaction.response.send_message("pong")


def notes(standin: Standin, what: str) -> int:
    return sum(entry.details[:1] == (what,) for entry in standin.world.log if entry.what == "gateway")


async def test_resume_replays_what_was_missed(standin: Standin, start: Any, until: Any) -> None:
    async with start(ping) as bot:
        session = bot.ws.session_id
        standin.drop_gateway()
        await until(lambda: notes(standin, "lost") == 1)
        outcome = await standin.person("ana").command("ping")
        assert outcome.message["content"] == "pong"
        await until(lambda: notes(standin, "resumed") == 1)
        assert bot.ws.session_id == session


async def test_a_forgotten_session_starts_anew(standin: Standin, start: Any, until: Any) -> None:
    async with start(ping) as bot:
        session = bot.ws.session_id
        standin.drop_gateway(resumable=False)
        await until(lambda: notes(standin, "attached") == 2 and bot.is_ready())
        await until(lambda: bot.ws.session_id not in (None, session))
        assert (await standin.person("ana").command("ping")).message["content"] == "pong"


async def test_zlib_stream(point: Any, run: Any, make_bot: Any, until: Any) -> None:
    async with Standin(compress=True, haste=1000) as standin:
        point(standin)
        bot = make_bot()
        bot.tree.command()(ping)
        async with run(bot):
            outcomes = await asyncio.gather(*(standin.person("ben").command("ping") for _ in range(20)))
            assert {one.message["content"] for one in outcomes} == {"pong"}
            standin.drop_gateway()
            await until(lambda: notes(standin, "resumed") == 1)
            assert (await standin.person("ben").command("ping")).state == "answered"
        assert standin.unknown == []


@pytest.mark.parametrize(
    ("intents", "expected"), [(1, []), (1 | 1 << 9, ["", "pong"]), (1 | 1 << 9 | 1 << 15, ["hi", "pong"])]
)
async def test_messages_reach_those_who_asked(
    standin: Standin, start: Any, intents: int, expected: list[str], until: Any
) -> None:
    heard: list[str] = []
    standin.gateway.intents_allowed = intents
    async with start(ping, intents=discord.Intents._from_value(intents)) as bot:

        @bot.listen()
        async def on_message(message: discord.Message) -> None:
            heard.append(message.content)

        standin.person("ana").say("hi")
        await standin.person("ana").command("ping")
        await until(lambda: len(heard) >= len(expected))
        assert heard == expected


async def test_changes_of_channels_and_threads(standin: Standin, start: Any, until: Any) -> None:
    world = standin.world
    async with start() as bot:
        guild = bot.guilds[0]
        added = world.add_channel("yams")
        await until(lambda: guild.get_channel(int(added.id)))
        thread = world.add_thread(added, "table", 11, world.owner)
        await until(lambda: guild.get_thread(int(thread.id)))
        world.archive(thread)
        await until(lambda: guild.get_thread(int(thread.id)) is None)
        world.delete_channel(added)
        await until(lambda: guild.get_channel(int(added.id)) is None)


async def test_latency_is_believable(standin: Standin, start: Any, until: Any) -> None:
    async with start() as bot:
        await until(lambda: bot.latency < 1)
        assert 0 < bot.latency < 1


async def test_members_by_chunk(standin: Standin, make_bot: Any, run: Any) -> None:
    standin.gateway.intents_allowed = discord.Intents(members=True).value
    bot = make_bot(discord.Intents(guilds=True, members=True))
    async with run(bot):
        found = await bot.guilds[0].query_members(user_ids=[int(standin.person("chloe").id)])
        assert [one.display_name for one in found] == ["Chloé"]


async def test_a_deleted_thread_is_told_by_which_it_was_and_those_below_a_deleted_channel_not_at_all(
    standin: Standin, start: Any, until: Any
) -> None:
    world, heard = standin.world, list[tuple[str, Any]]()
    async with start() as bot:
        session = next(iter(standin.gateway.sessions.values()))
        send = session.send
        session.send = lambda event, data: (heard.append((event, data)), send(event, data))
        added = world.add_channel("yams")
        threads = [world.add_thread(added, name, 11, world.owner) for name in ("one", "two", "three")]
        await until(lambda: len(bot.guilds[0].threads) == 3)
        heard.clear()
        world.archive(threads[0])
        world.delete_channel(threads[0])
        world.delete_channel(added)
    told = {"id": threads[0].id, "guild_id": world.guild_id, "parent_id": added.id, "type": 11}
    assert heard[1] == ("THREAD_DELETE", told)
    assert [event for event, _ in heard] == ["THREAD_UPDATE", "THREAD_DELETE", "CHANNEL_DELETE"]
    assert not any(thread.id in world.channels for thread in threads)


async def test_an_outage_is_no_removal(standin: Standin, start: Any, until: Any) -> None:
    async with start() as bot:
        guild = bot.guilds[0]
        standin.world.outage()
        await until(lambda: guild.unavailable)
        assert bot.get_guild(guild.id) is guild
        standin.world.outage(over=True)
        await until(lambda: not guild.unavailable)
        assert guild.text_channels

"""Channels by the bot's token: sending, editing, permissions, threads, mentions, age."""

import asyncio
import time
from typing import Any

import discord
import pytest

from bot.standin.world import permissions as may
from bot.standin.world.errors import Refused


async def code_of(awaitable: Any) -> tuple[int, int]:
    with pytest.raises(discord.HTTPException) as caught:
        await awaitable
    return caught.value.status, caught.value.code


def channel(bot: Any, name: str) -> discord.TextChannel:
    return discord.utils.get(bot.guilds[0].text_channels, name=name)


async def test_send_read_edit_delete(standin: Any, start: Any) -> None:
    ben = standin.person("ben")
    async with start() as bot:
        dice = channel(bot, "dice")
        message = await dice.send("one", embed=discord.Embed(title="T", colour=0x123456))
        said = ben.say("hello")
        assert [one.content async for one in dice.history()] == ["hello", "one"]
        edited = await message.edit(content="two")
        assert edited.edited_at is not None
        assert (await dice.fetch_message(message.id)).content == "two"
        assert (await code_of(dice.get_partial_message(int(said["id"])).edit(content="x"))) == (403, 50005)
        assert (await code_of(dice.get_partial_message(int(said["id"])).delete())) == (403, 50013)
        assert (await code_of(message.edit(content="", embed=None))) == (400, 50006)
        assert (await code_of(dice.send("x" * 2001))) == (400, 50035)
        await message.delete()
        assert (await code_of(message.edit(content="gone"))) == (404, 10008)
        assert [row["content"] for row in ben.messages()] == ["hello"]
        await bot.fetch_guild(bot.guilds[0].id)
        assert (await bot.guilds[0].fetch_member(int(ben.id))).display_name == "Ben"


async def test_permissions_of_the_bot(standin: Any, start: Any, until: Any) -> None:
    world = standin.world
    async with start() as bot:
        dice, quiet = channel(bot, "dice"), channel(bot, "quiet")
        assert (await code_of(quiet.send("psst"))) == (403, 50013)
        message = await dice.send("here")
        world.override("dice", world.bot, deny=may.EMBED_LINKS | may.ATTACH_FILES)
        plain = await dice.send("text", embed=discord.Embed(title="dropped"))
        assert plain.embeds == []
        assert (await code_of(dice.send(embed=discord.Embed(title="dropped")))) == (400, 50006)
        file = discord.File(__file__, "a.txt")
        assert (await code_of(dice.send(file=file))) == (403, 50013)
        world.override("dice", world.bot, deny=may.VIEW_CHANNEL)
        assert (await code_of(dice.send("x"))) == (403, 50001)
        assert (await code_of(message.edit(content="x"))) == (403, 50001)
        world.override("dice", world.bot)
        await dice.send("back")
        await until(lambda: dice.permissions_for(bot.guilds[0].me).send_messages)


async def test_an_answer_needs_no_permission(standin: Any, start: Any) -> None:
    async def play(interaction: discord.Interaction[Any]) -> None:
        """Play"""
        await interaction.response.send_message("here", embed=discord.Embed(title="kept"))

    async with start(play):
        outcome = await standin.person("ana").command("play", channel="quiet")
        assert outcome.message["embeds"][0]["title"] == "kept"


async def test_threads(standin: Any, start: Any) -> None:
    ana = standin.person("ana")
    async with start() as bot:
        dice = channel(bot, "dice")
        message = await dice.send("table")
        thread = await message.create_thread(name="Yum")
        assert thread.id == message.id
        assert (await code_of(message.create_thread(name="again"))) == (400, 160004)
        first = await thread.send("turn 1")
        standin.world.archive(standin.world.channels[str(thread.id)])
        assert (await code_of(first.edit(content="no"))) == (400, 50083)
        await thread.send("turn 2")
        fetched = await bot.fetch_channel(thread.id)
        assert isinstance(fetched, discord.Thread)
        assert not fetched.archived
        assert fetched.message_count == 2
        await thread.edit(archived=True)
        assert standin.world.channels[str(thread.id)].archived
        with pytest.raises(Refused, match="unknown_command"):
            await ana.command("play", channel=str(thread.id))
        ana.say("wake up", str(thread.id))
        assert not standin.world.channels[str(thread.id)].archived
        standin.world.archive(standin.world.channels[str(thread.id)], locked=True)
        assert (await code_of(thread.send("locked"))) == (400, 50083)
        with pytest.raises(Refused, match="archived"):
            standin.person("ben").say("me?", str(thread.id))
        public = await dice.create_thread(name="open", type=discord.ChannelType.public_thread)
        assert public.parent_id == dice.id
        said = ana.messages("dice")[-1]
        assert (said["type"], said["content"], said["message_reference"]["channel_id"]) == (18, "open", str(public.id))
        secret = await dice.create_thread(name="secret")
        assert secret.type is discord.ChannelType.private_thread
        assert ana.messages("dice")[-1] == said, "a thread on a message, and a private one, are not announced"
        standin.world.override("dice", standin.world.bot, deny=may.CREATE_PRIVATE_THREADS)
        assert (await code_of(dice.create_thread(name="secret"))) == (403, 50013)


async def test_private_threads_are_for_their_members(standin: Any, start: Any) -> None:
    ana, ben, chloe = (standin.person(key) for key in ("ana", "ben", "chloe"))
    async with start() as bot:
        thread = await channel(bot, "dice").create_thread(name="secret")
        await thread.add_user(discord.Object(int(ben.id)))
        await thread.send("hush")
        key = str(thread.id)
        assert [len(who.messages(key)) for who in (ana, ben, chloe)] == [1, 1, 0]


async def test_a_thread_in_a_quiet_channel(standin: Any, start: Any) -> None:
    world = standin.world
    world.override("quiet", world.bot, deny=may.SEND_MESSAGES)
    async with start() as bot:
        thread = await channel(bot, "quiet").create_thread(name="in", type=discord.ChannelType.public_thread)
        await thread.send("threads have a permission of their own")


async def test_who_is_called(standin: Any, start: Any) -> None:
    ana, ben, chloe = (standin.person(key) for key in ("ana", "ben", "chloe"))
    only_ben = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(int(ben.id))])
    async with start() as bot:
        dice = channel(bot, "dice")
        text = f"{ana.mention} {ben.mention} @everyone"
        message = await dice.send(text, allowed_mentions=only_ben)
        await dice.send(embed=discord.Embed(description=chloe.mention))
        silent = await dice.send(text)
        await silent.edit(content=text, allowed_mentions=discord.AllowedMentions.all())
        assert [row["id"] for row in ben.pings] == [str(message.id)]
        assert ana.pings == chloe.pings == []
        assert [one.id for one in message.mentions] == [int(ben.id)]
        assert silent.mentions == []
        await dice.send("@everyone", allowed_mentions=discord.AllowedMentions.all())
        assert chloe.pings == [], "the bot may not mention everyone"


async def test_old_messages_may_be_edited_three_times_in_six_seconds(standin: Any, start: Any, until: Any) -> None:
    async with start() as bot:
        message = await channel(bot, "dice").send("old")
        standin.world.advance(3700)
        for number in range(3):
            await message.edit(content=str(number))
        edit = asyncio.create_task(message.edit(content="late"))
        await until(lambda: standin.world.log[-1].details[2:] == (429, 30046))
        assert not edit.done()
        edit.cancel()
        standin.world.advance(7)
        await message.edit(content="later")


async def test_faults(standin: Any, start: Any) -> None:
    faults = standin.world.faults
    async with start() as bot:
        dice = channel(bot, "dice")
        faults.fail("POST", "/channels/{channel_id}/messages", status=403, code=50013)
        assert (await code_of(dice.send("x"))) == (403, 50013)
        faults.fail("POST", "/channels/*", status=429, retry_after=0.01, times=2)
        assert (await dice.send("after all")).content == "after all"
        assert faults.planned == []
        faults.delay("GET", "/gateway/bot", 0.05)
        before = time.monotonic()
        await bot.http.get_bot_gateway()
        assert time.monotonic() - before >= 0.04, "the loop counts in milliseconds, by a clock read before"


async def test_unknown_routes_are_noticed(standin: Any, start: Any, caplog: pytest.LogCaptureFixture) -> None:
    async with start() as bot:
        assert (await code_of(bot.http.request(discord.http.Route("GET", "/guilds/1/webhooks")))) == (404, 0)
        assert (await code_of(bot.fetch_channel(1))) == (404, 10003)
    assert standin.unknown == [("GET", "/api/v10/guilds/1/webhooks")]
    assert "No route for GET /api/v10/guilds/1/webhooks" in caplog.text
    standin.unknown.clear()


async def test_a_bot_without_token_is_refused(standin: Any, make_bot: Any) -> None:
    async with make_bot() as bot:
        with pytest.raises(discord.LoginFailure):
            await bot.login(" ")

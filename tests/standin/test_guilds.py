"""Guilds: inviting the bot and throwing it out, a second guild, members, roles and nicknames."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import orjson
import pytest

from bot.standin.server import Standin
from bot.standin.world import permissions as may
from bot.standin.world.errors import Refused

Interaction = discord.Interaction[Any]


async def where(interaction: Interaction) -> None:
    """Say where one is"""
    await interaction.response.send_message(f"{interaction.guild.name} {interaction.guild_locale}")


async def code_of(awaitable: Any) -> int:
    with pytest.raises(discord.HTTPException) as caught:
        await awaitable
    return caught.value.code


def listen(bot: Any) -> list[str]:
    heard: list[str] = []

    @bot.listen()
    async def on_guild_join(guild: discord.Guild) -> None:
        heard.append(f"join {guild.name}")
        await guild.system_channel.send("Welcome!")

    @bot.listen()
    async def on_guild_remove(guild: discord.Guild) -> None:
        heard.append(f"remove {guild.name}")

    return heard


async def test_thrown_out_and_invited_again(standin: Any, start: Any, make_bot: Any, table: Any, until: Any) -> None:
    world, ana = standin.world, standin.person("ana")
    bot = make_bot()
    heard = listen(bot)

    async def play(interaction: Interaction) -> None:
        """Open a table"""
        await interaction.response.send_message("open", view=table())

    async with start(play, bot=bot):
        opened = await ana.command("play")
        dice = bot.get_channel(int(opened.message["channel_id"]))
        assert heard == [], "a guild it was in all along is no new one"
        world.remove_bot()
        await until(lambda: heard == ["remove Robot"])
        assert not bot.guilds
        with pytest.raises(Refused):
            await ana.command("play")
        assert (await ana.press(opened, "Join")).failed
        assert await code_of(dice.send("still here?")) == 50001
        assert await code_of(bot.fetch_guild(int(world.guild_id))) == 10004
        ana.say("nobody hears this")
        world.remove_bot()
        world.add_bot()
        world.add_bot()
        await until(lambda: ana.messages("general"))
        assert heard == ["remove Robot", "join Robot"]
        assert ana.messages("general")[0]["content"] == "Welcome!"
        me = bot.guilds[0].me
        assert [role.name for role in me.roles] == ["@everyone", "Robot"]
        assert me.joined_at is not None
        assert (await ana.press(opened, "Join")).message["content"] == "Ana joined"
        quiet = discord.utils.get(bot.guilds[0].text_channels, name="quiet")
        assert await code_of(quiet.send("psst")) == 50013


async def test_scheduled_events(standin: Any, start: Any) -> None:
    world = standin.world
    now = datetime.fromtimestamp(world.clock.now(), UTC)

    async with start() as bot:
        (guild,) = bot.guilds
        evening: dict[str, Any] = {
            "name": "Dice",
            "start_time": now + timedelta(hours=1),
            "end_time": now + timedelta(hours=2),
            "location": "#dice",
            "entity_type": discord.EntityType.external,
            "privacy_level": discord.PrivacyLevel.guild_only,
        }
        assert await code_of(guild.create_scheduled_event(**evening)) == 50013
        role = next(role for role in world.roles.values() if role.id in world.bot.roles)
        world.set_role(role, role.permissions | may.CREATE_EVENTS)
        for wrong in ({"start_time": now - timedelta(hours=1)}, {"end_time": now}, {"name": "n" * 101}):
            assert await code_of(guild.create_scheduled_event(**evening | wrong)) == 50035
        event = await guild.create_scheduled_event(**evening)
        await event.edit(name="More dice")
        assert [(known["name"], known["id"]) for known in world.events.values()] == [("More dice", str(event.id))]
        await event.delete()
        assert world.events == {}
        assert await code_of(event.delete()) == 10070


async def test_roles_below_its_own_are_the_bots_to_give(standin: Any, start: Any, until: Any) -> None:
    world, ben = standin.world, standin.person("ben")
    own = next(role for role in world.roles.values() if role.id in world.bot.roles)
    async with start() as bot:
        (guild,), crown = bot.guilds, world.add_role("Champion")
        give, take = (
            lambda who, role, do=do: do(int(guild.id), int(who), int(role), reason=None)
            for do in (bot.http.add_role, bot.http.remove_role)
        )
        assert await code_of(give(ben.id, crown.id)) == 50013
        world.set_role(own, own.permissions | may.MANAGE_ROLES)
        assert await code_of(give(ben.id, crown.id)) == 50013, "it is above the bot's own"
        own.position = 9
        world.set_role(own, own.permissions)
        for _ in range(2):
            await give(ben.id, crown.id)
        assert world.members[ben.id].roles.count(crown.id) == 1
        for _ in range(2):
            await take(ben.id, crown.id)
        assert crown.id not in world.members[ben.id].roles
        assert await code_of(give(77, crown.id)) == 10007
        assert await code_of(give(ben.id, guild.id)) == 50013
        await give(ben.id, crown.id)
        await until(lambda: guild.get_role(int(crown.id)))
        world.remove_role(crown)
        await until(lambda: guild.get_role(int(crown.id)) is None)
        assert crown.id not in world.members[ben.id].roles
        assert await code_of(take(ben.id, crown.id)) == 10011


async def test_a_second_guild(standin: Any, start: Any, make_bot: Any, until: Any) -> None:
    world, ben = standin.world, standin.person("ben")
    bot = make_bot()
    heard = listen(bot)
    async with start(where, bot=bot):
        club = world.add_guild("Le Club", "parties", "bavardage", locale="fr")
        await until(lambda: ben.messages("parties"))
        assert heard == ["join Le Club"]
        found = bot.get_guild(int(club.id))
        assert [one.name for one in found.text_channels] == ["parties", "bavardage"]
        assert found.preferred_locale is discord.Locale.french
        assert (await ben.command("where", "bavardage")).text == "Le Club fr"
        assert (await ben.command("where", "general")).text == "Robot en-US"
        assert (await found.fetch_member(int(ben.id))).roles == [found.default_role]
        world.remove_bot(club)
        await until(lambda: heard[-1] == "remove Le Club")
        assert (await ben.command("where")).text == "Robot en-US"
        with pytest.raises(Refused):
            await ben.command("where", "parties")
    async with start(where) as again:
        assert [one.name for one in again.guilds] == ["Robot"]


async def test_what_an_interaction_tells_of_its_member(standin: Any, start: Any) -> None:
    seen: list[discord.Member] = []

    async def me(interaction: Interaction) -> None:
        """Me"""
        assert isinstance(interaction.user, discord.Member)
        seen.append(interaction.user)
        await interaction.response.send_message("ok")

    world, ben = standin.world, standin.person("ben")
    referee = world.add_role("Referee", may.MANAGE_GUILD)
    world.people["chloe"].roles.append(referee.id)
    world.recompute()
    world.rename(ben.member, "Benny")
    async with start(me):
        for key in ("ana", "ben", "chloe", "david"):
            await standin.person(key).command("me")
    assert [one.display_name for one in seen] == ["Ana", "Benny", "Chloé", "David"]
    assert [[role.name for role in one.roles][1:] for one in seen] == [["Admin"], ["Regulars"], ["Referee"], []]
    assert [one.resolved_permissions.manage_guild for one in seen] == [True, False, True, False]


async def test_people_leave_and_come_back(standin: Any, start: Any) -> None:
    world, ben = standin.world, standin.person("ben")
    async with start() as bot:
        guild = bot.guilds[0]
        world.rename(ben.member, "Benny")
        member = await guild.fetch_member(int(ben.id))
        assert (member.nick, member.global_name) == ("Benny", "Ben")
        world.leave(ben.member)
        assert await code_of(guild.fetch_member(int(ben.id))) == 10007
        assert await code_of(guild.fetch_member(5)) == 10013
        assert ben.messages() == []
        world.join(ben.member)
        await guild.fetch_member(int(ben.id))
        fetched = await bot.fetch_guild(guild.id)
        assert fetched.approximate_member_count == 5


async def test_who_is_where_is_remembered(tmp_path: Path) -> None:
    async with Standin(data=tmp_path) as first:
        club = first.world.add_guild("Club", "lounge")
        first.person("ben").say("hello", "lounge")
        first.world.remove_bot()
    async with Standin(data=tmp_path) as second:
        world = second.world
        assert world.bot.id not in world.guild.members
        assert world.bot.id in world.guilds[club.id].members
        assert [one["content"] for one in second.person("ana").messages("lounge")] == ["hello"]
        world.add_bot()
        assert world.can(world.bot, world.find_channel("dice"), may.SEND_MESSAGES)
        assert not world.can(world.bot, world.find_channel("quiet"), may.SEND_MESSAGES)


async def test_a_world_saved_before_there_were_several_guilds(tmp_path: Path) -> None:
    async with Standin(data=tmp_path) as first:
        first.person("ana").say("long ago")
    file = tmp_path / "standin.json"
    saved = orjson.loads(file.read_bytes())
    for key in ("guilds", "roles", "roles_of"):
        del saved[key]
    for channel in saved["channels"]:
        del channel["guild"]
    file.write_bytes(orjson.dumps(saved))
    async with Standin(data=tmp_path) as second:
        assert [one["content"] for one in second.person("ben").messages()] == ["long ago"]
        assert second.world.can(second.world.bot, second.world.find_channel("dice"), may.SEND_MESSAGES)

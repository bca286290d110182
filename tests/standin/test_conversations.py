"""Where the bot is a guest: direct messages, groups, and guilds it is not in, as an app on somebody's account."""

from typing import Any

import discord
import pytest
from discord import app_commands

from bot.standin.server import Standin
from bot.standin.world import permissions as may
from bot.standin.world.errors import Refused

Interaction = discord.Interaction[Any]

EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
BOTH = app_commands.AppInstallationType(guild=True, user=True)


@pytest.fixture
def world(standin: Any) -> Any:
    """Ana has the app on her account; she has a group with Ben, and a guild without the bot."""
    world = standin.world
    ana, ben = world.people["ana"], world.people["ben"]
    world.installed.add(ana.id)
    world.add_group("Group", ana, ben)
    world.direct(ana)
    world.add_guild("Elsewhere", "hall", with_bot=False)
    return world


@pytest.fixture
def seen() -> list[Interaction]:
    return []


@pytest.fixture
def host(start: Any, seen: list[Interaction], table: Any, make_bot: Any) -> Any:
    async def play(interaction: Interaction) -> None:
        """Open a table"""
        seen.append(interaction)
        await interaction.response.send_message("open", view=table())

    return lambda: start(play, bot=make_bot(allowed_contexts=EVERYWHERE, allowed_installs=BOTH))


PLACES = {"dice": (0, {0}), "ana-bot": (1, {0, 1}), "Group": (2, {1}), "hall": (0, {1})}


@pytest.mark.parametrize("channel", PLACES)
async def test_each_place_says_what_it_is_and_who_has_brought_the_app(
    world: Any, standin: Any, host: Any, seen: Any, channel: str
) -> None:
    context, owners = PLACES[channel]
    ana = standin.person("ana")
    if channel == "dice":
        world.installed.clear()
    async with host():
        outcome = await ana.command("play", channel)
    assert not outcome.ephemeral
    (interaction,) = seen
    assert interaction.context.to_array() == [context]
    assert set(interaction._integration_owners) == owners
    assert (interaction.guild_id is None) == (context != 0)
    assert interaction.user.id == int(ana.id)
    assert interaction.channel_id == int(world.find_channel(channel).id)


async def test_who_has_not_added_the_app_has_no_commands_where_it_is_not_but_may_press(
    world: Any, standin: Any, host: Any, seen: Any
) -> None:
    ana, ben = standin.person("ana"), standin.person("ben")
    async with host():
        with pytest.raises(Refused, match="no_permission"):
            await ben.command("play", "Group")
        opened = await ana.command("play", "Group")
        assert (await ben.press(opened, "Join")).text.startswith("Ben joined")
    with pytest.raises(Refused, match="unknown"):
        await standin.person("chloe").press(opened, "Join")


async def test_channel_routes_answer_that_the_bot_has_no_access(world: Any, standin: Any, host: Any) -> None:
    ana = standin.person("ana")
    async with host() as bot:
        for name in ("Group", "hall"):
            opened = await ana.command("play", name)
            place = bot.get_partial_messageable(int(opened.message["channel_id"]))
            board = place.get_partial_message(int(opened.message["id"]))
            asked = (place.send("x"), board.edit(content="x"), board.delete(), board.fetch())
            for request in (*asked, bot.fetch_channel(place.id)):
                with pytest.raises(discord.Forbidden) as refused:
                    await request
                assert refused.value.code == 50001, name


async def test_a_token_ends_after_fifteen_minutes_and_changes_its_own_messages_only(
    world: Any, standin: Any, host: Any, seen: Any
) -> None:
    ana, ben = standin.person("ana"), standin.person("ben")
    async with host():
        opened = await ana.command("play", "Group")
        (first,) = seen
        other = await ana.command("play", "Group")
        with pytest.raises(discord.NotFound):
            await first.followup.edit_message(int(other.message["id"]), content="mine")
        await first.edit_original_response(content="drawn again")
        assert ben.message(opened)["content"] == "drawn again"
        standin.world.advance(15 * 60)
        with pytest.raises(discord.HTTPException) as late:
            await first.edit_original_response(content="too late")
        assert late.value.code == 50027


@pytest.mark.parametrize(("channel", "most"), [("Group", 5), ("hall", 5), ("dice", None), ("ana-bot", None)])
async def test_five_follow_ups_where_only_a_person_has_installed_the_app(
    world: Any, standin: Any, host: Any, seen: Any, channel: str, most: int | None
) -> None:
    async with host():
        await standin.person("ana").command("play", channel)
        (interaction,) = seen
        for _ in range(most or 7):
            await interaction.followup.send("more")
        if most is not None:
            with pytest.raises(discord.HTTPException) as refused:
                await interaction.followup.send("too much")
            assert refused.value.code == 40094


async def test_answers_are_private_where_external_apps_are_off(
    world: Any, standin: Any, host: Any, seen: Any, table: Any
) -> None:
    world.override("hall", world.find_channel("hall").guild_id, deny=may.USE_EXTERNAL_APPS)
    ben = standin.person("ben")
    world.installed.add(ben.id)
    async with host():
        assert (await ben.command("play", "hall")).ephemeral
        assert not (await ben.command("play", "dice")).ephemeral
        await seen[0].followup.send("and this")
    assert [row["content"] for row in ben.messages("hall")] == ["open", "and this"]
    assert standin.person("chloe").messages("hall") == []


async def test_once_the_bot_is_invited_its_old_messages_are_of_a_guild(
    world: Any, standin: Any, host: Any, seen: Any
) -> None:
    ana = standin.person("ana")
    async with host() as bot:
        opened = await ana.command("play", "hall")
        guild = world.guilds[world.find_channel("hall").guild_id]
        world.add_bot(guild)
        place = bot.get_partial_messageable(int(opened.message["channel_id"]))
        await place.get_partial_message(int(opened.message["id"])).edit(content="at home")
        assert ana.message(opened)["content"] == "at home"


@pytest.mark.parametrize(
    ("wrong", "why"),
    [({"contexts": [3]}, "CHOICES"), ({"integration_types": [2]}, "CHOICES"), ({"contexts": []}, "SET")],
)
async def test_a_command_names_kinds_of_places_and_installations_that_there_are(
    standin: Any, web: Any, wrong: dict[str, Any], why: str
) -> None:
    path = f"{standin.api_base}/applications/{standin.world.bot.id}/commands"
    command = {"name": "play", "description": "Open a table"}
    async with web.put(path, json=[command | wrong]) as answer:
        assert answer.status == 400
        assert why in await answer.text()
    async with web.put(path, json=[command | {"contexts": [0, 1, 2], "integration_types": [0, 1]}]) as answer:
        assert answer.status == 200


async def test_a_conversation_stays_as_it_is_over_a_restart(tmp_path: Any) -> None:
    async with Standin(data=tmp_path) as first:
        people = first.world.people
        first.world.installed.add(people["ana"].id)
        group = first.world.add_group("Group", people["ana"], people["ben"])
    async with Standin(data=tmp_path) as again:
        kept = again.world.find_channel("Group")
        assert (kept.is_conversation, kept.guild_id, kept.recipients) == (True, "", group.recipients)
        assert again.world.installed == {people["ana"].id}


async def test_the_bot_writes_to_people_of_its_guilds_and_to_those_who_have_added_it(
    world: Any, standin: Any, host: Any
) -> None:
    ana, ben, chloe = (standin.person(key) for key in ("ana", "ben", "chloe"))
    async with host() as bot:
        for who in (ana, ben):
            there = await bot.create_dm(discord.Object(int(who.id)))
            await there.send("for you")
            assert [row["content"] for row in who.messages(str(there.id))] == ["for you"]
        assert there.id == int(world.find_channel("ben-bot").id)
        world.closed.add(ana.id)
        for who in (ben, chloe):
            world.leave(who.member)
            for guild in world.guilds.values():
                guild.members.pop(who.id, None)
        world.installed.add(chloe.id)
        for who, code in ((ana, 50007), (ben, 50278)):
            there = await bot.create_dm(discord.Object(int(who.id)))
            with pytest.raises(discord.Forbidden) as refused:
                await there.send("and this")
            assert refused.value.code == code
        await (await bot.create_dm(discord.Object(int(chloe.id)))).send("welcome")
        for nobody, code in ((1, 10013), (bot.user.id, 50007)):
            with pytest.raises(discord.HTTPException) as refused:
                await bot.create_dm(discord.Object(nobody))
            assert refused.value.code == code

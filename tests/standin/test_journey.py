"""A real discord.py bot lives in the stand-in: commands, buttons, menus, modals, private replies, files."""

from typing import Any

import discord
import pytest
from discord import app_commands

Interaction = discord.Interaction[Any]


def names(rows: list[dict[str, Any]]) -> list[str]:
    return [row["name"] for row in rows]


@pytest.fixture
def play(table: Any) -> Any:
    async def play(interaction: Interaction, seats: app_commands.Range[int, 1, 6] = 2) -> None:
        """Open a table"""
        await interaction.response.send_message(
            f"{seats} seats", embed=discord.Embed(title="Table", description="Waiting"), view=table()
        )

    return play


async def test_login_and_sync(standin: Any, start: Any, play: Any) -> None:
    async with start(play) as bot:
        assert bot.user.id == int(standin.world.bot.id)
        assert bot.application_id == bot.user.id
        assert [guild.name for guild in bot.guilds] == ["Robot"]
        guild = bot.guilds[0]
        assert [channel.name for channel in guild.text_channels] == ["dice", "general", "salon-de-jeu", "quiet"]
        assert guild.me.id == bot.user.id
        assert names(list(standin.world.commands.values())) == ["play"]
        fetched = await bot.tree.fetch_commands()
        assert [command.name for command in fetched] == ["play"]
        assert standin.world.sessions_online == 1
    assert standin.world.sessions_online == 0


async def test_slash_with_options(standin: Any, start: Any, play: Any) -> None:
    ana = standin.person("ana")
    async with start(play):
        outcome = await ana.command("play", seats=4)
        assert outcome.state == "answered"
        assert outcome.message["content"] == "4 seats"
        assert not outcome.ephemeral
        assert outcome.message["interaction_metadata"]["name"] == "play"
        assert outcome.message["interaction_metadata"]["user"]["id"] == ana.id
        assert ana.messages("dice") == [outcome.message]


async def test_button_edits_the_message(standin: Any, start: Any, play: Any) -> None:
    ana, ben = standin.person("ana"), standin.person("ben")
    async with start(play):
        opened = await ana.command("play")
        outcome = await ben.press(opened, "Join")
        assert outcome.updated
        assert outcome.message["id"] == opened.message["id"]
        assert outcome.message["content"] == "Ben joined"
        assert outcome.message["components"] == opened.message["components"]
        assert ana.pings == ben.pings == []

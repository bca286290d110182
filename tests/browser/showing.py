"""A small bot that shows everything the page can show. As a program, it prints the page's address and stays."""

import asyncio
import io
import time
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from PIL import Image, ImageDraw

from bot.standin.server import Standin

Interaction = discord.Interaction[Any]


def picture(width: int, height: int, name: str) -> discord.File:
    """A picture with a frame and a cross, so that a cut is visible."""
    image = Image.new("RGB", (width, height), "#24304f")
    draw = ImageDraw.Draw(image)
    draw.rectangle((8, 8, width - 9, height - 9), outline="#e8c26a", width=6)
    draw.line((8, 8, width - 9, height - 9), fill="#e8c26a", width=4)
    out = io.BytesIO()
    image.save(out, "PNG")
    out.seek(0)
    return discord.File(out, name, description=f"A frame with a line across, {width} by {height}")


class Menus(discord.ui.View):
    """A menu of each kind that Discord fills by itself, and one with several answers."""

    def __init__(self, reader: discord.abc.User) -> None:
        super().__init__(timeout=None)
        text = [discord.ChannelType.text]
        several = [discord.SelectOption(label=name) for name in ("Yum Plus", "Yams", "Yam Slam")]
        menus: tuple[discord.ui.Item[Any], ...] = (
            discord.ui.UserSelect(custom_id="people", placeholder="Who?", min_values=0, default_values=[reader]),
            discord.ui.RoleSelect(custom_id="role", placeholder="Which role?"),
            discord.ui.MentionableSelect(custom_id="both", placeholder="Whoever", max_values=3),
            discord.ui.ChannelSelect(custom_id="places", placeholder="Where?", channel_types=text, max_values=25),
            discord.ui.Select(custom_id="several", min_values=2, max_values=3, options=several),
        )
        for menu in menus:
            menu.callback = self.answer(menu)  # type: ignore[method-assign]
            self.add_item(menu)

    @staticmethod
    def answer(menu: Any) -> Any:
        """Say what somebody chose."""

        async def answer(interaction: Interaction) -> None:
            names = [getattr(one, "name", one) for one in menu.values]
            await interaction.response.send_message(f"{menu.custom_id}: {', '.join(names) or 'nothing'}")

        return answer


class Bot(discord.Client):
    """Four commands, and a welcome where somebody invites it."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.01)
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Register the commands."""
        for command in (pictures, menus, point, texts):
            self.tree.command()(command)
        await self.tree.sync()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Say hello where the server announces newcomers."""
        if guild.system_channel is not None:
            await guild.system_channel.send("Glad to be here!")


async def pictures(interaction: Interaction) -> None:
    """Pictures in an embed, beside it, and a file"""
    wide, small = picture(1200, 700, "wide.png"), picture(160, 160, "small.png")
    card = picture(1000, 500, "card.png")
    embed = discord.Embed(title="Result", description="The picture is wide.", colour=0xE8C26A)
    embed.set_image(url="attachment://wide.png").set_thumbnail(url="attachment://small.png")
    record = discord.File(io.BytesIO(b'{"game": "yum"}'), "record.json")
    await interaction.response.send_message(
        embed=embed, files=[wide, small, picture(500, 900, "tall.png"), card, record]
    )


async def menus(interaction: Interaction) -> None:
    """Menus of every kind"""
    await interaction.response.send_message("Choose:", view=Menus(interaction.user))


async def point(
    interaction: Interaction,
    player: discord.User,
    role: discord.Role | None = None,
    place: discord.TextChannel | None = None,
    loud: bool | None = None,
    number: int | None = None,
) -> None:
    """Options of every kind"""
    said = [player, role, place, loud, number]
    await interaction.response.send_message(" / ".join(str(getattr(one, "name", one)) for one in said))


async def texts(interaction: Interaction) -> None:
    """Mentions, times and links"""
    assert interaction.guild is not None
    channel = next(one for one in interaction.guild.text_channels if one.name == "dice")
    first = [one async for one in channel.history(limit=None)][-1]
    now = int(time.time())
    lines = [
        f"{interaction.user.mention} <@5> <@&{interaction.guild.roles[1].id}> <@&6> <#{channel.id}> <#7>",
        f"due <t:{now + 3}:R>, at <t:{now}:t>, on <t:{now}:D>",
        f"[the first message]({first.jump_url}) or {first.jump_url}",
    ]
    await interaction.response.send_message(embed=discord.Embed(description="\n".join(lines)))


async def main() -> None:
    """Run until somebody ends the program."""
    async with Standin(name="Gobelet") as standin, Bot() as bot:
        Route.BASE = standin.api_base
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(standin.gateway_url)
        ben = standin.person("ben")
        for number in range(250):
            ben.say(f"line {number}" if number else "the very first line")
        connected = asyncio.create_task(bot.start("token"))
        while not standin.world.commands:  # noqa: ASYNC110 - the world tells nobody of everything.
            await asyncio.sleep(0.02)
        await bot.wait_until_ready()
        print(standin.page_url, flush=True)  # noqa: T201
        await connected


if __name__ == "__main__":
    asyncio.run(main())

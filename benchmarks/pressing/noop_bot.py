"""The least a discord.py bot can do for a press: edit the message with a new embed. ``presses.py`` compares with it.

Event loop, JSON, intents, caches and garbage collection are those of Gobelet, so that only the work of a press differs.
With the argument ``stock`` they are discord.py's defaults, as in a bot written from its examples.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import sys
from typing import Any

import discord
import uvloop
from discord import app_commands

from bot.connect import point_at


class Buttons(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self._presses = itertools.count(1)
        for number in range(1, 6):
            button: discord.ui.Button[Buttons] = discord.ui.Button(label=str(number), custom_id=f"noop:{number}")
            button.callback = self.pressed  # type: ignore[method-assign]
            self.add_item(button)

    async def pressed(self, interaction: discord.Interaction[Any]) -> None:
        embed = discord.Embed(title="Pressed", description=f"{next(self._presses)} presses so far")
        await interaction.response.edit_message(embed=embed)


class NoopBot(discord.Client):
    def __init__(self, *, stock: bool) -> None:
        lean: dict[str, Any] = {
            "intents": discord.Intents(guilds=True),
            "max_messages": None,
            "member_cache_flags": discord.MemberCacheFlags.none(),
            "chunk_guilds_at_startup": False,
        }
        super().__init__(**({"intents": discord.Intents.default()} if stock else lean))
        self.stock = stock
        self.tree = app_commands.CommandTree(self)
        self.buttons = Buttons()

    async def setup_hook(self) -> None:
        @self.tree.command(name="play", description="Post five buttons")
        async def play(interaction: discord.Interaction[Any]) -> None:
            await interaction.response.send_message(embed=discord.Embed(title="Press"), view=self.buttons)

        self.add_view(self.buttons)
        await self.tree.sync()
        if self.stock:
            return
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 50, 50)


async def main(api_url: str, *, stock: bool) -> None:
    await point_at(api_url)
    async with NoopBot(stock=stock) as client:
        await client.start("noop")


if __name__ == "__main__":
    stock = sys.argv[2:] == ["stock"]
    (asyncio.run if stock else uvloop.run)(main(sys.argv[1], stock=stock))

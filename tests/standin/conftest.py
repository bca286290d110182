"""A stand-in and a real discord.py bot in one loop."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord import app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.standin.server import Standin

HASTE = 1000
"""Tests play that much faster than people, and the windows of Discord's rate limits are that much shorter."""


class Table(discord.ui.View):
    """Two buttons, one of them disabled, and a select."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Join", custom_id="join", style=discord.ButtonStyle.primary)
    async def join(self, interaction: discord.Interaction[Any], _: Any) -> None:
        await interaction.response.edit_message(content=f"{interaction.user.display_name} joined")

    @discord.ui.button(label="Closed", custom_id="closed", disabled=True)
    async def closed(self, interaction: discord.Interaction[Any], _: Any) -> None:
        raise AssertionError("a disabled button was pressed")

    @discord.ui.button(label="Secret", custom_id="secret")
    async def secret(self, interaction: discord.Interaction[Any], _: Any) -> None:
        await interaction.response.send_message(f"for you, {interaction.locale}", ephemeral=True)

    @discord.ui.select(custom_id="box", options=[discord.SelectOption(label=n, value=n) for n in ("one", "two")])
    async def box(self, interaction: discord.Interaction[Any], menu: discord.ui.Select[Any]) -> None:
        await interaction.response.edit_message(content=f"chose {menu.values[0]}")


class Bot(commands.Bot):
    """A bot with the intents of ours; tests add commands to its tree before it starts."""

    def __init__(self, intents: discord.Intents | None = None, **options: Any) -> None:
        super().__init__(
            "!",
            intents=intents or discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.01,
            allowed_mentions=discord.AllowedMentions.none(),
            **options,
        )
        self.errors: list[BaseException] = []
        self.tree.error(self.on_tree_error)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """discord.py would wait five seconds before a second IDENTIFY."""

    async def setup_hook(self) -> None:
        self.add_view(Table())
        await self.tree.sync()

    async def on_tree_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        self.errors.append(getattr(error, "original", error))


@contextlib.asynccontextmanager
async def running(bot: Bot) -> AsyncIterator[Bot]:
    async with bot:
        task = asyncio.create_task(bot.start("token"))
        ready = asyncio.create_task(bot.wait_until_ready())
        await asyncio.wait((task, ready), timeout=30, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
        assert ready.done()
        yield bot
        await bot.close()
        await task


@pytest.fixture
def point(monkeypatch: pytest.MonkeyPatch) -> Callable[[Standin], None]:
    def point(standin: Standin) -> None:
        monkeypatch.setattr(Route, "BASE", standin.api_base)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(standin.gateway_url))
        monkeypatch.setattr(discord.Asset, "BASE", standin.cdn_base)

    return point


@pytest.fixture
async def standin(point: Callable[[Standin], None]) -> AsyncIterator[Standin]:
    async with Standin(haste=HASTE) as standin:
        point(standin)
        yield standin
        assert standin.unknown == []


@pytest.fixture
def make_bot() -> type[Bot]:
    return Bot


@pytest.fixture
def run() -> Any:
    return running


@pytest.fixture
def table() -> type[Table]:
    return Table


@pytest.fixture
def start(standin: Standin) -> Any:
    """`async with start(callback, …)`: a bot whose commands are these callbacks."""

    def start(*callbacks: Any, bot: Bot | None = None, **options: Any) -> Any:
        bot = bot or Bot(**options)
        for callback in callbacks:
            bot.tree.command()(callback)
        return running(bot)

    return start


@pytest.fixture
async def web() -> AsyncIterator[aiohttp.ClientSession]:
    """Requests with a bot's token, without discord.py between."""
    async with aiohttp.ClientSession(headers={"Authorization": "Bot any"}) as web:
        yield web

"""``/stats`` and ``/history``: what a player has done in this server."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import Gobelet
from bot.engine.errors import IllegalAction
from bot.games import CATALOGUE
from bot.screens import stats
from bot.screens.history import PAGE, Leaf, history_screen
from bot.screens.kit import Desk, Screen
from bot.screens.stats import EVERY, Asked
from bot.screens.stats_overview import overview_screen
from bot.screens.stats_pages import dice_screen, play_screen, rivals_screen
from bot.tables.profiles import Counted, Scope, Series
from bot.tables.tally import Tally, tallied
from bot.ui.adapter import render
from bot.ui.replays import Replays
from bot.ui.reply import Interaction, where
from cogs.opening import board_language
from cogs.tables import named_table

_RIVALS = 15
"""Opponents on a page."""

_AT_ONCE = 100
"""Games added up without asking a thread: about 1 ms."""

_GAMES = [app_commands.Choice(name=_s(listing.label), value=key) for key, listing in CATALOGUE.items()]


class Statistics(commands.Cog):
    """Shows statistics and histories privately; a button posts statistics for everybody."""

    def __init__(self, client: Gobelet) -> None:
        """Ask the storage of ``client``; its router sends the presses here."""
        self._client = client
        self._profiles = client.services.profiles
        client.router.on_free("stats", self.turn)
        client.router.on_free("history", self.leaf)
        client.router.on_free("replayed", self.replay)
        self._replays = Replays(client.services.tables, client.presenter)
        self._presenter = client.presenter

    @app_commands.command(name=_s("stats"), description=_s("Your games in numbers, or somebody else's"))
    @app_commands.rename(player=_s("player"), game=_s("game"))
    @app_commands.describe(
        player=_s("Whose statistics (your own if you choose nobody)"), game=_s("Which game (all if you choose none)")
    )
    @app_commands.choices(game=_GAMES)
    @app_commands.guild_only()
    async def stats(
        self, interaction: Interaction, player: discord.User | discord.Member | None = None, game: str = EVERY
    ) -> None:
        """Show the overview privately."""
        asked = Asked((player or interaction.user).id, game)
        await self._answer(interaction, await self._screen(interaction, asked, self._presenter.desk_for(interaction)))

    @app_commands.command(name=_s("history"), description=_s("The games you have finished here, or somebody else"))
    @app_commands.rename(player=_s("player"), game=_s("game"))
    @app_commands.describe(
        player=_s("Whose games (your own if you choose nobody)"), game=_s("Which game (all if you choose none)")
    )
    @app_commands.choices(game=_GAMES)
    @app_commands.guild_only()
    async def history(
        self, interaction: Interaction, player: discord.User | discord.Member | None = None, game: str = EVERY
    ) -> None:
        """Show the latest games privately."""
        asked = Leaf((player or interaction.user).id, game)
        await self._answer(interaction, await self._history(interaction, asked))

    async def turn(self, interaction: Interaction, do: str) -> None:
        """A button or a menu of statistics."""
        found = Asked.read(do)
        if found is None:
            raise IllegalAction(do)
        asked, button = found
        if button != stats.SHOW:
            screen = await self._screen(interaction, asked, self._presenter.desk_for(interaction))
            await self._answer(interaction, screen, replace=True)
            return
        desk = self._presenter.desk(await board_language(self._client, interaction))
        screen = dataclasses.replace(await self._screen(interaction, asked, desk), rows=())
        await interaction.response.send_message(**render(screen, desk.glyphs).kwargs)

    async def leaf(self, interaction: Interaction, do: str) -> None:
        """A button of a history."""
        found = Leaf.read(do)
        if found is None:
            raise IllegalAction(do)
        await self._answer(interaction, await self._history(interaction, found[0]), replace=True)

    async def replay(self, interaction: Interaction, do: str) -> None:
        """A line of the menu of a history: step through that game."""
        await self._replays.open(interaction, await named_table(self._client, interaction, do.partition(" ")[2] or "-"))

    # -- what is shown -------------------------------------------------------------------------------------------

    async def _history(self, interaction: Interaction, asked: Leaf) -> Screen:
        guild, _ = where(interaction)
        game = None if asked.game == EVERY else asked.game
        offset = asked.page * PAGE
        page = await self._profiles.history(guild, asked.user, game, offset=offset, limit=PAGE)
        return history_screen(self._presenter.desk_for(interaction), asked, guild, page)

    async def _screen(self, interaction: Interaction, asked: Asked, desk: Desk) -> Screen:
        guild, _ = where(interaction)
        every = await self._profiles.series(guild, asked.user)
        match asked.page:
            case stats.PLAY:
                return await self._play(desk, guild, asked, every)
            case stats.DICE:
                return await self._dice(desk, guild, asked, every)
            case stats.RIVALS:
                game = None if asked.game == EVERY else asked.game
                rivals = await self._profiles.against(guild, asked.user, game, limit=_RIVALS)
                return rivals_screen(desk, asked, every, rivals)
        played = await self._profiles.played(_scope(guild, asked, every))
        return overview_screen(desk, asked, every, played, None)

    async def _play(self, desk: Desk, guild: int, asked: Asked, every: Sequence[Series]) -> Screen:
        games = await self._profiles.counted(_scope(guild, asked, every))
        return play_screen(desk, asked, every, await _tallied([one for one in games if not one.left]))

    async def _dice(self, desk: Desk, guild: int, asked: Asked, every: Sequence[Series]) -> Screen:
        game = None if asked.game == EVERY else asked.game
        games = await self._profiles.counted(Scope(guild, asked.user, game))
        thrown = await _tallied([one for one in games if one.kind != "real"])
        told = await _tallied([one for one in games if one.kind == "real"])
        return dice_screen(desk, asked, every, thrown, told)

    async def _answer(self, interaction: Interaction, screen: Screen, *, replace: bool = False) -> None:
        kwargs = render(screen, self._presenter.desk_for(interaction).glyphs).kwargs
        if replace:
            await interaction.response.edit_message(**kwargs, attachments=[])
        else:
            await interaction.response.send_message(**kwargs, ephemeral=True)


def _scope(guild: int, asked: Asked, every: Sequence[Series]) -> Scope:
    """Return the games a page is about: those of one series, or everything."""
    series = stats.chosen(asked, every)
    if series is None:
        return Scope(guild, asked.user)
    return Scope(guild, asked.user, series.game, series.kind, series.rules)


async def _tallied(games: Sequence[Counted]) -> Tally:
    """Add up what was counted, in a thread: thousands of games take some 50 ms."""
    details = [game.details for game in games]
    return tallied(details) if len(details) <= _AT_ONCE else await asyncio.to_thread(tallied, details)


async def setup(client: Gobelet) -> None:
    """Add the cog."""
    await client.add_cog(Statistics(client))

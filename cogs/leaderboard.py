"""``/leaderboard``: who wins, plays and scores best in this server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from discord import app_commands
from discord.app_commands import locale_str as _s
from discord.ext import commands

from bot.client import Gobelet
from bot.engine.words import N_
from bot.games import CATALOGUE
from bot.screens.server.leaderboard import MINE, PAGE, PERIODS, SORTS, Around, Asked, leaderboard_screen
from bot.tables.core.store import StoreError
from bot.tables.people.choices import GuildChoices
from bot.tables.records import periods
from bot.tables.records.boards import BOTH, EVERY, STANDARD, Board, BoardKind, By, Played
from bot.tables.records.seasons import Season
from bot.ui.discord.reply import Interaction, where, whisper_screen

log = logging.getLogger(__name__)

_DEFAULT_GAME = "yum_plus"
_PATIENCE = 1.0
"""Seconds a reader waits for games that nobody has rated yet; after that the current ratings appear."""


class Leaderboard(commands.Cog):
    """Shows leaderboards. Buttons and menus change everything about them, and carry the reader's choices."""

    def __init__(self, client: Gobelet) -> None:
        """Ask the standings of ``client``."""
        self._client = client
        client.router.free(
            "leaderboard {game:game} {by:by} {period:period} {kind:kind} {rules:rules} {page:leaf} {button}", self.press
        )

    @app_commands.command(name=_s("leaderboard"), description=_s("The leaderboard of this server"))
    @app_commands.rename(game=_s("game"), by=_s("by"), period=_s("period"))
    @app_commands.describe(
        game=_s("Which game (the most played if you choose none)"),
        by=_s("What counts (wins if you choose none)"),
        period=_s("Since when (all time if you choose none)"),
    )
    @app_commands.choices(
        game=[
            app_commands.Choice(name=_s(label), value=key)
            for key, label in ((EVERY, N_("All games")), *((key, game.label) for key, game in CATALOGUE.items()))
        ],
        by=[app_commands.Choice(name=_s(label), value=key) for key, label in SORTS.items()],
        period=[app_commands.Choice(name=_s(label), value=key) for key, label in PERIODS.items()],
    )
    @app_commands.guild_only()
    async def leaderboard(
        self, interaction: Interaction, game: str = "", by: str = "wins", period: str = "all"
    ) -> None:
        """Show the first page privately."""
        guild, _ = where(interaction)
        services = self._client.services
        if not game:
            game = next((key for key in await services.boards.games(guild) if key in CATALOGUE), _DEFAULT_GAME)
        rules = ranked_rules(await services.settings.of(guild))
        asked = Asked(game, cast("By", by), period, "together", rules).fitting()
        if asked.by != "rating" and game != EVERY:
            asked = usual(asked, await services.boards.played(guild, game))
        await self._show(interaction, asked)

    async def press(
        self,
        interaction: Interaction,
        game: str,
        by: By,
        period: str,
        kind: BoardKind,
        rules: str,
        page: int,
        button: str,
    ) -> None:
        """A button or a menu of a leaderboard: another page, order, period, game or option set."""
        await self._show(interaction, Asked.of(game, by, period, kind, rules, page))

    async def _show(self, interaction: Interaction, asked: Asked) -> None:
        guild, _ = where(interaction)
        services = self._client.services
        choices = await services.settings.of(guild)
        season = await services.seasons.running(guild)
        if asked.by == "rating":
            await rated_by_now(self._client, guild)
        now = services.clock()
        board = board_of(asked, guild, choices, season, now)
        offset = None if asked.page == MINE else asked.page * PAGE
        page = await services.boards.page(board, interaction.user.id, offset, PAGE)
        asked = replace(asked, page=page.lines[0].place // PAGE if page.lines else 0)
        around = Around(
            user=interaction.user.id,
            games=list(await services.boards.games(guild)),
            played=[] if asked.game == EVERY else await services.boards.played(guild, asked.game),
            ranked=ranked_rules(choices),
            real_together=choices.count_real_dice,
            month=periods.year_and_month(now),
            season=None if season is None else season.number,
            least=board.least,
        )
        desk = self._client.presenter.desk_for(interaction)
        screen = leaderboard_screen(desk, asked, page, around)
        await whisper_screen(interaction, screen, desk.glyphs, replace=True)


def ranked_rules(choices: GuildChoices) -> str:
    """Return the option sets that a server ranks by default."""
    return EVERY if choices.ranked == "all" else STANDARD


def board_of(asked: Asked, guild: int, choices: GuildChoices, season: Season | None, now: int) -> Board:
    """Return the leaderboard that ``asked`` means at this moment."""
    kind: BoardKind = BOTH if asked.kind == "together" and choices.count_real_dice else asked.kind
    period = {
        "month": periods.month(now),
        "week": periods.week(now),
        "season": periods.season(1) if season is None else season.period,
    }.get(asked.period, asked.period)
    return Board(guild, period, kind, asked.game, asked.rules, asked.by)


def usual(asked: Asked, played: Sequence[Played]) -> Asked:
    """Return ``asked``, or if nobody plays like that, the usual way to play the game here."""
    ways = [(one.kind, one.rules) for one in played if one.kind in ("together", "solo")]
    if not ways or asked.rules == EVERY or (asked.kind, asked.rules) in ways:
        return asked
    kind, rules = next((way for way in ways if way[0] == "together"), ways[0])
    return replace(asked, kind=kind, rules=rules).fitting()


async def rated_by_now(client: Gobelet, guild: int) -> None:
    """Have the games of ``guild`` rated before its ratings are shown; of very many only some.

    Where that fails, the ratings are shown as they are.
    """
    rating = client.presenter.later(_rate(client, guild), "rate games before ratings are shown")
    await asyncio.wait((rating,), timeout=_PATIENCE)


async def _rate(client: Gobelet, guild: int) -> None:
    try:
        await client.services.ratings.catch_up(guild)
    except StoreError as error:
        log.warning("server %s: games wait to be rated: %s", guild, error)


async def setup(client: Gobelet) -> None:
    """Add the cog."""
    await client.add_cog(Leaderboard(client))

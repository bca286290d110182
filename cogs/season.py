"""Seasons, behind the leaderboard: the running one and past ones; how to end one, and how to reopen it."""

from dataclasses import replace

from bot.client import Gobelet
from bot.screens.kit import Button, RenderContext
from bot.screens.kit.patterns import SEASON_SHOW
from bot.screens.kit.sharing import play_button
from bot.screens.server.season import (
    ASK,
    CHAMPIONS,
    NEWS,
    OLDER,
    SHARE,
    SHARED,
    SURELY,
    champions_screen,
    confirm_season_screen,
    no_season_screen,
    season_screen,
)
from bot.tables.hand import Did
from bot.tables.model import days
from bot.tables.model.choices import without_names
from bot.tables.model.errors import NoSuchChoice, translated_errors
from bot.tables.records.leaderboards import Season
from bot.ui.discord.permissions import check_manager, may_manage
from bot.ui.discord.reply import Interaction, guild_and_channel, reader
from cogs.base import ClientCog, on_press

_NOBODY = 0


def any_game(context: RenderContext) -> Button:
    """The button beside what is about several games."""
    return play_button(context, "")


class Seasons(ClientCog):
    """Shows seasons, and lets managers end and reopen them."""

    def __init__(self, client: Gobelet) -> None:
        """Ask the seasons of ``client``."""
        super().__init__(client)
        self._seasons = client.services.seasons
        self._tables = client.final_tables

    @on_press(SEASON_SHOW)
    async def _show(self, interaction: Interaction, number: int, *, older: int = 0, news: str = "") -> None:
        """Show season ``number``, or the running one."""
        guild, _ = guild_and_channel(interaction)
        seasons = await self._seasons.of(guild)
        context = self._context(interaction)
        season = next(
            (candidate for candidate in seasons if candidate.number == number), seasons[0] if seasons else None
        )
        if season is None:
            screen = no_season_screen(context)
        else:
            seen = await self._tables.seen(season, interaction.user.id)
            seen = replace(seen, seasons=seasons, manager=may_manage(interaction), older=older, news=news)
            screen = season_screen(context, seen)
        await self._whisper(interaction, screen)

    @on_press(OLDER)
    async def _older(self, interaction: Interaction, older: int) -> None:
        """Show the running season, and lead to those before the latest ``older``."""
        await self._show(interaction, 0, older=older)

    @on_press(CHAMPIONS)
    async def _champions(self, interaction: Interaction, page: int, button: str) -> None:
        """Show the record of all champions."""
        guild, _ = guild_and_channel(interaction)
        with translated_errors():
            champions, seasons = await self._seasons.champions(guild), await self._seasons.of(guild)
        posts = self._client.services.posts
        if button == SHARED:
            known = without_names(champions, await posts.unnamed({champion.user for champion in champions}))
            await self._show_everybody(
                interaction, lambda context: champions_screen(context, known, seasons, max(page, 0)), any_game
            )
            return
        hidden = await posts.unnamed({champion.user for champion in champions}, interaction.user.id)
        known = without_names(champions, hidden)
        await self._whisper(interaction, champions_screen(self._context(interaction), known, seasons, max(page, 0)))

    @on_press(SHARE)
    async def _post(self, interaction: Interaction, number: int) -> None:
        """Post the table of a season, as nobody in particular sees it."""
        guild, _ = guild_and_channel(interaction)
        season = next((known for known in await self._seasons.of(guild) if known.number == number), None)
        if season is None:
            raise NoSuchChoice
        seen = await self._tables.seen(season, _NOBODY)
        seen = seen.without_names(await self._client.services.posts.unnamed(seen.people))
        await self._show_everybody(interaction, lambda context: season_screen(context, seen), any_game)

    @on_press(ASK)
    async def _ask(self, interaction: Interaction, what: str, number: int) -> None:
        check_manager(interaction)
        guild, _ = guild_and_channel(interaction)
        season = next((candidate for candidate in await self._seasons.of(guild) if candidate.number == number), None)
        if season is None:
            await self._show(interaction, 0)
            return
        choices, now = await self._client.services.settings.of(guild), self._client.services.clock()
        ends, channel = days.season_ends(choices, now), next(iter(choices.season_channels), None)
        worth_it = what == "end" and (await self._tables.seen(season, _NOBODY)).worth_it
        screen = confirm_season_screen(self._context(interaction), season, what, ends, channel, worth_it=worth_it)
        await self._whisper(interaction, screen)

    @on_press(SURELY)
    async def _decide(self, interaction: Interaction, what: str, number: int) -> None:
        """End or reopen season ``number``."""
        check_manager(interaction)
        guild, _ = guild_and_channel(interaction)
        now = self._client.services.clock()
        with translated_errors():
            if what == "end":
                running = await self._seasons.running(guild)
                right = running if running is not None and running.number == number else None
                changed = None if right is None else await self._seasons.end(right, now)
            else:
                changed = await self._seasons.reopen(guild, number, now)
        if changed is not None:
            did = Did.SEASON if what == "end" else Did.REOPEN
            await self._client.services.hand.note(guild, interaction.user.id, did)
        self._client.presenter.renderer.reigning.drop(guild)
        t = reader(interaction)
        try:
            news = t(NEWS[what if changed else f"not {what}"], n=number, next=number + 1)
            await self._show(interaction, 0, news=news)
        finally:
            if changed is not None:
                self._follow(what, changed)

    def _follow(self, what: str, changed: Season) -> None:
        """Post or take away the table of a season, also where the answer fails: nobody can press that again."""
        presenter = self._client.presenter
        if what == "end":
            presenter.run_later(self._tables.post_all(), "post a final table")
        elif changed.channel and changed.message:
            presenter.run_later(presenter.delete(changed.channel, changed.message), "take a final table away")


setup = Seasons.add

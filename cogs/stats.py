"""``/stats``, and **Statistics** on a person: a player's games in this server, in numbers."""

import asyncio
import dataclasses
from collections import Counter
from collections.abc import Sequence

import discord
from discord import app_commands
from discord.app_commands import locale_str as _s

from bot.client import Gobelet
from bot.games import CATALOGUE
from bot.pictures import Profile, profile_alt, profile_labels
from bot.screens.kit import MOST_SCORES, RenderContext, Screen
from bot.screens.kit.faces import displayed_score, fewest_is_best
from bot.screens.kit.sharing import play_button, shared
from bot.screens.players import stats
from bot.screens.players.stats import (
    EVERY,
    STATS,
    StatsRequest,
    dice_screen,
    overview_screen,
    play_screen,
    rivals_screen,
    skill_screen,
)
from bot.screens.players.trophies import ALL_TROPHIES, NEAREST, trophies_screen
from bot.tables.model import errors
from bot.tables.model.choices import NOBODY
from bot.tables.model.days import day_before
from bot.tables.records.leaderboards import FEWEST_REVIEWED, Rating, SeasonDays, counts_for_rating
from bot.tables.records.profiles import CountedGame, FinishedGame, GameSeries, HeadToHead, ReviewedGames, Scope
from bot.tables.records.statistics import StatsTotals, total_stats
from bot.tables.records.trophies import MONTH, PUZZLES, SEASON, TOURNAMENT, TROPHIES
from bot.ui.discord.adapter import render
from bot.ui.discord.permissions import may_attach
from bot.ui.discord.pictures import Picture, with_picture, within_seconds
from bot.ui.discord.reply import Interaction, guild_and_channel, in_words, place_of, preferences_of
from bot.ui.press.review import may_share
from bot.ui.server.seasons import catch_up_ratings
from cogs.base import ClientCog, on_press

_RIVALS = 15
"""Opponents on a page."""

_FEWEST = 3
"""Scores that make a picture."""

_AT_ONCE = 100
"""Games that need no thread for adding up: about 1 ms."""

_NOBODY = 0
"""In place of a reader, on what everybody sees."""

_PLACES = (SEASON.key, TOURNAMENT.key)
"""Trophies that tell the first place among others, which stands there under no name for people who hide."""


@dataclasses.dataclass(frozen=True, slots=True)
class _Page:
    """A page of statistics."""

    screen: Screen
    picture: Picture | None = None


class Statistics(ClientCog):
    """Shows statistics privately; a button posts them for everybody."""

    def __init__(self, client: Gobelet) -> None:
        """Ask the storage of ``client``; its router sends the presses here."""
        super().__init__(client)
        self._profiles = client.services.profiles
        client.tree.add_command(app_commands.ContextMenu(name=_s("Statistics"), callback=self._of))

    async def _of(self, interaction: Interaction, player: discord.User | discord.Member) -> None:
        """Show the overview of a person in whose menu somebody chose it."""
        await self._open(interaction, player, EVERY)

    @app_commands.command(name=_s("stats"), description=_s("Your games in numbers, or somebody else's"))
    @app_commands.rename(player=_s("player"), game=_s("game"))
    @app_commands.describe(
        player=_s("Whose statistics (your own if you choose nobody)"), game=_s("Which game (all if you choose none)")
    )
    async def stats(
        self, interaction: Interaction, player: discord.User | discord.Member | None = None, game: str = EVERY
    ) -> None:
        """Show the overview privately."""
        await self._open(interaction, player or interaction.user, self._named_game(interaction, game, EVERY))

    @stats.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Offer the games that the person has played here, the most played first, then the others with one here."""
        player = interaction.namespace.player or interaction.user
        return await self._offer_played(interaction, typed, self._played(interaction, player.id))

    async def _played(self, interaction: Interaction, player: int) -> list[str]:
        """Return these games; of somebody else, without those of a day that the reader has yet to play."""
        (guild, _), user = guild_and_channel(interaction), interaction.user.id
        hidden = None if player == user else await self._client.services.dailies.hidden_from(guild, user)
        series = await self._profiles.series(guild, player, without_day=hidden)
        return [*(one.game for one in series), *await self._client.services.leaderboards.games(guild)]

    async def _open(self, interaction: Interaction, player: discord.User | discord.Member, game: str) -> None:
        request = StatsRequest(player.id, game)
        self._client.names.note(place_of(interaction), player)
        await self._tell(interaction, request, self._context(interaction))

    @on_press(STATS)
    async def turn(self, interaction: Interaction, user: int, game: str, series: str, page: str, button: str) -> None:
        """A button or a menu of statistics."""
        request = StatsRequest(user, game, series, page, aloud=button.startswith(stats.READ))
        if button == stats.SHOW:
            await self._show(interaction, request)
            return
        context = self._context(interaction)
        if request.aloud:
            context = RenderContext(context.t, in_words(interaction))
        await self._tell(interaction, request, context, len(TROPHIES) if button.endswith(ALL_TROPHIES) else NEAREST)

    async def _tell(
        self, interaction: Interaction, request: StatsRequest, context: RenderContext, wanted: int = NEAREST
    ) -> None:
        """Show a page privately; what its reader may not share it does not offer."""
        request = dataclasses.replace(request, shared=await self._not_shared(interaction, request) is None)
        pictured = await self._pictured(interaction, private=True)
        page = await self._page(interaction, request, context, pictured=pictured, wanted=wanted)
        await self._whisper_pictured(interaction, render(page.screen, context.glyphs), page.picture)

    async def _hides(self, interaction: Interaction, user: int) -> bool:
        """Whether ``user`` is somebody else who wants neither posts nor leaderboards to name them."""
        return bool(await self._client.services.posts.unnamed({user}, interaction.user.id))

    async def _not_shared(self, interaction: Interaction, request: StatsRequest) -> errors.TableError | None:
        """Return why somebody may not post a page: it shows who hides, or the luck and skill of somebody else."""
        if await self._hides(interaction, request.user):
            return errors.NotNamed()
        if request.page == stats.SKILL and request.user != interaction.user.id:
            return errors.DecisionsOfAnother()
        return None

    async def _show(self, interaction: Interaction, request: StatsRequest) -> None:
        """Post a page for everybody, in the language of the server's boards.

        Raises what :func:`may_share` raises, NotNamed and DecisionsOfAnother, whatever button of whatever message asks.
        """
        user = interaction.user.id
        if (why := await self._not_shared(interaction, request)) is not None:
            raise why
        if not await may_share(interaction, await self._client.services.settings.of(place_of(interaction))):
            return
        context = self._client.presenter.renderer.context(await self._client.opening.language(interaction))
        pictured = await self._pictured(interaction, private=False)
        page = await self._page(interaction, request, context, pictured=pictured, shown=True)
        screen = shared(context, page.screen, user, play_button(context, request.game), about=request.user)
        shown = render(screen, context.glyphs)
        await interaction.response.send_message(**with_picture(shown, page.picture))

    # -- what is shown -------------------------------------------------------------------------------------------

    async def _page(
        self,
        interaction: Interaction,
        request: StatsRequest,
        context: RenderContext,
        *,
        pictured: bool,
        shown: bool = False,
        wanted: int = NEAREST,
    ) -> _Page:
        """Return a page as the person who asks may see it; ``shown`` to everybody, as those who know least.

        ``wanted``: the most trophies that are still to win, which it lists for nobody else.
        """
        (guild, _), user, dailies = guild_and_channel(interaction), interaction.user.id, self._client.services.dailies
        hidden = None if request.user == user else await dailies.hidden_from(guild, _NOBODY if shown else user)
        reader, hides = None if shown else user, await self._hides(interaction, request.user)
        every = await self._profiles.series(guild, request.user, without_day=hidden)
        match request.page:
            case stats.PLAY:
                return _Page(await self._play(context, _scope(guild, request, every, hidden), request, every))
            case stats.DICE:
                return _Page(await self._dice(context, _everything(guild, request, hidden), request, every))
            case stats.SKILL:
                scope = _scope(guild, request, every, hidden)
                return _Page(await self._skill(context, scope, request, every, user))
            case stats.RIVALS:
                game = None if request.game == EVERY else request.game
                rivals = await self._rivals(guild, request, reader)
                met = await self._profiles.against_computers(guild, request.user, game)
                return _Page(rivals_screen(context, request, every, rivals, met))
            case stats.TROPHIES:
                earned = await self._client.services.trophies.of(guild, request.user)
                today = None if hidden is None else await dailies.table(guild, hidden, request.user)
                earned = [one for one in earned if today is None or one.behind != today.id]
                earned = [one for one in earned if not hides or one.key not in _PLACES]
                in_a_row, wanted = await self._in_a_row(guild, request.user), 0 if shown or hides else wanted
                return _Page(trophies_screen(context, request, every, earned, in_a_row, wanted))
        played = await self._profiles.played(_scope(guild, request, every, hidden))
        series = stats.chosen_series(request, every)
        rating = None if series is None else await self._rating(guild, request.user, series)
        beaten = await self._profiles.champions_beaten(guild, request.user)
        titles = [] if hides else await self._titles(guild, request.user)
        rivals = await self._rivals(guild, request, reader)
        screen = overview_screen(context, request, every, played, rating, beaten, titles, rivals)
        if not pictured or series is None:
            return _Page(screen)
        name = self._client.names.known(guild, request.user)
        return _Page(screen, await self._picture(context, scores_of(context, name, series, played)))

    async def _in_a_row(self, guild: int, user: int) -> dict[str, int]:
        """Return how many days in a row ``user`` has come, by the trophy that days bring; dailies up to yesterday."""
        dailies, puzzles = self._client.services.dailies, self._client.services.puzzles
        streak = await dailies.streak(guild, user, day_before(await dailies.day(guild)))
        return {MONTH.key: streak, PUZZLES.key: await puzzles.in_a_row(guild, user)}

    async def _rivals(self, guild: int, request: StatsRequest, reader: int | None) -> list[HeadToHead]:
        """Return the people met most, without the names of those whom ``reader`` may not see; None is everybody.

        Whom somebody has met is no secret to themselves.
        """
        game = None if request.game == EVERY else request.game
        met = await self._profiles.against(guild, request.user, game, limit=_RIVALS)
        if reader == request.user:
            return met
        people = {rival.user for rival in met if isinstance(rival.user, int) and rival.user > 0}
        hidden = await self._client.services.posts.unnamed(people, reader)
        return [dataclasses.replace(rival, user=NOBODY) if rival.user in hidden else rival for rival in met]

    async def _titles(self, guild: int, user: int) -> list[SeasonDays]:
        """Return the seasons of which ``user`` is a champion."""
        seasons = self._client.services.seasons
        won = {one.season for one in await seasons.champions(guild) if one.user == user}
        ended = await seasons.of(guild) if won else []
        return [season.days for season in ended if season.number in won and season.days is not None]

    async def _picture(self, context: RenderContext, profile: Profile | None) -> Picture | None:
        if profile is None:
            return None
        png = await within_seconds(self._client.renderer.picture(profile))
        return None if png is None else Picture("scores.png", png, profile_alt(context.t, profile))

    async def _pictured(self, interaction: Interaction, *, private: bool) -> bool:
        """Return whether statistics have a picture: as the server chose, and in private also as the reader chose."""
        if private and preferences_of(interaction).plain:
            return False
        if not private and not may_attach(interaction):
            return False
        guild, _ = guild_and_channel(interaction)
        return (await self._client.services.settings.of(guild)).pictures

    async def _rating(self, guild: int, user: int, series: GameSeries) -> Rating | None:
        """Return the rating in the game of ``series``, if these are games that count for it in this server."""
        services = self._client.services
        if not counts_for_rating(await services.settings.of(guild), series.kind, series.rules):
            return None
        await catch_up_ratings(self._client.presenter, services.ratings, guild)
        return (await services.ratings.of(guild, user)).get(series.game)

    async def _play(
        self, context: RenderContext, scope: Scope, request: StatsRequest, every: Sequence[GameSeries]
    ) -> Screen:
        games = await self._profiles.counted(scope)
        return play_screen(context, request, every, await _tallied([game for game in games if not game.left]))

    async def _skill(
        self, context: RenderContext, scope: Scope, request: StatsRequest, every: Sequence[GameSeries], reader: int
    ) -> Screen:
        if await self._client.services.reviews.hidden_from((request.user,), reader):
            raise errors.OnlyTheirs
        reviewed = await self._profiles.reviewed(scope)
        if request.user != reader:
            reviewed = _for_others(reviewed)
        if len(reviewed.games) <= _AT_ONCE:
            return skill_screen(context, request, every, reviewed)
        return await asyncio.to_thread(skill_screen, context, request, every, reviewed)

    async def _dice(
        self, context: RenderContext, scope: Scope, request: StatsRequest, every: Sequence[GameSeries]
    ) -> Screen:
        games = await self._profiles.counted(scope)
        thrown = await _tallied([past for past in games if not past.real_dice])
        entered = await _tallied([past for past in games if past.real_dice])
        return dice_screen(context, request, every, thrown, entered)


def scores_of(context: RenderContext, name: str, series: GameSeries, played: Sequence[FinishedGame]) -> Profile | None:
    """Return the picture of the scores of a series; None if there are too few to show anything."""
    scores = tuple(displayed_score(series.game, game.score, series.options) for game in played if not game.left)
    if len(scores) < _FEWEST:
        return None
    t = context.t
    shown, every = min(len(scores), MOST_SCORES), len(scores)
    note = t.many("{n} game", "{n} games", every)
    if shown < every:
        note = t("last {shown} of {games}", shown=shown, games=note)
    return Profile(
        player=name,
        game=t(CATALOGUE[series.game].label),
        note=note,
        scores=scores[-shown:],
        labels=profile_labels(t),
        language=t.language,
        instead=t("Somebody"),
        fewest_is_best=fewest_is_best(series.game, series.options),
        first=every - shown + 1,
    )


def _for_others(reviewed: ReviewedGames) -> ReviewedGames:
    """Return the games of which others may learn how somebody plays. Raises TooFewReviewed where these are none."""
    series = Counter((skill.game, skill.kind, skill.rules) for skill in reviewed.games)
    shown = tuple(skill for skill in reviewed.games if series[skill.game, skill.kind, skill.rules] >= FEWEST_REVIEWED)
    if not shown:
        raise errors.TooFewReviewed(FEWEST_REVIEWED)
    return ReviewedGames(shown, 0, 0)


def _scope(guild: int, request: StatsRequest, every: Sequence[GameSeries], hidden: int | None) -> Scope:
    """Return the games of a page: those of one series, or everything; without the ``hidden`` day."""
    series = stats.chosen_series(request, every)
    if series is None:
        return Scope(guild, request.user, without_day=hidden)
    return Scope(guild, request.user, series.game, series.kind, series.rules, hidden)


def _everything(guild: int, request: StatsRequest, hidden: int | None) -> Scope:
    """Return all games, or those of one game, of every kind and by all rules."""
    return Scope(guild, request.user, None if request.game == EVERY else request.game, without_day=hidden)


async def _tallied(games: Sequence[CountedGame]) -> StatsTotals:
    """Add up the counts, in a thread: thousands of games take some 50 ms."""
    details = [game.details for game in games]
    return total_stats(details) if len(details) <= _AT_ONCE else await asyncio.to_thread(total_stats, details)


setup = Statistics.add

"""The end of seasons and their final tables; and ratings made up to date before they are shown."""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

import discord

from bot.pictures import PictureRenderer
from bot.screens.server.leaderboard import LeaderboardRequest
from bot.screens.server.posts import INVENTED, example_season, invented_season
from bot.screens.server.season import (
    FIRST,
    MOST_TABLES,
    Podium,
    SeasonView,
    final_screen,
    season_picture,
    sorted_by,
)
from bot.tables.hand import Hand
from bot.tables.leagues import Leagues
from bot.tables.model import days
from bot.tables.model.choices import GuildChoices, GuildSettings
from bot.tables.model.errors import TableError
from bot.tables.model.processes import HeldShards
from bot.tables.model.store import StoreError
from bot.tables.model.table import Table
from bot.tables.posts import Posts, board_kind
from bot.tables.records.leaderboards import (
    BOTH,
    EVERY,
    NOWHERE,
    LeaderboardKind,
    LeaderboardLine,
    LeaderboardQuery,
    LeaderboardStore,
    PlayedRules,
    RatingStore,
    Season,
    SeasonChampion,
    SeasonStore,
    crowned,
    ranked_rules,
    tied_behind,
)
from bot.tables.records.trophies import SEASON, Earned, TrophyFacts, follow_seasons
from bot.ui.delivery.pictures import PicturePlaces
from bot.ui.delivery.presenter import Presenter
from bot.ui.discord.adapter import Rendered, render
from bot.ui.discord.names import DisplayNames
from bot.ui.discord.pictures import Picture, edit_with_picture, season_picture_of, with_picture
from bot.ui.pace.budget import DOUBT_SECONDS, LOST, REFUSED, Priority, may_come_later, never_sent, nonce, priority
from bot.ui.pace.turns import PostTurns

# -- Which leaderboard is meant in a server, and its ratings made up to date before they are shown -------------------

log = logging.getLogger(__name__)

_PATIENCE = 1.0
"""Seconds a reader waits for games that nobody has rated yet; after that the current ratings appear."""


def leaderboard_query(
    request: LeaderboardRequest, guild: int, choices: GuildChoices, season: Season | None, now: int
) -> LeaderboardQuery:
    """Return the leaderboard that ``request`` means at this moment."""
    kind: LeaderboardKind = BOTH if request.kind == "together" and choices.count_real_dice else request.kind
    today = days.server_day(choices, now)
    period = {
        "month": days.month_key(today),
        "week": days.week_key(today),
        "season": days.season_key(1) if season is None else season.period,
    }.get(request.period, request.period)
    return LeaderboardQuery(guild, period, kind, request.game, request.rules, request.by)


def with_usual_rules(request: LeaderboardRequest, played: Sequence[PlayedRules]) -> LeaderboardRequest:
    """Return ``request``, or if nobody plays like that, the usual way to play the game here."""
    ways = [(entry.kind, entry.rules) for entry in played if entry.kind in ("together", "solo")]
    if not ways or request.rules == EVERY or (request.kind, request.rules) in ways:
        return request
    kind, rules = next((way for way in ways if way[0] == "together"), ways[0])
    return replace(request, kind=kind, rules=rules).fitting()


async def catch_up_ratings(presenter: Presenter, ratings: RatingStore, guild: int) -> None:
    """Have the games of ``guild`` rated before its ratings are shown; of very many only some.

    Where that fails, the ratings are shown as they are.
    """
    rating = presenter.run_later(_rate(ratings, guild), "rate games before ratings are shown")
    await asyncio.wait((rating,), timeout=_PATIENCE)


async def _rate(ratings: RatingStore, guild: int) -> None:
    try:
        await ratings.catch_up(guild)
    except StoreError as error:
        log.warning("server %s: games wait to be rated: %s", guild, error)


# -- The end of seasons: with the month where a server wants that, and their final tables in its channels ------------


_PICTURE_SECONDS = 10.0

_TIED = 100
"""Lines to look at for those who share the last rank that is named."""

_NOBODY = 0

AT_ONCE = 4
"""Final tables that are under way at a time. Each asks for up to twenty names, which have five seconds to come."""

_ROLES = "roles"
"""The work of giving roles, of which each server has its own turns."""

ROLE_SECONDS = 50
"""So long one process has its turn; a look comes a minute later."""

_UNKNOWN_MEMBER = 10007


def guild_language(client: discord.Client, guild: int, choices: GuildChoices) -> str:
    """Return the language of what the bot posts in a server by itself."""
    known = client.get_guild(guild)
    return choices.board_language(None if known is None else known.preferred_locale)


class FinalTables:
    """Ends the seasons that are due, and posts the champion and the table of each season that has ended."""

    def __init__(
        self,
        client: discord.Client,
        presenter: Presenter,
        seasons: SeasonStore,
        boards: LeaderboardStore,
        leagues: Leagues,
        posts: Posts,
        trophies: TrophyFacts,
        settings: GuildSettings,
        names: DisplayNames,
        renderer: PictureRenderer,
        places: PicturePlaces,
        clock: Callable[[], int],
        shards: HeldShards,
        hand: Hand,
        turns: PostTurns,
    ) -> None:
        """Post by ``client`` in the servers of ``shards``; ``posts`` know whom to name, ``clock`` Unix seconds.

        ``hand`` knows which servers are blocked, ``turns`` when a post may ask Discord for anything.
        """
        self._client = client
        self._presenter = presenter
        self._seasons = seasons
        self._boards = boards
        self._leagues = leagues
        self._posts = posts
        self._names = names
        self._renderer = renderer
        self._places = places
        self._trophies = trophies
        self._settings = settings
        self._clock = clock
        self._shards = shards
        self._hand = hand
        self._turns = turns
        self._posting, self._giving = asyncio.Lock(), asyncio.Lock()
        self._posted: dict[Season, tuple[int | None, int]] = {}

    async def look(self, now: int) -> None:
        """End the seasons whose month is over, and post missing final tables."""
        for due in await self._seasons.due(now, self._shards.now):
            try:
                ended = await self._seasons.end(due.season, due.at)
            except Exception:  # A fault of one server keeps no other from its new season.
                log.exception("server %s: season %s could not be ended", due.season.guild, due.season.number)
                continue
            if ended is not None:
                log.info("server %s: season %s ended with its month", ended.guild, ended.number)
        if self._posting.locked() or not self._client.is_ready():
            return
        if await self._seasons.unannounced(now, self._shards.now):
            self._presenter.run_later(self.post_all(), "post final tables")
        elif not self._giving.locked() and await self._seasons.roles_due(self._shards.now):
            self._presenter.run_later(self.give_roles(), "give the roles of champions")

    async def post_all(self) -> None:
        """Post the final tables that are missing, a few beside each other: most of a server's time goes by in waits."""
        async with self._posting:
            room = asyncio.Semaphore(AT_ONCE)
            with priority(Priority.REMINDER):
                missing = await self._seasons.unannounced(self._clock(), self._shards.now)
                await asyncio.gather(*(self._tell_if_room(season, room) for season in missing))
        await self.give_roles()

    async def _tell_if_room(self, season: Season, room: asyncio.Semaphore) -> None:
        async with room:
            try:
                await self._tell(season)
            except (*LOST, *REFUSED) as error:
                log.warning("server %s: final table of season %s later: %s", season.guild, season.number, error)
            except Exception:  # The next look tries again; the other servers need not wait for that.
                log.exception("server %s: final table of season %s", season.guild, season.number)

    async def _tell(self, season: Season) -> None:
        """Post a final table. While storage cannot note where it is, memory does, so that it comes only once."""
        place = self._posted.get(season) or await self._post(season)
        self._posted[season] = place
        await self._seasons.mark_announced(season, *place)
        del self._posted[season]
        channel, message = place
        if channel is not None and not await self._stands(season):
            await self._presenter.delete(channel, message)

    async def _stands(self, season: Season) -> bool:
        """Whether ``season`` has not been reopened while its table was on the way."""
        known = {(other.number, other.ended) for other in await self._seasons.of(season.guild)}
        return (season.number, season.ended) in known

    async def _post(self, season: Season) -> tuple[int | None, int]:
        """Crown the champion, and post the final table where the server has chosen a channel for it, or for all posts.

        Nobody is notified. Where nobody has finished a ranked game there is no post. Returns its channel and message.
        """
        choices, guild = await self._settings.of(season.guild), season.guild
        champions = await self._crown(season, choices)
        if choices.champion_refused:  # Once a season it is worth another try.
            await self._settings.choose(guild, champion_refused=False)
        if not choices.season_channels or self._hand.blocks_server(guild):
            return None, NOWHERE
        seen = replace(await self.seen(season, _NOBODY), champions=champions)
        for channel in choices.season_channels if seen.worth_it else ():
            await self._turns.wait(await self._asks(seen, channel))
            message = with_picture(*await self.drawn(seen, channel))
            await self._turns.wait(1)
            post, new = await self._posts.take_season(guild, season.ended or self._clock())
            if self._clock() - post.at >= DOUBT_SECONDS:
                log.info("server %s: the final table of season %s may have come already", guild, season.number)
                break
            try:
                sent = await self._client.get_partial_messageable(channel).send(
                    **message, silent=True, nonce=nonce("season", guild, (season.number, season.ended, channel))
                )
            except (*LOST, *REFUSED) as error:
                if new and never_sent(error):
                    await self._posts.give_back(post)
                if may_come_later(error):
                    raise
                log.info("server %s: no final table in channel %s: %s", season.guild, channel, error)
            else:
                return channel, sent.id
        return None, NOWHERE

    async def _asks(self, seen: SeasonView, channel: int) -> int:
        """Return how many names Discord is asked for to draw a post."""
        guild = seen.season.guild
        if not await self._places.take_in(guild, channel):
            return 0
        return len(self._names.unknown(guild, _on_picture(seen, await self._posts.unnamed(seen.people))))

    async def _crown(self, season: Season, choices: GuildChoices) -> list[SeasonChampion]:
        """Keep who won a season that is over; their title and their trophy follow."""
        champions = await self._champions(season, choices)
        await self._seasons.crown(season, champions)
        self._presenter.renderer.reigning.drop(season.guild)
        await follow_seasons(self._trophies, season.guild)
        return champions

    async def judged(self, table: Table) -> None:
        """Crown anew, and draw anew the post of a season that is over, once a result of it is voided or counts again.

        Raises StoreError, and errors of Discord.
        """
        guild, choices = table.guild, await self._settings.of(table.guild)
        for season in await self._seasons.of(guild):
            if season.ended is None or not season.started <= table.changed < season.ended:
                continue
            champions = await self._crown(season, choices)
            if season.channel is None or not season.message or self._hand.blocks_server(guild):
                continue
            seen = await self._seen_by_all(season, choices, champions)
            board = edit_with_picture(*await self.drawn(seen, season.channel))
            place = self._client.get_partial_messageable(season.channel, guild_id=guild)
            with priority(Priority.REPAIR):
                await place.get_partial_message(season.message).edit(**board)

    # -- the role of the champion --------------------------------------------------------------------------------

    async def give_roles(self) -> None:
        """Give champions the role that their server has chosen, and take it from those who are none any more.

        A server has one process at a time that does this. What Discord does not do now comes with a later look.
        """
        async with self._giving:
            for guild in await self._seasons.roles_due(self._shards.now):
                try:
                    mine = await self._posts.takes_turn(guild, _ROLES, ROLE_SECONDS)
                    if mine and not self._hand.blocks_server(guild):
                        await self._give_roles(guild)
                except (*LOST, *REFUSED, StoreError, TableError) as error:
                    log.info("server %s: the role of its champion comes later: %r", guild, error)

    async def _give_roles(self, guild: int) -> None:
        """Take roles, then give them. What Discord refuses for good is noted, and nothing else happens."""
        role, http = (await self._settings.of(guild)).champion_role, self._client.http
        held = await self._seasons.roles(guild)
        reigning = crowned(await self._seasons.champions(guild), await self._seasons.of(guild))
        hidden = await self._posts.unnamed(reigning)
        wanted = {} if role is None else {user: role for user in reigning if user not in hidden}
        changes = [
            *((http.remove_role, user, old, None) for user, old in held.items() if wanted.get(user) != old),
            *((http.add_role, user, new, new) for user, new in wanted.items() if held.get(user) != new),
        ]
        for change, user, which, then in changes:
            try:
                with priority(Priority.REMINDER):
                    await change(guild, user, which, reason=None)
            except REFUSED as error:
                if may_come_later(error):
                    raise
                gone = isinstance(error, discord.NotFound) and (then is None or error.code == _UNKNOWN_MEMBER)
                if not gone:  # Else there is nothing to give, or to take, any more.
                    log.info("server %s: the role of its champion is refused: %s", guild, error)
                    await self._settings.choose(guild, champion_refused=True)
                    return
            await self._seasons.note_role(guild, user, then)

    async def take_roles(self, user: int, held: Mapping[int, int]) -> None:
        """Take the roles that somebody ``held`` by server, who is erased: no row knows of them any more."""
        for guild, role in held.items():
            try:
                with priority(Priority.REMINDER):
                    await self._client.http.remove_role(guild, user, role, reason=None)
            except (*LOST, *REFUSED) as error:
                log.info("server %s: somebody erased keeps the role of champions: %r", guild, error)

    async def drawn(self, seen: SeasonView, channel: int | None) -> tuple[Rendered, Picture | None]:
        """Return the post of a season that is over, in the language of the server's boards, and its picture.

        It names nobody who does not want that. Without a picture its text shows the best of each game.
        """
        guild = seen.season.guild
        choices = await self._settings.of(guild)
        context = self._presenter.renderer.context(guild_language(self._client, guild, choices))
        unnamed = await self._posts.unnamed(seen.people)
        named, picture = _on_picture(seen, unnamed), None
        seen = replace(seen, trophies=await self._brought(seen)).without_names(unnamed)
        if await self._places.take_in(guild, channel):
            names = dict(zip(named, await self._names.of(guild, named), strict=True))
            wanted = season_picture(context, seen, names)
            if wanted is not None:
                picture = await season_picture_of(context.t, self._renderer, wanted, _PICTURE_SECONDS)
        return render(final_screen(context, seen, pictured=picture is not None), context.glyphs), picture

    async def _brought(self, seen: SeasonView) -> list[Earned]:
        """Return the trophies of the champions of a season that is over: somebody's first season brings theirs."""
        users = {champion.user for champion in seen.champions}
        if seen.season.ended is None or not users:
            return []
        known = await self._trophies.all(seen.season.guild, users)
        return [one for one in known if (one.key, one.behind) == (SEASON.key, seen.season.number)]

    async def preview(self, guild: int) -> tuple[Rendered, Picture | None]:
        """Return the post of the running season if it ended now; where there would be none, an example."""
        season, choices = await self._seasons.running(guild), await self._settings.of(guild)
        if season is not None:
            champions = await self._champions(season, choices)
            seen = await self._seen_by_all(season, choices, champions)
            if seen.worth_it:
                return await self.drawn(seen, choices.season_channel or choices.post_channel)
        context, now = self._presenter.renderer.context(guild_language(self._client, guild, choices)), self._clock()
        picture = None
        if await self._places.take_in(guild, choices.season_channel or choices.post_channel):
            wanted = season_picture(context, invented_season(now), INVENTED)
            if wanted is not None:
                picture = await season_picture_of(context.t, self._renderer, wanted, _PICTURE_SECONDS)
        return render(example_season(context, now, pictured=picture is not None), context.glyphs), picture

    async def _seen_by_all(
        self, season: Season, choices: GuildChoices, champions: Sequence[SeasonChampion]
    ) -> SeasonView:
        """Return what ``season`` holds for nobody in particular, with these ``champions``; without, how many tie."""
        first = None if champions else len(await self._first(season, choices, _TIED))
        return replace(await self.seen(season, _NOBODY), champions=champions, first=first)

    async def _champions(self, season: Season, choices: GuildChoices) -> list[SeasonChampion]:
        """Return who won most games with others in a season; nobody where more than three share that.

        People who want to be left out have their title too: nobody else gets it for them, and nothing names them.
        """
        first = await self._first(season, choices, FIRST + 1)
        champions = [SeasonChampion(season.number, line.user, line.counts.wins) for line in first]
        return champions if len(champions) <= FIRST else []

    async def _first(self, season: Season, choices: GuildChoices, most: int) -> list[LeaderboardLine]:
        """Return those who won most games with others in a season, so many at ``most``."""
        kind, rules = board_kind(choices), ranked_rules(choices)
        board = LeaderboardQuery(season.guild, season.period, kind, EVERY, rules, "wins", everybody=True)
        page = await self._boards.page(board, _NOBODY, 0, most)
        return [line for line in page.lines if line.rank == 1 and line.counts.wins]

    async def seen(self, season: Season, user: int) -> SeasonView:
        """Return what ``season`` holds, as ``user`` sees it."""
        choices = await self._settings.of(season.guild)
        games = await self._boards.games(season.guild, season)
        podiums = [await self._podium(season, game, choices, user, _ranked_kinds(choices)) for game in games]
        without = [game for game, podium in zip(games, podiums, strict=True) if podium is None]
        crowned = [] if season.ended is None else await self._seasons.champions(season.guild)
        champions = [champion for champion in crowned if champion.season == season.number]
        first = None if season.ended is None or champions else len(await self._first(season, choices, _TIED))
        several = season.ended is None and sum(podium is not None and podium.kind != "solo" for podium in podiums) > 1
        kinds = (board_kind(choices),)
        overall = await self._podium(season, EVERY, choices, user, kinds) if several else None
        seen = SeasonView(
            season,
            tuple(podium for podium in podiums if podium is not None),
            unranked=any([await self._leaves_out(season, game, choices) for game in without]),
            empty=not games,
            ends=days.season_ends(choices, self._clock()) if season.ended is None else None,
            leagues=await self._leagues.tables(season),
            overall=overall,
            champions=champions,
            first=None if first is not None and 0 < first <= FIRST else first,  # A champion who was erased.
        )
        return seen.without_names(await self._posts.unnamed(seen.people, user)) if user != _NOBODY else seen

    async def _podium(
        self, season: Season, game: str, choices: GuildChoices, user: int, kinds: Sequence[LeaderboardKind]
    ) -> Podium | None:
        """Return the best players of a game: of the first of these ``kinds`` of which there are games."""
        rules = ranked_rules(choices)
        for kind in kinds:
            board = LeaderboardQuery(season.guild, season.period, kind, game, rules, sorted_by(kind))
            page = await self._boards.page(board, user, 0, _TIED)
            if page.lines:
                shown, tied, own = page.lines[:FIRST], tied_behind(page.lines, FIRST), page.own
                before = [line for line in page.lines if own and own.rank and line.rank and line.rank < own.rank]
                ahead = before[-1] if own and own.place <= len(page.lines) and before else None
                name: LeaderboardKind = "solo" if kind == "solo" else "together"
                return Podium(game, name, rules, shown, page.total, tied, own, ahead)
        return None

    async def _leaves_out(self, season: Season, game: str, choices: GuildChoices) -> bool:
        """Whether people played a game in a season by rules that the server does not rank."""
        ranked, kinds = ranked_rules(choices), _ranked_kinds(choices)
        played = await self._boards.played(season.guild, game, season)
        return ranked != EVERY and any(ways.kind in kinds and ways.rules not in (ranked, EVERY) for ways in played)


def _on_picture(seen: SeasonView, unnamed: Collection[int]) -> list[int]:
    """Return the people whose names stand on the picture of a season."""
    best = [line.user for podium in seen.won[:MOST_TABLES] for line in podium.lines]
    shown = dict.fromkeys([*best, *(champion.user for champion in seen.champions)])
    return [user for user in shown if user not in unnamed]


def _ranked_kinds(choices: GuildChoices) -> tuple[LeaderboardKind, ...]:
    """Return the kinds of games on the tables of a season: together, or else alone."""
    return board_kind(choices), "solo"

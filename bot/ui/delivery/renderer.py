"""Draws the message of a table for the people around it; and knows the presses whose tokens still change a message."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeAlias, TypedDict, Unpack

import discord
import msgspec

from bot.engine import AnyGame, Event
from bot.games import FAMILIES
from bot.locales import Words, words
from bot.screens.kit import (
    PLAIN_GLYPHS,
    BoardPicture,
    BoardView,
    Glyphs,
    RenderContext,
    Screen,
    below_news,
    glyphs_for,
    mention,
)
from bot.screens.kit.board import Shown, Tone, next_step_line
from bot.screens.kit.computers import Talk, playing_computer
from bot.screens.kit.faces import face_of
from bot.screens.players.hint import coach_line
from bot.screens.table.board import EVERYBODY_AS_NAMED, heard_screen, own_sheet_screen, table_screen
from bot.screens.table.result import NOT_KNOWN, ResultView
from bot.screens.table.waiting import vote_screen
from bot.screens.tournament import OwnRound
from bot.tables.daily import Beside, Dailies, DailyResult, beside
from bot.tables.model.choices import USUAL, PlayerSettings, Preferences, unnamed
from bot.tables.model.errors import NotSaved, NotSeated, TableError
from bot.tables.model.memory import LruCache, StepCache
from bot.tables.model.store import StoreError
from bot.tables.model.table import (
    NOBODY,
    Computer,
    Occupant,
    PendingCall,
    Status,
    Table,
    TableId,
    code,
    position_table,
    table_id,
)
from bot.tables.records import trophies
from bot.tables.records.champion import played_by_champion
from bot.tables.records.leaderboards import SeasonDays, SeasonStore, crowned
from bot.tables.records.profiles import BestGame, Company, HeadToHead, ProfileStore
from bot.tables.records.reviews import ReviewStory
from bot.tables.records.statistics import UsualPoints, UsualPointsCache
from bot.tables.records.trophies import Earned, TrophyStore
from bot.tables.service.coach import Coach
from bot.tables.service.computers import levels_below
from bot.tables.service.service import Change, TableService
from bot.tables.storage.results import TurnScores
from bot.tables.tournaments import Tournaments
from bot.thinker.answers import PlayedDay
from bot.ui.delivery.messages import custom_ids_in
from bot.ui.delivery.pictures import BoardPictures
from bot.ui.discord.adapter import Rendered, board_link, forget_rows, render
from bot.ui.discord.names import DisplayNames
from bot.ui.discord.pictures import KeptPicture, PicturedMessage, has_picture, picture_after
from bot.ui.discord.press_event import PressedMessage, private_answer
from bot.ui.discord.reply import (
    TOKEN_SECONDS,
    Interaction,
    Sendable,
    guild_and_channel,
    in_words,
    is_private,
    own_glyphs,
    preferences_of,
    reader,
    whisper_rendered,
)
from bot.ui.discord.requests import edit_by_token
from bot.ui.pace.budget import LOST, REQUEST_SECONDS, Priority, request_timeout
from bot.ui.pace.work import BackgroundTasks, WorkQueue

# -- Draws tables: the current message of a table, for the people around it. It sends nothing ------------------------

log = logging.getLogger(__name__)

_NEWS_KEPT = 1024

Shows: TypeAlias = discord.Message | KeptPicture | None
"""What is known of a message that is to be drawn anew: all of it, its picture, or nothing."""

_NO_NEWS: tuple[tuple[Event, ...], Shown, Talk] = ((), Shown(), Talk())

_NOTHING_USUAL: UsualPoints = {}


class Drawn(TypedDict, total=False):
    """The unusual ways to draw a board."""

    striking: bool
    column: int | None
    """These two say which boxes the menu offers."""
    shown: frozenset[int] | None
    """The dice that the message to be drawn anew shows as held: they count when memory knows of none, which is so
    after a restart."""
    own_tables: Mapping[Occupant, Table]
    """The tables below this one, where they have been read."""
    carded: bool
    """A result has its card above it."""
    late: BoardPicture | None
    """The picture that came too late, where the message to be drawn anew has none."""


# -- How many games people have finished: those who are new to a game read what to do next ---------------------------

NEW = 3
"""With fewer finished games of a family somebody is new to it."""

_SERVERS = 20_000
"""The number of servers whose champions to remember."""

_PEOPLE = 20_000
"""The number of people to remember; most have a few numbers each."""


class Newcomers(LruCache[tuple[int, int], Mapping[str, int]]):
    """The finished games of people in servers, by the key of the game. Of a person whom nobody has read, nothing."""

    def __init__(self, profiles: ProfileStore) -> None:
        """Read games from ``profiles``."""
        super().__init__(_PEOPLE)
        self._profiles = profiles

    def known(self, table: Table) -> bool:
        """Return whether everybody at ``table`` has been read."""
        return all(self.get((table.guild, player)) is not None for player in table.people)

    async def load(self, table: Table) -> None:
        """Read what everybody at ``table`` has finished who has not been read; nothing where storage cannot say."""
        for player in table.people:
            await self._read(table.guild, player)

    async def never_finished(self, guild: int, player: int, game: str) -> bool:
        """Return whether ``player`` has never finished ``game`` in that server; False where storage cannot say."""
        await self._read(guild, player)
        games = self.get((guild, player))
        return games is not None and not games.get(game)

    async def _read(self, guild: int, player: int) -> None:
        if self.get((guild, player)) is not None:
            return
        try:
            games: dict[str, int] = {}
            for series in await self._profiles.series(guild, player):
                games[series.game] = games.get(series.game, 0) + series.stayed
            self.put((guild, player), games)
        except StoreError as error:
            log.warning("server %s: finished games cannot be read: %s", guild, error)

    def is_new(self, table: Table, player: int) -> bool:
        """Return whether ``player`` has finished few games of the family of this one, as far as memory knows."""
        games = self.get((table.guild, player))
        family = FAMILIES.get(table.game.key)
        return games is not None and sum(n for game, n in games.items() if FAMILIES.get(game) == family) < NEW

    def forget_person(self, user: int) -> None:
        """Forget everything about ``user``."""
        self.drop_keys(lambda key: key[1] == user)

    def finished(self, table: Table) -> None:
        """Read those at ``table`` anew for whom one game more makes a difference: theirs is over."""
        for player in table.people:
            if (self.get((table.guild, player)) or {}).get(table.game.key, 0) < NEW:
                self.drop((table.guild, player))


class ReigningChampions(LruCache[int, Mapping[int, SeasonDays]]):
    """The champions of the season that ended last and its days, by server."""

    def __init__(self, seasons: SeasonStore) -> None:
        """Read them from ``seasons``."""
        super().__init__(_SERVERS)
        self._seasons = seasons

    async def of(self, guild: int) -> Mapping[int, SeasonDays]:
        """Return those of ``guild``; nobody where storage cannot say."""
        known = self.get(guild)
        if known is None:
            try:
                champions = await self._seasons.champions(guild)
                known = crowned(champions, await self._seasons.of(guild)) if champions else {}
            except StoreError as error:
                log.warning("server %s: its champions cannot be read: %s", guild, error)
                return {}
            self.put(guild, known)
        return known


# -- Draws the boards of tables --------------------------------------------------------------------------------------


class TableRenderer:
    """Everything that screens need, and the boards of tables."""

    def __init__(
        self,
        tables: TableService,
        preferences: PlayerSettings,
        dailies: Dailies,
        tournaments: Tournaments,
        trophies: TrophyStore,
        names: DisplayNames,
        pictures: BoardPictures,
        usual: UsualPointsCache,
        newcomers: Newcomers,
        reigning: ReigningChampions,
        background: BackgroundTasks,
        notice: Callable[[], str],
        voided: Callable[[TableId], Awaitable[bool | None]],
    ) -> None:
        """Draw ``tables``; read in ``background`` what may come later, and get the emojis from :meth:`use_glyphs`.

        ``notice`` returns a line of the host of the bot for lobbies, or nothing; ``voided`` whether managers have
        voided the result of a table.
        """
        self.glyphs: Glyphs = PLAIN_GLYPHS
        """The emojis at hand."""
        self._background = background
        self.coach = Coach(tables.thinker, background.run)
        """Tells those who play alone, and want it, what their decisions cost."""
        self._usual = usual
        self.newcomers = newcomers
        """Knows who is new to a game."""
        self.reigning = reigning
        """Knows who has the title of a server; it stands on boards where there is room."""
        self._board_pictures = pictures
        self._tables = tables
        self._preferences = preferences
        self._dailies = dailies
        self._tournaments = tournaments
        self._trophies = trophies
        self._names = names
        self._notice = notice
        self._ask_voided = voided
        self._voided = LruCache[TableId, bool](_NEWS_KEPT)
        self._news = StepCache[tuple[tuple[Event, ...], Shown, Talk]](_NEWS_KEPT)
        self.columns = LruCache[TableId, int](_NEWS_KEPT)
        """The column that the player to act has chosen: it stays for the turn. Any other one is the board's own."""
        self.verified = LruCache[TableId, bool](_NEWS_KEPT)
        """The finished games whose throws the bot has computed again: their boards say so. After a restart it does so
        once more."""
        self.earlier = LruCache[TableId, tuple[BestGame | None, HeadToHead | Company | None, frozenset[int]]](
            _NEWS_KEPT
        )
        """What a finished game is the best of, the score between its players, and for whom it is the first win
        against the champion: its board says so. After a restart they are found once more."""
        self.brought = LruCache[TableId, Sequence[Earned]](_NEWS_KEPT)
        """The trophies that a finished game has brought: its board says so. After a restart they are found once more.
        """
        self.stories = LruCache[TableId, ReviewStory](_NEWS_KEPT)
        """What the review of a finished game tells: its board says so, as long as memory holds it."""
        self._announced = LruCache[TableId, bool](_NEWS_KEPT)
        self._welcomed = LruCache[TableId, tuple[int, int]](_NEWS_KEPT)
        """The step at which somebody played who had been away, and who it was."""

    def use_glyphs(self, glyphs: Glyphs) -> None:
        """Use these emojis from now on."""
        self.glyphs = glyphs

    def context(self, language: str) -> RenderContext:
        """Return what screens in ``language`` need."""
        return RenderContext(words(language), self.glyphs)

    def context_for(self, interaction: Interaction) -> RenderContext:
        """Return what screens for the person who pressed or typed need."""
        return RenderContext(reader(interaction), own_glyphs(interaction, self.glyphs))

    async def context_at(self, table: Table) -> RenderContext:
        """Return what messages about ``table`` for everybody around it need."""
        glyphs, _ = await self._preferences_of(table)
        return RenderContext(words(table.language), glyphs)

    async def render(
        self,
        table: Table,
        *,
        language: str | None = None,
        pictured: bool = False,
        **drawn: Unpack[Drawn],
    ) -> Rendered:
        """Return the table's message as it should look now, as those who sit there prefer it.

        ``language`` is that of a private board's reader. A board that is not ``pictured`` says in words what its
        picture would show.
        """
        glyphs, by_menu = await self._preferences_of(table)
        context = RenderContext(words(language or table.language), glyphs)
        if table.pending_call is PendingCall.RESULT:
            self._announced.put(table.id, True)
        if not table.over and not self.newcomers.known(table):
            await self.newcomers.load(table)  # Once for each person: not at every press.
        if table.over:
            self._forget_play(table)
        screen = await self._screen(context, table, by_menu, pictured, drawn)
        again = table.status is Status.PLAYING
        return render(screen, context.glyphs, code(table.id), table.step, again=again)

    async def read_aloud(self, interaction: Interaction, now: Table, until: int, **drawn: Unpack[Drawn]) -> "KeptView":
        """Return the board of ``now`` as it stands, in sentences for the person who pressed, to play with."""
        user = interaction.user.id
        shown = await self._tables.simultaneous.visible_table(now, user)
        context = RenderContext(reader(interaction), in_words(interaction))
        by_menu = preferences_of(interaction).hold == "menu"
        screen = await self._screen(context, shown, by_menu, False, drawn)
        return KeptView(heard_screen(context, shown, screen, until, user), context)

    async def own_sheet(self, press: Interaction, table: Table, until: int, **_: Unpack[Drawn]) -> "KeptView | None":
        """Return the sheet of the person who made ``press``, drawn where boards are; None where they have none."""
        seat = table.seat_of(press.user.id)
        if seat is None or table.state is None:
            return None
        context, names = self.context_for(press), None
        if await self._is_pictured(table) and await self._board_pictures.places.take(table):
            names = self.names_of(table)
        drawn = partial(own_sheet_screen, context, table, seat, until)
        return KeptView(drawn(names), context, drawn)

    async def followed(self, table: Table, shown: "KeptView") -> PicturedMessage | Rendered:
        """Return what is ``shown`` as a message; in words where its picture cannot be drawn in time."""
        glyphs, asked, screen = shown.context.glyphs, (code(table.id), table.step), shown.screen
        if screen.picture is not None and shown.written is not None:
            picture = await self._board_pictures.of(table, shown.context.t, screen.picture, self.names_of(table), None)
            if picture is not None:
                return PicturedMessage(render(screen, glyphs, *asked), picture)
            screen = shown.written()
        return render(screen, glyphs, *asked)

    async def welcome(self, table: Table, user: int) -> None:
        """End the absence that ``user`` had announced, who has played; the board of ``table`` says so at this step."""
        if await self.forget_absence(user):
            self._welcomed.put(table.id, (table.step, user))

    async def forget_absence(self, user: int) -> bool:
        """Forget that ``user`` had said to be away; return whether storage does."""
        try:
            await self._preferences.choose(user, away_until=None)
        except StoreError as error:
            log.warning("who plays stays away: %s", error)
            return False
        return True

    async def _screen(
        self, context: RenderContext, table: Table, by_menu: bool, pictured: bool, drawn: Drawn
    ) -> Screen:
        screen = await self._bare_screen(context, table, by_menu, pictured, drawn)
        step, user = self._welcomed.get(table.id) or (None, 0)
        if step != table.step:
            return screen
        return below_news(context, screen, [context.t("{player} is back, and no longer away.", player=mention(user))])

    async def _bare_screen(
        self, context: RenderContext, table: Table, by_menu: bool, pictured: bool, drawn: Drawn
    ) -> Screen:
        context = await self.with_champions(context, table)
        if table.status is Status.LOBBY:
            below = levels_below(table, self._tables.thinker) if table.computers else EVERYBODY_AS_NAMED
            offered = await self._may_want_guide(table)
            new = any(self.newcomers.is_new(table, player) for player in table.people)
            away, computers = await self._away(table), await self._board_pictures.places.computers(table)
            return table_screen(
                *(context, table),
                plays_as=below,
                offered=offered,
                newcomers=new,
                notice=self._notice(),
                away=away,
                computers=computers,
            )
        if table.over:
            news, _, _ = self._news.of(table) or _NO_NEWS
            return table_screen(context, table, BoardView(news=news), result=await self._result(table, pictured, drawn))
        if table.mode.in_turns:
            board = self._board(context, table, by_menu, pictured, drawn)
            remark = (self._news.of(table) or _NO_NEWS)[2].remark
            if remark is not None and await self._has_remarks(table):
                board = msgspec.structs.replace(board, remark=remark.said(context, table))
            until = await self._away_until(table)
            return table_screen(context, table, msgspec.structs.replace(board, away=until) if until else board)
        own_tables = drawn.get("own_tables")
        if own_tables is None:
            own_tables = await self._tables.own_tables(table)
        return table_screen(context, table, own_tables=own_tables)

    async def with_champions(self, context: RenderContext, table: Table) -> RenderContext:
        """Return ``context`` with the champions at ``table``, but those who do not want to be named in posts or lists.

        Memory knows both, so every press may ask.
        """
        reigning = await self.reigning.of(table.guild)
        chosen = {player: await self._preferences.of_or(player, USUAL) for player in table.people if player in reigning}
        shown = {player: reigning[player] for player, wants in chosen.items() if wants.in_public}
        return replace(context, crowned=shown) if shown else context

    async def wants(self, user: int) -> Preferences:
        """Return what ``user`` has chosen for themselves."""
        return await self._preferences.of_or(user, USUAL)

    async def _away_until(self, table: Table) -> int | None:
        """Return until when the player to act has said to be away; None where they are here, or play alone."""
        if table.turn_player is None or len(table.people) == 1:
            return None
        return await self._absence(table.turn_player)

    async def _away(self, table: Table) -> dict[Occupant, int]:
        """Return until when those in a lobby have said to be away, and those for whom it waits; not of one alone."""
        people = {*table.people, *table.invited}
        known = {user: await self._absence(user) for user in people} if len(people) > 1 else {}
        return {user: until for user, until in known.items() if until is not None}

    async def _absence(self, user: int) -> int | None:
        until = (await self._preferences.of_or(user, USUAL)).away_until
        return until if until is not None and until > self._tables.now() else None

    async def _may_want_guide(self, table: Table) -> bool:
        """Return whether somebody who sits here may never have played nor done the guide: in More it always stands.

        Nobody is asked before a rematch.
        """
        if table.invited:
            return False
        for player in table.people:
            if await self.wants_guide(table.guild, player, table.game.key):
                return True
        return False

    async def wants_guide(self, guild: int, player: int, game: str) -> bool:
        """Return whether ``player`` may never have played ``game``, nor come past the middle of its guide."""
        if not await self.newcomers.never_finished(guild, player, game):
            return False
        return game not in (await self._preferences.of_or(player, USUAL)).guided

    async def note_guided(self, user: int, game: str) -> None:
        """Offer the guide of ``game`` to ``user`` no more."""
        done = (await self._preferences.of_or(user, USUAL)).guided
        if game not in done:
            await self._preferences.choose(user, guided=(*done, game))

    def _forget_play(self, table: Table) -> None:
        """Forget what only boards in play show: thousands of tables that are over would take megabytes."""
        self._news.put(table, None)
        forget_rows(code(table.id))

    def _board(self, context: RenderContext, table: Table, by_menu: bool, pictured: bool, drawn: Drawn) -> BoardView:
        chosen, (news, shown, _) = self._tables.held(table), self._news.of(table) or _NO_NEWS
        held = drawn.get("shown") if chosen is None else chosen
        moment = shown.moment
        coached = self.coach.told(table) if table.hinted else None
        return BoardView(
            held,
            drawn.get("striking", False),
            drawn.get("column") or self.columns.get(table.id),
            news,
            "" if moment is None else moment.said(context, table),
            None if moment is None else moment.tone,
            by_menu=by_menu,
            entered=self._tables.entered_dice(table) if table.settings.real_dice else None,
            names=self.names_of(table),
            usual=self._usual.get((table.id, table.turn_player or 0)) or _NOTHING_USUAL,
            pictured=pictured,
            late=drawn.get("late") if pictured else None,
            computer="" if table.turn_computer is None else playing_computer(context, table),
            next_step=self._next_step(context, table, held),
            # In everybody's turn, so that its coming moves nothing.
            explained=any(self.newcomers.is_new(table, player) for player in table.people_staying),
            coach="" if coached is None else coach_line(context, *coached),
        )

    def _next_step(self, context: RenderContext, table: Table, held: frozenset[int] | None) -> str:
        player = table.turn_player
        if player is None or not self.newcomers.is_new(table, player) or table.settings.real_dice:
            return ""
        face = face_of(table.game.key)
        dice = table.state.dice  # type: ignore[union-attr]
        all_held = bool(dice) and held is not None and held.issuperset(range(len(dice)))
        return next_step_line(table, face.next_step(context, table.game, table.state, all_held=all_held))

    def judged(self, id: TableId) -> None:
        """Forget whether the result of a table is voided, and all that it was the best of."""
        self._voided.drop(id)
        self.earlier.drop(id)

    async def is_voided(self, id: TableId) -> bool:
        """Return whether managers have voided the result of a table, as far as storage can say."""
        known = self._voided.get(id)
        if known is None:
            try:
                known = bool(await self._ask_voided(id))
            except TableError as error:
                log.warning("table %s: whether its result is voided cannot be read: %r", code(id), error)
                return False
            self._voided.put(id, known)
        return known

    async def _result(self, table: Table, pictured: bool, drawn: Drawn) -> ResultView:
        day = await self._daily_result(table) if table.settings.daily is not None else None
        voided = (table.public_result or table.settings.daily is not None) and await self.is_voided(table.id)
        best, met, beat_champion = self.earlier.get(table.id) or (None, None, NOT_KNOWN.beat_champion)
        if voided:
            best, met, beat_champion = None, None, NOT_KNOWN.beat_champion
        return ResultView(
            voided=voided,
            verified=self.verified.get(table.id) is not None,
            best=best,
            met=met,
            beat_champion=beat_champion,
            remarks=bool(table.computers) and await self._has_remarks(table),
            trophies=await self._trophies_of(table, day) if table.private else self.brought.get(table.id) or (),
            story=self.stories.get(table.id),
            counts=await self._counts(table),
            course=await self._course(table),
            announced=self._announced.get(table.id) is not None,
            day=day,
            own_round=await self._own_round(table) if table.settings.tournament is not None else None,
            beside=await self._beside_champion(table) if day is not None and day.over else None,
            public=None if table.parent is None else await self._tables.get(table.parent),
            names=self.names_of(table) if pictured else None,
            carded=drawn.get("carded", False) and await self._wants_drawn(table),
        )

    async def note_trophies(self, table: Table) -> None:
        """Find out what a finished game has brought; from now on its board says so."""
        brings = self._tables.repository.results.may_have_brought(table)
        self.brought.put(table.id, await self._trophies_of(table, None) if brings else ())

    async def _trophies_of(self, table: Table, day: DailyResult | None) -> Sequence[Earned]:
        """Return what a finished game has brought; nothing where that cannot be read: the game itself is saved."""
        if table.status is not Status.FINISHED:
            return ()
        try:
            if day is not None and (of_month := trophies.of_day(table, day.streak)) is not None:
                await self._trophies.add(of_month)
            return await self._trophies.behind(table.guild, table.id)
        except StoreError as error:
            log.warning("table %s: its trophies are not known: %s", code(table.id), error)
            return ()

    async def _course(self, table: Table) -> Sequence[TurnScores]:
        """Return the course of a game that its result may tell; nothing where that cannot be read."""
        if not table.public_result or not table.mode.in_turns:
            return ()
        try:
            return (await self._tables.repository.results.course(table)).turns
        except Exception:  # The result itself is saved, and never waits for its story.
            log.exception("table %s: its course cannot be read", code(table.id))
            return ()

    async def _counts(self, table: Table) -> Sequence[Mapping[str, int]]:
        """Return what a finished game counted that its result may tell; nothing where that cannot be read."""
        if not table.public_result:
            return ()
        try:
            return await self._tables.repository.results.counts(table)
        except Exception:  # As above.
            log.exception("table %s: its counts cannot be read", code(table.id))
            return ()

    async def message(
        self,
        table: Table,
        *,
        pressed: Shows = None,
        language: str | None = None,
        **drawn: Unpack[Drawn],
    ) -> PicturedMessage | Rendered:
        """Return what :meth:`render` does, with the picture of the board.

        ``pressed`` is the message to be drawn anew, or its picture; that stays where it is still true.
        """

        async def draw(pictured: bool) -> Rendered:
            if pictured and not has_picture(pressed):
                drawn["late"] = self._board_pictures.late(table)
            return await self.render(table, pictured=pictured, language=language, **drawn)

        cut_off = table.status is Status.ENDED and table.mode.duplicate  # Its player sees what they had.
        if table.status not in (Status.PLAYING, Status.FINISHED) and not cut_off:
            return await draw(False)
        return await self.with_picture(table, words(language or table.language), draw, pressed)

    async def with_picture(
        self,
        table: Table,
        t: Words,
        draw: Callable[[bool], Awaitable[Rendered]],
        pressed: Shows,
        names: Sequence[str] | None = None,
    ) -> PicturedMessage | Rendered:
        """Return the board that ``draw`` returns for True with its picture, described by ``t``.

        Where there is none, nobody wants any, or it cannot be drawn in time: what ``draw`` returns for False, all in
        words. ``pressed`` as in :meth:`message`; ``names`` by seat, if they are not those of everybody.
        """
        places = self._board_pictures.places
        if await self._is_pictured(table) and await (places.wanted if has_picture(pressed) else places.take)(table):
            rendered = await draw(True)
            if rendered.picture is None:
                return rendered
            known = self.names_of(table) if names is None else names
            picture = await self._board_pictures.of(table, t, rendered.picture, known, pressed)
            if picture is not None:
                return PicturedMessage(rendered, picture)
        return await draw(False)

    async def position(
        self, press: Interaction, game: AnyGame, state: Any, draw: Callable[[bool], Screen], *, replace: bool
    ) -> PicturedMessage | Rendered:
        """Return the screen of a position for the person who made ``press``, as :meth:`with_picture` does a board.

        ``replace`` says that it takes the place of the pressed message, if that is private.
        """
        guild, channel = guild_and_channel(press)
        context = self.context_for(press)
        own, seats = state.turn or 0, len(game.scores(state))
        players = tuple(press.user.id if seat == own else NOBODY for seat in range(seats))
        table = position_table(game, state, players, guild, channel, press.user.id)

        async def drawn(pictured: bool) -> Rendered:
            return render(draw(pictured), context.glyphs)

        pressed = press.message if replace and is_private(press) else None
        return await self.with_picture(table, context.t, drawn, pressed)

    async def _is_pictured(self, table: Table) -> bool:
        """Return whether the board of ``table`` is one with a picture: most are where the server does not want text."""
        face = face_of(table.game.key)
        if not face.pictured or not face.by_choice:
            return face.pictured
        return await self._wants_drawn(table)

    async def _wants_drawn(self, table: Table) -> bool:
        """Return whether the server of ``table`` wants pictures in place of words, where it has the choice."""
        try:
            return (await self._board_pictures.places.settings.of(table.guild)).sheets == "drawn"
        except StoreError:
            return False

    async def _has_remarks(self, table: Table) -> bool:
        """Return whether computers say something at ``table``: its server chooses."""
        try:
            return (await self._board_pictures.places.settings.of(table.guild)).remarks
        except StoreError:
            return False

    async def edit_of(
        self,
        table: Table,
        *,
        pressed: Shows = None,
        language: str | None = None,
        **drawn: Unpack[Drawn],
    ) -> dict[str, Any]:
        """Return the arguments of an edit that shows :meth:`message`.

        It removes an earlier picture; that of a result comes back by itself.
        """
        message = await self.message(table, pressed=pressed, language=language, **drawn)
        shown = not isinstance(pressed, PressedMessage) or pressed.pictured
        may_have_picture = table.public_result or (shown and face_of(table.game.key).pictured)
        return message.edited if may_have_picture or isinstance(message, PicturedMessage) else message.sent

    async def vote(self, table: Table, users: tuple[int, ...]) -> Rendered:
        """Return the current message of a vote."""
        context = await self.context_at(table)
        return render(vote_screen(context, table, users, board_link(table)), context.glyphs, code(table.id), table.step)

    def names_of(self, table: Table, unnamed: Collection[int] = ()) -> tuple[str, ...]:
        """Return the names of the players of ``table`` by seat, empty where memory does not know one yet.

        So are those of the ``unnamed``.
        """
        # As DisplayNames.known, which would be one file more on a press's way.
        names = [
            player.name if isinstance(player, Computer) else self._names.get((table.guild, player)) or ""
            for player in table.players
        ]
        if not all(names):
            self._names.seek(table.guild, table.players)
        return tuple("" if player in unnamed else name for player, name in zip(table.players, names, strict=True))

    async def unnamed_to(self, reader: int, people: Collection[int]) -> frozenset[int]:
        """Return whom of the ``people`` of a game nothing names that ``reader`` opens of it: nobody to one of them."""
        return frozenset() if reader in people else await unnamed(self._preferences, people, reader)

    async def _daily_result(self, table: Table) -> DailyResult | None:
        """Return the standing of a game of the day; nothing if storage cannot read it: the game itself is saved."""
        try:
            return await self._dailies.result(table)
        except NotSaved as error:
            log.warning("table %s: its place is not known: %s", code(table.id), error)
            return None

    async def _own_round(self, table: Table) -> OwnRound | None:
        """Return how the player of a game of a tournament stands; nothing where that cannot be read."""
        try:
            tournament = await self._tournaments.find(TableId(table.settings.tournament or 0), table.guild)
            entered = await self._tournaments.field(tournament)
        except TableError as error:
            log.warning("table %s: its tournament is not known: %r", code(table.id), error)
            return None
        entry = next((entry for entry in entered.entries if entry.number == table.settings.entry), None)
        if entry is None:
            return None
        try:
            hidden = await unnamed(self._preferences, entered.people, entry.user)
        except StoreError as error:
            log.warning("table %s: who may be named is not known: %s", code(table.id), error)
            hidden = frozenset(entered.people)
        left = await self._tournaments.under_way(entered)
        return OwnRound(entered.visible_to(entry.user).without_names(hidden), entry, self._tables.now(), left)

    async def champion_of(self, table: Table) -> PlayedDay | None:
        """Return how the champion played the dice of a day or a round that is over; None where nobody can tell."""
        settings = table.settings
        try:
            if settings.tournament is not None:
                tournament = await self._tournaments.current(TableId(settings.tournament))
                return None if tournament is None else tournament.champion(table.seed.round)
            daily = None if settings.daily is None else await self._dailies.find(table.guild, settings.daily)
            return None if daily is None else played_by_champion(daily.champion)
        except (TableError, StoreError) as error:
            log.warning("table %s: the champion's game is not known: %r", code(table.id), error)
            return None

    async def _beside_champion(self, table: Table) -> Beside | None:
        """Return a game of a day that is over beside the champion's; nothing where that cannot be read."""
        try:
            daily = await self._dailies.find(table.guild, table.settings.daily or 0)
            return None if daily is None else await beside(self._tables.history, daily, table, table.host)
        except (TableError, StoreError) as error:
            log.warning("table %s: the champion's day is not known: %s", code(table.id), error)
            return None

    async def _preferences_of(self, table: Table) -> tuple[Glyphs, bool]:
        """Return the emojis that suit the board of ``table``, and whether the player to act holds dice by a menu.

        What it looks like its host chooses, or the one person there; boards in words are for one person alone. Others
        who want less than the host have a private board in words beside it (``Presenter.heard``).

        Each press asks this. Preferences are in memory (``PlayerSettings.of``), so it reads nothing.
        """
        plain = spoken = by_menu = False
        alone = table.status is not Status.LOBBY and len(table.people) == 1
        turn = table.turn_player
        for seat, player in enumerate(table.players):
            if seat in table.gone or not isinstance(player, int) or player < 0:
                continue
            chosen = await self._preferences.of_or(player, USUAL)
            if len(table.people) == 1 or player == table.host:
                plain, spoken = chosen.plain, alone and chosen.spoken
            by_menu = by_menu or (player == turn and chosen.hold == "menu")
        return glyphs_for(self.glyphs, plain=plain, spoken=spoken), by_menu

    def remember(self, change: Change, *, pressed: bool = True) -> None:
        """Keep what happened last, for the board. Storage does not hold it: after a restart the board omits it.

        Where somebody has ``pressed``, what is usual for the player to act comes later, for the boards that follow.
        """
        before, after = change.before, change.after
        _, shown, talk = (None if before is None else self._news.of(before)) or _NO_NEWS
        moment = None
        if before is not None and before.state is not None and after.status is Status.PLAYING:
            moment = face_of(after.game.key).moment(after.game, before.state, after.state, change.events)
        if before is not None and after.computers:
            talk = talk.after(before, after, moment)
        self._news.put(after, (change.events, shown.followed_by(moment), talk))
        if not getattr(after.state, "dice", ()):
            self.columns.drop(after.id)
        if after.over and (before is None or not before.over):
            self._voided.put(after.id, False)  # Nobody can have done so yet, and its board need not ask.
            self.newcomers.finished(after)
            for person in after.people:
                self._usual.drop((after.id, person))
        player = after.turn_player if pressed else None
        if player is not None and face_of(after.game.key).tells_usual and self._usual.get((after.id, player)) is None:
            self._background.run(self._usual.load(after), "read what is usual")

    def tells_of_loss(self, table: Table) -> bool:
        """Return whether the board of ``table`` tells of a turn that was lost."""
        moment = (self._news.of(table) or _NO_NEWS)[1].moment
        return moment is not None and moment.tone is Tone.BUST

    def forget_person(self, user: int) -> None:
        """Forget what is usual for ``user``, and what they have finished."""
        self.newcomers.forget_person(user)
        self.reigning.clear()
        self._usual.drop_keys(lambda key: key[1] == user)


def shows_more(table: Table) -> bool:
    """Return whether the board shows something without a step of its own: everybody's sheets, or a new vote."""
    return not table.mode.in_turns or (table.vote is not None and table.pending_call is not PendingCall.NOTHING)


# -- The latest press on a board, whose token still changes the message: private boards, and those where computers
# play
# Only the token of an interaction changes a private message, and any where the bot is a guest, for fifteen minutes
# after a press on it. Memory alone
# knows the tokens: after a restart, and for players who finished long ago, the next press shows the result. What a
# computer does goes the same way, since Discord counts no edit by such a token among the requests of the bot.


_REMEMBERED = 4096


@dataclass(frozen=True, slots=True)
class BoardToken:
    """A press whose token changes a board for some time."""

    press: Interaction
    further: int | None = None
    """The board, where it is a further message of that press; None: it is the answer to it, or was pressed."""

    async def edit(self, board: dict[str, Any]) -> discord.Message | None:
        """Draw it anew; takes and raises what :func:`edit_by_token` does."""
        if self.further is None:
            return await edit_by_token(self.press, board)
        return await self.press.followup.edit_message(self.further, **board)

    async def delete(self) -> None:
        """Remove it, as far as Discord does that still."""
        with suppress(*LOST, discord.HTTPException):
            if self.further is None:
                await self.press.delete_original_response()
            else:
                await self.press.followup.delete_message(self.further)


class OpenSheets:
    """The latest press on each of these boards, or the one that opened it; it was answered by drawing the board."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """Know of no board yet; ``clock`` gives unix seconds."""
        self._clock = clock
        self._presses = LruCache[TableId, tuple[BoardToken, int, int | None]](_REMEMBERED)
        """Besides the press, its time, and the message of the table then."""
        self._pictures = LruCache[int, KeptPicture](_REMEMBERED)
        """By message. What computers do draws boards anew that nobody has pressed, and mostly leaves their picture."""
        self._edits = LruCache[int, object](_REMEMBERED)

    def opened(self, table: Table, interaction: Interaction, further: int | None = None) -> None:
        """Remember that ``interaction`` has opened or drawn the board of ``table``, if that is of use.

        ``further`` is the board where it is not the answer to it (:class:`BoardToken`).
        """
        if table.private or table.computers or table.settings.visiting:
            now = self._clock()
            self._presses.put(table.id, (BoardToken(interaction, further), now, table.message))
            self._presses.drop_oldest(lambda kept: kept[1] + TOKEN_SECONDS < now)  # A press holds the whole message.

    def knows(self, id: TableId) -> bool:
        """Return whether it has seen a press on the board of that table lately."""
        return self._presses.get(id) is not None

    def token_of(self, table: Table) -> BoardToken | None:
        """Return the press whose token changes the present board of ``table``; None if there is none any more."""
        token, at, message = self._presses.get(table.id) or (None, 0, None)
        return token if at + TOKEN_SECONDS >= self._clock() and message == table.message else None

    def forget(self, id: TableId) -> None:
        """Forget the press on the board of this table: Discord refuses its token."""
        self._presses.drop(id)

    def forget_shown(self, message: discord.Message | None, *, but: TableId) -> None:
        """Forget the presses on boards that ``message`` shows, ``but`` of one: another takes their place there."""
        for press in custom_ids_in(message):
            shown = None if press.table is None else table_id(press.table)
            if shown is not None and shown != but:
                self.forget(shown)

    def picture_on(self, table: Table) -> KeptPicture | None:
        """Return the picture that the board of ``table``, with computers, has for certain."""
        return self._pictures.get(table.message or 0)

    def begin_edit(self, table: Table) -> object:
        """Begin an edit of the board of ``table``: until :meth:`end_edit`, its picture is not certain."""
        edit = object()
        if table.computers and table.message is not None:
            self._pictures.drop(table.message)
            self._edits.put(table.message, edit)
        return edit

    def end_edit(self, table: Table, edit: object, board: dict[str, Any], returned: object) -> None:
        """End it: its arguments were ``board``, and Discord has ``returned`` the message where they had a new picture.

        Where another edit was under way too, either may have come last.
        """
        if not table.computers or table.message is None:
            return
        alone = self._edits.get(table.message) is edit
        picture = picture_after(board, returned if isinstance(returned, discord.Message) else None)
        self._edits.drop(table.message)
        if alone and picture is not None:
            self._pictures.put(table.message, picture)
        else:
            self._pictures.drop(table.message)

    def forget_pictures(self) -> None:
        """Take no picture of a board for certain any more: another process may have edited it."""
        self._pictures.clear()

    async def finish(self, own_tables: Iterable[Table], renderer: TableRenderer) -> None:
        """Draw the boards of all ``own_tables`` anew where that is still possible."""
        for own_table in own_tables:
            token = self.token_of(own_table)
            if token is None:
                continue
            board = await renderer.edit_of(own_table, language=reader(token.press).language)
            try:
                await token.press.edit_original_response(**board)
            except (*LOST, discord.HTTPException) as error:
                log.info("table %s: its private board cannot be drawn: %s", code(own_table.id), error)


# -- Private messages that follow a game outside of presses, once for each change, by the token of the press that showed
# them: **My sheet**, one player's sheet of a game in turns; and **In words**, a board for somebody who hears it


_KEPT_AFTER = 0.5
"""Seconds after a save: the answer to its press goes first, and what follows at once is shown with it."""

_KEPT_PAUSE = 2.0
"""Between two edits of the private messages of a table."""


class KeptView(NamedTuple):
    """What a private message shows of a game."""

    screen: Screen
    context: RenderContext
    written: Callable[[], Screen] | None = None
    """Returns it without a picture, where it may have one."""


class Draw(Protocol):
    """What to show to the person who made a press, until when it will follow; None where nothing is due to them."""

    async def __call__(
        self, press: Interaction, table: Table, until: int, /, **drawn: Unpack[Drawn]
    ) -> KeptView | None:
        """Draw it."""


Finish: TypeAlias = Callable[[Table, KeptView], Awaitable[Sendable]]
"""The message that shows it."""


class _Kept(NamedTuple):
    press: Interaction | None
    """The press whose token changes it; None before it has been shown. Its answer may be the board itself."""
    until: int
    """When that becomes too old."""
    shown: Screen | None
    """What stands there; None where that is not certain."""
    message: int | None = None
    """The message; None where it is the answer to that press."""
    again: Interaction | None = None
    """The last press of its reader on the board since the token is too old."""
    dismissed: bool = False
    """Its reader has taken it away, and gets no other before they ask."""
    made_by: int = 0
    """The press or command that has made the message."""
    drawn: tuple[int, Drawn] = (-1, Drawn())
    """What its reader has chosen there besides what is saved, at which step."""


class KeptMessages:
    """The latest private message of a kind at each table, for each person who has opened one."""

    def __init__(self, tables: TableService, draw: Draw, finish: Finish, waits: int = 0) -> None:
        """Follow every save of ``tables``; for ``waits`` seconds after a token, a press may bring another message."""
        self._tables = tables
        self._draw = draw
        self._finish = finish
        self._waits = waits
        self._kept = LruCache[TableId, dict[int, _Kept]](_REMEMBERED)
        self._showing = set[tuple[TableId, int]]()
        """The tables that an answer under way shows, to whom."""
        self._asked = WorkQueue(pause=_KEPT_PAUSE)
        self.settle = self._asked.settle
        tables.repository.on_save(self._saved)

    async def show(self, press: Interaction, table: Table, **drawn: Unpack[Drawn]) -> None:
        """Answer ``press`` by it, ``drawn`` so at this step, in place of the pressed message; an earlier one goes.

        Raises NotSeated for somebody to whom nothing is due.
        """
        user, until, made_by = press.user.id, self._tables.now() + TOKEN_SECONDS, private_answer(press)
        view = await self._draw(press, table, until, **drawn)
        if view is None:
            raise NotSeated
        self._showing.add((table.id, user))
        try:
            await whisper_rendered(press, await self._finish(table, view), replace=True)
        except BaseException:
            self._saved(table)
            raise
        finally:
            self._showing.discard((table.id, user))
        messages = self._kept.get(table.id) or {}
        earlier = messages.get(user)
        messages[user] = _Kept(press, until, view.screen, made_by=made_by, drawn=(table.step, drawn))
        self._keep(table, messages)
        if earlier is not None and earlier.press is not None and earlier.made_by != made_by:
            await BoardToken(earlier.press, earlier.message).delete()

    def pressed(self, press: Interaction, table: Table, *, opens: bool = False) -> None:
        """Follow a press on the board, which may have changed nothing that is saved; ``opens`` one where there is none.

        Where the token is too old, this press brings another message.
        """
        messages = self._kept.get(table.id) or {}
        kept = messages.get(press.user.id)
        if kept is None and opens:
            kept = _Kept(None, self._tables.now() - 1, None)
        if kept is None or kept.dismissed:
            return
        if kept.until < self._tables.now():
            messages[press.user.id] = kept._replace(again=press)
        self._keep(table, messages)

    def show_again(self, table: Table, user: int) -> None:
        """Show ``user`` once more what stands there: of a menu it takes back what they have chosen."""
        messages = self._kept.get(table.id) or {}
        if user in messages:
            messages[user] = messages[user]._replace(shown=None)
            self._saved(table)

    def forget_person(self, user: int) -> None:
        """Change no message for ``user`` any more."""
        self._kept.drop_where(lambda messages: messages.pop(user, None) is not None and not messages)

    def _keep(self, table: Table, messages: dict[int, _Kept]) -> None:
        self._kept.put(table.id, messages)
        old = self._tables.now() - self._waits
        self._kept.drop_oldest(lambda messages: all(kept.until < old for kept in messages.values()))
        self._saved(table)  # It may have moved on meanwhile.

    def _saved(self, table: Table) -> None:
        if self._kept.get(table.id) is not None:
            self._asked.ask(table.id, self._follow, table.id, of=Priority.BOARD)

    async def _follow(self, id: TableId) -> None:
        """Change the messages of a table that do not show it as it is."""
        await asyncio.sleep(_KEPT_AFTER)
        try:
            messages, table = self._kept.get(id) or {}, await self._tables.get(id)
        except TableError as error:
            log.info("table %s: what people keep open cannot follow it: %r", code(id), error)
            return
        for user, kept in tuple(messages.items()):
            if (id, user) in self._showing:
                continue
            now = await self._followed(kept, table)
            if messages.get(user) is not kept:  # They have shown it anew meanwhile, and one of both came last.
                if now is not None and now.press is not None and now.message != kept.message:
                    await BoardToken(now.press, now.message).delete()
                if (anew := messages.get(user)) is not None:
                    messages[user] = anew._replace(shown=None)
                    self._saved(table)
            elif now is None or table.over:
                del messages[user]
            else:
                messages[user] = now
        if not self._kept.get(id):
            self._kept.drop(id)

    async def _followed(self, kept: _Kept, table: Table) -> _Kept | None:
        """Show the table as it is; return what is kept then, None for nothing."""
        if kept.dismissed:
            return kept
        now = self._tables.now()
        fresh = kept.press is not None and kept.until >= now
        press, until = (kept.press, kept.until) if fresh else (kept.again, now + TOKEN_SECONDS)
        if press is None:
            return kept if kept.until + self._waits >= now else None
        step, drawn = kept.drawn
        view = await self._draw(press, table, until, **(drawn if step == table.step else Drawn()))
        if view is None:
            return None
        screen = view.screen
        if fresh and screen == kept.shown:
            return kept
        message = await self._finish(table, view)
        try:
            async with request_timeout(REQUEST_SECONDS):
                if not fresh:
                    sent = await press.followup.send(**message.sent, ephemeral=True, wait=True)
                    return _Kept(press, until, screen, sent.id, made_by=press.id)
                await BoardToken(press, kept.message).edit(message.edited)
        except (*LOST, discord.HTTPException) as error:
            log.info("table %s: a private message cannot follow it: %r", code(table.id), error)
            gone = isinstance(error, discord.NotFound) and fresh
            return kept._replace(shown=None, again=None, dismissed=gone)
        return kept._replace(shown=screen)

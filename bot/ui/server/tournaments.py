"""The messages of tournaments: the public one, drawn now and then, the result, and the calls to a round.

What people read who wait for a round changes once it begins. Tournaments of leagues open by themselves, and the next
evening of a league stands in its server's events.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple, TypeAlias, TypeVar

import discord

from bot.pictures import PictureRenderer
from bot.screens.kit import Button, RenderContext, Screen
from bot.screens.kit.patterns import Pattern
from bot.screens.league import MOST_CALLED, evening_text, league_title, season_text, week_text
from bot.screens.tournament import (
    DETAILS,
    MORE,
    Weekly,
    again_text,
    begun_screen,
    call_text,
    ended_screen,
    league_button,
    on_podium,
    over_screen,
    own_round_button,
    podium,
    reminder_text,
    tournament_screen,
)
from bot.tables.hand import Hand
from bot.tables.leagues import League, LeagueNews, Leagues, LeagueTable
from bot.tables.model.choices import NOBODY, PlayerSettings, unnamed
from bot.tables.model.errors import TableError, translated_errors
from bot.tables.model.memory import Locks, LruCache
from bot.tables.model.processes import HeldShards
from bot.tables.model.table import Table, TableId, code
from bot.tables.posts import Posts
from bot.tables.records.trophies import Earned, TrophyStore
from bot.tables.service.service import TableService
from bot.tables.tournaments import (
    MOST_FOLLOWED,
    RoundStory,
    Tournament,
    TournamentField,
    Tournaments,
    TournamentStatus,
    Underway,
    reminds,
    winners_of,
)
from bot.ui.delivery.calls import only_these, reachable
from bot.ui.delivery.messages import custom_ids_in, recent_of
from bot.ui.delivery.pictures import PicturePlaces
from bot.ui.delivery.presenter import Presenter
from bot.ui.delivery.renderer import BoardToken
from bot.ui.discord.adapter import Components, Rendered, board_link, render, rows_json
from bot.ui.discord.names import DisplayNames
from bot.ui.discord.pictures import Picture, PicturedMessage, edit_with_picture, podium_picture
from bot.ui.discord.reply import TOKEN_SECONDS, Interaction
from bot.ui.discord.requests import edit_by_token
from bot.ui.pace.budget import DOUBT_SECONDS, LOST, REFUSED, Priority, may_come_later, never_sent, nonce, priority
from bot.ui.pace.work import WorkQueue

log = logging.getLogger(__name__)

DRAWING_SECONDS = 10.0
"""Between two edits of the message of a tournament."""

_PICTURE_SECONDS = 5.0

_PICTURE_TRIES = 3
"""After so many pictures that came too late, a result stands there in words."""

_REMEMBERED = 1024

_LATE_SECONDS = 3600
"""A tournament that ends so much later than it was to end has waited for the bot."""

_CLOSED_AFTER = 0.5
"""Seconds after the end of a round: the answer to the press that has ended it goes first."""

MANY = 100
"""The players of whom the event loop draws messages; those of more are drawn in a thread."""

T = TypeVar("T")

_MOST_MENTIONS = 50
"""People whom one message names; a call to more of them has several."""


DrawWaiting: TypeAlias = Callable[[RenderContext, TournamentField, Mapping[int, Underway]], Screen | None]
"""What somebody reads who waits; last comes how far those are who play, by entry."""


class _Waiting(NamedTuple):
    """Somebody who reads what they wait for in a tournament."""

    press: Interaction
    """Its answer is what they read, and its token changes that."""
    until: int
    """When that becomes too old."""
    draw: DrawWaiting
    """What they read while they wait."""


class _PictureLate(Exception):
    """The picture of a result comes too late; the next time may find it finished."""


class TournamentMessages:
    """Looks after the tournaments of this process: what is due, and what their messages show."""

    def __init__(
        self,
        client: discord.Client,
        presenter: Presenter,
        tables: TableService,
        tournaments: Tournaments,
        leagues: Leagues,
        trophies: TrophyStore,
        preferences: PlayerSettings,
        names: DisplayNames,
        renderer: PictureRenderer,
        places: PicturePlaces,
        shards: HeldShards,
        hand: Hand,
        posts: Posts,
    ) -> None:
        """Post by ``client``, in the servers of ``shards``; ``preferences`` say who wants reminders.

        ``hand`` knows which servers are blocked, ``posts`` which seasons of leagues have had theirs.
        """
        self._client = client
        self._presenter = presenter
        self._tables = tables
        self._tournaments = tournaments
        self._leagues = leagues
        self._trophies = trophies
        self._preferences = preferences
        self._names = names
        self._renderer = renderer
        self._places = places
        self._shards = shards
        self._hand = hand
        self._posts = posts
        self._done = LruCache[TableId, int](_REMEMBERED)
        """The games of tournaments that were over when one was last looked at."""
        self._events = Locks()
        self._calling = Locks()
        """Held while people are called."""
        self._waiting = LruCache[TableId, dict[int, _Waiting]](_REMEMBERED)
        """By person; none of it outlives the process."""
        self._left = LruCache[TableId, Mapping[int, Underway]](_REMEMBERED)
        """The progress of those who play, as those who wait read it."""
        self._late = LruCache[TableId, int](_REMEMBERED)
        """The number of pictures of a result that came too late."""
        self._drawing = WorkQueue(pause=DRAWING_SECONDS)
        self.settle = self._drawing.settle
        self.stop = self._drawing.stop

    async def named(self, entered: TournamentField, reader: int | None = None) -> TournamentField:
        """Return it with the names of those who allow that, and of its ``reader``."""
        with translated_errors():
            return entered.without_names(await unnamed(self._preferences, entered.people, reader))

    async def named_table(self, table: LeagueTable, reader: int | None = None) -> LeagueTable:
        """Return the table of a league likewise."""
        with translated_errors():
            people = {line.user for line in table.lines}
            return table.without_names(await unnamed(self._preferences, people, reader))

    async def apart(self, entered: TournamentField, draw: Callable[[], T]) -> T:
        """Return what ``draw`` returns. Hundreds of players take longer than the event loop may stand still."""
        return await asyncio.to_thread(draw) if len(entered.entries) > MANY else draw()

    async def finished(self, guild: int) -> None:
        """Go on where a game has ended in ``guild``: that of the last player ends a round."""
        try:
            going_on = [await self._tournaments.field(known) for known in await self._tournaments.on(guild)]
        except TableError as error:
            log.warning("server %s: its tournaments have to wait: %r", guild, error)
            return
        for entered in going_on:
            tournament, done = entered.tournament, sum(line.finished for line in entered.played)
            if self._done.get(tournament.id) != done:  # Else it was a game of another kind.
                self._done.put(tournament.id, done)
                with suppress(TableError):  # The next change will do.
                    await self._tournaments.touch(tournament.id)
                await self.go_on(tournament.id)

    def moved(self, id: TableId) -> None:
        """Draw the message of a tournament, and what people read who wait there: somebody has entered or is done."""
        self.changed(id)
        self._drawing.ask(("waiting", id), self._draw_waiting, id, of=Priority.REPAIR)

    def gave_up(self, table: Table) -> None:
        """Show that the player of a game of a tournament has stopped it, and go on with the tournament."""
        self._presenter.run_later(self._presenter.close_boards([table.id]), "show that a round is stopped")
        self._presenter.run_later(self.finished(table.guild), "go on with tournaments")

    async def remove_blocked(self, guild: int, manager: int, user: int) -> bool:
        """Remove somebody whom a ``manager`` has blocked from the tournaments of ``guild``; return whether both go."""
        try:
            ended, both = await self._tournaments.remove_blocked(guild, manager, user)
        except TableError as error:  # The block itself is stored.
            log.warning("server %s: somebody blocked stays in its tournaments: %r", guild, error)
            return False
        self.removed(guild, ended)
        return both

    def removed(self, guild: int, ended: Sequence[TableId]) -> None:
        """Show that people were removed from tournaments of ``guild``, whose games have ``ended``, and go on there."""
        self._presenter.run_later(self._presenter.close_boards(ended), "show that somebody was removed")
        self._presenter.run_later(self._go_on_all(guild), "go on with tournaments")

    def let_back(self, id: TableId, going_on: Sequence[TableId]) -> None:
        """Show that somebody is back in a tournament, whose games of it are ``going_on``."""
        self._presenter.run_later(self._presenter.close_boards(going_on), "show that somebody is back")
        self.moved(id)

    async def _go_on_all(self, guild: int) -> None:
        for tournament in await self._tournaments.on(guild):
            await self.go_on(tournament.id)

    def changed(self, id: TableId) -> None:
        """Draw the message of a tournament, ten seconds after the last time at the earliest."""
        self._drawing.ask(id, self._draw, id, of=Priority.REPAIR)

    def closed(self, id: TableId) -> None:
        """Show that a round of a tournament is over, and call people to the next one."""
        self.changed(id)
        self.began(id)
        self._presenter.run_later(self._close_boards(id), "show that a round is over")

    def began(self, id: TableId) -> None:
        """Tell those who wait for a round that it has begun, or that there is none to come, and call people to it."""
        self._ask_call(id)
        self._presenter.run_later(self._end_waiting(id), "tell those who wait for a round")

    async def _close_boards(self, id: TableId) -> None:
        """Show what is over on private boards, where a token still changes them; others at a press.

        These are the ones where nobody may go on, and everybody's last, which leads to the next round; all at the end.
        """
        await asyncio.sleep(_CLOSED_AFTER)
        tournament = await self._tournaments.current(id)
        if tournament is None:
            return
        over = [
            line for line in (await self._tournaments.field(tournament)).played if tournament.phase.closed(line.round)
        ]
        last = {
            line.entry if tournament.status.on else line.table: line.table for line in over if line.score is not None
        }
        await self._presenter.close_boards([*(line.table for line in over if line.score is None), *last.values()])

    async def _draw_waiting(self, id: TableId) -> None:
        """Draw anew what people read who wait, where a token does so; not for many, who read when it was true."""
        try:
            entered = await self._with_readers(id)
            if entered is None:
                return
            await asyncio.sleep(_CLOSED_AFTER)  # The answer to the press that has changed it goes first.
            if (entered := await self._with_readers(id)) is None:
                return
            left = await self._tournaments.under_way(entered)
            self._left.put(id, left)
            for user, (press, until, draw) in list((self._waiting.get(id) or {}).items()):
                if until >= self._tables.now() and self._reads(id, user, press):
                    context = self._presenter.renderer.context_for(press)
                    shown = draw(context, await self.named(entered, user), left)
                    await self._edit_waiting(entered.tournament, press, shown)
            await self._presenter.close_boards(_latest_boards(entered))
        except TableError as error:
            log.info("tournament %s: who waits there reads what was: %r", code(id), error)

    async def _follow(self, id: TableId) -> None:
        """Have those who wait read how far the others are, where that is not what they read."""
        entered = await self._with_readers(id)
        if entered is None:
            return
        left = await self._tournaments.under_way(entered)
        if left and self._left.get(id) != left:
            self._drawing.ask(("waiting", id), self._draw_waiting, id, of=Priority.REPAIR)

    async def _with_readers(self, id: TableId) -> TournamentField | None:
        """Return a tournament that goes on where what some of its few players read may be changed."""
        tournament = await self._tournaments.current(id)
        if tournament is None or not tournament.status.on:
            return None
        entered = await self._tournaments.field(tournament)
        if len(entered.entries) > MOST_FOLLOWED:
            return None
        known = any(map(self._presenter.sheets.knows, _latest_boards(entered)))
        return entered if known or self._waiting.get(id) else None

    def _reads(self, id: TableId, user: int, press: Interaction) -> bool:
        """Whether the answer to ``press`` is still what ``user`` waits by."""
        now = (self._waiting.get(id) or {}).get(user)
        return now is not None and now.press is press

    async def _edit_waiting(self, tournament: Tournament, press: Interaction, screen: Screen | None) -> None:
        if screen is None:
            return
        try:
            context = self._presenter.renderer.context_for(press)
            await edit_by_token(press, render(screen, context.glyphs).kwargs)
        except (*LOST, discord.HTTPException) as error:  # They may have dismissed it.
            log.info("tournament %s: somebody waits on: %r", tournament.code, error)

    def waits(
        self,
        tournament: Tournament,
        press: Interaction,
        draw: DrawWaiting,
        *,
        in_place: bool,
    ) -> None:
        """Remember that the answer to ``press`` tells its person what they wait for in ``tournament`` as it was then.

        It is what ``draw`` returns. If that has come meanwhile, tell them now. Unless the answer stands ``in_place`` of
        the message that was pressed, it takes the place of what told them before.
        """
        now, waiting = self._tables.now(), self._waiting.get(tournament.id) or {}
        if not in_place:
            self.take_away(tournament.id, press.user.id)
        fresh = {user: one for user, one in waiting.items() if one.until >= now}
        self._waiting.put(tournament.id, fresh | {press.user.id: _Waiting(press, now + TOKEN_SECONDS, draw)})
        self._presenter.run_later(self._wait_from(tournament), "tell somebody who waits for a round")

    def waits_no_more(self, id: TableId, user: int) -> _Waiting | None:
        """Leave alone what ``user`` reads, and return it: it may have become something else, such as their board."""
        return (self._waiting.get(id) or {}).pop(user, None)

    def take_away(self, id: TableId, user: int) -> None:
        """Remove what tells ``user`` what they wait for: a message below it does so now, or is their board."""
        known = self.waits_no_more(id, user)
        if known is not None:
            self._presenter.run_later(BoardToken(known.press).delete(), "take away what somebody waited by")

    def forget_person(self, user: int) -> None:
        """Change no message for ``user`` any more."""
        self._waiting.drop_where(lambda waiting: waiting.pop(user, None) is not None and not waiting)

    async def _wait_from(self, before: Tournament) -> None:
        """End the waiting of those who wait since ``before``, if the tournament has gone on."""
        now = await self._tournaments.current(before.id)
        if now is not None and (now.status, now.round) != (before.status, before.round):
            await self._end_waiting(before.id)

    async def _end_waiting(self, id: TableId) -> None:
        """Change what people read who wait, one after the other, where a token still does so."""
        waiting = self._waiting.get(id)
        if not waiting:
            return
        # Nothing there changes before the round ends, or until it has become a board.
        begun = {user: one._replace(draw=lambda *_: None) for user, one in waiting.items()}
        self._waiting.put(id, begun)
        tournament = await self._tournaments.current(id)
        if tournament is None or not tournament.status.on:
            self._waiting.drop(id)
            if tournament is None:
                return
        entered = await self._tournaments.field(tournament)
        with translated_errors():
            hidden = await unnamed(self._preferences, entered.people)  # Once for all of them, who are up to 500.
        for user, (press, until, _) in waiting.items():
            if until >= self._tables.now():
                context = self._presenter.renderer.context_for(press)
                screen = (
                    begun_screen(context, entered.without_names(hidden - {user}), user)
                    if tournament.status.on
                    else ended_screen(context, tournament)
                )
                await self._edit_waiting(tournament, press, screen)

    async def reviewed(self, id: TableId) -> None:
        """Draw the result of a tournament anew whose game has been reviewed: its points without luck are known now."""
        tournament = (await self._tables.get(id)).settings.tournament
        known = None if tournament is None else await self._tournaments.current(TableId(tournament))
        if known is not None and not known.status.on:
            await self._tournaments.touch(known.id)
            self.changed(known.id)

    async def judged(self, table: Table) -> None:
        """Draw the result of a tournament anew of which a game was voided or counts again; its league follows."""
        if table.settings.tournament is not None:
            id = TableId(table.settings.tournament)
            with suppress(TableError):  # The next change will do.
                await self._tournaments.touch(id)
            self.changed(id)

    async def go_on(self, id: TableId) -> None:
        """Do what is due in a tournament, somebody of which is done, and show that."""
        await self.do_due(id)
        self.moved(id)

    async def do_due(self, id: TableId) -> None:
        """Begin the next round, or end a tournament, if that is due."""
        try:
            if await self._tournaments.go_on(id, self._hand.is_blocked) is not None:
                self.closed(id)
        except TableError as error:
            log.warning("tournament %s has to wait: %r", code(id), error)

    async def look(self, now: int) -> None:
        """Do what is due in all tournaments, and draw those whose messages are behind."""
        if not self._client.is_ready():
            return
        await self._open_weeks()
        await self._remind_of_evenings()
        try:
            due, behind = await self._tournaments.to_look_at(self._shards.now)
        except TableError as error:
            log.warning("tournaments have to wait: %r", error)
            return
        for id in due:
            await self.do_due(id)
            try:
                await self._remind(id, now)
                await self._follow(id)
            except TableError as error:
                log.warning("tournament %s has to wait: %r", code(id), error)
        for id in behind:
            self.changed(id)

    async def _open_weeks(self) -> None:
        """Open the tournaments of leagues whose evening has come."""
        try:
            for id in await self._leagues.due(self._shards.now):
                league = await self._leagues.go_on(id, self._hand.blocks_server, self._above)
                if league is not None:
                    self.announce(league)
                    if league.next is None:  # It has paused itself, and its latest message still tells of a next week.
                        self.changed(league.latest)
        except TableError as error:
            log.warning("leagues have to wait: %r", error)

    def _above(self, guild: int, channel: int) -> int:
        """Return the channel above a thread; a channel itself."""
        known = self._client.get_guild(guild)
        place = None if known is None else known.get_channel_or_thread(channel)
        return place.parent_id if isinstance(place, discord.Thread) else channel

    # -- the public message ------------------------------------------------------------------------------------------

    async def _draw(self, id: TableId) -> None:
        """Draw the message of a tournament; again later where Discord or the storage fails now."""
        try:
            await self._show(id)
        except (*LOST, *REFUSED, TableError, _PictureLate) as error:
            log.info("tournament %s: its message comes later: %r", code(id), error)
            if not isinstance(error, TableError | _PictureLate):  # The next look asks for it, once that can be.
                self.changed(id)

    async def _show(self, id: TableId) -> None:
        tournament = await self._tournaments.current(id)
        if tournament is None or not self._shards.now.owns(tournament.guild) or not self._shards.valid():
            return
        if self._hand.blocks_server(tournament.guild):
            return
        if tournament.status is TournamentStatus.OVER and self._client.get_guild(tournament.guild) is None:
            return  # The server has removed the bot. The result comes once it is invited again.
        entered = await self._tournaments.field(tournament)
        if tournament.status is TournamentStatus.OVER and not tournament.announced:
            await self._announce(entered)
        elif tournament.message is not None:
            if tournament.status.on:  # What calls people to a week of a league stays above it.
                board = (await self.drawn(entered)).edited_below
            else:
                _, board = await self._result(entered)
            await self._edit(tournament, tournament.message, board)
        elif tournament.league not in (None, tournament.id) and tournament.status.on:
            await self._post(entered)
        await self._tournaments.drawn(tournament)
        if tournament.calls_due or tournament.calls_stale:  # The process that changed it may have ended before.
            self._ask_call(id)

    async def _result(self, entered: TournamentField) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return what posts what is left of a tournament that is over, and what edits a message into that.

        The picture of a result stands above its text. Where it comes too late, the next look brings it: a new message
        does not wait for it, and one that is there keeps the picture that it has.
        """
        tournament, picture = entered.tournament, None
        try:
            picture = await self._podium(entered) if tournament.status is TournamentStatus.OVER else None
        except _PictureLate:
            await self._tournaments.touch(tournament.id)
            if tournament.announced:
                raise
        shown = await self.drawn(entered, pictured=picture is not None)
        if picture is None:
            return shown.kwargs, edit_with_picture(shown, None)
        framed = PicturedMessage(shown, picture)
        return framed.sent, framed.edited

    async def drawn(self, entered: TournamentField, *, pictured: bool = False) -> Rendered:
        """Return the public message of a tournament; ``pictured``: its result stands below a picture."""
        tournament, stories, brought = entered.tournament, tuple[RoundStory, ...](), list[Earned]()
        if tournament.status is TournamentStatus.OVER:
            stories = await self._tournaments.stories(entered)
            entered = await self._tournaments.field(tournament)  # Somebody may be erased, or a game voided, meanwhile.
            with translated_errors():
                await self._trophies.add(*await self.apart(entered, partial(winners_of, entered)))
                brought = await self._trophies.behind(tournament.guild, tournament.id)
                hidden = await unnamed(self._preferences, {earned.user for earned in brought})
            brought = [one._replace(user=NOBODY) if one.user in hidden else one for one in brought]
        context, told = self._presenter.renderer.context(tournament.language), await self.named(entered)
        weekly = None if tournament.status is TournamentStatus.ENDED else await self._weekly(tournament)
        draw = partial(tournament_screen, context, told, stories, brought, weekly, pictured=pictured)
        return await self.apart(entered, lambda: render(draw(), context.glyphs))

    async def _weekly(self, tournament: Tournament) -> Weekly | None:
        """Return its league as everybody may read it: which week it is, or its table after that; and the next one."""
        league = None if tournament.league is None else await self._leagues.find(tournament.league, tournament.guild)
        if league is None:
            return None
        week = await self._leagues.week(tournament) if tournament.status.on else None
        table = None if week is not None else await self._leagues.table_after(tournament)
        if table is not None:
            table = await self.named_table(table)
        with translated_errors():
            hidden = await unnamed(self._preferences, {league.host})
        host = NOBODY if league.host in hidden else league.host
        return Weekly(*await self._leagues.clock_of(league), host, league.next, table, week)

    async def _podium(self, entered: TournamentField) -> Picture | None:
        """Return the picture of the best, where the server wants pictures and the channel takes files.

        Raises _PictureLate where it is not there in time, but not for ever.
        """
        entered = await self.named(entered)
        tournament, (places, others) = entered.tournament, await self.apart(entered, partial(on_podium, entered))
        if not places or not await self._places.take(tournament):
            return None
        context = self._presenter.renderer.context(tournament.language)
        users = [place.player.user for place in places]
        known = [user for user in users if user != NOBODY]
        names = dict(zip(known, await self._names.of(tournament.guild, known), strict=True))
        shown = podium(context, tournament, places, [names.get(user, "") for user in users], others)
        picture = await podium_picture(context.t, self._renderer, shown, _PICTURE_SECONDS)
        tries = 0 if picture is not None else (self._late.get(tournament.id) or 0) + 1
        self._late.put(tournament.id, tries)
        if 0 < tries < _PICTURE_TRIES:
            raise _PictureLate
        return picture

    async def _announce(self, entered: TournamentField) -> None:
        """Post the result below all else, and leave the way there in place of the message before."""
        tournament = entered.tournament
        once = nonce("tournament", tournament.id, "over")
        result, edited = await self._result(entered)
        sent = await self._sent_before(tournament, tournament.ends or 0, DETAILS)
        if sent is None and tournament.message is not None and await self._next_week_tells(tournament):
            await self._edit(tournament, tournament.message, edited)
            await self._tournaments.placed(tournament, tournament.message, announced=True)
            return
        try:
            with priority(Priority.BOARD):
                sent = sent or await self._channel(tournament).send(**result, nonce=once)
        except REFUSED as error:
            if may_come_later(error):
                raise
            log.info("tournament %s: its result cannot be posted: %s", tournament.code, error)
            if tournament.message is not None:
                await self._edit(tournament, tournament.message, edited)
            return
        if tournament.message is not None:  # First, since nobody knows of it afterwards.
            context = self._presenter.renderer.context(tournament.language)
            over = render(
                over_screen(context, tournament, board_link(replace(tournament, message=sent.id))), context.glyphs
            )
            await self._edit(tournament, tournament.message, over.kwargs)
        await self._tournaments.placed(tournament, sent.id, announced=True)

    async def _sent_before(self, tournament: Tournament, since: int, has: Pattern) -> discord.Message | None:
        """Return a message with the button ``has`` that was sent ``since`` then, if nobody has stored where it is.

        While Discord knows it by its nonce, nobody looks. The next look at tournaments draws it anew.
        """
        if self._tables.now() - since < DOUBT_SECONDS:
            return None
        do, after = has.build(id=tournament.id), datetime.fromtimestamp(since - DOUBT_SECONDS, UTC)
        with priority(Priority.BOARD):
            recent = await recent_of(self._channel(tournament), self._client.user, after)
        others = [one for one in recent if one.id != tournament.message]
        sent = next((one for one in others if any(press.do == do for press in custom_ids_in(one))), None)
        if sent is not None:
            await self._tournaments.touch(tournament.id)
        return sent

    async def _next_week_tells(self, tournament: Tournament) -> bool:
        """Whether nobody could end it in time, and its league has opened another one meanwhile: that has its winner.

        So its result takes the place of its message: after an outage, a league posts one message and not two.
        """
        late = tournament.together or (tournament.ends or 0) > tournament.opened + tournament.seconds + _LATE_SECONDS
        if tournament.league is None or not late:
            return False
        return (await self._leagues.find(tournament.league, tournament.guild)).latest != tournament.id

    async def _post(self, entered: TournamentField) -> None:
        """Post the message of a league's tournament, which calls the players of the last one.

        Where nobody can, end it and pause the league.
        """
        tournament = entered.tournament
        once, board = nonce("tournament", tournament.id, "open"), await self.drawn(entered)
        news = await self._leagues.news(tournament)
        if news.ended is not None:
            await self._post_season(tournament, news.ended)
        text, called = await self._week(tournament, news)
        only = await only_these(self._preferences, called, self._tables.now())
        try:
            with priority(Priority.BOARD):
                sent, message = await self._sent_before(tournament, tournament.opened, MORE), {"content": text or None}
                if sent is None:
                    place = self._channel(tournament)
                    sent = await place.send(**board.kwargs | message, nonce=once, allowed_mentions=only)
        except REFUSED as error:
            if may_come_later(error) or tournament.league is None:
                raise
            log.info("tournament %s: it cannot be posted, and its league pauses: %s", tournament.code, error)
            self.announce(await self._leagues.close(tournament.league, tournament.guild))
            await self._tournaments.end(tournament, tournament.host, manager=True)
        else:
            await self._tournaments.placed(tournament, sent.id)

    async def _post_season(self, tournament: Tournament, table: LeagueTable) -> None:
        """Post the end of a season of its league above the first week after it, once; nobody is notified.

        That it is about to be sent is stored before. Where nobody knows whether Discord has it, try again as long as
        Discord knows the second one by its nonce.
        """
        season = table.season
        if season is None or season.ended is None or tournament.league is None:
            return
        post, new = await self._posts.take_season(tournament.guild, season.ended, tournament.league)
        if self._tables.now() - post.at >= DOUBT_SECONDS:
            return
        context = self._presenter.renderer.context(tournament.language)
        text = season_text(context, await self.named_table(table), season.number)
        once = nonce("season of a league", tournament.league, season.number)
        button = league_button(context, tournament.league, season.number)
        try:
            with priority(Priority.REMINDER):
                await self._send_to(self._channel(tournament), text, button, (), once)
        except (*LOST, *REFUSED) as error:
            if new and never_sent(error):
                await self._posts.give_back(post)
            if may_come_later(error):
                raise
            log.info("tournament %s: no post of the end of a season: %s", tournament.code, error)

    async def _week(self, tournament: Tournament, news: LeagueNews) -> tuple[str, Sequence[int]]:
        """Return what the message of a new week tells of those before, and whom it calls."""
        with translated_errors():
            wanted = (await self._places.settings.of(tournament.guild)).calls
            hidden = await unnamed(self._preferences, news.people)
        called = (await self._to_call(tournament, news.players))[:MOST_CALLED] if wanted else ()
        context = self._presenter.renderer.context(tournament.language)
        return week_text(context, news.without_names(hidden), called), called

    async def _edit(self, tournament: Tournament, message: int, board: dict[str, Any]) -> None:
        """Edit a message; one that is gone or closed to the bot stays as it is."""
        try:
            await self._channel(tournament).get_partial_message(message).edit(**board)
        except REFUSED as error:
            if may_come_later(error):
                raise
            log.info("tournament %s: its message cannot be drawn: %s", tournament.code, error)

    def _channel(self, tournament: Tournament) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(tournament.channel, guild_id=tournament.guild)

    # -- calls: to a round that begins, and to who is late ----------------------------------------------------------

    def _ask_call(self, id: TableId) -> None:
        self._drawing.ask(("call", id), self._call, id, of=Priority.CALL)

    async def _call(self, id: TableId) -> None:
        """Call people to the round that has begun, once; what has called them before goes, and all of it at the end."""
        try:
            lock = self._calling.of(id)
            async with lock:
                tournament = await self._tournaments.current(id)
                if tournament is not None and self._may_call(tournament):
                    await self._settle_calls(tournament)
        except (*LOST, *REFUSED, TableError) as error:
            log.info("tournament %s: who is called is not known: %r", code(id), error)
            if not isinstance(error, TableError):
                self._ask_call(id)

    async def _settle_calls(self, tournament: Tournament) -> None:
        """Make the calls that are due. Raises what may come later; by its nonce, a second call is the same message."""
        if not (tournament.calls_due or tournament.calls_stale):
            return
        for message in tournament.calls:
            await self._presenter.delete(tournament.channel, message)
        entered = await self._tournaments.field(tournament)
        called, sent = await self._to_begin(entered), list[int]()
        context, shown = self._presenter.renderer.context(tournament.language), await self.named(entered)
        try:
            for number, some in enumerate(_parted(called)):
                text, once = call_text(context, shown, some), f"begins {tournament.round} {number}"
                sent.append(await self._send_call(tournament, text, some, once))
        except REFUSED as error:
            if may_come_later(error):
                raise
            log.info("tournament %s: nobody can be called: %s", tournament.code, error)
        await self._tournaments.called(tournament, sent, to_round=True)

    async def _to_begin(self, entered: TournamentField) -> tuple[int, ...]:
        """Return who is called to a round: not who has begun it, as the person who started it has, nor one alone.

        That is nobody where the server wants no calls.
        """
        tournament = entered.tournament
        with translated_errors():
            wanted = (await self._places.settings.of(tournament.guild)).calls
        if not (wanted and tournament.calls_due) or len(entered.entries) < 2:
            return ()
        return await self._to_call(tournament, (entry.user for entry in entered.not_begun()))

    def _may_call(self, of: Tournament | League) -> bool:
        return self._shards.now.owns(of.guild) and not self._hand.blocks_server(of.guild)

    async def _to_call(
        self, tournament: Tournament, users: Iterable[int], *, in_quiet_hours: bool = False
    ) -> tuple[int, ...]:
        """Return those of ``users`` who want to be called now and let posts name them, without the blocked.

        What comes once only names people ``in_quiet_hours`` too: it is there when they wake, and notifies no sleeper.
        """
        named = await self._to_name(tournament, users)
        return await reachable(self._preferences, named, None if in_quiet_hours else self._tables.now())

    async def _to_name(self, tournament: Tournament, users: Iterable[int]) -> tuple[int, ...]:
        """Return those of ``users`` who let posts name them, without the blocked."""
        known = [user for user in users if user > 0 and not self._hand.is_blocked(tournament.guild, user)]
        with translated_errors():
            hidden = await unnamed(self._preferences, known)
        return tuple(user for user in known if user not in hidden)

    async def asks_again(self, before: Tournament, user: int, language: str) -> dict[str, Any]:
        """Return what names above a new tournament those who have played ``before``, as a rematch does, but ``user``.

        It names nobody where the server wants no calls.
        """
        with translated_errors():
            wanted = (await self._places.settings.of(before.guild)).calls
        entries = (await self._tournaments.field(before)).entries if wanted else ()
        named = await self._to_name(before, (entry.user for entry in entries if entry.user != user))
        named = named[:_MOST_MENTIONS]
        only = await only_these(self._preferences, named, self._tables.now())
        text = again_text(self._presenter.renderer.context(language), named)
        return {"content": text, "allowed_mentions": only} if named else {}

    async def _remind(self, id: TableId, now: int) -> None:
        """Remind those who have not finished, once, when a quarter of the time is left."""
        tournament = await self._tournaments.current(id)
        if tournament is None or not reminds(tournament, now) or not self._may_call(tournament):
            return
        entered = await self._tournaments.field(tournament)
        unfinished = (entry.user for entry in entered.unfinished())
        called = await self._to_call(tournament, unfinished, in_quiet_hours=True)
        tournament = await self._tournaments.reminded(tournament)
        self._presenter.run_later(self._send_reminders(tournament, called), "remind players")

    async def _send_reminders(self, tournament: Tournament, users: Sequence[int]) -> None:
        """Post the reminder, which goes when calls go; nothing where another round has begun meanwhile."""
        lock = self._calling.of(tournament.id)
        async with lock:
            now = await self._tournaments.current(tournament.id)
            if now is None or not now.status.on or now.round != tournament.round:
                return
            context, sent = self._presenter.renderer.context(tournament.language), list[int]()
            for number, some in enumerate(_parted(users)):
                with suppress(*LOST, *REFUSED), priority(Priority.REMINDER):
                    text = reminder_text(context, tournament, some, board_link(tournament))
                    once = f"remind {tournament.reminded} {number}"
                    sent.append(await self._send_call(tournament, text, some, once))
            await self._tournaments.called(now, (*now.calls, *sent))

    async def _send_call(self, tournament: Tournament, text: str, users: Sequence[int], once: str) -> int:
        """Post ``text`` to ``users``, with the way to their round, and return the message."""
        button = own_round_button(self._presenter.renderer.context(tournament.language), tournament)
        once = nonce("call to a tournament", tournament.id, once)
        return await self._send_to(self._channel(tournament), text, button, users, once)

    async def _send_to(
        self, channel: discord.PartialMessageable, text: str, button: Button, users: Sequence[int], once: str
    ) -> int:
        """Post ``text``, which may notify ``users``, and return the message; with the same ``once`` it is the same."""
        view = Components(rows_json(((button,),), None, 0, self._presenter.renderer.glyphs))
        only = await only_these(self._preferences, users, self._tables.now())
        return (await channel.send(text, view=view, nonce=once, allowed_mentions=only)).id

    # -- before the evenings of a league -----------------------------------------------------------------------------

    async def _remind_of_evenings(self) -> None:
        """Have the players of leagues reminded of the evenings that come soon, beside what else is due."""
        try:
            for id in await self._leagues.to_remind(self._shards.now):
                self._presenter.queue.ask(("evening", id), self._remind_of_evening, id, of=Priority.REMINDER)
        except TableError as error:
            log.warning("reminders of leagues have to wait: %r", error)

    async def _remind_of_evening(self, id: TableId) -> None:
        """Remind the players of a league of its evening, once, and take away what is true no more."""
        try:
            league = await self._leagues.by_id(id)
            if league is not None and self._may_call(league):
                await self._send_due(league)
        except TableError as error:
            log.warning("league %s: its reminder has to wait: %r", code(id), error)

    async def _send_due(self, league: League) -> None:
        """Send a reminder that is due; that it is tried is stored before.

        Where nobody knows whether Discord has it, try again as long as Discord knows the second one by its nonce.
        """
        now, known = self._tables.now(), league.reminder
        if known is not None and known.evening != league.next:
            for message in known.messages or ():
                await self._presenter.delete(league.channel, message)
            league = await self._leagues.note_reminder(league, None)
        if league.reminds(now):
            league = await self._leagues.take_reminder(league)
        known = league.reminder
        if known is None or known.messages is not None or now - known.tried >= DOUBT_SECONDS:
            return
        try:
            messages = await self._send_evening(league)
        except (*LOST, *REFUSED) as error:
            log.info("league %s: whether its players are reminded is not known: %r", code(league.id), error)
            if not isinstance(error, LOST) and not may_come_later(error):
                await self._leagues.note_reminder(league, ())
            return
        league = await self._leagues.note_reminder(league, messages)
        for message in messages if league.reminder is None else ():  # The evening has begun meanwhile.
            await self._presenter.delete(league.channel, message)

    async def _send_evening(self, league: League) -> list[int]:
        """Post the reminder of the next evening, where all play together and the server wants calls."""
        latest = await self._tournaments.find(league.latest, league.guild)
        with translated_errors():
            wanted = (await self._places.settings.of(league.guild)).calls
        users = await self._to_call(latest, await self._leagues.players(league)) if wanted and latest.together else ()
        channel = self._client.get_partial_messageable(league.channel, guild_id=league.guild)
        context, sent = self._presenter.renderer.context(latest.language), list[int]()
        button = league_button(context, league.id)
        for number, some in enumerate(_parted(users)):
            text = evening_text(context, league, latest, some)
            once = nonce("evening of a league", league.id, (league.next, number))
            sent.append(await self._send_to(channel, text, button, some, once))
        return sent

    # -- the events of the server ------------------------------------------------------------------------------------

    def announce(self, league: League) -> None:
        """Have the next evening of a league stand in the events of its server, where the bot may do that."""
        self._presenter.run_later(self._announce_evening(league.id, league.guild), "tell of a league's next evening")

    async def _announce_evening(self, id: TableId, of: int) -> None:
        guild, http = self._client.get_guild(of), self._client.http
        if guild is None or not guild.me.guild_permissions.create_events or self._hand.blocks_server(of):
            return
        try:
            lock = self._events.of(id)
            async with lock:
                league = await self._leagues.find(id, of)
                event = league.event
                with priority(Priority.REPAIR):
                    if league.next is None and event is not None:
                        await http.delete_scheduled_event(of, event)
                        await self._leagues.note_event(league, None)
                    if league.next is not None and event is not None:
                        with suppress(discord.NotFound):
                            await http.edit_scheduled_event(of, event, **await self._evening(league, guild))
                            return
                    if league.next is not None:  # There is none, or somebody has deleted it.
                        made = await http.create_guild_scheduled_event(of, **await self._evening(league, guild))
                        await self._leagues.note_event(league, int(made["id"]))
        except (*LOST, *REFUSED, TableError) as error:
            log.debug("league %s: its next evening is no event: %r", code(id), error)

    async def _evening(self, league: League, guild: discord.Guild) -> dict[str, Any]:
        """Return the next evening of a league as Discord keeps it among the events of a server."""
        latest = await self._tournaments.find(league.latest, league.guild)
        begins, rounds = league.next or 0, len(latest.rounds) if latest.together else 1
        place = guild.get_channel_or_thread(league.channel)
        return {
            "name": league_title(self._presenter.renderer.context(latest.language), latest)[:100],
            "privacy_level": discord.PrivacyLevel.guild_only.value,
            "entity_type": discord.EntityType.external.value,
            "entity_metadata": {"location": "Discord" if place is None else f"#{place.name}"[:100]},
            "scheduled_start_time": datetime.fromtimestamp(begins, UTC).isoformat(),
            "scheduled_end_time": datetime.fromtimestamp(begins + rounds * latest.seconds, UTC).isoformat(),
        }


def _latest_boards(entered: TournamentField) -> list[TableId]:
    """Return everybody's latest game of what may be played now, where it is over."""
    open_now = [line for line in entered.played if line.round in entered.tournament.open_rounds]
    latest = {line.entry: line for line in sorted(open_now, key=lambda line: line.round)}
    return [line.table for line in latest.values() if line.finished]


def _parted(users: Sequence[int]) -> list[Sequence[int]]:
    """Return ``users`` as messages name them."""
    return [users[first : first + _MOST_MENTIONS] for first in range(0, len(users), _MOST_MENTIONS)]

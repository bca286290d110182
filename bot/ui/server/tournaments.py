"""The messages of tournaments: the public one, drawn now and then, the result, and the one reminder of a round.

Those of leagues open by themselves, and the next evening of a league stands in its server's events.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, TypeVar

import discord

from bot.pictures import PictureRenderer
from bot.screens.league import league_title
from bot.screens.tournament import on_podium, over_screen, podium, reminder_text, tournament_screen
from bot.tables.hand import Hand
from bot.tables.leagues import League, Leagues, LeagueTable
from bot.tables.model.choices import NOBODY, PlayerSettings, unnamed
from bot.tables.model.errors import TableError, translated_errors
from bot.tables.model.memory import Locks, LruCache
from bot.tables.model.processes import HeldShards
from bot.tables.model.table import Table, TableId, code
from bot.tables.records.trophies import Earned, TrophyStore
from bot.tables.service.service import TableService
from bot.tables.tournaments import (
    RoundStory,
    Tournament,
    TournamentField,
    Tournaments,
    TournamentStatus,
    reminds,
    winners_of,
)
from bot.ui.delivery.calls import only_these, reachable
from bot.ui.delivery.pictures import PicturePlaces
from bot.ui.delivery.presenter import Presenter
from bot.ui.discord.adapter import Rendered, board_link, render
from bot.ui.discord.names import DisplayNames
from bot.ui.discord.pictures import Picture, edit_with_picture, podium_picture, with_picture
from bot.ui.pace.budget import LOST, REFUSED, Priority, may_come_later, nonce, priority
from bot.ui.pace.work import WorkQueue

log = logging.getLogger(__name__)

DRAWING_SECONDS = 10.0
"""Between two edits of the message of a tournament."""

_PICTURE_SECONDS = 5.0

_REMEMBERED = 1024

MANY = 100
"""The players of whom the event loop draws messages; those of more are drawn in a thread."""

T = TypeVar("T")

_MOST_MENTIONS = 50
"""People whom one message of a reminder names; where more are late, it has several."""


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
    ) -> None:
        """Post by ``client``, in the servers of ``shards``; ``preferences`` say who wants reminders.

        ``hand`` knows which servers are blocked.
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
        self._done = LruCache[TableId, int](_REMEMBERED)
        """The games of tournaments that were over when one was last looked at."""
        self._events = Locks()
        self._drawing = WorkQueue(pause=DRAWING_SECONDS)
        self.settle = self._drawing.settle
        self.stop = self._drawing.stop

    def rendered(
        self,
        entered: TournamentField,
        language: str,
        stories: Sequence[RoundStory] = (),
        trophies: Sequence[Earned] = (),
    ) -> Rendered:
        """Return the public message of a tournament, with what there is to tell of its rounds, and what it brings."""
        context = self._presenter.renderer.context(language)
        return render(tournament_screen(context, entered, stories, trophies), context.glyphs)

    async def named(self, entered: TournamentField, reader: int | None = None) -> TournamentField:
        """Return it with the names of those who allow that in posts; with a ``reader``, in lists that they see."""
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
        for tournament, _, played, _ in going_on:
            done = sum(line.finished for line in played)
            if self._done.get(tournament.id) != done:  # Else it was a game of another kind.
                self._done.put(tournament.id, done)
                await self.go_on(tournament.id)

    def changed(self, id: TableId) -> None:
        """Draw the message of a tournament, ten seconds after the last time at the earliest."""
        self._drawing.ask(id, self._draw, id, of=Priority.REPAIR)

    def closed(self, id: TableId) -> None:
        """Draw the message of a tournament whose round is over, and the private boards that this has closed."""
        self.changed(id)
        self._presenter.run_later(self._close_boards(id), "show that a tournament is over")

    async def _close_boards(self, id: TableId) -> None:
        """Show on private boards that nobody may go on there, where a token still changes them; others at a press."""
        tournament = await self._tournaments.current(id)
        if tournament is None:
            return
        lines = (await self._tournaments.field(tournament)).played
        closed = [line.table for line in lines if line.score is None and tournament.phase.closed(line.round)]
        await self._presenter.close_boards(closed)

    async def reviewed(self, id: TableId) -> None:
        """Draw the result of a tournament anew whose game has been reviewed: its points without luck are known now."""
        tournament = (await self._tables.get(id)).settings.tournament
        known = None if tournament is None else await self._tournaments.current(TableId(tournament))
        if known is not None and not known.status.on:
            self.changed(known.id)

    async def judged(self, table: Table) -> None:
        """Draw the result of a tournament anew of which a game was voided or counts again; its league follows."""
        if table.settings.tournament is not None:
            id = TableId(table.settings.tournament)
            self._tournaments.forget_stories(id)
            self.changed(id)

    async def go_on(self, id: TableId) -> None:
        """Do what is due in a tournament."""
        try:
            if await self._tournaments.go_on(id) is not None:
                self.closed(id)
        except TableError as error:
            log.warning("tournament %s has to wait: %r", code(id), error)
        self.changed(id)

    async def look(self, now: int) -> None:
        """Do what is due in all tournaments, and draw those whose messages are behind."""
        if not self._client.is_ready():
            return
        await self._open_weeks()
        try:
            due, behind = await self._tournaments.to_look_at(self._shards.now)
        except TableError as error:
            log.warning("tournaments have to wait: %r", error)
            return
        for id in due:
            try:
                if await self._tournaments.go_on(id) is not None:
                    self.closed(id)
                await self._remind(id, now)
            except TableError as error:
                log.warning("tournament %s has to wait: %r", code(id), error)
        for id in behind:
            self.changed(id)

    async def _open_weeks(self) -> None:
        """Open the tournaments of leagues whose evening has come."""
        try:
            for id in await self._leagues.due(self._shards.now):
                league = await self._leagues.go_on(id, self._hand.blocks_server)
                if league is not None:
                    self.announce(league)
        except TableError as error:
            log.warning("leagues have to wait: %r", error)

    # -- the public message ------------------------------------------------------------------------------------------

    async def _draw(self, id: TableId) -> None:
        """Draw the message of a tournament; again later where Discord or the storage fails now."""
        try:
            await self._show(id)
        except (*LOST, *REFUSED, TableError) as error:
            log.info("tournament %s: its message comes later: %r", code(id), error)
            if not isinstance(error, TableError):  # The next look asks for it, once the storage answers.
                self.changed(id)

    async def _show(self, id: TableId) -> None:
        tournament = await self._tournaments.current(id)
        if tournament is None or not self._shards.now.owns(tournament.guild) or not self._shards.valid():
            return
        if self._hand.blocks_server(tournament.guild):
            return
        entered = await self._tournaments.field(tournament)
        if tournament.status is TournamentStatus.OVER and not tournament.announced:
            await self._announce(entered)
        elif tournament.message is not None:
            picture = await self._podium(entered) if tournament.status is TournamentStatus.OVER else None
            board = edit_with_picture(await self._drawn(entered), picture)
            await self._edit(tournament, tournament.message, board)
        elif tournament.league not in (None, tournament.id) and tournament.status.on:
            await self._post(entered)
        await self._tournaments.drawn(tournament)

    async def _drawn(self, entered: TournamentField) -> Rendered:
        tournament, stories, brought = entered.tournament, tuple[RoundStory, ...](), list[Earned]()
        if tournament.status is TournamentStatus.OVER:
            stories = await self._tournaments.stories(entered)
            with translated_errors():
                await self._trophies.add(*winners_of(entered))
                brought = await self._trophies.behind(tournament.guild, tournament.id)
                hidden = await unnamed(self._preferences, {earned.user for earned in brought})
            brought = [one._replace(user=NOBODY) if one.user in hidden else one for one in brought]
        draw = partial(self.rendered, await self.named(entered), tournament.language, stories, brought)
        return await self.apart(entered, draw)

    async def _podium(self, entered: TournamentField) -> Picture | None:
        """Return the picture of the best three, where the server wants pictures and the channel takes files."""
        entered = await self.named(entered)
        tournament, places = entered.tournament, await self.apart(entered, partial(on_podium, entered))
        if not places or not await self._places.take(tournament):
            return None
        context = self._presenter.renderer.context(tournament.language)
        users = [place.player.user for place in places]
        known = [user for user in users if user != NOBODY]
        names = dict(zip(known, await self._names.of(tournament.guild, known), strict=True))
        shown = podium(context, tournament, places, [names.get(user, "") for user in users])
        return await podium_picture(context.t, self._renderer, shown, _PICTURE_SECONDS)

    async def _announce(self, entered: TournamentField) -> None:
        """Post the result below all else, and leave the way there in place of the message before."""
        tournament = entered.tournament
        once = nonce("tournament", tournament.id, "over")
        result, picture = await self._drawn(entered), await self._podium(entered)
        try:
            with priority(Priority.BOARD):
                sent = await self._channel(tournament).send(**with_picture(result, picture), nonce=once)
        except REFUSED as error:
            if may_come_later(error):
                raise
            log.info("tournament %s: its result cannot be posted: %s", tournament.code, error)
            if tournament.message is not None:
                await self._edit(tournament, tournament.message, edit_with_picture(result, picture))
            return
        await self._tournaments.placed(tournament, sent.id, announced=True)
        if tournament.message is not None:
            context = self._presenter.renderer.context(tournament.language)
            over = render(
                over_screen(context, tournament, board_link(replace(tournament, message=sent.id))), context.glyphs
            )
            await self._edit(tournament, tournament.message, over.kwargs)

    async def _post(self, entered: TournamentField) -> None:
        """Post the message of a league's tournament; where nobody can, end it and pause the league."""
        tournament = entered.tournament
        once, board = nonce("tournament", tournament.id, "open"), await self._drawn(entered)
        try:
            with priority(Priority.BOARD):
                sent = await self._channel(tournament).send(**board.kwargs, nonce=once)
        except REFUSED as error:
            if may_come_later(error) or tournament.league is None:
                raise
            log.info("tournament %s: it cannot be posted, and its league pauses: %s", tournament.code, error)
            self.announce(await self._leagues.close(tournament.league, tournament.guild))
            await self._tournaments.end(tournament, tournament.host, manager=True)
        else:
            await self._tournaments.placed(tournament, sent.id)

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

    # -- the reminder ------------------------------------------------------------------------------------------------

    async def _remind(self, id: TableId, now: int) -> None:
        """Remind those who have not finished, once, when a quarter of the time is left."""
        tournament = await self._tournaments.current(id)
        if tournament is None or not reminds(tournament, now) or self._hand.blocks_server(tournament.guild):
            return
        entered = await self._tournaments.field(tournament)
        late = [entry.user for entry in entered.unfinished() if entry.user > 0]
        called = await reachable(self._preferences, tuple(late), now)
        tournament = await self._tournaments.reminded(tournament)
        for first in range(0, len(called), _MOST_MENTIONS):
            some = called[first : first + _MOST_MENTIONS]
            self._presenter.run_later(self._send_reminder(tournament, some, now), "remind players")

    async def _send_reminder(self, tournament: Tournament, users: Sequence[int], now: int) -> None:
        context = self._presenter.renderer.context(tournament.language)
        text = reminder_text(context, tournament, users, board_link(tournament))
        allowed = await only_these(self._preferences, users, now)
        once = nonce("remind tournament", tournament.id, f"{tournament.reminded} {users[0]}")
        with suppress(*LOST, *REFUSED), priority(Priority.REMINDER):
            await self._channel(tournament).send(text, allowed_mentions=allowed, nonce=once)

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
                    elif league.next is not None and event is not None:
                        await http.edit_scheduled_event(of, event, **await self._evening(league, guild))
                    elif league.next is not None:
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

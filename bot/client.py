"""The Discord client: gets its services, loads cogs by name, starts and stops."""

import asyncio
import logging
import pkgutil
import sys
from contextlib import suppress
from importlib import import_module
from operator import attrgetter
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import __version__, logs
from bot.arrivals import Arrivals
from bot.games import ENTRIES
from bot.gateway import Gateway, IdentifyPacing, ShardHandover, ShardSource
from bot.gateway.gateway import ShardedState
from bot.jobs import Scheduler, cut_off, schedule_jobs
from bot.locales import warm
from bot.logs import GarbageCollection
from bot.pictures import PictureRenderer
from bot.services import Services
from bot.tables.model.errors import BrokenTable, NoTable, NotSaved, TableError
from bot.tables.model.store import StoreError
from bot.tables.model.table import Table, TableId, code
from bot.tables.posts import moment_of
from bot.tables.records.profiles import best_game
from bot.tables.records.statistics import UsualPointsCache
from bot.tables.records.trophies import follow
from bot.tables.storage.results import has_rivals
from bot.tables.storage.rows import result_rows
from bot.ui.delivery.absences import Absences
from bot.ui.delivery.access import AccessPauses
from bot.ui.delivery.computers import ComputerTurns
from bot.ui.delivery.deadlines import DueCalls, TableClock
from bot.ui.delivery.opening import Opening
from bot.ui.delivery.pictures import BoardPictures, PicturePlaces, ResultPictures
from bot.ui.delivery.presenter import Presenter
from bot.ui.delivery.renderer import Newcomers, ReigningChampions, TableRenderer
from bot.ui.discord.commands import CommandSync
from bot.ui.discord.emojis import Emojis
from bot.ui.discord.errors import answer_error, check_command_options
from bot.ui.discord.names import DisplayNames
from bot.ui.discord.reply import Interaction, PressMetrics
from bot.ui.discord.requests import (
    BudgetConnector,
    TokenRequests,
    install_edit_adapter,
    install_route_limits,
    user_agent,
)
from bot.ui.pace.budget import LOST, REFUSED, RequestBudget
from bot.ui.pace.pauses import Pauses
from bot.ui.pace.turns import PostTurns
from bot.ui.pace.work import BackgroundTasks, WorkQueue
from bot.ui.press.router import PressServices, Router
from bot.ui.press.routes import table_router
from bot.ui.server.departures import Departures, ProcessMemory
from bot.ui.server.posts import PostMessages
from bot.ui.server.seasons import FinalTables
from bot.ui.server.tournaments import TournamentMessages

log = logging.getLogger(__name__)


def cog_names() -> list[str]:
    """Return the names of all cogs: those of games in the order of menus, then the other files in ``cogs``."""
    games = [f"cogs.{command.cog}" for entry in ENTRIES.values() for command in entry.commands]
    modules = {f"cogs.{module.name}" for module in pkgutil.iter_modules(import_module("cogs").__path__)}
    return [*games, *sorted(modules - {*games, "cogs.base", "cogs.start"})]


# The bot says nothing aloud; without this the library would warn about it at every start.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False

_START_SECONDS = 20
"""Seconds that the start waits for sending the commands and the emojis; the rest happens later."""

_CLOSE_SECONDS = 4
_LAST_MESSAGES_SECONDS = 1


def _listeners() -> set[asyncio.Task[None]]:
    """Return the tasks in which discord.py runs listeners; only their names tell them apart."""
    running = {task for task in asyncio.all_tasks() if task.get_name().startswith("discord.py: on_")}
    return running - {asyncio.current_task()}


class _Tree(app_commands.CommandTree["Gobelet"]):
    """The tree of commands: it counts them, and answers their errors like those of presses."""

    async def interaction_check(self, interaction: Interaction) -> bool:
        """Count the command as under way; begin none while the bot is closing. Raises NotOffered."""
        client: Gobelet = self.client
        begins = await client.arrivals.begins(interaction)
        if begins and interaction.type is not discord.InteractionType.autocomplete:  # Half of it may be typed.
            check_command_options(interaction)
        return begins

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Answer ``error`` in the reader's language."""
        client: Gobelet = self.client
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(cause, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            client.commands_sync.again()
        if interaction.type is discord.InteractionType.autocomplete:
            return  # It takes no words for an answer.
        await answer_error(interaction, cause)
        if isinstance(cause, BrokenTable):
            await client.presenter.show_broken(cause)


class Gobelet(commands.Bot):
    """The bot. One REST request answers one press. No part of a game lives in here."""

    def __init__(
        self,
        services: Services,
        source: ShardSource | None = None,
        pacing: IdentifyPacing | None = None,
        turnover: ShardHandover | None = None,
    ) -> None:
        """Work with ``services``; connect with :meth:`start`.

        ``source`` decides which shards to hold, ``pacing`` when they may begin; see :class:`bot.gateway.Gateway`.
        ``turnover`` says which presses are this process's own, where several processes share the shards.
        """
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=_Tree,
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            max_ratelimit_timeout=30.0,
            guild_ready_timeout=0.3,  # Nothing here waits for the list of servers.
        )
        self.services = services
        logs.shard_of = lambda guild: services.shards.now.of(guild)
        self.budget = RequestBudget(services.shards)
        self.request_pauses = Pauses()
        self.http.user_agent = user_agent(services.support, __version__)
        TokenRequests(self.http, self.request_pauses)
        install_route_limits(self.http)
        self.press_metrics: PressMetrics | None = None
        """Counts presses, where the host has asked for it."""
        self.gateway = Gateway(self, services.shards, source, pacing)
        self.renderer = PictureRenderer()
        self.names = DisplayNames(self)
        places = PicturePlaces(self, services.settings)
        pictures = BoardPictures(self.renderer, places)
        cards = ResultPictures(self.renderer, self.names, places, services.tables.repository.results)
        background = BackgroundTasks()
        self.presenter = Presenter(
            self,
            TableRenderer(
                services.tables,
                services.preferences,
                services.dailies,
                services.tournaments,
                services.trophies,
                self.names,
                pictures,
                UsualPointsCache(services.profiles),
                Newcomers(services.profiles),
                ReigningChampions(services.seasons),
                background,
                lambda: services.hand.notice,
                services.hand.is_voided,
            ),
            services.tables,
            services.preferences,
            cards,
            services.bests,
            services.reviews,
            background,
            WorkQueue(self.budget.room),
            services.hand.is_blocked,
        )
        self.said_last = self.presenter.said_last
        self.opening = Opening(services.tables, services.settings, self.presenter)
        self.absences = Absences(services.tables, self.presenter, services.preferences, services.privacy)
        self.router: Router = table_router(
            PressServices(
                services.tables,
                self.presenter,
                services.settings,
                services.hand,
                services.reviews,
                services.training,
                self.renderer,
                places,
                self.absences,
            )
        )
        self.arrivals = Arrivals(services, self.names, self.router, turnover)
        self.on_interaction = self.arrivals.press  # So discord.py calls it.
        self.scheduler = Scheduler(services.clock, services.monotonic)
        self.pauses = AccessPauses(self, services.tables, self.presenter, services.hand)
        self.computers = ComputerTurns(services.tables, self.presenter, self.absences)
        self.clock = TableClock(services.tables, services.preferences, self.presenter, self.pauses, self.computers)
        turns = PostTurns(services.shards)
        self.final_tables = FinalTables(
            self,
            self.presenter,
            services.seasons,
            services.leaderboards,
            services.leagues,
            services.posts,
            services.trophies,
            services.settings,
            self.names,
            self.renderer,
            places,
            services.clock,
            services.shards,
            services.hand,
            turns,
        )
        self.posts = PostMessages(
            self,
            self.presenter,
            services.posts,
            self.final_tables,
            services.settings,
            self.names,
            self.renderer,
            places,
            services.shards,
            services.hand,
            turns,
        )
        self.presenter.on_result(self.posts.noticed)
        self.tournaments = TournamentMessages(
            self,
            self.presenter,
            services.tables,
            services.tournaments,
            services.leagues,
            services.trophies,
            services.preferences,
            self.names,
            self.renderer,
            places,
            services.shards,
            services.hand,
            services.posts,
        )
        go_on = background.later(self.tournaments.finished, "go on with tournaments")
        services.tables.repository.on_finish(go_on, attrgetter("settings.tournament"))
        self.departures = Departures(self, services.privacy, services.meta, services.tables, services.clock)
        calls = DueCalls(services.tables, self.presenter, self.pauses)
        schedule_jobs(
            self.scheduler,
            services,
            self.clock,
            calls,
            self.final_tables,
            self.tournaments,
            self.posts,
            self.departures,
            self._follow_judgements,
        )
        services.reviews.tell = self._reviewed
        services.tables.repository.on_finish(background.later(services.ratings.catch_up, "rate a game"), has_rivals)
        self.memory = ProcessMemory(self, services.tables, self.presenter, self.names, self.renderer, self.tournaments)
        self.memory.follow(services.shards, services.notices)
        self.commands_sync = CommandSync(self, services.meta, services.leader, services.monotonic)
        self.own_emojis = Emojis(self, services.leader, self.presenter.renderer.use_glyphs, self._draw_anew)
        self._garbage = GarbageCollection()
        self._begun = False
        self._following = asyncio.Lock()

    def _get_state(self, **options: Any) -> ShardedState:
        """Return what discord.py keeps the servers in; it calls this once."""
        return ShardedState(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )

    async def setup_hook(self) -> None:
        """Read languages, load the cogs, send the commands if they changed, fetch the emojis."""
        await asyncio.to_thread(warm)
        with suppress(StoreError):  # It looks again every few seconds.
            await self.services.hand.look()
        for name in cog_names():
            await self.load_extension(name)
        await self.commands_sync.begin(_START_SECONDS)
        await self.own_emojis.begin(_START_SECONDS)
        install_edit_adapter(None if self.press_metrics is None else self.press_metrics.answered)
        await self._warm_renderer()
        self.presenter.reconciler.start()
        self._garbage.start()

    async def login(self, token: str) -> None:
        """Log in as soon as the bot reaches Discord. Raises LoginFailure or HTTPException if Discord refuses."""

        async def once() -> None:
            # Each try has an HTTP session of its own, which closes its connections when the try fails.
            shards = self.services.shards
            self.http.connector = BudgetConnector(self.budget, self.request_pauses, shards, self.http.user_agent)
            await super(Gobelet, self).login(token)

        await self.gateway.log_in(once)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected until the client is closed; ignores ``reconnect``. Raises Refused or LoginFailure."""
        await self.gateway.stay()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for nothing: :meth:`connect` has waited before it opened the connection."""

    @property
    def closing(self) -> bool:
        """Whether the bot is about to disconnect; then it begins nothing more."""
        return self.arrivals.closing

    async def on_ready(self) -> None:
        """Log it, and begin what the bot does by itself: from now on it knows where it may.

        This comes again whenever all held shards are ready anew: after new sessions, and with another shard.
        """
        self._garbage.leave()  # Servers with all their channels and members are many, and stay.
        held = self.services.shards.now
        of_all = "" if held.count == 1 else f", with {len(held.held)} of {held.count} shards"
        log.info("ready as %s in %s servers%s", self.user, len(self.guilds), of_all)
        if not self._begun and not self.closing:
            self._begun = True
            self.scheduler.start()

    async def on_shard_served(self, shard: int) -> None:
        """Show the saves of the time in which nobody was connected for the servers of ``shard``.

        Closing waits for it, as for other work beside the answers.
        """
        self.presenter.reconciler.took_over()
        await self._look_up(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """Do the same after a break of the connection."""
        if shard in self.services.shards.now.held:
            await self._look_up(shard)

    async def _look_up(self, shard: int) -> None:
        look = self.presenter.reconciler.look_up(self.services.shards.now.only(shard))
        await self.presenter.run_later(look, "look up boards that are behind")

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Log what a listener raised. While the bot closes, storage that is gone is no error."""
        if self.closing and isinstance(sys.exception(), StoreError):
            log.info("%s was cut off, because the bot is closing", event_method)
            return
        await super().on_error(event_method, *args, **kwargs)

    async def close(self) -> None:
        """Finish the presses and commands under way, then disconnect; they get at most 4 seconds."""
        self.arrivals.closing = True
        self.clock.stop()
        self.computers.stop()
        self._garbage.stop()
        self.gateway.stop()
        try:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await self.commands_sync.errand.stop()
                await self.own_emojis.errand.stop()
                if self.services.background_reviews is not None:
                    await self.services.background_reviews.close()
                await self.scheduler.stop()
                await self.router.settle()
                await self.services.tables.thinker.close()
                self.renderer.close()
                self.presenter.reconciler.stop()
                await self.presenter.queue.stop(_LAST_MESSAGES_SECONDS)
                await self.tournaments.stop(_LAST_MESSAGES_SECONDS)
                await self.presenter.settle()
                await self.presenter.reconciler.note()
                await self.services.tables.repository.close()
        except TimeoutError:
            log.warning("some presses did not finish in %s seconds", _CLOSE_SECONDS)
            await self.scheduler.cut_off()
            await cut_off({*self.presenter.background.tasks, *_listeners()})
            await self.services.tables.thinker.close()
        self.renderer.close()
        await self.gateway.close()
        await super().close()

    # -- emojis --------------------------------------------------------------------------------------------------

    def _reviewed(self, table: TableId) -> None:
        """Tell a game's story on its board, and its points without luck where it belongs to a tournament."""
        self.presenter.tell_story(table)
        self.presenter.run_later(self.tournaments.reviewed(table), "tell of a review in a tournament")

    def judged(self, table: Table) -> None:
        """Let follow what a manager has said of the result of ``table``: ratings, trophies, what tells of it."""
        later = self.presenter.run_later
        later(self.services.ratings.catch_up(table.guild), "rate all games of a kind again")
        later(self._follow_judgements(), "let follow what hangs on a result")

    async def _follow_judgements(self, now: int = 0) -> None:
        """Let follow what hangs on each result that was judged, also before this process began."""
        if not self.is_ready():
            return
        hand = self.services.hand
        async with self._following:
            for judgement in await hand.unfollowed():
                with suppress(NotSaved):  # It stays until the next look.
                    if await self._follow(judgement.table):
                        await hand.followed(judgement)

    async def _follow(self, id: TableId) -> bool:
        """Do one after the other, none of which keeps the others from following; return whether storage took all."""
        services, taken = self.services, True
        winners = services.tournaments.winners
        try:
            table = await services.tables.get(id)
        except (NoTable, BrokenTable) as error:
            log.warning("table %s: nothing follows its result: %r", code(id), error)
            return True
        self.presenter.renderer.brought.drop(id)
        for work in (
            follow(services.trophies, services.tables.repository, winners, table),
            self.final_tables.judged(table),
            self.tournaments.judged(table),
            self._post_again(table),
            self._draw_result(table),
        ):
            try:
                await work
            except (*LOST, *REFUSED, StoreError, TableError) as error:
                log.warning("table %s: something does not follow its result: %r", table.code, error)
                taken = taken and not isinstance(error, StoreError | NotSaved)
            except Exception:  # A fault that another look would meet again.
                log.exception("table %s: something does not follow its result", table.code)
        return taken

    async def _draw_result(self, table: Table) -> None:
        """Draw anew what says whether a result is voided: its board, or what somebody has shared of the daily."""
        if table.public_result and table.message is not None:
            self.presenter.draw_result_anew(table.id)
        elif table.settings.daily is not None:
            self.presenter.renderer.judged(table.id)
            dailies = self.services.dailies
            async with dailies.sharing(table.id):
                now = await self.services.tables.get(table.id)
                await self.posts.draw_shared(now, await dailies.result(now))

    async def _post_again(self, table: Table) -> None:
        """Draw posts anew that tell of a result; what made it a moment is what was played before it."""
        rows = result_rows(table)
        series = await self.services.bests.before(rows) if rows else None
        moment = None if series is None else moment_of(table, series, best_game(rows, series))
        voided = bool(await self.services.hand.is_voided(table.id))
        await self.posts.judged(table, moment, voided=voided)

    def _draw_anew(self) -> None:
        self.presenter.run_later(self._redraw_all(), "draw boards with the emojis that came late")

    async def _redraw_all(self) -> None:
        """Draw the boards of all live tables anew, slowly, because nobody waits for them."""
        for table in await self.services.tables.repository.live():
            self.presenter.reconciler.doubt(table)

    # -- start ---------------------------------------------------------------------------------------------------

    async def _warm_renderer(self) -> None:
        """Prepare what pictures need before the first press, so that no press waits for it.

        That makes the start half a second longer. Later it would hold up presses for that long, and the garbage
        collector would have to look at its objects.
        """
        try:
            await self.renderer.warm()
        except Exception:
            log.exception("pictures cannot be drawn")

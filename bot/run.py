"""Starting and stopping the bot: storage, client, signals. ``python -m bot run`` is :func:`serve`."""

import asyncio
import logging
import signal
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager, suppress
from typing import Any

import aiohttp
import discord

from bot import health, logs
from bot.client import Gobelet
from bot.connect import ConnectError, point_at
from bot.gateway import REFUSALS, OwnShards, TokenRefused
from bot.services import Services
from bot.settings import CLAIM, Settings
from bot.tables.daily import Dailies
from bot.tables.hand import Hand, HandStore
from bot.tables.leagues import Leagues
from bot.tables.model.processes import HeldShards, Leader
from bot.tables.model.store import StoreError
from bot.tables.posts import Posts
from bot.tables.puzzles import PuzzleService
from bot.tables.records.champion import Champion
from bot.tables.records.reviews import BackgroundReviews, GameReviews
from bot.tables.records.trophies import compare
from bot.tables.service.service import TableService
from bot.tables.storage.seals import Seals
from bot.tables.tournaments import Tournaments
from bot.tables.training import Training
from bot.thinker.thinker import FOLDER, Thinker
from bot.thinker.worker import NICEST
from bot.ui.pace.work import backoff_seconds
from db import Storage, open_database
from db.claims.holder import Claims, Share, set_shard_count, shard_count
from db.connection import engines
from db.connection.faults import DatabaseDown, DatabaseError, DatabaseInUse, WrongDatabase
from db.queries.archive import Packed

log = logging.getLogger(__name__)

_TRIES = 8
"""The tries of a start to reach the server of the database: for a minute."""

_LONGEST_PAUSE = 15.0

_STOPPING = (signal.SIGTERM, signal.SIGINT)

DEAF = 75
"""The exit status where requests are stuck: for now it fails, and a new start helps (EX_TEMPFAIL of sysexits.h)."""


class StartError(RuntimeError):
    """The bot cannot start; the message is one line for its host, ``status`` the exit status."""

    def __init__(self, message: str, status: int = 1) -> None:
        super().__init__(message)
        self.status = status


def run_program(work: Coroutine[Any, Any, None], *, log_level: str, log_format: str = "text") -> None:
    """Run ``work`` to its end in a new event loop (uvloop where there is one); raises StartError."""
    logs.set_up(log_level, log_format)
    try:
        import uvloop  # noqa: PLC0415 - there is none on Windows
    except ImportError:
        asyncio.run(work)
    else:
        uvloop.run(work)


@asynccontextmanager
async def services(
    database_url: str,
    clock: Callable[[], int] | None = None,
    monotonic: Callable[[], float] | None = None,
    *,
    support: str = "",
    background_reviews: bool = False,
) -> AsyncIterator[Services]:
    """Open storage for this process alone and make the services; close both at the end. Raises StartError.

    ``clock`` gives unix seconds, ``monotonic`` seconds that never go back. A test that moves ``clock`` forward and
    gives no ``monotonic`` moves both.
    """
    opening = _opened(database_url, clock, monotonic, support=support, background_reviews=background_reviews)
    async with opening as (services, _):
        yield services


@asynccontextmanager
async def _opened(
    database_url: str,
    clock: Callable[[], int] | None = None,
    monotonic: Callable[[], float] | None = None,
    *,
    support: str = "",
    background_reviews: bool = False,
    share: Share | None = None,
    tries: int = 1,
) -> AsyncIterator[tuple[Services, Claims | None]]:
    """Open storage and make the services; with ``share`` also the claims to it. Raises StartError.

    It makes so many ``tries`` to reach a server that does not answer yet.
    """
    monotonic = monotonic or clock or time.monotonic
    clock = clock or _now
    with _start_errors():
        async with AsyncExitStack() as stack:
            storage = await _storage(
                stack, lambda: open_database(database_url, alone=share is None, share=share), tries
            )
            await stack.enter_async_context(storage.listening())
            claims = storage.database.claims
            shards = HeldShards() if claims is None else claims.held
            seals = Seals(storage.dailies, clock, storage.tournaments)
            file = engines.sqlite_file(engines.parse(database_url))
            mind = FOLDER if file is None else file.parent / "mind"
            tables = TableService(
                storage.tables,
                clock=clock,
                seals=seals,
                shards=shards,
                settings=storage.settings,
                thinker=Thinker(mind),
            )
            behind = Thinker(mind, nicer=NICEST)
            for thinker in (tables.thinker, behind):
                stack.push_async_callback(thinker.close)
            reviews = GameReviews(
                tables.repository, tables.history, tables.thinker, storage.reviews, storage.preferences
            )
            tournaments = Tournaments(tables, storage.tournaments, reviews, clock)
            dailies = Dailies(tables, storage.dailies, storage.settings, clock)
            puzzles = PuzzleService(storage.puzzles, storage.settings, clock)
            leagues = Leagues(tournaments, storage.tournaments, storage.seasons, storage.settings, clock)
            services = Services(
                tables=tables,
                profiles=storage.profiles,
                leaderboards=storage.leaderboards,
                bests=storage.bests,
                ratings=storage.ratings,
                reviews=reviews,
                seasons=storage.seasons,
                dailies=dailies,
                tournaments=tournaments,
                leagues=leagues,
                puzzles=puzzles,
                training=Training(reviews, tables.thinker, storage.training, storage.settings, clock),
                trophies=storage.trophies,
                posts=Posts(
                    storage.posts,
                    dailies,
                    puzzles,
                    storage.leaderboards,
                    storage.profiles,
                    storage.seasons,
                    leagues,
                    reviews,
                    storage.settings,
                    storage.preferences,
                    clock,
                ),
                hand=Hand(storage.hand, tables, clock),
                settings=storage.settings,
                preferences=storage.preferences,
                privacy=storage.privacy,
                meta=storage.meta,
                clock=clock,
                monotonic=monotonic,
                ping=storage.check,
                count_live=storage.tables.count_live,
                on_commit=storage.writer.on_commit,
                background_reviews=BackgroundReviews(tables, reviews, behind) if background_reviews else None,
                champion=(
                    Champion(tables, behind, dailies.unplayed, tournaments.unplayed) if background_reviews else None
                ),
                support=support,
                shards=shards,
                notices=storage.notices,
                leader=Leader() if claims is None else claims.leader,
            )
            yield services, claims


async def _storage(
    stack: AsyncExitStack, opening: Callable[[], AbstractAsyncContextManager[Storage]], tries: int
) -> Storage:
    """Open storage in ``stack``. Raises DatabaseError, after so many ``tries`` if its server does not answer."""
    for failures in range(1, tries):
        try:
            return await stack.enter_async_context(opening())
        except DatabaseDown as error:
            pause = backoff_seconds(failures, first=1.0, most=_LONGEST_PAUSE)
            log.warning("%s Trying again in %.0f s.", error, pause)
            await asyncio.sleep(pause)
    return await stack.enter_async_context(opening())


@contextmanager
def _start_errors() -> Iterator[None]:
    """Raise errors of the database as StartError."""
    try:
        yield
    except (WrongDatabase, DatabaseInUse) as error:  # Trying again would not help: the host has to act.
        raise StartError(str(error), 2) from error
    except DatabaseError as error:
        raise StartError(str(error)) from error


def _now() -> int:
    return int(time.time())


async def change_shard_count(database_url: str, count: int | None, say: Callable[[str], None]) -> None:
    """Say how many shards all processes have, or change it. Raises StartError while a process uses the database."""
    with _start_errors():
        async with open_database(database_url, alone=True) as storage:
            session = storage.database.session
            if session is None:
                raise WrongDatabase("Only PostgreSQL can be shared; an SQLite file has one process, with all shards.")
            before = await shard_count(session)
            if count is not None:
                await set_shard_count(session, count)
    former = "no process has decided it yet" if before is None else str(before)
    say(f"shards: {former}" if count is None else f"shards: {count} (before: {former})")


async def ask_hand(database_url: str, ask: Callable[[HandStore], Coroutine[Any, Any, None]]) -> None:
    """Have ``ask`` read or change who is blocked; the bot may run meanwhile, and follows.

    Raises StartError, also where no database is: this makes none.
    """
    with _start_errors():
        file = engines.sqlite_file(engines.parse(database_url))
        if file is not None and not file.exists():
            raise StartError(f"there is no database at {file}; DATABASE_URL names it")
        async with open_database(database_url) as storage:
            await ask(storage.hand)


async def shrink(database_url: str, before: int, progress: Callable[[int, int], None]) -> Packed:
    """Pack the journals of games that were over ``before``; the bot may run meanwhile. Raises StartError."""
    with _start_errors():
        async with open_database(database_url) as storage:
            try:
                return await storage.shrink(before, progress)
            except StoreError as error:
                raise StartError(f"not all is packed, but what is stays so: {error}") from error


async def check_trophies(database_url: str, say: Callable[[str], None], *, repair: bool) -> None:
    """Work the trophies of all servers out again and say what differs. Raises StartError if it stays so."""
    differs = 0
    async with services(database_url) as known:
        for guild in sorted(await known.privacy.guilds()):
            found = await compare(known.trophies, known.tables.repository, known.tournaments.winners, guild)
            for code in found.unreadable:
                say(f"server {guild}: table {code} cannot be played again: what it brought stays")
            for sign, some in (("-", found.wrong), ("+", found.missing)):
                for earned in some:
                    say(f"{sign} server {guild}: {earned.key} of {earned.user}, {earned.at}, behind it {earned.behind}")
            differs += len({(earned.user, earned.key) for earned in (*found.wrong, *found.missing)})
            if repair:
                await known.trophies.replace(guild, found.wrong, found.missing)
    say("All trophies are as their games say." if not differs else f"{differs} differ" + (", repaired" * repair) + ".")
    if differs and not repair:
        raise StartError("some trophies are not as their games say: --repair stores those that are")


async def serve(settings: Settings) -> None:
    """Run the bot until SIGTERM or SIGINT; raises StartError when it cannot start."""
    try:
        await point_at(settings.discord_api_url)
    except ConnectError as error:
        raise StartError(str(error)) from error
    async with _opened(
        settings.database_url,
        support=settings.gobelet_support,
        background_reviews=settings.background_reviews,
        share=_share(settings),
        tries=_TRIES,
    ) as (services, claims):
        if claims is None:
            client = Gobelet(services, OwnShards(settings.shard_count, settings.shard_range))
        else:
            client = Gobelet(services, claims, claims.pacing, claims.turnover)
            claims.finish_presses = client.router.finish
        async with _metrics(client, settings):
            beating = asyncio.create_task(_beat(client, settings), name="heartbeat")
            alive = asyncio.create_task(_alive(client), name="watchdog")
            try:
                leave = None if claims is None else claims.leave
                await until_stopped(client, settings.discord_token.get_secret_value(), leave=leave)
            finally:
                alive.cancel()
                health.notify("STOPPING=1")
                beating.cancel()
                await asyncio.wait((beating,), timeout=1)  # It may be using the storage, which closes next.


def _share(settings: Settings) -> Share | None:
    """Return what this process shares a database of PostgreSQL's for; None if it uses its database alone."""
    fixed = None if settings.shard_range is None else frozenset(settings.shard_range)
    shared = settings.shards == CLAIM or (fixed is not None and settings.database_url.startswith("postgres"))
    return Share(settings.shard_count, fixed) if shared else None


@asynccontextmanager
async def _metrics(client: Gobelet, settings: Settings) -> AsyncIterator[None]:
    """Serve metrics while inside, where the host has asked for them. Raises StartError."""
    if settings.metrics_port is None:
        yield
        return
    from bot.metrics import Metrics, MetricsError  # noqa: PLC0415 - for those who ask for it.

    try:
        async with Metrics(client).served(settings.metrics_host, settings.metrics_port) as address:
            log.info("metrics: %s", address)
            yield
    except MetricsError as error:
        raise StartError(str(error), 2) from error


async def until_stopped(
    client: Gobelet, token: str, *, leave: Callable[[], Coroutine[Any, Any, None]] | None = None
) -> None:
    """Connect ``client`` and stay until a signal; then finish the presses under way and disconnect.

    Before that, ``leave`` hands over to other processes; a second signal cuts it off.
    """
    stop = asyncio.Event()
    with _set_by_signals(stop):
        connected = asyncio.create_task(_connect(client, token), name="discord")
        stopping = asyncio.create_task(stop.wait(), name="signals")
        stuck = asyncio.create_task(_stuck(client), name="watch over requests")
        await asyncio.wait({connected, stopping, stuck}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        stuck.cancel()
        if not connected.done():
            log.info("stopping")
            if leave is not None:
                await _unless(leave(), stop)
            await client.close()
            with suppress(StartError):  # Closing cuts off a start that still goes on.
                await connected
        else:
            await connected
    if stuck.done() and not stuck.cancelled():
        raise StartError(f"requests to Discord have waited for {stuck.result():.0f} s: a new start is needed", DEAF)


async def _stuck(client: Gobelet) -> float:
    """Return as soon as a request waits that should have been sent long ago: for how many seconds."""
    while not (seconds := client.request_pauses.stuck()):  # noqa: ASYNC110 - time passes, and nothing happens.
        await asyncio.sleep(health.BEAT_SECONDS)
    log.error("requests to Discord are stuck: the oldest has waited for %.0f s", seconds)
    return seconds


async def _unless(work: Coroutine[Any, Any, None], stop: asyncio.Event) -> None:
    """Do ``work``, but not after ``stop`` is set again."""
    stop.clear()
    tasks = asyncio.create_task(work), asyncio.create_task(stop.wait())
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


async def _connect(client: Gobelet, token: str) -> None:
    try:
        async with client:
            await client.start(token)
    except discord.LoginFailure as error:
        raise StartError(REFUSALS[4004], 2) from error
    except TokenRefused as error:
        raise StartError(str(error), 2) from error
    except (aiohttp.ClientError, OSError) as error:
        raise StartError(f"Discord cannot be reached ({type(error).__name__}); is this machine online?") from error
    except discord.HTTPException as error:
        raise StartError(f"Discord refused to start the bot: {error}") from error


@contextmanager
def _set_by_signals(stop: asyncio.Event) -> Iterator[None]:
    """Set ``stop`` on SIGTERM and SIGINT while inside; the old handling comes back afterwards."""
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError):  # Windows has no such handlers; there KeyboardInterrupt ends the loop.
        for number in _STOPPING:
            loop.add_signal_handler(number, stop.set)
    try:
        yield
    finally:
        with suppress(NotImplementedError):
            for number in _STOPPING:
                loop.remove_signal_handler(number)


async def _beat(client: Gobelet, settings: Settings) -> None:
    """While Discord and storage answer and requests go out, write until when the bot is well, for ``healthcheck``."""
    sign = health.SignOfLife(health.beat_file(settings.database_url, settings.process_name))
    try:
        while True:
            left = client.gateway.left()
            well = left > 0 and client.request_pauses.well() and await client.services.ping()
            if well:
                sign.write(left)
            await asyncio.sleep(min(health.BEAT_SECONDS, left / 4) if well else 1)
    finally:
        sign.end()


async def _alive(client: Gobelet) -> None:
    """Tell systemd that this process works, as long as it does: whatever Discord and the database do meanwhile."""
    health.notify("READY=1")
    while True:
        if not client.request_pauses.stuck():
            health.notify("WATCHDOG=1")
        await asyncio.sleep(health.BEAT_SECONDS)

"""Takes shards, holds them and gives them back; the source of shards of the gateway."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Executable, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import URL

from bot.gateway import ShardHandover, ShardHolder, ShardSource, ShardsRefused
from bot.gateway.pacing import APART
from bot.tables.model.processes import HeldShards, Leader, Shards
from db import schema
from db.claims.session import PAUSE, START_SECONDS, LockKind, LockSession, Look, SessionLost, now
from db.connection import faults
from db.connection.faults import DatabaseError, DatabaseInUse
from db.writing import statements
from db.writing.writer import TROUBLE

# -- The next step of a process with its claims, from what it sees: pure decisions -----------------------------------
# Every member sees the same locks and computes the same shares, so nobody has to be asked. A free shard goes to a
# member with less than its share. A member with more than its share, or one that leaves, offers shards; another
# connects to one first and takes it over then, so that no press is lost in between.

_STEPS = 16


@dataclass(frozen=True, slots=True)
class ShardPlan:
    """What to do now, in shards."""

    take: tuple[int, ...] = ()
    """Free ones: take them."""
    follow: tuple[int, ...] = ()
    """Offered ones: connect to them."""
    leave_be: tuple[int, ...] = ()
    """Ones that this process connects to, and that are not offered any more."""
    offer: tuple[int, ...] = ()
    """Own ones: offer them."""
    keep: tuple[int, ...] = ()
    """Own ones that are offered: offer them no more."""
    hand_over: tuple[int, ...] = ()
    """Own ones to which another process has connected: hand them over."""
    excess: int = 0
    """The number of shards that this process has beyond its share."""


def shares(look: Look, count: int) -> Mapping[int, int]:
    """Return the number of ``count`` shards that each member should hold; the rest goes to the members with most.

    Shards that a process outside holds (a fixed range) are not shared.
    """
    held = {
        member: len(look.of(LockKind.SHARD, member)) + len(look.of(LockKind.NEXT, member)) for member in look.members
    }
    outside = look.taken(LockKind.SHARD) - look.taken(LockKind.OFFER)
    fixed = sum(look.holder(LockKind.SHARD, shard) not in look.members for shard in outside)
    each, over = divmod(max(0, count - fixed), len(held) or 1)
    order = sorted(held, key=lambda member: (-held[member], member))
    return {member: each + (at < over) for at, member in enumerate(order)}


def plan(
    look: Look,
    count: int,
    *,
    leaving: bool = False,
    rebalance: bool = False,
    before: frozenset[int] = frozenset(),
    only_before: bool = False,
) -> ShardPlan:
    """Return what to do.

    A process that is ``leaving`` is no member any more. ``rebalance`` allows offers although it stays. Shards that it
    had ``before`` it lost its session come first, and all at once, for some moments ``only_before`` these: others have
    lost theirs too. Of the rest it takes a few each time, so that processes that start together share them.
    """
    mine, coming, offered = look.mine(LockKind.SHARD), look.mine(LockKind.NEXT), look.mine(LockKind.OFFER)
    asked_for = {shard for shard in offered if look.holder(LockKind.NEXT, shard) is not None}
    hand_over = {shard for shard in offered if look.holder(LockKind.READY, shard) is not None}
    if leaving:
        return ShardPlan(offer=_sorted(mine - offered), hand_over=_sorted(hand_over), leave_be=_sorted(coming))

    share = shares(look, count).get(look.me, 0)
    free = [
        shard
        for shard in range(count)
        if look.holder(LockKind.SHARD, shard) is None and look.holder(LockKind.NEXT, shard) in (None, look.me)
    ]
    free.sort(key=lambda shard: (shard not in coming, shard not in before, shard))
    room = max(0, share - len(mine | coming))
    quick = [shard for shard in free if shard in coming]
    again = [shard for shard in free if shard in before and shard not in coming][:room]
    fresh = [] if only_before else [shard for shard in free if shard not in coming and shard not in before]
    fresh = fresh[: min(max(0, room - len(again)), max(1, count // _STEPS))]
    room -= len(again) + len(fresh)
    offers = [
        shard
        for shard in sorted(look.taken(LockKind.OFFER) - mine)
        if look.holder(LockKind.NEXT, shard) is None and look.holder(LockKind.SHARD, shard) is not None
    ]
    stale = {shard for shard in coming if look.holder(LockKind.SHARD, shard) is not None} - look.taken(LockKind.OFFER)
    excess = len(mine) - share
    wanted = max(0, excess - len(asked_for)) if rebalance else 0
    candidates = sorted(mine - asked_for, key=lambda shard: (shard not in offered, -shard))
    offer = frozenset(candidates[:wanted])
    return ShardPlan(
        take=(*quick, *again, *fresh),
        follow=tuple(offers[: max(0, room)]),
        leave_be=_sorted(stale),
        offer=_sorted(offer - offered),
        keep=_sorted(offered - offer - asked_for),
        hand_over=_sorted(hand_over),
        excess=max(0, excess),
    )


def _sorted(shards: frozenset[int] | set[int]) -> tuple[int, ...]:
    return tuple(sorted(shards))


# -- What processes that share a database must agree on; it stands in the table ``meta`` -----------------------------

_COUNT = "shard count"
_LAST = "last press of shard {}"


async def shard_count(session: LockSession) -> int | None:
    """Return the number of shards of all processes; None before anybody has decided it. Raises SessionLost."""
    value = await _value(session, _COUNT)
    return None if value is None else int(value)


async def set_shard_count(session: LockSession, count: int) -> None:
    """Decide it for all processes, of which none may hold shards now. Raises SessionLost."""
    await session.run(_upsert(_COUNT, str(count)))


async def agreed_count(session: LockSession, wanted: int | None, recommended: Callable[[], Awaitable[int]]) -> int:
    """Return the number of shards that all processes have; the first process decides it.

    Raises ShardsRefused where this process is told another number, SessionLost, or what ``recommended`` raises.
    """
    count = await shard_count(session)
    if count is None:
        first = insert(schema.meta).values(key=_COUNT, value=str(wanted or await recommended()))
        await session.run(first.on_conflict_do_nothing())
        count = await shard_count(session)
    if count is None or wanted not in (None, count):
        raise ShardsRefused(
            f"SHARD_COUNT is {wanted}, but the processes of this database have {count} shards: "
            "leave it empty, or change it for all of them (docs/hosting.md, Several processes)"
        )
    return count


async def last_press(session: LockSession, shard: int) -> int:
    """Return the last press that the former holder of ``shard`` has answered; 0 if nobody noted one."""
    return int(await _value(session, _LAST.format(shard)) or 0)


async def note_last_press(session: LockSession, shard: int, number: int) -> None:
    """Note it for the next holder of ``shard``."""
    await session.run(_upsert(_LAST.format(shard), str(number)))


def _upsert(key: str, value: str) -> Executable:
    return statements.upsert("postgresql", schema.meta, "key", {"key": key, "value": value})


async def _value(session: LockSession, key: str) -> str | None:
    rows = await session.run(select(schema.meta.c.value).where(schema.meta.c.key == key))
    return str(rows[0][0]) if rows else None


# -- When a session at Discord may begin, across all processes: a lock per bucket ------------------------------------

TRY_SECONDS = 0.5
"""Seconds between tries for the lock of a bucket."""


class ClaimedPacing:
    """The gateway's :class:`~bot.gateway.pacing.IdentifyPacing` for processes that share a database."""

    def __init__(self, session: LockSession) -> None:
        """Take the locks in ``session``; while it is lost, nobody begins."""
        self._session = session
        self._turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._resting: dict[int, asyncio.Task[None]] = {}

    @asynccontextmanager
    async def turn(self, shard: int, max_concurrency: int) -> AsyncIterator[None]:
        """See :class:`~bot.gateway.pacing.IdentifyPacing`. Cancelling ends the wait."""
        bucket = shard % max_concurrency
        async with self._turns[bucket]:
            if bucket in self._resting:
                await asyncio.wait((self._resting[bucket],))
            while not await self._took(bucket):  # noqa: ASYNC110 - the server tells nobody.
                await asyncio.sleep(TRY_SECONDS)
            apart = 0.0
            try:
                yield
                apart = APART
            finally:
                self._resting[bucket] = asyncio.create_task(self._rest(bucket, apart), name=f"after shard {shard}")

    async def _took(self, bucket: int) -> bool:
        try:
            return await self._session.take(LockKind.IDENTIFY, bucket)
        except SessionLost:
            return False

    async def _rest(self, bucket: int, seconds: float) -> None:
        """Let nobody of the bucket begin for so long."""
        session = self._session.number
        await asyncio.sleep(seconds)
        with suppress(SessionLost):
            if session == self._session.number:  # Another session never had the lock.
                await self._session.give(LockKind.IDENTIFY, bucket)


# -- Takes shards, holds them and gives them back, as the plan says (plan.py); the source of shards of the gateway ---
# When the session is lost, this process stops at once to answer and to act for its shards: another one may hold them.
# Its connections stay for some seconds more, deaf, because a server that restarts gives everybody their shards back.

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""Seconds between looks at the locks; each look also keeps the session alive."""

BUSY_SECONDS = 0.05
"""Seconds between looks while a shard passes from one process to another."""

GRACE_SECONDS = 10.0
"""Seconds that the connections stay after the session was lost."""

AGAIN_SECONDS = 3.0
"""Seconds for which a new session takes only what the lost one held: others lost theirs at the same moment."""

REBALANCE_SECONDS = 60.0
"""Seconds that a process has less than its share before others give it shards, which costs sessions at Discord."""

ANSWER_SECONDS = 5.0
"""Seconds that a leaving process waits for others to want its shards."""

HANDOVER_SECONDS = 60.0
"""Seconds that it waits in all: a session begins every five seconds in each bucket."""

SETTLE_SECONDS = 3.0
"""Seconds that presses under way may take before their shard passes on."""


@dataclass(frozen=True, slots=True)
class Share:
    """What the host has set: the number of all shards, and those of this process. None: whatever there is."""

    count: int | None = None
    fixed: frozenset[int] | None = None


class Claims(ShardSource):
    """The claims of one process. :meth:`keep` must run all the time; everything else only asks and tells it."""

    def __init__(self, session: LockSession, share: Share) -> None:
        """Hold locks in ``session``."""
        self.session = session
        self.leader = Leader(leads=False)
        self.held = HeldShards(Shards(1, frozenset()), session.valid)
        self.pacing = ClaimedPacing(session)
        self.turnover = ShardHandover(self.held, self.owns)
        self.finish_presses: Callable[[], Awaitable[None]] = _nothing
        """Waits for the presses under way."""
        self._share = share
        self._count = 0
        self._gateway: ShardHolder | None = None
        self._own: set[int] = set()
        self._coming: set[int] = set()
        self._before = frozenset[int]()
        self._again_until = float("-inf")
        self._look: Look | None = None
        self._leaving = False
        self._excess_since: float | None = None
        self._handing: dict[int, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()

    # -- what others ask -----------------------------------------------------------------------------------------

    def owns(self, shard: int) -> bool:
        """Whether the shard is this process's own at this very moment."""
        return shard in self._own and self.session.valid()

    async def start(self, gateway: ShardHolder) -> None:
        """Take shards from now on. Raises ShardsRefused, or what discord.py raises where nobody answers."""
        self._count = await agreed_count(self.session, self._share.count, gateway.recommended)
        self.held.change(Shards(self._count, frozenset()))
        self._gateway = gateway
        self._wake.set()
        if self._share.fixed is not None:
            await self._all_taken(self._share.fixed)

    async def reshard(self, gateway: ShardHolder) -> None:
        """Raise ShardsRefused: only all processes together can have more shards."""
        raise ShardsRefused(
            f"Discord asks for more shards than {self._count} (4011): stop all processes of this bot, then run "
            "python -m bot shards COUNT (docs/hosting.md, Several processes)"
        )

    async def leave(self) -> None:
        """Hand all shards over to other processes, if there are any; they connect first, so that no press is lost."""
        if self._gateway is None or self._share.fixed is not None:
            return
        self._leaving, self._look = True, None
        self._wake.set()
        end, patience = now() + HANDOVER_SECONDS, now() + ANSWER_SECONDS
        while (self._own or self._handing) and now() < min(end, patience) and self._others():
            if self._asked_for():
                patience = now() + ANSWER_SECONDS
            await asyncio.sleep(BUSY_SECONDS)
        if self._own:
            log.info("no other process took over the shards %s", sorted(self._own))

    async def stop(self) -> None:
        """Take no more shards. The locks go back when the session closes."""
        self._gateway = None
        self._own.clear()
        for task in (*self._handing.values(), *self._tasks):
            task.cancel()

    # -- the loop ------------------------------------------------------------------------------------------------

    async def keep(self) -> None:
        """Keep the session and act on what it shows, for ever. Raises DatabaseInUse."""
        while True:
            try:
                while True:
                    look = await self.session.look()
                    holder = look.holder(LockKind.LEADER, 0)
                    free = holder is None and await self.session.take(LockKind.LEADER)
                    self.leader.change(free or holder == look.me)
                    busy = await self._act(look)
                    self._look = look
                    await self._pause(BUSY_SECONDS if busy else LOOK_SECONDS)
            except SessionLost as lost:
                self._lose(lost)
            await self._begin_again()

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        self._wake.clear()

    def _lose(self, lost: SessionLost) -> None:
        """Stop at once. The first thing that happens: nothing here waits."""
        self._before = frozenset(self._own) or self._before
        self._own.clear()
        self._coming.clear()
        self.leader.change(False)
        self.held.change(Shards(self.held.now.count, frozenset()))
        for task in self._handing.values():
            task.cancel()
        log.warning("the session with the claims was lost: %s", lost)

    async def _begin_again(self) -> None:
        timer = asyncio.get_running_loop().call_later(GRACE_SECONDS, self._release)
        try:
            while True:
                try:
                    await self.session.reopen(alone=False)
                except TROUBLE as error:
                    log.debug("not answered: %s", faults.reason(error))
                    await asyncio.sleep(PAUSE)
                else:
                    self._again_until = now() + AGAIN_SECONDS
                    return
        finally:
            timer.cancel()

    # -- acting --------------------------------------------------------------------------------------------------

    async def _act(self, look: Look) -> bool:
        """Do what the plan says; return whether a shard is passing on. Raises SessionLost."""
        gateway = self._gateway
        if gateway is None:
            return False
        member, wants = look.me in look.members, self._share.fixed is None and not self._leaving
        if member is not wants:
            await (self.session.take if wants else self.session.give)(LockKind.MEMBER)
            self._wake.set()  # To look again: only then others see what this process is.
        if member or not wants:
            await self._do(self._planned(look), look, gateway)
            if now() >= self._again_until:
                self._release()
        return bool(self._coming or self._handing or look.mine(LockKind.OFFER))

    def _planned(self, look: Look) -> ShardPlan:
        if self._share.fixed is not None:
            return ShardPlan(take=tuple(sorted(self._share.fixed - look.taken(LockKind.SHARD))))
        moment, since = now(), self._excess_since
        rebalance = since is not None and moment - since >= REBALANCE_SECONDS
        again = moment < self._again_until
        before = self._before if again else frozenset()
        todo = plan(look, self._count, leaving=self._leaving, rebalance=rebalance, before=before, only_before=again)
        self._excess_since = (moment if since is None else since) if todo.excess else None
        return todo

    async def _do(self, todo: ShardPlan, look: Look, gateway: ShardHolder) -> None:
        for shard in todo.take:
            if await self.session.take(LockKind.SHARD, shard):
                await self._took(shard, look, gateway)
        for shard in todo.follow:
            if await self.session.take(LockKind.NEXT, shard):
                self._coming.add(shard)
                gateway.hold(self._count, (shard,))
        for shard in todo.leave_be:
            await self._come_no_more(shard, look)
        for shard in todo.offer:
            await self.session.take(LockKind.OFFER, shard)
        for shard in todo.keep:
            await self.session.give(LockKind.OFFER, shard)
        for shard in self._coming - look.mine(LockKind.READY):
            if gateway.is_ready(shard):
                await self.session.take(LockKind.READY, shard)
        for shard in self._own.intersection(todo.hand_over):
            task = asyncio.create_task(self._hand_over(shard, gateway), name=f"hand over shard {shard}")
            self._handing[shard] = task
            task.add_done_callback(partial(self._handing.pop, shard))

    async def _took(self, shard: int, look: Look, gateway: ShardHolder) -> None:
        self.turnover.take(shard, await last_press(self.session, shard))
        self._own.add(shard)
        gateway.hold(self._count, (shard,))
        if gateway.is_ready(shard):
            gateway.serve(shard)
        self.turnover.tell()
        log.info("holds shard %s", shard)
        if shard in self._coming:
            await self._come_no_more(shard, look)

    async def _come_no_more(self, shard: int, look: Look) -> None:
        self._coming.discard(shard)
        await self.session.give(LockKind.NEXT, shard)
        if shard in look.mine(LockKind.READY):
            await self.session.give(LockKind.READY, shard)

    async def _hand_over(self, shard: int, gateway: ShardHolder) -> None:
        """Let another process have ``shard``; it has connected. Presses under way end first."""
        self._own.discard(shard)
        self.held.change(self.held.now.without(frozenset({shard})))
        last = self.turnover.give(shard)
        try:
            async with asyncio.timeout(SETTLE_SECONDS):
                await self.finish_presses()
        except TimeoutError:
            log.warning("some presses of shard %s were not finished when it passed on", shard)
        try:
            await note_last_press(self.session, shard, last)
            # Before the offer: a process that sees one withdrawn goes away.
            await self.session.give(LockKind.SHARD, shard)
            await self.session.give(LockKind.OFFER, shard)
        except SessionLost:
            return
        log.info("handed shard %s over", shard)
        await gateway.release((shard,))

    def _release(self) -> None:
        """Close the connections of shards that are not this process's own, nor about to be."""
        if self._gateway is None:
            return
        idle = set(self._gateway.connected()) - self._own - self._coming - set(self._handing)
        if idle:
            task = asyncio.create_task(self._gateway.release(idle))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    # -- waiting -------------------------------------------------------------------------------------------------

    async def _all_taken(self, fixed: frozenset[int]) -> None:
        """Return when this process holds all of ``fixed``. Raises ShardsRefused if another one has some of them."""
        end = now() + START_SECONDS
        while missing := fixed - self._own:
            if now() > end:
                raise ShardsRefused(
                    f"another process holds the shards {', '.join(map(str, sorted(missing)))}: "
                    "the ranges of SHARDS must not overlap"
                )
            await asyncio.sleep(BUSY_SECONDS)

    def _others(self) -> bool:
        return self._look is None or bool(self._look.members - {self.session.number})

    def _asked_for(self) -> bool:
        look = self._look
        return bool(self._handing) or (
            look is not None and any(look.holder(LockKind.NEXT, shard) is not None for shard in self._own)
        )


async def _nothing() -> None:
    """Nothing is under way."""


# -- Processes that use a PostgreSQL database: one alone, or several that share its shards ---------------------------
# One process alone keeps others out: a second one would move boards behind its back. While a session is lost, its
# process saves nothing. If another process was quicker to take the database, this one stops.


WATCH_SECONDS = 5.0
"""Seconds between questions whether the session still exists."""


@asynccontextmanager
async def alone(url: URL) -> AsyncIterator[LockSession]:
    """Be the only process that uses the database. Raises DatabaseInUse, also when another one takes it later."""
    async with _opened(url, alone=True) as session, _beside(_keep(session)):
        yield session


@asynccontextmanager
async def sharing(url: URL, share: Share) -> AsyncIterator[Claims]:
    """Share the database with other processes. Raises DatabaseInUse, also when one takes it for itself later."""
    async with _opened(url, alone=False) as session:
        claims = Claims(session, share)
        async with _beside(claims.keep()):
            yield claims


@asynccontextmanager
async def _opened(url: URL, *, alone: bool) -> AsyncIterator[LockSession]:
    session = LockSession(url)
    try:
        await session.open(alone=alone)
        yield session
    finally:
        await session.close()


@asynccontextmanager
async def _beside(keeping: Awaitable[None]) -> AsyncIterator[None]:
    """Do ``keeping`` beside what is inside, and end that when it fails: raises DatabaseInUse or DatabaseError."""
    task, failed = asyncio.current_task(), list[DatabaseError]()

    async def keep() -> None:
        try:
            await keeping
        except DatabaseInUse as error:
            log.error("%s", error)
            failed.append(error)
        except Exception as error:
            log.exception("the claims cannot be kept")
            failed.append(DatabaseError(f"The claims to the database cannot be kept ({type(error).__name__})."))
        if task is not None:
            task.cancel()

    kept = asyncio.create_task(keep(), name="keep the claims")
    try:
        yield
    except asyncio.CancelledError:
        if failed and task is not None and not task.uncancel():
            raise failed[0] from None
        raise
    finally:
        kept.cancel()
        await asyncio.wait((kept,))


async def _keep(session: LockSession) -> None:
    """Keep the session, and begin another one when it is lost. Raises DatabaseInUse."""
    while True:
        await asyncio.sleep(WATCH_SECONDS)
        try:
            await session.look()
        except SessionLost as lost:
            log.warning("the session that keeps the database for this process was lost: %s", lost)
            while not await _again(session):  # noqa: ASYNC110 - the server tells nobody.
                await asyncio.sleep(PAUSE)


async def _again(session: LockSession) -> bool:
    try:
        await session.reopen(alone=True)
    except TROUBLE as error:
        log.debug("not answered: %s", faults.reason(error))
        return False
    return True

"""Takes shards, holds them and gives them back, as the plan says (plan.py); the source of shards of the gateway.

When the session is lost, this process stops at once to answer and to act for its shards: another one may hold them. Its
connections stay for some seconds more, deaf, because a server that restarts gives everybody their shards back.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.gateway import ShardHolder, ShardSource, ShardsRefused, Turnover
from bot.tables.core.leader import Leader
from bot.tables.core.shards import HeldShards, Shards
from db.claims import facts
from db.claims import session as sessions
from db.claims.locks import Kind, Look
from db.claims.pacing import ClaimedPacing
from db.claims.plan import Plan, plan
from db.claims.session import Session, SessionLost
from db.connection import faults
from db.writing.transactions import TROUBLE

log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""How often to look at the locks; each look also keeps the session alive."""

BUSY_SECONDS = 0.05
"""How often while a shard passes from one process to another."""

GRACE_SECONDS = 10.0
"""How long the connections stay after the session was lost."""

AGAIN_SECONDS = 3.0
"""How long a new session takes only what the lost one held: others have lost theirs at the same moment."""

REBALANCE_SECONDS = 60.0
"""How long somebody must have less than their share before others move shards, which costs sessions at Discord."""

ANSWER_SECONDS = 5.0
"""How long a process that leaves waits for others to want its shards."""

HANDOVER_SECONDS = 60.0
"""How long it waits in all: a session begins every five seconds in each bucket."""

SETTLE_SECONDS = 3.0
"""How long presses under way may take before their shard passes on."""


@dataclass(frozen=True, slots=True)
class Share:
    """What the host has set: the number of all shards, and those of this process. None: whatever there is."""

    count: int | None = None
    fixed: frozenset[int] | None = None


class Claims(ShardSource):
    """The claims of one process. :meth:`keep` must run all the time; everything else only asks and tells it."""

    def __init__(self, session: Session, share: Share) -> None:
        """Hold locks in ``session``."""
        self.session = session
        self.leader = Leader(leads=False)
        self.held = HeldShards(Shards(1, frozenset()), session.valid)
        self.pacing = ClaimedPacing(session)
        self.turnover = Turnover(self.held, self.owns)
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
        self._count = await facts.agreed_count(self.session, self._share.count, gateway.recommended)
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
        end, patience = sessions.now() + HANDOVER_SECONDS, sessions.now() + ANSWER_SECONDS
        while (self._own or self._handing) and sessions.now() < min(end, patience) and self._others():
            if self._asked_for():
                patience = sessions.now() + ANSWER_SECONDS
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
                    await self._lead(look)
                    busy = await self._act(look)
                    self._look = look
                    await self._pause(BUSY_SECONDS if busy else LOOK_SECONDS)
            except SessionLost as lost:
                self._lose(lost)
            await self._begin_again()

    async def _pause(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            pass
        self._wake.clear()

    async def _lead(self, look: Look) -> None:
        holder = look.holder(Kind.LEADER, 0)
        self.leader.change(holder == look.me or (holder is None and await self.session.take(Kind.LEADER)))

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
                    await asyncio.sleep(sessions.PAUSE)
                else:
                    self._again_until = sessions.now() + AGAIN_SECONDS
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
            await (self.session.take if wants else self.session.give)(Kind.MEMBER)
            self._wake.set()  # To look again: only then others see what this process is.
        if member or not wants:
            await self._do(self._planned(look), look, gateway)
            if sessions.now() >= self._again_until:
                self._release()
        return bool(self._coming or self._handing or look.mine(Kind.OFFER))

    def _planned(self, look: Look) -> Plan:
        if self._share.fixed is not None:
            return Plan(take=tuple(sorted(self._share.fixed - look.taken(Kind.SHARD))))
        moment, since = sessions.now(), self._excess_since
        rebalance = since is not None and moment - since >= REBALANCE_SECONDS
        again = moment < self._again_until
        before = self._before if again else frozenset()
        todo = plan(look, self._count, leaving=self._leaving, rebalance=rebalance, before=before, only_before=again)
        self._excess_since = (moment if since is None else since) if todo.excess else None
        return todo

    async def _do(self, todo: Plan, look: Look, gateway: ShardHolder) -> None:
        for shard in todo.take:
            if await self.session.take(Kind.SHARD, shard):
                await self._took(shard, look, gateway)
        for shard in todo.follow:
            if await self.session.take(Kind.NEXT, shard):
                self._coming.add(shard)
                gateway.hold(self._count, (shard,))
        for shard in todo.leave_be:
            await self._come_no_more(shard, look)
        for shard in todo.offer:
            await self.session.take(Kind.OFFER, shard)
        for shard in todo.keep:
            await self.session.give(Kind.OFFER, shard)
        for shard in self._coming - look.mine(Kind.READY):
            if gateway.is_ready(shard):
                await self.session.take(Kind.READY, shard)
        for shard in self._own.intersection(todo.hand_over):
            task = asyncio.create_task(self._hand_over(shard, gateway), name=f"hand over shard {shard}")
            self._handing[shard] = task
            task.add_done_callback(partial(self._handed, shard))

    def _handed(self, shard: int, _: asyncio.Task[None]) -> None:
        self._handing.pop(shard, None)

    async def _took(self, shard: int, look: Look, gateway: ShardHolder) -> None:
        self.turnover.take(shard, await facts.last_press(self.session, shard))
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
        await self.session.give(Kind.NEXT, shard)
        if shard in look.mine(Kind.READY):
            await self.session.give(Kind.READY, shard)

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
            await facts.note_last_press(self.session, shard, last)
            await self.session.give(Kind.SHARD, shard)  # Before the offer: who sees one that is withdrawn goes away.
            await self.session.give(Kind.OFFER, shard)
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
            self._spawn(self._gateway.release(idle))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- waiting -------------------------------------------------------------------------------------------------

    async def _all_taken(self, fixed: frozenset[int]) -> None:
        """Return when this process holds all of ``fixed``. Raises ShardsRefused if another one has some of them."""
        end = sessions.now() + sessions.START_SECONDS
        while missing := fixed - self._own:
            if sessions.now() > end:
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
            look is not None and any(look.holder(Kind.NEXT, shard) is not None for shard in self._own)
        )


async def _nothing() -> None:
    """Nothing is under way."""

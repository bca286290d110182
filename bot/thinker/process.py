"""A process that works on one question at a time, started when first needed and replaced when it breaks."""

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from bot.thinker import worker
from bot.thinker.answer import ThinkingFailed

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

_TRIES = 2
_JOIN_SECONDS = 1.0


class Process:
    """Runs functions of :mod:`bot.thinker.worker` in another process."""

    def __init__(self, nicer: int = worker.NICER) -> None:
        """``nicer`` says by how much the process gives way to others (nice)."""
        self._nicer = nicer
        self._pool: ProcessPoolExecutor | None = None
        self._starting: asyncio.Task[ProcessPoolExecutor] | None = None
        self._children: set[int] = set()
        self._closed = False

    @property
    def running(self) -> bool:
        """Whether there is a process now."""
        return self._pool is not None

    async def run(self, function: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
        """Return what ``function`` does there. If the process breaks over it, a new one tries once more.

        Raises ThinkingFailed if that breaks too, or if the bot is closing.
        """
        from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415 - for those who ask.

        for _ in range(_TRIES):
            pool = await self._started()
            try:
                return await asyncio.wrap_future(pool.submit(function, *arguments, **named))
            except BrokenProcessPool:
                log.warning("the process that thinks has ended; a new one starts")
                self._end(pool)
        raise ThinkingFailed("the process has broken twice")

    async def _started(self) -> "ProcessPoolExecutor":
        """Return the pool. Who stops waiting for its start stops nobody else."""
        if self._closed:
            raise ThinkingFailed("the bot is closing")
        if self._pool is not None:
            return self._pool
        if self._starting is None:
            self._starting = asyncio.create_task(self._begin(), name="start a process that thinks")
        return await asyncio.shield(self._starting)

    async def _begin(self) -> "ProcessPoolExecutor":
        """Start a process in a thread: that takes longer than the event loop may stand still."""
        try:
            self._pool = pool = await asyncio.to_thread(self._start)
            return pool
        finally:
            self._starting = None

    def _start(self) -> "ProcessPoolExecutor":
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - for those who ask.

        pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), worker.begin, (self._nicer,))
        self._children.add(pool.submit(worker.number).result())  # Now there is a process.
        return pool

    def leave(self) -> None:
        """Let the process end after what it works on."""
        if self._pool is not None:
            self._end(self._pool)

    def _end(self, pool: "ProcessPoolExecutor") -> None:
        if pool is self._pool:
            self._pool = None
        pool.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """End the process now, whatever it works on; nothing runs there any more."""
        self._closed = True
        if self._starting is not None:
            await asyncio.wait((self._starting,))
        if self._pool is None:
            return
        self._end(self._pool)
        ours = [child for child in multiprocessing.active_children() if child.pid in self._children]
        for child in ours:
            child.kill()
            await asyncio.to_thread(child.join, _JOIN_SECONDS)

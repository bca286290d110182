"""A process that works on one question at a time, started when first needed and replaced when it breaks or hangs."""

import asyncio
import logging
import math
import multiprocessing
import socket
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from typing import NamedTuple, ParamSpec, TypeVar

from bot.thinker import worker
from bot.thinker.answers import ThinkingFailed
from bot.thinker.wire import LOOK_SECONDS, Broken, Wire

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

_TRIES = 2
_JOIN_SECONDS = 1.0

_LEAVE_SECONDS = 10.0
"""Seconds that a process may still work on what nobody waits for."""

_IDLE_TIMES = 60
"""What runs only when nothing else does may stand still for long, without hanging."""


class _Running(NamedTuple):
    """A process, and our end of the wire to it."""

    process: SpawnProcess
    wire: Wire


class Process:
    """Runs functions of :mod:`bot.thinker.worker` in another process."""

    def __init__(self, nicer: int = worker.NICER, look_seconds: float = LOOK_SECONDS) -> None:
        """``nicer`` says by how much the process gives way to others (nice); ``look_seconds`` how often it is watched.

        After :data:`bot.thinker.wire.SILENT_LOOKS` without a sign of life another one takes its place.
        """
        self._nicer = nicer
        self._look_seconds = look_seconds
        self._now: _Running | None = None
        self._starting: asyncio.Task[_Running] | None = None
        self._ending: dict[asyncio.Task[None], SpawnProcess] = {}
        self._closed = False

    @property
    def running(self) -> bool:
        """Whether there is a process now."""
        return self._now is not None

    async def run(self, function: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
        """Do as :meth:`run_by` does, after everything with a time."""
        return await self.run_by(math.inf, function, *arguments, **named)

    async def run_by(self, by: float, function: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
        """Return what ``function`` does there; of those who wait, the one with the smallest ``by`` comes next.

        If the process breaks over it or hangs, a new one tries once more. Raises ThinkingFailed if that fails too, or
        if the bot is closing.
        """
        for _ in range(_TRIES):
            now = await self._started()
            try:
                result: R = await now.wire.ask((function, arguments, named), by)
            except Broken:
                self._has_ended(now.wire)  # It may have ended before anybody could be told.
            else:
                return result
        raise ThinkingFailed("the process has broken or hung twice")

    async def _started(self) -> _Running:
        """Return the process. A caller that stops waiting for its start stops no other."""
        if self._closed:
            raise ThinkingFailed("the bot is closing")
        if self._now is not None:
            return self._now
        if self._starting is None:
            self._starting = asyncio.create_task(self._begin(), name="start a process that thinks")
        return await asyncio.shield(self._starting)

    async def _begin(self) -> _Running:
        """Start a process in a thread: that takes longer than the event loop may stand still."""
        try:
            process, connection = await asyncio.to_thread(self._start)
            often = self._look_seconds * (_IDLE_TIMES if self._nicer == worker.NICEST else 1)
            wire = Wire(lambda: self._has_ended(wire), often)
            await asyncio.get_running_loop().create_connection(lambda: wire, sock=connection)
            self._now = now = _Running(process, wire)
            return now
        finally:
            self._starting = None

    def _start(self) -> tuple[SpawnProcess, socket.socket]:
        ours, theirs = socket.socketpair()
        with theirs:
            spawn = multiprocessing.get_context("spawn")
            work = theirs, self._nicer, self._look_seconds / 2
            process = spawn.Process(target=worker.work, args=work, daemon=True)
            process.start()
        return process, ours

    def _has_ended(self, wire: Wire) -> None:
        if self._now is not None and self._now.wire is wire:
            what = "hangs" if wire.hangs else "has ended"
            log.warning("the process that thinks %s; a new one starts with the next question", what)
            self._now.process.kill()
            self.leave()

    def leave(self) -> None:
        """Let the process end after what it works on, unless that takes long."""
        if self._now is not None:
            ended, self._now = self._now, None
            ended.wire.close()
            task = asyncio.create_task(asyncio.to_thread(_end, ended.process), name="wait for the end of a process")
            self._ending[task] = ended.process
            task.add_done_callback(self._ending.pop)

    async def close(self) -> None:
        """End the process now, whatever it works on; nothing runs there any more."""
        self._closed = True
        if self._starting is not None:
            await asyncio.wait((self._starting,))
        self.leave()
        for process in self._ending.values():
            process.kill()
        if self._ending:
            await asyncio.wait(self._ending, timeout=_JOIN_SECONDS)


def _end(process: SpawnProcess) -> None:
    """Wait for the end of ``process``; kill it where that does not come."""
    process.join(_LEAVE_SECONDS)
    process.kill()  # Nothing happens to one that has ended.
    process.join()

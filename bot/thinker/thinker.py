"""Asks the worker what positions are worth, and looks after its process.

The process starts with the first question and leaves after some minutes without one. It works on one question at a
time. If it breaks, the question goes to a new one, once. Nothing of it blocks the event loop: starting happens in a
thread, a question is a few hundred bytes, and an answer comes as plain values.
"""

import asyncio
import logging
import multiprocessing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.engine import AnyGame, codec
from bot.thinker import worker
from bot.thinker.answer import Answer, NobodyKnows, ThinkingFailed

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

log = logging.getLogger(__name__)

FOLDER = Path("data/mind")
"""Where values lie that were worked out, unless the caller says otherwise; ``python -m bot advise`` uses it too."""

IDLE_SECONDS = 300.0

_TRIES = 2
_JOIN_SECONDS = 1.0
_REMEMBERED = 512

_Question = tuple[str, str, bytes]


class Thinker:
    """Answers what positions are worth. Whoever shows hints and whoever plays ask this."""

    def __init__(self, folder: Path = FOLDER, idle_seconds: float = IDLE_SECONDS) -> None:
        """Keep values that the worker has worked out in ``folder``; let it leave after ``idle_seconds``."""
        self._folder = folder
        self._idle_seconds = idle_seconds
        self._pool: ProcessPoolExecutor | None = None
        self._starting = asyncio.Lock()
        self._children: set[int] = set()
        self._asked: dict[_Question, asyncio.Task[Answer | None]] = {}
        self._known: dict[_Question, Answer] = {}
        self._unknown: set[tuple[str, str]] = set()
        self._rest: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def running(self) -> bool:
        """Whether there is a process now."""
        return self._pool is not None

    def known(self, game: AnyGame, state: Any) -> Answer | None:
        """Return the answer if memory holds it; it never waits and never asks."""
        return self._known.get(_question(game, state))

    async def ask(self, game: AnyGame, state: Any) -> Answer:
        """Return what ``state`` is worth to the seat that is to act; two who ask the same wait for one answer.

        That takes milliseconds, or up to a minute for house rules whose values are worked out first. Raises NobodyKnows
        or ThinkingFailed. Whoever stops waiting stops nobody else.
        """
        question = _question(game, state)
        if question[:2] in self._unknown:
            raise NobodyKnows(game.key)
        found = self._known.get(question)
        if found is None:
            task = self._asking(question, game)
            try:
                found = await asyncio.shield(task)
            except asyncio.CancelledError:
                if task.cancelled():
                    raise ThinkingFailed("the bot is closing") from None
                raise
        if found is None:
            raise NobodyKnows(game.key)
        return found

    def _asking(self, question: _Question, game: AnyGame) -> asyncio.Task[Answer | None]:
        task = self._asked.get(question)
        if task is None:
            task = self._asked[question] = asyncio.create_task(self._work(question, game), name="think")
            task.add_done_callback(lambda done: self._done(question, done))
        return task

    def _done(self, question: _Question, task: asyncio.Task[Answer | None]) -> None:
        del self._asked[question]
        self._leave_later()
        if task.cancelled() or task.exception() is not None:
            return
        found = task.result()
        if found is None:
            self._unknown.add(question[:2])
        else:
            self._known[question] = found
            if len(self._known) > _REMEMBERED:
                del self._known[next(iter(self._known))]

    async def _work(self, question: _Question, game: AnyGame) -> Answer | None:
        from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415 - for those who ask.

        self._stay()
        try:
            for _ in range(_TRIES):
                pool = await self._started()
                try:
                    return await asyncio.wrap_future(
                        pool.submit(worker.answer, game.key, dict(game.written), question[2], str(self._folder))
                    )
                except BrokenProcessPool:
                    log.warning("the process that thinks has ended; a new one starts")
                    self._end(pool)
            raise ThinkingFailed(game.key)
        except OSError as error:
            raise ThinkingFailed(f"{game.key}: {error}") from error

    # -- the process ---------------------------------------------------------------------------------------------

    async def _started(self) -> "ProcessPoolExecutor":
        """Return the pool; a thread starts its process, which takes longer than the event loop may stand still."""
        async with self._starting:
            if self._closed:
                raise ThinkingFailed("the bot is closing")
            if self._pool is None:
                self._pool = await asyncio.to_thread(self._start)
            return self._pool

    def _start(self) -> "ProcessPoolExecutor":
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - for those who ask.

        before = {child.pid for child in multiprocessing.active_children()}
        pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), worker.begin)
        pool.submit(len, ()).result()  # Now there is a process.
        self._children = {child.pid or 0 for child in multiprocessing.active_children() if child.pid not in before}
        return pool

    def _stay(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None

    def _leave_later(self) -> None:
        self._stay()
        if self._pool is not None:
            self._rest = asyncio.get_running_loop().call_later(self._idle_seconds, self._leave)

    def _leave(self) -> None:
        """Let the process go, if nobody asks."""
        self._rest = None
        if not self._asked and self._pool is not None:
            self._end(self._pool)

    def _end(self, pool: "ProcessPoolExecutor") -> None:
        """Let the process end after its present question."""
        if pool is self._pool:
            self._pool = None
        pool.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """End the process now, whatever it works on; further questions raise ThinkingFailed."""
        self._closed = True
        self._stay()
        for task in list(self._asked.values()):
            task.cancel()
        pool = self._pool
        if pool is None:
            return
        self._end(pool)
        ours = [child for child in multiprocessing.active_children() if child.pid in self._children]
        for child in ours:
            child.kill()
            await asyncio.to_thread(child.join, _JOIN_SECONDS)


def _question(game: AnyGame, state: Any) -> _Question:
    return game.key, repr(sorted(game.written.items())), codec.encode(state)

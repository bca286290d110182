"""Asks workers what positions are worth, and looks after their processes.

The first process starts with the first question. A question whose values must be worked out before goes to a second
one, so that nobody else waits for that. Both leave after some minutes without a question. If one breaks, or gives no
sign of life for ten seconds, the question goes to a new one, once. Nothing of it blocks the event loop: starting
happens in a thread, a question is a few hundred bytes, and an answer comes as plain values.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from bot.engine import AnyGame, gate
from bot.engine.gate import JournalEntry
from bot.thinker import worker
from bot.thinker.answers import LATE, LATER, Answer, GameReview, NobodyKnows, PlayedDay, ThinkingFailed, Why
from bot.thinker.process import Process
from bot.thinker.wire import LOOK_SECONDS
from bot.thinker.worker import ComputerChoice, Ready

log = logging.getLogger(__name__)

FOLDER = Path("data/mind")
"""Where values lie that were worked out, unless the caller says otherwise; ``python -m bot advise`` uses it too."""

IDLE_SECONDS = 300.0

DECISION_SECONDS = 3.0
"""Seconds that a computer has for a decision, with the wait for its turn to think."""

_SOON_SECONDS = 0.5
_LOOK_SECONDS = 0.1
"""Between two looks whether a level is loaded."""

_AGAIN_SECONDS = 60.0
"""Until what could not be prepared is tried again: it may take a quarter of a minute each time."""

_REMEMBERED = 512

_Question = tuple[str, str, bytes]
_Comparison = tuple[str, str, bytes, str, str, int]
"""A question, and the two actions that a reason compares."""

P = ParamSpec("P")
R = TypeVar("R")


class Thinker:
    """Answers what positions are worth. Hints, reviews and computer players ask this."""

    def __init__(
        self,
        folder: Path = FOLDER,
        idle_seconds: float = IDLE_SECONDS,
        *,
        nicer: int = worker.NICER,
        look_seconds: float = LOOK_SECONDS,
    ) -> None:
        """Keep values that the worker has worked out in ``folder``; let it leave after ``idle_seconds``.

        ``nicer`` says by how much the processes give way to others, ``look_seconds`` how often they are watched.
        """
        self._folder = folder
        self._idle_seconds = idle_seconds
        self._quick, self._patient = Process(nicer, look_seconds), Process(nicer, look_seconds)
        self._asked: dict[_Question, asyncio.Task[Answer | None]] = {}
        self._known: dict[_Question, Answer] = {}
        self._unknown: set[tuple[str, str]] = set()
        self._worked_out: set[tuple[str, str, int]] = set()
        self._whys: dict[_Comparison, Why | None] = {}
        self._explaining: dict[_Comparison, asyncio.Task[Why | None]] = {}
        self._prepared: dict[tuple[str, str, str, bool], asyncio.Task[None]] = {}
        self._levels: dict[tuple[str, str, str], str] = {}
        """The real levels of computers that were loaded, by game, options and level."""
        self._busy = 0
        """Computers that choose or prepare now."""
        self._rest: asyncio.TimerHandle | None = None

    @property
    def running(self) -> bool:
        """Whether there is a process now."""
        return self._quick.running or self._patient.running

    @property
    def busy(self) -> bool:
        """Whether somebody waits for an answer now."""
        return bool(self._busy or self._asked)

    def known(self, game: AnyGame, state: Any) -> Answer | None:
        """Return the answer if memory holds it; it never waits and never asks."""
        return self._known.get(_question(game, state))

    async def ask(self, game: AnyGame, state: Any) -> Answer:
        """Return what ``state`` is worth to the seat to act; two callers that ask the same wait for one answer.

        That takes milliseconds, or some minutes for house rules whose values are worked out first. Raises NobodyKnows
        or ThinkingFailed. A caller that stops waiting stops no other.
        """
        question = _question(game, state)
        if question[:2] in self._unknown:
            raise NobodyKnows(game.key)
        answer = self._known.get(question)
        if answer is None:
            task = self._asking(question, game)
            try:
                answer = await asyncio.shield(task)
            except asyncio.CancelledError:
                if task.cancelled():
                    raise ThinkingFailed("the bot is closing") from None
                raise
        if answer is None:
            raise NobodyKnows(game.key)
        return answer

    async def explain(self, game: AnyGame, state: Any, best: str, done: str, reviewed_seats: int = 0) -> Why | None:
        """Return why the action ``best`` is better than ``done`` in ``state``, both texts of legal actions.

        With ``reviewed_seats``, by what finished games of so many seats are reviewed by, else by what hints go by.

        None where nobody can say, or where they are as good as each other; LATE where thinking failed. That takes some
        hundredths of a second, at the beginning of a big sheet some seconds, and where values have to be worked out
        first some minutes, in the process that no table waits for.
        Two callers that ask the same wait for one reason, and a caller that stops waiting stops no other.
        """
        question = *_question(game, state), best, done, reviewed_seats
        if question not in self._whys:
            task = self._explaining.get(question)
            if task is None:
                task = self._explaining[question] = asyncio.create_task(self._explain(game, question), name="explain")
                task.add_done_callback(lambda _: self._explaining.pop(question))
            return await asyncio.shield(task)
        return self._whys[question]

    async def _explain(self, game: AnyGame, question: _Comparison) -> Why | None:
        *_, state, best, done, reviewed_seats = question
        with self._thinking():
            try:
                arguments = game.key, dict(game.written), state, str(self._folder), best, done, reviewed_seats
                why = await self._patient.run(worker.explain, *arguments)
            except (OSError, ThinkingFailed) as error:
                log.warning("%s: no reason: %s", game.key, error)
                return LATE
        self._whys[question] = why
        if len(self._whys) > _REMEMBERED:
            del self._whys[next(iter(self._whys))]
        return why

    def why(self, game: AnyGame, state: Any, best: str, done: str) -> Why | None:
        """Return the reason of a hint if memory holds it; it never waits and never asks."""
        return self._whys.get((*_question(game, state), best, done, 0))

    async def review(self, game: AnyGame, seats: int, journal: Sequence[JournalEntry]) -> GameReview:
        """Return the review of a finished game of so many seats.

        That takes some seconds at most once its values are worked out, in the process that nobody waits for at a table.
        Raises NobodyKnows where no evaluator is good enough, ThinkingFailed, or GameError for a journal that does not
        play to an end.
        """
        arguments = game.key, dict(game.written), seats, tuple(journal), str(self._folder)
        return await self._at_low_priority(game, worker.review, *arguments)

    async def play_day(self, game: AnyGame, secret: bytes, entropy: str, number: int = 0) -> PlayedDay:
        """Return how the champion plays ``game`` alone with these dice, in that round. Raises what reviews raise."""
        arguments = game.key, dict(game.written), secret, entropy, str(self._folder), number
        return await self._at_low_priority(game, worker.play_day, *arguments)

    async def work_out(self, game: AnyGame, seats: int) -> None:
        """Have what hints and reviews of such a game need worked out, once; a game that nobody knows needs nothing.

        Raises ThinkingFailed.
        """
        rules = (*_rules(game), seats)
        if rules not in self._worked_out:
            self._worked_out.add(rules)
            about = game.key, dict(game.written), gate.encode(game.new(seats)), str(self._folder), seats
            with self._thinking():
                try:
                    await self._patient.run(worker.work_out, *about)
                except (OSError, ThinkingFailed) as error:
                    self._worked_out.discard(rules)
                    raise ThinkingFailed(f"{game.key}: {error}") from error

    async def _at_low_priority(
        self, game: AnyGame, work: Callable[P, R | None], *arguments: P.args, **named: P.kwargs
    ) -> R:
        """Return what ``work`` finds in the process that nobody waits for at a table."""
        with self._thinking():
            try:
                result = await self._patient.run(work, *arguments, **named)
            except OSError as error:
                raise ThinkingFailed(f"{game.key}: {error}") from error
        if result is None:
            raise NobodyKnows(game.key)
        return result

    async def choose(
        self,
        game: AnyGame,
        state: Any,
        level: str,
        slips: str,
        *,
        temper: str = "even",
        patience: float = 0,
        seconds: float = DECISION_SECONDS,
        by: float | None = None,
    ) -> ComputerChoice:
        """Return what a computer of this level does for the seat to act; ``slips`` seeds its slips; ``temper``
        is a word of :class:`bot.engine.Temper`.

        The computer waits ``patience`` seconds at most until its level is ready; then a level below answers. Of many
        that wait, the most urgent, by ``by`` in monotonic seconds, comes first. Raises ThinkingFailed, also where there
        is no answer within ``seconds``.
        """
        arguments = game.key, dict(game.written), gate.encode(state), str(self._folder), level, slips
        with self._thinking():
            if patience:
                await asyncio.wait((self.prepare(game, level),), timeout=patience)
            try:
                async with asyncio.timeout(seconds):
                    by = time.monotonic() + seconds if by is None else by
                    choice = await self._quick.run_by(by, worker.choose, *arguments, time.time() + seconds / 2, temper)
            except (OSError, TimeoutError) as error:
                raise ThinkingFailed(f"{game.key}: {error!r}") from error
        if choice.missing:
            self.prepare(game, level, work=True)
            # Some values hang on the position: what two of three players share.
            self._asking(_question(game, state), game)
        return choice

    def prepare(self, game: AnyGame, level: str, *, work: bool = False) -> asyncio.Task[None]:
        """Begin to load what a computer of this level needs, once; and to work it out where it is missing.

        ``work`` has all of it worked out, also what it needs only later. Returns the task, which ends when it is ready.
        """
        key = *_rules(game), level, work
        if key not in self._prepared:
            self._prepared[key] = asyncio.create_task(self._prepare(game, level, work), name="prepare a computer")
        return self._prepared[key]

    def level_of(self, game: AnyGame, level: str) -> str:
        """Return how well a computer of this level plays ``game``; memory knows that once it was loaded."""
        return self._levels.get((*_rules(game), level), level)

    async def _prepare(self, game: AnyGame, level: str, work: bool) -> None:
        key = *_rules(game), level, work
        with self._thinking():
            try:
                if not work:
                    work = not await self._load(game, level)
                for wanted in ("regular", level) if work and level == "champion" else (level,) * work:
                    about = game.key, dict(game.written), gate.encode(game.new(game.seats[0])), str(self._folder)
                    await self._patient.run(worker.prepare, *about, wanted)
                    await self._load(game, wanted, anew=True)
            except (OSError, ThinkingFailed) as error:
                log.warning("a computer player of %s is not at its best: %s", game.key, error)
                asyncio.get_running_loop().call_later(_AGAIN_SECONDS, self._prepared.pop, key, None)

    async def _load(self, game: AnyGame, level: str, *, anew: bool = False) -> bool:
        """Have the first process load a level, and wait for that; return whether it has all the values it needs."""
        arguments = game.key, dict(game.written), str(self._folder), level
        while (state := await self._quick.run_by(_soon(), worker.load, *arguments, anew=anew)) == "loading":
            anew = False
            await asyncio.sleep(_LOOK_SECONDS)
        if isinstance(state, Ready):
            self._levels[*_rules(game), level] = state.level
            if len(self._levels) > _REMEMBERED:
                del self._levels[next(iter(self._levels))]
        return isinstance(state, Ready)

    @contextmanager
    def _thinking(self) -> Iterator[None]:
        """Let no process leave meanwhile."""
        self._busy += 1
        self._stay()
        try:
            yield
        finally:
            self._busy -= 1
            self._leave_later()

    def _asking(self, question: _Question, game: AnyGame) -> asyncio.Task[Answer | None]:
        task = self._asked.get(question)
        if task is None:
            task = self._asked[question] = asyncio.create_task(self._work(question, game), name="think")
            task.add_done_callback(lambda finished: self._done(question, finished))
        return task

    def _done(self, question: _Question, task: asyncio.Task[Answer | None]) -> None:
        del self._asked[question]
        self._leave_later()
        if task.cancelled() or task.exception() is not None:
            return
        answer = task.result()
        if answer is None:
            self._unknown.add(question[:2])
        else:
            self._known[question] = answer
            if len(self._known) > _REMEMBERED:
                del self._known[next(iter(self._known))]

    async def _work(self, question: _Question, game: AnyGame) -> Answer | None:
        self._stay()
        arguments = game.key, dict(game.written), question[2], str(self._folder)
        try:
            answer = await self._quick.run_by(_soon(), worker.answer, *arguments, patient=False)
            if answer == LATER:
                answer = await self._patient.run(worker.answer, *arguments, patient=True)
        except OSError as error:
            raise ThinkingFailed(f"{game.key}: {error}") from error
        finally:
            self._leave_later()
        return answer if isinstance(answer, Answer) else None

    def _stay(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None

    def _leave_later(self) -> None:
        self._stay()
        if self.running:
            self._rest = asyncio.get_running_loop().call_later(self._idle_seconds, self._leave)

    def _leave(self) -> None:
        """Let the processes go, if nobody asks."""
        self._rest = None
        if not self._asked and not self._busy:
            self._prepared.clear()
            self._quick.leave()
            self._patient.leave()

    async def close(self) -> None:
        """End the processes now, whatever they work on; further questions raise ThinkingFailed."""
        self._stay()
        for task in [*self._asked.values(), *self._prepared.values()]:
            task.cancel()
        for process in (self._quick, self._patient):
            await process.close()


def _soon() -> float:
    """Return until when somebody wants an answer who watches a message for it."""
    return time.monotonic() + _SOON_SECONDS


def _rules(game: AnyGame) -> tuple[str, str]:
    return game.key, repr(sorted(game.written.items()))


def _question(game: AnyGame, state: Any) -> _Question:
    return *_rules(game), gate.encode(state)

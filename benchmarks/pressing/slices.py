"""Slices of a run in which a bot answers presses, one bot at a time, and ratios of neighbouring slices."""

from __future__ import annotations

import asyncio
import os
import signal
import statistics
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from children import Child, Cpu, core_busy, cpu
from hands import TURN, Disk, Hand, TableHand, Tally

from bot.standin.server import Standin

_RAMP = 0.15
"""Seconds until all hands press evenly."""

_IDLE, _IDLE_SECONDS = 0.005, 0.05
"""A bot rests when it uses so little processor time in so long."""


@dataclass(slots=True)
class Slice:
    """A stretch of a run."""

    presses: int
    seconds: float
    cpu: Cpu
    driver: Cpu
    others: float
    """The share of the bot's core that neither it nor nobody had: other processes and other virtual machines."""
    latencies: list[float] = field(repr=False)

    @property
    def rate(self) -> float:
        return self.presses / self.seconds

    @property
    def cpu_us(self) -> float:
        return self.cpu.used / self.presses * 1e6


@dataclass(slots=True)
class Ends:
    """What the bot did between slices: the last presses of games, their results and pictures, the next games."""

    games: int = 0
    cpu: float = 0.0


@dataclass(slots=True)
class Side:
    """One of the bots with its hands."""

    name: str
    child: Child
    core: int | None
    standin: Standin
    tally: Tally
    hands: deque[Hand]
    disk: Disk | None = None
    ended: list[TableHand] = field(default_factory=list)
    """Hands whose game is over but for its last press."""
    ends: Ends = field(default_factory=Ends)

    @contextmanager
    def awake(self) -> Iterator[None]:
        """Let the bot run meanwhile."""
        self.child.send(signal.SIGCONT)
        try:
            yield
        finally:
            self.child.send(signal.SIGSTOP)

    async def measure(self, in_flight: int, seconds: float) -> Slice:
        """Let ``in_flight`` hands press; return the ``seconds`` in which all of them did."""
        going, answered = True, list[float]()

        async def press_on() -> None:
            while going:
                hand = self.hands.popleft()
                answered.append(await hand.press())
                (self.hands if hand.left > 1 else self.ended).append(hand)  # type: ignore[arg-type]

        def now() -> tuple[float, Cpu, Cpu, float]:
            return time.perf_counter(), cpu(self.child.pid), cpu(os.getpid()), core_busy(self.core)

        pressing = asyncio.gather(*(press_on() for _ in range(in_flight)))
        await asyncio.sleep(_RAMP)
        first, (start, ours, driver, busy) = len(answered), now()
        await asyncio.sleep(seconds)
        last, (end, ours_then, driver_then, busy_then) = len(answered), now()
        going = False
        await pressing
        used, took = ours_then.since(ours), end - start
        others = max(busy_then - busy - used.used, 0.0) / took
        return Slice(last - first, took, used, driver_then.since(driver), others, answered[first:last])

    async def begin_anew(self) -> None:
        """Finish the games that are over but for their last press; wait until the bot has nothing left to do."""
        before = cpu(self.child.pid).used
        await asyncio.gather(*(hand.begin_anew() for hand in self.ended))
        await self.rest()
        self.ends.games += len(self.ended)
        self.ends.cpu += cpu(self.child.pid).used - before
        self.hands.extend(self.ended)
        self.ended.clear()

    async def turn(self, in_flight: int) -> dict[str, list[float]]:
        """Let all hands play a turn together, ``in_flight`` at a time, each press of it by all before the next one.

        Return the processor time of a press by its kind, with all that follows it. Games in their last turn wait.
        """
        used: dict[str, list[float]] = {}
        hands = [hand for hand in self.hands if hand.left > 2 * len(TURN)]
        await self._all(hands, in_flight, lambda hand: hand.play(hand.left % len(TURN)))
        for kind in TURN:
            await self.rest()
            before = cpu(self.child.pid).used
            await self._all(hands, in_flight, lambda hand: hand.press())
            await self.rest()
            used.setdefault(kind, []).append((cpu(self.child.pid).used - before) / len(hands) * 1e6)
        return used

    async def _all(self, hands: Sequence[Hand], at_once: int, press: Callable[[Hand], Awaitable[object]]) -> None:
        waiting = deque(hands)

        async def press_on() -> None:
            while waiting:
                await press(waiting.popleft())

        await asyncio.gather(*(press_on() for _ in range(at_once)))

    async def rest(self) -> None:
        """Wait until the bot does next to nothing."""
        then = -1.0
        while (now := cpu(self.child.pid).used) - then > _IDLE:
            then = now
            await asyncio.sleep(_IDLE_SECONDS)


@dataclass(frozen=True, slots=True)
class Ratio:
    """A median of ratios, and the range that holds the true one in 95 of 100 runs."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, ratios: Sequence[float]) -> Ratio:
        """Return that of ``ratios``, whatever their distribution: the order of so many coins says the range."""
        ordered = sorted(ratios)
        outside = max(int((len(ordered) - 1.96 * len(ordered) ** 0.5) / 2), 0)
        return cls(statistics.median(ordered), ordered[outside], ordered[-1 - outside])

"""Who answers a press while a shard passes from one process to another: both are connected, and both get every press.

The one that hands over notes the last press that it takes. It answers those up to that one, even such as arrive late.
The other one answers those after it, and keeps them for the moment until the shard is its own. Discord numbers presses
in the order in which they happen.
"""

import asyncio
from collections.abc import Callable
from enum import Enum, auto

from bot.tables.core.shards import HeldShards

WAIT_SECONDS = 1.5
"""How long a press waits for its shard; it has three seconds for its answer."""


class Answer(Enum):
    """What to do with a press."""

    YES = auto()
    """Answer it as usual."""
    LATER = auto()
    """Ask the person to press again: nobody else will answer."""
    NO = auto()
    """Leave it to another process."""


class Turnover:
    """The last presses of shards that this process has handed over, and the last ones of others before it took over."""

    def __init__(self, held: HeldShards, owns: Callable[[int], bool]) -> None:
        """``owns`` tells whether this process holds a shard at this moment, ``held`` how many there are in all."""
        self._held = held
        self._owns = owns
        self._last: dict[int, int] = {}
        self._before: dict[int, int] = {}
        self._given: set[int] = set()
        self._changed = asyncio.Event()

    async def answer(self, guild: int | None, number: int) -> Answer:
        """Say what to do with the press of this ``number`` in ``guild``; waits only while nobody knows."""
        shard = 0 if guild is None else self._held.now.of(guild)
        if not self._owns(shard) and shard not in self._given:
            await self._settled(shard)
        if shard in self._given:
            return Answer.LATER if number <= self._last.get(shard, 0) else Answer.NO
        if not self._owns(shard) or number <= self._before.get(shard, 0):
            return Answer.NO
        self._last[shard] = max(self._last.get(shard, 0), number)
        return Answer.YES

    def give(self, shard: int) -> int:
        """Take no more presses of ``shard``; return the number of the last one, 0 if there was none."""
        self._given.add(shard)
        return self._last.get(shard, 0)

    def take(self, shard: int, before: int) -> None:
        """Take the presses of ``shard`` after number ``before``."""
        self._given.discard(shard)
        self._before[shard] = before

    def tell(self) -> None:
        """Look again at presses that wait: this process owns another shard."""
        self._changed.set()

    async def _settled(self, shard: int) -> None:
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                while not self._owns(shard):
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            pass

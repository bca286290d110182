"""The champion plays what is over with the dice of its players: par, and another way to play a day or a round."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from bot.engine import AnyGame
from bot.tables.model.errors import TableError
from bot.tables.model.processes import Shards
from bot.tables.model.store import StoreError
from bot.tables.model.table import DiceSeed
from bot.tables.records.reviews import is_quiet
from bot.tables.service.service import TableService
from bot.thinker.answers import NobodyKnows, PlayedDay, ThinkingFailed
from bot.thinker.thinker import Thinker

log = logging.getLogger(__name__)

_decoder = msgspec.json.Decoder(PlayedDay)


def played_by_champion(stored: str | None) -> PlayedDay | None:
    """Return how the champion played a game; None if it has not, or cannot."""
    return _decoder.decode(stored) if stored else None


class Unplayed(NamedTuple):
    """Games that are over, and that the champion has not played."""

    games: Sequence[tuple[AnyGame, DiceSeed]]
    keep: Callable[[Sequence[str]], Awaitable[None]]
    """Remembers how it played each of them; an empty text if it cannot."""


NextUnplayed: TypeAlias = Callable[[Shards, int], Awaitable[Unplayed | None]]
"""Returns what has waited in these shards by that unix second, the latest first. Raises TableError."""


class Champion:
    """Has the champion play, one thing after the other, by a process that gives way to everything."""

    def __init__(self, tables: TableService, thinker: Thinker, days: NextUnplayed, tournaments: NextUnplayed) -> None:
        """Play by ``thinker``; ``tables`` know which servers are ours, and when nothing else is to be done."""
        self._tables = tables
        self._thinker = thinker
        self._days = days
        self._tournaments = tournaments

    async def look(self, now: int) -> None:
        """Have the latest tournament played that waits, and the latest day once nothing else is to be done.

        As reviews of their games do, tournaments wait for no such moment: in an evening there is none.
        """
        for next_unplayed in (self._days, self._tournaments) if is_quiet(self._tables) else (self._tournaments,):
            try:
                found = await next_unplayed(self._tables.repository.shards.now, now)
                if found is not None:
                    await found.keep([await self._played(game, seed) for game, seed in found.games])
            except (StoreError, TableError, ThinkingFailed) as error:
                log.warning("a day or a tournament waits for the champion: %s", error)

    async def _played(self, game: AnyGame, seed: DiceSeed) -> str:
        try:
            played = await self._thinker.play_day(game, seed.secret, seed.entropy, seed.round)
        except NobodyKnows:
            return ""
        return msgspec.json.encode(played).decode()

"""A day that is over, as the champion plays it with the day's dice, and how somebody's own game compares.

Two games with the same dice are the same as long as the decisions are. From then on they meet again only where the
positions are equal once more.
"""

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from bot.engine import AnyGame, Seat
from bot.engine.play import JournalEntry, play, replay_entry
from bot.tables.core.model import DiceSeed, Status, Table
from bot.tables.core.store import StoreError
from bot.tables.daily.games import DailyGame, DailyStore, daily_game
from bot.tables.play.history import History
from bot.tables.play.service import TableService
from bot.tables.records.background_reviews import is_quiet
from bot.thinker.answer import NobodyKnows, ThinkingFailed
from bot.thinker.reviewed import PlayedDay
from bot.thinker.thinker import Thinker

log = logging.getLogger(__name__)

_SEAT = Seat(0)
_NOBODY = ""

_decoder = msgspec.json.Decoder(PlayedDay)


def played_by_champion(daily: DailyGame) -> PlayedDay | None:
    """Return how the champion played the day; None if it has not, or cannot."""
    return _decoder.decode(daily.champion) if daily.champion else None


class Differed(NamedTuple):
    """A decision in which two players of the same position did not agree."""

    state: Any
    own: str
    champion: str


class Comparison(NamedTuple):
    """The decisions that somebody took in positions where the champion stood too."""

    met: int
    differed: tuple[Differed, ...]


def compare(game: AnyGame, seed: DiceSeed, entries: Sequence[JournalEntry], champion: PlayedDay) -> Comparison:
    """Compare a game of one seat, by its journal, with that of the champion. Raises GameError for other rules."""
    stood, dice, state = dict[Any, str](), seed.source(), game.new(1)
    for do in champion.actions:
        stood[state] = do
        state = play(game, state, _SEAT, do, dice.for_seat(_SEAT)).state
    met, differed, state = 0, list[Differed](), game.new(1)
    for entry in entries:
        other = stood.get(state)
        if other is not None and len(game.legal_actions(state)) > 1:
            met += 1
            if other != entry.do:
                differed.append(Differed(state, entry.do, other))
        state = replay_entry(game, state, entry)
    return Comparison(met, tuple(differed))


class Beside(NamedTuple):
    """A day that is over, as the champion played it, beside somebody's own game."""

    champion: PlayedDay
    own: Comparison | None
    """None for who has not finished the day."""


async def beside(history: History, daily: DailyGame, table: Table | None, user: int) -> Beside | None:
    """Return the champion's game of a day that is over beside ``table``, that of ``user``; None before there is one.

    Raises what :meth:`History.replay` raises.
    """
    champion = played_by_champion(daily)
    if champion is None or table is None or table.status is not Status.FINISHED:
        return champion and Beside(champion, None)
    _, replay = await history.replay(table.id, user)
    return Beside(champion, compare(table.game, table.seed, replay.entries, champion))


class ChampionDays:
    """Has the champion play the days that are over, one after the other, when nothing else is to be done."""

    def __init__(self, tables: TableService, store: DailyStore, thinker: Thinker) -> None:
        """Play by ``thinker``; ``tables`` know whose days are this process's, and when it is quiet."""
        self._tables = tables
        self._store = store
        self._thinker = thinker

    async def look(self, now: int) -> None:
        """Have the latest day played that waits."""
        if not is_quiet(self._tables):
            return
        try:
            daily = await self._store.unplayed(self._tables.repository.shards.now, now)
            if daily is not None:
                await self._store.keep_champion(daily.guild, daily.day, await self._played(daily))
        except (StoreError, ThinkingFailed) as error:
            log.warning("a day waits for the champion: %s", error)

    async def _played(self, daily: DailyGame) -> str:
        try:
            found = await self._thinker.play_day(daily_game(daily), daily.secret, daily.entropy)
        except NobodyKnows:
            return _NOBODY
        return msgspec.json.encode(found).decode()

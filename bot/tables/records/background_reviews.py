"""Finished games are reviewed by themselves, for statistics, when nothing else is to be done.

A few games at a time, the latest first, while nobody has pressed anything lately and nobody waits for the worth of a
position; in a process of their own, which gives way to everything. What has a review, or can have none, is stored with
the results, so that no game is looked at twice. Each process looks after the servers of its own shards.
"""

import logging

from bot.engine import GameError
from bot.tables.core import errors
from bot.tables.core.journal import effective_entries
from bot.tables.core.model import Status, Table, TableId, code
from bot.tables.core.repository import TableRepository
from bot.tables.core.store import StoreError
from bot.tables.play.service import TableService
from bot.tables.records.game_reviews import Played, ReviewStore, StoredReview, review_of, to_store, with_kinds
from bot.thinker.thinker import Thinker

log = logging.getLogger(__name__)

QUIET_SECONDS = 10
"""So long nobody must have pressed anything."""

_AT_ONCE = 3
"""Games of one look."""


def is_quiet(tables: TableService) -> bool:
    """Whether nobody presses, and nobody waits for the worth of a position."""
    return tables.presence.quiet_seconds >= QUIET_SECONDS and not tables.thinker.busy


class BackgroundReviews:
    """Looks for games without a review, and makes it."""

    def __init__(self, tables: TableService, store: ReviewStore, thinker: Thinker) -> None:
        """Review the games of ``tables`` by ``thinker``, which nobody else asks; keep the reviews in ``store``."""
        self._repository: TableRepository = tables.repository
        self._tables = tables
        self._store = store
        self._thinker = thinker
        self._failed: set[TableId] = set()
        """Games at which the process broke: the next start tries them again."""

    async def look(self, now: int) -> None:
        """Review some games that wait, if nothing else is to be done."""
        if not is_quiet(self._tables):
            return
        try:
            waiting = await self._store.waiting(self._repository.shards.now, now, _AT_ONCE + len(self._failed))
            for id in [id for id in waiting if id not in self._failed][:_AT_ONCE]:
                if is_quiet(self._tables):
                    await self._review(id)
        except StoreError as error:
            log.warning("games wait to be reviewed: %s", error)

    async def close(self) -> None:
        """End the process now, whatever it works on."""
        await self._thinker.close()

    async def _review(self, id: TableId) -> None:
        try:
            found = await self._found(id)
        except errors.NotReviewed:
            self._failed.add(id)
        except (errors.TableError, GameError, IndexError) as error:
            log.info("table %s has no review: %r", code(id), error)
            await self._store.save(id, [])
        else:
            await self._store.save(id, found)

    async def _found(self, id: TableId) -> list[StoredReview]:
        """Return the review of a game: a stored one that was not counted yet, or a new one."""
        stored = await self._store.of_table(id)
        if stored:
            return [with_kinds(one) for one in stored]
        table, own = await self._repository.apart(id)
        if table.status is not Status.FINISHED or all(isinstance(one, int) and one < 0 for one in table.players):
            return []
        tables = [own.get(player) for player in table.players] if table.has_own_tables else [table]
        return to_store(table, await review_of(self._thinker, table, [await self._played(one) for one in tables]))

    async def _played(self, table: Table | None) -> Played | None:
        """Return what was done at a table; only the process that reviews it plays it again."""
        if table is None:
            return None
        return Played(table, effective_entries(await self._repository.store.journal(table.id)))

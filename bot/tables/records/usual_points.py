"""What somebody usually gets in each box of a score sheet: the averages of their latest games by the same rules.

The menu of boxes says so. No press waits for it: it is read once a table for each player, beside the answers, and
until then memory knows nothing.
"""

import logging
from collections.abc import Mapping

from bot.tables.core.memory import LruCache
from bot.tables.core.model import Table, TableId, code
from bot.tables.core.rows import rules_name
from bot.tables.core.store import StoreError
from bot.tables.records.profiles import ProfileStore, Scope
from bot.tables.records.stats_totals import total_stats

log = logging.getLogger(__name__)

ENOUGH = 5
"""With fewer games nothing is usual."""

_LATEST = 30
"""How many games count: some 2 ms of reading, and what somebody does by now."""

_KEPT = 2000
"""How many players of tables to keep; about 2 KB each."""

UsualPoints = Mapping[str, int]
"""Points by the key of a box; empty where nothing is usual."""


class UsualPointsCache(LruCache[tuple[TableId, int], UsualPoints]):
    """The usual points of players at tables, by the ids of both."""

    def __init__(self, profiles: ProfileStore) -> None:
        """Read games from ``profiles``."""
        super().__init__(_KEPT)
        self._profiles = profiles

    async def load(self, table: Table) -> None:
        """Read what is usual for everybody at ``table``, one after the other; nothing where storage cannot say."""
        for player in table.people:
            self.put((table.id, player), {})  # So that no press asks twice.
        try:
            for player in table.people:
                self.put((table.id, player), await self._read(table, player))
        except StoreError as error:
            log.warning("table %s: usual points cannot be read: %s", code(table.id), error)

    async def _read(self, table: Table, player: int) -> UsualPoints:
        scope = Scope(table.guild, player, table.game.key, rules=rules_name(table.game.options))
        games = await self._profiles.counted(scope, latest=_LATEST)
        totals = total_stats(one.details for one in games if not one.left)
        if totals.games < ENOUGH:
            return {}
        return {box: round(one.average) for box, one in totals.boxes.items()}

"""Absences that people have announced: their tables follow them, and computers play for nobody longer than that."""

import logging

from bot.tables.model.choices import USUAL, PlayerSettings
from bot.tables.model.errors import translated_errors
from bot.tables.model.table import Table
from bot.tables.people import PrivacyStore
from bot.tables.service.service import TableService
from bot.ui.delivery.presenter import Presenter

log = logging.getLogger(__name__)


class Absences:
    """Tells the tables of this process who is away, and who is not any more."""

    def __init__(
        self, tables: TableService, presenter: Presenter, preferences: PlayerSettings, privacy: PrivacyStore
    ) -> None:
        """Change ``tables``; ``preferences`` say who is away, ``privacy`` where they sit."""
        self._tables = tables
        self._presenter = presenter
        self._preferences = preferences
        self._privacy = privacy

    async def tell(self, user: int, *, away: bool, here: bool = True) -> None:
        """Draw the tables of somebody anew: while they are ``away`` computers keep their seats warm, then no longer.

        Computers do so where the table lets them. Unless they are ``here``, a message calls them when their turn comes.
        """
        with translated_errors():
            seated = await self._privacy.seated(user)
        for id in seated:
            if not self._tables.repository.is_ours((await self._tables.get(id)).guild):
                continue  # The process that looks after it sees it with its next board.
            if away:
                change = await self._tables.go_away(id, user)
            else:
                change = await self._tables.take_back(id, user, here=here)
            if change.before != change.after:
                await self._presenter.changed(change)
            else:
                self._presenter.refresh_soon(id)

    async def ends_at(self, table: Table) -> bool:
        """Return whether somebody for whom a computer is to act at ``table`` is away no more; then tell all tables.

        They were away until a moment that is past, and have done nothing since.
        """
        seat = table.turn
        player = table.players[seat] if seat is not None and seat in table.stand_ins else None
        if not isinstance(player, int) or table.seat_of(player) is None:
            return False
        until = (await self._preferences.of_or(player, USUAL)).away_until
        if until is None or until > self._tables.now():
            return False
        with translated_errors():
            await self._preferences.choose(player, away_until=None)
        log.info("table %s: the absence of a player is over", table.code)
        await self.tell(player, away=False, here=False)
        return True

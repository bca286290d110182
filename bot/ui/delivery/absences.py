"""Absences that people have announced: their tables follow them, and computers play for nobody longer than that."""

import logging

from bot.tables.model.choices import USUAL, PlayerSettings
from bot.tables.model.errors import TableError, translated_errors
from bot.tables.model.table import Status, Table, TableId, code
from bot.tables.people import PrivacyStore
from bot.tables.service.service import TableService
from bot.ui.delivery.presenter import Presenter

log = logging.getLogger(__name__)


class Absences:
    """Tells tables who is away, and who is not any more: also those that another process looks after."""

    def __init__(
        self, tables: TableService, presenter: Presenter, preferences: PlayerSettings, privacy: PrivacyStore
    ) -> None:
        """Change ``tables``; ``preferences`` say who is away, ``privacy`` where they sit."""
        self._tables = tables
        self._presenter = presenter
        self._preferences = preferences
        self._privacy = privacy

    async def tell(self, user: int, *, away: bool, here: bool = True, pressed: TableId | None = None) -> None:
        """Draw the tables of somebody anew: while they are ``away`` computers keep their seats warm, then no longer.

        Computers do so where the table lets them. Unless they are ``here``, a message calls them when their turn comes.
        The board that they have ``pressed`` is drawn by the answer.
        """
        with translated_errors():
            seated = await self._privacy.seated(user)
        for id in seated:
            try:
                await self._tell_table(id, user, away=away, here=here, pressed=id == pressed)
            except TableError as error:
                log.warning("table %s: who is away there stays so: %r", code(id), error)

    async def _tell_table(self, id: TableId, user: int, *, away: bool, here: bool, pressed: bool) -> None:
        repository = self._tables.repository
        ours = repository.is_ours((await self._tables.get(id)).guild)
        if not ours:
            await repository.reload(id)  # Memory may be older than what its own process has saved.
        if away:
            change = await self._tables.go_away(id, user)
        else:
            change = await self._tables.take_back(id, user, here=here)
        table = change.after
        if not ours:
            return  # The process that looks after it is told of the save, and draws it.
        if change.before != table:
            await self._presenter.changed(change)
        elif not pressed and (table.status is Status.LOBBY or table.turn_player == user):
            self._presenter.refresh_soon(id)  # Other boards say nothing of it.

    async def ends_at(self, table: Table) -> bool:
        """Return whether somebody for whom a computer is to act at ``table`` is away no more; then tell all tables."""
        seat = table.turn
        player = table.players[seat] if seat is not None and seat in table.stand_ins else None
        return isinstance(player, int) and table.seat_of(player) is not None and await self.ends(player)

    async def ends(self, player: int) -> bool:
        """Return whether somebody was away until a moment that is past, and has done nothing since; tell all tables."""
        until = (await self._preferences.of_or(player, USUAL)).away_until
        if until is None or until > self._tables.now():
            return False
        with translated_errors():
            await self._preferences.choose(player, away_until=None)
        log.info("the absence of a player is over")
        await self.tell(player, away=False, here=False)
        return True

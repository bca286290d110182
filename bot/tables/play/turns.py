"""Games in turns: what people do with a whole game, as far as a table's mode makes a difference."""

from typing import Any, Protocol

from bot.tables.core import journal, lobbies, moves
from bot.tables.core.critical_section import translated_errors
from bot.tables.core.model import AbsencePolicy, Status, Table
from bot.tables.core.moves import MoveResult
from bot.tables.core.repository import Change, TableRepository
from bot.tables.daily.seals import Seals
from bot.tables.play import autoplay, clock, votes


class Play(Protocol):
    """What each mode of a table does in its own way. Every method raises TableError for a refusal."""

    async def start(self, table: Table, user: int | None, interaction: int) -> Change:
        """Start the game of a lobby, and draw the order of play; without ``user`` if its countdown is over."""

    async def leave(self, table: Table, user: int) -> Change:
        """Let ``user`` leave the game."""

    async def end(self, table: Table, user: int, manager: bool) -> Change:
        """End the game before its end; no result counts."""

    async def give_up(self, table: Table) -> Change:
        """Do what the table chose for absent players, if patience has ended; else change nothing."""

    async def records(self, table: Table, user: int) -> list[dict[str, Any]]:
        """Return the games that ``user`` may have as notation.md writes them."""

    async def verify(self, table: Table) -> bool:
        """Whether the secret gives every throw, the order of play, and the state that people saw.

        Raises IndexError for a torn journal.
        """


class TurnPlay:
    """Play at one table; also a lobby, and the game of a day."""

    def __init__(self, repository: TableRepository, seals: Seals) -> None:
        """Change tables through ``repository``; ``seals`` say whose dice are secret."""
        self._repository = repository
        self._seals = seals

    async def start(self, table: Table, user: int | None, interaction: int) -> Change:
        """Start the game."""
        now = self._repository.now
        return await self._repository.transact(table.id, lambda table: lobbies.start(table, user, interaction, now()))

    async def leave(self, table: Table, user: int) -> Change:
        """Stand up from the lobby, or drop the seat."""
        return await self._repository.transact(
            table.id, lambda table: lobbies.leave(table, user, self._repository.now())
        )

    async def end(self, table: Table, user: int, manager: bool) -> Change:
        """Close the lobby, or end the game."""
        now = self._repository.now
        return await self._repository.transact(table.id, lambda table: moves.end(table, user, manager, now()))

    async def give_up(self, table: Table) -> Change:
        """Close a lobby that nobody starts, and the game of a day with public dice; else look at the seat to act."""
        with translated_errors():
            revealed = await self._seals.is_revealed_at(table)
        return await self._repository.transact(
            table.id, lambda table: _give_up(table, self._repository.now(), revealed)
        )

    async def records(self, table: Table, user: int) -> list[dict[str, Any]]:
        """Return the one record there is, with the secret only if it is public."""
        entries = journal.effective_entries(await self._repository.store.journal(table.id))
        return [journal.record(table, entries, sealed=await self._seals.hides_secret(table))]

    async def verify(self, table: Table) -> bool:
        """Whether the journal follows from the secret."""
        rows = await self._repository.store.journal(table.id)
        return journal.is_whole(table, rows) and await journal.verify(table, journal.effective_entries(rows))


def _give_up(table: Table, now: int, revealed: bool) -> MoveResult:
    if revealed and table.status is Status.PLAYING:
        return moves.close(table, now)
    if not clock.patience_is_over(table, now):
        return MoveResult(table)
    if table.mode.lasts_a_day:
        return moves.close(table, now)
    if table.status is Status.LOBBY:
        return lobbies.expire(table, now)
    late = clock.effective_policy(table)
    if late is AbsencePolicy.SKIP:
        return autoplay.skip_turn(table, now)
    if late is AbsencePolicy.COMPUTER:
        return autoplay.keep_warm(table, now)
    if late is AbsencePolicy.DROP and table.turn_player is not None:
        return moves.drop_player(table, table.turn_player, now)
    return votes.start_vote(table) if late is AbsencePolicy.VOTE else MoveResult(table)

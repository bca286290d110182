"""Reads finished games back: records, the check of the dice, and replays."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from bot.engine import IllegalAction, Level
from bot.tables.model.errors import NotOver, ThrownByHand, translated_errors
from bot.tables.model.memory import LruCache
from bot.tables.model.store import LobbyRow
from bot.tables.model.table import Computer, Status, Table, TableId
from bot.tables.moves import sides, stirring
from bot.tables.service.modes import Play
from bot.tables.storage import journal
from bot.tables.storage.journal import Replay, check_over, prepare_champion, prepare_replay
from bot.tables.storage.repository import TableRepository
from bot.tables.storage.seals import Seals

REPLAYS = 32
"""The number of replays to keep in memory; a long one takes some hundred KB."""


class History:
    """Journals, for people."""

    def __init__(self, repository: TableRepository, seals: Seals, play: Callable[[Table], Play]) -> None:
        """Read from ``repository``; ``seals`` say whose dice are secret, ``play`` how the mode of a table plays."""
        self._repository = repository
        self._seals = seals
        self._play = play
        self._replays: LruCache[TableId, Replay] = LruCache(REPLAYS)
        self._champions: LruCache[TableId, tuple[Any, Replay]] = LruCache(REPLAYS)

    async def record(self, id: TableId) -> dict[str, Any]:
        """Return the game as notation.md writes it, with the secret only if it is public."""
        async with self._repository.locked(id):
            table = await self._repository.load(id)
            entries = journal.effective_entries(await self._repository.store.journal(id))
            return journal.record(table, entries, sealed=await self._seals.hides_secret(table))

    async def records(self, id: TableId, user: int) -> list[dict[str, Any]]:
        """Return what ``user`` may have of :meth:`record`: of a simultaneous game, a record per player.

        Raises SecretDay.
        """
        table = await self._repository.get(id)
        with translated_errors():
            await self._seals.check_reader(table, user)
        async with self._repository.locked(id):
            return await self._play(table).records(await self._repository.load(id), user)

    async def lobby_rows(self, id: TableId) -> list[LobbyRow]:
        """Return what happened in the lobby of a table, in order."""
        with translated_errors():
            return await self._repository.store.lobby(id)

    async def verify(self, id: TableId, *, anew: bool = True) -> bool:
        """Recompute every throw of a table that is over, and compare the mix with the typed words.

        Unless ``anew``, throws that were recomputed when the game ended are not once more. Raises NotOver before that,
        Sealed while others throw the same dice, ThrownByHand for real dice.
        """
        async with self._repository.locked(id):
            table = await (self._repository.load if anew else self._repository.get)(id)
            if not table.over:
                raise NotOver
            await self._seals.check_revealed(table)
            if table.settings.real_dice:
                raise ThrownByHand
            rows = await self._repository.store.lobby(table.parent or id)
            if table.settings.tournament is not None:
                if not await self._seals.shares_dice(table):
                    return False
            elif not stirring.matches_lobby(table.seed, rows):
                return False
            if table.parent is None and not (
                stirring.agrees_with_lobby(table, rows) and sides.agree_with_lobby(table, rows)
            ):
                return False
            if table.status is Status.ENDED and table.state is None:
                return True  # It closed before the game began: nobody threw.
            if not anew and self._repository.results.proven(table) and journal.is_fair_start(table):
                return True
            try:
                return await self._play(table).verify(table)
            except IndexError:
                return False

    async def is_sealed(self, table: Table, user: int) -> bool:
        """Return whether others may still throw the dice of ``table``. Raises SecretDay unless ``user`` plays there."""
        with translated_errors():
            await self._seals.check_reader(table, user)
            return await self._seals.hides_secret(table)

    async def replay(self, id: TableId, user: int) -> tuple[Table, Replay]:
        """Return a table that is over, and the replay of its game, for ``user``.

        Of a simultaneous game only the players' own tables have one: IllegalAction for the public one. Raises
        NotStarted, StillPlayed, NeverBegan, SecretDay or OtherRules.
        """
        async with self._repository.locked(id):
            table, _ = await self._repository.checked(id, check_over)
            if table.parent is not None:
                await self._repository.checked(table.parent, check_over)
            await self._seals.check_reader(table, user)
            if not table.mode.in_turns:
                raise IllegalAction("each player's own table is replayed")
            known = self._replays.get(id)
            if known is None:
                known = await prepare_replay(table, await self._repository.store.journal(id))
                self._replays.put(id, known)
            return table, known

    async def champion_replay(self, table: Table, actions: Iterable[str]) -> tuple[Table, Replay]:
        """Return how the champion played the dice of ``table``, finished and of one seat, by the texts of its actions.

        The table is the champion's then, of no day and of no tournament. Raises OtherRules.
        """
        known = self._champions.get(table.id)
        if known is None:
            known = await prepare_champion(table, actions)
            self._champions.put(table.id, known)
        state, played = known
        settings = replace(table.settings, daily=None, tournament=None)
        champion = Computer(1, Level.CHAMPION)
        return replace(table, players=(champion,), originals=(), state=state, settings=settings), played

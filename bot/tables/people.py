"""What the bot keeps about a person and about a server, and how it goes away (docs/privacy.md)."""

from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from bot.engine import GameError
from bot.tables.model.errors import TableError, translated_errors
from bot.tables.model.processes import Shards
from bot.tables.model.table import TableId
from bot.tables.service.service import Change, TableService

HOUR = 3600
DAY = 24 * HOUR

KEPT_AFTER_LEAVING = 30 * DAY
"""Seconds that a server's data waits for a new invitation."""


Held = Callable[[TableId], AbstractAsyncContextManager[object]]
"""A context in which nobody else changes a table, and after which memory has forgotten it."""


class PrivacyStore(Protocol):
    """Everything in storage, by person and by server."""

    async def export(self, user: int) -> dict[str, Any]:
        """Return everything kept about ``user`` as JSON values, by kind, without secrets of dice."""

    async def seated(self, user: int) -> list[TableId]:
        """Return the live tables with a seat of ``user``, without players' own tables below another."""

    async def erase(self, user: int, held: Held) -> None:
        """Remove ``user`` from every row: delete what is theirs alone, and put a nameless id in their place elsewhere.

        The nameless id is negative, the same within a game and another in the next. Their own place goes whole, each
        of its tables in its context of ``held``. Raises SaveFailed.
        """

    async def guilds(self) -> set[int]:
        """Return the places of which storage holds anything."""

    async def visited(self) -> set[int]:
        """Return the servers in which people have played where the bot was a guest, and has not been invited since."""

    async def departed(self, guilds: Iterable[int], at: int) -> list[int]:
        """Remember that these servers have removed the bot; return those of which that is new."""

    async def returned(self, guilds: Iterable[int]) -> list[int]:
        """Note that the bot is in these servers, now or again; return those where it was a guest.

        Their tables are ordinary ones from now on.
        """

    async def purge(self, before: int, shards: Shards, held: Held) -> list[int]:
        """Delete everything of the servers of ``shards`` that removed the bot before that time, and return them.

        Where people have played since, with the bot as a guest, everything stays. Each table goes in its context of
        ``held``; otherwise a save under way would bring back what is deleted.
        """


async def erase(tables: TableService, data: PrivacyStore, user: int) -> list[Change]:
    """Erase a person: they leave their ``tables``, then their id goes from every row of ``data``.

    Return the changes at live tables, for their boards. Raises NotSaved; then nothing but seats has changed.
    """
    changes: list[Change] = []
    with translated_errors():
        seated = await data.seated(user)
    for id in seated:
        try:
            changes.append(await tables.leave(id, user))
        except (TableError, GameError):
            continue  # They left this seat before, or their sheet is full: it stays, without their name.
    with translated_errors():
        await data.erase(user, tables.repository.taken_away)
    return changes

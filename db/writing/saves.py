"""What one decision writes, and what becomes of it: each save ends in exactly one of the states below.

::

    waiting ──▶ begun ──▶ stored, or refused by the storage
       │          │
       │          └─ too late: SaveUnknown; ``settled`` brings the end as soon as there is one
       └─ too late: SaveFailed. It is withdrawn: no transaction takes it any more.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.core.store import Row, SaveFailed, SaveUnknown, StoreError

Work = Callable[[AsyncConnection], Awaitable[None]]
"""Work inside a transaction of the writer. If it raises a StoreError, nothing is written."""


@dataclass(slots=True, eq=False)
class Save:
    """What one decision writes, as parameters of the statements: all of it or nothing."""

    snapshots: Sequence[Row] = ()
    journal: Sequence[Row] = ()
    results: Sequence[Row] = ()
    lobby: Sequence[Row] = ()
    others: Sequence[Executable] = ()
    work: Work | None = None
    """Work that reads before it writes. It runs last, and once more if the batch is written again."""
    until: float = 0.0
    """When it is too late, in the time of the event loop."""
    hurried: bool = False
    """Whether somebody waits for an answer; other saves may take their time once they have begun."""
    by_itself: bool = False
    """Whether it goes alone, because a transaction with it and others has failed."""
    answered: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    """What the caller of the save receives."""
    _settled: asyncio.Future[bool] | None = None

    @property
    def open(self) -> bool:
        """Whether the caller still waits: without an answer yet, and not gone."""
        return not self.answered.done()

    def answer(self, error: StoreError | None) -> None:
        """Answer how it ended: stored, or why not."""
        if self._settled is not None and not self._settled.done():
            self._settled.set_result(error is None)
        if self.answered.done():
            return
        if error is None:
            self.answered.set_result(None)
        else:
            self.answered.set_exception(error)

    def withdraw(self, reason: str) -> None:
        """Withdraw it before a transaction has taken it."""
        if not self.answered.done():
            self.answered.set_exception(SaveFailed(reason))

    def doubt(self) -> None:
        """Answer that its transaction goes on, and nobody knows yet how it ends."""
        if not self.answered.done():
            self._settled = asyncio.get_running_loop().create_future()
            self.answered.set_exception(SaveUnknown(self._settled))

    def lose(self) -> None:
        """Answer that nobody will know."""
        self.doubt()
        if self._settled is not None:
            self._settled.cancel()

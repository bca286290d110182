"""What one decision writes, and what becomes of it: each save ends in exactly one of the states below.

::

    waiting ──▶ begun ──▶ stored, or refused by the storage
       │          │
       │          └─ too late: SaveUnknown; ``settled`` tells the end as soon as there is one
       └─ too late: SaveFailed. It is withdrawn: no transaction takes it any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.core.store import SaveFailed, SaveUnknown, StoreError

Row = dict[str, Any]

Work = Callable[[AsyncConnection], Awaitable[None]]
"""What is done in a transaction of the writer. It refuses by a StoreError, and then nothing is written."""


@dataclass(slots=True, eq=False)
class Save:
    """What one decision writes, as parameters of the statements; all of it or nothing."""

    snapshots: Sequence[Row] = ()
    journal: Sequence[Row] = ()
    results: Sequence[Row] = ()
    lobby: Sequence[Row] = ()
    others: Sequence[Executable] = ()
    work: Work | None = None
    """What reads before it writes; done last, and once more where the batch is written again."""
    until: float = 0.0
    """When it is too late, by the clock of the loop."""
    hurried: bool = False
    """Whether somebody waits for an answer; what nobody waits for may take its time once it has begun."""
    by_itself: bool = False
    """Whether it is written alone: a transaction with it and others has failed."""
    told: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    """What whoever saves is told."""
    _settled: asyncio.Future[bool] | None = None

    @property
    def open(self) -> bool:
        """Whether whoever saves still waits: they were told nothing yet, and have not gone."""
        return not self.told.done()

    def answer(self, error: StoreError | None) -> None:
        """Tell how it ended: stored, or why not."""
        if self._settled is not None and not self._settled.done():
            self._settled.set_result(error is None)
        if self.told.done():
            return
        if error is None:
            self.told.set_result(None)
        else:
            self.told.set_exception(error)

    def withdraw(self, reason: str) -> None:
        """Give it up before a transaction has taken it."""
        if not self.told.done():
            self.told.set_exception(SaveFailed(reason))

    def doubt(self) -> None:
        """Tell that its transaction goes on, and nobody knows yet how it ends."""
        if not self.told.done():
            self._settled = asyncio.get_running_loop().create_future()
            self.told.set_exception(SaveUnknown(self._settled))

    def lose(self) -> None:
        """Tell that nobody will know before the program ends."""
        self.doubt()
        if self._settled is not None:
            self._settled.cancel()

"""What lives beside a table, not in it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.types import Event


@dataclass(frozen=True, slots=True)
class Showing:
    """The dice held now (None: as thrown), the menu that is open, and the latest events."""

    held: frozenset[int] | None = None
    striking: bool = False
    column: int | None = None
    news: tuple[Event, ...] = ()

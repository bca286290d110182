"""What is shown of a table but does not lie in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.engine.types import Event
from bot.tables.core.memory import Told
from bot.tables.core.model import Table
from bot.tables.daily.games import DayResult


@dataclass(frozen=True, slots=True)
class Showing:
    """The dice held now (None: as thrown), the menu that is open, the latest events, the tables below this one."""

    held: frozenset[int] | None = None
    striking: bool = False
    column: int | None = None
    news: tuple[Event, ...] = ()
    family: Mapping[int, Table] = field(default_factory=dict)
    """Where everybody plays at once: each player's own table."""
    by_menu: bool = False
    """Whoever is to act holds dice by one menu instead of a button for each."""
    day: DayResult | None = None
    """How a finished game of the day stands among the others."""
    told: Told | None = None
    """With dice of the players' own: the throw that is being told face by face."""

"""What the client is given to work with, beside discord.py."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.tables.boards import Boards
from bot.tables.choices import GuildSettings, PlayerSettings
from bot.tables.daily import Dailies
from bot.tables.privacy import PrivateData
from bot.tables.profiles import Profiles
from bot.tables.rating import Ratings
from bot.tables.seasons import Seasons
from bot.tables.service import TableService
from bot.tables.store import Meta


@dataclass(frozen=True, slots=True)
class Services:
    """Everything the client and the cogs work with. ``db`` fulfils the protocols; only the command line knows it."""

    tables: TableService
    profiles: Profiles
    boards: Boards
    ratings: Ratings
    seasons: Seasons
    dailies: Dailies
    settings: GuildSettings
    preferences: PlayerSettings
    privacy: PrivateData
    meta: Meta
    clock: Callable[[], int]
    """Unix seconds."""
    monotonic: Callable[[], float]
    """Seconds that never go back, whatever is done to the machine's time."""
    ping: Callable[[], Awaitable[bool]]
    """Whether storage answers; awaited by the health check."""
    count_live: Callable[[], Awaitable[int]]
    """How many tables are open or played at. Raises StoreError."""
    on_commit: Callable[[Callable[[int], None]], None]
    """Have a function called after each commit, with the number of saves that shared it."""
    support: str = ""
    """Where people reach the host of this bot: a web or mail address; empty where none is given."""

"""What a server and a person have chosen, as plain values with what holds where nothing was chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from bot.tables.core.model import Absent

Starters = Literal["everyone", "roles", "managers"]
Ranked = Literal["standard", "all"]
Seasons = Literal["monthly", "manual"]
Hold = Literal["press", "menu"]

HOUR = 3600


@dataclass(frozen=True, slots=True)
class GuildChoices:
    """What a server has chosen (``/settings``). A server that configures nothing plays well with these."""

    language: str | None = None
    """Of boards; None is the server's own."""
    count_real_dice: bool = False
    """Games with dice of the players' own count in leaderboards too."""
    channels: tuple[int, ...] = ()
    """Where tables may be opened (threads below them included); none listed means everywhere."""
    starters: Starters = "everyone"
    """Who may open tables: everybody, those with one of :attr:`starter_roles`, or those with Manage Server."""
    starter_roles: tuple[int, ...] = ()
    presets: Mapping[str, str] = field(default_factory=dict)
    """The preset a game starts with when its starter chooses no house rules, by game."""
    absent: Absent = Absent.WAIT
    """What happens to the turn of somebody who does not come."""
    patience: int = 24 * HOUR
    """After how many seconds it happens."""
    reminder: int = HOUR
    """After how many seconds somebody is reminded of their turn; 0 never."""
    calls: bool = True
    """The next player is called by a message with a mention."""
    pictures: bool = True
    """Finished games and statistics come with a picture."""
    ranked: Ranked = "standard"
    """Which option sets leaderboards and ratings count unless asked otherwise."""
    seasons: Seasons = "monthly"
    """When a season ends: with the month (UTC), or when somebody with Manage Server ends it."""
    season_channel: int | None = None
    """Where final tables of seasons are posted; None is where the last game was finished."""
    left_at: int | None = None
    """Unix seconds when the bot was removed from the server; None while it is there."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a person has chosen for themselves, in every server (``/preferences``)."""

    language: str | None = None
    """Of what only they see; None is Discord's."""
    hold: Hold = "press"
    """Dice are held by pressing each, or in one menu."""
    confirm_strike: bool = False
    """They are asked before a box is struck."""
    remind: bool = True
    """They are reminded of their turn."""
    quiet_from: int | None = None
    """Hour (0-23, in :attr:`zone`) from which they are not reminded, until :attr:`quiet_to`; None: no quiet hours."""
    quiet_to: int | None = None
    zone: str = "America/Toronto"
    """Time zone of the quiet hours, by its IANA name."""
    plain: bool = False
    """Boards of their tables come in large text without emojis."""


class GuildSettings(Protocol):
    """The choices of servers."""

    async def of(self, guild: int, /) -> GuildChoices:
        """Return what ``guild`` has chosen. Remembered, so it may be asked for every press."""

    async def choose(self, guild: int, /, **changes: Any) -> GuildChoices:
        """Change these fields of :class:`GuildChoices` and return all. Raises SaveFailed."""


class PlayerSettings(Protocol):
    """The choices of people."""

    async def of(self, user: int, /) -> Preferences:
        """Return what ``user`` has chosen. Remembered, so it may be asked for every press."""

    async def learn(self, users: Iterable[int], /) -> None:
        """Read what all of these have chosen at once, so that :meth:`of` need not. Raises StoreError."""

    async def choose(self, user: int, /, **changes: Any) -> Preferences:
        """Change these fields of :class:`Preferences` and return all. Raises SaveFailed."""

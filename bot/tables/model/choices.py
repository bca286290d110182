"""What a server and a person have chosen, as plain values with a default for every choice."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, TypeVar

from bot.locales import language_of
from bot.tables.model.table import AbsencePolicy, Hints

Tournaments = Literal["all", "managers", "off"]
WhoMayOpen = Literal["everyone", "roles", "managers"]
Ranked = Literal["standard", "all"]
Seasons = Literal["monthly", "manual"]
Sheets = Literal["text", "drawn"]
DayLength = Literal["short", "long"]
Drawn = Literal["boards", "results", "none"]
HoldControl = Literal["press", "equal", "menu"]

THINGS = ("daily", "puzzle", "sharing", "computers", "hints", "threads")
"""What a server can switch off beside games."""

HOUR = 3600

UTC = "Etc/UTC"
"""The time zone of servers that have chosen none."""


@dataclass(frozen=True, slots=True)
class GuildChoices:
    """What a server has chosen (``/settings``). A server that configures nothing plays well with these."""

    language: str | None = None
    """The language of boards; None is the server's own."""
    count_real_dice: bool = False
    """Games with dice of the players' own count in leaderboards too."""
    count_computers: bool = False
    """Games with computers that end from now on count like others: in leaderboards, ratings, runs and records."""
    channels: tuple[int, ...] = ()
    """Where people may open tables (threads below them included); an empty list means everywhere."""
    starters: WhoMayOpen = "everyone"
    """The people who may open tables: all, those with one of :attr:`starter_roles`, or those with Manage Server."""
    starter_roles: tuple[int, ...] = ()
    tournaments: Tournaments = "all"
    """The people who may open tournaments: those who may open tables, those with Manage Server, or nobody."""
    presets: Mapping[str, str] = field(default_factory=dict)
    """The preset of a new game without chosen house rules, by game."""
    absent: AbsencePolicy = AbsencePolicy.WAIT
    """What happens to the turn of an absent player."""
    patience: int = 24 * HOUR
    """After how many seconds it happens."""
    reminder: int = HOUR
    """After how many seconds a player gets a reminder; 0 never."""
    calls: bool = True
    """A message with a mention calls the next player."""
    hints: Hints = Hints.ALONE
    """The players at new tables who may ask what moves are worth."""
    pictures: bool = True
    """Finished games and statistics come with a picture."""
    sheets: Sheets = "drawn"
    """The look of score sheets on boards, and of the way to a goal; ``drawn`` needs :attr:`pictures` too."""
    remarks: bool = True
    """Computers say a line a game."""
    ranked: Ranked = "standard"
    """Which option sets leaderboards and ratings count by default."""
    seasons: Seasons = "monthly"
    """When a season ends: with the month, or when somebody with Manage Server ends it."""
    season_channel: int | None = None
    """Where the bot posts final tables of seasons; None is :attr:`post_channel`."""
    daily: DayLength = "short"
    """The length of the games of the day. It counts from :attr:`daily_from` on."""
    daily_from: int | None = None
    """The first day (20261121) of that length: days before it are of the other one. None: all days are of it."""
    post_channel: int | None = None
    """Where the bot posts by itself; None is nowhere."""
    post_morning: bool = True
    """There it posts each morning what the day brings."""
    post_hour: int = 9
    """The hour (0-23, in :attr:`zone`) of that."""
    helper_roles: tuple[int, ...] = ()
    """The roles of people who may block, remove and void here, beside those with Manage Server."""
    switched_off: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What nobody may begin: games by their keys, and some of :data:`THINGS`. By channel; ``0`` is the whole server."""
    post_week: bool = True
    """There it posts each Sunday what the week brought."""
    post_evening: int = 19
    """The hour of that."""
    post_season: bool = True
    """It posts the champion and the best of each season that has ended, in :attr:`season_channels`."""
    post_moments: bool = True
    """There it posts what happens seldom: server records, first wins against the champion computer, perfect sheets."""
    champion_role: int | None = None
    """The role that the champion of a season gets, until the next one has it."""
    champion_refused: bool = False
    """Discord has refused to give or take it; the end of a season and another choice try again."""
    zone: str = UTC
    """Time zone of days, weeks and months, by its IANA name. It counts from :attr:`zone_day` on."""
    zone_from: int | None = None
    """Unix seconds when :attr:`zone_day` begins; until then it is the day before, whatever :attr:`zone` says."""
    zone_day: int | None = None
    """The first day (20261121) of :attr:`zone`; see :mod:`bot.tables.model.days`."""
    left_at: int | None = None
    """Unix seconds when the server removed the bot; None while the bot is there."""

    @property
    def drawn(self) -> Drawn:
        """What comes as a picture: boards in play and results, results alone, or nothing."""
        if not self.pictures:
            return "none"
        return "boards" if self.sheets == "drawn" else "results"

    @property
    def season_channels(self) -> tuple[int, ...]:
        """Where the bot posts final tables of seasons: in the first of these that takes them; without one, nowhere."""
        wanted = (self.season_channel, self.post_channel) if self.post_season else ()
        return tuple(dict.fromkeys(channel for channel in wanted if channel is not None))

    def with_drawn(self, what: Drawn) -> dict[str, object]:
        """Return what changes when the server wants pictures of ``what``."""
        if what == "none":
            return {"pictures": False}
        return {"pictures": True, "sheets": "drawn" if what == "boards" else "text"}

    def is_off(self, what: str, *channels: int) -> bool:
        """Return whether ``what`` is switched off, on the whole server or in one of these channels."""
        return any(what in self.switched_off.get(str(place), ()) for place in (0, *channels))

    def board_language(self, locale: object | None) -> str:
        """Return the language of boards: the chosen one, else the one that fits the server's Discord locale."""
        return self.language or language_of(None if locale is None else str(locale))


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a person has chosen for themselves, in every server (``/preferences``)."""

    language: str | None = None
    """The language of what only they see; None is Discord's."""
    hold: HoldControl = "press"
    """They hold dice by pressing each, by one press for all equal ones, or in one menu."""
    confirm_strike: bool = False
    """The bot asks before it strikes a box for them."""
    remind: bool = True
    """The bot posts calls and reminders of their turn. Without them, no message notifies them at all."""
    mention: bool = True
    """Messages may notify them; otherwise those that name them come silently."""
    quiet_from: int | None = None
    """Hour (0-23, in :attr:`zone`) from which nothing notifies them, until :attr:`quiet_to`; None: no quiet hours."""
    quiet_to: int | None = None
    zone: str = "America/Toronto"
    """Time zone of the quiet hours, by its IANA name."""
    named: bool = True
    """Posts, what others share, and the lists that others open name them; otherwise somebody stands in their place."""
    listed: bool = True
    """Leaderboards, and boards of days and months, show them to others; otherwise they have no line there."""
    reviews: bool = True
    """Those who played with them may see what their decisions cost, and others what many games tell."""
    open_reviews: bool = False
    """Everybody on the server may open the reviews of their games."""
    away_until: int | None = None
    """Unix seconds until which they are away: nothing notifies them, and boards say so at their turn."""
    coach: bool = False
    """In games alone or with computers, the board tells after each decision what it cost."""
    plain: bool = False
    """All that only they see comes in large text without emojis, and so do boards that they host or play alone on."""
    spoken: bool = False
    """All that only they see comes in sentences, and so do boards where they play alone."""
    guided: tuple[str, ...] = ()
    """The games, by their keys, of whose guide they have come past the middle: nobody offers it again."""

    @property
    def screen_reader(self) -> bool:
        """They have chosen both that somebody who hears the bot wants: no emojis, and boards in sentences."""
        return self.plain and self.spoken

    @property
    def in_public(self) -> bool:
        """What everybody sees may name them beside what they have reached."""
        return self.named and self.listed


USUAL = Preferences()
"""What somebody wants who has chosen nothing."""


class GuildSettings(Protocol):
    """The choices of servers."""

    async def of(self, guild: int, /) -> GuildChoices:
        """Return what ``guild`` has chosen. It is in memory, so every press may ask."""

    async def choose(self, guild: int, /, **changes: object) -> GuildChoices:
        """Change these fields of :class:`GuildChoices` and return all. Raises SaveFailed."""


class PlayerSettings(Protocol):
    """The choices of people."""

    async def of(self, user: int, /) -> Preferences:
        """Return what ``user`` has chosen. It is in memory, so every press may ask."""

    async def of_or(self, user: int, usual: Preferences, /) -> Preferences:
        """Return the same; ``usual`` if storage cannot read it."""

    async def preload(self, users: Iterable[int], /) -> None:
        """Read the choices of all of these at once, so that :meth:`of` need not. Raises StoreError."""

    async def choose(self, user: int, /, **changes: object) -> Preferences:
        """Change these fields of :class:`Preferences` and return all. Raises SaveFailed."""


NOBODY = -1
"""In place of somebody who does not want to be named."""

Line = TypeVar("Line", bound=Any)
"""A dataclass with a ``user``."""

Board = TypeVar("Board", bound=Any)
"""A dataclass with ``lines``."""


async def unnamed(preferences: PlayerSettings, people: Iterable[int], reader: int | None = None) -> frozenset[int]:
    """Return those of ``people`` whom no post may name, nor a list that others open: a post leads to such lists.

    Everybody is named to themselves, as the ``reader`` of a list. Raises StoreError.
    """
    known = {user for user in people if user != reader}
    await preferences.preload(user for user in known if user > 0)
    chosen = {user: await preferences.of(user) for user in known if user > 0}
    return frozenset(user for user in known if user < 0 or not chosen[user].in_public)


def without_names(lines: Iterable[Line], hidden: Collection[int]) -> list[Line]:
    """Return ``lines`` without the names of those who are ``hidden``; their places stay."""
    return [replace(line, user=NOBODY) if line.user in hidden else line for line in lines]


async def as_seen(preferences: PlayerSettings, board: Board, reader: int | None = None) -> Board:
    """Return a page of a board as everybody, or its ``reader``, may see it: places stay, some of their people do not.

    Raises StoreError.
    """
    hidden = await unnamed(preferences, {line.user for line in board.lines}, reader)
    shown: Board = replace(board, lines=tuple(without_names(board.lines, hidden)))
    return shown

"""What the tables need of a storage, in rows: no Discord, no SQL, no game objects.

``db`` implements these protocols; so can a dictionary in a test.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from bot.engine import Faces, OptionValue
from bot.tables.model.processes import Shards
from bot.tables.model.table import TableId

POSTING = -1
"""In place of the step that a message shows, while a board is posted; also for a new table, which has none yet."""


class NotShown(NamedTuple):
    """A table that nobody is known to see as it stands."""

    live: bool
    """Whether people still play there, or will."""
    posting: bool
    """Whether its board was being posted: it may stand twice, or in a message that the row does not know."""


Row: TypeAlias = dict[str, Any]
"""Columns by name, with stored values; rows.py makes those of a :class:`~bot.tables.model.table.Table`.

A table's column ``version`` is 1 for a new one; a save with version v replaces version v - 1 and no other.
"""


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """What somebody did in a lobby: the journal before the game, in the order of the table's steps."""

    table: TableId
    step: int
    """The table's step after it."""
    user: int
    do: str
    """``open``, ``join``, ``leave``, ``options``, ``clock``, ``start``, ``stir`` and the hash of the words,
    ``type`` where who will stir stopped a countdown, ``host`` where a manager made them the host, or ``add`` or
    ``remove`` and a computer.

    Where there are sides: also ``side`` and the chosen one, or ``dealt``; ``options`` with their number, and ``open``
    with the side of a host who had one in the game before.
    """
    words: str | None
    """The typed words of a ``stir``; None also after its person was erased."""
    at: int


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One line of a table's journal. ``do`` is an action text, ``drop``, or ``undo``: it takes the last line back."""

    table: TableId
    number: int
    seat: int
    do: str
    dice: tuple[Faces, ...]
    at: int


Kind = Literal["together", "solo", "real", "daily", "practice", "tourney", "hints", "computer", "void"]
"""The kinds of games that count apart: several players, alone, real dice, the game of the day, a past day for
practice, a round of a tournament, with hints, computers, voided by a manager whatever it was.

A game in which one player had a hint is of that kind for everybody, alone or not, whatever the dice; a game at which a
computer has a seat is of the last kind, hints or not.
"""

RIVALRIES: tuple[Kind, ...] = ("together", "real")
"""The kinds that may count together: games of several players, whatever the dice. No other kind gets a rating."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The result of one seat of a finished game."""

    table: TableId
    seat: int
    guild: int
    game: str
    options: Mapping[str, OptionValue]
    options_default: bool
    user: int
    score: int
    rank: int
    """1 is best; tied seats share a rank, and the next rank stays empty."""
    won: bool
    """Ranked first among several players."""
    left: bool
    seats: int
    solo: bool
    real_dice: bool
    finished_at: int
    kind: Kind = "together"
    rules: str = ""
    """The name of the option set in keys (:func:`bot.tables.storage.rows.rules_name`)."""
    side: int | None = None
    """The side of the seat, if partners play together."""
    details: str | None = None
    """JSON: the statistics of this seat's game."""
    to_rate: bool = False
    """Waits for its rating."""
    computers: str | None = None
    """JSON: the computers of the table and how they came out (:mod:`bot.tables.model.table`)."""
    day: int | None = None
    """The server's day (20261121) on which it counts; version 0.1 stored none, since all days were those of UTC."""
    trophies: tuple[str, ...] = ()
    """What the game brings to the person (:mod:`bot.tables.records.trophies`): no column of results."""


class StoreError(Exception):
    """Base of the errors of reading and saving. Nothing was stored, unless a docstring says otherwise."""


class SaveConflict(StoreError):
    """Somebody else has saved this table since it was loaded."""


class ChannelBusy(StoreError):
    """Another live table holds the channel."""


class SaveFailed(StoreError):
    """The storage did not work: disk full, locked, gone. The save is withdrawn and will not land later."""


class SaveUnknown(StoreError):
    """The storage was writing and has not answered in time: whether the save is stored is not known yet.

    ``settled`` brings the answer of the storage: whether it is. It is cancelled if nobody can find out: the program
    ends, or the server crashed meanwhile.
    """

    def __init__(self, settled: asyncio.Future[bool]) -> None:
        super().__init__("not known yet whether it is stored")
        self.settled = settled


class StoreClosed(StoreError):
    """The database was closed while it was read: the bot ends, and nobody waits for the answer any more."""


class StoreDamaged(SaveFailed):
    """Stored data is broken: trying again will not help, somebody has to mend it."""


class TableStore(Protocol):
    """Tables and their journals. Each table has one writer at a time; conflicts between processes are errors."""

    @property
    def exclusive(self) -> bool:
        """Whether nobody but this process can change a row."""

    async def load(self, id: TableId) -> Row | None:
        """Return the row of ``id``, if there is one."""

    async def journal(self, id: TableId) -> list[JournalRow]:
        """Return the journal of ``id`` in order, undone lines and undo lines included."""

    async def lobby(self, id: TableId) -> list[LobbyRow]:
        """Return what happened in the lobby of ``id``, in order. Version 0.1 kept nothing of it."""

    async def live_at(self, guild: int, channel: int) -> TableId | None:
        """Return the live table that holds the channel, if there is one."""

    async def live(self, guild: int | None, shards: Shards, channel: int | None = None) -> list[TableId]:
        """Return all live tables of ``shards``, oldest first, without players' own tables.

        They are those of one ``guild`` or of its ``channel``, if given.
        """

    async def not_shown(self, shards: Shards) -> dict[TableId, NotShown]:
        """Return tables of ``shards`` whose message does not show their last step, or with a pending call.

        For a player's own table of a simultaneous game that is the public table, whose message shows it. The game of a
        day has no message that stays.
        """

    async def note_shown(self, steps: Mapping[TableId, int]) -> None:
        """Store which step the message of each table shows, or POSTING. Not a change of the table: versions stay.

        Raises SaveFailed.
        """

    async def tell_owner(self, id: TableId) -> None:
        """Tell all processes by a notice that the message of the table may show anything. Raises SaveFailed."""

    async def due(self, now: int, limit: int, shards: Shards) -> list[Row]:
        """Return tables of ``shards`` whose clock has something to do by ``now``: in turn the latest and the earliest.

        So neither new ones nor old ones wait for all of the others.
        """

    async def due_calls(self, now: int, limit: int, shards: Shards) -> list[TableId]:
        """Return tables of ``shards`` whose player to act was to get a call by ``now``, the earliest first."""

    async def seated(self, guild: int, user: int) -> list[TableId]:
        """Return the live tables of a guild where ``user`` has a seat or had one, oldest first; no player's own."""

    async def children(self, parent: TableId) -> list[TableId]:
        """Return the players' own tables below ``parent``, in the order of their seats."""

    async def child_rows(self, parent: TableId) -> list[Row]:
        """Return the rows of the players' own tables below ``parent``, in the order of their seats."""

    async def save(
        self,
        table: Row,
        rows: Sequence[JournalRow] = (),
        result: Sequence[ResultRow] = (),
        *,
        also: Sequence[Row] = (),
        lobby: Sequence[LobbyRow] = (),
    ) -> None:
        """Store everything in one transaction and return after its commit.

        ``also`` are other tables that the same decision changed, ``lobby`` the new lines of a lobby. Raises
        SaveConflict, ChannelBusy, SaveFailed or, within the limit of a press (memory.py), SaveUnknown.
        """

    async def new_id(self) -> TableId:
        """Return a random id that no table is likely to have; the save of a taken one is a SaveConflict."""


class Meta(Protocol):
    """A few facts the program remembers about itself, such as the hash of the commands it has synced."""

    async def get(self, key: str) -> str | None:
        """Return the text of ``key``."""

    async def set(self, key: str, value: str) -> None:
        """Remember. Raises SaveFailed."""

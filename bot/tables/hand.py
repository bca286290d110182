"""What the managers of a server and the host of the bot may do: block people, remove them, void results; and the log.

Managers have Manage Server, or a role that the server has chosen; who they are is known at the press. Their blocks
hold in their server, those of the host everywhere, or for a whole server. All blocks are in memory, so a press asks
nothing of the storage; :meth:`Hand.look` follows what other processes change.
"""

import csv
import hashlib
import io
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

import msgspec

from bot.engine import GameError
from bot.tables.model.choices import GuildChoices
from bot.tables.model.errors import (
    CannotBlock,
    NoSuchChoice,
    NotOver,
    OwnGame,
    OwnResult,
    TableError,
    translated_errors,
)
from bot.tables.model.store import StoreError
from bot.tables.model.table import Status, Table, TableId, code
from bot.tables.service.service import Change, TableService

log = logging.getLogger(__name__)

EVERYWHERE = 0
"""In place of a server: the host of the bot has blocked somebody in all of them."""

EVERYBODY = 0
"""In place of a person: the host of the bot has blocked a whole server."""

LOG_SECONDS = 90 * 86_400
"""For so long the log of a server keeps a line."""

PAGE = 10
"""Lines of a page of the log, and people on a page of those who are blocked."""

LONGEST_WHY = 150
"""Characters of a reason: ten of them stand on a page of the log."""

_FORMULA = ("=", "+", "-", "@")
"""A cell that begins so is computed by programs that open the file."""


@dataclass(frozen=True, slots=True)
class Block:
    """Somebody for whom the bot does nothing in a server."""

    guild: int
    user: int
    """Below 0 once the person is erased (:func:`veiled`)."""
    at: int
    until: int | None = None
    """Unix seconds of its end."""
    why: str = ""
    """The words of the host of the bot."""

    @property
    def by_host(self) -> bool:
        """Whether it is of the host of the bot; else it is of the server's managers."""
        return self.guild == EVERYWHERE or self.user == EVERYBODY


def veiled(guild: int, user: int) -> int:
    """Return the number that stands for somebody erased who is blocked: their id leads to it."""
    return -1 - int.from_bytes(hashlib.sha256(f"block|{guild}|{user}".encode()).digest()[:7])


class Did(StrEnum):
    """What a manager did."""

    BLOCK = "block"
    LIFT = "lift"
    REMOVE = "remove"
    HOST = "host"
    END = "end"
    VOID = "void"
    COUNT = "count"
    """Let a voided result count again."""
    PAUSE = "pause"
    RESUME = "resume"
    CLOSE = "close"
    """Ended a league."""
    OUT = "out"
    """Removed somebody from a tournament."""
    BACK = "back"
    """Let somebody back into a tournament."""
    LEAGUE = "league"
    """Chose the evening of somebody else's league, or how many of its weeks count."""
    CALL_OFF = "call off"
    """Ended the tournament of somebody else."""
    START = "start"
    """Started the tournament of somebody else."""
    END_ROUND = "end round"
    """Ended a round of the tournament of somebody else."""
    INVITE = "invite"
    """Let another server play a tournament too; so on one of theirs they find it by themselves."""
    SEASON = "season"
    """Ended a season."""
    REOPEN = "reopen"
    """Reopened one."""
    SETTING = "setting"
    """Chose something else for the server."""
    SWITCH = "switch"
    """Chose what is switched off in one place."""
    HELPERS = "helpers"
    """Chose the roles of people who may do all this. What these three chose is data (:class:`ChangedChoices`)."""


OF_A_LEAGUE = frozenset({Did.PAUSE, Did.RESUME, Did.CLOSE, Did.LEAGUE})
"""What is done to a league: the table of such a deed is that of its first week."""

AT_A_TABLE = frozenset({Did.REMOVE, Did.HOST, Did.END, Did.VOID, Did.COUNT})
"""What is done to a game, or to its result: the table of such a deed is a table."""


def played_here(table: Table, user: int) -> bool:
    """Return whether ``user`` played at ``table``, or left a seat there to somebody else: they judge no such result."""
    return user in {*table.people, *table.seats_at_start}


def plays_against(table: Table, manager: int, user: int) -> bool:
    """Return whether a ``manager`` and ``user``, somebody else, both still play the running game of ``table``."""
    both = table.seat_of(manager) is not None and table.seat_of(user) is not None
    return table.status is Status.PLAYING and manager != user and both


@dataclass(frozen=True, slots=True)
class Deed:
    """A line of the log."""

    guild: int
    at: int
    manager: int
    do: Did
    user: int | None = None
    """Whom it was about."""
    table: TableId | None = None
    why: str = ""
    """The words of the manager, which managers alone read; or what they chose for the server, written as data."""

    @property
    def chosen(self) -> "ChangedChoices | None":
        """What the manager chose for the server; None for other deeds, and where an older line tells it in words.

        Raises MsgspecError for data of another version.
        """
        data = self.do in _CHOICES and self.why.startswith("{")
        return msgspec.json.decode(self.why, type=ChangedChoices) if data else None


_CHOICES = frozenset({Did.SETTING, Did.SWITCH, Did.HELPERS})
"""What is done by choosing something for the server."""


class ChangedChoices(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a manager chose for the server: each who opens the log reads it in their own language."""

    now: dict[str, Any]
    """The fields of :class:`GuildChoices` that the choice has changed."""
    was: dict[str, Any] = {}
    """Those before it that differ from what is usual: on them hangs what a line says."""
    speaks: str | None = None
    """The server's own language."""

    @classmethod
    def of(cls, before: GuildChoices, after: GuildChoices, speaks: str | None = None) -> "ChangedChoices":
        """Return what differs between the choices ``before`` and ``after``."""
        usual, was, now = (msgspec.to_builtins(choices) for choices in (GuildChoices(), before, after))
        changed = {key: value for key, value in now.items() if value != was[key]}
        # What a mapping holds says nothing of other fields, and may be long.
        told = {key for key, value in was.items() if value != usual[key] and not isinstance(value, dict)}
        return cls(changed, {key: value for key, value in was.items() if key in told or key in changed}, speaks)

    def choices(self) -> tuple[GuildChoices, GuildChoices]:
        """Return the choices before and after, as far as they are known. Raises MsgspecError for another version."""
        before, after = (msgspec.convert(fields, GuildChoices) for fields in (self.was, self.was | self.now))
        return before, after


@dataclass(frozen=True, slots=True)
class KnownServer:
    """What the host of the bot may know of a server."""

    guild: int
    players: int
    """People with a result there."""
    last: int | None
    """Unix seconds when the last game ended."""


class Judgement(NamedTuple):
    """A result that managers have voided or let count, and from which not all has followed yet."""

    guild: int
    table: TableId
    mark: str
    """Another one each time."""


class HandStore(Protocol):
    """Blocks, results and the log as rows. Every method raises StoreError."""

    async def changed(self) -> tuple[str, str]:
        """Return a mark that is another one after each change of a block, and the notice on new boards."""

    async def blocks(self) -> list[Block]:
        """Return all of them."""

    async def block(self, block: Block, deed: Deed | None) -> None:
        """Store a block in place of one of the same person, and what is said of it in the log."""

    async def lift(self, guild: int, user: int, deed: Deed | None) -> bool:
        """Delete a block, and write the log; return whether there was one."""

    async def note(self, deed: Deed) -> None:
        """Write a line of the log."""

    async def deeds(self, guild: int, offset: int, limit: int) -> tuple[list[Deed], int]:
        """Return lines of the log, the latest first, and how many there are."""

    async def latest(self, guild: int, league: TableId) -> Deed | None:
        """Return who has paused, resumed or ended a league last, as far as the log goes back."""

    async def is_voided(self, table: TableId) -> bool | None:
        """Return whether the result of a table is voided; None where it has none that could count."""

    async def void(self, table: TableId, deed: Deed) -> bool:
        """Let a result count nowhere; return whether it did before. Ratings of its game wait to be made anew.

        What it has brought goes with it; :func:`bot.tables.records.trophies.follow` finds other games that bring it.
        That is a judgement: it stays until somebody says that all has followed.
        """

    async def count(self, table: TableId, deed: Deed) -> bool:
        """Let it count as it did before, which is a judgement too; return whether it was voided."""

    async def unfollowed(self) -> list[Judgement]:
        """Return the judgements that stay."""

    async def followed(self, judgement: Judgement) -> None:
        """Forget a judgement, unless managers have judged that result again."""

    async def tidy(self, before: int, now: int) -> None:
        """Delete the lines of the log from before that time, and blocks that are over."""

    async def give_notice(self, text: str) -> None:
        """Store what new boards say; nothing if it is empty."""

    async def servers(self) -> list[KnownServer]:
        """Return the servers of which there is anything, the last game first."""


class Hand:
    """Does what managers want. Every method that changes something raises TableError."""

    def __init__(self, store: HandStore, tables: TableService, clock: Callable[[], int]) -> None:
        """Change ``tables``, and results in ``store``."""
        self._store = store
        self._tables = tables
        self._clock = clock
        self.blocks: Mapping[tuple[int, int], Block] = {}
        """All blocks, by server and person."""
        self._mark = ""
        self.notice = ""
        """One line of the host of the bot for new boards; empty for none."""

    # -- who is blocked ------------------------------------------------------------------------------------------

    async def look(self) -> None:
        """Read all blocks again if any has changed, and the notice. Raises StoreError."""
        mark, self.notice = await self._store.changed()
        if mark != self._mark:
            self.blocks = {(block.guild, block.user): block for block in await self._store.blocks()}
            self._mark = mark

    def block_of(self, guild: int, user: int, *, manages: bool) -> Block | None:
        """Return why the bot does nothing for ``user`` there; who manages the server stays out of its own blocks."""
        now, known = self._clock(), [(EVERYWHERE, user), (guild, EVERYBODY), (EVERYWHERE, veiled(EVERYWHERE, user))]
        if not manages:
            known += [(guild, user), (guild, veiled(guild, user))]
        blocks = (self.blocks.get(key) for key in known)
        return next((block for block in blocks if block is not None and not _is_over(block, now)), None)

    def blocks_server(self, guild: int) -> bool:
        """Whether the host of the bot has blocked a whole server, so that the bot posts nothing there either."""
        return self.is_blocked(guild, EVERYBODY)

    def is_blocked(self, guild: int, user: int) -> bool:
        """Whether somebody is blocked in a server who presses nothing now: whether they manage it is not known."""
        return self.block_of(guild, user, manages=False) is not None

    def blocked(self, guild: int) -> Sequence[Block]:
        """Return whom the managers of a server have blocked, the latest first."""
        own = [block for block in self.blocks.values() if block.guild == guild and not block.by_host]
        return sorted(own, key=lambda block: -block.at)

    def check_block(self, guild: int, manager: int, user: int) -> None:
        """Refuse to block oneself, or somebody who is blocked. Raises CannotBlock."""
        if user in (manager, EVERYBODY) or self.is_blocked(guild, user):
            raise CannotBlock

    async def play_together(self, guild: int, manager: int, user: int) -> bool:
        """Whether a block of ``user`` by that ``manager`` would end a game without a result."""
        for id in await self._tables.repository.seated(guild, user):
            with suppress(TableError):
                if plays_against(await self._tables.get(id), manager, user):
                    return True
        return False

    async def block(self, guild: int, manager: int, user: int, why: str = "") -> list[Change]:
        """Block ``user`` in a server, and take their seats there away; return what that changed.

        A game that the manager plays against them ends without a result.

        Raises CannotBlock for the manager, and where there is such a block.
        """
        self.check_block(guild, manager, user)
        now = self._clock()
        block = Block(guild, user, now)
        with translated_errors():
            await self._store.block(block, Deed(guild, now, manager, Did.BLOCK, user, why=why))
        self.blocks = {**self.blocks, (guild, user): block}
        changes: list[Change] = []
        try:
            for id in await self._tables.repository.seated(guild, user):
                with suppress(TableError, GameError):  # They have left it, or their sheet is full, which stays.
                    own = plays_against(await self._tables.get(id), manager, user)
                    remove = self._tables.end(id, manager, manager=True) if own else self._tables.remove(id, user)
                    changes.append(await remove)
        except TableError as error:  # The block itself is stored.
            log.warning("server %s: the seats of somebody blocked stay: %s", guild, error)
        return changes

    async def lift(self, guild: int, manager: int, user: int) -> None:
        """Take a block back. Raises NoSuchChoice where there is none."""
        with translated_errors():
            if user == EVERYBODY or not await self._store.lift(
                guild, user, Deed(guild, self._clock(), manager, Did.LIFT, user)
            ):
                raise NoSuchChoice
        gone = {(guild, user), (guild, veiled(guild, user))}
        self.blocks = {key: block for key, block in self.blocks.items() if key not in gone}

    # -- tables --------------------------------------------------------------------------------------------------

    async def remove(self, id: TableId, manager: int, user: int) -> Change:
        """Take the seat of ``user`` at a table away, by its rule for absent players.

        Raises OwnGame in a game of the manager's own: nobody wins by removing an opponent.
        """
        if plays_against(await self._tables.get(id), manager, user):
            raise OwnGame
        return await self._noted(await self._tables.remove(id, user), manager, Did.REMOVE, user)

    async def hand_over(self, id: TableId, manager: int, user: int) -> Change:
        """Make ``user`` the host of a table. Raises NotSeated."""
        return await self._noted(await self._tables.hand_over(id, user), manager, Did.HOST, user)

    async def end(self, id: TableId, manager: int) -> Change:
        """End a table for everybody; nothing counts. A host who may do so anyway needs no line of the log."""
        change = await self._tables.end(id, manager, manager=True)
        own = change.before is not None and change.before.may_end(manager)
        return change if own else await self._noted(change, manager, Did.END)

    async def _noted(self, change: Change, manager: int, did: Did, user: int | None = None) -> Change:
        """Write what was done into the log, and return it; a line that cannot be written undoes nothing."""
        if change.before != change.after:
            await self._note(Deed(change.after.guild, self._clock(), manager, did, user, change.after.id))
        return change

    async def note(
        self,
        guild: int,
        manager: int,
        did: Did,
        chosen: ChangedChoices | None = None,
        *,
        user: int | None = None,
        table: TableId | None = None,
    ) -> None:
        """Write into the log what a manager did elsewhere; a line that cannot be written undoes nothing."""
        why = "" if chosen is None else msgspec.json.encode(chosen).decode()
        await self._note(Deed(guild, self._clock(), manager, did, user, table, why))

    async def _note(self, deed: Deed) -> None:
        try:
            await self._store.note(deed)
        except StoreError as error:
            log.error("server %s: the log misses that %s did %s: %s", deed.guild, deed.manager, deed.do, error)

    # -- leagues -------------------------------------------------------------------------------------------------

    async def latest_of(self, guild: int, league: TableId) -> Deed | None:
        """Return who has last done that to a league, as far as the log goes back."""
        with translated_errors():
            return await self._store.latest(guild, league)

    # -- results -------------------------------------------------------------------------------------------------

    async def is_voided(self, id: TableId) -> bool | None:
        """Return whether the result of a table is voided; None where nothing could be."""
        with translated_errors():
            return await self._store.is_voided(id)

    async def void(self, id: TableId, manager: int, why: str = "") -> None:
        """Let a result count nowhere: leaderboards, ratings, seasons, statistics, trophies follow. Its journal stays.

        Raises NotOver for a table without a result, OwnResult where the manager played, and NoSuchChoice where it is
        voided already.
        """
        await self._judge(id, manager, Did.VOID, why)

    async def count(self, id: TableId, manager: int, why: str = "") -> None:
        """Let a voided result count again, as if nobody had voided it. Raises as :meth:`void` does."""
        await self._judge(id, manager, Did.COUNT, why)

    async def check_judge(self, id: TableId, manager: int) -> Table:
        """Return a table whose result ``manager`` may judge: nobody judges a game of their own.

        Raises NotOver or OwnResult.
        """
        table = await self._tables.get(id)
        if table.status is not Status.FINISHED or table.parent is not None:
            raise NotOver
        if played_here(table, manager):
            raise OwnResult
        return table

    async def _judge(self, id: TableId, manager: int, did: Did, why: str) -> None:
        table = await self.check_judge(id, manager)
        whose = table.host if len(table.players) == 1 else None
        deed = Deed(table.guild, self._clock(), manager, did, whose, id, why)
        with translated_errors():
            if not await (self._store.void(id, deed) if did is Did.VOID else self._store.count(id, deed)):
                raise NoSuchChoice

    async def unfollowed(self) -> list[Judgement]:
        """Return the judgements of our servers from which not all has followed, maybe because a process ended."""
        with translated_errors():
            found = await self._store.unfollowed()
        return [one for one in found if self._tables.repository.is_ours(one.guild)]

    async def followed(self, judgement: Judgement) -> None:
        """Note that trophies, titles and posts have followed that judgement."""
        with translated_errors():
            await self._store.followed(judgement)

    # -- the log -------------------------------------------------------------------------------------------------

    async def deeds(self, guild: int, offset: int = 0, limit: int = PAGE) -> tuple[list[Deed], int]:
        """Return lines of the log, the latest first, and how many there are."""
        with translated_errors():
            return await self._store.deeds(guild, offset, limit)

    async def tidy(self, now: int) -> None:
        """Delete what is too old: lines of logs, and blocks that are over."""
        with translated_errors():
            await self._store.tidy(now - LOG_SECONDS, now)


def _is_over(block: Block, now: int) -> bool:
    return block.until is not None and block.until <= now


def log_file(deeds: Sequence[Deed]) -> str:
    """Return the log as a table with commas: ids, moments of UTC, and reasons as they stand in ``deeds``."""
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(("time", "manager", "did", "user", "table", "why"))
    for deed in deeds:
        when = datetime.fromtimestamp(deed.at, UTC).isoformat()
        where = "" if deed.table is None else code(deed.table)
        why = f"'{deed.why}" if deed.why.startswith(_FORMULA) else deed.why
        table.writerow((when, deed.manager, deed.do.value, deed.user or "", where, why))
    return written.getvalue()

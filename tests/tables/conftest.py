"""A small dice game, a storage in memory, a storage that fails on request, and services over them."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from bot.engine.dice import Dice
from bot.engine.errors import BadOptions, IllegalAction, WrongSeats
from bot.engine.game import next_seat, ranking
from bot.engine.options import VERSION_KEY
from bot.engine.types import Action, Game, Keep, Left, OptionValue, Outcome, Progress, Report, Roll, Rolled, Seat, Step
from bot.tables.model.processes import EVERY_SHARD, Shards
from bot.tables.model.store import (
    ChannelBusy,
    JournalRow,
    LobbyRow,
    ResultRow,
    Row,
    SaveConflict,
    SaveUnknown,
    StoreError,
    TableStore,
)
from bot.tables.model.table import Status, Table, TableId
from bot.tables.service.service import Change, TableService
from bot.tables.storage.rows import read
from db import open_database


class Mark(Action, frozen=True):
    word: ClassVar[str] = "mark"
    box: str = "sum"

    def arguments(self) -> tuple[str, ...]:
        return (self.box,)


@dataclass(frozen=True, slots=True)
class PipsState:
    seat: int
    throws: int
    dice: tuple[int, ...]
    totals: tuple[int, ...]
    marks: tuple[int, ...]
    gone: tuple[int, ...]


@dataclass(frozen=True)
class Pips(Game):
    """Throw three dice, throw two of them again if you like, write the sum; the highest total wins."""

    rounds: int = 2
    state_type: ClassVar[type[Any]] = PipsState
    key: ClassVar[str] = "pips"
    seats: ClassVar[range] = range(1, 5)
    simultaneous_seats: ClassVar[range] = range(1, 26)

    @property
    def options(self) -> Mapping[str, OptionValue]:
        return {} if self.rounds == 2 else {"rounds": self.rounds}

    @property
    def written(self) -> Mapping[str, OptionValue]:
        return self.options

    def new(self, seats: int) -> PipsState:
        if seats not in self.seats:
            raise WrongSeats("1 to 3")
        return PipsState(0, 0, (), (0,) * seats, (0,) * seats, ())

    def turn(self, state: PipsState) -> Seat | None:
        return None if state.seat < 0 else Seat(state.seat)

    def legal_actions(self, state: PipsState) -> tuple[Action, ...]:
        if state.seat < 0:
            return ()
        if not state.dice:
            return (Roll(),)
        keeps = tuple(Keep((face,)) for face in sorted(set(state.dice))) if state.throws < 2 else ()
        return (*keeps, Mark("sum"), Mark("none"))

    def apply(self, state: PipsState, action: Action, dice: Dice) -> Step[PipsState]:
        seat = Seat(state.seat)
        if isinstance(action, Roll):
            faces = dice.roll(3)
            return Step(replace(state, dice=faces, throws=1), (Rolled(seat, faces),))
        if isinstance(action, Keep):
            faces = (*action.faces, *dice.roll(2))
            return Step(replace(state, dice=faces, throws=2), (Rolled(seat, faces),))
        assert isinstance(action, Mark)
        points = sum(state.dice) if action.box == "sum" else 0
        totals = tuple(total + points * (at == seat) for at, total in enumerate(state.totals))
        marks = tuple(count + (at == seat) for at, count in enumerate(state.marks))
        return Step(self._next(replace(state, totals=totals, marks=marks), seat))

    def _next(self, state: PipsState, after: Seat) -> PipsState:
        following = next_seat(
            len(state.totals), after, lambda at: at not in state.gone and state.marks[at] < self.rounds
        )
        return replace(state, seat=-1 if following is None else following, dice=(), throws=0)

    def outcome(self, state: PipsState) -> Outcome | None:
        if state.seat >= 0:
            return None
        return Outcome(ranking(state.totals, map(Seat, state.gone)), state.totals)

    def scores(self, state: PipsState) -> tuple[int, ...]:
        return state.totals

    def drop(self, state: PipsState, seat: Seat, dice: Dice) -> Step[PipsState]:
        if seat in state.gone:
            raise IllegalAction("gone")
        after = replace(state, gone=(*state.gone, seat))
        return Step(self._next(after, seat) if state.seat == seat else after, (Left(seat),))

    @property
    def only_in_turns(self) -> str:
        return "Nine rounds take everybody." if self.rounds >= 9 else ""

    def merge(self, states: Sequence[PipsState], gone: Iterable[Seat]) -> PipsState:
        totals, marks = (state.totals[0] for state in states), (state.marks[0] for state in states)
        return PipsState(-1, 0, (), tuple(totals), tuple(marks), tuple(gone))

    def progress(self, state: PipsState, seat: Seat) -> Progress:
        return Progress(state.marks[seat], self.rounds)

    def preview(self, state: PipsState, action: Action) -> int | None:
        return None

    def report(self, state: PipsState) -> Report:
        return Report((), {})


def make(key: str, options: Mapping[str, OptionValue]) -> Any:
    if key != "pips":
        raise BadOptions("game", f"no game {key}")
    return Pips(**{key: value for key, value in options.items() if key != VERSION_KEY})  # type: ignore[arg-type]


class MemoryStore:
    """A TableStore of dictionaries, with the conflicts of a real one."""

    exclusive = False

    def __init__(self) -> None:
        self.rows: dict[TableId, Row] = {}
        self.lines: dict[TableId, list[JournalRow]] = defaultdict(list)
        self.lobbies: dict[TableId, list[LobbyRow]] = defaultdict(list)
        self.results: list[ResultRow] = []
        self._ids = 1000

    async def load(self, id: TableId) -> Row | None:
        await asyncio.sleep(0)
        return self.rows.get(id)

    async def journal(self, id: TableId) -> list[JournalRow]:
        await asyncio.sleep(0)
        return list(self.lines[id])

    async def lobby(self, id: TableId) -> list[LobbyRow]:
        await asyncio.sleep(0)
        return list(self.lobbies[id])

    async def live_at(self, guild: int, channel: int) -> TableId | None:
        return next((row["id"] for row in self.rows.values() if self._holds(row, guild, channel)), None)

    async def live(
        self, guild: int | None = None, shards: Shards = EVERY_SHARD, channel: int | None = None
    ) -> list[TableId]:
        rows = (row for row in self.rows.values() if Status(row["status"]).live and row["parent"] is None)
        here = (row for row in rows if guild in (None, row["guild"]) and channel in (None, row["channel"]))
        return [row["id"] for row in here if shards.owns(row["guild"])]

    async def due(self, now: int, limit: int, shards: Shards) -> list[Row]:
        ours = (row for row in self.rows.values() if shards.owns(row["guild"]))
        rows = (row for row in ours if row["due"] is not None and row["due"] <= now)
        left, found = sorted(rows, key=lambda row: (row["due"] or 0, row["id"])), list[Row]()
        while left and len(found) < limit:
            found.append(left.pop(0 if len(found) % 2 else -1))
        return found

    async def seated(self, guild: int, user: int) -> list[TableId]:
        return [id for id in await self.live(guild) if user in read(self.rows[id], "players")]

    async def children(self, parent: TableId) -> list[TableId]:
        await asyncio.sleep(0)
        return [row["id"] for row in self.rows.values() if row["parent"] == parent]

    async def child_rows(self, parent: TableId) -> list[Row]:
        return [self.rows[id] for id in await self.children(parent)]

    async def save(
        self,
        table: Row,
        rows: Sequence[JournalRow] = (),
        result: Sequence[ResultRow] = (),
        *,
        also: Sequence[Row] = (),
        lobby: Sequence[LobbyRow] = (),
    ) -> None:
        await asyncio.sleep(0)
        for stored in (table, *also):
            known = self.rows.get(stored["id"])
            if (known["version"] if known else 0) != stored["version"] - 1:
                raise SaveConflict("version")
            others = [row for row in self.rows.values() if row["id"] != stored["id"]]
            place = (stored["guild"], stored["channel"])
            if self._holds(stored, *place) and any(self._holds(row, *place) for row in others):
                raise ChannelBusy("channel")
        for row in rows:
            if any(line.number == row.number for line in self.lines[table["id"]]):
                raise SaveConflict("line")
        self.rows |= {stored["id"]: stored for stored in (table, *also)}
        self.lines[table["id"]].extend(rows)
        self.lobbies[table["id"]].extend(lobby)
        self.results.extend(result)

    async def new_id(self) -> TableId:
        self._ids += 1
        return TableId(self._ids)

    @staticmethod
    def _holds(row: Row, guild: int, channel: int) -> bool:
        live = Status(row["status"]).live and row["parent"] is None and not row["gave_way"]
        return live and (row["guild"], row["channel"]) == (guild, channel)


@dataclass
class WatchedStore:
    """Another store, whose next save can fail, before or after storing, wait, or answer late."""

    inner: Any
    before: StoreError | None = None
    after: BaseException | None = None
    gate: asyncio.Event | None = None
    late: asyncio.Future[bool] | None = None
    """The next save is not known yet; it is stored, or not, when the test says so."""
    saves: int = 0
    reads: int = 0
    landing: asyncio.Task[None] | None = None
    results: list[ResultRow] = field(default_factory=list)

    async def save(self, table: Row, rows: Any = (), result: Any = (), *, also: Any = (), lobby: Any = ()) -> None:
        self.saves += 1
        if self.gate is not None:
            await self.gate.wait()
        if self.before is not None:
            error, self.before = self.before, None
            raise error
        if self.late is not None:
            said, self.late = self.late, None
            settled: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
            self.landing = asyncio.create_task(
                self._land(said, settled, (table, rows, result), {"also": also, "lobby": lobby})
            )
            raise SaveUnknown(settled)
        await self.inner.save(table, rows, result, also=also, lobby=lobby)
        self.results.extend(result)
        if self.after is not None:
            late, self.after = self.after, None
            raise late

    async def _land(self, said: Any, settled: asyncio.Future[bool], saved: Any, more: Any) -> None:
        stored = await said
        if stored:
            await self.inner.save(*saved, **more)
        settled.set_result(stored)

    async def load(self, id: TableId) -> Row | None:
        self.reads += 1
        return await self.inner.load(id)  # type: ignore[no-any-return]

    async def journal(self, id: TableId) -> list[JournalRow]:
        self.reads += 1
        return await self.inner.journal(id)  # type: ignore[no-any-return]

    async def lobby(self, id: TableId) -> list[LobbyRow]:
        self.reads += 1
        return await self.inner.lobby(id)  # type: ignore[no-any-return]

    async def live_at(self, guild: int, channel: int) -> TableId | None:
        self.reads += 1
        return await self.inner.live_at(guild, channel)  # type: ignore[no-any-return]

    async def children(self, parent: TableId) -> list[TableId]:
        self.reads += 1
        return await self.inner.children(parent)  # type: ignore[no-any-return]

    async def child_rows(self, parent: TableId) -> list[Row]:
        self.reads += 1
        return await self.inner.child_rows(parent)  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


class Room:
    """A storage and as many services on it as a test wants, each a process of its own."""

    GUILD, CHANNEL = 1, 2
    ANN, BOB, CAT = 10**18 + 1, 10**18 + 2, 10**18 + 3

    def __init__(self, inner: TableStore, another: Callable[[], Any]) -> None:
        self.store = WatchedStore(inner)
        self._another = another
        self.now = 1_700_000_000
        self.service = self.process()

    def process(self, store: TableStore | None = None, make: Any = make) -> TableService:
        return TableService(store or self.store, clock=lambda: self.now, secret=lambda: bytes(32), make=make)

    async def other_process(self, make: Any = make) -> TableService:
        """A service with connections of its own on the same storage, and perhaps another catalogue."""
        return self.process(await self._another(), make)

    async def lobby(self, *others: int, channel: int = CHANNEL, rounds: int = 2) -> Table:
        change = await self.service.open(
            guild=self.GUILD,
            channel=channel,
            host=self.ANN,
            game=Pips(rounds),
            capacity=max(3, 1 + len(others)),
            language="en",
        )
        for number, user in enumerate(others):
            change = await self.service.join(change.after.id, user, 101 + number)
        return change.after

    async def playing(self, *others: int, channel: int = CHANNEL, rounds: int = 2) -> Table:
        table = await self.lobby(*others, channel=channel, rounds=rounds)
        return (await self.service.start(table.id, self.ANN, 200)).after

    async def timed(self, *others: int, **settings: Any) -> Table:
        """A table that has begun, with a clock."""
        lobby = await self.lobby(*others)
        await self.service.change_settings(lobby.id, self.ANN, **settings)
        return (await self.service.start(lobby.id, self.ANN, 200)).after

    async def later(self, seconds: int) -> list[TableId]:
        """Let time pass; returns what is due then."""
        self.now += seconds
        return [row["id"] for row in await self.service.deadlines.due(10)]

    async def act(self, table: Table, text: str, service: TableService | None = None) -> Change:
        """The player whose turn it is does ``text``."""
        assert table.turn_player is not None
        return await (service or self.service).act(table.id, table.turn_player, table.step, text)

    async def turn(self, table: Table) -> Table:
        """The player whose turn it is throws and marks."""
        return (await self.act((await self.act(table, "roll")).after, "mark sum")).after

    async def to_end(self, table: Table) -> Table:
        while not table.over:
            table = await self.turn(table)
        return table


@pytest.fixture(params=["memory", "sqlite"])
async def room(request: pytest.FixtureRequest, tmp_path: Path, database: Callable[[Path], Path]) -> AsyncIterator[Room]:
    """Services over a storage in memory, and again over an SQLite file."""
    async with AsyncExitStack() as stack:
        if request.param == "memory":
            memory = MemoryStore()

            async def same() -> MemoryStore:
                return memory

            yield Room(memory, same)
        else:
            url = f"sqlite:///{database(tmp_path / 'tables.db')}"

            async def connected() -> Any:
                return (await stack.enter_async_context(open_database(url))).tables

            yield Room(await connected(), connected)


@pytest.fixture
def pips() -> type[Pips]:
    return Pips

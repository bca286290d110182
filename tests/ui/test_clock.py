"""Many tables due at once: one look saves all, new and old ones in turn; then messages go out at their pace."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot import games
from bot.run import services
from bot.tables.model.errors import NotSaved
from bot.tables.model.table import AbsencePolicy, PendingCall, Status, Table, TableId, TableSettings
from bot.tables.moves.waiting import CALL_SECONDS
from bot.tables.service.service import Change, TableService
from bot.ui.delivery.deadlines import TableClock
from bot.ui.delivery.reconciler import Reconciler
from bot.ui.pace.budget import Priority

HOUR = 3600
GUILD = 1
SKIP = TableSettings(absent=AbsencePolicy.SKIP, patience=HOUR, reminder=0)
DROP = TableSettings(absent=AbsencePolicy.DROP, patience=HOUR, reminder=0)
VOTE = TableSettings(absent=AbsencePolicy.VOTE, patience=HOUR, reminder=0)
REMIND = TableSettings(reminder=HOUR)


class Queue:
    """The queue of messages, which sends on request."""

    def __init__(self) -> None:
        self.waiting: dict[Any, tuple[Any, Priority]] = {}

    def __len__(self) -> int:
        return len(self.waiting)

    def ask(self, key: Any, work: Any, *about: Any, of: Priority) -> None:
        self.waiting[key] = partial(work, *about), of

    async def send(self) -> None:
        waiting, self.waiting = self.waiting, {}
        for work, _ in waiting.values():
            await work()


class Shown:
    """The presenter's part: it notes what it should show."""

    def __init__(self, tables: TableService) -> None:
        self.renderer = self
        self.queue = Queue()
        self.reconciler = Reconciler(tables, self._repair, self.queue)  # type: ignore[arg-type]
        self._tables = tables
        self.drawn, self.reminded = list[Any](), list[Any]()

    def remember(self, change: Change, *, pressed: bool) -> None:
        """Nothing of it is looked at."""

    def unblocked(self, table: Table, users: tuple[int, ...]) -> tuple[int, ...]:
        return users

    async def _repair(self, id: TableId, look_first: bool) -> None:
        if not self.reconciler.shows(await self._tables.get(id)):
            self.drawn.append(id)

    async def remind(self, table: Table, users: tuple[int, ...]) -> bool:
        self.reminded.append((table.id, users))
        await self._tables.deadlines.reminded(table, None)
        return True


class NoComputers:
    """No computer plays, and nobody was away: the part of their turns."""

    async def end_absence(self, player: int) -> None:
        pass


class Everywhere:
    """The bot may play everywhere: the part of the pauses."""

    async def stands_still(self, table: Table) -> bool:
        return False


class Room:
    """Tables, the time, and a clock that looks at both."""

    def __init__(self, found: Any) -> None:
        self.tables: TableService = found.tables
        self.dailies, self.preferences = found.dailies, found.preferences
        self.shown = Shown(self.tables)
        self.clock = TableClock(self.tables, found.preferences, self.shown, Everywhere(), NoComputers())  # type: ignore[arg-type]
        self.now = 1_700_000_000
        self._channels = 0

    async def game(self, settings: TableSettings, *, game: str = "yum_classic") -> Table:
        """A game that has begun, in a channel of its own."""
        self._channels += 1
        channel, host = self._channels, 10 * self._channels
        where = {"guild": GUILD, "channel": channel, "language": "en", "settings": settings}
        opened = await self.tables.open(host=host, game=games.make(game, {}), capacity=2, **where)
        await self.tables.join(opened.after.id, host + 1, 2)
        return (await self.tables.start(opened.after.id, host, 9)).after

    async def games(self, count: int, settings: TableSettings) -> list[Table]:
        return await asyncio.gather(*(self.game(settings) for _ in range(count)))

    async def look(self, later: int = 0) -> None:
        self.now += later
        await self.clock.look(self.now)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    made: list[Room] = []
    async with services(f"sqlite:///{tmp_path}/clock.db", lambda: made[0].now if made else 0) as found:
        made.append(Room(found))
        yield made[0]


# -- saved -------------------------------------------------------------------------------------------------------------


async def test_all_that_is_due_is_saved_in_one_look_and_once(room: Room) -> None:
    tables = await room.games(130, SKIP)
    await room.look(HOUR)
    after = [await room.tables.get(table.id) for table in tables]
    assert {table.skips for table in after} == {1}
    assert await room.tables.deadlines.due(1000) == []
    assert room.shown.drawn == []  # Nothing waits for Discord before all saves are done.
    await room.shown.queue.send()
    assert sorted(room.shown.drawn) == sorted(table.id for table in tables)
    assert {table.call_due for table in after} == {room.now + CALL_SECONDS}


async def test_what_has_just_become_due_is_served_with_what_was_due_first(room: Room) -> None:
    tables = []
    for _ in range(6):
        tables.append((await room.game(SKIP)).id)
        room.now += 1
    room.now += HOUR
    one, two, three, four, five, six = tables
    assert [row["id"] for row in await room.tables.deadlines.due(4)] == [six, one, five, two]
    assert [row["id"] for row in await room.tables.deadlines.due(9)] == [six, one, five, two, four, three]


async def test_a_storage_that_fails_ends_the_look_and_the_next_one_serves(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = await room.games(3, SKIP)

    async def fails(*_: Any) -> Any:
        raise NotSaved

    monkeypatch.setattr(room.tables.deadlines, "give_up", fails)
    async with asyncio.timeout(10):
        await room.look(HOUR)
    assert len(await room.tables.deadlines.due(9)) == 3
    monkeypatch.undo()
    await room.look()
    assert {(await room.tables.get(table.id)).skips for table in tables} == {1}


async def test_stopping_ends_a_look_under_way(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.games(130, SKIP)
    give_up, served = room.tables.deadlines.give_up, 0

    async def counted(id: TableId) -> Change:
        nonlocal served
        served += 1
        room.clock.stop()
        return await give_up(id)

    monkeypatch.setattr(room.tables.deadlines, "give_up", counted)
    await room.look(HOUR)
    assert 1 <= served < 50


async def test_tables_people_play_at_stay_in_memory_and_the_others_do_not(room: Room) -> None:
    playing, resting = await room.games(2, REMIND)
    room.tables.repository._tables.drop(resting.id)
    await room.look(HOUR)
    assert room.tables.repository._tables.get(playing.id) is not None
    assert room.tables.repository._tables.get(resting.id) is None


# -- sent --------------------------------------------------------------------------------------------------------------


async def test_live_tables_come_before_those_that_are_over(room: Room) -> None:
    going_on, ending = await room.game(SKIP), await room.game(DROP, game="421")
    await room.look(HOUR)
    waiting = room.shown.queue.waiting
    assert (await room.tables.get(ending.id)).over
    assert waiting["mend", going_on.id][1] == Priority.REPAIR
    assert waiting["mend", ending.id][1] == Priority.REMINDER


async def test_who_has_pressed_in_the_meantime_has_shown_it_already(room: Room) -> None:
    table = await room.game(SKIP)
    await room.look(HOUR)
    skipped = await room.tables.get(table.id)
    assert skipped.turn_player is not None
    thrown = await room.tables.act(table.id, skipped.turn_player, skipped.step, "roll")
    room.shown.reconciler.shown(table.id, thrown.after.step, room.shown.reconciler.draw())
    await room.shown.queue.send()
    assert room.shown.drawn == []


async def test_a_vote_is_owed_unless_it_is_over_by_then(room: Room) -> None:
    table, other = await room.games(2, VOTE)
    await room.look(HOUR)
    assert other.turn_player is not None
    asking = await room.tables.get(other.id)
    await room.tables.called(asking, 99)
    await room.tables.act(other.id, other.turn_player, other.step, "roll")
    assert (await room.tables.get(table.id)).pending_call is PendingCall.CALL
    assert (await room.tables.get(other.id)).pending_call is PendingCall.CLEARING  # The vote's message must go away.
    assert (await room.tables.get(other.id)).vote is None


async def test_the_end_of_the_day_sends_nothing(room: Room) -> None:
    table = await room.dailies.play(GUILD, 5, 77, "en")
    await room.look(24 * HOUR)
    assert (await room.tables.get(table.id)).status is Status.ENDED
    assert room.shown.queue.waiting == {}


@pytest.mark.parametrize("late", [0, HOUR, HOUR + 1, 30 * HOUR])
async def test_the_first_word_of_a_turn_comes_late_where_none_came_before(room: Room, late: int) -> None:
    table = await room.game(REMIND)
    await room.look(HOUR + late)
    await room.shown.queue.send()
    assert room.shown.reminded == [(table.id, (table.turn_player,))]
    after = await room.tables.get(table.id)
    assert (after.stage, after.due) == (1, room.now + 4 * HOUR)


@pytest.mark.parametrize(("late", "sent"), [(0, True), (HOUR, True), (HOUR + 1, False), (30 * HOUR, False)])
async def test_a_reminder_more_than_an_hour_late_is_dropped_where_one_stands(room: Room, late: int, sent: bool) -> None:
    table = await room.game(REMIND)
    await room.look(HOUR)
    await room.shown.queue.send()
    first = (await room.tables.deadlines.reminded(await room.tables.get(table.id), 4711)).after
    room.shown.reminded.clear()
    assert first.due is not None
    await room.look(first.due - room.now + late)
    assert bool(room.shown.queue.waiting) == sent
    await room.shown.queue.send()
    assert room.shown.reminded == ([(table.id, (table.turn_player,))] if sent else [])
    assert (await room.tables.get(table.id)).stage == first.stage + 1


async def test_a_reminder_that_waited_for_more_than_an_hour_is_dropped(room: Room) -> None:
    await room.game(REMIND)
    await room.look(HOUR)
    room.now += HOUR + 1
    await room.shown.queue.send()
    assert room.shown.reminded == []


async def test_nobody_is_reminded_of_a_turn_they_have_played_meanwhile(room: Room) -> None:
    table = await room.game(REMIND)
    await room.look(HOUR)
    assert table.turn_player is not None
    await room.tables.act(table.id, table.turn_player, table.step, "roll")
    await room.shown.queue.send()
    assert room.shown.reminded == []


async def test_what_everybody_prefers_is_read_at_once(room: Room) -> None:
    first, second = await room.games(2, REMIND)
    assert first.turn_player is not None
    await room.preferences.choose(first.turn_player, remind=False)
    room.preferences.forget(first.turn_player)
    await room.look(HOUR)
    await room.shown.queue.send()
    assert room.shown.reminded == [(second.id, (second.turn_player,))]

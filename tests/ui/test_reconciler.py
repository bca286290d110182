"""The watch over saves: it mends late ones, in order, once; lost requests again, refused ones not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.tables.model.errors import NotSaved
from bot.tables.model.processes import Shards
from bot.tables.model.store import NotShown
from bot.tables.model.table import TURNS, Mode, PendingCall, TableId
from bot.ui.delivery.reconciler import Reconciler
from bot.ui.pace.budget import Priority


@dataclass
class Saved:
    """As much of a table as the watch looks at."""

    id: int
    step: int
    pending_call: PendingCall = PendingCall.NOTHING
    parent: int | None = None
    message: int | None = 1
    mode: Mode = TURNS


class Watch:
    """A reconciler whose time, queue and storage are in the hands of a test."""

    def __init__(self) -> None:
        self.now = 100.0
        self.repaired: list[tuple[int, bool]] = []
        self.noted: list[dict[int, int]] = []
        self.rows: dict[int, bool] = {}
        self.posting: set[int] = set()
        self.error: Exception | None = None
        self.queue: dict[Any, Callable[[], Awaitable[object]]] = {}
        tables: Any = SimpleNamespace(note_shown=self._note, not_shown=self._behind, on_save=lambda tell: None)
        self.made = Reconciler(tables, self._repair, self, patience=3.5, clock=lambda: self.now)  # type: ignore[arg-type]

    def ask(self, key: Any, work: Callable[..., Awaitable[object]], *about: Any, **_: Priority) -> None:
        self.queue.pop(key, None)
        self.queue[key] = partial(work, *about)

    async def work(self) -> None:
        queue, self.queue = self.queue, {}
        for work in queue.values():
            await work()

    async def _repair(self, id: TableId, look_first: bool) -> None:
        self.repaired.append((id, look_first))
        if self.error is not None:
            raise self.error

    async def _note(self, steps: dict[int, int]) -> None:
        if self.error is not None:
            raise self.error
        self.noted.append(dict(steps))

    async def _behind(self, shards: Shards | None) -> dict[int, NotShown]:
        return {id: NotShown(live, posting=id in self.posting) for id, live in self.rows.items()}

    async def after(self, seconds: float) -> list[int]:
        """The tables it mends when so much time has passed."""
        self.now += seconds
        self.made.look()
        before = len(self.repaired)
        await self.work()
        return [id for id, _ in self.repaired[before:]]


@pytest.fixture
def watch() -> Watch:
    return Watch()


def save(watch: Watch, id: int, step: int, **more: Any) -> None:
    watch.made.saved(Saved(id, step, **more))  # type: ignore[arg-type]


def show(watch: Watch, id: int, step: int, drawing: int | None = None, **more: Any) -> None:
    watch.made.shown(TableId(id), step, watch.made.draw() if drawing is None else drawing, **more)


async def test_what_is_shown_in_time_is_left_alone(watch: Watch) -> None:
    save(watch, 1, 5)
    show(watch, 1, 5)
    assert await watch.after(60) == []


async def test_what_is_not_shown_in_time_is_mended_once(watch: Watch) -> None:
    save(watch, 1, 5)
    assert await watch.after(3) == []
    assert await watch.after(1) == [1]
    assert await watch.after(60) == []


async def test_each_save_has_its_own_time(watch: Watch) -> None:
    save(watch, 1, 5)
    watch.now += 3
    save(watch, 2, 1)
    save(watch, 1, 6)
    assert await watch.after(1) == []
    assert await watch.after(3) == [2, 1]


async def test_a_call_that_is_owed_is_watched_though_the_board_is_right(watch: Watch) -> None:
    save(watch, 1, 5, pending_call=PendingCall.CALL)
    show(watch, 1, 5)
    assert await watch.after(4) == [1]
    save(watch, 2, 5, pending_call=PendingCall.CALL)
    show(watch, 2, 5)
    save(watch, 2, 5)  # The call was made.
    assert await watch.after(4) == []


async def test_the_public_board_shows_what_is_saved_at_a_players_own_table(watch: Watch) -> None:
    save(watch, 7, 3, parent=1)
    assert await watch.after(4) == [1]


async def test_an_older_step_that_arrives_after_a_newer_one_is_mended(watch: Watch) -> None:
    """Two answers may have overtaken each other: nobody knows which of them the message shows."""
    save(watch, 1, 5)
    save(watch, 1, 6)
    show(watch, 1, 6)
    show(watch, 1, 5)
    assert await watch.after(0) == [1]


async def test_drawings_of_one_step_that_overtake_each_other_are_mended(watch: Watch) -> None:
    """They may differ in the dice that they show as held."""
    older, newer = watch.made.draw(), watch.made.draw()
    show(watch, 1, 5, newer)
    show(watch, 1, 5, older)
    assert not watch.made.shows(Saved(1, 5))  # type: ignore[arg-type]
    assert await watch.after(0) == [1]


async def test_a_drawing_made_before_a_doubt_does_not_end_it(watch: Watch) -> None:
    drawing = watch.made.draw()
    watch.made.doubt(TableId(1))
    show(watch, 1, 5, drawing)
    assert not watch.made.shows(Saved(1, 5))  # type: ignore[arg-type]
    assert await watch.after(0) == [1]
    show(watch, 1, 5)
    assert watch.made.shows(Saved(1, 5))  # type: ignore[arg-type]


async def test_a_drawing_of_the_old_message_says_nothing_of_the_new_one(watch: Watch) -> None:
    posted, pressed = watch.made.draw(), watch.made.draw()
    show(watch, 1, 5, posted)
    watch.made.moved(TableId(1))
    assert watch.made.shows(Saved(1, 5))  # type: ignore[arg-type]
    show(watch, 1, 6, pressed)
    assert not watch.made.shows(Saved(1, 6))  # type: ignore[arg-type]
    assert await watch.after(0) == [1]


async def test_a_board_is_drawn_twice_more_after_lost_answers(watch: Watch) -> None:
    """Discord may do a lost request after all, when a later drawing stands there; on a busy machine still later."""
    watch.made.patience = 0.05
    for _ in range(3):
        with pytest.raises(TimeoutError), watch.made.drawing(TableId(1)):
            raise TimeoutError
    for _ in range(2):
        show(watch, 1, 5)
        assert watch.made.shows(Saved(1, 5))  # type: ignore[arg-type]
        async with asyncio.timeout(30):
            while not watch.queue:  # noqa: ASYNC110 - asked for by a timer of the loop.
                await asyncio.sleep(0.01)
        assert not watch.made.shows(Saved(1, 5))  # type: ignore[arg-type]
        assert await watch.after(0) == [1]
    assert not watch.made._late


async def test_what_is_in_doubt_is_not_noted_as_shown(watch: Watch) -> None:
    show(watch, 1, 5)
    watch.made.doubt(TableId(1))
    await watch.made.note()
    assert watch.noted == []


async def test_what_is_lost_is_tried_again_and_again(watch: Watch) -> None:
    for error in (aiohttp.ServerDisconnectedError(), ConnectionResetError(), TimeoutError(), NotSaved()):
        watch.error = error
        watch.made.doubt(TableId(1))
        assert await watch.after(0) == [1]
        async with asyncio.timeout(30):
            while not watch.queue:  # noqa: ASYNC110 - asked for by a timer of the loop.
                await asyncio.sleep(0.01)
        watch.error = None
        assert await watch.after(0) == [1]
        assert not watch.queue


async def test_what_is_refused_is_left_until_somebody_presses(watch: Watch) -> None:
    response: Any = SimpleNamespace(status=403, reason="Forbidden")
    watch.error = discord.Forbidden(response, "no")
    watch.made.doubt(TableId(1))
    assert await watch.after(0) == [1]
    assert not watch.made._retries


async def test_after_a_start_messages_are_looked_at_before_they_are_touched(watch: Watch) -> None:
    """They may be up to date, and show dice held that nobody else remembers."""
    watch.rows = {1: True, 2: False, 3: True}
    save(watch, 3, 1)  # On its way at this moment: the watch handles it.
    await watch.made.look_up()
    await watch.work()
    assert watch.repaired == [(1, True), (2, True)]


async def test_a_board_that_its_last_owner_was_posting_is_looked_for_as_long_as_it_may_arrive(watch: Watch) -> None:
    """Also where somebody has played on since the start, and the watch would draw the board that the row knows."""
    watch.made.patience = 0.05
    watch.rows, watch.posting = {1: True, 2: True}, {1, 2}
    save(watch, 2, 7)
    await watch.made.look_up()
    for _ in range(3):
        async with asyncio.timeout(30):
            while len(watch.queue) < 2:  # noqa: ASYNC110 - asked for by timers of the loop.
                await asyncio.sleep(0.01)
        assert [watch.made.copied(TableId(id)) for id in (1, 2)] == [True, True]
        watch.queue.clear()
    assert not watch.made._late
    watch.made.doubt(TableId(1))
    assert not watch.made.copied(TableId(1))


async def test_the_first_board_of_a_table_that_opens_here_is_not_looked_for(watch: Watch) -> None:
    watch.rows, watch.posting = {1: True, 2: True}, {1, 2}
    save(watch, 1, 0, message=None)
    save(watch, 1, 1, message=None)
    save(watch, 2, 1, message=None)  # A board of the last owner's, which the row does not know: somebody plays on.
    await watch.made.look_up()
    await watch.work()
    assert watch.repaired == [(2, True)]


async def test_what_is_shown_is_noted_together_and_nothing_twice(watch: Watch) -> None:
    for step in range(50):
        show(watch, 1, step)
    show(watch, 2, 9)
    await watch.made.note()
    await watch.made.note()
    assert watch.noted == [{1: 49, 2: 9}]


async def test_a_result_counts_as_shown_for_good_once_its_picture_is_there(watch: Watch) -> None:
    save(watch, 1, 5)
    show(watch, 1, 5, whole=False)
    await watch.made.note()
    assert watch.noted == []
    assert await watch.after(4) == []  # The picture is drawn; the board is right meanwhile.
    show(watch, 1, 5)
    await watch.made.note()
    assert watch.noted == [{1: 5}]


async def test_notes_that_could_not_be_stored_are_kept(watch: Watch) -> None:
    show(watch, 1, 5)
    show(watch, 2, 1)
    watch.error = NotSaved()
    await watch.made.note()
    watch.error = None
    show(watch, 1, 6)
    await watch.made.note()
    assert watch.noted == [{1: 6, 2: 1}]


async def test_a_row_names_a_drawing_when_nothing_older_can_arrive_any_more(watch: Watch) -> None:
    watch.made.shown(TableId(1), 5, watch.made.draw())
    watch.now += 6
    watch.made.shown(TableId(2), 7, watch.made.draw())
    watch.now += 2
    watch.made._note_now()
    await asyncio.gather(*watch.made._tasks)
    assert watch.noted == [{1: 5}]
    watch.made.stop()


async def test_a_save_right_after_a_takeover_is_drawn_again(watch: Watch) -> None:
    watch.made.took_over()
    watch.made.saved(Saved(1, 5))  # type: ignore[arg-type]
    watch.now += 60
    watch.made.saved(Saved(2, 5))  # type: ignore[arg-type]
    assert set(watch.made._late) == {1}
    watch.made.stop()

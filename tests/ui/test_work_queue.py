"""Work through the queue of messages: how much at once, in which order, and what if something is slow or fails."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from bot.ui.pace.budget import CURRENT_PRIORITY, Priority
from bot.ui.pace.work import WorkQueue


class Room:
    """Requests a second that a test gives each priority: half of them are under way at once."""

    def __init__(self) -> None:
        self.of = dict.fromkeys(Priority, 40)

    def __call__(self, of: Priority) -> int:
        return self.of[of]


@pytest.fixture
def room() -> Room:
    return Room()


@pytest.fixture
def queue(room: Room) -> WorkQueue:
    return WorkQueue(room)


class Done:
    """What was done, in order, and what waits for a test to let it go on."""

    def __init__(self) -> None:
        self.names = list[Any]()
        self.begun = list[Any]()
        self._may_end = asyncio.Event()

    def of(self, name: Any) -> Callable[[], Coroutine[Any, Any, None]]:
        async def work() -> None:
            self.names.append(name)

        return work

    def slow(self, name: Any) -> Callable[[], Coroutine[Any, Any, None]]:
        async def work() -> None:
            self.begun.append(name)
            await self._may_end.wait()
            self.names.append(name)

        return work

    def let_go(self) -> None:
        self._may_end.set()


@pytest.fixture
def done() -> Done:
    return Done()


async def a_moment() -> None:
    """Let every task do what it can do now."""
    for _ in range(20):
        await asyncio.sleep(0)


REPAIR, REMINDER, CALL = Priority.REPAIR, Priority.REMINDER, Priority.CALL


async def test_half_a_seconds_work_is_under_way_and_the_rest_waits(queue: WorkQueue, done: Done) -> None:
    for number in range(100):
        queue.ask(number, done.slow(number), of=REPAIR)
    await a_moment()
    assert (len(done.begun), len(queue)) == (20, 80)
    done.let_go()
    await queue.settle()
    assert sorted(done.names) == list(range(100))


async def test_a_small_share_has_two_under_way(queue: WorkQueue, room: Room, done: Done) -> None:
    room.of[REPAIR] = 1
    for number in range(5):
        queue.ask(number, done.slow(number), of=REPAIR)
    await a_moment()
    assert len(done.begun) == 2
    await queue.stop(0)
    done.let_go()


async def test_a_priority_does_not_wait_for_the_work_of_another(queue: WorkQueue, done: Done) -> None:
    for number in range(1000):
        queue.ask(number, done.slow(number), of=REMINDER)
    await a_moment()
    queue.ask("call", done.slow("call"), of=CALL)
    await a_moment()
    assert done.begun[-1] == "call"
    await queue.stop(0)
    done.let_go()


async def test_requests_have_the_priority_of_their_work(queue: WorkQueue) -> None:
    """Also where one piece of work asks for another."""
    found = []

    async def reminds() -> None:
        found.append(CURRENT_PRIORITY.get())
        queue.ask("call", calls, of=CALL)

    async def calls() -> None:
        found.append(CURRENT_PRIORITY.get())

    queue.ask("remind", reminds, of=REMINDER)
    await queue.settle()
    assert found == [REMINDER, CALL]
    assert CURRENT_PRIORITY.get() is Priority.PRESS


async def test_new_and_old_take_turns(queue: WorkQueue, room: Room, done: Done) -> None:
    """So something new waits for two at most, however many wait."""
    room.of[REPAIR] = 2
    for number in range(6):
        queue.ask(number, done.slow(number), of=REPAIR)
    done.let_go()
    await queue.settle()
    assert done.names[2:] == [5, 2, 4, 3]


async def test_a_key_waits_once_and_the_newer_work_is_done(queue: WorkQueue, room: Room, done: Done) -> None:
    room.of = dict.fromkeys(Priority, 2)
    for number in range(2):
        queue.ask(number, done.slow(number), of=REMINDER)
    queue.ask("board", done.of("old"), of=REMINDER)
    queue.ask("board", done.of("new"), of=REPAIR)
    done.let_go()
    await queue.settle()
    assert sorted(map(str, done.names)) == ["0", "1", "new"]


async def test_a_key_is_never_done_twice_at_once(queue: WorkQueue, done: Done) -> None:
    queue.ask("board", done.slow("slow"), of=REPAIR)
    await a_moment()
    queue.ask("board", done.of("again"), of=REPAIR)
    queue.ask("other", done.of("other"), of=REPAIR)
    await a_moment()
    assert done.names == ["other"]
    done.let_go()
    await queue.settle()
    assert done.names == ["other", "slow", "again"]


async def test_one_that_fails_is_logged_and_stops_no_other(
    queue: WorkQueue, done: Done, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails() -> None:
        raise ValueError("no")

    queue.ask("bad", fails, of=REPAIR)
    queue.ask("good", done.of("good"), of=REPAIR)
    await queue.settle()
    assert done.names == ["good"]
    assert "failed: bad" in caplog.text


async def test_stopping_forgets_what_waits_but_not_what_is_under_way(queue: WorkQueue, room: Room, done: Done) -> None:
    room.of[REPAIR] = 2
    for number in range(5):
        queue.ask(number, done.slow(number), of=REPAIR)
    await a_moment()
    await queue.stop(0)
    assert len(queue) == 0
    done.let_go()
    await queue.settle()
    assert done.names == [0, 1]


@pytest.mark.long
async def test_a_key_rests_after_its_work_and_others_do_not_wait_for_it(done: Done) -> None:
    queue = WorkQueue(pause=3600)
    for name in ("first", "second", "third"):
        queue.ask("board", done.of(name), of=REPAIR)
        await a_moment()
    for number in range(40):
        queue.ask(number, done.of(number), of=REPAIR)
    await a_moment()
    assert done.names == ["first", *range(40)]
    await queue.settle()  # Nobody rests while somebody waits for the end, and only the newest request counts.
    assert done.names[41:] == ["third"]
    queue.ask("board", done.of("fourth"), of=REPAIR)
    queue.ask("board", done.of("fifth"), of=REPAIR)
    await a_moment()
    assert done.names[42:] == ["fourth"]  # It rests again.


async def test_what_waits_is_nothing_for_the_garbage_collector(queue: WorkQueue, room: Room, done: Done) -> None:
    """A collection of 100,000 waiting objects would take a third of a second."""

    async def work(id: int, due: int) -> None:
        raise AssertionError

    room.of[REMINDER] = 2
    queue.ask("first", done.slow("first"), of=REMINDER)
    queue.ask("second", done.slow("second"), of=REMINDER)
    queue.ask(("remind", 0), work, 0, 7, of=REMINDER)
    await a_moment()
    for number in range(1, 10_000):
        queue.ask(("remind", number), work, number, 7, of=REMINDER)
    for _ in range(3):  # Each look of the collector lets go of one level of plain numbers, from the inside out.
        gc.collect()
    assert len(queue) >= 10_000
    assert _looked_at(queue._waiting) < 100
    await queue.stop(0)
    done.let_go()


def _looked_at(root: object) -> int:
    """The number of objects below ``root`` the collector looks at; others in this process may make as many."""
    found, below = {id(root)}, [root]
    while below:
        for one in gc.get_referents(below.pop()):
            if gc.is_tracked(one) and not isinstance(one, type) and id(one) not in found:
                found.add(id(one))
                below.append(one)
    return len(found)

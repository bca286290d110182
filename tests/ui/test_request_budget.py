"""The budget of requests: never too many in a second, the most important first, shares of several processes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

import pytest

from bot.tables.model.processes import HeldShards, Shards
from bot.ui.pace.budget import Priority, RequestBudget, priority, request_timeout
from tests import virtual_time

ALLOWED = 45
"""Of the 50 requests a second that Discord takes, a tenth is left for those that arrive closer together."""

PRESS, CALL, BOARD, REPAIR, REMINDER, UPKEEP = Priority


def _shards(held: int, of: int) -> Shards:
    return Shards(of, frozenset(range(held)))


class Sending:
    """Requests through one budget, and when each began."""

    def __init__(self, held: int = 1, of: int = 1) -> None:
        self.shards = HeldShards(_shards(held, of))
        self.budget = RequestBudget(self.shards)
        self.begun: list[tuple[float, Priority]] = []

    async def send(self, of: Priority, times: int = 1) -> None:
        with priority(of):
            for _ in range(times):
                await self.budget.take()
                self.begun.append((asyncio.get_running_loop().time(), of))

    def start(self, of: Priority, times: int = 1) -> list[asyncio.Task[None]]:
        """Send so many at the same moment."""
        return [asyncio.create_task(self.send(of)) for _ in range(times)]

    def at(self, of: Priority | None = None) -> list[float]:
        return [at for at, one in self.begun if of in (None, one)]


def most_in(times: Sequence[float], seconds: float) -> int:
    """The most of these moments that lie within a stretch of so many seconds."""
    return max(sum(start <= at < start + seconds - 1e-6 for at in times) for start in times)


def test_never_more_than_allowed_in_any_second(seed: str) -> None:
    chance = random.Random(seed)
    sending = Sending()

    requests = [chance.randrange(20) for _ in range(100)]

    async def storm() -> None:
        tasks = []
        for many in requests:
            tasks += sending.start(chance.choice(list(Priority)), many)
            await asyncio.sleep(chance.random() / 5)
        await asyncio.gather(*tasks)

    virtual_time.run(storm())
    assert len(sending.begun) == sum(requests)
    assert most_in(sending.at(), 1) <= ALLOWED


def test_presses_may_come_in_a_burst_and_fill_the_second() -> None:
    sending = Sending()

    async def burst() -> None:
        await asyncio.gather(*sending.start(PRESS, ALLOWED + 1))

    virtual_time.run(burst())
    assert sending.at() == [0] * ALLOWED + [1]


@pytest.mark.parametrize(("of", "a_second"), [(CALL, 40), (BOARD, 36), (REPAIR, 31), (REMINDER, 27), (UPKEEP, 22)])
def test_everything_else_is_spaced_evenly_and_leaves_room_for_what_is_above_it(of: Priority, a_second: int) -> None:
    sending = Sending()

    async def much() -> None:
        await asyncio.gather(*sending.start(of, 3 * a_second + 1))

    virtual_time.run(much())
    assert sending.at() == pytest.approx([number / a_second for number in range(3 * a_second + 1)])


def test_a_press_in_a_storm_goes_at_once() -> None:
    sending = Sending()

    async def storm() -> None:
        others = [task for of in (REPAIR, REMINDER, UPKEEP) for task in sending.start(of, 100)]
        for _ in range(20):
            await asyncio.sleep(0.37)
            before = asyncio.get_running_loop().time()
            await sending.send(PRESS, 5)
            assert asyncio.get_running_loop().time() == before
        await asyncio.gather(*others)

    virtual_time.run(storm())


def test_who_waits_goes_by_importance() -> None:
    sending = Sending()

    async def full() -> None:
        await sending.send(PRESS, ALLOWED)
        tasks = [task for of in reversed(Priority) for task in sending.start(of)]
        await asyncio.gather(*tasks)

    virtual_time.run(full())
    assert [of for _, of in sending.begun[ALLOWED:]] == list(Priority)


def test_waiting_and_begun_requests_are_counted() -> None:
    sending = Sending()

    async def much() -> None:
        tasks = sending.start(REPAIR, 10)
        await asyncio.sleep(0)
        assert sending.budget.waiting(REPAIR) == 9
        assert sending.budget.waiting(CALL) == 0
        await asyncio.gather(*tasks)

    virtual_time.run(much())
    assert sending.budget.begun == {REPAIR: 10}


@pytest.mark.parametrize("processes", [1, 2, 3, 7, 16, 45])
def test_all_processes_together_send_no_more_than_one_alone(processes: int) -> None:
    """Each has an equal share of the shards."""
    sending = [Sending(1, processes) for _ in range(processes)]

    async def much() -> None:
        await asyncio.gather(*(task for one in sending for task in one.start(PRESS, 200 // processes)))

    virtual_time.run(much())
    assert most_in([at for one in sending for at in one.at()], 1) <= ALLOWED


def test_a_share_of_less_than_one_request_a_second_is_one_in_a_longer_time() -> None:
    sending = Sending(1, 90)

    async def much() -> None:
        await sending.send(PRESS, 4)

    virtual_time.run(much())
    assert sending.at() == pytest.approx([0, 2, 4, 6])


def test_a_process_without_shards_may_still_connect() -> None:
    sending = Sending(0, 4)

    async def connect() -> None:
        await sending.send(PRESS, 6)

    virtual_time.run(connect())
    assert sending.at() == [0] * 5 + [1]


def test_a_larger_share_holds_at_once_and_a_smaller_one_too() -> None:
    sending = Sending(1, 5)

    async def change() -> None:
        tasks = sending.start(PRESS, 200)
        await asyncio.sleep(0.5)
        assert len(sending.begun) == 9
        sending.shards.change(_shards(5, 5))
        await asyncio.sleep(0)
        assert len(sending.begun) == ALLOWED
        sending.shards.change(_shards(1, 5))
        await asyncio.gather(*tasks)

    virtual_time.run(change())
    later = [at for at in sending.at() if at > 1]
    assert most_in(later, 1) == 9


def test_who_gives_up_waiting_takes_nobodys_place() -> None:
    sending = Sending()

    async def give_up() -> None:
        await sending.send(PRESS, ALLOWED)
        tasks = sending.start(PRESS, ALLOWED)
        await asyncio.sleep(0.5)
        for task in tasks[:-1]:
            task.cancel()
        await asyncio.sleep(0)
        assert sending.budget.waiting(PRESS) == 1
        await tasks[-1]
        await sending.send(PRESS, ALLOWED - 1)

    virtual_time.run(give_up())
    assert sending.at()[ALLOWED:] == [1] * ALLOWED


def test_the_time_of_a_request_begins_when_it_is_sent() -> None:
    sending = Sending()

    async def wait_and_send() -> float:
        await sending.send(PRESS, ALLOWED)
        async with request_timeout(0.5):
            await sending.send(PRESS)
            await asyncio.sleep(seconds)
        return asyncio.get_running_loop().time()

    seconds = 0.4
    assert virtual_time.run(wait_and_send()) == pytest.approx(1.4)
    sending, seconds = Sending(), 0.6
    with pytest.raises(TimeoutError):
        virtual_time.run(wait_and_send())


def test_a_task_that_a_request_has_begun_does_not_stop_its_time() -> None:
    sending = Sending()

    async def wait_beside() -> None:
        await sending.send(PRESS, ALLOWED)
        async with request_timeout(0.5):
            asyncio.create_task(sending.send(PRESS))  # noqa: RUF006 - it ends with the loop.
            await asyncio.sleep(0.6)

    with pytest.raises(TimeoutError):
        virtual_time.run(wait_beside())

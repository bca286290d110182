"""A save whose end is not known in time: nobody acts on a row that is about to change, and nothing is left out."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.tables.model import memory
from bot.tables.model.errors import Damaged, NotRead, NotSaved, NotYetKnown, OldPress, translated_errors
from bot.tables.model.store import SaveUnknown, StoreDamaged, StoreError


@pytest.fixture
async def late(room: Any) -> asyncio.Future[bool]:
    """The next save is not known yet; this says whether storage takes it after all."""
    return asyncio.get_running_loop().create_future()


async def _late_roll(room: Any, table: Any, late: asyncio.Future[bool]) -> NotYetKnown:
    room.store.late = late
    with pytest.raises(NotYetKnown) as unknown:
        await room.act(table, "roll")
    assert unknown.value.table == table.id
    return unknown.value


async def _pressed(work: Any) -> Any:
    """The outcome of a press whose time to answer is over at once."""
    memory.begin(lambda: False)
    return await work


async def test_the_next_press_waits_until_it_is_known_and_finds_what_was_stored(room: Any, late: Any) -> None:
    table = await room.playing(room.BOB)
    unknown = await _late_roll(room, table, late)
    double = asyncio.create_task(room.act(table, "roll"))
    seen = await room.service.get(table.id)
    assert seen == table  # Readers see the stored row.
    assert not double.done()
    late.set_result(True)
    assert await unknown.settled
    with pytest.raises(OldPress) as refusal:
        await double
    assert refusal.value.table.thrown == 1
    assert await room.service.get(table.id) == refusal.value.table


async def test_what_was_not_stored_after_all_can_be_done_again(room: Any, late: Any) -> None:
    table = await room.playing(room.BOB)
    unknown = await _late_roll(room, table, late)
    again = asyncio.create_task(room.act(table, "roll"))
    late.set_result(False)
    assert not await unknown.settled
    assert (await again).after.state.dice == table.seed.source().for_seat(table.turn).roll(3)


async def test_who_cannot_wait_that_long_has_changed_nothing(room: Any, late: Any, monkeypatch: Any) -> None:
    table = await room.playing(room.BOB)
    await _late_roll(room, table, late)
    monkeypatch.setattr(memory, "SECONDS", 0.01)
    saves = room.store.saves
    for press in (
        room.act(table, "roll"),
        room.service.toggle(table.id, table.turn_player, table.step, 0, frozenset()),
    ):
        with pytest.raises(NotSaved):
            await asyncio.create_task(_pressed(press))
    assert room.store.saves == saves
    late.set_result(True)
    await room.store.landing


async def test_who_gave_up_waiting_does_not_keep_the_bot_from_closing(room: Any, late: Any, monkeypatch: Any) -> None:
    table = await room.playing(room.BOB)
    await _late_roll(room, table, late)
    monkeypatch.setattr(memory, "SECONDS", 0.01)
    with pytest.raises(NotSaved):
        await asyncio.create_task(_pressed(room.act(table, "roll")))
    late.set_result(True)
    await room.store.landing
    async with asyncio.timeout(10):
        await room.service.repository.close()


async def test_a_game_that_is_stored_late_is_told_to_whom_it_may_concern(room: Any, late: Any) -> None:
    table = await room.playing(rounds=1)
    told: list[Any] = []
    room.service.repository.on_finish(told.append)
    table = (await room.act(table, "roll")).after
    room.store.late = late
    with pytest.raises(NotYetKnown) as unknown:
        await room.act(table, "mark sum")
    assert told == []
    late.set_result(True)
    await unknown.value.settled
    assert told == [table.guild]
    assert (await room.service.get(table.id)).over


@pytest.mark.parametrize("stored", [True, False])
async def test_closing_waits_for_what_is_not_known(room: Any, late: Any, stored: bool) -> None:
    table = await room.playing(room.BOB)
    await _late_roll(room, table, late)
    closing = asyncio.create_task(room.service.repository.close())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not closing.done()
    late.set_result(stored)
    await closing


async def test_a_new_table_that_is_stored_late_holds_its_channel(room: Any, late: Any) -> None:
    room.store.late = late
    with pytest.raises(NotYetKnown) as unknown:
        await room.lobby()
    assert await room.service.repository.live_at(room.GUILD, room.CHANNEL) is None
    late.set_result(True)
    await unknown.value.settled
    found = await room.service.repository.live_at(room.GUILD, room.CHANNEL)
    assert found.id == unknown.value.table


@pytest.mark.parametrize(
    ("error", "refusal"), [(StoreDamaged("malformed"), Damaged), (StoreError("not read"), NotRead)]
)
async def test_what_cannot_be_read_is_told_as_it_is(room: Any, error: Any, refusal: Any, monkeypatch: Any) -> None:
    table = await room.playing(room.BOB)
    restarted = await room.other_process()

    async def load(id: Any) -> Any:
        raise error

    monkeypatch.setattr(restarted.repository.store, "load", load)
    with pytest.raises(refusal):
        await room.act(table, "roll", restarted)


async def test_a_save_that_is_no_tables_is_told_without_one() -> None:
    settled: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    with pytest.raises(NotYetKnown) as unknown, translated_errors():
        raise SaveUnknown(settled)
    assert unknown.value.table is None
    assert unknown.value.settled is settled

"""Races, failing storage, restarts, changed code: what people have seen stays true."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.engine import gate
from bot.engine.errors import BadOptions
from bot.tables.model.errors import BrokenTable, NotSaved, OldPress, TableError
from bot.tables.model.store import SaveFailed
from bot.tables.model.table import Status


async def _both(*presses: Any) -> tuple[list[Any], list[BaseException]]:
    answers = await asyncio.gather(*presses, return_exceptions=True)
    return (
        [answer for answer in answers if not isinstance(answer, BaseException)],
        [answer for answer in answers if isinstance(answer, BaseException)],
    )


async def test_of_two_presses_at_once_one_wins(room: Any) -> None:
    table = await room.playing(room.BOB)
    done, refused = await _both(*(room.act(table, "roll") for _ in range(5)))
    assert len(done) == 1
    assert [type(error) for error in refused] == [OldPress] * 4
    assert all(error.table == done[0].after for error in refused)
    assert len((await room.service.history.record(table.id))["moves"]) == 1


async def test_two_joins_at_once_both_count(room: Any) -> None:
    table = await room.lobby()
    other = await room.other_process()
    await other.get(table.id)
    done, refused = await _both(
        room.service.join(table.id, room.BOB, 5), other.join(table.id, room.CAT, 6), room.service.join(table.id, 9, 7)
    )
    assert len(done) == 2, refused
    assert len((await (await room.other_process()).get(table.id)).players) == 3


async def test_of_two_processes_one_wins(room: Any) -> None:
    table = await room.playing(room.BOB)
    other = await room.other_process()
    await other.get(table.id)
    change = await room.act(table, "roll")
    with pytest.raises(OldPress) as refusal:
        await room.act(table, "roll", other)
    assert refusal.value.table == change.after
    # The loser has read what the winner did, and goes on from there.
    kept = await room.act(refusal.value.table, "mark sum", other)
    assert kept.after.state.totals[0] == sum(change.after.state.dice)
    # And the winner's memory, which is behind now, does not refuse what is right.
    assert (await room.act(kept.after, "roll")).after.thrown == 2


async def test_the_loser_of_two_processes_hears_of_its_old_press_even_when_the_turn_is_over(room: Any) -> None:
    table = (await room.act(await room.playing(room.BOB), "roll")).after
    other = await room.other_process()
    await other.get(table.id)
    change = await room.act(table, "mark sum")
    with pytest.raises(OldPress) as refusal:
        await room.act(table, "mark none", other)
    assert refusal.value.table == change.after


async def test_two_processes_at_the_same_moment(room: Any) -> None:
    table = await room.playing(room.BOB)
    other = await room.other_process()
    await other.get(table.id)
    done, refused = await _both(room.act(table, "roll"), room.act(table, "roll", other))
    assert len(done) == 1
    assert isinstance(refused[0], OldPress)
    assert refused[0].table == done[0].after


async def test_a_board_moved_by_another_process_does_not_refuse_a_press(room: Any) -> None:
    table = await room.playing(room.BOB)
    other = await room.other_process()
    await other.placed(table.id, room.CHANNEL, 77)
    change = await room.act(table, "roll")
    assert change.after.message == 77


async def test_a_failed_save_changes_nothing_and_the_next_press_works(room: Any) -> None:
    table = await room.playing(room.BOB)
    room.store.before = SaveFailed("disk full")
    with pytest.raises(NotSaved):
        await room.act(table, "roll")
    assert await room.service.get(table.id) == table
    dice = table.seed.source().for_seat(table.turn).roll(3)
    assert (await room.act(table, "roll")).after.state.dice == dice


async def test_a_failed_save_of_a_new_table_leaves_the_channel_free(room: Any) -> None:
    room.store.before = SaveFailed("locked")
    with pytest.raises(NotSaved):
        await room.lobby()
    await room.lobby()


async def test_a_save_that_was_stored_though_it_failed_is_found_out(room: Any) -> None:
    table = await room.playing(room.BOB)
    room.store.after = SaveFailed("the connection was lost at the commit")
    with pytest.raises(NotSaved):
        await room.act(table, "roll")
    assert (await room.service.get(table.id)).thrown == 1
    with pytest.raises(OldPress) as refusal:
        await room.act(table, "roll")
    assert refusal.value.table.thrown == 1


async def test_a_crash_between_save_and_answer_loses_nothing(room: Any) -> None:
    table = await room.playing(room.BOB)
    room.store.after = asyncio.CancelledError()
    with pytest.raises(asyncio.CancelledError):
        await room.act(table, "roll")
    restarted = await room.other_process()
    saved = await restarted.get(table.id)
    assert saved.state.dice == table.seed.source().for_seat(table.turn).roll(3)
    with pytest.raises(OldPress) as refusal:
        await room.act(table, "roll", restarted)
    assert refusal.value.table == saved
    # A cancelled press in a process that lives on is no different.
    with pytest.raises(OldPress):
        await room.act(table, "roll")


async def test_closing_waits_for_presses_under_way(room: Any, until: Any) -> None:
    table = await room.playing(room.BOB)
    room.store.gate = asyncio.Event()
    saves = room.store.saves
    press = asyncio.create_task(room.act(table, "roll"))
    await until(lambda: room.store.saves > saves)
    closing, ended = asyncio.create_task(room.service.repository.close()), list[asyncio.Task[Any]]()
    for task in (closing, press):
        task.add_done_callback(ended.append)
    await asyncio.sleep(0)  # It begins.
    with pytest.raises(NotSaved):
        await room.service.join(table.id, room.CAT, 1)
    room.store.gate.set()
    await asyncio.wait((closing, press))
    assert ended == [press, closing]
    assert press.result().after.thrown == 1


async def _reshape(room: Any, table: Any, **changes: Any) -> None:
    """Write the table's row as if other code had written it."""
    row = await room.store.load(table.id)
    await room.store.save({**row, "version": row["version"] + 1, **changes})


async def test_a_state_of_another_shape_is_rebuilt_from_the_journal(room: Any, caplog: Any) -> None:
    table = await room.playing(room.BOB)
    for text in ("roll", "mark sum"):
        table = (await room.act(table, text)).after
    table = (await room.service.undo(table.id, table.players[0], table.step)).after
    table = (await room.act(table, "mark none")).after
    await _reshape(room, table, state=b"000000000000{}")
    restarted = await room.other_process()
    with caplog.at_level(logging.INFO):
        rebuilt = await restarted.get(table.id)
    assert rebuilt == replace(table, version=table.version + 1)
    assert "rebuilding" in caplog.text
    # The next change saves the new shape.
    change = await room.act(rebuilt, "roll", restarted)
    assert (await room.store.load(table.id))["state"] == gate.encode(change.after.state)


async def test_a_table_that_cannot_be_read_is_kept_and_told(room: Any, caplog: Any) -> None:
    table = await room.playing(room.BOB)
    table = (await room.act(table, "roll")).after

    def without_pips(key: str, options: Any) -> Any:
        raise BadOptions("game", f"no game {key} any more")

    restarted = await room.other_process(without_pips)
    for press in (restarted.get(table.id), restarted.act(table.id, room.ANN, table.step, "roll")):
        with pytest.raises(BrokenTable) as refusal:
            await press
        assert (refusal.value.stored["channel"], refusal.value.stored["language"]) == (table.channel, "en")
    kept = await room.store.load(table.id)
    assert Status(kept["status"]) is Status.BROKEN
    assert (kept["game"], kept["step"], kept["entries"]) == ("pips", table.step, 1)
    assert len(await room.store.journal(table.id)) == 1
    assert bytes(32).hex() not in caplog.text
    # Its channel is free again.
    assert await restarted.repository.live_at(room.GUILD, room.CHANNEL) is None


async def test_a_journal_the_rules_refuse_is_broken_too(room: Any, pips: Any, monkeypatch: Any) -> None:
    table = await room.playing(room.BOB)
    table = (await room.act(table, "roll")).after
    await _reshape(room, table, state=b"000000000000{}")
    monkeypatch.setattr(pips, "legal_actions", lambda self, state: ())
    with pytest.raises(BrokenTable):
        await (await room.other_process()).get(table.id)


async def test_a_changed_shape_is_noticed(pips: Any) -> None:
    @dataclass(frozen=True)
    class PipsState:
        seat: int
        throws: int
        dice: tuple[int, ...]

    assert gate.shape(PipsState) != gate.shape(pips.state_type)


async def test_refusals_leave_no_trace(room: Any) -> None:
    table = await room.playing(room.BOB)
    saves = room.store.saves
    for press in (
        room.service.act(table.id, room.CAT, table.step, "roll"),
        room.service.undo(table.id, room.ANN, table.step),
        room.service.join(table.id, room.CAT, 1),
    ):
        with pytest.raises(TableError):
            await press
    assert room.store.saves == saves
    assert await room.service.get(table.id) == table


async def test_a_slow_read_does_not_bring_back_what_was(room: Any, monkeypatch: Any) -> None:
    table = await room.playing(room.BOB)
    service = await room.other_process()
    load, read, go_on = service.repository.store.load, asyncio.Event(), asyncio.Event()

    async def slow(id: Any) -> Any:
        row = await load(id)
        if not read.is_set():
            read.set()
            await go_on.wait()
        return row

    monkeypatch.setattr(service.repository.store, "load", slow)
    reading = asyncio.create_task(service.get(table.id))
    await read.wait()
    change = await room.act(table, "roll", service)
    go_on.set()
    assert await reading == change.after
    assert await service.get(table.id) == change.after

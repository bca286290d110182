"""The bot counts a finished game for statistics when it stores the result."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.model.table import TableSettings
from bot.tables.storage import results
from bot.tables.storage.results import read


async def test_each_seat_of_a_finished_game_is_counted(room: Any) -> None:
    table = await room.to_end(await room.playing(room.BOB))
    thrown = [
        throw for move in (await room.service.history.record(table.id))["moves"] for throw in move.get("dice", ())
    ]
    found = [read(result.details) for result in room.store.results]
    assert [facts.throws for facts in found] == [2, 2]
    assert sum(sum(facts.faces) for facts in found) == sum(map(len, thrown))


async def test_what_was_taken_back_is_not_counted(room: Any) -> None:
    table = await room.playing()
    table = (await room.act((await room.act(table, "roll")).after, "mark none")).after
    table = (await room.service.undo(table.id, room.ANN, table.step)).after
    await room.to_end((await room.act(table, "mark sum")).after)
    (result,) = room.store.results
    assert read(result.details).throws == 2


async def test_everybody_at_once_is_counted_from_their_own_tables(room: Any, pips: Any) -> None:
    opened = await room.service.open(
        guild=room.GUILD,
        channel=room.CHANNEL,
        host=room.ANN,
        game=pips(),
        capacity=3,
        language="en",
        settings=TableSettings(simultaneous=True),
    )
    public = (await room.service.join(opened.after.id, room.BOB, 2)).after
    public = (await room.service.start(public.id, room.ANN, 3)).after
    for user, keeps in ((room.ANN, 0), (room.BOB, 1)):
        own = await room.service.simultaneous.own_table(public.id, user)
        while not own.over:
            own = (await room.act(own, "roll")).after
            for _ in range(keeps):
                own = (await room.act(own, f"keep {own.state.dice[0]}")).after
            own = (await room.act(own, "mark sum")).after
    told = {result.user: read(result.details) for result in room.store.results}
    assert {user: facts.throws for user, facts in told.items()} == {room.ANN: 2, room.BOB: 4}
    assert sum(told[room.ANN].faces) == 2 * 3


async def test_a_game_that_cannot_be_counted_still_has_a_result(
    room: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*_: Any) -> Any:
        raise KeyError("a box of another version")

    monkeypatch.setattr(results, "collect_stats", fails)
    await room.to_end(await room.playing(room.BOB))
    assert [result.details for result in room.store.results] == [None, None]
    assert "was not counted" in caplog.text

"""When a table's clock stands still, and when a lobby closes itself."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.model.errors import TableOver
from bot.tables.model.table import AbsencePolicy, Status, Table, TableSettings
from bot.tables.moves import waiting

HOUR, DAY = 3600, 86_400


async def timed(room: Any, *others: int, **settings: Any) -> Table:
    """A table that has begun, with a clock."""
    lobby = await room.lobby(*others)
    await room.service.change_settings(lobby.id, room.ANN, **settings)
    return (await room.service.start(lobby.id, room.ANN, 200)).after  # type: ignore[no-any-return]


async def opened(room: Any, pips: Any, settings: TableSettings) -> Table:
    """A lobby with these settings."""
    change = await room.service.open(
        guild=room.GUILD, channel=room.CHANNEL, host=room.ANN, game=pips(), capacity=3, language="en",
        settings=settings,
    )  # fmt: skip
    return change.after  # type: ignore[no-any-return]


async def later(room: Any, seconds: int) -> list[Any]:
    """Let time pass; returns what is due then."""
    room.now += seconds
    return [row["id"] for row in await room.service.deadlines.due(10)]


# -- lobbies ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [TableSettings(), TableSettings(simultaneous=True)])
async def test_a_lobby_closes_a_day_after_the_last_thing_that_happened_in_it(
    room: Any, pips: Any, settings: TableSettings
) -> None:
    lobby = await opened(room, pips, settings)
    assert await later(room, DAY - 1) == []
    lobby = (await room.service.join(lobby.id, room.BOB, 300)).after
    assert await later(room, DAY - 1) == []
    assert (await room.service.deadlines.give_up(lobby.id)).after == lobby
    assert await later(room, 1) == [lobby.id]
    closed = (await room.service.deadlines.give_up(lobby.id)).after
    assert (closed.status, closed.stage, closed.due) == (Status.ENDED, waiting.GIVEN_UP, None)
    assert await room.service.repository.live_at(room.GUILD, room.CHANNEL) is None
    with pytest.raises(TableOver):
        await room.service.start(lobby.id, room.ANN, 400)


async def test_patience_chosen_for_turns_does_not_keep_a_lobby(room: Any) -> None:
    lobby = await room.lobby(room.BOB)
    lobby = (
        await room.service.change_settings(
            lobby.id, room.ANN, patience=HOUR, absent=AbsencePolicy.DROP, reminder=3 * DAY
        )
    ).after
    assert await later(room, HOUR + 1) == []
    assert await later(room, DAY) == [lobby.id]
    assert (await room.service.deadlines.give_up(lobby.id)).after.status is Status.ENDED


async def test_a_lobby_that_was_started_in_time_goes_on(room: Any) -> None:
    lobby = await room.lobby(room.BOB)
    room.now += DAY - 1
    table = (await room.service.start(lobby.id, room.ANN, 200)).after
    assert table.due is None
    assert await later(room, 9 * DAY) == []
    assert (await room.service.deadlines.give_up(lobby.id)).after.status is Status.PLAYING


# -- pauses -----------------------------------------------------------------------------------------


async def test_a_table_that_pauses_reminds_nobody_and_gives_nobody_up(room: Any) -> None:
    table = await timed(room, room.BOB, reminder=HOUR, absent=AbsencePolicy.SKIP, patience=2 * HOUR)
    room.now += HOUR
    paused = (await room.service.deadlines.pause(table, room.now + DAY)).after
    assert (waiting.is_paused(paused), paused.step, paused.due) == (True, table.step, room.now + DAY)
    assert await later(room, DAY - 1) == []
    assert waiting.users_to_remind(paused, {}, room.now) == ()
    assert (await room.service.deadlines.give_up(table.id)).after == paused


async def test_after_a_pause_everybody_has_all_their_time_again(room: Any) -> None:
    table = await timed(room, room.BOB, reminder=HOUR, absent=AbsencePolicy.SKIP, patience=2 * HOUR)
    room.now += HOUR
    paused = (await room.service.deadlines.pause(table, room.now + DAY)).after
    room.now += 9 * DAY
    resumed = (await room.service.deadlines.resume(paused)).after
    again = await (await room.other_process()).get(table.id)
    assert again == resumed
    assert (resumed.changed, resumed.stage, resumed.due) == (table.changed, 0, room.now + HOUR)
    assert waiting.patience_ends(resumed) == room.now + 2 * HOUR
    room.now += 2 * HOUR - 1
    assert (await room.service.deadlines.give_up(table.id)).after.skips == 0
    room.now += 1
    assert (await room.service.deadlines.give_up(table.id)).after.skips == 1


async def test_a_reminder_judged_before_a_pause_is_not_sent_after_it(room: Any) -> None:
    judged = await timed(room, room.BOB, reminder=HOUR)
    room.now += HOUR
    paused = (await room.service.deadlines.pause(judged, room.now + DAY)).after
    room.now += DAY
    resumed = (await room.service.deadlines.resume(paused)).after
    assert (await room.service.deadlines.save_reminder(judged)).after == resumed


async def test_a_table_nothing_is_due_at_need_not_pause(room: Any) -> None:
    table = await timed(room, room.BOB)
    assert (await room.service.deadlines.pause(table, room.now + DAY)).after == table
    assert (await room.service.deadlines.resume(table)).after == table


async def test_a_move_ends_a_pause(room: Any) -> None:
    table = await timed(room, room.BOB, reminder=HOUR)
    await room.service.deadlines.pause(table, room.now + DAY)
    room.now += HOUR
    table = await room.turn(table)
    assert (table.stage, table.due) == (0, room.now + HOUR)


async def test_after_a_pause_everybody_playing_apart_has_all_their_time_again(room: Any, pips: Any) -> None:
    lobby = await opened(room, pips, TableSettings(simultaneous=True, absent=AbsencePolicy.DROP, patience=2 * HOUR))
    for user in (room.BOB, room.CAT):
        await room.service.join(lobby.id, user, user)
    table = (await room.service.start(lobby.id, room.ANN, 9)).after
    room.now += HOUR
    paused = (await room.service.deadlines.pause(table, room.now + DAY)).after
    room.now += 9 * DAY
    table = (await room.service.deadlines.resume(paused)).after
    assert table.due == room.now + 2 * HOUR
    own = await room.service.simultaneous.own_table(table.id, room.BOB)
    await room.service.leave(table.id, room.ANN)
    room.now += 2 * HOUR - 1
    assert (await room.service.deadlines.give_up(table.id)).after.gone == (table.players.index(room.ANN),)
    assert not (await room.service.get(own.id)).over

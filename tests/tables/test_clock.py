"""Deadlines are rows: reminders ever rarer, the end of patience; the same after a restart, once between two."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.engine import IllegalAction
from bot.tables.model.errors import AlreadyStarted, NotHost, TableOver
from bot.tables.model.table import AbsencePolicy, ComputerPace, Status, Table, TableSettings
from bot.tables.moves import waiting
from bot.tables.moves.playing import TurnSkipped

HOUR, DAY = 3600, 86_400
DAN, EVE = 10**18 + 4, 10**18 + 5


# -- reminders --------------------------------------------------------------------------------------


async def test_a_turn_is_reminded_of_three_times_ever_later(room: Any) -> None:
    table = await room.timed(room.BOB, reminder=HOUR)
    at = []
    for _ in range(400):
        if await room.later(HOUR // 2):
            fresh = await room.service.repository.reload(table.id)
            assert waiting.users_to_remind(fresh, {}, room.now) == (fresh.turn_player,)
            change = await room.service.deadlines.save_reminder(fresh)
            assert change.before != change.after
            assert change.after.step == table.step
            at.append((room.now - table.changed) // HOUR)
    assert at == [1, 1 + 4, 1 + 4 + 16]


async def test_a_decision_starts_the_clock_anew(room: Any) -> None:
    table = await room.timed(room.BOB, reminder=HOUR)
    await room.later(HOUR)
    await room.service.deadlines.save_reminder(await room.service.get(table.id))
    acted = (await room.act(await room.service.get(table.id), "roll")).after
    assert (acted.due, acted.stage) == (room.now + HOUR, 0)


async def test_two_processes_remind_once(room: Any) -> None:
    table = await room.timed(room.BOB, reminder=HOUR)
    other = await room.other_process()
    await room.later(HOUR)
    judged = [await one.repository.reload(table.id) for one in (room.service, other)]
    changes = await asyncio.gather(
        room.service.deadlines.save_reminder(judged[0]), other.deadlines.save_reminder(judged[1])
    )
    assert sorted(change.before != change.after for change in changes) == [False, True]
    assert await other.deadlines.due(10) == []


async def test_who_plays_in_that_moment_is_not_reminded(room: Any) -> None:
    table = await room.timed(room.BOB, reminder=HOUR)
    await room.later(HOUR)
    judged = await room.service.repository.reload(table.id)
    await room.act(judged, "roll")
    change = await room.service.deadlines.save_reminder(judged)
    assert change.before == change.after


async def test_a_reminder_may_be_put_off(room: Any) -> None:
    table = await room.timed(room.BOB, reminder=HOUR, absent=AbsencePolicy.SKIP, patience=24 * HOUR)
    await room.later(HOUR)
    put_off = await room.service.deadlines.postpone(await room.service.repository.reload(table.id), room.now + 5 * HOUR)
    assert (put_off.after.due, put_off.after.stage) == (table.changed + 6 * HOUR, 0)
    longer = await room.service.deadlines.postpone(put_off.after, room.now + 500 * HOUR)
    assert longer.after.due == table.changed + 24 * HOUR


async def test_a_lobby_reminds_its_host_once_and_only_when_it_could_start(room: Any) -> None:
    lobby = await room.lobby()
    lobby = (await room.service.change_settings(lobby.id, room.ANN, reminder=HOUR)).after
    assert await room.later(HOUR) == []
    lobby = (await room.service.join(lobby.id, room.BOB, 300)).after
    assert await room.later(HOUR) == [lobby.id]
    assert waiting.users_to_remind(lobby, {}, room.now) == (room.ANN,)
    lobby = (await room.service.deadlines.save_reminder(lobby)).after
    assert waiting.users_to_remind(lobby, {}, room.now) == ()
    assert lobby.due == lobby.changed + DAY


async def test_a_table_that_is_over_has_nothing_due(room: Any) -> None:
    table = await room.to_end(await room.timed(room.BOB, reminder=HOUR, absent=AbsencePolicy.DROP, patience=HOUR))
    assert (table.status, table.due) == (Status.FINISHED, None)
    other = await room.timed(reminder=HOUR)
    await room.service.end(other.id, room.ANN, False)
    assert await room.later(999 * HOUR) == []


async def test_a_table_that_cannot_be_read_is_looked_at_once(room: Any) -> None:
    table = await room.timed(room.BOB, reminder=HOUR)

    def unknown(key: str, options: Any) -> Any:
        raise KeyError(key)

    broken = await room.other_process(make=unknown)
    assert await room.later(HOUR) == [table.id]
    with pytest.raises(Exception, match="cannot be read"):
        await broken.repository.reload(table.id)
    assert await broken.deadlines.due(10) == []


# -- skip and drop ----------------------------------------------------------------------------------


async def test_patience_ends_in_a_skipped_turn(room: Any) -> None:
    table = await room.timed(room.BOB, absent=AbsencePolicy.SKIP, patience=24 * HOUR)
    assert await room.later(24 * HOUR - 1) == []
    assert (await room.service.deadlines.give_up(table.id)).after == table
    assert await room.later(1) == [table.id]
    change = await room.service.deadlines.give_up(table.id)
    assert [type(event) for event in change.events][-1] is TurnSkipped
    assert (change.after.turn, change.after.skips) == (1, 1)
    assert change.after.due == room.now + 24 * HOUR
    acted = (await room.act(change.after, "roll")).after
    assert acted.skips == 0


async def test_a_restart_between_deadline_and_look_changes_nothing(room: Any) -> None:
    table = await room.timed(room.BOB, absent=AbsencePolicy.SKIP, patience=HOUR)
    room.now += 7 * HOUR
    restarted = await room.other_process()
    assert [row["id"] for row in await restarted.deadlines.due(10)] == [table.id]
    assert (await restarted.deadlines.give_up(table.id)).after.skips == 1
    assert await restarted.deadlines.due(10) == []


async def test_two_processes_skip_once(room: Any) -> None:
    table = await room.timed(room.BOB, absent=AbsencePolicy.SKIP, patience=HOUR)
    other = await room.other_process()
    room.now += HOUR
    for one in (room.service, other):
        await one.repository.reload(table.id)
    changes = await asyncio.gather(room.service.deadlines.give_up(table.id), other.deadlines.give_up(table.id))
    assert sorted(bool(change.events) for change in changes) == [False, True]
    assert (await room.service.repository.reload(table.id)).entries == 2


async def test_a_game_skipped_to_its_end_counts_and_its_dice_are_honest(room: Any) -> None:
    table = await room.timed(room.BOB, absent=AbsencePolicy.SKIP, patience=HOUR)
    while not table.over:
        absent = table.turn_player == room.BOB
        room.now += HOUR
        table = (await room.service.deadlines.give_up(table.id)).after if absent else await room.turn(table)
    assert table.status is Status.FINISHED
    assert [row.won for row in room.store.results if row.user == room.BOB] == [False]
    assert await room.service.history.verify(table.id)


async def test_patience_ends_in_a_seat_that_leaves(room: Any) -> None:
    table = await room.timed(room.BOB, room.CAT, absent=AbsencePolicy.DROP, patience=HOUR)
    for _ in range(3):
        table = await room.turn(table)
    for left in (1, 2):
        assert await room.later(HOUR) == [table.id]
        table = (await room.service.deadlines.give_up(table.id)).after
        assert len(table.gone) == left
    assert (table.status, table.due) == (Status.PLAYING, None)  # Nobody gives up the last one.


async def test_a_game_ends_and_counts_nowhere_when_one_player_stays_and_fewer_than_two_have_thrown(room: Any) -> None:
    table = await room.timed(room.BOB, room.CAT, absent=AbsencePolicy.DROP, patience=HOUR)
    table = await room.turn(table)
    for status in (Status.PLAYING, Status.ENDED):
        assert await room.later(HOUR) == [table.id]
        table = (await room.service.deadlines.give_up(table.id)).after
        assert table.status is status
    assert room.store.results == []


async def test_who_leaves_or_comes_back_in_that_moment_is_left_alone(room: Any) -> None:
    table = await room.timed(room.BOB, absent=AbsencePolicy.SKIP, patience=HOUR)
    room.now += HOUR
    await room.act(table, "roll")
    assert (await room.service.deadlines.give_up(table.id)).events == ()


# -- at one's own speed -----------------------------------------------------------------------------


async def apart(room: Any, pips: Any, **settings: Any) -> Table:
    opened = await room.service.open(
        guild=1, channel=2, host=room.ANN, game=pips(), capacity=3, language="en",
        settings=TableSettings(simultaneous=True, **settings),
    )  # fmt: skip
    for user in (room.BOB, room.CAT):
        await room.service.join(opened.after.id, user, user)
    return (await room.service.start(opened.after.id, room.ANN, 9)).after  # type: ignore[no-any-return]


async def test_those_who_do_nothing_are_reminded_together(room: Any, pips: Any) -> None:
    table = await apart(room, pips, reminder=HOUR)
    own = await room.service.simultaneous.own_table(table.id, room.BOB)
    assert own.due is None
    await room.later(HOUR // 2)
    await room.service.act(own.id, room.BOB, own.step, "roll")
    assert await room.later(HOUR // 2) == [table.id]
    family = await room.service.own_tables(table)
    assert set(waiting.users_to_remind(table, family, room.now)) == {room.ANN, room.CAT}
    assert (await room.service.deadlines.save_reminder(table)).after.due == room.now + 4 * HOUR


async def test_after_a_reminder_the_one_idle_for_longest_is_not_kept_longer(room: Any, pips: Any) -> None:
    table = await apart(room, pips, reminder=HOUR, absent=AbsencePolicy.DROP, patience=2 * HOUR)
    own = await room.service.simultaneous.own_table(table.id, room.BOB)
    await room.later(HOUR // 2)
    await room.service.act(own.id, room.BOB, own.step, "roll")
    await room.later(HOUR // 2)
    assert (await room.service.deadlines.save_reminder(table)).after.due == room.now + HOUR
    await room.later(HOUR)
    table = (await room.service.deadlines.give_up(table.id)).after
    assert {table.players[seat] for seat in table.gone} == {room.ANN, room.CAT}


async def test_nobody_is_reminded_while_all_play(room: Any, pips: Any) -> None:
    table = await apart(room, pips, reminder=HOUR)
    await room.later(HOUR // 2)
    for user in table.players:
        own = await room.service.simultaneous.own_table(table.id, user)
        await room.service.act(own.id, user, own.step, "roll")
    await room.later(HOUR // 2)
    family = await room.service.own_tables(table)
    assert waiting.users_to_remind(table, family, room.now) == ()
    looked = await room.service.deadlines.postpone(table, waiting.next_reminder(table, family))
    assert looked.after.due == room.now + HOUR // 2


async def test_who_does_nothing_on_their_own_sheet_leaves(room: Any, pips: Any) -> None:
    table = await apart(room, pips, absent=AbsencePolicy.DROP, patience=HOUR)
    anns = await room.service.simultaneous.own_table(table.id, room.ANN)
    await room.service.act(anns.id, room.ANN, anns.step, "roll")
    own = await room.service.simultaneous.own_table(table.id, room.BOB)
    room.now += HOUR // 2
    own = (await room.service.act(own.id, room.BOB, own.step, "roll")).after
    assert await room.later(HOUR // 2) == [table.id]
    change = await room.service.deadlines.give_up(table.id)
    assert {change.after.players[seat] for seat in change.after.gone} == {room.ANN, room.CAT}
    assert (change.after.status, change.after.due) == (Status.PLAYING, None)  # The last one may take their time.


# -- choosing ---------------------------------------------------------------------------------------


async def test_the_host_chooses_in_the_game_too_and_its_clock_begins_anew(room: Any) -> None:
    table = await room.timed(room.BOB, absent=AbsencePolicy.WAIT, patience=24 * HOUR, reminder=HOUR)
    room.now += 5 * HOUR
    for refused in ({"computers_yield": False}, {"computer_pace": ComputerPace.AT_ONCE}):
        with pytest.raises(AlreadyStarted):
            await room.service.change_settings(table.id, room.ANN, **refused)
    with pytest.raises(NotHost):
        await room.service.change_settings(table.id, room.BOB, absent=AbsencePolicy.SKIP)
    change = await room.service.change_settings(table.id, room.ANN, absent=AbsencePolicy.SKIP, patience=HOUR)
    after = change.after
    assert [type(event).__name__ for event in change.events] == ["WaitingChanged"]
    assert after.step == table.step + 1
    assert waiting.patience_ends(after) == room.now + HOUR, "nobody was away too long before"
    assert (await room.service.change_settings(table.id, room.ANN, patience=HOUR)).after.step == after.step
    room.now += HOUR
    assert (await room.service.deadlines.give_up(table.id)).after.skips == 1
    finished = await room.to_end(await room.service.get(table.id))
    assert await room.service.history.verify(finished.id)
    with pytest.raises(TableOver):
        await room.service.change_settings(table.id, room.ANN, reminder=0)


async def test_a_last_mark_can_still_be_taken_back_after_that(room: Any) -> None:
    table = await room.turn(await room.timed(room.BOB))
    assert table.undoable is not None
    assert (await room.service.change_settings(table.id, room.ANN, reminder=0)).after.undoable == table.undoable


async def test_who_plays_at_once_is_given_time_anew_too(room: Any, pips: Any) -> None:
    opened = await room.service.open(
        guild=1, channel=2, host=room.ANN, game=pips(), language="en", settings=TableSettings(simultaneous=True)
    )
    lobby = (await room.service.join(opened.after.id, room.BOB, 5)).after
    table = (await room.service.start(lobby.id, room.ANN, 9)).after
    room.now += 5 * HOUR
    after = (await room.service.change_settings(table.id, room.ANN, absent=AbsencePolicy.DROP, patience=HOUR)).after
    assert (await room.service.deadlines.give_up(table.id)).after.gone == ()
    own_tables = await room.service.own_tables(after)
    assert waiting.end_of_patience(after, own_tables) == room.now + HOUR
    own = own_tables[room.ANN]
    with pytest.raises(AlreadyStarted):
        await room.service.change_settings(own.id, room.ANN, reminder=0)


async def test_while_somebody_removed_has_a_seat_something_must_happen_to_it(room: Any) -> None:
    table = await room.timed(room.BOB, room.CAT, absent=AbsencePolicy.SKIP, patience=HOUR)
    table = (await room.service.remove(table.id, room.CAT)).after
    for refused in (AbsencePolicy.WAIT, AbsencePolicy.DROP):
        with pytest.raises(IllegalAction):
            await room.service.change_settings(table.id, room.ANN, absent=refused)
    assert (await room.service.change_settings(table.id, room.ANN, absent=AbsencePolicy.COMPUTER)).after.removed


async def test_it_is_known_when_the_next_reminder_comes(room: Any) -> None:
    table = await room.timed(room.BOB, reminder=HOUR)
    assert waiting.reminder_comes(table, {}) == table.changed + HOUR
    room.now += HOUR
    reminded = (await room.service.deadlines.reminded(table, None)).after
    assert waiting.reminder_comes(reminded, {}) == room.now + 4 * HOUR
    soon = (await room.service.change_settings(table.id, room.ANN, absent=AbsencePolicy.SKIP, patience=HOUR)).after
    assert waiting.reminder_comes(soon, {}) is None, "the turn is skipped before it would come"
    never = (await room.service.change_settings(table.id, room.ANN, reminder=0)).after
    assert waiting.reminder_comes(never, {}) is None


async def test_the_host_chooses_in_the_lobby(room: Any) -> None:
    lobby = await room.lobby(room.BOB)
    with pytest.raises(NotHost):
        await room.service.change_settings(lobby.id, room.BOB, reminder=HOUR)
    chosen = (
        await room.service.change_settings(lobby.id, room.ANN, absent=AbsencePolicy.VOTE, patience=HOUR, calls=False)
    ).after
    assert chosen.settings == TableSettings(absent=AbsencePolicy.VOTE, patience=HOUR, calls=False)
    begun = (await room.service.start(lobby.id, room.ANN, 1)).after
    assert begun.settings == chosen.settings


@pytest.mark.parametrize(
    ("settings", "refused"),
    [
        (TableSettings(real_dice=True), AbsencePolicy.SKIP),
        (TableSettings(simultaneous=True), AbsencePolicy.SKIP),
        (TableSettings(simultaneous=True), AbsencePolicy.VOTE),
    ],
)
def test_what_cannot_be_done_is_not_chosen(settings: TableSettings, refused: AbsencePolicy) -> None:
    assert refused not in waiting.allowed_policies(settings)
    assert waiting.with_allowed_policy(replace(settings, absent=refused)).absent is AbsencePolicy.WAIT

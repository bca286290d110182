"""Deadlines are rows: reminders ever rarer, the end of patience, votes; the same after a restart, once between two."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.errors import IllegalAction
from bot.tables.core.errors import (
    AlreadySeated,
    AlreadyStarted,
    CannotReturn,
    NotHost,
    NotSeated,
    OldPress,
    OwnSeat,
    Volunteered,
)
from bot.tables.core.model import Absent, Manner, Status, Table, Wish
from bot.tables.play import clock
from bot.tables.play.absent import Away

HOUR, DAY = 3600, 86_400
DAN, EVE = 10**18 + 4, 10**18 + 5


async def timed(room: Any, *others: int, **manner: Any) -> Table:
    """A table that has begun, with a clock."""
    lobby = await room.lobby(*others)
    await room.service.time(lobby.id, room.ANN, **manner)
    return (await room.service.start(lobby.id, room.ANN, 200)).after  # type: ignore[no-any-return]


async def later(room: Any, seconds: int) -> list[Any]:
    """Let time pass; returns what is due then."""
    room.now += seconds
    return [row.id for row in await room.service.due(10)]


# -- reminders --------------------------------------------------------------------------------------


async def test_a_turn_is_reminded_of_three_times_ever_later(room: Any) -> None:
    table = await timed(room, room.BOB, reminder=HOUR)
    at = []
    for _ in range(400):
        if await later(room, HOUR // 2):
            fresh = await room.service.fresh(table.id)
            assert clock.awaited(fresh, {}, room.now) == (fresh.turn_player,)
            change = await room.service.reminded(fresh)
            assert change.before != change.after
            assert change.after.step == table.step
            at.append((room.now - table.changed) // HOUR)
    assert at == [1, 1 + 4, 1 + 4 + 16]


async def test_a_decision_starts_the_clock_anew(room: Any) -> None:
    table = await timed(room, room.BOB, reminder=HOUR)
    await later(room, HOUR)
    await room.service.reminded(await room.service.get(table.id))
    acted = (await room.act(await room.service.get(table.id), "roll")).after
    assert (acted.due, acted.stage) == (room.now + HOUR, 0)


async def test_two_processes_remind_once(room: Any) -> None:
    table = await timed(room, room.BOB, reminder=HOUR)
    other = await room.other_process()
    await later(room, HOUR)
    judged = [await one.fresh(table.id) for one in (room.service, other)]
    changes = await asyncio.gather(room.service.reminded(judged[0]), other.reminded(judged[1]))
    assert sorted(change.before != change.after for change in changes) == [False, True]
    assert await other.due(10) == []


async def test_who_plays_in_that_moment_is_not_reminded(room: Any) -> None:
    table = await timed(room, room.BOB, reminder=HOUR)
    await later(room, HOUR)
    judged = await room.service.fresh(table.id)
    await room.act(judged, "roll")
    change = await room.service.reminded(judged)
    assert change.before == change.after


async def test_a_reminder_may_be_put_off(room: Any) -> None:
    table = await timed(room, room.BOB, reminder=HOUR, absent=Absent.SKIP, patience=24 * HOUR)
    await later(room, HOUR)
    put_off = await room.service.postponed(await room.service.fresh(table.id), room.now + 5 * HOUR)
    assert (put_off.after.due, put_off.after.stage) == (table.changed + 6 * HOUR, 0)
    longer = await room.service.postponed(put_off.after, room.now + 500 * HOUR)
    assert longer.after.due == table.changed + 24 * HOUR


async def test_a_lobby_reminds_its_host_once_and_only_when_it_could_start(room: Any) -> None:
    lobby = await room.lobby()
    lobby = (await room.service.time(lobby.id, room.ANN, reminder=HOUR)).after
    assert await later(room, HOUR) == []
    lobby = (await room.service.join(lobby.id, room.BOB, 300)).after
    assert await later(room, HOUR) == [lobby.id]
    assert clock.awaited(lobby, {}, room.now) == (room.ANN,)
    lobby = (await room.service.reminded(lobby)).after
    assert clock.awaited(lobby, {}, room.now) == ()
    assert lobby.due == lobby.changed + DAY


async def test_a_table_that_is_over_has_nothing_due(room: Any) -> None:
    table = await room.to_end(await timed(room, room.BOB, reminder=HOUR, absent=Absent.DROP, patience=HOUR))
    assert (table.status, table.due) == (Status.FINISHED, None)
    other = await timed(room, reminder=HOUR)
    await room.service.end(other.id, room.ANN, False)
    assert await later(room, 999 * HOUR) == []


async def test_a_table_that_cannot_be_read_is_looked_at_once(room: Any) -> None:
    table = await timed(room, room.BOB, reminder=HOUR)

    def unknown(key: str, options: Any) -> Any:
        raise KeyError(key)

    broken = await room.other_process(make=unknown)
    assert await later(room, HOUR) == [table.id]
    with pytest.raises(Exception, match="cannot be read"):
        await broken.fresh(table.id)
    assert await broken.due(10) == []


# -- skip and drop ----------------------------------------------------------------------------------


async def test_patience_ends_in_a_skipped_turn(room: Any) -> None:
    table = await timed(room, room.BOB, absent=Absent.SKIP, patience=24 * HOUR)
    assert await later(room, 24 * HOUR - 1) == []
    assert (await room.service.give_up(table.id)).after == table
    assert await later(room, 1) == [table.id]
    change = await room.service.give_up(table.id)
    assert [type(event) for event in change.events][-1] is Away
    assert (change.after.turn, change.after.skips) == (1, 1)
    assert change.after.due == room.now + 24 * HOUR
    acted = (await room.act(change.after, "roll")).after
    assert acted.skips == 0


async def test_a_restart_between_deadline_and_look_changes_nothing(room: Any) -> None:
    table = await timed(room, room.BOB, absent=Absent.SKIP, patience=HOUR)
    room.now += 7 * HOUR
    restarted = await room.other_process()
    assert [row.id for row in await restarted.due(10)] == [table.id]
    assert (await restarted.give_up(table.id)).after.skips == 1
    assert await restarted.due(10) == []


async def test_two_processes_skip_once(room: Any) -> None:
    table = await timed(room, room.BOB, absent=Absent.SKIP, patience=HOUR)
    other = await room.other_process()
    room.now += HOUR
    for one in (room.service, other):
        await one.fresh(table.id)
    changes = await asyncio.gather(room.service.give_up(table.id), other.give_up(table.id))
    assert sorted(bool(change.events) for change in changes) == [False, True]
    assert (await room.service.fresh(table.id)).entries == 2


async def test_a_game_skipped_to_its_end_counts_and_its_dice_are_honest(room: Any) -> None:
    table = await timed(room, room.BOB, absent=Absent.SKIP, patience=HOUR)
    while not table.over:
        absent = table.turn_player == room.BOB
        room.now += HOUR
        table = (await room.service.give_up(table.id)).after if absent else await room.turn(table)
    assert table.status is Status.FINISHED
    assert [row.won for row in room.store.results if row.user == room.BOB] == [False]
    assert await room.service.verify(table.id)


async def test_patience_ends_in_a_seat_that_leaves(room: Any) -> None:
    table = await timed(room, room.BOB, room.CAT, absent=Absent.DROP, patience=HOUR)
    for left in (1, 2):
        assert await later(room, HOUR) == [table.id]
        table = (await room.service.give_up(table.id)).after
        assert len(table.gone) == left
    assert (table.status, table.due) == (Status.PLAYING, None)  # Nobody gives up the last one.


async def test_who_leaves_or_comes_back_in_that_moment_is_left_alone(room: Any) -> None:
    table = await timed(room, room.BOB, absent=Absent.SKIP, patience=HOUR)
    room.now += HOUR
    await room.act(table, "roll")
    assert (await room.service.give_up(table.id)).events == ()


# -- votes ------------------------------------------------------------------------------------------


async def voting(room: Any, *others: int, **manner: Any) -> Table:
    table = await timed(room, *others, absent=Absent.VOTE, patience=HOUR, **manner)
    assert await later(room, HOUR) == [table.id]
    change = await room.service.give_up(table.id)
    assert change.after.vote is not None
    assert (change.after.step, change.after.due) == (table.step, None)
    return change.after  # type: ignore[no-any-return]


def others_of(table: Table) -> list[int]:
    return [user for user in table.players if user != table.turn_player]


async def test_one_other_player_alone_decides(room: Any) -> None:
    table = await voting(room, room.BOB)
    (other,) = others_of(table)
    absent = table.turn_player
    volunteered = (await room.service.volunteer(table.id, DAN, table.step)).after
    assert volunteered.step == table.step
    taken = (await room.service.vote(table.id, other, table.step, Wish.TAKE)).after
    assert (taken.turn_player, taken.vote, taken.step) == (DAN, None, table.step + 1)
    assert (taken.originals, taken.seat_of(absent)) == (table.players, None)
    done = await room.to_end(taken)
    assert {row.user for row in room.store.results} == {DAN, other}
    assert await room.service.verify(done.id)
    assert done.game.scores(done.state) == tuple(row.score for row in room.store.results)


@pytest.mark.parametrize("host", [True, False])
async def test_the_hosts_place_is_taken_over_with_the_hosts_seat_and_no_other(room: Any, host: bool) -> None:
    table = await timed(room, room.BOB, absent=Absent.VOTE, patience=HOUR)
    if (table.turn_player == table.host) is not host:
        table = await room.turn(table)
    absent, (other,) = table.turn_player, others_of(table)
    assert (table.host, table.host == absent) == (room.ANN, host)
    room.now += HOUR
    await room.service.give_up(table.id)
    await room.service.volunteer(table.id, DAN, table.step)
    taken = (await room.service.vote(table.id, other, table.step, Wish.TAKE)).after
    assert taken.host == (DAN if host else room.ANN)


async def test_a_seat_may_be_taken_over_twice(room: Any) -> None:
    table = await voting(room, room.BOB)
    (other,) = others_of(table)
    for volunteer in (DAN, EVE):
        await room.service.volunteer(table.id, volunteer, table.step)
        table = (await room.service.vote(table.id, other, table.step, Wish.TAKE)).after
        assert table.turn_player == volunteer
        room.now += HOUR
        table = (await room.service.give_up(table.id)).after
    assert set(table.originals) == {room.ANN, room.BOB}
    room_again = await room.other_process()
    assert (await room_again.get(table.id)).originals == table.originals


async def test_most_of_the_others_decide(room: Any) -> None:
    table = await voting(room, room.BOB, room.CAT)
    one, two = others_of(table)
    table = (await room.service.vote(table.id, one, table.step, Wish.SKIP)).after
    assert table.vote is not None
    table = (await room.service.vote(table.id, two, table.step, Wish.DROP)).after
    assert table.vote is not None
    change = await room.service.vote(table.id, two, table.step, Wish.SKIP)  # A wish may change.
    assert isinstance(change.events[-1], Away)
    assert (change.after.vote, change.after.skips) == (None, 0)


async def test_a_volunteer_who_cannot_be_agreed_upon_is_refused(room: Any) -> None:
    table = await voting(room, room.BOB, room.CAT)
    one, two = others_of(table)
    await room.service.volunteer(table.id, DAN, table.step)
    await room.service.vote(table.id, one, table.step, Wish.TAKE)
    refused = (await room.service.vote(table.id, two, table.step, Wish.REFUSE)).after
    assert refused.vote is not None
    assert (refused.vote.volunteer, refused.vote.ballots) == (None, ())
    assert (await room.service.volunteer(table.id, EVE, table.step)).after.vote.volunteer == EVE


async def test_who_may_say_what(room: Any) -> None:
    table = await voting(room, room.BOB)
    (other,) = others_of(table)
    service, id, step = room.service, table.id, table.step
    with pytest.raises(OwnSeat):
        await service.vote(id, table.turn_player, step, Wish.SKIP)
    with pytest.raises(NotSeated):
        await service.vote(id, DAN, step, Wish.SKIP)
    with pytest.raises(AlreadySeated):
        await service.volunteer(id, other, step)
    with pytest.raises(IllegalAction):
        await service.vote(id, other, step, Wish.TAKE)  # Nobody has volunteered.
    await service.volunteer(id, DAN, step)
    with pytest.raises(Volunteered) as taken:
        await service.volunteer(id, EVE, step)
    assert taken.value.user == DAN
    with pytest.raises(NotSeated):
        await service.vote(id, DAN, step, Wish.TAKE)


async def test_who_has_left_cannot_take_a_seat_over(room: Any) -> None:
    table = await timed(room, room.BOB, room.CAT, absent=Absent.VOTE, patience=HOUR)
    gone = others_of(table)[0]
    table = (await room.service.leave(table.id, gone)).after
    room.now += HOUR
    table = (await room.service.give_up(table.id)).after
    with pytest.raises(CannotReturn):
        await room.service.volunteer(table.id, gone, table.step)


async def test_whoever_was_away_ends_the_vote_by_playing(room: Any) -> None:
    table = await voting(room, room.BOB)
    (other,) = others_of(table)
    acted = (await room.act(table, "roll")).after
    assert (acted.vote, acted.due) == (None, room.now + HOUR)
    with pytest.raises(OldPress):
        await room.service.vote(table.id, other, table.step, Wish.SKIP)
    with pytest.raises(OldPress):
        await room.service.volunteer(table.id, DAN, acted.step)


async def test_the_others_may_drop_the_seat(room: Any) -> None:
    table = await voting(room, room.BOB)
    (other,) = others_of(table)
    dropped = (await room.service.vote(table.id, other, table.step, Wish.DROP)).after
    assert dropped.gone == (table.turn,)


# -- at one's own speed -----------------------------------------------------------------------------


async def apart(room: Any, pips: Any, **manner: Any) -> Table:
    opened = await room.service.open(
        guild=1, channel=2, host=room.ANN, game=pips(), capacity=3, language="en",
        manner=Manner(parallel=True, **manner),
    )  # fmt: skip
    for user in (room.BOB, room.CAT):
        await room.service.join(opened.after.id, user, user)
    return (await room.service.start(opened.after.id, room.ANN, 9)).after  # type: ignore[no-any-return]


async def test_those_who_do_nothing_are_reminded_together(room: Any, pips: Any) -> None:
    table = await apart(room, pips, reminder=HOUR)
    own = await room.service.own(table.id, room.BOB)
    assert own.due is None
    await later(room, HOUR // 2)
    await room.service.act(own.id, room.BOB, own.step, "roll")
    assert await later(room, HOUR // 2) == [table.id]
    family = await room.service.family(table)
    assert set(clock.awaited(table, family, room.now)) == {room.ANN, room.CAT}
    assert (await room.service.reminded(table)).after.due == room.now + 4 * HOUR


async def test_after_a_reminder_the_one_idle_for_longest_is_not_kept_longer(room: Any, pips: Any) -> None:
    table = await apart(room, pips, reminder=HOUR, absent=Absent.DROP, patience=2 * HOUR)
    own = await room.service.own(table.id, room.BOB)
    await later(room, HOUR // 2)
    await room.service.act(own.id, room.BOB, own.step, "roll")
    await later(room, HOUR // 2)
    assert (await room.service.reminded(table)).after.due == room.now + HOUR
    await later(room, HOUR)
    table = (await room.service.give_up(table.id)).after
    assert {table.players[seat] for seat in table.gone} == {room.ANN, room.CAT}


async def test_nobody_is_reminded_while_all_play(room: Any, pips: Any) -> None:
    table = await apart(room, pips, reminder=HOUR)
    await later(room, HOUR // 2)
    for user in table.players:
        own = await room.service.own(table.id, user)
        await room.service.act(own.id, user, own.step, "roll")
    await later(room, HOUR // 2)
    family = await room.service.family(table)
    assert clock.awaited(table, family, room.now) == ()
    looked = await room.service.postponed(table, clock.next_look(table, family))
    assert looked.after.due == room.now + HOUR // 2


async def test_who_does_nothing_on_their_own_sheet_leaves(room: Any, pips: Any) -> None:
    table = await apart(room, pips, absent=Absent.DROP, patience=HOUR)
    own = await room.service.own(table.id, room.BOB)
    room.now += HOUR // 2
    own = (await room.service.act(own.id, room.BOB, own.step, "roll")).after
    assert await later(room, HOUR // 2) == [table.id]
    change = await room.service.give_up(table.id)
    assert {change.after.players[seat] for seat in change.after.gone} == {room.ANN, room.CAT}
    assert (change.after.status, change.after.due) == (Status.PLAYING, None)  # The last one may take their time.


# -- choosing ---------------------------------------------------------------------------------------


async def test_the_host_chooses_in_the_lobby(room: Any) -> None:
    lobby = await room.lobby(room.BOB)
    with pytest.raises(NotHost):
        await room.service.time(lobby.id, room.BOB, reminder=HOUR)
    chosen = (await room.service.time(lobby.id, room.ANN, absent=Absent.VOTE, patience=HOUR, calls=False)).after
    assert chosen.manner == Manner(absent=Absent.VOTE, patience=HOUR, calls=False)
    await room.service.start(lobby.id, room.ANN, 1)
    with pytest.raises(AlreadyStarted):
        await room.service.time(lobby.id, room.ANN, reminder=0)


@pytest.mark.parametrize(
    ("manner", "refused"),
    [(Manner(real_dice=True), Absent.SKIP), (Manner(parallel=True), Absent.SKIP), (Manner(parallel=True), Absent.VOTE)],
)
def test_what_cannot_be_done_is_not_chosen(manner: Manner, refused: Absent) -> None:
    assert refused not in clock.policies(manner)
    assert clock.fitting(replace(manner, absent=refused)).absent is Absent.WAIT

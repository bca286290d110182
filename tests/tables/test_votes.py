"""Votes: what the others want for the seat of an absent player."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.errors import IllegalAction
from bot.tables.model.errors import AlreadySeated, CannotReturn, NotSeated, OldPress, OwnSeat, Volunteered
from bot.tables.model.table import AbsencePolicy, Table, VoteChoice
from bot.tables.moves.playing import TurnSkipped

HOUR = 3600
DAN, EVE = 10**18 + 4, 10**18 + 5


async def voting(room: Any, *others: int, **settings: Any) -> Table:
    table = await room.timed(*others, absent=AbsencePolicy.VOTE, patience=HOUR, **settings)
    assert await room.later(HOUR) == [table.id]
    change = await room.service.deadlines.give_up(table.id)
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
    taken = (await room.service.vote(table.id, other, table.step, VoteChoice.TAKE)).after
    assert (taken.turn_player, taken.vote, taken.step) == (DAN, None, table.step + 1)
    assert (taken.originals, taken.seat_of(absent)) == (table.players, None)
    done = await room.to_end(taken)
    assert {row.user for row in room.store.results} == {DAN, other}
    assert await room.service.history.verify(done.id)
    assert done.game.scores(done.state) == tuple(row.score for row in room.store.results)


@pytest.mark.parametrize("host", [True, False])
async def test_the_hosts_place_is_taken_over_with_the_hosts_seat_and_no_other(room: Any, host: bool) -> None:
    table = await room.timed(room.BOB, absent=AbsencePolicy.VOTE, patience=HOUR)
    if (table.turn_player == table.host) is not host:
        table = await room.turn(table)
    absent, (other,) = table.turn_player, others_of(table)
    assert (table.host, table.host == absent) == (room.ANN, host)
    room.now += HOUR
    await room.service.deadlines.give_up(table.id)
    await room.service.volunteer(table.id, DAN, table.step)
    taken = (await room.service.vote(table.id, other, table.step, VoteChoice.TAKE)).after
    assert taken.host == (DAN if host else room.ANN)


async def test_somebody_who_gets_their_seat_back_from_another_has_not_decided_alone(room: Any) -> None:
    table = await voting(room, room.BOB)
    (other,), first = others_of(table), table.turn_player
    for volunteer in (DAN, first):
        await room.service.volunteer(table.id, volunteer, table.step)
        table = (await room.service.vote(table.id, other, table.step, VoteChoice.TAKE)).after
        room.now += HOUR
        table = (await room.service.deadlines.give_up(table.id)).after
    assert table.decided_alone(other)
    assert not table.decided_alone(first)


async def test_a_seat_may_be_taken_over_twice(room: Any) -> None:
    table = await voting(room, room.BOB)
    (other,) = others_of(table)
    for volunteer in (DAN, EVE):
        await room.service.volunteer(table.id, volunteer, table.step)
        table = (await room.service.vote(table.id, other, table.step, VoteChoice.TAKE)).after
        assert table.turn_player == volunteer
        room.now += HOUR
        table = (await room.service.deadlines.give_up(table.id)).after
    assert set(table.originals) == {room.ANN, room.BOB}
    room_again = await room.other_process()
    assert (await room_again.get(table.id)).originals == table.originals


async def test_most_of_the_others_decide(room: Any) -> None:
    table = await voting(room, room.BOB, room.CAT)
    one, two = others_of(table)
    table = (await room.service.vote(table.id, one, table.step, VoteChoice.SKIP)).after
    assert table.vote is not None
    table = (await room.service.vote(table.id, two, table.step, VoteChoice.DROP)).after
    assert table.vote is not None
    change = await room.service.vote(table.id, two, table.step, VoteChoice.SKIP)  # A wish may change.
    assert isinstance(change.events[-1], TurnSkipped)
    assert (change.after.vote, change.after.skips) == (None, 0)


async def test_a_volunteer_who_cannot_be_agreed_upon_is_refused(room: Any) -> None:
    table = await voting(room, room.BOB, room.CAT)
    one, two = others_of(table)
    await room.service.volunteer(table.id, DAN, table.step)
    await room.service.vote(table.id, one, table.step, VoteChoice.TAKE)
    refused = (await room.service.vote(table.id, two, table.step, VoteChoice.REFUSE)).after
    assert refused.vote is not None
    assert (refused.vote.volunteer, refused.vote.ballots) == (None, ())
    assert (await room.service.volunteer(table.id, EVE, table.step)).after.vote.volunteer == EVE


async def test_one_of_three_refuses_nobody_but_a_second_does(room: Any) -> None:
    """Two of three may still agree on the volunteer; once two refuse, they cannot."""
    table = await voting(room, room.BOB, room.CAT, EVE)
    one, two, _ = others_of(table)
    await room.service.volunteer(table.id, DAN, table.step)
    asked = (await room.service.vote(table.id, one, table.step, VoteChoice.REFUSE)).after
    assert asked.vote is not None
    assert (asked.vote.volunteer, len(asked.vote.ballots)) == (DAN, 1)
    refused = (await room.service.vote(table.id, two, table.step, VoteChoice.REFUSE)).after
    assert refused.vote is not None
    assert refused.vote.volunteer is None


async def test_who_may_say_what(room: Any) -> None:
    table = await voting(room, room.BOB)
    (other,) = others_of(table)
    service, id, step = room.service, table.id, table.step
    with pytest.raises(OwnSeat):
        await service.vote(id, table.turn_player, step, VoteChoice.SKIP)
    with pytest.raises(NotSeated):
        await service.vote(id, DAN, step, VoteChoice.SKIP)
    with pytest.raises(AlreadySeated):
        await service.volunteer(id, other, step)
    with pytest.raises(IllegalAction):
        await service.vote(id, other, step, VoteChoice.TAKE)  # Nobody has volunteered.
    await service.volunteer(id, DAN, step)
    with pytest.raises(Volunteered) as taken:
        await service.volunteer(id, EVE, step)
    assert taken.value.user == DAN
    with pytest.raises(NotSeated):
        await service.vote(id, DAN, step, VoteChoice.TAKE)


async def test_who_has_left_cannot_take_a_seat_over(room: Any) -> None:
    table = await room.timed(room.BOB, room.CAT, absent=AbsencePolicy.VOTE, patience=HOUR)
    gone = others_of(table)[0]
    table = (await room.service.leave(table.id, gone)).after
    room.now += HOUR
    table = (await room.service.deadlines.give_up(table.id)).after
    with pytest.raises(CannotReturn):
        await room.service.volunteer(table.id, gone, table.step)


async def test_whoever_was_away_ends_the_vote_by_playing(room: Any) -> None:
    table = await voting(room, room.BOB)
    (other,) = others_of(table)
    acted = (await room.act(table, "roll")).after
    assert (acted.vote, acted.due) == (None, room.now + HOUR)
    with pytest.raises(OldPress):
        await room.service.vote(table.id, other, table.step, VoteChoice.SKIP)
    with pytest.raises(OldPress):
        await room.service.volunteer(table.id, DAN, acted.step)


async def test_the_others_may_drop_the_seat(room: Any) -> None:
    table = await voting(room, room.BOB)
    (other,) = others_of(table)
    dropped = (await room.service.vote(table.id, other, table.step, VoteChoice.DROP)).after
    assert dropped.gone == (table.turn,)

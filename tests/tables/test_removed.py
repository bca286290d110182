"""A manager removes somebody, or makes another one the host: the seat goes by the table's rule for absent players."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine import Level
from bot.tables.model import errors
from bot.tables.model.table import AbsencePolicy, Status, TableSettings, VoteChoice
from bot.tables.moves import stirring, waiting
from bot.tables.storage.rows import result_rows

HOUR = 3600
PATIENT = {"patience": 24 * HOUR}


async def absent(room: Any, *others: int, rule: AbsencePolicy, **settings: Any) -> Any:
    """A game of Ann and others, in which Ann is removed before anybody has played."""
    table = await room.timed(*others, absent=rule, **{**PATIENT, **settings})
    while table.turn_player != room.BOB:
        table = await room.turn(table)
    return (await room.service.remove(table.id, room.BOB)).after


async def looked(room: Any, table: Any) -> Any:
    """The table after the clock has looked, without any time going by."""
    assert await room.later(0) == [table.id]
    return (await room.service.deadlines.give_up(table.id)).after


async def test_somebody_removed_from_a_lobby_has_left_it_and_the_host_passes_on(room: Any) -> None:
    lobby = await room.lobby(room.BOB)
    after = (await room.service.remove(lobby.id, room.ANN)).after
    assert (after.players, after.host) == ((room.BOB,), room.BOB)
    again = (await room.service.join(lobby.id, room.ANN, 5)).after
    assert room.ANN in again.players


@pytest.mark.parametrize("rule", [AbsencePolicy.WAIT, AbsencePolicy.DROP])
async def test_where_the_table_would_wait_the_seat_leaves_and_the_others_go_on(room: Any, rule: AbsencePolicy) -> None:
    after = await absent(room, room.BOB, room.CAT, rule=rule)
    assert len(after.gone) == 1
    assert after.removed == after.gone, "that a manager did it is remembered"
    assert after.status is Status.PLAYING
    assert after.turn_player in (room.ANN, room.CAT)


async def test_a_rule_without_patience_is_to_wait(room: Any) -> None:
    after = await absent(room, room.BOB, rule=AbsencePolicy.SKIP, patience=0)
    assert len(after.gone) == 1


async def test_where_turns_are_skipped_theirs_are_at_once_and_they_cannot_play(room: Any) -> None:
    table = await absent(room, room.BOB, rule=AbsencePolicy.SKIP)
    assert not table.gone
    with pytest.raises(errors.NotSeated):
        await room.act(table, "roll")
    after = await looked(room, table)
    assert after.turn_player == room.ANN
    assert after.due == room.now + PATIENT["patience"] or after.due is None
    while not after.over:
        after = await looked(room, after) if after.turn_player == room.BOB else await room.turn(after)
    rows = {row.user: row for row in result_rows(after)}
    assert rows[room.BOB].left
    assert not rows[room.BOB].won
    assert not rows[room.ANN].left


async def test_where_others_vote_they_do_at_once_and_another_person_takes_the_seat(room: Any) -> None:
    table = await looked(room, await absent(room, room.BOB, room.CAT, rule=AbsencePolicy.VOTE))
    assert table.vote is not None
    dan = 10**18 + 4
    await room.service.volunteer(table.id, dan, table.step)
    for user in (room.ANN, room.CAT):
        after = (await room.service.vote(table.id, user, table.step, VoteChoice.TAKE)).after
    assert dan in after.players
    assert after.removed == ()
    assert (await room.act(after, "roll")).after.state.dice


async def test_the_others_may_let_the_seat_leave(room: Any) -> None:
    table = await looked(room, await absent(room, room.BOB, rule=AbsencePolicy.VOTE))
    after = (await room.service.vote(table.id, room.ANN, table.step, VoteChoice.DROP)).after
    assert len(after.gone) == 1


async def test_a_computer_plays_on_and_they_cannot_take_the_seat_back(room: Any) -> None:
    table = await absent(room, room.BOB, room.CAT, rule=AbsencePolicy.COMPUTER)
    assert table.turn_computer is not None
    assert (await room.service.take_back(table.id, room.BOB)).after == table
    with pytest.raises(errors.NotSeated):
        await room.service.act(table.id, room.BOB, table.step, "roll")
    with pytest.raises(errors.NotSeated):
        await room.service.leave(table.id, room.BOB)


async def test_nobody_calls_or_reminds_them(room: Any) -> None:
    table = await room.timed(room.BOB, absent=AbsencePolicy.SKIP, reminder=HOUR, **PATIENT)
    while table.turn_player != room.ANN:
        table = await room.turn(table)
    await room.service.remove(table.id, room.BOB)
    table = await room.turn(await room.service.get(table.id))
    assert table.turn_player == room.BOB
    assert table.call_due is None
    assert waiting.users_to_remind(table, {}, room.now + 9 * HOUR) == ()


@pytest.mark.parametrize("rule", [AbsencePolicy.SKIP, AbsencePolicy.VOTE, AbsencePolicy.COMPUTER])
async def test_when_nobody_else_is_left_the_game_ends(room: Any, rule: AbsencePolicy) -> None:
    table = await absent(room, room.BOB, rule=rule)
    over = (await room.service.leave(table.id, room.ANN)).after
    assert over.status is Status.ENDED
    alone = await room.lobby(channel=77)
    alone = (await room.service.add_computer(alone.id, room.ANN, Level.BEGINNER)).after
    alone = (await room.service.start(alone.id, room.ANN, 9)).after
    assert (await room.service.remove(alone.id, room.ANN)).after.status is Status.ENDED


async def test_a_removed_host_passes_the_table_on(room: Any) -> None:
    table = await room.timed(room.BOB, absent=AbsencePolicy.SKIP, **PATIENT)
    assert (await room.service.remove(table.id, room.ANN)).after.host == room.BOB


async def test_a_full_sheet_stays_where_everybody_plays_at_once(room: Any, pips: Any) -> None:
    opened = await room.service.open(
        guild=1, channel=2, host=room.ANN, game=pips(), language="en", settings=TableSettings(simultaneous=True)
    )
    lobby = (await room.service.join(opened.after.id, room.BOB, 5)).after
    table = (await room.service.start(lobby.id, room.ANN, 9)).after
    for user in (room.ANN, room.BOB):
        await room.turn(await room.service.simultaneous.own_table(table.id, user))
    await room.service.remove(table.id, room.BOB)
    own = await room.service.simultaneous.own_table(table.id, room.BOB)
    assert (own.over, own.removed) == (True, (0,))
    public = await room.service.get(table.id)
    assert (public.removed, public.gone) == ((public.players.index(room.BOB),),) * 2
    await room.to_end(await room.service.simultaneous.own_table(table.id, room.ANN))
    assert (await room.service.get(table.id)).status is Status.FINISHED
    with pytest.raises(errors.TableOver):
        await room.service.remove(table.id, room.ANN)


async def test_a_manager_makes_another_player_the_host_and_the_lobby_still_checks(room: Any) -> None:
    lobby = await room.lobby(room.BOB)
    with pytest.raises(errors.NotSeated):
        await room.service.hand_over(lobby.id, room.CAT)
    after = (await room.service.hand_over(lobby.id, room.BOB)).after
    assert after.host == room.BOB
    table = (await room.service.start(lobby.id, room.BOB, 9)).after
    rows = await room.service.history.lobby_rows(table.id)
    assert [row.do for row in rows] == ["open", "join", "host", "start"]
    assert stirring.agrees_with_lobby(table, rows)
    assert (await room.service.hand_over(table.id, room.ANN)).after.host == room.ANN
    over = (await room.service.end(table.id, room.ANN, False)).after
    assert await room.service.history.verify(over.id)

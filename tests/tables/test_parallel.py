"""Everybody at once: a public table and each player's own below it, started, finished, left and ended together."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
from dataclasses import replace
from typing import Any

import pytest

from bot.engine import gate
from bot.engine.errors import IllegalAction, OldShape
from bot.tables.model.errors import (
    AlreadyStarted,
    ChannelTaken,
    NotOver,
    NotSaved,
    NotSeated,
    NotStarted,
    NotYetKnown,
    OnlyInTurns,
    SheetFull,
    TableOver,
)
from bot.tables.model.store import SaveConflict, SaveFailed
from bot.tables.model.table import Status, TableSettings
from bot.tables.moves import playing, simultaneous
from bot.tables.storage.rows import journal_rows, to_row

APART = TableSettings(simultaneous=True)


async def _lobby(room: Any, pips: Any, *others: int, settings: TableSettings = APART, rounds: int = 2) -> Any:
    about = {"guild": room.GUILD, "channel": room.CHANNEL, "host": room.ANN, "capacity": None, "language": "en"}
    opened = await room.service.open(game=pips(rounds), settings=settings, **about)
    for number, user in enumerate(others):
        opened = await room.service.join(opened.after.id, user, 101 + number)
    return opened.after


async def _playing(room: Any, pips: Any, *others: int, settings: TableSettings = APART) -> Any:
    table = await _lobby(room, pips, *others, settings=settings)
    return (await room.service.start(table.id, room.ANN, 200)).after


async def _turn(room: Any, table: Any, user: int, service: Any = None) -> Any:
    service = service or room.service
    own = await service.simultaneous.own_table(table.id, user)
    own = (await service.act(own.id, user, own.step, "roll")).after
    return (await service.act(own.id, user, own.step, "mark sum")).after


async def _to_end(room: Any, table: Any, user: int, service: Any = None) -> Any:
    own = await _turn(room, table, user, service)
    while not own.over:
        own = await _turn(room, table, user, service)
    return own


async def _finished(room: Any, pips: Any) -> Any:
    table = await _playing(room, pips, room.BOB)
    await _to_end(room, table, room.ANN)
    await _to_end(room, table, room.BOB)
    return await room.service.get(table.id)


async def test_start_gives_everybody_a_table(room: Any, pips: Any) -> None:
    table = await _playing(room, pips, room.BOB, room.CAT)
    assert (table.status, table.turn, table.state) == (Status.PLAYING, None, None)
    service = await room.other_process()
    owns = [await service.simultaneous.own_table(table.id, user) for user in (room.ANN, room.BOB, room.CAT)]
    assert [(own.players, own.parent, own.turn_player) for own in owns] == [
        ((user,), table.id, user) for user in (room.ANN, room.BOB, room.CAT)
    ]
    assert len({own.seed.secret for own in owns}) == 3
    assert await service.repository.live() == [table.id]
    assert (await service.repository.live_at(room.GUILD, room.CHANNEL)).id == table.id
    with pytest.raises(NotSeated):
        await service.simultaneous.own_table(table.id, 5)
    with pytest.raises(ChannelTaken):
        await _lobby(room, pips)


async def test_who_stands_up_in_the_moment_of_the_start_is_told_that_it_has_started(room: Any, pips: Any) -> None:
    lobby = await _lobby(room, pips, room.BOB)
    other = await room.other_process()
    assert await other.get(lobby.id) == lobby
    await room.service.start(lobby.id, room.ANN, 200)
    with pytest.raises(AlreadyStarted):
        await other.leave(lobby.id, room.BOB)


async def test_nothing_of_a_start_that_fails_is_left(room: Any, pips: Any) -> None:
    table = await _lobby(room, pips, room.BOB)
    with pytest.raises(NotStarted):
        await room.service.simultaneous.own_table(table.id, room.ANN)
    room.store.before = SaveFailed("disk full")
    with pytest.raises(NotSaved):
        await room.service.start(table.id, room.ANN, 200)
    assert await room.store.children(table.id) == []
    started = await room.service.start(table.id, room.ANN, 200)
    assert len(await room.store.children(table.id)) == 2
    assert started.before == table
    with pytest.raises(AlreadyStarted):
        await room.service.start(table.id, room.ANN, 201)


async def test_house_rules_that_need_one_table(room: Any, pips: Any) -> None:
    with pytest.raises(OnlyInTurns):
        await _lobby(room, pips, rounds=9)


async def test_the_public_table_takes_no_actions(room: Any, pips: Any) -> None:
    table = await _playing(room, pips, room.BOB)
    for text in ("roll", "drop", "mark sum"):
        with pytest.raises(IllegalAction):
            await room.service.act(table.id, room.ANN, table.step, text)
    own = await room.service.simultaneous.own_table(table.id, room.ANN)
    with pytest.raises(NotSeated):
        await room.service.act(own.id, room.BOB, own.step, "roll")


async def test_the_last_to_finish_finishes_the_public_table(room: Any, pips: Any) -> None:
    table = await _playing(room, pips, room.BOB)
    ann = await _to_end(room, table, room.ANN)
    assert ann.status is Status.FINISHED
    assert (await room.service.get(table.id)).status is Status.PLAYING
    assert room.store.results == []
    saves = room.store.saves
    bob = await _to_end(room, table, room.BOB)
    assert room.store.saves == saves + 4  # the public table ends with the last mark, not after it
    after = await (await room.other_process()).get(table.id)
    assert after.status is Status.FINISHED
    assert after.thrown == ann.thrown + bob.thrown
    scores = {room.ANN: ann.state.totals[0], room.BOB: bob.state.totals[0]}
    assert after.outcome.scores == tuple(scores[user] for user in after.players)
    assert {(row.table, row.user, row.score, row.seats, row.solo) for row in room.store.results} == {
        (table.id, user, score, 2, False) for user, score in scores.items()
    }
    best = max(scores.values())
    assert {row.user for row in room.store.results if row.won} == {u for u, score in scores.items() if score == best}


async def test_equal_totals_share_a_place(room: Any, pips: Any) -> None:
    table = await _playing(room, pips, room.BOB)
    for user in (room.ANN, room.BOB):
        own = await room.service.simultaneous.own_table(table.id, user)
        while not own.over:
            own = (await room.service.act(own.id, user, own.step, "roll")).after
            own = (await room.service.act(own.id, user, own.step, "mark none")).after
    assert [row.rank for row in room.store.results] == [1, 1]


async def test_all_finish_at_the_same_moment(room: Any, pips: Any) -> None:
    table = await _playing(room, pips, room.BOB, room.CAT)
    other = await room.other_process()
    await asyncio.gather(
        _to_end(room, table, room.ANN), _to_end(room, table, room.BOB, other), _to_end(room, table, room.CAT)
    )
    assert (await (await room.other_process()).get(table.id)).status is Status.FINISHED
    assert await (await room.other_process()).history.verify(table.id)


async def test_one_result_per_player_whoever_is_last(room: Any, pips: Any) -> None:
    table = await _playing(room, pips, room.BOB, room.CAT)
    await asyncio.gather(*(_to_end(room, table, user) for user in table.players))
    assert sorted(row.user for row in room.store.results) == sorted(table.players)


async def test_a_mark_can_be_taken_back_until_the_next_throw(room: Any, pips: Any) -> None:
    table = await _playing(room, pips, room.BOB)
    own = await _turn(room, table, room.ANN)
    await _turn(room, table, room.BOB)
    before = (await room.service.undo(own.id, room.ANN, own.step)).after
    assert before.state.marks == (0,)
    assert before.state.dice != ()


async def test_who_leaves_ranks_last(room: Any, pips: Any) -> None:
    table = await _playing(room, pips, room.BOB, room.CAT)
    await _turn(room, table, room.BOB)
    change = await room.service.leave(table.id, room.BOB)
    assert change.after.id == table.id
    assert [change.after.players[seat] for seat in change.after.gone] == [room.BOB]
    assert change.after.status is Status.PLAYING
    with pytest.raises(NotSeated):
        await room.service.leave(table.id, room.BOB)
    await _to_end(room, table, room.ANN)
    with pytest.raises(SheetFull):
        await room.service.leave(table.id, room.ANN)
    last = await room.service.leave(table.id, room.CAT)
    assert last.after.status is Status.FINISHED
    rows = {row.user: (row.rank, row.left, row.won) for row in room.store.results}
    assert rows[room.ANN] == (1, False, True)
    assert rows[room.BOB][1:] == rows[room.CAT][1:] == (True, False)
    assert await room.service.history.verify(table.id)
    with pytest.raises(TableOver):
        await room.service.leave(table.id, room.CAT)


async def test_when_all_leave_nothing_counts(room: Any, pips: Any) -> None:
    table = await _playing(room, pips, room.BOB)
    for user in (room.ANN, room.BOB):
        await _turn(room, table, user)
    await room.service.leave(table.id, room.ANN)
    change = await room.service.leave(table.id, room.BOB)
    assert change.after.status is Status.ENDED
    assert room.store.results == []
    assert await room.service.repository.live_at(room.GUILD, room.CHANNEL) is None


@pytest.mark.parametrize("played", [False, True])
async def test_nobody_wins_against_people_who_left_before_they_threw(room: Any, pips: Any, played: bool) -> None:
    table = await _playing(room, pips, room.BOB)
    if played:
        await _turn(room, table, room.ANN)
    change = await room.service.remove(table.id, room.BOB)
    assert change.after.status is Status.ENDED
    assert (await room.service.simultaneous.own_table(table.id, room.ANN)).status is Status.ENDED
    assert room.store.results == []
    assert await room.service.repository.live_at(room.GUILD, room.CHANNEL) is None


async def test_the_board_of_a_game_at_once_says_who_ended_it_too(room: Any, pips: Any) -> None:
    table = await _playing(room, pips, room.BOB)
    change = await room.service.end(table.id, room.ANN, False)
    assert change.events == (playing.GameStopped(room.ANN, manager=False),)


async def test_leaving_while_one_plays(room: Any, pips: Any) -> None:
    """A press on the own table in the meantime goes first; the leaving comes after it."""
    table = await _playing(room, pips, room.BOB)
    own = await room.service.simultaneous.own_table(table.id, room.BOB)
    other = await room.other_process()
    _, change = await asyncio.gather(
        other.act(own.id, room.BOB, own.step, "roll"), room.service.leave(table.id, room.BOB), return_exceptions=True
    )
    assert change.after.gone != ()
    assert (await (await room.other_process()).simultaneous.own_table(table.id, room.BOB)).status is Status.ENDED


async def test_ending_ends_everything(room: Any, pips: Any) -> None:
    table = await _playing(room, pips, room.BOB)
    own = await _turn(room, table, room.ANN)
    change = await room.service.end(table.id, room.ANN, False)
    assert change.after.status is Status.ENDED
    assert sum(change.after.state.totals) == own.state.totals[0]
    service = await room.other_process()
    for user in table.players:
        mine = await service.simultaneous.own_table(table.id, user)
        assert mine.status is Status.ENDED
        with pytest.raises(TableOver):
            await service.act(mine.id, user, mine.step, "roll")
    assert room.store.results == []
    assert await room.service.history.verify(table.id)


async def test_a_finish_that_was_not_noticed_is_made_up_for(room: Any, pips: Any) -> None:
    table = await _playing(room, pips, room.BOB)
    await _to_end(room, table, room.ANN)
    own = await _turn(room, table, room.BOB)
    own = (await room.service.act(own.id, room.BOB, own.step, "roll")).after
    last = playing.act(own, room.BOB, own.step, "mark sum", room.now)
    await room.store.save(to_row(last.table), journal_rows(own, last.entries, room.now))
    service = await room.other_process()
    assert (await service.get(table.id)).status is Status.PLAYING
    again = await service.simultaneous.finish_if_complete(table.id)
    assert again.status is Status.FINISHED
    assert sorted(again.outcome.scores)[-1] >= last.table.state.totals[0]
    assert await service.simultaneous.finish_if_complete(table.id) == again
    assert await service.history.verify(table.id)


async def test_nothing_is_settled_while_somebody_plays(room: Any, pips: Any) -> None:
    table = await _playing(room, pips, room.BOB)
    await _to_end(room, table, room.ANN)
    before = await room.service.get(table.id)
    assert await room.service.simultaneous.finish_if_complete(table.id) == before


async def test_a_failed_save_of_the_last_mark_changes_nothing(room: Any, pips: Any) -> None:
    table = await _playing(room, pips)
    own = await _turn(room, table, room.ANN)
    own = (await room.service.act(own.id, room.ANN, own.step, "roll")).after
    for error in (SaveFailed("disk full"), SaveConflict("somebody else")):
        room.store.before = error
        if isinstance(error, SaveFailed):
            with pytest.raises(NotSaved):
                await room.service.act(own.id, room.ANN, own.step, "mark sum")
            assert (await room.service.get(table.id)).status is Status.PLAYING
            assert await room.service.get(own.id) == own
    change = await room.service.act(own.id, room.ANN, own.step, "mark sum")
    assert change.after.over
    assert len(room.store.results) == 1


async def test_one_seal_covers_everybodys_dice(room: Any, pips: Any) -> None:
    table = await _playing(room, pips, room.BOB)
    with pytest.raises(NotOver):
        await room.service.history.verify(table.id)
    for user in table.players:
        await _to_end(room, table, user)
    table = await room.service.get(table.id)
    assert await (await room.other_process()).history.verify(table.id)
    records = await room.service.history.records(table.id, 5)
    for seat, record in enumerate(records):
        secret = hmac.new(table.seed.secret, f"{table.seed.entropy}|seat|{seat}".encode(), hashlib.sha256).hexdigest()
        assert record["fair"]["secret"] == secret
        assert record["fair"]["entropy"] == table.seed.entropy
        assert record["seats"] == 1
    family = await room.service.own_tables(table)
    assert simultaneous.verify(table, family)
    ann = family[room.ANN]
    stolen = replace(ann, seed=replace(ann.seed, secret=b"x" * 32))
    assert not simultaneous.verify(table, {**family, room.ANN: stolen})
    better = replace(ann, state=replace(ann.state, totals=(999,)))
    assert not simultaneous.verify(table, {**family, room.ANN: better})
    assert not simultaneous.verify(table, {room.ANN: ann})
    assert not simultaneous.verify(replace(table, players=table.players[::-1]), family)


async def test_a_forged_own_table_is_found(room: Any, pips: Any) -> None:
    table = await _finished(room, pips)
    own = await room.service.simultaneous.own_table(table.id, room.ANN)
    better = gate.encode(replace(own.state, totals=(999,)))
    row = await room.store.load(own.id)
    await room.store.save({**row, "state": better, "version": row["version"] + 1})
    assert not await (await room.other_process()).history.verify(table.id)


async def test_records_while_the_totals_are_hidden(room: Any, pips: Any) -> None:
    table = await _playing(room, pips, room.BOB, settings=TableSettings(simultaneous=True, hidden_totals=True))
    await _turn(room, table, room.ANN)
    assert [len(record["moves"]) for record in await room.service.history.records(table.id, room.ANN)] == [2]
    assert [len(record["moves"]) for record in await room.service.history.records(table.id, room.BOB)] == [0]
    with pytest.raises(NotSeated):
        await room.service.history.records(table.id, room.CAT)
    await room.service.end(table.id, room.ANN, False)
    assert len(await room.service.history.records(table.id, room.CAT)) == 2


async def test_whose_sheets_one_may_see(room: Any, pips: Any) -> None:
    live = await _playing(room, pips, room.BOB)
    own = await _turn(room, live, room.ANN)
    for table in (live, own):
        assert sum((await room.service.simultaneous.visible_table(table, room.CAT)).state.totals) == own.state.totals[0]
    await room.service.end(live.id, room.ANN, False)
    hidden = await _playing(room, pips, room.BOB, settings=TableSettings(simultaneous=True, hidden_totals=True))
    assert (await room.service.simultaneous.visible_table(hidden, room.BOB)).players == (room.BOB,)
    with pytest.raises(NotSeated):
        await room.service.simultaneous.visible_table(hidden, room.CAT)


async def test_a_rematch_is_played_the_same_way(room: Any, pips: Any) -> None:
    table = await _finished(room, pips)
    own = await room.service.simultaneous.own_table(table.id, room.BOB)
    with pytest.raises(NotOver):
        await room.service.rematch(own.id, room.BOB)
    again = (await room.service.rematch(table.id, room.BOB)).after
    assert again.settings == APART
    assert len(room.store.results) == 2


async def test_an_own_table_that_cannot_be_read_counts_as_left(
    room: Any, pips: Any, caplog: pytest.LogCaptureFixture
) -> None:
    table = await _playing(room, pips, room.BOB)
    broken = await room.service.simultaneous.own_table(table.id, room.BOB)
    row = await room.store.load(broken.id)
    await room.store.save({**row, "game": "no such game", "version": row["version"] + 1})
    service = await room.other_process()
    with caplog.at_level(logging.CRITICAL):
        await _to_end(room, table, room.ANN, service)
    after = await service.get(table.id)
    assert after.status is Status.FINISHED
    assert [after.players[seat] for seat in after.gone] == [room.BOB]
    assert not await service.history.verify(table.id)


async def test_the_sheets_of_an_older_version_are_gathered_again(
    room: Any, pips: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await _finished(room, pips)
    decode, refused = gate.decode, []

    def once(kind: Any, data: bytes) -> Any:
        if not refused:
            refused.append(data)
            raise OldShape("older")
        return decode(kind, data)

    monkeypatch.setattr(gate, "decode", once)
    assert (await (await room.other_process()).get(table.id)).state == table.state
    assert len(refused) == 1


async def test_while_a_last_mark_is_not_known_to_be_stored_the_public_table_waits_too(room: Any, pips: Any) -> None:
    table = await _playing(room, pips, room.BOB)
    await _to_end(room, table, room.ANN)
    own = await _turn(room, table, room.BOB)
    own = (await room.service.act(own.id, room.BOB, own.step, "roll")).after
    room.store.late = said = asyncio.get_running_loop().create_future()
    with pytest.raises(NotYetKnown) as unknown:
        await room.service.act(own.id, room.BOB, own.step, "mark sum")
    settling = asyncio.create_task(room.service.simultaneous.finish_if_complete(table.id))
    leaving = asyncio.create_task(room.service.leave(table.id, room.BOB))
    assert (await room.service.get(table.id)).status is Status.PLAYING
    assert not settling.done()
    said.set_result(True)
    assert await unknown.value.settled
    assert (await settling).status is Status.FINISHED
    with pytest.raises(TableOver):
        await leaving

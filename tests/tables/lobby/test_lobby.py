"""Before the game: open, join, leave, start, cancel."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.engine import Level
from bot.games import make
from bot.tables.model.errors import (
    AlreadySeated,
    AlreadyStarted,
    ChannelTaken,
    NoSuchCapacity,
    NoTable,
    NotAllowed,
    NotHost,
    NotSeated,
    TableFull,
    TableOver,
    TooFewPlayers,
)
from bot.tables.model.table import Computer, DiceSeed, Status, Table, TableId, TableSettings
from bot.tables.moves.lobbies import COUNTDOWN, IDLE_SECONDS, give_way, leave
from bot.tables.moves.sides import seating
from tests import factories


async def test_a_lobby_seats_its_host(room: Any) -> None:
    table = await room.lobby()
    assert (table.players, table.host, table.status, table.step) == ((room.ANN,), room.ANN, Status.LOBBY, 0)
    assert table.seed.entropy == "2"
    assert await room.service.repository.live_at(room.GUILD, room.CHANNEL) == table
    assert await room.service.repository.live() == [table.id]
    assert await room.service.repository.live(99) == []


async def test_one_live_table_per_channel(room: Any) -> None:
    table = await room.lobby()
    with pytest.raises(ChannelTaken) as refusal:
        await room.lobby()
    assert refusal.value.table == table
    await room.service.cancel(table.id, room.ANN, False)
    assert (await room.lobby()).id != table.id
    await room.lobby(channel=7)


async def opened(room: Any, pips: Any, host: int, **about: Any) -> Table:
    """A table that ``host`` wants in the room's channel."""
    place = {"guild": room.GUILD, "channel": room.CHANNEL, "language": "en", "capacity": None}
    return (await room.service.open(host=host, game=pips(), **place, **about)).after  # type: ignore[no-any-return]


async def refused(room: Any, pips: Any, host: int) -> bool:
    """Whether the table in the room's channel is in the way of the one that ``host`` wants."""
    with pytest.raises(ChannelTaken):
        await opened(room, pips, host)
    return True


@pytest.mark.parametrize("begun", [False, True])
async def test_an_idle_table_of_one_person_gives_its_channel_to_somebody_else(
    room: Any, pips: Any, begun: bool
) -> None:
    anns = await opened(room, pips, room.ANN, computers=(Computer(1, Level.REGULAR),) if begun else ())
    if begun:
        anns = (await room.service.start(anns.id, room.ANN, 200)).after
    room.now += IDLE_SECONDS - 1
    assert await refused(room, pips, room.BOB)
    room.now += 1
    assert await refused(room, pips, room.ANN), "her own is not idle to her"
    bobs = await opened(room, pips, room.BOB)
    assert await room.service.repository.live_at(room.GUILD, room.CHANNEL) == bobs
    assert set(await room.service.repository.live()) == {anns.id, bobs.id}
    assert await room.service.repository.seated(room.GUILD, room.ANN) == [anns.id]
    stays = await room.service.get(anns.id)
    assert (stays.step, stays.changed, stays.due) == (anns.step, anns.changed, anns.due), "nothing has happened there"


async def test_a_table_that_gave_way_goes_on_and_takes_no_channel_back(room: Any, pips: Any) -> None:
    anns = await room.playing(rounds=1)
    room.now += IDLE_SECONDS
    bobs = await opened(room, pips, room.BOB)
    assert (await room.to_end(await room.service.get(anns.id))).status is Status.FINISHED
    with pytest.raises(ChannelTaken) as refusal:
        await room.service.rematch(anns.id, room.ANN)
    assert refusal.value.table.id == bobs.id
    room.now += IDLE_SECONDS
    rematch = (await room.service.rematch(anns.id, room.ANN)).after
    assert (await room.service.repository.live_at(room.GUILD, room.CHANNEL)).id == rematch.id


async def test_every_press_keeps_the_channel(room: Any, pips: Any) -> None:
    table = await room.playing()
    room.now += IDLE_SECONDS
    await room.act(table, "roll")
    assert await refused(room, pips, room.BOB)


@pytest.mark.parametrize("begun", [False, True])
async def test_a_table_of_several_people_keeps_its_channel(room: Any, pips: Any, begun: bool) -> None:
    await (room.playing if begun else room.lobby)(room.BOB)
    room.now += IDLE_SECONDS
    assert await refused(room, pips, room.CAT)


async def test_an_own_table_below_counts_for_the_public_one(room: Any, pips: Any) -> None:
    """Nothing is decided at the public table while its player plays, so it is never taken for idle."""
    await opened(room, pips, room.ANN, settings=TableSettings(simultaneous=True))
    (id,) = await room.service.repository.live()
    await room.service.start(id, room.ANN, 200)
    room.now += IDLE_SECONDS
    assert await refused(room, pips, room.BOB)


async def test_a_lobby_that_counts_down_keeps_its_channel(pips: Any) -> None:
    lobby = factories.lobby_of(pips(), [5])
    counting = replace(lobby, starts_at=lobby.changed + 2 * IDLE_SECONDS)
    assert give_way(lobby, 6, lobby.changed + IDLE_SECONDS).table.gave_way
    with pytest.raises(ChannelTaken):
        give_way(counting, 6, lobby.changed + IDLE_SECONDS)


async def test_two_who_want_an_idle_channel_at_once_get_one_table(room: Any, pips: Any) -> None:
    await room.lobby()
    room.now += IDLE_SECONDS
    got = await asyncio.gather(*(opened(room, pips, host) for host in (room.BOB, room.CAT)), return_exceptions=True)
    assert {type(one) for one in got} == {Table, ChannelTaken}


async def test_impossible_capacity_is_refused_and_none_is_the_most(room: Any, pips: Any) -> None:
    about = {"guild": 1, "channel": 5, "host": 3, "game": pips(), "language": "fr"}
    with pytest.raises(NoSuchCapacity):
        await room.service.open(capacity=9, **about)
    assert (await room.service.open(capacity=None, **about)).after.capacity == 4


async def test_joining_is_refused_twice_and_when_full(room: Any) -> None:
    table = await room.lobby(room.BOB, room.CAT)
    with pytest.raises(AlreadySeated):
        await room.service.join(table.id, room.BOB, 1)
    with pytest.raises(TableFull):
        await room.service.join(table.id, 4, 1)


async def test_the_hosts_place_passes_on_and_the_last_one_closes_the_lobby(room: Any) -> None:
    table = await room.lobby(room.BOB)
    table = (await room.service.leave(table.id, room.ANN)).after
    assert (table.host, table.players) == (room.BOB, (room.BOB,))
    with pytest.raises(NotSeated):
        await room.service.leave(table.id, room.ANN)
    table = (await room.service.leave(table.id, room.BOB)).after
    assert table.status is Status.ENDED
    with pytest.raises(TableOver):
        await room.service.join(table.id, room.ANN, 5)


def play_order(seed: DiceSeed, users: Any, game: Any) -> tuple[int, ...]:
    return seating(seed, users, game, {})[0]


async def test_the_order_of_play_is_drawn_from_the_entropy(room: Any) -> None:
    table = await room.playing(room.BOB, room.CAT)
    assert sorted(table.players) == [room.ANN, room.BOB, room.CAT]
    assert table.players == play_order(table.seed, [room.CAT, room.ANN, room.BOB], table.game)
    orders = {play_order(table.seed.with_words(str(number)), table.players, table.game) for number in range(200)}
    assert len(orders) == 6
    assert table.status is Status.PLAYING


async def test_only_the_host_starts(room: Any) -> None:
    table = await room.lobby(room.BOB)
    with pytest.raises(NotHost) as refusal:
        await room.service.start(table.id, room.BOB, 1)
    assert refusal.value.host == room.ANN
    await room.service.start(table.id, room.ANN, 2)
    with pytest.raises(AlreadyStarted):
        await room.service.start(table.id, room.ANN, 3)
    with pytest.raises(AlreadyStarted):
        await room.service.join(table.id, room.CAT, 4)


async def test_too_few_players_are_told_how_many_are_needed(room: Any, pips: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(pips, "seats", range(2, 4))
    table = await room.lobby()
    with pytest.raises(TooFewPlayers) as refusal:
        await room.service.start(table.id, room.ANN, 1)
    assert refusal.value.needed == 2


async def test_cancelling_is_for_host_and_manager(room: Any) -> None:
    table = await room.lobby(room.BOB)
    with pytest.raises(NotAllowed):
        await room.service.cancel(table.id, room.BOB, False)
    assert (await room.service.cancel(table.id, room.BOB, True)).after.status is Status.ENDED
    with pytest.raises(TableOver):
        await room.service.cancel(table.id, room.ANN, False)
    playing = await room.playing()
    with pytest.raises(AlreadyStarted):
        await room.service.cancel(playing.id, room.ANN, True)


async def test_an_unknown_table_is_told(room: Any) -> None:
    for press in (
        room.service.get(TableId(36)),
        room.service.join(TableId(36), 1, 1),
        room.service.history.record(TableId(36)),
    ):
        with pytest.raises(NoTable) as refusal:
            await press
        assert refusal.value.code == "10"


async def test_where_the_board_is_is_no_decision(room: Any) -> None:
    table = await room.lobby()
    placed = (await room.service.placed(table.id, room.CHANNEL, 55)).after
    assert (placed.message, placed.step) == (55, table.step)
    called = await room.service.called(table, 66)
    assert (called.call, called.message, called.step) == (66, 55, table.step)
    saves = room.store.saves
    assert await room.service.called(called, 66) == called
    assert room.store.saves == saves
    fresh = await room.other_process()
    assert await fresh.get(table.id) == called
    other = await room.lobby(channel=9)
    with pytest.raises(ChannelTaken):
        await room.service.placed(other.id, room.CHANNEL, 77)


def test_who_says_no_to_a_rematch_is_awaited_no_more() -> None:
    """It begins once the others are in; a lobby that awaits nobody is one like others."""
    ann, bob, cat = factories.users(3)
    lobby = replace(factories.lobby_of(make("yum_classic", {}), (ann, bob)), invited=(ann, bob, cat))
    after = leave(lobby, cat, factories.NOW).table
    assert (after.players, after.invited) == ((ann, bob), (ann, bob))
    assert after.starts_at == factories.NOW + COUNTDOWN
    waits = leave(replace(lobby, players=(ann,)), cat, factories.NOW).table
    assert (waits.invited, waits.starts_at) == ((ann, bob), None)
    alone = leave(waits, bob, factories.NOW).table
    assert (alone.players, alone.invited, alone.starts_at) == ((ann,), (), None), "nobody is made to play alone"
    with pytest.raises(NotSeated):
        leave(alone, bob, factories.NOW)

"""Stepping through finished games: every position as it was, and nothing of a game that goes on."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.dice import FairDice
from bot.engine.errors import IllegalAction
from bot.engine.gate import legal, play_recorded
from bot.engine.types import Seat
from bot.games import make
from bot.tables.model import errors
from bot.tables.model.store import JournalRow
from bot.tables.model.table import DiceSeed, Status, Table, TableId, TableSettings
from bot.tables.moves.sides import seating
from bot.tables.storage.journal import APART, effective_entries, prepare_replay, replay_state
from tests.factories import table_of, users


async def finished(room: Any) -> tuple[Table, Any]:
    table = await room.to_end(await room.playing(room.BOB))
    return await room.service.history.replay(table.id, room.CAT)  # type: ignore[no-any-return]


async def test_every_position_is_the_table_as_it_was(room: Any) -> None:
    table = await room.playing(room.BOB)
    seen = [table]
    while not table.over:
        do = "mark sum" if table.state.dice else "roll"
        table = (await room.act(table, do)).after
        seen.append(table)
    over, replayed = await room.service.history.replay(table.id, room.CAT)
    positions = [replayed.at(over, number) for number in range(len(seen))]
    assert [one.table.state for one in positions] == [one.state for one in seen]
    assert [one.table.turn_player for one in positions] == [one.turn_player for one in seen]
    assert [one.entry.do for one in positions[1:]] == ["roll", "mark sum"] * 4
    assert [one.following for one in positions[:-1]] == [one.entry for one in positions[1:]]
    assert [one.last for one in positions] == [False] * 8 + [True]
    assert positions[-1].table is over
    assert positions[1].events
    assert (replayed.at(over, -3), replayed.at(over, 99)) == (positions[0], positions[-1])


async def test_turn_by_turn(room: Any) -> None:
    _, replayed = await finished(room)
    assert replayed.turns == (0, 2, 4, 6)
    assert [replayed.turn_after(number) for number in range(9)] == [2, 2, 4, 4, 6, 6, 8, 8, 8]
    assert [replayed.turn_before(number) for number in range(9)] == [0, 0, 0, 2, 2, 4, 4, 6, 6]


async def test_what_was_taken_back_is_no_position(room: Any) -> None:
    table = await room.playing(room.BOB)
    player = table.turn_player
    table = (await room.act((await room.act(table, "roll")).after, "mark none")).after
    table = (await room.service.undo(table.id, player, table.step)).after
    table = await room.to_end((await room.act(table, "mark sum")).after)
    over, replayed = await room.service.history.replay(table.id, room.CAT)
    assert "mark none" not in [entry.do for entry in replayed.entries]
    assert replayed.at(over, len(replayed.entries)).table.state == table.state
    assert len(replayed.entries) == 8


async def test_who_has_left_is_told_from_that_moment_on(room: Any) -> None:
    table = await room.turn(await room.playing(room.BOB, room.CAT))
    leaver = table.turn
    table = await room.to_end((await room.service.leave(table.id, table.players[leaver])).after)
    over, replayed = await room.service.history.replay(table.id, room.CAT)
    assert [replayed.at(over, number).table.gone for number in (0, 2, 3, 4)] == [(), (), (leaver,), (leaver,)]


async def test_a_game_that_goes_on_is_not_replayed(room: Any) -> None:
    lobby = await room.lobby(room.BOB)
    with pytest.raises(errors.NotStarted):
        await room.service.history.replay(lobby.id, room.ANN)
    table = await room.turn((await room.service.start(lobby.id, room.ANN, 200)).after)
    for user in (room.ANN, room.CAT):
        with pytest.raises(errors.StillPlayed):
            await room.service.history.replay(table.id, user)
    over = (await room.service.end(table.id, room.ANN, False)).after
    _, replayed = await room.service.history.replay(over.id, room.CAT)
    assert len(replayed.entries) == 2


async def test_an_end_that_another_process_saved_counts(room: Any) -> None:
    table = await room.playing(room.BOB)
    other = await room.other_process()
    await other.end(table.id, room.ANN, False)
    over, replayed = await room.service.history.replay(table.id, room.BOB)
    assert (over.status, replayed.entries) == (Status.ENDED, ())
    assert replayed.at(over, 0).last


async def test_a_closed_lobby_has_nothing_to_replay(room: Any) -> None:
    lobby = await room.lobby()
    await room.service.cancel(lobby.id, room.ANN, False)
    with pytest.raises(errors.NeverBegan):
        await room.service.history.replay(lobby.id, room.ANN)


async def apart(room: Any, pips: Any) -> tuple[Table, dict[int, Table]]:
    change = await room.service.open(
        guild=room.GUILD,
        channel=room.CHANNEL,
        host=room.ANN,
        game=pips(2),
        capacity=2,
        language="en",
        settings=TableSettings(simultaneous=True),
    )
    await room.service.join(change.after.id, room.BOB, 2)
    public = (await room.service.start(change.after.id, room.ANN, 3)).after
    return public, await room.service.own_tables(public)


async def test_a_full_sheet_waits_for_the_others(room: Any, pips: Any) -> None:
    public, family = await apart(room, pips)
    own = await room.to_end(family[room.ANN])
    assert own.over
    for user in (room.ANN, room.BOB):
        with pytest.raises(errors.StillPlayed):
            await room.service.history.replay(own.id, user)
    await room.to_end(family[room.BOB])
    _, replayed = await room.service.history.replay(own.id, room.CAT)
    assert len(replayed.entries) == 4
    with pytest.raises(IllegalAction):
        await room.service.history.replay(public.id, room.ANN)


async def test_the_dice_of_a_day_stay_secret(room: Any, pips: Any) -> None:
    change = await room.service.open(
        guild=room.GUILD,
        channel=room.CHANNEL,
        host=room.ANN,
        game=pips(2),
        capacity=1,
        language="en",
        settings=TableSettings(daily=20261121),
    )
    table = await room.to_end((await room.service.start(change.after.id, room.ANN, 2)).after)
    with pytest.raises(errors.SecretDay):
        await room.service.history.replay(table.id, room.BOB)
    assert (await room.service.history.replay(table.id, room.ANN))[0].over


async def test_a_second_step_reads_nothing(room: Any) -> None:
    table, _ = await finished(room)
    before = room.store.reads
    await room.service.history.replay(table.id, room.BOB)
    assert room.store.reads == before


async def test_a_game_of_other_rules_is_refused(room: Any) -> None:
    table, replayed = await finished(room)
    torn = [JournalRow(table.id, 0, 0, "undo", (), 0)]
    unknown = [JournalRow(table.id, 0, entry.seat, f"{entry.do} x", entry.dice, 0) for entry in replayed.entries]
    for rows in (torn, unknown):
        with pytest.raises(errors.OtherRules):
            await prepare_replay(table, rows)


def longest() -> tuple[Table, list[JournalRow]]:
    """Six people at the longest sheet, who throw as often as they may."""
    game, dice = make("triple_yum_plus", {}), FairDice(b"k" * 32, "entropy")
    state, rows, seats = game.new(6), [], 6
    while (turn := game.turn(state)) is not None:
        choices = list(legal(game, state))
        do = choices[0]
        step, entry = play_recorded(game, state, turn, do, dice)
        rows.append(JournalRow(TableId(5), len(rows), entry.seat, entry.do, entry.dice, 0))
        state = step.state
    table = table_of(
        game,
        users(seats, 1),
        status=Status.FINISHED,
        state=state,
        step=len(rows),
        entries=len(rows),
        thrown=len(rows),
        seed=DiceSeed(bytes(32), "join:1"),
    )
    return table, rows


async def test_the_longest_game_leaves_the_loop_free() -> None:
    table, rows = longest()
    turns = 66 * 6
    assert len(rows) > 3 * turns
    turns_of_others = 0

    async def others() -> None:
        nonlocal turns_of_others
        while True:
            await asyncio.sleep(0)
            turns_of_others += 1

    busy = asyncio.create_task(others())
    replayed = await prepare_replay(table, rows)
    busy.cancel()
    assert turns_of_others >= len(rows) // APART - 1  # between two parts; one of so many lines takes 3 ms
    assert len(replayed.turns) == turns
    entries = effective_entries(rows)
    for number in (1, APART - 1, APART, APART + 1, 2 * APART, len(rows) - 1):
        assert replayed.at(table, number).table.state == replay_state(table.game, 6, entries[:number])
        assert replayed.at(table, number).events


async def test_who_began_is_told_unless_somebody_was_erased() -> None:
    game = make("yamslam", {})
    fair = DiceSeed(bytes(32), "join:1 join:2 start:3")
    players, began = seating(fair, (10, 20, 30), game, {})
    table = replace(longest()[0], game=game, seed=fair, players=players, state=game.new(3))
    rows = [JournalRow(table.id, 0, Seat(0), "roll", ((1, 2, 3, 4, 5),), 0)]
    replayed = await prepare_replay(table, rows)
    assert began
    assert replayed.at(table, 0).events == began
    assert replayed.at(replace(table, players=(-7, *players[1:])), 0).events == ()

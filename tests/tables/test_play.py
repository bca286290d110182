"""In the game: acting, refusals and their order, undo, leaving, ending, results, rematch."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.engine import DOUBLE
from bot.engine.errors import IllegalAction
from bot.engine.gate import JournalEntry, legal
from bot.engine.types import Left, Rolled, Seat
from bot.games import CATALOGUE, make
from bot.tables.model.errors import (
    AlreadyStarted,
    ChannelTaken,
    NotAllowed,
    NothingToUndo,
    NotOnTurn,
    NotOver,
    NotSeated,
    NotStarted,
    OldPress,
    TableOver,
)
from bot.tables.model.memory import EnteredDice
from bot.tables.model.table import DiceSeed, Status, TableSettings
from bot.tables.moves import playing
from bot.tables.storage import journal, repository
from tests.factories import table_of, users

REAL = TableSettings(real_dice=True)


async def test_an_action_is_played_saved_and_told(room: Any) -> None:
    table = await room.playing(room.BOB)
    change = await room.act(table, "roll")
    assert change.before == table
    assert change.actor == 0
    assert change.events == (Rolled(0, change.after.state.dice),)
    assert (change.after.step, change.after.entries, change.after.thrown) == (table.step + 1, 1, 1)
    assert change.after.state.dice == table.seed.source().for_seat(table.turn).roll(3)
    assert await (await room.other_process()).get(table.id) == change.after


async def test_refusals_come_in_the_order_people_should_hear(room: Any) -> None:
    lobby = await room.lobby(room.BOB)
    with pytest.raises(NotStarted):
        await room.service.act(lobby.id, room.ANN, 99, "roll")
    table = (await room.service.start(lobby.id, room.ANN, 200)).after
    first, second = table.players
    with pytest.raises(NotSeated):
        await room.service.act(table.id, room.CAT, 99, "nonsense")
    with pytest.raises(NotOnTurn) as refusal:
        await room.service.act(table.id, second, 99, "nonsense")
    assert refusal.value.player == first
    with pytest.raises(OldPress) as old:
        await room.service.act(table.id, first, table.step - 1, "nonsense")
    assert old.value.table == table
    with pytest.raises(OldPress):  # Of a step that is still to come: nobody has seen its board.
        await room.service.act(table.id, first, table.step + 1, "roll")
    for text in ("nonsense", "mark sum", "undo", "drop", "", "roll "):
        with pytest.raises(IllegalAction):
            await room.service.act(table.id, first, table.step, text)
    assert await room.service.get(table.id) == table
    over = await room.to_end(table)
    with pytest.raises(TableOver):
        await room.service.act(table.id, room.CAT, 99, "nonsense")
    assert over.status is Status.FINISHED


async def test_a_known_table_is_not_read_again(room: Any) -> None:
    table = await room.playing(room.BOB)
    reads = room.store.reads
    await room.to_end(table)
    assert room.store.reads == reads + 1  # the journal, to count the finished game


async def test_the_last_mark_is_taken_back_once(room: Any) -> None:
    table = await room.playing(room.BOB)
    first, second = table.players
    thrown = (await room.act(table, "roll")).after
    assert thrown.undoable is None
    marked = (await room.act(thrown, "mark none")).after
    assert marked.undoable == 0
    with pytest.raises(NothingToUndo):
        await room.service.undo(table.id, second, marked.step)
    with pytest.raises(OldPress):
        await room.service.undo(table.id, first, thrown.step)
    change = await room.service.undo(table.id, first, marked.step)
    assert change.after.state == thrown.state
    assert (change.after.step, change.after.thrown, change.after.undoable) == (marked.step + 1, 1, None)
    with pytest.raises(NothingToUndo):
        await room.service.undo(table.id, first, change.after.step)
    again = (await room.act(change.after, "mark sum")).after
    assert again.state.totals[0] == sum(thrown.state.dice)
    record = await room.service.history.record(table.id)
    assert [move["do"] for move in record["moves"]] == ["roll", "mark sum"]


async def test_no_undo_after_new_dice_or_the_next_players_throw(room: Any) -> None:
    table = await room.playing(room.BOB)
    first = table.turn_player
    table = (await room.act(table, "roll")).after
    with pytest.raises(NothingToUndo):
        await room.service.undo(table.id, first, table.step)
    table = (await room.act(table, "mark sum")).after
    table = (await room.act(table, "roll")).after
    with pytest.raises(NothingToUndo):
        await room.service.undo(table.id, first, table.step)


async def test_no_undo_after_the_end_or_after_somebody_left(room: Any) -> None:
    table = await room.playing(room.BOB, room.CAT)
    marked = await room.turn(table)
    left = (await room.service.leave(table.id, marked.players[2])).after
    with pytest.raises(NothingToUndo):
        await room.service.undo(table.id, table.players[0], left.step)
    over = await room.to_end(left)
    with pytest.raises(TableOver):
        await room.service.undo(table.id, over.players[1], over.step)


async def test_alone_every_own_mark_can_be_taken_back(room: Any) -> None:
    table = await room.playing()
    marked = await room.turn(table)
    back = (await room.service.undo(table.id, room.ANN, marked.step)).after
    assert back.state.marks == (0,)
    thrown = (await room.act((await room.act(back, "mark sum")).after, "roll")).after
    with pytest.raises(NothingToUndo):
        await room.service.undo(table.id, room.ANN, thrown.step)


async def test_who_is_left_alone_takes_marks_back_like_somebody_who_plays_alone(room: Any) -> None:
    table = await room.turn(await room.turn(await room.playing(room.BOB, rounds=3)))
    last = table.players[1]
    table = (await room.service.leave(table.id, table.players[0])).after
    thrown = (await room.act(table, "roll")).after
    marked = (await room.act(thrown, "mark none")).after
    assert marked.turn_player == last
    back = (await room.service.undo(table.id, last, marked.step)).after
    assert back.state == thrown.state


async def test_a_game_goes_on_without_a_seat_that_left(room: Any) -> None:
    table = await room.playing(room.BOB, room.CAT)
    change = await room.service.leave(table.id, table.players[0])
    assert change.events == (Left(0),)
    assert (change.after.gone, change.after.turn, change.after.undoable) == ((0,), 1, None)
    assert change.after.seat_of(table.players[0]) is None
    with pytest.raises(NotSeated):
        await room.service.leave(table.id, table.players[0])
    with pytest.raises(NotSeated):
        await room.service.act(table.id, table.players[0], change.after.step, "roll")
    over = await room.to_end(change.after)
    assert over.outcome.ranks[-1] == (0,)
    by_seat = {row.seat: row for row in room.store.results}
    assert [by_seat[seat].left for seat in range(3)] == [True, False, False]
    assert by_seat[0].rank == 3
    assert not by_seat[0].won


async def test_when_everybody_left_nothing_counts(room: Any) -> None:
    table = await room.turn(await room.turn(await room.playing(room.BOB)))
    await room.service.leave(table.id, room.ANN)
    over = (await room.service.leave(table.id, room.BOB)).after
    assert (over.status, over.outcome) == (Status.ENDED, None)
    assert room.store.results == []
    await room.lobby()


@pytest.mark.parametrize("turns", [0, 1])
async def test_nobody_wins_before_two_have_had_a_turn(room: Any, turns: int) -> None:
    table = await room.playing(room.BOB, room.CAT)
    first, *others = table.players
    for _ in range(turns):
        table = await room.turn(table)
    table = (await room.service.leave(table.id, others[0])).after
    assert table.status is Status.PLAYING
    over = (await room.service.remove(table.id, others[1])).after
    assert (over.status, over.outcome, over.seat_of(first)) == (Status.ENDED, None, 0)
    assert room.store.results == []


async def test_after_two_have_had_a_turn_the_last_one_plays_on_and_wins(room: Any) -> None:
    table = await room.turn(await room.turn(await room.playing(room.BOB)))
    table = (await room.service.leave(table.id, table.players[0])).after
    assert (await room.to_end(table)).status is Status.FINISHED
    assert sum(row.won for row in room.store.results) == 1


async def test_nobody_wins_421_without_a_throw() -> None:
    table = table_of(make("421", {}), (1, 2))
    moved = playing.drop_player(table, 1, 0)
    assert (moved.table.status, moved.table.outcome) == (Status.ENDED, None)


async def test_a_host_who_has_left_does_not_end_the_game_of_the_others(room: Any) -> None:
    table = await room.playing(room.BOB, room.CAT)
    after = (await room.service.leave(table.id, room.ANN)).after
    assert not after.may_end(room.ANN)
    with pytest.raises(NotAllowed):
        await room.service.end(table.id, room.ANN, False)
    change = await room.service.end(table.id, room.ANN, True)
    assert change.after.status is Status.ENDED
    assert change.events == (playing.GameStopped(room.ANN, manager=True),)


async def test_results_are_saved_with_the_last_entry(room: Any) -> None:
    table = await room.playing(room.BOB, rounds=1)
    table = await room.turn(table)
    table = (await room.act(table, "roll")).after
    assert room.store.results == []
    saves = room.store.saves
    over = (await room.act(table, "mark none")).after
    assert room.store.saves == saves + 1
    winner, loser = sorted(room.store.results, key=lambda row: row.rank)
    assert (winner.user, winner.won, winner.score) == (over.players[0], True, over.state.totals[0])
    assert (loser.user, loser.won, loser.score, loser.rank) == (over.players[1], False, 0, 2)
    assert winner.options == {"rounds": 1}
    assert not winner.options_default
    assert (winner.seats, winner.solo, winner.finished_at) == (2, False, room.now)
    await room.service.placed(over.id, over.channel, 5)
    assert len(room.store.results) == 2


async def test_tied_seats_share_a_rank_and_solo_is_no_win(room: Any) -> None:
    table = await room.playing(room.BOB, room.CAT, rounds=1)
    while not table.over:
        table = (await room.act((await room.act(table, "roll")).after, "mark none")).after
    assert [(row.rank, row.won) for row in room.store.results] == [(1, True)] * 3
    room.store.results.clear()
    await room.to_end(await room.playing())
    assert [(row.rank, row.won, row.solo) for row in room.store.results] == [(1, False, True)]


async def test_a_game_is_ended_early_by_host_or_manager(room: Any) -> None:
    lobby = await room.lobby(room.BOB)
    await room.service.start(lobby.id, room.ANN, 200)
    with pytest.raises(NotAllowed):
        await room.service.end(lobby.id, room.BOB, False)
    over = (await room.service.end(lobby.id, room.CAT, True)).after
    assert (over.status, over.outcome, room.store.results) == (Status.ENDED, None, [])
    with pytest.raises(TableOver):
        await room.service.end(lobby.id, room.ANN, True)


async def test_a_rematch_is_one_lobby_for_all(room: Any) -> None:
    table = await room.playing(room.BOB, rounds=1)
    with pytest.raises(NotOver):
        await room.service.rematch(table.id, room.ANN)
    await room.to_end(table)
    with pytest.raises(NotSeated):
        await room.service.rematch(table.id, room.CAT)
    change = await room.service.rematch(table.id, room.BOB)
    lobby = change.after
    assert change.before is None
    assert (lobby.players, lobby.host, lobby.game, lobby.channel) == ((room.BOB,), room.BOB, table.game, table.channel)
    assert (lobby.capacity, lobby.seed.entropy, lobby.status) == (table.capacity, "2", Status.LOBBY)
    assert (await room.service.get(table.id)).rematch == lobby.id
    second = await room.service.rematch(table.id, room.ANN)
    assert second.before == second.after == lobby
    other = await room.other_process()
    assert (await other.rematch(table.id, room.ANN)).after == lobby
    await room.service.cancel(lobby.id, room.BOB, False)
    assert (await room.service.rematch(table.id, room.ANN)).after.host == room.ANN


async def test_a_rematch_needs_a_free_channel(room: Any) -> None:
    table = await room.to_end(await room.playing(rounds=1))
    taken = await room.lobby()
    with pytest.raises(ChannelTaken) as refusal:
        await room.service.rematch(table.id, room.ANN)
    assert refusal.value.table == taken
    assert (await room.service.get(table.id)).rematch is None
    with pytest.raises(AlreadyStarted):
        await room.service.join((await room.service.start(taken.id, room.ANN, 1)).after.id, room.BOB, 2)


async def test_one_press_may_hold_all_equal_dice_and_lets_one_go(room: Any) -> None:
    table = (await room.act(await room.playing(room.BOB), "roll")).after
    faces, none = table.state.dice, frozenset[int]()

    async def toggled(place: int) -> frozenset[int]:
        _, held = await room.service.toggle(table.id, table.turn_player, table.step, place, none, equal=True)
        return held

    alike = frozenset(place for place, face in enumerate(faces) if face == faces[0])
    assert await toggled(0) == alike
    assert await toggled(0) == alike - {0}
    power = len(faces)  # The Power die lies last and is like no other.
    assert await toggled(power) == alike - {0} | {power}


async def test_several_dice_are_held_by_one_press_besides_those_that_are(room: Any) -> None:
    table = (await room.act(await room.playing(room.BOB), "roll")).after
    before = await room.service.get(table.id)
    user, shown, both = table.turn_player, frozenset({0}), frozenset({1, 2})
    await room.service.hold_too(table.id, user, table.step, both, shown)
    assert room.service.held(table) == {0, 1, 2}
    await room.service.toggle(table.id, user, table.step, 0, shown)
    await room.service.hold_too(table.id, user, table.step, both, shown)  # What the board showed counts once.
    assert room.service.held(table) == both
    assert await room.service.get(table.id) == before
    other = next(one for one in table.players if one != user)
    with pytest.raises(NotOnTurn):
        await room.service.hold_too(table.id, other, table.step, both, shown)
    with pytest.raises(OldPress):
        await room.service.hold_too(table.id, user, table.step - 1, both, shown)


@pytest.mark.parametrize("alone", [True, False])
async def test_a_refusal_reads_the_table_again_only_where_another_process_may_have_played(
    room: Any, alone: bool
) -> None:
    table = await room.playing(room.BOB)
    other = next(one for one in table.players if one != table.turn_player)
    room.store.exclusive, reads = alone, room.store.reads
    with pytest.raises(NotOnTurn):
        await room.service.act(table.id, other, table.step, "roll")
    assert room.store.reads == reads + (0 if alone else 1)


async def test_holding_dice_writes_nothing_and_loses_no_press(room: Any) -> None:
    table = (await room.act(await room.playing(room.BOB), "roll")).after
    user, other = table.players
    saves, reads = room.store.saves, room.store.reads
    assert room.service.held(table) is None
    assert await room.service.toggle(table.id, user, table.step, 1, frozenset({0})) == (table, frozenset({0, 1}))
    # The second of two quick presses still shows the dice as before the first.
    assert await room.service.toggle(table.id, user, table.step, 2, frozenset({0})) == (table, frozenset({0, 1, 2}))
    assert (await room.service.toggle(table.id, user, table.step, 0, frozenset()))[1] == {1, 2}
    assert room.service.held(table) == {1, 2}
    assert (room.store.saves, room.store.reads) == (saves, reads)
    with pytest.raises(NotOnTurn):
        await room.service.toggle(table.id, other, table.step, 0, frozenset())
    with pytest.raises(OldPress):
        await room.service.toggle(table.id, user, table.step - 1, 0, frozenset())
    after = (await room.act(table, "mark sum")).after
    assert room.service.held(after) is None


async def test_holding_goes_on_from_the_message_after_a_restart(room: Any) -> None:
    table = (await room.act(await room.playing(), "roll")).after
    await room.service.toggle(table.id, room.ANN, table.step, 0, frozenset())
    restarted = await room.other_process()
    assert (await restarted.toggle(table.id, room.ANN, table.step, 2, frozenset({0})))[1] == {0, 2}


async def test_a_pair_of_cant_stop_can_be_chosen_again_before_the_next_throw() -> None:
    game = make("cant_stop", {})
    thrown = replace(game.new(2), dice=(1, 2, 3, 4))
    table = table_of(game, users(2), state=thrown)
    moved = playing.act(table, table.players[0], table.step, "move 5 5", 0).table
    assert (moved.turn, moved.undoable) == (0, 0)
    assert playing.check_undo(moved, table.players[0], moved.step) == 0
    anew = replace(moved, seed=DiceSeed(bytes(32), "1"))
    again = playing.act(anew, table.players[0], anew.step, "roll", 0)
    assert len(again.entries) == 1, "several pairs to choose from"
    assert again.table.undoable is None


async def test_a_chip_of_a_yamslam_can_be_given_back_before_the_next_throw() -> None:
    game = make("yamslam", {})
    thrown = replace(game.new(2), dice=(6, 6, 6, 6, 6), throws=1)
    table = table_of(game, users(2), state=thrown)
    taken = playing.act(table, table.players[0], table.step, "take ls", 0).table
    assert (taken.turn, taken.undoable) == (0, 0)
    assert playing.act(taken, table.players[0], taken.step, "roll", 0).table.undoable is None


async def test_the_first_of_two_boxes_can_be_taken_back_before_the_second() -> None:
    game = make("yum_plus", {"power": True})
    thrown = replace(game.new(2), dice=(4, 4, 4, 2, 6), throws=3, power=DOUBLE)
    table = table_of(game, users(2), state=thrown)
    first = playing.act(table, table.players[0], table.step, "mark three_kind", 0).table
    assert (first.turn, first.undoable) == (0, 0)
    assert playing.check_undo(first, table.players[0], first.step) == 0
    second = playing.act(first, table.players[0], first.step, "mark chance", 0).table
    assert (second.turn, second.undoable) == (1, 0)


async def test_memory_lets_go_of_tables_that_have_long_been_over(room: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are played at stay; those that are over are read again for who looks at them."""
    monkeypatch.setattr(repository, "OVER_REMEMBERED", 2)
    live = await room.playing(room.BOB, channel=9)
    over = [await room.to_end(await room.playing(room.BOB, channel=channel)) for channel in (1, 2, 3)]
    reads = room.store.reads
    assert [await room.service.get(table.id) for table in (live, *over[1:])] == [live, *over[1:]]
    assert room.store.reads == reads
    assert await room.service.get(over[0].id) == over[0]
    assert room.store.reads == reads + 1


# -- what nobody has to choose -----------------------------------------------------------------------------------


def test_the_last_throw_of_421_is_kept_by_itself() -> None:
    game = make("421", {})
    second = replace(game.new(2), dice=(6, 4, 2), throws=2)
    table = table_of(game, users(2), state=second)
    moved = playing.act(table, table.players[0], table.step, "keep 4", 0)
    thrown, kept = moved.entries
    assert (thrown.do, len(thrown.dice), kept) == ("keep 4", 1, JournalEntry(Seat(0), "stand"))
    after = moved.table
    assert (after.turn, after.entries, after.step, after.version) == (1, 2, table.step + 2, table.version + 1)
    first = playing.act(replace(table, state=replace(second, throws=1)), table.players[0], table.step, "keep 4", 0)
    assert [entry.do for entry in first.entries] == ["keep 4"], "there is a third throw"


def test_what_421_kept_by_itself_is_taken_back_without_its_throw() -> None:
    game, rows = make("421", {}), list[JournalEntry]()
    table = table_of(game, users(2))
    ann, ben = table.players
    while table.turn == 0:
        do = next(do for do in legal(game, table.state) if do.startswith(("roll", "keep")))
        moved = playing.act(table, ann, table.step, do, 0)
        rows += moved.entries
        table = moved.table
    *_, thrown, kept = rows
    assert kept == JournalEntry(Seat(0), "stand")
    with pytest.raises(NothingToUndo):
        playing.check_undo(table, ben, table.step)
    back = playing.undo(table, ann, table.step, *journal.before_choice(table, rows), 0).table
    assert (back.turn, list(legal(game, back.state)), back.undoable) == (0, ["stand"], None), "nobody throws again"
    assert set(*thrown.dice) <= set(back.state.dice)
    assert back.thrown == table.thrown
    again = playing.act(back, ann, back.step, "stand", 0).table
    assert (again.turn, again.state) == (1, table.state)


@pytest.mark.parametrize("key", ["ambition", "5000"])
def test_nothing_throws_for_a_player_even_where_throwing_on_is_all_they_can_do(key: str) -> None:
    game = make(key, {})
    table, forced = table_of(game, users(2)), 0
    for number in range(20):
        thrown = replace(table, seed=DiceSeed(bytes([number] * 32), "2"))
        while thrown.turn == 0 and len(legal(game, thrown.state)) == 1:
            forced += bool(thrown.state.dice)
            moved = playing.act(thrown, thrown.players[0], thrown.step, next(iter(legal(game, thrown.state))), 0)
            assert len([entry for entry in moved.entries if entry.dice]) == 1, "one press, one throw"
            thrown = moved.table
    assert forced, "somebody had to throw on"


def test_a_game_of_421_ends_by_itself_since_its_result_tells_all_hands() -> None:
    game = make("421", {})
    last = replace(
        game.new(2), tokens=(1, 20), pot=0, discharge=True, hands=((4, 2, 1), ()), turn=Seat(1), limit=2,
        dice=(6, 5, 2), throws=1,
    )  # fmt: skip
    table = table_of(game, users(2), state=last)
    moved = playing.act(table, table.players[1], table.step, "keep 2 5", 0)
    assert [entry.do for entry in moved.entries][:2] == ["keep 2 5", "stand"]
    assert moved.table.over


def test_with_dice_of_their_own_players_see_what_they_have_typed_before_it_counts() -> None:
    game = make("421", {})
    table = table_of(game, users(2), state=replace(game.new(2), dice=(6, 4, 2), throws=2), settings=REAL)
    moved = playing.act_by_hand(table, table.players[0], table.step, EnteredDice("keep 4", (3, 2)), 0, None)
    assert [entry.do for entry in moved.entries] == ["keep 4"]


@pytest.mark.sample(4)
@pytest.mark.parametrize("key", CATALOGUE)
def test_what_follows_by_itself_stands_in_the_journal_like_any_move_and_begins_no_turn(key: str, seed: str) -> None:
    chance, game = random.Random(seed), make(key, {})
    seats = max(game.seats[0], min(2, game.seats[-1]))
    table, rows = table_of(game, users(seats)), list[JournalEntry]()
    for _ in range(400):
        if table.turn is None:
            break
        do = chance.choice(list(legal(game, table.state)))
        moved = playing.act(table, table.players[table.turn], table.step, do, 0)
        first, *others = moved.entries
        assert first.do == do
        assert not any(entry.dice for entry in others), "every throw is pressed"
        rows += moved.entries
        table, before = moved.table, table
        assert (table.entries, table.step) == (len(rows), before.step + len(moved.entries))
        if table.undoable is not None:
            state, taken = journal.before_choice(table, rows)
            assert taken == (others if first.dice else list(moved.entries)), "a throw stays"
            assert first.dice or state == before.state
        if table.turn is not None and (only := playing.only_move(game, table.state)) is not None:
            ended = playing.act(table, table.players[table.turn], table.step, only, 0).table
            assert ended.over, "the last dice of a game are seen before it ends"
    assert journal.replay_state(game, seats, rows) == table.state

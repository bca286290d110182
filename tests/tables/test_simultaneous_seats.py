"""Everybody at once: how many may play, up to 25 people at one table, and sides at tables of their own."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.errors import WrongSeats
from bot.engine.types import text
from bot.games import CATALOGUE, FAMILIES, make
from bot.tables.model.errors import NoSuchCapacity, OnlyInTurns, TableFull, TooFewPlayers, UnevenSides
from bot.tables.model.table import SIMULTANEOUS, TURNS, AbsencePolicy, Status, Table, TableId, TableSettings
from bot.tables.moves import lobbies, playing, simultaneous
from tests import factories
from tests.factories import NOW, lobby_of

APART = TableSettings(simultaneous=True)
SHEETS = [key for key, family in FAMILIES.items() if family == "yum"]


def begun(table: Table) -> tuple[Table, dict[int, Table]]:
    ids = (TableId(2**50 + number) for number in range(table.capacity))
    moved = simultaneous.start(table, table.host, 3, ids, NOW)
    return moved.table, {own.players[0]: own for own in moved.other_tables}


def to_end(own: Table) -> Table:
    while not own.over:
        own = playing.apply_action(own, own.game.turn(own.state), text(own.game.autoplay(own.state)), NOW).table
    return own


@pytest.mark.parametrize("key", SHEETS)
def test_every_sheet_is_for_up_to_25_people_at_once(key: str) -> None:
    game = make(key, {})
    assert list(SIMULTANEOUS.seats(game)) == list(range(1, 26))
    assert list(TURNS.seats(game)) == list(CATALOGUE[key].seats)
    assert lobby_of(game, factories.users(1), APART).capacity == 25
    assert lobby_of(game, factories.users(1)).capacity == CATALOGUE[key].seats[-1]


@pytest.mark.parametrize(("teams", "seats"), [(True, range(4, 25, 2)), (3, range(6, 25, 3)), (4, range(8, 25, 4))])
def test_sides_are_of_equal_size_at_once_too(teams: Any, seats: range) -> None:
    assert list(SIMULTANEOUS.seats(make("yum_plus", {"teams": teams}))) == list(seats)


def test_a_table_in_turns_takes_no_more_than_its_game_does() -> None:
    game, people = make("yum_plus", {}), factories.users(1)
    with pytest.raises(NoSuchCapacity):
        lobby_of(game, people, capacity=25)
    with pytest.raises(NoSuchCapacity):
        lobby_of(game, people, APART, capacity=26)
    assert lobby_of(game, people, APART, capacity=17).capacity == 17


def test_the_26th_finds_every_seat_taken() -> None:
    with pytest.raises(TableFull):
        lobby_of(make("yams", {}), factories.users(26), APART)


def test_house_rules_change_how_many_may_play_at_once() -> None:
    table = lobby_of(make("yum_plus", {}), factories.users(9), APART)
    sided = lobbies.choose_game(table, table.host, make("yum_plus", {"teams": True}), NOW).table
    assert sided.capacity == 24
    with pytest.raises(UnevenSides):
        begun(sided)
    back = lobbies.choose_game(sided, table.host, make("yum_plus", {}), NOW).table
    assert back.capacity == 25
    with pytest.raises(TooFewPlayers):
        begun(lobby_of(make("yum_plus", {"teams": True}), factories.users(2), APART))
    full = lobby_of(make("yum_plus", {}), factories.users(25), APART)
    with pytest.raises(WrongSeats):
        lobbies.choose_game(full, full.host, make("yum_plus", {"teams": True}), NOW)


def test_a_fine_for_others_needs_everybody_at_one_table() -> None:
    with pytest.raises(OnlyInTurns, match="fine for a further Yum"):
        lobby_of(make("yum_color", {"kismet_penalty": True}), factories.users(2), APART)


@pytest.mark.parametrize("teams", [True, 3, 4])
def test_sides_add_up_what_their_members_made_alone(teams: Any) -> None:
    game = make("yams", {"teams": teams})
    table, own_tables = begun(lobby_of(game, factories.users(12), APART))
    assert {own.game for own in own_tables.values()} == {make("yams", {})}
    own_tables = {user: to_end(own) for user, own in own_tables.items()}
    over = simultaneous.after_player_done(table, own_tables, NOW)
    assert over.status is Status.FINISHED
    assert over.outcome is not None
    alone = [own_tables[user].game.scores(own_tables[user].state)[0] for user in over.players]
    totals = [sum(alone[side :: game.sides]) for side in range(game.sides)]
    assert over.outcome.scores == tuple(totals[seat % game.sides] for seat in range(12))
    first = {side for side, total in enumerate(totals) if total == max(totals)}
    assert set(over.outcome.winners) == {seat for seat in range(12) if seat % game.sides in first}
    assert simultaneous.verify(over, own_tables)


async def test_25_people_play_one_game_and_a_rematch_has_room_for_them(room: Any, pips: Any) -> None:
    about = {"guild": room.GUILD, "channel": room.CHANNEL, "host": room.ANN, "capacity": None, "language": "en"}
    table = (await room.service.open(game=pips(1), settings=APART, **about)).after
    people = [room.ANN + number for number in range(25)]
    for user in people[1:]:
        await room.service.join(table.id, user, user)
    await room.service.start(table.id, room.ANN, 7)
    for user in people:
        own = await room.service.simultaneous.own_table(table.id, user)
        own = (await room.service.act(own.id, user, own.step, "roll")).after
        assert (await room.service.get(table.id)).status is Status.PLAYING
        reads = room.store.reads
        await room.service.act(own.id, user, own.step, "mark sum")
        ended = user == people[-1]
        # The public table, all own ones at once, and the journal of this one; at the end also the ids of all.
        assert room.store.reads - reads <= (4 if ended else 3)
    over = await room.service.get(table.id)
    assert over.status is Status.FINISHED
    assert [row.seats for row in room.store.results] == [25] * 25
    assert sorted(row.user for row in room.store.results) == people
    assert await room.service.history.verify(table.id)
    assert (await room.service.rematch(table.id, people[9])).after.capacity == 25


async def test_the_clock_looks_closely_only_at_those_who_are_late(room: Any, pips: Any) -> None:
    about = {"guild": room.GUILD, "channel": room.CHANNEL, "host": room.ANN, "capacity": None, "language": "en"}
    waits = TableSettings(simultaneous=True, absent=AbsencePolicy.DROP, patience=100)
    table = (await room.service.open(game=pips(1), settings=waits, **about)).after
    people = [room.ANN + number for number in range(25)]
    for user in people[1:]:
        await room.service.join(table.id, user, user)
    await room.service.start(table.id, room.ANN, 7)
    room.now += 90
    for user in people[1:]:
        own = await room.service.simultaneous.own_table(table.id, user)
        await room.service.act(own.id, user, own.step, "roll")
    room.now += 20
    reads = room.store.reads
    after = (await room.service.deadlines.give_up(table.id)).after
    assert [after.players[seat] for seat in after.gone] == [room.ANN]
    assert room.store.reads - reads <= 4

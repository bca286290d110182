"""Sides that people choose in the lobby: who sits where, what is refused, and what Verify repeats."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from bot.games import make
from bot.tables.model.errors import CrowdedSide, NoSuchChoice, SideFull, TableFull
from bot.tables.model.table import DiceSeed, Status, Table, TableSettings
from bot.tables.moves.sides import seating
from tests.factories import table_of

RED, BLUE, GREEN, YELLOW = range(4)
PLAYERS = tuple(range(101, 113))


@pytest.fixture
async def hall(room: Any) -> Any:
    """The room, with the catalogue's games on its tables."""
    room.service = room.process(make=make)
    return room


async def opened(hall: Any, game: str = "yum_plus", capacity: int | None = None, **options: Any) -> Table:
    found = make(game, {"teams": True, **options})
    change = await hall.service.open(guild=1, channel=2, host=hall.ANN, game=found, capacity=capacity, language="en")
    return change.after  # type: ignore[no-any-return]


async def choose(hall: Any, table: Table, user: int, side: int | None) -> Table:
    return (await hall.service.choose_side(table.id, user, side, 7)).after  # type: ignore[no-any-return]


async def full(hall: Any, **options: Any) -> Table:
    """Ann and Bob on the blue side, two others without a choice."""
    table = await opened(hall, **options)
    await choose(hall, table, hall.ANN, BLUE)
    await choose(hall, table, hall.BOB, BLUE)
    await hall.service.join(table.id, hall.CAT, 7)
    return (await hall.service.join(table.id, 44, 7)).after  # type: ignore[no-any-return]


def colours(table: Table) -> dict[int, int]:
    """The colour of each player's side, as boards name it."""
    return {user: table.colour(seat % table.game.sides) for seat, user in enumerate(table.players)}


# -- in the lobby ------------------------------------------------------------------------------------------------


async def test_a_side_is_chosen_by_sitting_down_and_changed_later(hall: Any) -> None:
    table = await opened(hall)
    after = await choose(hall, table, hall.BOB, RED)
    assert (after.players, after.chosen) == ((hall.ANN, hall.BOB), {hall.BOB: RED})
    assert (await choose(hall, table, hall.BOB, BLUE)).chosen == {hall.BOB: BLUE}
    after = await choose(hall, table, hall.BOB, None)
    assert (after.players, after.chosen) == ((hall.ANN, hall.BOB), {})
    assert [row.do for row in await hall.store.lobby(table.id)] == ["open", "side 0", "side 1", "side dealt"]
    other = await hall.other_process(make)
    assert await other.get(table.id) == after


async def test_the_same_choice_again_is_no_decision(hall: Any) -> None:
    table = await choose(hall, await opened(hall), hall.BOB, RED)
    assert await choose(hall, table, hall.BOB, RED) == table
    assert await choose(hall, table, hall.ANN, None) == table


async def test_leaving_gives_the_place_back(hall: Any) -> None:
    table = await opened(hall, capacity=4)
    for user in (hall.ANN, hall.BOB):
        await choose(hall, table, user, RED)
    with pytest.raises(SideFull) as refused:
        await choose(hall, table, hall.CAT, RED)
    assert refused.value.colour == RED
    await hall.service.leave(table.id, hall.ANN)
    assert (await choose(hall, table, hall.CAT, RED)).chosen == {hall.BOB: RED, hall.CAT: RED}
    assert (await hall.service.join(table.id, hall.ANN, 7)).after.chosen == {hall.BOB: RED, hall.CAT: RED}


async def test_what_cannot_be_chosen(hall: Any) -> None:
    table = await opened(hall, capacity=4)
    with pytest.raises(NoSuchChoice):
        await choose(hall, table, hall.BOB, GREEN)
    for user in (hall.BOB, hall.CAT, 44):
        await hall.service.join(table.id, user, 7)
    with pytest.raises(TableFull):
        await choose(hall, table, 55, RED)
    await hall.service.choose(table.id, hall.ANN, {"teams": False})
    with pytest.raises(NoSuchChoice):
        await choose(hall, table, hall.BOB, RED)


async def test_with_fewer_sides_who_chose_one_that_is_gone_is_dealt(hall: Any) -> None:
    table = await opened(hall, teams=4)
    for user, side in ((hall.ANN, YELLOW), (hall.BOB, BLUE), (hall.CAT, GREEN)):
        await choose(hall, table, user, side)
    after = (await hall.service.choose(table.id, hall.ANN, {"teams": True})).after
    assert after.chosen == {hall.BOB: BLUE}
    after = (await hall.service.choose(table.id, hall.ANN, {"teams": 4})).after
    assert after.chosen == {hall.BOB: BLUE}
    assert (await hall.service.choose(table.id, hall.ANN, {"teams": False})).after.chosen == {}


async def test_a_crowded_side_cannot_start(hall: Any) -> None:
    table = await opened(hall)
    for user in (hall.ANN, hall.BOB, hall.CAT):
        await choose(hall, table, user, BLUE)
    await hall.service.join(table.id, 44, 7)
    with pytest.raises(CrowdedSide) as refused:
        await hall.service.start(table.id, hall.ANN, 9)
    assert (refused.value.colour, refused.value.people, refused.value.places) == (BLUE, 3, 2)
    await choose(hall, table, hall.CAT, None)
    begun = (await hall.service.start(table.id, hall.ANN, 9)).after
    assert colours(begun) == {hall.ANN: BLUE, hall.BOB: BLUE, hall.CAT: RED, 44: RED}


# -- the seats ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["yum_plus", "5000", "ambition", "cant_stop", "yamslam"])
async def test_partners_by_choice_sit_alternately_in_every_game(hall: Any, game: str) -> None:
    table = await full(hall, game=game)
    begun = (await hall.service.start(table.id, hall.ANN, 9)).after
    assert colours(begun) == {hall.ANN: BLUE, hall.BOB: BLUE, hall.CAT: RED, 44: RED}
    seats = {user: begun.game.side(seat) for seat, user in enumerate(begun.players)}
    assert seats[hall.ANN] == seats[hall.BOB] != seats[hall.CAT] == seats[44]


def _sorted(seed: DiceSeed, label: str, users: Any) -> list[int]:
    """People in the order of docs/fair-dice.md, written again without the code it checks."""

    def place(user: int) -> bytes:
        return hmac.new(seed.secret, f"{seed.entropy}|{label}|{user}".encode(), hashlib.sha256).digest()

    return sorted(users, key=place)


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_seats_follow_the_recipe(sides: int) -> None:
    game = make("yum_plus", {"teams": True if sides == 2 else sides})
    for number in range(50):
        seed = DiceSeed(bytes([number]) * 32, "2")
        chosen = {PLAYERS[0]: sides - 1, PLAYERS[5]: number % sides, PLAYERS[7]: RED, 999: BLUE}
        users = PLAYERS[: 12 if number % 2 else 8 if sides != 3 else 9]
        side_of = {user: side for user, side in chosen.items() if user in users}
        free = [side for side in range(sides) for _ in range(len(users) // sides - list(side_of.values()).count(side))]
        side_of |= dict(zip(_sorted(seed, "side", set(users) - set(side_of)), free, strict=True))
        order = _sorted(seed, "order", users)
        queues = [[user for user in order if side_of[user] == side] for side in range(sides)]
        first = side_of[order[0]]
        wanted = [queues[(first + turn) % sides].pop(0) for turn in range(len(users))]
        assert seating(seed, users, game, chosen)[0] == tuple(wanted)
        assert seating(seed, users[::-1], game, chosen)[0] == tuple(wanted)


def test_without_choices_nothing_changes() -> None:
    game = make("yum_plus", {"teams": 3})
    for number in range(20):
        seed = DiceSeed(bytes([number]) * 32, "2")
        order = tuple(_sorted(seed, "order", PLAYERS))
        assert seating(seed, PLAYERS, game, {})[0] == order
        assert seating(seed, PLAYERS, game, {999: RED})[0] == order
        table = table_of(game, order, seed=seed)
        assert [table.colour(side) for side in range(3)] == [RED, BLUE, GREEN]


def test_who_begins_and_who_plays_with_whom_is_left_to_the_dice() -> None:
    """Six people, one of whom chose red: each of them begins as often, and so is each of the others their partner."""
    game, users = make("yum_plus", {"teams": True}), PLAYERS[:6]
    began, partners = Counter[int](), Counter[int]()
    for number in range(3000):
        seed = DiceSeed(number.to_bytes(32, "big"), "2")
        order = seating(seed, users, game, {users[0]: RED})[0]
        began[order[0]] += 1
        partners.update(order[order.index(users[0]) % 2 :: 2])
    assert all(400 < began[user] < 600 for user in users)
    assert all(1080 < partners[user] < 1320 for user in users[1:])


def test_the_first_player_by_dice_keeps_the_sides_in_turns() -> None:
    game = make("cant_stop", {"teams": True})
    began = set()
    for number in range(40):
        seed = DiceSeed(bytes([number]) * 32, "2")
        chosen = {PLAYERS[0]: BLUE, PLAYERS[3]: BLUE}
        order, events = seating(seed, PLAYERS[:4], game, chosen)
        assert events
        table = table_of(game, order, choosers=tuple(chosen), chosen_sides=tuple(chosen.values()))
        assert colours(table) == {PLAYERS[0]: BLUE, PLAYERS[3]: BLUE, PLAYERS[1]: RED, PLAYERS[2]: RED}
        began.add(table.colour(0))
    assert began == {RED, BLUE}


# -- checking it -------------------------------------------------------------------------------------------------


async def ended(hall: Any, **options: Any) -> Table:
    table = await full(hall, **options)
    await hall.service.start(table.id, hall.ANN, 9)
    return (await hall.service.end(table.id, hall.ANN, False)).after  # type: ignore[no-any-return]


async def test_verify_repeats_the_draw_with_the_choices(hall: Any) -> None:
    table = await ended(hall, game="5000")
    assert await hall.service.history.verify(table.id)


@pytest.mark.parametrize("sides", [(RED, RED), (BLUE, RED), (RED, BLUE)])
async def test_verify_finds_other_choices_than_those_of_the_lobby(hall: Any, sides: tuple[int, int]) -> None:
    table = await ended(hall)
    row = {
        **(await hall.store.load(table.id)),
        "chosen_sides": f"[{sides[0]},{sides[1]}]",
        "version": table.version + 1,
    }
    await hall.store.save(row)
    hall.service = hall.process(make=make)
    assert not await hall.service.history.verify(table.id)


async def test_verify_finds_seats_that_do_not_follow(hall: Any) -> None:
    table = await ended(hall)
    swapped = (*table.players[1:], table.players[0])
    await hall.store.save(
        {**(await hall.store.load(table.id)), "players": str(list(swapped)), "version": table.version + 1}
    )
    hall.service = hall.process(make=make)
    assert not await hall.service.history.verify(table.id)


async def test_a_choice_for_options_that_are_gone_is_verified_too(hall: Any) -> None:
    table = await opened(hall, teams=4)
    for user, side in ((hall.ANN, YELLOW), (hall.BOB, RED)):
        await choose(hall, table, user, side)
    await hall.service.choose(table.id, hall.ANN, {"teams": True})
    for user in (hall.CAT, 44):
        await hall.service.join(table.id, user, 7)
    await hall.service.start(table.id, hall.ANN, 9)
    await hall.service.end(table.id, hall.ANN, False)
    assert await hall.service.history.verify(table.id)


# -- afterwards --------------------------------------------------------------------------------------------------


async def test_a_rematch_keeps_chosen_sides(hall: Any) -> None:
    table = await ended(hall)
    again = (await hall.service.rematch(table.id, hall.BOB)).after
    assert (again.players, again.chosen[hall.BOB]) == ((hall.BOB,), BLUE)
    after = (await hall.service.join(again.id, hall.ANN, 7)).after
    assert after.chosen == {hall.ANN: BLUE, hall.BOB: BLUE}
    await hall.service.join(again.id, 55, 7)
    after = (await hall.service.join(again.id, hall.CAT, 7)).after
    assert set(after.chosen) == {hall.ANN, hall.BOB}
    begun = (await hall.service.start(again.id, hall.BOB, 9)).after
    assert colours(begun) == {hall.ANN: BLUE, hall.BOB: BLUE, hall.CAT: RED, 55: RED}
    await hall.service.end(again.id, hall.BOB, False)
    assert await hall.service.history.verify(again.id)


async def test_in_a_rematch_a_full_side_takes_nobody_back(hall: Any) -> None:
    table = await ended(hall, capacity=4)
    again = (await hall.service.rematch(table.id, hall.CAT)).after
    for user in (hall.CAT, 55):
        await choose(hall, again, user, BLUE)
    after = (await hall.service.join(again.id, hall.ANN, 7)).after
    assert hall.ANN in after.players
    assert after.chosen == {hall.CAT: BLUE, 55: BLUE, hall.BOB: BLUE}


async def test_who_takes_a_seat_over_plays_for_its_side(hall: Any) -> None:
    begun = (await hall.service.start((await full(hall)).id, hall.ANN, 9)).after
    seat = begun.players.index(hall.ANN)
    players = (*begun.players[:seat], 77, *begun.players[seat + 1 :])
    taken = replace(begun, players=players, originals=begun.players, status=Status.PLAYING)
    assert colours(taken) == {77: BLUE, hall.BOB: BLUE, hall.CAT: RED, 44: RED}


async def test_sides_may_be_chosen_where_everybody_plays_at_once(hall: Any) -> None:
    game = make("yum_plus", {"teams": True})
    settings = TableSettings(simultaneous=True)
    change = await hall.service.open(guild=1, channel=2, host=hall.ANN, game=game, language="en", settings=settings)
    table = change.after
    for user, side in ((hall.ANN, BLUE), (hall.BOB, BLUE), (hall.CAT, None), (44, None)):
        await choose(hall, table, user, side)
    begun = (await hall.service.start(table.id, hall.ANN, 9)).after
    assert colours(begun) == {hall.ANN: BLUE, hall.BOB: BLUE, hall.CAT: RED, 44: RED}
    own = await hall.service.simultaneous.own_table(table.id, hall.BOB)
    assert own.chosen == {}
    await hall.service.end(table.id, hall.ANN, False)
    assert await hall.service.history.verify(table.id)
    assert await hall.service.history.verify(own.id)

"""House rules from the lobby, and dice of the players' own."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.errors import BadOptions, IllegalAction, WrongSeats
from bot.engine.gate import legal
from bot.games import make
from bot.tables.model.errors import (
    AlreadyStarted,
    NothingToUndo,
    NotHost,
    NotOnTurn,
    TableOver,
    ThrowMissing,
    ThrownByHand,
    TooFewPlayers,
    UnevenSides,
    WrongFaces,
)
from bot.tables.model.memory import EnteredDice
from bot.tables.model.table import Table, TableSettings
from bot.tables.moves.playing import next_throw, read_faces

REAL = TableSettings(real_dice=True)


@pytest.fixture
async def sheets(room: Any) -> Any:
    """The room, with the catalogue's games on its tables."""
    room.service = room.process(make=make)
    return room


async def opened(
    room: Any, *others: int, settings: TableSettings = REAL, capacity: int | None = None, **options: Any
) -> Table:
    game = make("yum_plus", options)
    change = await room.service.open(
        guild=1, channel=2, host=room.ANN, game=game, capacity=capacity, language="en", settings=settings
    )
    for number, user in enumerate(others):
        change = await room.service.join(change.after.id, user, 2 + number)
    return change.after  # type: ignore[no-any-return]


async def began(room: Any, *others: int, settings: TableSettings = REAL, **options: Any) -> Table:
    table = await opened(room, *others, settings=settings, **options)
    return (await room.service.start(table.id, room.ANN, 9)).after  # type: ignore[no-any-return]


async def told(room: Any, table: Table, text: str, *faces: int) -> Table:
    at = table.id, table.turn_player, table.step
    if faces:
        return (await room.service.act_by_hand(*at, EnteredDice(text, faces))).after  # type: ignore[no-any-return]
    return (await room.service.act(*at, text)).after  # type: ignore[no-any-return]


# -- choosing ----------------------------------------------------------------------------------------------------


async def test_a_choice_is_saved_and_counts_as_a_decision(sheets: Any) -> None:
    table = await opened(sheets, sheets.BOB)
    after = (await sheets.service.choose(table.id, sheets.ANN, {"power": True})).after
    assert after.game == make("yum_plus", {"power": True})
    assert after.step == table.step + 1
    more = (await sheets.service.choose(table.id, sheets.ANN, {"games_in_match": 2})).after
    assert dict(more.game.options) == {"power": True, "games_in_match": 2}
    other = await sheets.other_process(make)
    assert await other.get(table.id) == more
    instead = (await sheets.service.choose(table.id, sheets.ANN, {"joker": "none"}, instead=True)).after
    assert dict(instead.game.options) == {"joker": "none"}


async def test_what_is_in_force_already_is_no_decision(sheets: Any) -> None:
    table = await opened(sheets)
    change = await sheets.service.choose(table.id, sheets.ANN, {"power": False})
    assert change.before == change.after == table


async def test_only_the_host_chooses_and_only_before_the_game(sheets: Any) -> None:
    table = await opened(sheets, sheets.BOB)
    for stranger in (sheets.BOB, sheets.CAT):
        with pytest.raises(NotHost) as refused:
            await sheets.service.choose(table.id, stranger, {"power": True})
        assert refused.value.host == sheets.ANN
    await sheets.service.start(table.id, sheets.ANN, 9)
    with pytest.raises(AlreadyStarted):
        await sheets.service.choose(table.id, sheets.ANN, {"power": True})
    await sheets.service.end(table.id, sheets.ANN, False)
    with pytest.raises(TableOver):
        await sheets.service.choose(table.id, sheets.ANN, {"power": True})


async def test_impossible_choices_change_nothing(sheets: Any) -> None:
    table = await opened(sheets, capacity=3)
    for options in ({"power": "yes"}, {"colour": True}, {"games_in_match": 7}):
        with pytest.raises(BadOptions):
            await sheets.service.choose(table.id, sheets.ANN, options)
    with pytest.raises(WrongSeats):  # three seats are too few for two sides
        await sheets.service.choose(table.id, sheets.ANN, {"teams": True})
    assert await sheets.service.get(table.id) == table


async def test_seats_follow_the_rules(sheets: Any) -> None:
    table = await opened(sheets, sheets.BOB, sheets.CAT, capacity=8)
    three = (await sheets.service.choose(table.id, sheets.ANN, {"teams": 3})).after
    assert (table.capacity, three.capacity) == (8, 6)
    with pytest.raises(TooFewPlayers) as few:
        await sheets.service.start(table.id, sheets.ANN, 9)
    assert few.value.needed == 6
    assert (await sheets.service.choose(table.id, sheets.ANN, {"teams": False})).after.capacity == 6


async def test_a_table_takes_as_many_as_the_game(sheets: Any) -> None:
    table = await opened(sheets, sheets.BOB)
    assert table.capacity == 12
    assert (await sheets.service.choose(table.id, sheets.ANN, {"teams": 4})).after.capacity == 12


async def test_sides_must_be_even(sheets: Any) -> None:
    table = await opened(sheets, sheets.BOB, sheets.CAT, 4, 5, teams=True)
    with pytest.raises(UnevenSides) as uneven:
        await sheets.service.start(table.id, sheets.ANN, 9)
    assert uneven.value.allowed == (4, 6, 8, 10, 12)


# -- dice of the players' own ------------------------------------------------------------------------------------


async def test_what_fell_is_what_lies_on_the_table(sheets: Any) -> None:
    table = await began(sheets)
    table = await told(sheets, table, "roll", 3, 3, 1, 4, 3)
    assert table.state.dice == (3, 3, 1, 4, 3)
    table = await told(sheets, table, "keep 3 3 3", 6, 3)
    assert table.state.dice == (3, 3, 3, 6, 3)
    table = await told(sheets, table, "mark four_kind")
    assert table.game.scores(table.state) == (18,)
    other = await sheets.other_process(make)
    assert (await other.get(table.id)).settings.real_dice


async def test_the_power_die_is_the_last_number(sheets: Any) -> None:
    table = await began(sheets, power=True)
    assert _dice(table, "roll") == 6
    table = await told(sheets, table, "roll", 1, 1, 2, 3, 4, 6)
    assert (table.state.dice, table.state.power) == ((1, 1, 2, 3, 4), 6)
    assert _dice(table, "keep 1 1") == 4
    assert _dice(table, "keep 1 1 p") == 3
    assert _dice(table, "mark minus") == 0


def _dice(table: Table, text: str) -> int:
    """The number of dice that the action throws."""
    asked = next_throw(table.game, table.state, text)
    return 0 if asked is None else asked.dice


async def test_a_throw_that_nobody_entered_is_missing(sheets: Any) -> None:
    table = await began(sheets)
    with pytest.raises(ThrowMissing) as missing:
        await sheets.service.act(table.id, sheets.ANN, table.step, "roll")
    assert (missing.value.expected, missing.value.tie) == (5, None)
    assert await sheets.service.get(table.id) == table


@pytest.mark.parametrize("faces", [(), (1, 2, 3, 4), (1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 4), (1, 2, 3, 4, 7)])
async def test_wrong_faces_change_nothing(sheets: Any, faces: tuple[int, ...]) -> None:
    table = await began(sheets)
    with pytest.raises(WrongFaces) as wrong:
        await sheets.service.act_by_hand(table.id, sheets.ANN, table.step, EnteredDice("roll", faces))
    assert wrong.value.expected == 5
    assert await sheets.service.get(table.id) == table


async def test_fair_dice_are_not_told(sheets: Any) -> None:
    table = await began(sheets, settings=TableSettings())
    with pytest.raises(IllegalAction):
        await sheets.service.act_by_hand(table.id, sheets.ANN, table.step, EnteredDice("roll", (6, 6, 6, 6, 6)))


async def test_more_throws_than_the_action_makes_are_refused(sheets: Any) -> None:
    table = await began(sheets)
    twice = EnteredDice("roll", (6, 6, 6, 6, 6), ((1, 2, 3, 4, 5),))
    with pytest.raises(IllegalAction):
        await sheets.service.act_by_hand(table.id, sheets.ANN, table.step, twice)
    assert await sheets.service.get(table.id) == table


async def test_a_throw_that_was_mistyped_can_be_taken_back(sheets: Any) -> None:
    table = await began(sheets, sheets.BOB)
    player = table.turn_player
    wrong = await told(sheets, table, "roll", 6, 6, 6, 6, 6)
    back = (await sheets.service.undo(table.id, player, wrong.step)).after
    assert (back.state, back.turn_player, back.thrown) == (table.state, player, 0)
    with pytest.raises(NothingToUndo):
        await sheets.service.undo(table.id, player, back.step)
    right = await told(sheets, back, "roll", 6, 6, 6, 6, 5)
    assert right.state.dice == (6, 6, 6, 6, 5)


async def test_the_end_is_marked_and_promises_nothing(sheets: Any) -> None:
    table = await began(sheets)
    while not table.over:
        table = await told(sheets, table, "roll", 1, 2, 3, 4, 6)
        table = await told(sheets, table, next(do for do in _legal(table) if do.startswith("mark")))
    assert [row.real_dice for row in sheets.store.results] == [True]
    assert "fair" not in await sheets.service.history.record(table.id)
    with pytest.raises(ThrownByHand):
        await sheets.service.history.verify(table.id)
    again = (await sheets.service.rematch(table.id, sheets.ANN)).after
    assert again.settings == REAL


def _legal(table: Table) -> list[str]:
    return list(legal(table.game, table.state))


async def test_a_throw_told_face_by_face_is_kept_beside_the_table(sheets: Any) -> None:
    table = await began(sheets, sheets.BOB)
    player = table.turn_player
    saves = sheets.store.saves

    async def press(face: int, user: int = player or 0) -> EnteredDice | None:
        def more(table: Table, told: EnteredDice | None) -> EnteredDice:
            return EnteredDice("roll", (*(told.faces if told else ()), face))

        return (await sheets.service.enter_dice(table.id, user, table.step, more))[1]  # type: ignore[no-any-return]

    assert await press(3) == EnteredDice("roll", (3,))
    assert await press(5) == EnteredDice("roll", (3, 5))
    with pytest.raises(NotOnTurn):
        await press(5, sheets.BOB if player == sheets.ANN else sheets.ANN)
    assert sheets.service.entered_dice(table) == EnteredDice("roll", (3, 5))
    assert sheets.store.saves == saves
    after = await told(sheets, table, "roll", 1, 2, 3, 4, 5)
    assert sheets.service.entered_dice(after) is None


@pytest.mark.parametrize(
    ("written", "faces"),
    [
        ("3 3 4 5 6", (3, 3, 4, 5, 6)),
        ("33456", (3, 3, 4, 5, 6)),
        (" 3, 3,4;5 6. ", (3, 3, 4, 5, 6)),
        ("10", (1, 0)),
        ("★1 3 ★5", (1, 3, 5)),
        ("*1 3 *5", (1, 3, 5)),
        ("", ()),
        ("three", None),
        ("3 3 x", None),
        ("٣", None),
    ],
)
def test_numbers_are_read_however_they_are_typed(written: str, faces: tuple[int, ...] | None) -> None:
    assert read_faces(written) == faces

"""Everybody at once, with one more throw for the first place: the dice of the table decide when all have finished."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine import gate
from bot.engine.errors import OldShape
from bot.engine.gate import legal
from bot.games import make, remake
from bot.locales import words
from bot.screens.kit.values import PLAIN_GLYPHS, RenderContext
from bot.screens.table.result import result_screen
from bot.tables.model.errors import OnlyInTurns
from bot.tables.model.table import Status, TableSettings
from bot.tables.moves import simultaneous

APART = TableSettings(simultaneous=True)
SHEET = "yum_original"


@pytest.fixture
async def sheets(room: Any) -> Any:
    """The room, with the catalogue's games on its tables."""
    room.service = room.process(make=remake)
    return room


async def opened(room: Any, *others: int, settings: TableSettings = APART, **options: Any) -> Any:
    about = {"guild": room.GUILD, "channel": room.CHANNEL, "host": room.ANN, "language": "en"}
    change = await room.service.open(game=make(SHEET, options), settings=settings, **about)
    for number, user in enumerate(others):
        change = await room.service.join(change.after.id, user, 101 + number)
    return change.after


async def begun(room: Any, *others: int, **options: Any) -> Any:
    table = await opened(room, *others, **options)
    return (await room.service.start(table.id, room.ANN, 200)).after


async def worth_nothing(room: Any, table: Any, user: int) -> None:
    """Let ``user`` fill a sheet with nothing but 0."""
    own = await room.service.simultaneous.own_table(table.id, user)
    while not own.over:
        allowed = {} if not own.state.dice else legal(own.game, own.state)
        empty = (
            do for do, action in allowed.items() if do.startswith("mark") and not own.game.preview(own.state, action)
        )
        struck = (do for do in allowed if do.startswith("strike"))
        own = (await room.service.act(own.id, user, own.step, next(struck, None) or next(empty, "roll"))).after


async def tied(room: Any, *others: int, **options: Any) -> Any:
    table = await begun(room, *others, **options)
    for user in table.players:
        await worth_nothing(room, table, user)
    return await room.service.get(table.id)


async def test_one_more_throw_decides_who_is_first(sheets: Any) -> None:
    table = await tied(sheets, sheets.BOB, sheets.CAT, tiebreak="roll_off")
    assert table.status is Status.FINISHED
    assert set(table.game.scores(table.state)) == {0}
    (throws, *again) = table.state.match.roll_off
    assert [throw.seat for throw in throws] == [0, 1, 2]
    last = {throw.seat: sum(throw.faces) for throw in (again[-1] if again else throws)}
    assert table.outcome.ranks[0] == (max(last, key=last.__getitem__),)
    assert [row.user for row in sheets.store.results if row.won] == [table.players[table.outcome.ranks[0][0]]]
    own = await sheets.service.simultaneous.own_tables(table)
    assert table.thrown == sum(one.thrown for one in own.values()) + sum(map(len, table.state.match.roll_off))


async def test_the_throws_are_those_of_the_seal(sheets: Any) -> None:
    table = await tied(sheets, sheets.BOB, tiebreak="roll_off")
    dice = table.seed.source()
    for throws in table.state.match.roll_off:
        assert [dice.for_seat(0).roll(5, 6, tie=throw.seat) for throw in throws] == [throw.faces for throw in throws]
    assert await sheets.service.simultaneous.verify(table)
    match = table.state.match
    first, *others = match.roll_off[0]
    forged = (first._replace(faces=(6, 6, 6, 6, 6)), *others)
    assert not await sheets.service.simultaneous.verify(
        replace(table, state=replace(table.state, match=replace(match, roll_off=(forged, *match.roll_off[1:]))))
    )


async def test_the_result_tells_the_throws(sheets: Any) -> None:
    table = await tied(sheets, sheets.BOB, tiebreak="roll_off")
    said = result_screen(RenderContext(words("en"), PLAIN_GLYPHS), table)
    dice = "-".join(map(str, table.state.match.roll_off[0][0].faces))
    assert f"Tie for the first place: <@{table.players[0]}> {dice}" in said.body
    assert "wins!" in said.content


async def test_sheets_of_an_older_version_are_gathered_with_their_throws(
    sheets: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await tied(sheets, sheets.BOB, tiebreak="roll_off")
    decode, refused = gate.decode, []

    def once(kind: Any, data: bytes) -> Any:
        if not refused:
            refused.append(data)
            raise OldShape("older")
        return decode(kind, data)

    monkeypatch.setattr(gate, "decode", once)
    assert (await (await sheets.other_process(remake)).get(table.id)).state == table.state
    assert refused


async def test_without_a_tie_and_by_other_rules_nobody_throws(sheets: Any) -> None:
    table = await tied(sheets, sheets.BOB)
    assert table.state.match.roll_off == ()
    assert table.outcome.ranks == ((0, 1),)
    uneven = replace(table.state, extra_yums=((1,), (0,)))
    assert simultaneous.settled(make(SHEET, {}), uneven, table.seed) == (uneven, 0)


async def test_partners_throw_for_their_sides(sheets: Any) -> None:
    table = await tied(sheets, sheets.BOB, sheets.CAT, 14, tiebreak="roll_off", teams=True)
    assert [throw.seat for throw in table.state.match.roll_off[0]] == [0, 1]
    assert table.outcome.ranks[0] in ((0, 2), (1, 3))


async def test_a_game_of_version_1_shares_the_place_as_it_was_promised(sheets: Any) -> None:
    old = remake(SHEET, {"tiebreak": "roll_off"})
    table = await tied(sheets, sheets.BOB)
    assert simultaneous.settled(old, table.state, table.seed) == (table.state, 0)
    newest = simultaneous.settled(make(SHEET, {"tiebreak": "roll_off"}), table.state, table.seed)
    assert newest[1] >= 2


async def test_dice_of_your_own_that_nobody_would_ask_for_are_refused_in_the_lobby(sheets: Any) -> None:
    real = replace(APART, real_dice=True)
    with pytest.raises(OnlyInTurns, match="one more throw"):
        await opened(sheets, settings=real, tiebreak="roll_off")
    lobby = await opened(sheets, settings=real)
    with pytest.raises(OnlyInTurns):
        await sheets.service.choose(lobby.id, sheets.ANN, {"tiebreak": "roll_off"})
    assert (await sheets.service.get(lobby.id)).game == lobby.game

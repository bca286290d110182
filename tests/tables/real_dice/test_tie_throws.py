"""Dice of the players' own, where an action makes throws that nobody has pressed for: they are entered one by one."""

from typing import Any

import pytest

from bot.engine.gate import legal
from bot.engine.types import Seat
from bot.games import make
from bot.tables.model.errors import NotOnTurn, NotSeated, OldPress, ThrowMissing, WrongFaces
from bot.tables.model.memory import EnteredDice
from bot.tables.model.table import Status, Table, TableSettings
from bot.tables.moves.playing import AskedThrow, ThrownByBot, next_throw
from bot.tables.storage import journal

REAL = TableSettings(real_dice=True)
FIRST, SECOND = Seat(0), Seat(1)


@pytest.fixture
async def games(room: Any) -> Any:
    """The room, with the catalogue's games on its tables."""
    room.service = room.process(make=make)
    return room


async def began(room: Any, key: str, *others: int, **options: Any) -> Table:
    change = await room.service.open(
        guild=1, channel=2, host=room.ANN, game=make(key, options), language="en", settings=REAL
    )
    for number, user in enumerate(others):
        change = await room.service.join(change.after.id, user, 2 + number)
    return (await room.service.start(change.after.id, room.ANN, 9)).after  # type: ignore[no-any-return]


async def entered(room: Any, table: Table, text: str, *throws: tuple[int, ...], by: int | None = None) -> Table:
    """Do ``text`` with all its throws."""
    who = table.turn_player if by is None else by
    if not throws:
        return (await room.service.act(table.id, who, table.step, text)).after  # type: ignore[no-any-return]
    done = EnteredDice(text, throws[-1], throws[:-1])
    return (await room.service.act_by_hand(table.id, who, table.step, done)).after  # type: ignore[no-any-return]


async def tied(room: Any, *others: int, hand: tuple[int, ...] = (6, 5, 4), **options: Any) -> Table:
    """A round of 421 in which everybody has thrown the same, before the last one stands."""
    table = await began(room, "421", *(others or (room.BOB,)), **options)
    for _ in table.players[1:]:
        table = await entered(room, await entered(room, table, "roll", hand), "stand")
    return await entered(room, table, "roll", hand)


def asks(table: Table, text: str, *throws: tuple[int, ...]) -> AskedThrow | None:
    return next_throw(table.game, table.state, text, throws)


async def remembered(room: Any, table: Table, user: int, told: EnteredDice | None) -> EnteredDice | None:
    """Have ``user`` enter ``told``."""
    return (await room.service.enter_dice(table.id, user, table.step, lambda now, before: told))[1]  # type: ignore[no-any-return]


# -- the rampo of 421 --------------------------------------------------------------------------------------------


async def test_a_rampo_asks_for_one_throw_after_the_other(games: Any) -> None:
    table = await tied(games)
    assert asks(table, "stand") == AskedThrow(3, 6, FIRST)
    assert asks(table, "stand", (6, 5, 4)) == AskedThrow(3, 6, SECOND)
    assert asks(table, "stand", (6, 5, 4), (6, 5, 4)) == AskedThrow(3, 6, FIRST)
    assert asks(table, "stand", (6, 5, 4), (4, 2, 1)) is None


async def test_nothing_happens_before_the_last_throw_of_a_rampo(games: Any) -> None:
    table = await tied(games)
    with pytest.raises(ThrowMissing) as missing:
        await entered(games, table, "stand")
    assert missing.value.tie == FIRST
    with pytest.raises(ThrowMissing) as missing:
        await entered(games, table, "stand", (6, 5, 4))
    assert missing.value.tie == SECOND
    with pytest.raises(WrongFaces):
        await entered(games, table, "stand", (6, 5, 4), (4, 2))
    assert await games.service.get(table.id) == table


async def test_a_rampo_that_was_entered_decides_the_round_and_stands_in_the_journal(games: Any) -> None:
    table = await tied(games)
    throws = ((3, 2, 2), (3, 2, 2), (4, 2, 1), (6, 6, 5))
    after = await entered(games, table, "stand", *throws)
    assert after.state.last.loser == SECOND
    assert [tuple(thrown.faces for thrown in rampo) for rampo in after.state.last.rampos] == [throws[:2], throws[2:]]
    rows = await games.store.journal(table.id)
    assert rows[-1].dice == throws
    assert journal.replay_state(after.game, 2, journal.effective_entries(rows)) == after.state
    record = await games.service.history.record(table.id)
    assert record["moves"][-1]["dice"] == [list(faces) for faces in throws]


async def test_a_rampo_with_a_mistake_is_taken_back_whole(games: Any) -> None:
    table = await tied(games)
    player = table.turn_player
    after = await entered(games, table, "stand", (4, 2, 1), (6, 6, 5))
    back = (await games.service.undo(table.id, player, after.step)).after
    assert (back.state, back.turn_player, back.thrown) == (table.state, player, table.thrown)


async def test_everybody_at_the_table_may_enter_a_throw_for_a_tie(games: Any) -> None:
    table = await tied(games, games.BOB, games.CAT)
    acting = table.turn_player or 0
    other = next(user for user in table.players if user != acting)
    with pytest.raises(NotOnTurn):  # Nobody has stopped yet.
        await remembered(games, table, other, EnteredDice("stand", (1,)))
    await remembered(games, table, acting, EnteredDice("stand"))
    assert await remembered(games, table, other, EnteredDice("stand", (4, 2))) == EnteredDice("stand", (4, 2))
    with pytest.raises(NotSeated):
        await remembered(games, table, 99, EnteredDice("stand", (1,)))
    await remembered(games, table, other, EnteredDice("stand", (), ((4, 2, 1), (6, 6, 5))))
    after = await entered(games, table, "stand", (4, 2, 1), (6, 6, 5), (5, 3, 2), by=other)
    assert (after.state.last.loser, after.entries) == (2, table.entries + 1)


async def test_only_the_player_to_act_says_what_is_done(games: Any) -> None:
    table = await tied(games, hand=(6, 5, 4))
    acting = table.turn_player or 0
    other = next(user for user in table.players if user != acting)
    await remembered(games, table, acting, EnteredDice("stand"))
    for instead in (EnteredDice("keep 6"), EnteredDice("keep 6", (1,))):
        with pytest.raises(NotOnTurn):
            await remembered(games, table, other, instead)
        with pytest.raises(NotOnTurn):
            await entered(games, table, instead.action, (1, 2), by=other)
    await remembered(games, table, acting, EnteredDice("stand", (), ((4, 2, 1),)))
    with pytest.raises(NotOnTurn):  # Somebody else's throws would be those entered before.
        await entered(games, table, "stand", (6, 6, 5), (4, 2, 1), by=other)
    assert await games.service.get(table.id) == table


async def test_a_restart_loses_only_what_was_typed(games: Any) -> None:
    table = await tied(games)
    acting = table.turn_player or 0
    other = next(user for user in table.players if user != acting)
    await remembered(games, table, acting, EnteredDice("stand", (), ((4, 2, 1),)))
    games.service = games.process(make=make)
    assert games.service.entered_dice(await games.service.get(table.id)) is None
    with pytest.raises(NotOnTurn):
        await remembered(games, table, other, EnteredDice("stand", (1,)))
    after = await entered(games, table, "stand", (4, 2, 1), (6, 6, 5))
    assert after.state.last.loser == SECOND
    with pytest.raises(OldPress):
        await remembered(games, table, after.turn_player or 0, EnteredDice("stand"))


async def test_the_table_throws_where_somebody_leaves_a_tie_behind(games: Any) -> None:
    table = await began(games, "421", games.BOB, games.CAT)
    for _ in range(2):
        table = await entered(games, await entered(games, table, "roll", (6, 5, 4)), "stand")
    change = await games.service.leave(table.id, table.turn_player or 0)
    after = change.after
    assert change.events[-1] == ThrownByBot()
    assert after.status is Status.PLAYING
    assert after.state.last.rampos
    rows = await games.store.journal(table.id)
    assert rows[-1].do == "drop"
    assert rows[-1].dice
    assert journal.replay_state(after.game, 3, journal.effective_entries(rows)) == after.state


async def test_the_bot_throws_nothing_for_somebody_who_leaves_no_tie(games: Any) -> None:
    table = await began(games, "421", games.BOB, games.CAT)
    change = await games.service.leave(table.id, table.turn_player or 0)
    assert ThrownByBot() not in change.events


# -- the roll-off of sheets --------------------------------------------------------------------------------------


async def test_a_roll_off_is_entered_with_the_last_box(games: Any) -> None:
    table = await began(games, "yum_original", games.BOB, tiebreak="roll_off")
    while True:
        table = await entered(games, table, "roll", (1, 2, 3, 4, 6))
        box = next(do for do in legal(table.game, table.state) if do.startswith("mark"))
        if asks(table, box) is not None:
            break
        table = await entered(games, table, box)
    assert asks(table, box) == AskedThrow(5, 6, FIRST)
    after = await entered(games, table, box, (1, 1, 1, 1, 1), (6, 1, 1, 1, 1))
    assert after.status is Status.FINISHED
    outcome = after.game.outcome(after.state)
    assert outcome is not None
    assert outcome.ranks == ((SECOND,), (FIRST,))


async def test_the_table_throws_for_totals_that_are_equal_when_the_last_one_leaves(games: Any) -> None:
    table = await began(games, "yum_original", games.BOB, games.CAT, tiebreak="roll_off")
    while table.entries < 2 * (12 * 3 - 1):
        table = await entered(games, table, "roll", (1, 2, 3, 4, 6))
        table = await entered(games, table, next(do for do in legal(table.game, table.state) if do.startswith("mark")))
    after = (await games.service.leave(table.id, table.turn_player or 0)).after
    assert after.status is Status.FINISHED
    assert [one.seat for throws in after.state.match.roll_off for one in throws][:2] == [FIRST, SECOND]
    rows = await games.store.journal(table.id)
    assert journal.replay_state(after.game, 3, journal.effective_entries(rows)) == after.state


async def test_a_roll_off_of_5000_is_entered_with_the_turn_that_ends_the_match(games: Any) -> None:
    rules = {"opening": 0, "last_round": True, "tiebreak": "roll_off", "games_in_match": 2}
    table = await began(games, "5000", games.BOB, **rules)
    fives, bank = (5, 5, 5, 5, 5), "bank 5 5 5 5 5"
    for _ in range(3):
        table = await entered(games, await entered(games, table, "roll", fives), bank)
    assert (table.game.games_before(table.state), table.game.scores(table.state)) == (1, (5000, 10000))
    table = await entered(games, table, "roll", fives)
    assert asks(table, bank) == AskedThrow(5, 6, FIRST)
    assert asks(table, bank, (1, 1, 1, 1, 2)) == AskedThrow(5, 6, SECOND)
    ended = await entered(games, table, bank, (1, 1, 1, 1, 2), (1, 1, 1, 1, 3))
    assert ended.status is Status.FINISHED
    assert ended.outcome is not None
    assert ended.outcome.ranks == ((SECOND,), (FIRST,))

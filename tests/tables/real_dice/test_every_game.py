"""Random games of everything in the catalogue with dice of the players' own, every throw entered by itself."""

import random
from typing import Any

import pytest

from bot.engine import DROP, ScriptedDice, Seat
from bot.engine.gate import legal, play
from bot.games import CATALOGUE, make
from bot.tables.model.errors import ThrowMissing, WrongFaces
from bot.tables.model.memory import EnteredDice
from bot.tables.model.store import JournalRow
from bot.tables.model.table import Table, TableSettings
from bot.tables.moves import playing
from bot.tables.moves.playing import next_throw
from bot.tables.storage import journal
from tests.factories import NOW, table_of, users

REAL = TableSettings(real_dice=True)
MOST_MOVES = 300
WISHES: tuple[dict[str, Any], ...] = ({}, {"power": True}, {"tiebreak": "roll_off"}, {"games_in_match": 2})


def options_of(key: str) -> list[dict[str, Any]]:
    """The wishes that this game knows."""
    known = {rule.key: rule.choices for rule in CATALOGUE[key].rules}
    return [wish for wish in WISHES if all(value in known.get(rule, ()) for rule, value in wish.items())]


def enter(table: Table, action: str, chance: random.Random, faces: range) -> EnteredDice:
    """Enter the throws of ``action`` until none is missing."""
    throws: list[tuple[int, ...]] = []
    while (asked := next_throw(table.game, table.state, action, throws)) is not None:
        with pytest.raises(WrongFaces):
            next_throw(table.game, table.state, action, [*throws, (1,) * (asked.dice + 1)])
        throws.append(tuple(chance.choice(faces) for _ in range(asked.dice)))
    return EnteredDice(action, throws[-1], tuple(throws[:-1])) if throws else EnteredDice(action)


@pytest.mark.sample(8)
@pytest.mark.parametrize("faces", [range(1, 7), range(1, 3)], ids=["all faces", "many ties"])
@pytest.mark.parametrize(("key", "options"), [(key, wish) for key in CATALOGUE for wish in options_of(key)])
def test_throws_entered_one_by_one_make_the_game_that_they_make_at_once(
    key: str, options: dict[str, Any], faces: range, seed: str
) -> None:
    chance = random.Random(seed)
    game = make(key, options)
    table = table_of(game, users(max(game.seats[0], min(3, game.seats[-1]))), settings=REAL)
    rows: list[JournalRow] = []
    for number in range(MOST_MOVES):
        if table.turn is None:
            break
        action = chance.choice(list(legal(game, table.state)))
        done = enter(table, action, chance, faces)
        user, throws = table.players[table.turn], [one for one in done.all if one]
        at_once = play(game, table.state, Seat(table.turn), action, ScriptedDice(throws)).state
        if throws:
            with pytest.raises(ThrowMissing):
                playing.act(table, user, table.step, action, NOW)
            moved = playing.act_by_hand(table, user, table.step, done, NOW, None)
        else:
            moved = playing.act(table, user, table.step, action, NOW)
        assert moved.table.state == at_once
        assert moved.table.game.turn(at_once) is None or moved.table.undoable == table.turn
        (entry,) = moved.entries
        assert entry.dice == tuple(throws)
        rows.append(JournalRow(table.id, number, entry.seat, entry.do, entry.dice, NOW))
        table = moved.table
    assert journal.replay_state(game, len(table.players), journal.effective_entries(rows)) == table.state


@pytest.mark.parametrize("key", CATALOGUE)
def test_leaving_is_never_entered(key: str) -> None:
    game = make(key, {})
    table = table_of(game, users(max(game.seats[0], 1)), settings=REAL)
    after = playing.drop_player(table, table.players[0], NOW)
    assert [entry.do for entry in after.entries] == [DROP]

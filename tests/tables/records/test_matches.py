"""Matches at a table: the move that ends a game stays, leaving between games, one result, the check of dice."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.engine.game import NextGame
from bot.engine.gate import legal
from bot.games import make, remake
from bot.tables.model import errors
from bot.tables.model.table import Table
from bot.tables.service.service import Change

QUICK: dict[str, dict[str, Any]] = {
    "5000": {"opening": 0},
    "ambition": {"goal": 2000, "overshoot": "stop_before"},
    "cant_stop": {},
    "421": {"tokens": 11, "le_bon": True},
}


class Players:
    """Ann, Bob and Cat at a match; they decide by chance."""

    def __init__(self, room: Any, key: str, seed: int) -> None:
        self.room, self.chance = room, random.Random(seed)
        self.service = room.process(make=remake)
        self.game = make(key, {**QUICK[key], "games_in_match": 2, "tiebreak": "roll_off"})

    async def begin(self) -> Table:
        change = await self.service.open(
            guild=1, channel=2, host=self.room.ANN, game=self.game, capacity=3, language="en"
        )
        for number, user in enumerate((self.room.BOB, self.room.CAT)):
            change = await self.service.join(change.after.id, user, 101 + number)
        return (await self.service.start(change.after.id, self.room.ANN, 200)).after  # type: ignore[no-any-return]

    async def decide(self, table: Table) -> Change:
        """Do something."""
        texts = list(legal(table.game, table.state))
        ends = [text for text in texts if not text.startswith(("roll", "keep"))]
        said = self.chance.choice(ends if ends and self.chance.random() < 0.6 else texts)
        return await self.service.act(table.id, table.turn_player, table.step, said)  # type: ignore[no-any-return]


async def _last_of_a_game(players: Players) -> Table:
    """Play until a decision has ended a game; the table after it."""
    table = await players.begin()
    while not table.over:
        change = await players.decide(table)
        table = change.after
        if any(isinstance(event, NextGame) for event in change.events):
            return table
    pytest.fail("the match ended with its first game")


@pytest.mark.parametrize("room", ["memory"], indirect=True)
@pytest.mark.parametrize("key", QUICK)
async def test_the_end_of_a_game_stays_and_the_match_goes_on_to_one_result(room: Any, key: str) -> None:
    players = Players(room, key, 3)
    table = await _last_of_a_game(players)
    assert table.game.games_before(table.state) == 1
    for player in table.players:  # Its card is posted.
        with pytest.raises(errors.NothingToUndo):
            await players.service.undo(table.id, player, table.step)
    leaver = next(user for user in table.players if user != table.turn_player)
    table = (await players.service.leave(table.id, leaver)).after
    while not table.over:
        table = (await players.decide(table)).after
    assert [row.seat for row in room.store.results] == [0, 1, 2]
    assert [row.score for row in room.store.results] == list(table.outcome.scores)
    last = next(row for row in room.store.results if row.user == leaver)
    assert (last.rank, last.left) == (3, True)
    assert await players.service.history.verify(table.id)

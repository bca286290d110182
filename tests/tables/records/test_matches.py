"""Matches at a table: taking back the move that ended a game, leaving between games, one result, the check of dice."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.engine.match import NextGame
from bot.engine.play import legal
from bot.games import make, remake
from bot.tables.core.model import Table
from bot.tables.play.service import Change

QUICK: dict[str, dict[str, Any]] = {
    "5000": {"opening": 0},
    "ambition": {"goal": 2000, "overshoot": "stop_before"},
    "cant_stop": {},
    "421": {"tokens": 11, "le_bon": True},
}


class Players:
    """Ann, Bob and Cat at a match; they decide by chance."""

    def __init__(self, room: Any, key: str, seed: int) -> None:
        self.room, self.chance, self.said = room, random.Random(seed), ""
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
        """Do something; ``said`` is what."""
        texts = list(legal(table.game, table.state))
        ends = [text for text in texts if not text.startswith(("roll", "keep"))]
        self.said = self.chance.choice(ends if ends and self.chance.random() < 0.6 else texts)
        return await self.service.act(table.id, table.turn_player, table.step, self.said)  # type: ignore[no-any-return]


BY_A_THROW = "ambition"
"""Its goal is reached by a throw, which nobody takes back."""


async def _last_of_a_game(players: Players) -> tuple[Table, Change]:
    """Play until a decision has ended a game, one that may be taken back; the table before it, and what it did."""
    table = await players.begin()
    while not table.over:
        change = await players.decide(table)
        if any(isinstance(event, NextGame) for event in change.events) and (
            change.after.undoable is not None or table.game.key == BY_A_THROW
        ):
            return table, change
        table = change.after
    pytest.fail("no such decision")


@pytest.mark.parametrize("room", ["memory"], indirect=True)
@pytest.mark.parametrize("key", QUICK)
async def test_the_end_of_a_game_is_taken_back_and_the_match_goes_on_to_one_result(room: Any, key: str) -> None:
    players = Players(room, key, 3)
    before, ended = await _last_of_a_game(players)
    assert ended.after.game.games_before(ended.after.state) == 1
    table = ended.after
    if key != BY_A_THROW:
        undone = (await players.service.undo(before.id, before.turn_player, table.step)).after
        assert undone.state == before.state
        table = (await players.service.act(before.id, before.turn_player, undone.step, players.said)).after
        assert table.state == ended.after.state
    leaver = next(user for user in table.players if user != table.turn_player)
    table = (await players.service.leave(table.id, leaver)).after
    while not table.over:
        table = (await players.decide(table)).after
    assert [row.seat for row in room.store.results] == [0, 1, 2]
    assert [row.score for row in room.store.results] == list(table.outcome.scores)
    last = next(row for row in room.store.results if row.user == leaver)
    assert (last.rank, last.left) == (3, True)
    assert await players.service.history.verify(table.id)

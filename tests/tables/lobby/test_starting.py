"""The first player by dice: the best throw, ties thrown again, recomputed by hand from both recipes' documents."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import pytest

from bot.engine.types import FirstPlayerThrow
from bot.locales import words
from bot.screens.kit.values import PLAIN_GLYPHS, RenderContext
from bot.screens.table.board import first_player_line
from bot.tables.model.table import DiceSeed
from bot.tables.moves.sides import seating

USERS = (101, 202, 303)


class Throwing:
    """As much of a game as matters here."""

    sides = 0

    def __init__(self, starter: FirstPlayerThrow | None) -> None:
        self.first_player_throw = starter


def digest(key: bytes, message: str) -> bytes:
    return hmac.new(key, message.encode(), hashlib.sha256).digest()


def recipe(fair: DiceSeed, user: int, own: int, all_: int, count: int) -> list[int]:
    """The throw of ``user`` for the first turn, after ``own`` throws of theirs and ``all_`` of everybody's."""
    if fair.entropy.startswith("2"):
        fallen = digest(digest(fair.secret, f"{fair.entropy}|start|{user}"), f"{own}|0")
    else:
        fallen = digest(fair.secret, f"{fair.entropy}|start|{all_}|0")
    return [byte % 6 + 1 for byte in fallen if byte < 252][:count]


@pytest.mark.parametrize("entropy", ["2 {0:064x}", "join:{0} start:9"])
@pytest.mark.parametrize("lowest", [False, True])
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_the_best_throw_begins_and_ties_throw_again(dice: int, lowest: bool, entropy: str) -> None:
    rethrown = 0
    for number in range(60):
        fair = DiceSeed(bytes([number]) * 32, entropy.format(number))
        plain, nothing = seating(fair, USERS, Throwing(None), {})  # type: ignore[arg-type]
        assert nothing == ()
        order, (began,) = seating(fair, USERS[::-1], Throwing(FirstPlayerThrow(dice, lowest)), {})  # type: ignore[arg-type]
        at = plain.index(order[0])
        assert order == plain[at:] + plain[:at]
        left, throw = list(plain), 0
        for again, told in enumerate(began.rounds):
            fallen = {user: recipe(fair, user, again, throw + n, dice) for n, user in enumerate(left)}
            throw += len(left)
            assert {order[seat]: list(faces) for seat, faces in told} == fallen
            best = (min if lowest else max)(map(sum, fallen.values()))
            left = [user for user in left if sum(fallen[user]) == best]
        assert left == [order[0]]
        rethrown += len(began.rounds) > 1
    assert rethrown


def test_alone_nothing_is_thrown() -> None:
    assert seating(DiceSeed(bytes(32), "join:1"), [7], Throwing(FirstPlayerThrow(2)), {}) == ((7,), ())  # type: ignore[arg-type]


async def test_the_first_board_tells_it_and_it_is_verified(
    room: Any, monkeypatch: pytest.MonkeyPatch, pips: Any
) -> None:
    monkeypatch.setattr(pips, "first_player_throw", FirstPlayerThrow(2), raising=False)
    lobby = await room.lobby(room.BOB, room.CAT)
    change = await room.service.start(lobby.id, room.ANN, 200)
    table, (began,) = change.after, change.events
    sums = {seat: sum(faces) for seat, faces in began.rounds[0]}
    assert sums[0] == max(sums.values())
    line = first_player_line(RenderContext(words("en"), PLAIN_GLYPHS), table, began)
    assert line.startswith(f"For the first turn: <@{table.players[0]}> {sums[0]}, ")
    assert line.endswith(f". <@{table.players[0]}> begins.")
    assert table.thrown == 0
    table = await room.to_end(table)
    assert await room.service.history.verify(table.id)
    monkeypatch.setattr(pips, "first_player_throw", FirstPlayerThrow(2, lowest=True))
    assert not await room.service.history.verify(table.id)

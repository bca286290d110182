"""Codes of tables, and what a table says about itself."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.dice import commitment
from bot.tables.model.table import DiceSeed, TableId, code, table_id


@given(st.integers(1, 2**63 - 1))
def test_a_code_names_its_table(number: int) -> None:
    assert table_id(code(TableId(number))) == number
    assert table_id(code(TableId(number)).upper()) == number


@pytest.mark.parametrize("text", ["", " ", "0", "-1", "+1", "1_0", "a b", "é", "١", "z" * 13, "z" * 14, "a.b", "a\n"])
def test_what_is_no_code_is_no_table(text: str) -> None:
    assert table_id(text) is None


def test_the_secret_is_not_in_what_is_logged() -> None:
    fair = DiceSeed(b"s" * 32, "join:1")
    assert fair.commitment == commitment(b"s" * 32)
    assert "ssss" not in repr(fair)
    assert (b"s" * 32).hex() not in repr(fair)


async def test_a_table_knows_turn_and_seats(room: Any) -> None:
    lobby = await room.lobby(room.BOB)
    assert (lobby.turn, lobby.turn_player, lobby.outcome) == (None, None, None)
    table = (await room.service.start(lobby.id, room.ANN, 200)).after
    assert table.turn_player == table.players[0]
    assert table.seat_of(table.players[1]) == 1
    assert table.seat_of(room.CAT) is None

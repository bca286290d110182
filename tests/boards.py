"""Boards after moves with known dice, for tests of screens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.dice import ScriptedDice
from bot.engine.gate import play
from bot.games import make
from bot.locales import words
from bot.screens.kit.board import BoardView
from bot.screens.kit.values import PLAIN_GLYPHS, Button, RenderContext, Screen
from bot.screens.table.board import table_screen
from bot.tables.model.table import Status, Table
from tests.factories import table_of, users

DESK = RenderContext(words("en"), PLAIN_GLYPHS)


def begun(key: str, seats: int = 2, **options: object) -> Table:
    """A table at the beginning of its game."""
    return table_of(make(key, options), users(seats, 11))


def after(table: Table, *moves: tuple[str, str]) -> Table:
    """The table after moves, each with its throw (``3-3-4``) or none."""
    for do, throw in moves:
        dice = ScriptedDice([tuple(map(int, throw.split("-")))] if throw else [])
        turn = table.game.turn(table.state)
        assert turn is not None
        state = play(table.game, table.state, turn, do, dice).state
        status = Status.FINISHED if table.game.turn(state) is None else Status.PLAYING
        table = replace(table, state=state, status=status)
    return table


def put(table: Table, **changes: Any) -> Table:
    """The table with other values in its state."""
    return replace(table, state=replace(table.state, **changes))


def board(table: Table, *held: int) -> Screen:
    """The screen of a table with these dice held."""
    return table_screen(DESK, table, BoardView(frozenset(held) if held else None))


def buttons(screen: Screen) -> dict[str, Button]:
    """The buttons of a screen by their labels."""
    return {item.label: item for row in screen.rows for item in row if isinstance(item, Button)}

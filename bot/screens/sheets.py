"""Everybody's sheet, for one reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.types import Seat
from bot.games import CATALOGUE
from bot.screens.kit import Desk, Screen, code_block, mention
from bot.screens.yum import sheet_lines
from bot.tables.model import Table

SHEETS: dict[str, Callable[[Desk, Any, Any, Seat], list[str]]] = {"yum": sheet_lines}
"""The lines of one seat's sheet, for each family of games."""


def sheets_screen(desk: Desk, table: Table) -> Screen:
    """Every seat's sheet; before the game, who sits there."""
    t = desk.t
    title = t("{game}: sheets", game=t(CATALOGUE[table.game.key].label))
    if table.state is None:
        return Screen(title=title, body=t("The sheets are still empty: the game has not begun."))
    lines = SHEETS[CATALOGUE[table.game.key].family]
    scores = table.game.scores(table.state)
    parts = [
        f"{mention(player)} **{scores[seat]}**\n" + code_block(lines(desk, table.game, table.state, Seat(seat)))
        for seat, player in enumerate(table.players)
    ]
    return Screen(title=title, body="\n".join(parts))

"""Everybody's sheet, for one reader; in pages where they do not fit one message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.types import Seat
from bot.games import CATALOGUE
from bot.screens.games.ambition import board as ambition
from bot.screens.games.cant_stop import board as cant_stop
from bot.screens.games.five_thousand import board as five_thousand
from bot.screens.games.four_two_one import board as four_two_one
from bot.screens.games.yamslam import board as yamslam
from bot.screens.games.yum.sheet import sheet_lines
from bot.screens.kit.pager import turning
from bot.screens.kit.sides import own_totals
from bot.screens.kit.values import Desk, Screen, code_block, mention
from bot.tables.core.model import Table

SHEETS: dict[str, Callable[[Desk, Any, Any, Seat], list[str]]] = {
    "yum": sheet_lines,
    "yamslam": yamslam.sheet_lines,
    "five_thousand": five_thousand.sheet_lines,
    "cant_stop": cant_stop.sheet_lines,
    "ambition": ambition.sheet_lines,
}
"""The lines of one seat's sheet, for each family of games."""

WHOLE: dict[str, Callable[[Desk, Table], list[str]]] = {"four_two_one": four_two_one.hands_parts}
"""What is shown in place of sheets, for families that have none."""

_PAGE = 3800
"""Characters of a page; Discord allows 4096."""


def sheets_screen(desk: Desk, table: Table, page: int = 0) -> Screen:
    """Every seat's sheet, ``page`` counted from 0; before the game, a word about that."""
    t = desk.t
    listing = CATALOGUE[table.game.key]
    name = t(listing.label)
    title = name if listing.family in WHOLE else t("{game}: sheets", game=name)
    if table.state is None:
        return Screen(title=title, body=t("The sheets are still empty: the game has not begun."))
    pages = _pages(_parts(desk, table))
    shown = min(page, len(pages) - 1)
    turns = turning(desk, shown, len(pages), "sheets {} {}".format)
    return Screen(title=title, body="\n".join(pages[shown]), rows=(turns,) if turns else ())


def _parts(desk: Desk, table: Table) -> list[str]:
    family = CATALOGUE[table.game.key].family
    if family in WHOLE:
        return WHOLE[family](desk, table)
    lines = SHEETS[family]
    scores = own_totals(table)
    return [
        f"{mention(player)} **{scores[seat]}**\n{code_block(lines(desk, table.game, table.state, Seat(seat)))}"
        for seat, player in enumerate(table.players)
    ]


def _pages(parts: list[str]) -> list[list[str]]:
    pages: list[list[str]] = [[]]
    for part in parts:
        if pages[-1] and sum(map(len, pages[-1])) + len(part) > _PAGE:
            pages.append([])
        pages[-1].append(part)
    return pages

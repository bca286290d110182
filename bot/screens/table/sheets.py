"""Everybody's sheet, for one reader, below the games of a match that are over; in pages of one table."""

from bot.games import CATALOGUE
from bot.screens.games import face_of
from bot.screens.kit import RenderContext, Screen, turning
from bot.screens.kit.board_view import SheetReader
from bot.screens.kit.match import earlier_games
from bot.tables.core.model import Table

_PAGE = 1300
"""Characters of a page, so that a phone shows one table at a time; Discord allows 4096."""

_NOBODY = SheetReader()


def sheets_screen(context: RenderContext, table: Table, page: int = 0, reader: SheetReader = _NOBODY) -> Screen:
    """Every seat's sheet, ``page`` counted from 0; before the game, a sentence about that."""
    face = face_of(table.game.key)
    title = face.sheets_title(context, context.t(CATALOGUE[table.game.key].label))
    if table.state is None:
        return Screen(title=title, body=context.t("The sheets are still empty: the game has not begun."))
    games = earlier_games(context, table)
    pages = _pages(
        [*games, *([""] if games else []), *face.sheets_for(context, table, table.game, table.state, reader)]
    )
    shown = min(page, len(pages) - 1)
    turns = turning(context, shown, len(pages), "sheets {} {}".format)
    return Screen(title=title, body="\n".join(pages[shown]), rows=(turns,) if turns else ())


def _pages(parts: list[str]) -> list[list[str]]:
    pages: list[list[str]] = [[]]
    for part in parts:
        if pages[-1] and sum(map(len, pages[-1])) + len(part) > _PAGE:
            pages.append([])
        pages[-1].append(part)
    return pages

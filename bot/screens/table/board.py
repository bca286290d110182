"""The message of a table, for every game and at every moment."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.starter import Began
from bot.games import CATALOGUE
from bot.screens.daily.page import end_screen, on_the_day
from bot.screens.games import face_of
from bot.screens.kit.showing import Showing
from bot.screens.kit.values import SLATE, Desk, Screen, mention
from bot.screens.table.clock import news_lines, waiting_lines
from bot.screens.table.lobby import cancelled_screen, lobby_screen
from bot.screens.table.parallel import own_end_screen, public_screen
from bot.screens.table.result import ended_screen, result_screen
from bot.screens.table.starting import began_line
from bot.tables.core.model import Status, Table


def table_screen(desk: Desk, table: Table, showing: Showing) -> Screen:
    """Return the screen of ``table``: lobby, board, or result."""
    if table.mode.lasts_a_day and table.over:
        return end_screen(desk, table, showing.day)
    if table.parent is not None and table.over:
        return own_end_screen(desk, table)
    match table.status:
        case Status.LOBBY:
            return lobby_screen(desk, table)
        case Status.PLAYING if not table.mode.in_turns:
            return _with_clock(desk, table, public_screen(desk, table, showing.family))
        case Status.PLAYING:
            board = face_of(table.game.key).board(desk, table, table.game, table.state, showing)
            board = _with_news(desk, table, showing, board)
            daily = table.mode.lasts_a_day
            return on_the_day(desk, table, board) if daily else _with_clock(desk, table, board)
        case Status.FINISHED:
            return result_screen(desk, table)
        case Status.ENDED:
            return cancelled_screen(desk, table) if table.state is None else ended_screen(desk, table)
        case Status.BROKEN:
            return broken_screen(desk, table.code)


def _with_news(desk: Desk, table: Table, showing: Showing, board: Screen) -> Screen:
    """The ``board`` below the news that no game shows itself: the first player, and what became of seats."""
    began = [began_line(desk, table, event) for event in showing.news if isinstance(event, Began)]
    lines = [*began, *news_lines(desk, table, showing.news)]
    return replace(board, body="\n".join((*lines, board.body))) if lines else board


def _with_clock(desk: Desk, table: Table, board: Screen) -> Screen:
    """The ``board`` above the news of its clock."""
    lines = waiting_lines(desk, table)
    return replace(board, body="\n".join((board.body, *lines))) if lines else board


def broken_screen(desk: Desk, code: str) -> Screen:
    """A table that no version of the rules can read."""
    t = desk.t
    return Screen(
        title=t("Table closed"),
        body=t("I cannot read this table any more. It is closed and kept so that it can be looked into. Sorry!"),
        footer=t("Table {code}", code=code),
        colour=SLATE,
    )


def calling(desk: Desk, table: Table, player: int, link: str) -> str:
    """The message that calls the next player; it is the only one that notifies."""
    t = desk.t
    game = t(CATALOGUE[table.game.key].label)
    return t("{player}, your turn at {game}: {link}", player=mention(player), game=game, link=link)

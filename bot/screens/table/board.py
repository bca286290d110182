"""The message of a table, for every game and at every moment."""

from dataclasses import replace

from msgspec import structs

from bot.engine import FirstPlayerThrown, Seat, Throws
from bot.games import CATALOGUE
from bot.screens.daily.page import daily_end_screen, with_daily_title
from bot.screens.games import face_of
from bot.screens.kit import SLATE, BoardView, RenderContext, Screen, below_news, mention, with_real_dice
from bot.screens.table.clock import news_lines, waiting_lines
from bot.screens.table.lobby import cancelled_screen, lobby_screen
from bot.screens.table.result import ended_screen, result_screen
from bot.screens.table.simultaneous import own_sheet_result_screen, simultaneous_screen
from bot.tables.core.model import Status, Table


def table_screen(context: RenderContext, table: Table, view: BoardView) -> Screen:
    """Return the screen of ``table``: lobby, board, or result."""
    if table.mode.lasts_a_day and table.over:
        return daily_end_screen(context, table, view.day, view.beside)
    if table.parent is not None and table.over:
        return own_sheet_result_screen(context, table, view.public)
    match table.status:
        case Status.LOBBY:
            return lobby_screen(context, table, view.plays_as)
        case Status.PLAYING if not table.mode.in_turns:
            screen = simultaneous_screen(context, table, view.own_tables)
            return replace(screen, body="\n".join((screen.body, *waiting_lines(context, table))))
        case Status.PLAYING:
            board = _with_news(context, table, view, _playing_board(context, table, view))
            daily = table.mode.lasts_a_day
            return with_daily_title(context, table, board) if daily else _with_clock(context, table, board)
        case Status.FINISHED:
            return result_screen(context, table, verified=view.verified, best=view.best, told=view.told)
        case Status.ENDED:
            return cancelled_screen(context, table) if table.state is None else ended_screen(context, table)
        case Status.BROKEN:
            return broken_screen(context, table.code)


def _playing_board(context: RenderContext, table: Table, view: BoardView) -> Screen:
    """The board of the game; with dice of the players' own, they enter what fell."""
    face = face_of(table.game.key)
    if not table.settings.real_dice:
        return face.board(context, table, table.game, table.state, view)
    board = face.board(context, table, table.game, table.state, structs.replace(view, real_dice=True))
    return board if view.replayed else with_real_dice(context, table, face, board, view)


def first_player_line(context: RenderContext, table: Table, began: FirstPlayerThrown) -> str:
    """Everybody's throws, those for ties included, and the first player: the first seat."""
    t, first = context.t, mention(table.players[Seat(0)])
    thrown = " · ".join(_round(context, table, throws) for throws in began.rounds)
    if table.settings.real_dice:
        return t("Thrown by the bot for the first turn: {throws}. {player} begins.", throws=thrown, player=first)
    return t("{throws}: {player} begins.", throws=thrown, player=first)


def _round(context: RenderContext, table: Table, throws: Throws) -> str:
    return ", ".join(f"{mention(table.players[seat])} {sum(faces)}" for seat, faces in throws)


def _with_news(context: RenderContext, table: Table, view: BoardView, board: Screen) -> Screen:
    """The ``board`` below the news that no game shows itself: the first player, and what became of seats."""
    began = [first_player_line(context, table, event) for event in view.news if isinstance(event, FirstPlayerThrown)]
    lines = [*began, *news_lines(context, table, view.news), *([view.coach] if view.coach else [])]
    return below_news(board, lines)


def _with_clock(context: RenderContext, table: Table, board: Screen) -> Screen:
    """The ``board`` below the news of its clock."""
    return below_news(board, waiting_lines(context, table))


def broken_screen(context: RenderContext, code: str) -> Screen:
    """A table that no version of the rules can read."""
    return Screen(
        title=context.t("Table closed"),
        body=context.t(
            "I cannot read this table any more. It is closed and kept so that it can be looked into. Sorry!"
        ),
        footer=context.t("Table {code}", code=code),
        colour=SLATE,
    )


def call_text(context: RenderContext, table: Table, player: int, link: str) -> str:
    """The message that calls the next player; it is the only one that notifies."""
    game = context.t(CATALOGUE[table.game.key].label)
    return context.t("{player}, your turn at {game}: {link}", player=mention(player), game=game, link=link)

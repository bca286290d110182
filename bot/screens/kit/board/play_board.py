"""The board of a game in progress, in the order every game keeps: what a phone shows last stands nearest to the thumb.

Above the frame stands the title, which replies quote. In the frame stand the sheet, the scores, the dice, then always
two lines: what the dice are or became, and whose turn it is. The buttons stand below. So nothing below the dice moves
during a turn.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from msgspec import structs

from bot.engine import Seat
from bot.screens.kit.board_view import BoardView
from bot.screens.kit.values import CUP_RED, Button, Menu, RenderContext, Row, Screen, mention
from bot.tables.core.model import Table
from bot.tables.core.occupants import Occupant

GOLD = 0xF0B23F
"""The colour of a board that shows a moment."""

_BESIDE = ("more", "undo", "sheets")
"""Buttons that make no move of whose turn it is."""

_EMPTY = "\N{ZERO WIDTH SPACE}"
"""A line without words keeps its height."""


def play_board(
    context: RenderContext,
    title: str,
    view: BoardView,
    *,
    dice: str,
    what: str,
    who: str,
    rows: tuple[Row, ...],
    sheet: Sequence[str] = (),
    scores: Sequence[str] = (),
    colour: int = CUP_RED,
) -> Screen:
    """Return the board of a game in progress.

    ``title`` is the game in bold and where it stands, ``dice`` comes from :func:`dice_heading` (empty for people who
    want words), ``what`` says what the dice are or became (empty before the first throw), ``who`` whose turn it is.
    Both are one short line. A moment in ``view`` takes the place of ``what``, until the player touches the dice and
    needs to read what they hold. While a computer plays, ``who`` says so.
    """
    moment = view.moment if view.held is None else ""
    # A replay says itself how the game begins.
    begins = _EMPTY if view.replayed else context.t("The game begins.")
    said = f"★ **{moment}**" if moment else what or begins
    if view.computer:
        who, rows = context.t("{player} is playing", player=f"**{view.computer}**"), tuple(map(_off, rows))
    lines = [*sheet, *scores, *([dice] if dice else []), said, who or _EMPTY]
    return Screen(title="", content=title, body="\n".join(lines), colour=GOLD if moment else colour, rows=rows)


def _off(row: Row) -> Row:
    """Return ``row`` for the turn of a computer: what makes a move is off, and nothing moves."""
    return tuple(
        structs.replace(item, disabled=True) if isinstance(item, Menu | Button) and item.do not in _BESIDE else item
        for item in row
    )


def marked(context: RenderContext, table: Table, seat: Seat, line: str) -> str:
    """Return the ``line`` of ``seat``: with a mark for the player to act, in bold for somebody alone on the board."""
    if seat != table.turn:
        return line
    return context.mark_turn(line) if len(table.players) > 1 else f"**{line}**"


def to_throw(context: RenderContext, table: Table, seat: Seat) -> str:
    """Return whose turn begins; somebody alone on the board knows that, and reads what to do."""
    player = f"**{mention(table.players[seat])}**"
    if len(table.players) > 1:
        return context.t("{player}, your turn", player=player)
    return context.t("{player} · throw the dice", player=player)


def became_line(context: RenderContext, player: Occupant, dice: str, said: str) -> str:
    """Return what the dice of the latest turn became, which stays below them until the next throw."""
    return context.t("{player}: {dice} → {said}", player=mention(player), dice=dice, said=said)


def retitled(screen: Screen, change: Callable[[str], str]) -> Screen:
    """Return ``screen`` with its title changed: above the frame on boards, in the frame on other screens."""
    if screen.title:
        return replace(screen, title=change(screen.title))
    return replace(screen, content=change(screen.content))


def below_news(board: Screen, lines: Sequence[str]) -> Screen:
    """Return ``board`` below ``lines``: whatever comes and goes stands at the top, so that nothing moves the dice."""
    return replace(board, body="\n".join((*lines, board.body))) if lines else board


def more_button(context: RenderContext) -> Button:
    """Return the one button for everything that is no move: sheets, rules, leaving."""
    return Button("more", context.t("More"))


def undo_button(context: RenderContext) -> Button:
    """Return the button that takes the last move back: the last of its row, so that its coming moves nothing."""
    return Button("undo", context.t("Undo")) if context.plain else Button("undo", "", emoji="↩️")


def more_row(context: RenderContext, table: Table) -> Row:
    """Return the last row of a board with few rows: More, and taking back, whose coming then moves nothing."""
    return (more_button(context), *([undo_button(context)] if table.undoable is not None else []))

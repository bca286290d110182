"""Everybody's number and the player to act, for games whose players or sides have one number each.

In a match it is that of the present game; below it stands what everybody has from the games before.
"""

from collections.abc import Callable, Sequence

from bot.engine import Seat
from bot.screens.kit.board.play_board import marked
from bot.screens.kit.match import before_lines
from bot.screens.kit.sides import side_points
from bot.screens.kit.values import RenderContext, mention
from bot.tables.core.model import Table

Note = Callable[[Seat], str]
"""A word about a seat, after its number; empty if there is nothing to say."""


_A_LINE_EACH = 6
"""Up to so many players have a line each; with more, a phone would not show the board and its buttons together."""

_BEST_OTHERS = 3
"""At a table that is larger, so many others are shown: with their names, they fit two lines of a phone."""

_BAR = 10
"""Places of a bar to the goal."""


def bar(context: RenderContext, points: int, goal: int) -> str:
    """Return how far ``points`` are from 0 to ``goal``, as a bar before a name; nothing in words only."""
    if context.plain:
        return ""
    full = min(max(_BAR * points // goal, 0), _BAR)
    return f"`{'█' * full}{'░' * (_BAR - full)}` "


def crowded(context: RenderContext, table: Table) -> bool:
    """Whether the table is too large for a line for each player; never in words only, where a line each reads best."""
    return len(table.players) > _A_LINE_EACH and not context.plain


def in_short(context: RenderContext, table: Table, points: Sequence[int], line: Callable[[Seat], str]) -> list[str]:
    """Return the ``line`` of the player to act, then the best of the others with their ``points``, behind each other.

    More → Sheets shows everybody.
    """
    seats = [seat for seat in range(len(points)) if seat != table.turn and seat not in table.gone]
    best = sorted(seats, key=lambda seat: -points[seat])[:_BEST_OTHERS]
    said = [f"{mention(table.players[seat])}\N{NO-BREAK SPACE}{context.t.number(points[seat])}" for seat in best]
    if len(seats) > len(best):
        said.append(context.t.many("{n} more", "{n} more", len(seats) - len(best)))
    own = [] if table.turn is None else [line(table.turn)]
    return [*own, " · ".join(said)]


def score_lines(context: RenderContext, table: Table, note: Note, sides: int = 0, goal: int = 0) -> str:
    """Everybody's number, with a mark for the player to act; a line per side if partners share one.

    With a ``goal``, a bar before each line shows the way to it; none where a note says that nothing counts yet.
    """
    game, players = table.game, len(table.players)
    now = [game.own_games(table.state, Seat(seat))[-1] for seat in range(players)]

    def line(seat: Seat) -> str:
        way = "" if _about(context, table, seat, note) else _way(context, now[seat], goal)
        return way + _seat(context, table, seat, now[seat], note, zero=not goal)

    if sides:
        points = [sum(now[side::sides]) if game.adds_partners else now[side] for side in range(sides)]
        lines = [_side_line(context, table, side, points[side], note, sides, goal) for side in range(sides)]
    elif crowded(context, table):
        lines = in_short(context, table, now, line)
    else:
        lines = [line(Seat(seat)) for seat in range(players)]
    return "\n".join((*lines, *before_lines(context, table)))


def _way(context: RenderContext, points: int, goal: int) -> str:
    return bar(context, points, goal) if goal else ""


def _seat(context: RenderContext, table: Table, seat: Seat, score: int, note: Note, *, zero: bool) -> str:
    """A player and their number; with a note, a 0 is left out unless ``zero``: a narrow phone has no room for both."""
    about = _about(context, table, seat, note)
    number = f" {context.t.number(score)}" if score or zero or not about else ""
    line = f"{mention(table.players[seat])}{number}{about}"
    return marked(context, table, seat, line)


def _side_line(context: RenderContext, table: Table, side: int, score: int, note: Note, sides: int, goal: int) -> str:
    """A side, its number and its players; a note that is true of all of them stands once, behind the number."""
    seats = [Seat(seat) for seat in range(side, len(table.players), sides)]
    notes = [_about(context, table, seat, note) for seat in seats]
    of_all = notes[0] if len(set(notes)) == 1 else ""
    players = " · ".join(
        marked(context, table, seat, mention(table.players[seat]) + ("" if of_all else about))
        for seat, about in zip(seats, notes, strict=True)
    )
    way = "" if of_all else _way(context, score, goal)
    return way + side_points(context, table, side, score, players, of_all)


def _about(context: RenderContext, table: Table, seat: Seat, note: Note) -> str:
    return context.t(" (left)") if seat in table.gone else note(seat)

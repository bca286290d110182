"""Everybody's number and the player to act, for games whose players or sides have one number each.

In a match it is that of the present game; below it stands what everybody has from the games before.
"""

from collections.abc import Callable

from bot.engine import Seat
from bot.screens.kit.match import before_lines
from bot.screens.kit.sides import side_name
from bot.screens.kit.values import RenderContext, mention
from bot.tables.core.model import Table

Note = Callable[[Seat], str]
"""A word about a seat, after its number; empty if there is nothing to say."""


_BAR = 10
"""Places of a bar to the goal."""


def bar(context: RenderContext, points: int, goal: int) -> str:
    """Return how far ``points`` are from 0 to ``goal``, as a bar before a name; nothing in words only."""
    if context.plain:
        return ""
    full = min(max(_BAR * points // goal, 0), _BAR)
    return f"`{'█' * full}{'░' * (_BAR - full)}` "


def score_lines(context: RenderContext, table: Table, note: Note, sides: int = 0, goal: int = 0) -> str:
    """Everybody's number, with a mark for the player to act; a line per side if partners share one.

    With a ``goal``, a bar before each line shows the way to it.
    """
    game, players = table.game, len(table.players)
    now = [game.own_games(table.state, Seat(seat))[-1] for seat in range(players)]
    if sides:
        points = [sum(now[side::sides]) if game.adds_partners else now[side] for side in range(sides)]
        lines = [_side_line(context, table, side, points[side], note, sides) for side in range(sides)]
    else:
        points = list(now)
        lines = [_seat(context, table, Seat(seat), now[seat], note, zero=not goal) for seat in range(players)]
    if goal:
        lines = [bar(context, made, goal) + line for made, line in zip(points, lines, strict=True)]
    return "\n".join((*lines, *before_lines(context, table)))


def _seat(context: RenderContext, table: Table, seat: Seat, score: int, note: Note, *, zero: bool) -> str:
    """A player and their number; with a note, a 0 is left out unless ``zero``: a narrow phone has no room for both."""
    about = _about(context, table, seat, note)
    number = f" {context.t.number(score)}" if score or zero or not about else ""
    line = f"{mention(table.players[seat])}{number}{about}"
    return _marked(context, table, seat, line)


def _side_line(context: RenderContext, table: Table, side: int, score: int, note: Note, sides: int) -> str:
    members = " · ".join(
        _marked(context, table, Seat(seat), mention(table.players[seat]) + _about(context, table, Seat(seat), note))
        for seat in range(side, len(table.players), sides)
    )
    points = f"{side_name(context, table, side)} **{context.t.number(score)}**"
    return context.t("{name}: {value}", name=points, value=members)


def _marked(context: RenderContext, table: Table, seat: Seat, line: str) -> str:
    return context.mark_turn(line) if seat == table.turn else line


def _about(context: RenderContext, table: Table, seat: Seat, note: Note) -> str:
    return context.t(" (left)") if seat in table.gone else note(seat)

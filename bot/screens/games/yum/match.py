"""Everybody's totals and bonuses, a line for each player; partners with the total of their sides above.

At a large table a line for each would push the sheet off a phone: there the best of the others share a line.
"""

from collections.abc import Sequence
from functools import lru_cache

from bot.engine import Seat
from bot.games.yum.layout import Layout
from bot.games.yum.rules import Yum
from bot.games.yum.scoring.totals import next_step
from bot.games.yum.state import State
from bot.locales import Words
from bot.screens.games.yum.bonus_terms import bonus_term
from bot.screens.games.yum.boxes import column_label
from bot.screens.kit import RenderContext, crowded, in_short, mention, side_name, side_word
from bot.screens.kit.board.play_board import marked
from bot.tables.core.model import Table


def totals_lines(
    context: RenderContext, table: Table, game: Yum, state: State, own: Sequence[int], column: int
) -> list[str]:
    """Return a line for every player, with the points ``own`` by seat, and a mark for the one to act.

    ``column`` is the one whose boxes the board offers, from 1.
    """
    sides = game.sides

    def line(seat: Seat) -> str:
        return _player_line(context, table, game, state, seat, own[seat], column)

    if crowded(context, table) and not sides:
        return in_short(context, table, own, line)
    lines = [line(Seat(seat)) for seat in range(len(own))]
    if not sides:
        return lines
    totals = " · ".join(f"{side_name(context, table, side)} **{sum(own[side::sides])}**" for side in range(sides))
    return [totals, *(_on_side(context, table, seat % sides, line) for seat, line in enumerate(lines))]


def _on_side(context: RenderContext, table: Table, side: int, line: str) -> str:
    if context.plain:
        return f"{line} · {side_word(context, table, side)}"
    return f"{side_name(context, table, side).split(' ', 1)[0]} {line}"


def _player_line(
    context: RenderContext, table: Table, game: Yum, state: State, seat: Seat, points: int, column: int
) -> str:
    line = f"{mention(table.players[seat])} {context.t.number(points)}"
    if seat in table.gone:
        return line + context.t(" (left)")
    several = game.layout.columns > 1 and seat != table.turn  # Bonuses of several columns fill a line.
    tested = tuple(one.tested for one in game.totals(state, seat).columns)
    said = "" if several else bonus_words(context.t, game.layout, tested, 0 if context.plain else column)
    line = marked(context, table, seat, line)
    return f"{line} · {said}" if said else line


@lru_cache(maxsize=1024)
def bonus_words(t: Words, layout: Layout, tested: tuple[int, ...], column: int) -> str:
    """Return how far the bonus is: "bonus 30 of 63", of several columns "bonus ×3: 30 of 63"; empty without a bonus.

    ``tested`` is what it looks at in each column. A line of a phone has room for one ``column``; 0 means all of them.
    """
    if layout.stacked or not layout.bonus.steps:
        return ""
    ways = [_progress(t, layout, upper) for upper in tested]
    if layout.columns > 1:
        names = [column_label(t, layout, number) for number in range(1, layout.columns + 1)]
        ways = [t("{name}: {value}", name=name, value=way) for name, way in zip(names, ways, strict=True)]
    shown = ways[column - 1 :][:1] if column else ways
    return t(bonus_term(layout, "bonus {progress}"), progress="; ".join(shown))


def _progress(t: Words, layout: Layout, upper: int) -> str:
    """The bonus reached, and the way to the next one."""
    earned = layout.bonus.points(upper)
    following = next_step(layout.bonus, upper)
    parts = [f"+{earned}"] if earned else []
    if following is not None:
        parts.append(t("{upper} of {needed}", upper=upper, needed=following))
    return ", ".join(parts)

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
from bot.tables.core.model import Table


def totals_lines(context: RenderContext, table: Table, game: Yum, state: State, own: Sequence[int]) -> list[str]:
    """Return a line for every player, with the points ``own`` by seat, and a mark for the one to act."""
    sides = game.sides
    if crowded(context, table) and not sides:
        return in_short(context, table, own, lambda seat: _player_line(context, table, game, state, seat, own[seat]))
    lines = [_player_line(context, table, game, state, Seat(seat), own[seat]) for seat in range(len(own))]
    if not sides:
        return lines
    totals = " · ".join(f"{side_name(context, table, side)} **{sum(own[side::sides])}**" for side in range(sides))
    return [totals, *(_on_side(context, table, seat % sides, line) for seat, line in enumerate(lines))]


def _on_side(context: RenderContext, table: Table, side: int, line: str) -> str:
    if context.plain:
        return f"{line} · {side_word(context, table, side)}"
    return f"{side_name(context, table, side).split(' ', 1)[0]} {line}"


def _player_line(context: RenderContext, table: Table, game: Yum, state: State, seat: Seat, points: int) -> str:
    line = f"{mention(table.players[seat])} {context.t.number(points)}"
    if seat in table.gone:
        return line + context.t(" (left)")
    several = game.layout.columns > 1 and seat != table.turn  # Bonuses of several columns fill a line.
    tested = tuple(column.tested for column in game.totals(state, seat).columns)
    said = "" if several else bonus_words(context.t, game.layout, tested, brief=not context.plain)
    marked = context.mark_turn(line) if seat == table.turn else line
    return f"{marked} · {said}" if said else marked


@lru_cache(maxsize=4096)
def bonus_words(t: Words, layout: Layout, tested: tuple[int, ...], *, brief: bool) -> str:
    """Return how far the bonus is in each column: "bonus 30 of 63"; empty for a sheet without one.

    ``tested`` is what it looks at in each column. ``brief``: several columns go without their names, so that they fit
    in one line of a phone.
    """
    if layout.stacked or not layout.bonus.steps:
        return ""
    said = bonus_term(layout, "bonus {progress}")
    if layout.columns == 1:
        return t(said, progress=_progress(t, layout, tested[0]))
    columns = [_shortly(layout, upper) for upper in tested]
    if not brief:
        names = (column_label(t, layout, number) for number in range(1, len(columns) + 1))
        columns = [t("{name}: {value}", name=name, value=upper) for name, upper in zip(names, columns, strict=True)]
    return t(said, progress=" / ".join(columns) if brief else ", ".join(columns))


def _progress(t: Words, layout: Layout, upper: int) -> str:
    """The bonus reached, and the way to the next one."""
    earned = layout.bonus.points(upper)
    following = next_step(layout.bonus, upper)
    parts = [f"+{earned}"] if earned else []
    if following is not None:
        parts.append(t("{upper} of {needed}", upper=upper, needed=following))
    return ", ".join(parts)


def _shortly(layout: Layout, upper: int) -> str:
    earned = layout.bonus.points(upper)
    return f"+{earned}" if earned else str(upper)

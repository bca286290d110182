"""Totals of partners: everybody's points, and which of them count."""

from bot.engine import Seat
from bot.screens.kit import RenderContext, mention, side_name
from bot.tables.core.model import Table


def totals_lines(context: RenderContext, table: Table, own: list[int]) -> str:
    """Return everybody's total of ``own``, with a mark for the seat to act; a line per side if there are any."""
    sides = table.game.sides
    if not sides:
        return " · ".join(_member(context, table, Seat(seat), own[seat]) for seat in range(len(own)))
    lines = []
    for side in range(sides):
        members = [_member(context, table, Seat(seat), own[seat]) for seat in range(side, len(own), sides)]
        lines.append(f"{side_name(context, table, side)} **{sum(own[side::sides])}**: " + " · ".join(members))
    return "\n".join(lines)


def _member(context: RenderContext, table: Table, seat: Seat, points: int) -> str:
    line = f"{mention(table.players[seat])} **{points}**"
    if seat in table.gone:
        return line + context.t(" (left)")
    return context.mark_turn(line) if seat == table.turn else line

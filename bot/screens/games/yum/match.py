"""Matches of several games and totals of partners: everybody's points, and which of them count."""

from __future__ import annotations

from bot.engine.types import Seat
from bot.games.yum.state import State
from bot.screens.kit.sides import side_name
from bot.screens.kit.values import Desk, mention
from bot.tables.core.model import Table


def standing_line(desk: Desk, table: Table, state: State) -> str:
    """Return everybody's points before this game of a match, sides together; nothing in the first game."""
    if not state.earlier:
        return ""
    made = [sum(earlier[seat].total for earlier in state.earlier) for seat in range(len(table.players))]
    sides = table.game.sides
    if sides:
        parts = [f"{side_name(desk, side)} **{sum(made[side::sides])}**" for side in range(sides)]
    else:
        parts = [f"{mention(player)} **{made[seat]}**" for seat, player in enumerate(table.players)]
    return desk.t("Before this game: {standing}", standing=" · ".join(parts))


def totals_lines(desk: Desk, table: Table, own: list[int]) -> str:
    """Return everybody's total of ``own``, with a mark for the seat to act; a line per side if there are any."""
    sides = table.game.sides
    if not sides:
        return " · ".join(_member(desk, table, Seat(seat), own[seat]) for seat in range(len(own)))
    lines = []
    for side in range(sides):
        members = [_member(desk, table, Seat(seat), own[seat]) for seat in range(side, len(own), sides)]
        lines.append(f"{side_name(desk, side)} **{sum(own[side::sides])}**: " + " · ".join(members))
    return "\n".join(lines)


def _member(desk: Desk, table: Table, seat: Seat, points: int) -> str:
    line = f"{mention(table.players[seat])} **{points}**"
    if seat in table.gone:
        return line + desk.t(" (left)")
    return desk.to_act(line) if seat == table.turn else line

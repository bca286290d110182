"""Everybody's way up the columns of Can't Stop: one table side by side, or in words a line per column."""

from collections.abc import Sequence
from dataclasses import replace

from bot.engine import RaceState, Seat
from bot.games.cant_stop.rules import CantStop
from bot.games.cant_stop.state import HEIGHTS, State, height
from bot.screens.games.cant_stop.mountain import MARKS, cone
from bot.screens.kit import RenderContext, code_block, mention
from bot.tables.core.model import Table

_CELL = 6
_WIDE = 3
"""For more seats the lines leave out how many steps a column has."""


def sheet_lines(context: RenderContext, game: CantStop, state: State, seat: Seat) -> list[str]:
    """Return how far one seat has come in every column."""
    return _table(context, state, [seat])


def sheet_parts(context: RenderContext, table: Table, game: CantStop, state: State) -> list[str]:
    """Return everybody's columns as one part of the page of sheets."""
    return _parts(context, table, state)


def _parts(context: RenderContext, table: Table, state: State) -> list[str]:
    seats = [Seat(seat) for seat in range(len(table.players))]
    if context.plain:
        return ["\n".join(_spoken(context, table, state, column) for column in HEIGHTS)]
    names = [f"{cone(context, table, seat)}{mention(table.players[seat])}" for seat in seats]
    return ["\n".join((" · ".join(names), code_block(_table(context, state, seats))))]


def race_parts(context: RenderContext, table: Table, state: RaceState[State]) -> list[str]:
    """Return the columns of everybody in a race of up to four, as if all were on one board."""
    cones = tuple(run.cones[0] for run in state.runs)
    won = tuple(run.won[0] for run in state.runs)
    return _parts(context, table, replace(state.runs[0], cones=cones, won=won))


def _table(context: RenderContext, state: State, seats: Sequence[Seat]) -> list[str]:
    """A line per column, at most 28 characters: its number, its steps, and those of each seat."""
    head = [f"{MARKS[seat]:>{_CELL}}" for seat in seats] if len(seats) > 1 else []
    names = [f"{column:>2} ({top:>2})" if len(seats) <= _WIDE else f"{column:>4}" for column, top in HEIGHTS.items()]
    lines = [" " * len(names[0]) + "".join(head)] if head else []
    for name, column in zip(names, HEIGHTS, strict=True):
        lines.append(name + "".join(f"{_cell(context, state, column, seat):>{_CELL}}" for seat in seats))
    return lines


def _cell(context: RenderContext, state: State, column: int, seat: Seat) -> str:
    if column in state.won[seat]:
        return context.t("won")
    return str(height(state.cones[seat], column) or "·")


def _spoken(context: RenderContext, table: Table, state: State, column: int) -> str:
    """A column in words."""
    t = context.t
    cones = [
        t("{player} has won it", player=mention(player))
        if column in state.won[seat]
        else t("{player} on {step}", player=mention(player), step=step)
        for seat, player in enumerate(table.players)
        if (step := height(state.cones[seat], column))
    ]
    said = t.listed(cones) if cones else t("no cone")
    return t("**{column}**, {top} steps: {cones}", column=column, top=HEIGHTS[column], cones=said)

"""The columns of Can't Stop: what their picture shows, and the same in words."""

from bot.games.cant_stop.state import HEIGHTS, Heights, State
from bot.screens.kit import CONE_MARKS, Climber, Mountain, RenderContext
from bot.screens.kit.dice import is_drawn
from bot.tables.core.model import Table

_COLOURS, MARKS = tuple(CONE_MARKS), tuple(CONE_MARKS.values())
"""The colours of the seats and their marks."""


def mountain(table: Table, state: State) -> Mountain:
    """Return what the picture shows: cones. They move when a player stops, and with nothing else.

    Runners move with every press; they stand in the board's words.
    """
    climbers = tuple(
        Climber(MARKS[seat], _colour(table, seat), cones, state.won[seat]) for seat, cones in enumerate(state.cones)
    )
    return Mountain(tuple(HEIGHTS.items()), climbers)


def _colour(table: Table, seat: int) -> str:
    """The colour of a seat's cones; those of partners have the colour of their side."""
    sides = table.game.sides
    return _COLOURS[table.colour(seat % sides) if sides else seat]


def cone(context: RenderContext, table: Table, seat: int) -> str:
    """Return the cone of a seat and a space, with its mark where the drawing lacks it; nothing in words only."""
    if context.plain:
        return ""
    colour, mark = _colour(table, seat), MARKS[seat]
    glyph = context.glyphs[f"cone_{colour}"]
    return f"{glyph} " if is_drawn(glyph) and mark == CONE_MARKS[colour] else f"{glyph} {mark} "


def places(context: RenderContext, heights: Heights) -> str:
    """Return where cones or runners stand."""
    return " · ".join(place(context, column, step) for column, step in heights)


def place(context: RenderContext, column: int, step: int) -> str:
    """Return how far one has come in a column, as the buttons of moves say it."""
    top = HEIGHTS[column]
    if context.plain:
        return context.t("column **{column}**, step {step} of {top}", column=column, step=step, top=top)
    return context.t("**{column}**: {step}/{top}", column=column, step=step, top=top)


def open_cones(state: State, seat: int) -> Heights:
    """Return the cones of a seat in columns that it has not won."""
    return tuple((column, step) for column, step in state.cones[seat] if column not in state.won[seat])

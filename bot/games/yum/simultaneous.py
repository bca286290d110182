"""Puts sheets side by side that each player filled alone, at a table of their own."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from bot.engine import Progress, Seat
from bot.games.yum.layout import Layout
from bot.games.yum.standing import Standing
from bot.games.yum.state import State

_NOTHING = Standing(0, 0, 0, 0)
"""A game of a match that a seat missed after leaving."""


def merge_states(states: Sequence[State], gone: Iterable[Seat]) -> State:
    """Return the state whose seat n has the sheet of the one seat of ``states[n]``; nobody is to act in it."""
    earlier = ([standings[0] for standings in state.earlier] for state in states)
    return State(
        sheets=tuple(state.sheets[0] for state in states),
        turn=None,
        spare=tuple(state.spare[0] for state in states),
        extra_yums=tuple(state.extra_yums[0] for state in states),
        penalties=tuple(state.penalties[0] for state in states),
        gone=tuple(gone),
        earlier=tuple(zip_longest(*earlier, fillvalue=_NOTHING)),
    )


def sheet_progress(layout: Layout, games: int, state: State, seat: Seat) -> Progress:
    """Return how many cells ``seat`` has filled, over all ``games`` of the match, and how many there are."""
    cells = len(layout.boxes) * layout.columns
    now = sum(cell is not None for column in state.sheets[seat] for cell in column)
    return Progress(len(state.earlier) * cells + now, games * cells)

"""What the dice on the table would write: the sheet and the buttons of a board both show it."""

from collections.abc import Mapping
from typing import TypeAlias

from bot.games.yum.rules import Yum
from bot.games.yum.state import State

Worth: TypeAlias = Mapping[tuple[int, int], int]
"""Points by column and place of a box; none for 0 points."""


def would_write(game: Yum, state: State) -> Worth:
    """Return the points that the dice would write in each open box, where it is any."""
    if state.turn is None or not state.dice:
        return {}
    sheet, faces = state.sheets[state.turn], tuple(sorted(state.dice))
    points = [game.scorer.raw(sheet, column, faces) for column in range(len(sheet))]
    times = game.throwing.multiplier(state)
    return {
        (column, place): points[column][place] * times
        for column, place in game.scorer.open_places(sheet, faces)
        if points[column][place]
    }

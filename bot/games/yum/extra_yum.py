"""The reward for filling a box with a further Yum, besides the points in the box (rules.md §7, §8, §11)."""

from bot.engine import Faces
from bot.engine.hands import all_equal
from bot.games.yum.layout import Layout
from bot.games.yum.state import Cell, Sheet


def further_yum(layout: Layout, sheet: Sheet, faces: Faces) -> bool:
    """Whether ``faces`` are a Yum while every Yum box of ``sheet``, in every column, already holds points."""
    places = [place for place, box in enumerate(layout.boxes) if box.yum]
    return all_equal(faces) and all(
        (cell := cells[place]) is not None and cell.raw for cells in sheet for place in places
    )


def earns_bonus(layout: Layout, cell: Cell) -> bool:
    """Whether a further Yum that wrote ``cell`` earns the bonus: with several columns it must score there."""
    return layout.columns == 1 or cell.raw > 0

"""What every throw may fill on a sheet, asked of the game's own scorer."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine.hands import all_equal
from bot.games.yum.extra_yum import further_yum
from bot.games.yum.rules import Yum
from bot.games.yum.scoring.totals import EXTRA_YUM
from bot.games.yum.state import Sheet
from bot.mind.throws import Throws, Values


class Offers(NamedTuple):
    """By throw, column and box."""

    points: NDArray[np.int64]
    """Not yet multiplied."""
    allowed: NDArray[np.bool_]
    """Whether the throw may fill the box."""


def offers(game: Yum, sheet: Sheet, throws: Throws) -> Offers:
    """Return what each of ``throws`` may fill on ``sheet``.

    Only equal dice may be a joker, and only a joker must go to one place. All other throws may fill the same boxes, so
    the scorer is asked once for all of them.
    """
    scorer, columns = game.scorer, range(len(sheet))
    points = np.array([[scorer.raw(sheet, column, faces) for column in columns] for faces in throws.throws])
    allowed = np.zeros(points.shape, dtype=bool)
    _, unequal, *_ = throws.throws
    _allow(allowed, slice(None), scorer.open_places(sheet, unequal))
    for row, faces in enumerate(throws.throws):
        if all_equal(faces):
            allowed[row] = False
            _allow(allowed, row, scorer.open_places(sheet, faces))
    return Offers(points, allowed)


def _allow(allowed: NDArray[np.bool_], rows: int | slice, places: Sequence[tuple[int, int]]) -> None:
    for column, place in places:
        allowed[rows, column, place] = True


def further_yums(game: Yum, sheet: Sheet, points: NDArray[np.int64], throws: Throws) -> Values:
    """Return the bonus for a further Yum by throw, column and box, as it counts for the grand total."""
    found = np.zeros(points.shape)
    if game.house_rules.get("yum_bonus"):
        for row, faces in enumerate(throws.throws):
            if faces[0] == faces[-1] and further_yum(game.layout, sheet, faces):
                earned = (points[row] > 0) | (game.layout.columns == 1)
                found[row] = EXTRA_YUM * earned * np.array(game.layout.multipliers)[:, None]
    return found

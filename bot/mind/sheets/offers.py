"""What every throw may fill on a sheet, asked of the game's own scorer."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

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
    """Return what each of ``throws`` may fill on ``sheet``."""
    found = [game.scorer.offers(sheet, faces) for faces in throws.throws]
    points = np.array([offer.points for offer in found])
    allowed = np.zeros(points.shape, dtype=bool)
    for row, offer in enumerate(found):
        columns, places = np.array(offer.places, dtype=int).reshape(-1, 2).T
        allowed[row, columns, places] = True
    return Offers(points, allowed)


def further_yums(game: Yum, sheet: Sheet, points: NDArray[np.int64], throws: Throws) -> Values:
    """Return the bonus for a further Yum by throw, column and box, as it counts for the grand total."""
    found = np.zeros(points.shape)
    if game.house_rules.get("yum_bonus"):
        for row, faces in enumerate(throws.throws):
            if faces[0] == faces[-1] and further_yum(game.layout, sheet, faces):
                earned = (points[row] > 0) | (game.layout.columns == 1)
                found[row] = EXTRA_YUM * earned * np.array(game.layout.multipliers)[:, None]
    return found

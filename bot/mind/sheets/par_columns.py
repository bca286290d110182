"""What a column of a sheet will add up to by the pars of its open boxes."""

from functools import lru_cache
from math import fsum

import numpy as np
from numpy.typing import NDArray

from bot.games.yum.rules import Yum
from bot.games.yum.scoring import Section
from bot.games.yum.state import Cell, Column
from bot.mind.sheets.pars import Pars, expected_bonus
from bot.mind.throws import Values, throws_of


class ParColumns:
    """The columns of one game. ``left`` always counts the open cells of the whole sheet."""

    def __init__(self, game: Yum, pars: Pars) -> None:
        """Evaluate by ``pars``."""
        self._game = game
        self._pars = pars
        self._boxes = game.layout.boxes
        self._upper = [place for place, box in enumerate(self._boxes) if box.section is Section.UPPER]
        keys = [(*box.after, *(key for key in (box.below, box.above, box.waits_for) if key)) for box in self._boxes]
        self._asked = [[game.layout.index(key) for key in asked] for asked in keys]
        self._needed = [{game.layout.index(key) for key in (*box.after, box.waits_for) if key} for box in self._boxes]
        self._asking = [
            [other for other, asked in enumerate(self._asked) if place in asked] for place in range(len(self._boxes))
        ]
        self._cells = game.layout.columns * len(self._boxes)
        self.worth = lru_cache(maxsize=128)(self._worth)
        self._share = lru_cache(maxsize=1024)(self._share_left)
        self._paid = lru_cache(maxsize=1024)(self._expected_bonus)

    def _worth(self, number: int, cells: Column, left: int) -> float:
        """Return what the column ``number`` will add up to in the grand total."""
        times = self._game.layout.multipliers[number]
        written = sum(cell.written for cell in cells if cell is not None)
        pars = fsum(self._par(number, place, cells, left) for place, cell in enumerate(cells) if cell is None)
        return times * (written + self._bonus(number, cells)) + pars

    def gains(self, number: int, cells: Column, left: int, place: int, points: NDArray[np.int64], times: int) -> Values:
        """Return what the column is worth more, for each of ``points`` in the box at ``place`` or a 0, the better."""
        worth = {
            some: self._gain(number, cells, left, place, Cell(some * times, some)) for some in set(points.tolist())
        }
        zero = self._gain(number, cells, left, place, Cell(0, 0))
        return np.array([max(worth[some], zero) for some in points.tolist()])

    def _gain(self, number: int, cells: Column, left: int, place: int, cell: Cell) -> float:
        factor = self._game.layout.multipliers[number]
        after = (*cells[:place], cell, *cells[place + 1 :])
        gain = factor * cell.written - self._par(number, place, cells, left)
        if place in self._upper:
            gain += factor * (self._bonus(number, after) - self._bonus(number, cells))
        for other in self._asking[place]:
            if cells[other] is None:
                gain += self._par(number, other, after, left) - self._par(number, other, cells, left)
        return gain

    def _bonus(self, number: int, cells: Column) -> float:
        """Return the bonus that the upper section of a column will bring on average."""
        raw, pars = self._game.ending.raw_bonus, self._pars
        total = spread = 0.0
        for place in self._upper:
            if (cell := cells[place]) is not None:
                total += cell.raw if raw else cell.written
            else:
                total += pars.upper[number, place]
                spread += pars.spread[number, place]
        return self._paid(round(total, 1), round(spread, 1))

    def _expected_bonus(self, total: float, spread: float) -> float:
        return expected_bonus(self._game.layout.bonus, total, spread)

    def _par(self, number: int, place: int, cells: Column, left: int) -> float:
        """Return what an open box will bring, the bonus left out."""
        return self._pars.at(number, place, left) * self.share(place, cells)

    def share(self, place: int, cells: Column) -> float:
        """Return how much of its own turn an open box still brings beside the other ``cells`` of its column."""
        return self._share(place, tuple(cells[asked] for asked in self._asked[place]))

    def _share_left(self, place: int, asked: tuple[Cell | None, ...]) -> float:
        """Return how much of its own turn a box still brings, for what the boxes hold that it asks."""
        if not any(cell is not None for cell in asked):
            return 1.0
        cells: list[Cell | None] = [None] * len(self._boxes)
        for other, cell in zip(self._asked[place], asked, strict=True):
            maximum = self._boxes[other].maximum
            cells[other] = Cell(maximum, maximum) if cell is None and other in self._needed[place] else cell
        throws, sheet = throws_of(self._game.layout.dice), (tuple(cells),)
        now = [[float(self._game.scorer.raw(sheet, 0, faces)[place])] for faces in throws.throws]
        usual = [[float(self._boxes[place].points(faces))] for faces in throws.throws]
        return float(throws.turn(np.array(now)).value[0]) / max(1e-9, float(throws.turn(np.array(usual)).value[0]))

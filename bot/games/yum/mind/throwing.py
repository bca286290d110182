"""A turn by every rule of throwing: the Power die, tokens, saved throws (rules.md §1, §4).

Without the Power die there is one column for it; with it a column for each of its faces.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.engine import FREEZE, POWER
from bot.games.yum.rules import THROWS, Throwing
from bot.mind.throws import FACES, Throws, Values

_NEVER = -1e9
_MOST_EXTRA = 3
"""Saved throws that one turn looks ahead; somebody with more is told what so many are worth."""


@dataclass(frozen=True)
class Stage:
    """The choice after a throw that is not the last."""

    fixed: Values
    """What each keep (row) is worth if the Power die, which shows this (column), is kept too."""
    loose: Values
    """The values if the Power die is thrown again; without a Power die both are alike. One column."""
    cost: Values
    """What the next throw costs for each face of the Power die."""
    unused: Values
    """The number of throws that a seat saves by stopping here, for each face of the Power die."""
    which: NDArray[np.int64]
    """For each throw (row), the place of the best keep."""
    again: NDArray[np.bool_]
    """Whether it is better than to stop."""
    by_loose: NDArray[np.bool_]
    """For each keep, whether it is better to throw the Power die again."""


@dataclass(frozen=True)
class TurnPlan:
    """What a turn is worth, and how to play it."""

    throws: Throws
    stages: tuple[Stage, ...]
    """After the first throw, the second and so on."""
    value: float
    """Before the first throw."""

    def stops(self) -> tuple[Values, float]:
        """Return how often the turn ends with each throw, and how many throws it takes from those to spare."""
        return self._stops(0, self._thrown(0, None))

    def ends_after(self, throws: int, keep: int, face: int | None) -> Values:
        """Return how often the turn ends with each throw, once the keep at this place is thrown after so many.

        ``face`` is the column of the Power die if that is kept too.
        """
        return self._stops(throws, self._thrown(keep, face))[0]

    def _thrown(self, keep: int, face: int | None) -> Values:
        """Return how often each throw falls when somebody throws all but a keep."""
        columns = self.stages[0].again.shape[1]
        mass = np.repeat(self.throws.falling(_one(keep, len(self.throws.keeps))), columns, axis=1)
        return mass / columns if face is None else np.where(np.arange(columns) == face, mass, 0.0)

    def _stops(self, throws: int, mass: Values) -> tuple[Values, float]:
        """Return what :meth:`stops` does, where each of ``mass`` falls so often with the next throw after so many."""
        columns = mass.shape[1]
        stopped, paid = np.zeros_like(mass), 0.0
        for number, stage in enumerate(self.stages[throws:], start=throws + 1):
            going = np.where(stage.again, mass, 0)
            stopped += mass - going
            paid -= float(((mass - going) * stage.unused).sum())
            if number >= THROWS:
                paid += float((going * (stage.cost > 0)).sum())
            kept = np.zeros((len(self.throws.keeps), columns))
            for column in range(columns):
                np.add.at(kept[:, column], stage.which[:, column], going[:, column])
            again = np.where(stage.by_loose, kept, 0).sum(axis=1, keepdims=True)
            mass = self.throws.falling(np.where(stage.by_loose, 0, kept)) + self.throws.falling(again) / columns
        return stopped + mass, paid


def plan(throws: Throws, throwing: Throwing, final: Values, extra: int, price: float) -> TurnPlan:
    """Return the best way through a turn.

    ``final`` says what each throw (row) is worth at the end of the turn with each face of the Power die (column);
    ``extra`` throws may follow the third for ``price`` points each, and saved throws bring as much.
    """
    extra = min(extra, _MOST_EXTRA if throwing.saves else 1)
    last = THROWS + max(extra, int(throwing.power))
    value, stages = final, []
    for number in range(last - 1, 0, -1):
        fixed = throws.keeping(value)
        loose = fixed.mean(axis=1, keepdims=True)
        cost = _cost(throwing, number, extra, price)
        options = _options(throwing, number, fixed, loose)
        best, which = throws.chosen(options - cost)
        unused = _unused(throwing, number)
        stop = final + price * unused
        stages.append(Stage(fixed, loose, cost, unused, which, best > stop, options > fixed))
        value = np.maximum(best, stop)
    return TurnPlan(throws, tuple(reversed(stages)), float(throws.keeping(value)[0].mean()))


def _one(place: int, many: int) -> Values:
    """Return a column with 1 at ``place``."""
    column = np.zeros((many, 1))
    column[place] = 1
    return column


def _faces(throwing: Throwing) -> list[int]:
    """Return what the columns stand for: the faces of the Power die, or nothing."""
    return list(FACES) if throwing.power else [0]


def _cost(throwing: Throwing, number: int, extra: int, price: float) -> Values:
    """Return what a throw after the ``number``-th costs, by the face of the Power die."""
    cost = []
    for face in _faces(throwing):
        if face == FREEZE and not throwing.freeze_if_kept:
            cost.append(-_NEVER)
        elif number < THROWS or (number == THROWS and face == POWER):
            cost.append(0.0)
        else:
            cost.append(price if number - THROWS < extra else -_NEVER)
    return np.array([cost])


def _options(throwing: Throwing, number: int, fixed: Values, loose: Values) -> Values:
    """Return what each keep is worth by the better treatment of the Power die that the rules allow."""
    options = np.maximum(fixed, loose)
    for column, face in enumerate(_faces(throwing)):
        if face == POWER and number == THROWS:
            options[:, column] = fixed[:, column]
        elif face == FREEZE and throwing.power:
            options[:, column] = loose[:, 0]
    return options


def _unused(throwing: Throwing, number: int) -> Values:
    """Return the throws that a seat saves by stopping after ``number`` of them; a Freeze leaves none."""
    unused = max(0, THROWS - number) if throwing.saves else 0
    return np.array([[0 if face == FREEZE and throwing.power else unused for face in _faces(throwing)]])

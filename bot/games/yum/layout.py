"""A sheet as it lies before the players, house rules applied: boxes, columns, dice and bonus."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.games.yum.scoring import NO_BONUS, Bonus, Box

Award: TypeAlias = Callable[[Mapping[str, tuple[int, ...]]], int]
"""Grand total out of the points in the filled cells of each box."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A sheet under its house rules."""

    boxes: tuple[Box, ...]
    bonus: Bonus = NO_BONUS
    dice: int = 5
    multipliers: tuple[int, ...] = (1,)
    """The multiplier of each column's total; as many as there are columns."""
    stacked: bool = False
    """The columns are one column of boxes with several cells, filled from the first."""
    award: Award | None = None
    """Computes the grand total from the cells, if it is not their sum."""
    prime: bool = False
    """French calls the bonus a prime."""

    @property
    def columns(self) -> int:
        """How many columns a seat fills."""
        return len(self.multipliers)

    @property
    def named_columns(self) -> bool:
        """Whether an action says which column it fills."""
        return self.columns > 1 and not self.stacked

    def box(self, key: str) -> Box:
        """Return the box with that key; raises KeyError."""
        for box in self.boxes:
            if box.key == key:
                return box
        raise KeyError(key)

    def index(self, key: str) -> int:
        """Return the place of a box among the cells of a column; raises KeyError."""
        return self.boxes.index(self.box(key))

    def with_boxes(self, change: Callable[[Box], Box]) -> "Layout":
        """Return this layout with ``change`` applied to every box."""
        return replace(self, boxes=tuple(map(change, self.boxes)))

    def with_box(self, key: str, *instead: Box) -> "Layout":
        """Return this layout with ``instead`` in the place of the box ``key``."""
        place = self.index(key)
        return replace(self, boxes=(*self.boxes[:place], *instead, *self.boxes[place + 1 :]))

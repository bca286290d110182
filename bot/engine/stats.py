"""The counts of one seat, collected while the gate plays a finished game once more."""

from collections import Counter
from dataclasses import dataclass, field

from bot.engine.dice import Faces


@dataclass(slots=True)
class SeatStats:
    """The counts of one seat so far. A game adds to them in :meth:`bot.engine.types.Game.count_stats`."""

    boxes: dict[str, list[int]] = field(default_factory=dict)
    """The points in each box, in every column and every game of a match; 0 for a struck box."""
    bonuses: list[int] = field(default_factory=list)
    """The upper section's bonus, of every column and game that has one; 0 where the player missed it."""
    counts: Counter[str] = field(default_factory=Counter)
    """What the game counts besides, by the words of :attr:`bot.engine.types.Game.counted`."""
    throws: int = 0
    faces: list[int] = field(default_factory=lambda: [0] * 6)
    """The count of each face that fell, from 1 to 6, without the Power die."""
    power: list[int] = field(default_factory=lambda: [0] * 6)
    """The count of each face of the Power die that fell."""

    def throw(self, faces: Faces, power: int | None = None) -> None:
        """Count a throw in which ``faces`` fell, and ``power`` on the Power die if the seat threw it."""
        self.throws += 1
        for face in faces:
            self.faces[face - 1] += 1
        if power is not None:
            self.power[power - 1] += 1

"""The race of Can't Stop: everybody alone on a board of their own, to their columns in the fewest turns.

Ours (PROP), like playing alone. House rules about the cones of others are left out. Equal turns share the place.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from bot.engine import Race, RaceState, Rule
from bot.games.cant_stop.options import RULES
from bot.games.cant_stop.rules import CantStop
from bot.games.cant_stop.state import CantStopAction, State

_ALONE = ("columns_to_win", "must_maximise", "power")
"""The house rules that mean something without others."""


@dataclass(frozen=True, slots=True)
class CantStopRaceState(RaceState[State]):
    """How far everybody is."""


@dataclass(frozen=True)
class CantStopRace(Race[State, CantStopAction]):
    """The race of Can't Stop with its house rules chosen."""

    key: ClassVar[str] = "cant_stop_race"
    state_type: ClassVar[type[CantStopRaceState]] = CantStopRaceState
    rules: ClassVar[tuple[Rule, ...]] = tuple(rule for rule in RULES if rule.key in _ALONE)
    solo: CantStop = field(init=False, compare=False, repr=False)
    counted: ClassVar[tuple[str, ...]] = CantStop.counted

    def for_one(self) -> CantStop:
        """Return the game of one seat."""
        return CantStop.from_options(self.house_rules.written)

    @property
    def goal(self) -> int:
        """The columns that end the race of a seat."""
        return int(self.house_rules["columns_to_win"])

    def way(self, run: State) -> tuple[int, int]:
        """Return the columns that a runner has won, and how many it takes."""
        return len(run.won[0]), self.goal

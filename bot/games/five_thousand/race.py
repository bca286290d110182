"""The race of 5000: everybody alone with dice of their own, to the goal in the fewest turns.

Ours (PROP): the sheets of rules know 5000 only with others. House rules that need them are left out: the last round,
bumps, sides. Equal turns share the place.
"""

from dataclasses import dataclass, field, replace
from typing import ClassVar

from bot.engine import DOUBLE, N_, Race, RaceState, Rule
from bot.games.five_thousand.options import RULES
from bot.games.five_thousand.rules import FiveThousand
from bot.games.five_thousand.state import FiveThousandAction, State

_MEANS = {"target": N_("How many points end the race.")}
_ALONE = ("dice", "target", "goal_mode", "opening", "throw_cap", "keep_all_scoring", "full_hand_forced", "power")
"""The house rules that mean something without others."""


@dataclass(frozen=True, slots=True)
class FiveThousandRaceState(RaceState[State]):
    """How far everybody is."""


class _Runner(FiveThousand):
    """5000 for one seat."""

    seats_alone: ClassVar[range] = range(1, 2)


@dataclass(frozen=True)
class FiveThousandRace(Race[State, FiveThousandAction]):
    """The race of 5000 with its house rules chosen."""

    key: ClassVar[str] = "5000_race"
    state_type: ClassVar[type[FiveThousandRaceState]] = FiveThousandRaceState
    rules: ClassVar[tuple[Rule, ...]] = tuple(
        replace(rule, meaning=_MEANS.get(rule.key, rule.meaning)) for rule in RULES if rule.key in _ALONE
    )
    solo: FiveThousand = field(init=False, compare=False, repr=False)
    counted: ClassVar[tuple[str, ...]] = ("turns", "busts", "best")

    def for_one(self) -> FiveThousand:
        """Return the game of one seat."""
        return _Runner.from_options(self.house_rules.written)

    @property
    def goal(self) -> int:
        """The points that end the race of a seat."""
        return int(self.house_rules["target"])

    def ends_turn(self, before: State, after: State) -> bool:
        """Whether a turn that counts has ended: one whose Power die gives another turn is free."""
        free = after.turn is not None and after.last is not None and after.last.power == DOUBLE
        return super().ends_turn(before, after) and not (free and after.last is not before.last)

    def way(self, run: State) -> tuple[int, int]:
        """Return the points of a runner, and the goal."""
        return self.solo.scores(run)[0], self.goal

"""What the thinker says of a position."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

LATER: Literal["later"] = "later"
"""Instead of an answer: values must be worked out first."""


class NobodyKnows(Exception):
    """Nothing evaluates this game by these house rules."""


class ThinkingFailed(Exception):
    """The worker broke twice over one question, or cannot be started."""


@dataclass(frozen=True)
class Answer:
    """What a position is worth to the seat that is to act, and each of its legal actions, the best first."""

    unit: str
    """A word of :class:`bot.mind.evaluator.Unit`: ``points``, ``win`` or ``turns``."""
    strength: str
    """A word of :class:`bot.mind.evaluator.Strength`: ``exact``, ``net`` or ``estimate``."""
    value: float
    """Before the choice."""
    actions: tuple[tuple[str, float], ...]
    """The text of each legal action (notation.md) with its value if the seat plays on at full strength."""

    @property
    def best(self) -> str:
        """The text of the best action."""
        return self.actions[0][0]

    @property
    def second(self) -> str:
        """The text of the next best action. Only a position with a choice has one."""
        return self.actions[1][0]

    @cached_property
    def _worth(self) -> dict[str, float]:
        return dict(self.actions)

    def worth(self, action: str) -> float:
        """Return the value of ``action``. Raises KeyError for one that is not legal."""
        return self._worth[action]

    def lost(self, action: str) -> float:
        """Return how much worse ``action`` is than the best one, in :attr:`unit`; never below 0."""
        return abs(self.worth(action) - self.actions[0][1])

"""What the thinker says of a finished game (:mod:`bot.mind.review` works it out), as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from bot.games import CATALOGUE

# -- What the thinker says of a position -----------------------------------------------------------------------------

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


# -- Why an action is better than another one (:mod:`bot.mind.reasons` works it out), as plain values ----------------


class Claim(NamedTuple):
    """A quantity of both actions, which differ as the reason says (notation.md, Reasons)."""

    claim: str
    """Its kind: docs/mind.md lists them."""
    best: float
    done: float
    unit: str
    """``chance``, ``points`` or ``count``; ``order``: 1 for the answer that has more, 0 for the other one."""
    about: str = ""
    """The text of an action that fills the box, or takes the chip, of which this is a quantity; or several."""


Why: TypeAlias = tuple[Claim, ...]
"""One or two claims that explain most of the difference; none where it is the sum of many small things."""

COMING: Why = (Claim("coming", 0.0, 0.0, ""),)
"""In place of a reason that is still being worked out."""
LATE: Why = (Claim("late", 0.0, 0.0, ""),)
"""In place of a reason that nobody has worked out in time, or whose process broke: one may ask again."""


# -- What the thinker says of a finished game (:mod:`bot.mind.review` works it out), as plain values -----------------


def usual_unit(game: str) -> str:
    """Return the unit of most reviews of a game, by its key. Among more than two some are reviewed by turns instead."""
    return CATALOGUE[game].unit if game in CATALOGUE else "points"


class Mistake(NamedTuple):
    """A decision that cost something."""

    move: int
    """The place of the decision in the journal, lines that were taken back not counted."""
    best: str
    """The text of the best action (notation.md)."""
    lost: float
    """The value lost against that, in the unit of the review; above 0."""


class ThrowLuck(NamedTuple):
    """A throw."""

    move: int
    luck: float
    """What the dice brought beyond what was to be expected; more is better, whatever the unit."""


class Finest(NamedTuple):
    """A decision for the best action that was better than the greedy one."""

    move: int
    instead: str
    """The text of the greedy action."""
    gained: float
    """What that would have lost."""
    why: Why | None = None
    """Why it was better; None where nobody can say."""


class ToWin(NamedTuple):
    """A decision in which points say one thing and the chance to win another: an action against what was done."""

    move: int
    instead: str
    """The text of the action: the best one for points, or else the likeliest to win."""
    points: float
    """What it brings more; below 0 where that is less."""
    win: float
    """By how much it makes the player likelier to win; below 0 where less likely."""


class Chosen(NamedTuple):
    """All decisions of one kind: those whose texts begin with the same word."""

    decisions: int
    lost: float


class PlayedDay(NamedTuple):
    """A game that the champion played alone."""

    score: int
    expected: float
    """The points, of a race the turns, to be expected before the first throw."""
    actions: tuple[str, ...]
    """Texts of all its actions (notation.md), throws included."""


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """The course of a game for one seat, in the numbers of :class:`bot.mind.review.SeatReview`."""

    start: float
    luck: float
    lost: float
    others: float
    score: float
    kinds: Mapping[str, Chosen]
    """By the first word of the action, such as ``keep``, ``mark`` and ``strike``."""
    mistakes: tuple[Mistake, ...]
    throws: tuple[ThrowLuck, ...]
    whys: Mapping[int, Why] = field(default_factory=dict)
    """Why the best action of the costliest mistakes was better, by their moves, where anybody can say."""
    finest: Finest | None = None
    """The decision that gained most on what somebody does who wants the most now."""
    strays: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    """By turns left: how far the final score may stray (:meth:`bot.mind.levels.Mind.strays`), where that is known."""
    to_win: tuple[ToWin, ...] = ()
    """Decisions in which points and the chance to win disagree, where both are known, in playing order."""

    @property
    def made(self) -> int:
        """The number of decisions."""
        return sum(kind.decisions for kind in self.kinds.values())

    @property
    def swing(self) -> float:
        """What one throw was worth (:func:`bot.mind.review.swing`)."""
        from bot.mind.review import swing  # noqa: PLC0415 - a bot that nobody asks loads nothing of the mind.

        return swing(throw.luck for throw in self.throws)


@dataclass(frozen=True, slots=True)
class GameReview:
    """A reviewed game."""

    unit: str
    """A word of :class:`bot.mind.evaluator.Unit`: ``points``, ``win`` or ``turns``."""
    strength: str
    """A word of :class:`bot.mind.evaluator.Strength`: ``exact``, ``net`` or ``estimate``."""
    seats: tuple[SeatSummary | None, ...]
    """None for a seat that left, or that never had a turn."""

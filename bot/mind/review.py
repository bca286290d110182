"""Finished games looked at again: luck and decisions, how well somebody decided, and what decided between two sides.

It imports nothing else of the mind but words, so screens may ask without loading any of that.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import exp, fsum, sqrt
from typing import NamedTuple, Protocol

from bot.engine import AnyGame, GameError, Seat, win_share
from bot.engine.game import GAMES
from bot.engine.gate import JournalEntry, replay_step
from bot.engine.types import DROP, PlayedStep, SeatStats, text
from bot.mind.evaluator import Advice, Evaluator, NoEvaluator, Strength, Unit

# -- A finished game looked at again: for each player what was to be expected, luck, and what decisions lost ---------
# In points ``start + luck - lost = score``. In turns, of which fewer are better, ``start - luck + lost - others`` is
# the score: others may close what one climbs. A chance to win between two changes by the other player's dice
# and decisions as much: ``start + luck - lost + others``.


class NotFinished(GameError):
    """The game is not over, so there is nothing to review yet."""


class Decision(NamedTuple):
    """One choice among several legal actions."""

    move: int
    """The index of the move in the journal."""
    do: str
    best: str
    lost: float
    """What the best action was worth more, in the unit of the review: 0 for the best, never less."""


class ReviewedThrow(NamedTuple):
    """One move that threw dice."""

    move: int
    luck: float
    """What the dice brought beyond what was to be expected; more is better, whatever the unit."""


@dataclass(slots=True)
class SeatReview:
    """The course of a game for one seat."""

    start: float
    """What the game was worth to the seat before its first throw."""
    luck: float = 0.0
    """The sum of :attr:`throws`; in points also of fines."""
    lost: float = 0.0
    """The sum of :attr:`decisions`."""
    others: float = 0.0
    """What others changed, and what an estimate of turns had not foreseen; more is better. Always 0 in points."""
    score: float = 0.0
    """The points; 1, 0.5 or 0 for a win, a tie, a loss; the turns, with those still needed where others were first."""
    decisions: list[Decision] = field(default_factory=list)
    throws: list[ReviewedThrow] = field(default_factory=list)


class Review(NamedTuple):
    """A reviewed game."""

    unit: Unit
    strength: Strength
    """That of its least sure value."""
    seats: tuple[SeatReview | None, ...]
    """None for a seat that left, or that never had a turn."""


def review(game: AnyGame, seats: int, journal: Iterable[JournalEntry], evaluator: Evaluator) -> Review:
    """Return the review of a finished game of so many seats.

    Raises NotFinished; NoEvaluator where values are too rough to tell luck from decisions; and what
    :func:`bot.engine.gate.replay_step` raises for a journal that does not play.
    """
    state, books, counts = game.new(seats), _Books(game.sides or seats, seats), [SeatStats() for _ in range(seats)]
    for number, entry in enumerate(journal):
        acts = entry.do != DROP and game.turn(state) == entry.seat
        advice = _good_enough(game, evaluator.advise(state)) if acts else None
        step = replay_step(game, state, entry)
        if advice is not None:
            books.move(number, entry, advice, counts[entry.seat].counts["turns"])
        game.count_stats(counts, PlayedStep(state, entry.do, step.events, step.state))
        state = step.state
    outcome = game.outcome(state)
    if outcome is None:
        raise NotFinished("the game is not over")
    for seat in map(Seat, range(seats)):
        wins = win_share(outcome.winners, seat, game.sides or seats)
        books.close(seat, wins, sum(game.own_games(state, seat)), counts[seat].counts["turns"])
    return books.review(state.gone)


def _good_enough(game: AnyGame, advice: Advice) -> Advice:
    """Return ``advice``, or raise NoEvaluator.

    An estimate of points takes weak play for bad luck, and that of a chance to win takes all others for equals. An
    estimate of turns sees every turn to its end, which is what decisions are about.
    """
    if advice.strength == Strength.ESTIMATE and advice.unit != Unit.TURNS:
        raise NoEvaluator(f"no review of {game.key} by these rules: its values are estimates")
    if advice.unit == Unit.TURNS and game.sides:
        raise NoEvaluator(f"no review of {game.key} in teams: partners share what a turn brings")
    if advice.unit == Unit.TURNS and GAMES in game.options:
        raise NoEvaluator(f"no review of matches of {game.key}: turns are those of the present game")
    return advice


class _Books:
    """What the game was worth to each seat from move to move, and why that changed. More is better here, always."""

    def __init__(self, sides: int, seats: int) -> None:
        self._sides = sides
        self._unit, self._strength = Unit.POINTS, Strength.EXACT
        self._seats: list[SeatReview | None] = [None] * seats
        self._worth = [0.0] * seats
        self._thrown: dict[Seat, int] = {}
        """The latest move of a seat, where it threw dice and their luck is not known yet."""

    def move(self, number: int, entry: JournalEntry, advice: Advice, turns: int) -> None:
        """Book a move, before which ``advice`` held and its seat had ended so many turns."""
        self._unit = advice.unit
        self._strength = max(self._strength, advice.strength, key=list(Strength).index)
        for seat, worth in self._worths(entry.seat, advice, turns):
            self._arrive(seat, worth)
        if len(advice.actions) > 1:
            self._decide(number, entry, advice)
        if entry.dice:
            self._thrown[entry.seat] = number

    def _worths(self, seat: Seat, advice: Advice, turns: int) -> Iterator[tuple[Seat, float]]:
        """Yield what the game is now worth to every seat of which ``advice``, given to ``seat``, tells that."""
        if advice.unit == Unit.WIN:
            for player in map(Seat, range(len(self._seats))):
                yield player, advice.value if self._partners(player, seat) else 1.0 - advice.value
        elif advice.unit == Unit.TURNS:
            yield seat, -(turns + advice.value)
        elif len(advice.actions) > 1 or self._seats[seat] is None:
            # Before a throw it stays what the last choice made it: a net may say a little more or less by now.
            yield seat, advice.value

    def _partners(self, seat: Seat, other: Seat) -> bool:
        return seat % self._sides == other % self._sides

    def _arrive(self, seat: Seat, worth: float) -> None:
        """Note what the game is worth to ``seat`` before a move, or when it is over."""
        review = self._seats[seat]
        if review is None:
            review = self._seats[seat] = SeatReview(self._shown(worth))
            self._worth[seat] = worth
        gain = worth - self._worth[seat]
        self._worth[seat] = worth
        if seat in self._thrown:
            review.throws.append(ReviewedThrow(self._thrown.pop(seat), gain))
            review.luck += gain
        elif self._unit == Unit.POINTS:
            review.luck += gain
        else:
            review.others += gain

    def _decide(self, number: int, entry: JournalEntry, advice: Advice) -> None:
        """Book a choice; the opponents of its seat win what it lost."""
        best, worth = advice.actions[0]
        lost = next(abs(worth - value) for action, value in advice.actions if text(action) == entry.do)
        for seat, review in enumerate(self._seats):
            if review is not None and seat == entry.seat:
                self._worth[seat] -= lost
                review.lost += lost
                review.decisions.append(Decision(number, entry.do, text(best), lost))
            elif review is not None and self._unit == Unit.WIN:
                gain = -lost if self._partners(Seat(seat), entry.seat) else lost
                self._worth[seat] += gain
                review.others += gain

    def close(self, seat: Seat, wins: float, points: int, turns: int) -> None:
        """Book how the game ended for ``seat``: the wins (half of one for a tie), the points, the turns it took."""
        review = self._seats[seat]
        if review is None:
            return
        if self._unit != Unit.TURNS:
            self._arrive(seat, wins if self._unit == Unit.WIN else points)
        elif wins:
            self._arrive(seat, -turns)
        review.score = float(self._shown(self._worth[seat]))

    def _shown(self, worth: float) -> float:
        return -worth if self._unit == Unit.TURNS else worth

    def review(self, gone: Iterable[Seat]) -> Review:
        """Return all of it, without the seats that left."""
        for seat in gone:
            self._seats[seat] = None
        return Review(self._unit, self._strength, tuple(self._seats))


# -- What decided a game between two sides: net luck and net decisions -----------------------------------------------


class ReviewedSeat(Protocol):
    """The review of a seat, as far as this asks."""

    @property
    def luck(self) -> float:
        """What the dice brought."""

    @property
    def lost(self) -> float:
        """What decisions lost."""


class Net(NamedTuple):
    """What one side had less what the other had, in the unit of the review; more is better, whatever the unit."""

    luck: float
    decisions: float


def net(seats: Sequence[ReviewedSeat | None], sides: int, seat: int, rival: int | None = None) -> Net | None:
    """Return net luck and net decisions of the side of ``seat`` against that of ``rival``, by default the only other.

    Return None where there is no only other one, or where one of the two sides is not all reviewed.

    What one side wins of a chance to win, the other loses. So ``start + luck + decisions`` is what came out for every
    seat, and what a review calls *others* is the other side's (and a partner's) part of it. In points and turns every
    seat has its own sum; where both begin alike, ``luck + decisions`` is the margin in points.
    """
    if rival is None:
        if sides != 2:
            return None
        rival = seat + 1
    luck = decisions = 0.0
    for other, review in enumerate(seats):
        sign = (other % sides == seat % sides) - (other % sides == rival % sides)
        if not sign:
            continue
        if review is None:
            return None
        luck += sign * review.luck
        decisions -= sign * review.lost
    return Net(luck, decisions)


# -- How well somebody decided: accuracy, and mistakes by size ---------------------------------------------------------
# What a decision costs is measured by what the dice did: by the luck of one throw of the same player in the same game,
# as the root of the mean square. So points, turns and chances, long games and short ones, have the same scale.


class Size(StrEnum):
    """The sizes of mistakes, by the accuracy of that decision alone."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


_SIZES = ((0.5, Size.BLUNDER), (0.75, Size.MISTAKE), (0.9, Size.INACCURACY))
"""Each size with the accuracy below which a decision has it, the largest first."""


def swing(throws: Iterable[float]) -> float:
    """Return what one throw is worth, given the luck of each: 0 where nobody threw."""
    squares = [luck * luck for luck in throws]
    return sqrt(fsum(squares) / len(squares)) if squares else 0.0


def accuracy_of(lost: float, swing: float) -> float:
    """Return the accuracy of a decision, from 1 for the best down to 0: 0.37 where it cost as much as a throw does."""
    return exp(-lost / swing) if swing else float(not lost)


def accuracy(costs: Iterable[float], made: int, swing: float, noise: float = 0.0) -> float | None:
    """Return the mean accuracy of so many decisions, of which these had ``costs``; None where nobody had a choice.

    A cost within the ``noise`` of the evaluator is none.
    """
    if not made or not swing:
        return None
    return 1.0 - fsum(1.0 - accuracy_of(lost, swing) for lost in costs if lost >= noise) / made


def size_of(lost: float, swing: float, noise: float = 0.0) -> Size | None:
    """Return how large a mistake is that ``lost`` so much; None for none worth the name, or within the ``noise``."""
    if lost < noise or not lost:
        return None
    share = accuracy_of(lost, swing)
    return next((size for below, size in _SIZES if share < below), None)

"""A race: everybody plays a game alone, with dice of their own, and the fewest turns to its goal win.

A race is a game of its own beside the one it is made from. It has a key, options, records, leaderboards and ratings of
its own, in which fewer turns are better. Nobody waits for anybody, so its seats play at tables of their own; one seat
may also play at an ordinary table.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Generic, TypeVar

from bot.engine.dice import Dice, Faces
from bot.engine.game import GameWithOptions
from bot.engine.seat_stats import SeatStats
from bot.engine.seats import acting, added, leave, put
from bot.engine.types import A, GameState, Left, PlayedStep, Progress, Report, Seat, Step

R = TypeVar("R", bound=GameState)
"""The state of one runner: of the game a race is made from, with one seat."""


@dataclass(frozen=True, slots=True)
class RaceState(Generic[R]):
    """How far everybody is, each in a game of one seat."""

    runs: tuple[R, ...]
    """One per seat."""
    turns: tuple[int, ...]
    """For each seat, how many turns it has ended."""
    turn: Seat | None
    """The seat to act: the only one, until it has reached the goal or left."""
    gone: tuple[Seat, ...] = ()

    @property
    def dice(self) -> Faces:
        """The dice of the seat to act."""
        return () if self.turn is None else self.runs[self.turn].dice


@dataclass(frozen=True)
class Race(GameWithOptions[RaceState[R], A]):
    """A game that everybody plays alone; a subclass says which, and what is still to go.

    The score of a seat is the number of its turns below 0, so the greatest wins, as everywhere.
    """

    seats_alone: ClassVar[range] = range(1, 2)
    only_in_turns: ClassVar[str] = ""
    solo: GameWithOptions[R, A] = field(init=False, compare=False, repr=False)
    """The game of one seat, by the house rules of this race."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "solo", self.for_one())

    @abstractmethod
    def for_one(self) -> GameWithOptions[R, A]:
        """Return the game of one seat by the house rules of this race; all others have their defaults."""

    @abstractmethod
    def way(self, run: R) -> tuple[int, int]:
        """Return how far a runner is and how far they have to go, in the units of the goal."""

    def new(self, seats: int) -> RaceState[R]:
        """Return the start of a race for one seat."""
        self.check_seats(seats)
        return self.state_type((self.solo.new(1),), (0,), Seat(0))  # type: ignore[no-any-return]

    def legal_actions(self, state: RaceState[R]) -> tuple[A, ...]:
        """Return what the game of one seat allows."""
        return () if state.turn is None else self.solo.legal_actions(state.runs[state.turn])

    def apply(self, state: RaceState[R], action: A, dice: Dice) -> Step[RaceState[R]]:
        """Play on, and count the turn if it ends."""
        seat = acting(state)
        step = self.solo.apply(state.runs[seat], action, dice)
        ended = self.ends_turn(state.runs[seat], step.state)
        after = replace(
            state,
            runs=put(state.runs, seat, step.state),
            turns=added(state.turns, seat, ended),
            turn=None if self.solo.turn(step.state) is None else seat,
        )
        return Step(after, step.events)

    def ends_turn(self, before: R, after: R) -> bool:
        """Whether the step from ``before`` to ``after`` ended a turn that counts."""
        return not after.dice

    def drop(self, state: RaceState[R], seat: Seat, dice: Dice) -> Step[RaceState[R]]:
        """End the race of a seat that leaves."""
        return Step(replace(state, gone=leave(state.gone, seat, len(state.runs)), turn=None), (Left(seat),))

    def scores(self, state: RaceState[R]) -> tuple[int, ...]:
        """Return everybody's turns below 0: the fewest are the greatest number."""
        return tuple(-turns for turns in state.turns)

    def autoplay(self, state: RaceState[R]) -> A:
        """Return what the game of one seat plays for somebody absent."""
        return self.solo.autoplay(state.runs[acting(state)])

    def count_stats(self, seats: Sequence[SeatStats], step: PlayedStep[RaceState[R]]) -> None:
        """Count what the game of one seat counts."""
        for seat, (before, after) in enumerate(zip(step.before.runs, step.after.runs, strict=True)):
            if before is not after:
                self.solo.count_stats((seats[seat],), PlayedStep(before, step.do, step.events, after))

    def report(self, state: RaceState[R]) -> Report:
        """Return what the game of one seat reports, with the turns so far."""
        found = (self.solo.report(run).seats[0] for run in state.runs)
        seats: list[Mapping[str, object]] = [
            {**seat, "turns": turns} for seat, turns in zip(found, state.turns, strict=True)
        ]
        return Report(tuple(seats), {})

    def merge(self, states: Sequence[RaceState[R]], gone: Iterable[Seat]) -> RaceState[R]:
        """Return everybody's race as one state."""
        runs, turns = (state.runs[0] for state in states), (state.turns[0] for state in states)
        return self.state_type(tuple(runs), tuple(turns), None, tuple(gone))  # type: ignore[no-any-return]

    def progress(self, state: RaceState[R], seat: Seat) -> Progress:
        """Return how far ``seat`` is; at the goal however it got there."""
        done, of = self.way(state.runs[seat])
        there = self.solo.turn(state.runs[seat]) is None
        return Progress(of if there else min(done, of), of, state.turns[seat])

"""Pig: throw one die as often as you dare. A 1 loses the turn; the first seat with 100 points wins."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from bot.engine import Action, Dice, Faces, GameWithOptions, Left, PlayedStep, Roll, Rolled, Seat, SeatStats, Step
from bot.engine.game import acting, added, leave, next_seat

GOAL = 100


class Hold(Action, frozen=True):
    """Write the points of the turn."""

    word: ClassVar[str] = "stop"


@dataclass(frozen=True, slots=True)
class State:
    """The points of everybody, the present turn, and what the latest one wrote: 0 after a 1."""

    totals: tuple[int, ...]
    turn: Seat | None
    dice: Faces = ()
    risk: int = 0
    gone: tuple[Seat, ...] = ()
    last: tuple[Seat, int] | None = None


@dataclass(frozen=True)
class Pig(GameWithOptions[State, Roll | Hold]):
    """Pig, without house rules."""

    key: ClassVar[str] = "pig"
    state_type: ClassVar[type[State]] = State
    seats_alone: ClassVar[range] = range(2, 9)
    counted: ClassVar[tuple[str, ...]] = ("turns", "busts", "best")

    def new(self, seats: int) -> State:
        """Return a game without points."""
        self.check_seats(seats)
        return State((0,) * seats, Seat(0))

    def legal_actions(self, state: State) -> tuple[Roll | Hold, ...]:
        """Return the throw, and stopping after one."""
        return () if state.turn is None else (Roll(), Hold()) if state.dice else (Roll(),)

    def apply(self, state: State, action: Roll | Hold, dice: Dice) -> Step[State]:
        """Throw, or write the points of the turn."""
        if isinstance(action, Hold):
            return Step(_end_turn(state, state.risk))
        fallen = dice.roll(1)
        after = replace(state, dice=fallen, risk=state.risk + fallen[0])
        return Step(_end_turn(after, 0) if fallen == (1,) else after, (Rolled(acting(state), fallen),))

    def drop(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        """Go on without ``seat``."""
        after = replace(state, gone=leave(state.gone, seat, len(state.totals)))
        return Step(_pass_on(after) if state.turn == seat else after, (Left(seat),))

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the points written."""
        return state.totals

    def count_stats(self, seats: Sequence[SeatStats], step: PlayedStep[State]) -> None:
        """Count the dice and how turns ended."""
        super().count_stats(seats, step)
        if step.after.last is not None and step.after.last is not step.before.last:
            seat, points = step.after.last
            counts = seats[seat].counts
            counts["turns"] += 1
            counts["busts"] += not points
            counts["best"] = max(counts["best"], points)


def _end_turn(state: State, points: int) -> State:
    after = _pass_on(replace(state, totals=added(state.totals, acting(state), points), last=(acting(state), points)))
    return replace(after, turn=None) if max(after.totals) >= GOAL else after


def _pass_on(state: State) -> State:
    turn = next_seat(len(state.totals), acting(state), lambda seat: seat not in state.gone)
    return replace(state, turn=turn, dice=(), risk=0)

"""Ambition: three special dice, qualification, trios to validate, and a goal reached exactly (rules.md §15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar, NamedTuple, TypeAlias, cast

from bot.engine.dice import Dice, Faces
from bot.engine.errors import WrongSeats
from bot.engine.hands import all_equal, holds
from bot.engine.options import Options, Preset, Rule
from bot.engine.seats import leave, next_seat, ranking
from bot.engine.types import Action, Event, Left, OptionValue, Outcome, Report, Roll, Rolled, Seat, Step
from bot.engine.words import N_

KEY = "ambition"
MOST_SEATS = 8
DICE = 3
TRIES = 3
"""Throws of a turn to qualify."""

STARS: Mapping[int, int] = {1: 100, 5: 50}
"""The faces with a star, which score alone, qualify together and validate a trio."""

_YES_NO = (False, True)
_SIDES: Mapping[OptionValue, int] = {False: 0, True: 2, 3: 3, 4: 4}

RULES = (
    Rule("goal", 5000, (5000, 3000, 2000), N_("Goal"), N_("How many points must be reached exactly.")),
    Rule(
        "set_aside",
        False,
        _YES_NO,
        N_("Set scoring dice aside"),
        N_("Only the dice that have not scored are thrown again."),
    ),
    Rule(
        "overshoot",
        "lose_turn",
        ("lose_turn", "stop_before"),
        N_("Going over the goal"),
        N_("What happens to a turn that passes the goal."),
        (N_("The turn is lost"), N_("It counts without that throw")),
    ),
    Rule(
        "teams",
        False,
        tuple(_SIDES),
        N_("Sides"),
        N_("Partners sit alternately and share one score."),
        (N_("Everybody alone"), N_("Two sides"), N_("Three sides"), N_("Four sides")),
    ),
    Rule(
        "everyone_qualifies",
        False,
        _YES_NO,
        N_("Every partner qualifies"),
        N_("Each partner must qualify, not the side once."),
    ),
)

PRESETS = (Preset("friends", N_("Among friends"), {"goal": 2000, "overshoot": "stop_before"}),)
"""What there is besides the standard."""


def trio(face: int) -> int:
    """Return what three equal dice are worth."""
    return 1000 if face == 1 else 100 * face


def is_trio(faces: Faces) -> bool:
    """Whether three dice thrown together are equal."""
    return len(faces) == DICE and all_equal(faces)


def worth(faces: Faces) -> int:
    """Return the points of one throw; 0 where nothing scores."""
    return trio(faces[0]) if is_trio(faces) else sum(STARS.get(face, 0) for face in faces)


def scoring(faces: Faces) -> Faces:
    """Return the dice of one throw that score, ascending."""
    return tuple(sorted(faces if is_trio(faces) else (face for face in faces if face in STARS)))


def qualifies(faces: Faces) -> bool:
    """Whether one throw shows both stars."""
    return holds(faces, tuple(STARS))


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """Write the points of the turn."""

    word: ClassVar[str] = "stop"


AmbitionAction: TypeAlias = Roll | Stop


class How(StrEnum):
    """How a turn ended."""

    COUNTED = "counted"
    QUALIFIED = "qualified"
    UNQUALIFIED = "unqualified"
    """Three throws without both stars."""
    LOST = "lost"
    """A throw without points."""
    INVALID = "invalid"
    """A trio not validated."""
    OVER = "over"
    """Past the goal, and lost."""
    SAVED = "saved"
    """Past the goal, and written without the throw that did it."""


class Last(NamedTuple):
    """How the latest turn ended: the last throw of it, and the points it was about."""

    seat: Seat
    how: How
    faces: Faces
    points: int


@dataclass(frozen=True, slots=True)
class State:
    """Everybody's totals, and the dice of the seat to act."""

    totals: tuple[tuple[int, ...], ...]
    """For each side, its total after every turn that was written."""
    qualified: tuple[bool, ...]
    """For each seat."""
    turn: Seat | None
    """None once the game is over."""
    throws: int = 0
    """How often the seat to act has thrown in this turn."""
    dice: Faces = ()
    """The latest throw, in the order it fell."""
    aside: Faces = ()
    """Dice set aside before the latest throw, where the house rules do so."""
    risk: int = 0
    """Points of this turn."""
    pending: int = 0
    """Those of them that belong to a trio not validated yet."""
    gone: tuple[Seat, ...] = ()
    """Seats that left, in the order they did."""
    last: Last | None = None


@dataclass(frozen=True)
class Ambition:
    """Ambition with its house rules chosen."""

    state_type: ClassVar[type[Any]] = State
    house: Options

    @classmethod
    def chosen(cls, options: Mapping[str, object]) -> Ambition:
        """Return the game with ``options`` in place of its defaults; raises BadOptions."""
        return cls(Options.choose(RULES, options))

    @property
    def key(self) -> str:
        """``ambition``."""
        return KEY

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The house rules that differ from the defaults."""
        return dict(self.house.changed)

    @property
    def written(self) -> Mapping[str, OptionValue]:
        """The house rules as rows and records hold them, with the version of the rules."""
        return self.house.written

    @property
    def goal(self) -> int:
        """The points to be reached exactly."""
        return int(self.house["goal"])

    @property
    def sides(self) -> int:
        """How many sides there are; 0 where everybody plays for themselves."""
        return _SIDES[self.house["teams"]]

    @property
    def seats(self) -> range:
        """How many players may take part; sides are of equal size."""
        return range(2 * self.sides, MOST_SEATS + 1, self.sides) if self.sides else range(2, MOST_SEATS + 1)

    def side(self, seat: Seat) -> int:
        """Return the side of ``seat``: partners sit alternately."""
        return seat % self.sides if self.sides else seat

    def new(self, seats: int) -> State:
        """Return a game in which nobody has qualified."""
        if seats not in self.seats:
            raise WrongSeats(f"{seats} players; this game is for {', '.join(map(str, self.seats))}")
        return State(totals=((),) * (self.sides or seats), qualified=(False,) * seats, turn=Seat(0))

    def turn(self, state: State) -> Seat | None:
        """Return the seat to act."""
        return state.turn

    def legal_actions(self, state: State) -> tuple[AmbitionAction, ...]:
        """Return the throw, and stopping where there are points and no trio to validate."""
        if state.turn is None:
            return ()
        return (Roll(), Stop()) if state.risk and not state.pending else (Roll(),)

    def apply(self, state: State, action: AmbitionAction, dice: Dice) -> Step[State]:
        """Throw, or write the points of the turn."""
        seat = cast(Seat, state.turn)
        if isinstance(action, Stop):
            return Step(self._write(state, How.COUNTED, state.risk))
        aside = self.next_aside(state)
        fallen = dice.roll(DICE - len(aside))
        after = replace(state, throws=state.throws + 1, dice=fallen, aside=aside)
        events: tuple[Event, ...] = (Rolled(seat, fallen),)
        return Step((self._scored if state.qualified[seat] else self._tried)(after), events)

    def next_aside(self, state: State) -> Faces:
        """Return the dice the next throw leaves on the table."""
        if not self.house["set_aside"] or not state.risk:
            return ()
        scored = (*state.aside, *scoring(state.dice))
        return () if len(scored) == DICE else tuple(sorted(scored))

    def _tried(self, state: State) -> State:
        """Return what a throw to qualify leads to."""
        seat = cast(Seat, state.turn)
        if qualifies(state.dice):
            sides = not self.house["everyone_qualifies"]
            new = {other for other in self._seats(state) if other == seat or (sides and self._partners(other, seat))}
            qualified = tuple(was or other in new for other, was in enumerate(state.qualified))
            return _pass_on(replace(state, qualified=qualified), How.QUALIFIED, 0)
        return state if state.throws < TRIES else _pass_on(state, How.UNQUALIFIED, 0)

    def _seats(self, state: State) -> range:
        return range(len(state.qualified))

    def _partners(self, one: int, other: int) -> bool:
        return self.side(Seat(one)) == self.side(Seat(other))

    def _scored(self, state: State) -> State:
        """Return what a throw for points leads to; ``state`` holds the points before it."""
        points = worth(state.dice)
        if not points:
            return _pass_on(state, How.INVALID if state.pending else How.LOST, state.risk)
        if state.pending and not any(face in STARS for face in state.dice):
            return _pass_on(state, How.INVALID, state.risk)
        risk, total = state.risk + points, self.total(state, cast(Seat, state.turn))
        if total + risk > self.goal:
            before = state.risk - state.pending
            if self.house["overshoot"] == "stop_before" and before:
                return self._write(state, How.SAVED, before)
            return _pass_on(state, How.OVER, risk)
        pending = points if is_trio(state.dice) else 0
        if total + risk == self.goal and not pending:
            return self._write(state, How.COUNTED, risk)
        return replace(state, risk=risk, pending=pending)

    def total(self, state: State, seat: Seat) -> int:
        """Return the points written for ``seat`` or its side."""
        totals = state.totals[self.side(seat)]
        return totals[-1] if totals else 0

    def _write(self, state: State, how: How, points: int) -> State:
        """Write ``points`` and pass the dice on; whoever comes to the goal has won."""
        seat = cast(Seat, state.turn)
        total, side = self.total(state, seat) + points, self.side(seat)
        totals = (*state.totals[:side], (*state.totals[side], total), *state.totals[side + 1 :])
        after = _pass_on(replace(state, totals=totals), how, points)
        return replace(after, turn=None) if total == self.goal else after

    def drop(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        """Go on without ``seat``; who is left plays to the goal, even alone."""
        after = replace(state, gone=leave(state.gone, seat, len(state.qualified)))
        return Step(_next(after) if state.turn == seat else after, (Left(seat),))

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the points written for each seat; partners share them."""
        return tuple(self.total(state, Seat(seat)) for seat in self._seats(state))

    def outcome(self, state: State) -> Outcome | None:
        """Return the ranks once somebody has come to the goal."""
        if state.turn is not None:
            return None
        scores = self.scores(state)
        return Outcome(ranking(scores, state.gone), scores)

    def preview(self, state: State, action: AmbitionAction) -> int | None:
        """Nothing is written in boxes here."""
        return None

    def report(self, state: State) -> Report:
        """Return totals, who has qualified, and the points at risk."""
        seats = tuple(
            {
                "score": self.total(state, Seat(seat)),
                "qualified": state.qualified[seat],
                "turn": state.risk if seat == state.turn else 0,
            }
            for seat in self._seats(state)
        )
        return Report(seats, {})


def _pass_on(state: State, how: How, points: int) -> State:
    """End the turn of the seat to act, remembering how it ended."""
    return _next(replace(state, last=Last(cast(Seat, state.turn), how, state.dice, points)))


def _next(state: State) -> State:
    """Give the dice to the next seat; to nobody where all have left."""
    turn = next_seat(len(state.qualified), cast(Seat, state.turn), lambda seat: seat not in state.gone)
    return replace(state, turn=turn, throws=0, dice=(), aside=(), risk=0, pending=0)

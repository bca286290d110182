"""The rules of Ambition: special dice, qualification, trios to validate, a goal to reach exactly (rules.md §15)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple, TypeAlias

from bot.engine import (
    DOUBLE,
    FREEZE,
    N_,
    POWER,
    Action,
    Dice,
    Faces,
    Left,
    Preset,
    Report,
    Roll,
    Rolled,
    Rule,
    Seat,
    SeatStats,
    Step,
    acting,
    has_power,
    leave,
    multiplier,
    next_seat,
    power_rule,
    teams_rule,
    throw_dice,
)
from bot.engine.game import FIRST_GAME, Match, MatchGame, games_in_match_rule, put, replaced, tiebreak_rule
from bot.engine.hands import all_equal, holds

# -- House rules (rules.md §15, §22) ---------------------------------------------------------------------------------

_YES_NO = (False, True)

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
    power_rule(N_("One more die that multiplies the turn, ends it safely, or gives another turn or throw.")),
    teams_rule(N_("Partners sit alternately and share one score.")),
    Rule(
        "everyone_qualifies",
        False,
        _YES_NO,
        N_("Every partner qualifies"),
        N_("Each partner must qualify, not the team once."),
    ),
    games_in_match_rule(N_("The points of all games are added."), 15000, N_("Until somebody has 15,000")),
    tiebreak_rule("share", "games_won", "roll_off"),
)

PRESETS = (Preset("friends", N_("Among friends"), {"goal": 2000, "overshoot": "stop_before"}, quicker=True),)
"""The ready-made rules besides the standard."""


# -- The worth of three dice of one throw ----------------------------------------------------------------------------

DICE = 3

STARS: Mapping[int, int] = {1: 100, 5: 50}
"""The faces with a star, which score alone, qualify together and validate a trio."""


def trio(face: int) -> int:
    """Return the worth of three equal dice."""
    return 1000 if face == 1 else 100 * face


def is_trio(faces: Faces) -> bool:
    """Whether three dice thrown together are equal."""
    return len(faces) == DICE and all_equal(faces)


def worth(faces: Faces) -> int:
    """Return the points of one throw; 0 if nothing scores."""
    return trio(faces[0]) if is_trio(faces) else sum(STARS.get(face, 0) for face in faces)


def scoring(faces: Faces) -> Faces:
    """Return the dice of one throw that score, ascending."""
    return tuple(sorted(faces if is_trio(faces) else (face for face in faces if face in STARS)))


def qualifies(faces: Faces) -> bool:
    """Whether one throw shows both stars."""
    return holds(faces, tuple(STARS))


# -- A moment of a game, a player's decisions besides throwing, and the end of a turn --------------------------------


class Stop(Action, frozen=True):
    """Write the points of the turn."""

    word: ClassVar[str] = "stop"


AmbitionAction: TypeAlias = Roll | Stop


class TurnEnd(StrEnum):
    """The end of a turn."""

    COUNTED = "counted"
    QUALIFIED = "qualified"
    UNQUALIFIED = "unqualified"
    """Three throws without both stars."""
    LOST = "lost"
    """A throw without points."""
    INVALID = "invalid"
    """A trio not validated."""
    OVER = "over"
    """Past the goal: the points are lost."""
    SAVED = "saved"
    """Past the goal: written without the throw that went past it."""


class LatestTurn(NamedTuple):
    """The end of the latest turn: its last throw, and the points at stake."""

    seat: Seat
    how: TurnEnd
    faces: Faces
    points: int
    power: int | None = None
    """The Power die, if it counted."""


@dataclass(frozen=True)
class State:
    """Everybody's totals, and the dice of the seat to act."""

    totals: tuple[tuple[int, ...], ...]
    """For each side, its total after every turn with written points."""
    qualified: tuple[bool, ...]
    """For each seat."""
    turn: Seat | None
    """None once the game is over."""
    throws: int = 0
    """The number of throws that the seat to act has made in this turn."""
    dice: Faces = ()
    """The latest throw, in the order it fell."""
    power: int | None = None
    """The Power die of that throw, if there is one."""
    again: bool = False
    """Whether that throw brought nothing, but the Power die gives another."""
    aside: Faces = ()
    """Dice set aside before the latest throw, under house rules that do so."""
    risk: int = 0
    """Points of this turn."""
    pending: int = 0
    """The part of them that belongs to a trio not validated yet."""
    gone: tuple[Seat, ...] = ()
    """Seats that left, in the order they did."""
    last: LatestTurn | None = None
    match: Match = FIRST_GAME


# -- A game: whose throw, what it brings, and the winner -------------------------------------------------------------

TRIES = 3
"""Throws of a turn to qualify."""


@dataclass(frozen=True)
class Ambition(MatchGame[State, AmbitionAction]):
    """Ambition with its house rules chosen."""

    state_type: ClassVar[type[State]] = State
    rules: ClassVar[tuple[Rule, ...]] = RULES
    seats_alone: ClassVar[range] = range(2, 13)
    counted: ClassVar[tuple[str, ...]] = ("turns", "busts", "best", "unqualified")
    key: ClassVar[str] = "ambition"
    tie_dice: ClassVar[int] = DICE

    @property
    def goal(self) -> int:
        """The points to reach exactly."""
        return int(self.house_rules["goal"])

    def new(self, seats: int) -> State:
        """Return a game in which nobody has qualified."""
        self.check_seats(seats)
        return State(totals=((),) * (self.sides or seats), qualified=(False,) * seats, turn=Seat(0))

    def legal_actions(self, state: State) -> tuple[AmbitionAction, ...]:
        """Return the throw, and stopping if there are points and no trio to validate."""
        if state.turn is None:
            return ()
        return (Roll(), Stop()) if state.risk and not state.pending and not state.again else (Roll(),)

    def stopped(self, state: State) -> int:
        """Return what the turn is worth if the seat to act stops; no multiple that passes the goal."""
        if not state.risk:
            return 0
        points = state.risk * multiplier(state.power)
        return state.risk if self.total(state, acting(state)) + points > self.goal else points

    def apply(self, state: State, action: AmbitionAction, dice: Dice) -> Step[State]:
        """Throw, or write the points of the turn."""
        seat = acting(state)
        if isinstance(action, Stop):
            return self.step(self._write(state, TurnEnd.COUNTED, self.stopped(state)), seat, dice)
        aside = self.next_aside(state)
        thrown = throw_dice(dice, DICE - len(aside), with_power=has_power(self.house_rules))
        after = replaced(
            state, throws=state.throws + 1, dice=thrown.faces, power=thrown.power, again=False, aside=aside
        )
        after = (self._scored if state.qualified[seat] else self._tried)(after)
        return self.step(after, seat, dice, (Rolled(seat, thrown.fallen, thrown.power is not None),))

    def next_aside(self, state: State) -> Faces:
        """Return the dice the next throw leaves on the table."""
        if not self.house_rules["set_aside"] or not state.risk:
            return ()
        scored = (*state.aside, *scoring(state.dice))
        return () if len(scored) == DICE else tuple(sorted(scored))

    def _tried(self, state: State) -> State:
        """Return what a throw to qualify leads to."""
        seat = acting(state)
        if qualifies(state.dice):
            sides = not self.house_rules["everyone_qualifies"]
            new = {other for other in self._seats(state) if other == seat or (sides and self._partners(other, seat))}
            return _pass_on(
                replaced(state, qualified=tuple(was or other in new for other, was in enumerate(state.qualified))),
                TurnEnd.QUALIFIED,
                0,
            )
        return state if state.throws < TRIES else _pass_on(state, TurnEnd.UNQUALIFIED, 0)

    def _partners(self, seat: int, other: int) -> bool:
        return self.side(seat) == self.side(other)

    def _scored(self, state: State) -> State:
        """Return what a throw for points leads to; ``state`` holds the points before it."""
        points = worth(state.dice)
        if not points or (state.pending and not any(face in STARS for face in state.dice)):
            return self._missed(state)
        risk, total = state.risk + points, self.total(state, acting(state))
        if total + risk > self.goal:
            before = state.risk - state.pending
            if self.house_rules["overshoot"] == "stop_before" and before:
                return self._write(state, TurnEnd.SAVED, before)
            return _pass_on(state, TurnEnd.OVER, risk)
        after = replaced(state, risk=risk, pending=points if is_trio(state.dice) else 0)
        if after.power == FREEZE:
            return self._frozen(after)
        if total + self.stopped(after) == self.goal and not after.pending:
            return self._write(after, TurnEnd.COUNTED, self.stopped(after))
        return after

    def _missed(self, state: State) -> State:
        """Return what a throw that scores nothing, or validates no trio, leads to."""
        if state.power == POWER:
            return replaced(state, again=True)
        if state.power == FREEZE:
            return self._frozen(state)
        return _pass_on(state, TurnEnd.INVALID if state.pending else TurnEnd.LOST, state.risk)

    def _frozen(self, state: State) -> State:
        """End the turn by the Power die: its points are written, without a trio not validated."""
        safe = state.risk - state.pending
        if safe:
            return self._write(state, TurnEnd.COUNTED, safe)
        return _pass_on(state, TurnEnd.INVALID if state.pending else TurnEnd.LOST, state.risk)

    def total(self, state: State, seat: Seat) -> int:
        """Return the points written for ``seat`` or its side."""
        totals = state.totals[self.side(seat)]
        return totals[-1] if totals else 0

    def _write(self, state: State, how: TurnEnd, points: int) -> State:
        """Write ``points`` and pass the dice on; a seat at the goal has won."""
        seat = acting(state)
        total, side = self.total(state, seat) + points, self.side(seat)
        totals = put(state.totals, side, (*state.totals[side], total))
        again = how == TurnEnd.COUNTED and state.power == DOUBLE
        after = _pass_on(replaced(state, totals=totals), how, points, again=again)
        return replaced(after, turn=None) if total == self.goal else after

    def drop(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        """Go on without ``seat``; the others play to the goal, even one alone."""
        after = replaced(state, gone=leave(state.gone, seat, len(state.qualified)))
        return self.step(_next(after) if state.turn == seat else after, seat, dice, (Left(seat),))

    def next_game(self, state: State, first: Seat) -> State:
        """Return a game in which nobody has qualified; the board still says how the last turn ended."""
        return replaced(self.new(self.players(state)), turn=first, last=state.last)

    def players(self, state: State) -> int:
        """Return the number of seats that began."""
        return len(state.qualified)

    def present_points(self, state: State, seat: Seat) -> int:
        """Return the points written for ``seat``; partners share them."""
        return self.total(state, seat)

    def count_last(self, seats: Sequence[SeatStats], last: LatestTurn) -> None:
        """Count how a turn ended."""
        counts = seats[last.seat].counts
        counts["turns"] += 1
        counts["busts"] += last.how in (TurnEnd.LOST, TurnEnd.INVALID, TurnEnd.OVER)
        counts["unqualified"] += last.how == TurnEnd.UNQUALIFIED
        if last.how in (TurnEnd.COUNTED, TurnEnd.SAVED):
            counts["best"] = max(counts["best"], last.points)

    def report(self, state: State) -> Report:
        """Return totals, qualified seats, and the points at risk."""
        seats = tuple(
            {
                "score": sum(self.own_games(state, Seat(seat))),
                "qualified": state.qualified[seat],
                "turn": state.risk if seat == state.turn else 0,
                **self.reported(state, Seat(seat)),
            }
            for seat in self._seats(state)
        )
        return Report(seats, {})


def _pass_on(state: State, how: TurnEnd, points: int, *, again: bool = False) -> State:
    """End the turn of the seat to act, remembering how it ended; ``again``: it has another one."""
    power = state.power if how == TurnEnd.COUNTED else None
    after = replaced(state, last=LatestTurn(acting(state), how, state.dice, points, power))
    return _cleared(after) if again else _next(after)


def _next(state: State) -> State:
    """Give the dice to the next seat; to nobody if all have left."""
    turn = next_seat(len(state.qualified), acting(state), lambda seat: seat not in state.gone)
    return replaced(_cleared(state), turn=turn)


def _cleared(state: State) -> State:
    """Return ``state`` without anything of the turn that ends."""
    return replaced(state, throws=0, dice=(), power=None, again=False, aside=(), risk=0, pending=0)

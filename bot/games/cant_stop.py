"""Can't Stop: pairs of four dice move three runners; a throw that moves none takes them off (rules.md §19)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, TypeAlias, cast

from bot.engine.dice import Dice, Faces
from bot.engine.errors import BadOptions, WrongSeats
from bot.engine.options import Options, Preset, Rule
from bot.engine.seats import leave, next_seat, ranking
from bot.engine.starter import Starter
from bot.engine.types import Action, Event, Left, OptionValue, Outcome, Report, Roll, Rolled, Seat, Step
from bot.engine.words import N_

KEY = "cant_stop"
SEATS = range(1, 5)
DICE = 4
RUNNERS = 3

HEIGHTS: Mapping[int, int] = MappingProxyType({column: 13 - 2 * abs(7 - column) for column in range(2, 13)})
"""How many spaces each column has; the last one is its top."""

_YES_NO = (False, True)

RULES = (
    Rule("columns_to_win", 3, (3, 4, 5), N_("Columns to win"), N_("How many columns must be won.")),
    Rule("jump", False, _YES_NO, N_("Jump"), N_("Runners skip spaces that hold cones of others.")),
    Rule(
        "no_stop_on_cone",
        False,
        _YES_NO,
        N_("No stop on a cone"),
        N_("Nobody may stop while a runner shares a space with a cone of somebody else."),
    ),
    Rule(
        "must_maximise",
        False,
        _YES_NO,
        N_("Use both numbers"),
        N_("A pairing that moves both numbers must be preferred to one that moves only one."),
    ),
)

PRESETS = (Preset("long", N_("Long game"), {"columns_to_win": 4}),)
"""What there is besides the standard."""

Heights: TypeAlias = tuple[tuple[int, int], ...]
"""Columns, ascending, and how high something stands there (from 1)."""


# -- actions and states ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move runners in these columns (ascending): two, one twice, or one."""

    word: ClassVar[str] = "move"
    columns: tuple[int, ...]

    def arguments(self) -> tuple[str, ...]:
        """The columns in ascending order."""
        return tuple(map(str, self.columns))


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """Put cones where the runners stand."""

    word: ClassVar[str] = "stop"


CantStopAction: TypeAlias = Roll | Move | Stop


class Last(NamedTuple):
    """How the latest turn ended: with cones where ``runners`` stood, or without because ``faces`` moved none."""

    seat: Seat
    stopped: bool
    faces: Faces
    runners: Heights
    won: tuple[int, ...] = ()
    """Columns won by stopping."""


@dataclass(frozen=True, slots=True)
class State:
    """The cones and columns of everybody, and the runners of the seat to act."""

    cones: tuple[Heights, ...]
    """One per seat; those of columns it has won stand on top."""
    won: tuple[tuple[int, ...], ...]
    """For each seat, the columns it has won, ascending."""
    turn: Seat | None
    """None once the game is over."""
    turns: tuple[int, ...]
    """For each seat, how many turns it has ended."""
    dice: Faces = ()
    """The latest throw of this turn, in the order it fell."""
    moved: bool = False
    """Whether that throw has been used."""
    runners: Heights = ()
    gone: tuple[Seat, ...] = ()
    """Seats that left, in the order they did."""
    last: Last | None = None


# -- numbers of a throw ------------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def pairings(dice: Faces) -> tuple[tuple[int, int], ...]:
    """Return the different ways four dice make two numbers, each and all ascending."""
    first, *others = dice
    total = sum(dice)
    numbers = ((first + other, total - first - other) for other in others)
    return tuple(sorted({(min(pair), max(pair)) for pair in numbers}))


# -- the game ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CantStop:
    """Can't Stop with its house rules chosen."""

    state_type: ClassVar[type[Any]] = State
    starter: ClassVar[Starter] = Starter(2)
    """The best of two dice begins."""
    house: Options

    def __post_init__(self) -> None:
        if self.house["jump"] and self.house["no_stop_on_cone"]:
            raise BadOptions("no_stop_on_cone", "jump and no_stop_on_cone do not go together")

    @classmethod
    def chosen(cls, options: Mapping[str, object]) -> CantStop:
        """Return the game with ``options`` in place of its defaults; raises BadOptions."""
        return cls(Options.choose(RULES, options))

    @property
    def key(self) -> str:
        """``cant_stop``."""
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
    def seats(self) -> range:
        """How many players may take part."""
        return SEATS

    @property
    def goal(self) -> int:
        """The number of columns that wins."""
        return int(self.house["columns_to_win"])

    def new(self, seats: int) -> State:
        """Return an empty board."""
        if seats not in SEATS:
            raise WrongSeats(f"{seats} players; this game is for 1 to 4")
        return State(cones=((),) * seats, won=((),) * seats, turn=Seat(0), turns=(0,) * seats)

    def turn(self, state: State) -> Seat | None:
        """Return the seat to act."""
        return state.turn

    # What may be done

    def legal_actions(self, state: State) -> tuple[CantStopAction, ...]:
        """Return the moves of the throw on the table, else throwing and stopping."""
        if state.turn is None:
            return ()
        if state.dice and not state.moved:
            return tuple(dict.fromkeys(move for moves in self.moves(state).values() for move in moves))
        stop = (Stop(),) if state.moved and self.may_stop(state) else ()
        return (Roll(), *stop)

    def moves(self, state: State) -> Mapping[tuple[int, int], tuple[Move, ...]]:
        """Return the moves of each pairing of the throw on the table; none where neither number can be played."""
        found = {pair: self._moves(state, pair) for pair in pairings(state.dice)}
        if not self.house["must_maximise"]:
            return found
        most = max(len(move.columns) for moves in ((Move(()),), *found.values()) for move in moves)
        return {pair: tuple(move for move in moves if len(move.columns) == most) for pair, moves in found.items()}

    def _moves(self, state: State, pair: tuple[int, int]) -> tuple[Move, ...]:
        first, second = pair
        once = self._played(state, first)
        if first == second:
            if once is None:
                return ()
            return (Move((first,) if self._played(once, first) is None else pair),)
        if once is not None and self._played(once, second) is not None:
            return (Move(pair),)
        return tuple(Move((column,)) for column in pair if self._played(state, column) is not None)

    def _played(self, state: State, column: int) -> State | None:
        """Return ``state`` with the runner of ``column`` a step higher; None where the number cannot be played."""
        runners = dict(state.runners)
        if column not in runners and len(runners) == RUNNERS:
            return None
        seat = cast(Seat, state.turn)
        at = runners.get(column, height(state.cones[seat], column))
        top = HEIGHTS[column]
        if at == top or self.winner(state, column) is not None:
            return None
        step = at + 1
        while self.house["jump"] and step < top and self.others_at(state, column, step):
            step += 1
        return replace(state, runners=tuple(sorted({**runners, column: step}.items())))

    def winner(self, state: State, column: int) -> Seat | None:
        """Return who has won ``column``."""
        return next((Seat(seat) for seat, columns in enumerate(state.won) if column in columns), None)

    def others_at(self, state: State, column: int, step: int) -> tuple[Seat, ...]:
        """Return whose cones other than those of the seat to act stand on a space."""
        cones = ((Seat(seat), height(cones, column)) for seat, cones in enumerate(state.cones))
        return tuple(seat for seat, at in cones if at == step and seat != state.turn)

    def may_stop(self, state: State) -> bool:
        """Whether the runners stand where one may stop."""
        if not self.house["no_stop_on_cone"]:
            return True
        return not any(self.others_at(state, column, step) for column, step in state.runners)

    # What happens

    def apply(self, state: State, action: CantStopAction, dice: Dice) -> Step[State]:
        """Throw, move runners, or put cones in their places."""
        if isinstance(action, Move):
            for column in action.columns:
                state = cast(State, self._played(state, column))
            return Step(replace(state, moved=True))
        if isinstance(action, Stop):
            return Step(self._stop(state))
        seat = cast(Seat, state.turn)
        fallen = dice.roll(DICE)
        events: tuple[Event, ...] = (Rolled(seat, fallen),)
        after = replace(state, dice=fallen, moved=False)
        if self.legal_actions(after):
            return Step(after, events)
        last = Last(seat, stopped=False, faces=fallen, runners=state.runners)
        return Step(_pass_on(replace(after, last=last)), events)

    def _stop(self, state: State) -> State:
        seat = cast(Seat, state.turn)
        new = tuple(column for column, step in state.runners if step == HEIGHTS[column])
        cones = [_without(cones, new) for cones in state.cones]
        cones[seat] = tuple(sorted({**dict(state.cones[seat]), **dict(state.runners)}.items()))
        columns = tuple(sorted((*state.won[seat], *new)))
        won = (*state.won[:seat], columns, *state.won[seat + 1 :])
        last = Last(seat, stopped=True, faces=state.dice, runners=state.runners, won=new)
        after = _pass_on(replace(state, cones=tuple(cones), won=won, last=last))
        over = len(columns) >= self.goal or sum(map(len, won)) == len(HEIGHTS)
        return replace(after, turn=None) if over else after

    def drop(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        """Go on without ``seat``: its cones leave the board, the columns it has won stay closed."""
        gone = leave(state.gone, seat, len(state.cones))
        kept = tuple(cone for cone in state.cones[seat] if cone[0] in state.won[seat])
        cones = (*state.cones[:seat], kept, *state.cones[seat + 1 :])
        after = replace(state, gone=gone, cones=cones)
        return Step(_pass_on(after) if state.turn == seat else after, (Left(seat),))

    # How it stands

    def scores(self, state: State) -> tuple[int, ...]:
        """Return how many columns each seat has won."""
        return tuple(map(len, state.won))

    def outcome(self, state: State) -> Outcome | None:
        """Return the ranks once somebody has won enough columns, or every column is won."""
        if state.turn is not None:
            return None
        scores = self.scores(state)
        return Outcome(ranking(scores, state.gone), scores)

    def preview(self, state: State, action: CantStopAction) -> int | None:
        """Nothing is written in boxes here."""
        return None

    def report(self, state: State) -> Report:
        """Return everybody's cones and columns, and the runners."""
        seats = tuple(
            {"cones": {str(column): step for column, step in cones}, "won": list(won)}
            for cones, won in zip(state.cones, state.won, strict=True)
        )
        return Report(seats, {"runners": {str(column): step for column, step in state.runners}})


def height(cones: Heights, column: int) -> int:
    """Return how high a cone stands in ``column``; 0 where there is none."""
    return dict(cones).get(column, 0)


def _without(cones: Heights, columns: tuple[int, ...]) -> Heights:
    return tuple(cone for cone in cones if cone[0] not in columns)


def _pass_on(state: State) -> State:
    """End the turn of the seat to act: the next one throws; nobody where all have left."""
    now = cast(Seat, state.turn)
    turns = tuple(ended + (seat == now) for seat, ended in enumerate(state.turns))
    turn = next_seat(len(state.cones), now, lambda seat: seat not in state.gone)
    return replace(state, turn=turn, turns=turns, dice=(), moved=False, runners=())

"""The rules of Can't Stop and of its race (rules.md §19).

The race is ours (PROP), like playing alone. House rules about the cones of others are left out. Equal turns share the
place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar, NamedTuple, TypeAlias, cast

from bot.engine import (
    DOUBLE,
    FREEZE,
    N_,
    POWER,
    Action,
    BadOptions,
    Dice,
    Faces,
    FirstPlayerThrow,
    Left,
    Preset,
    Race,
    RaceState,
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
    next_seat,
    power_rule,
    teams_rule,
    throw_dice,
)
from bot.engine.game import FIRST_GAME, Match, MatchGame, added, games_in_match_rule, put, replaced, tiebreak_rule

# -- House rules (rules.md §19, §22) ---------------------------------------------------------------------------------

_YES_NO = (False, True)

RULES = (
    Rule("columns_to_win", 3, (3, 4, 5), N_("Columns to win"), N_("How many columns must be won.")),
    Rule("jump", False, _YES_NO, N_("Jump"), N_("Runners skip steps that hold cones of others.")),
    Rule(
        "no_stop_on_cone",
        False,
        _YES_NO,
        N_("No stop on a cone"),
        N_("Nobody may stop while a runner shares a step with a cone of somebody else."),
    ),
    Rule(
        "must_maximise",
        False,
        _YES_NO,
        N_("Pairing must move both"),
        N_("A pairing that moves both numbers must be preferred to one that moves only one."),
    ),
    teams_rule(N_("Four players; partners sit alternately, and their columns are added."), most=2),
    games_in_match_rule(N_("The columns won in all games are added."), 10, N_("Until somebody has 10 columns")),
    tiebreak_rule("share", "games_won", "roll_off"),
    power_rule(N_("One more die that ends the turn safely, moves the runners twice, or gives one throw more.")),
)

PRESETS = (Preset("long", N_("Long game"), {"columns_to_win": 4}),)
"""The ready-made rules besides the standard."""


# -- A moment of a game, and a player's decisions besides throwing ---------------------------------------------------

HEIGHTS: Mapping[int, int] = MappingProxyType({column: 13 - 2 * abs(7 - column) for column in range(2, 13)})
"""The number of spaces of each column; the last one is its top."""

Heights: TypeAlias = tuple[tuple[int, int], ...]
"""Columns, ascending, and how high something stands there (from 1)."""


def height(cones: Heights, column: int) -> int:
    """Return how high a cone stands in ``column``; 0 if there is none."""
    return dict(cones).get(column, 0)


class Move(Action, frozen=True):
    """Move runners in these columns (ascending): two, one twice, or one."""

    word: ClassVar[str] = "move"
    columns: tuple[int, ...]

    def arguments(self) -> tuple[str, ...]:
        """Return the columns in ascending order."""
        return tuple(map(str, self.columns))


class StopClimbing(Action, frozen=True):
    """Put cones where the runners stand."""

    word: ClassVar[str] = "stop"


CantStopAction: TypeAlias = Roll | Move | StopClimbing


class LatestTurn(NamedTuple):
    """The end of the latest turn: with cones where ``runners`` stood, or without because ``faces`` moved none."""

    seat: Seat
    stopped: bool
    faces: Faces
    runners: Heights
    won: tuple[int, ...] = ()
    """Columns won by stopping."""
    frozen: bool = False
    """Whether the Power die ended it."""


@dataclass(frozen=True)
class State:
    """The cones and columns of everybody, and the runners of the seat to act."""

    cones: tuple[Heights, ...]
    """One per seat; those of columns it has won stand on top."""
    won: tuple[tuple[int, ...], ...]
    """For each seat, the columns it has won, ascending."""
    turn: Seat | None
    """None once the game is over."""
    turns: tuple[int, ...]
    """For each seat, how many turns it has ended, in all games of a match."""
    dice: Faces = ()
    """The latest throw of this turn, in the order it fell."""
    moved: bool = False
    """Whether that throw has been used."""
    twice: bool = False
    """Whether it may be used once more."""
    power: int | None = None
    """The Power die of that throw, if there is one."""
    runners: Heights = ()
    gone: tuple[Seat, ...] = ()
    """Seats that left, in the order they did."""
    last: LatestTurn | None = None
    match: Match = FIRST_GAME


# -- A game: pairs of four dice move three runners; a throw that moves none takes them off ---------------------------

DICE = 4
RUNNERS = 3


def pairings(dice: Faces) -> tuple[tuple[int, int], ...]:
    """Return the different ways four dice make two numbers, each and all ascending."""
    return _pairings(tuple(sorted(dice)))


@lru_cache(maxsize=128)
def _pairings(dice: Faces) -> tuple[tuple[int, int], ...]:
    first, *others = dice
    total = sum(dice)
    numbers = ((first + other, total - first - other) for other in others)
    return tuple(sorted({(min(pair), max(pair)) for pair in numbers}))


@dataclass(frozen=True)
class CantStop(MatchGame[State, CantStopAction]):
    """Can't Stop with its house rules chosen."""

    state_type: ClassVar[type[State]] = State
    rules: ClassVar[tuple[Rule, ...]] = RULES
    seats_alone: ClassVar[range] = range(1, 5)
    counted: ClassVar[tuple[str, ...]] = ("turns", "busts", "columns")
    adds_partners: ClassVar[bool] = True
    key: ClassVar[str] = "cant_stop"
    tie_dice: ClassVar[int] = DICE
    first_player_throw: ClassVar[FirstPlayerThrow] = FirstPlayerThrow(2)
    """The best of two dice begins."""

    both_ways_tie: ClassVar[str] = N_("Equal columns: the steps of all cones decide.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.house_rules["jump"] and self.house_rules["no_stop_on_cone"]:
            raise BadOptions("no_stop_on_cone", "jump and no_stop_on_cone do not go together")

    @property
    def goal(self) -> int:
        """The number of columns that wins."""
        return int(self.house_rules["columns_to_win"])

    @property
    def is_race(self) -> bool:
        """Whether this is the game of one seat in a race."""
        return 2 not in self.seats_alone

    def new(self, seats: int) -> State:
        """Return an empty board."""
        self.check_seats(seats)
        return State(cones=((),) * seats, won=((),) * seats, turn=Seat(0), turns=(0,) * seats)

    # -- what may be done

    def legal_actions(self, state: State) -> tuple[CantStopAction, ...]:
        """Return the moves of the throw on the table, else throwing and stopping."""
        if state.turn is None:
            return ()
        moves: tuple[Move, ...] = ()
        if state.dice and (state.twice or not state.moved):
            moves = tuple(dict.fromkeys(move for moves in self.moves(state).values() for move in moves))
        if state.dice and not state.moved:
            return moves or ((Roll(),) if state.power == POWER else ())
        stop = (StopClimbing(),) if state.moved and self.may_stop(state) else ()
        return (*moves, Roll(), *stop)

    def near_end(self, state: State) -> bool:
        """Whether somebody needs one column more."""
        return max(map(len, state.won)) >= self.goal - 1

    def moves(self, state: State) -> Mapping[tuple[int, int], tuple[Move, ...]]:
        """Return the moves of each pairing of the throw on the table; none where neither number can be played."""
        by_pair = {pair: self._moves(state, pair) for pair in pairings(state.dice)}
        if not self.house_rules["must_maximise"]:
            return by_pair
        most = max(len(move.columns) for moves in ((Move(()),), *by_pair.values()) for move in moves)
        return {pair: tuple(move for move in moves if len(move.columns) == most) for pair, moves in by_pair.items()}

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
        at = runners.get(column, height(state.cones[acting(state)], column))
        top = HEIGHTS[column]
        if at == top or self.winner(state, column) is not None:
            return None
        step = at + 1
        while self.house_rules["jump"] and step < top and self.others_at(state, column, step):
            step += 1
        return replaced(state, runners=tuple(sorted({**runners, column: step}.items())))

    def winner(self, state: State, column: int) -> Seat | None:
        """Return the seat that has won ``column``."""
        return next((Seat(seat) for seat, columns in enumerate(state.won) if column in columns), None)

    def others_at(self, state: State, column: int, step: int) -> tuple[Seat, ...]:
        """Return the seats with cones on a space, without the seat to act and its partners."""
        cones = ((Seat(seat), height(cones, column)) for seat, cones in enumerate(state.cones))
        own = None if state.turn is None else self.side(state.turn)
        return tuple(seat for seat, at in cones if at == step and self.side(seat) != own)

    def may_stop(self, state: State) -> bool:
        """Whether the runners stand where a player may stop."""
        if not self.house_rules["no_stop_on_cone"]:
            return True
        return not any(self.others_at(state, column, step) for column, step in state.runners)

    def wins_by_stopping(self, state: State) -> bool:
        """Whether the seat to act, which may stop, has won the present game once it does."""
        return bool(self.present_rank(self._stop(state), acting(state)) >= self.goal)

    def all_on_top(self, state: State) -> bool:
        """Whether no throw can move a runner any more, since each stands on its top step."""
        return len(state.runners) == RUNNERS and all(step == HEIGHTS[column] for column, step in state.runners)

    def may_undo(self, state: State) -> bool:
        """Return whether the throw on the table has been used: before the next throw, another pair may be chosen."""
        return state.moved

    # -- what happens

    def apply(self, state: State, action: CantStopAction, dice: Dice) -> Step[State]:
        """Throw, move runners, or put cones in their places."""
        if isinstance(action, Move):
            state = self.climbed(state, action)
            if state.power == FREEZE:
                return self.step(self._stop(state), acting(state), dice)
            return Step(replaced(state, moved=True, twice=state.power == DOUBLE and not state.moved))
        seat = acting(state)
        if isinstance(action, StopClimbing):
            return self.step(self._stop(state), seat, dice)
        thrown = throw_dice(dice, DICE, with_power=has_power(self.house_rules))
        after = replaced(state, dice=thrown.faces, power=thrown.power, moved=False, twice=False)
        if not self.legal_actions(after):
            after = self._stuck(after)
        return self.step(after, seat, dice, (Rolled(seat, thrown.fallen, thrown.power is not None),))

    def climbed(self, state: State, move: Move) -> State:
        """Return ``state`` with the runners of the legal ``move`` higher."""
        for column in move.columns:
            state = cast(State, self._played(state, column))
        return state

    def _stuck(self, state: State) -> State:
        """Return the end of a turn whose last throw moves no runner."""
        if state.power == FREEZE and state.runners:
            return self._stop(state)
        last = LatestTurn(acting(state), stopped=False, faces=state.dice, runners=state.runners)
        return _pass_on(replaced(state, last=last))

    def _stop(self, state: State) -> State:
        seat = acting(state)
        new = tuple(column for column, step in state.runners if step == HEIGHTS[column])
        cones = [tuple(cone for cone in cones if cone[0] not in new) for cones in state.cones]
        cones[seat] = tuple(sorted({**dict(state.cones[seat]), **dict(state.runners)}.items()))
        columns = tuple(sorted((*state.won[seat], *new)))
        won = put(state.won, seat, columns)
        last = LatestTurn(
            seat, stopped=True, faces=state.dice, runners=state.runners, won=new, frozen=state.power == FREEZE
        )
        after = _pass_on(replaced(state, cones=tuple(cones), won=won, last=last))
        over = self.present_rank(after, seat) >= self.goal or sum(map(len, won)) == len(HEIGHTS)
        return replaced(after, turn=None) if over else after

    def drop(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        """Go on without ``seat``: its cones leave the board, the columns it has won stay closed."""
        gone = leave(state.gone, seat, len(state.cones))
        kept = tuple(cone for cone in state.cones[seat] if cone[0] in state.won[seat])
        cones = put(state.cones, seat, kept)
        after = replaced(state, gone=gone, cones=cones)
        return self.step(_pass_on(after) if state.turn == seat else after, seat, dice, (Left(seat),))

    def next_game(self, state: State, first: Seat) -> State:
        """Return an empty board; turns count on, and the board still says how the last one ended."""
        return replaced(self.new(self.players(state)), turn=first, turns=state.turns, last=state.last)

    # -- how it stands

    def players(self, state: State) -> int:
        """Return the number of seats that began."""
        return len(state.cones)

    def present_points(self, state: State, seat: Seat) -> int:
        """Return how many columns ``seat`` has won."""
        return len(state.won[seat])

    def present_tally(self, state: State, seat: Seat) -> tuple[int, ...]:
        """Return both ways the steps of all cones of ``seat``."""
        return (sum(step for _, step in state.cones[seat]),) if self.both_ways else ()

    def count_last(self, seats: Sequence[SeatStats], last: LatestTurn) -> None:
        """Count how a turn ended, and the columns won."""
        counts = seats[last.seat].counts
        counts["turns"] += 1
        counts["busts"] += not last.stopped
        counts["columns"] += len(last.won)

    def report(self, state: State) -> Report:
        """Return everybody's cones and columns, and the runners."""
        seats = tuple(
            {
                "cones": {str(column): step for column, step in cones},
                "won": list(won),
                **self.reported(state, Seat(seat)),
            }
            for seat, (cones, won) in enumerate(zip(state.cones, state.won, strict=True))
        )
        return Report(seats, {"runners": {str(column): step for column, step in state.runners}})


def _pass_on(state: State) -> State:
    """End the turn of the seat to act: the next one throws; nobody if all have left."""
    now = acting(state)
    turn = next_seat(len(state.cones), now, lambda seat: seat not in state.gone)
    turns = added(state.turns, now, 1)
    return replaced(state, turn=turn, turns=turns, dice=(), power=None, moved=False, twice=False, runners=())


# -- The race: everybody alone on a board of their own, to their columns in the fewest turns -------------------------

_ALONE = ("columns_to_win", "must_maximise", "power")
"""The house rules that mean something without others."""


@dataclass(frozen=True, slots=True)
class CantStopRaceState(RaceState[State]):
    """Each player's position."""


class _Climber(CantStop):
    """Can't Stop for one seat."""

    seats_alone: ClassVar[range] = range(1, 2)


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
        return _Climber.from_options(self.house_rules.written)

    @property
    def goal(self) -> int:
        """The columns that end the race of a seat."""
        return int(self.house_rules["columns_to_win"])

    def way(self, run: State) -> tuple[int, int]:
        """Return the columns that a runner has won, and how many it takes."""
        return len(run.won[0]), self.goal

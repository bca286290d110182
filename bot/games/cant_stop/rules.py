"""Can't Stop: pairs of four dice move three runners; a throw that moves none takes them off (rules.md §19)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, cast

from bot.engine import (
    DOUBLE,
    FREEZE,
    POWER,
    BadOptions,
    Dice,
    Faces,
    FirstPlayerThrow,
    Left,
    PlayedStep,
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
    throw_dice,
)
from bot.engine.match import MatchGame
from bot.engine.seats import added, put, replaced
from bot.games.cant_stop.options import RULES
from bot.games.cant_stop.state import HEIGHTS, CantStopAction, Last, Move, State, Stop, height

DICE = 4
RUNNERS = 3


@lru_cache(maxsize=2048)
def pairings(dice: Faces) -> tuple[tuple[int, int], ...]:
    """Return the different ways four dice make two numbers, each and all ascending."""
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
    first_player_throw: ClassVar[FirstPlayerThrow] = FirstPlayerThrow(2)
    """The best of two dice begins."""

    def __post_init__(self) -> None:
        if self.house_rules["jump"] and self.house_rules["no_stop_on_cone"]:
            raise BadOptions("no_stop_on_cone", "jump and no_stop_on_cone do not go together")

    @property
    def goal(self) -> int:
        """The number of columns that wins."""
        return int(self.house_rules["columns_to_win"])

    def new(self, seats: int) -> State:
        """Return an empty board."""
        self.check_seats(seats)
        return State(cones=((),) * seats, won=((),) * seats, turn=Seat(0), turns=(0,) * seats)

    # What may be done

    def legal_actions(self, state: State) -> tuple[CantStopAction, ...]:
        """Return the moves of the throw on the table, else throwing and stopping."""
        if state.turn is None:
            return ()
        moves: tuple[Move, ...] = ()
        if state.dice and (state.twice or not state.moved):
            moves = tuple(dict.fromkeys(move for moves in self.moves(state).values() for move in moves))
        if state.dice and not state.moved:
            return moves or ((Roll(),) if state.power == POWER else ())
        stop = (Stop(),) if state.moved and self.may_stop(state) else ()
        return (*moves, Roll(), *stop)

    def moves(self, state: State) -> Mapping[tuple[int, int], tuple[Move, ...]]:
        """Return the moves of each pairing of the throw on the table; none where neither number can be played."""
        found = {pair: self._moves(state, pair) for pair in pairings(state.dice)}
        if not self.house_rules["must_maximise"]:
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

    def may_undo(self, state: State) -> bool:
        """Return whether the throw on the table has been used: before the next throw, another pair may be chosen."""
        return state.moved

    # What happens

    def apply(self, state: State, action: CantStopAction, dice: Dice) -> Step[State]:
        """Throw, move runners, or put cones in their places."""
        if isinstance(action, Move):
            state = self.climbed(state, action)
            if state.power == FREEZE:
                return self.step(self._stop(state), acting(state), dice)
            return Step(replaced(state, moved=True, twice=state.power == DOUBLE and not state.moved))
        seat = acting(state)
        if isinstance(action, Stop):
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
        last = Last(acting(state), stopped=False, faces=state.dice, runners=state.runners)
        return _pass_on(replaced(state, last=last))

    def _stop(self, state: State) -> State:
        seat = acting(state)
        new = tuple(column for column, step in state.runners if step == HEIGHTS[column])
        cones = [tuple(cone for cone in cones if cone[0] not in new) for cones in state.cones]
        cones[seat] = tuple(sorted({**dict(state.cones[seat]), **dict(state.runners)}.items()))
        columns = tuple(sorted((*state.won[seat], *new)))
        won = put(state.won, seat, columns)
        last = Last(seat, stopped=True, faces=state.dice, runners=state.runners, won=new, frozen=state.power == FREEZE)
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

    # How it stands

    def players(self, state: State) -> int:
        """Return how many began."""
        return len(state.cones)

    def present_points(self, state: State, seat: Seat) -> int:
        """Return how many columns ``seat`` has won."""
        return len(state.won[seat])

    @property
    def tie_dice(self) -> int:
        """A tied seat throws all dice."""
        return DICE

    def count_stats(self, seats: Sequence[SeatStats], step: PlayedStep[State]) -> None:
        """Count the dice, how turns ended, and the columns won."""
        super().count_stats(seats, step)
        last = step.after.last
        if last is None or last is step.before.last:
            return
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

"""Score sheets played to win: each turn brings the best chance to have the most points in the end.

What a box leads to is not worth points but a chance: that of the points of a sheet and those that still come to it
against what every other side ends with. From the next turn on, all are taken to play for points. Points themselves
count a millionth, so somebody who cannot win any more, or cannot lose, plays for them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from bot.engine import Keep, Roll, Seat, acting
from bot.games.yum.mind.exact import ExactSheet, LinkTurns, Room, written
from bot.games.yum.mind.spread import LAST, Bell, Rests
from bot.games.yum.mind.turns import NEVER
from bot.games.yum.rules import Mark, State, Strike, YumAction
from bot.games.yum.scoring.boxes import Cell, Column
from bot.mind.bell import below_each
from bot.mind.evaluator import Advice, Strength, Unit
from bot.mind.remembered import Remembered
from bot.mind.throws import Numbers, Turn, Values

MOST_SIDES = 4
"""With more, nobody knows whom to beat."""
_A_POINT = 1e-6
"""What a point counts beside the chance to win."""
_LEAST_DEVIATION = 1e-3
_STATE_BYTES = 8_192
"""What a position takes besides the values of its turn, roughly."""
_STEPS = 8
_NODES = [((step - _STEPS / 2) / (_STEPS**0.5 / 2), comb(_STEPS, step) / 2**_STEPS) for step in range(_STEPS + 1)]
"""So many deviations from the mean, and how likely that is: throws of coins, which stray like a bell curve."""


class Rival(NamedTuple):
    """Another side, by position: the points still to come to it and, less those, to whom plays against it."""

    ahead: Numbers
    """By how many points it is ahead now."""
    rest: Numbers | Bell
    """The place of its only sheet, where nothing else is to come; else how that strays."""


def outlook(rests: Rests, rivals: Iterable[Rival], most: int) -> Values:
    """Return the chance to beat all ``rivals`` by position (row) and points still to come (column), below ``most``.

    A tie is half a win.
    """
    points, found = np.arange(most), np.ones((1, most))
    for ahead, rest in rivals:
        if not isinstance(rest, Bell) and rests.by_number(rest):
            found = found * _beaten(rests.likely(rest), points - ahead[:, None])
            continue
        beaten = np.zeros((len(ahead), most))
        for often, mean, deviation in [rest] if isinstance(rest, Bell) else rests.bells(rest):
            beyond = (points - (ahead + mean)[:, None]) / np.maximum(deviation, _LEAST_DEVIATION)[:, None]
            beaten += often[:, None] * below_each(beyond)
        found = found * beaten
    return found


def _beaten(likely: Values, points: Numbers) -> Values:
    """Return how likely so many points (column) are more than those of another one, by position."""
    reached = np.pad(np.cumsum(likely, axis=1), ((0, 0), (1, 0)))
    rows, last = np.arange(len(reached))[:, None], likely.shape[1]
    upto, below = (reached[rows, np.clip(points + more, 0, last)] for more in (1, 0))
    beaten: Values = (upto + below) / 2
    return beaten


class WinningTurns(LinkTurns):
    """Turns in one state of the links, where everything is worth a chance to win."""

    def __init__(self, rests: Rests, number: int, outlook: Values) -> None:
        """Win by ``outlook``, which has a row for each position."""
        super().__init__(rests.sheet, self._places, number)
        self._rests, self._outlook = rests, outlook
        self.further, self.extra = self.extra, 0
        """Points for a Yum, which are part of what a box brings here."""
        self._more = 0

    def _places(self, number: int, free: Numbers, classes: Numbers) -> Values:
        states = np.stack([np.full(len(free), number), free, np.maximum(classes, 0)], axis=1)
        return self._rests.place(states).astype(np.float64)

    def final(self, free: Numbers, classes: Numbers, final: Values, room: Values) -> None:
        """Set in ``final`` what each last throw is worth (:meth:`LinkTurns.final`)."""
        self._prepare(free, classes)
        super().final(free, classes, final, room)
        if self.further:
            rows, final_more = list(self._sheet.yums), np.empty_like(final)
            self._more = self.further
            super().final(free, classes, final_more, room)
            self._more = 0
            final[rows] = final_more[rows]

    def brings(self, points: int, then: Values, out: Values) -> None:
        """Set in ``out`` the chance to win with so many points, where ``then`` is the place of what a box leads to."""
        there = then >= 0
        out[:] = NEVER
        if there.any():
            places = np.where(there, then, then[there.argmax()]).astype(np.int64)
            np.copyto(out, chance(self._rests, places, points + self._more, self._outlook), where=there)

    def _prepare(self, free: Numbers, classes: Numbers) -> None:
        """Have all that may follow worked out together: that is much quicker."""
        after = [
            then(points)
            for place, then, _ in self.open_boxes(free, classes)
            for ways in self.ways(place)
            for points in (0, *ways.points)
        ]
        places = np.unique(np.concatenate(after))
        self._rests.prepare(places[places >= 0].astype(np.int64))


def chance(rests: Rests, places: Numbers, points: int, outlook: Values) -> Values:
    """Return the chance to win of sheets at these places that have just got so many points."""
    most = outlook.shape[1] - 1
    mean = rests.mean(places)
    if rests.by_number(places):
        likely = rests.likely(places)[:, : most - points]
        won = np.cumsum(likely * outlook[:, points : points + likely.shape[1]], axis=1)[:, -1]
    else:
        rows, won = np.arange(len(places)), np.zeros(len(places))
        for bell in rests.bells(places):
            for far, often in _NODES:
                reached = np.clip(points + bell.mean + far * bell.deviation, 0, most - 1)
                whole = reached.astype(np.int64)
                low, high = outlook[rows, whole], outlook[rows, whole + 1]
                won += bell.often * often * (low + (reached - whole) * (high - low))
    found: Values = won + _A_POINT * (points + mean)
    return found


class _Worked(NamedTuple):
    """A turn worked out."""

    outlook: Values
    keeps: Turn


def _size(worked: _Worked) -> int:
    return _STATE_BYTES + sum(part.nbytes for part in (worked.outlook, *worked.keeps))


class SheetToWin:
    """Evaluates the positions of a sheet of one column by the chance to win; where nobody knows that, by points."""

    def __init__(self, by_points: ExactSheet) -> None:
        """Go by ``by_points`` where there is nobody to beat, or too many."""
        self._game, self._by_points = by_points.column.game, by_points
        self._rests = Rests(by_points)
        self._turn = Remembered(self._work_out, _size)

    def advise(self, state: State) -> Advice:
        """Return what ``state`` is worth to the seat to act. Raises GameOver after the end."""
        if not self._knows(state, acting(state)):
            return self._by_points.advise(state)
        worked = self._turn(replace(state, throws=0, dice=(), kept=0, last=None))
        keeps = worked.keeps.first if state.throws == 1 else worked.keeps.second
        index = self._rests.sheet.throws.index
        valued = [
            (do, float(keeps[index[do.faces], 0]) if isinstance(do, Keep) else self._worth(state, do, worked))
            for do in self._game.legal_actions(state)
        ]
        return Advice.of(Unit.WIN, Strength.ESTIMATE, valued)

    def _worth(self, state: State, action: YumAction, worked: _Worked) -> float:
        """Return the chance to win that comes with a throw or a box."""
        if isinstance(action, Roll):
            return float(worked.keeps.value[0])
        if not isinstance(action, Mark | Strike):
            raise TypeError(action)
        game, (column,) = self._game, state.sheets[acting(state)]
        place, raw = game.layout.index(action.box), game.preview(state, action) or 0
        filled = (*column[:place], Cell(raw, raw), *column[place + 1 :])
        points = raw + game.extra_bonus(state, action)
        return float(chance(self._rests, self._place(filled), points, worked.outlook)[0])

    def _place(self, column: Column) -> Numbers:
        return self._rests.place(np.array([self._rests.sheet.state_of(column)]))

    def _work_out(self, state: State) -> _Worked:
        """Return the best way to win through a turn that begins with ``state``."""
        sheet, seat = self._rests.sheet, acting(state)
        chances = outlook(self._rests, self._rivals(state, seat), self._rests.most)
        number, free, upper = sheet.state_of(state.sheets[seat][0])
        keeps, rows = Room(sheet.throws, 1).of(1)
        turns = WinningTurns(self._rests, number, chances)
        turns.final(np.array([free]), np.array([upper]), keeps[sheet.throws.first_throw :], rows)
        return _Worked(chances, sheet.throws.turn(keeps[sheet.throws.first_throw :]))

    # -- whom there is to beat ---------------------------------------------------------------------------------------

    def _knows(self, state: State, seat: Seat) -> bool:
        """Whether there are others to beat, not too many, and anything is known of what still comes to all."""
        game, playing = self._game, self._playing(state)
        if (
            game.both_ways
            or not game.length.games
            or not 1 < len({game.side(other) for other in playing}) <= MOST_SIDES
        ):
            return False
        if self._rests.strays:
            return True
        ends = [column.count(None) - (other == seat) for other in playing for column in state.sheets[other]]
        return max(ends) <= LAST and not game.sides and not self._games_left(state)

    def _playing(self, state: State) -> list[Seat]:
        return [seat for seat in map(Seat, range(len(state.sheets))) if seat not in state.gone]

    def _games_left(self, state: State) -> int:
        return self._game.length.games - self._game.games_before(state) - 1

    def _rivals(self, state: State, seat: Seat) -> Iterator[Rival]:
        """Yield every other side, as it stands against that of ``seat``."""
        game, playing = self._game, self._playing(state)
        sides = [[other for other in playing if game.side(other) == side] for side in {*map(game.side, playing)}]
        own = next(side for side in sides if seat in side)
        mean, square = self._rest(state, [partner for partner in own if partner != seat], len(own))
        for side in sides:
            if side is own:
                continue
            ahead = self._points(state, side[0]) - self._points(state, seat)
            if len(side) == len(own) == 1 and not self._games_left(state):
                yield Rival(np.array([ahead]), self._place(state.sheets[side[0]][0]))
                continue
            its_mean, its_square = self._rest(state, side, len(side))
            yield Rival(np.array([ahead]), Bell(np.ones(1), its_mean - mean, np.sqrt(its_square + square)))

    def _points(self, state: State, seat: Seat) -> int:
        """Return the points of the side of ``seat`` so far; without the bonus of sheets that are still played."""
        game = self._game
        return sum(
            sum(game.own_games(state, other)[:-1])
            + (game.present_points(state, other) if other in state.gone else written(game, state, other))
            for other in map(Seat, range(len(state.sheets)))
            if game.side(other) == game.side(seat)
        )

    def _rest(self, state: State, seats: Sequence[Seat], players: int) -> tuple[Values, Values]:
        """Return the mean and variance of what still comes to these sheets, and to ``players`` in later games."""
        places = [self._place(state.sheets[seat][0]) for seat in seats]
        places += [self._place((None,) * self._rests.sheet.boxes)] * players * self._games_left(state)
        mean = sum((self._rests.mean(place) for place in places), np.zeros(1))
        return mean, sum((self._rests.variance(place) for place in places), np.zeros(1))


@lru_cache(maxsize=4)
def sheet_to_win(evaluator: ExactSheet) -> SheetToWin:
    """Return what goes by the chance to win where ``evaluator`` goes by points: computers and reviews have one."""
    return SheetToWin(evaluator)

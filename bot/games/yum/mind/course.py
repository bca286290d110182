"""The end of a sheet, box by box: what two answers bring in the end, if everything after them is the best.

The final score is a sum over boxes and bonuses, so the difference of two answers is one too: that of each box in the
end. Both answers are followed turn by turn, as a number of sheets that each of them reaches so often; those of both
are worked out together, so what happens alike after both cancels. While sheets are few this is exact. Of too many,
a few stand for all: they are drawn evenly in order of their numbers, by several runs that know nothing of each other,
and how far the runs lie apart tells the error of each box. The draws are the same each time. What a draw changes is
mended as far as it is known: an open box is worth about what it is in a whole game, and a bonus about what the upper
boxes promise. What is mended is right on average, yet may lie beyond what can be where that is near: a bonus that
hardly ever comes would be told as less than nothing. So it stays between what the upper boxes still allow.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine import Keep
from bot.games.yum.mind.compiled import OPEN, CompiledSheet
from bot.games.yum.mind.exact import LinkTurns, LookUp
from bot.games.yum.rules import Mark, Strike, YumAction
from bot.games.yum.scoring.boxes import Cell, Column
from bot.mind.throws import Numbers, Values

MOST = 400
"""Sheets that are followed through a turn; if there are more, each run draws its part of so many."""
RUNS = 16
"""Of fewer runs, the spread is now and then seen far too small."""
NEVER = -1e6
"""What no box can bring."""
_THROWS = 3

_WIDE = 20.0
"""So many points above what a bonus needs it is taken to be sure."""

BONUS, EXTRA = "upper_bonus", "further_yums"
"""Accounts that are no boxes."""


class FilledWay(NamedTuple):
    """A way to end a turn: points for an account, and the states of all sheets after it."""

    account: int
    points: int
    number: int
    free: Numbers
    classes: Numbers


class BestEnds(NamedTuple):
    """The best ends of the turns of some sheets."""

    ways: list[FilledWay]
    which: Numbers
    """The way for each last throw (row) and sheet."""
    worth: Values
    extra: Values
    """Points for a further Yum by last throw."""


class Leads(NamedTuple):
    """Where a turn of some sheets leads."""

    points: Values
    """What it brings on average, by account and sheet."""
    sheets: Numbers
    """The sheet of each row: the others are the states that follow it, and how likely each is."""
    states: Numbers
    chances: Values


class Followed(NamedTuple):
    """What two answers bring to each account in the end."""

    runs: Values
    """By account, answer and run; one run alone where no sheet was left out."""

    @property
    def points(self) -> Values:
        """By account and answer, on average."""
        means: Values = self.runs.mean(axis=2)
        return means

    def errors(self, accounts: Sequence[int]) -> Values:
        """Return how far the sum of some accounts may be off: of both answers, and of their difference."""
        many = self.runs.shape[2]
        if many == 1:
            return np.zeros(3)
        best, done = self.runs[list(accounts)].sum(axis=0)
        told: Values = np.array([best, done, best - done]).std(axis=1, ddof=1) / many**0.5
        return told


class SheetCourse:
    """Follows answers on one column of a sheet to its end."""

    def __init__(self, sheet: CompiledSheet, look_up: LookUp) -> None:
        """Play as ``look_up`` says what sheets are worth; it knows the finished ones too."""
        self._sheet, self._throws, self._look_up = sheet, sheet.throws, look_up
        self._turns: dict[int, LinkTurns] = {}
        labels = [box.key for box in sheet.game.layout.boxes]
        self._account_of = self._firsts()
        self.accounts = [*labels, BONUS, EXTRA]
        """The keys of all boxes, and the two bonuses. Of boxes that may take each other's place, the first counts."""

    def open_in(self, account: int, column: Column) -> list[str]:
        """Return the keys of the open boxes of ``column`` that count in an account."""
        cells = zip(self.accounts, self._account_of, column, strict=False)
        return [key for key, counts_in, cell in cells if counts_in == account and cell is None]

    @cached_property
    def sole_points(self) -> dict[str, int]:
        """What each box writes whenever it writes anything; 0 where that varies."""
        written = {
            box.key: {*self._sheet.writes(place)} - {0} for place, box in enumerate(self._sheet.game.layout.boxes)
        }
        return {key: some.pop() if len(some) == 1 else 0 for key, some in written.items()}

    def _firsts(self) -> list[int]:
        """Return, for each box, the first of those that may each be the other."""
        first = list(range(self._sheet.boxes))

        def root(place: int) -> int:
            while first[place] != place:
                place = first[place]
            return place

        for one, other in self._sheet.alike_boxes():
            low, high = sorted((root(one), root(other)))
            first[high] = low
        return [root(place) for place in first]

    def follow(self, column: Column, dice: tuple[int, ...], thrown: int, best: YumAction, done: YumAction) -> Followed:
        """Return what ``best`` and ``done`` bring, after ``thrown`` throws and with ``dice`` on the table."""
        turn = np.zeros((len(self.accounts), 2, 1))
        states: list[tuple[int, int, int]] = []
        weights: list[tuple[float, float]] = []
        for answer, action in enumerate((best, done)):
            for chance, account, points, extra, state in self._answer(column, dice, thrown, action):
                turn[account, answer] += chance * points
                turn[-1, answer] += chance * extra
                states.append(state)
                weights.append((chance, 0.0) if answer == 0 else (0.0, chance))
        merged = _merged(np.array(states), np.array(weights)[:, :, None])
        runs, bonus = turn + self._to_the_end(*merged), self.accounts.index(BONUS)
        low, high = (limit[np.array(states)[:, 2]] @ np.array(weights) for limit in self._bonus_limits)
        told = runs[bonus].mean(axis=1)
        runs[bonus] += (np.clip(told, low, high) - told)[:, None]
        return Followed(runs)

    def scores(self, column: Column, most: int) -> tuple[Values, Values]:
        """Return the points that may still come before a turn with ``column``, and how likely each is.

        At most so many sheets are followed through a turn; of more, some that are evenly spread stand for all.
        """
        states, points, weights = np.array([self._sheet.state_of(column)]), np.zeros(1), np.ones(1)
        while self._open_boxes(states[0]):
            after = []
            for number, some in _alike(states):
                after.append(self._scored(number, states[some], points[some], weights[some]))
            states, points, weights = (np.concatenate(parts) for parts in zip(*after, strict=True))
            if len(states) > most:
                order = np.argsort(points + self._worths(states), kind="stable")
                reached = np.cumsum(weights[order])
                which = order[np.searchsorted(reached, (np.arange(most) + 0.5) / most * reached[-1])]
                states, points, weights = states[which], points[which], np.full(most, 1 / most)
        return points + self._sheet.upper.bonus[states[:, 2]], weights

    def _worths(self, states: Numbers) -> Values:
        """Return what says which of these states are alike."""
        return looked_up(self._look_up, states)

    def _scored(self, number: int, states: Numbers, points: Values, weights: Values) -> tuple[Numbers, Values, Values]:
        """Play a turn of sheets in one state of the links, and return where it leads, with which points, how often."""
        parts = [
            (after, points[there] + brought, weights[there] * chance)
            for there, after, brought, chance in self.ways_to_end(number, states)
        ]
        states, points, weights = (np.concatenate(some) for some in zip(*parts, strict=True))
        return states, points, weights

    def ways_to_end(self, number: int, states: Numbers) -> Iterator[tuple[NDArray[np.bool_], Numbers, int, Values]]:
        """Play a turn of sheets in one state of the links, and yield each way that it may end.

        That is which sheets may end so, their states after it, the points that they get, and how likely it is.
        """
        ways, chances, extra = self._reached(number, states)
        for place in np.flatnonzero(chances.any(axis=1)).tolist():
            way, there = ways[place % len(ways)], chances[place] > 0
            after = np.stack([np.full(int(there.sum()), way.number), way.free[there], way.classes[there]], 1)
            yield there, after, way.points + (int(extra) if place >= len(ways) else 0), chances[place, there]

    def _reached(self, number: int, states: Numbers) -> tuple[list[FilledWay], Values, float]:
        """Return the ways to end a turn, how often each is taken on each sheet, and the points of a further Yum.

        Each way is there once more, with these points, after all others.
        """
        ends = self.best_ends(number, states[:, 1], states[:, 2])
        chances = often(len(ends.ways), ends.which, ends.extra, self._last_throws(ends.worth))
        return ends.ways, chances, float(ends.extra.max())

    # -- this turn -------------------------------------------------------------------------------------------------

    def _answer(
        self, column: Column, dice: tuple[int, ...], thrown: int, action: YumAction
    ) -> Iterator[tuple[float, int, int, float, tuple[int, int, int]]]:
        """Yield how the turn may end: chance, account, points, further points, and the state after it."""
        number, free, upper = self._sheet.state_of(column)
        ends = self.best_ends(number, np.array([free]), np.array([upper]))
        if isinstance(action, Keep):
            often = self._falling(action.faces, thrown, ends.worth)[:, 0]
            extra = np.bincount(ends.which[:, 0], often * ends.extra[:, 0], len(ends.ways))
            chances = np.bincount(ends.which[:, 0], often, len(ends.ways))
            for place in np.flatnonzero(chances > 0).tolist():
                way, chance = ends.ways[place], float(chances[place])
                after = (way.number, int(way.free[0]), int(way.classes[0]))
                yield chance, way.account, way.points, float(extra[place]) / chance, after
            return
        if not isinstance(action, Mark | Strike):
            raise TypeError(action)
        row = self._throws.index[tuple(sorted(dice))] - self._throws.first_throw
        place = self._sheet.game.layout.index(action.box)
        points = self._points(column, row, place) if isinstance(action, Mark) else 0
        cells = (*column[:place], Cell(points, points), *column[place + 1 :])
        extra_points = float(ends.extra[row, 0])
        yield 1.0, self._account_of[place], points, extra_points, self._sheet.state_of(cells)

    def _points(self, column: Column, row: int, place: int) -> int:
        """Return what a throw writes in a box of ``column``."""
        worth, yums = self._sheet.worths_of(column)
        if row in self._sheet.yums:
            nth = self._sheet.yums.index(row)
            own = np.array([self._sheet.state_of(column)[2]])
            if self._turns_in(self._sheet.state_of(column)[0]).own_filled(own)[nth, 0]:
                return int(yums.points[nth, place])
        return int(worth.points[row, place])

    def _falling(self, faces: tuple[int, ...], thrown: int, worth: Values) -> Values:
        """Return how often each throw is the last one of the turn, if ``faces`` are kept now."""
        kept = np.zeros((len(self._throws.keeps), 1))
        kept[self._throws.index[faces]] = 1.0
        second = self._throws.keeping(worth)
        for _ in range(_THROWS - 1 - thrown):
            kept = self._kept(self._throws.falling(kept), second, self._throws.chosen(second)[1])
        return self._throws.falling(kept)

    def _kept(self, often: Values, keeps: Values, best: Numbers) -> Values:
        """Return how often each keep is chosen, if each throw falls so often, and what ``keeps`` are worth is known.

        ``best`` is the best one of each throw.
        """
        return self._throws.kept(often, best)

    # -- all that follows --------------------------------------------------------------------------------------------

    def _to_the_end(self, states: Numbers, weights: Values, *, plain: bool = False) -> Values:
        """Return what accounts get after these states, by answer and run.

        ``weights`` say how often each state is reached, by answer and run: one run, until there are too many states.
        """
        points, chance = np.zeros((len(self.accounts), 2, 1)), np.random.default_rng(RUNS)
        while self._open_boxes(states[0]):
            if len(states) > MOST:
                each = np.broadcast_to(weights, (*weights.shape[:2], RUNS))
                few = np.stack([_drawn(each[:, :, run], chance.random()) for run in range(RUNS)], axis=2)
                if not plain:
                    points = points + self._promise(states, weights) - self._promise(states, few)
                kept = few.any(axis=(1, 2))
                states, weights = states[kept], few[kept]
            after, often = [], []
            for number, some in _alike(states):
                gained = np.zeros((len(self.accounts), *weights.shape[1:]))
                found, weight = self._turn(number, states[some], weights[some], gained)
                after.append(found)
                often.append(weight)
                points = points + gained
            states, weights = _merged(np.concatenate(after), np.concatenate(often))
        gained = np.zeros((len(self.accounts), *weights.shape[1:]))
        gained[self.accounts.index(BONUS)] = np.tensordot(self._sheet.upper.bonus[states[:, 2]], weights, axes=1)
        return points + gained

    def _promise(self, states: Numbers, weights: Values) -> Values:
        """Return about what accounts (row) will get after these states, by answer and run."""
        sheet, worths = self._sheet, np.zeros((len(self.accounts), len(states)))
        whole = self._whole
        for bit, place in enumerate(sheet.free_places):
            worths[self._account_of[place]] += whole[place] * (states[:, 1] >> bit & 1 == 0)
        masks, sums = sheet.upper.masks[states[:, 2]], self.sums[states[:, 2]]
        for bit, place in enumerate(sheet.upper_places):
            to_come = whole[place] * (masks >> bit & 1 == 0)
            worths[self._account_of[place]] += to_come
            sums = sums + to_come
        labels = np.array(sheet.link_states).reshape(len(sheet.link_states), -1)
        for linked, link in enumerate(sheet.links):
            worths[self._account_of[link.place]] += whole[link.place] * (labels[states[:, 0], linked] == OPEN)
        for needed, paid in self._steps:
            worths[self.accounts.index(BONUS)] += paid * np.clip(0.5 + (sums - needed) / (2 * _WIDE), 0.0, 1.0)
        return np.tensordot(worths, weights, axes=1)

    @cached_property
    def _steps(self) -> list[tuple[int, int]]:
        """The steps of the upper bonus, each with what it adds to the one before."""
        steps = self._sheet.game.layout.bonus.steps
        return [(needed, paid - before) for (needed, paid), (_, before) in zip(steps, ((0, 0), *steps), strict=False)]

    @cached_property
    def _bonus_limits(self) -> tuple[Values, Values]:
        """The least and the most that the upper bonus may still become, by upper class."""
        upper = self._sheet.upper
        least, most = upper.bonus.copy(), upper.bonus.copy()
        for number, nexts in enumerate(upper.after):  # A class comes after all that it leads to.
            after = next((ways[ways >= 0] for ways in nexts if ways[0] >= 0), None)  # Boxes are filled in any order.
            if after is not None:
                least[number], most[number] = least[after].min(), most[after].max()
        return least, most

    @cached_property
    def sums(self) -> Values:
        """About what each upper class adds up to."""
        sums = np.zeros(self._sheet.upper.count)
        for (_, total), number in self._sheet.upper.numbers.items():
            sums[number] = max(sums[number], total)
        return sums

    @cached_property
    def _whole(self) -> Values:
        """About what each box gets in a whole game."""
        sheet = self._sheet
        start = np.array([sheet.state_of((None,) * sheet.boxes)])
        points = self._to_the_end(start, np.ones((1, 2, 1)), plain=True)[:, 0].mean(axis=1)
        accounts = np.bincount(self._account_of, minlength=sheet.boxes)
        whole: Values = points[self._account_of] / accounts[self._account_of]
        return whole

    def _open_boxes(self, state: Numbers) -> int:
        return int(self._sheet.left(*state))

    def _turn(self, number: int, states: Numbers, weights: Values, points: Values) -> tuple[Numbers, Values]:
        """Play a turn of sheets in one state of the links; add to ``points``, and return where it leads how often."""
        led = self.leads(number, states)
        points += np.tensordot(led.points, weights, axes=1)
        return led.states, led.chances[:, None, None] * weights[led.sheets]

    def leads(self, number: int, states: Numbers) -> Leads:
        """Return where a turn of sheets in one state of the links leads."""
        ends = self.best_ends(number, states[:, 1], states[:, 2])
        many, last = len(states), self._last_throws(ends.worth)
        flat = (ends.which * many + np.arange(many)).ravel()
        every = np.bincount(flat, last.ravel(), len(ends.ways) * many).astype(float, copy=False)
        chances = every.reshape(len(ends.ways), many)
        points = np.zeros((len(self.accounts), many))
        for way, often in zip(ends.ways, chances, strict=True):
            points[way.account] += way.points * often
        points[-1] += (last * ends.extra).sum(axis=0)
        ways, there = np.nonzero(chances)
        numbers, frees, classes = (np.array(some) for some in zip(*(way[2:] for way in ends.ways), strict=True))
        reached = np.stack([numbers[ways], frees[ways, there], classes[ways, there]], axis=1)
        return Leads(points, there, reached, chances[ways, there])

    def _last_throws(self, worth: Values) -> Values:
        """Return how often each throw is the last one of a turn, by sheet."""
        throws, second = self._throws, self._throws.keeping(worth)
        best, which = throws.chosen(second)
        first = throws.keeping(best)
        often = np.broadcast_to(self._first_throws, worth.shape)
        often = throws.falling(self._kept(often, first, throws.chosen(first)[1]))
        return throws.falling(self._kept(often, second, which))

    @cached_property
    def _first_throws(self) -> Values:
        """Return the chance of each throw with all dice."""
        none = np.zeros((len(self._throws.keeps), 1))
        none[0] = 1.0
        return self._throws.falling(none)

    def _turns_in(self, number: int) -> LinkTurns:
        if number not in self._turns:
            self._turns[number] = LinkTurns(self._sheet, self._look_up, number)
        return self._turns[number]

    def best_ends(self, number: int, free: Numbers, classes: Numbers) -> BestEnds:
        """Return the best way to end a turn for each last throw (row) and sheet (column)."""
        ways: list[FilledWay] = []
        turns, rows = self._turns_in(number), len(self._throws.throws)
        worth, which = np.full((rows, len(free)), NEVER), np.zeros((rows, len(free)), np.int64)
        for _, gain, numbers in self._offers(turns, number, free, classes, ways):
            better = gain > worth
            np.copyto(worth, gain, where=better)
            np.copyto(which, numbers, where=better)
        extra = self._extra(turns)
        return BestEnds(ways, which, worth + extra, extra)

    def _extra(self, turns: LinkTurns) -> Values:
        """Return the points for a further Yum by last throw."""
        extra = np.zeros((len(self._throws.throws), 1))
        extra[list(self._sheet.yums)] = turns.extra
        return extra

    def _offers(
        self, turns: LinkTurns, number: int, free: Numbers, classes: Numbers, ways: list[FilledWay]
    ) -> Iterator[tuple[int, Values, Numbers]]:
        """Yield each box, what each last throw (row) brings in it on each sheet, now and later, and by which way.

        Ways are numbers of ``ways``, to which they are added.
        """
        own, yums = turns.own_filled(classes), list(self._sheet.yums)
        for place, after, struck in turns.open_boxes(free, classes):
            lead = self._lead(turns, number, place, free, classes)
            found = [
                (sort.of_throws, *self._gains(sort.points, after, lead, place, ways, struck=struck, many=len(free)))
                for sort in turns.ways(place)
            ]
            (gain, numbers), (others, other_numbers) = ((some[rows], which[rows]) for rows, some, which in found)
            gain[yums] = np.where(own, others, gain[yums])
            numbers[yums] = np.where(own, other_numbers, numbers[yums])
            yield place, gain, numbers

    def _lead(
        self, turns: LinkTurns, number: int, place: int, free: Numbers, classes: Numbers
    ) -> Callable[[int], tuple[int, Numbers, Numbers]]:
        """Return what says where a box that gets so many points leads."""
        sheet = self._sheet
        if place in sheet.free_places:
            after = free | 1 << sheet.free_places.index(place)
            return lambda points: (number, after, classes)
        if place in sheet.upper_places:
            box = sheet.upper_places.index(place)
            index = sheet.upper_points[box].index
            return lambda points: (number, free, sheet.upper.after[classes, box, index(points)])
        linked = next(nth for nth, link in enumerate(sheet.links) if link.place == place)
        return lambda points: (sheet.link_number(sheet.filled(turns.labels, linked, points)), free, classes)

    def _gains(
        self,
        points: Sequence[int],
        after: Callable[[int], Values],
        lead: Callable[[int], tuple[int, Numbers, Numbers]],
        place: int,
        ways: list[FilledWay],
        *,
        struck: bool,
        many: int,
    ) -> tuple[Values, Numbers]:
        """Return what each number of points is worth in a box, and the number of its way; the last row is for none."""
        gains = np.full((len(points) + 1, many), NEVER)
        numbers: NDArray[np.int64] = np.zeros((len(points) + 1, many), np.int64)
        account = self._account_of[place]
        for row, some in enumerate(points):
            gains[row], numbers[row] = some + after(some), len(ways)
            ways.append(FilledWay(account, some, *lead(some)))
        if struck:
            zero = after(0)
            worse = gains[:-1] < zero
            np.copyto(gains[:-1], np.broadcast_to(zero, worse.shape), where=worse)
            np.copyto(numbers[:-1], len(ways), where=worse)
            ways.append(FilledWay(account, 0, *lead(0)))
        return gains, numbers


def often(ways: int, which: Numbers, extra: Values, last: Values) -> Values:
    """Return how often each of so many ways is taken, if each throw is the ``last`` so often and leads to ``which``.

    Each way is there once more, for throws that bring ``extra`` points.
    """
    many = which.shape[1]
    flat = ((which + ways * (extra > 0)) * many + np.arange(many)).ravel()
    taken: Values = np.bincount(flat, last.ravel(), 2 * ways * many).reshape(2 * ways, many).astype(float, copy=False)
    return taken


def _alike(states: Numbers) -> Iterator[tuple[int, NDArray[np.bool_]]]:
    """Yield each state of the links, and which states have it."""
    for number in dict.fromkeys(states[:, 0].tolist()):
        yield number, states[:, 0] == number


def looked_up(look_up: LookUp, states: Numbers) -> Values:
    """Return what ``look_up`` says of states (rows)."""
    worths = np.empty(len(states))
    for number, some in _alike(states):
        worths[some] = look_up(number, states[some, 1], states[some, 2])
    return worths


def _merged(states: Numbers, weights: Values) -> tuple[Numbers, Values]:
    """Return each state once, with all its weight."""
    sizes = states.max(axis=0) + 1
    unique, places = np.unique(np.ravel_multi_index(tuple(states.T), tuple(sizes)), return_inverse=True)
    columns = weights.reshape(len(weights), -1).T
    sums = np.stack([np.bincount(places.ravel(), column, len(unique)) for column in columns], axis=1)
    merged = np.stack(np.unravel_index(unique, tuple(sizes)), axis=1).astype(np.int64)
    return merged, sums.reshape(-1, *weights.shape[1:]).astype(np.float64, copy=False)


def _drawn(weights: Values, offset: float) -> Values:
    """Return the weights of a run, with 0 for states that it leaves out: each drawn one has that of those it is for."""
    importance = weights.max(axis=1)
    there, most = np.flatnonzero(importance), MOST // RUNS
    importance = importance[there]
    chance = np.minimum(1.0, importance * most / importance.sum())
    for _ in range(20):  # States that are sure to stay leave more room for the others.
        sure = chance >= 1.0
        room = most - int(sure.sum())
        rest = importance[~sure].sum()
        if room <= 0 or not rest:
            break
        scaled = np.where(sure, 1.0, np.minimum(1.0, importance * room / rest))
        if (scaled == chance).all():
            break
        chance = scaled
    marks = np.floor(np.cumsum(chance) + offset)
    kept = np.diff(marks, prepend=np.floor(offset)) > 0
    drawn = np.zeros_like(weights)
    drawn[there[kept]] = weights[there[kept]] / chance[kept, None]
    return drawn

"""The values of the positions of a score sheet: the seat's own final score under perfect play, whatever others do.

They are exact where a table holds all states of the sheet. Else a net says them, and a table of the last turns.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from hashlib import sha256
from itertools import groupby, product
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine import Faces, Keep, Seat, acting
from bot.engine.hands import power_keeps
from bot.games.yum.mind.compiled import OPEN, CompiledSheet, Worth, compiled_column
from bot.games.yum.mind.turns import NEVER, ColumnWays, ColumnWorths, SheetTurn, WaysOfSheet
from bot.games.yum.rules import Mark, State, Strike, Yum, YumAction
from bot.games.yum.scoring.boxes import Sheet
from bot.games.yum.scoring.points import EXTRA_YUM
from bot.mind.evaluator import Advice, NoEvaluator, Strength, Unit
from bot.mind.net import SheetNet
from bot.mind.reasons import BoxEnd
from bot.mind.remembered import Remembered
from bot.mind.store import kept
from bot.mind.strengths import error_of_rest
from bot.mind.throws import Numbers, Throws, Values, rows_of

# -- What each state of a compiled sheet is worth: the points still to come, if every choice is the best -------------
# Backwards by the number of filled boxes: a turn is worth what its best choices bring, and every box leads to a state
# that is worked out already. States that differ only in what is filled go through a turn together.

AT_ONCE = 1_024
"""Positions of one turn's computation; more need more memory and are not quicker."""

LookUp = Callable[[int, Numbers, Numbers], Values]
"""What positions are worth: a state of the links, filled free boxes as bits, upper classes."""
After = Callable[[int], Values]
"""What each position is worth after a box has got so many points."""


def solve(sheet: CompiledSheet) -> Values:
    """Return the value of every state: ``[links, filled free boxes as bits, upper class]``."""
    sizes = len(sheet.link_states), 1 << len(sheet.free_places), sheet.upper.count
    return LastTurns(sheet, sheet.boxes)(*np.indices(sizes, sparse=True))


class LastTurns:
    """What the states of a sheet with few open boxes are worth.

    They stand by states of the links and filled free boxes; there, classes with fewer open upper boxes come first.
    """

    def __init__(self, sheet: CompiledSheet, most: int, values: Values | None = None) -> None:
        """Hold the ``values`` of all states with at most ``most`` open boxes; work them out if they are not given."""
        self.most = most
        links, free, upper = sheet.open_boxes
        self._ranks = np.argsort(np.argsort(upper, kind="stable"))
        classes = np.concatenate([[0], np.bincount(upper, minlength=sheet.boxes + 1).cumsum()])
        many = classes[np.maximum(most + 1 - links[:, None] - free, 0)]
        self._starts = many.cumsum().reshape(many.shape) - many
        self.values = np.empty(many.sum()) if values is None else values
        if values is None:
            self._work_out(sheet)

    def _places(self, number: int | Numbers, free: Numbers, classes: Numbers) -> Numbers:
        places: Numbers = self._starts[number, free] + self._ranks[classes]
        return places

    def __call__(self, number: int | Numbers, free: Numbers, classes: Numbers) -> Values:
        """Return what positions are worth (LookUp); of those that are not held, anything."""
        worths: Values = self.values.take(self._places(number, free, classes), mode="clip")
        return worths

    def _work_out(self, sheet: CompiledSheet) -> None:
        _, free, upper = sheet.open_boxes
        room = Room(sheet.throws, min(AT_ONCE, len(free) * len(upper)))
        for number, states in groupby(backwards(sheet, self.most), key=itemgetter(0)):
            turns = LinkTurns(sheet, self, number)
            for _, frees, classes, left in states:
                worths = turns.worth(frees, classes, room) if left else sheet.upper.bonus[classes]
                self.values[self._places(number, frees, classes)] = worths


def backwards(sheet: CompiledSheet, most: int) -> Iterator[tuple[int, Numbers, Numbers, int]]:
    """Yield all states with at most ``most`` open boxes, each after those that follow from it.

    They come some at a time: a state of the links, filled free boxes, upper classes, and how many boxes are open.
    """
    links, *counts = sheet.open_boxes
    groups = [[np.flatnonzero(each == many) for many in np.unique(each)] for each in counts]
    for number in np.argsort(links, kind="stable").tolist():
        for free, upper in product(*groups):
            left = int(sheet.left(number, free[:1], upper[:1])[0])
            if left > most:
                continue
            frees, classes = (axis.ravel() for axis in np.meshgrid(free, upper, indexing="ij"))
            for start in range(0, len(frees), AT_ONCE):
                yield number, frees[start : start + AT_ONCE], classes[start : start + AT_ONCE], left


class Room:
    """Memory for one turn's computation after another."""

    def __init__(self, throws: Throws, positions: int) -> None:
        """Hold it for so many positions at most."""
        self._keeps = np.empty(len(throws.keeps) * positions)
        self._rows = np.empty(len(throws.throws) * positions)
        self._positions = positions

    def of(self, positions: int) -> tuple[Values, Values]:
        """Return an array of a row a keep and one of a row a throw, for so many positions."""
        return self._some(self._keeps, positions), self._some(self._rows, positions)

    def _some(self, memory: Values, positions: int) -> Values:
        return memory[: len(memory) // self._positions * positions].reshape(-1, positions)


class Ways(NamedTuple):
    """The ways in which throws may fill a box."""

    points: list[int]
    """What they write there, each number once."""
    of_throws: Numbers
    """The place of each throw's points in that list; one more than the last where it may not fill the box."""


class LinkTurns:
    """Turns in one state of the links."""

    def __init__(self, sheet: CompiledSheet, look_up: LookUp, number: int) -> None:
        """Ask ``look_up`` what the positions after such a turn are worth."""
        self._sheet = sheet
        self._look_up = look_up
        self._number = number
        self.labels = sheet.link_states[number]
        self._worth, self._yums = sheet.worths(number)
        self.extra = EXTRA_YUM * sheet.earns_extra(self.labels)
        """Points for a Yum."""
        self._known_ways: dict[int, tuple[Ways, Ways]] = {}

    def final(self, free: Numbers, classes: Numbers, final: Values, room: Values) -> None:
        """Set in ``final`` what each last throw (row) is worth in each position (column): its best box.

        ``room`` is memory of the same shape.
        """
        final[:] = NEVER
        yums = np.full((len(self._yums.points), len(free)), NEVER)
        for place, after, struck in self.open_boxes(free, classes):
            for ways, best in zip(self.ways(place), (final, yums), strict=True):
                np.maximum(best, self._gains(ways, after, room, struck=struck), out=best)
        rows = list(self._sheet.yums)
        final[rows] = np.where(self.own_filled(classes), yums, final[rows]) + self.extra

    def brings(self, points: int, then: Values, out: Values) -> None:
        """Set in ``out`` what a box brings in each position by so many points, where what follows is worth ``then``."""
        np.add(points, then, out=out)

    def _gains(self, ways: Ways, after: After, room: Values, *, struck: bool) -> Values:
        """Return what each throw (row) brings in one box, now and later, in each position (column)."""
        zero = after(0)
        gains = np.empty((len(ways.points) + 1, len(zero)))
        for number, points in enumerate(ways.points):
            self.brings(points, after(points), gains[number])
        if struck:
            self.brings(0, zero, gains[-1])
            np.maximum(gains[:-1], gains[-1], out=gains[:-1])
        gains[-1] = NEVER
        return rows_of(gains, ways.of_throws, room)

    def worth(self, free: Numbers, classes: Numbers, room: Room) -> Values:
        """Return what turns in these positions and all after them are worth."""
        throws, (keeps, rows) = self._sheet.throws, room.of(len(free))
        self.final(free, classes, keeps[throws.first_throw :], rows)
        return throws.value_of_turn(keeps, rows)

    def ways(self, place: int) -> tuple[Ways, Ways]:
        """Return the ways to fill the box at ``place``; and those for the Yums, their own upper box being filled."""
        if place not in self._known_ways:
            self._known_ways[place] = _ways(self._worth, place), _ways(self._yums, place)
        return self._known_ways[place]

    def own_filled(self, classes: Numbers) -> NDArray[np.bool_]:
        """Return for each Yum (row) and position whether the upper box of its face is filled."""
        sheet, masks = self._sheet, self._sheet.upper.masks[classes]
        bits = {sheet.game.layout.boxes[place].face: bit for bit, place in enumerate(sheet.upper_places)}
        faces = [sheet.throws.throws[row][0] for row in sheet.yums]
        none = np.zeros(len(masks), dtype=bool)
        return np.array([masks >> bits[face] & 1 == 1 if face in bits else none for face in faces])

    def open_boxes(self, free: Numbers, classes: Numbers) -> Iterator[tuple[int, After, bool]]:
        """Yield each box, what positions are worth after it, and whether a strike may be better than points."""
        sheet = self._sheet
        for bit, place in enumerate(sheet.free_places):
            filled = free >> bit & 1 == 1
            if filled.all():
                continue
            then = np.where(filled, NEVER, self._look_up(self._number, free | 1 << bit, classes))
            # A free box leads to the same state with any points.
            yield place, lambda points, then=then: then, False  # type: ignore[misc]
        masks = sheet.upper.masks[classes]
        for box, place in enumerate(sheet.upper_places):
            if (masks >> box & 1).all():
                continue
            yield place, partial(self._after_upper, free, classes, box), False
        for linked, link in enumerate(sheet.links):
            if self.labels[linked] == OPEN:
                yield link.place, partial(self._after_link, free, classes, linked), True

    def _after_upper(self, free: Numbers, classes: Numbers, box: int, points: int) -> Values:
        after = self._sheet.upper.after[classes, box, self._sheet.upper_points[box].index(points)]
        return np.where(after < 0, NEVER, self._look_up(self._number, free, after))

    def _after_link(self, free: Numbers, classes: Numbers, linked: int, points: int) -> Values:
        labels = (*self.labels[:linked], self._sheet.links[linked].label(points), *self.labels[linked + 1 :])
        return self._look_up(self._sheet.link_number(labels), free, classes)


def _ways(worth: Worth, place: int) -> Ways:
    """Return the ways to fill the box at ``place``."""
    points, allowed = worth.points[:, place], worth.allowed[:, place]
    some, which = np.unique(points[allowed], return_inverse=True)
    of_throws = np.full(len(points), len(some))
    of_throws[allowed] = which
    return Ways(some.tolist(), of_throws)


def values_of(sheet: CompiledSheet, folder: Path) -> Values:
    """Return the values of all states of ``sheet``; see :func:`bot.mind.store.kept`. They take 5 to 16 seconds."""
    return kept(folder, "sheet", sheet.digest, lambda: solve(sheet))


# -- A score sheet of several columns, each an automaton of its own --------------------------------------------------
# The columns are alike but for how often they count. They meet in two rules: a joker wants its boxes filled in every
# column, and so does the bonus for a further Yum. Everything else of a column is what :mod:`.compiled` says of it.


@dataclass(frozen=True)
class CompiledColumns:
    """The automaton of one column, and how often each column counts."""

    column: CompiledSheet
    times: tuple[int, ...]

    @property
    def game(self) -> Yum:
        """The game that this is the sheet of."""
        return self.column.game

    @cached_property
    def digest(self) -> str:
        """Return a hash of all that decides about values."""
        if self.times == (1,):
            return self.column.digest
        return sha256(repr((self.column.digest, self.times)).encode()).hexdigest()

    def ready(self, labels: tuple[int, ...]) -> bool:
        """Whether a column in this state of the links has the Yum boxes filled that a joker needs."""
        joker = self.game.scorer.joker
        if joker is None:
            return False
        filled = {link.place for link, label in zip(self.column.links, labels, strict=True) if label != OPEN}
        return filled.issuperset(joker.needed(self.game.layout))

    def own_filled(self, sheet: Sheet) -> tuple[bool, ...]:
        """Whether a Yum of each face counts as its own upper box filled: in every column, once all await a joker."""
        if len(sheet) > 1 and not all(self.ready(self.column.labels_of(cells)) for cells in sheet):
            return (False,) * len(self._own_boxes)
        filled = [None not in cells for cells in zip(*sheet, strict=True)]
        return tuple(own is not None and filled[own] for own in self._own_boxes)

    @cached_property
    def _own_boxes(self) -> list[int | None]:
        """The upper box of each Yum, ones first."""
        own = {self.game.layout.boxes[place].face: place for place in self.column.upper_places}
        return [own.get(self.column.throws.throws[row][0]) for row in self.column.yums]

    @cached_property
    def rows(self) -> Callable[[tuple[bool, ...]], Numbers]:
        """What says where each throw stands among those of :class:`.turns.ColumnWays`, by :meth:`own_filled`."""
        throws, yums = len(self.column.throws.throws), list(self.column.yums)

        @cache
        def rows(own: tuple[bool, ...]) -> Numbers:
            found = np.arange(throws)
            found[yums] = np.where(own, throws + np.arange(len(yums)), yums)
            return found

        return rows

    def states_of(self, sheet: Sheet) -> Numbers:
        """Return the numbers of the links, of the filled free boxes and of the upper class of each column (row)."""
        return np.array([self.column.state_of(cells) for cells in sheet])


def compiled_columns(game: Yum) -> CompiledColumns:
    """Return the automaton of ``game``. Raises NoEvaluator for rules that it cannot hold."""
    joker = game.scorer.joker
    if game.layout.stacked or (joker is not None and (not joker.everywhere or joker.kind == "forced")):
        raise NoEvaluator(f"no evaluator for {game.key} by these rules: the columns are no sheets of their own")
    if game.throwing.power:
        raise NoEvaluator(f"no evaluator for {game.key} by these rules: turns end in other ways by the Power die")
    return CompiledColumns(compiled_column(game), game.layout.multipliers)


# -- Evaluators: by the values of all states, or by a net ------------------------------------------------------------

MOST_STATES = 4_000_000
"""Sheets with more states take too long to work out and too much memory; so many take a minute or two."""


class Known(NamedTuple):
    """What values stand on."""

    worth: Callable[[Numbers], Values]
    """What positions are worth; a position is link state, filled free boxes and upper class of each column."""
    strength: Strength


_KEY_BYTES = 4_096
"""What a sheet takes besides the values of its turn, roughly: a cell for each box."""


class SheetEvaluator:
    """Evaluates the positions of one sheet."""

    def __init__(self, sheet: CompiledColumns) -> None:
        self._sheet = sheet
        self.column = sheet.column
        self._game: Yum = sheet.game
        self._turn = Remembered(self._work_out, lambda turn: _KEY_BYTES + turn.nbytes)
        self._ways = Remembered(WaysOfSheet(sheet.column, len(sheet.times) > 1), lambda ways: ways.nbytes)

    def _known(self, sheet: Sheet, now: Numbers) -> Known:
        """Return what is known of all that can follow from ``sheet``, whose columns have the numbers ``now``."""
        raise NotImplementedError

    def advise(self, state: State) -> Advice:
        """Return what ``state`` is worth to the seat to act. Raises GameOver after the end."""
        seat, game, cells = acting(state), self._game, self._cells
        turn = self._turn(state.sheets[seat])
        so_far = self._so_far(state, seat)
        valued: list[tuple[YumAction, float]] = []
        if not state.throws:
            valued += [(do, so_far + turn.keeps.value) for do in game.legal_actions(state)]
        else:
            faces, keeps, fills = tuple(sorted(state.dice)), game.throwing.keeps(state), game.fills(state)
            if keeps:
                kept = turn.keeps.first if state.throws == 1 else turn.keeps.second
                valued += zip(keeps, (kept.take(self._held(faces)) + so_far).tolist(), strict=True)
            marks, strikes = turn.boxes(self.column.throws.index[faces] - self.column.throws.first_throw)
            valued += [(do, so_far + marks[cells[do.column, do.box]]) for do in fills.marks]
            valued += [(do, so_far + strikes[cells[do.column, do.box]]) for do in fills.strikes]
        return Advice.of(Unit.POINTS, turn.strength, valued)

    @cached_property
    def _cells(self) -> dict[tuple[int, str], int]:
        """The numbers of boxes through all columns, by what actions call them."""
        boxes, columns = self._game.layout.boxes, range(len(self._sheet.times))
        named = self._game.layout.named_columns
        cells = list(product(columns, boxes))
        return {(column + 1 if named else 0, box.key): number for number, (column, box) in enumerate(cells)}

    @cached_property
    def _held(self) -> Callable[[Faces], Numbers]:
        """The places of what may be kept of dice, in the order of its actions."""
        index = self.column.throws.index
        return cache(lambda faces: np.array([index[keep.faces] for keep in power_keeps(faces, False, False)]))

    def _so_far(self, state: State, seat: Seat) -> float:
        """Return what the seat's final score holds already, and what further games of a match are worth."""
        earlier = sum(game.points[seat] for game in state.match.earlier)
        left = self._game.length.games - len(state.match.earlier) - 1
        return earlier + (left * self._whole if left else 0.0) + written(self._game, state, seat)

    @cached_property
    def _whole(self) -> float:
        """What an empty sheet is worth."""
        empty: Sheet = ((None,) * self.column.boxes,) * len(self._sheet.times)
        return self._work_out(empty).keeps.value

    # -- why -------------------------------------------------------------------------------------------------------

    most_followed = 20
    """Sheets with more open boxes are not followed to their end: that would take too long."""

    def look_up_states(self, number: int, free: Numbers, classes: Numbers) -> Values:
        """Return what positions of one column are worth (LookUp)."""
        raise NotImplementedError

    fills_one_box = True
    """Whether every turn ends in one box."""

    def value_of_turn(self, state: State) -> float:
        """Return what the turn of the seat to act and all after it are worth, before its first throw."""
        return self._turn(state.sheets[acting(state)]).keeps.value

    def turn_ends(self, state: State, action: YumAction) -> Iterator[BoxEnd]:
        """Yield how the turn may end after ``action``, a keep or a box, if every later choice is the best."""
        turn, throws, boxes = self._turn(state.sheets[acting(state)]), self.column.throws, self._game.layout.boxes

        def end(chance: float, row: int, cell: int, worth: float, *, struck: bool) -> BoxEnd:
            box, points = boxes[cell % len(boxes)].key, turn.brings(row, cell, struck=struck)
            return BoxEnd(chance, f"{Mark.word} {box}", points, worth, faces=throws.throws[row])

        if not isinstance(action, Keep):
            if not isinstance(action, Mark | Strike):
                raise TypeError(action)
            row = throws.index[tuple(sorted(state.dice))] - throws.first_throw
            cell, struck = self._cells[action.column, action.box], isinstance(action, Strike)
            yield end(1.0, row, cell, turn.boxes(row)[struck][cell], struck=struck)
            return
        kept = np.zeros((len(throws.keeps), 1))
        kept[throws.index[action.faces]] = 1.0
        if state.throws == 1:
            _, which = throws.chosen(turn.keeps.second[:, None])
            kept = throws.kept(throws.falling(kept), which)
        for row, chance in enumerate(throws.falling(kept)[:, 0].tolist()):
            if chance:
                marks, strikes = turn.boxes(row)
                mark, strike = (max(turn.open_cells, key=worths.__getitem__) for worths in (marks, strikes))
                struck = strikes[strike] > marks[mark]
                cell, worth = (strike, strikes[strike]) if struck else (mark, marks[mark])
                yield end(chance, row, cell, worth, struck=struck)

    def error_of_rest(self, state: State) -> float:
        """Return how far what comes after the turn of the seat to act may be off for one answer, beside another."""
        return 0.0

    # -- a turn ----------------------------------------------------------------------------------------------------

    def _work_out(self, sheet: Sheet) -> SheetTurn:
        """Return the best way through a turn that begins with ``sheet``."""
        column, parts = self.column, list(zip(sheet, self._sheet.times, strict=True))
        ways = [self._ways((column.labels_of(cells), times)) for cells, times in parts]
        laters, strength = self._later(sheet, ways)
        further = all(some.further for some in ways)
        columns = [ColumnWorths.of(*each, further) for each in zip(ways, sheet, laters, strict=True)]
        return SheetTurn(column.throws, columns, self._sheet.rows(self._sheet.own_filled(sheet)), strength)

    def _later(self, sheet: Sheet, ways: Sequence[ColumnWays]) -> tuple[Sequence[Values], Strength]:
        """Return what the sheet is worth after each end of the ``ways`` of its columns, and how sure that is.

        Ends in filled boxes may be worth anything.
        """
        now = self._sheet.states_of(sheet)
        known, last = self._known(sheet, now), sum(cells.count(None) for cells in sheet) == 1
        heres = [some.in_open_boxes(cells) for some, cells in zip(ways, sheet, strict=True)]
        states = [np.repeat(now[None], len(here), axis=0) for here in heres]
        for number, (after, some, here) in enumerate(zip(states, ways, heres, strict=True)):
            after[:, number] = some.after(self.column, *now[number, 1:].tolist())[here]
        worths = (self._finished if last else known.worth)(np.concatenate(states))
        laters = [np.zeros(len(some.boxes)) for some in ways]
        for later, here, part in zip(
            laters, heres, np.split(worths, np.cumsum(list(map(len, heres)))[:-1]), strict=True
        ):
            later[here] = part
        return laters, Strength.EXACT if last else known.strength

    def _finished(self, states: Numbers) -> Values:
        """Return the bonuses of sheets without an open box."""
        bonuses: Values = (self.column.upper.bonus[states[:, :, 2]] * np.array(self._sheet.times)).sum(axis=1)
        return bonuses


def written(game: Yum, state: State, seat: Seat) -> int:
    """Return the points on the sheet of ``seat``, without the bonuses of its upper sections."""
    totals = game.totals(state, seat)
    return totals.score - totals.bonuses


class ExactSheet(SheetEvaluator):
    """Evaluates a sheet of one column by the worked out values of all its states."""

    def __init__(self, sheet: CompiledSheet, values: Values) -> None:
        """Answer by ``values``, as :func:`bot.games.yum.mind.exact.solve` returns them."""
        super().__init__(CompiledColumns(sheet, (1,)))
        self._values = values
        self._in_a_row = np.asarray(values).reshape(-1)

    @property
    def values(self) -> Values:
        """The values of all states."""
        return self._values

    def _later(self, sheet: Sheet, ways: Sequence[ColumnWays]) -> tuple[Sequence[Values], Strength]:
        ((cells,), (some,)), upper = (sheet, ways), self.column.upper
        free, number = self.column.filled_of(cells)
        places = upper.nexts[number].take(some.nexts) + some.places
        return [self._in_a_row[free * upper.count :].take(places, mode="clip")], Strength.EXACT

    def look_up_states(self, number: int, free: Numbers, classes: Numbers) -> Values:
        """Return what is kept of them."""
        worths: Values = self._values[number, free, classes]
        return worths


class NetSheet(SheetEvaluator):
    """Evaluates by a net; exactly the last turn, and of one column the last turns that a table holds."""

    most_followed = 9

    def __init__(self, sheet: CompiledColumns, net: SheetNet, last: LastTurns | None = None) -> None:
        super().__init__(sheet)
        self._net, self._last = net, last or LastTurns(sheet.column, 0)

    def _known(self, sheet: Sheet, now: Numbers) -> Known:
        if len(now) > 1 or self.column.left(*now[0]) > self._last.most + 1:
            return Known(self._net.worth, Strength.NET)
        return Known(lambda states: self._last(*states[:, 0].T), Strength.EXACT)

    def error_of_rest(self, state: State) -> float:
        """Return nothing for the last turns, which are exact."""
        sheet = state.sheets[acting(state)]
        if self._turn(sheet).strength is Strength.EXACT:
            return 0.0
        turns, left = self.column.boxes * len(sheet), sum(cells.count(None) for cells in sheet) - 1
        return error_of_rest(self._game.key, left, turns)

    def look_up_states(self, number: int, free: Numbers, classes: Numbers) -> Values:
        """Return what the net says; of the last turns, what their table does."""
        last = self._last(number, free, classes)
        few = (self.column.left(number, free, classes) <= self._last.most) | (classes < 0)
        return last if few.all() else np.where(few, last, self._net(number, free, classes))

"""The values of the positions of a score sheet: the seat's own final score under perfect play, whatever others do.

They are exact where a table holds all states of the sheet. Else a net says them, and a cone in the last turns.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine import Faces, Keep, Seat, acting
from bot.engine.hands import power_keeps
from bot.games.yum.mind.compiled import OPEN, CompiledSheet, Worth, compiled_column
from bot.games.yum.mind.turns import ColumnWays, ColumnWorths, SheetTurn, WaysOfSheet
from bot.games.yum.rules import Mark, State, Strike, Yum, YumAction
from bot.games.yum.scoring.boxes import Sheet
from bot.games.yum.scoring.points import EXTRA_YUM
from bot.mind.evaluator import Advice, NoEvaluator, Strength, Unit
from bot.mind.net import SheetNet
from bot.mind.reasons import BoxEnd
from bot.mind.remembered import Remembered
from bot.mind.store import kept
from bot.mind.throws import NEVER, Numbers, Throws, Values, rows_of

# -- What each state of a compiled sheet is worth: the points still to come, if every choice is the best -------------
# Backwards by the number of filled boxes: a turn is worth what its best choices bring, and every box leads to a state
# that is worked out already. States that differ only in what is filled go through a turn together. A token buys a
# fourth throw, after which a box leads to a state with one token less.

AT_ONCE = 1_024
"""Positions of one turn's computation; more need more memory and are not quicker."""

LookUp = Callable[[int, Numbers, Numbers], Values]
"""What positions are worth: a state of the links, filled free boxes as bits, upper classes."""
After = Callable[[int], Values]
"""What each position is worth after a box has got so many points."""


class ValueTable:
    """What some of the states of a sheet are worth, among them all that follow from any of them."""

    def __init__(self, links: Numbers, frees: Numbers, classes: Numbers, sizes: tuple[int, int, int]) -> None:
        """Make room for all combinations of these numbers, of which a sheet has ``sizes`` many."""
        self.parts = links, frees, classes
        self.values = np.full([len(part) for part in self.parts], NEVER)
        self._places = [np.full(size, -1) for size in sizes]
        for places, part in zip(self._places, self.parts, strict=True):
            places[part] = np.arange(len(part))

    def _at(self, number: int, free: Numbers, classes: Numbers) -> tuple[np.int64, Numbers, Numbers]:
        links, frees, uppers = self._places
        return links[number], frees[free], uppers[classes]

    def __call__(self, number: int, free: Numbers, classes: Numbers) -> Values:
        """Return what positions are worth (LookUp)."""
        worths: Values = self.values[self._at(number, free, classes)]
        return worths

    def at(self, states: Numbers) -> Values:
        """Return what positions are worth; each row holds the three numbers of one."""
        links, frees, uppers = self._places
        worths: Values = self.values[links[states[:, 0]], frees[states[:, 1]], uppers[states[:, 2]]]
        return worths

    def put(self, number: int, free: Numbers, classes: Numbers, values: Values) -> None:
        """Set what positions are worth."""
        self.values[self._at(number, free, classes)] = values


def solve(sheet: CompiledSheet) -> Values:
    """Return the value of every state: ``[links, filled free boxes as bits, upper class]``."""
    sizes = len(sheet.link_states), 1 << len(sheet.free_places), sheet.upper.count
    table = ValueTable(np.arange(sizes[0]), np.arange(sizes[1]), np.arange(sizes[2]), sizes)
    work_out(sheet, table)
    return table.values


def work_out(sheet: CompiledSheet, table: ValueTable) -> None:
    """Work out every state in ``table``."""
    links, frees, classes = table.parts
    room = Room(sheet.throws, min(AT_ONCE, len(frees) * len(classes)))
    full = (1 << len(sheet.free_places)) - 1, (1 << len(sheet.upper_places)) - 1
    free_groups = _by_count(frees, frees)
    class_groups = _by_count(classes, sheet.upper.masks[classes])
    for number in sorted(links.tolist(), key=lambda number: sheet.link_states[number].count(OPEN)):
        turns = LinkTurns(sheet, table, number)
        for free, upper in product(reversed(free_groups), reversed(class_groups)):
            if OPEN not in turns.labels and (free[0], sheet.upper.masks[upper[0]]) == full:
                table.put(number, free, upper, sheet.upper.bonus[upper])
                continue
            every = [axis.ravel() for axis in np.meshgrid(free, upper, indexing="ij")]
            for start in range(0, len(every[0]), AT_ONCE):
                some = [axis[start : start + AT_ONCE] for axis in every]
                keeps, rows = room.of(len(some[0]))
                turns.final(some[0], some[1], keeps[sheet.throws.first_throw :], rows)
                table.put(number, some[0], some[1], sheet.throws.value_of_turn(keeps, rows))


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


def _by_count(numbers: Numbers, masks: Numbers) -> Sequence[Numbers]:
    """Return the numbers whose masks have the fewest boxes filled, then those with one more, and so on."""
    filled = np.array([int(mask).bit_count() for mask in masks])
    return [numbers[filled == many] for many in np.unique(filled)]


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
        """Set in ``final`` what each third throw (row) is worth in each position (column): its best box, or a token.

        ``room`` is memory of the same shape.
        """
        self._last(free, classes, final, room)
        if self._fourth is not None:
            last, throws = np.empty_like(final), self._sheet.throws
            self._fourth._last(free, classes, last, room)
            np.maximum(final, throws.choosing(throws.again(last)), out=final)

    @cached_property
    def _fourth(self) -> "LinkTurns | None":
        """Turns with a token less, which end by a fourth throw; None where there is no token."""
        less = self._number - self._sheet.a_token
        return LinkTurns(self._sheet, self._look_up, less) if less >= 0 else None

    def _last(self, free: Numbers, classes: Numbers, final: Values, room: Values) -> None:
        """Set in ``final`` what each last throw is worth: its best box."""
        final[:] = NEVER
        yums = np.full((len(self._yums.points), len(free)), NEVER)
        for place, after, struck in self.open_boxes(free, classes):
            for ways, best in zip(self.ways(place), (final, yums), strict=True):
                np.maximum(best, _gains(ways, after, room, struck=struck), out=best)
        rows = list(self._sheet.yums)
        final[rows] = np.where(self.own_filled(classes), yums, final[rows]) + self.extra

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
        return self._look_up(self._sheet.link_after(self._number, linked, points), free, classes)


def _ways(worth: Worth, place: int) -> Ways:
    """Return the ways to fill the box at ``place``."""
    points, allowed = worth.points[:, place], worth.allowed[:, place]
    some, which = np.unique(points[allowed], return_inverse=True)
    of_throws = np.full(len(points), len(some))
    of_throws[allowed] = which
    return Ways(some.tolist(), of_throws)


def _gains(ways: Ways, after: After, room: Values, *, struck: bool) -> Values:
    """Return what each throw (row) brings in one box, now and later, in each position (column)."""
    zero = after(0)
    gains = np.empty((len(ways.points) + 1, len(zero)))
    for number, points in enumerate(ways.points):
        np.add(points, after(points), out=gains[number])
    gains[-1] = NEVER
    if struck:
        np.maximum(gains[:-1], zero, out=gains[:-1])
    return rows_of(gains, ways.of_throws, room)


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

    def states_of(self, sheet: Sheet, tokens: int = 0) -> Numbers:
        """Return the numbers of the links, of the filled free boxes and of the upper class of each column (row)."""
        return np.array([self.column.state_of(cells, tokens) for cells in sheet])


def compiled_columns(game: Yum) -> CompiledColumns:
    """Return the automaton of ``game``. Raises NoEvaluator for rules that it cannot hold."""
    joker = game.scorer.joker
    if game.layout.stacked or (joker is not None and (not joker.everywhere or joker.kind == "forced")):
        raise NoEvaluator(f"no evaluator for {game.key} by these rules: the columns are no sheets of their own")
    return CompiledColumns(compiled_column(game), game.layout.multipliers)


# -- The exact values of all positions that can follow from one: quick for the last turns of a sheet of any size -----

_USUAL_DICE = 5
_MOST_KEPT = 100_000
MOST_CONE_STATES = 10
"""Of five dice, a state takes a millisecond; of six, which have twice as many keeps, four. A hint takes twenty."""


def cone(sheet: CompiledSheet, number: int, free: int, upper: int, most: int | None = None) -> ValueTable | None:
    """Return the values of all that can follow from a position, itself included; None if that is too much.

    The position is a state of the links, the filled free boxes as bits and an upper class; ``most`` counts states.
    Unless said otherwise, it is as many as a hint has time for.
    """
    follows = _follows(sheet, number, free, upper, most)
    if follows is None:
        return None
    classes, links = follows
    every = np.arange(1 << len(sheet.free_places))
    sizes = len(sheet.link_states), len(every), sheet.upper.count
    table = ValueTable(links, every[every & free == free], classes, sizes)
    work_out(sheet, table)
    return table


def _follows(
    sheet: CompiledSheet, number: int, free: int, upper: int, most: int | None = None
) -> tuple[Numbers, Numbers] | None:
    """Return the upper classes and the states of the links that can follow; None where states are too many."""
    if most is None:
        most = MOST_CONE_STATES // (1 if sheet.throws.dice <= _USUAL_DICE else 2)
    frees = 1 << (len(sheet.free_places) - free.bit_count())
    open_boxes = len(sheet.upper_places) - int(sheet.upper.masks[upper]).bit_count()
    if frees << open_boxes > most:  # Known at once; the classes are never fewer than the sets of boxes.
        return None
    classes, links = _classes(sheet, upper), _links(sheet, number)
    return None if frees * len(classes) * len(links) > most else (classes, links)


class LastStates:
    """The exact values of positions near the end, wherever they are on the sheet: each is worked out once."""

    def __init__(self, sheet: CompiledSheet) -> None:
        """Ask the rules of ``sheet``."""
        self._sheet = sheet
        self._values: dict[tuple[int, int, int], float] = {}
        self._known: dict[tuple[int, int, int], bool] = {}

    def forget(self) -> None:
        """Forget values if there are many: between two questions nobody needs them."""
        if len(self._values) + len(self._known) > _MOST_KEPT:
            self._values.clear()
            self._known.clear()

    def knows(self, number: int, free: int, upper: int) -> bool:
        """Whether :func:`cone` knows the position."""
        key = number, free, upper
        if key not in self._known:
            self._known[key] = _follows(self._sheet, *key) is not None
        return self._known[key]

    def after(self, left: int) -> LookUp:
        """Return what positions with so many open boxes are worth (LookUp); others never follow."""

        def look_up(number: int, free: Numbers, classes: Numbers) -> Values:
            states = list(zip([number] * len(free), free.tolist(), classes.tolist(), strict=True))
            follow = {state for state in states if state[2] >= 0 and self._open(state) == left}
            self._work_out(sorted(follow - self._values.keys()), left)
            return np.array([self._values[state] if state in follow else NEVER for state in states])

        return look_up

    def _open(self, state: tuple[int, int, int]) -> int:
        sheet, (number, free, upper) = self._sheet, state
        filled = free.bit_count() + int(sheet.upper.masks[upper]).bit_count()
        return len(sheet.free_places) + len(sheet.upper_places) - filled + sheet.link_states[number].count(OPEN)

    def _work_out(self, states: list[tuple[int, int, int]], left: int) -> None:
        sheet = self._sheet
        for number in sorted({state[0] for state in states}):
            some = [state for state in states if state[0] == number]
            free, classes = np.array([state[1] for state in some]), np.array([state[2] for state in some])
            if not left:
                worths: Values = sheet.upper.bonus[classes]
            else:
                keeps, rows = Room(sheet.throws, len(some)).of(len(some))
                turns = LinkTurns(sheet, self.after(left - 1), number)
                turns.final(free, classes, keeps[sheet.throws.first_throw :], rows)
                worths = sheet.throws.value_of_turn(keeps, rows)
            self._values.update(zip(some, worths.tolist(), strict=True))


def _classes(sheet: CompiledSheet, upper: int) -> Numbers:
    """Return an upper class and all that can follow from it."""
    reached, fresh = np.array([upper]), np.array([upper])
    while len(fresh):
        after = np.unique(sheet.upper.after[fresh])
        fresh = np.setdiff1d(after[after >= 0], reached)
        reached = np.concatenate([reached, fresh])
    return reached


def _links(sheet: CompiledSheet, number: int) -> Numbers:
    """Return a state of the links and all that can follow from it."""
    reached, fresh = {number}, [number]
    while fresh:
        before = fresh.pop()
        labels = sheet.link_states[before]
        after = {before - sheet.a_token} if before >= sheet.a_token else set[int]()
        for linked, link in enumerate(sheet.links):
            if labels[linked] == OPEN:
                after.update(sheet.link_after(before, linked, points) for points in link.holds)
        fresh += after - reached
        reached |= after
    return np.array(sorted(reached))


# -- Evaluators: by the values of all states, or by a net ------------------------------------------------------------

MOST_STATES = 1_500_000
"""Sheets with more states take too long to work out and too much memory."""


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
        turn = self._turn(self.held(state))
        so_far = self._so_far(state, seat)
        valued: list[tuple[YumAction, float]] = []
        if not state.throws:
            valued += [(do, so_far + turn.keeps.value) for do in game.legal_actions(state)]
        else:
            faces, keeps, fills = tuple(sorted(state.dice)), game.throwing.keeps(state), game.fills(state)
            if keeps:
                kept = turn.kept_after(state.throws)
                valued += zip(keeps, (kept.take(self._held(faces)) + so_far).tolist(), strict=True)
            marks, strikes = turn.boxes(self.column.throws.index[faces] - self.column.throws.first_throw)
            valued += [(do, so_far + marks[cells[do.column, do.box]]) for do in fills.marks]
            valued += [(do, so_far + strikes[cells[do.column, do.box]]) for do in fills.strikes]
        return Advice.of(Unit.POINTS, turn.strength, valued)

    def held(self, state: State) -> tuple[Sheet, int]:
        """Return the sheet of the seat to act, and how many tokens it has left."""
        seat = acting(state)
        return state.sheets[seat], state.spare[seat] if self.column.tokens else 0

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
        return self._work_out((empty, self._game.throwing.tokens)).keeps.value

    # -- why -------------------------------------------------------------------------------------------------------

    most_followed = 20
    """Sheets with more open boxes are not followed to their end: that would take too long."""

    def look_up_states(self, number: int, free: Numbers, classes: Numbers) -> Values:
        """Return what positions of one column are worth (LookUp)."""
        raise NotImplementedError

    @cached_property
    def last_states(self) -> LastStates | None:
        """What else says that near the end, as it advises; None where nothing else does."""
        return None

    def value_of_turn(self, state: State) -> float:
        """Return what the turn of the seat to act and all after it are worth, before its first throw."""
        return self._turn(self.held(state)).keeps.value

    def turn_ends(self, state: State, action: YumAction) -> Iterator[BoxEnd]:
        """Yield how the turn may end after ``action``, a keep or a box, if every later choice is the best."""
        turn, throws, boxes = self._turn(self.held(state)), self.column.throws, self._game.layout.boxes

        def end(ended: SheetTurn, chance: float, row: int, cell: int, worth: float, *, struck: bool) -> BoxEnd:
            box, points = boxes[cell % len(boxes)].key, ended.brings(row, cell, struck=struck)
            return BoxEnd(chance, f"{Mark.word} {box}", points, worth, faces=throws.throws[row])

        if not isinstance(action, Keep):
            if not isinstance(action, Mark | Strike):
                raise TypeError(action)
            row = throws.index[tuple(sorted(state.dice))] - throws.first_throw
            cell, struck = self._cells[action.column, action.box], isinstance(action, Strike)
            yield end(turn, 1.0, row, cell, turn.boxes(row)[struck][cell], struck=struck)
            return
        kept = np.zeros((len(throws.keeps), 1))
        kept[throws.index[action.faces]] = 1.0
        for ended, often in turn.last_throws(throws.falling(kept), state.throws + 1):
            for row in np.flatnonzero(often).tolist():
                marks, strikes = ended.boxes(row)
                mark, strike = (max(ended.open_cells, key=worths.__getitem__) for worths in (marks, strikes))
                struck = strikes[strike] > marks[mark]
                cell, worth = (strike, strikes[strike]) if struck else (mark, marks[mark])
                yield end(ended, float(often[row]), row, cell, worth, struck=struck)

    # -- a turn ----------------------------------------------------------------------------------------------------

    def _work_out(self, held: tuple[Sheet, int]) -> SheetTurn:
        """Return the best way through a turn that begins with this sheet and so many tokens."""
        (sheet, tokens), column = held, self.column
        parts = list(zip(sheet, self._sheet.times, strict=True))
        ways = [self._ways((column.labels_of(cells), times)) for cells, times in parts]
        laters, strength = self._later(sheet, ways, (tokens, tokens - 1) if tokens else (0,))
        further, rows = all(some.further for some in ways), self._sheet.rows(self._sheet.own_filled(sheet))

        def turn(later: Sequence[Values], fourth: SheetTurn | None) -> SheetTurn:
            columns = [ColumnWorths.of(*each, further) for each in zip(ways, sheet, later, strict=True)]
            return SheetTurn(column.throws, columns, rows, strength, fourth)

        return turn(laters[0], turn(laters[1], None) if tokens else None)

    def _later(
        self, sheet: Sheet, ways: Sequence[ColumnWays], tokens: Sequence[int]
    ) -> tuple[list[list[Values]], Strength]:
        """Return what the sheet is worth after each end of the ``ways`` of its columns, and how sure that is.

        That is for each number of ``tokens`` left then, of which the first is that of now. Ends in filled boxes may be
        worth anything.
        """
        now = self._sheet.states_of(sheet, tokens[0])
        known, last = self._known(sheet, now), sum(cells.count(None) for cells in sheet) == 1
        heres = [some.in_open_boxes(cells) for some, cells in zip(ways, sheet, strict=True)]
        borders, laters = np.cumsum(list(map(len, heres)))[:-1], []
        for left in tokens:
            states = [np.repeat(now[None], len(here), axis=0) for here in heres]
            for number, (after, some, here) in enumerate(zip(states, ways, heres, strict=True)):
                after[:, number] = some.after(self.column, *now[number, 1:].tolist(), left)[here]
            worths = (self._finished if last else known.worth)(np.concatenate(states))
            later = [np.zeros(len(some.boxes)) for some in ways]
            for each, here, part in zip(later, heres, np.split(worths, borders), strict=True):
                each[here] = part
            laters.append(later)
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
        self._a_token = sheet.a_token << len(sheet.free_places)

    @property
    def values(self) -> Values:
        """The values of all states."""
        return self._values

    def _later(
        self, sheet: Sheet, ways: Sequence[ColumnWays], tokens: Sequence[int]
    ) -> tuple[list[list[Values]], Strength]:
        ((cells,), (some,)), upper = (sheet, ways), self.column.upper
        free, number = self.column.filled_of(cells)
        places = upper.nexts[number].take(some.nexts) + some.places
        begins = [(left * self._a_token + free) * upper.count for left in tokens]
        return [[self._in_a_row[begin:].take(places, mode="clip")] for begin in begins], Strength.EXACT

    def look_up_states(self, number: int, free: Numbers, classes: Numbers) -> Values:
        """Return what is kept of them."""
        worths: Values = self._values[number, free, classes]
        return worths


class NetSheet(SheetEvaluator):
    """Evaluates by a net; exactly the last turn, and of one column as many turns as a small cone holds."""

    most_followed = 9

    def __init__(self, sheet: CompiledColumns, net: SheetNet) -> None:
        super().__init__(sheet)
        self._net = net

    def _known(self, sheet: Sheet, now: Numbers) -> Known:
        table = cone(self.column, *now[0].tolist()) if len(now) == 1 else None
        if table is None:
            return Known(self._net.worth, Strength.NET)
        return Known(lambda states: table.at(states[:, 0]), Strength.EXACT)

    @cached_property
    def last_states(self) -> LastStates | None:
        """Return exact values."""
        return LastStates(self.column)

    def look_up_states(self, number: int, free: Numbers, classes: Numbers) -> Values:
        """Return what the net says; of finished sheets, the bonus."""
        column = self.column
        worths = self._net(number, free, classes)
        if OPEN in column.link_states[number]:
            return worths
        full = (1 << len(column.free_places)) - 1, (1 << len(column.upper_places)) - 1
        finished = (free == full[0]) & (column.upper.masks[classes] == full[1])
        return np.where(finished, column.upper.bonus[classes], worths)

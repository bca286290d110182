"""The values of the positions of a score sheet: the seat's own final score under perfect play, whatever others do.

They are exact where a table holds all states of the sheet. Else a net says them, and a cone in the last turns.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine import Keep, Roll, Seat, acting
from bot.games.yum.mind.compiled import OPEN, CompiledSheet, Worth, compiled_column
from bot.games.yum.rules import THROWS, Mark, State, Strike, Yum, YumAction, further_yum
from bot.games.yum.scoring.boxes import Sheet
from bot.games.yum.scoring.points import EXTRA_YUM
from bot.mind.evaluator import Advice, NoEvaluator, Strength, Unit
from bot.mind.net import SheetNet
from bot.mind.reasons import BoxEnd
from bot.mind.remembered import Remembered
from bot.mind.store import kept
from bot.mind.throws import NEVER, Numbers, Throws, Turn, Values, rows_of

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

    def own_filled(self, sheet: Sheet, now: Numbers, face: int) -> bool:
        """Whether a Yum of ``face`` counts as its own upper box filled: in every column, once all await a joker."""
        column = self.column
        own = self._own_boxes.get(face)
        if own is None or any(cells[own] is None for cells in sheet):
            return False
        return len(sheet) == 1 or all(self.ready(column.link_states[number]) for number in now[:, 0].tolist())

    @cached_property
    def _own_boxes(self) -> dict[int | None, int]:
        """The upper box of each face."""
        return {self.game.layout.boxes[place].face: place for place in self.column.upper_places}

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


def has_further_yums(game: Yum, sheet: Sheet, throws: Throws) -> bool:
    """Whether a further Yum brings a bonus now."""
    return bool(game.house_rules.get("yum_bonus")) and further_yum(game.layout, sheet, throws.throws[throws.alike[0]])


def further_yums(game: Yum, sheet: Sheet, points: NDArray[np.int64], throws: Throws) -> Values:
    """Return the bonus for a further Yum by throw, column and box, as it counts for the grand total."""
    bonuses, alike = np.zeros(points.shape), throws.alike
    if has_further_yums(game, sheet, throws):
        earned = (points[alike] > 0) | (game.layout.columns == 1)  # Whatever the face.
        bonuses[alike] = EXTRA_YUM * earned * np.array(game.layout.multipliers)[:, None]
    return bonuses


# -- Evaluators: by the values of all states, or by a net ------------------------------------------------------------

MOST_STATES = 1_500_000
"""Sheets with more states take too long to work out and too much memory."""


class Known(NamedTuple):
    """What values stand on."""

    worth: Callable[[Numbers], Values]
    """What positions are worth; a position is link state, filled free boxes and upper class of each column."""
    strength: Strength


class _Filled(NamedTuple):
    """What boxes are worth at the end of a turn, all that follows included."""

    marks: Values
    """By throw, column and box."""
    strikes: Values
    """Likewise."""

    @property
    def best(self) -> Values:
        """What each last throw is worth: a row a throw, one column."""
        worths: Values = np.maximum(self.marks, self.strikes).reshape(len(self.marks), -1).max(axis=1, keepdims=True)
        return worths


class _Fourth(NamedTuple):
    """The fourth throw of a turn, which a token buys."""

    boxes: _Filled
    keeps: Values
    """What each keep of the third throw is worth."""


class _SheetTurn(NamedTuple):
    """A turn worked out: what boxes are worth without a token, and what keeping dice is."""

    boxes: _Filled
    keeps: Turn
    strength: Strength
    fourth: _Fourth | None = None


class _Boxes(NamedTuple):
    """The kinds of boxes of a column, by box."""

    bits: Numbers
    """The bit of a free box, else 0."""
    uppers: Numbers
    """The number of a box of the upper section, else -1."""
    links: Numbers
    """The number of a linked box, else -1."""
    nth: Numbers
    """By number in the upper section and points: which of the points that it may hold these are."""

    @classmethod
    def of(cls, column: CompiledSheet) -> "_Boxes":
        bits = np.zeros(column.boxes, dtype=np.int64)
        uppers, links = np.full(column.boxes, -1), np.full(column.boxes, -1)
        bits[list(column.free_places)] = 1 << np.arange(len(column.free_places))
        uppers[list(column.upper_places)] = np.arange(len(column.upper_places))
        links[[link.place for link in column.links]] = np.arange(len(column.links))
        most = max((points[-1] for points in column.upper_points), default=0)
        nth = np.full((len(column.upper_points), most + 1), -1)
        for box, points in enumerate(column.upper_points):
            nth[box, list(points)] = np.arange(len(points))
        return cls(bits, uppers, links, nth)


_KEY_BYTES = 4_096
"""What a sheet takes besides the values of its turn, roughly: a cell for each box."""


def _size(turn: _SheetTurn) -> int:
    parts: list[Values] = [*turn.boxes, *turn.keeps]
    if turn.fourth is not None:
        parts += [*turn.fourth.boxes, turn.fourth.keeps]
    return _KEY_BYTES + sum(part.nbytes for part in parts)


class SheetEvaluator:
    """Evaluates the positions of one sheet."""

    def __init__(self, sheet: CompiledColumns) -> None:
        self._sheet = sheet
        self.column = sheet.column
        self._game: Yum = sheet.game
        self._turn = Remembered(self._work_out, _size)
        self._known_links: dict[tuple[tuple[int, ...], int, int], int] = {}

    def _known(self, sheet: Sheet, now: Numbers) -> Known:
        """Return what is known of all that can follow from ``sheet``, whose columns have the numbers ``now``."""
        raise NotImplementedError

    def advise(self, state: State) -> Advice:
        """Return what ``state`` is worth to the seat to act. Raises GameOver after the end."""
        seat, throws = acting(state), self.column.throws
        turn = self._turn(self.held(state))
        keeps = turn.keeps.first if state.throws == 1 else turn.keeps.second
        if turn.fourth is not None and state.throws == THROWS:
            keeps = turn.fourth.keeps
        so_far, index, kept, places = self._so_far(state, seat), throws.index, keeps.item, self._places
        row = index[tuple(sorted(state.dice))] - throws.first_throw if state.dice else 0
        marks, strikes = (worths[row].tolist() for worths in turn.boxes)

        def worth(action: YumAction) -> float:
            """The points that come with a throw or a box, and after it."""
            if isinstance(action, Keep):
                return kept(index[action.faces])
            if isinstance(action, Mark):
                return float(marks[action.column and action.column - 1][places[action.box]])
            if isinstance(action, Strike):
                return float(strikes[action.column and action.column - 1][places[action.box]])
            if isinstance(action, Roll):
                return float(turn.keeps.value[0])
            raise TypeError(action)

        valued = [(do, so_far + worth(do)) for do in self._game.legal_actions(state)]
        return Advice.of(Unit.POINTS, turn.strength, valued)

    def held(self, state: State) -> tuple[Sheet, int]:
        """Return the sheet of the seat to act, and how many tokens it has left."""
        seat = acting(state)
        return state.sheets[seat], state.spare[seat] if self.column.tokens else 0

    @cached_property
    def _places(self) -> dict[str, int]:
        """The places of boxes by their keys."""
        return {box.key: place for place, box in enumerate(self._game.layout.boxes)}

    def _so_far(self, state: State, seat: Seat) -> float:
        """Return what the seat's final score holds already, and what further games of a match are worth."""
        earlier = sum(game.points[seat] for game in state.match.earlier)
        left = self._game.length.games - len(state.match.earlier) - 1
        empty: Sheet = ((None,) * self.column.boxes,) * len(self._sheet.times)
        further = left * float(self._turn((empty, self._game.throwing.tokens)).keeps.value[0]) if left else 0.0
        return earlier + further + written(self._game, state, seat)

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
        return float(self._turn(self.held(state)).keeps.value[0])

    def turn_ends(self, state: State, action: YumAction) -> Iterator[BoxEnd]:
        """Yield how the turn may end after ``action``, a keep or a box, if every later choice is the best."""
        sheet, throws = state.sheets[acting(state)], self.column.throws
        turn = self._turn(self.held(state))
        points, _ = self._offers(sheet, self._sheet.states_of(sheet))
        times = np.array(self._sheet.times)[:, None]
        brings = points * times + further_yums(self._game, sheet, points, throws)
        strikes = further_yums(self._game, sheet, np.zeros_like(points), throws)
        boxes = self._game.layout.boxes

        def end(ends: _Filled, chance: float, row: int, column: int, box: int, *, struck: bool) -> BoxEnd:
            worth, brought = (ends.strikes, strikes) if struck else (ends.marks, brings)
            place = row, column, box
            faces = throws.throws[row]
            return BoxEnd(
                chance, f"{Mark.word} {boxes[box].key}", float(brought[place]), float(worth[place]), faces=faces
            )

        if not isinstance(action, Keep):
            if not isinstance(action, Mark | Strike):
                raise TypeError(action)
            row = throws.index[tuple(sorted(state.dice))] - throws.first_throw
            place = self._game.layout.index(action.box)
            yield end(turn.boxes, 1.0, row, max(action.column - 1, 0), place, struck=isinstance(action, Strike))
            return
        kept = np.zeros((len(throws.keeps), 1))
        kept[throws.index[action.faces]] = 1.0
        for ends, often in self._last_throws(turn, throws.falling(kept), state.throws + 1):
            for row in np.flatnonzero(often).tolist():
                mark, strike = ends.marks[row].argmax(), ends.strikes[row].argmax()
                struck = bool(ends.strikes[row].flat[strike] > ends.marks[row].flat[mark])
                column, box = divmod(int(strike if struck else mark), len(boxes))
                yield end(ends, float(often[row, 0]), row, column, box, struck=struck)

    def _last_throws(self, turn: _SheetTurn, often: Values, thrown: int) -> Iterator[tuple[_Filled, Values]]:
        """Yield how often each throw is the last one of the turn, with what boxes are worth then.

        Each has fallen so ``often`` as the throw of that number.
        """
        throws, fourth = self.column.throws, turn.fourth
        if thrown < THROWS:
            often = throws.falling(throws.kept(often, throws.chosen(turn.keeps.second)[1]))
        if fourth is None:
            yield turn.boxes, often
        elif thrown > THROWS:
            yield fourth.boxes, often
        else:
            worth, which = throws.chosen(fourth.keeps)
            going = np.where(worth > turn.boxes.best, often, 0.0)
            yield turn.boxes, often - going
            yield fourth.boxes, throws.falling(throws.kept(going, which))

    # -- a turn ----------------------------------------------------------------------------------------------------

    def _work_out(self, key: tuple[Sheet, int]) -> _SheetTurn:
        """Return the best way through a turn that begins with this sheet and so many tokens."""
        sheet, tokens = key
        now, throws = self._sheet.states_of(sheet, tokens), self.column.throws
        known, fourth = self._known(sheet, now), None
        boxes, last = self._filled(sheet, now, known)
        final = boxes.best
        if tokens:
            with_token, _ = self._filled(sheet, self._sheet.states_of(sheet, tokens - 1), known)
            fourth = _Fourth(with_token, throws.again(with_token.best))
            final = np.maximum(final, throws.choosing(fourth.keeps))
        return _SheetTurn(boxes, throws.turn(final), Strength.EXACT if last else known.strength, fourth)

    def _filled(self, sheet: Sheet, now: Numbers, known: Known) -> tuple[_Filled, bool]:
        """Return what boxes are worth at the end of a turn, and whether it is the last turn of all."""
        throws = self.column.throws
        points, allowed = self._offers(sheet, now)
        slots = points + (np.arange(points[0].size) * (most := int(points.max()) + 1)).reshape(points.shape[1:])
        ways, cells, some = self._ways(sheet, slots, most)
        states = self._after(sheet, now, cells, some)
        last = cells[0] == cells[-1]
        later = np.full(points[0].size * most, NEVER)
        later[ways] = self._finished(states) if last else known.worth(states)
        by_points, free = later.reshape(*points.shape[1:], most), self.column.free_places
        by_points[:, free] = by_points[:, free, :1]  # Whatever the points, they lead to one state.
        marks = points * np.array(self._sheet.times)[:, None] + later.take(slots)
        strikes = by_points[None, :, :, 0]
        if has_further_yums(self._game, sheet, throws):
            marks += further_yums(self._game, sheet, points, throws)
            strikes = strikes + further_yums(self._game, sheet, np.zeros_like(points), throws)
        return _Filled(*(np.where(allowed, worths, NEVER) for worths in (marks, strikes))), last

    def _offers(self, sheet: Sheet, now: Numbers) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the points of each throw in each column and box, and whether it may fill the box."""
        column = self.column
        worths = [column.worths_of(cells) for cells in sheet]
        points = np.array([worth.points for worth, _ in worths]).swapaxes(0, 1)
        allowed = np.array([worth.allowed for worth, _ in worths]).swapaxes(0, 1)
        for nth, row in enumerate(column.yums):
            if self._sheet.own_filled(sheet, now, column.throws.throws[row][0]):
                points[row] = [yums.points[nth] for _, yums in worths]
                allowed[row] = [yums.allowed[nth] for _, yums in worths]
        return points, allowed & [[cell is None for cell in cells] for cells in sheet]

    def _ways(self, sheet: Sheet, slots: NDArray[np.int64], most: int) -> tuple[Numbers, Numbers, Numbers]:
        """Return the slots of all that matters of the points an open cell may get, their cells, and these points.

        A slot is a cell and points below ``most``; ``slots`` are those of each throw. Of free boxes, 0 says it all.
        """
        seen = np.bincount(slots.ravel(), minlength=slots[0].size * most).reshape(*slots.shape[1:], most)
        seen[:, self.column.free_places] = 0
        seen[:, :, 0] = 1
        seen[[[cell is not None for cell in cells] for cells in sheet]] = 0
        ways = np.flatnonzero(seen)
        return ways, *np.divmod(ways, most)

    def _after(self, sheet: Sheet, now: Numbers, cells: Numbers, some: Numbers) -> Numbers:
        """Return the numbers of all columns after each of these cells has got so many points."""
        column, (numbers, boxes) = self.column, np.divmod(cells, self.column.boxes)
        states, rows = np.repeat(now[None], len(cells), axis=0), np.arange(len(cells))
        states[rows, numbers, 1] |= self._boxes.bits[boxes]
        upper = self._boxes.uppers[boxes]
        up = np.flatnonzero(upper >= 0)
        nth = self._boxes.nth[upper[up], some[up]]
        states[up, numbers[up], 2] = column.upper.after[now[numbers[up], 2], upper[up], nth]
        labels, links = [column.labels_of(cells) for cells in sheet], self._boxes.links[boxes]
        for row in np.flatnonzero(links >= 0).tolist():
            number = int(numbers[row])
            linked = self._linked(labels[number], int(links[row]), int(some[row]))
            states[row, number, 0] = linked + now[number, 0] // column.a_token * column.a_token
        return states

    def _linked(self, labels: tuple[int, ...], link: int, points: int) -> int:
        """Return the state of the links once one of them holds these points, no token being left."""
        key = labels, link, points
        if key not in self._known_links:
            self._known_links[key] = self.column.link_number(self.column.filled(*key))
        return self._known_links[key]

    @cached_property
    def _boxes(self) -> _Boxes:
        """What kind of box each one of a column is."""
        return _Boxes.of(self.column)

    def _finished(self, states: Numbers) -> Values:
        """Return the bonuses of sheets without an open box."""
        bonuses: Values = (self.column.upper.bonus[states[:, :, 2]] * np.array(self._sheet.times)).sum(axis=1)
        return bonuses


def written(game: Yum, state: State, seat: Seat) -> int:
    """Return the points on the sheet of ``seat``, without the bonuses of its upper sections."""
    return sum(
        column.multiplier * (column.upper + column.lower + column.yum_bonus)
        for column in game.totals(state, seat).columns
    )


class ExactSheet(SheetEvaluator):
    """Evaluates a sheet of one column by the worked out values of all its states."""

    def __init__(self, sheet: CompiledSheet, values: Values) -> None:
        """Answer by ``values``, as :func:`bot.games.yum.mind.exact.solve` returns them."""
        super().__init__(CompiledColumns(sheet, (1,)))
        self._values = values

    @property
    def values(self) -> Values:
        """The values of all states."""
        return self._values

    def _known(self, sheet: Sheet, now: Numbers) -> Known:
        return Known(self._look_up, Strength.EXACT)

    def _look_up(self, states: Numbers) -> Values:
        worths: Values = self._values[tuple(states[:, 0].T)]
        return worths

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

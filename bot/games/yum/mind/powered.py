"""The values of a sheet of one column with the Power die: exact where a table holds all its states.

The Power die changes the turn, not the sheet: a state is what it is without it, but for the sums of the upper section,
which grow by multiplied points. A turn ends in one of four ways, by what the Power die shows: the points of a box count
once (1, 4 and 6), twice or three times, or the dice may fill two boxes.
"""

from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bot.engine import DOUBLE, FREEZE, POWER, Keep, Roll, acting, multiplier
from bot.engine.game import put
from bot.games.yum.mind.compiled import OPEN, CompiledSheet, compiled_column
from bot.games.yum.mind.exact import CompiledColumns, SheetEvaluator
from bot.games.yum.mind.throwing import TurnPlan, plan
from bot.games.yum.mind.turns import NEVER, WaysOfSheet
from bot.games.yum.rules import Done, Mark, State, Strike, Throwing, Yum, YumAction
from bot.games.yum.scoring.boxes import Cell, Sheet
from bot.games.yum.scoring.points import EXTRA_YUM
from bot.mind.evaluator import Advice, NoEvaluator, Strength, Unit
from bot.mind.reasons import BoxEnd
from bot.mind.remembered import Remembered
from bot.mind.store import kept
from bot.mind.throws import FACES, Numbers, Throws, Values, rows_of

MOST_POWER_STATES = 650_000
"""Sheets with more states would take minutes to work out."""
_AT_ONCE = 512
"""Positions of one turn's computation: more are not quicker."""
_KNOWN = 16
"""States of the links and filled upper boxes for which fills are remembered: those of one turn and of its first box."""
_WAYS = [3 if face == DOUBLE else multiplier(face) - 1 for face in FACES]
"""The way in which a turn ends with each face of the Power die; the last one fills two boxes."""

# -- The end of a turn: what may be filled with each throw, and all that follows -------------------------------------


class AlikePositions(NamedTuple):
    """Positions before a turn: as many boxes of each are open, and but for free ones they are the same."""

    number: int
    """The state of the links."""
    mask: int
    """The filled upper boxes as bits."""
    free: Numbers
    """The filled free boxes as bits."""
    classes: Numbers
    """Of the upper section."""


class _FillOfThrows(NamedTuple):
    """What throws do in a box, or in a linked one once more if they strike it."""

    mask: int
    """The filled upper boxes after it."""
    ends: Numbers
    """By throw: its end (:class:`ColumnWays`)."""
    points: Values
    """By throw, in a column: what it writes."""

    def of(self, throws: Numbers) -> "_FillOfThrows":
        """Return what some throws do."""
        return _FillOfThrows(self.mask, self.ends[throws], self.points[throws])


class _First(NamedTuple):
    """The first of two boxes, for throws that end there alike."""

    throws: Numbers
    end: int
    number: int
    """The state of the links after it."""
    fill: _FillOfThrows
    second: list[_FillOfThrows]


class TurnEnds:
    """What last throws are worth, if the best box or boxes are filled."""

    def __init__(self, sheet: CompiledSheet, values: Values, counted: float = 1.0) -> None:
        """Look up what follows in ``values``: ``[links, filled free boxes as bits, upper class]``.

        A point of this turn counts for so many.
        """
        self._sheet, self._values, self._counted = sheet, values.reshape(-1), counted
        self._ways, self._rows = cache(WaysOfSheet(sheet, several=False)), CompiledColumns(sheet, (1,)).rows
        self._fills = lru_cache(maxsize=_KNOWN)(lambda *key: list(self._filling(*key)))
        self._firsts = lru_cache(maxsize=1)(lambda *key: list(self._two_boxes(*key)))

    def by_way(self, at: AlikePositions) -> Values:
        """Return what each throw (second axis) is worth, by the way in which the turn ends and position."""
        ends = [self._best(at, times, self._fills(at.number, at.mask, times)) for times in self._sheet.times]
        found = np.stack([*ends, self._two(at, ends[0])])
        if self._ways((self._sheet.link_states[at.number], 1)).further:
            found[:, list(self._sheet.yums)] += self._counted * EXTRA_YUM
        return found

    def left(self, at: AlikePositions) -> int:
        """Return how many boxes are open in each position."""
        return int(self._sheet.left(at.number, at.free[0], at.classes[0]))

    def _best(self, at: AlikePositions, times: int, fills: list[_FillOfThrows]) -> Values:
        """Return what the best of ``fills``, whose points count so many times, is worth, by throw and position."""
        ways, upper = self._ways((self._sheet.link_states[at.number], times)), self._sheet.upper
        after = ways.places[:, None] + upper.nexts[at.classes].T[ways.nexts] + at.free * upper.count
        later = self._values.take(after, mode="clip")  # No throw asks for ends in filled upper or linked boxes.
        later[ways.bits[:, None] & at.free > 0] = NEVER
        best, room = (np.full((len(fills[0].ends), len(at.free)), NEVER) for _ in range(2))
        for fill in fills:
            rows_of(later, fill.ends, room)
            room += fill.points
            np.maximum(best, room, out=best)
        return best

    def _two(self, at: AlikePositions, one: Values) -> Values:
        """Return what throws are worth that may fill two boxes, given what they are worth in ``one``."""
        if self.left(at) == 1:
            return one
        best = np.full_like(one, NEVER) if self._sheet.game.house_rules["double_mandatory"] else one.copy()
        ways = self._ways((self._sheet.link_states[at.number], 1))
        for first in self._firsts(at.number, at.mask):
            bit, classes = ways.bits[first.end], self._sheet.upper.nexts[at.classes, ways.nexts[first.end]]
            then = AlikePositions(first.number, first.fill.mask, at.free | bit, classes)
            worths = self._best(then, 1, first.second)
            worths += first.fill.points
            if bit:
                worths += np.where(at.free & bit, NEVER, 0.0)
            best[first.throws] = np.maximum(best[first.throws], worths)
        return best

    # -- What holds whatever free boxes are filled ---------------------------------------------------------------------

    def _filling(self, number: int, mask: int, times: int) -> Iterator[_FillOfThrows]:
        """Yield what may be filled in a state of the links and beside these upper boxes, with all free boxes open."""
        sheet, labels = self._sheet, self._sheet.link_states[number]
        ways, boxes, throws = self._ways((labels, times)), sheet.game.layout.boxes, sheet.throws.throws
        upper = {place: 1 << bit for bit, place in enumerate(sheet.upper_places)}
        filled = {boxes[place].face for place, bit in upper.items() if mask & bit}
        rows = self._rows(tuple(throws[row][0] in filled for row in sheet.yums))
        open_links = [link.place for link, label in zip(sheet.links, labels, strict=True) if label == OPEN]
        points = np.append(self._counted * ways.points[:-1], NEVER)
        for place in (*sheet.free_places, *(place for place, bit in upper.items() if not mask & bit), *open_links):
            marks = ways.of_throws[place, rows]
            for some in (marks, ways.strikes[marks]) if place in open_links else (marks,):
                yield _FillOfThrows(mask | upper.get(place, 0), ways.ends[some], points[some, None])

    def _two_boxes(self, number: int, mask: int) -> Iterator[_First]:
        """Yield each end of the first of two boxes."""
        links = self._ways((self._sheet.link_states[number], 1)).links
        for fill in self._fills(number, mask, 1):
            ends = np.where(fill.points[:, 0] > NEVER, fill.ends, -1)
            for end in set(ends.tolist()) - {-1}:
                throws, then = np.flatnonzero(ends == end), int(links[end])
                second = [each.of(throws) for each in self._fills(then, fill.mask, 1)]
                yield _First(throws, end, then, fill.of(throws), second)


# -- All states of a sheet -------------------------------------------------------------------------------------------


def solve(sheet: CompiledSheet) -> Values:
    """Return the value of every state: ``[links, filled free boxes as bits, upper class]``."""
    upper, free_boxes = sheet.upper, len(sheet.free_places)
    values = np.full((len(sheet.link_states), 1 << free_boxes, upper.count), NEVER)
    ends, every = TurnEnds(sheet, values), np.arange(1 << free_boxes)
    layers = [every[[bits.bit_count() == many for bits in every.tolist()]] for many in range(free_boxes, -1, -1)]
    masks = sorted(np.unique(upper.masks).tolist(), key=int.bit_count, reverse=True)
    for number in sorted(range(len(values)), key=lambda number: sheet.link_states[number].count(OPEN)):
        for mask in masks:
            for layer in layers:
                axes = np.meshgrid(layer, np.flatnonzero(upper.masks == mask), indexing="ij")
                free, classes = (axis.ravel() for axis in axes)
                for start in range(0, len(free), _AT_ONCE):
                    some = slice(start, start + _AT_ONCE)
                    at = AlikePositions(number, mask, free[some], classes[some])
                    values[number, at.free, at.classes] = _before(sheet, ends, at)
    return values


def _before(sheet: CompiledSheet, ends: TurnEnds, at: AlikePositions) -> Values:
    """Return what positions are worth: of full sheets the bonus, of others a turn."""
    if not ends.left(at):
        bonuses: Values = sheet.upper.bonus[at.classes]
        return bonuses
    return value_of_turn(sheet.throws, sheet.game.throwing, ends.by_way(at))


def value_of_turn(throws: Throws, throwing: Throwing, ends: Values) -> Values:
    """Return what turns are worth before the first throw, given :meth:`TurnEnds.by_way`.

    So does :func:`bot.games.yum.mind.throwing.plan`, which says how to play the turn of one position.
    """
    last, room = ends[_WAYS], np.empty_like(ends[0])
    keeps = np.empty((len(FACES), len(throws.keeps), last.shape[2]))
    worth, six, freeze = keeps[:, throws.first_throw :], keeps[POWER - 1], FREEZE - 1
    worth[:] = last
    throws.throw(six, room)
    throws.choose(six, room)
    for _ in range(2):
        for each in keeps:
            throws.throw(each, room)
        keeps[freeze] = loose = np.add.reduce(keeps) / len(FACES)
        np.maximum(keeps, loose, out=keeps)
        for each in keeps:
            throws.choose(each, room)
        worth[freeze] = np.maximum(worth[freeze], last[freeze]) if throwing.freeze_if_kept else last[freeze]
    worth[0] = np.add.reduce(worth) / len(FACES)
    throws.throw(keeps[0], room)
    value: Values = keeps[0, 0].copy()
    return value


# -- What positions are worth ----------------------------------------------------------------------------------------

_A_LITTLE = 1e-6
"""If the points of a turn counted so much more, what its ends are worth would grow by their points."""


class PowerSheet(SheetEvaluator):
    """Evaluates a sheet of one column with the Power die by the worked out values of all its states."""

    most_followed = 0
    fills_one_box = False

    def __init__(self, sheet: CompiledSheet, values: Values) -> None:
        """Answer by ``values``, as :func:`solve` returns them."""
        super().__init__(CompiledColumns(sheet, (1,)))
        self._values = np.asarray(values)
        self._ends, self._more = (TurnEnds(sheet, self._values, counted) for counted in (1.0, 1.0 + _A_LITTLE))
        self._plan = Remembered(self._planned, _size)

    def advise(self, state: State) -> Advice:
        """Return what ``state`` is worth to the seat to act. Raises GameOver after the end."""
        seat = acting(state)
        so_far = self._so_far(state, seat)
        valued = [(action, so_far + self._worth(state, action)) for action in self._game.legal_actions(state)]
        return Advice.of(Unit.POINTS, Strength.EXACT, valued)

    def _worth(self, state: State, action: YumAction) -> float:
        """Return the points that come with a throw or a box, and after it."""
        sheet = state.sheets[acting(state)]
        if isinstance(action, Mark | Strike):
            return sum(self._filled(state, action))
        if isinstance(action, Done):
            return self._before(sheet)
        turn = self._plan(sheet)
        if isinstance(action, Roll):
            return turn.value
        stage, row = turn.stages[state.throws - 1], self.column.throws.index[action.faces]
        return float(stage.fixed[row, (state.power or 1) - 1] if action.power else stage.loose[row, 0])

    def value_of_turn(self, state: State) -> float:
        """Return what the next turn of the seat to act and all after it are worth."""
        return self._before(state.sheets[acting(state)])

    def _before(self, sheet: Sheet) -> float:
        """Return what all turns to come are worth; of a full sheet, its bonus."""
        return float(self._values[self.column.state_of(sheet[0])])

    @cached_property
    def _whole(self) -> float:
        return self._before(((None,) * self.column.boxes,))

    def turn_ends(self, state: State, action: YumAction) -> Iterator[BoxEnd]:
        """Yield how the turn may end after ``action``, by last throws and faces of the Power die."""
        sheet, throws = state.sheets[acting(state)], self.column.throws
        if isinstance(action, Keep):
            ends = self._by_face(self._ends, sheet)
            points = (self._by_face(self._more, sheet) - ends) / _A_LITTLE
            face = (state.power or 1) - 1 if action.power else None
            often = self._plan(sheet).ends_after(state.throws, throws.index[action.faces], face)
            for row, column in np.argwhere(often > 0).tolist():
                end = round(float(points[row, column])), float(ends[row, column])
                yield BoxEnd(float(often[row, column]), "", *end, faces=throws.throws[row])
        elif isinstance(action, Mark | Strike):
            now, later = self._filled(state, action)
            yield BoxEnd(1.0, f"{Mark.word} {action.box}", now, now + later, faces=tuple(sorted(state.dice)))
        else:
            yield BoxEnd(1.0, "", 0.0, self._worth(state, action))

    def _planned(self, sheet: Sheet) -> TurnPlan:
        return plan(self.column.throws, self._game.throwing, self._by_face(self._ends, sheet), 0, 0.0)

    def _by_face(self, ends: TurnEnds, sheet: Sheet) -> Values:
        """Return what each last throw (row) is worth with each face of the Power die (column)."""
        number, free, upper = self.column.state_of(sheet[0])
        at = AlikePositions(number, int(self.column.upper.masks[upper]), np.array([free]), np.array([upper]))
        return ends.by_way(at)[_WAYS, :, 0].T

    def _filled(self, state: State, action: Mark | Strike) -> tuple[float, float]:
        """Return the points that a box brings in this turn, a second one included, and what comes later."""
        game, (column,) = self._game, state.sheets[acting(state)]
        written = game.preview(state, action) or 0
        after = put(column, game.layout.index(action.box), Cell(written, written // multiplier(state.power)))
        now = written + game.extra_bonus(state, action)
        if state.power != DOUBLE or state.second or None not in after:
            return now, self._before((after,))
        points, places = game.scorer.offers((after,), tuple(sorted(state.dice)))
        ways = [] if game.house_rules["double_mandatory"] else [(0, after)]
        ways += [(some, put(after, box, Cell(some, some))) for _, box in places for some in {points[0][box], 0}]
        return max(((now + more, self._before((filled,))) for more, filled in ways), key=sum)


def _size(turn: TurnPlan) -> int:
    return sum(part.nbytes for stage in turn.stages for part in vars(stage).values())


def power_sheet(game: Yum, folder: Path) -> PowerSheet:
    """Return the exact values of ``game``, which stay in ``folder``. Raises NoEvaluator if they would take too long."""
    sheet = compiled_column(game) if game.has_exact_values(1) else None
    if sheet is None or max(sheet.least_states, sheet.states) > MOST_POWER_STATES:
        raise NoEvaluator(f"no evaluator for {game.key} by these rules: the sheet is too big with the Power die")
    return PowerSheet(sheet, kept(folder, "sheet", sheet.digest, lambda: solve(sheet)))

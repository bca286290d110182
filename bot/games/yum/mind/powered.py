"""The values of a sheet of one column with the Power die: exact where a table holds all its states.

The Power die changes the turn, not the sheet: a state is what it is without it, but for the sums of the upper section,
which may grow by multiplied points. A turn ends in one of four ways, by what the Power die shows: the points count
once (1, 4 and 6), twice, three times, or the dice fill two boxes.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine import DOUBLE, Keep, Roll, acting, multiplier
from bot.engine.game import put
from bot.games.yum.mind.compiled import OPEN, CompiledSheet, compiled_column
from bot.games.yum.mind.exact import CompiledColumns, SheetEvaluator
from bot.games.yum.mind.throwing import TurnPlan, plan
from bot.games.yum.rules import Done, Mark, State, Strike, Throwing, Yum, YumAction
from bot.games.yum.scoring.boxes import Cell, Sheet
from bot.games.yum.scoring.points import EXTRA_YUM
from bot.mind.evaluator import Advice, NoEvaluator, Strength, Unit
from bot.mind.reasons import BoxEnd
from bot.mind.remembered import Remembered
from bot.mind.store import kept
from bot.mind.throws import FACES, Numbers, Throws, Values, rows_of

_NEVER = -1e6
"""The worth of what the rules do not allow."""
_AT_ONCE = 192
"""Positions of one turn's computation: more are not quicker."""
_SLOTS = 5
"""What a turn looks at after a throw: faces 1, 2, 3, 5 and 6; a Freeze is like a 1, or apart from all."""
_ONCE, _TWICE, _THRICE, _DOUBLE = range(4)
"""The ways in which a turn may end."""
_WAYS = {face: _DOUBLE if face == DOUBLE else multiplier(face) - 1 for face in FACES}

# -- The end of a turn: what the best boxes make of each throw -------------------------------------------------------
# Boxes come in one order: free, upper, linked. It is all one which of two boxes is filled first, unless the first
# changes what the second one gets: so does a linked box, and the upper box of a Yum that is a joker once it is filled.


class _Fills(NamedTuple):
    """What throws may fill in a state of the links, with so many upper boxes filled: by box and throw."""

    points: Numbers
    allowed: NDArray[np.bool_]

    def unlike(self, other: "_Fills", boxes: list[int]) -> NDArray[np.bool_]:
        """Return for which throws one of ``boxes`` differs."""
        points = (self.points[boxes] != other.points[boxes]) & (self.allowed[boxes] | other.allowed[boxes])
        differs: NDArray[np.bool_] = (points | (self.allowed[boxes] != other.allowed[boxes])).any(axis=0)
        return differs


class _Leads(NamedTuple):
    """Where upper and linked boxes lead, one or two of them: each number of points is a way."""

    which: Numbers
    """The way of each throw; one more than the last where it may not fill them."""
    points: Numbers
    """By way."""
    places: Numbers
    """The places of the states that follow, by way and position, where no free box is filled."""
    struck: Numbers | None
    """Likewise where 0 is written in the last of these boxes, which is linked."""
    kept: Numbers
    """The points of the boxes before the last, by way."""


class _First(NamedTuple):
    """The first of two boxes, where it changes what the second one gets."""

    rows: Numbers
    """The throws."""
    gains: Numbers
    """What they write."""
    then: "Ends"
    boxes: list[int]
    """Those that may be the second."""


class Ends:
    """The ends of turns in positions that have one state of the links and the same upper boxes filled."""

    def __init__(self, sheet: CompiledSheet, values: Values, number: int, upper: int, classes: Numbers) -> None:
        """Read what may follow in ``values``: ``[links, filled free boxes as bits, upper class]``."""
        self._sheet, self._values, self._flat = sheet, values, values.reshape(-1)
        self._number, self._upper, self._classes = number, upper, classes
        self._free = len(sheet.free_places)
        self._first_link = self._free + len(sheet.upper_places)
        self._fills = _fills(sheet, number, upper)
        self._known: dict[int, Values] = {}
        labels = sheet.link_states[number]
        self.others = [
            *(self._free + bit for bit in range(len(sheet.upper_places)) if not upper >> bit & 1),
            *(self._first_link + linked for linked, label in enumerate(labels) if label == OPEN),
        ]
        """The open boxes that are not free."""

    def best(self, free: int, boxes: Sequence[int], times: int = 1, rows: Numbers | None = None) -> Values:
        """Return what the best of ``boxes`` is worth, by throw and position, without the bonus for a further Yum."""
        gains = self._gains[times - 1] if rows is None else self._gains[times - 1][:, rows]
        best, room = np.full((gains.shape[1], len(self._classes)), _NEVER), self._room[: gains.shape[1]]
        for box in boxes:
            if box < self._free:
                np.add(gains[box], self._values[self._number, free | 1 << box].take(self._classes), out=room)
            else:
                leads = self._leads[times, box]
                which = leads.which if rows is None else leads.which[rows]
                rows_of(self._worths(leads, free, times), which, room)
            np.maximum(best, room, out=best)
        return best

    def ends(self, free: int) -> Values:
        """Return what the last throw is worth, by the way in which the turn ends, throw and position."""
        boxes = self._open_boxes(free)
        more = (self.best(free, boxes, times) for times in self._sheet.times[1:])
        ends = np.stack([self._once(free), *more, self._two(free, boxes)])
        if self._sheet.earns_extra(self._sheet.link_states[self._number]):
            ends[:, list(self._sheet.yums)] += EXTRA_YUM
        return ends

    def _open_boxes(self, free: int) -> list[int]:
        return [*(bit for bit in range(self._free) if not free >> bit & 1), *self.others]

    def _once(self, free: int) -> Values:
        """Return what the best box is worth; it is the second one where one free box less is filled."""
        for earlier in [some for some in self._known if some.bit_count() > free.bit_count() + 1]:
            del self._known[earlier]
        if free not in self._known:
            self._known[free] = self.best(free, self._open_boxes(free))
        return self._known[free]

    def _two(self, free: int, boxes: list[int]) -> Values:
        """Return what a throw is worth that may fill two boxes."""
        must = self._sheet.game.house_rules["double_mandatory"] is True and len(boxes) > 1
        best = self.best(free, []) if must else self._once(free).copy()
        for box in boxes:
            if box < self._free and len(boxes) > 1:
                np.add(self._once(free | 1 << box), self._gains[0][box], out=self._room)
                np.maximum(best, self._room, out=best)
        for leads in self._pairs:
            np.maximum(best, rows_of(self._worths(leads, free, 1), leads.which, self._room), out=best)
        for first in self._firsts:
            open_boxes = [box for box in first.boxes if box >= self._free or not free >> box & 1]
            if open_boxes:
                more = first.then.best(free, open_boxes, rows=first.rows)
                best[first.rows] = np.maximum(best[first.rows], more + first.gains[:, None])
        return best

    def _worths(self, leads: _Leads, free: int, times: int) -> Values:
        """Return what each way is worth, and in the last row what is not allowed."""
        more = free * self._values.shape[2]
        worths = np.full((len(leads.points) + 1, len(self._classes)), _NEVER)
        np.add(self._flat.take(leads.places + more), (leads.points * times)[:, None], out=worths[:-1])
        if leads.struck is not None:
            zero = self._flat.take(leads.struck + more) + (leads.kept * times)[:, None]
            np.maximum(worths[:-1], zero, out=worths[:-1])
        return worths

    # -- what holds whatever free boxes are filled -----------------------------------------------------------------

    @cached_property
    def _gains(self) -> list[Values]:
        """What each box gets, by how often points count, box, throw, and a single column."""
        return [
            np.where(self._fills.allowed, self._fills.points * times, _NEVER)[:, :, None] for times in self._sheet.times
        ]

    @cached_property
    def _room(self) -> Values:
        """Memory for what one box is worth, by throw and position."""
        return np.empty((len(self._sheet.throws.throws), len(self._classes)))

    @cached_property
    def _leads(self) -> dict[tuple[int, int], _Leads]:
        """Where each open upper or linked box leads, by how often points count."""
        return {
            (times, box): self._leading(self._fills.allowed[box], (box,), times)
            for times in self._sheet.times
            for box in self.others
        }

    @cached_property
    def _pairs(self) -> list[_Leads]:
        """Where an upper box leads and then another one, or a linked one."""
        allowed = self._fills.allowed
        pairs = [pair for pair in combinations(self.others, 2) if pair[0] < self._first_link]
        return [self._leading(allowed[one] & allowed[other], (one, other), 1) for one, other in pairs]

    def _leading(self, allowed: NDArray[np.bool_], boxes: tuple[int, ...], times: int) -> _Leads:
        points = self._fills.points[list(boxes)]
        ways, which = np.unique(points[:, allowed], axis=1, return_inverse=True)
        of_throws = np.full(points.shape[1], ways.shape[1])
        of_throws[allowed] = which.ravel()
        classes, numbers = np.repeat(self._classes[None], ways.shape[1], axis=0), np.full(ways.shape[1], self._number)
        struck, kept = None, ways[:-1].sum(axis=0)
        for box, some in zip(boxes, ways, strict=True):
            if box < self._first_link:
                holds = self._sheet.upper_points[box - self._free]
                nth = np.array([holds.index(self._sheet.tested(each, times)) for each in some.tolist()], dtype=np.int64)
                classes = self._sheet.upper.after[classes, box - self._free, nth[:, None]]
            else:
                numbers = np.array([self._linked(box, each) for each in some.tolist()], dtype=np.int64)
                struck = self._places(np.full_like(numbers, self._linked(box, 0)), classes)
        return _Leads(of_throws, ways.sum(axis=0), self._places(numbers, classes), struck, kept)

    def _places(self, numbers: Numbers, classes: Numbers) -> Numbers:
        places: Numbers = numbers[:, None] * self._values[0].size + classes
        return places

    def _linked(self, box: int, points: int) -> int:
        """Return the state of the links once a linked box holds ``points``."""
        linked, labels = box - self._first_link, self._sheet.link_states[self._number]
        label = self._sheet.links[linked].label(points)
        return self._sheet.link_number((*labels[:linked], label, *labels[linked + 1 :]))

    @cached_property
    def _firsts(self) -> list[_First]:
        """Every first of two boxes that changes what the second one gets."""
        return [first for box in self.others for first in self._changing(box) if len(first.rows)]

    def _changing(self, box: int) -> Iterator[_First]:
        points, allowed = self._fills.points[box], self._fills.allowed[box]
        free_boxes = list(range(self._free))
        if box < self._first_link:
            bit, face = box - self._free, self._sheet.game.layout.boxes[self._sheet.upper_places[box - self._free]].face
            own = [row for row in self._sheet.yums if self._sheet.throws.throws[row][0] == face and allowed[row]]
            for row in own:
                nth = self._sheet.upper_points[bit].index(self._sheet.tested(int(points[row]), 1))
                after = self._sheet.upper.after[self._classes, bit, nth]
                then = Ends(self._sheet, self._values, self._number, self._upper | 1 << bit, after)
                boxes = [*free_boxes, *then.others]
                if self._fills.unlike(then._fills, boxes)[row]:
                    yield _First(np.array([row]), points[[row]], then, boxes)
            return
        leads = {some: self._linked(box, some) for some in {0, *points[allowed].tolist()}}
        for number in sorted(set(leads.values())):
            then = Ends(self._sheet, self._values, number, self._upper, self._classes)
            here = allowed & np.array([leads.get(some) == number for some in points.tolist()])
            for rows, gains in ((here, points), (allowed & (leads[0] == number), np.zeros_like(points))):
                linked = [other for other in then.others if other >= self._first_link]
                if linked:
                    yield _First(np.flatnonzero(rows), gains[rows], then, linked)
                boxes = [*free_boxes, *(other for other in then.others if other < self._first_link)]
                rows = rows & self._fills.unlike(then._fills, boxes)
                yield _First(np.flatnonzero(rows), gains[rows], then, boxes)


def _fills(sheet: CompiledSheet, number: int, upper: int) -> _Fills:
    """Return what each throw may fill."""
    places = [*sheet.free_places, *sheet.upper_places, *(link.place for link in sheet.links)]
    worth, yums = sheet.worths(number)
    points, allowed = worth.points[:, places].T.copy(), worth.allowed[:, places].T.copy()
    boxes = sheet.game.layout.boxes
    filled = {boxes[place].face for bit, place in enumerate(sheet.upper_places) if upper >> bit & 1}
    for nth, row in enumerate(sheet.yums):
        if sheet.throws.throws[row][0] in filled:
            points[:, row], allowed[:, row] = yums.points[nth, places], yums.allowed[nth, places]
    return _Fills(points, allowed)


# -- A turn with the Power die, for many positions at once -----------------------------------------------------------
# A face that brings a fourth throw is worth what that throw makes of the dice. Faces that end in the same way share
# what their keeps are worth, but for a Freeze, which ends the turn, or may only be thrown again.


class PowerRoom:
    """Memory for one turn's computation after another."""

    def __init__(self, throws: Throws, throwing: Throwing) -> None:
        """Play turns by the rules of ``throwing``."""
        self._throws, self._if_kept = throws, throwing.freeze_if_kept
        self._slots = _SLOTS + self._if_kept
        self._keeps, self._rows = np.empty((0, 0, 0)), np.empty((0, 0))

    def value_of_turn(self, parts: Sequence[Values]) -> Values:
        """Return what turns are worth before their first throw, given :meth:`Ends.ends` of all positions, in parts."""
        throws = self._throws
        many = sum(part.shape[2] for part in parts)
        if self._keeps.shape[2] != many:
            self._keeps = np.empty((self._slots, len(throws.keeps), many))
            self._rows = np.empty((len(throws.throws), many))
        keeps, last = self._keeps, self._keeps[:, throws.first_throw :]
        np.concatenate(parts, axis=2, out=last[: len(parts[0])])
        once = last[_ONCE].copy()
        last[_SLOTS - 1] = once
        throws.throw(keeps[_SLOTS - 1], self._rows)
        frozen = keeps[_SLOTS - 1].copy()
        throws.choose(keeps[_SLOTS - 1], self._rows)
        if self._if_kept:
            last[-1] = once
        for _ in range(2):
            for slot in keeps:
                throws.throw(slot, self._rows)
            loose = self._mean(keeps, frozen)
            for slot in keeps[:_SLOTS]:
                np.maximum(slot, loose, out=slot)
            if self._if_kept:
                keeps[-1] = loose
                np.maximum(last[-1], once, out=last[-1])
            for slot in keeps:
                throws.choose(slot, self._rows)
        last[0] = self._mean(last, once)
        throws.throw(keeps[0], self._rows)
        value: Values = keeps[0, 0].copy()
        return value

    def _mean(self, slots: Values, frozen: Values) -> Values:
        """Return the mean over the faces of the Power die."""
        total: Values = slots[0] + (slots[-1] if self._if_kept else frozen)
        for slot in slots[1:_SLOTS]:
            total += slot
        total /= len(FACES)
        return total


def solve(sheet: CompiledSheet) -> Values:
    """Return the value of every state: ``[links, filled free boxes as bits, upper class]``."""
    upper, free_boxes, throws = sheet.upper, len(sheet.free_places), sheet.throws
    values = np.full((len(sheet.link_states), 1 << free_boxes, upper.count), _NEVER)
    full = (1 << free_boxes) - 1, (1 << len(sheet.upper_places)) - 1
    by_count = [[some for some in range(full[0] + 1) if some.bit_count() == many] for many in range(free_boxes, -1, -1)]
    masks, room = sorted(range(full[1] + 1), key=int.bit_count, reverse=True), PowerRoom(throws, sheet.game.throwing)
    for number in sorted(range(len(values)), key=lambda number: sheet.link_states[number].count(OPEN)):
        for mask in masks:
            classes = np.flatnonzero(upper.masks == mask)
            turns, most = Ends(sheet, values, number, mask, classes), max(1, _AT_ONCE // len(classes))
            for layer in by_count:
                if layer[0] == full[0] and not turns.others:
                    values[number, layer[0], classes] = upper.bonus[classes]
                    continue
                for some in (layer[start : start + most] for start in range(0, len(layer), most)):
                    found = room.value_of_turn([turns.ends(free) for free in some])
                    for free, worth in zip(some, found.reshape(len(some), -1), strict=True):
                        values[number, free, classes] = worth
    return values


MOST_POWER_STATES = 600_000
"""Sheets with more states would take more than a minute of the processor to work out."""


# -- What positions are worth ----------------------------------------------------------------------------------------

_A_LITTLE = 1e-6
"""If points counted so much more, what ends are worth would grow by their points."""


class PowerSheet(SheetEvaluator):
    """Evaluates a sheet of one column with the Power die by the worked out values of all its states."""

    most_followed = 0
    fills_one_box = False

    def __init__(self, sheet: CompiledSheet, values: Values) -> None:
        """Answer by ``values``, as :func:`solve` returns them."""
        super().__init__(CompiledColumns(sheet, (1,)))
        self._values = values
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
            now, later = self._filled(state, action)
            return now + later
        if isinstance(action, Done):
            return self.value_before(sheet)
        turn = self._plan(sheet)
        if isinstance(action, Roll):
            return turn.value
        stage, row = turn.stages[state.throws - 1], self.column.throws.index[action.faces]
        return float(stage.fixed[row, (state.power or 1) - 1] if action.power else stage.loose[row, 0])

    def value_before(self, sheet: Sheet) -> float:
        """Return what all turns to come are worth; of a full sheet, its bonus."""
        return float(self._values[self.column.state_of(sheet[0])])

    def turn_ends(self, state: State, action: YumAction) -> Iterator[BoxEnd]:
        """Yield how the turn may end after ``action``, by last throws and faces of the Power die."""
        sheet, throws = state.sheets[acting(state)], self.column.throws
        if isinstance(action, Keep):
            ends = self._ends(sheet, self._values)
            points = ((1 + _A_LITTLE) * self._ends(sheet, self._nearly) - ends) / _A_LITTLE
            face = (state.power or 1) - 1 if action.power else None
            often = self._plan(sheet).ends_after(state.throws, throws.index[action.faces], face)
            for row, column in np.argwhere(often > 0).tolist():
                end = round(float(points[row, column])), float(ends[row, column])
                yield BoxEnd(float(often[row, column]), "", *end, faces=throws.throws[row])
        elif isinstance(action, Mark | Strike):
            now, later = self._filled(state, action)
            yield BoxEnd(1.0, f"{Mark.word} {action.box}", now, now + later)
        else:
            yield BoxEnd(1.0, "", 0.0, self._worth(state, action))

    # -- a turn ----------------------------------------------------------------------------------------------------

    def _planned(self, sheet: Sheet) -> TurnPlan:
        return plan(self.column.throws, self._game.throwing, self._ends(sheet, self._values), 0, 0.0)

    def _ends(self, sheet: Sheet, values: Values) -> Values:
        """Return what each last throw (row) is worth with each face of the Power die (column)."""
        number, free, upper = self.column.state_of(sheet[0])
        ends = Ends(self.column, values, number, int(self.column.upper.masks[upper]), np.array([upper])).ends(free)
        return np.stack([ends[_WAYS[face], :, 0] for face in FACES], axis=1)

    @cached_property
    def _nearly(self) -> Values:
        """Values that count a little less than points do."""
        nearly: Values = self._values / (1 + _A_LITTLE)
        return nearly

    def _filled(self, state: State, action: Mark | Strike) -> tuple[float, float]:
        """Return the points that a box brings in this turn, a second one included, and what comes later."""
        game, (column,) = self._game, state.sheets[acting(state)]
        written = game.preview(state, action) or 0
        after = put(column, self._places[action.box], Cell(written, written // multiplier(state.power)))
        now = written + game.extra_bonus(state, action)
        if state.power != DOUBLE or state.second or None not in after:
            return now, self.value_before((after,))
        ways = [] if game.house_rules["double_mandatory"] else [(0, self.value_before((after,)))]
        points, places = game.scorer.offers((after,), tuple(sorted(state.dice)))
        ways += [
            (some, self.value_before((put(after, box, Cell(some, some)),)))
            for _, box in places
            for some in (points[0][box], 0)
        ]
        more, later = max(ways, key=sum)
        return now + more, later


def _size(turn: TurnPlan) -> int:
    return sum(part.nbytes for stage in turn.stages for part in vars(stage).values())


def power_sheet(game: Yum, folder: Path) -> PowerSheet:
    """Return the exact values of ``game``, which stay in ``folder``. Raises NoEvaluator if they would take too long."""
    sheet = compiled_column(game) if game.has_exact_values(1) else None
    if sheet is None or max(sheet.least_states, sheet.states) > MOST_POWER_STATES:
        raise NoEvaluator(f"no evaluator for {game.key} by these rules: the sheet is too big with the Power die")
    return PowerSheet(sheet, kept(folder, "sheet", sheet.digest, lambda: solve(sheet)))

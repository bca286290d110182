"""A score sheet of one column as an automaton, compiled from its layout and its house rules.

A box is of one of three kinds. Of an *upper* box the sum counts, for the bonus. A *linked* box is one that others look
at: what it holds changes what they may hold, or whether a Yum is a joker. Every other box is *free*: it is open or
filled, and that is all. So a state of the sheet is a state of its links, a set of filled free boxes and a class of the
upper section.

The game's own scorer says what dice write and where they may go, for each state of the links; nothing is said twice.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine import FREEZE, Faces
from bot.engine.hands import all_equal
from bot.games.yum.rules import Yum
from bot.games.yum.scoring import Bonus, Section
from bot.games.yum.scoring.boxes import Cell, Column, Sheet
from bot.games.yum.scoring.points import Scorer
from bot.mind.evaluator import NoEvaluator
from bot.mind.throws import Numbers, Throws, throws_of

# -- The upper section as an automaton: which of its boxes are filled, and what of their sum matters for the bonus ---
# Two sums are one class where no way to fill the open boxes tells their bonuses apart. So the upper section of 63 and
# 35 points has 1,640 classes instead of 2,794 pairs of boxes and sums. This is exact.


@dataclass(frozen=True)
class UpperSection:
    """All classes of an upper section; numbers run over all sets of filled boxes (``masks``)."""

    masks: NDArray[np.int64]
    """The filled boxes of each class, a bit a box."""
    bonus: NDArray[np.float64]
    """The bonus of each class of which all boxes are filled, else 0."""
    nexts: NDArray[np.int64]
    """For each class all of :attr:`after` in one row, then itself."""
    after: NDArray[np.int64]
    """The class after a box (second axis) has got its n-th possible number of points (third axis); -1 if filled."""
    numbers: Mapping[tuple[int, int], int]
    """The class of the filled boxes and their sum, which goes up to ``most`` only."""
    most: int | None
    """The sum from which on nothing changes; None where the bonus has no last step."""

    def number(self, mask: int, total: int) -> int:
        """Return the class of the filled boxes that add up to ``total``. Raises KeyError for a sum they cannot have."""
        return self.numbers[mask, _capped(total, self.most)]

    @property
    def count(self) -> int:
        """The number of classes."""
        return len(self.masks)


@lru_cache(maxsize=8)  # Most sheets have the same one.
def upper_section(bonus: Bonus, points: tuple[tuple[int, ...], ...]) -> UpperSection:
    """Return the automaton of a section whose n-th box may hold ``points[n]``."""
    boxes = range(len(points))
    most = None if bonus.beyond else max((needed for needed, _ in bonus.steps), default=0)
    full = 2 ** len(points) - 1
    sums = _reachable(points, most)
    numbers: dict[tuple[int, int], int] = {}
    masks: list[int] = []
    paid: list[float] = []
    after: list[tuple[tuple[int, ...], ...]] = []
    for mask in range(full, -1, -1):
        merged: dict[tuple[object, ...], int] = {}
        for total in sorted(sums[mask]):
            nexts = tuple(
                ()
                if mask >> box & 1
                else tuple(numbers[mask | 1 << box, _capped(total + more, most)] for more in points[box])
                for box in boxes
            )
            worth = bonus.points(total) if mask == full else 0
            known = merged.setdefault((worth, nexts), len(masks))
            if known == len(masks):
                masks.append(mask)
                paid.append(float(worth))
                after.append(nexts)
            numbers[mask, total] = known
    width = max(map(len, points), default=1)
    table = np.full((len(masks), len(points) * width + 1), -1, dtype=np.int64)
    table[:, -1] = np.arange(len(masks))
    by_box = table[:, :-1].reshape(len(masks), len(points), width)
    for number, nexts in enumerate(after):
        for box, ways in enumerate(nexts):
            by_box[number, box, : len(ways)] = ways
    return UpperSection(np.array(masks), np.array(paid), table, by_box, numbers, most)


def _capped(total: int, most: int | None) -> int:
    return total if most is None else min(total, most)


def _reachable(points: Sequence[Sequence[int]], most: int | None) -> list[set[int]]:
    """Return the sums that each set of filled boxes may have, none beyond the last step of the bonus."""
    sums: list[set[int]] = [set() for _ in range(2 ** len(points))]
    sums[0] = {0}
    for mask, totals in enumerate(sums):
        for box, ways in enumerate(points):
            if not mask >> box & 1:
                sums[mask | 1 << box] |= {_capped(total + more, most) for total in totals for more in ways}
    return sums


# -- The sheet as an automaton ---------------------------------------------------------------------------------------

OPEN = 0
"""The label of an open linked box."""


@dataclass(frozen=True)
class Link:
    """A linked box, and what others need to know of it."""

    place: int
    """Its place among the boxes of the column."""
    holds: tuple[int, ...]
    """Points for each label, from 1 on, as an example of what the box then holds."""
    by_value: bool
    """Others compare its points; else only whether it holds any matters."""
    asked_by: frozenset[int] = frozenset()
    """The linked boxes for which alone its points matter; once they are filled, it only is filled. Empty: for more."""

    def label(self, raw: int) -> int:
        """Return the label of the box once it holds ``raw`` points."""
        return 1 + self.holds.index(raw if self.by_value else min(raw, self.holds[-1]))


class Worth(NamedTuple):
    """What dice write in each box, and where they may go: by throw and box; on a whole sheet by throw, column, box."""

    points: NDArray[np.int64]
    """Not yet multiplied."""
    allowed: NDArray[np.bool_]


def offers(game: Yum, sheet: Sheet, throws: Sequence[Faces]) -> Worth:
    """Return what each of ``throws`` may fill on ``sheet``, asked of the game's own scorer.

    Only equal dice may be a joker, and only a joker must go to one place. All other throws may fill the same boxes, so
    the scorer is asked once for all of them, and once for all that write as much in a box.
    """
    scorer, throws = game.scorer, tuple(throws)
    alike = _alike(throws)
    points = np.zeros((len(throws), len(sheet), len(game.layout.boxes)), dtype=np.int64)
    if len(alike) < len(throws):
        points[:] = _by_themselves(scorer, throws)[:, None]
        for column, cells in enumerate(sheet):
            for place, asked in scorer.ordered(cells):
                points[:, column, place] = _beside(scorer, throws, place, asked)
    allowed = np.zeros(points.shape, dtype=bool)
    for column, place in scorer.open_places(sheet, ()):
        allowed[:, column, place] = True
    for row in alike:
        points[row] = [scorer.raw(sheet, column, throws[row]) for column in range(len(sheet))]
        allowed[row] = False
        for column, place in scorer.open_places(sheet, throws[row]):
            allowed[row, column, place] = True
    return Worth(points, allowed)


@lru_cache(maxsize=16)
def _alike(throws: tuple[Faces, ...]) -> tuple[int, ...]:
    """Return which of ``throws`` are of equal dice."""
    return tuple(row for row, faces in enumerate(throws) if all_equal(faces))


@lru_cache(maxsize=16)
def _by_themselves(scorer: Scorer, throws: tuple[Faces, ...]) -> NDArray[np.int64]:
    """Return what ``throws`` write in each box that no other cell keeps from them. Do not change it."""
    return np.array([[box.points(faces) for box in scorer.layout.boxes] for faces in throws], dtype=np.int64)


@lru_cache(maxsize=1024)
def _beside(scorer: Scorer, throws: tuple[Faces, ...], place: int, cells: Column) -> NDArray[np.int64]:
    """Return what ``throws`` write in a box beside these ``cells``. Do not change it."""
    points = _by_themselves(scorer, throws)[:, place]
    return np.where([scorer.may_hold(cells, place, some) for some in points.tolist()], points, 0)


@dataclass(frozen=True)
class CompiledSheet:
    """The automaton of a sheet."""

    game: Yum
    throws: Throws
    upper_places: tuple[int, ...]
    free_places: tuple[int, ...]
    links: tuple[Link, ...]

    @property
    def boxes(self) -> int:
        """The number of boxes of the column."""
        return len(self.game.layout.boxes)

    @property
    def link_states(self) -> tuple[tuple[int, ...], ...]:
        """A combination of labels for each state of the links; the number of a state is its place here."""
        return self._merged[0]

    def link_number(self, labels: tuple[int, ...]) -> int:
        """Return the number of the state of the links with these labels."""
        numbers = self._merged[1]
        number = numbers.get(labels)
        return numbers[self.simplified(labels)] if number is None else number

    @cached_property
    def combinations(self) -> tuple[tuple[int, ...], ...]:
        """Every combination of labels that may matter, those with the fewest open boxes first."""
        every = product(*(range(1 + len(link.holds)) for link in self.links))
        simple = [labels for labels in every if labels == self.simplified(labels)]
        return tuple(sorted(simple, key=lambda labels: labels.count(OPEN)))

    @cached_property
    def _merged(self) -> tuple[tuple[tuple[int, ...], ...], dict[tuple[int, ...], int], list[tuple[Worth, Worth]]]:
        """The states of the links, the number of the state of each combination of labels, and :meth:`worths`.

        Combinations are one state where dice bring as much in the boxes that are not linked, and where each open linked
        box of the one has its like in the other: the same points, which lead to the same state. So the last of three
        Yums to be filled may be the second or the third.
        """
        numbers: dict[tuple[int, ...], int] = {}
        known: dict[tuple[object, ...], int] = {}
        states: list[tuple[int, ...]] = []
        worths_of_states: list[tuple[Worth, Worth]] = []
        for labels in self.combinations:
            worths = self._worths(labels)
            choices, self._open_links[labels] = self._choices(labels, worths, numbers)
            number = known.setdefault(choices, len(states))
            if number == len(states):
                states.append(labels)
                worths_of_states.append(worths)
            numbers[labels] = number
        return tuple(states), numbers, worths_of_states

    @cached_property
    def _open_links(self) -> dict[tuple[int, ...], list[int]]:
        """By combination of labels, the open linked boxes, in the order in which those of one state are alike."""
        return {}

    def alike_boxes(self) -> Iterator[tuple[int, int]]:
        """Yield pairs of boxes of which each may be the other, earlier or later: it is all one which is filled first.

        So are linked boxes in combinations that are one state, and a box that scores after one which writes as much.
        """
        states, numbers, _ = self._merged
        for labels, number in numbers.items():
            yield from zip(self._open_links[labels], self._open_links[states[number]], strict=True)
        places = {box.key: place for place, box in enumerate(self.game.layout.boxes)}
        for place, box in enumerate(self.game.layout.boxes):
            yield from ((places[key], place) for key in box.after if self.writes(places[key]) == self.writes(place))

    def writes(self, place: int) -> list[int]:
        """Return what every throw writes in a box by itself, and what equal dice write there as a joker."""
        points = map(self.game.layout.boxes[place].points, self.throws.throws)
        return [*points, *_joker(self.game, place, self.throws)]

    def _choices(
        self, labels: tuple[int, ...], worths: tuple[Worth, Worth], numbers: dict[tuple[int, ...], int]
    ) -> tuple[tuple[object, ...], list[int]]:
        """Return all that a combination of labels decides about, given the ``numbers`` of those with more filled.

        The second part is the open linked boxes, in the order in which the first one tells of them.
        """
        points = np.concatenate([worth.points for worth in worths])
        allowed = np.concatenate([worth.allowed for worth in worths])
        points[~allowed] = 0
        others = [*self.free_places, *self.upper_places]
        linked = []
        for number, link in enumerate(self.links):
            if labels[number] == OPEN:
                may, some = allowed[:, link.place], points[:, link.place]
                ways = sorted({0, *some[may].tolist()})
                after = tuple(numbers[self.filled(labels, number, way)] for way in ways)
                linked.append(((some.tobytes(), may.tobytes(), after), link.place))
        linked.sort()
        choices = (
            points[:, others].tobytes(),
            allowed[:, others].tobytes(),
            self.earns_extra(labels),
            tuple(box for box, _ in linked),
        )
        return choices, [place for _, place in linked]

    def filled(self, labels: tuple[int, ...], number: int, points: int) -> tuple[int, ...]:
        """Return the labels once the linked box ``number`` holds ``points``."""
        return self.simplified((*labels[:number], self.links[number].label(points), *labels[number + 1 :]))

    def simplified(self, labels: tuple[int, ...]) -> tuple[int, ...]:
        """Return ``labels`` with the first one where nobody asks any more what a filled box holds."""
        filled = {link.place for link, label in zip(self.links, labels, strict=True) if label != OPEN}
        return tuple(
            1 if label != OPEN and link.asked_by and link.asked_by <= filled else label
            for link, label in zip(self.links, labels, strict=True)
        )

    @cached_property
    def yums(self) -> tuple[int, ...]:
        """The throws of equal dice, ones first."""
        return _alike(tuple(self.throws.throws))

    @cached_property
    def digest(self) -> str:
        """Return a hash of all that decides about values: another rule, another digest."""
        digest = sha256(repr((self.throws.dice, self.upper_places, self.free_places, self.links)).encode())
        digest.update(repr((self.upper_points, self.upper.masks.tolist(), self.upper.bonus.tolist())).encode())
        for number, labels in enumerate(self.link_states):
            worth, yums = self.worths(number)
            digest.update(worth.points.tobytes() + worth.allowed.tobytes())
            for points, allowed in zip(yums.points, yums.allowed, strict=True):
                digest.update(points.tobytes() + allowed.tobytes())
            digest.update(bytes([self.earns_extra(labels)]))
        if self.game.throwing.power:
            rules = self.game.throwing, self.game.raw_bonus, self.game.house_rules["double_mandatory"]
            digest.update(repr(rules).encode())
        return digest.hexdigest()

    @cached_property
    def upper_points(self) -> tuple[tuple[int, ...], ...]:
        """What each upper box may add to the sum that the bonus looks at, ascending."""
        every = [worth.points for number in range(len(self.link_states)) for worth in self.worths(number)]
        written = np.concatenate(every)[:, list(self.upper_places)].T
        counted = [[self.counted(np.unique(points), times) for times in self.times] for points in written]
        return tuple(tuple(np.unique([0, *np.concatenate(some)]).tolist()) for some in counted)

    @property
    def times(self) -> range:
        """The numbers that the points of a turn may be multiplied by: the Power die decides."""
        return range(1, FREEZE if self.game.throwing.power else 2)

    def counted(self, points: NDArray[np.int64], times: int) -> NDArray[np.int64]:
        """Return what the bonus looks at of ``points`` of a turn that counts so many times."""
        return points * times if self.game.throwing.power and not self.game.raw_bonus else points

    @cached_property
    def upper(self) -> UpperSection:
        """The classes of the upper section."""
        return upper_section(self.game.layout.bonus, self.upper_points)

    @cached_property
    def open_boxes(self) -> tuple[Numbers, Numbers, Numbers]:
        """The number of open boxes in each state of the links, with each set of free boxes, in each upper class."""
        links = np.array([labels.count(OPEN) for labels in self.link_states])
        free = np.array([bits.bit_count() for bits in range(1 << len(self.free_places))])
        upper = np.array([int(mask).bit_count() for mask in self.upper.masks])
        return links, len(self.free_places) - free, len(self.upper_places) - upper

    def left(self, number: int | Numbers, free: Numbers, classes: Numbers) -> Numbers:
        """Return how many boxes are open in positions, which have these numbers."""
        links, frees, uppers = self.open_boxes
        counts: Numbers = links[number] + frees[free] + uppers[classes]
        return counts

    @property
    def least_states(self) -> int:
        """The fewest states of the sheet, but for links that :attr:`link_states` merges; known at once."""
        return len(self.combinations) << len(self.free_places) + len(self.upper_places)

    @property
    def states(self) -> int:
        """The number of states of the sheet, with those that no game reaches."""
        return len(self.link_states) * (1 << len(self.free_places)) * self.upper.count

    def worth(self, labels: tuple[int, ...]) -> Worth:
        """Return what each throw is worth in this state of the links while the upper section is open."""
        return self._worth(self.cells(labels), self.throws.throws)

    def yum_worth(self, labels: tuple[int, ...]) -> Iterator[Worth]:
        """Yield the same for each Yum, ones first, once the upper box of its face is filled."""
        own = {self.game.layout.boxes[place].face: place for place in self.upper_places}
        for row in self.yums:
            faces = self.throws.throws[row]
            column = list(self.cells(labels))
            if faces[0] in own:
                column[own[faces[0]]] = Cell(0, 0)
            yield self._worth(tuple(column), [faces])

    def worths(self, number: int) -> tuple[Worth, Worth]:
        """Return :meth:`worth` and :meth:`yum_worth` (one row a Yum) of a state of the links."""
        return self._merged[2][number]

    def _worths(self, labels: tuple[int, ...]) -> tuple[Worth, Worth]:
        yums = list(self.yum_worth(labels))
        points = np.concatenate([yum.points for yum in yums])
        return self.worth(labels), Worth(points, np.concatenate([yum.allowed for yum in yums]))

    def worths_of(self, column: Column) -> tuple[Worth, Worth]:
        """Return the same for ``column`` itself: in others of its state, another linked box may be the open one."""
        return self._worths_by_labels(self.labels_of(column))

    @cached_property
    def _worths_by_labels(self) -> Callable[[tuple[int, ...]], tuple[Worth, Worth]]:
        """What :meth:`worths_of` returns, by the labels of the column: all that it looks at."""
        return lru_cache(maxsize=256)(self.worths_with)

    def worths_with(self, labels: tuple[int, ...]) -> tuple[Worth, Worth]:
        """Return the same for a column whose linked boxes have these labels."""
        labels = self.simplified(labels)
        number = self.link_number(labels)
        alike, own, worths = self.link_states[number], self._open_links[labels], self.worths(number)
        if self._open_links[alike] == own:
            return worths
        places = np.arange(self.boxes)
        places[own] = self._open_links[alike]
        worth, yums = (Worth(each.points[:, places], each.allowed[:, places]) for each in worths)
        return worth, yums

    def earns_extra(self, labels: tuple[int, ...]) -> bool:
        """Whether a Yum earns the bonus for a further Yum in this state of the links."""
        yums = {place for place, box in enumerate(self.game.layout.boxes) if box.yum}
        held = {link.place: link.holds[label - 1] for link, label in zip(self.links, labels, strict=True) if label}
        return bool(self.game.house_rules.get("yum_bonus")) and all(held.get(place) for place in yums)

    def state_of(self, column: Column) -> tuple[int, int, int]:
        """Return the numbers of the links, of the filled free boxes and of the upper class of ``column``."""
        return self.link_number(self.labels_of(column)), *self.filled_of(column)

    def filled_of(self, column: Column) -> tuple[int, int]:
        """Return the numbers of the filled free boxes and of the upper class of ``column``."""
        free = mask = total = 0
        for bit, place in enumerate(self.free_places):
            if column[place] is not None:
                free |= 1 << bit
        for bit, place in enumerate(self.upper_places):
            cell = column[place]
            if cell is not None:
                mask |= 1 << bit
                total += cell.raw if self.game.raw_bonus else cell.written
        return free, self.upper.number(mask, total)

    def labels_of(self, column: Column) -> tuple[int, ...]:
        """Return the labels of the linked boxes of ``column``."""
        return tuple(OPEN if (cell := column[link.place]) is None else link.label(cell.raw) for link in self.links)

    def cells(self, labels: tuple[int, ...]) -> Column:
        """Return a column in that state of the links, all other boxes open."""
        column: list[Cell | None] = [None] * self.boxes
        for link, label in zip(self.links, labels, strict=True):
            if label != OPEN:
                column[link.place] = Cell(link.holds[label - 1], link.holds[label - 1])
        return tuple(column)

    def _worth(self, column: Column, throws: Sequence[Faces]) -> Worth:
        points, allowed = offers(self.game, (column,), throws)
        return Worth(points[:, 0], allowed[:, 0])


def compiled(game: Yum) -> CompiledSheet:
    """Return the automaton of ``game`` without the Power die. Raises NoEvaluator for rules that it cannot hold."""
    if game.layout.columns > 1:
        raise NoEvaluator(f"no evaluator for {game.key} by these rules: the sheet has several columns")
    if game.throwing.power:
        raise NoEvaluator(f"no evaluator for {game.key} by these rules: turns end in other ways by the Power die")
    return compiled_column(game)


def compiled_column(game: Yum) -> CompiledSheet:
    """Return the automaton of one column of ``game``, as if it were the whole sheet. Raises NoEvaluator likewise."""
    _check(game)
    throws, boxes = throws_of(game.layout.dice), game.layout.boxes
    links = tuple(_links(game, throws))
    linked = {link.place for link in links}
    upper = tuple(place for place, box in enumerate(boxes) if box.section is Section.UPPER)
    if linked.intersection(upper):
        raise NoEvaluator("a box of the upper section decides about others")
    free = tuple(place for place in range(len(boxes)) if place not in linked.union(upper))
    return CompiledSheet(game, throws, upper, free, links)


def _check(game: Yum) -> None:
    """Raise NoEvaluator for rules by which a column is more than its own boxes, three throws and the Power die."""
    reasons = (
        (game.layout.award is not None, "the grand total is no sum"),
        (game.throwing.tokens > 0 or game.throwing.saves, "turns may have more than three throws"),
        (game.house_rules.get("kismet_penalty") is True, "others can fine a player"),
    )
    for applies, reason in reasons:
        if applies:
            raise NoEvaluator(f"no evaluator for {game.key} by these rules: {reason}")


def _links(game: Yum, throws: Throws) -> Iterator[Link]:
    """Yield the linked boxes of a sheet."""
    boxes = game.layout.boxes
    compared = {key for box in boxes for key in (box.below, box.above) if key}
    looked_at = {key for box in boxes for key in (*box.after, box.waits_for) if key}
    extra = game.house_rules.get("yum_bonus") is True
    kept = {
        box.key
        for box in boxes
        if box.key in compared or box.key in looked_at or (box.yum and (extra or game.scorer.joker is not None))
    }
    for place, box in enumerate(boxes):
        if box.key not in kept:
            continue
        asking = [asker for asker in boxes if box.key in (asker.below, asker.above, asker.waits_for, *asker.after)]
        simple = asking and all(asker.key in kept for asker in asking) and not (box.yum and extra)
        asked_by = frozenset(boxes.index(asker) for asker in asking) if simple else frozenset[int]()
        if box.key in compared:
            holds = sorted({0, *map(box.points, throws.throws), *_joker(game, place, throws)})
            yield Link(place, tuple(holds), True, asked_by)
        else:
            yield Link(place, (0, box.maximum), False, asked_by)


def _joker(game: Yum, place: int, throws: Throws) -> Iterator[int]:
    """Yield what jokers may write in a box."""
    joker = game.scorer.joker
    if joker is not None:
        yield from (joker.points(game.layout.boxes[place], faces) for faces in throws.throws if all_equal(faces))

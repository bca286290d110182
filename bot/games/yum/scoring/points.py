"""The points of a sheet: what dice would write in every box of a column, and what its cells add up to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from bot.engine import Faces, OptionValue
from bot.engine.hands import all_equal
from bot.games.yum.scoring.boxes import Bonus, Box, Column, Layout, Section, Sheet

# -- When five equal dice are a joker, and what a joker writes (rules.md §2, §8) -------------------------------------


@dataclass(frozen=True, slots=True)
class JokerRule:
    """The joker of a game, as its house rules say."""

    kind: str
    """``fr``: any section; ``en``: lower section; ``forced``: ``en``, and an open box of the number comes first."""
    first: bool
    """Only the first Yum box must be full."""
    upper_sum: bool
    """A joker writes the sum of the dice in the box of another number, not its maximum."""
    everywhere: bool
    """The boxes must be full in every column."""

    @classmethod
    def from_options(cls, options: Mapping[str, OptionValue]) -> "JokerRule | None":
        """Return the joker of these house rules; None without one."""
        kind = str(options.get("joker", "none"))
        if kind == "none":
            return None
        return cls(
            kind,
            options.get("joker_needs") == "first",
            options.get("joker_upper") == "sum",
            options.get("joker_scope", "all_columns") == "all_columns",
        )

    def needed(self, layout: Layout) -> tuple[int, ...]:
        """Return the places of the Yum boxes that must be full."""
        yums = tuple(place for place, box in enumerate(layout.boxes) if box.yum)
        return yums[:1] if self.first else yums

    def filled(self, sheet: Sheet, column: int, places: tuple[int, ...]) -> bool:
        """Whether the cells at ``places`` are full: in ``column``, or in every column if that is the rule."""
        columns = sheet if self.everywhere else (sheet[column],)
        return all(cells[place] is not None for cells in columns for place in places)

    def points(self, box: Box, faces: tuple[int, ...]) -> int:
        """Return the worth of the joker ``faces`` in ``box``, without the order among boxes."""
        if box.section is Section.UPPER and self.kind == "fr" and box.face != faces[0]:
            return sum(faces) if self.upper_sum else box.maximum
        return (box.joker or box.points)(faces)


# -- Every box of a column: the dice alone, the joker, and the order among boxes -------------------------------------


class _Order(NamedTuple):
    """What the other cells of a column demand of a box; places instead of keys."""

    place: int
    after: tuple[int, ...]
    after_scored: bool
    below: int | None
    above: int | None

    def allows(self, cells: Column, points: int) -> bool:
        """Whether the box may hold ``points`` beside the other cells; a cell that holds 0 sets no limit."""
        for place in self.after:
            cell = cells[place]
            if cell is None or (self.after_scored and not cell.raw):
                return False
        lower = None if self.above is None else cells[self.above]
        upper = None if self.below is None else cells[self.below]
        too_low = lower is not None and lower.raw and points <= lower.raw
        too_high = upper is not None and upper.raw and points >= upper.raw
        return not (too_low or too_high)


class Offers(NamedTuple):
    """What dice may fill on a sheet, and what they are worth there."""

    points: tuple[tuple[int, ...], ...]
    """Points by column and place, filled boxes included; not yet multiplied."""
    places: tuple[tuple[int, int], ...]
    """Each (column, box) that they may fill, column by column in the order of the sheet."""


class Scorer:
    """The points of one layout. Looked up once per dice, because every press asks for all boxes."""

    def __init__(self, layout: Layout, joker: JokerRule | None) -> None:
        """Score ``layout``; ``joker`` is None if five equal dice are never one."""
        self.layout = layout
        self.joker = joker
        self._plain = lru_cache(maxsize=1024)(self._plain_points)
        self._jokers = lru_cache(maxsize=16)(self._joker_points)
        self._ordered = tuple(
            _Order(
                place,
                tuple(map(layout.index, box.after)),
                box.after_scored,
                self._place(box.below),
                self._place(box.above),
            )
            for place, box in enumerate(layout.boxes)
            if box.after or box.below or box.above
        )
        self._own = {box.face: place for place, box in enumerate(layout.boxes) if box.section is Section.UPPER}
        self._needed = joker.needed(layout) if joker else ()
        self._waiting = tuple(self._place(box.waits_for) for box in layout.boxes)
        self._independent = not layout.stacked and not any(box.waits_for for box in layout.boxes)
        """No other cell keeps an open box closed."""

    def _place(self, key: str | None) -> int | None:
        return None if key is None else self.layout.index(key)

    def _plain_points(self, faces: Faces) -> tuple[int, ...]:
        return tuple(box.points(faces) for box in self.layout.boxes)

    def _joker_points(self, faces: Faces) -> tuple[int, ...]:
        assert self.joker is not None  # noqa: S101 - only asked once the joker applies
        return tuple(self.joker.points(box, faces) for box in self.layout.boxes)

    def offers(self, sheet: Sheet, faces: Faces) -> "Offers":
        """Return what :meth:`raw` and :meth:`open_places` do; the board and the next press both ask."""
        return _offers(self, sheet, faces)

    def is_joker(self, sheet: Sheet, column: int, faces: Faces) -> bool:
        """Whether ``faces`` count as a joker in ``column`` of ``sheet``."""
        if self.joker is None or not all_equal(faces):
            return False
        own = self._own.get(faces[0])
        return self.joker.filled(sheet, column, self._needed if own is None else (*self._needed, own))

    def _forced(self, sheet: Sheet, column: int, faces: Faces) -> int | None:
        """Return the only box of ``column`` that a forced joker may fill; None without one."""
        if self.joker is None or self.joker.kind != "forced" or not all_equal(faces):
            return None
        own = self._own.get(faces[0])
        if own is None or sheet[column][own] is not None or not self.joker.filled(sheet, column, self._needed):
            return None
        return own

    def raw(self, sheet: Sheet, column: int, faces: Faces) -> tuple[int, ...]:
        """Return the points of ``faces`` in each box of ``column``, filled boxes included; not yet multiplied.

        ``faces`` are in ascending order.
        """
        points = self._jokers(faces) if self.is_joker(sheet, column, faces) else self._plain(faces)
        if not self._ordered:
            return points
        cells, allowed = sheet[column], list(points)
        for order in self._ordered:
            if allowed[order.place] and not order.allows(cells, allowed[order.place]):
                allowed[order.place] = 0
        return tuple(allowed)

    def ordered(self, cells: Column) -> Iterator[tuple[int, Column]]:
        """Yield each box of a column that other cells may keep from points, and a column with these cells alone."""
        for order in self._ordered:
            asked = {*order.after, order.below, order.above}
            yield order.place, tuple(cell if place in asked else None for place, cell in enumerate(cells))

    def may_hold(self, cells: Column, place: int, points: int) -> bool:
        """Whether a box of a column with these ``cells`` may hold ``points``, as far as the others decide it."""
        return next(order for order in self._ordered if order.place == place).allows(cells, points)

    def open_places(self, sheet: Sheet, faces: Faces) -> list[tuple[int, int]]:
        """Return each (column, box) that ``faces`` may fill, column by column in the order of the sheet."""
        forced = [self._forced(sheet, column, faces) for column in range(len(sheet))]
        if self._independent and not any(place is not None for place in forced):
            return [
                (column, place)
                for column, cells in enumerate(sheet)
                for place, cell in enumerate(cells)
                if cell is None
            ]
        if self.joker and self.joker.everywhere and any(place is not None for place in forced):
            return [(column, place) for column, place in enumerate(forced) if place is not None]
        return [
            (column, place)
            for column, cells in enumerate(sheet)
            for place, cell in enumerate(cells)
            if cell is None and self._may_fill(sheet, column, place) and forced[column] in (None, place)
        ]

    def _may_fill(self, sheet: Sheet, column: int, place: int) -> bool:
        """Whether no other cell keeps an open box closed."""
        if self.layout.stacked and column and sheet[column - 1][place] is None:
            return False
        needed = self._waiting[place]
        return needed is None or sheet[column][needed] is not None


@lru_cache(maxsize=1024)  # Of all games together: each holds a sheet, some KB.
def _offers(scorer: Scorer, sheet: Sheet, faces: Faces) -> Offers:
    return Offers(
        tuple(scorer.raw(sheet, column, faces) for column in range(len(sheet))),
        tuple(scorer.open_places(sheet, faces)),
    )


# -- The totals of a sheet, computed from its cells whenever they are asked for --------------------------------------

EXTRA_YUM = 100
"""The bonus for a Yum beyond its box."""


@dataclass(frozen=True, slots=True)
class ColumnTotals:
    """What a column adds up to."""

    upper: int
    """The upper boxes, without the bonus."""
    tested: int
    """What the bonus looks at: the upper boxes, under a house rule before the Power die."""
    bonus: int
    lower: int
    """All boxes below the bonus."""
    yum_bonus: int
    multiplier: int

    @property
    def combined(self) -> int:
        """The whole column at face value."""
        return self.upper + self.bonus + self.lower + self.yum_bonus

    @property
    def total(self) -> int:
        """What the column adds to the grand total."""
        return self.combined * self.multiplier


@dataclass(frozen=True)
class SheetTotals:
    """What the sheet of a seat adds up to. It is remembered (:func:`sheet_totals`), and its sum with it."""

    columns: tuple[ColumnTotals, ...]
    awarded: int | None = None
    """The grand total where it is not the sum of the columns."""

    @cached_property
    def score(self) -> int:
        """The sum of the columns."""
        return sum(column.total for column in self.columns)

    @property
    def total(self) -> int:
        """The grand total."""
        return self.score if self.awarded is None else self.awarded

    @property
    def upper(self) -> int:
        """The upper sections with their bonuses, as they count for the grand total."""
        return sum((column.upper + column.bonus) * column.multiplier for column in self.columns)

    @cached_property
    def bonuses(self) -> int:
        """The bonuses of the upper sections, as they count for the grand total."""
        return sum(column.bonus * column.multiplier for column in self.columns)

    @property
    def further_yums(self) -> int:
        """What Yums beyond their boxes add to the total."""
        return sum(column.yum_bonus * column.multiplier for column in self.columns)


def column_totals(layout: Layout, cells: Column, multiplier: int, extra_yums: int, raw_bonus: bool) -> ColumnTotals:
    """Return the totals of a column; ``raw_bonus`` tests the bonus on the points before the Power die."""
    upper = lower = tested = 0
    for box, cell in zip(layout.boxes, cells, strict=True):
        if cell is None:
            continue
        if box.section is Section.UPPER:
            upper += cell.written
            tested += cell.raw if raw_bonus else cell.written
        else:
            lower += cell.written
    return ColumnTotals(upper, tested, layout.bonus.points(tested), lower, EXTRA_YUM * extra_yums, multiplier)


def next_step(bonus: Bonus, subtotal: int) -> int | None:
    """Return the subtotal that the next step of ``bonus`` needs; None if there is none."""
    return next((needed for needed, _ in bonus.steps if needed > subtotal), None)


@lru_cache(maxsize=1024)  # Each holds a sheet, some KB.
def sheet_totals(layout: Layout, sheet: Sheet, extra_yums: tuple[int, ...], raw_bonus: bool = False) -> SheetTotals:
    """Return the totals of a seat's sheet; ``extra_yums`` are counted per column.

    The totals are remembered, since a sheet changes once a turn and every press asks for them.
    """
    columns = tuple(
        column_totals(layout, cells, multiplier, extra, raw_bonus)
        for cells, multiplier, extra in zip(sheet, layout.multipliers, extra_yums, strict=True)
    )
    return SheetTotals(columns, None if layout.award is None else layout.award(_filled(layout, sheet, raw_bonus)))


def _filled(layout: Layout, sheet: Sheet, raw: bool) -> dict[str, tuple[int, ...]]:
    """Return the points in the filled cells of each box, over all columns."""
    cells = {box.key: [column[place] for column in sheet] for place, box in enumerate(layout.boxes)}
    return {
        key: tuple(cell.raw if raw else cell.written for cell in row if cell is not None) for key, row in cells.items()
    }


def yums(layout: Layout, sheet: Sheet, extra_yums: tuple[int, ...]) -> int:
    """Return how many Yums a seat scored, those beyond the box included."""
    places = [place for place, box in enumerate(layout.boxes) if box.yum]
    marked = sum(1 for cells in sheet for place in places if (cell := cells[place]) is not None and cell.raw)
    return marked + sum(extra_yums)

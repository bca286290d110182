"""The rules of every score-sheet game: a turn, the boxes it may fill, and whose turn is next (rules.md §1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, ClassVar, TypeAlias, cast

from bot.engine.dice import Dice
from bot.engine.errors import WrongSeats
from bot.engine.options import Options
from bot.engine.seats import leave, next_seat
from bot.engine.types import (
    Event,
    Keep,
    Left,
    OptionValue,
    Outcome,
    Report,
    Roll,
    Rolled,
    Seat,
    Step,
)
from bot.games.yum.actions import Done, Mark, Marked, Strike
from bot.games.yum.ending import Ending, empty_sheets
from bot.games.yum.joker import JokerRule
from bot.games.yum.layout import Layout
from bot.games.yum.report import report
from bot.games.yum.scoring import Scorer
from bot.games.yum.sheets import SHEETS
from bot.games.yum.state import Cell, Sheet, State
from bot.games.yum.totals import SheetTotals
from bot.games.yum.turns import DOUBLE, Throwing

YumAction: TypeAlias = Roll | Keep | Mark | Strike | Done

SEATS = range(1, 9)
"""How many people may play a score-sheet game."""


@dataclass(frozen=True)
class Yum:
    """A sheet with its house rules chosen; two of them are equal if both are."""

    state_type: ClassVar[type[Any]] = State
    key: str
    house: Options
    """The house rules in force, defaults included; :attr:`options` are those that differ."""
    layout: Layout = field(init=False, compare=False, repr=False)
    """The boxes, columns and dice, house rules applied."""
    scorer: Scorer = field(init=False, compare=False, repr=False)
    throwing: Throwing = field(init=False, compare=False, repr=False)
    ending: Ending = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name, value in _applied(self.key, self.house).items():
            object.__setattr__(self, name, value)

    @classmethod
    def chosen(cls, key: str, options: Mapping[str, object]) -> Yum:
        """Return the sheet ``key`` with ``options`` in place of its defaults; raises BadOptions."""
        return cls(key, Options.choose(SHEETS[key].rules, options))

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The house rules that differ from the sheet's defaults."""
        return dict(self.house.changed)

    @property
    def seats(self) -> range:
        """How many players may take part."""
        return SEATS

    def new(self, seats: int) -> State:
        """Return empty sheets, the first seat to throw."""
        if seats not in self.seats:
            raise WrongSeats(f"{seats} players; {self.key} is for {self.seats[0]} to {self.seats[-1]}")
        columns = self.layout.columns
        return State(
            sheets=empty_sheets(self.layout, seats),
            turn=Seat(0),
            spare=(self.throwing.tokens,) * seats,
            extra_yums=((0,) * columns,) * seats,
            penalties=(0,) * seats,
        )

    def turn(self, state: State) -> Seat | None:
        """Return the seat to act."""
        return state.turn

    def legal_actions(self, state: State) -> tuple[YumAction, ...]:
        """Return throws first, then the boxes to mark and to strike, in the order of the sheet."""
        if state.turn is None:
            return ()
        if not state.throws:
            return (Roll(),)
        keeps = () if state.second else self.throwing.keeps(state)
        done = (Done(),) if state.second else ()
        return (*keeps, *self._fills(state, state.sheets[state.turn]), *done)

    def _fills(self, state: State, sheet: Sheet) -> tuple[YumAction, ...]:
        faces = tuple(sorted(state.dice))
        marks: list[YumAction] = []
        strikes: list[YumAction] = []
        for column, cells in enumerate(sheet):
            points = self.scorer.raw(sheet, column, faces)
            for place in self.scorer.open_places(cells):
                mark, strike = _fill_actions(self.layout, column, place)
                marks.append(mark)
                if points[place]:
                    strikes.append(strike)
        return (*marks, *strikes)

    def apply(self, state: State, action: YumAction, dice: Dice) -> Step[State]:
        """Throw, fill a box, or leave it at one."""
        seat = cast(Seat, state.turn)
        if isinstance(action, Roll | Keep):
            after, fallen = self.throwing.throw(state, action, dice)
            return Step(after, (Rolled(seat, fallen),))
        if isinstance(action, Done):
            return self._pass_on(state, dice, ())
        return self._fill(state, seat, action, dice)

    def _fill(self, state: State, seat: Seat, action: Mark | Strike, dice: Dice) -> Step[State]:
        cell, joker = self._cell(state, action)
        column, place = max(action.column - 1, 0), self.layout.index(action.box)
        events = (Marked(seat, action.box, action.column, cell.written, isinstance(action, Strike), joker),)
        after = replace(state, sheets=_written(state.sheets, seat, column, place, cell))
        if state.power == DOUBLE and not state.second and self._may_fill(after, seat):
            return Step(replace(after, second=True), events)
        return self._pass_on(after, dice, events)

    def _cell(self, state: State, action: Mark | Strike) -> tuple[Cell, bool]:
        """Return what ``action`` writes, and whether as a joker."""
        if isinstance(action, Strike) or state.turn is None:
            return Cell(0, 0), False
        sheet, column, faces = state.sheets[state.turn], max(action.column - 1, 0), tuple(sorted(state.dice))
        raw = self.scorer.raw(sheet, column, faces)[self.layout.index(action.box)]
        return Cell(raw * self.throwing.multiplier(state), raw), self.scorer.is_joker(sheet, column, faces)

    def _may_fill(self, state: State, seat: Seat) -> bool:
        return seat not in state.gone and any(None in cells for cells in state.sheets[seat])

    def _pass_on(self, state: State, dice: Dice, events: tuple[Event, ...]) -> Step[State]:
        """End the turn of the seat to act: the next seat with an open box throws, or the game is over."""
        spare = self.throwing.saved(state)
        turn = next_seat(len(state.sheets), cast(Seat, state.turn), lambda seat: self._may_fill(state, seat))
        after = replace(
            state, turn=turn, spare=spare, throws=0, dice=(), kept=0, power=None, power_kept=False, second=False
        )
        if turn is not None:
            return Step(after, events)
        after, more = self.ending.finished(after, dice)
        return Step(after, (*events, *more))

    def drop(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        """Go on without ``seat``; the others play to the end of their sheets, even one alone."""
        after = replace(state, gone=leave(state.gone, seat, len(state.sheets)))
        if state.turn != seat:
            return Step(after, (Left(seat),))
        return self._pass_on(after, dice, (Left(seat),))

    def totals(self, state: State, seat: Seat) -> SheetTotals:
        """Return what the sheet of ``seat`` adds up to now."""
        return self.ending.totals(state, seat)

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the grand total of each seat."""
        return self.ending.scores(state)

    def outcome(self, state: State) -> Outcome | None:
        """Return the ranks once every sheet is full, ties decided as the house rules say."""
        return None if state.turn is not None else self.ending.outcome(state)

    def preview(self, state: State, action: YumAction) -> int | None:
        """Return the points a mark would write."""
        return self._cell(state, action)[0].written if isinstance(action, Mark) else None

    def report(self, state: State) -> Report:
        """Return every sheet as ``replay`` tells it."""
        return report(self.layout, state, [self.totals(state, Seat(seat)) for seat in range(len(state.sheets))])


@lru_cache(maxsize=512)
def _applied(key: str, house: Options) -> Mapping[str, object]:
    """Return the fields of a game that follow from its house rules; made once for equal games."""
    layout = SHEETS[key].laid_out(house)
    return {
        "layout": layout,
        "scorer": Scorer(layout, JokerRule.chosen(house)),
        "throwing": Throwing.chosen(layout.dice, house),
        "ending": Ending.chosen(layout, house),
    }


@lru_cache(maxsize=4096)
def _fill_actions(layout: Layout, column: int, place: int) -> tuple[Mark, Strike]:
    box, shown = layout.boxes[place].key, column + 1 if layout.columns > 1 else 0
    return Mark(box, shown), Strike(box, shown)


def _written(sheets: tuple[Sheet, ...], seat: Seat, column: int, place: int, cell: Cell) -> tuple[Sheet, ...]:
    """Return ``sheets`` with ``cell`` in its place."""
    sheet = sheets[seat]
    cells = (*sheet[column][:place], cell, *sheet[column][place + 1 :])
    return (*sheets[:seat], (*sheet[:column], cells, *sheet[column + 1 :]), *sheets[seat + 1 :])

"""The rules of every score-sheet game: a turn, the boxes it may fill, and whose turn is next (rules.md §1)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import ClassVar

from bot.engine import (
    DOUBLE,
    FIRST_RULES_VERSION,
    N_,
    Dice,
    Event,
    Faces,
    GameWithOptions,
    Keep,
    Left,
    Options,
    Outcome,
    PlayedStep,
    Progress,
    Report,
    Roll,
    Rolled,
    Seat,
    SeatStats,
    Step,
    acting,
    leave,
    next_seat,
)
from bot.engine.seats import added, put, replaced
from bot.games.yum.actions import Done, ExtraYum, Fills, Mark, Marked, Penalised, Strike, YumAction
from bot.games.yum.autoplay import cheapest
from bot.games.yum.ending import Ending, empty_sheets
from bot.games.yum.extra_yum import earns_bonus, further_yum
from bot.games.yum.layout import Layout
from bot.games.yum.report import report
from bot.games.yum.scoring.columns import Scorer
from bot.games.yum.scoring.joker import JokerRule
from bot.games.yum.scoring.totals import EXTRA_YUM, SheetTotals
from bot.games.yum.sheets import SHEETS
from bot.games.yum.simultaneous import merge_states, sheet_progress
from bot.games.yum.state import Cell, Last, Sheet, State
from bot.games.yum.stats import count
from bot.games.yum.turns import Throwing


@dataclass(frozen=True)
class Yum(GameWithOptions[State, YumAction]):
    """A sheet with its house rules chosen; two of them are equal if both are."""

    state_type: ClassVar[type[State]] = State
    seats_alone: ClassVar[range] = range(1, 13)
    adds_partners: ClassVar[bool] = True
    sheet_key: str
    layout: Layout = field(init=False, compare=False, repr=False)
    """The boxes, columns and dice, house rules applied."""
    scorer: Scorer = field(init=False, compare=False, repr=False)
    throwing: Throwing = field(init=False, compare=False, repr=False)
    ending: Ending = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name, value in _applied(self.sheet_key, self.house_rules).items():
            object.__setattr__(self, name, value)

    @classmethod
    def of_sheet(cls, key: str, options: Mapping[str, object]) -> "Yum":
        """Return the sheet ``key`` with ``options`` in place of its defaults; raises BadOptions."""
        return cls(Options.choose(SHEETS[key].rules, options), key)

    @property
    def key(self) -> str:
        """The key of the sheet."""
        return self.sheet_key

    def new(self, seats: int) -> State:
        """Return empty sheets, the first seat to throw."""
        self.check_seats(seats)
        columns = self.layout.columns
        return State(
            sheets=empty_sheets(self.layout, seats),
            turn=Seat(0),
            spare=(self.throwing.tokens,) * seats,
            extra_yums=((0,) * columns,) * seats,
            penalties=(0,) * seats,
        )

    def legal_actions(self, state: State) -> tuple[YumAction, ...]:
        """Return throws first, then the boxes to mark and to strike, in the order of the sheet."""
        fills = self.fills(state)
        return (*self.throws(state), *fills.marks, *fills.strikes, *((Done(),) if fills.done else ()))

    def legal_with(self, word: str, state: State) -> Sequence[YumAction]:
        """Return the throws alone for the word of one."""
        return self.throws(state) if word in (Roll.word, Keep.word) else self.legal_actions(state)

    def throws(self, state: State) -> tuple[Roll | Keep, ...]:
        """Return the legal throws."""
        if state.turn is None or state.second:
            return ()
        if not state.throws:
            return () if state.penalties[state.turn] else (Roll(),)
        return self.throwing.keeps(state)

    def fills(self, state: State) -> Fills:
        """Return what the seat to act may do with its boxes now."""
        if state.turn is None:
            return Fills()
        sheet = state.sheets[state.turn]
        if not state.throws:
            return Fills(strikes=self._strikes(sheet)) if state.penalties[state.turn] else Fills()
        marks, strikes = self._fills(sheet, tuple(sorted(state.dice)))
        return Fills(marks, strikes, done=state.second and not self.house_rules["double_mandatory"])

    def _fills(self, sheet: Sheet, faces: Faces) -> tuple[list[Mark], list[Strike]]:
        """Return a mark for every box open to ``faces``, and a strike where the mark would score."""
        points, places = self.scorer.offers(sheet, faces)
        marks = [_actions(self.layout, column, place)[0] for column, place in places]
        strikes = [_actions(self.layout, column, place)[1] for column, place in places if points[column][place]]
        return marks, strikes

    def _strikes(self, sheet: Sheet) -> tuple[Strike, ...]:
        """Return a strike for every open box: what a penalty leaves."""
        return tuple(_actions(self.layout, *place)[1] for place in self.scorer.open_places(sheet, ()))

    def apply(self, state: State, action: YumAction, dice: Dice) -> Step[State]:
        """Throw, fill a box, or leave it at one."""
        seat = acting(state)
        if isinstance(action, Roll | Keep):
            after, thrown = self.throwing.throw(state, action, dice)
            return Step(after, (Rolled(seat, thrown.fallen, thrown.power is not None),))
        if isinstance(action, Done):
            return self._pass_on(state, dice, ())
        return self._fill(state, seat, action, dice)

    def _place(self, sheet: Sheet, action: Mark | Strike) -> tuple[int, int]:
        """Return the column and the box ``action`` fills."""
        place = self.layout.index(action.box)
        if self.layout.stacked:
            return next(column for column, cells in enumerate(sheet) if cells[place] is None), place
        return max(action.column - 1, 0), place

    def _cell(self, state: State, seat: Seat, action: Mark | Strike) -> Cell:
        """Return what ``action`` writes."""
        if isinstance(action, Strike):
            return Cell(0, 0)
        column, place = self._place(state.sheets[seat], action)
        raw = self.scorer.raw(state.sheets[seat], column, tuple(sorted(state.dice)))[place]
        return Cell(raw * self.throwing.multiplier(state), raw)

    def _fill(self, state: State, seat: Seat, action: Mark | Strike, dice: Dice) -> Step[State]:
        sheet, cell = state.sheets[seat], self._cell(state, seat, action)
        column, place = self._place(sheet, action)
        struck = isinstance(action, Strike)
        joker = not struck and self.scorer.is_joker(sheet, column, state.dice)
        marked = Marked(seat, action.box, action.column, cell.written, struck, joker)
        events: tuple[Event, ...] = (marked,)
        after = replaced(
            state, sheets=_written(state.sheets, seat, column, place, cell), last=_with_marked(state, marked)
        )
        if not state.throws:
            return self._pass_on(replace(after, penalties=added(after.penalties, seat, -1)), dice, events)
        if not state.second and further_yum(self.layout, sheet, state.dice):
            after, more = self._further_yum(after, seat, column, cell)
            after = replace(after, last=_with_reward(after.last, more))
            events = (*events, *more)
        if state.power == DOUBLE and not state.second and self._may_fill(after, seat):
            return Step(replace(after, second=True), events)
        return self._pass_on(after, dice, events)

    def _further_yum(self, state: State, seat: Seat, column: int, cell: Cell) -> tuple[State, tuple[Event, ...]]:
        """Return ``state`` with what a further Yum brings to ``seat``, who wrote ``cell`` with it."""
        if self.house_rules.get("yum_bonus") and earns_bonus(self.layout, cell):
            counted = put(state.extra_yums, seat, added(state.extra_yums[seat], column, 1))
            points = EXTRA_YUM * self.layout.multipliers[column]
            return replace(state, extra_yums=counted), (ExtraYum(seat, points),)
        others = tuple(Seat(other) for other in range(len(state.sheets)) if other != seat)
        fined = tuple(other for other in others if self._may_fill(state, other))
        if self.house_rules.get("kismet_penalty") and cell.raw and fined:
            return replace(
                state, penalties=tuple(turns + (other in fined) for other, turns in enumerate(state.penalties))
            ), (Penalised(fined),)
        return state, ()

    def _may_fill(self, state: State, seat: Seat) -> bool:
        return seat not in state.gone and any(None in cells for cells in state.sheets[seat])

    def _pass_on(self, state: State, dice: Dice, events: tuple[Event, ...]) -> Step[State]:
        """End the turn of the seat to act: the next seat with an open box throws, or the game is over."""
        spare = self.throwing.saved(state)
        turn = next_seat(len(state.sheets), acting(state), lambda seat: self._may_fill(state, seat))
        comes_round = turn is not None and turn <= acting(state)
        after = replaced(
            state,
            turn=turn,
            round=state.round + comes_round,
            spare=spare,
            throws=0,
            dice=(),
            kept=0,
            power=None,
            power_kept=False,
            second=False,
        )
        if turn is not None:
            return Step(after, events)
        again = self.ending.next_game(after)
        if again is not None:
            begun = replace(again[0], spare=(self.throwing.tokens,) * len(state.sheets))
            return Step(begun, (*events, *again[1]))
        after, more = self.ending.finished(after, dice)
        return Step(after, (*events, *more))

    def drop(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        """Go on without ``seat``; the others play to the end of their sheets, even one alone."""
        after = replace(state, gone=leave(state.gone, seat, len(state.sheets)))
        return Step(after, (Left(seat),)) if state.turn != seat else self._pass_on(after, dice, (Left(seat),))

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
        if state.turn is None or not isinstance(action, Mark):
            return None
        return self._cell(state, state.turn, action).written

    def may_undo(self, state: State) -> bool:
        """Return whether the first of two boxes is filled: it may be taken back before the second."""
        return state.second

    @property
    def throws_for_ties(self) -> bool:
        """Whether one more throw decides equal totals."""
        return self.ending.tiebreak == "roll_off"

    def games_before(self, state: State) -> int:
        """Return how many games of the match are over, the present one apart."""
        return len(state.earlier)

    def own_games(self, state: State, seat: Seat) -> tuple[int, ...]:
        """Return the grand total of the sheet of ``seat`` in each game of the match so far."""
        return (*(game[seat].total for game in state.earlier), self.totals(state, seat).total)

    def autoplay(self, state: State) -> YumAction:
        """Throw once, then give up the box whose loss costs least by its maximum."""
        return cheapest(self.layout, self.legal_actions(state), lambda action: self.preview(state, action))

    def count_stats(self, seats: Sequence[SeatStats], step: PlayedStep[State]) -> None:
        """Count the dice, the boxes, the Yums and the bonuses of upper sections."""
        count(self.layout, self.ending, seats, step)

    @property
    def only_in_turns(self) -> str:
        """Why seats must take turns: a fine falls on the sheets of others."""
        if self.house_rules.get("kismet_penalty"):
            return N_("The fine for a further Yum falls on everybody else, so they play at the same table, in turns.")
        return ""

    def merge(self, states: Sequence[State], gone: Iterable[Seat]) -> State:
        """Return the sheets of games played alone as one state."""
        return merge_states(states, gone)

    def settled(self, state: State, dice: Dice) -> State:
        """Return ``state`` with the throws for the first place, if the house rules decide so; version 1 shared it."""
        return state if self.rules_version == FIRST_RULES_VERSION else self.ending.finished(state, dice)[0]

    def progress(self, state: State, seat: Seat) -> Progress:
        """Return how many boxes ``seat`` has filled, over all games of the match, and of how many."""
        return sheet_progress(self.layout, self.ending.games, state, seat)

    def report(self, state: State) -> Report:
        """Return every sheet as ``replay`` shows it."""
        return report(self.layout, state, [self.totals(state, Seat(seat)) for seat in range(len(state.sheets))])


@lru_cache(maxsize=512)
def _applied(key: str, house_rules: Options) -> Mapping[str, object]:
    """Return the fields of a game that follow from its house rules; made once for equal games."""
    layout = SHEETS[key].laid_out(house_rules)
    return {
        "layout": layout,
        "scorer": Scorer(layout, JokerRule.from_options(house_rules)),
        "throwing": Throwing.from_options(layout.dice, house_rules),
        "ending": Ending.from_options(layout, house_rules),
    }


@lru_cache(maxsize=4096)
def _actions(layout: Layout, column: int, place: int) -> tuple[Mark, Strike]:
    """Return what marks and what strikes a box of a column."""
    box, shown = layout.boxes[place].key, column + 1 if layout.named_columns else 0
    return Mark(box, shown), Strike(box, shown)


def _written(sheets: tuple[Sheet, ...], seat: Seat, column: int, place: int, cell: Cell) -> tuple[Sheet, ...]:
    """Return ``sheets`` with ``cell`` in its place."""
    sheet = sheets[seat]
    return put(sheets, seat, put(sheet, column, put(sheet[column], place, cell)))


def _with_marked(state: State, marked: Marked) -> Last:
    """Return what the dice of this turn have become with ``marked``."""
    if state.second and state.last is not None:
        return replace(state.last, marked=(*state.last.marked, marked))
    return Last(state.dice, state.power, (marked,))


def _with_reward(last: Last | None, events: tuple[Event, ...]) -> Last | None:
    """Return ``last`` with what a further Yum brought besides its box."""
    for event in events:
        match last, event:
            case Last(), ExtraYum(points=points):
                last = replace(last, extra_yum=points)
            case Last(), Penalised(seats=seats):
                last = replace(last, fined=seats)
    return last

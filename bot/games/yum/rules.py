"""The rules of every score-sheet game: a turn, the boxes it may fill, and whose turn is next (rules.md §1)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import ClassVar, NamedTuple, TypeAlias

from bot.engine import (
    DOUBLE,
    FIRST_RULES_VERSION,
    FREEZE,
    N_,
    POWER,
    Action,
    Dice,
    Event,
    Faces,
    Keep,
    Left,
    Options,
    OptionValue,
    PlayedStep,
    PowerThrow,
    Progress,
    Report,
    Roll,
    Rolled,
    Seat,
    SeatStats,
    Step,
    Teaching,
    Theme,
    acting,
    has_power,
    leave,
    multiplier,
    next_seat,
    power_keeps,
    throw_dice,
)
from bot.engine.game import FIRST_GAME, Match, MatchGame, NextGame, ToldGame, added, put, replaced
from bot.engine.gate import legal
from bot.engine.hands import all_equal
from bot.games.yum.scoring.boxes import Aim, Cell, Column, Layout, Sheet, aim_of, aim_of_held
from bot.games.yum.scoring.points import EXTRA_YUM, JokerRule, Scorer, SheetTotals, sheet_totals, yums
from bot.games.yum.sheets import SHEETS

# -- A player's decisions besides throwing, and the events that people see -------------------------------------------


class _Fill(Action, frozen=True):
    box: str
    column: int = 0
    """From 1 if the sheet has several, else 0 and not part of the text."""

    def arguments(self) -> tuple[str, ...]:
        """Return the box, then the column if there are several."""
        return (self.box, str(self.column)) if self.column else (self.box,)


class Mark(_Fill, frozen=True):
    """Write the worth of the dice in an open box; 0 if its condition fails."""

    word: ClassVar[str] = "mark"


class Strike(_Fill, frozen=True):
    """Write 0 in an open box."""

    word: ClassVar[str] = "strike"


class Done(Action, frozen=True):
    """Leave it at one box although the Power die shows 5."""

    word: ClassVar[str] = "done"


class Fills(NamedTuple):
    """What a seat may do with its boxes, in the order of the sheet."""

    marks: Sequence[Mark] = ()
    strikes: Sequence[Strike] = ()
    done: bool = False
    """Whether it may leave it at the first of two boxes."""


YumAction: TypeAlias = Roll | Keep | Mark | Strike | Done


@dataclass(frozen=True, slots=True)
class Marked(Event):
    """``seat`` filled a box. ``column`` as in the action; ``joker`` if the dice counted as a joker there."""

    seat: Seat
    box: str
    column: int
    points: int
    struck: bool = False
    joker: bool = False


@dataclass(frozen=True, slots=True)
class ExtraYum(Event):
    """``seat`` threw a Yum beyond its box and gets a bonus of ``points``."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Penalised(Event):
    """``seats`` each write a 0 instead of their next turn."""

    seats: tuple[Seat, ...]


# -- A moment of a score-sheet game. :mod:`bot.games.yum.scoring.points` computes its totals from the cells ----------


@dataclass(frozen=True, slots=True)
class LatestTurn:
    """The latest turn that filled a box: its dice and what they became. Boards show it until the next throw."""

    dice: Faces
    """As they lay on the table; nothing where a fine filled the box."""
    power: int | None
    marked: tuple[Marked, ...]
    """One box, or two by the Power die."""
    extra_yum: int = 0
    """The bonus for a Yum beyond its box."""
    fined: tuple[Seat, ...] = ()
    """The seats that write a 0 instead of their next turn because of these dice."""


@dataclass(frozen=True)
class State:
    """Whose turn it is, what lies on the table, and every sheet. Without slots, like a table: each step copies it."""

    sheets: tuple[Sheet, ...]
    """One per seat."""
    turn: Seat | None
    """None once the game is over."""
    round: int = 1
    """Of the present game: it grows when the turn comes round to who began it, or would."""
    throws: int = 0
    """The number of throws that the seat to act has made this turn."""
    dice: Faces = ()
    """As they lie on the table: those kept first, in ascending order, then the others in the order they fell."""
    kept: int = 0
    """The number of ``dice``, from the first, that the seat kept in the last throw."""
    power: int | None = None
    """The face of the Power die, if there is one and the seat has thrown it this turn."""
    power_kept: bool = False
    """Whether the seat kept the Power die in the last throw."""
    second: bool = False
    """One box is filled and the Power die allows a second one."""
    spare: tuple[int, ...] = ()
    """Throws each seat may still add to its turns: tokens, or throws it saved."""
    extra_yums: tuple[tuple[int, ...], ...] = ()
    """For each seat and column, the Yums beyond the box that earned a bonus."""
    penalties: tuple[int, ...] = ()
    """For each seat, the turns in which it only writes a 0."""
    gone: tuple[Seat, ...] = ()
    """Seats that left, in the order they did."""
    last: LatestTurn | None = None
    """None before the first box of all."""
    match: Match = FIRST_GAME


# -- Throws of a turn: their number, the dice a player may keep, and the Power die (rules.md §1, §4) -----------------

_LAST_BOXES = 3
"""With so many open boxes or fewer, every box is what matters."""

_MOST_POWER_BOXES = 13
"""Of a sheet that is worked out with the Power die: more boxes take minutes."""

THROWS = 3
"""Throws of a turn, without tokens, saved throws and the Power die."""


@dataclass(frozen=True, slots=True)
class Throwing:
    """The throws of a game: ordinary dice, Power die, and throws beyond the third."""

    dice: int
    power: bool = False
    freeze_if_kept: bool = False
    """A Freeze only ends the turn of a seat that keeps it."""
    tokens: int = 0
    """Tokens of each seat at the beginning; one buys a fourth throw."""
    saves: bool = False
    """A seat may use saved throws in later turns."""

    @classmethod
    def from_options(cls, dice: int, options: Mapping[str, OptionValue]) -> "Throwing":
        """Return how a game with these house rules throws."""
        return cls(
            dice,
            has_power(options),
            options.get("freeze") == "if_kept",
            int(options.get("extra_tokens", 0)),
            options.get("saved_rolls") is True,
        )

    def may_throw(self, state: State) -> bool:
        """Whether the seat to act may throw dice again."""
        again = state.throws < THROWS or self._buys(state)
        if not self.power:
            return again
        if state.power == FREEZE:
            return self.freeze_if_kept and again
        return again or self._brings_fourth(state)

    def keeps(self, state: State) -> tuple[Keep, ...]:
        """Return what the seat to act may keep to throw the rest; empty if it may not throw."""
        if not self.may_throw(state):
            return ()
        faces = tuple(sorted(state.dice))
        if not self.power:
            return power_keeps(faces, False, False)
        return power_keeps(faces, not self._brings_fourth(state), state.power != FREEZE)

    def _brings_fourth(self, state: State) -> bool:
        """Whether the Power die brings a fourth throw; it stays itself."""
        return self.power and state.throws == THROWS and state.power == POWER

    def _buys(self, state: State) -> bool:
        """Whether the seat to act may throw after the third: any number of saved throws, else one token."""
        return state.turn is not None and state.spare[state.turn] > 0 and (self.saves or state.throws == THROWS)

    def throw(self, state: State, action: Roll | Keep, dice: Dice) -> tuple[State, PowerThrow]:
        """Return ``state`` after the throw, and what fell."""
        kept = action.faces if isinstance(action, Keep) else ()
        power_kept = isinstance(action, Keep) and action.power
        thrown = throw_dice(dice, self.dice - len(kept), with_power=self.power and not power_kept)
        after = replaced(
            state,
            throws=state.throws + 1,
            dice=(*kept, *thrown.faces),
            kept=len(kept),
            power=state.power if thrown.power is None else thrown.power,
            power_kept=power_kept,
            spare=self._paid(state),
        )
        return after, thrown

    def _paid(self, state: State) -> tuple[int, ...]:
        """Return the spare throws after one more throw; the fourth of a Power 6 is free."""
        free = state.throws < THROWS or (state.throws == THROWS and state.power == POWER)
        return state.spare if free or state.turn is None else added(state.spare, state.turn, -1)

    def saved(self, state: State) -> tuple[int, ...]:
        """Return the spare throws after the turn of the seat to act; a Freeze leaves none to save."""
        unused = THROWS - state.throws
        if not self.saves or state.turn is None or not state.throws or unused <= 0 or state.power == FREEZE:
            return state.spare
        return added(state.spare, state.turn, unused)

    def multiplier(self, state: State) -> int:
        """Return the multiplier of this turn's points."""
        return multiplier(state.power)


# -- The reward for filling a box with a further Yum, besides the points in the box (rules.md §7, §8, §11) -----------


def further_yum(layout: Layout, sheet: Sheet, faces: Faces) -> bool:
    """Whether ``faces`` are a Yum while every Yum box of ``sheet``, in every column, already holds points."""
    places = [place for place, box in enumerate(layout.boxes) if box.yum]
    return all_equal(faces) and all(
        (cell := cells[place]) is not None and cell.raw for cells in sheet for place in places
    )


def earns_bonus(layout: Layout, cell: Cell) -> bool:
    """Whether a further Yum that wrote ``cell`` earns the bonus: with several columns it must score there."""
    return layout.columns == 1 or cell.raw > 0


# -- A game: a turn, the boxes it may fill, and whose turn is next ---------------------------------------------------


@dataclass(frozen=True)
class Yum(MatchGame[State, YumAction]):
    """A sheet with its house rules chosen; two of them are equal if both are."""

    state_type: ClassVar[type[State]] = State
    seats_alone: ClassVar[range] = range(1, 13)
    adds_partners: ClassVar[bool] = True
    first_seat_began: ClassVar[bool] = True
    counted: ClassVar[tuple[str, ...]] = ("yums", "further_yums", "yums_thrown")
    sheet_key: str
    layout: Layout = field(init=False, compare=False, repr=False)
    """The boxes, columns and dice, house rules applied."""
    scorer: Scorer = field(init=False, compare=False, repr=False)
    throwing: Throwing = field(init=False, compare=False, repr=False)

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
            sheets=(((None,) * len(self.layout.boxes),) * columns,) * seats,
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
            actions = _actions(self.layout)
            # A penalty leaves a strike for every open box.
            open_places = self.scorer.open_places(sheet, ()) if state.penalties[state.turn] else ()
            return Fills(strikes=[actions[column][place][1] for column, place in open_places])
        marks, strikes = _to_fill(self.scorer, sheet, tuple(sorted(state.dice)))
        return Fills(marks, strikes, done=state.second and not self.house_rules["double_mandatory"])

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

    def _extra(self, column: int, cell: Cell) -> int:
        """Return the bonus of a further Yum that wrote ``cell`` in ``column``."""
        earned = self.house_rules.get("yum_bonus") and earns_bonus(self.layout, cell)
        return EXTRA_YUM * self.layout.multipliers[column] if earned else 0

    def _further_yum(self, state: State, seat: Seat, column: int, cell: Cell) -> tuple[State, tuple[Event, ...]]:
        """Return ``state`` with what a further Yum brings to ``seat``, which wrote ``cell`` with it."""
        if points := self._extra(column, cell):
            counted = put(state.extra_yums, seat, added(state.extra_yums[seat], column, 1))
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
        comes_round = turn is not None and self.comes_round(state, acting(state), turn)
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
        return self.step(after, acting(state), dice, events)

    def drop(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        """Go on without ``seat``; the others play to the end of their sheets, even one alone."""
        after = replace(state, gone=leave(state.gone, seat, len(state.sheets)))
        return Step(after, (Left(seat),)) if state.turn != seat else self._pass_on(after, dice, (Left(seat),))

    # The standings

    def has_exact_values(self, seats: int) -> bool:
        """Whether a column is no more than its boxes, three throws a turn and the Power die; else values are estimates.

        With the Power die only small sheets are worked out: a bonus without a last step counts as one more box, and
        boxes that are compared have too many states.
        """
        throwing, layout = self.throwing, self.layout
        if throwing.tokens or throwing.saves or layout.award or self.house_rules.get("kismet_penalty"):
            return False
        compared = any(box.below or box.above for box in layout.boxes)
        large = layout.columns > 1 or compared or len(layout.boxes) + bool(layout.bonus.beyond) > _MOST_POWER_BOXES
        return not (throwing.power and large)

    @cached_property
    def raw_bonus(self) -> bool:
        """Whether the bonus is tested on the points before the Power die."""
        return self.house_rules["power_bonus_base"] is True

    def totals(self, state: State, seat: Seat) -> SheetTotals:
        """Return what the sheet of ``seat`` adds up to now."""
        return sheet_totals(self.layout, state.sheets[seat], state.extra_yums[seat], self.raw_bonus)

    def upper_bonuses(self, state: State, seat: Seat) -> tuple[int, ...]:
        """Return the bonus of each upper section of ``seat``, 0 where it is missed; none where the sheet has none."""
        if not self.layout.bonus.steps or self.layout.stacked:
            return ()
        return tuple(column.bonus for column in self.totals(state, seat).columns)

    def players(self, state: State) -> int:
        """Return the number of seats that began."""
        return len(state.sheets)

    def present_points(self, state: State, seat: Seat) -> int:
        """Return the grand total of the sheet of ``seat``."""
        return self.totals(state, seat).total

    def present_tally(self, state: State, seat: Seat) -> tuple[int, ...]:
        """Return the sum of the columns, which differs from the total in Balut alone, and what the house rules add."""
        totals, tiebreak = self.totals(state, seat), self.tiebreak
        if tiebreak not in ("most_yums", "upper_then_yums"):
            return (totals.score,)
        upper = (totals.upper,) if tiebreak == "upper_then_yums" else ()
        return (totals.score, *upper, yums(self.layout, state.sheets[seat], state.extra_yums[seat]))

    @property
    def tie_dice(self) -> int:
        """A tied seat throws all ordinary dice."""
        return self.layout.dice

    def next_game(self, state: State, first: Seat) -> State:
        """Return empty sheets; the board still says how the last turn ended."""
        return replace(self.new(self.players(state)), turn=first, last=state.last)

    def preview(self, state: State, action: YumAction) -> int | None:
        """Return the points a mark would write."""
        if state.turn is None or not isinstance(action, Mark):
            return None
        return self._cell(state, state.turn, action).written

    def extra_bonus(self, state: State, action: Mark | Strike) -> int:
        """Return the bonus that filling a box brings beside its points: the dice may be a Yum beyond its box."""
        seat = state.turn
        if seat is None or not state.throws or state.second:
            return 0
        sheet = state.sheets[seat]
        further = further_yum(self.layout, sheet, state.dice)
        return self._extra(self._place(sheet, action)[0], self._cell(state, seat, action)) if further else 0

    def may_undo(self, state: State) -> bool:
        """Return whether the first of two boxes is filled: it may be taken back before the second."""
        return state.second

    def autoplay(self, state: State) -> YumAction:
        """Throw once, then stop after one box, or fill that with the smallest maximum among those that would hold 0."""
        fills: list[Mark | Strike] = []
        for action in self.legal_actions(state):
            if isinstance(action, Roll | Done):
                return action
            if isinstance(action, Strike) or (isinstance(action, Mark) and not self.preview(state, action)):
                fills.append(action)
        times = (0, *self.layout.multipliers) if self.layout.named_columns else (1,)
        return min(fills, key=lambda fill: self.layout.box(fill.box).maximum * times[fill.column])

    def teaching(self, state: State, best: str, other: str) -> Teaching:
        """Return what the two actions go for, in the box that they fill or by the dice that they hold."""
        actions = legal(self, state)
        better, done = actions[best], actions[other]
        if isinstance(better, Roll | Keep) != isinstance(done, Roll | Keep):
            return super().teaching(state, best, other)
        sheet = state.sheets[acting(state)]
        if sum(cell is None for column in sheet for cell in column) <= _LAST_BOXES:
            return Teaching(Theme.LAST)
        if isinstance(better, Mark | Strike) and isinstance(done, Mark | Strike):
            if self.gives_up(state, better):
                return Teaching(Theme.STRIKE)
            if self._aim(done) is Aim.UPPER and self.gives_up(state, done) and self.layout.bonus.steps:
                return Teaching(Theme.BONUS, 1)
        themes = {Aim.UPPER: Theme.BONUS, Aim.STRAIGHT: Theme.STRAIGHTS, Aim.SET: Theme.SETS}
        wanted, went = (themes.get(self._aim(action), Theme.OTHER) for action in (better, done))
        aims = [theme for theme in themes.values() if theme is not Theme.BONUS or self.layout.bonus.steps]
        return Teaching.by_aims(aims, wanted, went)

    def gives_up(self, state: State, action: Mark | Strike) -> bool:
        """Whether ``action`` writes nothing, or in an upper box less than its part of the bonus."""
        box, written = self.layout.box(action.box), self._cell(state, acting(state), action).written
        needed = next(iter(self.layout.bonus.steps), (0, 0))[0]
        return not written or written * sum(range(7)) < needed * box.face

    def _aim(self, action: YumAction) -> Aim:
        """Return what a player goes for who does ``action``."""
        if isinstance(action, Keep):
            return aim_of_held(action.faces)
        return aim_of(self.layout.box(action.box)) if isinstance(action, Mark | Strike) else Aim.OTHER

    def count_stats(self, seats: Sequence[SeatStats], step: PlayedStep[State]) -> None:
        """Count the dice, the boxes, the Yums and the bonuses of upper sections, of games that a seat stayed in."""
        super().count_stats(seats, step)
        ends = [step.after] if step.after.turn is None else []
        for event in step.events:
            match event:
                case Rolled(seat=seat):
                    seats[seat].counts["yums_thrown"] += all_equal(step.after.dice)
                case Marked(seat=seat, box=box, points=points):
                    seats[seat].boxes.setdefault(box, []).append(points)
                    seats[seat].counts["yums"] += self.layout.box(box).yum and points > 0
                case ExtraYum(seat=seat):
                    seats[seat].counts.update(yums=1, further_yums=1)
                case NextGame(end=end):
                    ends.append(end)
        for end in ends:
            for seat in map(Seat, range(len(seats))):
                if seat not in step.after.gone:
                    seats[seat].bonuses.extend(self.upper_bonuses(end, seat))

    @property
    def only_in_turns(self) -> str:
        """Why seats must take turns: a fine falls on the sheets of others."""
        if self.house_rules.get("kismet_penalty"):
            return N_("The fine for a further Yum falls on everybody else, so they play at the same table, in turns.")
        return ""

    def merge(self, states: Sequence[State], gone: Iterable[Seat]) -> State:
        """Return the sheets of games played alone as one state."""
        return State(
            sheets=tuple(state.sheets[0] for state in states),
            turn=None,
            spare=tuple(state.spare[0] for state in states),
            extra_yums=tuple(state.extra_yums[0] for state in states),
            penalties=tuple(state.penalties[0] for state in states),
            gone=tuple(gone),
            match=self.merged_match(states),
        )

    def settled(self, state: State, dice: Dice) -> State:
        """Return ``state`` with the throws for the first place, if the house rules decide so; version 1 shared it."""
        return state if self.rules_version == FIRST_RULES_VERSION else self.rolled_off(state, dice).state

    def progress(self, state: State, seat: Seat) -> Progress:
        """Return how many boxes ``seat`` has filled, over all games of the match, and of how many."""
        cells = len(self.layout.boxes) * self.layout.columns
        now = sum(cell is not None for column in state.sheets[seat] for cell in column)
        return Progress(self.games_before(state) * cells + now, self.length.games * cells)

    def report(self, state: State) -> Report:
        """Return every sheet as ``replay`` shows it."""
        return Report(tuple(self._reported_sheet(state, Seat(seat)) for seat in self._seats(state)), {})

    def _reported_sheet(self, state: State, seat: Seat) -> dict[str, object]:
        """Return the sheet, upper sections, bonuses and totals of a seat."""
        totals, boxes, stacked = self.totals(state, seat), self.layout.boxes, self.layout.stacked
        columns = [
            {box.key: None if cell is None else cell.written for box, cell in zip(boxes, cells, strict=True)}
            for cells in state.sheets[seat]
        ]
        # Cells of one column are not columns: nothing stands in their upper section.
        shown = totals.columns[:1] if stacked else totals.columns
        return {
            "sheet": [{box.key: [column[box.key] for column in columns] for box in boxes}] if stacked else columns,
            "upper": [column.upper for column in shown],
            "bonus": [column.bonus for column in shown],
            "total": totals.total,
            **({} if totals.awarded is None else {"score": totals.score}),
            **({"yum_bonus": [column.yum_bonus for column in totals.columns]} if any(state.extra_yums[seat]) else {}),
            **({"spare_throws": state.spare[seat]} if state.spare[seat] else {}),
            **self.reported(state, seat),
        }


@lru_cache(maxsize=512)
def _applied(key: str, house_rules: Options) -> Mapping[str, object]:
    """Return the fields of a game that follow from its house rules; made once for equal games."""
    layout = SHEETS[key].laid_out(house_rules)
    return {
        "layout": layout,
        "scorer": Scorer(layout, JokerRule.from_options(house_rules)),
        "throwing": Throwing.from_options(layout.dice, house_rules),
    }


@lru_cache(maxsize=512)
def _actions(layout: Layout) -> tuple[tuple[tuple[Mark, Strike], ...], ...]:
    """Return what marks and what strikes each box, by column."""
    numbers = [column + 1 if layout.named_columns else 0 for column in range(layout.columns)]
    return tuple(tuple((Mark(box.key, shown), Strike(box.key, shown)) for box in layout.boxes) for shown in numbers)


@lru_cache(maxsize=1024)  # A throw asks when it is made, when it is drawn, and when the next press is judged.
def _to_fill(scorer: Scorer, sheet: Sheet, faces: Faces) -> tuple[tuple[Mark, ...], tuple[Strike, ...]]:
    """Return what marks the boxes that ``faces`` may fill, and what strikes those where they would score."""
    actions, (points, places) = _actions(scorer.layout), scorer.offers(sheet, faces)
    marks = tuple(actions[column][place][0] for column, place in places)
    return marks, tuple(actions[column][place][1] for column, place in places if points[column][place])


def _written(sheets: tuple[Sheet, ...], seat: Seat, column: int, place: int, cell: Cell) -> tuple[Sheet, ...]:
    """Return ``sheets`` with ``cell`` in its place."""
    sheet = sheets[seat]
    return put(sheets, seat, put(sheet, column, put(sheet[column], place, cell)))


def _with_marked(state: State, marked: Marked) -> LatestTurn:
    """Return what the dice of this turn have become with ``marked``."""
    if state.second and state.last is not None:
        return replace(state.last, marked=(*state.last.marked, marked))
    return LatestTurn(state.dice, state.power, (marked,))


def _with_reward(last: LatestTurn | None, events: tuple[Event, ...]) -> LatestTurn | None:
    """Return ``last`` with what a further Yum brought besides its box."""
    for event in events:
        match last, event:
            case LatestTurn(), ExtraYum(points=points):
                last = replace(last, extra_yum=points)
            case LatestTurn(), Penalised(seats=seats):
                last = replace(last, fined=seats)
    return last


# -- What a finished game may be worth a trophy for (entry.py names it): all but one thing of sheets with one column ---

_FIVE = 5
_YUMS = 3
_MOST = 4
"""So many equal dice in an upper box are as good as can be hoped for."""


def at_once(played: ToldGame, seat: Seat) -> bool:
    """Whether ``seat`` threw all dice equal with the first throw of a turn."""
    return any(step.do == "roll" and all_equal(step.after.dice) for step in played.of(seat))


def three_yums(played: ToldGame, seat: Seat) -> bool:
    """Whether it ended three turns with all dice equal."""
    ended = (step for step in played.of(seat) if any(isinstance(event, Marked) for event in step.events))
    return _column(played, seat) is not None and sum(all_equal(step.before.dice) for step in ended) >= _YUMS


def perfect_upper(played: ToldGame, seat: Seat) -> bool:
    """Whether it wrote at least four of every number."""
    column = _column(played, seat)
    return column is not None and has_perfect_upper(played.game.layout, column)


def has_perfect_upper(layout: Layout, column: Column) -> bool:
    """Whether four of every number or more stand in ``column``, of a sheet for five dice."""
    upper = [(box, cell) for box, cell in zip(layout.boxes, column, strict=True) if box.face]
    if layout.dice != _FIVE or not upper:
        return False
    return all(cell is not None and cell.written >= _MOST * box.face for box, cell in upper)


def no_zero(played: ToldGame, seat: Seat) -> bool:
    """Whether it wrote a 0 nowhere."""
    column = _column(played, seat)
    return column is not None and all(cell is not None and cell.written for cell in column)


def by_one(played: ToldGame, seat: Seat) -> bool:
    """Whether it won by a single point."""
    game, end = played.game, played.end
    points = [game.present_points(end, Seat(other)) for other in range(game.players(end)) if other not in end.gone]
    own = game.present_points(end, seat)
    return not game.sides and len(points) > 1 and sorted(points)[-2:] == [own - 1, own]


def _column(played: ToldGame, seat: Seat) -> Column | None:
    """Return the sheet of ``seat``; None where it has several columns."""
    columns: tuple[Column, ...] = played.end.sheets[seat]
    return columns[0] if len(columns) == 1 else None


_MOST_BOXES = 15
"""Of a sheet that is worked out by every house rule. A larger one has a net, which knows its standard rules alone."""
_MOST_COMPARED = 13
"""That where boxes are compared and the upper bonus has no last step: each sum counts then."""

_CHANGE_NO_VALUE = {"tiebreak", "games_in_match", "teams", "freeze", "double_mandatory", "power_bonus_base"}
"""House rules that change nothing of what a sheet is worth: some hold with the Power die alone."""


def reviewed(sheet: Yum, seats: int) -> bool:
    """Return whether there is a review: where values are exact, or those of a net."""
    boxes = sheet.layout.boxes
    compared = any(box.below for box in boxes) and bool(sheet.layout.bonus.beyond)
    large = sheet.layout.columns > 1 or len(boxes) > (_MOST_COMPARED if compared else _MOST_BOXES)
    idle = _CHANGE_NO_VALUE | ({"joker_upper"} if sheet.house_rules.get("joker") != "fr" else set())
    return sheet.has_exact_values(seats) and not (large and set(sheet.options) - idle)

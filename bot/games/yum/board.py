"""The board of the score-sheet games: sheet, totals, dice, what they became, whose turn it is, buttons."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec import structs

from bot.engine import DOUBLE, FREEZE, N_, POWER, Action, Event, Keep, Seat, acting, multiplier
from bot.engine.game import NextGame, RolledOff
from bot.engine.hands import all_equal
from bot.engine.types import text
from bot.games.yum.pad import fresh_burst, pad_of
from bot.games.yum.rules import THROWS, ExtraYum, Fills, LatestTurn, Mark, Marked, Penalised, State, Strike, Yum
from bot.games.yum.scoring import Box, Section
from bot.games.yum.scoring.boxes import Layout
from bot.games.yum.scoring.points import next_step
from bot.games.yum.sheet_lines import (
    Worth,
    beside_points,
    board_sheet,
    bonus_term,
    column_label,
    column_name,
    counted,
    in_column,
    in_order,
    legend,
    with_crowns,
    would_write,
)
from bot.games.yum.spoken import best_in_large, choices_in_words, turn_sheet_in_words
from bot.locales import Words
from bot.screens.kit import (
    BoardPicture,
    BoardView,
    Button,
    Choice,
    DiceInHand,
    Menu,
    Pad,
    RenderContext,
    Row,
    Screen,
    Style,
    before_lines,
    board_title,
    code_block,
    crowded,
    dice_heading,
    dice_line,
    group_button,
    hold_rows,
    in_short,
    left_note,
    mention,
    mentions,
    more_button,
    named_in_play,
    play_board,
    side_name,
    side_word,
    titled,
    truncate,
    undo_button,
)
from bot.screens.kit.board import marked, throws_label
from bot.screens.kit.dice import dashed, hand_of, in_a_hand
from bot.screens.kit.patterns import COLUMN_MENU, MENU
from bot.tables.model.memory import LruCache, TableCache
from bot.tables.model.table import Table, TableId
from bot.tables.records.leaderboards import SeasonDays

# -- The line under a box in the menu: what marking it brings now, or what striking it costs -------------------------


class OpenBox(NamedTuple):
    """A box that may be filled now."""

    place: int
    box: Box
    column: int
    """As in the action: 0 for the only column."""
    points: int
    """What a mark would write in it."""
    worth: int
    """What that adds to the total: the points of its column may count several times."""
    extra: int
    """What filling it brings besides, for a Yum beyond its box."""
    strikable: bool
    """The rules have a strike for it; where the dice score nothing, a mark is one."""

    @property
    def mark(self) -> str:
        """The action that writes the points."""
        return text(Mark(self.box.key, self.column))

    @property
    def strike(self) -> str:
        """The action that writes 0."""
        return text(Strike(self.box.key, self.column)) if self.strikable else self.mark


@lru_cache(maxsize=1024)
def _to_bonus(t: Words, layout: Layout, column: int, points: int, upper: int, needed: int) -> str:
    if layout.multiplied:
        times = column_label(t, layout, column)
        return t("without {times}: {upper} of {needed} for the bonus", times=times, upper=upper, needed=needed)
    sentence = bonus_term(layout, "+{n} → {upper} of {needed} for the bonus")
    return t(sentence, n=points, upper=upper, needed=needed)


@lru_cache(maxsize=1024)
def _to_total(t: Words, worth: int, before: int) -> str:
    return t("+{n} → {total}", n=worth, total=before + worth) if before else f"+{worth}"


@lru_cache(maxsize=1024)
def _with_usual(t: Words, progress: str, usual: int) -> str:
    sentence = t("you usually get {n} here", n=usual)
    return f"{progress} · {sentence}" if progress else sentence


class News:
    """The lines about one column of the sheet of the seat to act."""

    def __init__(self, context: RenderContext, game: Yum, state: State, column: int, usual: Mapping[str, int]) -> None:
        """Look at ``column``, counted as in an action; ``usual`` is what the player usually gets, by box."""
        self._usual = usual
        seat = state.turn or Seat(0)
        self._t = context.t
        self._layout = layout = game.layout
        self._column, place = column, max(column - 1, 0)
        self._times = layout.times(column)
        self._cells = state.sheets[seat][place]
        totals = game.totals(state, seat)
        self._total, self._upper = totals.total, totals.columns[place].tested
        self._needed = next_step(layout.bonus, self._upper) or 0
        """What the upper section needs for the next bonus; 0 if there is none."""
        scorer, faces = game.scorer, tuple(sorted(state.dice))
        is_joker = bool(faces) and not layout.stacked and scorer.is_joker(state.sheets[seat], place, faces)
        self._joker = faces if is_joker else ()
        """The dice, if they are a joker in this column."""
        self._power = game.throwing.multiplier(state)
        self._tested_by = self._power if game.raw_bonus else 1
        """What the points are divided by for the bonus: a house rule tests it on the dice alone."""

    def of_mark(self, box: OpenBox) -> str:
        """Return what the points of ``box`` lead to: progress of the bonus, or the new total, and what is usual."""
        t, progress = self._t, self._progress(box)
        if progress and self._joker and box.box.points(self._joker) * self._power != box.points:
            progress = t("as a joker: {news}", news=progress)
        return self._beside_usual(progress, box)

    def _beside_usual(self, progress: str, box: OpenBox) -> str:
        """The ``progress``, and what the player usually gets in ``box``, where that is known."""
        usual = self._usual.get(box.box.key)
        return progress if usual is None else _with_usual(self._t, progress, usual)

    def _progress(self, box: OpenBox) -> str:
        t, layout = self._t, self._layout
        if layout.stacked or layout.award is not None:
            return ""  # A grand total that is no sum does not grow by the points.
        if box.box.section is not Section.UPPER or not layout.bonus.steps:
            return _to_total(t, box.worth + box.extra, self._total)
        points = box.points // self._tested_by
        upper, needed = self._upper + points, self._needed
        if needed > upper:
            return _to_bonus(t, layout, self._column, points, upper, needed)
        reached = layout.bonus.points(upper)
        if needed and layout.multiplied:
            times = column_label(t, layout, self._column)
            return t("without {times}: {upper}, a bonus of {bonus}", times=times, upper=upper, bonus=reached)
        if needed:
            sentence = bonus_term(layout, "+{n} → {upper}: a bonus of {bonus}")
            return t(sentence, n=points, upper=upper, bonus=reached)
        bonus = (reached - layout.bonus.points(self._upper)) * self._times
        return _to_total(t, box.worth + box.extra + bonus, self._total)

    def of_strike(self, box: OpenBox) -> str:
        """Return what ``box`` is worth, now or at best, and what is usual there: it is lost by striking."""
        return self._beside_usual(self._worth(box), box)

    def _worth(self, box: OpenBox) -> str:
        t, most = self._t, box.box.maximum * self._times
        if box.worth:
            return t("worth {n} now", n=box.worth)
        missing = next((key for key in box.box.after if self._cells[self._layout.index(key)] is None), None)
        if missing is not None:
            name = t(self._layout.box(missing).label)
            return t("would be worth {n}, after {box}", n=most, box=name)
        if "{points}" in box.box.condition:
            return t("would be worth {n}", n=most)
        return t("would be worth up to {n}", n=most)


# -- The boxes to fill, in the rows below the throw: the two that pay most, the columns, and a menu of all -----------
# The menu has two pages, and ``menu strike`` and ``menu mark`` lead from one to the other, with a column if there are
# several: boxes that score, best first, and boxes to strike, in the order of the drawn sheet.

_MENU_LIMIT = 25
_BEST, _TWO_LABELS, _TWO_BELOW_TALL = 2, 31, 28
"""So many boxes have a button; the characters of two that stand side by side on a phone of 360 pixels, and, where a
tall sheet leaves no room for another row, on one of 320.
"""


def is_tall(game: Yum, *, drawn: bool) -> bool:
    """Whether the drawn sheet, of several columns, needs all the room of a small phone."""
    return drawn and bool(game.layout.named_columns)


_CLOSED_MENU = 26
"""Characters for which a closed menu has room on a phone behind what it is called."""

_MENU = "menu"


def waiting_rows(context: RenderContext, game: Yum, column: int) -> tuple[Row, ...]:
    """Return the rows before the first throw of a turn: in their places, ``column`` shown, and nothing to press."""
    return _waiting_rows(context.t, context.plain, game.layout, column)


@lru_cache(maxsize=256)
def _waiting_rows(t: Words, plain: bool, layout: Layout, column: int) -> tuple[Row, ...]:
    best: Row = (Button(_open_menu("mark", 0), t("First a throw, then a box"), disabled=True),)
    called = t("Boxes") if layout.named_columns else t("All boxes")
    menu: Row = (_menu(called, (Choice(_MENU, called),), disabled=True),)
    if not layout.named_columns:
        return best, menu
    return best, _column_buttons(t, plain, layout, "mark", column, frozenset()), menu


def first_column(game: Yum, state: State) -> int:
    """Return the column that a board shows before the first throw; 0 for the only one.

    It is the one that counts most of those in which the seat to act has an open box.
    """
    layout = game.layout
    if not layout.named_columns:
        return 0
    sheet = state.sheets[state.turn or Seat(0)]
    return max(
        _columns(layout), key=lambda column: (None in sheet[column - 1], layout.multipliers[column - 1], -column)
    )


class BoxRows(msgspec.Struct, frozen=True):
    """The boxes of one column that the seat to act may fill now."""

    context: RenderContext
    game: Yum
    column: int
    """The shown column, from 1; 0 for the only one."""
    columns: frozenset[int]
    """The columns with a box to fill."""
    fills: Sequence[Mark | Strike]
    """One for each box of the shown column."""
    points: Sequence[int]
    """What the dice would write in each of them."""
    extras: Sequence[int]
    """What each of them brings besides, for a Yum beyond its box."""
    strikable: Set[str]
    """The boxes that the rules have a strike for."""
    news: News
    striking: bool
    fined: bool
    """The seat may only strike."""
    due: bool
    """Nothing is left to throw."""
    hit: bool
    """The dice are a Yum, and its box is open: nobody throws on."""
    alone: bool
    """There is one box to fill, and it must be filled."""
    drawn: bool
    """The sheet is a picture, without what the dice would write."""
    tall: bool
    """That picture needs all the room there is."""

    @classmethod
    def of(
        cls,
        context: RenderContext,
        game: Yum,
        state: State,
        worth: Worth,
        fills: Fills,
        view: BoardView,
        *,
        due: bool,
        hit: bool,
        drawn: bool,
    ) -> "BoxRows":
        """Return the boxes of the column asked for; else of the one with the box in which the dice bring most.

        Of equal ones that is the column that counts most.
        """
        open_boxes = fills.marks or fills.strikes
        columns = frozenset([fill.column for fill in open_boxes])
        multipliers, brings = game.layout.multipliers, dict[int, int]()
        for (place, _), points in worth.items():
            if points > brings.get(place + 1, 0):
                brings[place + 1] = points

        def counts(column: int) -> tuple[int, int]:
            return multipliers[column - 1] if column else 0, -column

        best = max(columns, key=lambda column: (brings.get(column, 0) * counts(column)[0], *counts(column)))
        column = view.column if view.column in columns and view.column is not None else best
        shown = [fill for fill in open_boxes if fill.column == column]
        return cls(
            context,
            game,
            column,
            columns,
            shown,
            _points(game, state, worth, shown),
            [game.extra_bonus(state, fill) for fill in shown] if all_equal(state.dice) else [0] * len(shown),
            {strike.box for strike in fills.strikes if strike.column == column},
            News(context, game, state, column, view.usual),
            striking=view.striking,
            fined=not fills.marks,
            due=due,
            hit=hit,
            alone=len(open_boxes) == 1 and not fills.done,
            drawn=drawn,
            tall=is_tall(game, drawn=drawn),
        )

    def rows(self) -> tuple[Row, ...]:
        """Return the best boxes, the columns if there are several, the menu."""
        scoring = sorted([self._box(number) for number, points in enumerate(self.points) if points], key=_best_first)
        striking = self.striking or not scoring
        menu = self._strike_menu(back=bool(scoring)) if striking else self._score_menu(scoring)
        best = self._best(scoring, striking)
        if not self.game.layout.named_columns:
            return best, (menu,)
        kind = "strike" if striking else "mark"
        t, plain = self.context.t, self.context.plain
        columns = _column_buttons(t, plain, self.game.layout, kind, self.column, self.columns)
        return best, columns, (menu,)

    def _box(self, number: int) -> OpenBox:
        fill, points, extra, layout = self.fills[number], self.points[number], self.extras[number], self.game.layout
        place = _places(layout)[fill.box]
        times = layout.times(fill.column)
        strikable = fill.box in self.strikable
        return OpenBox(place, layout.boxes[place], fill.column, points, points * times, extra, strikable)

    def _best(self, scoring: list[OpenBox], striking: bool) -> Row:
        """The two boxes that pay most, by points alone; striking fills the place of one that is missing.

        A box to fill that is the only one stands alone: to be struck too, once nothing is left to throw.
        """
        t = self.context.t
        if not scoring and self.alone and self.due:
            box = self._box(0)
            label = with_extra(t("Strike {box}", box=t(box.box.label)), box.extra)
            return (Button(box.strike, label, Style.PRIMARY),)
        if not scoring:
            return (Button(_open_menu("mark", self.column), self._nothing_scores(), disabled=True),)
        best, missing = scoring[:_BEST], len(scoring) < _BEST and not self.alone
        strike = t("Strike a box…")
        shown = [_label(t, self.game.layout, box, short=False) for box in best] + [strike] * missing
        most = _TWO_BELOW_TALL if self.tall else _TWO_LABELS
        if sum(map(len, shown)) > most:  # Both by their short names, or both by the whole ones.
            shown[: len(best)] = [_label(t, self.game.layout, box, short=True) for box in best]
        style = Style.PRIMARY if self.due else Style.SECONDARY
        row = [Button(box.mark, label, style) for box, label in zip(best, shown, strict=False)]
        if self.hit and best and best[0].box.yum:
            row[0] = structs.replace(row[0], style=Style.SUCCESS)
        if missing:
            # On the page of strikes a column button asks for the same: there this one needs another name.
            row.append(Button(_open_menu("strike", 0 if striking else self.column), strike, disabled=striking))
        return tuple(row)

    def _nothing_scores(self) -> str:
        t = self.context.t
        if self.fined:
            return t("A 0 for the fine: choose its box")
        return t("No box scores: strike one") if self.due else t("No box scores yet")

    def _score_menu(self, scoring: list[OpenBox]) -> Menu:
        t = self.context.t
        choices = [
            Choice(*_points_line(t, self.game.layout, box), self.news.of_mark(box))
            for box in scoring[: _MENU_LIMIT - 1]
        ]
        strike = Choice(_open_menu("strike", self.column), t("Strike a box…"), t("write 0 in a box of your choice"))
        called = self._placeholder(t("Boxes") if self.column else t("All boxes"))
        return _menu(called + self._behind_best(scoring), (*choices, strike))

    def _behind_best(self, scoring: list[OpenBox]) -> str:
        """Return what else the dice would write, best first, as far as a closed menu has room on a phone."""
        labels = [_label(self.context.t, self.game.layout, box, short=True) for box in scoring[_BEST:]]
        told = [f" · {label}" for label in labels] if self.drawn else []
        return "".join(told[: sum(length <= _CLOSED_MENU for length in accumulate(map(len, told)))])

    def _strike_menu(self, *, back: bool) -> Menu:
        """Every open box and what striking it costs; ``back`` if there is another page."""
        t = self.context.t
        order = in_order(self.game.layout)
        boxes = sorted(map(self._box, range(len(self.fills))), key=lambda box: order.index(box.place))
        choices = [
            Choice(box.strike, with_extra(t("Strike {box}", box=t(box.box.label)), box.extra), self.news.of_strike(box))
            for box in boxes[: _MENU_LIMIT - 1]
        ]
        if back:
            choices.append(Choice(_open_menu("mark", self.column), t("‹ Back"), t("to the boxes that score")))
        return _menu(self._placeholder(t("Strike a box: write 0 in it")), tuple(choices))

    def _placeholder(self, words: str) -> str:
        return f"{words} · {column_label(self.context.t, self.game.layout, self.column)}" if self.column else words


def _points(game: Yum, state: State, worth: Worth, fills: Sequence[Mark | Strike]) -> list[int]:
    """What the dice are ``worth`` in each box; the column of a stacked box is the first free."""
    if game.layout.stacked:
        return [game.preview(state, fill) or 0 for fill in fills]
    places = _places(game.layout)
    return [worth.get((fill.column - 1 if fill.column else 0, places[fill.box]), 0) for fill in fills]


def _best_first(box: OpenBox) -> tuple[int, bool, int]:
    """Most points first; of equal ones the later box by the order of the rules, Chance last."""
    return -box.points, box.box.key == "chance", -box.place


@lru_cache(maxsize=64)
def _places(layout: Layout) -> dict[str, int]:
    return {box.key: place for place, box in enumerate(layout.boxes)}


def _open_menu(kind: str, column: int) -> str:
    return (COLUMN_MENU if column else MENU).build(kind=kind, column=column)


def _menu(placeholder: str, choices: tuple[Choice, ...], *, disabled: bool = False) -> Menu:
    return Menu(_MENU, placeholder, choices, disabled=disabled)


@lru_cache(maxsize=1024)
def _label(t: Words, layout: Layout, box: OpenBox, *, short: bool) -> str:
    """The button of a box: its name (whole or short) and the points that the card will show.

    A column that counts once needs no word about it.
    """
    name = t(box.box.short if short else box.box.label)
    points = counted(layout, box.points, box.column) if box.worth != box.points else str(box.points)
    return t("{box}: {points}", box=name, points=with_extra(points, box.extra))


@lru_cache(maxsize=1024)
def _points_line(t: Words, layout: Layout, box: OpenBox) -> tuple[str, str]:
    """The action that writes the points of ``box``, and its line of the menu."""
    name = t(box.box.label)
    if box.worth == box.points:
        line = t.many("{box}: {n} point", "{box}: {n} points", box.worth, box=name)
    else:
        points = counted(layout, box.points, box.column)
        line = t.many("{box}: {points} = {n} point", "{box}: {points} = {n} points", box.worth, box=name, points=points)
    return box.mark, truncate(with_extra(line, box.extra), 100)


def with_extra(said: str, extra: int) -> str:
    """Return what filling a box brings, with the bonus of a further Yum behind."""
    return f"{said} +{extra}" if extra else said


def _columns(layout: Layout) -> range:
    return range(1, layout.columns + 1)


@lru_cache(maxsize=1024)
def _column_buttons(t: Words, plain: bool, layout: Layout, kind: str, shown: int, usable: frozenset[int]) -> Row:
    """A button for each column, as they stand on the sheet; the shown one is blue and marked, not disabled."""
    buttons = []
    for column in _columns(layout):
        name = column_label(t, layout, column)
        if plain:
            label = t("{column}, shown", column=name) if column == shown else name
        else:
            label = f"{'●' if column == shown else '○'} {name}"
        style = Style.PRIMARY if column == shown and usable else Style.SECONDARY
        buttons.append(Button(_open_menu(kind, column), label, style, disabled=column not in usable))
    return tuple(buttons)


# -- What a player may press on the board of a score-sheet game: the throw, and the rows to fill a box with ----------
# The rows are the same from the first throw of a turn to the last, so that nothing moves under a finger. An
# :class:`MenuOffer` holds what does not depend on the held dice, and the board remembers it (docs/performance.md).

_CROWDED = 2
"""So many buttons more in the row of Throw leave no place for the one that holds equal dice."""


def throws_left(game: Yum, state: State) -> int:
    """Return the number of throws that the seat to act still has for certain."""
    fined = not state.throws and state.turn is not None and state.penalties[state.turn] > 0
    return 0 if fined or (state.throws and not game.throwing.may_throw(state)) else max(THROWS - state.throws, 1)


def yum_to_write(game: Yum, state: State) -> bool:
    """Whether the dice are a Yum with an open box for it."""
    equal = len(set(state.dice)) == 1
    return equal and any(game.layout.boxes[place].yum for _, place in would_write(game, state))


def _costs(state: State) -> bool:
    """Whether another throw costs one of those saved for later."""
    return state.throws >= THROWS and state.power != POWER


class MenuOffer(NamedTuple):
    """What the rules allow in a state: throws, stopping after one box, and the rows to fill a box with."""

    throws: tuple[Action, ...]
    done: bool
    boxes: tuple[Row, ...]
    """The best boxes, the columns if there are several, the menu; before the first throw none can be pressed."""
    column: int
    """The column whose boxes these are, from 1; 0 for the only one."""
    hit: bool = False
    """The dice are a Yum, and its box is open."""


def menu_offer(
    context: RenderContext, game: Yum, state: State, worth: Worth, view: BoardView, *, drawn: bool = False
) -> MenuOffer:
    """Ask the rules for the legal actions, and draw the boxes to fill.

    Below a ``drawn`` sheet, which does not show what the dice would write, the closed menu goes on with that.
    """
    throws, fills = game.throws(state), game.fills(state)
    if not fills.marks and not fills.strikes:
        column = first_column(game, state)
        return MenuOffer(throws, fills.done, waiting_rows(context, game, column), column)
    due, hit = not throws or _costs(state), yum_to_write(game, state)
    boxes = BoxRows.of(context, game, state, worth, fills, view, due=due, hit=hit, drawn=drawn)
    return MenuOffer(throws, fills.done, boxes.rows(), boxes.column, hit)


class BoardControls(msgspec.Struct, frozen=True):
    """The rows of a board."""

    context: RenderContext
    game: Yum
    state: State
    undoable: bool
    offer: MenuOffer

    @property
    def may_hold(self) -> bool:
        """Whether the player may hold dice for another throw."""
        return any(isinstance(action, Keep) for action in self.offer.throws)

    def rows(self, thrown: DiceInHand, holds: tuple[Row, ...], *, real_dice: bool) -> tuple[Row, ...]:
        """Return all rows: the dice (``holds``), the throw, the boxes. Dice beyond five stand before the throw.

        With ``real_dice``, two buttons come into the place of Throw.
        """
        dice, *more = holds
        further = [die for row in more for die in row]
        undo = (undo_button(self.context),) if self.undoable else ()
        # A player who may stop after one box has nothing to throw.
        done = Button("done", self.context.t("No 2nd box"))
        first = done if self.offer.done else self._throw(thrown, beside=len(further))
        throw = (first, more_button(self.context))
        if isinstance(dice[0], Button) and len(further) + real_dice < _CROWDED:
            # Taking back is possible only while nothing can be held, so both have one place, and nothing moves.
            group = undo or (group_button(self.context, thrown, active=self.may_hold),)
            return (dice, (*further, *group, *throw), *self.offer.boxes)
        if undo and further:
            return (dice, (*undo, *further[1:], *throw), *self.offer.boxes)  # In the place of a die that none can hold.
        return (dice, (*further, *throw, *undo), *self.offer.boxes)

    def _throw(self, thrown: DiceInHand, beside: int) -> Button:
        left, action = throws_left(self.game, self.state), thrown.action
        legal = bool(left) and action in self.offer.throws
        short = beside > 0 and not self.context.plain
        button = _throw_button(self.context.t, text(action), left, _costs(self.state), legal, short)
        return structs.replace(button, style=Style.SECONDARY) if self.offer.hit else button


@lru_cache(maxsize=1024)
def _throw_button(t: Words, do: str, left: int, costs: bool, legal: bool, short: bool) -> Button:
    """The button to throw, with a number for every state of a turn, so that it keeps its width.

    It is ``short`` where dice stand in its row: then the row fits a narrow phone, and the line above says the rest.
    """
    if left and costs:
        return Button(do, t("Throw (+1)") if short else t("Throw (1 extra)"), disabled=not legal)
    if short:
        return Button(do, t("Throw ({n})", n=left), Style.PRIMARY, disabled=not legal)
    return Button(do, throws_label(t, left), Style.PRIMARY, disabled=not legal)


# -- The two lines below the dice of a score-sheet game: what the dice are or became, and whose turn it is -----------

_LINE, _IN_WORDS = 30, 28
"""Characters behind a short name that fit one line of a phone of 320 pixels, and those beside dice in words.

Where there are more, the dice are those that lie above; what is still too long names boxes in their short form.
"""


def what_line(context: RenderContext, table: Table, game: Yum, state: State, thrown: DiceInHand) -> str:
    """Return what the dice are: held and to throw; before a throw, what the last ones became."""
    if not state.dice:
        return last_line(context, table, game, state.last) if state.last is not None else ""
    if state.second and state.last is not None:
        written = ", ".join(_became(context, game, marked) for marked in state.last.marked)
        return context.t("Power 5, Double: {written}", written=written)
    may_hold = throws_left(game, state) > 0
    if state.power == FREEZE and not may_hold:
        return context.t("❄ Power 4, Freeze: **{faces}** counts", faces=in_a_hand(state.dice))
    return dice_line(context, thrown, may_hold=may_hold)


def last_line(context: RenderContext, table: Table, game: Yum, last: LatestTurn) -> str:
    """Return the dice of the latest turn and what they became, in one line of a phone."""
    became = _all_became(context, game, last, short=False)
    dice = _counted_dice(context, last)
    player = mention(table.players[last.marked[0].seat])
    if context.spoken:
        sentence = N_("{player} writes {became}, with {dice}") if dice else N_("{player} writes {became}, as a fine")
        return context.t(sentence, player=player, became=became, dice=dice)
    if not context.plain and dice:
        short = _all_became(context, game, last, short=True)
        lines = (
            context.t("{player}: {dice} → {became}", player=player, dice=dice, became=became),
            context.t("{name}: {value}", name=player, value=became),
            context.t("{name}: {value}", name=player, value=short),
        )
        return next((line for line in lines if _letters(line) - len(player) <= _LINE), lines[-1])
    if len(dice) + _letters(became) > _IN_WORDS:
        became = _all_became(context, game, last, short=True)
    if not dice:
        return context.t("{player}: {became}, as a fine", player=player, became=became)
    return context.t("{player}: {dice}, {became}", player=player, dice=dice, became=became)


def _letters(line: str) -> int:
    return len(line.replace("*", ""))


def _counted_dice(context: RenderContext, last: LatestTurn) -> str:
    """The dice, heard in ascending order, and how many times their points count by the Power die."""
    times = multiplier(last.power)
    dice = dashed(tuple(sorted(last.dice))) if context.spoken else in_a_hand(last.dice)
    return f"{dice} ×{times}" if times != 1 else dice


def _all_became(context: RenderContext, game: Yum, last: LatestTurn, *, short: bool) -> str:
    parts = [_became(context, game, marked, short=short) for marked in last.marked]
    if last.extra_yum:
        parts.append(f"**+{last.extra_yum}**")
    if last.fined:
        parts.append(context.t("a 0 for the others"))
    return ", ".join(parts)


def _became(context: RenderContext, game: Yum, marked: Marked, *, short: bool = False) -> str:
    """The points and the box, or that it is struck."""
    t, layout, box = context.t, game.layout, game.layout.box(marked.box)
    name = t(box.short if short else box.label)
    if marked.struck or not marked.points:
        return t("0 in **{box}**", box=in_column(t, layout, name, marked.column))
    where = in_column(t, layout, name, beside_points(layout, marked.column))
    written = t("**{points} in {box}**", points=counted(layout, marked.points, marked.column), box=where)
    return t("{became} as a joker", became=written) if marked.joker else written


def who_line(context: RenderContext, table: Table, game: Yum, state: State, worth: Worth) -> str:
    """Return whose turn it is, and what they may do now; ``worth`` is what the dice would write."""
    t, seat = context.t, state.turn or Seat(0)
    player = f"**{mention(table.players[seat])}**"
    extra = _extra_throws(context, state, seat)
    if not state.throws and state.penalties[seat]:
        return t("{player}, your turn · write a 0", player=player)
    if not state.dice and len(table.players) > 1:
        return (
            t.many("{player}, your turn · {n} throw", "{player}, your turn · {n} throws", THROWS, player=player) + extra
        )
    if state.second:
        if game.house_rules["double_mandatory"]:
            return t("{player} · choose a second box", player=player)
        return t("{player} · a second box, or none", player=player)
    left = throws_left(game, state)
    if not left:
        return _choose_line(context, game, state, player, worth)
    turn = t.many("{player} · {n} throw left", "{player} · {n} throws left", left, player=player)
    return turn + _power_effect(context, state) + extra


def what_next(context: RenderContext, game: Yum, state: State, *, all_held: bool = False) -> str:
    """Return what somebody new can do next; empty where the Power die, a second box or a fine has words of its own."""
    if state.second or state.power is not None or (state.turn is not None and state.penalties[state.turn]):
        return ""
    if not state.throws:
        return context.t("press **Throw**")
    throws = throws_left(game, state)
    if throws and not all_held and not yum_to_write(game, state):
        return context.t("choose dice to hold, then **Throw**")
    if would_write(game, state):
        return context.t("choose a box below")
    if throws:
        return context.t("let dice go, then **Throw**")
    return context.t("strike a box below")


def _choose_line(context: RenderContext, game: Yum, state: State, player: str, worth: Worth) -> str:
    """What the player chooses once nothing is left to throw: one box, or two by the Power die if so many are open."""
    t = context.t
    if not worth:
        return t("{player} · strike a box", player=player)
    if state.power == DOUBLE and sum([cells.count(None) for cells in state.sheets[state.turn or Seat(0)]]) > 1:
        if game.house_rules["double_mandatory"]:
            return t("{player} · choose two boxes", player=player)
        return t("{player} · choose one box or two", player=player)
    turn = t("{player} · choose a box", player=player)
    counts = state.power is not None and state.power < FREEZE
    return turn + t(" · points ×{times}", times=multiplier(state.power)) if counts else turn


def _extra_throws(context: RenderContext, state: State, seat: Seat) -> str:
    spare = state.spare[seat] if state.spare else 0
    return context.t.many(" (+{n} extra)", " (+{n} extra)", spare) if spare else ""


def _power_effect(context: RenderContext, state: State) -> str:
    """What the Power die would do to these dice, if they stayed, while a throw is left."""
    t = context.t
    match state.power:
        case None:
            return ""
        case face if face == DOUBLE:
            return t(" · two boxes")
        case face if face == POWER:
            return t(" · a 4th throw") if state.throws == THROWS else t(" · held: a 4th throw")
        case face:
            return t(" · points ×{times}", times=multiplier(face))


# -- What happened in a score-sheet game, in sentences: for results, replays and the start of another game -----------


def news_lines(context: RenderContext, table: Table, game: Yum, events: tuple[Event, ...]) -> list[str]:
    """Return the latest events."""
    return [line for event in events if (line := _event_line(context, table, game, event))]


def next_game_lines(context: RenderContext, table: Table, events: tuple[Event, ...]) -> list[str]:
    """Return the end of the match's last game, if it has just ended: the only event that boards tell as a sentence."""
    return [_next_game_line(context, table, event) for event in events if isinstance(event, NextGame)]


def _event_line(context: RenderContext, table: Table, game: Yum, event: Event) -> str:
    match event:
        case Marked():
            return _marked_line(context, table, game, event)
        case ExtraYum(seat=seat, points=points):
            return context.t(
                "{player}: another Yum, **{points}** more!", player=mention(table.players[seat]), points=points
            )
        case Penalised(seats=seats):
            return context.t(
                "{players}: a 0 instead of the next turn.",
                players=mentions(tuple(table.players[seat] for seat in seats)),
            )
        case RolledOff(seat=seat, faces=faces):
            thrown = "-".join(map(str, faces))
            return context.t(
                "{player} throws {faces} to break the tie.", player=mention(table.players[seat]), faces=thrown
            )
        case NextGame():
            return _next_game_line(context, table, event)
    return ""


def _next_game_line(context: RenderContext, table: Table, event: NextGame) -> str:
    return context.t(
        "End of this game: {standing}. The sheets are empty again.",
        standing=" · ".join(
            f"{mention(table.players[seat])} **{context.t.number(total)}**" for seat, total in enumerate(event.points)
        ),
    )


def place_name(context: RenderContext, game: Yum, key: str, column: int) -> str:
    """Return the name of a box, with its column if there are several."""
    box = context.t(game.layout.box(key).label)
    return context.t("{box}, {column}", box=box, column=column_name(context.t, game.layout, column)) if column else box


def _marked_line(context: RenderContext, table: Table, game: Yum, event: Marked) -> str:
    who = mention(table.players[event.seat])
    if event.struck or not event.points:
        where = place_name(context, game, event.box, event.column)
        return context.t("{player} strikes **{box}**.", player=who, box=where)
    where = place_name(context, game, event.box, beside_points(game.layout, event.column))
    points = counted(game.layout, event.points, event.column)
    if event.joker:
        return context.t("{player}: **{points}** in **{box}**, as a joker!", player=who, points=points, box=where)
    return context.t("{player}: **{points}** in **{box}**.", player=who, points=points, box=where)


# -- Everybody's totals and bonuses, a line for each player; partners with the total of their sides above ------------
# At a large table a line for each would push the sheet off a phone: there the best of the others share a line.


def totals_lines(
    context: RenderContext, table: Table, game: Yum, state: State, own: Sequence[int], column: int
) -> list[str]:
    """Return a line for every player, with the points ``own`` by seat, and a mark for the one to act.

    ``column`` is the one whose boxes the board offers, from 1.
    """
    sides = game.sides

    def line(seat: Seat) -> str:
        return _player_line(context, table, game, state, seat, own[seat], column)

    if crowded(context, table) and not sides:
        return in_short(context, table, own, line)
    lines = [line(Seat(seat)) for seat in range(len(own))]
    if not sides:
        return lines
    totals = sides_line(context, table, own, sides)
    return [*totals, *(_on_side(context, table, seat % sides, line) for seat, line in enumerate(lines))]


def sides_line(context: RenderContext, table: Table, own: Sequence[int], sides: int) -> list[str]:
    """Return the totals of sides in a line; nothing without sides."""
    totals = [f"{side_name(context, table, side)} **{sum(own[side::sides])}**" for side in range(sides)]
    return [" · ".join(totals)] if totals else []


def lines_beside_pad(
    context: RenderContext, table: Table, game: Yum, state: State, own: Sequence[int], column: int
) -> list[str]:
    """Return what a picture of the sheets leaves out: totals of sides, bonuses where there are columns, a champion."""
    seat, mover = state.turn, list[str]()
    if seat is not None and game.layout.named_columns and game.layout.bonus.steps:
        mover.append(_player_line(context, table, game, state, seat, own[seat], column))
    champions = [titled(context, player) for player in table.players if player in context.crowned]
    return [*sides_line(context, table, own, game.sides), *mover, *([" · ".join(champions)] if champions else [])]


def further_yums_line(context: RenderContext, table: Table, game: Yum, state: State) -> list[str]:
    """Return what Yums beyond their boxes have brought to whom, which stands in no box; nothing before the first."""
    brought = {seat: game.totals(state, Seat(seat)).further_yums for seat in range(len(table.players))}
    parts = [
        f"{mention(table.players[seat])} **+{points}**" if len(brought) > 1 else f"**+{points}**"
        for seat, points in brought.items()
        if points
    ]
    return [context.t("{name}: {value}", name=context.t("More Yums"), value=" · ".join(parts))] if parts else []


def _on_side(context: RenderContext, table: Table, side: int, line: str) -> str:
    if context.plain:
        return f"{line} · {side_word(context, table, side)}"
    return f"{side_name(context, table, side).split(' ', 1)[0]} {line}"


def _player_line(
    context: RenderContext, table: Table, game: Yum, state: State, seat: Seat, points: int, column: int
) -> str:
    line = f"{named_in_play(context, table.players[seat])} {context.t.number(points)}{left_note(context, table, seat)}"
    if seat in table.gone:
        return line
    several = game.layout.columns > 1 and seat != table.turn  # Bonuses of several columns fill a line.
    tested = tuple(column_totals.tested for column_totals in game.totals(state, seat).columns)
    column = 0 if context.plain else column
    bonuses = "" if several else bonus_words(context.t, game.layout, tested, column, spoken=context.spoken)
    line = marked(context, table, seat, line)
    return f"{line} · {bonuses}" if bonuses else line


@lru_cache(maxsize=1024)
def bonus_words(t: Words, layout: Layout, tested: tuple[int, ...], column: int, *, spoken: bool) -> str:
    """Return how far the bonus is: "upper 30 of 63", of several columns "upper ×3: 30 of 63"; empty without a bonus.

    ``tested`` is what it looks at in each column. A line of a phone has room for one ``column``; 0 means all of them.
    To somebody who hears it, "bonus 16" would be 16 points of it.
    """
    if layout.stacked or not layout.bonus.steps:
        return ""
    ways = [_progress(t, layout, upper) for upper in tested]
    if layout.columns > 1:
        names = [column_label(t, layout, number) for number in range(1, layout.columns + 1)]
        ways = [t("{name}: {value}", name=name, value=way) for name, way in zip(names, ways, strict=True)]
    shown = ways[column - 1 :][:1] if column else ways
    heard = bonus_term(layout, N_("upper boxes for the bonus: {progress}"))
    return t(heard if spoken else N_("upper {progress}"), progress="; ".join(shown))


def _progress(t: Words, layout: Layout, upper: int) -> str:
    """The bonus reached, and the way to the next one."""
    earned = layout.bonus.points(upper)
    following = next_step(layout.bonus, upper)
    parts = [f"+{earned}"] if earned else []
    if following is not None:
        parts.append(t("{upper} of {needed}", upper=upper, needed=following))
    return ", ".join(parts)


# -- The board -------------------------------------------------------------------------------------------------------

_COLOURED = "yum_color"
"""The sheet whose dice have pips of three colours, since some of its boxes ask for one (rules.md §7)."""

_REMEMBERED = 1024
"""The number of boards that keep their unchanging part in memory; one takes about 8 KB."""


class _BoardParts(NamedTuple):
    """The part that stays while the player holds dice: all but the dice and what is said of them."""

    title: str
    sheet: tuple[str, ...]
    scores: tuple[str, ...]
    legend: str
    who: str
    offer: MenuOffer
    pad: Pad | None


_Asked: TypeAlias = tuple[
    Words,
    tuple[bool, bool, bool, bool],
    tuple[bool, int | None],
    tuple[Event, ...],
    tuple[str, ...],
    Mapping[str, int],
    Mapping[int, SeasonDays],
    BoardPicture | None,
]
_stills: Mapping[bool, TableCache[tuple[_Asked, _BoardParts]]] = {
    pictured: TableCache(_REMEMBERED) for pictured in (True, False)
}
"""By whether there may be a picture: where it comes too late, a press asks for both."""


_pads = LruCache[TableId, tuple[tuple[object, ...], Pad | None]](_REMEMBERED)
"""By table, with what the picture depends on: a throw draws no other one."""


def _pad(
    context: RenderContext, table: Table, game: Yum, state: State, names: Sequence[str], own: Sequence[int]
) -> Pad | None:
    """Return the picture of the sheets; until somebody fills a box or leaves, the last one of the table.

    The first throw after a Yum takes its burst away.
    """
    written = (state.sheets, state.extra_yums, state.last, fresh_burst(context.t, game.layout, state))
    key = (context.t, game, names, own, written, state.turn, table.gone, table.removed)
    last = _pads.get(table.id)
    if last is None or last[0] != key:
        last = key, pad_of(context, table, game, state, names, own)
        _pads.put(table.id, last)
    return last[1]


def _still(context: RenderContext, table: Table, game: Yum, state: State, view: BoardView) -> _BoardParts:
    """Return the part that stays; for the same table and the same view, the one from memory."""
    pictured = view.pictured and not context.plain
    ways = (context.plain, context.spoken, pictured, view.replayed)
    offered = (view.striking, view.column)
    key = (context.t, ways, offered, view.news, view.names, view.usual, context.crowned, view.late)
    last = _stills[pictured].of(table)
    if last is not None and last[0] == key:
        return last[1]
    own, worth = table.own_totals, would_write(game, state)
    pad = _pad(context, table, game, state, view.names, own) if pictured else None
    if pad == view.late:
        pad = None
    sheet = (
        []
        if pad is not None
        else turn_sheet_in_words(context, table, game, state, replayed=view.replayed)
        if context.spoken
        else [
            code_block(board_sheet(context, game, state, worth, with_crowns(context, table, view.names))),
            *(best_in_large(context, table, game, state, worth) if context.large else ()),
        ]
    )
    scores = totals_lines if pad is None else lines_beside_pad
    choices = choices_in_words(context, table, game, state, worth) if context.spoken else []  # Before what is known.
    offer = menu_offer(context, game, state, worth, view, drawn=pad is not None)
    still = _BoardParts(
        _title(context, game, state),
        (*next_game_lines(context, table, view.news), *before_lines(context, table), *sheet),
        (
            *choices,
            *scores(context, table, game, state, own, offer.column),
            *further_yums_line(context, table, game, state),
        ),
        legend(context, game, drawn=pad is not None),
        who_line(context, table, game, state, worth),
        offer,
        pad,
    )
    _stills[pictured].put(table, (key, still))
    return still


def dice_look(game: str) -> str:
    """Return the look of the dice of the game with this key, as :attr:`bot.screens.kit.Face.look` says it."""
    return "color" if game == _COLOURED else "die"


def board_screen(context: RenderContext, table: Table, game: Yum, state: State, view: BoardView) -> Screen:
    """Return the table during the game."""
    look = dice_look(game.key)
    fourth = state.throws == THROWS and state.power == POWER  # Then the Power die itself stays.
    thrown = hand_of(state, view.held, look, power_stays=fourth)
    still = _still(context, table, game, state, view)
    press = BoardControls(context, game, state, table.undoable is not None, still.offer)
    dice = game.layout.dice + game.throwing.power
    tall = is_tall(game, drawn=still.pad is not None)
    board = play_board(
        context,
        still.title,
        structs.replace(view, explained=False) if tall else view,
        dice=dice_heading(context, thrown if thrown.count else _last_thrown(state, look), dice),
        what=what_line(context, table, game, state, thrown),
        who=still.who,
        sheet=still.sheet,
        scores=still.scores,
        legend="" if tall else still.legend,
        rows=press.rows(
            thrown,
            hold_rows(context, thrown, active=press.may_hold, dice=dice, menu=view.by_menu),
            real_dice=table.settings.real_dice,
        ),
    )
    return board if still.pad is None else replace(board, picture=still.pad)


def _last_thrown(state: State, look: str) -> DiceInHand:
    """The dice of the latest turn, which lie there until the next throw."""
    return DiceInHand(()) if state.last is None else DiceInHand(state.last.dice, state.last.power, look=look)


def _title(context: RenderContext, game: Yum, state: State) -> str:
    """The game and everybody's turn. A seat may fill two boxes a turn by the Power die: then there may be fewer."""
    rounds = len(game.layout.boxes) * game.layout.columns
    if game.throwing.power and state.turn is not None:
        rounds = max(
            _last_round(game, state, Seat(seat)) for seat in range(len(state.sheets)) if seat not in state.gone
        )
    return board_title(
        context, game, state, *_turns(context.t, state.round, rounds, game.throwing.power, game.length.several)
    )


def _last_round(game: Yum, state: State, seat: Seat) -> int:
    """Return the round in which a seat fills its last box if it fills one box a turn from now on."""
    open_boxes = sum(column.count(None) for column in state.sheets[seat])
    now = acting(state)
    has_filled = state.second if seat == now else not game.comes_round(state, seat, now)
    return state.round - 1 + has_filled + open_boxes


_TURNS = (
    N_("turn {round}"),
    N_("turn {round} of at most {rounds}"),
    N_("turn {round} of {rounds}"),
    N_("turn {round}/{rounds}"),
)
"""The word "round" is for tournaments, whose games these are too."""


@lru_cache(maxsize=1024)
def _turns(t: Words, round: int, rounds: int, power: bool, several: bool) -> tuple[str, ...]:
    """The turn, in words and shorter; of ``several`` games never as numbers alone: they would read like a game's."""
    now, at_most, in_words, shorter = (t(sentence, round=round, rounds=rounds) for sentence in _TURNS)
    return (at_most, now) if power else (in_words, shorter, now if several else f"{round}/{rounds}")

"""The boxes to fill, in the rows below the throw: the two that pay most, the columns, and a menu of all.

The menu has two pages, and ``menu strike`` and ``menu mark`` lead from one to the other, with a column if there are
several: boxes that score, best first, and boxes to strike, in the order of the sheet.
"""

from collections.abc import Sequence, Set
from functools import lru_cache

import msgspec

from bot.engine import Seat
from bot.games.yum.actions import Fills, Mark, Strike
from bot.games.yum.layout import Layout
from bot.games.yum.rules import Yum
from bot.games.yum.state import State
from bot.locales import Words
from bot.screens.games.yum.board_sheet import Worth
from bot.screens.games.yum.box_news import News, OpenBox
from bot.screens.games.yum.labels import labels
from bot.screens.kit import BoardView, Button, Choice, Menu, RenderContext, Row, Style, truncate

_MENU_LIMIT = 25
_TWO_LABELS = 28
"""Characters of two buttons that stand side by side on a phone."""

_MENU = "menu"
_LENGTHS = 3
"""How many names a box has, each shorter than the one before."""


def waiting_rows(context: RenderContext, game: Yum, column: int) -> tuple[Row, ...]:
    """Return the rows before the first throw of a turn: in their places, ``column`` shown, and nothing to press."""
    return _waiting_rows(context.t, context.plain, game.layout, column)


@lru_cache(maxsize=256)
def _waiting_rows(t: Words, plain: bool, layout: Layout, column: int) -> tuple[Row, ...]:
    best: Row = (Button(_open_menu("mark", 0), t("Best boxes: throw first"), disabled=True),)
    menu: Row = (_menu(t("All boxes: throw first"), (Choice(_MENU, t("All boxes")),), disabled=True),)
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
    """One for each box of the shown column, in the order of the sheet."""
    points: Sequence[int]
    """What the dice would write in each of them."""
    strikable: Set[str]
    """The boxes that the rules have a strike for."""
    news: News
    striking: bool
    fined: bool
    """The seat may only strike."""
    due: bool
    """Nothing is left to throw."""

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
    ) -> "BoxRows":
        """Return the boxes of the column asked for; else of the one that counts most of those in which a box scores."""
        open_boxes = fills.marks or fills.strikes
        columns = frozenset([fill.column for fill in open_boxes])
        multipliers, scoring = game.layout.multipliers, {column + 1 for column, _ in worth}
        best = max(columns, key=lambda one: (one in scoring, multipliers[one - 1] if one else 0, -one))
        column = view.column if view.column in columns else best
        shown = [fill for fill in open_boxes if fill.column == column]
        return cls(
            context,
            game,
            column,
            columns,
            shown,
            _points(game, state, worth, shown),
            {strike.box for strike in fills.strikes if strike.column == column},
            News(context, game, state, column, view.usual),
            striking=view.striking,
            fined=not fills.marks,
            due=due,
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
        fill, points, layout = self.fills[number], self.points[number], self.game.layout
        place = _places(layout)[fill.box]
        times = layout.multipliers[fill.column - 1] if fill.column else 1
        return OpenBox(place, layout.boxes[place], fill.column, points, points * times, fill.box in self.strikable)

    def _best(self, scoring: list[OpenBox], striking: bool) -> Row:
        """The two boxes that pay most, by points alone; striking fills the place of one that is missing."""
        t = self.context.t
        if not scoring:
            return (Button(_open_menu("mark", self.column), self._nothing_scores(), disabled=True),)
        best, missing = scoring[:2], len(scoring) < 2
        strike = t("Strike a box…")
        for shorter in range(_LENGTHS):
            shown = [_label(t, self.game.layout, box, shorter) for box in best] + [strike] * missing
            if sum(map(len, shown)) <= _TWO_LABELS:
                break
        style = Style.PRIMARY if self.due else Style.SECONDARY
        row = [Button(box.mark, label, style) for box, label in zip(best, shown, strict=False)]
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
        return _menu(self._placeholder(t("All boxes")), (*choices, strike))

    def _strike_menu(self, *, back: bool) -> Menu:
        """Every open box and what striking it costs; ``back`` if there is another page."""
        t = self.context.t
        choices = [
            Choice(box.strike, t("Strike {box}", box=t(box.box.label)), self.news.of_strike(box))
            for box in map(self._box, range(min(len(self.fills), _MENU_LIMIT - 1)))
        ]
        if back:
            choices.append(Choice(_open_menu("mark", self.column), t("‹ Back"), t("to the boxes that score")))
        return _menu(self._placeholder(t("Strike a box: write 0 in it")), tuple(choices))

    def _placeholder(self, said: str) -> str:
        return f"{said} · {column_label(self.context.t, self.game.layout, self.column)}" if self.column else said


def _points(game: Yum, state: State, worth: Worth, fills: Sequence[Mark | Strike]) -> list[int]:
    """What the dice are ``worth`` in each box; the column of a stacked box is the first free."""
    if game.layout.stacked:
        return [game.preview(state, fill) or 0 for fill in fills]
    places = _places(game.layout)
    return [worth.get((fill.column - 1 if fill.column else 0, places[fill.box]), 0) for fill in fills]


def _best_first(box: OpenBox) -> tuple[int, bool, int]:
    """Most points first; of equal ones the later box of the sheet, Chance last."""
    return -box.points, box.box.key == "chance", -box.place


@lru_cache(maxsize=64)
def _places(layout: Layout) -> dict[str, int]:
    return {box.key: place for place, box in enumerate(layout.boxes)}


def _open_menu(kind: str, column: int) -> str:
    return f"menu {kind} {column}" if column else f"menu {kind}"


def _menu(placeholder: str, choices: tuple[Choice, ...], *, disabled: bool = False) -> Menu:
    return Menu(_MENU, placeholder, choices, disabled=disabled)


@lru_cache(maxsize=1024)
def _label(t: Words, layout: Layout, box: OpenBox, shorter: int) -> str:
    """The button of a box: its name (whole, short, as on the board's sheet) and what it adds to the total."""
    name = (t(box.box.label), t(box.box.short), labels(t, layout)[box.place])[shorter]
    times = layout.multipliers[box.column - 1] if box.column else 1
    return t("{box}: {points}", box=f"{name} ×{times}" if times != 1 else name, points=box.worth)


@lru_cache(maxsize=1024)
def _points_line(t: Words, layout: Layout, box: OpenBox) -> tuple[str, str]:
    """The action that writes the points of ``box``, and its line of the menu."""
    times = layout.multipliers[box.column - 1] if box.column else 1
    said = t.many("{box}: {n} point", "{box}: {n} points", box.points, box=t(box.box.label))
    return box.mark, truncate(f"{said} (×{times} = {box.worth})" if times != 1 else said, 100)


def _columns(layout: Layout) -> range:
    return range(1, layout.columns + 1)


@lru_cache(maxsize=1024)
def _column_buttons(t: Words, plain: bool, layout: Layout, kind: str, shown: int, usable: frozenset[int]) -> Row:
    """A button for each column, the one that counts most first; the shown one is blue and marked, not disabled."""
    order = sorted(_columns(layout), key=lambda column: (-layout.multipliers[column - 1], column))
    buttons = []
    for column in order:
        name = column_label(t, layout, column)
        if plain:
            label = t("{column}, shown", column=name) if column == shown else name
        else:
            label = f"{'●' if column == shown else '○'} {name}"
        style = Style.PRIMARY if column == shown and usable else Style.SECONDARY
        buttons.append(Button(_open_menu(kind, column), label, style, disabled=column not in usable))
    return tuple(buttons)


def column_label(t: Words, layout: Layout, column: int) -> str:
    """The column on a button: three of them fit in one row of a phone."""
    multiplier = layout.multipliers[column - 1]
    return f"×{multiplier}" if len(set(layout.multipliers)) > 1 else t("Grid {number}", number=column)

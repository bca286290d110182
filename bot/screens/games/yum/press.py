"""The buttons and menus of a score-sheet game: throw, strike, choose a column, choose a box.

An :class:`MenuOffer` holds what does not depend on the held dice, and the board remembers it (docs/performance.md).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from bot.engine import POWER, Action, Keep, Roll, Seat
from bot.engine.types import text
from bot.games.yum.actions import Done, Mark, Strike
from bot.games.yum.layout import Layout
from bot.games.yum.rules import Yum
from bot.games.yum.scoring import Box
from bot.games.yum.state import State
from bot.games.yum.turns import THROWS
from bot.locales import Words
from bot.screens.kit import BoardView, Button, Choice, DiceInHand, Menu, RenderContext, Row, Style, truncate

_MENU_LIMIT = 25


def throws_left(game: Yum, state: State) -> int:
    """How many throws the seat to act still has, as far as it is certain now."""
    return 0 if state.throws and not game.throwing.keeps(state) else max(THROWS - state.throws, 1)


class MenuOffer(NamedTuple):
    """What the rules allow in a state: throws, stopping after one box, and the rows to fill a box with."""

    throws: tuple[Action, ...]
    done: bool
    boxes: tuple[Row, ...]
    """The columns if there are several, the menu of boxes; nothing if no box is open."""


def menu_offer(t: Words, game: Yum, state: State, striking: bool, column: int | None) -> MenuOffer:
    """Ask the rules for the legal actions, and draw the boxes to fill."""
    throws: list[Action] = []
    marks: list[Mark] = []
    strikes: set[tuple[str, int]] = set()
    done = False
    for action in game.legal_actions(state):
        match action:
            case Keep() | Roll():
                throws.append(action)
            case Mark(box=box, column=place):
                marks.append(action)
            case Strike(box=box, column=place):
                strikes.add((box, place))
            case Done():
                done = True
    if not marks:
        return MenuOffer(tuple(throws), done, ())
    boxes = _Boxes(t, game, state, striking, column, strikes, marks)
    menu: Row = (boxes.menu(),)
    return MenuOffer(tuple(throws), done, (boxes.columns(), menu) if game.layout.named_columns else (menu,))


@dataclass(frozen=True, slots=True)
class BoardControls:
    """The rows below the dice."""

    t: Words
    game: Yum
    state: State
    showing: BoardView
    undoable: bool
    offer: MenuOffer

    @property
    def may_hold(self) -> bool:
        """Whether the player may hold dice for another throw."""
        return any(isinstance(action, Keep) for action in self.offer.throws)

    def allows(self, thrown: DiceInHand) -> bool:
        """Whether the player may throw the free dice now."""
        return thrown.action in self.offer.throws

    def rows(self, thrown: DiceInHand) -> tuple[Row, ...]:
        """The commands, the columns if there are several, the menu of boxes."""
        offer = self.offer
        row = _other_commands(self.t, bool(offer.boxes), self.showing.striking, self.showing.column, self.undoable)
        # Whoever may stop after one box has nothing to throw.
        first = Button("done", self.t("No second box")) if offer.done else self._throw(thrown)
        return ((first, *row), *offer.boxes)

    def _throw(self, thrown: DiceInHand) -> Button:
        left = throws_left(self.game, self.state)
        return _throw_button(
            self.t,
            text(thrown.action),
            left,
            self.state.throws >= THROWS and self.state.power != POWER,
            bool(left) and self.allows(thrown),
        )


@lru_cache(maxsize=4096)
def _throw_button(t: Words, do: str, left: int, extra: bool, legal: bool) -> Button:
    if not left:
        return Button(do, t("No throws left"), Style.PRIMARY, disabled=True)
    label = t("Extra throw") if extra else t.many("Throw ({n} left)", "Throw ({n} left)", left)
    return Button(do, label, Style.PRIMARY, disabled=not legal)


@lru_cache(maxsize=256)
def _other_commands(t: Words, marking: bool, striking: bool, column: int | None, undoable: bool) -> Row:
    """The commands beside the throw."""
    row: list[Button] = []
    if marking and striking:
        row.append(Button(_open_menu("mark", column), t("Write points")))
    elif marking:
        row.append(Button(_open_menu("strike", column), t("Strike"), Style.DANGER))
    if undoable:
        row.append(Button("undo", t("Undo")))
    return (*row, Button("sheets", t("Sheets")), Button("rules", t("Rules")))


@lru_cache(maxsize=64)
def _places(layout: Layout) -> dict[str, int]:
    return {box.key: place for place, box in enumerate(layout.boxes)}


def _open_menu(kind: str, column: int | None) -> str:
    return f"menu {kind} {column}" if column else f"menu {kind}"


@dataclass(frozen=True, slots=True)
class _Boxes:
    """The boxes to fill now. ``chosen`` is the column whose boxes the player asked for."""

    t: Words
    game: Yum
    state: State
    striking: bool
    chosen: int | None
    strikes: set[tuple[str, int]]
    """Boxes and columns that the player may strike."""
    marks: list[Mark]

    def _column(self) -> int:
        """The column whose boxes the menu offers: the chosen one, else the one that counts most; 0 for the only one."""
        open_columns = {mark.column for mark in self.marks}
        if self.chosen in open_columns:
            return self.chosen or 0
        multipliers = self.game.layout.multipliers
        return max(open_columns, key=lambda column: (multipliers[column - 1] if column else 0, -column))

    def columns(self) -> Row:
        """A button for each column."""
        shown, open_columns = self._column(), {mark.column for mark in self.marks}
        kind = "strike" if self.striking else "mark"
        return tuple(
            Button(
                _open_menu(kind, column),
                column_label(self.t, self.game, column),
                Style.PRIMARY if column == shown else Style.SECONDARY,
                disabled=column == shown or column not in open_columns,
            )
            for column in range(1, self.game.layout.columns + 1)
        )

    def menu(self) -> Menu:
        """The boxes of the shown column, to write points in or to strike."""
        t = self.t
        column = self._column()
        found = [mark for mark in self.marks if mark.column == column]
        if self.striking:
            return Menu("menu", t("Strike a box: write 0 in it"), self._strike_choices(found))
        return Menu("menu", t("Write your points in a box"), self._mark_choices(found))

    def _mark_choices(self, found: list[Mark]) -> tuple[Choice, ...]:
        worth = [(points, mark) for points, mark in zip(self._points(found), found, strict=True)]
        worth.sort(key=lambda item: -item[0])
        return tuple(_mark_choice(self.t, self.game.layout, mark, points) for points, mark in worth[:_MENU_LIMIT])

    def _points(self, found: list[Mark]) -> list[int]:
        """The points of each mark of one column: ``game.preview`` for all of them at once."""
        game, state = self.game, self.state
        if game.layout.stacked:  # The column is the first with room, box by box.
            return [game.preview(state, mark) or 0 for mark in found]
        sheet = state.sheets[state.turn or Seat(0)]
        column = max(found[0].column - 1, 0) if found else 0
        points, times = game.scorer.raw(sheet, column, tuple(sorted(state.dice))), game.throwing.multiplier(state)
        places = _places(game.layout)
        return [points[places[mark.box]] * times for mark in found]

    def _strike_choices(self, found: list[Mark]) -> tuple[Choice, ...]:
        """Every open box; a mark strikes one that would score 0 anyway."""
        t = self.t
        choices = []
        for mark in found[:_MENU_LIMIT]:
            strike = text(Strike(mark.box, mark.column))
            box = self.game.layout.box(mark.box)
            label = t("Strike {box}", box=t(box.label))
            choices.append(
                Choice(strike if (mark.box, mark.column) in self.strikes else text(mark), label, _condition(t, box))
            )
        return tuple(choices)


@lru_cache(maxsize=8192)
def _mark_choice(t: Words, layout: Layout, mark: Mark, points: int) -> Choice:
    """The line of the menu that writes ``points``."""
    box = layout.box(mark.box)
    times = layout.multipliers[mark.column - 1] if mark.column else 1
    said = t.many("{box}: {n} point", "{box}: {n} points", points, box=t(box.label))
    if times != 1:
        said = f"{said} (×{times} = {points * times})"
    return Choice(text(mark), truncate(said, 100), _condition(t, box))


def _condition(t: Words, box: Box) -> str:
    return truncate(t(box.condition, points=box.maximum), 100)


def column_label(t: Words, game: Yum, column: int) -> str:
    """The column on a button: three of them fit in one row of a phone."""
    multiplier = game.layout.multipliers[column - 1]
    return f"×{multiplier}" if len(set(game.layout.multipliers)) > 1 else t("Grid {number}", number=column)


def column_name(context: RenderContext, game: Yum, column: int) -> str:
    """The name of a column: its multiplier, or its number if all count once."""
    multiplier = game.layout.multipliers[column - 1]
    if len(set(game.layout.multipliers)) > 1:
        return context.t("Column ×{multiplier}", multiplier=multiplier)
    return context.t("Grid {number}", number=column)

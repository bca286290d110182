"""What can be pressed on the board of a score-sheet game: throw, strike, choose a column, choose a box."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.play import legal
from bot.engine.types import Action, text
from bot.games.yum.actions import Mark, Strike
from bot.games.yum.rules import Yum
from bot.games.yum.state import State
from bot.games.yum.turns import POWER, THROWS
from bot.screens.dice import Thrown
from bot.screens.kit import Button, Choice, Desk, Menu, Row, Style, clipped
from bot.screens.showing import Showing

_MENU_LIMIT = 25


def throws_left(game: Yum, state: State) -> int:
    """How many throws the seat to act still has, as far as it is certain now."""
    if state.throws and not game.throwing.keeps(state):
        return 0
    return max(THROWS - state.throws, 1)


@dataclass(frozen=True, slots=True)
class Pressable:
    """The rows below the dice. ``actions`` are the legal ones by their texts."""

    desk: Desk
    game: Yum
    state: State
    showing: Showing
    undoable: bool
    actions: dict[str, Action]

    @classmethod
    def of(cls, desk: Desk, game: Yum, state: State, showing: Showing, *, undoable: bool) -> Pressable:
        """Ask the rules what is legal."""
        return cls(desk, game, state, showing, undoable, legal(game, state))

    @property
    def may_hold(self) -> bool:
        """Whether dice may be held for another throw."""
        return any(do.startswith("keep") for do in self.actions)

    def rows(self, thrown: Thrown) -> tuple[Row, ...]:
        """The commands, the columns where there are several, the menu of boxes."""
        marks = [action for action in self.actions.values() if isinstance(action, Mark)]
        rows: list[Row] = [self._commands(thrown, marks)]
        if marks and self.game.layout.named_columns:
            rows.append(self._columns(marks))
        if marks:
            rows.append((self._menu(marks),))
        return tuple(rows)

    # -- commands ----------------------------------------------------------------------------------------------

    def _commands(self, thrown: Thrown, marks: list[Mark]) -> Row:
        t = self.desk.t
        row = [self._throw(thrown)]
        if "done" in self.actions:
            row.append(Button("done", t("No second box")))
        if marks and self.showing.striking:
            row.append(Button(self._open_menu("mark", self.showing.column), t("Write points")))
        elif marks:
            row.append(Button(self._open_menu("strike", self.showing.column), t("Strike"), Style.DANGER))
        if self.undoable:
            row.append(Button("undo", t("Undo")))
        row.append(Button("sheets", t("Sheets")))
        return tuple(row)

    def _throw(self, thrown: Thrown) -> Button:
        t = self.desk.t
        left = throws_left(self.game, self.state)
        do = thrown.keep if thrown.count else "roll"
        if not left:
            return Button(do, t("No throws left"), Style.PRIMARY, disabled=True)
        extra = self.state.throws >= THROWS and self.state.power != POWER
        label = t("Extra throw") if extra else t.many("Throw ({n} left)", "Throw ({n} left)", left)
        return Button(do, label, Style.PRIMARY, disabled=do not in self.actions)

    @staticmethod
    def _open_menu(kind: str, column: int | None) -> str:
        return f"menu {kind} {column}" if column else f"menu {kind}"

    # -- columns -----------------------------------------------------------------------------------------------

    def _column(self, marks: list[Mark]) -> int:
        """The column whose boxes the menu offers: the one chosen, else the one that counts most; 0 for the only one."""
        open_columns = {mark.column for mark in marks}
        chosen = self.showing.column
        if chosen in open_columns:
            return chosen or 0
        multipliers = self.game.layout.multipliers
        return max(open_columns, key=lambda column: (multipliers[column - 1] if column else 0, -column))

    def _columns(self, marks: list[Mark]) -> Row:
        shown, open_columns = self._column(marks), {mark.column for mark in marks}
        kind = "strike" if self.showing.striking else "mark"
        return tuple(
            Button(
                self._open_menu(kind, column),
                column_label(self.desk, self.game, column),
                Style.PRIMARY if column == shown else Style.SECONDARY,
                disabled=column == shown or column not in open_columns,
            )
            for column in range(1, self.game.layout.columns + 1)
        )

    # -- the menu ----------------------------------------------------------------------------------------------

    def _menu(self, marks: list[Mark]) -> Menu:
        t = self.desk.t
        column = self._column(marks)
        found = [mark for mark in marks if mark.column == column]
        if self.showing.striking:
            return Menu("menu", t("Strike a box: write 0 in it"), self._strike_choices(found))
        return Menu("menu", t("Write your points in a box"), self._mark_choices(found))

    def _mark_choices(self, found: list[Mark]) -> tuple[Choice, ...]:
        worth = [(self.game.preview(self.state, mark) or 0, mark) for mark in found]
        worth.sort(key=lambda item: -item[0])
        return tuple(
            Choice(text(mark), self._worth(mark, points), self._condition(mark)) for points, mark in worth[:_MENU_LIMIT]
        )

    def _worth(self, mark: Mark, points: int) -> str:
        t = self.desk.t
        said = t.many("{box}: {n} point", "{box}: {n} points", points, box=t(self.game.layout.box(mark.box).label))
        times = self.game.layout.multipliers[mark.column - 1] if mark.column else 1
        return clipped(said if times == 1 else f"{said} (×{times} = {points * times})", 100)

    def _strike_choices(self, found: list[Mark]) -> tuple[Choice, ...]:
        """Every open box; one that would score 0 anyway is struck by marking it."""
        t = self.desk.t
        choices = []
        for mark in found[:_MENU_LIMIT]:
            strike = text(Strike(mark.box, mark.column))
            label = t("Strike {box}", box=t(self.game.layout.box(mark.box).label))
            choices.append(Choice(strike if strike in self.actions else text(mark), label, self._condition(mark)))
        return tuple(choices)

    def _condition(self, mark: Mark) -> str:
        box = self.game.layout.box(mark.box)
        return clipped(self.desk.t(box.condition, points=box.maximum), 100)


def column_label(desk: Desk, game: Yum, column: int) -> str:
    """The column on a button: three of them fit in one row of a phone."""
    multiplier = game.layout.multipliers[column - 1]
    return f"×{multiplier}" if len(set(game.layout.multipliers)) > 1 else desk.t("Grid {number}", number=column)


def column_name(desk: Desk, game: Yum, column: int) -> str:
    """What a column is called: its multiplier, or its number where all count once."""
    multiplier = game.layout.multipliers[column - 1]
    if len(set(game.layout.multipliers)) > 1:
        return desk.t("Column ×{multiplier}", multiplier=multiplier)
    return desk.t("Grid {number}", number=column)

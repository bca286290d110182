"""What a player may press on the board of a score-sheet game: the throw, and the rows to fill a box with.

The rows are the same from the first throw of a turn to the last, so that nothing moves under a finger. An
:class:`MenuOffer` holds what does not depend on the held dice, and the board remembers it (docs/performance.md).
"""

from functools import lru_cache
from typing import NamedTuple

import msgspec

from bot.engine import POWER, Action, Keep
from bot.engine.types import text
from bot.games.yum.rules import Yum
from bot.games.yum.state import State
from bot.games.yum.turns import THROWS
from bot.locales import Words
from bot.screens.games.yum.board_sheet import Worth
from bot.screens.games.yum.boxes import BoxRows, first_column, waiting_rows
from bot.screens.kit import (
    BoardView,
    Button,
    DiceInHand,
    RenderContext,
    Row,
    Style,
    group_button,
    more_button,
    undo_button,
)

_CROWDED = 2
"""So many buttons more in the row of Throw leave no place for the one that holds equal dice."""


def throws_left(game: Yum, state: State) -> int:
    """How many throws the seat to act still has, as far as it is certain now."""
    fined = not state.throws and state.turn is not None and state.penalties[state.turn] > 0
    return 0 if fined or (state.throws and not game.throwing.may_throw(state)) else max(THROWS - state.throws, 1)


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


def menu_offer(context: RenderContext, game: Yum, state: State, worth: Worth, view: BoardView) -> MenuOffer:
    """Ask the rules for the legal actions, and draw the boxes to fill."""
    throws, fills = game.throws(state), game.fills(state)
    if not fills.marks and not fills.strikes:
        column = first_column(game, state)
        return MenuOffer(throws, fills.done, waiting_rows(context, game, column), column)
    due = not throws or _costs(state)
    boxes = BoxRows.of(context, game, state, worth, fills, view, due=due)
    return MenuOffer(throws, fills.done, boxes.rows(), boxes.column)


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
        further = [one for row in more for one in row]
        undo = (undo_button(self.context),) if self.undoable else ()
        # Whoever may stop after one box has nothing to throw.
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
        return _throw_button(self.context.t, text(action), left, _costs(self.state), legal, short)


@lru_cache(maxsize=1024)
def _throw_button(t: Words, do: str, left: int, costs: bool, legal: bool, short: bool) -> Button:
    """The button to throw, with a number for every state of a turn, so that it keeps its width.

    It is ``short`` where dice stand in its row: then the row fits a narrow phone, and the line above says the rest.
    """
    if left and costs:
        return Button(do, t("Throw (+1)") if short else t("Throw (1 extra)"), disabled=not legal)
    if short:
        return Button(do, t("Throw ({n})", n=left), Style.PRIMARY, disabled=not legal)
    label = t.many("Throw ({n} left)", "Throw ({n} left)", left)
    return Button(do, label, Style.PRIMARY, disabled=not legal)


def column_name(context: RenderContext, game: Yum, column: int) -> str:
    """The name of a column: its multiplier, or its number if all count once."""
    multiplier = game.layout.multipliers[column - 1]
    if len(set(game.layout.multipliers)) > 1:
        return context.t("Column ×{multiplier}", multiplier=multiplier)
    return context.t("Grid {number}", number=column)

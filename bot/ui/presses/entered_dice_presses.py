"""Dice of the players' own: players type or press what fell, and it becomes a throw like any other."""

from collections.abc import Callable

from bot.engine import Faces, IllegalAction
from bot.screens.kit import dice_to_enter, enter_dice_form
from bot.tables.core.memory import EnteredDice
from bot.tables.core.model import Table
from bot.tables.play.real_dice import read_faces
from bot.ui.presses.table_press import TablePress


async def open_form(press: TablePress, action: str) -> None:
    """Open the form for the dice of the throw ``action``."""

    def checked(now: Table, entered: EnteredDice | None) -> EnteredDice | None:
        _check_throws(now, EnteredDice(action))
        return entered

    now, _ = await _enter(press, checked)
    await press.ask(enter_dice_form(press.context, now, action), now)


async def read_form(press: TablePress, action: str) -> None:
    """Take the form."""
    await _throw(press, action, read_faces(press.typed) or ())


async def open_buttons(press: TablePress, action: str) -> None:
    """Bring the buttons of the faces."""

    def begun(now: Table, entered: EnteredDice | None) -> EnteredDice:
        fresh = EnteredDice(action)
        _check_throws(now, fresh)
        return fresh

    now, _ = await _enter(press, begun)
    await press.redraw(now)


async def press_face(press: TablePress, face: int, shown: Faces, action: str) -> None:
    """One more face after those ``shown``, or 0 for one less. The last one makes the throw."""
    complete = False

    def pressed(now: Table, entered: EnteredDice | None) -> EnteredDice:
        nonlocal complete
        base = entered if entered is not None and entered.action == action else EnteredDice(action, shown)
        dice = _check_throws(now, base)
        if not face:
            return EnteredDice(base.action, base.faces[:-1])
        after = base if len(base.faces) >= dice else EnteredDice(base.action, (*base.faces, face))
        complete = len(after.faces) >= dice
        return after

    now, entered = await _enter(press, pressed)
    if complete and entered is not None:
        await _throw(press, entered.action, entered.faces)
    else:
        await press.redraw(now)


async def close(press: TablePress) -> None:
    """Leave the buttons and forget the faces so far."""
    now, _ = await _enter(press, lambda now, entered: None)
    await press.redraw(now)


async def _enter(
    press: TablePress, change: Callable[[Table, EnteredDice | None], EnteredDice | None]
) -> tuple[Table, EnteredDice | None]:
    await press.board()
    return await press.mended(press.tables.enter_dice(press.id, press.user, press.step, change))


async def _throw(press: TablePress, action: str, faces: Faces) -> None:
    await press.board()
    await press.answer(await press.mended(press.tables.act(press.id, press.user, press.step, action, faces)))


def _check_throws(table: Table, entered: EnteredDice) -> int:
    """Return how many dice the player must enter; raises IllegalAction if none."""
    dice = dice_to_enter(table, entered) if table.settings.real_dice else 0
    if not dice:
        raise IllegalAction(f"{entered.action!r} throws nothing that is told")
    return dice

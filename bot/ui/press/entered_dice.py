"""Dice of the players' own: players type or press what fell, and it becomes a throw like any other.

Where an action makes several throws, they are entered one after another, and nothing is saved before the last one.
``number`` is how many are there already: a button or form of an earlier throw finds that out by it.
"""

from collections.abc import Callable
from dataclasses import replace

from bot.engine import Faces, IllegalAction
from bot.screens.kit import enter_dice_form
from bot.tables.model.errors import OldPress
from bot.tables.model.memory import EnteredDice
from bot.tables.model.table import Table
from bot.tables.moves.playing import AskedThrow, next_throw, read_faces
from bot.ui.press.router import TablePress


async def open_form(press: TablePress, action: str) -> None:
    """Open the form for the dice of the throw ``action``, or of the one after those that somebody has entered."""

    def checked(table: Table, entered: EnteredDice | None) -> EnteredDice | None:
        _asked(table, _of(action, entered))
        return entered

    table, entered = await _enter(press, checked)
    await press.ask(enter_dice_form(press.context, table, _of(action, entered)), table)


async def read_form(press: TablePress, action: str, number: int = 0) -> None:
    """Take the form."""
    faces = read_faces(press.typed) or ()
    complete: EnteredDice | None = None

    def typed(table: Table, entered: EnteredDice | None) -> EnteredDice | None:
        nonlocal complete
        base = _of(action, entered)
        if len(base.throws) != number:
            raise OldPress(table)
        _asked(table, base)
        complete, after = _with_throw(table, replace(base, faces=faces))
        return after if after.throws else entered

    table, _ = await _enter(press, typed)
    await _throw_or_redraw(press, table, complete)


async def open_buttons(press: TablePress, action: str) -> None:
    """Bring the buttons of the faces."""
    await press.board()
    await press.redraw(await begin(press, action))


async def begin(press: TablePress, action: str) -> Table:
    """Begin to enter the throws of ``action``, without drawing anything."""

    def begun(table: Table, entered: EnteredDice | None) -> EnteredDice:
        fresh = EnteredDice(action)
        _asked(table, fresh)
        return fresh

    return (await press.mended(press.tables.enter_dice(press.id, press.user, press.step, begun)))[0]


async def press_face(press: TablePress, face: int, shown: Faces, action: str, number: int = 0) -> None:
    """One more face after those ``shown``, or 0 for one less. The last one makes the throw."""
    complete: EnteredDice | None = None

    def pressed(table: Table, entered: EnteredDice | None) -> EnteredDice:
        nonlocal complete
        lost = entered is None or entered.action != action
        base = EnteredDice(action, () if number else shown) if lost or entered is None else entered
        throw = _asked(table, base)
        if len(base.throws) != number:
            return base  # Somebody has entered that throw already, or a restart has lost it.
        if not face:
            return _without_last(base)
        after = base if len(base.faces) >= throw.dice else replace(base, faces=(*base.faces, face))
        if len(after.faces) < throw.dice:
            return after
        complete, after = _with_throw(table, after)
        return after

    table, _ = await _enter(press, pressed)
    await _throw_or_redraw(press, table, complete)


async def close(press: TablePress) -> None:
    """Leave the buttons and forget the faces so far."""
    table, _ = await _enter(press, lambda table, entered: None)
    await press.redraw(table)


def _of(action: str, entered: EnteredDice | None) -> EnteredDice:
    """Return what somebody has entered for ``action``."""
    return entered if entered is not None and entered.action == action else EnteredDice(action)


def _with_throw(table: Table, entered: EnteredDice) -> tuple[EnteredDice | None, EnteredDice]:
    """Return the entered dice once the last throw is there, else None, and what to remember. Raises WrongFaces."""
    if next_throw(table.game, table.state, entered.action, entered.all) is None:
        return entered, entered
    return None, EnteredDice(entered.action, (), entered.all)


def _without_last(entered: EnteredDice) -> EnteredDice:
    if entered.faces or not entered.throws:
        return replace(entered, faces=entered.faces[:-1])
    return EnteredDice(entered.action, entered.throws[-1][:-1], entered.throws[:-1])


async def _enter(
    press: TablePress, change: Callable[[Table, EnteredDice | None], EnteredDice | None]
) -> tuple[Table, EnteredDice | None]:
    await press.board()
    return await press.mended(press.tables.enter_dice(press.id, press.user, press.step, change))


async def _throw_or_redraw(press: TablePress, table: Table, complete: EnteredDice | None) -> None:
    if complete is None:
        await press.redraw(table)
    else:
        thrown = press.tables.act_by_hand(press.id, press.user, press.step, complete)
        await press.answer(await press.played(await press.mended(thrown)))


def _asked(table: Table, entered: EnteredDice) -> AskedThrow:
    """Return the throw that the player must enter; raises IllegalAction if none."""
    real = table.settings.real_dice
    throw = next_throw(table.game, table.state, entered.action, entered.throws) if real else None
    if throw is None:
        raise IllegalAction(f"{entered.action!r} throws nothing that is told")
    return throw

"""Dice of the players' own: players type or press what fell, and it becomes a throw like any other."""

from __future__ import annotations

from collections.abc import Callable

from bot.engine.dice import Faces
from bot.engine.errors import IllegalAction
from bot.screens.kit.real_dice import needed, tell_form
from bot.tables.core.memory import Told
from bot.tables.core.model import Table
from bot.tables.play.real_dice import read_faces
from bot.ui.presses.table_press import TablePress


async def open_form(press: TablePress, action: str) -> None:
    """Open the form for the dice of the throw ``action``."""

    def checked(now: Table, told: Told | None) -> Told | None:
        _check_throws(now, Told(action))
        return told

    now, _ = await _tell(press, checked)
    await press.ask(tell_form(press.desk, now, action), now)


async def read_form(press: TablePress, action: str) -> None:
    """Take the form."""
    await _throw(press, action, read_faces(press.typed) or ())


async def open_buttons(press: TablePress, action: str) -> None:
    """Bring the buttons of the faces."""

    def begun(now: Table, told: Told | None) -> Told:
        fresh = Told(action)
        _check_throws(now, fresh)
        return fresh

    now, _ = await _tell(press, begun)
    await press.redraw(now)


async def press_face(press: TablePress, face: int, shown: Faces, action: str) -> None:
    """One more face after those ``shown``, or 0 for one less. The last one makes the throw."""
    complete = False

    def pressed(now: Table, told: Told | None) -> Told:
        nonlocal complete
        base = told if told is not None and told.action == action else Told(action, shown)
        dice = _check_throws(now, base)
        if not face:
            return Told(base.action, base.faces[:-1])
        after = base if len(base.faces) >= dice else Told(base.action, (*base.faces, face))
        complete = len(after.faces) >= dice
        return after

    now, told = await _tell(press, pressed)
    if complete and told is not None:
        await _throw(press, told.action, told.faces)
    else:
        await press.redraw(now)


async def close(press: TablePress) -> None:
    """Leave the buttons and forget the faces so far."""
    now, _ = await _tell(press, lambda now, told: None)
    await press.redraw(now)


async def _tell(press: TablePress, change: Callable[[Table, Told | None], Told | None]) -> tuple[Table, Told | None]:
    await press.board()
    return await press.mended(press.tables.tell(press.id, press.user, press.step, change))


async def _throw(press: TablePress, action: str, faces: Faces) -> None:
    await press.board()
    await press.answer(await press.mended(press.tables.act(press.id, press.user, press.step, action, faces)))


def _check_throws(table: Table, told: Told) -> int:
    """Return how many dice the player must enter; raises IllegalAction if none."""
    dice = needed(table, told) if table.manner.real_dice else 0
    if not dice:
        raise IllegalAction(f"{told.action!r} throws nothing that is told")
    return dice

"""Playing: actions of the game, holding dice, the menu of boxes, taking back."""

import re

from bot.tables.core import errors
from bot.ui.discord.pressed_message import PressedMessage
from bot.ui.discord.reply import preferences_of
from bot.ui.presses.entered_dice_presses import open_buttons
from bot.ui.presses.patterns import HOLD, HOLD_ALL, MARK
from bot.ui.presses.strike_presses import asked
from bot.ui.presses.table_press import TablePress
from bot.ui.table.message_state import custom_ids_in

_MARK = f"{MARK.first} "
_NAMED_COLUMN = re.compile(rf":{_MARK}[^ \"]+ \d".encode())
"""In the JSON of a message, before anybody takes the time to read it: most sheets have one column."""


async def act(press: TablePress) -> None:
    """Do an action of the game, such as ``keep 3 3``."""
    now = await press.board()
    if preferences_of(press.interaction).confirm_strike and await asked(press, now):
        return
    coached = preferences_of(press.interaction).coach
    try:
        change = await press.mended(press.tables.act(press.id, press.user, press.step, press.do, coached=coached))
    except errors.ThrowMissing as missing:
        if missing.tie is None:
            raise
        await open_buttons(press, press.do)  # A tie, and the players throw dice of their own.
    else:
        if coached:
            press.presenter.coach.follow(change, press.do)
        await press.answer(change)


async def hold(press: TablePress, die: int, shown: frozenset[int]) -> None:
    """Hold a die or let it go; the message shows those of ``shown`` as held. Stores nothing."""
    await press.board()
    equal = preferences_of(press.interaction).hold == "equal"
    now, _ = await press.mended(press.tables.toggle(press.id, press.user, press.step, die, shown, equal=equal))
    await press.redraw(now, column=_drawn_column(press))


async def hold_too(press: TablePress, dice: frozenset[int], shown: frozenset[int]) -> None:
    """Hold these dice besides the others that are held. Stores nothing."""
    await press.board()
    now = await press.mended(press.tables.hold_too(press.id, press.user, press.step, dice, shown))
    await press.redraw(now, column=_drawn_column(press))


async def hold_all(press: TablePress, dice: frozenset[int]) -> None:
    """Hold these dice and no others, all from one menu. Stores nothing."""
    await press.board()
    now = await press.mended(press.tables.hold(press.id, press.user, press.step, dice))
    await press.redraw(now, column=_drawn_column(press))


async def menu(press: TablePress, kind: str = "mark", column: int | None = None) -> None:
    """Change which boxes the menu offers: to mark or to strike, of which column."""
    now = await press.board()
    if now.turn_occupant is None or now.step != press.step:
        await press.show_again(now)
        raise errors.TableOver(now) if now.turn_occupant is None else errors.OldPress(now)
    if now.turn_occupant != press.user:
        raise errors.NotSeated if now.seat_of(press.user) is None else errors.NotYourTurn(now.turn_occupant)
    striking, held = kind == "strike", _drawn_held(press)
    await press.presenter.redraw(press.interaction, now, striking=striking, column=column, shown=held)


async def undo(press: TablePress) -> None:
    """Take the last mark back."""
    await press.board()
    await press.answer(await press.mended(press.tables.undo(press.id, press.user, press.step)))


def _drawn_column(press: TablePress) -> int | None:
    """Return the column whose best boxes stand on the pressed message; None if it names none."""
    message = press.interaction.message
    if isinstance(message, PressedMessage) and not _NAMED_COLUMN.search(message.rows_json):
        return None
    for one in custom_ids_in(message, last_first=True):
        if one.do.startswith(_MARK):
            words = MARK.read(one.do)
            return int(str(words["column"])) if words else None
    return None


def _drawn_held(press: TablePress) -> frozenset[int] | None:
    """Return the dice that the pressed message shows as held in this step; None if it shows none to hold."""
    shown = [one.do for one in custom_ids_in(press.interaction.message) if one.step == press.step]
    for pattern, word in ((HOLD_ALL, "dice"), (HOLD, "shown")):
        for do in shown:
            words = pattern.read(do)
            if words is not None and isinstance(held := words[word], frozenset):
                return held
    return None

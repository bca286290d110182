"""What people do in the game: actions, holding dice, the menu of boxes, taking back, striking after a question."""

import re
from collections.abc import Sequence

from bot.screens.kit.patterns import COLUMN_MENU, HOLD, HOLD_ALL, MARK
from bot.screens.table.board import strike_screen, struck_box
from bot.tables.model import errors
from bot.tables.model.table import Table, code
from bot.tables.storage.repository import Change
from bot.ui.delivery.messages import custom_ids_in
from bot.ui.discord.press_event import PressedMessage
from bot.ui.discord.reply import CHANGE
from bot.ui.press.entered_dice import begin, open_buttons
from bot.ui.press.router import TablePress

# -- Moves from a private message beside the board: from a hint, from a question before a strike, leaving or the end --


async def table_of(press: TablePress) -> Table:
    """Return the table; raises NoTable on a public board, which has no such buttons."""
    if not press.private:
        raise errors.NoTable(code(press.id))
    return await press.table()


async def move(press: TablePress, table: Table, action: str, sentence: str) -> None:
    """Do ``action`` and answer by the board if it is private, else by ``sentence``; then the public board follows.

    The step is that of the pressed message, so an old one fails, no matter whose turn it is now. Raises what
    ``TableService.act`` raises.
    """
    if not (table.private or table.over) and table.step != press.step:
        raise errors.OldPress(table)
    change = await _acted(press, action, mends=table.private)
    if table.private:
        await press.answer(change)
    else:
        await done(press, change, sentence)


async def _acted(press: TablePress, action: str, *, mends: bool = True) -> Change:
    """Do ``action``, which a coach may follow. Where it comes too late, the message ``mends``."""
    coached = press.preferences.coach
    work = press.tables.act(press.id, press.user, press.step, action, coached=coached)
    change = await (press.mended(work) if mends else work)
    if coached:
        press.presenter.renderer.coach.follow(change, action)
    return await press.played(change)


async def done(press: TablePress, change: Change, sentence: str) -> None:
    """Say what somebody did in place of the pressed message, and show ``change``, even if the answer fails."""
    press.interaction.extras[CHANGE] = change
    try:
        await say(press, sentence)
    finally:
        press.presenter.run_later(press.presenter.changed(change), "show what was done in private")


async def say(press: TablePress, sentence: str) -> None:
    """Say it in place of the pressed message; a public one stays."""
    if press.private:
        await press.interaction.response.edit_message(content=sentence, embed=None, view=None)
    else:
        await press.interaction.response.send_message(sentence, ephemeral=True)


# -- Asks before it strikes a box: a private question, on a private board in its place. Nothing stays in memory ------


async def asked(press: TablePress, table: Table) -> bool:
    """Ask, where the press would strike a box now; return whether that was done."""
    if table.turn_player != press.user or table.step != press.step:
        return False
    context = press.context
    box = struck_box(context, table, press.do)
    if box is None:
        return False
    await press.whisper(strike_screen(context, table, box, press.do), table, replace=table.private)
    return True


async def sure(press: TablePress, action: str) -> None:
    """Strike it. The step is that of the pressed board, so an old question fails."""
    table = await table_of(press)
    try:
        await move(press, table, action, press.t("The box is struck."))
    except errors.ThrowMissing as missing:
        if missing.tie is None:
            raise
        # The last strike leaves a tie, and the players throw dice of their own: they enter the throws on the board.
        await begin(press, action)
        t = press.t
        await say(press, t("The totals are equal: the board asks for the throws that break the tie."))
        press.presenter.refresh_soon(press.id)


async def unsure(press: TablePress) -> None:
    """Strike nothing. Draw the board anew: its menu still shows the chosen box, and would not take it again."""
    table = await table_of(press)
    if table.private:
        await press.redraw(table)
        return
    await say(press, press.t("Nothing was struck."))
    press.presenter.refresh_soon(press.id)
    press.presenter.words.show_again(table, press.user)


# -- Playing: actions of the game, holding dice, the menu of boxes, taking back --------------------------------------

_MARK = f"{MARK.first} "
_NAMED_COLUMN = re.compile(rf":{COLUMN_MENU.first} [a-z]+ \d".encode())
"""In the JSON of a message, before anybody takes the time to read it: most sheets have one column."""


async def act(press: TablePress) -> None:
    """Do an action of the game, such as ``keep 3 3``."""
    table = await press.board()
    if press.preferences.confirm_strike and await asked(press, table):
        return
    try:
        change = await _acted(press, press.do)
    except errors.ThrowMissing as missing:
        if missing.tie is None:
            raise
        await open_buttons(press, press.do)  # A tie, and the players throw dice of their own.
    else:
        await press.answer(change)


async def hold(press: TablePress, die: int, shown: frozenset[int]) -> None:
    """Hold a die or let it go; the message shows those of ``shown`` as held. Stores nothing."""
    await press.board()
    equal = press.preferences.hold == "equal"
    table, _ = await press.mended(press.tables.toggle(press.id, press.user, press.step, die, shown, equal=equal))
    await _held(press, table)


async def hold_too(press: TablePress, dice: frozenset[int], shown: frozenset[int]) -> None:
    """Hold these dice besides the others that are held. Stores nothing."""
    await press.board()
    table = await press.mended(press.tables.hold_too(press.id, press.user, press.step, dice, shown))
    await _held(press, table)


async def hold_all(press: TablePress, dice: frozenset[int]) -> None:
    """Hold these dice and no others, all from one menu. Stores nothing."""
    await press.board()
    table = await press.mended(press.tables.hold(press.id, press.user, press.step, dice))
    await _held(press, table)


async def _held(press: TablePress, table: Table) -> None:
    """Show the dice that are held now; nothing is saved that would tell those who hear the board."""
    await press.redraw(table, column=_drawn_column(press))
    press.presenter.heard(press.interaction, table)


async def menu(press: TablePress, kind: str = "mark", column: int | None = None) -> None:
    """Change which boxes the menu offers: to mark or to strike, of which column."""
    table = await press.board()
    if table.turn_occupant is None or table.step != press.step:
        await press.show_again(table)
        raise errors.TableOver(table) if table.turn_occupant is None else errors.OldPress(table)
    if table.turn_occupant != press.user:
        raise errors.NotSeated if table.seat_of(press.user) is None else errors.NotOnTurn(table.turn_occupant)
    striking, held = kind == "strike", _drawn_held(press)
    if column and column != _drawn_column(press):  # The menu names the shown one too, to lead from page to page.
        press.presenter.renderer.columns.put(press.id, column)
    await press.presenter.redraw(press.interaction, table, striking=striking, column=column, shown=held)


async def undo(press: TablePress) -> None:
    """Take the last mark back."""
    await press.board()
    await press.answer(await press.mended(press.tables.undo(press.id, press.user, press.step)))


def _drawn_column(press: TablePress) -> int | None:
    """Return the column whose boxes the pressed message offers; None if it names none.

    Where none of its boxes scores, the button in their place is the only one that asks for boxes to mark.
    """
    message = press.interaction.message
    if isinstance(message, PressedMessage) and not _NAMED_COLUMN.search(message.rows_json):
        return None
    strikes = False
    for component in custom_ids_in(message, last_first=True):
        words = COLUMN_MENU.read(component.do)
        if component.do.startswith(_MARK):
            words = MARK.read(component.do)
            return int(str(words["column"])) if words else None
        if words is not None and words["kind"] == "strike":
            strikes = True
        elif words is not None and strikes:
            return int(str(words["column"]))
    return None


def _drawn_held(press: TablePress) -> frozenset[int] | None:
    """Return the dice that the pressed message shows as held in this step; None if it shows none to hold."""
    components = custom_ids_in(press.interaction.message)
    return drawn_held([component.do for component in components if component.step == press.step])


def drawn_held(shown: Sequence[str]) -> frozenset[int] | None:
    """Return the dice that a board shows as held whose components ask for ``shown``; None if it has none to hold."""
    for pattern, word in ((HOLD_ALL, "dice"), (HOLD, "shown")):
        for do in shown:
            words = pattern.read(do)
            if words is not None and isinstance(held := words[word], frozenset):
                return held
    return None

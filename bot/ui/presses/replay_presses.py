"""Stepping through a finished game: what ``/replay`` and the buttons of its private message do.

The message carries everything, so it works after a restart, and storage holds nothing.
"""

import logging

from bot.engine import IllegalAction
from bot.screens.table.replay import (
    BACK,
    FIRST,
    LAST,
    MISTAKE_ON,
    ON,
    TURN_BACK,
    TURN_ON,
    choosing_screen,
    replay_screen,
)
from bot.tables.core import errors
from bot.tables.core.model import Table
from bot.tables.core.store import StoreError
from bot.tables.records.game_reviews import Judged
from bot.tables.records.replaying import Position, Replay, check_over
from bot.ui.presses.table_press import TablePress

log = logging.getLogger(__name__)


async def open_replay(press: TablePress) -> None:
    """Show the beginning of the game beside the pressed message; after a simultaneous game, ask whose sheet.

    Raises what :meth:`History.replay` raises.
    """
    table = await press.table()
    public = await _public(press, table)
    if public is None:
        await _begin(press, table, replace=False)
        return
    check_over(public)
    await press.whisper(choosing_screen(press.context, public), public, replace=False)


async def show_sheet(press: TablePress, seat: int) -> None:
    """Show the beginning of a simultaneous game on the sheet of one player."""
    public = await _public(press, await press.table())
    if public is None or seat >= len(public.players):
        raise IllegalAction(f"no sheet {seat}")
    own = (await press.tables.own_tables(public)).get(public.players[seat])
    if own is None:
        raise errors.OtherRules
    await _begin(press, own, replace=True)


async def step_to(press: TablePress, number: int, word: str) -> None:
    """Go from position ``number`` to where ``word`` leads."""
    await press.table()
    over, replayed = await press.tables.history.replay(press.id, press.user)
    public, judged = await _around(press, over)
    await _whisper(
        press, over, replayed.at(over, _target(replayed, judged, number, word)), public, judged, replace=True
    )


async def _public(press: TablePress, table: Table) -> Table | None:
    """Return the public table, if each player had one of their own."""
    if table.parent is not None:
        return await press.tables.get(table.parent)
    return table if table.has_own_tables else None


async def _begin(press: TablePress, table: Table, *, replace: bool) -> None:
    over, replayed = await press.tables.history.replay(table.id, press.user)
    await show_position(press, over, replayed, 0, replace=replace)


async def show_position(press: TablePress, over: Table, replayed: Replay, number: int, *, replace: bool) -> None:
    """Show a position of the replay of the table ``over``; ``replace`` as in :meth:`TablePress.whisper`."""
    public, judged = await _around(press, over)
    await _whisper(press, over, replayed.at(over, number), public, judged, replace=replace)


async def _whisper(
    press: TablePress, over: Table, position: Position, public: Table | None, judged: Judged | None, *, replace: bool
) -> None:
    screen = replay_screen(press.context, position, public, press.presenter.names_of(over), judged)
    await press.whisper(screen, over, replace=replace)


async def _around(press: TablePress, over: Table) -> tuple[Table | None, Judged | None]:
    """Return the public table as :func:`_public` does, and what a stored review says; a replay goes on without it."""
    public = await _public(press, over)
    try:
        return public, await press.services.reviews.judged(over, public)
    except StoreError as error:
        log.warning("table %s: its review cannot be read: %s", over.code, error)
        return public, None


def _target(replayed: Replay, judged: Judged | None, number: int, word: str) -> int:
    """Return the position that ``word`` leads to from position ``number``. Raises IllegalAction."""
    if word == MISTAKE_ON:
        return (None if judged is None else judged.after(number)) or len(replayed.entries)
    targets = {
        FIRST: 0,
        BACK: number - 1,
        ON: number + 1,
        LAST: len(replayed.entries),
        TURN_BACK: replayed.turn_before(number),
        TURN_ON: replayed.turn_after(number),
    }
    if word not in targets:
        raise IllegalAction(word)
    return targets[word]

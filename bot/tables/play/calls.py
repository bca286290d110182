"""Calls: the message to the player a table waits for, that it is their turn.

A decision that makes the table wait for somebody else writes into the row what the table must send (``Table.owed``). So
the bot still makes a call that was lost with a connection or the process, and makes none twice.
"""

from __future__ import annotations

from dataclasses import replace

from bot.tables.core.model import Owed, Status, Table


def awaited(table: Table) -> tuple[object, ...]:
    """Return the subject of a call: when this changes, a new call is pending."""
    return table.turn_player, table.status, table.vote is not None


def owing(before: Table, after: Table, actor: int | None) -> Table:
    """Return ``after`` with its pending call once ``before`` has become it; ``actor`` decided so and needs no call."""
    if after.private or awaited(before) == awaited(after):
        return after
    return replace(after, since=after.step, owed=_owed(after, actor))


def _owed(table: Table, actor: int | None) -> Owed:
    player = table.turn_player if table.status is Status.PLAYING and table.manner.calls else None
    if table.vote is not None or (player is not None and player != actor and len(table.players) > 1):
        return Owed.CALL
    return Owed.NOTHING if table.call is None else Owed.CLEARING


def called(table: Table, judged: Table, message: int | None) -> Table:
    """Return ``table`` with ``message`` as its call, sent for ``judged``; a newer pending call stays pending."""
    done = (table.since, awaited(table)) == (judged.since, awaited(judged))
    after = replace(table, call=message, owed=Owed.NOTHING if done else table.owed)
    return table if after == table else replace(after, version=table.version + 1)

"""Calls: the message to the player a table waits for, that it is their turn.

A decision that makes the table wait for somebody else writes into the row what the table must send
(``Table.pending_call``). So the bot still makes a call that was lost with a connection or the process, and makes none
twice.
"""

from dataclasses import replace

from bot.tables.core.model import PendingCall, Status, Table


def call_subject(table: Table) -> tuple[object, ...]:
    """Return the subject of a call: when this changes, a new call is pending."""
    return table.turn_player, table.status, table.vote is not None


def with_pending_call(before: Table, after: Table, actor: int | None) -> Table:
    """Return ``after`` with its pending call once ``before`` has become it; ``actor`` decided so and needs no call."""
    if after.private or call_subject(before) == call_subject(after):
        return after
    return replace(after, since=after.step, pending_call=_pending_call(after, actor))


def _pending_call(table: Table, actor: int | None) -> PendingCall:
    player = table.turn_player if table.status is Status.PLAYING and table.settings.calls else None
    if table.vote is not None or (player is not None and player != actor and len(table.players) > 1):
        return PendingCall.CALL
    return PendingCall.NOTHING if table.call is None else PendingCall.CLEARING


def with_call(table: Table, judged: Table, message: int | None) -> Table:
    """Return ``table`` with ``message`` as its call, sent for ``judged``; a newer pending call stays pending."""
    done = (table.since, call_subject(table)) == (judged.since, call_subject(judged))
    after = replace(table, call=message, pending_call=PendingCall.NOTHING if done else table.pending_call)
    return table if after == table else replace(after, version=table.version + 1)

"""Calls: the message to the player a table waits for, that it is their turn.

Only those get one who are away. Whoever has pressed nothing for ten minutes (presence.py) gets it when their turn
begins, anybody else after :data:`CALL_SECONDS` without a press. Sending and removing a message both count against the
limit of all requests of the bot, and a table in full swing needs neither.

A decision that makes the table wait for somebody else writes into the row when their call is due (``Table.call_due``),
and what to send or remove now (``Table.pending_call``): the call of a vote, the last call. So the bot still makes a
call that was lost with a connection or the process, and makes none twice.
"""

from dataclasses import replace

from bot.engine.seats import replaced
from bot.tables.core.ballots import PendingCall
from bot.tables.core.model import Status, Table
from bot.tables.core.occupants import Occupant, is_reachable
from bot.tables.people.presence import Presence

CALL_SECONDS = 30
"""How long the player to act may press nothing before they get a call."""

LIVE_SECONDS = 600
"""A game is live while nobody takes longer than this for a turn."""


def call_subject(table: Table) -> tuple[object, ...]:
    """Return the subject of a call: when this changes, the table waits for somebody else."""
    return table.turn_player, table.status, table.vote is not None


def with_pending_call(before: Table, after: Table, actor: Occupant | None) -> Table:
    """Return ``after`` with its call once ``before`` has become it; ``actor`` decided so and needs none."""
    if after.private:
        return after
    if call_subject(before) == call_subject(after):
        done = after.call_due is not None and actor == after.turn_player
        return replaced(after, call_due=None) if done else after
    return replaced(
        after,
        since=after.step,
        waiting_from=after.changed,
        pending_call=PendingCall.RESULT if _tells_result(before, after) else _pending_call(after),
        call_due=_call_due(after, actor),
    )


def _tells_result(before: Table, after: Table) -> bool:
    """Whether ``after`` is a result that players would miss: everybody at once looks elsewhere, and others went away.

    They are away if the last turn began long ago.
    """
    if after.status is not Status.FINISHED or len(after.people) == 1:
        return False
    return not after.mode.in_turns or after.changed - before.waiting_from > LIVE_SECONDS


def notified(table: Table) -> tuple[int, ...]:
    """Return whom a new message of ``table`` notifies: the others of a rematch, and the players of a pending result."""
    if table.status is Status.LOBBY and table.message is None:
        return tuple(user for user in table.invited if user not in table.players)
    if table.pending_call is PendingCall.RESULT:
        return tuple(filter(is_reachable, table.people_staying))
    return ()


def _pending_call(table: Table) -> PendingCall:
    if table.vote is not None:
        return PendingCall.CALL
    return PendingCall.NOTHING if table.call is None else PendingCall.CLEARING


def _call_due(table: Table, actor: Occupant | None) -> int | None:
    player = table.turn_player if table.status is Status.PLAYING and table.settings.calls else None
    if table.vote is not None or player in (None, actor) or len(table.people) == 1:
        return None
    return table.changed + CALL_SECONDS


def call_time(table: Table, presence: Presence) -> int | None:
    """Return when the player to act gets a call, as far as ``presence`` knows them; None: never."""
    player = table.turn_player
    if table.call_due is None or player is None:
        return None
    if presence.is_away(player):
        return table.changed
    pressed = presence.pressed_at(player, table.id)
    return table.call_due if pressed is None else max(table.call_due, pressed + CALL_SECONDS)


def with_call(table: Table, judged: Table, message: int | None, *, made: bool) -> Table:
    """Return ``table`` with ``message`` as its call, sent for ``judged``; a newer call stays pending or due.

    If the call is not ``made``, it stays due, and only the last one is gone.
    """
    done = (table.since, call_subject(table)) == (judged.since, call_subject(judged))
    after = replace(
        table,
        call=message,
        pending_call=PendingCall.NOTHING if done else table.pending_call,
        call_due=None if done and made else table.call_due,
    )
    return table if after == table else replace(after, version=table.version + 1)

"""Calls the player to act who is away, within what they prefer; the call goes away once they play."""

import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.tables.model.choices import USUAL, PlayerSettings
from bot.tables.model.days import may_notify, quiet_until
from bot.tables.model.memory import Locks
from bot.tables.model.table import PendingCall, Status, Table, TableId, code
from bot.tables.moves.waiting import call_is_due, call_is_pending
from bot.tables.service.service import TableService
from bot.ui.delivery.messages import handle_refusal
from bot.ui.pace.budget import LOST, REQUEST_SECONDS, nonce, request_timeout
from bot.ui.pace.pauses import patience

# -- Whom the bot may call now, and whom its messages may notify -----------------------------------------------------
# People choose that (``/preferences``), and it holds for every message: each is sent with :func:`only_these`.


async def reachable(preferences: PlayerSettings, users: tuple[int, ...], now: int | None) -> tuple[int, ...]:
    """Return those of ``users`` who want reminders, and no quiet hours at ``now`` (unix seconds), if that is given."""
    chosen = [(user, await preferences.of_or(user, USUAL)) for user in users]
    wanting = [(user, choice) for user, choice in chosen if choice.remind]
    return tuple(user for user, choice in wanting if now is None or quiet_until(choice, now) is None)


async def only_these(preferences: PlayerSettings, users: Sequence[int], now: int) -> discord.AllowedMentions:
    """Return the permission to notify those of ``users`` who let messages notify them at ``now``, and nobody else."""
    chosen = [(user, await preferences.of_or(user, USUAL)) for user in users]
    allowed = [discord.Object(user) for user, choice in chosen if may_notify(choice, now)]
    return discord.AllowedMentions(everyone=False, roles=False, users=allowed)


# -- Calls: a new message that mentions an absent player to act, and goes away once they play -------------------------

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Call:
    """A message that notifies those of ``users`` who let it."""

    users: Sequence[int]
    message: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Later:
    """A call that waits until ``until`` (unix seconds), because its player has quiet hours."""

    until: int


class Caller:
    """Sends and removes calling messages."""

    def __init__(
        self,
        client: discord.Client,
        tables: TableService,
        preferences: PlayerSettings,
        remove: Callable[[int, int], Awaitable[None]],
    ) -> None:
        """Send by ``client``, remove messages by ``remove``; remember in ``tables`` which message calls.

        ``preferences`` say whom messages may notify, and when.
        """
        self._remove = remove
        self._preferences = preferences
        self._client = client
        self._tables = tables
        self._locks = Locks()

    async def settle(self, id: TableId, calling: Callable[[Table], Awaitable[Call | Later | None]]) -> None:
        """Make the call of table ``id``, if it is time: remove its last call, and send what ``calling`` returns for it.

        A call that ``calling`` puts off stays due.
        Raises if the answer is lost or Discord is too busy. The call is then still to be made, and you may try again.
        """
        async with self._locks.of(id):
            table = await self._tables.get(id)
            presence, ours = self._tables.presence, self._tables.repository.is_ours(table.guild)
            if not ours or not call_is_pending(table, presence, self._tables.now()):
                return
            if table.call is not None:
                await self._remove(table.channel, table.call)
            due = table.pending_call is PendingCall.CALL or call_is_due(table, presence, self._tables.now())
            calls = table.status is Status.PLAYING and due
            call = await calling(table) if calls or table.pending_call is PendingCall.RESULT else None
            if isinstance(call, Later):
                await self._tables.deadlines.put_off_call(table, call.until)
                call, calls = None, False
            once = nonce("call", table.id, (table.since, table.vote is not None))
            sent = None if call is None else await self._send(table, call, once)
            await self._tables.called(table, sent, made=calls)

    async def instead(
        self,
        judged: Table,
        users: Sequence[int],
        once: str | None = None,
        *,
        noting: Callable[[Table, int | None], Awaitable[object]] | None = None,
        **message: Any,
    ) -> bool:
        """Send ``message``, which notifies ``users``, in place of the last call, unless the turn has gone on.

        ``noting`` stores what was sent; it is None where Discord refused it.

        Return whether nothing is left to do; False if the answer was lost, Discord is too busy, or the table is not
        ours now. You may then try again: with the same ``once`` it is one message, without it another one.
        """
        async with self._locks.of(judged.id):
            table = await self._tables.get(judged.id)
            same = (table.step, table.stage) == (judged.step, judged.stage)
            if table.over or not same:
                return True
            if not self._tables.repository.is_ours(table.guild):
                return False
            sent, known = None, True
            if table.call is not None:
                await self._remove(table.channel, table.call)
            try:
                sent = await self._send(table, Call(users, message), once or secrets.token_hex(8))
            except (*LOST, discord.RateLimited) as error:
                log.info("table %s: nobody is known to be notified: %s", code(table.id), error)
                known = False
            if known and noting is not None:
                await noting(table, sent)
            elif sent is not None or table.call is not None:
                await self._tables.called(table, sent)
            return known

    async def _send(self, table: Table, call: Call, once: str) -> int | None:
        """Return the sent message. A second try with the same ``once`` is the same message."""
        channel = self._client.get_partial_messageable(table.channel)
        only = await only_these(self._preferences, call.users, self._tables.now())
        try:
            with patience(REQUEST_SECONDS):
                async with request_timeout(REQUEST_SECONDS):
                    sent: discord.Message = await channel.send(**call.message, nonce=once, allowed_mentions=only)
        except (*LOST, discord.RateLimited):
            raise
        except discord.HTTPException as error:
            if not await handle_refusal(self._client, self._tables, table, error):
                log.info("table %s: nobody could be called: %s", code(table.id), error)
            return None
        return sent.id

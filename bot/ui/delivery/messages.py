"""Messages of tables as Discord has them: gone with their channel, read back, removed, or closed for good."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, cast

import discord
import msgspec
from msgspec.structs import replace

from bot.engine import GameError
from bot.locales import words
from bot.screens.kit import Button, Glyphs, RenderContext
from bot.screens.kit.patterns import BRING_DOWN, HOLD_ALL, VOTE
from bot.screens.table.board import broken_screen
from bot.tables.model.errors import TableError, TableOver
from bot.tables.model.table import Table, TableId, code
from bot.tables.service.service import TableService
from bot.ui.discord.adapter import Components, CustomId, Rendered, read_custom_id, render
from bot.ui.discord.press_event import PressedMessage
from bot.ui.pace.budget import LOST, REFUSED, REQUEST_SECONDS, request_timeout

# -- Ends the tables of deleted channels and threads, as **End** does; and reads refusals in general -----------------
# Discord sends an event for it, but not for an archived thread below a deleted channel, and not while the bot is away.
# Then Discord refuses the next request there as "Unknown Channel". Nothing else means that a channel is gone: no server
# that is out of order, no archived thread, no missing right.

log = logging.getLogger(__name__)

_UNKNOWN_CHANNEL = 10003
_UNKNOWN_MESSAGE = 10008
_NO_ACCESS = frozenset({50001, 50013})
"""Discord's codes for a channel the bot does not see, and for a right it lacks there."""

_AGAIN = 3600
_NOBODY = 0


def unknown_channel(error: BaseException) -> bool:
    """Whether Discord refused a request because its channel or thread does not exist any more."""
    return isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_CHANNEL


def unknown_message(error: BaseException) -> bool:
    """Whether Discord refused a request because its message does not exist any more."""
    return isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_MESSAGE


async def handle_refusal(client: discord.Client, tables: TableService, table: Table, error: BaseException) -> bool:
    """Act on Discord's refusal of a request in the channel of ``table``; return whether the channel is gone.

    If so, the table has ended. If the bot may not see the channel or write in it any more, the table pauses
    (:mod:`bot.ui.delivery.access`). While its server is out of order nothing is certain, and nothing happens.
    """
    guild = client.get_guild(table.guild)
    if guild is not None and guild.unavailable:
        return False
    if isinstance(error, discord.Forbidden) and error.code in _NO_ACCESS:
        await _pause(tables, table.id)
    if not unknown_channel(error):
        return False
    await _end(tables, table.id)
    return True


async def channel_deleted(tables: TableService, guild: int, channel: int) -> None:
    """End the tables of a deleted channel or thread.

    Games of the day go on in the channel of the next ``/daily``. Raises nothing: if storage fails, the first request to
    that channel shows it once more.
    """
    try:
        there = await tables.repository.live(guild, channel)
    except TableError as error:
        log.warning("channel %s was deleted; its tables cannot be read: %r", channel, error)
        return
    for id in there:
        await _end(tables, id)


async def _pause(tables: TableService, id: TableId) -> None:
    try:
        await tables.deadlines.pause(await tables.repository.reload(id), tables.now() + _AGAIN)
    except TableError as error:
        log.warning("table %s: could not pause: %r", code(id), error)


async def _end(tables: TableService, id: TableId) -> None:
    try:
        await tables.end(id, _NOBODY, manager=True)
    except TableOver:
        return
    except (TableError, GameError) as error:
        log.warning("table %s: its channel is gone, but it could not be ended: %r", code(id), error)
    else:
        log.info("table %s: ended, its channel is gone", code(id))


# -- What a message really shows, read from its components -----------------------------------------------------------


_NO_DICE = HOLD_ALL.build(dice=())
"""What the menu of dice asks for by itself."""


def custom_ids_in(message: discord.Message | None, *, last_first: bool = False) -> Iterator[CustomId]:
    """Yield what the components of ``message`` ask for; a menu of dice comes with the dice it shows as held.

    ``last_first`` begins with the lowest row.
    """
    rows = _rows(message)
    for row in reversed(rows) if last_first else rows:
        for item in row.get("components", ()):
            press = read_custom_id(item.get("custom_id") or "")
            if press is not None and press.do.endswith(_NO_DICE):  # In a guide it has words before that.
                held = [int(option["value"]) - 1 for option in item["options"] if option.get("default")]
                press = replace(press, do=press.do.removesuffix(_NO_DICE) + HOLD_ALL.build(dice=held))
            if press is not None:
                yield press


def offers(message: discord.Message | None, custom_id: str) -> bool:
    """Whether ``message`` has a component with this custom_id: a program may make one up."""
    return any(item.get("custom_id") == custom_id for row in _rows(message) for item in row.get("components", ()))


def _rows(message: discord.Message | None) -> list[dict[str, Any]]:
    """Return the rows of components of a pressed or a fetched message, as Discord's JSON."""
    if isinstance(message, PressedMessage):
        return cast(list[dict[str, Any]], msgspec.json.decode(message.rows_json))
    return [cast(dict[str, Any], row.to_dict()) for row in message.components] if message is not None else []


def rows_with(message: discord.Message | None, button: Button) -> Components:
    """Return the rows of ``message``, in which what asks for the same as ``button`` looks like that."""
    rows = _rows(message)
    for item in (item for row in rows for item in row.get("components", ())):
        press = read_custom_id(item.get("custom_id") or "")
        if press is not None and press.do == button.do:
            item |= {"label": button.label, "disabled": button.disabled}
    return Components([msgspec.Raw(msgspec.json.encode(row)) for row in rows])


def shown_step(message: discord.Message | None) -> int | None:
    """Return the step on ``message``; None if nobody can press anything there."""
    return next((press.step for press in custom_ids_in(message)), None)


async def fetched(channel: discord.PartialMessageable, message: int) -> discord.Message | None:
    """Return the message; None if the bot may not read it. Raises the errors of a lost answer."""
    try:
        async with request_timeout(REQUEST_SECONDS):
            return await channel.fetch_message(message)
    except (*LOST, discord.RateLimited):
        raise
    except REFUSED as error:
        log.info("channel %s: a board cannot be read: %s", channel.id, error)
        return None


_RECENT = 100
"""Messages of a channel that one request brings."""


async def boards_in(channel: discord.PartialMessageable, table: Table, me: discord.ClientUser | None) -> set[int]:
    """Return the boards of ``table`` among the last messages in its channel, if they are by ``me``.

    There are none if the bot may not read them. Raises the errors of a lost answer.
    """
    return {message.id for message in await recent_of(channel, me) if _is_board(message, table)}


async def recent_of(
    channel: discord.PartialMessageable, me: discord.ClientUser | None, after: datetime | None = None
) -> list[discord.Message]:
    """Return what is by ``me`` among the last messages of a channel, or the first ones ``after`` a moment.

    That is nothing if the bot may not read them. Raises the errors of a lost answer.
    """
    try:
        async with request_timeout(REQUEST_SECONDS):
            recent = [message async for message in channel.history(limit=_RECENT, after=after)]
    except (*LOST, discord.RateLimited):
        raise
    except REFUSED as error:
        log.info("channel %s: its messages cannot be read: %s", channel.id, error)
        return []
    return [message for message in recent if message.author == me]


def _is_board(message: discord.Message, table: Table) -> bool:
    """Whether ``message`` has buttons of ``table`` and calls nobody, as a vote and a call do."""
    presses = list(custom_ids_in(message))
    calls = any(press.do.partition(" ")[0] in (VOTE.first, BRING_DOWN) for press in presses)
    return message.id != table.call and not calls and {press.table for press in presses} == {code(table.id)}


# -- Removes messages: old boards and calls. It ignores one that is gone already or that the bot may not touch -------


_PAUSES = (0.5, 1.0, 2.0, 4.0)
"""Seconds before each further try after a lost request."""


class MessageRemover:
    """Deletes messages of the bot."""

    def __init__(self, client: discord.Client, later: Callable[[Awaitable[object], str], object]) -> None:
        """Delete by ``client``; further tries are made ``later``, so that nobody waits for them."""
        self._client = client
        self._later = later

    async def remove(self, channel: int, message: int, gone: Callable[[], object] = lambda: None) -> None:
        """Remove a message, now or soon, and call ``gone`` when that is settled; never raises Discord's errors."""
        if await self._try(channel, message):
            gone()
        else:
            self._later(self._go_on(channel, message, gone), "take a message away")

    async def _go_on(self, channel: int, message: int, gone: Callable[[], object]) -> None:
        for pause in _PAUSES:
            await asyncio.sleep(pause)
            if await self._try(channel, message):
                gone()
                return

    async def _try(self, channel: int, message: int) -> bool:
        """Return whether that is settled: a lost request is not, a refused one is."""
        place = self._client.get_partial_messageable(channel).get_partial_message(message)
        try:
            async with request_timeout(REQUEST_SECONDS):
                await place.delete()
        except (*LOST, discord.RateLimited) as error:
            log.info("message %s: whether it is gone is not known: %r", message, error)
            return False
        except REFUSED as error:
            log.info("message %s stays: %s", message, error)
        return True


# -- The board of a table that no code can read any more -------------------------------------------------------------


async def close_board(
    channel_of: Callable[[int], discord.PartialMessageable], stored: Mapping[str, Any], glyphs: Glyphs
) -> None:
    """Say on the board of the ``stored`` table that it is closed, or below it if Discord refuses the edit.

    The message of a daily is no board.
    """
    if stored["message"] is None or stored["daily"] is not None or stored["tournament"] is not None:
        return
    context, channel = RenderContext(words(stored["language"]), glyphs), channel_of(stored["channel"])
    closed = render(broken_screen(context, code(stored["id"])), glyphs)
    try:
        await channel.get_partial_message(stored["message"]).edit(**closed.edited)
    except (*LOST, discord.RateLimited) as lost:
        log.info("channel %s: the end of a table could not be shown: %s", channel.id, lost)
    except discord.HTTPException:
        await _send_below(channel, closed)


async def _send_below(channel: discord.PartialMessageable, closed: Rendered) -> None:
    try:
        await channel.send(**closed.kwargs)
    except (*LOST, *REFUSED) as error:
        log.info("channel %s: the end of a table could not be shown: %s", channel.id, error)

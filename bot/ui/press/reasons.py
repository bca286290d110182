"""Reasons beside an answer: with it where they are there at once, else by an edit of it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.tables.model.memory import LruCache
from bot.thinker.answers import COMING, LATE, Why
from bot.ui.discord.reply import Interaction, Sendable, is_private, whisper_rendered
from bot.ui.pace.budget import LOST
from bot.ui.press.waiting import TooLong, in_time

log = logging.getLogger(__name__)

_AT_ONCE_SECONDS = 0.3
"""Seconds that an answer waits for its reason."""

_PRESSES = 2000

Later = Callable[[Awaitable[None], str], object]


async def with_reason(
    why: Awaitable[Why | None],
    show: Callable[[Why | None], Awaitable[None]],
    change: Callable[[Why | None], Awaitable[None]],
    later: Later,
) -> None:
    """Show something with its reason; where that takes long, say that it is coming, and change it ``later``."""
    explaining = asyncio.ensure_future(why)
    await asyncio.wait((explaining,), timeout=_AT_ONCE_SECONDS)
    if explaining.done():
        await show(await _known(explaining))
        return
    await show(COMING)

    async def add() -> None:
        await change(await _known(explaining))

    later(add(), "add a reason")


async def _known(explaining: "asyncio.Future[Why | None]") -> Why | None:
    """Return the reason; LATE where nobody has worked it out in time, or something went wrong."""
    try:
        return await in_time(explaining)
    except TooLong:
        return LATE
    except Exception:  # Whatever the fault is, no message promises for ever what does not come.
        log.exception("no reason")
        return LATE


class Reasons:
    """Shows private answers to presses with their reasons."""

    def __init__(self, later: Later) -> None:
        """Make edits ``later``."""
        self._later = later
        self._latest = LruCache[tuple[int, int], int](_PRESSES)
        """The latest press by reader and message: a reason that comes late changes nothing after another one."""

    def pressed(self, interaction: Interaction) -> None:
        """Remember that a reader has pressed on: in that message, or in one that a press has made."""
        for message in (_message(interaction), _NEW):
            self._latest.put((interaction.user.id, message), interaction.id)

    async def show(
        self,
        interaction: Interaction,
        why: Awaitable[Why | None],
        message: Callable[[Why | None], Awaitable[Sendable]],
    ) -> None:
        """Show what ``message`` makes of the reason in the place of the pressed message."""
        self.pressed(interaction)

        async def show(known: Why | None) -> None:
            await whisper_rendered(interaction, await message(known), replace=True)

        async def change(known: Why | None) -> None:
            if self._latest.get((interaction.user.id, _message(interaction))) == interaction.id:
                await redraw(interaction, await message(known))

        await with_reason(why, show, change, self._later)


_NEW = 0
"""In the place of a message that its press has made."""


def _message(interaction: Interaction) -> int:
    """Return which private message an answer stands in, if it was there before."""
    return interaction.message.id if interaction.message is not None and is_private(interaction) else _NEW


async def redraw(interaction: Interaction, message: Sendable) -> None:
    """Show something else in the message that answered a press."""
    try:
        await interaction.edit_original_response(**message.edited)
    except (*LOST, discord.HTTPException) as error:
        log.info("a private message could not be changed: %s", error)

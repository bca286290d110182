"""Reasons beside an answer: with it where they are there at once, else by an edit of it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

import discord

from bot.tables.model.memory import LruCache
from bot.thinker.answers import COMING, LATE, Why
from bot.ui.discord.press_event import private_answer
from bot.ui.discord.reply import Interaction, Sendable, whisper_rendered
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
    """Return the reason; LATE where nobody has worked it out in time, None where something went wrong."""
    try:
        return await in_time(explaining)
    except TooLong:
        return LATE
    except Exception:  # Whatever the fault is, it would come again: no message promises what does not come.
        log.exception("no reason")
        return None


async def reasons_at_once(whys: Mapping[int, Awaitable[Why | None]]) -> dict[int, Why]:
    """Return which of these reasons come within the time that an answer waits; others are worked out all the same."""
    explaining = {key: asyncio.ensure_future(_known(asyncio.ensure_future(why))) for key, why in whys.items()}
    if explaining:
        await asyncio.wait(explaining.values(), timeout=_AT_ONCE_SECONDS)
    known = {key: why.result() for key, why in explaining.items() if why.done()}
    return {key: why for key, why in known.items() if why is not None and why is not LATE}


class LatestPresses:
    """Knows which press of a reader is the latest in a private message: after another one, nothing late changes it."""

    def __init__(self) -> None:
        """Know of none."""
        self._latest = LruCache[tuple[int, int], int](_PRESSES)

    def note(self, interaction: Interaction, *, replace: bool = True) -> Callable[[], bool]:
        """Remember a press; return what says whether none has followed in the message that its answer stands in.

        ``replace`` says that it is the pressed message, if that is private.
        """
        # Once it is answered, it does not know that any more.
        place = interaction.user.id, private_answer(interaction) if replace else interaction.id
        self._latest.put(place, interaction.id)
        return lambda: self._latest.get(place) == interaction.id


class Reasons:
    """Shows private answers to presses with their reasons."""

    def __init__(self, later: Later, presses: LatestPresses | None = None) -> None:
        """Make edits ``later``; ``presses`` know of those in the messages."""
        self._later = later
        self._presses = presses or LatestPresses()

    def pressed(self, interaction: Interaction) -> None:
        """Remember that a reader has pressed on: a reason that comes late changes nothing there."""
        self._presses.note(interaction)

    async def show(
        self,
        interaction: Interaction,
        why: Awaitable[Why | None],
        message: Callable[[Why | None], Awaitable[Sendable]],
        *,
        replace: bool = True,
    ) -> None:
        """Show what ``message`` makes of the reason; ``replace`` puts it in the place of the pressed message."""
        is_latest = self._presses.note(interaction, replace=replace)

        async def show(known: Why | None) -> None:
            await whisper_rendered(interaction, await message(known), replace=replace)

        async def change(known: Why | None) -> None:
            if not is_latest():
                return
            shown = await message(known)
            if is_latest():  # Its reader may have pressed on while it was drawn.
                await redraw(interaction, shown)

        await with_reason(why, show, change, self._later)


async def redraw(interaction: Interaction, message: Sendable) -> None:
    """Show something else in the message that answered a press."""
    try:
        await interaction.edit_original_response(**message.edited)
    except (*LOST, discord.HTTPException) as error:
        log.info("a private message could not be changed: %s", error)

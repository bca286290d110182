"""What a message really shows, read from its components."""

import logging
from collections.abc import Iterator
from typing import Any, cast

import discord
import msgspec
from msgspec.structs import replace

from bot.screens.kit import HOLDS
from bot.ui.discord.custom_id import CustomId, read
from bot.ui.discord.pressed_message import PressedMessage
from bot.ui.pace.lost_answers import LOST, REFUSED, REQUEST_SECONDS
from bot.ui.pace.request_timeout import request_timeout

log = logging.getLogger(__name__)


def custom_ids_in(message: discord.Message | None, *, last_first: bool = False) -> Iterator[CustomId]:
    """Yield what the components of ``message`` ask for; a menu of dice comes with the dice it shows as held.

    ``last_first`` begins with the lowest row.
    """
    rows = _rows(message)
    for row in reversed(rows) if last_first else rows:
        for item in row.get("components", ()):
            press = read(item.get("custom_id") or "")
            if press is not None and press.do == HOLDS:
                held = (option["value"] for option in item["options"] if option.get("default"))
                press = replace(press, do=" ".join((HOLDS, *held)))
            if press is not None:
                yield press


def offers(message: discord.Message | None, custom_id: str) -> bool:
    """Whether ``message`` has a component with this custom_id: whoever presses may make one up."""
    return any(item.get("custom_id") == custom_id for row in _rows(message) for item in row.get("components", ()))


def _rows(message: discord.Message | None) -> list[dict[str, Any]]:
    """Return the rows of components of a pressed or a fetched message, as Discord's JSON."""
    if isinstance(message, PressedMessage):
        found: list[dict[str, Any]] = msgspec.json.decode(message.rows_json)
        return found
    return [cast(dict[str, Any], row.to_dict()) for row in message.components] if message is not None else []


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

"""What a message really shows, read from its components."""

from collections.abc import Iterator
from dataclasses import replace

import discord

from bot.screens.kit import HOLDS
from bot.ui.discord.custom_id import CustomId, read


def custom_ids_in(message: discord.Message | None, *, last_first: bool = False) -> Iterator[CustomId]:
    """Yield what the components of ``message`` ask for; a menu of dice comes with the dice it shows as held.

    ``last_first`` begins with the lowest row.
    """
    rows = message.components if message else []
    for row in reversed(rows) if last_first else rows:
        for item in getattr(row, "children", ()):
            press = read(getattr(item, "custom_id", None) or "")
            if press is not None and press.do == HOLDS:
                held = (option.value for option in getattr(item, "options", ()) if option.default)
                press = replace(press, do=" ".join((HOLDS, *held)))
            if press is not None:
                yield press


def shown_step(message: discord.Message | None) -> int | None:
    """Return the step on ``message``; None if nobody can press anything there."""
    return next((press.step for press in custom_ids_in(message)), None)

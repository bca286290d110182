"""Every press of every button and menu, and every form that is sent, comes through here.

A press is read by :mod:`bot.ui.discord.custom_id`; the first word of what it asks for finds its handler. What no
handler knows is an action of the game and goes to the table. Each press is answered, whatever happens.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import discord

from bot.tables.core import errors
from bot.tables.core.model import TableId, table_id
from bot.ui.discord.custom_id import Press, read
from bot.ui.discord.errors import guard
from bot.ui.discord.reply import Interaction, reader, whisper

log = logging.getLogger(__name__)

TableHandler: TypeAlias = Callable[[Interaction, TableId, int, str], Awaitable[None]]
"""Called with the interaction, the table, the step drawn on the component, and what it asks for."""

FreeHandler: TypeAlias = Callable[[Interaction, str], Awaitable[None]]
"""Called with the interaction and what it asks for, for components of no table."""


ROUTED = (discord.InteractionType.component, discord.InteractionType.modal_submit)
"""What comes through here; discord.py itself sends commands to the tree."""


class Router:
    """Which words lead where, and how many presses are under way."""

    def __init__(self, act: TableHandler) -> None:
        """Send whatever no other handler knows to ``act``."""
        self._act = act
        self._tables: dict[str, TableHandler] = {}
        self._free: dict[str, FreeHandler] = {}
        self._under_way: set[asyncio.Task[None]] = set()

    def on_table(self, word: str, handler: TableHandler) -> None:
        """Send table components whose request begins with ``word`` to ``handler``."""
        self._tables[word] = handler

    def on_free(self, word: str, handler: FreeHandler) -> None:
        """Send components of no table whose request begins with ``word`` to ``handler``."""
        self._free[word] = handler

    async def route(self, interaction: Interaction) -> None:
        """Answer ``interaction`` if it is a press of a component or sends a form; anything else is not ours.

        It must have been counted (:meth:`count`).
        """
        if interaction.type not in ROUTED:
            return
        await guard(interaction, self._dispatch(interaction))

    def count(self) -> None:
        """Count the running task among what is under way, until it ends."""
        task = asyncio.current_task()
        if task is not None:
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def settle(self) -> None:
        """Wait for the presses and commands under way."""
        while self._under_way:
            await asyncio.wait(self._under_way)

    async def _dispatch(self, interaction: Interaction) -> None:
        data: Mapping[str, Any] = interaction.data or {}
        press = read(str(data.get("custom_id", "")))
        if press is None:
            t = reader(interaction)
            await whisper(interaction, t("This button is from another time; it does nothing now."))
            return
        await self._send_on(interaction, press, _asked(press, data.get("values")))

    async def _send_on(self, interaction: Interaction, press: Press, do: str) -> None:
        word = do.split(" ", 1)[0]
        if press.table is None:
            handler = self._free.get(word)
            if handler is None:
                raise errors.NoTable("-")
            await handler(interaction, do)
            return
        table = table_id(press.table)
        if table is None:
            raise errors.NoTable(press.table)
        await self._tables.get(word, self._act)(interaction, table, press.step, do)


def _asked(press: Press, values: object) -> str:
    """Return what a press asks for: of a menu what is chosen, all of it where several may be (``Menu``, kit.py)."""
    chosen = [str(value) for value in values] if isinstance(values, list) else []
    if press.do.endswith("="):
        return " ".join((press.do, *chosen))
    return chosen[0] if chosen else press.do

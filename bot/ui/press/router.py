"""Every press of every button and menu, and every form that is sent, comes through here.

A press is read by :mod:`bot.ui.discord.adapter`; the first word of what it asks for finds the few routes that begin
with it, and the pattern of one of these (:mod:`bot.screens.kit.patterns`) its handler. A word that begins no route is
an action of the game. Each press is answered, whatever happens.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from typing import Any, Concatenate, Generic, TypeAlias, TypeVar

import discord

from bot.engine import GameError, IllegalAction
from bot.screens.kit.patterns import Pattern
from bot.tables.model import errors
from bot.tables.model.table import TableId, table_id
from bot.ui.discord.adapter import CustomId, read_custom_id
from bot.ui.discord.errors import MovedBoard, answer_error
from bot.ui.discord.reply import Interaction, reader, whisper
from bot.ui.press.table_press import PressServices, TablePress

log = logging.getLogger(__name__)

T = TypeVar("T", TablePress, Interaction)

TableHandler: TypeAlias = Callable[Concatenate[TablePress, ...], Awaitable[None]]
"""Called with the press and the words of its pattern, by name."""

FreeHandler: TypeAlias = Callable[Concatenate[Interaction, ...], Awaitable[None]]
"""A handler for components of no table."""

ROUTED = (discord.InteractionType.component, discord.InteractionType.modal_submit)
"""What comes through here; discord.py itself sends commands to the tree."""

_REMEMBERED = 1024
"""Texts whose words are kept: those of held dice, above all."""


class _Routes(Generic[T]):
    """Patterns and their handlers, by first word."""

    def __init__(self) -> None:
        self._routes: dict[str, list[tuple[Pattern, Callable[..., Awaitable[None]]]]] = {}
        self.find = lru_cache(_REMEMBERED)(self._find)
        """Return the handler that a text with this first word leads to, and its words; None where no pattern fits."""

    def add(self, pattern: Pattern, handler: Callable[..., Awaitable[None]]) -> None:
        self._routes.setdefault(pattern.first, []).append((pattern, handler))
        self.find.cache_clear()

    def __contains__(self, word: str) -> bool:
        return word in self._routes

    def _find(self, word: str, do: str) -> tuple[Callable[..., Awaitable[None]], dict[str, object]] | None:
        for pattern, handler in self._routes[word]:
            words = pattern.read(do)
            if words is not None:
                return handler, words
        return None

    def call(self, word: str, about: T, do: str) -> Awaitable[None] | None:
        """Return the call of the handler that ``do`` leads to; None where no pattern fits."""
        found = self.find(word, do)
        return None if found is None else found[0](about, **found[1])


class Router:
    """Which texts lead where, and how many presses are under way."""

    def __init__(self, services: PressServices, act: Callable[[TablePress], Awaitable[None]]) -> None:
        """Give presses ``services`` to work with; send to ``act`` those at a table that begin with no known word."""
        self._services = services
        self._act = act
        self._tables: _Routes[TablePress] = _Routes()
        self._free: _Routes[Interaction] = _Routes()
        self._refusals: dict[str, type[Exception]] = {}
        self._under_way: set[asyncio.Task[None]] = set()

    def table(self, pattern: str | Pattern, handler: TableHandler) -> None:
        """Send components of tables that ask for what ``pattern`` describes to ``handler``."""
        self._tables.add(_checked(pattern, handler), handler)

    def free(self, pattern: str | Pattern, handler: FreeHandler) -> None:
        """Send components of no table that ask for what ``pattern`` describes to ``handler``."""
        self._free.add(_checked(pattern, handler), handler)

    def anywhere(self, pattern: str | Pattern, handler: FreeHandler) -> None:
        """Send components to ``handler`` whether or not they name a table; it does not matter to what they ask for."""
        found = _checked(pattern, handler)
        self._free.add(found, handler)
        self._tables.add(found, lambda press, **words: handler(press.interaction, **words))

    def refuse(self, word: str, kind: type[Exception]) -> None:
        """Refuse what begins with ``word`` and fits no pattern by an error of ``kind``, rather than IllegalAction."""
        self._refusals[word] = kind

    def at(self, interaction: Interaction, table: TableId, step: int = 0, do: str = "") -> TablePress:
        """Return a press at ``table``, for people who come to it some other way."""
        return TablePress(interaction, table, step, do, self._services)

    async def route(self, interaction: Interaction) -> None:
        """Answer ``interaction`` if it is a press of a component or sends a form; anything else is not ours.

        It must have been counted (:meth:`count`).
        """
        if interaction.type not in ROUTED:
            return
        try:
            await self._dispatch(interaction)
        except Exception as error:
            await answer_error(interaction, error)

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

    async def finish(self) -> None:
        """Wait for the presses and commands that are under way now, but not for later ones."""
        if self._under_way:
            await asyncio.wait(tuple(self._under_way))

    async def _dispatch(self, interaction: Interaction) -> None:
        data: Mapping[str, Any] = interaction.data or {}
        press = read_custom_id(str(data.get("custom_id", "")))
        if press is None:
            t = reader(interaction)
            await whisper(interaction, t("This button is from another time; it does nothing now."))
            return
        do = _asked(press, data.get("values"))
        word = do.partition(" ")[0]
        if press.table is None:
            await self._at_none(interaction, word, do)
            return
        table = table_id(press.table)
        if table is None:
            raise errors.NoTable(press.table)
        self._services.tables.presence.pressed(interaction.user.id, table)
        await self._at_table(self.at(interaction, table, press.step, do), word)

    async def _at_none(self, interaction: Interaction, word: str, do: str) -> None:
        if word not in self._free:
            raise errors.NoTable("-")
        await (self._free.call(word, interaction, do) or self._unknown(word, do))

    async def _at_table(self, press: TablePress, word: str) -> None:
        """Handle ``press``; then no board stays out of date because it was not what was asked about."""
        known = word in self._tables
        try:
            if known:
                await (self._tables.call(word, press, press.do) or self._unknown(word, press.do))
            else:
                await self._act(press)
        except MovedBoard as moved:
            if not await press.leave_link(moved):
                raise
            return
        except (errors.TableError, GameError):
            await press.mend()
            raise
        await press.mend()

    async def _unknown(self, word: str, do: str) -> None:
        raise self._refusals.get(word, IllegalAction)(do)


def _checked(pattern: str | Pattern, handler: Callable[..., object]) -> Pattern:
    """Return the pattern. Raises TypeError unless ``handler`` takes its words."""
    found = Pattern(pattern) if isinstance(pattern, str) else pattern
    found.check(handler)
    return found


def _asked(press: CustomId, values: object) -> str:
    """Return what a press asks for: of a menu what is chosen, all of it where several may be (``Menu``, kit.py)."""
    chosen = [str(value) for value in values] if isinstance(values, list) else []
    if press.do.endswith("="):
        return " ".join((press.do, *chosen))
    return chosen[0] if chosen else press.do

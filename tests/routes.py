"""Where presses lead: the routes of the router and of every cog, as patterns."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from typing import Any

import cogs
from bot.screens.kit.patterns import Pattern
from bot.ui.discord.adapter import read_custom_id
from bot.ui.press.routes import _ROUTES
from cogs.base import _PATTERNS, ClientCog


def _pattern(pattern: str | Pattern) -> Pattern:
    return Pattern(pattern) if isinstance(pattern, str) else pattern


@cache
def _of_tables() -> tuple[Pattern, ...]:
    anywhere = (pattern for cog, pattern in _of_cogs() if cog.presses_anywhere)
    return (*(_pattern(pattern) for pattern, _ in _ROUTES), *anywhere)


@cache
def _of_none() -> tuple[Pattern, ...]:
    return tuple(pattern for _, pattern in _of_cogs())


@cache
def _of_cogs() -> tuple[tuple[type[ClientCog], Pattern], ...]:
    modules = [importlib.import_module(f"cogs.{found.name}") for found in pkgutil.iter_modules(cogs.__path__)]
    every = {one for module in modules for one in vars(module).values() if isinstance(one, type)}
    return tuple(
        (cog, _pattern(pattern))
        for cog in every
        if issubclass(cog, ClientCog)
        for function in vars(cog).values()
        for pattern in getattr(function, _PATTERNS, ())
    )


def route_problems(item: dict[str, Any]) -> Iterator[str]:
    """Yield what a component asks for that does not lead to exactly one route, in words.

    At a table, texts whose first word begins no route are actions of the game.
    """
    press = read_custom_id(item.get("custom_id", ""))
    if press is None:
        if "url" not in item:
            yield f"no custom_id of ours: {item}"
        return
    values = [option["value"] for option in item.get("options", ())]
    asked = [" ".join((press.do, *values))] if press.do.endswith("=") else values or [press.do]
    for do in asked:
        word = do.partition(" ")[0]
        patterns = [pattern for pattern in _of_none() if pattern.first == word]
        if press.table is not None:
            patterns = [pattern for pattern in _of_tables() if pattern.first == word] or patterns
            if not patterns:
                continue
        found = [pattern.text for pattern in patterns if pattern.read(do) is not None]
        if len(found) != 1:
            yield f"{do!r} leads to {found}"

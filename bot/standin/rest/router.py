"""The table of REST routes: how to find the handler of a path in one walk, and what a handler gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.standin.world.errors import ApiError
from bot.standin.world.messages import Upload
from bot.standin.world.model import Json
from bot.standin.world.world import World

__all__ = ["Handler", "RestCall", "RestRouter", "Route"]


@dataclass(slots=True)
class RestCall:
    """One request, read and parsed. `args` are the values of the template's braces, in order."""

    world: World
    args: tuple[str, ...]
    query: Mapping[str, str]
    body: Any = None
    files: dict[int, Upload] = field(default_factory=dict)

    def form(self) -> Json:
        """The JSON body, which must be an object."""
        if not isinstance(self.body, dict):
            raise ApiError(50109)
        return self.body


Handler = Callable[[RestCall], Any]
"""Answers with JSON, or None for 204."""


@dataclass(frozen=True, slots=True)
class Route:
    """A handler with its method and template; `open` ones need no bot token (their path carries one)."""

    method: str
    template: str
    handler: Handler
    open: bool


class _Node:
    __slots__ = ("children", "routes", "variable")

    def __init__(self) -> None:
        self.children: dict[str, _Node] = {}
        self.variable: _Node | None = None
        self.routes: dict[str, Route] = {}


class RestRouter:
    """Routes as a tree of path segments; fixed segments win over braces."""

    def __init__(self) -> None:
        self._root = _Node()

    def add(self, method: str, template: str, handler: Handler, *, open: bool = False) -> None:
        """Add a route such as `/channels/{channel_id}/messages`."""
        node = self._root
        for part in template.strip("/").split("/"):
            if part.startswith("{"):
                node.variable = node.variable or _Node()
                node = node.variable
            else:
                node = node.children.setdefault(part, _Node())
        node.routes[method] = Route(method, template, handler, open)

    def find(self, method: str, path: str) -> tuple[Route, tuple[str, ...]] | None:
        """The route of a path and the values of its braces."""
        node = self._root
        args: list[str] = []
        for part in path.strip("/").split("/"):
            below = node.children.get(part)
            if below is None:
                below = node.variable
                args.append(part)
            if below is None:
                return None
            node = below
        route = node.routes.get(method)
        return None if route is None else (route, tuple(args))

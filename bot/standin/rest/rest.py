"""The REST interface: reads a request, finds its route, and answers as Discord does, errors included."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any

import orjson
from aiohttp import BodyPartReader, web

from bot.standin.rest import routes_app, routes_channels, routes_commands, routes_guilds, routes_interactions
from bot.standin.rest.rates import Rates
from bot.standin.rest.router import RestCall, RestRouter, Route
from bot.standin.world.errors import ApiError
from bot.standin.world.faults import Fault
from bot.standin.world.messages import Upload
from bot.standin.world.token import Token
from bot.standin.world.world import World

__all__ = ["PREFIX", "Rest"]

PREFIX = "/api/v10"
_log = logging.getLogger(__name__)
_FILE_PART = re.compile(r"files\[(\d+)\]")


class Rest:
    """The bots' side of the HTTP server.

    `unknown` lists every request without a route, as (method, path); a test should find it empty.
    """

    def __init__(self, world: World, haste: float, token: Token) -> None:
        self.world = world
        self._token = token
        self.rates = Rates(world.clock, haste)
        self.unknown: list[tuple[str, str]] = []
        self.router = RestRouter()
        for module in (routes_app, routes_commands, routes_channels, routes_guilds, routes_interactions):
            module.add_routes(self.router)

    async def handle(self, request: web.BaseRequest) -> web.Response:
        """Answer one request below the prefix."""
        method, path = request.method, request.path.removeprefix(PREFIX)
        matched = self.router.find(method, path)
        if matched is None:
            return self._not_found(method, request.path)
        route, args = matched
        self.world.calls[method, route.template] += 1
        headers: dict[str, str] = {}
        try:
            headers = self.rates.take(route, args)
            result = await self._answer(request, route, args)
        except ApiError as error:
            self.world.note("rest", method, route.template, error.status, error.code)
            return _json(error.payload(), error.status, headers | error.headers)
        except _Broken:
            return web.Response(status=204)
        self.world.note("rest", method, route.template, 200, 0)
        return web.Response(status=204, headers=headers) if result is None else _json(result, headers=headers)

    async def _answer(self, request: web.BaseRequest, route: Route, args: tuple[str, ...]) -> Any:
        world = self.world
        if not route.open and (world.token_reset or not self._authorised(request)):
            raise ApiError(0)
        call = RestCall(world, args, request.query)
        if request.can_read_body:
            await _read(request, call)
        fault = world.faults.take(route.method, route.template) if world.faults else None
        if fault is not None and not fault.late:
            await _disturb(request, fault)
        result = _call(route, call)
        if fault is not None and fault.late:
            await _disturb(request, fault)
        return result

    def _authorised(self, request: web.BaseRequest) -> bool:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        return scheme == "Bot" and self._token.opens(token.strip())

    def _not_found(self, method: str, path: str) -> web.Response:
        self.unknown.append((method, path))
        _log.error("No route for %s %s: the stand-in does not know it", method, path)
        return _json({"message": "404: Not Found", "code": 0}, 404)


def _call(route: Route, call: RestCall) -> Any:
    """Run the handler. If it fails on the form, no client of Discord would send such a form: refuse and log it."""
    try:
        return route.handler(call)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        _log.exception("Malformed request to %s %s", route.method, route.template)
        errors = {"_errors": [{"code": "MALFORMED", "message": repr(error)}]}
        raise ApiError(50035, body={"errors": errors}) from error


class _Broken(Exception):
    """A fault broke the connection: the answer goes nowhere."""


async def _disturb(request: web.BaseRequest, fault: Fault) -> None:
    """Wait and fail as planned: by an error, or by a connection that breaks without a word."""
    await asyncio.sleep(fault.delay)
    if fault.gate is not None:
        await fault.gate.wait()
    if fault.drop and request.transport is not None:
        request.transport.abort()
        raise _Broken
    if fault.error is not None:
        raise fault.error


def _json(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    body = orjson.dumps(data)
    return web.Response(body=body, status=status, headers=headers, content_type="application/json")


async def _read(request: web.BaseRequest, call: RestCall) -> None:
    try:
        if request.content_type.startswith("multipart/"):
            await _read_parts(request, call)
        elif raw := await request.read():
            call.body = orjson.loads(raw)
    except web.HTTPRequestEntityTooLarge as error:
        raise ApiError(40005) from error
    except ValueError as error:
        raise ApiError(50109) from error


async def _read_parts(request: web.BaseRequest, call: RestCall) -> None:
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise ApiError(50109)
        data = bytes(await part.read())
        match = _FILE_PART.fullmatch(part.name or "")
        if match:
            call.files[int(match[1])] = Upload(part.filename or "file", data)
        elif part.name == "payload_json":
            call.body = orjson.loads(data)

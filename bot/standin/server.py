"""The stand-in as one object: the world, its REST interface, gateway and page behind one port of this machine."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import secrets
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from bot.standin.client.files import Files
from bot.standin.client.page import Pages
from bot.standin.client.person import Person
from bot.standin.gateway.gateway import StandinGateway
from bot.standin.rest.rest import PREFIX, Rest
from bot.standin.world.clock import Clock
from bot.standin.world.store import Store
from bot.standin.world.token import Token
from bot.standin.world.world import World

__all__ = ["Standin"]

_LOOPBACK = frozenset(("127.0.0.1", "localhost", "::1"))
_REQUEST_LIMIT = 30 * 1024 * 1024
_SWEEP = 0.05


class Standin:
    """A Discord on this machine. Use as `async with`, inside the running loop.

    `port=0` takes any free port; `key` is this run's secret for the page (drawn when absent); `name` is that
    of the bot and of its guild; `token` is that of the
    one bot (without it, any will do); `data` is a directory that keeps the world between runs. `compress` sends zlib
    streams to bots that ask for them, as Discord does. `haste` makes the windows of Discord's rate limits that many
    times shorter, for tests that play faster than people. It accepts only loopback addresses: nothing here is fit to
    face a network.
    """

    def __init__(
        self,
        port: int = 0,
        host: str = "127.0.0.1",
        key: str | None = None,
        data: Path | str | None = None,
        *,
        name: str = "Robot",
        token: str | None = None,
        compress: bool = False,
        clock: Clock | None = None,
        haste: float = 1.0,
    ) -> None:
        if host not in _LOOPBACK:
            raise ValueError(f"The stand-in listens on this machine only, not on {host!r}")
        self.host = host
        self.port = port
        self.key = key or secrets.token_urlsafe(24)
        self.world = World(clock, name)
        self.gateway = StandinGateway(self.world, compress, haste, Token(token))
        self.rest = Rest(self.world, haste, Token(token))
        self.pages = Pages(self.world, lambda: self.origin)
        self.files = Files(self.world, self.key)
        self._store = Store(self.world, Path(data)) if data is not None else None
        self._runner: web.ServerRunner | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._hosts: frozenset[str] = frozenset()

    @property
    def origin(self) -> str:
        """Scheme, host and port."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{name}:{self.port}"

    @property
    def api_base(self) -> str:
        """The value for `discord.http.Route.BASE`."""
        return self.origin + PREFIX

    @property
    def cdn_base(self) -> str:
        """The value for `discord.Asset.BASE`."""
        return self.origin + "/cdn"

    @property
    def gateway_url(self) -> str:
        """The value for `DiscordWebSocket.DEFAULT_GATEWAY`."""
        return self.origin.replace("http", "ws", 1) + "/gateway"

    @property
    def page_url(self) -> str:
        """The link to play; `&as=ben` makes it somebody else's."""
        return f"{self.origin}/?key={self.key}"

    @property
    def unknown(self) -> list[tuple[str, str]]:
        """Requests without a route; tests should find this empty."""
        return self.rest.unknown

    def person(self, key: str) -> Person:
        """A driver that acts as one of the people: `ana`, `ben`, `chloe` or `david`."""
        return Person(self.world, self.world.people[key])

    def drop_gateway(self, *, resumable: bool = True, code: int = 4000, shard: int | None = None) -> None:
        """Cut the bots' connections, or one `shard`'s, as a network failure would, or with a `code` of Discord's."""
        self.gateway.drop(resumable=resumable, code=code, shard=shard)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def start(self) -> None:
        """Listen. A busy port is an OSError that says so."""
        server = web.Server(self._handle, request_factory=_request, access_log=None)
        runner = web.ServerRunner(server, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.TCPSite(runner, self.host, self.port).start()
        except OSError as error:
            await runner.cleanup()
            if error.errno == errno.EADDRINUSE:
                text = f"Port {self.port} is in use by another program; choose another one"
                raise OSError(errno.EADDRINUSE, text) from error
            raise
        self._runner = runner
        self.port = runner.addresses[0][1]
        names = ("127.0.0.1", "localhost", "[::1]")
        self._hosts = frozenset(f"{name}:{self.port}" for name in names)
        self.world.link = lambda path: f"{self.origin}{path}?hm={self.files.sign(path)}"
        self.world.gateway_url = self.gateway_url
        self._tasks.append(asyncio.create_task(self._sweep()))
        if self._store is not None:
            try:
                self._store.load()
            except OSError:
                self._store = None
                await self.close()
                raise
            self._tasks.append(asyncio.create_task(self._store.keep_saving()))

    async def close(self) -> None:
        """Save, say goodbye to bots and pages, and stop listening."""
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self._tasks.clear()
        self.gateway.close()
        self.pages.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        if self._store is not None:
            await self._store.close()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            self.world.interactions.expire()

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        """Everything comes through here, so that nothing escapes the checks of Host and Origin.

        They stop other web pages in the same browser: by DNS rebinding (Host) or across origins (Origin).
        """
        if request.host not in self._hosts:
            return web.Response(status=421, text="Wrong host")
        origin = request.headers.get("Origin")
        if origin is not None and origin.removeprefix("http://") not in self._hosts:
            return web.Response(status=403, text="Wrong origin")
        path = request.path
        if path.startswith(PREFIX + "/"):
            return await self.rest.handle(request)
        if path in ("/gateway", "/gateway/"):
            return await self.gateway.handle(request)
        if path == "/socket":
            if not self.files.knows_key(request):
                return web.Response(status=403, text="Wrong key")
            return await self.pages.handle(request)
        if path.startswith("/api/"):
            return await self.rest.handle(request)
        return await self.files.handle(request)


def _request(message: Any, payload: Any, protocol: Any, writer: Any, task: Any) -> web.BaseRequest:
    """Make a request as aiohttp does, but with room for files of Discord's size."""
    loop = asyncio.get_running_loop()
    return web.BaseRequest(message, payload, protocol, writer, task, loop, client_max_size=_REQUEST_LIMIT)

"""Sending on a websocket from ordinary functions: they queue frames, and one task writes them in order."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from types import TracebackType

from aiohttp import WSMsgType, web

__all__ = ["Outbox"]

_MOST = 20_000


class Outbox:
    """The way out of one websocket. Use as `async with`; it cuts off a peer that reads too slowly."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self._socket = socket
        self._queue: deque[tuple[bytes, WSMsgType]] = deque()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.closing: int | None = None

    def push(self, frame: bytes, kind: WSMsgType = WSMsgType.TEXT) -> None:
        """Queue a frame."""
        if self.closing is not None:
            return
        if len(self._queue) >= _MOST:
            self.close(1008)
            return
        self._queue.append((frame, kind))
        self._wake.set()

    def close(self, code: int) -> None:
        """Close the socket after the queued frames."""
        if self.closing is None:
            self.closing = code
            self._wake.set()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._queue:
                frame, kind = self._queue.popleft()
                await self._socket.send_frame(frame, kind)
            if self.closing is not None:
                await self._socket.close(code=self.closing)
                return

    async def __aenter__(self) -> Outbox:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError, RuntimeError):
                await self._task

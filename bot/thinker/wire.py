"""How the bot and a process that works for it talk: pickles over a socket, each behind its length.

The bot's end costs the event loop some tens of microseconds a question and needs no thread. Besides what the process
works on, one more question lies ready for it; all others wait here, the most urgent first. Whoever stops waiting before
that takes their question along.
"""

import asyncio
import heapq
import itertools
import pickle
import socket
import struct
import traceback
from collections import deque
from typing import Any, cast

_LENGTH = struct.Struct("!I")

_AHEAD = 2
"""Questions that the process has: it need not wait for the event loop between two."""


class Broken(Exception):
    """The process has ended before it answered."""


class Wire(asyncio.Protocol):
    """The bot's end."""

    def __init__(self) -> None:
        """Wait for the connection."""
        self._waiting: list[tuple[float, int, bytes, asyncio.Future[Any]]] = []
        self._asked: deque[asyncio.Future[Any]] = deque()
        self._numbers = itertools.count()
        self._read = bytearray()
        self._transport: asyncio.WriteTransport | None = None

    def ask(self, question: Any, by: float) -> "asyncio.Future[Any]":
        """Return what will hold the answer to ``question``, a function with its arguments; the smallest ``by`` first.

        It raises what the function raises, or Broken.
        """
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if self._transport is None:
            answer.set_exception(Broken())
        else:
            heapq.heappush(self._waiting, (by, next(self._numbers), pickle.dumps(question), answer))
            self._send()
        return answer

    def close(self) -> None:
        """Let the process end after what it works on."""
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = cast(asyncio.WriteTransport, transport)

    def data_received(self, data: bytes) -> None:
        """Take the answers that are complete."""
        self._read += data
        while (answer := _first(self._read)) is not None:
            self._answered(pickle.loads(answer))  # noqa: S301 - our own process wrote it.
        self._send()

    def connection_lost(self, error: Exception | None) -> None:
        """Tell everybody who waits."""
        self._transport = None
        for answer in [*self._asked, *(waiting[-1] for waiting in self._waiting)]:
            if not answer.done():
                answer.set_exception(Broken())
        self._asked.clear()
        self._waiting.clear()

    def _answered(self, said: tuple[bool, Any]) -> None:
        answer, (good, value) = self._asked.popleft(), said
        if answer.done():  # Nobody waits any longer.
            return
        if good:
            answer.set_result(value)
        else:
            answer.set_exception(value)

    def _send(self) -> None:
        while self._transport is not None and self._waiting and len(self._asked) < _AHEAD:
            *_, question, answer = heapq.heappop(self._waiting)
            if not answer.done():
                self._asked.append(answer)
                self._transport.write(_LENGTH.pack(len(question)) + question)


def _first(read: bytearray) -> bytes | None:
    """Take the first pickle off ``read``; None while it is not complete."""
    if len(read) < _LENGTH.size:
        return None
    end = _LENGTH.size + _LENGTH.unpack_from(read)[0]
    if len(read) < end:
        return None
    found = bytes(read[_LENGTH.size : end])
    del read[:end]
    return found


def answer_all(connection: socket.socket) -> None:
    """Be the process: answer what comes through ``connection``, until the bot closes its end."""
    with connection, connection.makefile("rb") as questions:
        while len(length := questions.read(_LENGTH.size)) == _LENGTH.size:
            answer = _answer(questions.read(*_LENGTH.unpack(length)))
            connection.sendall(_LENGTH.pack(len(answer)) + answer)


def _answer(question: bytes) -> bytes:
    try:
        function, arguments, named = pickle.loads(question)  # noqa: S301 - the bot wrote it.
        return pickle.dumps((True, function(*arguments, **named)))
    except Exception as error:
        error.add_note("".join(traceback.format_exception(error)))
        try:
            return pickle.dumps((False, error))
        except Exception:
            return pickle.dumps((False, RuntimeError("".join(traceback.format_exception(error)))))

"""The talk between the bot and a process that works for it: pickles over a socket, each behind its length.

The bot's end costs the event loop some tens of microseconds a question and needs no thread. Besides what the process
works on, one more question lies ready for it; all others wait here, the most urgent first. A caller that stops waiting
before that takes its question along.

While the process works, a thread of it gives signs of life. Where none comes any more, it hangs, and the bot's end
closes the connection. So a question that takes a minute is told from a process that somebody has stopped.
"""

import asyncio
import heapq
import itertools
import pickle
import socket
import struct
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

_LENGTH = struct.Struct("!I")

_AHEAD = 2
"""Questions that the process has: it need not wait for the event loop between two."""


LOOK_SECONDS = 1.0
"""Between two looks of the bot's end whether the process lives; the process gives two signs of life meanwhile."""

SILENT_LOOKS = 10
"""So many looks in a row without an answer or a sign of life: it hangs. Looks and not seconds, because a bot that was
stopped itself, with its machine perhaps, wakes up before it has read the signs."""

_FIRST_LOOKS = 30
"""Until its first sign of life: it may have to be loaded from a slow disk."""

_ANSWER_LOOKS = 900
"""For one answer, whatever signs it gives: the longest take some minutes on a slow machine."""

_ALIVE = _LENGTH.pack(0)


class Broken(Exception):
    """The process has ended before it answered, or it hangs."""


class Wire(asyncio.Protocol):
    """The bot's end."""

    def __init__(self, ended: Callable[[], None], look_seconds: float = LOOK_SECONDS) -> None:
        """Wait for the connection; call ``ended`` when it is lost. Look after the process each ``look_seconds``."""
        self._ended = ended
        self._look_seconds = look_seconds
        self._next_look: asyncio.TimerHandle | None = None
        self._silent = self._unanswered = 0
        """Looks since the last sign of life, and since the last answer."""
        self._allowed = _FIRST_LOOKS
        self.hangs = False
        """Whether the connection was closed because the process gave no sign of life, or no answer for very long."""
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
        """Take the answers that are complete; whatever comes is a sign of life."""
        self._silent, self._allowed = 0, SILENT_LOOKS
        self._read += data
        while (answer := _first(self._read)) is not None:
            if answer:
                self._unanswered = 0
                self._answered(pickle.loads(answer))  # noqa: S301 - our own process wrote it.
        self._send()

    def look(self) -> None:
        """Look whether the process gave a sign of life since the last look; close the connection where it hangs."""
        self._look_no_more()
        if not self._asked or self._transport is None:
            return
        self._silent += 1
        self._unanswered += 1
        if self._silent >= self._allowed or self._unanswered >= _ANSWER_LOOKS:
            self.hangs = True
            self._transport.abort()
        else:
            self._look_later()

    def _look_later(self) -> None:
        self._next_look = asyncio.get_running_loop().call_later(self._look_seconds, self.look)

    def _look_no_more(self) -> None:
        if self._next_look is not None:
            self._next_look.cancel()
            self._next_look = None

    def connection_lost(self, error: Exception | None) -> None:
        """Tell everybody who waits."""
        self._look_no_more()
        self._transport = None
        for answer in [*self._asked, *(waiting[-1] for waiting in self._waiting)]:
            if not answer.done():
                answer.set_exception(Broken())
        self._asked.clear()
        self._waiting.clear()
        self._ended()

    def _answered(self, result: tuple[bool, Any]) -> None:
        answer, (good, value) = self._asked.popleft(), result
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
        if self._asked and self._next_look is None:
            self._silent = self._unanswered = 0
            self._look_later()


def _first(read: bytearray) -> bytes | None:
    """Take the first pickle off ``read``; None while it is not complete."""
    if len(read) < _LENGTH.size:
        return None
    end = _LENGTH.size + _LENGTH.unpack_from(read)[0]
    if len(read) < end:
        return None
    first = bytes(read[_LENGTH.size : end])
    del read[:end]
    return first


def answer_all(connection: socket.socket, sign_seconds: float = LOOK_SECONDS / 2) -> None:
    """Be the process: answer what comes through ``connection``, until the bot closes its end.

    While it works, give a sign of life each ``sign_seconds``.
    """
    sending, working = threading.Lock(), threading.Event()
    signs = connection, sending, working, sign_seconds
    threading.Thread(target=_give_signs_of_life, args=signs, daemon=True).start()
    with connection, connection.makefile("rb") as questions:
        while len(length := questions.read(_LENGTH.size)) == _LENGTH.size:
            question = questions.read(*_LENGTH.unpack(length))
            working.set()
            answer = _answer(question)
            working.clear()
            with sending:
                connection.sendall(_LENGTH.pack(len(answer)) + answer)


def _give_signs_of_life(
    connection: socket.socket, sending: threading.Lock, working: threading.Event, seconds: float
) -> None:
    with suppress(OSError):  # The bot has closed its end; the process ends too.
        while working.wait():
            time.sleep(seconds)  # Most questions are answered before that.
            if working.is_set():
                with sending:
                    connection.sendall(_ALIVE)


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

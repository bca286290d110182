"""``python -m bot run``, with a watch on its event loop: twice a second it writes delays as JSON to a file.

With ``unlimited`` behind the file, one person may press as fast as they like. All are in seconds:

* ``late``: how late a timer came at most, for whatever reason.
* ``busy``: how long the loop's thread computed at most between two looks, as the kernel counts it.
* ``collecting``: how long the garbage collector did at most.
* ``rounds``: all times between two looks in which it computed for more than 5 ms: when they began and ended (in
  monotonic seconds), how long it computed, how long others had its core while it was ready, and in how many callbacks.
  After a wait for its core, it has more to do at once.
* ``callbacks``: all callbacks of the loop that computed for more than 5 ms: when they began and ended, how long they
  computed, and what they did. Nothing else of the loop comes between. Those that read from sockets are in rounds only.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from contextvars import Context
from pathlib import Path
from typing import Any

import uvloop

from bot import arrivals, logs
from bot.run import StartError, serve
from bot.settings import read_settings

LOOK = 0.002
"""Seconds between two looks; a later look shows how long the loop was busy."""
_LONG = 0.005


class WatchedLoop(uvloop.Loop):
    """Counts its callbacks and notes the long ones."""

    def __init__(self) -> None:
        super().__init__()
        self.callbacks = 0
        self.long = list[tuple[float, float, float, str]]()

    def call_soon(self, callback: Callable[..., Any], *args: Any, context: Context | None = None) -> asyncio.Handle:
        return super().call_soon(self._timed, callback, *args, context=context)

    def call_later(
        self, delay: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return super().call_later(delay, self._timed, callback, *args, context=context)

    def call_soon_threadsafe(
        self, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        return super().call_soon_threadsafe(self._timed, callback, *args, context=context)

    def _timed(self, callback: Callable[..., Any], *args: Any) -> None:
        begun, used = time.monotonic(), time.thread_time()
        try:
            callback(*args)
        finally:
            self.callbacks += 1
            if (took := time.thread_time() - used) > _LONG:
                self.long.append((begun, time.monotonic(), took, name(callback)))


def name(callback: Any) -> str:
    """Whose callback that is: a task's is that of what it does."""
    task = getattr(callback, "__self__", None)
    if isinstance(task, asyncio.Task):
        return f"{getattr(task.get_coro(), '__qualname__', '?')} ({task.get_name()})"
    return str(getattr(callback, "__qualname__", callback))


def timing(took: list[float]) -> Callable[[str, Any], None]:
    """Return a callback for the garbage collector that notes how long each collection takes."""
    start = 0.0

    def note(phase: str, _: Any) -> None:
        nonlocal start
        if phase == "start":
            start = time.thread_time()
        else:
            took.append(time.thread_time() - start)

    return note


async def watch(loop: WatchedLoop, file: Path) -> None:
    late, busy, second = list[float](), list[float](), time.monotonic()
    rounds, collecting = list[tuple[float, float, float, float, int]](), [0.0]
    gc.callbacks.append(timing(collecting))
    schedule = os.open(f"/proc/self/task/{threading.get_native_id()}/schedstat", os.O_RDONLY)

    def waited() -> float:
        return int(os.pread(schedule, 100, 0).split()[1]) / 1e9

    while True:
        begun, used, before, callbacks = time.monotonic(), time.thread_time(), waited(), loop.callbacks
        await asyncio.sleep(LOOK)
        ended, took = time.monotonic(), time.thread_time() - used
        late.append(ended - begun - LOOK)
        busy.append(took)
        if took > _LONG:
            rounds.append((begun, ended, took, waited() - before, loop.callbacks - callbacks))
        if ended - second > 0.5:
            second = ended
            worst = {"late": max(late), "busy": max(busy), "collecting": max(collecting), "at": time.time()}
            with file.open("a", encoding="ascii") as out:
                out.write(json.dumps(worst | {"rounds": rounds, "callbacks": loop.long}) + "\n")
            collecting[:] = [0.0]
            for noted in (late, busy, rounds, loop.long):
                noted.clear()


async def run(loop: WatchedLoop, file: Path) -> None:
    watching = asyncio.create_task(watch(loop, file))
    await serve(read_settings())
    watching.cancel()


if __name__ == "__main__":
    if sys.argv[2:] == ["unlimited"]:
        arrivals.BURST = 10**9
    logs.set_up("WARNING")
    watched = WatchedLoop()
    try:
        uvloop.run(run(watched, Path(sys.argv[1])), loop_factory=lambda: watched)
    except StartError as error:
        sys.exit(str(error))

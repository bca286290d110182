"""``python -m bot run``, with a watch on its event loop: twice a second it writes delays as JSON to a file.

With ``unlimited`` behind the file, one person may press as fast as they like. ``late`` is how late a timer came, for
whatever reason. ``busy`` is how long the loop's thread computed meanwhile, which other processes on the machine do not
change. ``collecting`` is how long the garbage collector did.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.run import StartError, run_program, serve
from bot.settings import read_settings
from bot.ui.pace import press_limit

LOOK = 0.002
"""Seconds between two looks; a later look shows how long the loop was busy."""


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


async def watch(file: Path) -> None:
    late, busy, second = list[float](), list[float](), time.monotonic()
    collecting = [0.0]
    gc.callbacks.append(timing(collecting))
    while True:
        start, used = time.perf_counter(), time.thread_time()
        await asyncio.sleep(LOOK)
        late.append(time.perf_counter() - start - LOOK)
        busy.append(time.thread_time() - used)
        if time.monotonic() - second > 0.5:
            second = time.monotonic()
            said = {"late": max(late), "busy": max(busy), "collecting": max(collecting), "at": time.time()}
            collecting[:] = [0.0]
            with file.open("a", encoding="ascii") as out:
                out.write(json.dumps(said) + "\n")
            late.clear()
            busy.clear()


async def run(file: Path) -> None:
    watching = asyncio.create_task(watch(file))
    await serve(read_settings())
    watching.cancel()


if __name__ == "__main__":
    if sys.argv[2:] == ["unlimited"]:
        press_limit.BURST = 10**9
    try:
        run_program(run(Path(sys.argv[1])), log_level="WARNING")
    except StartError as error:
        sys.exit(str(error))

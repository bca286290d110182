"""``python -m bot run``, and how long its event loop was held up: written as JSON to the file given, twice a second.

``late`` is by how much a timer came late, whatever the reason; ``busy`` how long the loop's thread computed meanwhile,
which other processes on the machine do not change.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path

from bot.run import StartError, run_here, serve
from bot.settings import read_settings

LOOK = 0.002
"""Seconds between two looks; a look that comes later than that tells how long the loop was busy."""


async def watch(file: Path) -> None:
    late, busy, second = list[float](), list[float](), time.monotonic()
    while True:
        start, used = time.perf_counter(), time.thread_time()
        await asyncio.sleep(LOOK)
        late.append(time.perf_counter() - start - LOOK)
        busy.append(time.thread_time() - used)
        if time.monotonic() - second > 0.5:
            second = time.monotonic()
            said = {"late": max(late), "busy": max(busy), "at": time.time()}
            with file.open("a", encoding="ascii") as out:
                out.write(json.dumps(said) + "\n")
            late.clear()
            busy.clear()


async def run(file: Path) -> None:
    watching = asyncio.create_task(watch(file))
    await serve(read_settings())
    watching.cancel()


if __name__ == "__main__":
    try:
        run_here(run(Path(sys.argv[1])), log_level="WARNING")
    except StartError as error:
        sys.exit(str(error))

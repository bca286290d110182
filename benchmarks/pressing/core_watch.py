"""Notes when a core stands still, for whatever else runs there: ``python core_watch.py FILE``, on the core to watch.

A virtual machine may lose a core for a tenth of a second; Linux often counts that as time of the thread that ran there.
So this looks at the clock with real-time priority: whenever it comes late, nobody computed. Each line of the file says,
as JSON, from when to when the core stood still, in monotonic seconds. Linux only, for who may have that priority.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path

_LOOK = 0.002
_STILL = 0.004
"""Seconds; anything shorter may be this program's own."""


def stood_still(file: Path) -> list[tuple[float, float]]:
    """Return from when to when the core stood still."""
    return [tuple(json.loads(line)) for line in file.read_text(encoding="ascii").splitlines()]


def disturbed(begun: float, ended: float, still: Iterable[tuple[float, float]]) -> bool:
    """Whether the core stood still between these two, in monotonic seconds."""
    return any(since < ended and begun < until for since, until in still)


def watch(file: Path) -> None:
    """Look until somebody ends this."""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50))
    with file.open("w", encoding="ascii", buffering=1) as out:
        while True:
            since = time.monotonic()
            time.sleep(_LOOK)
            if (until := time.monotonic()) - since > _LOOK + _STILL:
                out.write(json.dumps((since, until)) + "\n")


if __name__ == "__main__":
    watch(Path(sys.argv[1]))

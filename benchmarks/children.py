"""Bots in processes of their own, and the processor time that the kernel counts for them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent

RUN = ("-c", "from bot import arrivals, cli; arrivals.BURST = 10**9; cli.main()", "run")
"""``-m bot run``, for hands that press faster than people do."""

_STOP_SECONDS = 90
"""A process that shares a database hands its shards over first, one after the other."""


@dataclass(frozen=True, slots=True)
class Cpu:
    """Seconds of a process, all threads together: on a core, and ready to run but waiting for one."""

    used: float
    waited: float

    def since(self, earlier: Cpu) -> Cpu:
        return Cpu(self.used - earlier.used, self.waited - earlier.waited)


def cpu(pid: int) -> Cpu:
    """Return the processor time of process ``pid`` so far; Linux only."""
    used = waited = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        running, ready, _ = (task / "schedstat").read_text().split()
        used += int(running)
        waited += int(ready)
    return Cpu(used / 1e9, waited / 1e9)


def core_busy(core: int | None) -> float:
    """Return for how many seconds ``core`` has done something, or another virtual machine has had it; Linux only.

    0 without a core. Handling interrupts is left out: mostly, processes that send and receive cause them.
    """
    if core is None:
        return 0.0
    lines = (line.split() for line in Path("/proc/stat").read_text().splitlines())
    user, nice, system, *_, steal = next(map(int, line[1:9]) for line in lines if line[0] == f"cpu{core}")
    return (user + nice + system + steal) / os.sysconf("SC_CLK_TCK")


class Child:
    """A bot as a child process; its output goes to a file. Leaving asks it to stop and waits."""

    def __init__(self, log: Path, arguments: Sequence[str], environment: Mapping[str, str], core: int | None,
                 root: Path = ROOT) -> None:  # fmt: skip
        self.log = log
        self._root = root
        self._arguments = arguments
        self._environment = environment
        self._core = core
        self.pid = 0

    async def __aenter__(self) -> Child:
        with self.log.open("wb") as output:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *self._arguments,
                cwd=self._root,
                env={**os.environ, **self._environment},
                stdout=output,
                stderr=output,
            )
        self.pid = self._process.pid
        if self._core is not None:
            os.sched_setaffinity(self.pid, {self._core})
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(self._process.wait(), _STOP_SECONDS)

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    async def wait(self) -> None:
        """Wait until it has ended."""
        await self._process.wait()

    @property
    def ended(self) -> bool:
        return self._process.returncode is not None

    def said(self) -> str:
        """Return its output."""
        return self.log.read_text(errors="replace")

"""Bots that share a database: they are killed, stopped and started again."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Mapping
from pathlib import Path

from children import Child

PROGRAM = """
from bot import arrivals, cli
arrivals.BURST = 10**9
{hurry}
cli.main()
"""
HURRY = """
from bot.gateway import pacing as local
from bot.tables.moves import waiting
from db.claims import holder, session
local.APART = holder.APART = 0.05
holder.TRY_SECONDS, holder.LOOK_SECONDS, holder.REBALANCE_SECONDS = 0.05, 0.2, 5.0
session.IDLE_SECONDS, session.LEASE_SECONDS = 4.0, 3.0
waiting.CALL_SECONDS = 4
"""
"""Shorter waits, for a day of less than a minute."""


class Bot:
    """One of the processes; it is started again and again."""

    def __init__(self, number: int, folder: Path, environment: Mapping[str, str], *, hurry: bool) -> None:
        self.number, self.starts = number, 0
        self.stopped = False
        """Whether it was stopped by SIGSTOP."""
        self._folder, self._environment = folder, environment
        self._program = ("-c", PROGRAM.format(hurry=HURRY if hurry else ""), "run")
        self._child: Child | None = None
        self._logs: list[Path] = []

    @property
    def up(self) -> bool:
        """Whether it runs, and is not stopped."""
        return self._child is not None and not self._child.ended and not self.stopped

    @property
    def ended(self) -> bool:
        """Whether it has ended by itself."""
        return self._child is not None and self._child.ended

    async def start(self) -> None:
        """Start it; it has ended before."""
        self.starts += 1
        log = self._folder / f"bot-{self.number}-{self.starts}.log"
        self._logs.append(log)
        self._child = await Child(log, self._program, self._environment, None).__aenter__()

    async def stay_up(self) -> None:
        """Start it again whenever it ends by itself, as a service manager does: PostgreSQL was down at its start."""
        while True:
            await asyncio.sleep(1)
            if self.ended:
                await self.start()

    async def kill(self) -> None:
        """End it by SIGKILL."""
        assert self._child is not None
        child, self._child = self._child, None
        child.send(signal.SIGKILL)
        await child.wait()
        self.stopped = False

    async def stop_for(self, seconds: float) -> None:
        """Stop it (SIGSTOP), and let it go on (SIGCONT) after so long."""
        assert self._child is not None
        self._child.send(signal.SIGSTOP)
        self.stopped = True
        try:
            await asyncio.sleep(seconds)
        finally:
            if self._child is not None:
                self._child.send(signal.SIGCONT)
                self.stopped = False

    async def end(self) -> None:
        """Ask it to stop, and wait."""
        if self._child is not None:
            with contextlib.suppress(ProcessLookupError):
                self._child.send(signal.SIGCONT)
            await self._child.__aexit__()

    def errors(self) -> list[str]:
        """Return the errors with a traceback in its logs: what nobody has foreseen."""
        errors = []
        for log in self._logs:
            before = ""
            lines = log.read_text(errors="replace").splitlines()
            for number, line in enumerate(lines):
                if line.startswith("Traceback"):
                    after = lines[number + 1 :]
                    errors.append(
                        f"{log.name}: {before} / {next((text for text in after if not text.startswith(' ')), '')}"
                    )
                before = line
        return errors

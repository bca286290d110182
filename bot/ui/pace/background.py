"""Work beside or after the answers: nobody waits for it, and its failure harms nobody."""

import asyncio
import logging
from collections.abc import Awaitable

log = logging.getLogger(__name__)


class BackgroundTasks:
    """Tasks that are kept until they are done."""

    def __init__(self) -> None:
        """Begin with none."""
        self.tasks: set[asyncio.Task[None]] = set()
        """Those under way."""

    def run(self, work: Awaitable[object], name: str) -> asyncio.Task[None]:
        """Do ``work`` and log its failure under ``name``. Returns its task."""

        async def done() -> None:
            try:
                await work
            except Exception:
                log.exception("failed: %s", name)

        task = asyncio.create_task(done(), name=name)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def settle(self) -> None:
        """Wait until all of them are done."""
        while self.tasks:
            # Not gather(): since Python 3.12 it returns without a break when all are done, and they would stay here.
            await asyncio.wait(self.tasks)

"""What tests of the whole process share."""

from __future__ import annotations

import asyncio

import pytest

from bot.ui.pace.retrying import RetryingTask


class Pauses:
    """Stands in for the pauses between two tries: notes them, and ends them when a test says so."""

    def __init__(self) -> None:
        self.taken: list[float] = []
        self.over = asyncio.Event()

    async def wait(self, seconds: float) -> None:
        self.taken.append(seconds)
        await self.over.wait()


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> Pauses:
    pauses = Pauses()
    monkeypatch.setattr(RetryingTask, "wait", staticmethod(pauses.wait))
    return pauses

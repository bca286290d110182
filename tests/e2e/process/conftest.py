"""What tests of the whole process share."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bot.gateway.waiting import GatewayWaits
from bot.ui.pace.work import RetryingTask
from tests.e2e.playing import until


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


class Naps:
    """Stands in for the bot's waiting: notes every pause, and lets it pass in the world at once."""

    def __init__(self, world: Any) -> None:
        self.world = world
        self.taken: list[float] = []
        self.over: Callable[[], object] = lambda: None
        """Runs after each pause; here Discord may come back."""
        self.quiet: Callable[[], object] = lambda: True
        """Whether nothing is under way that would take as long as the next pause."""

    async def wait(self, seconds: float) -> None:
        self.taken.append(seconds)
        if seconds > 0:
            await until(self.quiet)
        self.world.clock.advance(max(seconds, 0))
        self.over()
        await asyncio.sleep(0)

    @property
    def long(self) -> list[float]:
        """The pauses longer than Discord's own between two sessions."""
        return [one for one in self.taken if one > 0]


@pytest.fixture
def naps(quiet_evening: Any, monkeypatch: pytest.MonkeyPatch) -> Naps:
    naps = Naps(quiet_evening.standin.world)
    monkeypatch.setattr(GatewayWaits, "wait", lambda _, seconds: naps.wait(seconds))
    monkeypatch.setattr(GatewayWaits, "clock", staticmethod(naps.world.clock.now))
    return naps

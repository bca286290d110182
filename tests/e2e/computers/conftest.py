"""Computers that need no thinking process and no pauses, for tests about tables."""

from __future__ import annotations

import asyncio
import hashlib
from random import Random
from typing import Any

import pytest

from bot.engine.types import text
from bot.thinker.worker import ComputerChoice
from bot.ui.delivery import computers


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computers pause for a moment only."""
    for pause in ("FIRST_SECONDS", "NEXT_SECONDS", "AT_ONCE_SECONDS"):
        monkeypatch.setattr(computers, pause, 0.01)


@pytest.fixture
async def guessing(evening: Any, hurried: None) -> Any:
    """An evening whose computers take any legal action, by what they are asked."""
    thinker = evening.client.services.tables.thinker

    async def choose(game: Any, state: Any, level: str, slips: str, **_: object) -> ComputerChoice:
        legal = game.legal_actions(state)
        return ComputerChoice(text(legal[Random(hashlib.sha256(slips.encode()).digest()).randrange(len(legal))]), level)

    thinker.choose, thinker.prepare = choose, lambda *about: asyncio.get_running_loop().create_future()
    return evening

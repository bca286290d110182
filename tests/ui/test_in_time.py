"""How long a message says that something is being worked out."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.ui.discord.reply import TOKEN_SECONDS
from bot.ui.press import waiting
from bot.ui.press.waiting import TooLong, in_time


async def test_a_message_waits_for_minutes_but_no_longer_than_it_can_be_edited(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sheet with the Power die may take five of them; a token of Discord's is good for fifteen."""
    limits = list[float]()

    async def wait(works: Any, **how: float) -> None:
        limits.append(how["timeout"])

    monkeypatch.setattr(waiting.asyncio, "wait", wait)
    with pytest.raises(TooLong):
        await in_time(asyncio.get_running_loop().create_future())
    assert [300 <= limit < TOKEN_SECONDS / 2 for limit in limits] == [True], "a hint waits twice"

"""What ``python -m bot play`` starts, but for the waiting."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from bot import play
from bot.standin.server import Standin


@pytest.mark.parametrize("hours", [0, 48])
async def test_bot_and_discord_may_both_begin_some_hours_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    worlds, ahead = list[Any](), list[float]()

    def opened(**about: Any) -> Standin:
        standin = Standin(**about)
        worlds.append(standin.world)
        return standin

    async def stopped(client: Any, token: str) -> None:
        ahead.extend(now() - time.time() for now in (client.services.clock, worlds[0].clock.now))

    monkeypatch.setattr(play, "Standin", opened)
    monkeypatch.setattr(play, "until_stopped", stopped)
    await play.play(0, tmp_path, shift=hours)
    assert ahead == pytest.approx([hours * 3600] * 2, abs=60)

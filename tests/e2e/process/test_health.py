"""The health check: the bot is well while Discord acknowledges its heartbeats and storage answers."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from bot.health import beat_file, healthy_until, is_healthy, write_beat

INTERVAL = 0.4


@pytest.fixture
def file(process: Any) -> Path:
    """Where the process says that it is well. Its heart beats fast, as Discord demands."""
    process.standin.gateway.interval = int(INTERVAL * 1000)
    return beat_file(process.environment["DATABASE_URL"])


@pytest.mark.long
async def test_the_command(process: Any, hands: Any, file: Path) -> None:
    process.standin.gateway.interval = 40_000
    status, errors = await process.outcome(await process.spawn("healthcheck"))
    assert status == 1
    assert errors.startswith("gobelet: not well")
    running = await process.start()
    await hands["until"](lambda: is_healthy(file), 30)
    status, errors = await process.outcome(await process.spawn("healthcheck"))
    assert (status, errors) == (0, "")
    assert (await process.end(running))[0] == 0
    assert not is_healthy(file)


@pytest.mark.long
async def test_a_gateway_that_is_gone(process: Any, hands: Any, file: Path) -> None:
    """Not well, although discord.py still calls itself ready; well again after it has come back."""
    await process.start()
    await hands["until"](lambda: is_healthy(file), 30)
    process.standin.gateway.away = True
    process.standin.drop_gateway()
    await hands["until"](lambda: not is_healthy(file), 30)
    process.standin.gateway.away = False
    await hands["until"](lambda: is_healthy(file), 30)


async def test_a_connection_counts_as_alive_for_five_quarters_of_the_interval(evening: Any) -> None:
    gateway, seconds = evening.client.gateway.connections[0], evening.standin.gateway.interval / 1000
    before, left, after = gateway.ack_age(), gateway.left(), gateway.ack_age()
    assert before + left <= 1.25 * seconds <= after + left


@pytest.mark.long
async def test_a_gateway_that_falls_silent(process: Any, hands: Any, file: Path) -> None:
    """The connection stands, events may even come, but Discord acknowledges no more heartbeats."""
    await process.start()
    await hands["until"](lambda: is_healthy(file), 30)
    process.standin.gateway.mute = True
    await hands["until"](lambda: not is_healthy(file), 30)
    assert process.standin.world.sessions_online
    process.standin.gateway.mute = False
    await hands["until"](lambda: is_healthy(file), 30)


def test_a_bot_says_it_for_a_minute_at_most(tmp_path: Path) -> None:
    """A killed bot, or a clock set back, does not count as well for ever."""
    file = tmp_path / "said"
    write_beat(file, 3600)
    assert is_healthy(file)
    assert healthy_until(file) < time.time() + 61  # the file holds whole milliseconds
    file.write_text(f"{time.time() + 3600}")
    assert not is_healthy(file)
    file.write_text("nonsense")
    assert not is_healthy(file)

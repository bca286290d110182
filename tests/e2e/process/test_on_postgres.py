"""A game from its start command to its result on PostgreSQL, in servers of two shards."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.playing import Play
from tests.postgres import Make

SHEET = "yum_classic"


async def _turns(play: Play, count: int) -> None:
    for _ in range(count):
        assert (await play.whole_turn()).updated


@pytest.mark.long
async def test_games_on_two_shards_go_on_after_a_restart_and_count(
    quiet_evening: Any, postgres: Make, hands: Any
) -> None:
    evening, world, gateway = quiet_evening, quiet_evening.standin.world, quiet_evening.standin.gateway
    evening.server = postgres(empty=True)
    gateway.recommended = gateway.starts.max_concurrency = 2
    here = (int(world.guild.id) >> 22) % 2
    world.add_guild("elsewhere", "hall", shard=(1 - here, 2))
    async with evening.running() as client:
        assert client.services.shards.now.count == 2
        plays = [await evening.game("ana", "ben", channel=channel, sheet=SHEET) for channel in ("dice", "hall")]
        for play in plays:
            await _turns(play, 5)
            await play.throw()
        await evening.settle()
    async with evening.running():
        for play in plays:
            await play.mark()
            while any(do.startswith("roll") for do in play.does):
                await _turns(play, 1)
            await evening.settle()
            assert "final result" in str(play.now), play.now
        for channel in ("dice", "hall"):
            board = await evening.person("ana").command("leaderboard", channel)
            assert evening.person("ana").mention in board.text
            assert "1 game" in board.text

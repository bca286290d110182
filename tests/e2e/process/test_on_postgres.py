"""A game from its start command to its result on PostgreSQL, in servers of two shards."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot import run
from bot.run import StartError
from db import moving
from tests.e2e.playing import Play
from tests.postgres import Make, Server

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


async def test_a_button_from_before_a_move_goes_on_with_its_game_after_it(
    quiet_evening: Any, postgres: Make, hands: Any, tmp_path: Path
) -> None:
    """To PostgreSQL and back; each time somebody presses what the board has shown since before the move."""
    evening = quiet_evening
    async with evening.running():
        play = await evening.game("ana", "ben", sheet=SHEET)
        await play.throw()
        await evening.settle()
    for url in (postgres(empty=True), f"sqlite:///{tmp_path}/back.db"):
        who, button = play.turn, next(id for do, id in play.does.items() if do.startswith(("roll", "keep")))
        await moving.move(evening.url, url, lambda *_: None)
        evening.server = url
        async with evening.running():
            step, board = (await evening.table(play)).step, play.board
            assert (await hands["forge"](who, board, button)).state == "answered"
            await evening.settle()
            assert ((await evening.table(play)).step, play.board) == (step + 1, board)
    assert not any(do.startswith(("roll", "keep")) for do in play.does), "that was the third throw"


@pytest.mark.long
async def test_a_bot_that_starts_before_its_server_waits_for_it(process: Any, own_postgres: Server, hands: Any) -> None:
    url, asked = own_postgres.make_database("late"), asyncio.Event()
    await asyncio.to_thread(own_postgres.stop)

    async def hang_up(_: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        asked.set()
        writing.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", own_postgres.port):
        started = await process.spawn("run", DATABASE_URL=url)
        await asyncio.wait_for(asked.wait(), 60)
    await asyncio.to_thread(own_postgres.start)
    await hands["until"](lambda: process.standin.world.sessions_online, 60)
    status, log = await process.end(started)
    assert (status, "Traceback" in log) == (0, False), log
    assert "cannot be opened" in log
    assert "Trying again in 1 s." in log


@pytest.mark.long
@pytest.mark.parametrize("change", [("/late", "/unknown"), ("gobelet@", "stranger@")])
async def test_a_name_that_the_server_refuses_ends_the_start_at_once(
    own_postgres: Server, change: tuple[str, str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    url = f"{own_postgres.url('late')}".replace(*change)
    with pytest.raises(StartError) as refused:
        async with run._opened(url, tries=8):
            pass
    assert refused.value.status == 2
    assert not caplog.records

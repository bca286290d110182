"""The health check: the bot is well while Discord acknowledges its heartbeats and storage answers."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.health import SignOfLife, beat_file, healthy_until, held, is_healthy, notify, write_beat
from bot.run import _alive
from bot.settings import DEFAULT_DATABASE
from db import moving
from tests.postgres import Make

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


TWINS = "another process gives its sign of life"


@pytest.mark.long(17)
async def test_each_of_several_processes_is_asked_by_its_name(
    process: Any, postgres: Make, hands: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a shell too, for which systemd has another temporary folder than for the bot (PrivateTmp)."""
    monkeypatch.chdir(process.folder)
    (tmp_path / "temporary").mkdir()
    url, gateway = postgres(), process.standin.gateway
    gateway.interval, gateway.recommended = 1_000, 2
    common = {"DATABASE_URL": url, "SHARDS": "claim", "SHARD_COUNT": "2"}
    one, two, twin = [
        await process.spawn("run", **common, PROCESS_NAME=name, METRICS_PORT="") for name in ("one", "two", "two")
    ]
    files = {name: beat_file(url, name) for name in ("one", "two")}

    async def well(name: str) -> bool:
        asked = await process.spawn("healthcheck", **common, PROCESS_NAME=name, TMPDIR=str(tmp_path / "temporary"))
        status, _ = await process.outcome(asked)
        return status == 0

    await hands["until"](lambda: all(map(is_healthy, files.values())), 60)
    await hands["until"](lambda: any(TWINS in running.log for running in (two, twin)), 60)  # Both are up.
    assert await well("one")
    assert await well("two")
    assert not await well("three")
    one.kill()
    await one.wait()
    await hands["until"](lambda: not is_healthy(files["one"]), 60)
    assert not await well("one")
    for _ in range(60):  # While it takes over the shard of the other, it is not ready for a moment.
        if await well("two"):
            break
        await asyncio.sleep(0.5)
    else:
        raise AssertionError("it does not take over")
    logs = [(await process.end(running))[1] for running in (two, twin)]
    assert sum(TWINS in log for log in logs) == 1


def test_a_name_says_nothing_about_others(tmp_path: Path) -> None:
    """The process that came first vouches for itself alone; the second takes over only when it has ended."""
    file = tmp_path / "said.beat"
    first, second = SignOfLife(file), SignOfLife(file)
    first.write(20)
    said = file.read_text()
    second.write(40)
    second.end()
    assert file.read_text() == said
    first.end()
    assert not file.exists()
    second.write(40)
    assert is_healthy(file)
    second.end()
    assert not list(tmp_path.iterdir())


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


@pytest.mark.long
async def test_a_bot_whose_requests_are_stuck_says_so_and_ends_with_a_status_that_is_started_again(
    process: Any, hands: Any, file: Path
) -> None:
    """Here discord.py holds all of them back by an event that nobody sets, and the grace is short."""
    process.program = STUCK
    process.server = None
    running = await process.spawn("run")
    await hands["until"](lambda: is_healthy(file), 60)
    status, errors = await process.outcome(running)
    assert status == 75
    assert errors.count("requests to Discord are stuck") == 1
    assert errors.splitlines()[-1].startswith("gobelet: requests to Discord have waited for")
    assert not is_healthy(file)


# -- where the sign of life lies ---------------------------------------------------------------------------------------


def test_it_lies_where_nobody_else_can_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the database, else in the folder of copies; in one of somebody else, or of all, it would lie."""
    for url in (f"sqlite:///{tmp_path}/data/gobelet.db", f" sqlite+aiosqlite:///{tmp_path}/data/gobelet.db?cache=1"):
        assert beat_file(url).parent == tmp_path / "data"
    monkeypatch.chdir(tmp_path)
    assert beat_file("sqlite:///data/gobelet.db").parent == tmp_path / "data" == beat_file(DEFAULT_DATABASE).parent
    assert moving.COPIES.resolve() == tmp_path / "data"
    file = beat_file("postgresql://u@h/d", "one")
    assert file.parent == tmp_path / "data"
    sign = SignOfLife(file)
    sign.write(20)
    assert is_healthy(file)
    assert file.parent.stat().st_mode & 0o077 == 0
    sign.end()
    me = os.getuid()
    for owner, mode, ours in ((me, 0o40700, True), (0, 0o42777, True), (0, 0o41777, me == 0), (me + 1, 0o40777, False)):
        with monkeypatch.context() as patch:
            patch.setattr(Path, "lstat", lambda _, owner=owner, mode=mode: SimpleNamespace(st_uid=owner, st_mode=mode))
            folder = SignOfLife(file)
            folder.write(20)
            assert is_healthy(file) is ours, (owner, mode)
            folder.end()


def test_a_shell_with_another_temporary_folder_finds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as beside systemd's PrivateTmp; containers that share the folder do not vouch for each other."""
    monkeypatch.chdir(tmp_path)
    files = set()
    for temporary in ("one", "two"):
        monkeypatch.setenv("TMPDIR", str(tmp_path / temporary))
        monkeypatch.setattr("tempfile.tempdir", None)
        files |= {beat_file("postgresql://u@h/d"), beat_file("sqlite:///data/gobelet.db")}
    assert len(files) == 2
    monkeypatch.setattr("socket.gethostname", lambda: "another")
    assert beat_file("postgresql://u@h/d") not in files
    assert beat_file("sqlite:///data/gobelet.db") in files


def test_what_hinders_it_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").write_text("no folder")
    sign = SignOfLife(beat_file("postgresql://u@h/d"))
    for _ in range(3):
        sign.write(20)
    assert len(caplog.messages) == 1
    (tmp_path / "data").unlink()
    sign.write(20)
    sign.end()
    assert len(caplog.messages) == 1


# -- systemd -----------------------------------------------------------------------------------------------------------


async def test_systemd_hears_that_the_process_works_whatever_discord_does(
    evening: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hands: Any
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setattr("bot.health.BEAT_SECONDS", 0.01)
        evening.client.request_pauses.failed()
        heard: list[bytes] = []

        def hears(what: bytes) -> bool:
            with suppress(BlockingIOError):
                while True:
                    heard.append(systemd.recv(100))
            return what in heard

        telling = asyncio.create_task(_alive(evening.client))
        await hands["until"](lambda: hears(b"WATCHDOG=1"))
        assert heard[0] == b"READY=1"
        monkeypatch.setattr(evening.client.request_pauses, "stuck", lambda: 61.0)
        await asyncio.sleep(0.05)
        hears(b"")
        heard.clear()
        await asyncio.sleep(0.1)
        hears(b"")
        assert heard == [], "what is stuck is started anew"
        telling.cancel()


def test_without_systemd_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    notify("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", "/nowhere/at/all")
    notify("READY=1")


# -- a start that has no sense to try again ----------------------------------------------------------------------------


async def test_a_bot_that_may_not_start_stays_without_discord_and_says_why(
    process: Any, hands: Any, tmp_path: Path
) -> None:
    """Docker would start it again for ever, and Discord would reset the token."""
    hold = tmp_path / "hold"
    process.standin.world.faults.fail("GET", "/users/@me", status=401, everywhere=True)
    running = await process.spawn("run", HOLD_FILE=str(hold))
    await hands["until"](hold.exists, 60)
    assert "DISCORD_TOKEN was refused by Discord" in held(hold), "it is whole as soon as it is there"
    await hands["until"](lambda: "held: " in running.log, 60)
    status, errors = await process.outcome(await process.spawn("healthcheck", HOLD_FILE=str(hold)))
    assert (status, errors.startswith("gobelet: held: DISCORD_TOKEN was refused")) == (1, True)
    assert running.returncode is None
    status, log = await process.end(running)
    assert status == 2
    assert log.splitlines()[-1].startswith("gobelet: DISCORD_TOKEN was refused by Discord")
    assert not hold.exists()


STUCK = """
import asyncio
from bot import cli, client, health
from bot.ui.pace import pauses

pauses.GRACE, health.BEAT_SECONDS = 1.0, 0.2


async def deafen(self):
    await asyncio.sleep(2)
    self.http._global_over.clear()
    await self.http.get_bot_gateway()


async def on_ready(self, known=client.Gobelet.on_ready):
    await known(self)
    self.deaf = asyncio.create_task(deafen(self))


client.Gobelet.on_ready = on_ready
cli.main()
"""

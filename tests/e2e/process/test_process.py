"""``python -m bot`` as a process: what it needs to start, what it does once, how it stops, whether it is well."""

from __future__ import annotations

import asyncio
import re
import signal
import time
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.connect import ConnectError, point_at
from bot.run import StartError, services
from bot.tables.model.store import StoreError

CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
COMMANDS = ("PUT", "/applications/{application_id}/commands")
EMOJIS = ("POST", "/applications/{application_id}/emojis")
RESTARTING = "I am just restarting. Please press again in a moment."
JOURNAL = "SELECT do FROM journal ORDER BY number"


def one_line(errors: str) -> str:
    """The only line on standard error."""
    assert errors.startswith("gobelet: ")
    assert errors.count("\n") == 1
    assert "Traceback" not in errors
    return errors


# -- starting ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("token", "why"),
    [
        ("", "is missing"),
        ("   ", "is missing"),
        ("two words.are not.one", "space"),
        ("abc", "three parts"),
        ("MTIz.only-two", "three parts"),
        ("MTIz.a.b.c", "three parts"),
    ],
)
def test_a_token_that_cannot_be_one(token: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", token)
    monkeypatch.setenv("DISCORD_API_URL", "")
    found = CliRunner().invoke(main, ["run"])
    assert found.exit_code == 2
    assert "DISCORD_TOKEN" in one_line(found.stderr)
    assert why in found.stderr
    assert not token.strip() or token not in found.stderr
    assert found.stdout == ""
    assert list(tmp_path.iterdir()) == []


async def test_without_a_token(process: Any) -> None:
    running = await process.spawn("run", DISCORD_TOKEN="", DISCORD_API_URL="")
    status, errors = await process.outcome(running)
    assert status == 2
    assert one_line(errors).startswith("gobelet: DISCORD_TOKEN is missing")
    assert not process.file.exists()


async def test_a_token_that_discord_refuses(process: Any) -> None:
    process.standin.world.faults.fail("GET", "/users/@me", status=401)
    status, errors = await process.outcome(await process.spawn("run"))
    assert status == 2
    assert "DISCORD_TOKEN was refused by Discord" in errors.splitlines()[-1]
    assert "Traceback" not in errors


async def test_a_server_that_cannot_be_reached(process: Any) -> None:
    url = "http://127.0.0.1:9/api/v10"
    status, errors = await process.outcome(await process.spawn("run", DISCORD_API_URL=url))
    assert status == 1
    assert f"DISCORD_API_URL does not answer at {url}/gateway" in one_line(errors)


async def test_a_server_that_fails_once_is_asked_again(process: Any) -> None:
    process.standin.world.faults.fail("GET", "/gateway", status=500)
    running = await process.start()
    assert await process.end(running) == (0, mock.ANY)


async def test_a_server_that_does_not_speak_the_protocol(process: Any, knobs: Any) -> None:
    with pytest.raises(ConnectError, match="DISCORD_API_URL does not answer"):
        await point_at(process.standin.origin + "/nothing")


def test_an_address_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "a")
    monkeypatch.setenv("DISCORD_API_URL", "not an address")
    found = CliRunner().invoke(main, ["run"])
    assert found.exit_code == 2
    assert "DISCORD_API_URL must be a web address" in one_line(found.stderr)


@pytest.mark.long
async def test_a_database_that_is_newer_than_the_code(process: Any, hands: Any) -> None:
    running = await process.start()
    assert (await process.end(running))[0] == 0
    hands["write"](process.file, "UPDATE alembic_version SET version_num = '9999'")
    hands["write"](process.file, "UPDATE meta SET value = '9998' WHERE key = 'schema serves'")
    status, errors = await process.outcome(await process.spawn("run"))
    assert status == 1
    assert "newer" in one_line(errors)
    assert hands["rows"](process.file, "SELECT version_num FROM alembic_version") == [("9999",)]


@pytest.mark.parametrize(
    "url",
    [
        *("", "nonsense", "gobelet.db", "mysql://root@localhost/x", "https://example.org/x", "sqlite://"),
        *("sqlite:////proc/nowhere/gobelet.db", "sqlite:////", "sqlite:///file:x?uri=true", "sqlite:///a\0b"),
        *("postgresql://u@127.0.0.1:99999/x", "postgresql://u@h:port/x", "postgresql://u@127.0.0.1:1/x?nonsense=1"),
    ],
)
async def test_a_database_url_that_is_wrong(url: str) -> None:
    """Trying again would not help: status 2 keeps systemd and Docker from doing so."""
    with pytest.raises(StartError) as caught:
        async with services(url):
            pass
    assert caught.value.status == 2
    assert "\n" not in str(caught.value)


async def test_a_database_that_does_not_answer_yet() -> None:
    pytest.importorskip("asyncpg")
    with pytest.raises(StartError) as caught:
        async with services("postgresql://u:secret@127.0.0.1:1/x"):
            pass
    assert caught.value.status == 1
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "gobelet.db"
    file.write_bytes(b"no database " * 1000)
    with pytest.raises(StartError, match=re.escape(str(file))) as caught:
        async with services(f"sqlite+aiosqlite:///{file}"):
            pass
    assert caught.value.status == 2


async def test_a_wrong_database_ends_with_one_line(process: Any) -> None:
    status, errors = await process.outcome(await process.spawn("run", DATABASE_URL="mysql://root@localhost/x"))
    assert status == 2
    assert "use sqlite or postgresql" in one_line(errors)


@pytest.mark.long
async def test_a_second_process_on_the_same_database(process: Any) -> None:
    first = await process.start()
    play = await process.lobby("ana", "ben")
    status, errors = await process.outcome(await process.spawn("run"))
    assert status == 2
    assert "Another process uses the database" in one_line(errors)
    status, errors = await process.outcome(await process.spawn("play", "--port", "0", "--data", str(process.folder)))
    assert status == 2
    assert "Another process uses the database" in one_line(errors)
    await play.begin()
    await play.throw()
    await process.kill(first)
    again = await process.start()  # Nothing that a killed process leaves keeps anybody out.
    await play.mark()
    assert (await process.end(again))[0] == 0


# -- what is done once -------------------------------------------------------------------------------------------


async def test_commands_and_emojis_are_sent_once(quiet_evening: Any, hands: Any) -> None:
    evening, world = quiet_evening, quiet_evening.standin.world
    world.emojis.clear()
    async with evening.running():
        assert world.calls[COMMANDS] == 1
        uploaded = world.calls[EMOJIS]
        assert uploaded == len(world.emojis) > 12
    async with evening.running():
        play = await evening.game("ana")
        await play.throw()
        assert "<:de" in hands["described"](play.now)
        assert (world.calls[COMMANDS], world.calls[EMOJIS]) == (1, uploaded)
    world.commands.clear()  # as if somebody had deleted them
    async with evening.running():
        assert world.calls[COMMANDS] == 2
        assert (await evening.person("ben").command("help")).ephemeral
    world.emojis.pop(next(iter(world.emojis)))
    async with evening.running():
        assert (world.calls[COMMANDS], world.calls[EMOJIS]) == (2, uploaded + 1)


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_without_emojis_the_dice_are_characters(quiet_evening: Any, hands: Any, method: str) -> None:
    evening = quiet_evening
    evening.standin.world.emojis.clear()
    route = "/applications/{application_id}/emojis"
    evening.standin.world.faults.fail(method, route, status=400, code=30008, times=1000)
    async with evening.running():
        play = await evening.game("ana")
        await play.throw()
        [dice] = re.findall("^# .*", hands["described"](play.now), re.MULTILINE)
        assert re.fullmatch("#( [⚀⚁⚂⚃⚄⚅]){5}", dice)
        await play.hold(1)
        await play.mark()


# -- stopping ----------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_presses_under_way_are_finished(process: Any, hands: Any, number: signal.Signals) -> None:
    running = await process.start()
    play = await process.lobby("ana")
    await play.begin()
    world = process.standin.world
    going = world.faults.hold("POST", CALLBACK, times=2)
    ben = process.standin.person("ben")
    presses = [
        asyncio.create_task(play.turn.press(play.board, custom_id=play.does["roll"])),
        asyncio.create_task(ben.command("yum start", "general")),
    ]
    await hands["until"](lambda: not world.faults.planned)
    began = time.monotonic()
    ended = asyncio.create_task(process.end(running, number))
    while (late := (await ben.command("help")).text) != RESTARTING:
        assert not ended.done()
    going.set()
    status, errors = await ended
    assert time.monotonic() - began < 9  # Docker gives ten
    assert status == 0, errors
    assert "Traceback" not in errors
    assert [(await press).state for press in presses] == ["answered", "answered"]
    assert late == RESTARTING
    assert hands["rows"](process.file, JOURNAL) == [("roll",)]
    assert len(hands["rows"](process.file, "SELECT id FROM tables WHERE message IS NOT NULL")) == 2
    assert sorted(one.name for one in process.folder.glob("gobelet.db*")) == ["gobelet.db"]


@pytest.mark.long
async def test_a_press_that_hangs_does_not_keep_the_process(process: Any, hands: Any) -> None:
    running = await process.start()
    play = await process.lobby("ana")
    await play.begin()
    process.standin.world.faults.delay("POST", CALLBACK, 60)
    pressed = asyncio.create_task(play.turn.press(play.board, custom_id=play.does["roll"]))
    await hands["until"](lambda: not process.standin.world.faults.planned)
    began = time.monotonic()
    status, errors = await process.end(running)
    assert time.monotonic() - began < 9  # Docker gives ten
    assert status == 0, errors
    assert (await pressed).failed
    assert hands["rows"](process.file, JOURNAL) == [("roll",)]


async def test_a_stop_that_runs_out_of_time_leaves_no_job(quiet_evening: Any, until: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("bot.client._CLOSE_SECONDS", 0)
    quiet_evening.has_jobs = True
    async with quiet_evening.running() as client:
        await until(lambda: client.scheduler._ticking)
    assert "rounds" not in {task.get_name() for task in asyncio.all_tasks()}


async def test_a_listener_that_a_stop_cuts_off_is_no_error(quiet_evening: Any, complaints: Any) -> None:
    quiet_evening.may_complain = True

    async def read() -> None:
        raise StoreError("the storage is closed")

    async with quiet_evening.running() as client:
        await client._run_event(read, "on_ready")
        assert complaints() == ["Ignoring exception in on_ready"]
    await client._run_event(read, "on_ready")
    assert complaints() == ["Ignoring exception in on_ready"]


@pytest.mark.long
async def test_a_signal_before_the_bot_is_connected(process: Any, hands: Any) -> None:
    process.standin.world.faults.delay("GET", "/users/@me", 60)
    running = await process.spawn("run")
    await hands["until"](lambda: process.standin.world.calls["GET", "/users/@me"], 20)
    began = time.monotonic()
    status, errors = await process.end(running)
    assert time.monotonic() - began < 9  # Docker gives ten
    assert status == 0, errors
    assert "Traceback" not in errors


@pytest.mark.long
async def test_a_second_signal_is_no_harm(process: Any, hands: Any) -> None:
    process.server = None  # This is how Python itself starts and ends.
    running = await process.start()
    running.send_signal(signal.SIGTERM)
    status, errors = await process.end(running, signal.SIGTERM)
    assert status == 0, errors

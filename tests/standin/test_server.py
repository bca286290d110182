"""The stand-in as a whole: where it listens, what it remembers, and running alone."""

import asyncio
import io
import json
import socket
import sys
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from yarl import URL

from bot import play as playing
from bot.standin.server import Standin
from tests.standin.sockets import RESUME, closed_by, connected, identify, told

Interaction = discord.Interaction[Any]


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.2", "::", "example.org"])  # noqa: S104
def test_only_this_machine(host: str) -> None:
    with pytest.raises(ValueError, match="this machine only"):
        Standin(host=host)


async def test_a_busy_port_is_said_clearly() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match=f"Port {port} is in use"):
            await Standin(port).start()


async def test_the_world_is_remembered(tmp_path: Path, point: Any, run: Any, make_bot: Any, table: Any) -> None:
    async def board(interaction: Interaction) -> None:
        """Show"""
        file = discord.File(io.BytesIO(b"record"), "game.txt")
        await interaction.response.send_message("board", view=table(), file=file)
        await interaction.followup.send("private", ephemeral=True)

    async with Standin(data=tmp_path) as first:
        point(first)
        bot = make_bot()
        bot.tree.command()(board)
        async with run(bot):
            opened = await first.person("ana").command("board")
            await bot.create_application_emoji(name="die", image=b"\x89PNG\r\n\x1a\n")
            thread = (
                await bot.guilds[0].text_channels[0].create_thread(name="side", type=discord.ChannelType.public_thread)
            )
            await thread.send("in here")
        first.person("ben").speak("fr")
    async with Standin(data=tmp_path) as second:
        point(second)
        ana = second.person("ana")
        kept = ana.messages()
        assert [row["content"] for row in kept] == ["board", "side"], "the second announces the thread"
        assert second.person("ben").member.locale == "fr"
        assert [row["content"] for row in ana.messages("side")] == ["in here"]
        assert [one.name for one in second.world.emojis.values()] == ["die"]
        assert kept[0]["attachments"][0]["url"].startswith(second.origin)
        bot = make_bot()
        bot.tree.command()(board)
        async with run(bot):
            message = await bot.guilds[0].text_channels[0].fetch_message(int(kept[0]["id"]))
            assert await message.attachments[0].read() == b"record"
            assert (await ana.press(opened.message["id"], "Join")).message["content"] == "Ana joined"
            fresh = await ana.command("board")
            assert int(fresh.message["id"]) > int(kept[0]["id"])


async def test_it_saves_while_it_runs(tmp_path: Path, until: Any) -> None:
    async with Standin(data=tmp_path) as standin:
        standin.person("ana").say("remember me")
        await until(lambda: (tmp_path / "standin.json").exists())
        assert "remember me" in (tmp_path / "standin.json").read_text()


async def test_only_this_user_reads_what_it_keeps(tmp_path: Path, until: Any) -> None:
    (tmp_path / "files").mkdir(mode=0o755)
    async with Standin(data=tmp_path) as standin:
        standin.person("ana").say("remember me")
        await until(lambda: (tmp_path / "standin.json").exists())
    assert (tmp_path / "standin.json").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "files").stat().st_mode & 0o777 == 0o700
    (tmp_path / "standin.json").chmod(0o644)
    async with Standin(data=tmp_path):
        assert (tmp_path / "standin.json").stat().st_mode & 0o777 == 0o600


async def test_with_a_token_of_its_own_nobody_else_is_the_bot() -> None:
    async with Standin(token="its own") as standin, aiohttp.ClientSession() as web:
        said = {}
        for token in ("its own", "any", "", "its own ü", "ITS OWN"):
            headers = {"Authorization": f"Bot {token}"}
            async with web.get(f"{standin.api_base}/users/@me", headers=headers) as answer:
                said[token] = answer.status
        assert said == {"its own": 200} | dict.fromkeys(("any", "", "its own ü", "ITS OWN"), 401)
        for token in ("any", "", None, 7):
            async with connected(standin) as socket:
                await socket.send_json(identify(token=token))
                assert await closed_by(socket) == 4004
        assert standin.gateway.starts.used == 0
        async with connected(standin) as socket:
            await socket.send_json(identify(token="its own"))
            session = (await told(socket, "READY"))["session_id"]
        async with connected(standin) as socket:
            await socket.send_json({"op": RESUME, "d": {"token": "any", "session_id": session, "seq": 1}})
            assert await closed_by(socket) == 4004


async def test_two_starts_of_play_have_two_tokens(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    standin: Standin,  # It points discord.py back to Discord afterwards.
) -> None:
    tokens = list[str]()

    async def until_stopped(client: Any, token: str) -> None:
        async with aiohttp.ClientSession() as web:
            for one, status in ((token, 200), ("play.on-this.machine", 401)):
                headers = {"Authorization": f"Bot {one}"}
                async with web.get(f"{discord.http.Route.BASE}/users/@me", headers=headers) as answer:
                    assert answer.status == status
        tokens.append(token)

    monkeypatch.setattr(playing, "until_stopped", until_stopped)
    for _ in range(2):
        await playing.play(0, tmp_path)
    assert len(set(tokens)) == 2
    assert min(map(len, tokens)) > 40


@pytest.mark.parametrize("name", ["%00", "a%00.js", "x" * 5000 + ".js", "%2e%2e/page.py", "", "%ff", "nothing.js"])
async def test_names_of_no_file_are_not_found(standin: Standin, name: str) -> None:
    async with aiohttp.ClientSession() as web:
        address = URL(f"{standin.origin}/static/{name}?key={standin.key}", encoded=True)
        async with web.get(address) as answer:
            assert answer.status == 404


@pytest.mark.parametrize("content", ["{", "[]", '{"format": 99}', '{"format": 1, "last_id": 5}'])
async def test_a_broken_file_is_moved_aside(tmp_path: Path, content: str, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "standin.json").write_text(content)
    async with Standin(data=tmp_path) as standin:
        assert standin.person("ana").messages() == []
    assert (tmp_path / "standin.broken").read_text() == content
    assert "could not be read" in caplog.text


async def test_alone_in_its_own_process(point: Any) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.standin", "--key", "secret"), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    addresses = json.loads(await asyncio.wait_for(process.stdout.readline(), 60))
    assert addresses["page"].endswith("/?key=secret")
    assert addresses["api"].endswith("/api/v10")
    process.terminate()
    assert await asyncio.wait_for(process.wait(), 30) == 0

"""The browser's side: the secret, Host and Origin, and the frames of the page."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

Interaction = discord.Interaction[Any]


class Tab:
    """A page's websocket, with the frames it got."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.number = 0
        self.events: list[dict[str, Any]] = []

    async def ask(self, do: str, **more: Any) -> dict[str, Any]:
        self.number += 1
        await self.socket.send_json({"n": self.number, "do": do, **more})
        while (frame := await self.socket.receive_json(timeout=2)).get("n") != self.number:
            self.events.append(frame)
        return frame

    async def until(self, event: str, **wanted: Any) -> dict[str, Any]:
        for frame in self.events:
            if frame.get("event") == event and wanted.items() <= frame.items():
                self.events.remove(frame)
                return frame
        while True:
            frame = await self.socket.receive_json(timeout=2)
            if frame.get("event") == event and wanted.items() <= frame.items():
                return frame
            self.events.append(frame)


@contextlib.asynccontextmanager
async def tab(standin: Any, who: str, language: str = "en-CA", **headers: str) -> AsyncIterator[Tab]:
    url = f"{standin.origin}/socket?as={who}&key={standin.key}&language={language}"
    async with aiohttp.ClientSession() as web, web.ws_connect(url, headers=headers) as socket:
        yield Tab(socket)


async def status(url: str, **headers: str) -> int:
    async with aiohttp.ClientSession() as web, web.get(url, headers=headers) as answer:
        return answer.status


async def play(interaction: Interaction, sheet: str = "yum") -> None:
    """Open a table"""
    await interaction.response.send_message(f"{interaction.user.mention} opens {sheet}", ephemeral=sheet == "secret")


@pytest.fixture
def board(table: Any) -> Any:
    async def board(interaction: Interaction) -> None:
        """Show a board"""
        await interaction.response.send_message("board", view=table())

    return board


async def test_nothing_without_the_key(standin: Any) -> None:
    origin = standin.origin
    for path in ("/", "/static/index.html", "/socket?as=ana", "/cdn/emojis/1.png", "/attachments/1/2/a.png"):
        assert await status(origin + path) == 403, path
        assert await status(f"{origin}{path}{'&' if '?' in path else '?'}key=wrong") == 403, path
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as web:
        async with web.get(standin.page_url) as answer:
            assert answer.status == 200
            assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
            assert "unsafe" not in answer.headers["Content-Security-Policy"]
            cookie = answer.cookies["standin_key"]
            assert cookie["httponly"]
            assert cookie["samesite"] == "Strict"
        async with web.get(origin + "/static/index.html") as answer:
            assert answer.status == 200
        for path in ("/static/../server.py", "/static/%2e%2e/server.py", "/static/none.js", "/nothing"):
            async with web.get(origin + path) as answer:
                assert answer.status == 404, path


async def test_wrong_host_or_origin(standin: Any) -> None:
    page, api = standin.page_url, standin.api_base + "/gateway"
    assert await status(api) == 200
    assert await status(api, Host="evil.example") == 421
    assert await status(page, Host=f"evil.example:{standin.port}") == 421
    assert await status(page, Origin="http://evil.example") == 403
    assert await status(page, Origin="null") == 403
    assert await status(page, Host=f"localhost:{standin.port}", Origin=f"http://localhost:{standin.port}") == 200
    with pytest.raises(aiohttp.WSServerHandshakeError):
        async with tab(standin, "ana", Origin="http://evil.example"):
            pass
    async with tab(standin, "ana", Origin=standin.origin) as ana:
        assert (await ana.until("hello"))["me"]["name"] == "Ana"


async def test_hello(standin: Any, start: Any) -> None:
    async with start(play), tab(standin, "chloe") as chloe:
        hello = await chloe.until("hello")
        assert hello["me"]["locale"] == "fr"
        assert [one["key"] for one in hello["people"]] == ["ana", "ben", "chloe", "david"]
        assert [one["name"] for one in hello["channels"]] == ["dice", "general", "salon-de-jeu", "quiet"]
        assert hello["channels"][0].keys() == {"id", "name", "type", "parent_id", "topic", "archived", "bot_muted"}
        assert [one["name"] for one in hello["channels"] if one["bot_muted"]] == ["quiet"]
        assert [one["name"] for one in hello["commands"]] == ["play"]
        assert hello["bot"]["online"]
        changed = await chloe.ask("locale", locale="en-US")
        assert changed["ok"]
        assert (await chloe.until("hello"))["me"]["locale"] == "en-US"
        assert standin.person("chloe").member.locale == "en-US"
    async with tab(standin, "chloe") as chloe:
        assert not (await chloe.until("hello"))["bot"]["online"]


async def test_say_and_read(standin: Any) -> None:
    dice = standin.world.find_channel("dice").id
    ben = standin.person("ben")
    async with tab(standin, "ana") as ana, tab(standin, "ben") as other:
        assert (await ana.ask("say", channel=dice, content=f"hi {ben.mention}"))["ok"]
        told = (await other.until("message"))["message"]
        assert (told["content"], told["pinged"]) == (f"hi {ben.mention}", True)
        assert not (await ana.until("message"))["message"]["pinged"]
        opened = await other.ask("open", channel=dice)
        assert [one["id"] for one in opened["messages"]] == [told["id"]]
        assert (await other.ask("older", channel=dice, before=told["id"]))["messages"] == []
        refused = await other.ask("delete", channel=dice, message=told["id"])
        assert refused["error"] == {"code": "no_permission", "text": "You are not allowed to do that here."}
        assert (await ana.ask("delete", channel=dice, message=told["id"]))["ok"]
        assert (await other.until("gone"))["id"] == told["id"]


async def test_refusals_speak_the_persons_language(standin: Any) -> None:
    async with tab(standin, "david") as david:
        answer = await david.ask("press", channel="1", message="2", custom_id="x")
        assert answer["error"] == {"code": "unknown_message", "text": "Ce message n’existe plus."}
        for frame in ({"do": "fly"}, {"do": "open"}, {"do": "older", "channel": "1", "before": "x"}):
            assert "error" in await david.ask(**frame)
        await david.socket.send_str("not json")
        assert (await david.socket.receive_json(timeout=2))["n"] is None


async def test_command_and_press(standin: Any, start: Any, board: Any) -> None:
    dice = standin.world.find_channel("dice").id
    async with start(play, board), tab(standin, "ana") as ana, tab(standin, "ben") as ben:
        ids = {one["name"]: one["id"] for one in (await ana.ask("commands"))["commands"]}
        sent = await ana.ask("command", channel=dice, command=ids["play"], path=[], options={"sheet": "secret"})
        await ana.until("interaction", id=sent["interaction"], state="answered")
        secret = (await ana.until("message"))["message"]
        assert secret["flags"] & 64
        await ana.ask("command", channel=dice, command=ids["board"], path=[], options={})
        message = (await ben.until("message"))["message"]
        assert message["content"] == "board"
        pressed = await ben.ask("press", channel=dice, message=message["id"], custom_id="join")
        state = await ben.until("interaction", state="answered")
        assert (state["id"], state["message"], state["custom_id"]) == (
            pressed["interaction"], message["id"], "join",
        )  # fmt: skip
        assert (await ana.until("edit"))["message"]["content"] == "Ben joined"
        chosen = await ana.ask("select", channel=dice, message=message["id"], custom_id="box", values=["one"])
        assert "interaction" in chosen
        assert (await ben.until("edit"))["message"]["content"] == "Ben joined"
        assert (await ben.until("edit"))["message"]["content"] == "chose one"
        assert (await ana.ask("dismiss", message=secret["id"]))["ok"]
        assert len((await ana.ask("open", channel=dice))["messages"]) == 1


async def test_the_answer_comes_before_what_it_sets_off(standin: Any, start: Any, board: Any) -> None:
    async with start(board):
        opened = await standin.person("ana").command("board")
    standin.world.advance(2)
    message = opened.message
    async with tab(standin, "ana") as ana:
        await ana.until("hello")
        sent = await ana.ask("press", channel=message["channel_id"], message=message["id"], custom_id="join")
        assert ana.events == []
        assert (await ana.until("interaction", state="failed"))["id"] == sent["interaction"]


async def test_complete_and_modal(standin: Any, start: Any, make_bot: Any) -> None:
    dice = standin.world.find_channel("dice").id
    bot = make_bot()

    class Name(discord.ui.Modal, title="Name"):
        word: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Word", custom_id="word")

        async def on_submit(self, interaction: Interaction) -> None:
            await interaction.response.send_message(self.word.value)

    @bot.tree.command()
    async def name(interaction: Interaction, sheet: str) -> None:
        """Name"""
        await interaction.response.send_modal(Name())

    @name.autocomplete("sheet")
    async def offer(interaction: Interaction, current: str) -> list[discord.app_commands.Choice[str]]:
        return [discord.app_commands.Choice(name=current + "!", value=current)]

    async with start(bot=bot), tab(standin, "ana") as ana, tab(standin, "ben") as ben:
        command = next(iter(standin.world.commands))
        where = {"channel": dice, "command": command, "path": [], "options": {"sheet": "yu"}}
        assert (await ana.ask("complete", **where, focus="sheet"))["choices"] == [{"name": "yu!", "value": "yu"}]
        sent = await ana.ask("command", **where)
        modal = await ana.until("modal")
        assert modal["interaction"] == sent["interaction"]
        assert modal["modal"]["title"] == "Name"
        assert "interaction" in await ana.ask("submit", modal=modal["interaction"], values={"word": "Six"})
        assert (await ben.until("message"))["message"]["content"] == "Six"
        assert not any(frame.get("event") == "modal" for frame in ben.events)


async def test_the_page_sees_the_bot_come_and_go(standin: Any, start: Any) -> None:
    async with tab(standin, "ana") as ana:
        async with start(play):
            assert (await ana.until("bot"))["online"]
            assert (await ana.until("commands"))["commands"][0]["name"] == "play"
        assert not (await ana.until("bot"))["online"]
        standin.world.add_channel("new")
        assert "new" in [one["name"] for one in (await ana.until("channels"))["channels"]]
    await asyncio.sleep(0)


async def test_each_place_offers_the_commands_that_work_there(standin: Any, start: Any, make_bot: Any) -> None:
    """Direct messages bear the name of the other one; the group has a name in the reader's language."""

    async def everywhere(interaction: Interaction) -> None:
        """Open a table"""

    async def settings(interaction: Interaction) -> None:
        """Choose"""

    world, bot = standin.world, make_bot()
    chloe = world.people["chloe"]
    world.installed.add(chloe.id)
    group, direct = world.add_group("Group", chloe, world.people["ana"]), world.direct(chloe)
    both = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    bot.tree.command()(both(app_commands.allowed_installs(guilds=True, users=True)(everywhere)))
    async with start(app_commands.guild_only()(settings), bot=bot), tab(standin, "chloe") as page:
        names = {one["id"]: one["name"] for one in (await page.until("hello"))["channels"]}
        assert (names[group.id], names[direct.id]) == ("Groupe", world.bot.name)
        places = {"server": world.find_channel("dice"), "group": group, "direct": direct}
        offered = {
            name: [one["name"] for one in (await page.ask("open", channel=place.id))["commands"]]
            for name, place in places.items()
        }
    assert offered == {"server": ["everywhere", "settings"], "group": ["everywhere"], "direct": ["everywhere"]}

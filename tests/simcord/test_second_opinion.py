"""The same bot in SimCord, with other authors' view of Discord: rights, a lost right, and time."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.client import Gobelet
from bot.jobs import Scheduler
from bot.run import services
from bot.tables.model.memory import Presence
from bot.ui.discord.adapter import read_custom_id
from bot.ui.discord.permissions import PERMISSIONS

ALLOWED = discord.PermissionOverwrite.from_pair(PERMISSIONS, ~PERMISSIONS)
"""The permissions of the invite link and nothing else."""


@pytest.fixture
def url(tmp_path: Path, database: Callable[[Path], Path]) -> str:
    return f"sqlite+aiosqlite:///{database(tmp_path / 'gobelet.db')}"


@pytest.fixture
async def simcord_bot(url: str, quick_start: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Gobelet]:
    # SimCord wakes every sleep on the way through three days; the bot's own clock does not move with it.
    monkeypatch.setattr(Scheduler, "start", lambda _: None)
    # After each press it waits for every timer that ends within five seconds; the bot's timers look for lost answers.
    monkeypatch.setattr("bot.tables.model.memory.SECONDS", 60.0)
    monkeypatch.setattr("db.writing.writer.PATIENCE", 60.0)
    monkeypatch.setattr("bot.ui.delivery.reconciler._NOTE_SECONDS", 60.0)
    monkeypatch.setattr(Presence, "is_away", lambda *_: True)  # Each turn needs a call.
    async with services(url) as found:
        yield patient(Gobelet(found))


def patient(bot: Gobelet) -> Gobelet:
    # Its clock stands still while SimCord advances time, so its timer would begin again each time.
    bot.presenter.reconciler.patience = 86_400
    return bot


class Evening:
    """A server with a channel and two players."""

    def __init__(self, env: Any, **denied: bool) -> None:
        self.env = env
        self.guild = env.create_guild()
        overwrite = discord.PermissionOverwrite.from_pair(*ALLOWED.pair())
        overwrite.update(**denied)
        self.channel = self.guild.create_text_channel("dice", overwrites={self.guild.me: overwrite})
        self.ann, self.bob = (self.guild.add_member(env.create_user(name)) for name in ("ann", "bob"))

    def deny(self, **denied: bool) -> None:
        """Change what the bot may do in the channel."""
        overwrite = discord.PermissionOverwrite.from_pair(*ALLOWED.pair())
        overwrite.update(**denied)
        allow, deny = overwrite.pair()
        changed = Overwrite(self.env.bot.user.id, OverwriteType.MEMBER, allow.value, deny.value)
        self.env.backend.set_overwrite(self.channel.id, changed)

    async def begin(self) -> Any:
        """Open a table, seat both, start; returns the board."""
        opened = await self.ann.slash(self.channel, "yum start")
        board = opened.response
        await self.bob.click(board, custom_id=does(board)["join"])
        await self.ann.click(board, custom_id=does(board)["start"])
        return board

    def on_turn(self, board: Any) -> Any:
        """Whose turn the board shows."""
        last = board.embeds[-1].description.rpartition("\n")[2]
        return next(one for one in (self.ann, self.bob) if one.mention in last)

    async def throw(self, board: Any) -> Any:
        """Press Throw, as the player whose turn it is."""
        do = next(do for do in does(board) if do.startswith(("roll", "keep")))
        return await self.on_turn(board).click(board, custom_id=does(board)[do])

    async def mark(self, board: Any) -> Any:
        """Write the best box."""
        menu = board.components[-1]["components"][0]
        return await self.on_turn(board).select(board, [menu["options"][0]["value"]], custom_id=menu["custom_id"])


def does(board: Any) -> dict[str, str]:
    """The possible presses, with their custom_id."""
    items = [
        item
        for row in board.components
        for item in row["components"]
        if not item.get("disabled") and "custom_id" in item
    ]
    found = {read_custom_id(item["custom_id"]): item["custom_id"] for item in items}
    return {press.do: custom_id for press, custom_id in found.items() if press is not None}


async def test_the_rights_of_the_invite_link_are_enough(simcord_env: Any) -> None:
    evening = Evening(simcord_env)
    board = await evening.begin()
    for _ in range(3):
        await evening.throw(board)
        await evening.mark(board)
    calls = [one for one in evening.channel.history() if one.id != board.id]
    assert len(calls) == 1
    assert calls[0].content.startswith(evening.on_turn(board).mention)
    opened = await evening.bob.slash(evening.channel, "yum start", thread=True)
    assert opened.ephemeral
    assert len(evening.channel.threads) == 1
    lobby = evening.channel.threads[0].history()[0]
    assert [button.label for button in lobby.components[0].children][:2] == ["Join", "Start (alone)"]


@pytest.mark.parametrize(
    ("right", "named"),
    [("send_messages", "Send Messages"), ("embed_links", "Embed Links"), ("create_public_threads", None)],
)
async def test_a_right_that_is_missing_is_named(simcord_env: Any, right: str, named: str | None) -> None:
    evening = Evening(simcord_env, **{right: False})
    opened = await evening.ann.slash(evening.channel, "yum start")
    assert opened.ephemeral == (named is not None)
    if named is not None:
        assert f"**{named}**" in opened.response.content
        assert evening.channel.history() == []
    threaded = await evening.bob.slash(evening.channel, "yum start", thread=True)
    assert threaded.ephemeral
    assert ("**" in threaded.response.content) == (right != "send_messages")


async def test_the_game_goes_on_without_the_right_to_send(simcord_env: Any) -> None:
    evening = Evening(simcord_env)
    board = await evening.begin()
    evening.deny(send_messages=False)
    for _ in range(4):
        turn = evening.on_turn(board)
        await evening.throw(board)
        await evening.mark(board)
        assert evening.on_turn(board) is not turn
    evening.deny()
    await evening.throw(board)
    await evening.mark(board)
    assert evening.on_turn(board).mention in evening.channel.last_message.content


async def test_old_buttons_work_when_their_interaction_has_ended(simcord_env: Any) -> None:
    """After a quarter of an hour the token of the answer is dead; the message and its buttons are not."""
    evening = Evening(simcord_env)
    board = await evening.begin()
    await evening.throw(board)
    for minutes in (16, 61, 60 * 24 * 3):
        await simcord_env.advance_time(minutes * 60)
        await evening.on_turn(board).click(board, custom_id=next(id for do, id in does(board).items() if "hold" in do))
        await evening.mark(board)
        await evening.throw(board)
    listed = await evening.bob.slash(evening.channel, "table")
    assert listed.ephemeral
    for end in (" 0", " sure"):
        offered = does(listed.response)
        leave = next(id for do, id in offered.items() if do.startswith("mygames leave") and do.endswith(end))
        await evening.bob.click(listed.response, custom_id=leave)
    assert "has left the game" in evening.channel.history()[0].embeds[-1].description


async def test_a_lobby_that_waited_for_hours(simcord_env: Any) -> None:
    evening = Evening(simcord_env)
    opened = await evening.ann.slash(evening.channel, "yum start")
    await simcord_env.advance_time(5 * 3600)
    await evening.bob.click(opened.response, custom_id=does(opened.response)["join"])
    await evening.ann.click(opened.response, custom_id=does(opened.response)["start"])
    assert (await evening.throw(opened.response)).acknowledged


async def test_buttons_outlive_the_bot(simcord_env: Any, url: str, tmp_path: Path) -> None:
    """The next bot has a copy of the database: the first one, which SimCord keeps, lets nobody else use its own."""
    evening = Evening(simcord_env)
    board = await evening.begin()
    await evening.throw(board)
    before = does(board)
    copy = tmp_path / "copy.db"
    with closing(sqlite3.connect(tmp_path / "gobelet.db")) as old, closing(sqlite3.connect(copy)) as new:
        old.backup(new)
    async with services(f"sqlite+aiosqlite:///{copy}") as again:
        await simcord_env.restart_bot(patient(Gobelet(again)))
        await simcord_env.advance_time(3600)
        assert does(board) == before
        hold = next(id for do, id in before.items() if do.startswith("hold 3"))
        await evening.on_turn(board).click(board, custom_id=hold)
        await evening.throw(board)
        await evening.mark(board)
        await simcord_env.shutdown()


async def test_a_refused_press_costs_one_request(simcord_env: Any) -> None:
    evening = Evening(simcord_env)
    board = await evening.begin()
    other = evening.bob if evening.on_turn(board) is evening.ann else evening.ann
    before = len(simcord_env.http_requests)
    refused = await other.click(board, custom_id=does(board)["roll"])
    assert refused.ephemeral
    assert evening.on_turn(board).mention in refused.response.content
    assert len(simcord_env.http_requests) == before + 1

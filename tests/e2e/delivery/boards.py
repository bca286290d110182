"""Whether the board of a table shows its row."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.standin.world import permissions as may
from bot.tables.model.table import Table
from bot.tables.moves.waiting import call_is_due
from bot.ui.delivery.pictures import RESULT
from bot.ui.discord.pictures import PicturedMessage

SECONDS = 30


def row(evening: Any) -> Any:
    """The row of the table that opened last."""
    with closing(sqlite3.connect(evening.file, timeout=5)) as connection:
        connection.row_factory = sqlite3.Row
        return connection.execute("SELECT * FROM tables WHERE parent IS NULL ORDER BY number DESC LIMIT 1").fetchone()


async def is_shown(evening: Any, hands: Any) -> Table:
    """Wait until the board of the last table shows its row, and its call is made; return the table."""
    world = evening.standin.world

    async def shown() -> bool:
        found = row(evening)
        message = world.messages.get(str(found["message"]))
        if found["owed"] or message is None:
            return False
        table = await evening.client.services.tables.get(found["id"])
        if call_is_due(table, evening.client.services.tables.presence, evening.now()):
            return False
        return not await differences(evening, hands, message.data, table)

    async with asyncio.timeout(SECONDS):
        while not await shown():  # noqa: ASYNC110 - the world tells nobody of everything.
            await asyncio.sleep(0.02)
    await evening.settle()
    return await evening.client.services.tables.get(row(evening)["id"])  # type: ignore[no-any-return]


async def differences(evening: Any, hands: Any, message: Any, table: Table) -> list[str]:
    """Where a message does not look as the board of ``table`` should now: its text, its frames and its presses.

    A board whose picture was not drawn in time says everything in words; that is right too. The player to act may look
    at the boxes to strike: such a menu is in no row.
    """
    presenter, frames, wrong = evening.client.presenter, message["embeds"], list[str]()
    drawn: Any = await presenter.renderer.render(table)
    if len(frames) > 1 and f"/{RESULT}" in frames[0]["image"]["url"]:
        drawn = await presenter.renderer.render(table, carded=True)
    elif len(frames) > 1:
        pictured = await presenter.renderer.message(table)
        if not isinstance(pictured, PicturedMessage):
            return ["a picture too many"]
        drawn = pictured.rendered
        if f"/{pictured.picture.name}" not in frames[0]["image"]["url"]:
            wrong.append(f"the picture {frames[0]['image']['url']}, not {pictured.picture.name}")
    expected = drawn.embed.to_dict()
    pairs = {part: (frames[-1].get(part), expected.get(part)) for part in ("title", "description")}
    pairs["content"] = message["content"] or "", drawn.content or ""
    wrong += [f"{part} {now!r}, not {then!r}" for part, (now, then) in pairs.items() if now != then]
    offers = [_does(hands, one) for one in (drawn, await presenter.renderer.render(table, striking=True))]
    if set(hands["does"](message)) not in offers:
        wrong.append(f"the presses {sorted(hands['does'](message))}, not {sorted(offers[0])}")
    return wrong


def _does(hands: Any, drawn: Any) -> set[str]:
    return set(hands["does"]({"components": drawn.view.to_components()}))


async def without_pictures(evening: Any, hands: Any, monkeypatch: pytest.MonkeyPatch, reason: str) -> None:
    """From now on no board has a picture, for this reason."""
    world, client = evening.standin.world, evening.client
    if reason == "no pictures":
        await client.services.settings.choose(int(world.guild.id), pictures=False)
    elif reason == "not allowed":
        world.override("dice", world.bot, deny=may.ATTACH_FILES)
        channel = next(int(one.id) for one in world.channels.values() if one.name == "dice")
        bot = client.get_guild(int(world.guild.id)).me
        await hands["until"](lambda: not client.get_channel(channel).permissions_for(bot).attach_files)
    elif reason == "in words":
        await client.services.preferences.choose(int(evening.person("ana").id), plain=True)
    else:

        async def fails(_: Any) -> bytes:
            raise MemoryError

        monkeypatch.setattr(client.renderer, "picture", fails)

"""Whether the board of a table shows its row."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

from bot.tables.core.model import Table
from bot.tables.play.calls import call_time
from bot.ui.discord.pictures import PicturedMessage

SECONDS = 8


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
        due = call_time(table, evening.client.services.tables.presence)
        if due is not None and due <= evening.now():
            return False
        return await shows(evening, hands, message.data, table)

    async with asyncio.timeout(SECONDS):
        while not await shown():  # noqa: ASYNC110 - the world tells nobody of everything.
            await asyncio.sleep(0.02)
    await evening.settle()
    return await evening.client.services.tables.get(row(evening)["id"])  # type: ignore[no-any-return]


async def shows(evening: Any, hands: Any, message: Any, table: Table) -> bool:
    """Whether a message looks as the board of ``table`` should now: the text around the frame, frames and presses.

    A board whose picture was not drawn in time says everything in words; that is right too.
    """
    presenter, frames = evening.client.presenter, message["embeds"]
    drawn: Any = await presenter.render(table)
    if len(frames) > 1:
        pictured = await presenter.message(table)
        if not isinstance(pictured, PicturedMessage) or f"/{pictured.picture.name}" not in frames[0]["image"]["url"]:
            return False
        drawn = pictured.rendered
    expected = drawn.embed.to_dict()
    return (
        (message["content"] or "") == (drawn.content or "")
        and all(frames[-1].get(part) == expected.get(part) for part in ("title", "description"))
        and set(hands["does"](message)) == set(hands["does"]({"components": drawn.view.to_components()}))
    )

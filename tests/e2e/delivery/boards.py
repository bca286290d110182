"""Whether the board of a table shows its row."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

from bot.tables.core.model import Table
from bot.tables.play.calls import call_time

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
        daily = await evening.client.presenter.render(table)
        return bool(
            message.data["embeds"][0]["description"] == daily.embed.to_dict()["description"]
            and set(hands["does"](message.data)) == set(_does(hands, daily))
        )

    async with asyncio.timeout(SECONDS):
        while not await shown():  # noqa: ASYNC110 - the world tells nobody of everything.
            await asyncio.sleep(0.02)
    await evening.settle()
    return await evening.client.services.tables.get(row(evening)["id"])  # type: ignore[no-any-return]


def _does(hands: Any, daily: Any) -> list[str]:
    return list(hands["does"]({"components": daily.view.to_components()}))

"""What waits in a queue while a server passes to another process is not sent by the first one."""

from __future__ import annotations

from typing import Any

from bot.tables.model.processes import Shards


async def test_nobody_is_called_once_another_process_looks_after_the_table(evening: Any) -> None:
    play = await evening.game("ana", "ben")
    shards = evening.client.services.shards
    own = shards.now
    evening.everybody_was_away()
    shards.change(Shards(own.count, frozenset()))
    await play.whole_turn()
    await evening.settle()
    called = evening.person("ana" if play.turn.id == evening.person("ana").id else "ben")
    assert called.pings == []
    shards.change(own)
    await evening.client.presenter.call((await evening.table(play)).id)
    assert len(called.pings) == 1

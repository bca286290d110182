"""Requests with the bot's token: all of them are counted, and a 429 for the whole bot stops them, but no press."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from bot.tables.model.processes import Shards
from bot.ui.pace import budget
from bot.ui.pace.budget import Priority

MESSAGES = "/channels/{channel_id}/messages"
OPEN = ("/interactions/", "/webhooks/")


def with_token(evening: Any) -> int:
    """The number of requests with the token that have reached Discord."""
    calls = evening.standin.world.calls
    return sum(times for (_, route), times in calls.items() if not route.startswith(OPEN) and route != "/gateway")


def sends(evening: Any) -> int:
    return int(evening.standin.world.calls["POST", MESSAGES])


async def test_every_request_with_the_token_is_counted(evening: Any) -> None:
    """Also repetitions of discord.py: Discord refuses a message once, and the library sends it again."""
    evening.standin.world.faults.fail("POST", MESSAGES, status=429, retry_after=0.01)
    play = await evening.game("ana", "ben")
    evening.everybody_was_away()
    await play.throw()
    await play.mark()
    await evening.settle()
    await evening.end_table(evening.person("ana"))
    await evening.settle()
    assert sends(evening) == 2
    assert sum(evening.client.budget.begun.values()) == with_token(evening)
    assert not evening.standin.rest.rates.refused["global"]


async def test_a_limit_of_the_whole_bot_stops_every_request_with_the_token(evening: Any) -> None:
    client = evening.client
    here, there = (client.get_channel(int(evening.standin.world.find_channel(one).id)) for one in ("dice", "general"))
    evening.standin.world.faults.fail("POST", MESSAGES, status=429, retry_after=0.3, everywhere=True)
    since = time.monotonic()
    refused = asyncio.create_task(here.send("refused at first"))
    while not client.request_pauses.left():  # noqa: ASYNC110 - nothing tells when a pause begins.
        await asyncio.sleep(0.001)
    await there.send("elsewhere")
    assert time.monotonic() - since >= 0.3
    await refused
    assert sends(evening) == 3


async def test_a_request_that_waits_for_its_turn_stays_when_the_bot_must_stop_and_a_press_does_not(
    evening: Any, until: Any
) -> None:
    client = evening.client
    channel = client.get_channel(int(evening.standin.world.find_channel("dice").id))
    play = await evening.game("ana", "ben")
    before, take = sends(evening), client.budget.take

    async def stopped_meanwhile() -> None:
        await take()
        client.request_pauses.pause(3600)

    client.budget.take = stopped_meanwhile
    sending = asyncio.create_task(channel.send("late"))
    await until(client.request_pauses.left)
    client.budget.take = take
    assert (await play.throw()).updated
    assert sends(evening) == before
    client.request_pauses.clock = lambda: time.monotonic() + 3600
    client.request_pauses.look()
    await sending
    assert sends(evening) == before + 1


async def test_a_limit_of_one_channel_stops_only_that(evening: Any) -> None:
    client = evening.client
    here, there = (client.get_channel(int(evening.standin.world.find_channel(one).id)) for one in ("dice", "general"))
    evening.standin.world.faults.fail("POST", MESSAGES, status=429, retry_after=20)
    refused = asyncio.create_task(here.send("later"))
    while not sends(evening):  # noqa: ASYNC110 - the stand-in tells nobody.
        await asyncio.sleep(0.001)
    await there.send("now")
    assert not refused.done()
    refused.cancel()


async def test_a_call_during_a_storm_of_repairs_goes_first(
    evening: Any, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes so little here that the repairs would take minutes. People go on playing meanwhile."""
    tables = []
    for number in range(20):
        evening.standin.world.add_channel(f"table-{number}")
        tables.append(await evening.table(await evening.lobby("chloe", channel=f"table-{number}")))
    play = await evening.game("ana", "ben")
    evening.everybody_was_away()
    client, shards = evening.client, evening.client.services.shards
    monkeypatch.setattr(budget, "SECONDS", 60.0)
    client.budget.follow(shards.now)
    for table in tables:
        client.presenter.reconciler.doubt(table.id)
    await hands["until"](lambda: client.budget.waiting(Priority.REPAIR) > 10)
    before = sends(evening)
    await play.throw()
    await play.mark()
    await hands["until"](lambda: sends(evening) == before + 1)
    assert client.budget.waiting(Priority.REPAIR) > 0
    monkeypatch.setattr(budget, "SECONDS", 0.001)
    client.budget.follow(shards.now)
    await evening.settle()
    assert client.budget.begun[Priority.REPAIR] >= len(tables)


async def test_a_process_with_half_of_the_shards_sends_half_as_much(evening: Any) -> None:
    held = evening.client.services.shards
    before = held.now
    held.change(Shards(2, frozenset({0})))
    assert evening.client.budget.room(Priority.PRESS) == 22
    held.change(before)
    assert evening.client.budget.room(Priority.PRESS) == 45

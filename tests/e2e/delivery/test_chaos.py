"""A bad evening: one request in ten to Discord fails, in ten ways. Afterwards every board heals by itself."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.standin.world.faults import Fault
from bot.tables.model.table import TableId
from tests import request_faults
from tests.e2e.delivery.boards import differences
from tests.request_faults import SLOW, error

PEOPLE = ("ana", "ben", "chloe", "david")
GAMES = ("yum", "yams", "yamslam", "421", "5000", "ambition", "cantstop")
SHARE = 0.1
TALK = 0.2
"""How often somebody writes below a board before a press there, so that the end of a turn brings the board down."""
AT_ONCE = 16
"""Presses under way: the stand-in and the bot share one processor here, perhaps with another test."""
SECONDS = 60
"""How long every board has to show its row again. It takes some seconds, and longer on a busy machine."""


POST = ("POST", "/channels/{channel_id}/messages")
UNKNOWN = "an unknown message"

OF_TABLES = (
    "SELECT id, message, owed, call, status FROM tables "
    # The bot does not post a closed lobby again when Discord calls its message unknown. Here that is a lie; it stays
    # open.
    "WHERE NOT (status = 'ended' AND state IS NULL)"
)

KINDS = {**request_faults.KINDS, UNKNOWN: lambda: Fault("*", "*", 1, error(404, 10008))}


@dataclass
class BadEvening:
    """People at many tables, who press what they see while requests fail."""

    evening: Any
    hands: Any
    channels: list[Any]
    chance: random.Random
    hit: Counter[str] = field(default_factory=Counter)
    pressed: int = 0
    at_once: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    def draw(self, method: str, route: str) -> Fault | None:
        """The fault for a request, if any; never for a request of the connection itself."""
        if ("messages" not in route and "callback" not in route) or self.chance.random() >= SHARE:
            return None
        # No new message can be unknown, and the bot takes a refusal to post for the last word.
        kind = self.chance.choice([one for one in KINDS if one != UNKNOWN or (method, route) != POST])
        self.hit[kind] += 1
        found: Fault = KINDS[kind]()
        return found

    async def play_at(self, number: int, left: Any) -> None:
        """Press at one table after another of a channel."""
        for _ in left:
            async with self.at_once:
                await self.press(self.channels[number], number)
            self.pressed += 1

    async def press(self, channel: Any, number: int) -> None:
        """Press something that moves the game on; without a table, open one."""
        tables = self.evening.client.services.tables
        table = await tables.repository.live_at(int(channel.guild_id), int(channel.id))
        host, other = (self.evening.person(PEOPLE[(number + one) % len(PEOPLE)]) for one in (0, 1))
        if table is None:
            await host.command(f"{GAMES[number % len(GAMES)]} start", channel.id)
            return
        message = self.evening.standin.world.messages.get(str(table.message))
        does = {} if message is None else self.hands["does"](message.data)
        if not does:
            await asyncio.sleep(0.05)  # It has no board yet.
            return
        if self.chance.random() < TALK:
            host.say("Good luck!", channel.id)
        by_id = {int(one.id): one for one in (host, other)}
        if len(table.players) < 2 and "join" in does:
            await other.press(str(table.message), custom_id=does["join"])
        elif "start" in does:
            await by_id[table.host].press(str(table.message), custom_id=does["start"])
        else:
            who = by_id.get(table.turn_player or 0, host)
            do = self.chance.choice(
                [one for one in does if one not in ("more", "sheets", "rules", "undo")] or list(does)
            )
            await self.hands["forge"](who, str(table.message), does[do], *([] if does[do].endswith(do) else [do]))

    async def behind(self) -> list[str]:
        """The faults of the boards and calls that everybody sees now."""
        world, wrong = self.evening.standin.world, list[str]()
        for row in self.hands["rows"](self.evening.file, OF_TABLES):
            id, message, owed, call, status = row
            shown = world.messages.get(str(message))
            table = await self.evening.client.services.tables.get(TableId(id))
            if shown is None:
                if status in ("lobby", "playing"):
                    wrong.append(f"{table.code}: no board")
                continue
            stale = await differences(self.evening, self.hands, shown.data, table)
            wrong += [f"{table.code}: its board shows {one}" for one in stale]
            if owed or table.call_due is not None:
                wrong.append(f"{table.code}: a call is owed")
            if call is not None and status == "playing" and str(call) not in world.messages:
                wrong.append(f"{table.code}: its call is gone")
        return wrong


@pytest.mark.parametrize(
    ("presses", "tables"),
    [
        (250, 10),
        pytest.param(2500, 50, marks=[pytest.mark.long(40), pytest.mark.timeout(900)]),
    ],
)
async def test_all_boards_heal(
    evening: Any,
    punctual: None,
    hands: Any,
    caplog: pytest.LogCaptureFixture,
    seed: str,
    presses: int,
    tables: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = evening.standin.world
    channels = [world.add_channel(f"bad-{number}") for number in range(tables)]
    bad = BadEvening(evening, hands, channels, random.Random(seed))
    monkeypatch.setattr(evening.client.services.tables.presence, "is_away", lambda _: True)  # Each turn needs a call.
    await asyncio.gather(*(bad.press(channel, number) for number, channel in enumerate(channels)))
    world.faults.storm(bad.draw)
    left = iter(range(presses))
    await asyncio.gather(*(bad.play_at(number, left) for number in range(tables)))
    world.faults.clear()
    await asyncio.sleep(SLOW)  # No slow request is under way any more: what it did to a board is done.
    wrong = ["not looked yet"]
    try:
        async with asyncio.timeout(SECONDS):
            while wrong:
                await asyncio.sleep(0.2)
                await evening.settle()
                wrong = await bad.behind()
    except TimeoutError:
        pytest.fail(f"after {SECONDS} s: {wrong}")
    assert bad.pressed == presses
    assert sum(bad.hit.values()) > presses * SHARE / 2
    assert len(bad.hit) == len(KINDS) or presses < 1000
    assert [one.getMessage() for one in caplog.get_records("call") if one.exc_info] == []
